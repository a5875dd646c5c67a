//! The player's time, and a win.

use std::time::{Duration, Instant};

pub(super) const SECOND: Duration = Duration::from_secs(1);

/// What a game took that has come to its end; the player's own where it stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub moves: u64,
    /// Since the first move, as long as the puzzle was open.
    pub time: Duration,
    /// How often a hint was asked for.
    pub hints: u32,
    /// Whether moves were made while they were marked.
    pub marked: bool,
    /// Whether the game had not come to an end before: of what was undone and made again the best counts, but no game.
    pub is_first: bool,
}

impl Win {
    /// Whether it was told anything on the way.
    pub fn is_helped(&self) -> bool {
        self.hints > 0 || self.marked
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// The player's time in earlier sittings.
    before: Duration,
    /// Since when it runs in this one: the first move, or the first key of a game that goes on.
    since: Option<Instant>,
    ended: Option<Instant>,
    /// The player has solved it since the last start: the clock stands, whatever is done to the board afterwards.
    has_won: bool,
}

impl Clock {
    /// For a game that goes on where it was left, with the time that it took so far; one that was won before takes no
    /// more.
    pub fn opened(before: Duration, has_won: bool) -> Self {
        Clock { before, has_won, ..Clock::default() }
    }

    /// The player is back at a game that goes on: its clock does not wait for a move.
    pub fn touch(&mut self, now: Instant) {
        if !self.before.is_zero() {
            self.begin(now);
        }
    }

    /// A move was made.
    pub fn begin(&mut self, now: Instant) {
        if !self.has_won {
            self.since.get_or_insert(now);
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

    /// It waits until the player is back.
    pub fn wait(&mut self, now: Instant) {
        self.before = self.elapsed(now).unwrap_or_default();
        (self.since, self.ended) = (None, None);
    }

    pub fn has_won(&self) -> bool {
        self.has_won
    }

    pub fn stand(&mut self) {
        self.has_won = true;
    }

    /// None before the first move.
    pub fn elapsed(&self, now: Instant) -> Option<Duration> {
        let Some(since) = self.since else { return (!self.before.is_zero()).then_some(self.before) };
        Some(self.before + self.ended.unwrap_or(now).saturating_duration_since(since))
    }

    /// When the next second is full, while it runs.
    pub fn next_second(&self, now: Instant) -> Option<Instant> {
        let elapsed = self.elapsed(now).filter(|_| self.since.is_some() && self.ended.is_none())?;
        let past = Duration::from_nanos(u64::from(elapsed.subsec_nanos()));
        Some(now + SECOND.saturating_sub(past))
    }
}
