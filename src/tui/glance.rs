//! Looking over a board that is larger than its pane: that of a search, on which page up and down begin and arrows go on,
//! and any other away from its cursor.

use super::game::{GameScreen, board_input};
use super::game_view::watched_cell;
use super::keymap::Action;
use crate::games::{Hand, Input, Position};
use crate::search::{Cell, Mark, MarkKind};

/// A hand that moves a cursor over the board of one node, and nothing else.
pub struct Glance {
    of: String,
    hand: Box<dyn Hand>,
}

impl Glance {
    /// The place that is looked at, as long as that node is shown.
    pub fn mark(&self, position: &dyn Position) -> Option<Mark> {
        let cell = self.hand.cursor(position).filter(|_| self.of == position.whole_line())?;
        Some(Mark::new(cell, MarkKind::Cursor))
    }
}

/// Rows and columns of a key or a turn of the wheel.
const STRIDE: isize = 4;

/// Whether it leaves the board as it is, so that one goes on looking.
fn keeps_looking(action: Action) -> bool {
    use Action::{Faster, Help, Legend, MoveMarks, Pause, Slower, SolverPane, Xray};
    matches!(action, Faster | Help | Legend | MoveMarks | Pause | Slower | SolverPane | Xray)
}

impl GameScreen {
    /// The cell that the board is shown around where the player does not look elsewhere.
    pub(super) fn in_sight(&self, marks: &[Mark]) -> Option<Cell> {
        if self.shows_search() { watched_cell(marks) } else { self.focus() }
    }

    /// Whether a key looks around on the board; another one brings the cursor back into sight.
    pub(super) fn look(&mut self, action: Action) -> bool {
        let Some(way) = action.looks() else {
            self.looked = self.looked.filter(|_| keeps_looking(action));
            return false;
        };
        let (position, marks) = self.board();
        let (view, at) = (self.middle.named().game.view(), self.looked.or_else(|| self.in_sight(&marks)));
        let by = (way.0 * STRIDE, way.1 * STRIDE);
        match view.further(&*position, self.drawn.board, at, by) {
            None if view.looks_around() => self.middle.say("All of the board is in sight."),
            further => {
                self.looked = further;
                self.middle.say("");
            }
        }
        true
    }

    /// Whether a key looks over the board of the search.
    pub(super) fn glances(&mut self, action: Action) -> bool {
        if !self.shows_search() || self.chosen().is_some() {
            return false;
        }
        let Some((position, marks)) = self.middle.search_board() else { return false };
        let is_page = matches!(action, Action::PageUp | Action::PageDown);
        let is_arrow = matches!(action, Action::Up | Action::Down | Action::Left | Action::Right);
        let goes_on = self.glance.as_ref().is_some_and(|glance| glance.of == position.whole_line());
        if !(is_page || is_arrow && goes_on) {
            return false;
        }
        if !goes_on {
            let mut hand = self.middle.named().game.hand(&self.middle.hand().settings());
            // A click brings the cursor there; what else it would do happens on no board.
            if let Some(cell) = watched_cell(&marks) {
                hand.input(&*position, Input::Click(cell));
                hand.let_go();
            }
            self.glance = Some(Glance { of: position.whole_line(), hand });
            self.middle.say("Looking over this board: arrows and page up, page down; esc ends it.");
        }
        if let (Some(glance), Some(input)) = (&mut self.glance, board_input(action)) {
            glance.hand.input(&*position, input);
        }
        true
    }
}
