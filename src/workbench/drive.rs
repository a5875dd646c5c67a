//! Runs a strategy to its end on the caller's thread: the clock and the interruption that engines do not have.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::finding::{End, Finding};
use super::pace::Pace;
use crate::games::Position;
use crate::search::{Engine, Observer, Outcome, Plan, PlanError};

/// A run that has ended.
pub struct Run {
    pub finding: Finding,
    pub end: End,
    /// The solver's own time, without that of making tables.
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

/// The time of a run for which none is set: without an end for most, and not for those that go on improving.
pub fn usual_time(plan: &Plan) -> Option<Duration> {
    plan.strategy.anytime.then_some(Duration::from_secs(ANYTIME_SECONDS))
}

impl Driver<'_> {
    /// Solves; `tick` is called every few slices so that progress can be shown.
    pub fn solve(
        self,
        position: &dyn Position,
        plan: &Plan,
        watch: Option<&mut dyn Observer>,
        tick: &mut dyn FnMut(&dyn Engine),
    ) -> Result<Run, PlanError> {
        self.solve_until(&|| false, position, plan, watch, tick)
    }

    /// As [`Driver::solve`], and ends as interrupted where whoever watches has seen enough.
    pub fn solve_until(
        self,
        is_enough: &dyn Fn() -> bool,
        position: &dyn Position,
        plan: &Plan,
        mut watch: Option<&mut dyn Observer>,
        tick: &mut dyn FnMut(&dyn Engine),
    ) -> Result<Run, PlanError> {
        let mut pace = Pace::steady(self.time.or(usual_time(plan)));
        let mut engine = pace.timed(|| position.engine(plan))?;
        if position.method(plan).tables.is_some() {
            pace.note_preparing();
        }
        loop {
            let outcome = pace.leg(&mut *engine, |engine, fuel| match &mut watch {
                // A fresh borrow for each slice.
                Some(watch) => engine.run_leg(fuel, Some(&mut **watch)),
                None => engine.run_leg(fuel, None),
            });
            let is_interrupted = outcome == Outcome::MoreWork && (self.stop.load(Ordering::Relaxed) || is_enough());
            if outcome != Outcome::MoreWork || is_interrupted || pace.is_up() {
                let mut finding = Finding::of(&*engine);
                let outcome = finding.keep_to(plan, outcome);
                let end = End::after(outcome, pace.is_up(), &finding).filter(|_| !is_interrupted);
                return Ok(Run { finding, end: end.unwrap_or(End::Interrupted), time: pace.searched() });
            }
            tick(&*engine);
        }
    }
}
