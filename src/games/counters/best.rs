//! A shortest solution with memory: A* over packed rows.
//!
//! The bound is consistent (a move changes it by at most one), so a row is final when it is first expanded. Rows of
//! one estimate wait in one bucket, the deepest first. Without the bound this is a breadth-first search. When nothing
//! waits any more, every row that can be reached was looked at: a proof.

use rustc_hash::FxHashMap;

use super::packed::{Packed, places};
use super::shortest::{Frame, MEMORY};
use crate::search::{
    Answer, Counters as Figures, Event, Focus, Iteration, Kernel, Limit, NAMED, NodeId, Observer, Outcome, Queue,
    Refutation, Standing, Waiting, count,
};

/// Seen once, by the shortest way.
#[derive(Clone)]
struct Seen {
    row: Packed,
    id: NodeId,
    parent: u32,
    from: u8,
    to: u8,
    made: u16,
}

/// Bytes that a row costs: its node, and its entry in the table with the table's slack.
const ROW_COSTS: usize = size_of::<Seen>() + 2 * (size_of::<(Packed, u32)>() + 1);

/// The search with memory.
#[derive(Clone)]
pub struct Best {
    pub frame: Frame,
    nodes: Vec<Seen>,
    seen: FxHashMap<Packed, u32>,
    /// Waiting rows by estimate and, within one, by the moves made.
    open: Vec<Vec<Vec<u32>>>,
    estimate: usize,
    current: u32,
    /// A shorter way was found to a row that waited, or waits.
    has_stale: bool,
    iterations: Vec<Iteration>,
}

impl Best {
    pub fn new(frame: Frame, start: Packed) -> Self {
        let mut best = Best {
            frame,
            nodes: Vec::new(),
            seen: FxHashMap::default(),
            open: Vec::new(),
            estimate: 0,
            current: 0,
            has_stale: false,
            iterations: Vec::new(),
        };
        best.nodes.push(Seen { row: start, id: 0, parent: 0, from: 0, to: 0, made: 0 });
        best.seen.insert(start, 0);
        best.wait(0, best.frame.estimate(start));
        best
    }

    fn wait(&mut self, node: u32, left: u32) {
        let made = usize::from(self.nodes[node as usize].made);
        let estimate = made + left as usize;
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        let bucket = &mut self.open[estimate];
        if bucket.len() <= made {
            bucket.resize_with(made + 1, Vec::new);
        }
        bucket[made].push(node);
    }

    /// Makes the most promising row the current one; false at an end of some kind.
    fn next<O: Observer>(&mut self, watch: &mut O) -> bool {
        while self.estimate < self.open.len() {
            let bucket = &mut self.open[self.estimate];
            while bucket.last().is_some_and(Vec::is_empty) {
                bucket.pop();
            }
            if let Some(node) = bucket.last_mut().and_then(Vec::pop) {
                if self.iterations.last().is_none_or(|last| last.bound != self.estimate as u64) {
                    let nodes = self.iterations.is_empty().into();
                    self.iterations.push(Iteration { bound: self.estimate as u64, nodes });
                    watch.on(&Event::Bound { bound: self.estimate as u64 });
                }
                if self.frame.rules.is_solved(self.nodes[node as usize].row) {
                    self.solve(node, watch);
                    return false;
                }
                // A shorter way may have been found while it waited.
                if self.is_stale(node) {
                    continue;
                }
                if self.estimate as u64 > u64::from(self.frame.max_moves) {
                    self.frame.ended = Some(Outcome::Limit(Limit::Depth));
                    return false;
                }
                self.current = node;
                return true;
            }
            self.estimate += 1;
        }
        self.frame.ended = Some(Outcome::Exhausted);
        false
    }

    fn is_stale(&self, node: u32) -> bool {
        self.has_stale && self.seen.get(&self.nodes[node as usize].row) != Some(&node)
    }

