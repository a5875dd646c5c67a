//! The maze on the terminal: walls as blocks, the walker, the way it came, and what a search knows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::Maze;
use super::text::sign;
use crate::games::squares::view::{self, Look, Numbers, Squares};
use crate::games::view::{Legend, Paint, Role, Scene, Seen, View};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

const STYLE: Squares = Squares { scales: &[(8, 4), (6, 3), (4, 2), (2, 1), (1, 1)], numbers: Numbers::WithRoom };

pub struct MazeView;

impl View for MazeView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        view::least(Placed::<Maze>::of(position).rules.grid, STYLE)
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        view::size_in(Placed::<Maze>::of(position).rules.grid, STYLE, room)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Placed { rules, state } = Placed::<Maze>::of(scene.position);
        let mut walked = vec![false; rules.grid.cells()];
        for &square in state.trail() {
            walked[usize::from(square)] = true;
        }
        let look = |cell: Cell| {
            let (text, role) = match sign(rules, state, cell as u16) {
                _ if Cell::from(state.at) == cell => ("@", Role::Piece),
                '#' if scene.paint.unicode => ("█", Role::Block),
                '#' => ("#", Role::Block),
                'S' => ("S", Role::Given),
                'G' => ("G", Role::RedPiece),
                _ if walked[cell as usize] => (if scene.paint.unicode { "·" } else { "." }, Role::Home),
                _ => (" ", Role::Blank),
            };
            let is_solid = role == Role::Block;
            Look { text: text.into(), role, piece: None, is_plain: text == " ", emblem: None, is_solid }
        };
        let scene = Scene { cursor: scene.cursor.or(Some(state.at.into())), ..*scene };
        view::draw(&scene, rules.grid, STYLE, area, buffer, look);
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[MarkKind::Picked, MarkKind::Counted, MarkKind::Besides],
            rare: &[MarkKind::Cursor, MarkKind::Dead, MarkKind::Losing],
            own: &[
                (Seen::Always, "@", "the walker"),
                (Seen::Always, "S G", "start and goal"),
                (Seen::Ascii, "#", "a wall"),
                (Seen::Unicode, "█", "a wall"),
                (Seen::Ascii, ".", "the way that you came"),
                (Seen::Unicode, "·", "the way that you came"),
            ],
        }
    }

    fn looks_around(&self) -> bool {
        true
    }

    fn further(&self, position: &dyn Position, area: Rect, at: Option<Cell>, by: (isize, isize)) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Maze>::of(position);
        view::further(rules.grid, STYLE, area, at.unwrap_or(state.at.into()), by)
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Maze>::of(scene.position);
        let scene = Scene { cursor: scene.cursor.or(Some(state.at.into())), ..*scene };
        view::hit(&scene, rules.grid, STYLE, area, (x, y))
    }
}
