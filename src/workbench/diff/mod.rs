//! Where two searches decide differently for the first time: both run in lockstep, a few thousand events at a time.
//!
//! Compared is what was *decided*: the kind of an event, the line of moves that leads to its node, and of a cut that it
//! was one. Estimates, bounds and the names of cuts are shown, not compared.

mod explain;
mod file;
mod parting;
mod told;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use explain::{Difference, Side};
pub use file::{FileEnd, FileFault, TraceFile};
pub use told::{Kind, Kinds, Sieve};

use told::{Batch, Gatherer, Told};

use crate::games::Position;
use crate::search::{Engine, Limit, Outcome, Plan, PlanError};
use crate::workbench::report::limit_name;

/// So many decisions of each side are in hand at a time, give or take those of one unit of work.
const BATCH: usize = 4096;

/// What came of a comparison.
pub enum Comparison {
    /// Equal to the end of both.
    Equal(Equal),
    Different(Box<Difference>),
    /// Equal as far as it goes: a limit (or the user) ended it, in a word.
    Limit(Equal, &'static str),
}

/// So many events were equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equal {
    pub events: u64,
    /// The first of them of which the two estimate differently.
    pub estimates_differ_at: Option<u64>,
    /// Expansions among them, and the node that was expanded last.
    expansions: u64,
    expanded: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    #[error("{0}")]
    Plan(#[from] PlanError),
    #[error("{0}")]
    File(#[from] FileFault),
}

/// What the first search is compared with.
pub enum Other<'a> {
    Search(&'a Plan),
    Trace(Box<TraceFile>),
}

/// When to give up.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    pub time: Option<Duration>,
    pub stop: &'a AtomicBool,
}

/// Compares a search of a position with another one, or with a trace. The words call them A and B.
pub fn compare(
    position: &dyn Position,
    plan: &Plan,
    other: Other<'_>,
    patience: Patience<'_>,
) -> Result<Comparison, DiffError> {
    compare_named(['A', 'B'], position, plan, other, patience)
}

/// The same with other names for the two.
pub fn compare_named(
    names: [char; 2],
    position: &dyn Position,
    plan: &Plan,
    other: Other<'_>,
    patience: Patience<'_>,
) -> Result<Comparison, DiffError> {
    let kinds = match &other {
        Other::Search(_) => Kinds::EVERY,
        Other::Trace(file) => file.kinds,
    };
    let first = Teller::search(position, plan, kinds)?;
    let (second, second_plan) = match other {
        Other::Search(other) => (Teller::search(position, other, kinds)?, Some(other)),
        Other::Trace(file) => (Teller { batch: Batch::default(), source: Source::File(file) }, None),
    };
    let mut lockstep =
        Lockstep { sides: [first, second], events: 0, estimates_differ_at: None, expansions: 0, expanded: 0 };
    let end = lockstep.run(patience)?;
    let Lockstep { events, estimates_differ_at, expansions, expanded, .. } = lockstep;
    let equal = Equal { events, estimates_differ_at, expansions, expanded };
    match end {
        Step::Equal => Ok(Comparison::Equal(equal)),
        Step::Limit(limit) => Ok(Comparison::Limit(equal, limit)),
        Step::Different => {
            let (first, second) = (plan, second_plan);
            let plans = explain::Plans { names, position, first, second, kinds, stop: patience.stop };
            let [first, second] = &lockstep.sides;
            Ok(Comparison::Different(Box::new(plans.difference(first.state(), second.state(), equal)?)))
        }
    }
}

enum Step {
    Equal,
    Different,
    Limit(&'static str),
}

struct Lockstep {
    sides: [Teller; 2],
    events: u64,
    estimates_differ_at: Option<u64>,
    expansions: u64,
    expanded: u64,
}

impl Lockstep {
    fn run(&mut self, patience: Patience<'_>) -> Result<Step, DiffError> {
        let started = Instant::now();
        loop {
            for side in &mut self.sides {
                if side.batch.peek().is_none() {
                    if patience.stop.load(Ordering::Relaxed) {
                        return Ok(Step::Limit("interrupted"));
                    }
                    if patience.time.is_some_and(|time| started.elapsed() >= time) {
                        return Ok(Step::Limit("time"));
                    }
                    side.refill(patience.stop)?;
                }
            }
            if let Some(step) = self.step() {
                return Ok(step);
            }
        }
    }

