//! The time of the player's search: back and on, and how fast it goes.

use super::Middle;
use crate::workbench::words;
use crate::workbench::worker::{Breakpoint, Phase};

/// Expansions a second, from slow to fast; what follows the last is full speed.
const TEMPOS: [f64; 12] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 1000.0, 10_000.0, 100_000.0];

/// How fast a search goes that is watched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tempo {
    /// Which of [`TEMPOS`].
    index: usize,
}

impl Default for Tempo {
    fn default() -> Self {
        Tempo { index: TEMPOS.len() }
    }
}

impl Tempo {
    fn rate(self) -> Option<f64> {
        TEMPOS.get(self.index).copied()
    }
}

impl Middle {
    pub fn slower_search(&mut self) {
        self.set_tempo(self.tempo.index.saturating_sub(1));
    }

    pub fn faster_search(&mut self) {
        self.set_tempo(self.tempo.index + 1);
    }

    fn set_tempo(&mut self, index: usize) {
        self.tempo.index = index.min(TEMPOS.len());
        self.desk.set_tempo(self.tempo.rate());
        let pace = match self.tempo.rate() {
            Some(rate) if rate < 1.0 => format!("1 expansion in {} seconds", 1.0 / rate),
            Some(rate) => format!("{} a second", words::count(rate as u64, "expansion", "expansions")),
            None => "full speed".into(),
        };
        self.message = match (self.desk.is_running(), self.desk.is_alive()) {
            (true, _) => format!("The search goes on at {pace}."),
            (false, true) => format!("Space lets the search go on at {pace}."),
            (false, false) => format!("The search has ended; the next one goes at {pace}."),
        };
    }

    /// `4 a second`, `full speed`.
    pub fn tempo_words(&self) -> String {
        match self.tempo.rate() {
            Some(rate) if rate < 1.0 => format!("1 in {} seconds", 1.0 / rate),
            Some(rate) => format!("{} a second", words::grouped(rate as u64)),
            None => "full speed".into(),
        }
    }

    /// Whether there is a run with a past to walk through; says why where there is none.
    fn has_past(&mut self) -> bool {
        let phase = self.desk.snapshot().map(|snapshot| snapshot.phase);
        let has = matches!(phase, Some(Phase::Running | Phase::Paused | Phase::Done(_) | Phase::Cancelled));
        if !has {
            self.message = self.no_search_words("go back in");
        }
        has
    }

    /// Where there is no search for what one wants to do with it.
    pub fn no_search_words(&self, what: &str) -> String {
        let [solve, step] = ['s', '.'].map(|key| self.press(key));
        format!("There is no search to {what}: {solve} solves from here, {step} makes one step.")
    }

    /// One expansion back.
    pub fn back_one(&mut self) {
        if !self.has_past() {
            return;
        }
        if self.desk.snapshot().is_some_and(|snapshot| snapshot.finding.counters.expanded == 0) {
            self.message = "This is the start of the search.".into();
        } else {
            self.message.clear();
            self.desk.back_one();
        }
    }

    /// One expansion on: again, or for the first time.
    pub fn on_one(&mut self) {
        let Some(snapshot) = self.desk.snapshot() else { return };
        if snapshot.is_alive() {
            self.message.clear();
            self.desk.step(1);
        } else if snapshot.phase == Phase::Cancelled {
            self.message = "The search was stopped here: [ goes back in it, s begins anew.".into();
        } else {
            self.message = "This is the end of the search.".into();
        }
    }

    /// To the moment at which so many expansions had been made, or as far as the search has come.
    pub fn seek(&mut self, expanded: u64) {
        if self.has_past() {
            let furthest = self.desk.snapshot().map_or(0, |snapshot| snapshot.furthest);
            self.message.clear();
            self.desk.seek(expanded.min(furthest));
        }
    }

    pub fn back_to(&mut self, breakpoint: Breakpoint) {
        if self.has_past() {
            self.message.clear();
            self.desk.back_to(breakpoint);
        }
    }

    /// Runs until the search comes to the player's own board.
    pub fn run_to_board(&mut self) {
        if !self.desk.is_alive() {
            self.message =
                "There is no search under way to meet your board: . begins one here, then make moves on your \
                            own board (v) and run to it."
                    .into();
            return;
        }
        let is_root = self.desk.root().is_some_and(|root| root.same_as(self.session.position()));
        if is_root && self.desk.snapshot().is_some_and(|snapshot| snapshot.shows_moves) {
            self.message =
                "Your board is where this search began: make moves on your own board (v), then run to it.".into();
            return;
        }
        self.desk.run_to_board(self.session.position().boxed_clone());
    }

    /// Whether a search may ever come to this: the one under way, or else the one that would begin here.
    pub fn can_meet(&self, breakpoint: Breakpoint) -> bool {
        let of_run = self.desk.snapshot().filter(|snapshot| snapshot.is_alive());
        let (raises_bound, shows_moves) = match of_run {
            Some(snapshot) => (snapshot.raises_bound, snapshot.shows_moves),
            None => match self.session.position().engine(&self.desk.plan) {
                Ok(engine) => (engine.raises_bound(), engine.shows_moves()),
                Err(_) => return true,
            },
        };
        match breakpoint {
            Breakpoint::Bound => raises_bound,
            Breakpoint::Board => shows_moves,
            _ => true,
        }
    }

    /// Names of what the search may cut by.
    pub fn cut_names(&self) -> Vec<&'static str> {
        let snapshot = self.desk.snapshot();
        snapshot.map_or_else(Vec::new, |s| s.finding.counters.cuts.iter().map(|&(name, _)| name).collect())
    }
}
