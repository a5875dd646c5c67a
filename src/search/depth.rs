//! The depth-first kernel: one explicit stack that serves plain depth-first search, iterative deepening and IDA*.
//!
//! The state is kept by `apply` and `undo`; a child is made when its turn comes, so that none is made after the
//! solution is found.

#![expect(clippy::inline_always, reason = "the kernel is one loop; calls in it cost more than its work")]

mod report;

use std::sync::Arc;

use super::guide::{NEVER, Weight};
use super::memory::{Budget, Store, Tag};
use super::tally::{Cut, NO_MOVE_LEFT, OUT_OF_REACH, Tally, Why};
use super::{Event, Guide, Iteration, Keeps, Limit, NodeId, Observer, Outcome, Plan, Rules, Status};

/// What a depth-first engine remembers, to recognise a state that it meets again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    /// Nothing: for puzzles whose moves cannot go in circles, or where a bound ends them.
    Nothing,
    /// The states on the way from the root: no circles, hardly any memory.
    Path,
    /// Every state entered: none is searched twice, unless it is met again with more moves to go.
    States,
}

/// What is raised from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raise {
    /// Nothing: plain depth-first search.
    Nothing,
    /// The depth, by one: iterative deepening.
    Depth,
    /// The bound on moves made plus estimate, to the least value that exceeded it: IDA*.
    Estimate,
}

/// The node at which the search stands.
#[derive(Clone, Copy)]
struct Here {
    id: NodeId,
    estimate: u32,
    depth: u32,
    /// Its moves begin here in the list of moves, and go to its end while the search stands at this node …
    base: u32,
    /// … and from here on they are untried.
    next: u32,
}

/// A move on the way to the current node, and the node that it was made from.
struct Made<R: Rules> {
    mv: R::Move,
    undo: R::Undo,
    from: Here,
}

/// When a remembered state was last entered, and how deep.
#[derive(Clone, Copy)]
struct Entered {
    iteration: u32,
    depth: u32,
}

enum Verdict {
    Enter,
    Solved,
    Cut(Cut),
    Guide(usize),
    Dead(&'static str),
}

pub(super) struct DepthFirst<R: Rules, G> {
    rules: Arc<R>,
    guide: G,
    raise: Raise,
    remember: Remember,
    weight: Weight,
    all: bool,
    max_moves: u32,
    root_estimate: u32,

    state: R::State,
    here: Here,
    /// Whether it still waits for its expansion.
    fresh: bool,
    made: Vec<Made<R>>,
    moves: Vec<R::Move>,
    widest: usize,

    /// No node deeper than this is entered.
    depth_limit: u32,
    bound: u32,
    /// The smaller of the two: one comparison lets most children pass.
    threshold: u32,
    /// The least value beyond the bound, and the least number of moves that any solution beyond it takes.
    next_bound: u32,
    next_lower: u32,
    /// States left out only because of the depth limit.
    fringe: u64,
    lower: u32,
    iterations: Vec<Iteration>,
    counted: u64,

    path: Vec<(Tag, R::State)>,
    seen: Store<R::State, Entered>,
    budget: Budget,
    tally: Tally,
    found: Vec<Vec<R::Move>>,
    outcome: Option<Outcome>,
}

impl<R: Rules, G: Guide<R>> DepthFirst<R, G> {
    pub fn new(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan, raise: Raise, remember: Remember) -> Self {
        let max_moves = plan.max_moves.map_or(NEVER - 1, |m| m.min(u64::from(NEVER - 1)) as u32);
        DepthFirst {
            rules: Arc::clone(rules),
            raise,
            remember,
            weight: if raise == Raise::Estimate { Weight::new(plan.weight()) } else { Weight::ONE },
            all: plan.all,
            max_moves,
            root_estimate: 0,
            state: start.clone(),
            here: Here { id: 0, estimate: 0, depth: 0, base: 0, next: 0 },
            fresh: false,
            made: Vec::new(),
            moves: Vec::new(),
            widest: 8,
            depth_limit: if raise == Raise::Depth { max_moves.min(1) } else { max_moves },
            bound: NEVER,
            threshold: 0,
            next_bound: NEVER,
            next_lower: NEVER,
            fringe: 0,
            lower: 0,
            iterations: Vec::new(),
            counted: 0,
            path: Vec::new(),
            seen: Store::new(),
            budget: Budget::new(plan.memory),
            tally: Tally::new(plan, guide.cuts().len()),
            guide,
            found: Vec::new(),
            outcome: None,
        }
    }

