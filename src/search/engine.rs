//! The contract of a strategy at work: resumable, countable, cancellable by dropping.

use super::{Answer, Lookout, Mark, Observer, Refutation};

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
    /// More figures under their own names ("propagations", "removed candidates").
    pub more: Vec<(&'static str, u64)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    pub bound: u64,
    /// Generated within this iteration.
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
#[derive(Clone, Debug, Default)]
pub struct Focus {
    pub path: Vec<String>,
    pub marks: Vec<Mark>,
    /// One sentence on what is going on at this node, or nothing.
    pub note: String,
}

/// A strategy at work on one position.
///
/// Pause is not calling, one step is `run(1, …)`, cancel is dropping. `run(a); run(b)` equals `run(a + b)` in every
/// counter and in the answer (with several cores, see [`super::Plan::cores`], once it has ended). After a final outcome further calls return the same outcome and do nothing.
pub trait Engine: Send {
    /// Works for at most `fuel` expansions, and ends with [`Outcome::MoreWork`] only where the fuel is spent: drivers set
    /// the next slice by the time that this one took. `None` selects the kernel without an observer.
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome;
    /// Works for at most `fuel` expansions, and ends with the one in which `watch` met what it waits for. Step by step;
    /// an engine that knows a quicker way to the very same place takes that.
    fn run_until(&mut self, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        for _ in 0..fuel {
            let told: &mut dyn Observer = &mut *watch;
            let outcome = self.run(1, Some(told));
            if outcome != Outcome::MoreWork || watch.is_met() {
                return outcome;
            }
        }
        Outcome::MoreWork
    }
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
    /// Lines of its own for the solver pane, at most about a dozen, each at most about 24 columns.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }
}
