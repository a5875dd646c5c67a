//! The clock that engines do not have: how much fuel a slice gets, and when the time is up.

use std::time::{Duration, Instant};

use crate::search::{Engine, Observer, Outcome};

/// Sets the fuel of each slice from the time that the last one took, and keeps the solver's own time.
///
/// Slices start small, since a single unit of fuel may be a whole stage of a solver; they grow fourfold at most and
/// shrink at once.
#[derive(Clone, Debug)]
pub struct Pace {
    /// How long a slice is to take.
    slice: Duration,
    first_fuel: u64,
    fuel: u64,
    limit: Option<Duration>,
    spent: Duration,
    /// What of it went into tables.
    preparing: Duration,
}

impl Pace {
    /// For a thread that listens between two slices: long enough to keep the overhead invisible, short enough that a key
    /// never waits for it.
    pub fn attentive(limit: Option<Duration>) -> Self {
        Self::new(Duration::from_millis(8), 1, limit)
    }

    /// For one that listens only to an interruption: a tenth of what a person notices, and long enough that the clock
    /// costs nothing.
    pub fn steady(limit: Option<Duration>) -> Self {
        Self::new(Duration::from_millis(20), 1, limit)
    }

    fn new(slice: Duration, first_fuel: u64, limit: Option<Duration>) -> Self {
        Pace { slice, first_fuel, fuel: first_fuel, limit, spent: Duration::ZERO, preparing: Duration::ZERO }
    }

    /// A slice: `work` gets its fuel, and what it takes sets the next one's.
    pub fn slice<T>(&mut self, work: impl FnOnce(u64) -> T) -> T {
        let (fuel, before) = (self.fuel, self.spent);
        let result = self.timed(|| work(fuel));
        let left = self.limit.map(|limit| limit.saturating_sub(self.spent));
        self.fuel = next_fuel(fuel, self.slice, self.spent.saturating_sub(before), left);
        result
    }

    /// A slice of an engine's work, which ends where the making of tables begins or ends: its time is told apart, and
    /// what is a slice of the one says nothing of the other.
    pub fn leg(&mut self, engine: &mut dyn Engine, work: impl FnOnce(&mut dyn Engine, u64) -> Outcome) -> Outcome {
        let prepares = engine.is_preparing();
        let outcome = self.told_apart(prepares, |pace| pace.slice(|fuel| work(engine, fuel)));
        if engine.is_preparing() != prepares {
            self.restrain();
        }
        outcome
    }

    /// One unit of an engine's work.
    pub fn unit(&mut self, engine: &mut dyn Engine, watch: Option<&mut dyn Observer>) -> Outcome {
        self.told_apart(engine.is_preparing(), |pace| pace.timed(|| engine.run_leg(1, watch)))
    }

    fn told_apart<T>(&mut self, prepares: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.spent;
        let result = work(self);
        if prepares {
            self.preparing += self.spent.saturating_sub(before);
        }
        result
    }

    /// Work that is the solver's own but says nothing of its pace.
    pub fn timed<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        self.spent += started.elapsed();
        result
    }

    /// Begins small again, where the same fuel will take longer than before.
    pub fn restrain(&mut self) {
        self.fuel = self.first_fuel;
    }

    /// When a slice that begins now should end, whatever fuel it has left.
    pub fn slice_end(&self) -> Instant {
        Instant::now() + self.slice
    }

    /// The fuel of the next slice.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// The solver's own time so far.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// All until now went into tables.
    pub fn note_preparing(&mut self) {
        self.preparing = self.spent;
    }

    /// What of its time went into tables.
    pub fn preparing(&self) -> Duration {
        self.preparing
    }

    /// The time of the search itself, without that of making tables.
    pub fn searched(&self) -> Duration {
        self.spent.saturating_sub(self.preparing)
    }

    pub fn is_up(&self) -> bool {
        self.limit.is_some_and(|limit| self.spent >= limit)
    }
}

/// The fuel of the next slice, from what the last one took and what is left of the time.
fn next_fuel(fuel: u64, slice: Duration, took: Duration, left: Option<Duration>) -> u64 {
    let wanted = left.map_or(slice, |left| left.min(slice));
    let fitting = fuel as f64 * wanted.as_secs_f64() / took.as_secs_f64().max(1e-9);
    (fitting as u64).clamp(1, fuel.saturating_mul(4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{self, Answer, Counters, Focus, Kernel};

    #[test]
    fn slices_grow_fourfold_at_most_and_shrink_at_once() {
        let ms = Duration::from_millis;
        assert_eq!(next_fuel(32, ms(20), Duration::from_micros(1), None), 128);
        assert_eq!(next_fuel(1000, ms(20), ms(20), None), 1000);
        assert_eq!(next_fuel(1000, ms(20), ms(200), None), 100);
        assert_eq!(next_fuel(1000, ms(20), ms(20), Some(ms(2))), 100);
        assert_eq!(next_fuel(1, ms(20), ms(900), Some(ms(0))), 1);
    }

    /// Makes tables with its second unit, and solves with its fourth.
    #[derive(Clone)]
    struct Twice(u64);

    impl Kernel for Twice {
        fn work<O: Observer>(&mut self, fuel: u64, _watch: &mut O) -> Outcome {
            self.0 += fuel;
            std::thread::sleep(fuel as u32 * Duration::from_millis(1));
            if self.0 < 4 { Outcome::MoreWork } else { Outcome::Solved }
        }
        fn is_preparing(&self) -> bool {
            self.0 == 1
        }
        fn counters(&self) -> Counters {
            Counters::default()
        }
        fn answer(&self) -> Option<Answer> {
            None
        }
        fn focus(&self) -> Focus {
            Focus::default()
        }
    }

    #[test]
    fn the_making_of_tables_is_no_search_wherever_it_falls() {
        let (mut pace, mut engine) = (Pace::steady(None), search::engine(Twice(0)));
        let unit = |pace: &mut Pace, engine: &mut dyn Engine| {
            let before = (pace.searched(), pace.preparing());
            pace.leg(engine, |engine, _| engine.run_leg(1, None));
            (pace.searched() > before.0, pace.preparing() > before.1)
        };
        let told: Vec<_> = (0..4).map(|_| unit(&mut pace, &mut *engine)).collect();
        assert_eq!(told, [(true, false), (false, true), (true, false), (true, false)]);
        assert_eq!(pace.searched() + pace.preparing(), pace.spent());
        pace.note_preparing();
        assert!(pace.searched().is_zero());
    }

    #[test]
    fn fuel_begins_small_where_the_making_of_tables_begins_or_ends() {
        let (mut pace, mut engine) = (Pace::steady(None), search::engine(Twice(0)));
        pace.fuel = 100;
        pace.leg(&mut *engine, |engine, _| engine.run_leg(1, None));
        assert_eq!(pace.fuel(), 1);
    }

    #[test]
    fn what_is_timed_is_spent_and_sets_no_fuel() {
        let mut pace = Pace::steady(Some(Duration::ZERO));
        assert_eq!(pace.timed(|| 7), 7);
        assert_eq!(pace.fuel(), 1);
        assert!(pace.is_up());
        assert!(!Pace::attentive(None).is_up());
    }
}
