//! The depth-first kernel, with an explicit stack.
//!
//! The state is kept by `apply` and `undo`; a child is made when its turn comes, so that none is made after the
//! solution is found.

#![expect(clippy::inline_always, reason = "the kernel is one loop; calls in it cost more than its work")]

mod report;

use std::sync::Arc;

use super::memory::{Budget, Roomy, Store, Tag};
use super::tally::{Cut, NO_MOVE_LEFT, ONLY_BACK, OUT_OF_REACH, Tally, Why, tell_node};
use super::{Event, Guide, Keeps, Limit, NEVER, Node, NodeId, Observer, Outcome, Plan, Rules, Status, listed_bytes};

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
#[derive(Clone)]
struct Made<M, U> {
    mv: M,
    undo: U,
    from: Here,
}

enum Judgement {
    Enter,
    Solved,
    Cut(Cut),
    Guide(usize),
    Dead(&'static str),
}

pub(super) struct DepthFirst<R: Rules, G> {
    rules: Arc<R>,
    guide: G,
    remember: Remember,
    all: bool,
    /// How many solutions are handed out.
    lists: usize,
    /// No node deeper than this is entered.
    max_moves: u32,

    state: R::State,
    here: Here,
    /// Whether it still waits for its expansion.
    fresh: bool,
    made: Roomy<Made<R::Move, R::Undo>>,
    moves: Roomy<R::Move>,
    widest: usize,

    /// States left out only because of the allowed number of moves.
    fringe: u64,
    lower: u32,

    path: Roomy<(Tag, R::State)>,
    /// The states entered, each with its least depth so far.
    seen: Store<R::State, u32>,
    budget: Budget,
    tally: Tally,
    found: Roomy<Vec<R::Move>>,
    /// Which of them is the shortest, of equals the first.
    shortest: usize,
    over: Option<Outcome>,
}

// Derived, it would ask for rules that can be cloned.
impl<R: Rules, G: Guide<R>> Clone for DepthFirst<R, G> {
    fn clone(&self) -> Self {
        DepthFirst {
            rules: Arc::clone(&self.rules),
            guide: self.guide.clone(),
            remember: self.remember,
            all: self.all,
            lists: self.lists,
            max_moves: self.max_moves,
            state: self.state.clone(),
            here: self.here,
            fresh: self.fresh,
            made: self.made.clone(),
            moves: self.moves.clone(),
            widest: self.widest,
            fringe: self.fringe,
            lower: self.lower,
            path: self.path.clone(),
            seen: self.seen.clone(),
            budget: self.budget.clone(),
            tally: self.tally.clone(),
            found: self.found.clone(),
            shortest: self.shortest,
            over: self.over,
        }
    }
}

impl<R: Rules, G: Guide<R>> DepthFirst<R, G> {
    pub fn new(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan, remember: Remember) -> Self {
        DepthFirst {
            rules: Arc::clone(rules),
            remember,
            all: plan.all,
            lists: plan.lists(),
            max_moves: plan.max_moves.map_or(NEVER - 1, |m| m.min(u64::from(NEVER - 1)) as u32),
            state: start.clone(),
            here: Here { id: 0, estimate: 0, depth: 0, base: 0, next: 0 },
            fresh: false,
            made: Roomy::new(),
            moves: Roomy::new(),
            widest: 8,
            fringe: 0,
            lower: 0,
            path: Roomy::new(),
            seen: Store::new(),
            budget: Budget::new(plan.memory),
            tally: Tally::new(plan, guide.cuts().len()),
            guide,
            found: Roomy::new(),
            shortest: 0,
            over: None,
        }
    }

    fn drive<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.tally.generated == 0 {
            self.start(watch)?;
        }
        // Copies that live in registers: writing them through `self` stalls the next read.
        let (mut here, mut left) = (self.here, fuel);
        let result = self.search(&mut here, &mut left, watch);
        self.here = here;
        self.tally.expanded += fuel - left;
        result
    }

