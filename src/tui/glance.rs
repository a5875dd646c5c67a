//! Looking over the board of a search, where it is larger than its pane: page up and down begin, then arrows go on.

use super::game::{GameScreen, board_input};
use super::game_view::watched_cell;
use super::keymap::Action;
use crate::games::{Hand, Input, Position};
use crate::search::{Mark, MarkKind};

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

impl GameScreen {
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
