//! The one depth-first kernel behind `ida*`, `id` and weighted IDA*: an explicit stack of whole nodes.
//!
//! A node's children are made together and those that pass the bound are pushed, so that there is nothing to take
//! back and almost nothing to mispredict. Made together they run ahead of the published way of counting, where a child
//! is made when its turn comes; [`Kernel::generated`] subtracts the siblings whose turn has not come, which makes
//! every count exact at every moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::canon::{Canon, Labels, blank_of, goal_labels};
use super::rules::{Dir, MAX_CELLS, Size};
use super::twins::{NEVER, Sequences};
use crate::search::{Event, Iteration, Observer};

/// A packed board.
pub trait Grid: Copy + PartialEq + Send + 'static {
    fn pack(labels: &Labels) -> Self;
    fn label(&self, cell: usize) -> usize;
    /// Exchanges the blank at `blank` with `label` at `to`.
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> Self;
    /// A hash that two boards hardly ever share.
    fn hash(&self) -> u64;
}

/// Up to sixteen cells of four bits.
impl Grid for u64 {
    fn pack(labels: &Labels) -> u64 {
        (0..16).map(|cell| u64::from(labels[cell]) << (4 * cell)).sum()
    }

    #[inline(always)]
    fn label(&self, cell: usize) -> usize {
        (self >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> u64 {
        let change = (label ^ blank_label) as u64;
        self ^ (change << (4 * blank)) ^ (change << (4 * to))
    }

    fn hash(&self) -> u64 {
        *self
    }
}

/// Any board, a byte a cell.
impl Grid for Labels {
    fn pack(labels: &Labels) -> Labels {
        *labels
    }

    #[inline(always)]
    fn label(&self, cell: usize) -> usize {
        self[cell] as usize
    }

    #[inline(always)]
    fn slid(mut self, blank: usize, to: usize, label: usize, blank_label: usize) -> Labels {
        self[blank] = label as u8;
        self[to] = blank_label as u8;
        self
    }

    fn hash(&self) -> u64 {
        let (words, _) = self.as_chunks::<4>();
        words.iter().fold(0, |hash: u64, &word| {
            let mixed = (hash ^ u64::from(u32::from_le_bytes(word))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
    }
}

/// One tile's move: `label` slides from `from`, where the blank goes, to `to`, where the blank was.
#[derive(Clone, Copy)]
pub struct Slide {
    pub label: usize,
    pub from: usize,
    pub to: usize,
    /// The blank's direction.
    pub dir: Dir,
}

/// A lower bound on the moves left, kept up to date move by move.
pub trait Estimate: Send {
    /// What a node of the current line carries, kept by depth.
    type Node: Copy + Send;
    /// What a waiting child carries: enough to make its [`Estimate::Node`] out of its parent's.
    type Step: Copy + Send;
    /// Under which names its cuts are counted.
    const CUTS: &'static [&'static str];
    /// By how much a bound must rise at least: 2 where the estimate has the parity of the distance.
    const STEP: u32;

    fn root(&self, labels: &Labels) -> (Self::Node, Self::Step);
    /// A child. `grid` is the board after the slide. An estimate above `room` need not be told to the end.
    fn slid<G: Grid>(&self, node: &Self::Node, step: &Self::Step, slide: Slide, grid: &G, room: i32) -> Self::Step;
    /// Whether [`Estimate::soon`] does anything.
    const AHEAD: bool = false;
    /// A child of the child that `step` stands for is asked for soon: brings what that takes nearer.
    fn soon(&self, _node: &Self::Node, _step: &Self::Step, _slide: Slide) {}
    /// Turns a copy of the parent's node into the child's.
    fn enter(_node: &mut Self::Node, _step: &Self::Step) {}
    /// The estimate itself.
    fn value(step: &Self::Step) -> i32;
    /// Which of [`Estimate::CUTS`] takes the credit for a value above `room`.
    #[inline(always)]
    fn credit(_step: &Self::Step, _room: i32) -> usize {
        0
    }
    /// What to prefer in a beam, least first: finer than the estimate where there is more to tell.
    fn rank(step: &Self::Step) -> i32 {
        Self::value(step)
    }
}

/// The cost of a node: `g_scale · g + h_scale · h`; both 1 for an optimal search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub g: u32,
    pub h: u32,
}

impl Scale {
    pub const OPTIMAL: Scale = Scale { g: 1, h: 1 };
}

#[derive(Clone, Copy)]
struct Way {
    to: u8,
    dir: Dir,
    /// Where the ways on from there stand in [`Kernel::ways`].
    next: u16,
}

/// The ways on from a cell after a sequence of moves, last one first, since a stack turns them round.
#[derive(Clone, Copy)]
struct Ways {
    /// Where the blank is.
    cell: u8,
    /// The direction that led there.
    last: Dir,
    count: u8,
    /// How many were left out for a twin.
    twins: u8,
    way: [Way; 4],
}

/// What cuts are called that an equal sequence of moves makes needless.
pub const TWINS: &str = "twins";

/// The most names that one estimate counts its cuts under.
const MOST_CUTS: usize = 5;

/// A node that waits for its turn. Its fields are read one by one as they were written: a wider load of fresh narrow
/// stores would stall.
#[derive(Clone, Copy)]
struct Entry<G, S> {
    grid: G,
    step: S,
    /// Where its ways on stand in [`Kernel::ways`].
    ways: u16,
    depth: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The fuel is spent.
    Fuel,
    /// The goal stands on top of the stack.
    Goal,
    /// No node is left within the bound.
    Bound,
    /// The node limit is reached.
    Nodes,
}

pub struct Kernel<G: Grid, E: Estimate> {
    goal_blank: usize,
    goal: G,
    estimate: E,
    scale: Scale,
    /// By state of [`Sequences`] and cell.
    ways: Arc<[Ways]>,
    root: Entry<G, E::Step>,
    stack: Vec<Entry<G, E::Step>>,
    top: usize,
    /// By depth: the estimate's part of the current line.
    nodes: Vec<E::Node>,
    /// By depth: the direction into the current line's node, and the node's number for an observer.
    path: Vec<u8>,
    ids: Vec<u64>,
    /// By depth of a child: the largest estimate that stays within the bound.
    room: Vec<i32>,
    pub bound: u32,
    next_bound: u32,
    pub iterations: Vec<Iteration>,
    /// Children made, whole families at once.
    made: u64,
    made_before: u64,
    pub expanded: u64,
    cuts: [u64; MOST_CUTS],
    without_twins: bool,
    twins: u64,
    pub deepest: u32,
    pub node_limit: u64,
}

impl<G: Grid, E: Estimate> Kernel<G, E> {
    pub fn new(canon: &Canon, labels: &Labels, estimate: E, scale: Scale, pace: Pace) -> Self {
        let size = canon.size;
        // The first state of all sequences has its ways by cell.
        let ways = blank_of(labels, size, canon.goal_blank) as u16;
        let (node, step) = estimate.root(labels);
        let root = Entry { grid: G::pack(labels), step, ways, depth: 0 };
        let mut kernel = Kernel {
            goal_blank: canon.goal_blank,
            goal: G::pack(&goal_labels(size)),
            estimate,
            scale,
            ways: all_ways(size, pace),
            root,
            stack: Vec::new(),
            top: 0,
            nodes: vec![node],
            path: Vec::new(),
            ids: Vec::new(),
            room: Vec::new(),
            bound: 0,
            next_bound: 0,
            iterations: Vec::new(),
            made: 0,
            made_before: 0,
            expanded: 0,
            cuts: [0; MOST_CUTS],
            without_twins: pace.without_twins,
            twins: 0,
            deepest: 0,
            node_limit: u64::MAX,
        };
        kernel.start(kernel.scale.h * E::value(&root.step) as u32);
        kernel
    }

    /// The estimate of the root.
    pub fn root_value(&self) -> u32 {
        E::value(&self.root.step) as u32
    }

    /// Begins an iteration.
    pub fn start(&mut self, bound: u32) {
        self.bound = bound;
        self.next_bound = u32::MAX;
        let deepest = (bound / self.scale.g) as usize;
        self.room = (0..=deepest + 2)
            .map(|depth| (bound as i32 - (self.scale.g as usize * depth) as i32).div_euclid(self.scale.h as i32))
            .collect();
        self.stack.resize(3 * deepest + 8, self.root);
        self.nodes.resize(deepest + 2, self.nodes[0]);
        self.path.resize(deepest + 2, 0);
        self.ids.resize(deepest + 2, 0);
        self.stack[0] = self.root;
        self.top = 1;
        self.made_before = self.made;
        self.iterations.push(Iteration { bound: u64::from(bound), nodes: 0 });
    }

    /// The bound of the next iteration, once this one has ended.
    pub fn next_bound(&self) -> u32 {
        if self.scale == Scale::OPTIMAL { self.bound + E::STEP } else { self.next_bound }
    }

    /// Works for at most `fuel` expansions; takes off `fuel` what it used.
    pub fn run<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Stop {
        let stop = self.go(fuel, watch);
        let nodes = self.generated() - self.before_iteration();
        self.iterations.last_mut().expect("an iteration runs").nodes = nodes;
        stop
    }

    fn go<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Stop {
        let Kernel { ways: all_ways, stack, nodes, path, ids, room, estimate, goal, goal_blank, scale, cuts, .. } =
            self;
        let (stack, nodes, path) = (&mut stack[..], &mut nodes[..], &mut path[..]);
        let (ids, rooms) = (&mut ids[..], &room[..]);
        let (goal, goal_blank, scaled) = (*goal, *goal_blank, *scale != Scale::OPTIMAL);
        let (mut top, mut made, mut expanded) = (self.top, self.made, self.expanded);
        let (mut deepest, mut left, mut twins) = (self.deepest, *fuel, self.twins);
        let stop = loop {
            if top == 0 {
                break Stop::Bound;
            }
            let Entry { grid, step, ways: on, depth } = stack[top - 1];
            if grid == goal {
                deepest = deepest.max(u32::from(depth));
                break Stop::Goal;
            }
            if left == 0 {
                break Stop::Fuel;
            }
            if made >= self.node_limit {
                break Stop::Nodes;
            }
            top -= 1;
            left -= 1;
            let at = depth as usize;
            if at > 0 && size_of::<E::Node>() > 0 {
                let (before, from_here) = nodes.split_at_mut(at);
                from_here[0] = before[at - 1];
                E::enter(&mut from_here[0], &step);
            }
            let ways = &all_ways[on as usize];
            path[at] = ways.last as u8;
            ids[at] = expanded;
            watch.on(&Event::Expand { node: expanded, parent: ids[at.saturating_sub(1)], depth: u32::from(depth) });
            expanded += 1;
            deepest = deepest.max(u32::from(depth));
            let room = rooms[at + 1];
            made += u64::from(ways.count);
            twins += u64::from(ways.twins);
            (0..ways.twins).for_each(|_| watch.on(&Event::Cut { parent: ids[at], by: TWINS }));
            let (blank, ways) = (ways.cell as usize, &ways.way[..ways.count as usize]);
            let child = |way: &Way| {
                let (from, to) = (way.to as usize, blank);
                let label = grid.label(from);
                let grid = grid.slid(to, from, label, goal_blank);
                let slide = Slide { label, from, to, dir: way.dir };
                let step = estimate.slid(&nodes[at], &step, slide, &grid, room);
                Entry { grid, step, ways: way.next, depth: depth + 1 }
            };
            let mut decide = |entry: &Entry<G, E::Step>| {
                let value = E::value(&entry.step);
                if value <= room {
                    return true;
                }
                let credit = E::credit(&entry.step, room);
                cuts[credit] += 1;
                watch.on(&Event::Cut { parent: ids[at], by: E::CUTS[credit] });
                if scaled {
                    let cost = scale.g * (u32::from(depth) + 1) + scale.h * value as u32;
                    self.next_bound = self.next_bound.min(cost);
                }
                false
            };
            for way in ways {
                let entry = child(way);
                if decide(&entry) {
                    stack[top] = entry;
                    top += 1;
                    if E::AHEAD {
                        let then = &all_ways[way.next as usize];
                        for next in &then.way[..then.count as usize] {
                            let (from, to) = (next.to as usize, way.to as usize);
                            let slide = Slide { label: entry.grid.label(from), from, to, dir: next.dir };
                            estimate.soon(&nodes[at], &entry.step, slide);
                        }
                    }
                }
            }
        };
        *fuel = left;
        (self.top, self.made, self.expanded, self.deepest, self.twins) = (top, made, expanded, deepest, twins);
        stop
    }

    /// The directions, canonical, to the node on top of the stack (the next one to be expanded, or the goal).
    pub fn path(&self) -> Vec<Dir> {
        let Some(top) = self.top.checked_sub(1).map(|top| &self.stack[top]) else { return Vec::new() };
        let depth = top.depth as usize;
        let mut path: Vec<Dir> = (1..depth).map(|at| Dir::ULRD[self.path[at] as usize]).collect();
        if depth > 0 {
            path.push(self.ways[top.ways as usize].last);
        }
        path
    }

    /// States generated by the published count: the root once, a child when its turn comes.
    pub fn generated(&self) -> u64 {
        let mut waiting = 0;
        let mut on = self.root.ways;
        for dir in self.path() {
            let ways = &self.ways[on as usize];
            let at = ways.way[..ways.count as usize].iter().position(|way| way.dir == dir);
            let at = at.expect("the path goes by the ways");
            waiting += at as u64;
            on = ways.way[at].next;
        }
        1 + self.made - waiting
    }

    /// What was generated before this iteration began.
    fn before_iteration(&self) -> u64 {
        if self.iterations.len() > 1 { 1 + self.made_before } else { 0 }
    }

    pub fn cuts(&self) -> Vec<(&'static str, u64)> {
        let twins = self.without_twins.then_some((TWINS, self.twins));
        E::CUTS.iter().copied().zip(self.cuts).chain(twins).collect()
    }

    pub fn memory(&self) -> usize {
        self.stack.len() * size_of::<Entry<G, E::Step>>()
    }

    pub fn root_blank(&self) -> usize {
        self.ways[self.root.ways as usize].cell as usize
    }
}

/// In which order moves are tried, and which are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace {
    /// Canonical.
    pub order: [Dir; 4],
    pub without_twins: bool,
}

/// Made for each board once, since a machine without twins has many states.
fn all_ways(size: Size, pace: Pace) -> Arc<[Ways]> {
    type Made = BTreeMap<(Size, Pace), Arc<[Ways]>>;
    static MADE: Mutex<Made> = Mutex::new(Made::new());
    let make = || {
        let Sequences { next: states, last } = Sequences::get(pace.without_twins);
        assert!(states.len() * size.cells() < 1 << 16, "places of ways have sixteen bits");
        let states = states.iter().zip(last);
        let places = states.flat_map(|state| (0..size.cells()).map(move |cell| (cell, state)));
        places.map(|(cell, (&next, &last))| ways_from(size, cell, last, next, pace.order)).collect()
    };
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(made.entry((size, pace)).or_insert_with(make))
}

fn ways_from(size: Size, cell: usize, last: Dir, next: [u16; 4], order: [Dir; 4]) -> Ways {
    let no_way = Way { to: 0, dir: Dir::U, next: 0 };
    let mut ways = Ways { cell: cell as u8, last, count: 0, twins: 0, way: [no_way; 4] };
    let mut closed = 0;
    for dir in order.into_iter().rev() {
        let Some(to) = size.neighbour(cell, dir) else { continue };
        let next = next[dir as usize];
        if next == NEVER {
            closed += 1;
        } else {
            let next = next as usize * size.cells() + to;
            ways.way[ways.count as usize] = Way { to: to as u8, dir, next: next as u16 };
            ways.count += 1;
        }
    }
    // One of them is the way back, except where there was no move yet; then none is closed.
    ways.twins = u8::saturating_sub(closed, 1);
    ways
}

/// No estimate at all: blind iterative deepening.
pub struct Blind;

impl Estimate for Blind {
    type Node = ();
    type Step = ();
    const CUTS: &'static [&'static str] = &["depth"];
    const STEP: u32 = 1;

    fn root(&self, _labels: &Labels) -> ((), ()) {
        ((), ())
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, (): &(), (): &(), _: Slide, _: &G, _: i32) {}

    #[inline(always)]
    fn value((): &()) -> i32 {
        0
    }
}

/// The steps of every tile to its goal cell.
pub struct Manhattan {
    /// By direction of the blank and the cell it goes to: the tiles that a slide from there takes further from home.
    further: [[u64; MAX_CELLS]; 4],
    size: Size,
    goal_blank: usize,
}

impl Manhattan {
    pub fn new(size: Size, goal_blank: usize) -> Manhattan {
        let mut further = [[0; MAX_CELLS]; 4];
        for cell in 0..size.cells() {
            for dir in Dir::ULRD {
                let Some(from) = size.neighbour(cell, dir) else { continue };
                for label in 0..size.cells() {
                    let worse = size.distance(label, cell) > size.distance(label, from);
                    further[dir as usize][from] |= u64::from(worse) << label;
                }
            }
        }
        Manhattan { further, size, goal_blank }
    }

    pub fn of(&self, labels: &Labels) -> i32 {
        let cells = 0..self.size.cells();
        let tiles = cells.filter(|&cell| labels[cell] as usize != self.goal_blank);
        tiles.map(|cell| self.size.distance(cell, labels[cell] as usize) as i32).sum()
    }

    /// +1 or −1.
    #[inline(always)]
    pub fn change(&self, slide: Slide) -> i32 {
        (self.further[slide.dir as usize][slide.from] >> slide.label & 1) as i32 * 2 - 1
    }
}

impl Estimate for Manhattan {
    type Node = ();
    type Step = i32;
    const CUTS: &'static [&'static str] = &["manhattan"];
    const STEP: u32 = 2;

    fn root(&self, labels: &Labels) -> ((), i32) {
        ((), self.of(labels))
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, (): &(), value: &i32, slide: Slide, _: &G, _: i32) -> i32 {
        value + self.change(slide)
    }

    #[inline(always)]
    fn value(value: &i32) -> i32 {
        *value
    }
}
