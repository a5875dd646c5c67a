//! What a player asks of the game screen beside playing: a copy, another puzzle.

use super::game::{GameScreen, Request};
use crate::games::{Deal, ParamError};
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

    /// A random puzzle like this one: of the kind that its name asks for, else of what the position can tell.
    pub(super) fn random_deal(&self) -> Result<Deal, ParamError> {
        let (random, puzzle) = (rand::random(), self.middle.named());
        let named = puzzle.name.parse::<Deal>().ok().filter(|deal| !deal.params().is_empty());
        let like_it = || {
            let params = self.middle.session().position().params().unwrap_or_default();
            Deal::random(puzzle.game, &params, random)
        };
        named.and_then(|deal| deal.another(random)).map_or_else(like_it, Ok)
    }
}
