//! The best-first kernel: every state is stored once, with the best way to it; it serves A*, weighted A* and
//! breadth-first search.

use std::sync::Arc;

use super::guide::Weight;
use super::memory::{Roomy, Tag};
use super::stored::{CLOSED, Child, Entry, NONE, Stored};
use super::tally::Cut;
use super::{
    Answer, Counters, Detail, Event, Focus, Guide, Kernel, Limit, NAMED, Node, Observer, Outcome, Plan, Queue,
    Refutation, Rules, Standing, Waiting,
};

/// What is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The shallowest, first come first served; the goal is recognised when it is made.
    Depth,
    /// The least moves made plus weighted estimate, among equals the latest; the goal is recognised when its turn
    /// comes.
    Estimate,
}

/// One open list: its first and its last state.
#[derive(Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
}

pub(super) struct BestFirst<R: Rules, G> {
    stored: Stored<R, G>,
    order: Order,
    weight: Weight,
    /// Open lists by key; those before `least` are empty.
    open: Roomy<Ends>,
    least: usize,
    waiting: u64,
    /// How many open states have each value of moves made plus estimate without weight: the least of them is a
    /// lower bound. Kept only where a weight makes it differ from the keys.
    unweighted: Roomy<u32>,
    cheapest: usize,
}

// Derived, it would ask for rules that can be cloned.
impl<R: Rules, G: Guide<R>> Clone for BestFirst<R, G> {
    fn clone(&self) -> Self {
        BestFirst {
            stored: self.stored.clone(),
            order: self.order,
            weight: self.weight,
            open: self.open.clone(),
            least: self.least,
            waiting: self.waiting,
            unweighted: self.unweighted.clone(),
            cheapest: self.cheapest,
        }
    }
}

impl<R: Rules, G: Guide<R>> BestFirst<R, G> {
    pub fn new(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan, order: Order) -> Self {
        let ranks = (order == Order::Estimate).then(|| Weight::new(plan.weight()));
        BestFirst {
            stored: Stored::new(rules, start, guide, plan, ranks),
            order,
            weight: ranks.unwrap_or(Weight::ONE),
            open: Roomy::new(),
            least: 0,
            waiting: 0,
            unweighted: Roomy::new(),
            cheapest: 0,
        }
    }

