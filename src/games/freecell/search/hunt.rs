//! Best-first search over packed positions with single-card moves: the kernel of `prove`, and what `fast` falls back on.

use std::sync::Arc;

use super::beam::Manner;
use super::field::Field;
use super::judge::{Sums, Weights, try_step};
use super::orders::Orders;
use super::packed::{Deal, unpacked_step};
use super::steps::{Step, Steps, keep_only_safe};
use super::store::{Met, Node, Store};
use super::tell::{Child, Parent, tell_met, tell_stuck};
use super::width::Width;
use crate::search::{Event, Observer, Roomy};

/// A node that waits for its turn.
pub struct Open {
    pub rank: usize,
    pub place: u32,
    /// Only its steps into cells are left to make.
    pub into_cells: bool,
}

/// The first few open nodes of a search with their buckets, and how many there are: each bucket has its latest node, and
/// `link` says which is behind it.
pub fn in_turn(heads: &[u32], lowest: usize, most: usize, link: impl Fn(u32) -> u32) -> (Vec<Open>, u64) {
    let (mut first, mut len) = (Vec::new(), 0);
    for (bucket, &head) in heads.iter().enumerate().skip(lowest) {
        let mut at = head;
        while at != NONE {
            if first.len() < most {
                first.push(Open { rank: bucket, place: at & !INTO_CELLS, into_cells: at & INTO_CELLS != 0 });
            }
            len += 1;
            at = link(at & !INTO_CELLS);
        }
    }
    (first, len)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    More,
    /// At this node all cards are home, or can go home one by one.
    Solved(u32),
    /// Nothing is left to take up. Of a hunt, this is a proof.
    Exhausted,
    /// The search's own limit.
    Tired,
    Memory,
    Nodes,
}

const NONE: u32 = u32::MAX;
/// By how much of the priority the steps into cells wait, since the others often lead on alone (partial expansion,
/// after Yoshizumi, Miura and Ishida 2000).
const WAIT: usize = 10;
/// Marks an open node of which only the steps into cells are left to make.
const INTO_CELLS: u32 = 1 << 31;

/// A hunt goes on until a solution is found or nothing is left to look at, and so can prove that there is none; a
/// [dash](super::dash::Dash) is quicker, and cannot.
#[derive(Clone)]
pub struct Hunt<W: Width> {
    deal: Arc<Deal<W>>,
    manner: Manner,
    store: Store<W>,
    /// Where columns are not canonical.
    orders: Option<Orders<W>>,
    /// The latest open node of each priority, and the one behind each node.
    heads: Vec<u32>,
    links: Roomy<u32>,
    lowest: usize,
    field: Field<W>,
    sums: Sums,
    steps: Vec<Step>,
    generated: u64,
    /// Whether the root is one of them.
    counted: bool,
    expanded: u64,
    /// Nodes without any move.
    dead: u64,
    /// Nodes taken up, those that were put off once more.
    turns: u64,
    /// Children met before.
    known: u64,
    deepest: u16,
    /// The node expanded last.
    pub current: u32,
    end: End,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub generated: u64,
    pub expanded: u64,
    /// Nodes without any move.
    pub dead: u64,
    /// Children met before.
    pub known: u64,
    pub depth: u16,
    pub deepest: u16,
    /// Positions held.
    pub held: usize,
    pub memory: usize,
}

/// Limits from outside: nodes in all, and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub nodes: u64,
    pub memory: usize,
}

impl<W: Width> Hunt<W> {
    /// `counted`: whether the root is a new state of the run (only in its first hunt).
    pub fn new(deal: Arc<Deal<W>>, manner: Manner, counted: bool) -> Self {
        let (key, orders) = Orders::begin(&deal, manner.canonical);
        let mut hunt = Hunt {
            deal,
            manner,
            store: Store::new(),
            orders,
            heads: vec![NONE; W::BUCKETS],
            links: Roomy::with_capacity(1024),
            lowest: W::BUCKETS,
            field: Field::new(),
            sums: Sums::default(),
            steps: Vec::with_capacity(64),
            generated: u64::from(counted),
            counted,
            expanded: 0,
            dead: 0,
            turns: 0,
            known: 0,
            deepest: 0,
            current: 0,
            end: End::More,
        };
        hunt.store.meet(&key, 0, || Node { key, parent: 0, step: 0, cost: 0 });
        hunt.field.unpack(&hunt.deal, key);
        let sums = Sums::of(&hunt.deal, &hunt.field);
        if sums.is_won() {
            hunt.end = End::Solved(0);
        }
        let value = sums.weigh(&hunt.manner.weights, &hunt.deal);
        hunt.open(0, value);
        hunt
    }

    fn open(&mut self, place: u32, priority: i32) {
        let bucket = (priority.max(0) as usize).min(W::BUCKETS - 1);
        debug_assert_eq!(self.links.len(), place as usize, "nodes are opened in the order in which they are met");
        self.links.push(self.heads[bucket]);
        self.heads[bucket] = place;
        self.lowest = self.lowest.min(bucket);
    }

    /// Opens the node at hand again, for its steps into cells.
    fn put_off(&mut self, place: u32) {
        let bucket = (self.lowest + WAIT).min(W::BUCKETS - 1);
        self.links[place as usize] = self.heads[bucket];
        self.heads[bucket] = place | INTO_CELLS;
    }

