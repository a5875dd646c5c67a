//! Beam search over single-card moves: of the positions at the same number of moves only the most promising go on.

use std::sync::Arc;

use super::field::Field;
use super::hunt::Limits;
use super::judge::{Sums, Weights, moves_made, try_step};
use super::orders::Orders;
use super::packed::Deal;
use super::steps::{Step, Steps, keep_only_safe};
use super::store::{Met, Node, Store};
use super::tell::{Child, Parent};
use super::width::Width;
use crate::search::{Event, Observer};

#[derive(Clone, Copy)]
struct Entry {
    priority: i32,
    place: u32,
}

/// How a search goes about it, as the plan says.
#[derive(Clone)]
pub struct Manner {
    pub weights: Weights,
    /// Safe moves home are made at once.
    pub safe_home: bool,
    /// Positions that differ only in the order of their columns are one.
    pub canonical: bool,
}

/// What cuts are called: too many single cards moved already, and no room among those of the same number.
pub const BOUND: &str = "bound";
pub const OUTSIDE: &str = "outside the beam";

/// One pass with one width.
#[derive(Clone)]
pub struct Beam<W: Width> {
    deal: Arc<Deal<W>>,
    manner: Manner,
    pub width: usize,
    pub store: Store<W>,
    /// Where columns are not canonical.
    orders: Option<Orders<W>>,
    /// Positions by the number of moves that lead to them.
    layers: Vec<Vec<Entry>>,
    /// The layer at work, and what of it is still to be expanded.
    pub layer: usize,
    queue: Vec<u32>,
    field: Field<W>,
    sums: Sums,
    steps: Vec<Step>,
    /// Only solutions with fewer moves than this are of interest.
    pub bound: u16,
    /// Where the last improvement ends.
    pub found: Option<u32>,
    pub generated: u64,
    pub expanded: u64,
    pub left_out: u64,
    pub beyond: u64,
    pub current: u32,
    pub ended: bool,
}

impl<W: Width> Beam<W> {
    pub fn new(deal: Arc<Deal<W>>, manner: Manner, width: usize, bound: u16) -> Self {
        let mut store = Store::new();
        let (key, orders) = Orders::begin(&deal, manner.canonical);
        store.meet(&key, 0, || Node { key, parent: 0, step: 0, cost: 0 });
        Beam {
            deal,
            manner,
            width,
            store,
            orders,
            layers: vec![vec![Entry { priority: 0, place: 0 }]],
            layer: 0,
            queue: vec![0],
            field: Field::new(),
            sums: Sums::default(),
            steps: Vec::with_capacity(64),
            bound,
            found: None,
            generated: 0,
            expanded: 0,
            left_out: 0,
            beyond: 0,
            current: 0,
            ended: false,
        }
    }

    pub fn memory(&self) -> usize {
        let orders = self.orders.as_ref().map_or(0, Orders::memory);
        self.store.memory() + self.store.len() * size_of::<Entry>() + orders
    }

    /// The next few of the layer, and how many are left of it.
    pub fn waiting(&self, most: usize) -> Vec<u32> {
        self.queue.iter().rev().take(most).copied().collect()
    }

    pub fn left(&self) -> u64 {
        self.queue.len() as u64
    }

    /// Works for at most `fuel` expansions, or until a better solution is found or the pass ends.
    pub fn run<O: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut O) {
        self.found = None;
        while *fuel > 0 && self.found.is_none() && !self.ended {
            if self.generated >= limits.nodes || self.memory() > limits.memory || self.store.is_full() {
                self.ended = true;
            } else if let Some(place) = self.queue.pop() {
                *fuel -= 1;
                self.expand(place, watch);
            } else {
                self.next_layer(watch);
            }
        }
    }

    fn next_layer<O: Observer>(&mut self, watch: &mut O) {
        self.layers[self.layer] = Vec::new();
        self.layer += 1;
        if self.layer >= self.layers.len() || self.layer + 1 >= self.bound as usize {
            self.ended = true;
            return;
        }
        let (store, layer) = (&self.store, self.layer as u16);
        let entries = &mut self.layers[self.layer];
        // Positions that were reached sooner since then have left this layer.
        entries.retain(|entry| store.node(entry.place).cost == layer);
        if entries.len() > self.width {
            self.left_out += (entries.len() - self.width) as u64;
            entries.select_nth_unstable_by_key(self.width, |entry| (entry.priority, entry.place));
            for entry in entries.drain(self.width..) {
                watch.on(&Event::Cut { id: store.number(entry.place), by: OUTSIDE });
            }
        }
        self.queue.clear();
        self.queue.extend(entries.iter().map(|entry| entry.place));
    }

    fn expand<O: Observer>(&mut self, place: u32, watch: &mut O) {
        let node = *self.store.node(place);
        self.current = place;
        self.expanded += 1;
        watch.on(&Event::Expand { id: self.store.number(place), depth: node.cost.into() });
        self.field.unpack(&self.deal, node.key);
        self.sums = Sums::of(&self.deal, &self.field);
        let mut list = std::mem::take(&mut self.steps);
        list.clear();
        Steps { deal: &self.deal, field: &self.field, into: &mut list }.single();
        if place == 0 && self.manner.safe_home {
            keep_only_safe(&self.deal, &self.field, &mut list);
        }
        let deal = watch.listens().then(|| Arc::clone(&self.deal));
        let parent = deal
            .as_ref()
            .map(|deal| Parent::new(self.store.number(place), deal, &self.store.steps(place), self.manner.safe_home));
        for &step in &list {
            self.child(place, node.cost, step, parent.as_ref(), watch);
            if self.found.is_some() {
                break;
            }
        }
        self.steps = list;
    }

    fn child<O: Observer>(&mut self, parent: u32, cost: u16, step: Step, told: Option<&Parent<'_, W>>, watch: &mut O) {
        self.generated += 1;
        let id = self.generated;
        let (mut key, sums) = try_step(&self.deal, &self.field, &self.sums, step, self.manner.safe_home);
        if let Some(orders) = &mut self.orders {
            key = orders.follow(parent, step, key);
        }
        let cost = cost + moves_made(step, &self.sums, &sums);
        if watch.listens()
            && let Some(told) = told
        {
            let (weights, deal) = (&self.manner.weights, &self.deal);
            let terms = |tell: &mut dyn FnMut(&'static str, u64)| sums.terms(weights, deal, tell);
            let h = sums.weigh(weights, deal);
            told.tell(&Child { id, step: step.packed::<W>(), depth: cost, h, f: h, terms: &terms }, watch);
        }
        if i32::from(cost) + sums.least_moves() >= i32::from(self.bound) {
            self.beyond += 1;
            watch.on(&Event::Cut { id, by: BOUND });
            return;
        }
        let node = Node { key, parent, step: step.packed::<W>(), cost };
        let place = match self.store.meet(&key, id, || node) {
            Met::New(place) => place,
            Met::Known(place) => {
                let known = self.store.node_mut(place);
                if known.cost <= cost {
                    watch.on(&Event::Seen { id });
                    return;
                }
                *known = node;
                // The longer way is not followed any more.
                watch.on(&Event::Seen { id: self.store.number(place) });
                self.store.renumber(place, id);
                place
            }
        };
        if let Some(orders) = &mut self.orders {
            orders.keep(place);
        }
        if sums.is_won() {
            self.bound = cost + sums.away as u16;
            self.found = Some(place);
            return;
        }
        let layer = cost as usize;
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push(Entry { priority: sums.weigh(&self.manner.weights, &self.deal), place });
    }
}