    /// Compares as long as both have something in hand.
    fn step(&mut self) -> Option<Step> {
        let [first, second] = &mut self.sides;
        while let (Some(one), Some(other)) = (first.batch.peek(), second.batch.peek()) {
            if !is_same(first, one, second, other) {
                return Some(Step::Different);
            }
            self.events += 1;
            if one.kind == Kind::Expand {
                (self.expansions, self.expanded) = (self.expansions + 1, one.node);
            }
            if self.estimates_differ_at.is_none() && one.estimates_differ(other) {
                self.estimates_differ_at = Some(self.events);
            }
            first.batch.step();
            second.batch.step();
        }
        let [first, second] = [&self.sides[0], &self.sides[1]];
        match (first.ended(), second.ended()) {
            (Some(Ended::Limit(limit)), _) if first.batch.len() == 0 => Some(Step::Limit(limit)),
            (_, Some(Ended::Limit(limit))) if second.batch.len() == 0 => Some(Step::Limit(limit)),
            (Some(_), Some(_)) if first.batch.len() + second.batch.len() == 0 => Some(Step::Equal),
            (Some(_), _) if first.batch.len() == 0 && second.batch.len() > 0 => Some(Step::Different),
            (_, Some(_)) if second.batch.len() == 0 && first.batch.len() > 0 => Some(Step::Different),
            _ => None,
        }
    }
}

fn is_same(first: &Teller, one: &Told, second: &Teller, other: &Told) -> bool {
    one.kind == other.kind
        && one.node == other.node
        && (one.kind != Kind::Node || one.parent == other.parent && first.batch.mv(one) == second.batch.mv(other))
}

/// How a side ended.
enum Ended {
    Whole(String),
    Limit(&'static str),
}

/// Where a side stands when it differs: its next decision, or how it ended.
pub(super) enum Standing {
    Decides { kind: Kind, node: u64, parent: Option<u64>, mv: String },
    Ended(String),
}

/// One side: its decisions, a batch at a time.
struct Teller {
    batch: Batch,
    source: Source,
}

enum Source {
    Search { engine: Box<dyn Engine>, fuel: u64, outcome: Outcome, sieve: Sieve },
    File(Box<TraceFile>),
}

impl Teller {
    fn search(position: &dyn Position, plan: &Plan, kinds: Kinds) -> Result<Teller, PlanError> {
        let engine = position.engine(&Plan { cores: 1, ..plan.clone() })?;
        let source = Source::Search { engine, fuel: 1, outcome: Outcome::MoreWork, sieve: Sieve::new(kinds) };
        Ok(Teller { batch: Batch::default(), source })
    }

    /// Gets more decisions, where there are more; an empty batch afterwards is the end or an interruption.
    fn refill(&mut self, stop: &AtomicBool) -> Result<(), FileFault> {
        let batch = &mut self.batch;
        batch.clear();
        match &mut self.source {
            Source::Search { engine, fuel, outcome, sieve } => {
                while batch.len() == 0 && *outcome == Outcome::MoreWork && !stop.load(Ordering::Relaxed) {
                    *outcome = engine.run(*fuel, Some(&mut Gatherer { batch: &mut *batch, sieve: &mut *sieve }));
                    *fuel = match batch.len() {
                        0..BATCH => (*fuel * 2).min(BATCH as u64),
                        _ => (*fuel / 2).max(1),
                    };
                }
            }
            // One at a time, so that the line of a difference is the last that was read.
            Source::File(file) => {
                file.read(batch)?;
            }
        }
        Ok(())
    }

    fn ended(&self) -> Option<Ended> {
        match &self.source {
            Source::Search { outcome, .. } => match outcome {
                Outcome::MoreWork => None,
                Outcome::Solved => Some(Ended::Whole("solved".into())),
                Outcome::Exhausted => Some(Ended::Whole("no solution".into())),
                Outcome::Limit(limit @ (Limit::Nodes | Limit::Memory | Limit::Time)) => {
                    Some(Ended::Limit(limit_name(*limit)))
                }
                Outcome::Limit(limit) => Some(Ended::Whole(limit.words().into())),
            },
            Source::File(file) => match file.end()? {
                FileEnd::Whole(status) => Some(Ended::Whole(status.clone())),
                FileEnd::Short(_) => Some(Ended::Limit("trace")),
            },
        }
    }

    fn state(&self) -> (Standing, Option<&str>) {
        let line = match &self.source {
            Source::File(file) => Some(&*file.last),
            Source::Search { .. } => None,
        };
        match (self.batch.peek(), self.ended()) {
            (Some(told), _) => {
                let mv = self.batch.mv(told).to_owned();
                let Told { kind, node, parent, .. } = *told;
                (Standing::Decides { kind, node, parent, mv }, line)
            }
            (None, Some(Ended::Whole(how))) => (Standing::Ended(how), None),
            (None, _) => (Standing::Ended("interrupted".into()), None),
        }
    }
}
