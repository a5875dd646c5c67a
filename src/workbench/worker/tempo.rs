//! How fast a free run goes, where it does not go as fast as it can.

use std::time::{Duration, Instant};

/// A screen shows no more than this many boards a second; a faster tempo makes several expansions at once.
const BEATS: f64 = 30.0;

/// So many expansions at each beat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tempo {
    /// Expansions a second; none is full speed.
    rate: Option<f64>,
    next: Option<Instant>,
    /// What is left of the last beat.
    owed: u64,
}

impl Tempo {
    pub fn set(&mut self, rate: Option<f64>) {
        *self = Tempo { rate, ..Tempo::default() };
    }

    pub fn is_set(&self) -> bool {
        self.rate.is_some()
    }

    /// How long until the next beat.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        let next = self.next.filter(|_| self.rate.is_some() && self.owed == 0)?;
        Some(next.saturating_duration_since(now))
    }

    /// How many expansions are to be made now.
    pub fn due(&mut self, now: Instant) -> u64 {
        let Some(rate) = self.rate else { return 0 };
        if self.owed > 0 || self.next.is_some_and(|next| now < next) {
            return self.owed;
        }
        let beats = rate.min(BEATS);
        self.next = Some(now + Duration::from_secs_f64(1.0 / beats));
        (rate / beats).round() as u64
    }

    /// So many of the last beat are still to be made.
    pub fn owe(&mut self, left: u64) {
        self.owed = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_come_at_their_beats() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut tempo = Tempo::default();
        assert_eq!((tempo.rest(start), tempo.due(start)), (None, 0));
        tempo.set(Some(0.5));
        assert_eq!((tempo.rest(start), tempo.due(start)), (None, 1));
        assert_eq!((tempo.due(at(1999)), tempo.rest(at(500))), (0, Some(Duration::from_millis(1500))));
        assert_eq!(tempo.due(at(2000)), 1);
        tempo.set(Some(3000.0));
        assert_eq!((tempo.due(at(0)), tempo.due(at(20))), (100, 0));
        tempo.owe(40);
        assert_eq!((tempo.rest(at(20)), tempo.due(at(20))), (None, 40));
    }
}
