//! Runs a strategy to its end on the caller's thread: the clock and the interruption that engines do not have.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games::Position;
use crate::search::{Engine, Limit, Observer, Outcome, Plan, PlanError};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Solved,
    /// A solution is in hand, but the strategy was stopped while it looked for more or for a better one.
    Stopped(Limit),
    /// Proven to have no solution.
    Exhausted,
    Limit(Limit),
    Interrupted,
}

/// A run that has ended; its engine still has the answer and the counters.
pub struct Run {
    pub engine: Box<dyn Engine>,
    pub end: End,
    /// The solver's own time.
    pub time: Duration,
}

/// What the driver watches between two slices of work.
#[derive(Clone, Copy)]
pub struct Driver<'a> {
    /// Give up after this long.
    pub time: Option<Duration>,
    /// Set from outside to end the run.
    pub stop: &'a AtomicBool,
}

/// Where an improving strategy stops if nobody says when.
pub const ANYTIME_SECONDS: u64 = 10;

/// Slices start small, since a single expansion may be a whole stage of a solver, and grow until they take about
/// this long: a tenth of what a person notices, and long enough that the clock costs nothing.
const SLICE: Duration = Duration::from_millis(20);
const FIRST_FUEL: u64 = 32;

impl Driver<'_> {
    /// Solves; `tick` is called every few slices so that progress can be shown.
    pub fn solve(
        self,
        position: &dyn Position,
        plan: &Plan,
        mut watch: Option<&mut dyn Observer>,
        tick: &mut dyn FnMut(&dyn Engine),
    ) -> Result<Run, PlanError> {
        let started = Instant::now();
        let mut engine = position.engine(plan)?;
        let improving = plan.strategy.anytime.then_some(Duration::from_secs(ANYTIME_SECONDS));
        let limit = self.time.or(improving);
        let (mut fuel, mut now) = (FIRST_FUEL, Duration::ZERO);
        let end = loop {
            // A fresh borrow for each slice.
            let outcome = match &mut watch {
                Some(watch) => engine.run(fuel, Some(&mut **watch)),
                None => engine.run(fuel, None),
            };
            let before = std::mem::replace(&mut now, started.elapsed());
            match outcome {
                Outcome::Solved => break End::Solved,
                Outcome::Exhausted => break End::Exhausted,
                Outcome::Limit(limit) => break or_best(&*engine, limit),
                Outcome::MoreWork if self.stop.load(Ordering::Relaxed) => break End::Interrupted,
                Outcome::MoreWork if limit.is_some_and(|limit| now >= limit) => {
                    break or_best(&*engine, Limit::Time);
                }
                Outcome::MoreWork => {
                    fuel = next_fuel(fuel, now.saturating_sub(before), limit.map(|limit| limit.saturating_sub(now)));
                }
            }
            tick(&*engine);
        };
        Ok(Run { engine, end, time: now })
    }
}

/// A limit is only a limit where no solution is in hand.
fn or_best(engine: &dyn Engine, limit: Limit) -> End {
    if engine.answer().is_some() { End::Stopped(limit) } else { End::Limit(limit) }
}

/// The fuel of the next slice, from what the last one took and what is left of the time.
fn next_fuel(fuel: u64, took: Duration, left: Option<Duration>) -> u64 {
    let wanted = left.map_or(SLICE, |left| left.min(SLICE));
    let fitting = fuel as f64 * wanted.as_secs_f64() / took.as_secs_f64().max(1e-9);
    (fitting as u64).clamp(1, fuel.saturating_mul(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_grow_fourfold_at_most_and_shrink_at_once() {
        let ms = Duration::from_millis;
        assert_eq!(next_fuel(32, Duration::from_micros(1), None), 128);
        assert_eq!(next_fuel(1000, ms(20), None), 1000);
        assert_eq!(next_fuel(1000, ms(200), None), 100);
        assert_eq!(next_fuel(1000, ms(20), Some(ms(2))), 100);
        assert_eq!(next_fuel(1, ms(900), Some(ms(0))), 1);
    }
}
