//! Whether the player wants to be told how the position stands: always, on request, or not at all.

use std::time::Instant;

use super::Middle;
use crate::games::VerdictWish;
use crate::workbench::referee::Outlook;

impl Middle {
    pub fn verdict_wish(&self) -> VerdictWish {
        self.wish
    }

    pub fn set_verdict_wish(&mut self, wish: VerdictWish) {
        self.wish = wish;
    }

    /// Whether the player is told how the present position stands.
    pub fn tells_verdict(&self) -> bool {
        let here = self.session.point(self.session.made());
        match self.wish {
            _ if self.sets_game_aside() => false,
            // Who sets a puzzle wants to know.
            _ if self.is_setting_up() => true,
            VerdictWish::Always => true,
            VerdictWish::OnRequest => self.asked_at == Some(here),
            VerdictWish::Off => false,
        }
    }

    /// Tells the verdict where it is told on request and is not told yet; else changes when it is told.
    pub fn ask_verdict(&mut self) {
        let here = self.session.point(self.session.made());
        if self.wish == VerdictWish::OnRequest && self.asked_at != Some(here) {
            self.asked_at = Some(here);
            let (verdict, _) = self.verdict_words();
            self.message = format!("The verdict: {verdict}. ! again: no verdicts.");
            return;
        }
        self.wish = self.wish.next();
        self.message = match self.wish {
            VerdictWish::Always => "Verdict: always shown.",
            VerdictWish::OnRequest => "Verdict: on request. ! tells it for the position at hand.",
            VerdictWish::Off if self.marks_tell() => "Verdict: off. Only what you ask for tells: H, W, m.",
            VerdictWish::Off => "Verdict: off. Only what you ask for tells: w, H, W.",
        }
        .into();
    }

    /// Back to the last position that could be won; the moves since can be redone.
    pub fn back_to_winnable(&mut self, now: Instant) {
        let first = self.session.first_of_puzzle();
        self.message = match self.referee.lost_since(&self.session) {
            _ if self.session.is_solved() => "It is solved.".into(),
            _ if self.referee.outlook(&self.session).is_some_and(Outlook::is_winnable) => {
                "This position can be won.".into()
            }
            _ if !self.is_refuted() => "This position is not known to be lost.".into(),
            None => "Still looking for the move that lost it; ask again in a moment.".into(),
            Some(since) if since == first => "There is no way back: it never could be won.".into(),
            Some(since) => {
                let lost_by = self.deed_words(since).unwrap_or_default();
                let was_winnable = self.referee.was_winnable(&self.session, since - 1);
                let last = if was_winnable { "that can be won" } else { "not known to be lost" };
                self.hand_mut().let_go();
                self.session.go_back_to(since - 1);
                self.changed(now);
                format!("Back before {lost_by}, to the last position {last}; r redoes.")
            }
        };
    }
}
