//! How the places of the board are numbered, and the board as plain text.

use super::cards::{Card, NUMBERED_COLUMNS, SUITS};
use super::{Board, FreeCell, Move, Place};
use crate::search::{Cell, Mark, MarkKind};

/// Places of the board as marks number them: cells, homes by suit, then the columns, with a row for every card of
/// the largest deck.
pub const HOMES: Cell = 8;
pub const COLUMNS: Cell = 16;
const ROWS: Cell = 256;

pub fn cell_of_card(column: usize, row: usize) -> Cell {
    COLUMNS + column as Cell * ROWS + row as Cell
}

/// What a numbered place is: a cell, a home pile, or a row of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    Cell(usize),
    Home(usize),
    Column(usize, usize),
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Spot {
        match cell {
            0..HOMES => Spot::Cell(cell as usize),
            HOMES..COLUMNS => Spot::Home((cell - HOMES) as usize),
            _ => Spot::Column(((cell - COLUMNS) / ROWS) as usize, ((cell - COLUMNS) % ROWS) as usize),
        }
    }
}

impl From<Spot> for Cell {
    fn from(spot: Spot) -> Cell {
        match spot {
            Spot::Cell(cell) => cell as Cell,
            Spot::Home(suit) => HOMES + suit as Cell,
            Spot::Column(column, row) => cell_of_card(column, row),
        }
    }
}

/// A place with what is drawn there; a slot is two characters wider than a card, which stands in the middle.
struct Slot {
    spot: Spot,
    x: u16,
    y: u16,
    card: Option<Card>,
}

/// The drawn board: underscores over the cells and homes, these, their names, underscores over the columns, the
/// columns, their numbers.
struct Layout {
    slots: Vec<Slot>,
    /// Names of cells, homes and columns.
    labels: Vec<(u16, u16, String)>,
    /// How wide a card is.
    face: u16,
    size: (u16, u16),
}

const OVERHEAD: u16 = 5;
const TOP: u16 = 4;

/// Where the underscore of a slot stands.
fn marker_row(spot: Spot) -> u16 {
    match spot {
        Spot::Column(..) => TOP - 1,
        _ => 0,
    }
}

fn layout(rules: &FreeCell, board: &Board) -> Layout {
    let variant = &rules.variant;
    let upper = variant.cells as u16 + variant.suits as u16;
    let across = upper.max(variant.columns as u16);
    let face = variant.name_length() as u16;
    let pitch = face + if upper as usize > NUMBERED_COLUMNS || variant.is_wide() { 2 } else { 3 };
    let rows = board.columns.iter().map(Vec::len).max().unwrap_or(0).max(1) as u16;
    let mut slots = Vec::new();
    let mut labels = Vec::new();
    for (i, &card) in rules.cells(board).iter().enumerate() {
        let x = i as u16 * pitch;
        slots.push(Slot { spot: Spot::Cell(i), x, y: 1, card });
        labels.push((x + 1, 2, rules.sign(Place::Cell(i as u8))));
    }
    for suit in 0..variant.suits {
        let x = (across - variant.suits as u16 + suit as u16) * pitch;
        let home = board.homes[suit as usize];
        let card = (home > 0).then(|| Card::new(home - 1, suit));
        slots.push(Slot { spot: Spot::Home(suit as usize), x, y: 1, card });
        labels.push((x + 1, 2, suit_label(rules, suit)));
    }
    for (i, column) in board.columns.iter().enumerate() {
        let x = i as u16 * pitch;
        if column.is_empty() {
            slots.push(Slot { spot: Spot::Column(i, 0), x, y: TOP, card: None });
        }
        for (row, &card) in column.iter().enumerate() {
            slots.push(Slot { spot: Spot::Column(i, row), x, y: TOP + row as u16, card: Some(card) });
        }
        labels.push((x + 1, TOP + rows, rules.sign(Place::Column(i as u8))));
    }
    Layout { slots, labels, face, size: (across * pitch, rows + OVERHEAD) }
}

