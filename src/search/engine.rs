//! The contract of a strategy at work: resumable, countable, cancellable by dropping.

use super::kernel::unit_by_unit;
use super::{Answer, Detail, Lookout, Mark, Observer, Refutation, Standing};

/// What came of a slice of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The fuel is spent; call again to go on. A strategy that goes on improving may have an answer already.
    MoreWork,
    /// Finished with an answer.
    Solved,
    /// Finished: there is no solution. This is a proof.
    Exhausted,
    /// Finished without knowing.
    Limit(Limit),
}

impl From<Limit> for Outcome {
    fn from(limit: Limit) -> Self {
        Outcome::Limit(limit)
    }
}

/// Why a verdict is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Nodes,
    Memory,
    /// Nothing within the allowed number of moves (`--max-moves`).
    Depth,
    /// The search ended, but it skips positions without proof: "nothing found" is all it can say.
    Incomplete,
    /// Only the driver says this one: engines know no clock.
    Time,
}

impl Limit {
    /// Where a search stopped that has an answer in hand: behind "stopped".
    pub fn place(self) -> &'static str {
        match self {
            Limit::Nodes => " at the node limit",
            Limit::Memory => " at the memory limit",
            Limit::Depth => " at the limit of moves",
            Limit::Time => " at the time limit",
            Limit::Incomplete => "",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Limit::Nodes => "gave up at the node limit",
            Limit::Memory => "gave up at the memory limit",
            Limit::Depth => "none within the allowed number of moves",
            Limit::Incomplete => "nothing found; this strategy can miss solutions, so it proves nothing",
            Limit::Time => "gave up at the time limit",
        }
    }
}

/// Live figures of a search. Made on request, so the kernel may keep them in any shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counters {
    /// States generated: the root once for the whole run, a child when it is made, before any test of it, none
    /// after the solution is found; iterations add up.
    pub generated: u64,
    /// States whose children were made.
    pub expanded: u64,
    pub depth: u32,
    pub deepest: u32,
    /// What each heuristic cut, under its own name.
    pub cuts: Vec<(&'static str, u64)>,
    /// Dead ends recognised, and nodes left for good.
    pub dead: u64,
    pub backtracks: u64,
    /// Bytes held by the search's own tables.
    pub memory: usize,
    /// Finished and current iterations of a strategy that raises a bound.
    pub iterations: Vec<Iteration>,
    /// More figures under their own names ("runs looked at", "removed candidates").
    pub more: Vec<(&'static str, u64)>,
    /// Figures that belong to the verdict: wherever one is not 0, texts, objects and the pane tell it. The name is that
    /// of the object's field; people read blanks for its underscores.
    pub remarks: Vec<(&'static str, u64)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Iteration {
    pub bound: u64,
    /// Generated within this iteration; the root counts for the first one, so that they add up to all nodes.
    pub nodes: u64,
}

/// What a solution is made short in, where that is not its number of moves ("cards", of which one move may take several).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    pub name: &'static str,
    /// No solution has less.
    pub least: u64,
    /// The answer has no more.
    pub is_reached: bool,
}

/// Where the search stands, shown on the board: the moves from its root to the current node, and marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    pub path: Vec<String>,
    pub marks: Vec<Mark>,
    /// One sentence on what is going on at this node, or nothing.
    pub note: String,
}

/// A strategy at work on one position. Games write a [`Kernel`](super::Kernel); [`engine`](super::engine) makes an engine of it.
///
/// Pause is not calling, cancel is dropping. `run(a); run(b)` equals `run(a + b)` in every counter and in the answer
/// (with several cores, see [`Plan::cores`](super::Plan::cores), once it has ended). After a final outcome further
/// calls return the same outcome and do nothing.
///
/// Fuel is work: every expansion takes at least one unit, so that `run(1)` expands at most one node; long checks and
/// the making of tables spend it without expanding. A *step* is therefore: run unit by unit until
/// [`Counters::expanded`] has grown by one, or the end.
pub trait Engine: Send {
    /// Spends at most `fuel`, and ends with [`Outcome::MoreWork`] only where it is spent: drivers set the next slice by
    /// the time that this one took. `None` selects the kernel without an observer.
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome;
    /// As [`Engine::run`], and ends also where the making of tables begins or ends: a *leg* is all of one or all of the other.
    fn run_leg(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        self.run(fuel, watch)
    }
    /// Whether the next unit goes into the making of tables. That is no search, and its time is told apart.
    fn is_preparing(&self) -> bool {
        false
    }
    /// Whether it may ever tell of a raised bound.
    fn raises_bound(&self) -> bool {
        false
    }
    /// Whether its nodes can be positions of the game, to which moves lead.
    fn shows_moves(&self) -> bool {
        true
    }
    /// Spends at most `fuel`, and ends with the unit in which `watch` met what it waits for, or with the leg.
    fn run_until(&mut self, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        unit_by_unit(fuel, watch, |watch| self.run(1, Some(watch)))
    }
    /// A second engine that goes on from here exactly as this one would: a place to come back to.
    fn fork(&self) -> Box<dyn Engine>;
    fn counters(&self) -> Counters;
    /// The solution, or the best so far of a strategy that goes on improving.
    fn answer(&self) -> Option<Answer>;
    /// After [`Outcome::Exhausted`]: the reason in words, where there is more to say than "exhausted".
    fn refutation(&self) -> Option<Refutation> {
        None
    }
    /// What a strategy proves that counts something else than moves.
    fn measure(&self) -> Option<Measure> {
        None
    }
    /// A proven lower bound on the length of any solution.
    fn lower_bound(&self) -> Option<u64> {
        None
    }
    fn focus(&self) -> Focus;
    /// Where it stands among its nodes, and what waits; as of the last unit of work.
    fn standing(&self) -> Standing {
        Standing::default()
    }
    /// What it tells of itself in the solver pane beside the counters, at most about a dozen rows of about 24 columns.
    fn details(&self) -> Vec<Detail> {
        Vec::new()
    }
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
