//! What the engines that store their states have in common: the states, the ways to them, the tests of a new one.

use std::sync::Arc;

use super::guide::{NEVER, Weight};
use super::memory::{Budget, Roomy, Store, Tag};
use super::tally::{Cut, NO_MOVE_LEFT, OUT_OF_REACH, Tally, Why, tell_node};
use super::{
    Answer, Counters, Event, Focus, Guide, Keeps, Limit, Node, NodeId, Observer, Outcome, Plan, Refutation, Rules,
    Status, grouped,
};

/// No state has this number.
pub(super) const NONE: u32 = u32::MAX;
/// In place of a neighbour in an open list: not in it.
pub(super) const CLOSED: u32 = u32::MAX - 1;

/// What is known of a stored state.
#[derive(Clone)]
pub(super) struct Entry<M> {
    pub id: NodeId,
    pub parent: u32,
    /// The move from the parent; the root has none.
    pub mv: Option<M>,
    pub depth: u32,
    pub estimate: u32,
    /// Its neighbours in an open list.
    pub before: u32,
    pub after: u32,
}

/// A child just made, before it is tested.
pub(super) struct Child<'a, R: Rules> {
    pub id: NodeId,
    pub parent: u32,
    pub mv: &'a R::Move,
    pub state: &'a R::State,
    pub depth: u32,
}

pub(super) struct Stored<R: Rules, G> {
    pub rules: Arc<R>,
    pub guide: G,
    /// Estimates rank the states; otherwise they are not told.
    ranks: Option<Weight>,
    pub max_moves: u32,
    pub nodes: Store<R::State, Entry<R::Move>>,
    /// The state expanded last.
    pub current: u32,
    moves: Roomy<R::Move>,
    /// States left out only because of the allowed number of moves.
    fringe: u64,
    /// A proven lower bound, as long as the guide never overestimates.
    pub lower: u32,
    pub budget: Budget,
    pub tally: Tally,
    pub solution: Option<u32>,
    /// Where the root itself did not fit.
    pub refused: Option<Limit>,
}

// Derived, it would ask for rules that can be cloned.
impl<R: Rules, G: Guide<R>> Clone for Stored<R, G> {
    fn clone(&self) -> Self {
        Stored {
            rules: Arc::clone(&self.rules),
            guide: self.guide.clone(),
            ranks: self.ranks,
            max_moves: self.max_moves,
            nodes: self.nodes.clone(),
            current: self.current,
            moves: self.moves.clone(),
            fringe: self.fringe,
            lower: self.lower,
            budget: self.budget.clone(),
            tally: self.tally.clone(),
            solution: self.solution,
            refused: self.refused,
        }
    }
}

impl<R: Rules, G: Guide<R>> Stored<R, G> {
    pub fn new(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan, ranks: Option<Weight>) -> Self {
        let mut stored = Stored {
            rules: Arc::clone(rules),
            ranks,
            max_moves: plan.max_moves.map_or(NEVER - 1, |m| m.min(u64::from(NEVER - 1)) as u32),
            nodes: Store::new(),
            current: 0,
            moves: Roomy::new(),
            fringe: 0,
            lower: 0,
            budget: Budget::new(plan.memory),
            tally: Tally::new(plan, guide.cuts().len()),
            guide,
            solution: None,
            refused: None,
        };
        if let Err(limit) = stored.plant(start) {
            stored.refused = Some(limit);
        }
        stored
    }

    fn plant(&mut self, start: &R::State) -> Result<(), Limit> {
        let id = self.tally.make()?;
        let root = Entry { id, parent: NONE, mv: None, depth: 0, estimate: 0, before: CLOSED, after: NONE };
        let heap = self.guide.heap_bytes(start);
        self.nodes.add((start.clone(), root), Tag::of(start), heap, &mut self.budget)?;
        Ok(())
    }

