//! The player's time, and a win.

use std::time::{Duration, Instant};

pub(super) const SECOND: Duration = Duration::from_secs(1);

/// The player has solved the puzzle without the solver's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub moves: u64,
    /// Since the first move; `None` where the game was left meanwhile.
    pub time: Option<Duration>,
    /// How often a hint was asked for.
    pub hints: u32,
}

/// When the player made the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Begin {
    #[default]
    Unset,
    At(Instant),
    /// Before the game was left and opened again: what time it took by then is not kept.
    Unknown,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    begin: Begin,
    ended: Option<Instant>,
    /// The player has solved it since the last start: the clock stands, whatever is done to the board afterwards.
    has_won: bool,
}

impl Clock {
    /// For a game that goes on where it was left, or for a new one.
    pub fn opened(goes_on: bool) -> Self {
        Clock { begin: if goes_on { Begin::Unknown } else { Begin::Unset }, ..Clock::default() }
    }

    /// A move was made.
    pub fn begin(&mut self, now: Instant) {
        if self.begin == Begin::Unset {
            self.begin = Begin::At(now);
        }
    }

    /// After a change: it stands while the puzzle is solved.
    pub fn note(&mut self, is_solved: bool, now: Instant) {
        match (is_solved, self.ended) {
            (true, None) => self.ended = Some(now),
            (false, Some(_)) if !self.has_won => self.ended = None,
            _ => {}
        }
    }

    pub fn stand(&mut self) {
        self.has_won = true;
    }

    pub fn elapsed(&self, now: Instant) -> Option<Duration> {
        let Begin::At(start) = self.begin else { return None };
        Some(self.ended.unwrap_or(now).saturating_duration_since(start))
    }

    /// When the next second is full, while it runs.
    pub fn next_second(&self, now: Instant) -> Option<Instant> {
        let elapsed = self.elapsed(now).filter(|_| self.ended.is_none())?;
        let past = Duration::from_nanos(u64::from(elapsed.subsec_nanos()));
        Some(now + SECOND.saturating_sub(past))
    }
}
