//! The board on the screen: tiles as blocks, tinted where they are at home, and the goal where it is not the usual one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::rules::{BLANK, Board, Goal, Size, Sliding};
use crate::games::view::{Legend, Paint, Role, Scene, Seen, View, fill, numerals, put, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct TileView;

/// How large tiles are drawn: columns and rows of a tile, and between tiles.
#[derive(Clone, Copy, PartialEq)]
struct Scale {
    wide: u16,
    high: u16,
    across: u16,
    down: u16,
}

/// The largest first.
const SCALES: [Scale; 8] = [
    Scale { wide: 22, high: 11, across: 2, down: 1 },
    Scale { wide: 18, high: 9, across: 2, down: 1 },
    Scale { wide: 16, high: 7, across: 2, down: 1 },
    Scale { wide: 16, high: 6, across: 2, down: 1 },
    Scale { wide: 10, high: 5, across: 2, down: 1 },
    Scale { wide: 8, high: 3, across: 2, down: 1 },
    USUAL,
    TIGHT,
];
const USUAL: Scale = Scale { wide: 4, high: 1, across: 1, down: 1 };
const TIGHT: Scale = Scale { down: 0, ..USUAL };

impl Scale {
    /// From one tile to the next.
    fn pitch(self) -> (u16, u16) {
        (self.wide + self.across, self.high + self.down)
    }

    /// The board has a margin as wide as the gaps on every side.
    fn width(self, size: Size) -> u16 {
        size.cols as u16 * self.pitch().0 + self.across
    }

    fn height(self, size: Size) -> u16 {
        size.rows as u16 * self.pitch().1 + self.down
    }
}

/// Before a tile that is at home.
const HOME: char = ':';

/// Where the goal is told, where it must be.
#[derive(Clone, Copy, PartialEq)]
enum Note {
    /// It is the usual one, or there is no room at all.
    Nowhere,
    /// In words under the board.
    Words,
    /// As a small board to the right, or under the board.
    Beside,
    Below,
}

/// Columns between the board and the goal beside it, and of each of the goal's tiles.
const GAP: u16 = 3;
const SMALL: u16 = 3;
/// Words on a goal that is a board may be cut short of this.
const LEAST_WORDS: u16 = 17;

impl Note {
    /// The columns and rows that it adds to a board at this scale.
    fn extra(self, size: Size, scale: Scale) -> (u16, u16) {
        let (cols, rows) = (size.cols as u16, size.rows as u16);
        let wider = |columns: u16| columns.saturating_sub(scale.width(size));
        match self {
            Note::Nowhere => (0, 0),
            Note::Words => (wider(LEAST_WORDS), 1),
            Note::Beside => (GAP + SMALL * cols, (1 + rows).saturating_sub(scale.height(size))),
            Note::Below => (wider(SMALL * cols), 1 + rows),
        }
    }
}

/// The goal in words, where it is not the usual one.
fn goal_words(rules: &Sliding) -> String {
    match &rules.goal {
        Goal::BlankLast => String::new(),
        Goal::BlankFirst => "goal: blank first".into(),
        Goal::Given(goal) => {
            let row = |tiles: &[u8]| tiles.iter().map(|&tile| name_of(tile, false)).collect::<Vec<_>>().join(" ");
            let rows: Vec<String> = goal.tiles(rules.size).chunks(rules.size.cols).map(row).collect();
            format!("goal: {}", rows.join(" / "))
        }
    }
}

/// How the goal may be told, best first.
fn notes(goal: &Goal) -> &'static [Note] {
    match goal {
        Goal::BlankLast => &[Note::Nowhere],
        Goal::BlankFirst => &[Note::Words, Note::Nowhere],
        Goal::Given(_) => &[Note::Beside, Note::Below, Note::Words, Note::Nowhere],
    }
}

struct Layout {
    size: Size,
    scale: Scale,
    note: Note,
    left: u16,
    top: u16,
}

