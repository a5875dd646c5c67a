//! The board on the terminal: cells and homes above, the columns below, each with its playable card in full. A column
//! that is longer than the board shows the part around the cursor, and says how many cards lie above and below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games::freecell::rules::cards::{Card, RANKS, SUITS};
use crate::games::freecell::rules::layout::{Spot, cell_of_card, suit_label};
use crate::games::freecell::rules::{Board, FreeCell, Place};
use crate::games::view::cards::{self, Stretch, TIGHT, USUAL, more, pitch};
use crate::games::view::{Legend, Paint, Role, Scene, Seen, View, fill, put, too_small, window};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct FreeCellView;

/// Rows of a card: of one that another lies on, of a playable one, and of the cells and homes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Height {
    covered: u16,
    playable: u16,
    upper: u16,
}

const HEIGHTS: [Height; 5] = [
    Height { covered: 3, playable: 7, upper: 6 },
    Height { covered: 3, playable: 6, upper: 5 },
    Height { covered: 2, playable: 4, upper: 3 },
    Height { covered: 2, playable: 2, upper: 2 },
    Height { covered: 1, playable: 1, upper: 1 },
];
/// The numbers of the columns stand between the upper row and the columns.
const NUMBERS: u16 = 1;
const LEAST_ROWS: u16 = 3;
/// From this pitch on there is room for the letter of a cell beside its card.
const LETTERED: u16 = 6;

/// A place on the board as it is drawn; `cards` of a column lie hidden where it is no card.
struct Slot {
    spot: Spot,
    card: Option<Card>,
    covered: bool,
    x: u16,
    y: u16,
    height: u16,
}

/// Where a column says how many cards are hidden.
struct Hidden {
    at: (u16, u16),
    upwards: bool,
    cards: usize,
}

struct Layout {
    slots: Vec<Slot>,
    hidden: Vec<Hidden>,
    /// The columns that are shown.
    columns: std::ops::Range<usize>,
    pitch: u16,
    numbers: u16,
}

/// The longest column of a fresh deal.
fn dealt(rules: &FreeCell) -> u16 {
    rules.variant.cards().div_ceil(rules.variant.columns as usize) as u16
}

/// The longest column, and not less than of a fresh deal.
fn tallest(rules: &FreeCell, board: &Board) -> u16 {
    (board.columns.iter().map(Vec::len).max().unwrap_or(0) as u16).max(dealt(rules))
}

fn across(rules: &FreeCell) -> usize {
    let variant = &rules.variant;
    (variant.cells as usize + variant.suits as usize).max(variant.columns as usize)
}

/// The rows of a board whose longest column has so many cards.
fn needs(longest: u16, height: Height) -> u16 {
    height.upper + NUMBERS + longest.saturating_sub(1) * height.covered + height.playable
}

/// From one column to the next, at least: many columns stand close together.
fn least_pitch(rules: &FreeCell) -> u16 {
    let usual = if rules.variant.is_wide() { TIGHT } else { USUAL };
    usual + rules.variant.name_length() as u16 - 2
}

/// Cards are as large as a fresh deal allows and stay so: a column that gets too long moves closer together by itself.
fn scale(rules: &FreeCell, board: &Board, room: (u16, u16)) -> (u16, Height) {
    let holds = |height: &Height| needs(tallest(rules, board), Height { upper: height.upper, ..HEIGHTS[4] }) <= room.1;
    let fits = |height: &Height| needs(dealt(rules), *height) <= room.1 && holds(height);
    (pitch(across(rules), room.0, least_pitch(rules)), HEIGHTS.into_iter().find(fits).unwrap_or(HEIGHTS[4]))
}

/// The rows of the cards of a column of so many in so many rows.
fn squeezed(cards: usize, height: Height, rows: u16) -> Height {
    let covered = (1..=height.covered).rev().map(|covered| Height { covered, ..height });
    let lower = (1..=height.playable).rev().map(|playable| Height { covered: 1, playable, ..height });
    let fits = |height: &Height| {
        cards.saturating_sub(1) * usize::from(height.covered) + usize::from(height.playable) <= rows.into()
    };
    covered.chain(lower).find(fits).unwrap_or(HEIGHTS[HEIGHTS.len() - 1])
}

