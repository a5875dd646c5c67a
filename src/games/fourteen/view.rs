//! The board on the screen: as the 2007 printout, heads at the bottom, with room for a sign beside each card.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::{COLUMN_CELLS, Fourteen, State};
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct Board;

/// A field has a sign, the rank in two characters, and a second sign where there is room.
const NARROW: u16 = 3;
const FIELD: u16 = 4;
const WIDE: u16 = 6;
/// The rows that are not cards: the underscores above, the column numbers below.
const EXTRA_ROWS: u16 = 2;

/// Where things are in an area; `draw` and `hit` agree because both ask here.
struct Layout<'a> {
    rules: &'a Fourteen,
    state: &'a State,
    area: Rect,
    field: u16,
    /// Rows of cards that are shown, the heads' row included.
    rows: u16,
}

impl<'a> Layout<'a> {
    fn new(position: &'a dyn Position, area: Rect) -> Option<Self> {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        let field = (area.width / (rules.width() as u16).max(1)).min(WIDE);
        let rows = (rules.tallest(state) as u16).max(5).min(area.height.saturating_sub(EXTRA_ROWS));
        (field >= NARROW && rows > 0).then_some(Layout { rules, state, area, field, rows })
    }

    fn x(&self, column: usize) -> u16 {
        self.area.x + column as u16 * self.field
    }

    /// The line of the card that lies `depth` cards above the head.
    fn y(&self, depth: u16) -> u16 {
        self.area.y + self.rows - depth
    }

    fn text(&self, buffer: &mut Buffer, x: u16, y: u16, text: &str, style: ratatui::style::Style) {
        let room = (self.area.right().saturating_sub(x)) as usize;
        buffer.set_stringn(x, y, text, room, style);
    }

    fn card(&self, scene: &Scene<'_>, buffer: &mut Buffer, column: usize, depth: u16, card: usize) {
        let cell = card as Cell;
        let (x, y) = (self.x(column), self.y(depth));
        let behind = self.rules.height(self.state, column) as u16 - depth;
        if depth + 1 == self.rows && behind > 1 {
            let more = format!(" +{behind}");
            return self.text(buffer, x, y, &more, scene.paint.style(Role::Dim));
        }
        let style = scene.style(cell, Role::Piece);
        let (left, right) = self.signs(scene, cell);
        self.text(buffer, x, y, &format!("{left}{:>2}{right}", self.rules.rank(card)), style);
    }

    /// The signs on both sides of a card, so that a mark is seen without any colour too.
    fn signs(&self, scene: &Scene<'_>, cell: Cell) -> (&'static str, &'static str) {
        const STATUS: [(MarkKind, &str); 6] = [
            (MarkKind::Dead, "#"),
            (MarkKind::Hint, "!"),
            (MarkKind::Choice, "o"),
            (MarkKind::Settled, "*"),
            (MarkKind::Winning, "+"),
            (MarkKind::Losing, "-"),
        ];
        let status = STATUS.into_iter().find(|&(kind, _)| scene.has(cell, kind)).map(|(_, sign)| sign);
        let brackets = if scene.has(cell, MarkKind::Picked) {
            Some(("(", ")"))
        } else {
            scene.has(cell, MarkKind::Cursor).then_some(("[", "]"))
        };
        match (brackets, status) {
            (Some((open, close)), status) if self.field > NARROW => (open, status.unwrap_or(close)),
            (Some((open, _)), _) => (open, ""),
            (None, Some(sign)) if self.field > NARROW => (" ", sign),
            (None, Some(sign)) => (sign, ""),
            (None, None) if scene.has(cell, MarkKind::Legal) && self.field > NARROW => (" ", "."),
            (None, None) => (" ", ""),
        }
    }

    fn column(&self, scene: &Scene<'_>, buffer: &mut Buffer, column: usize) {
        let cards = self.rules.left(self.state, column);
        let taken = cards.clone().any(|card| scene.has(card as Cell, MarkKind::Next));
        if taken {
            self.text(buffer, self.x(column) + 2, self.area.y, "_", scene.paint.style(Role::Next));
        }
        let empty = self.rules.column_cell(self.state, column);
        if cards.is_empty() && scene.has(empty, MarkKind::Cursor) {
            self.text(buffer, self.x(column), self.y(0), "[  ]", scene.paint.style(Role::Cursor));
        }
        for (depth, card) in cards.take(self.rows as usize).enumerate() {
            self.card(scene, buffer, column, depth as u16, card);
        }
        let label = format!(" {:>2}", column + 1);
        self.text(buffer, self.x(column), self.y(0) + 1, &label, scene.paint.style(Role::Dim));
    }
}

