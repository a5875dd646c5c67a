//! The one depth-first kernel behind `ida*`, `id` and weighted IDA*: an explicit stack of whole nodes.
//!
//! A node's children are made together and those that pass the bound are pushed, so that there is nothing to take
//! back and almost nothing to mispredict. Made together they run ahead of the published way of counting, where a child
//! is made when its turn comes; [`Kernel::generated`] subtracts the siblings whose turn has not come, which makes
//! every count exact at every moment.

mod estimate;
mod grid;
mod team;
mod tell;
mod ways;

use std::ops::Add;
use std::sync::Arc;

pub use estimate::{Blind, Estimate, Manhattan, Slide, Tell};
pub use grid::Grid;
pub use team::Team;
pub use tell::Sight;
pub use ways::{Pace, TWINS};

use super::canon::{Canon, Labels, blank_of, goal_labels};
use super::rules::Dir;
use crate::search::{Branch, Iteration, Node, NodeId, Observer};
use tell::Teller;
use ways::{Way, Ways, all_ways};

/// The cost of a node: `g_scale · g + h_scale · h`; both 1 for an optimal search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub g: u32,
    pub h: u32,
}

impl Scale {
    pub const OPTIMAL: Scale = Scale { g: 1, h: 1 };
}

/// The most names that one estimate counts its cuts under.
pub const MOST_CUTS: usize = 5;

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

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Children, whole families at once.
    pub made: u64,
    pub expanded: u64,
    cuts: [u64; MOST_CUTS],
    twins: u64,
    pub deepest: u32,
}

impl Add for Figures {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Figures {
            made: self.made + other.made,
            expanded: self.expanded + other.expanded,
            cuts: std::array::from_fn(|name| self.cuts[name] + other.cuts[name]),
            twins: self.twins + other.twins,
            deepest: self.deepest.max(other.deepest),
        }
    }
}

#[derive(Clone)]
pub struct Kernel<G: Grid, E: Estimate> {
    goal_blank: usize,
    goal: G,
    estimate: Arc<E>,
    scale: Scale,
    /// By state of [`Sequences`] and cell.
    ways: Arc<[Ways]>,
    root: Entry<G, E::Step>,
    stack: Vec<Entry<G, E::Step>>,
    top: usize,
    /// By depth: the estimate's part of the current line.
    nodes: Vec<E::Node>,
    /// By depth: the direction into the current line's node, and how many children had been made when its turn came,
    /// which tells its number.
    path: Vec<u8>,
    made_at: Vec<u64>,
    /// By depth of a child: the largest estimate that stays within the bound.
    room: Vec<i32>,
    bound: u32,
    next_bound: u32,
    pub iterations: Vec<Iteration>,
    pub figures: Figures,
    made_before: u64,
    without_twins: bool,
    most_moves: u32,
    /// So many states may be generated; the expansion under way is finished first.
    pub node_limit: u64,
    /// Directions by canonical ones, as people see them.
    dirs: [Dir; 4],
    teller: Teller<G>,
}

