//! What a player asks of the game screen beside playing: a copy, another puzzle.

use super::game::{GameScreen, Request};
use crate::games::Deal;
use crate::workbench::words;

impl GameScreen {
    pub(super) fn copy_solution(&mut self) -> Option<Request> {
        match self.middle.session().solution() {
            Some(moves) => {
                let text = moves.join(" ");
                self.middle.say(format!("Copied {}.", words::count(moves.len() as u64, "move", "moves")));
                Some(Request::Copy(text))
            }
            None => {
                self.middle.say(self.middle.no_solution_words());
                None
            }
        }
    }

    /// The parameters of puzzles like this one: those that its name asks for, else what the position can tell.
    pub(super) fn params_like_this(&self) -> String {
        let named = self.middle.named().name.parse::<Deal>().ok().map(|deal| deal.params().to_owned());
        let named = named.filter(|params| !params.is_empty());
        named.or_else(|| self.middle.session().position().params()).unwrap_or_default()
    }
}
