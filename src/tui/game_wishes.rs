//! What a player asks of the game screen beside playing: a hint, a copy, another puzzle.

use std::time::Instant;

use super::game::{GameScreen, Request};
use crate::games::{Deal, ParamError, Reply};
use crate::search::{Mark, MarkKind};
use crate::workbench::referee::Outlook;
use crate::workbench::words;

impl GameScreen {
    /// A move in words where the game has them, and in its notation.
    pub(super) fn told(&self, mv: &str) -> String {
        self.session.position().words(mv).map_or_else(|| mv.to_string(), |words| format!("{words} ({mv})"))
    }

    pub(super) fn hint(&mut self, now: Instant) {
        self.watches = false;
        if let Some(reply) = self.hand.hint(self.session.position(), self.hints) {
            self.hints += 1;
            self.take_reply_keeping_hints(reply, now);
            return;
        }
        self.message = match (self.best_move(), self.referee.verdict(&self.session)) {
            _ if self.session.is_solved() => "It is solved.".into(),
            (Some(mv), _) => {
                let markers = self.session.position().markers(&mv);
                self.hint_marks = markers.iter().map(|m| Mark::new(m.cell, MarkKind::Hint)).collect();
                format!("Hint: {}", self.told(&mv))
            }
            // The reason, where there is one, stands under the board.
            _ if self.is_unsolvable() => self.no_solution_words(),
            _ if self.is_refuted() => "This position is lost: u takes moves back.".into(),
            (None, Some(Outlook::Unknown)) => {
                "Not known: the check gave up at its limit. s searches without one.".into()
            }
            (None, _) => "Still looking; ask again in a moment.".into(),
        };
    }

    fn take_reply_keeping_hints(&mut self, reply: Reply, now: Instant) {
        let hints = self.hints;
        self.take_reply(reply, now);
        self.hints = hints;
    }

    pub(super) fn copy_solution(&mut self) -> Option<Request> {
        match self.session.solution() {
            Some(moves) => {
                let text = moves.join(" ");
                self.message = format!("Copied {}.", words::count(moves.len() as u64, "move", "moves"));
                Some(Request::Copy(text))
            }
            None => {
                self.message = self.no_solution_words();
                None
            }
        }
    }

    /// A random puzzle like this one: of the kind that its name asks for, else of what the position can tell.
    pub(super) fn random_deal(&self) -> Result<Deal, ParamError> {
        let random = rand::random();
        let named = self.named.name.parse::<Deal>().ok().filter(|deal| !deal.params().is_empty());
        let like_it = || {
            let params = self.session.position().params().unwrap_or_default();
            Deal::random(self.named.game, &params, random)
        };
        named.and_then(|deal| deal.another(random)).map_or_else(like_it, Ok)
    }

    /// The next move of the shortest way that is known; the solution at hand goes first among equals.
    fn best_move(&self) -> Option<String> {
        let gap = self.referee.gap(&self.session);
        let at_hand = self.session.solution_step().map(|(done, all)| (all - done) as u64);
        let shorter = gap.length().is_some_and(|length| at_hand.is_none_or(|left| length < left));
        let found = gap.way.and_then(|way| way.into_iter().next());
        let next = self.session.next_of_solution().map(str::to_owned);
        if shorter { found.or(next) } else { next.or(found) }
    }
}
