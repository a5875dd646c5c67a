//! Hints: where to look, why, what; and how much of that the player wants.

use std::time::Instant;

use super::{Middle, Win};
use crate::games::{HintLevel, HintWish, Reply};
use crate::search::{Cell, Mark, MarkKind};
use crate::workbench::referee::Outlook;
use crate::workbench::session::PointId;
use crate::workbench::words;

/// What hints were given in the present position.
#[derive(Clone, Debug, Default)]
pub(super) struct Hinted {
    at: Option<(PointId, HintLevel)>,
    /// How often the player has asked, answered or not.
    asked: u32,
    /// The way that it tells of: a better one that is found meanwhile would speak of something else.
    way: Vec<String>,
}

impl Middle {
    pub fn hint_wish(&self) -> HintWish {
        self.hint_wish
    }

    /// How often a hint was asked for, or more of one.
    pub fn times_asked(&self) -> u32 {
        self.hinted.asked
    }

    pub fn set_hint_wish(&mut self, wish: HintWish) {
        self.hint_wish = wish;
    }

    /// Changes how much hints tell.
    pub fn turn_hints(&mut self) {
        self.hint_wish = self.hint_wish.next();
        self.hinted.at = None;
        self.message = match self.hint_wish {
            HintWish::Levels => "Hints: in three levels. H says where to look, again why, again what.",
            HintWish::AtOnce => "Hints: all at once.",
            HintWish::Off => "Hints: off.",
        }
        .into();
    }

    /// A hint of the game's own, or from the best way that is known.
    pub fn hint(&mut self, now: Instant) -> Option<Win> {
        if self.hint_wish == HintWish::Off {
            self.message = "Hints are off for this game; J turns them on.".into();
            return None;
        }
        if self.session.is_solved() {
            self.message = "It is solved.".into();
            return None;
        }
        if !self.must_be_ready() {
            return None;
        }
        let here = self.session.point(self.session.made());
        // One that is asked for more of is still the same hint.
        let is_another = self.hinted.at.is_none_or(|(at, _)| at != here);
        let level = match self.hinted.at {
            _ if self.hint_wish == HintWish::AtOnce => HintLevel::What,
            Some((at, level)) if at == here => level.next(),
            _ => HintLevel::Where,
        };
        if is_another {
            self.hinted.way.clear();
        }
        self.hinted.at = Some((here, level));
        self.hinted.asked += 1;
        let reply = self.hand.hint(self.session.position(), level);
        match reply.unwrap_or_else(|| self.hint_words(level).map(Reply::Say)) {
            Ok(reply) => {
                // A hint that wins counts for the game that it wins.
                self.hints += u32::from(is_another);
                let looked_at = self.looks_at;
                let win = self.take_reply(reply, now);
                self.looks_at = self.hinted_cell().or(looked_at);
                win
            }
            Err(why) => {
                // Nothing was told, so it is none that counts, and the next one begins again.
                self.hinted = Hinted { asked: self.hinted.asked - 1, ..Hinted::default() };
                self.message = match self.way_back_words() {
                    Some(back) => format!("{}. {back}", words::sentence(why.trim_end_matches('.'))),
                    None => why,
                };
                None
            }
        }
    }

    /// Where the position is lost and a key leads back.
    fn way_back_words(&self) -> Option<&'static str> {
        let since = self.referee.lost_since(&self.session).filter(|_| self.is_refuted())?;
        (since != self.session.first_of_puzzle()).then_some("W goes back to the last position that can be won.")
    }

    /// What the hand's own hint points to.
    fn hinted_cell(&self) -> Option<Cell> {
        let marks = self.hand.marks(self.session.position());
        marks.iter().find(|mark| mark.kind == MarkKind::Hint).map(|mark| mark.cell)
    }

    /// The cell that is to be seen in any case: what a hint points to, until the next key on the board; then the cursor.
    pub fn focus(&self) -> Option<Cell> {
        self.looks_at.or_else(|| self.hand().cursor(self.session.position()))
    }

    /// What helps, or why nothing does.
    fn hint_words(&mut self, level: HintLevel) -> Result<String, String> {
        let tells_on = level != HintLevel::Where && !self.hinted.way.is_empty();
        let way = if tells_on { std::mem::take(&mut self.hinted.way) } else { self.best_way() };
        let why = match (way.first(), self.referee.outlook(&self.session)) {
            (Some(_), _) => {
                let told = self.told_hint(&way, level);
                self.hinted.way = way;
                return Ok(told);
            }
            // The reason, where there is one, stands under the board.
            _ if self.is_unsolvable() => self.no_solution_words(),
            _ if self.is_refuted() => "This position is lost.".into(),
            (None, Some(Outlook::Unknown)) => {
                format!("Not known: the check gave up at its limit. {} searches without one.", self.press('s'))
            }
            (None, _) => "Still looking; ask again in a moment.".into(),
        };
        Err(why)
    }

    /// A level of which the game has nothing to say gives way to the next.
    fn told_hint(&mut self, way: &[String], level: HintLevel) -> String {
        let position = self.session.position();
        let reason = position.reason(way);
        if let (HintLevel::Where, Some(region)) = (level, position.region(way)) {
            self.mark_hint(region.cells);
            let next = if reason.is_some() { "why" } else { "which move" };
            return format!("Look at {}. H again: {next}.", region.words);
        }
        if let (HintLevel::Where | HintLevel::Why, Some(reason)) = (level, &reason) {
            let cells = position.region(way).map(|region| region.cells).unwrap_or_default();
            let told = format!("The move there: {reason}. H again: which move.");
            self.mark_hint(cells);
            self.hinted.at = self.hinted.at.map(|(at, _)| (at, HintLevel::Why));
            return told;
        }
        let cells = position.markers(&way[0]).iter().map(|mark| mark.cell).collect();
        let told = format!("Hint: {}{}", self.told(&way[0]), reason.map_or_else(String::new, |why| format!(": {why}")));
        self.mark_hint(cells);
        told
    }

    fn mark_hint(&mut self, cells: Vec<Cell>) {
        self.looks_at = cells.first().copied();
        self.hint_marks = cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Hint)).collect();
    }

    /// The next move of the shortest way that is known.
    pub fn best_move(&self) -> Option<String> {
        self.best_way().into_iter().next()
    }

    /// The shortest way that is known; the solution at hand goes first among equals.
    fn best_way(&self) -> Vec<String> {
        let gap = self.referee.gap(&self.session);
        let at_hand = self.session.solution_step().map(|(done, all)| (all - done) as u64);
        let shorter = gap.length().is_some_and(|length| at_hand.is_none_or(|left| length < left));
        let found = gap.way.unwrap_or_default();
        let done = self.session.solution_step().map_or(0, |(done, _)| done);
        let rest = self.session.next_of_solution().and_then(|_| self.session.solution()?.get(done..));
        match rest {
            Some(rest) if !shorter || found.is_empty() => rest.to_vec(),
            _ => found,
        }
    }
}