    /// Tests the root, once, when the search starts.
    #[cold]
    pub fn test_root<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let state = self.nodes.state(0).clone();
        let estimate = self.guide.estimate(&self.rules, &state);
        self.tell(Node::root(), estimate, &state, watch);
        if self.guide.solved(&self.rules, &state) {
            return Err(self.solved(0, watch));
        }
        if !self.passes(&state, 0, 0, estimate, watch) {
            return Err(self.ended());
        }
        self.nodes.value_mut(0).estimate = estimate;
        self.lower = estimate.max(1);
        Ok(())
    }

    /// Tells of a node that was made.
    pub fn tell<O: Observer>(&self, node: Node<'_>, estimate: u32, state: &R::State, watch: &mut O) {
        let Some(weight) = self.ranks else { return watch.on(&Event::Node(node)) };
        let value = || f64::from(node.depth) + f64::from(weight.times(estimate));
        let f = (weight != Weight::ONE && estimate != NEVER).then(value);
        tell_node(Node { f, ..node }, estimate, (&*self.rules, &self.guide, state), watch);
    }

    /// The moves of a state that is being expanded, in the order of the guide and without the one that leads back.
    pub fn moves_of<O: Observer>(
        &mut self,
        index: u32,
        state: &R::State,
        watch: &mut O,
    ) -> Result<Roomy<R::Move>, Outcome> {
        self.current = index;
        let Entry { id, depth, .. } = *self.nodes.value(index);
        self.tally.expand(id, depth, watch);
        let mut moves = std::mem::take(&mut self.moves);
        let counted = moves.capacity();
        moves.clear();
        self.rules.moves(state, &mut moves);
        self.budget.settle(&moves, counted)?;
        if moves.is_empty() {
            self.tally.dead(id, depth, &NO_MOVE_LEFT, watch);
        }
        self.guide.order(&self.rules, state, &mut moves);
        if let Some(last) = &self.nodes.value(index).mv {
            moves.retain(|mv| !self.guide.undoes(last, mv));
        }
        Ok(moves)
    }

    /// Takes the list of moves back, for the next expansion.
    pub fn moves_done(&mut self, moves: Roomy<R::Move>) {
        self.moves = moves;
    }

    /// Whether a state that is not the goal may lead to it within the allowed number of moves.
    pub fn passes<O: Observer>(
        &mut self,
        state: &R::State,
        id: NodeId,
        depth: u32,
        estimate: u32,
        watch: &mut O,
    ) -> bool {
        if let Some(cut) = self.guide.cut(&self.rules, state) {
            let why = Why { rules: &*self.rules, guide: &self.guide, state, cut };
            self.tally.guide_cut(&why, id, depth, watch);
        } else if estimate == NEVER {
            self.tally.dead(id, depth, &OUT_OF_REACH, watch);
        } else if depth.saturating_add(estimate) > self.max_moves {
            self.fringe += 1;
            self.tally.cut(Cut::Bound, id, watch);
        } else if depth < self.max_moves {
            return true;
        } else if self.rules.status(state) == Status::Stuck {
            self.tally.dead(id, depth, &NO_MOVE_LEFT, watch);
        } else {
            self.fringe += 1;
            self.tally.cut(Cut::Depth, id, watch);
        }
        false
    }

    /// Stores a child that passed its tests.
    pub fn add(&mut self, child: &Child<'_, R>, tag: Tag, estimate: u32) -> Result<u32, Limit> {
        let Child { id, parent, depth, .. } = *child;
        let node = Entry { id, parent, mv: Some(child.mv.clone()), depth, estimate, before: CLOSED, after: NONE };
        let heap = self.guide.heap_bytes(child.state);
        self.tally.deepest = self.tally.deepest.max(depth);
        self.nodes.add((child.state.clone(), node), tag, heap, &mut self.budget)
    }

    /// The verdict when nothing is left to expand.
    pub fn ended(&mut self) -> Outcome {
        if self.fringe > 0 {
            self.lower = self.lower.max(self.max_moves.saturating_add(1));
            Outcome::Limit(Limit::Depth)
        } else if self.guide.keeps() == Keeps::Nothing {
            Outcome::Limit(Limit::Incomplete)
        } else {
            Outcome::Exhausted
        }
    }

    pub fn solved<O: Observer>(&mut self, index: u32, watch: &mut O) -> Outcome {
        let Entry { id, depth, .. } = *self.nodes.value(index);
        watch.on(&Event::Solution { id, length: u64::from(depth) });
        self.solution = Some(index);
        Outcome::Solved
    }

    /// The moves from the root to a stored state.
    pub fn way_to(&self, mut index: u32) -> Vec<String> {
        let mut way = Vec::new();
        while (index as usize) < self.nodes.len()
            && let Some(mv) = &self.nodes.value(index).mv
        {
            way.push(mv.to_string());
            index = self.nodes.value(index).parent;
        }
        way.reverse();
        way
    }

    pub fn counters(&self) -> Counters {
        let depth = if self.nodes.len() > 0 { self.nodes.value(self.current).depth } else { 0 };
        Counters { depth, memory: self.budget.used(), ..self.tally.counters(self.guide.cuts()) }
    }

    pub fn answer(&self) -> Option<Answer> {
        let moves = self.way_to(self.solution?);
        let optimal = self.lower_bound() == Some(moves.len() as u64);
        Some(Answer { moves, optimal, ..Answer::default() })
    }

    pub fn focus(&self) -> Focus {
        Focus { path: self.way_to(self.solution.unwrap_or(self.current)), ..Focus::default() }
    }

    pub fn lower_bound(&self) -> Option<u64> {
        (self.guide.keeps() == Keeps::Everything).then_some(u64::from(self.lower))
    }

    pub fn refutation(&self) -> Refutation {
        let searched = grouped(self.nodes.len() as u64);
        let reason = format!("{searched} positions were searched, and none of them leads to the goal");
        Refutation { reason, ..Refutation::default() }
    }
}
