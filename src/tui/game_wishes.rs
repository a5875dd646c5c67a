//! What a player asks of the game screen beside playing: a copy, another puzzle.

use super::game::{GameScreen, Request};
use crate::workbench::packs::split_deal;
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

    /// A random puzzle like this one, as `PARAMS:NUMBER`: what its name asks for, else what the position can tell.
    pub(super) fn random_deal(&self) -> String {
        let number = self.middle.named().game.random_number(rand::random());
        let deal = self
            .middle
            .named()
            .name
            .strip_prefix(self.middle.named().game.name())
            .and_then(|name| name.strip_prefix(':'));
        let named = deal.map_or("", |deal| split_deal(deal).0);
        let params = if named.is_empty() { self.middle.session().position().params() } else { Some(named.to_owned()) };
        params.map_or(number.clone(), |params| format!("{params}:{number}"))
    }
}
