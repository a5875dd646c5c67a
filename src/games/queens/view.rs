//! The board on the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::Queens;
use super::text::square;
use super::xray;
use crate::games::squares::view::{self, Look, Numbers, Squares};
use crate::games::view::{Legend, Paint, Role, Scene, Seen, View};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

const STYLE: Squares =
    Squares { scales: &[(13, 6), (11, 5), (9, 4), (7, 3), (5, 2), (5, 1), (3, 1)], numbers: Numbers::Always };

/// A square on which no queen can stand, in a row that has none yet.
const ATTACKED: char = 'x';

pub struct QueensView;

impl View for QueensView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        view::least(Placed::<Queens>::of(position).rules.grid(), STYLE)
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        view::size_in(Placed::<Queens>::of(position).rules.grid(), STYLE, room)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Placed { rules, state } = Placed::<Queens>::of(scene.position);
        let grid = rules.grid();
        let queens = xray::queens(**rules, state, scene.marks);
        let look = |cell: Cell| {
            let (row, column) = (grid.row(cell), grid.col(cell));
            // A queen that a search has put there stands below the next row.
            let is_settled = scene.has(cell, MarkKind::Settled);
            let square = if is_settled { 'Q' } else { square(state, row as u16, column as u16) };
            let role = if (row + column) % 2 == 0 { Role::Blank } else { Role::Empty };
            let is_queen = square == 'Q';
            let is_attacked = || xray::attackers(&queens, row as u16, column as u16) > 0;
            let has_queen = || queens.iter().any(|&(taken, _)| usize::from(taken) == row);
            let square = if is_queen || has_queen() || !is_attacked() { square } else { ATTACKED };
            let text = if is_queen && scene.paint.unicode { '♛' } else { square };
            let piece = is_queen.then_some(Role::OtherPiece);
            Look { text: text.to_string(), role, piece, is_plain: !is_queen, emblem: None, is_solid: false }
        };
        view::draw(scene, grid, STYLE, area, buffer, look);
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[MarkKind::Picked, MarkKind::Counted, MarkKind::Besides, MarkKind::Legal],
            rare: &[],
            own: &[
                (Seen::Ascii, "Q", "a queen"),
                (Seen::Unicode, "♛", "a queen"),
                (
                    Seen::Always,
                    ".",
                    "a square that no queen attacks (in the next row a legal move), or in a row that has its queen",
                ),
                (Seen::Always, "x", "attacked by a queen"),
            ],
        }
    }

    fn looks_around(&self) -> bool {
        true
    }

    fn further(&self, position: &dyn Position, area: Rect, at: Option<Cell>, by: (isize, isize)) -> Option<Cell> {
        view::further(Placed::<Queens>::of(position).rules.grid(), STYLE, area, at.unwrap_or(0), by)
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        view::hit(scene, Placed::<Queens>::of(scene.position).rules.grid(), STYLE, area, (x, y))
    }
}
