//! The end of a game: what it was worth, how it is seen again, and how it comes about where nothing is left to decide.

use std::time::{Duration, Instant};

use super::{Middle, Win};
use crate::workbench::gap::Gap;
use crate::workbench::progress::Record;
use crate::workbench::words;

/// `3:07`, or `1:02:33`.
pub fn clock_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// What the length of a solution is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Proven: none is shorter.
    Shortest(u64),
    BestKnown(u64),
}

impl Middle {
    /// Makes the moves that are left where there is nothing to decide any more.
    pub fn finish(&mut self, now: Instant) -> Option<Win> {
        if self.is_solved() {
            self.message = "It is solved.".into();
            return None;
        }
        if !self.must_be_ready() {
            return None;
        }
        match self.session.position().finish() {
            Some(moves) => self.make(&moves, now),
            None => {
                self.message = "There is still something to decide.".into();
                None
            }
        }
    }

    /// Whether there are several such moves.
    pub fn can_finish(&self) -> bool {
        self.is_ready() && self.session.position().finish().is_some_and(|moves| moves.len() > 1)
    }

    /// Plays the finished game again from its start.
    pub fn replay(&mut self, now: Instant) {
        let first = self.session.first_of_puzzle();
        if self.session.go_back_to(first) {
            self.hand_mut().let_go();
            self.changed(now);
            self.playing.replay(now);
            self.tell_replay();
        }
    }

    /// A solved board, in a line or two: what it took, what others took, what comes next.
    pub(super) fn tell_solved(&mut self, now: Instant) {
        let moves = self.session.moves_made().len() as u64;
        let length = words::count(moves, "move", "moves");
        let mut took = format!("Time {}", clock_words(self.clock.elapsed(now).unwrap_or_default()));
        if self.hints > 0 {
            took = format!("{took}, {}", words::count(self.hints.into(), "hint", "hints"));
        }
        if self.was_marked() {
            took.push_str(", moves marked");
        }
        let counts = if self.was_told() && !self.is_edited() { ": it counts as with help" } else { "" };
        let beside = self.beside_words(moves);
        let by_solver = self.session.moves_by_solver() as u64;
        self.message = match (by_solver > 0, self.counts_moves()) {
            _ if self.is_partly_own() => {
                format!(
                    "Solved, {} of {length} the solver's: it counts as with help. {took}.",
                    words::grouped(by_solver)
                )
            }
            (true, true) => format!("Solved along the solver's {length}: it counts as with help. {took}."),
            (true, false) => format!("Solved along the solver's line: it counts as with help. {took}."),
            (false, true) => format!("Solved in {length}{beside}. {took}{counts}."),
            (false, false) => format!("Solved. {took}{counts}."),
        };
    }

    /// Whether some of the moves are the player's and some the solver's.
    pub fn is_partly_own(&self) -> bool {
        let by_solver = self.session.moves_by_solver();
        by_solver > 0 && by_solver < self.session.moves_made().len()
    }

    /// Whether moves of the game on the board were made while they were marked.
    pub fn was_marked(&self) -> bool {
        self.marks.used && !self.is_edited()
    }

    /// Whether hints or marks had a part in the game.
    pub fn was_told(&self) -> bool {
        self.hints > 0 || self.was_marked()
    }

    /// Whether fewer moves are better: not where every solution has as many, and more were only written over.
    pub fn counts_moves(&self) -> bool {
        !self.named.game.has_one_length()
    }

    /// A game that has ended along the solver's moves, once a game; its clock stands from then on.
    pub fn take_helped_end(&mut self, now: Instant) -> Option<Win> {
        if self.told.has_ended || !self.is_solved() || !self.session.is_helped() || self.is_edited() {
            return None;
        }
        self.told.has_ended = true;
        self.clock.stand();
        Some(self.ending(true, now))
    }

    /// What the game took.
    pub(super) fn ending(&self, is_first: bool, now: Instant) -> Win {
        let moves = self.session.moves_made().len() as u64;
        let time = self.clock.elapsed(now).unwrap_or_default();
        Win { moves, time, hints: self.hints, marked: self.was_marked(), is_first }
    }

    /// What the moves are held against: the shortest solution, or the best that is known.
    pub fn yardstick(&self) -> Option<Yardstick> {
        let optimum = self.referee.gap_of_puzzle(&self.session).and_then(Gap::optimum);
        let known = || self.named.best.filter(|_| !self.is_edited()).map(Yardstick::BestKnown);
        optimum.map(Yardstick::Shortest).or_else(known)
    }

    /// The moves against the shortest or the best known, where there is something to compare.
    fn beside_words(&self, moves: u64) -> String {
        match self.yardstick() {
            Some(Yardstick::Shortest(optimum)) if optimum < moves => format!("; a shortest solution has {optimum}"),
            Some(Yardstick::Shortest(_)) => ", and none is shorter".into(),
            Some(Yardstick::BestKnown(best)) if best < moves => format!("; the best known solution has {best}"),
            Some(Yardstick::BestKnown(best)) if best > moves => format!(", fewer than the {best} that were known"),
            Some(Yardstick::BestKnown(_)) => ", as few as the best known solution".into(),
            None => String::new(),
        }
    }
}

/// The player's own best time before this win, where the number of moves says nothing.
pub fn own_best_time_words(before: Option<&Record>, win: Win) -> String {
    let Some(record) = before.filter(|record| record.solved.is_some()) else {
        return "Your first solution of it.".into();
    };
    let Some(time) = record.time.map(Duration::from_millis) else { return String::new() };
    let word = if win.time < time { "Your fastest; your best was" } else { "Your best:" };
    format!("{word} {}.", clock_words(time))
}

/// The player's own best before this win, in words; none at the first one.
pub fn own_best_words(before: Option<&Record>, win: Win) -> String {
    let Some((moves, time)) = before.and_then(|record| Some((record.solved?, record.time))) else {
        return "Your first solution of it.".into();
    };
    let old = match time {
        Some(time) => {
            format!("{} and {}", words::count(moves, "move", "moves"), clock_words(Duration::from_millis(time)))
        }
        None => words::count(moves, "move", "moves"),
    };
    let is_faster = time.is_some_and(|time| u128::from(time) > win.time.as_millis());
    match (win.moves < moves, is_faster) {
        (true, true) => format!("Your best in moves and time; it was {old}."),
        (true, false) => format!("Your shortest; your best was {old}."),
        (false, true) => format!("Your fastest; your best was {old}."),
        (false, false) => format!("Your best: {old}."),
    }
}