impl Layout {
    /// The largest that fits. That the goal is told matters more than room around the tiles.
    fn of(rules: &Sliding, area: Rect) -> Option<Layout> {
        let size = rules.size;
        let ways = |note: Note| SCALES.map(|scale| (note, scale));
        let (told, untold): (Vec<Note>, Vec<Note>) =
            notes(&rules.goal).iter().partition(|&&note| note != Note::Nowhere);
        // Larger tiles are worth more than a goal as a board in place of words.
        let mut wishes: Vec<(Note, Scale)> = told.iter().flat_map(|&note| ways(note)).collect();
        wishes.sort_by_key(|(_, scale)| std::cmp::Reverse(scale.pitch().1));
        wishes.extend(untold.iter().flat_map(|&note| ways(note)));
        wishes.into_iter().find_map(|(note, scale)| {
            let board = scale.width(size);
            let (columns, lines) = note.extra(size, scale);
            let (width, height) = (board + columns, scale.height(size) + lines);
            (width <= area.width && height <= area.height).then(|| Layout {
                size,
                scale,
                note,
                left: area.x + (area.width - if note == Note::Beside { width } else { board }) / 2,
                top: area.y + (area.height - height) / 2,
            })
        })
    }

    fn board(&self) -> Rect {
        Rect::new(self.left, self.top, self.scale.width(self.size), self.scale.height(self.size))
    }

    fn tile(&self, cell: usize) -> Rect {
        let (across, down) = self.scale.pitch();
        let x = self.left + self.scale.across + self.size.col(cell) as u16 * across;
        let y = self.top + self.scale.down + self.size.row(cell) as u16 * down;
        Rect::new(x, y, self.scale.wide, self.scale.high)
    }

    /// The tile at a place or, between two tiles, one of the two.
    fn hit(&self, x: u16, y: u16) -> Option<usize> {
        if !self.board().contains((x, y).into()) {
            return None;
        }
        let (across, down) = self.scale.pitch();
        let col = usize::from((x - self.left) / across).min(self.size.cols - 1);
        let row = usize::from((y - self.top) / down).min(self.size.rows - 1);
        Some(row * self.size.cols + col)
    }
}

/// Columns and rows of a board at a scale with its goal in words, or beside it where it is a board.
fn size_at(rules: &Sliding, scale: Scale) -> (u16, u16) {
    let (columns, lines) = notes(&rules.goal)[0].extra(rules.size, scale);
    (scale.width(rules.size) + columns, scale.height(rules.size) + lines)
}

impl View for TileView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        size_at(&Placed::<Sliding>::of(position).rules, USUAL)
    }

    fn size_in(&self, position: &dyn Position, paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let rules = &Placed::<Sliding>::of(position).rules;
        let sizes = SCALES.into_iter().map(|scale| size_at(rules, scale));
        let mut fitting = sizes.filter(|size| size.0 <= room.0 && size.1 <= room.1);
        fitting.next().unwrap_or_else(|| self.size(position, paint))
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let placed = Placed::<Sliding>::of(scene.position);
        let size = placed.rules.size;
        let Some(layout) = Layout::of(&placed.rules, area) else {
            let need = (TIGHT.width(size), TIGHT.height(size));
            too_small("the board", need, area, scene.paint, buffer);
            return;
        };
        fill(buffer, layout.board(), scene.paint.style(Role::Ground));
        for cell in 0..size.cells() {
            draw_tile(scene, &layout, &placed.rules, &placed.state, cell, buffer);
        }
        draw_goal(&layout, &placed.rules, area, scene.paint, buffer);
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[MarkKind::Besides, MarkKind::Settled],
            // The brackets are the setter's; a board that can be solved at all can never be lost.
            rare: &[MarkKind::Picked, MarkKind::Cursor, MarkKind::Dead, MarkKind::Losing],
            own: &[
                (Seen::Ascii, ".", "the blank"),
                (Seen::Unicode, "·", "the blank"),
                (Seen::Always, ":", "a tile at home"),
                (Seen::Xray, "1 2 3", "x-ray: small numbers are steps home"),
                (Seen::Xray, "a b c", "x-ray: the pattern that a tile is counted with"),
            ],
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let rules = &Placed::<Sliding>::of(scene.position).rules;
        Layout::of(rules, area)?.hit(x, y).map(|cell| cell as Cell)
    }
}

fn name_of(tile: u8, unicode: bool) -> String {
    match tile {
        BLANK if unicode => "·".to_string(),
        BLANK => ".".to_string(),
        tile => tile.to_string(),
    }
}