    fn take(&mut self) -> Option<u32> {
        while self.lowest < W::BUCKETS {
            let entry = self.heads[self.lowest];
            if entry != NONE {
                self.heads[self.lowest] = self.links[(entry & !INTO_CELLS) as usize];
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }

    /// The first few open nodes with their priority, and how many there are.
    pub fn waiting(&self, most: usize) -> (Vec<Open>, u64) {
        in_turn(&self.heads, self.lowest, most, |place| self.links[place as usize])
    }

    pub fn figures(&self) -> Figures {
        Figures {
            generated: self.generated,
            expanded: self.expanded,
            dead: self.dead,
            known: self.known,
            depth: self.store.node(self.current).cost,
            deepest: self.deepest,
            held: self.store.len(),
            memory: self.memory(),
        }
    }

    /// The steps from the start to a node.
    pub fn line(&self, place: u32) -> Vec<u16> {
        self.store.steps(place)
    }

    /// The number of a node among all that this search made; the root is 0.
    pub fn number(&self, place: u32) -> u64 {
        self.store.number(place)
    }

    /// What the start is judged by.
    pub fn root(&self) -> (Sums, &Weights) {
        let mut field = Field::new();
        field.unpack(&self.deal, self.store.node(0).key);
        (Sums::of(&self.deal, &field), &self.manner.weights)
    }

    fn memory(&self) -> usize {
        let orders = self.orders.as_ref().map_or(0, Orders::memory);
        self.store.memory() + self.links.capacity() * 4 + W::BUCKETS * 4 + orders
    }

    /// Works for at most `fuel` expansions, which it takes from it.
    pub fn run<O: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut O) -> End {
        while self.end == End::More && *fuel > 0 {
            if self.generated >= limits.nodes {
                self.end = End::Nodes;
            } else if self.memory() > limits.memory || self.store.is_full() {
                self.end = End::Memory;
            } else if let Some(entry) = self.take() {
                *fuel -= 1;
                self.turns += 1;
                self.expand(entry & !INTO_CELLS, entry & INTO_CELLS != 0, watch);
            } else {
                self.end = End::Exhausted;
            }
        }
        self.end
    }

    fn expand<O: Observer>(&mut self, place: u32, into_cells: bool, watch: &mut O) {
        let node = *self.store.node(place);
        if !into_cells {
            self.expanded += 1;
            watch.on(&Event::Expand { id: self.store.number(place), depth: node.cost.into() });
        }
        self.lay_out(place, &node);
        let mut list = std::mem::take(&mut self.steps);
        list.clear();
        let mut steps = Steps { deal: &self.deal, field: &self.field, into: &mut list };
        if into_cells {
            steps.columns_to_cells();
        } else {
            steps.single_onto_columns();
        }
        let safe = place == 0 && self.manner.safe_home && keep_only_safe(&self.deal, &self.field, &mut list);
        let has_cells = self.field.free_cells(&self.deal) > 0;
        if !into_cells && !safe && has_cells {
            self.put_off(place);
        }
        if !into_cells && !has_cells && list.is_empty() {
            self.dead += 1;
            tell_stuck(self.store.number(place), node.cost, watch);
        }
        let deal = watch.listens().then(|| Arc::clone(&self.deal));
        let parent = deal
            .as_ref()
            .map(|deal| Parent::new(self.store.number(place), deal, &self.line(place), self.manner.safe_home));
        for &step in &list {
            self.child(place, node.cost, step, parent.as_ref(), watch);
            if self.end != End::More {
                break;
            }
        }
        self.steps = list;
    }

    /// Lays a node out and counts what judges it, with as little work as what was laid out last allows.
    fn lay_out(&mut self, place: u32, node: &Node<W>) {
        let before = std::mem::replace(&mut self.current, place);
        if place == before && self.turns > 1 {
            return;
        }
        if node.parent == before && self.turns > 1 {
            self.field.advance(&self.deal, unpacked_step::<W>(node.step).0, node.key);
        } else {
            self.field.unpack(&self.deal, node.key);
        }
        debug_assert_eq!(self.field.key, node.key);
        self.sums = Sums::of(&self.deal, &self.field);
    }

    fn child<O: Observer>(&mut self, parent: u32, cost: u16, step: Step, told: Option<&Parent<'_, W>>, watch: &mut O) {
        let id = self.generated + 1 - u64::from(self.counted);
        self.generated += 1;
        let (mut key, sums) = try_step(&self.deal, &self.field, &self.sums, step, self.manner.safe_home);
        if let Some(orders) = &mut self.orders {
            key = orders.follow(parent, step, key);
        }
        let cost = cost + 1;
        if watch.listens()
            && let Some(told) = told
        {
            let (weights, deal) = (&self.manner.weights, &self.deal);
            let terms = |tell: &mut dyn FnMut(&'static str, u64)| sums.terms(weights, deal, tell);
            let h = sums.weigh(weights, deal);
            let f = h + weights.step * i32::from(cost);
            told.tell(&Child { id, step: step.packed::<W>(), depth: cost, h, f, terms: &terms }, watch);
        }
        let place = match self.store.meet(&key, id, || Node { key, parent, step: step.packed::<W>(), cost }) {
            Met::New(place) => place,
            Met::Known(_) => {
                self.known += 1;
                tell_met(id, watch);
                return;
            }
        };
        if let Some(orders) = &mut self.orders {
            orders.keep(place);
        }
        self.deepest = self.deepest.max(cost);
        if sums.is_won() {
            self.end = End::Solved(place);
            return;
        }
        let weights = &self.manner.weights;
        let priority = sums.weigh(weights, &self.deal) + weights.step * i32::from(cost);
        self.open(place, priority);
    }
}
