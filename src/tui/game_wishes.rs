//! What a player asks of the game screen beside playing: a hint, a copy, another puzzle.

use std::time::Instant;

use super::game::{GameScreen, Request};
use crate::games::Reply;
use crate::search::{Mark, MarkKind};
use crate::workbench::naming::Named;
use crate::workbench::packs::split_deal;
use crate::workbench::referee::Verdict;
use crate::workbench::words;

impl GameScreen {
    pub(super) fn hint(&mut self, now: Instant) {
        self.watches = false;
        if let Some(reply) = self.hand.hint(self.session.position(), self.hints) {
            self.hints += 1;
            self.take_reply_keeping_hints(reply, now);
            return;
        }
        let next = match self.referee.verdict(&self.session) {
            Some(Verdict::Winnable { solution, .. }) => solution.first().cloned(),
            _ => None,
        };
        let next = self.session.next_of_solution().map(str::to_owned).or(next);
        self.message = match (next, self.referee.verdict(&self.session)) {
            _ if self.session.is_solved() => "It is solved.".into(),
            (Some(mv), _) => {
                let markers = self.session.position().markers(&mv);
                self.hint_marks = markers.iter().map(|m| Mark::new(m.cell, MarkKind::Hint)).collect();
                match self.session.position().words(&mv) {
                    Some(words) => format!("Hint: {mv}, {words}"),
                    None => format!("Hint: {mv}"),
                }
            }
            (None, Some(Verdict::Lost { .. })) => "This position is lost: u takes moves back.".into(),
            (None, Some(Verdict::Unknown)) => {
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
                self.message = "No solution yet: s solves from here.".into();
                None
            }
        }
    }

    pub(super) fn open_random(&mut self) -> Option<Request> {
        let number = self.named.game.random_number(rand::random());
        let params = self.named.name.split_once(':').map_or("", |(_, deal)| split_deal(deal).0);
        let deal = if params.is_empty() { number } else { format!("{params}:{number}") };
        self.deal(&deal).map(|named| Request::Open(Box::new(named)))
    }

    pub(super) fn deal(&mut self, deal: &str) -> Option<Named> {
        let (params, number) = split_deal(deal);
        match self.named.game.deal(params, number) {
            Ok(position) => {
                let name = format!("{}:{deal}", self.named.game.name());
                Some(Named::new(name, self.named.game, position))
            }
            Err(error) => {
                self.message = error.to_string();
                None
            }
        }
    }
}
