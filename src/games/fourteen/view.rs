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
        if column >= layout.rules.width() || y > layout.rows + 1 {
            return None;
        }
        // The number below a column and the space above it stand for its head.
        let depth = layout.rows.saturating_sub(y) as usize;
        let card = layout.rules.left(layout.state, column).nth(depth);
        Some(card.map_or(COLUMN_CELLS + column as Cell, |card| card as Cell))
    }
}