    fn drive<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.stored.lower == 0 {
            self.stored.test_root(watch)?;
            self.least = self.key(0);
            self.cheapest = self.stored.nodes.value(0).estimate as usize;
            self.put(0)?;
            watch.on(&Event::Bound { bound: self.least as u64 });
        }
        loop {
            let Some(best) = self.best(watch) else { return Err(self.stored.ended()) };
            let stored = &mut self.stored;
            if self.order == Order::Estimate && stored.guide.solved(&stored.rules, stored.nodes.state(best)) {
                return Err(stored.solved(best, watch));
            }
            if fuel == 0 {
                return Ok(());
            }
            fuel -= 1;
            self.close(best);
            self.expand(best, watch)?;
        }
    }

    fn key(&self, index: u32) -> usize {
        let node = self.stored.nodes.value(index);
        node.depth as usize + self.weight.times(node.estimate) as usize
    }

    /// The open state whose turn it is. Where the least key rose, so did what is known of the solution's length.
    fn best<O: Observer>(&mut self, watch: &mut O) -> Option<u32> {
        if self.waiting == 0 {
            return None;
        }
        let before = self.least;
        while self.open[self.least].first == NONE {
            self.least += 1;
        }
        if self.least > before {
            watch.on(&Event::Bound { bound: self.least as u64 });
        }
        let proven = match self.order {
            // All states of this depth were tested when they were made.
            Order::Depth => self.least as u32 + 1,
            Order::Estimate if self.weight == Weight::ONE => self.least as u32,
            Order::Estimate => self.least_unweighted(),
        };
        self.stored.lower = self.stored.lower.max(proven);
        Some(self.open[self.least].first)
    }

    fn least_unweighted(&mut self) -> u32 {
        while self.unweighted[self.cheapest] == 0 {
            self.cheapest += 1;
        }
        self.cheapest as u32
    }

    /// Puts a state into the open list of its key.
    fn put(&mut self, index: u32) -> Result<(), Limit> {
        let key = self.key(index);
        if let Some(more) = (key + 1).checked_sub(self.open.len()) {
            self.stored.budget.reserve(&mut self.open, more)?;
            self.open.resize(key + 1, Ends { first: NONE, last: NONE });
        }
        if self.weight != Weight::ONE {
            let node = self.stored.nodes.value(index);
            let value = (node.depth + node.estimate) as usize;
            if let Some(more) = (value + 1).checked_sub(self.unweighted.len()) {
                self.stored.budget.reserve(&mut self.unweighted, more)?;
                self.unweighted.resize(value + 1, 0);
            }
            self.unweighted[value] += 1;
            self.cheapest = self.cheapest.min(value);
        }
        let ends = self.open[key];
        match self.order {
            Order::Estimate => {
                self.link(NONE, index, key);
                self.link(index, ends.first, key);
            }
            Order::Depth => {
                self.link(ends.last, index, key);
                self.link(index, NONE, key);
            }
        }
        self.least = self.least.min(key);
        self.waiting += 1;
        Ok(())
    }

    /// Takes a state out of its open list.
    fn close(&mut self, index: u32) {
        let key = self.key(index);
        let node = self.stored.nodes.value_mut(index);
        let (before, after) = (node.before, node.after);
        node.before = CLOSED;
        if self.weight != Weight::ONE {
            self.unweighted[(node.depth + node.estimate) as usize] -= 1;
        }
        self.link(before, after, key);
        self.waiting -= 1;
    }

    /// Makes two states neighbours in an open list; `NONE` is its end.
    fn link(&mut self, left: u32, right: u32, key: usize) {
        match left {
            NONE => self.open[key].first = right,
            _ => self.stored.nodes.value_mut(left).after = right,
        }
        match right {
            NONE => self.open[key].last = left,
            _ => self.stored.nodes.value_mut(right).before = left,
        }
    }

    /// The next few whose turn it will be.
    fn first_waiting(&self) -> Vec<Waiting> {
        let mut first = Vec::new();
        for ends in self.open.iter().skip(self.least) {
            let mut at = ends.first;
            while at != NONE && first.len() < NAMED {
                let node = self.stored.nodes.value(at);
                let h = (self.order == Order::Estimate).then_some(u64::from(node.estimate));
                let f = (self.order == Order::Estimate && self.weight != Weight::ONE).then(|| self.key(at) as f64);
                let mv = node.mv.as_ref().map_or_else(String::new, ToString::to_string);
                first.push(Waiting { id: node.id, mv, depth: node.depth, h, f });
                at = node.after;
            }
        }
        first
    }

    fn expand<O: Observer>(&mut self, index: u32, watch: &mut O) -> Result<(), Outcome> {
        let mut state = self.stored.nodes.state(index).clone();
        let depth = self.stored.nodes.value(index).depth + 1;
        let moves = self.stored.moves_of(index, &state, watch)?;
        for mv in moves.iter() {
            let id = self.stored.tally.make()?;
            let undo = self.stored.rules.apply(&mut state, mv);
            self.child(&Child { id, parent: index, mv, state: &state, depth }, watch)?;
            self.stored.rules.undo(&mut state, mv, &undo);
        }
        self.stored.moves_done(moves);
        Ok(())
    }

    /// Tests a child, and opens it if it is new or better reached than before.
    fn child<O: Observer>(&mut self, child: &Child<'_, R>, watch: &mut O) -> Result<(), Outcome> {
        let stored = &mut self.stored;
        let Entry { id: parent, estimate: before, .. } = *stored.nodes.value(child.parent);
        let node = Node::child(child.id, parent, child.mv, child.depth);
        let tag = Tag::of(child.state);
        if let Some(index) = stored.nodes.find(child.state, tag) {
            let Entry { depth, estimate, .. } = *stored.nodes.value(index);
            stored.tell(node, estimate, child.state, watch);
            if depth <= child.depth {
                stored.tally.cut(Cut::Memory, child.id, watch);
                return Ok(());
            }
            return Ok(self.reach_again(index, child, watch)?);
        }
        let last = self.order == Order::Depth || child.depth == stored.max_moves;
        let solved = last && stored.guide.solved(&stored.rules, child.state);
        let estimate =
            if solved { 0 } else { stored.guide.estimate_after(&stored.rules, before, child.state, child.mv) };
        stored.tell(node, estimate, child.state, watch);
        if !solved && !stored.passes(child.state, child.id, child.depth, estimate, watch) {
            return Ok(());
        }
        let index = stored.add(child, tag, estimate)?;
        if solved && self.order == Order::Depth {
            return Err(stored.solved(index, watch));
        }
        Ok(self.put(index)?)
    }

    /// A better way to a state that is stored already: it is opened again.
    fn reach_again<O: Observer>(&mut self, index: u32, child: &Child<'_, R>, watch: &mut O) -> Result<(), Limit> {
        watch.on(&Event::Seen { id: self.stored.nodes.value(index).id });
        if self.stored.nodes.value(index).before != CLOSED {
            self.close(index);
        }
        let node = self.stored.nodes.value_mut(index);
        (node.id, node.parent, node.mv, node.depth) = (child.id, child.parent, Some(child.mv.clone()), child.depth);
        self.put(index)
    }
}

impl<R: Rules, G: Guide<R>> Kernel for BestFirst<R, G> {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if let Some(limit) = self.stored.refused {
            if self.stored.tally.generated > 0 {
                watch.on(&Event::Node(Node::root()));
            }
            return limit.into();
        }
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => outcome,
        }
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        let more = vec![("open", self.waiting), ("stored", self.stored.nodes.len() as u64)];
        Counters { more, ..self.stored.counters() }
    }

    fn answer(&self) -> Option<Answer> {
        self.stored.answer()
    }

    fn refutation(&self) -> Option<Refutation> {
        Some(self.stored.refutation())
    }

    fn lower_bound(&self) -> Option<u64> {
        self.stored.lower_bound()
    }

    fn focus(&self) -> Focus {
        self.stored.focus()
    }

    fn standing(&self) -> Standing {
        let rule = match (self.order, self.weight == Weight::ONE) {
            (Order::Depth, _) => "Breadth first takes the shallowest that waits, the oldest of them",
            (Order::Estimate, true) => "A* takes the smallest f = g + h that waits, among equals the latest",
            (Order::Estimate, false) => {
                "Weighted A* takes the smallest f = g + weight x h that waits, the latest of them"
            }
        };
        let at = self.stored.solution.unwrap_or(self.stored.current);
        let node = (self.stored.nodes.len() > 0).then(|| self.stored.nodes.value(at).id);
        let queue = Queue { name: "open list".into(), len: self.waiting, first: self.first_waiting() };
        let h = node.filter(|_| self.order == Order::Estimate).map(|_| self.stored.nodes.value(at).estimate.into());
        let f = h.filter(|_| self.weight != Weight::ONE).map(|_| self.key(at) as f64);
        Standing { node, h, f, rule, queue: Some(queue), ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        match self.order {
            Order::Depth => Vec::new(),
            Order::Estimate => vec![Detail::figure("least value", self.least)],
        }
    }
}