fn draw_tile(scene: &Scene<'_>, layout: &Layout, rules: &Sliding, board: &Board, cell: usize, buffer: &mut Buffer) {
    let tile = board.tile(cell);
    let at = cell as Cell;
    let role = match tile {
        BLANK => Role::Empty,
        _ if rules.home(tile) == cell => Role::Home,
        _ => Role::Piece,
    };
    let brackets = scene.brackets(at);
    let home = (role == Role::Home).then_some(HOME);
    // The blank keeps its ground whatever is said of it, so that it is never taken for a tile.
    let is_ground = tile == BLANK && brackets.is_none();
    let style = if is_ground { scene.paint.on_ground(role) } else { scene.style(at, role) };
    let place = layout.tile(cell);
    fill(buffer, place, style);
    draw_figure(scene, layout, at, place, style, buffer);
    if tile != BLANK && numerals::fit(2, place) {
        numerals::draw(&tile.to_string(), place, style, buffer);
        let signs = [brackets.map(|(open, _)| open).or(home), brackets.map(|(_, close)| close), scene.sign(at)];
        let right = place.right() - 1;
        for (x, sign) in [place.x, right, right - 1].into_iter().zip(signs) {
            if let Some(sign) = sign {
                put(buffer, x, place.y, sign, style);
            }
        }
        return;
    }
    // Around the number in its two columns a bracket on each side, and a sign.
    let (x, y) = (place.x + (place.width - USUAL.wide) / 2, place.y + place.height / 2);
    buffer.set_stringn(x + 1, y, format!("{:>2}", name_of(tile, scene.paint.unicode)), 2, style);
    if let Some((open, close)) = brackets {
        put(buffer, x, y, open, style);
        put(buffer, x + 3, y, close, style);
    } else if let Some(sign) = home {
        put(buffer, x, y, sign, style);
    }
    if let Some(sign) = scene.sign(at) {
        let in_gap = brackets.is_some() && x + USUAL.wide == place.right();
        let style = if in_gap { scene.paint.on_ground(Role::Label) } else { style };
        put(buffer, x + 3 + u16::from(brackets.is_some()), y, sign, style);
    }
}

/// A number and the letter of a part beside the signs of a tile with large digits, in the lower corners of a smaller one,
/// in the gap below it where there is one.
fn draw_figure(scene: &Scene<'_>, layout: &Layout, at: Cell, place: Rect, style: Style, buffer: &mut Buffer) {
    let figure = scene.figure(at).map_or_else(String::new, |figure| format!("{figure:>2}"));
    let part = scene.part(at).map_or_else(String::new, String::from);
    if numerals::fit(2, place) {
        // Brackets have the corners, and a sign the place beside the right one.
        buffer.set_stringn(place.x + 1, place.y, part, 1, style);
        buffer.set_stringn(place.right() - 5, place.y, figure, 2, style);
    } else if place.height > 1 {
        buffer.set_stringn(place.x + 1, place.bottom() - 1, part, 1, style);
        buffer.set_stringn(place.right() - 3, place.bottom() - 1, figure, 2, style);
    } else if layout.scale.down > 0 {
        let style = scene.paint.on_ground(Role::Label);
        buffer.set_stringn(place.x, place.bottom(), part, 1, style);
        buffer.set_stringn(place.x + 1, place.bottom(), figure, 2, style);
    }
}

/// The goal where the layout has room for it.
fn draw_goal(layout: &Layout, rules: &Sliding, area: Rect, paint: &Paint, buffer: &mut Buffer) {
    let (size, scale) = (layout.size, layout.scale);
    let style = paint.style(Role::Dim);
    let under = layout.top + scale.height(size);
    let (x, y) = match layout.note {
        Note::Nowhere => return,
        Note::Words => {
            let words = goal_words(rules);
            let x = layout.left.min(area.right().saturating_sub(words.chars().count() as u16)).max(area.x);
            buffer.set_stringn(x, under, words, area.width as usize, style);
            return;
        }
        Note::Below => (layout.left.min(area.right() - SMALL * size.cols as u16), under),
        Note::Beside => {
            let height = scale.height(size).saturating_sub(1 + size.rows as u16);
            (layout.left + scale.width(size) + GAP, layout.top + height / 2)
        }
    };
    buffer.set_string(x, y, "goal", style);
    for (row, tiles) in rules.goal_board().tiles(size).chunks(size.cols).enumerate() {
        for (col, &tile) in tiles.iter().enumerate() {
            let name = format!("{:>3}", name_of(tile, paint.unicode));
            buffer.set_string(x + SMALL * col as u16, y + 1 + row as u16, name, style);
        }
    }
}