impl<G: Grid, E: Estimate> Kernel<G, E> {
    /// Looks for ways of at most `most_moves`.
    pub fn new(canon: &Canon, labels: &Labels, estimate: E, scale: Scale, pace: Pace, most_moves: u32) -> Self {
        let size = canon.size;
        // The first state of all sequences has its ways by cell.
        let ways = blank_of(labels, size, canon.goal_blank) as u16;
        let (node, step) = estimate.root(labels);
        let root = Entry { grid: G::pack(labels), step, ways, depth: 0 };
        let mut kernel = Kernel {
            goal_blank: canon.goal_blank,
            goal: G::pack(&goal_labels(size)),
            estimate: Arc::new(estimate),
            scale,
            ways: all_ways(size, pace),
            root,
            stack: Vec::new(),
            top: 0,
            nodes: vec![node],
            path: Vec::new(),
            made_at: Vec::new(),
            room: Vec::new(),
            bound: 0,
            next_bound: 0,
            iterations: Vec::new(),
            figures: Figures::default(),
            made_before: 0,
            without_twins: pace.without_twins,
            most_moves,
            node_limit: u64::MAX,
            dirs: Dir::ULRD.map(|dir| canon.dir(dir)),
            teller: Teller::new(),
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
        let Scale { g, h } = self.scale;
        self.room = (0..deepest as i64 + 3)
            .map(|depth| {
                let within_bound = (i64::from(bound) - i64::from(g) * depth).div_euclid(i64::from(h));
                within_bound.min(i64::from(self.most_moves) - depth) as i32
            })
            .collect();
        self.stack.resize(3 * deepest + 8, self.root);
        self.nodes.resize(deepest + 2, self.nodes[0]);
        self.path.resize(deepest + 2, 0);
        self.made_at.resize(deepest + 2, 0);
        self.stack[0] = self.root;
        self.top = 1;
        self.made_before = self.figures.made;
        self.iterations.push(Iteration { bound: self.bound_in_moves(), nodes: 0 });
    }

    /// The bound of the next iteration, once this one has ended; `None` if no way is left that is short enough.
    pub fn next_bound(&self) -> Option<u32> {
        if self.scale == Scale::OPTIMAL {
            Some(self.bound + E::STEP).filter(|&bound| bound <= self.most_moves)
        } else {
            Some(self.next_bound).filter(|&bound| bound < u32::MAX)
        }
    }

    /// 1 where no way has this length for its parity.
    pub fn off_parity(&self, length: u64) -> u64 {
        if E::STEP == 2 { (length + u64::from(self.root_value())) % 2 } else { 0 }
    }

    /// The bound in moves made plus weighted moves left.
    pub fn bound_in_moves(&self) -> u64 {
        u64::from(self.bound / self.scale.g)
    }

    /// Works for at most `fuel` expansions; takes off `fuel` what it used.
    pub fn run<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Stop {
        let stop = self.go(fuel, watch);
        self.count_iteration(self.generated());
        stop
    }

    fn count_iteration(&mut self, generated: u64) {
        let nodes = generated - self.before_iteration();
        self.iterations.last_mut().expect("an iteration runs").nodes = nodes;
    }

    fn go<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Stop {
        let watched = watch.listens();
        if watched && !self.teller.is_as_of(self.figures.expanded) {
            self.teller = self.lined_up();
        }
        let Kernel { ways: all_ways, stack, nodes, path, made_at, room, estimate, goal, goal_blank, scale, .. } = self;
        let Figures { mut made, mut expanded, mut cuts, mut twins, mut deepest } = self.figures;
        let (stack, nodes, path) = (&mut stack[..], &mut nodes[..], &mut path[..]);
        let (made_at, rooms, teller) = (&mut made_at[..], &room[..], &mut self.teller);
        let (goal, goal_blank, scaled) = (*goal, *goal_blank, *scale != Scale::OPTIMAL);
        let (mut top, mut left, estimate) = (self.top, *fuel, &**estimate);
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
            if made >= self.node_limit
                && 1 + made - waiting(all_ways, self.root.ways, path, &stack[top - 1]) >= self.node_limit
            {
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
            made_at[at] = made;
            expanded += 1;
            deepest = deepest.max(u32::from(depth));
            let room = rooms[at + 1];
            made += ways.on().len() as u64;
            twins += u64::from(ways.twins);
            if watched {
                teller.expand(depth, ways.twins, watch);
            }
            for way in ways.on() {
                let (grid, slide) = slid(grid, ways, way, goal_blank);
                let step = estimate.slid(&nodes[at], &step, slide, &grid, room);
                let value = E::value(&step);
                if value > room {
                    let credit = E::credit(&step, room);
                    cuts[credit] += 1;
                    if watched {
                        teller.child(way.dir, grid, value, Some(credit));
                    }
                    if scaled && u32::from(depth) + 1 + value as u32 <= self.most_moves {
                        let cost = scale.g * (u32::from(depth) + 1) + scale.h * value as u32;
                        self.next_bound = self.next_bound.min(cost);
                    }
                    continue;
                }
                if watched {
                    teller.child(way.dir, grid, value, None);
                }
                stack[top] = Entry { grid, step, ways: way.next, depth: depth + 1 };
                top += 1;
                if E::AHEAD {
                    let then = &all_ways[way.next as usize];
                    for next in then.on() {
                        let (_, slide) = slid(grid, then, next, goal_blank);
                        estimate.soon(&nodes[at], &step, slide);
                    }
                }
            }
            if watched {
                let sight = Sight { estimate, scale: *scale, dirs: self.dirs };
                teller.turn_to(top.checked_sub(1).map(|top| stack[top].depth), &sight, watch);
            }
        };
        (*fuel, self.top) = (left, top);
        self.figures = Figures { made, expanded, cuts, twins, deepest };
        if watched {
            self.teller.keep(expanded);
        }
        stop
    }

    /// Tells of the root, which is made once for all iterations.
    pub fn tell_root<O: Observer>(&self, watch: &mut O) {
        let sight = Sight { estimate: &*self.estimate, scale: self.scale, dirs: self.dirs };
        sight.tell(Node::root(), &self.root.grid, E::value(&self.root.step), watch);
    }

    /// The number of the node on top of the stack.
    pub fn next_id(&self) -> NodeId {
        self.generated() - 1
    }

    /// The directions, canonical, to the node on top of the stack (the next one to be expanded, or the goal).
    pub fn path(&self) -> Vec<Dir> {
        let Some(top) = self.top.checked_sub(1).map(|top| &self.stack[top]) else { return Vec::new() };
        self.dirs_to(top).map(|dir| Dir::ULRD[dir as usize]).collect()
    }

    /// The choices on the way to the node on top of the stack, the first one first. The last way on of a node comes first.
    pub fn branches(&self) -> Vec<Branch> {
        let Some(next) = self.top.checked_sub(1).map(|top| &self.stack[top]) else { return Vec::new() };
        let mut on = self.root.ways;
        let mut branches = Vec::new();
        for (depth, dir) in (1..).zip(self.dirs_to(next)) {
            let family = self.ways[on as usize].on();
            let at = family.iter().position(|way| way.dir as u8 == dir).expect("the path goes by the ways");
            let text = |way: &Way| self.dirs[way.dir as usize].to_string();
            let (tried, left) = (family[at..].iter().rev().map(text), family[..at].iter().rev().map(text));
            branches.push(Branch { depth, tried: tried.collect(), left: left.collect() });
            on = family[at].next;
        }
        branches
    }

    fn dirs_to(&self, next: &Entry<G, E::Step>) -> impl Iterator<Item = u8> {
        dirs_to(&self.ways, &self.path, next)
    }

    /// States generated by the published count: the root once, a child when its turn comes.
    pub fn generated(&self) -> u64 {
        let next = self.top.checked_sub(1).map(|top| &self.stack[top]);
        1 + self.figures.made - next.map_or(0, |next| waiting(&self.ways, self.root.ways, &self.path, next))
    }

    /// What was generated before this iteration began.
    fn before_iteration(&self) -> u64 {
        if self.iterations.len() > 1 { 1 + self.made_before } else { 0 }
    }

    /// Cuts under their names, of children whose turn has come.
    pub fn cuts(&self, figures: &Figures) -> Vec<(&'static str, u64)> {
        let twins = self.without_twins.then_some((TWINS, figures.twins));
        let ahead = self.lined_up().cuts_ahead();
        let cuts: [u64; MOST_CUTS] = std::array::from_fn(|name| figures.cuts[name] - ahead[name]);
        E::CUTS.iter().copied().zip(cuts).chain(twins).collect()
    }

    pub fn memory(&self) -> usize {
        self.stack.len() * size_of::<Entry<G, E::Step>>()
    }

    pub fn root_blank(&self) -> usize {
        self.ways[self.root.ways as usize].cell as usize
    }
}

/// The board after a move of the blank, and the tile's slide.
#[inline(always)]
fn slid<G: Grid>(grid: G, ways: &Ways, way: &Way, goal_blank: usize) -> (G, Slide) {
    let (from, to) = (way.to as usize, ways.cell as usize);
    let label = grid.label(from);
    (grid.slid(to, from, label, goal_blank), Slide { label, from, to, dir: way.dir })
}

/// The directions of the way to `next`.
fn dirs_to<G, S>(ways: &[Ways], path: &[u8], next: &Entry<G, S>) -> impl Iterator<Item = u8> {
    let last = ways[next.ways as usize].last as u8;
    let depth = next.depth as usize;
    path.iter().copied().take(depth).skip(1).chain((depth > 0).then_some(last))
}

/// How many siblings of the way to `next` have been made before their turn.
fn waiting<G, S>(ways: &[Ways], root: u16, path: &[u8], next: &Entry<G, S>) -> u64 {
    let mut on = root;
    dirs_to(ways, path, next)
        .map(|dir| {
            let family = ways[on as usize].on();
            let at = family.iter().position(|way| way.dir as u8 == dir).expect("the path goes by the ways");
            on = family[at].next;
            at as u64
        })
        .sum()
}
