//! The board on the terminal: two columns a square, a sign and the square itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::Queens;
use super::text::square;
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct QueensView;

impl View for QueensView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let size = u16::from(Placed::<Queens>::of(position).rules.size);
        (2 * size, size)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let need = self.size(scene.position, scene.paint);
        if area.width < need.0 || area.height < need.1 {
            return too_small("the board", need, area, scene.paint, buffer);
        }
        let Placed { rules, state } = Placed::<Queens>::of(scene.position);
        for cell in 0..Cell::from(rules.size) * Cell::from(rules.size) {
            let (row, column) = place(cell, rules.size);
            let (x, y) = (area.x + 2 * u16::from(column), area.y + u16::from(row));
            let sign = [(MarkKind::Next, "_"), (MarkKind::Cursor, ">"), (MarkKind::Dead, "#")];
            let sign = sign.into_iter().find(|&(kind, _)| scene.has(cell, kind)).map_or(" ", |(_, sign)| sign);
            buffer.set_string(x, y, sign, scene.style(cell, Role::Next));
            let square = square(state, row, column);
            let role = if square == 'Q' { Role::Piece } else { Role::Frame };
            buffer.set_string(x + 1, y, square.to_string(), scene.style(cell, role));
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let need = self.size(scene.position, scene.paint);
        let (across, down) = (x.checked_sub(area.x)?, y.checked_sub(area.y)?);
        let shown = area.width >= need.0 && area.height >= need.1;
        (shown && across < need.0 && down < need.1).then(|| Cell::from(down * need.1 + across / 2))
    }
}

/// The row and the column of a cell; cells are numbered row by row.
pub fn place(cell: Cell, size: u8) -> (u8, u8) {
    ((cell / Cell::from(size)) as u8, (cell % Cell::from(size)) as u8)
}

pub fn cell(row: u8, column: u8, size: u8) -> Cell {
    Cell::from(row) * Cell::from(size) + Cell::from(column)
}