    #[inline(never)]
    pub fn run_with<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if let Some(outcome) = self.outcome {
            return outcome;
        }
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => {
                self.outcome = Some(outcome);
                outcome
            }
        }
    }

    fn drive<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.tally.generated == 0 {
            self.start(watch)?;
        }
        // Copies that live in registers: writing them through `self` stalls the next read.
        let (mut here, mut left) = (self.here, fuel);
        let result = self.work(&mut here, &mut left, watch);
        self.here = here;
        self.tally.expanded += fuel - left;
        result
    }

    /// Works until the fuel is spent and the next thing to do is an expansion.
    #[inline(always)]
    fn work<O: Observer>(&mut self, here: &mut Here, fuel: &mut u64, watch: &mut O) -> Result<(), Outcome> {
        let mut fresh = std::mem::take(&mut self.fresh);
        loop {
            if fresh {
                if *fuel == 0 {
                    self.fresh = true;
                    return Ok(());
                }
                *fuel -= 1;
                self.expand(here, watch)?;
            }
            fresh = if (here.next as usize) < self.moves.len() {
                self.child(here, watch)?
            } else if here.depth > 0 {
                self.leave(here, watch);
                false
            } else {
                self.next_iteration(watch)?;
                *here = self.here;
                std::mem::take(&mut self.fresh)
            };
        }
    }

    /// Makes the root, tests it, and opens the first iteration.
    #[cold]
    fn start<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        self.tally.make()?;
        let estimate = self.guide.estimate(&self.rules, &self.state);
        self.root_estimate = estimate;
        if self.guide.solved(&self.rules, &self.state) {
            self.solution(None, watch)?;
            return Err(Outcome::Solved);
        }
        if let Some(cut) = self.guide.cut(&self.rules, &self.state) {
            let why = Why { rules: &*self.rules, guide: &self.guide, state: &self.state, cut };
            self.tally.guide_cut(&why, 0, 0, 0, watch);
            return Err(self.ended());
        }
        if estimate == NEVER {
            self.tally.dead(0, 0, &OUT_OF_REACH, watch);
            return Err(self.ended());
        }
        if estimate > self.max_moves {
            self.fringe = 1;
            return Err(self.ended());
        }
        self.lower = estimate.max(1);
        if self.raise == Raise::Estimate {
            self.bound = self.weight.times(estimate);
        }
        self.open_iteration(watch)
    }

    /// Enters the root under the current bound.
    fn open_iteration<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let bound = match self.raise {
            Raise::Nothing => None,
            Raise::Depth => Some(u64::from(self.depth_limit)),
            Raise::Estimate => Some(u64::from(self.bound)),
        };
        if let Some(bound) = bound {
            self.budget.reserve(&mut self.iterations, 1)?;
            self.iterations.push(Iteration { bound, nodes: 0 });
            watch.on(&Event::Bound { bound });
        }
        self.threshold = self.bound.min(self.depth_limit);
        if self.depth_limit == 0 {
            self.fringe = u64::from(self.rules.status(&self.state) != Status::Stuck);
            return Err(self.ended());
        }
        self.judge_memory(0)?;
        self.moves.clear();
        self.here = Here { id: 0, estimate: self.root_estimate, depth: 0, base: 0, next: 0 };
        self.fresh = true;
        Ok(())
    }

    #[inline(always)]
    fn expand<O: Observer>(&mut self, here: &mut Here, watch: &mut O) -> Result<(), Outcome> {
        let parent = self.made.last().map_or(0, |made| made.from.id);
        watch.on(&Event::Expand { node: here.id, parent, depth: here.depth });
        self.budget.reserve(&mut self.moves, self.widest)?;
        let capacity = self.moves.capacity();
        self.rules.moves(&self.state, &mut self.moves);
        let moves = &mut self.moves[here.base as usize..];
        if moves.is_empty() {
            self.tally.dead(here.id, here.depth, &NO_MOVE_LEFT, watch);
        }
        self.guide.order(&self.rules, &self.state, moves);
        if moves.len() > self.widest {
            self.widest = moves.len();
            self.budget.settle(&self.moves, capacity)?;
        }
        Ok(())
    }

    /// Makes one child, tests it, and enters it or takes its move back; whether it entered.
    #[inline(always)]
    fn child<O: Observer>(&mut self, here: &mut Here, watch: &mut O) -> Result<bool, Outcome> {
        let mv = self.moves[here.next as usize].clone();
        here.next += 1;
        if let Some(last) = self.made.last()
            && self.guide.undoes(&last.mv, &mv)
        {
            return Ok(false);
        }
        let id = self.tally.make()?;
        let depth = here.depth + 1;
        let undo = self.rules.apply(&mut self.state, &mv);
        let estimate = self.guide.estimate_after(&self.rules, here.estimate, &self.state, &mv);
        match self.judge(depth, estimate)? {
            Verdict::Enter => {
                self.budget.reserve(&mut self.made, 1)?;
                self.made.push(Made { mv, undo, from: *here });
                let base = self.moves.len() as u32;
                *here = Here { id, estimate, depth, base, next: base };
                if depth > self.tally.deepest {
                    self.tally.deepest = depth;
                }
                return Ok(true);
            }
            Verdict::Cut(cut) => self.tally.cut(cut, here.id, watch),
            Verdict::Guide(cut) => {
                let why = Why { rules: &*self.rules, guide: &self.guide, state: &self.state, cut };
                self.tally.guide_cut(&why, id, here.id, depth, watch);
            }
            Verdict::Dead(why) => self.tally.dead(id, depth, &why, watch),
            Verdict::Solved => {
                self.solution(Some(&mv), watch)?;
            }
        }
        self.rules.undo(&mut self.state, &mv, &undo);
        Ok(false)
    }

    /// Decides on a child just made. The bound comes before the goal: a goal beyond it may not be the nearest.
    #[inline(always)]
    fn judge(&mut self, depth: u32, estimate: u32) -> Result<Verdict, Outcome> {
        let value = depth.saturating_add(self.weight.times(estimate));
        if value > self.threshold
            && let Some(verdict) = self.judge_bound(depth, estimate, value)
        {
            return Ok(verdict);
        }
        if self.guide.solved(&self.rules, &self.state) {
            return Ok(Verdict::Solved);
        }
        if let Some(cut) = self.guide.cut(&self.rules, &self.state) {
            return Ok(Verdict::Guide(cut));
        }
        let last = depth == self.depth_limit;
        if last && self.rules.status(&self.state) == Status::Stuck {
            return Ok(Verdict::Dead(NO_MOVE_LEFT));
        }
        if self.remember != Remember::Nothing && !self.judge_memory(depth)? {
            return Ok(Verdict::Cut(Cut::Memory));
        }
        if last {
            self.fringe += 1;
            return Ok(Verdict::Cut(Cut::Depth));
        }
        Ok(Verdict::Enter)
    }

    /// Decides on a child beyond the bound or the depth limit; with a weight it may be beyond neither.
    #[inline(always)]
    fn judge_bound(&mut self, depth: u32, estimate: u32, value: u32) -> Option<Verdict> {
        let lower = depth.saturating_add(estimate);
        if estimate == NEVER {
            return Some(Verdict::Dead(OUT_OF_REACH));
        } else if lower > self.depth_limit {
            self.fringe += 1;
        } else if value > self.bound {
            if value < self.next_bound {
                self.next_bound = value;
            }
            if lower < self.next_lower {
                self.next_lower = lower;
            }
        } else {
            return None;
        }
        Some(Verdict::Cut(Cut::Bound))
    }

    /// Whether a state at this depth is worth entering by what is remembered; if so, remembers it.
    #[inline(never)]
    fn judge_memory(&mut self, depth: u32) -> Result<bool, Limit> {
        match self.remember {
            Remember::Nothing => Ok(true),
            Remember::Path => {
                let tag = Tag::of(&self.state);
                self.path.truncate(depth as usize);
                if self.path.iter().any(|(t, state)| *t == tag && *state == self.state) {
                    return Ok(false);
                }
                self.budget.reserve(&mut self.path, 1)?;
                self.path.push((tag, self.state.clone()));
                Ok(true)
            }
            Remember::States => self.judge_seen(depth),
        }
    }

    /// A state met at its least depth so far has to be searched (again); one that was only met at the depth limit
    /// leaves the fringe then, so that the fringe counts just the states that nobody has looked behind.
    fn judge_seen(&mut self, depth: u32) -> Result<bool, Limit> {
        let iteration = self.iterations.len() as u32;
        // Where the number of moves plays no part, no state need be searched twice.
        let unlimited = self.raise == Raise::Nothing && self.max_moves == NEVER - 1;
        let tag = Tag::of(&self.state);
        if let Some(index) = self.seen.find(&self.state, tag) {
            let seen = self.seen.value_mut(index);
            if seen.iteration == iteration {
                if seen.depth <= depth || unlimited {
                    return Ok(false);
                }
                if seen.depth == self.depth_limit {
                    self.fringe -= 1;
                }
            }
            *seen = Entered { iteration, depth };
        } else {
            let heap = self.guide.heap_bytes(&self.state);
            self.seen.add((self.state.clone(), Entered { iteration, depth }), tag, heap, &mut self.budget)?;
        }
        Ok(true)
    }

    /// Leaves the current node for good and takes its move back.
    #[inline(always)]
    fn leave<O: Observer>(&mut self, here: &mut Here, watch: &mut O) {
        if let Some(made) = self.made.pop() {
            self.tally.backtracks += 1;
            watch.on(&Event::Backtrack { node: here.id, depth: here.depth });
            self.rules.undo(&mut self.state, &made.mv, &made.undo);
            self.moves.truncate(here.base as usize);
            *here = made.from;
        }
    }

    /// Raises the bound and starts again at the root, or ends.
    #[cold]
    #[inline(never)]
    fn next_iteration<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        match self.raise {
            Raise::Depth if self.fringe > 0 && self.depth_limit < self.max_moves => {
                self.depth_limit += 1;
                self.lower = self.depth_limit;
            }
            Raise::Estimate if self.next_bound < NEVER => {
                self.bound = self.next_bound;
                self.lower = self.lower.max(self.next_lower);
                self.next_bound = NEVER;
                self.next_lower = NEVER;
            }
            _ => return Err(self.ended()),
        }
        self.close_iteration();
        self.fringe = 0;
        self.open_iteration(watch)
    }

    fn close_iteration(&mut self) {
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes = self.tally.generated - self.counted;
            self.counted = self.tally.generated;
        }
    }

    /// The verdict when nothing is left to search.
    fn ended(&self) -> Outcome {
        if !self.found.is_empty() {
            Outcome::Solved
        } else if self.fringe > 0 {
            Outcome::Limit(Limit::Depth)
        } else if self.guide.keeps() == Keeps::Nothing {
            Outcome::Limit(Limit::Incomplete)
        } else {
            Outcome::Exhausted
        }
    }

    /// Notes a solution, and ends unless all are looked for.
    #[cold]
    #[inline(never)]
    fn solution<O: Observer>(&mut self, last: Option<&R::Move>, watch: &mut O) -> Result<(), Outcome> {
        let length = self.made.len() + usize::from(last.is_some());
        self.tally.deepest = self.tally.deepest.max(length as u32);
        if self.all {
            self.budget.reserve(&mut self.found, 1)?;
            self.budget.take(length * size_of::<R::Move>())?;
        }
        self.found.push(self.made.iter().map(|made| &made.mv).chain(last).cloned().collect());
        watch.on(&Event::Solution { length: length as u64 });
        if self.all { Ok(()) } else { Err(Outcome::Solved) }
    }
}
