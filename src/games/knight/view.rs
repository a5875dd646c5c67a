//! The board on the terminal: the steps of the tour on its squares.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::Knight;
use crate::games::squares::view::{self, Look, Numbers, Squares};
use crate::games::view::{Legend, Paint, Role, Scene, Seen, View};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

/// By the digits of the last step.
const STYLES: [Squares; 4] = [
    Squares { scales: &[(13, 6), (11, 5), (9, 4), (7, 3), (5, 2), (5, 1), (3, 1)], numbers: Numbers::Always },
    Squares { scales: &[(13, 6), (11, 5), (9, 4), (7, 3), (6, 2), (5, 1), (4, 1), (3, 1)], numbers: Numbers::Always },
    Squares { scales: &[(9, 3), (7, 3), (6, 2), (5, 1), (4, 1)], numbers: Numbers::Always },
    Squares { scales: &[(9, 3), (7, 2), (6, 1), (5, 1)], numbers: Numbers::Always },
];

fn style(rules: &Knight) -> Squares {
    STYLES[rules.grid.cells().to_string().len().min(4) - 1]
}

/// Whether more than the dot of a leap stands beside what is on a square.
fn has_sign(scene: &Scene<'_>, cell: Cell) -> bool {
    scene.brackets(cell).is_some() || scene.sign(cell).is_some_and(|sign| sign != '.')
}

pub struct KnightView;

impl View for KnightView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let rules = &Placed::<Knight>::of(position).rules;
        view::least(rules.grid, style(rules))
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let rules = &Placed::<Knight>::of(position).rules;
        view::size_in(rules.grid, style(rules), room)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Placed { rules, state } = Placed::<Knight>::of(scene.position);
        let look = |cell: Cell| {
            let is_here = state.here().is_some_and(|here| Cell::from(here) == cell);
            let role = match state.step_at(cell) {
                1.. if !is_here && rules.is_dark(cell as u16) => Role::Home,
                1.. if !is_here => Role::InLine,
                _ if rules.is_dark(cell as u16) => Role::Empty,
                _ => Role::Blank,
            };
            let text = match (state.step_at(cell), scene.figure(cell)) {
                // The hand's dots show where the knight can go.
                (0, None) => " ".to_owned(),
                // A mark of its own, or the cursor, tells it from a step as well.
                (0, Some(ways)) if has_sign(scene, cell) => ways.to_string(),
                (0, Some(ways)) => format!("+{ways}"),
                (step, _) => step.to_string(),
            };
            let piece = is_here.then_some(Role::OtherPiece);
            let emblem = Some('♞').filter(|_| is_here && scene.paint.unicode);
            Look { is_plain: text == " ", text, role, piece, emblem, is_solid: false }
        };
        view::draw(scene, rules.grid, style(rules), area, buffer, look);
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[MarkKind::Picked, MarkKind::Choice, MarkKind::Settled],
            rare: &[],
            own: &[
                (Seen::Unicode, "♞", "the knight"),
                (Seen::Always, "1 2 3", "the step at which a square was visited; the last is the knight's"),
            ],
        }
    }

    fn looks_around(&self) -> bool {
        true
    }

    fn further(&self, position: &dyn Position, area: Rect, at: Option<Cell>, by: (isize, isize)) -> Option<Cell> {
        let rules = &Placed::<Knight>::of(position).rules;
        view::further(rules.grid, style(rules), area, at.unwrap_or(0), by)
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let rules = &Placed::<Knight>::of(scene.position).rules;
        view::hit(scene, rules.grid, style(rules), area, (x, y))
    }
}