impl View for Board {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        (rules.width() as u16 * FIELD, (rules.tallest(state) as u16).max(5) + EXTRA_ROWS)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(layout) = Layout::new(scene.position, area) else {
            let need = (Placed::<Fourteen>::of(scene.position).rules.width() as u16 * NARROW, 1 + EXTRA_ROWS);
            return too_small("the board", need, area, scene.paint, buffer);
        };
        for column in 0..layout.rules.width() {
            layout.column(scene, buffer, column);
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let layout = Layout::new(scene.position, area)?;
        let (x, y) = (x.checked_sub(area.x)?, y.checked_sub(area.y)?);
        let column = (x / layout.field) as usize;
        if column >= layout.rules.width() || x >= area.width || y > layout.rows + 1 {
            return None;
        }
        // The number below a column and the space above it stand for its head.
        let depth = layout.rows.saturating_sub(y) as usize;
        let card = layout.rules.left(layout.state, column).nth(depth);
        Some(card.map_or(COLUMN_CELLS + column as Cell, |card| card as Cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fourteen::{GAME, deal};
    use crate::games::{Game, Options};
    use crate::search::Mark;

    fn drawn(position: &dyn Position, marks: &[Mark], width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let paint = Paint::plain();
        Board.draw(&Scene { position, marks, cursor: None, paint: &paint }, area, &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
        (0..height).map(row).collect()
    }

    #[test]
    fn marks_are_seen_without_colour() {
        let position = GAME.read("6 10 5|4 8|9|1|-|13", &Options::new()).unwrap();
        let marks = [
            Mark::new(0, MarkKind::Cursor),
            Mark::new(1, MarkKind::Dead),
            Mark::new(5, MarkKind::Picked),
            Mark::new(6, MarkKind::Next),
            Mark::new(6, MarkKind::Winning),
            Mark::new(7, MarkKind::Legal),
        ];
        let rows = drawn(&*position, &marks, 24, 7);
        assert_eq!(
            rows,
            ["              _", "", "", "  5", " 10#  8", "[ 6]  4 ( 9)  1+     13.", "  1   2   3   4   5   6"]
        );
    }

    #[test]
    fn a_full_deal_fits_the_narrow_screen() {
        let position = Placed::boxed(deal(1), State::default());
        assert_eq!(Board.size(&*position, &Paint::plain()), (48, 7));
        let rows = drawn(&*position, &[], 36, 7);
        assert_eq!(rows[5], "  7  5  5  5  6 10 12  1  6  9  4  3");
    }

    #[test]
    fn a_tall_column_says_how_much_is_hidden() {
        let position = GAME.read("1 2 3 4 5 6 7 8 9|13", &Options::new()).unwrap();
        assert_eq!(drawn(&*position, &[], 8, 5), ["", " +7", "  2", "  1  13", "  1   2"]);
    }

    #[test]
    fn a_click_finds_what_was_drawn_at_every_size() {
        let position = Placed::boxed(deal(3), State::default());
        let paint = Paint::plain();
        for (width, height) in [(1, 1), (35, 9), (36, 3), (48, 7), (52, 14), (80, 30)] {
            let area = Rect::new(2, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, width + 4, height + 2));
            let scene = Scene { position: &*position, marks: &[], cursor: None, paint: &paint };
            Board.draw(&scene, area, &mut buffer);
            for (x, y) in (0..width + 4).flat_map(|x| (0..height + 2).map(move |y| (x, y))) {
                if let Some(cell) = Board.hit(&scene, area, x, y) {
                    assert!(area.contains((x, y).into()), "{cell} at {x},{y} of {area}");
                }
            }
        }
        let scene = Scene { position: &*position, marks: &[], cursor: None, paint: &paint };
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 5), Some(5));
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 6), Some(5));
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 4), Some(6));
    }
}