/// What stands at an empty home: the letter of the suit, or `/7` where suits have none.
pub fn suit_label(rules: &FreeCell, suit: u8) -> String {
    if rules.variant.is_wide() { format!("/{suit}") } else { SUITS[suit as usize].into() }
}

/// Signs around a card, so that marks can be told without colour. The cursor leaves a place for one of the others:
/// `[2C]`, and on a card of the hint `[2C!`.
fn signs(marks: &[Mark], cell: Cell) -> Option<(char, char)> {
    const STRONGEST_FIRST: [(MarkKind, (char, char)); 8] = [
        (MarkKind::Picked, ('(', ')')),
        (MarkKind::Dead, ('#', '#')),
        (MarkKind::Next, ('_', ' ')),
        (MarkKind::Hint, ('!', ' ')),
        (MarkKind::Choice, ('<', '>')),
        (MarkKind::Winning, ('+', ' ')),
        (MarkKind::Losing, ('-', ' ')),
        (MarkKind::Legal, ('.', ' ')),
    ];
    let has = |kind| marks.contains(&Mark::new(cell, kind));
    let strongest = STRONGEST_FIRST.into_iter().find(|&(kind, _)| has(kind)).map(|(_, signs)| signs);
    match strongest {
        signs if !has(MarkKind::Cursor) || has(MarkKind::Picked) => signs,
        Some((sign, _)) => Some(('[', sign)),
        None => Some(('[', ']')),
    }
}

/// The characters of a slot.
fn face(rules: &FreeCell, slot: &Slot) -> String {
    slot.card.map_or_else(|| "--".into(), |card| rules.variant.name(card).to_string())
}

/// The places that a move takes from and goes to.
pub fn touched(board: &Board, mv: Move) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let card = match mv.from {
        Place::Cell(cell) => {
            cells.push(Spot::Cell(cell as usize).into());
            board.cells[cell as usize]
        }
        Place::Column(column) => {
            let cards = &board.columns[column as usize];
            cells.push(cell_of_card(column as usize, cards.len().saturating_sub(mv.count as usize)));
            cards.last().copied()
        }
        Place::Home => None,
    };
    match mv.to {
        Place::Cell(cell) => cells.push(Spot::Cell(cell as usize).into()),
        Place::Column(column) => {
            cells.push(cell_of_card(column as usize, board.columns[column as usize].len().saturating_sub(1)));
        }
        Place::Home => cells.extend(card.map(|card| Cell::from(Spot::Home(card.suit() as usize)))),
    }
    cells
}

/// The whole board as text.
pub fn print(rules: &FreeCell, board: &Board, marks: &[Mark]) -> String {
    let layout = layout(rules, board);
    let mut grid = vec![vec![' '; layout.size.0 as usize]; layout.size.1 as usize];
    let mut put = |x: u16, y: u16, letter: char| grid[y as usize][x as usize] = letter;
    for (x, y, label) in &layout.labels {
        for (i, letter) in label.chars().enumerate() {
            put(x + i as u16, *y, letter);
        }
    }
    for slot in &layout.slots {
        for (i, letter) in face(rules, slot).chars().enumerate() {
            put(slot.x + 1 + i as u16, slot.y, letter);
        }
        let cell = Cell::from(slot.spot);
        if let Some((left, right)) = signs(marks, cell) {
            put(slot.x, slot.y, left);
            put(slot.x + 1 + layout.face, slot.y, right);
        }
        if marks.contains(&Mark::new(cell, MarkKind::Next)) {
            put(slot.x + 1, marker_row(slot.spot), '_');
        }
    }
    let lines: Vec<String> =
        grid.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().into()).collect();
    lines.join("\n") + "\n"
}

/// The places of `after` that hold something else than in `before`.
pub fn changed(rules: &FreeCell, before: &Board, after: &Board) -> Vec<Cell> {
    let was = layout(rules, before);
    let now = layout(rules, after);
    let old = |slot: &Slot| was.slots.iter().find(|other| other.spot == slot.spot).and_then(|other| other.card);
    now.slots.iter().filter(|slot| slot.card != old(slot)).map(|slot| slot.spot.into()).collect()
}