    /// Works until the fuel is spent and the next thing to do is an expansion.
    #[inline(always)]
    fn search<O: Observer>(&mut self, here: &mut Here, fuel: &mut u64, watch: &mut O) -> Result<(), Outcome> {
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
                return Err(self.ended());
            };
        }
    }

    /// Makes the root and tests it.
    #[cold]
    fn start<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        self.tally.make()?;
        let estimate = self.guide.estimate(&self.rules, &self.state);
        tell_node(Node::root(), estimate, (&*self.rules, &self.guide, &self.state), watch);
        if self.guide.solved(&self.rules, &self.state) {
            self.solution(0, None, watch)?;
            return Err(Outcome::Solved);
        }
        if let Some(cut) = self.guide.cut(&self.rules, &self.state) {
            let why = Why { rules: &*self.rules, guide: &self.guide, state: &self.state, cut };
            self.tally.guide_cut(&why, 0, 0, watch);
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
        if self.max_moves == 0 {
            self.fringe = u64::from(self.rules.status(&self.state) != Status::Stuck);
            return Err(self.ended());
        }
        self.judge_memory(0)?;
        self.here = Here { id: 0, estimate, depth: 0, base: 0, next: 0 };
        self.fresh = true;
        Ok(())
    }

    #[inline(always)]
    fn expand<O: Observer>(&mut self, here: &mut Here, watch: &mut O) -> Result<(), Outcome> {
        watch.on(&Event::Expand { id: here.id, depth: here.depth });
        self.budget.reserve(&mut self.moves, self.widest)?;
        let capacity = self.moves.capacity();
        self.rules.moves(&self.state, &mut self.moves);
        let moves = &mut self.moves[here.base as usize..];
        match (&*moves, self.made.last()) {
            ([], _) => self.tally.dead(here.id, here.depth, &NO_MOVE_LEFT, watch),
            ([only], Some(last)) if self.guide.undoes(&last.mv, only) => {
                self.tally.dead(here.id, here.depth, &ONLY_BACK, watch);
            }
            _ => {}
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
        let node = Node::child(id, here.id, &mv, depth);
        tell_node(node, estimate, (&*self.rules, &self.guide, &self.state), watch);
        match self.judge(depth, estimate)? {
            Judgement::Enter => {
                self.budget.reserve(&mut self.made, 1)?;
                self.made.push(Made { mv, undo, from: *here });
                let base = self.moves.len() as u32;
                *here = Here { id, estimate, depth, base, next: base };
                if depth > self.tally.deepest {
                    self.tally.deepest = depth;
                }
                return Ok(true);
            }
            Judgement::Cut(cut) => self.tally.cut(cut, id, watch),
            Judgement::Guide(cut) => {
                let why = Why { rules: &*self.rules, guide: &self.guide, state: &self.state, cut };
                self.tally.guide_cut(&why, id, depth, watch);
            }
            Judgement::Dead(why) => self.tally.dead(id, depth, &why, watch),
            Judgement::Solved => {
                self.solution(id, Some(&mv), watch)?;
            }
        }
        self.rules.undo(&mut self.state, &mv, &undo);
        Ok(false)
    }

    /// Decides on a child just made.
    #[inline(always)]
    fn judge(&mut self, depth: u32, estimate: u32) -> Result<Judgement, Outcome> {
        if depth.saturating_add(estimate) > self.max_moves {
            if estimate == NEVER {
                return Ok(Judgement::Dead(OUT_OF_REACH));
            }
            self.fringe += 1;
            return Ok(Judgement::Cut(Cut::Bound));
        }
        if self.guide.solved(&self.rules, &self.state) {
            return Ok(Judgement::Solved);
        }
        if let Some(cut) = self.guide.cut(&self.rules, &self.state) {
            return Ok(Judgement::Guide(cut));
        }
        let last = depth == self.max_moves;
        if last && self.rules.status(&self.state) == Status::Stuck {
            return Ok(Judgement::Dead(NO_MOVE_LEFT));
        }
        if self.remember != Remember::Nothing && !self.judge_memory(depth)? {
            return Ok(Judgement::Cut(Cut::Memory));
        }
        if last {
            self.fringe += 1;
            return Ok(Judgement::Cut(Cut::Depth));
        }
        Ok(Judgement::Enter)
    }

    /// Whether a state at this depth is worth entering by what is remembered; if so, remembers it.
    #[inline(never)]
    fn judge_memory(&mut self, depth: u32) -> Result<bool, Limit> {
        match self.remember {
            Remember::Nothing => Ok(true),
            Remember::Path => {
                let tag = Tag::of(&self.state);
                let kept = self.path.len().min(depth as usize);
                for (_, left) in self.path.drain(kept..) {
                    self.budget.give(self.guide.heap_bytes(&left));
                }
                if self.path.iter().any(|(t, state)| *t == tag && *state == self.state) {
                    return Ok(false);
                }
                self.budget.reserve(&mut self.path, 1)?;
                let state = self.state.clone();
                self.budget.take(self.guide.heap_bytes(&state))?;
                self.path.push((tag, state));
                Ok(true)
            }
            Remember::States => self.judge_seen(depth),
        }
    }

    /// A state met at its least depth so far has to be searched (again); one that was only met at the last allowed
    /// move leaves the fringe then, so that the fringe counts just the states that nobody has looked behind.
    fn judge_seen(&mut self, depth: u32) -> Result<bool, Limit> {
        // Where the number of moves plays no part, no state need be searched twice.
        let unlimited = self.max_moves == NEVER - 1;
        let tag = Tag::of(&self.state);
        if let Some(index) = self.seen.find(&self.state, tag) {
            let least = self.seen.value_mut(index);
            if *least <= depth || unlimited {
                return Ok(false);
            }
            if *least == self.max_moves {
                self.fringe -= 1;
            }
            *least = depth;
        } else {
            let heap = self.guide.heap_bytes(&self.state);
            self.seen.add((self.state.clone(), depth), tag, heap, &mut self.budget)?;
        }
        Ok(true)
    }

    /// Leaves the current node for good and takes its move back.
    #[inline(always)]
    fn leave<O: Observer>(&mut self, here: &mut Here, watch: &mut O) {
        if let Some(made) = self.made.pop() {
            self.tally.backtracks += 1;
            watch.on(&Event::Leave { id: here.id, depth: here.depth });
            self.rules.undo(&mut self.state, &made.mv, &made.undo);
            self.moves.truncate(here.base as usize);
            *here = made.from;
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
    fn solution<O: Observer>(&mut self, id: NodeId, last: Option<&R::Move>, watch: &mut O) -> Result<(), Outcome> {
        let length = self.made.len() + usize::from(last.is_some());
        self.tally.deepest = self.tally.deepest.max(length as u32);
        if self.all {
            self.budget.reserve(&mut self.found, 1)?;
            // Those beyond the list are kept as moves alone.
            let listed = if self.found.len() < self.lists { listed_bytes(length) } else { 0 };
            self.budget.take(length * size_of::<R::Move>() + listed)?;
        }
        self.found.push(self.made.iter().map(|made| &made.mv).chain(last).cloned().collect());
        if length < self.found[self.shortest].len() {
            self.shortest = self.found.len() - 1;
        }
        watch.on(&Event::Solution { id, length: length as u64 });
        if self.all { Ok(()) } else { Err(Outcome::Solved) }
    }
}
