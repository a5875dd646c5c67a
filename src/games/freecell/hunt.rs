//! Best-first search over packed positions: the one kernel behind `fast` and `prove`.

use std::sync::Arc;

use super::field::Field;
use super::judge::{Sums, Weights, try_step};
use super::orders::Orders;
use super::packed::Deal;
use super::steps::{Step, Steps, keep_only_safe};
use super::store::{Met, Node, Store};
use crate::search::{Event, Observer};

/// How many cards a step carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carry {
    /// One: with these an exhausted hunt is a proof.
    Single,
    /// As many as lie in order.
    Runs,
    /// The same, but a run that lies well is not broken up.
    WholeRuns,
}

/// How a hunt goes about it.
#[derive(Clone, Debug)]
pub struct Style {
    pub weights: Weights,
    pub carry: Carry,
    /// By how much of the priority the steps into cells wait, since the others often lead on alone (partial
    /// expansion, after Yoshizumi, Miura and Ishida 2000).
    pub wait: usize,
    /// Safe moves home are made at once.
    pub safe_home: bool,
    /// Positions that differ only in the order of their columns are one.
    pub canonical: bool,
    /// Give up after this many turns: a node has one for each half of its steps.
    pub most: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    More,
    /// At this node all cards are home, or can go home one by one.
    Solved(u32),
    Exhausted,
    /// The style's own limit.
    Tired,
    Memory,
    Nodes,
}

const BUCKETS: usize = 2048;
const NONE: u32 = u32::MAX;
/// Marks an open node of which only the steps into cells are left to make.
const INTO_CELLS: u32 = 1 << 31;

pub struct Hunt {
    pub deal: Arc<Deal>,
    pub style: Style,
    pub store: Store,
    /// Where columns are not canonical.
    orders: Option<Orders>,
    /// The latest open node of each priority, and the one behind each node.
    heads: Vec<u32>,
    links: Vec<u32>,
    lowest: usize,
    field: Field,
    sums: Sums,
    steps: Vec<Step>,
    pub generated: u64,
    pub expanded: u64,
    /// Nodes taken up, those that were put off once more.
    turns: u64,
    /// Children met before.
    pub known: u64,
    pub deepest: u16,
    /// The node expanded last.
    pub current: u32,
    end: End,
}

/// Limits from outside: nodes in all, and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub nodes: u64,
    pub memory: usize,
}

impl Hunt {
    /// `counted`: whether the root is a new state of the run (only in its first hunt).
    pub fn new(deal: Arc<Deal>, style: Style, counted: bool) -> Hunt {
        let (key, orders) = Orders::begin(&deal, style.canonical);
        let mut hunt = Hunt {
            deal,
            style,
            store: Store::new(),
            orders,
            heads: vec![NONE; BUCKETS],
            links: Vec::with_capacity(1024),
            lowest: BUCKETS,
            field: Field::new(),
            sums: Sums::default(),
            steps: Vec::with_capacity(64),
            generated: u64::from(counted),
            expanded: 0,
            turns: 0,
            known: 0,
            deepest: 0,
            current: 0,
            end: End::More,
        };
        hunt.store.meet(&key, || Node { key, parent: 0, step: 0, cost: 0 });
        hunt.field.unpack(&hunt.deal, key);
        let sums = Sums::of(&hunt.deal, &hunt.field);
        if sums.is_won() {
            hunt.end = End::Solved(0);
        }
        let value = sums.weigh(&hunt.style.weights, &hunt.deal);
        hunt.open(0, value);
        hunt
    }

    fn open(&mut self, place: u32, priority: i32) {
        let bucket = (priority.max(0) as usize).min(BUCKETS - 1);
        debug_assert_eq!(self.links.len(), place as usize, "nodes are opened in the order in which they are met");
        self.links.push(self.heads[bucket]);
        self.heads[bucket] = place;
        self.lowest = self.lowest.min(bucket);
    }