impl Layout {
    fn of(scene: &Scene<'_>, area: Rect) -> Option<Layout> {
        let Placed { rules, state: board } = Placed::<FreeCell>::of(scene.position);
        let (pitch, height) = scale(rules, board, (area.width, area.height));
        let shown = (area.width / pitch) as usize;
        let numbers = area.y + height.upper;
        let rows = area.height.saturating_sub(height.upper + NUMBERS);
        if shown == 0 || rows < LEAST_ROWS {
            return None;
        }
        let at = match scene.cursor.map(Spot::from) {
            Some(Spot::Column(column, _)) => column,
            Some(Spot::Cell(cell)) => cell,
            Some(Spot::Home(suit)) => across(rules) - rules.variant.suits as usize + suit,
            None => 0,
        };
        let places = window(across(rules), shown, at);
        let mut layout = Layout {
            slots: Vec::new(),
            hidden: Vec::new(),
            columns: places.start..places.end.min(board.columns.len()),
            pitch,
            numbers,
        };
        let x = |place: usize| area.x + (place - places.start) as u16 * pitch;
        for (place, spot, card) in upper(rules, board).filter(|(place, ..)| places.contains(place)) {
            let slot = Slot { spot, card, covered: false, x: x(place), y: area.y, height: height.upper };
            layout.slots.push(slot);
        }
        for column in layout.columns.clone() {
            layout.column(scene, (column, &board.columns[column]), (x(column), numbers + NUMBERS), height, rows);
        }
        Some(layout)
    }

    fn column(
        &mut self,
        scene: &Scene<'_>,
        (column, cards): (usize, &[Card]),
        (x, top): (u16, u16),
        height: Height,
        rows: u16,
    ) {
        let near = match scene.cursor.map(Spot::from) {
            Some(Spot::Column(at, row)) if at == column => cards.len().saturating_sub(row + 1),
            _ => 0,
        };
        let height = squeezed(cards.len(), height, rows);
        let stretch = Stretch::of(cards.len(), (rows / height.covered) as usize, near);
        let mut y = top;
        if stretch.covered > 0 {
            self.hidden.push(Hidden { at: (x, y), upwards: true, cards: stretch.covered });
            y += height.covered;
        }
        for depth in stretch.cards.clone().rev() {
            let row = cards.len() - 1 - depth;
            let height = if depth == 0 { height.playable } else { height.covered };
            let (spot, card) = (Spot::Column(column, row), Some(cards[row]));
            self.slots.push(Slot { spot, card, covered: depth > 0, x, y, height });
            y += height;
        }
        if stretch.playable > 0 {
            self.hidden.push(Hidden { at: (x, y), upwards: false, cards: stretch.playable });
        }
        if cards.is_empty() {
            let spot = Spot::Column(column, 0);
            self.slots.push(Slot { spot, card: None, covered: false, x, y, height: height.playable });
        }
    }
}

/// The cells and the homes: at which place from the left, and what lies there.
fn upper(rules: &FreeCell, board: &Board) -> impl Iterator<Item = (usize, Spot, Option<Card>)> {
    let suits = rules.variant.suits as usize;
    let first_home = across(rules) - suits;
    let cells = rules.cells(board).to_vec().into_iter().enumerate().map(|(i, card)| (i, Spot::Cell(i), card));
    let homes = board.homes;
    let homes = (0..suits).map(move |suit| {
        let card = (homes[suit] > 0).then(|| Card::new(homes[suit] - 1, suit as u8));
        (first_home + suit, Spot::Home(suit), card)
    });
    cells.chain(homes)
}

const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

fn suit(suit: usize, unicode: bool) -> char {
    if unicode { SYMBOLS[suit] } else { SUITS[suit] }
}

/// The characters of a slot: two, or where cards are told by numbers as many as the longest name has.
fn face(rules: &FreeCell, slot: &Slot, unicode: bool) -> String {
    let (variant, cell_sign) = (&rules.variant, |cell: usize| rules.sign(Place::Cell(cell as u8)));
    let face = match (slot.card, slot.spot) {
        (Some(card), _) if variant.is_wide() => variant.name(card).to_string(),
        (Some(card), _) => format!("{}{}", RANKS[card.rank() as usize], suit(card.suit() as usize, unicode)),
        (None, Spot::Cell(cell)) => cell_sign(cell),
        (None, Spot::Home(home)) if variant.is_wide() => format!("-{}", suit_label(rules, home as u8)),
        (None, Spot::Home(home)) => format!("-{}", suit(home, unicode)),
        (None, Spot::Column(..)) => String::new(),
    };
    format!("{face:width$}", width = variant.name_length())
}

