//! What a player asks of the game screen beside playing: a hint, a copy, another puzzle.

use std::time::Instant;

use super::game::{GameScreen, Request};
use crate::games::Reply;
use crate::search::{Mark, MarkKind};
use crate::workbench::packs::split_deal;
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

    /// A random puzzle like this one, as `PARAMS:NUMBER`: what its name asks for, else what the position can tell.
    pub(super) fn random_deal(&self) -> String {
        let number = self.named.game.random_number(rand::random());
        let deal = self.named.name.strip_prefix(self.named.game.name()).and_then(|name| name.strip_prefix(':'));
        let named = deal.map_or("", |deal| split_deal(deal).0);
        let params = if named.is_empty() { self.session.position().params() } else { Some(named.to_owned()) };
        params.map_or(number.clone(), |params| format!("{params}:{number}"))
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