    /// Opens the node at hand again, for its steps into cells.
    fn put_off(&mut self, place: u32) {
        let bucket = (self.lowest + self.style.wait).min(BUCKETS - 1);
        self.links[place as usize] = self.heads[bucket];
        self.heads[bucket] = place | INTO_CELLS;
    }

    fn take(&mut self) -> Option<u32> {
        while self.lowest < BUCKETS {
            let entry = self.heads[self.lowest];
            if entry != NONE {
                self.heads[self.lowest] = self.links[(entry & !INTO_CELLS) as usize];
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }

    pub fn memory(&self) -> usize {
        let orders = self.orders.as_ref().map_or(0, Orders::memory);
        self.store.memory() + self.links.capacity() * 4 + BUCKETS * 4 + orders
    }

    /// Works for at most `fuel` expansions, which it takes from it.
    pub fn run<W: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut W) -> End {
        while self.end == End::More && *fuel > 0 {
            if self.turns >= self.style.most {
                self.end = End::Tired;
            } else if self.generated >= limits.nodes {
                self.end = End::Nodes;
            } else if self.memory() > limits.memory || self.store.len() + 64 > Store::MOST {
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

    fn expand<W: Observer>(&mut self, place: u32, into_cells: bool, watch: &mut W) {
        let node = *self.store.node(place);
        if !into_cells {
            self.expanded += 1;
            let (id, parent) = (u64::from(place), u64::from(node.parent));
            watch.on(&Event::Expand { node: id, parent, depth: node.cost.into() });
        }
        self.lay_out(place, &node);
        let mut list = std::mem::take(&mut self.steps);
        list.clear();
        let mut steps = Steps { deal: &self.deal, field: &self.field, into: &mut list };
        match self.style.carry {
            _ if into_cells => steps.columns_to_cells(),
            Carry::Single => steps.single_onto_columns(),
            Carry::Runs => steps.runs_onto_columns(false),
            Carry::WholeRuns => steps.runs_onto_columns(true),
        }
        let safe = place == 0 && self.style.safe_home && keep_only_safe(&self.deal, &self.field, &mut list);
        if !into_cells && !safe && self.field.free_cells(&self.deal) > 0 {
            self.put_off(place);
        }
        for &step in &list {
            self.child(place, node.cost, step, watch);
            if self.end != End::More {
                break;
            }
        }
        self.steps = list;
    }

    /// Lays a node out and counts what judges it, with as little work as what was laid out last allows.
    fn lay_out(&mut self, place: u32, node: &Node) {
        let before = std::mem::replace(&mut self.current, place);
        if place == before && self.turns > 1 {
            return;
        }
        if node.parent == before && self.turns > 1 {
            self.field.advance(&self.deal, (node.step >> 3) as u8, node.key);
        } else {
            self.field.unpack(&self.deal, node.key);
        }
        debug_assert_eq!(self.field.key, node.key);
        self.sums = Sums::of(&self.deal, &self.field);
    }

    fn child<W: Observer>(&mut self, parent: u32, cost: u16, step: Step, watch: &mut W) {
        self.generated += 1;
        let (mut key, sums) = try_step(&self.deal, &self.field, &self.sums, step, self.style.safe_home);
        if let Some(orders) = &mut self.orders {
            key = orders.follow(parent, step, key);
        }
        let cost = cost + 1;
        let place = match self.store.meet(&key, || Node { key, parent, step: step.packed(), cost }) {
            Met::New(place) => place,
            Met::Known(_) => {
                self.known += 1;
                return;
            }
        };
        if let Some(orders) = &mut self.orders {
            orders.keep(place);
        }
        self.deepest = self.deepest.max(cost);
        if sums.is_won() {
            self.end = End::Solved(place);
            watch.on(&Event::Solution { length: cost.into() });
            return;
        }
        let weights = &self.style.weights;
        let priority = sums.weigh(weights, &self.deal) + weights.step * i32::from(cost);
        self.open(place, priority);
    }
}