    fn expand<O: Observer>(&mut self, watch: &mut O) {
        let before = self.frame.figures.generated;
        let below = u32::from(self.nodes[self.current as usize].made) + 1;
        self.make_children(watch);
        let made = self.frame.figures.generated - before;
        if made > 0 {
            self.frame.figures.deepest = self.frame.figures.deepest.max(below);
        }
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes += made;
        }
    }

    fn make_children<O: Observer>(&mut self, watch: &mut O) {
        let Seen { row, id, made, .. } = self.nodes[self.current as usize];
        watch.on(&Event::Expand { id, depth: made.into() });
        self.frame.figures.expanded += 1;
        self.frame.figures.depth = made.into();
        let gaps = self.frame.rules.gaps(row);
        for from in places(self.frame.rules.groups(row)) {
            for to in places(gaps) {
                if self.frame.figures.generated >= self.frame.nodes {
                    self.frame.ended = Some(Outcome::Limit(Limit::Nodes));
                    return;
                }
                self.generate(from, to, watch);
                if self.frame.ended.is_some() {
                    return;
                }
            }
        }
    }

    fn generate<O: Observer>(&mut self, from: u32, to: u32, watch: &mut O) {
        let parent = &self.nodes[self.current as usize];
        let (row, made) = (self.frame.rules.apply(parent.row, from, to), parent.made + 1);
        let (id, above) = (self.frame.figures.generated, parent.id);
        self.frame.figures.generated += 1;
        let node = self.nodes.len() as u32;
        let known = self.seen.entry(row).or_insert(node);
        self.frame.tell_child(row, (id, above), (from, to), made.into(), watch);
        if *known != node {
            let earlier = &self.nodes[*known as usize];
            if earlier.made <= made {
                self.frame.cut += 1;
                watch.on(&Event::Cut { id, by: MEMORY });
                watch.on(&Event::Seen { id });
                return;
            }
            watch.on(&Event::Seen { id: earlier.id });
            self.has_stale = true;
        }
        *known = node;
        self.nodes.push(Seen { row, id, parent: self.current, from: from as u8, to: to as u8, made });
        if self.nodes.len() * ROW_COSTS > self.frame.memory || node == u32::MAX {
            self.frame.ended = Some(Outcome::Limit(Limit::Memory));
            return;
        }
        let left = self.frame.estimate(row);
        // Everything that waits has at least the current estimate, so a solution within it is a shortest one.
        if left == 0 && usize::from(made) <= self.estimate {
            self.solve(node, watch);
            return;
        }
        self.wait(node, left);
    }

    fn solve<O: Observer>(&mut self, node: u32, watch: &mut O) {
        self.current = node;
        self.frame.solution = self.path(node);
        self.frame.ended = Some(Outcome::Solved);
        watch.on(&Event::Solution { id: self.nodes[node as usize].id, length: self.frame.solution.len() as u64 });
    }

    fn path(&self, mut node: u32) -> Vec<(u32, u32)> {
        let mut path = Vec::new();
        while node != 0 {
            let Seen { parent, from, to, .. } = self.nodes[node as usize];
            path.push((from.into(), to.into()));
            node = parent;
        }
        path.reverse();
        path
    }

    fn waiting(&self) -> usize {
        self.open.iter().flatten().map(Vec::len).sum()
    }
}

impl Kernel for Best {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        self.frame.begin(self.nodes[0].row, watch);
        loop {
            if let Some(outcome) = self.frame.ended {
                return outcome;
            }
            if fuel == 0 {
                return Outcome::MoreWork;
            }
            if self.next(watch) {
                fuel -= 1;
                self.expand(watch);
            }
        }
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Figures {
        Figures {
            cuts: vec![(MEMORY, self.frame.cut)],
            memory: self.nodes.len() * ROW_COSTS,
            iterations: self.iterations.clone(),
            more: vec![("rows seen", self.nodes.len() as u64), ("rows waiting", self.waiting() as u64)],
            ..self.frame.figures.clone()
        }
    }

    fn answer(&self) -> Option<Answer> {
        self.frame.answer()
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = format!("all {} rows that can be reached were looked at, and none is the goal", self.nodes.len());
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.estimate as u64)
    }

    fn standing(&self) -> Standing {
        let rule = "A* takes the smallest f = g + h that waits, among equals the deepest";
        let open = self.open.iter().skip(self.estimate);
        let in_turn = open.flat_map(|bucket| bucket.iter().rev().flat_map(|made| made.iter().rev()));
        let first = in_turn.filter(|&&node| !self.is_stale(node)).take(NAMED).map(|&node| {
            let Seen { row, id, from, to, made, .. } = self.nodes[node as usize];
            let mv = self.frame.text((from.into(), to.into()));
            let h = self.frame.lower_bound.then(|| self.frame.estimate(row).into());
            Waiting { id, mv, depth: made.into(), h, f: None }
        });
        let queue = Queue { name: "open list".into(), len: self.waiting() as u64, first: first.collect() };
        let Seen { id, row, .. } = self.nodes[self.current as usize];
        let h = self.frame.lower_bound.then(|| self.frame.estimate(row).into());
        Standing { h, queue: Some(queue), ..Standing::at(id, rule) }
    }

    fn focus(&self) -> Focus {
        let made = self.nodes[self.current as usize].made;
        let note = format!("{} made, {} in all at least", count(made.into(), "move", "moves"), self.estimate);
        self.frame.focus(&self.path(self.current), note)
    }
}