fn role(slot: &Slot) -> Role {
    match (slot.card, slot.covered) {
        (None, _) => Role::Empty,
        (Some(card), true) if card.is_red() => Role::RedCovered,
        (Some(_), true) => Role::Covered,
        (Some(card), false) if card.is_red() => Role::RedPiece,
        (Some(_), false) => Role::Piece,
    }
}

fn draw_slot(scene: &Scene<'_>, slot: &Slot, pitch: u16, buffer: &mut Buffer) {
    let cell = Cell::from(slot.spot);
    let rules = &Placed::<FreeCell>::of(scene.position).rules;
    let (role, face) = (role(slot), face(rules, slot, scene.paint.unicode));
    let card = cards::Card { cell, face: &face, role, x: slot.x, y: slot.y, pitch, height: slot.height };
    if let Some(sign) = card.draw(scene, buffer) {
        // Where cards stand so close that a sign has no place of its own, it takes that of the bracket.
        put(buffer, slot.x + pitch - 1, slot.y, sign, scene.style(cell, role));
    }
    if let (Spot::Cell(at), Some(_)) = (slot.spot, slot.card)
        && pitch + 2 >= LETTERED + rules.variant.name_length() as u16
    {
        let letter = rules.sign(Place::Cell(at as u8)).chars().next_back().unwrap_or(' ');
        put(buffer, slot.x + pitch - 1, slot.y, letter, scene.style(cell, role));
    }
}

fn draw_numbers(scene: &Scene<'_>, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    let Placed { rules, state: board } = Placed::<FreeCell>::of(scene.position);
    let style = scene.paint.on_ground(Role::Label);
    // Over the faces of the cards.
    let before = cards::before_face(layout.pitch, rules.variant.name_length() as u16);
    for column in layout.columns.clone() {
        let x = area.x + (column - layout.columns.start) as u16 * layout.pitch;
        let height = board.columns[column].len();
        let taken = (0..height.max(1)).any(|row| scene.has(cell_of_card(column, row), MarkKind::Next));
        let marker = if taken { "_" } else { "" };
        buffer.set_stringn(x + before, layout.numbers, format!("{}{marker}", column + 1), 3, style);
    }
    if layout.columns.start > 0 {
        put(buffer, area.x, layout.numbers, '<', style);
    }
    if layout.columns.end < board.columns.len() {
        put(buffer, area.right() - 1, layout.numbers, '>', style);
    }
}

impl View for FreeCellView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        (across(rules) as u16 * least_pitch(rules), needs(tallest(rules, state), HEIGHTS[4]))
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        let (pitch, height) = scale(rules, state, room);
        let (whole, least) = (needs(tallest(rules, state), height), needs(tallest(rules, state), HEIGHTS[4]));
        (across(rules) as u16 * pitch, whole.min(room.1.max(least)))
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(layout) = Layout::of(scene, area) else {
            let pitch = least_pitch(&Placed::<FreeCell>::of(scene.position).rules);
            return too_small("the board", (pitch, 1 + NUMBERS + LEAST_ROWS), area, scene.paint, buffer);
        };
        fill(buffer, area, scene.paint.style(Role::Ground));
        draw_numbers(scene, &layout, area, buffer);
        for slot in &layout.slots {
            draw_slot(scene, slot, layout.pitch, buffer);
        }
        for Hidden { at, upwards, cards } in &layout.hidden {
            more(scene, *at, layout.pitch, *upwards, *cards, buffer);
        }
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[MarkKind::Settled],
            rare: &[],
            own: &[(Seen::Always, "-", "before a suit: its home, without a card yet")],
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let layout = Layout::of(scene, area)?;
        if !area.contains((x, y).into()) {
            return None;
        }
        let over = |slot: &&Slot| (slot.x..slot.x + layout.pitch).contains(&x);
        let on = |slot: &&Slot| (slot.y..slot.y + slot.height).contains(&y);
        if let Some(slot) = layout.slots.iter().filter(over).find(on) {
            return Some(slot.spot.into());
        }
        // The number of a column and the space below it mean the column's end.
        let mut ends = layout.slots.iter().rev().filter(over).filter(|slot| matches!(slot.spot, Spot::Column(..)));
        (y >= layout.numbers).then(|| ends.next().map(|slot| slot.spot.into())).flatten()
    }
}
