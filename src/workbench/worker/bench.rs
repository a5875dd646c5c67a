//! An engine at work on the solver thread: how far it may go, what it has found, and what it took.

use std::time::Instant;

use super::meter::Meter;
use super::{Generation, Phase, Snapshot};
use crate::search::{Engine, Lookout as _, Outcome};
use crate::workbench::breakpoint::{Breakpoint, Sentry};
use crate::workbench::finding::{End, Finding};
use crate::workbench::laps::Laps;
use crate::workbench::pace::Pace;

/// How far the engine may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leash {
    Paused,
    Free,
    /// So many expansions from here.
    Steps(u64),
    Until(Breakpoint),
}

impl Leash {
    /// What is left of it, and so many steps more: every step that is asked for is made.
    pub fn and_steps(self, more: u64) -> Leash {
        match self {
            Leash::Steps(left) => Leash::Steps(left.saturating_add(more)),
            _ => Leash::Steps(more),
        }
    }
}

pub(super) struct Bench {
    pub generation: Generation,
    engine: Box<dyn Engine>,
    /// As of the last slice.
    finding: Finding,
    end: Option<End>,
    leash: Leash,
    pace: Pace,
    sentry: Sentry,
    breakpoint: Option<Breakpoint>,
    meter: Meter,
    laps: Laps,
}

impl Bench {
    pub fn new(generation: Generation, engine: Box<dyn Engine>, pace: Pace) -> Self {
        Bench {
            generation,
            finding: Finding::of(&*engine),
            engine,
            end: None,
            leash: Leash::Paused,
            pace,
            sentry: Sentry::default(),
            breakpoint: None,
            meter: Meter::default(),
            laps: Laps::default(),
        }
    }

    pub fn leash(&self) -> Leash {
        self.leash
    }

    /// Sets how far the engine may go from here.
    pub fn release(&mut self, leash: Leash) {
        self.breakpoint = match leash {
            Leash::Until(breakpoint) => Some(breakpoint),
            _ => None,
        };
        // Nodes that are watched take longer than others.
        if self.breakpoint.is_some() {
            self.pace.restrain();
        }
        self.leash = leash;
    }

    pub fn is_running(&self) -> bool {
        self.end.is_none() && self.leash != Leash::Paused
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    pub fn slice(&mut self) {
        let before = self.pace.spent();
        let outcome = match self.leash {
            Leash::Paused => return,
            Leash::Free => self.pace.slice(|fuel| self.engine.run(fuel, None)),
            Leash::Steps(left) => self.run_steps(left),
            Leash::Until(breakpoint) => self.run_until(breakpoint),
        };
        self.finding = Finding::of(&*self.engine);
        self.end = End::after(outcome, self.pace.is_up(), &self.finding);
        if self.end.is_some() {
            self.leash = Leash::Paused;
        }
        let (counters, spent) = (&self.finding.counters, self.pace.spent());
        self.meter.note(counters.generated, spent);
        self.laps.note(counters, spent.saturating_sub(before));
    }

    /// A step is one more node expanded, whatever fuel it takes: a unit of fuel expands one node at most, and one that
    /// goes into tables or into looking ahead expands none.
    fn run_steps(&mut self, mut left: u64) -> Outcome {
        self.sentry.begin(None);
        let end = self.pace.slice_end();
        let mut expanded = self.finding.counters.expanded;
        let mut outcome = Outcome::MoreWork;
        while outcome == Outcome::MoreWork && left > 0 && Instant::now() < end {
            let fuel = left.min(self.pace.fuel());
            outcome = self.pace.timed(|| self.engine.run(fuel, Some(&mut self.sentry)));
            let before = std::mem::replace(&mut expanded, self.engine.counters().expanded);
            left = left.saturating_sub(expanded.saturating_sub(before));
        }
        self.leash = if left > 0 { Leash::Steps(left) } else { Leash::Paused };
        outcome
    }

    fn run_until(&mut self, breakpoint: Breakpoint) -> Outcome {
        self.sentry.begin(Some(breakpoint));
        let outcome = self.pace.slice(|fuel| self.engine.run_until(fuel, &mut self.sentry));
        if self.sentry.is_met() {
            self.leash = Leash::Paused;
        }
        outcome
    }

    pub fn snapshot(&self) -> Snapshot {
        let phase = match (self.end, self.leash) {
            (Some(end), _) => Phase::Done(end),
            (None, Leash::Paused) => Phase::Paused,
            (None, _) => Phase::Running,
        };
        Snapshot {
            generation: self.generation,
            phase,
            finding: self.finding.clone(),
            focus: self.engine.focus(),
            details: self.engine.details(),
            rate: if self.is_running() { self.meter.rate() } else { self.meter.mean() },
            rates: self.meter.history.clone(),
            seconds: self.pace.spent().as_secs_f64(),
            iteration_seconds: self.laps.seconds().to_vec(),
            last_dead: self.sentry.last_dead.clone(),
            breakpoint: self.breakpoint,
            message: String::new(),
        }
    }
}
