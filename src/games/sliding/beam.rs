//! Beam search over canonical boards: of each layer only the most promising, found again by a growing width.

use rustc_hash::FxHashSet;

use super::canon::{Canon, Labels, blank_of, goal_labels};
use super::kernel::{Estimate, Grid, MOST_CUTS, Scale, Sight, Slide};
use super::rules::{Dir, Size};
use crate::search::{Event, NAMED, Node, NodeId, Observer, Queue, Roomy, Waiting, grouped};

/// What came of a stretch of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layered {
    /// The fuel is spent.
    Fuel,
    /// A way to the goal, see [`Beam::path`].
    Goal,
    /// No layer is left. If nothing was left out either, there is no way that is short enough.
    Ended { complete: bool },
}

#[derive(Clone)]
struct State<G, N, S> {
    grid: G,
    node: N,
    step: S,
    /// Its number among the children of the layer before, and that of its own first child among those of its layer.
    number: u32,
    children: u32,
    blank: u8,
    last: u8,
}

/// What cuts are called that leave no room for a board in the next layer.
pub const WIDTH: &str = "width";

/// A child that may become a state of the next layer.
#[derive(Clone, Copy)]
struct Candidate<S> {
    parent: u32,
    dir: Dir,
    step: S,
}

#[derive(Clone)]
pub struct Beam<G: Grid, E: Estimate> {
    size: Size,
    goal_blank: usize,
    goal: G,
    layer: Roomy<State<G, E::Node, E::Step>>,
    /// The next state of the layer to expand.
    at: usize,
    /// By rank: children of the layer under work.
    candidates: Vec<Roomy<Candidate<E::Step>>>,
    /// By depth, from 1: parent's place in its layer and, in the lowest two bits, the direction.
    history: Vec<Vec<u32>>,
    /// The last two layers, so that none of their boards is entered again at once. Whole boards, no hashes of them: that
    /// a beam has left nothing out is a proof.
    before: [FxHashSet<G>; 2],
    width: usize,
    /// Ways must be at most this long.
    most_moves: i32,
    complete: bool,
    pub expanded: u64,
    pub generated: u64,
    /// By name of the estimate, and what had no room in its layer.
    pub cuts: [u64; MOST_CUTS],
    pub narrow: u64,
    /// The number of the first child of all, of the first state of the layer, and of the layer's first child.
    first_id: NodeId,
    layer_id: NodeId,
    child_id: NodeId,
    /// Directions by canonical ones, as people see them.
    dirs: [Dir; 4],
}

impl<G: Grid, E: Estimate> Beam<G, E> {
    /// `first_id` is the number that its first child gets.
    pub fn new(canon: &Canon, labels: &Labels, estimate: &E, width: usize, most_moves: i32, first_id: NodeId) -> Self {
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        let (node, step) = estimate.root(labels);
        let blank = blank_of(labels, size, goal_blank) as u8;
        let mut layer = Roomy::new();
        layer.push(State { grid: G::pack(labels), node, step, number: 0, children: 0, blank, last: NO_MOVE });
        Beam {
            size,
            goal_blank,
            goal: G::pack(&goal_labels(size)),
            layer,
            at: 0,
            candidates: Vec::new(),
            history: Vec::new(),
            before: [FxHashSet::default(), FxHashSet::default()],
            width,
            most_moves,
            complete: true,
            expanded: 0,
            generated: 0,
            cuts: [0; MOST_CUTS],
            narrow: 0,
            first_id,
            layer_id: 0,
            child_id: first_id,
            dirs: Dir::ULRD.map(|dir| canon.dir(dir)),
        }
    }

    pub fn depth(&self) -> usize {
        self.history.len()
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        let states = self.layer.capacity() * size_of::<State<G, E::Node, E::Step>>();
        let candidates: usize = self.candidates.iter().map(|c| c.capacity() * size_of::<Candidate<E::Step>>()).sum();
        let history: usize = self.history.iter().map(|layer| layer.len() * 4).sum();
        let before: usize = self.before.iter().map(|seen| seen.capacity() * (size_of::<G>() + 1)).sum();
        states * 2 + candidates + history + before
    }

    /// What a beam of this width takes at most, on ways of this length.
    pub fn memory_of(width: usize, moves: usize) -> usize {
        let state = size_of::<State<G, E::Node, E::Step>>();
        // Three sets, each with the slack of a table.
        let seen = 6 * (size_of::<G>() + 1);
        width * (2 * state + 12 * size_of::<Candidate<E::Step>>() + 4 * moves + seen)
    }

    /// Works for at most `fuel` expansions and takes off what it used.
    pub fn run<O: Observer>(&mut self, estimate: &E, fuel: &mut u64, watch: &mut O) -> Layered {
        loop {
            while self.at < self.layer.len() {
                if *fuel == 0 {
                    return Layered::Fuel;
                }
                *fuel -= 1;
                self.expand(estimate, watch);
            }
            self.next_layer(watch);
            if self.layer.is_empty() {
                return Layered::Ended { complete: self.complete };
            }
            if let Some(place) = self.layer.iter().position(|state| state.grid == self.goal) {
                self.at = place;
                return Layered::Goal;
            }
        }
    }

    fn expand<O: Observer>(&mut self, estimate: &E, watch: &mut O) {
        let (parent, id, depth) = (self.at as u32, self.next_id(), self.history.len() as u32);
        self.layer[self.at].children = (self.first_id + self.generated - self.child_id) as u32;
        let state = &self.layer[self.at];
        self.at += 1;
        self.expanded += 1;
        watch.on(&Event::Expand { id, depth });
        let room = self.most_moves - self.history.len() as i32 - 1;
        for dir in Dir::ULRD {
            let Some(from) = way(self.size, state.blank, state.last, dir) else { continue };
            self.generated += 1;
            let label = state.grid.label(from);
            let slide = Slide { label, from, to: state.blank as usize, dir };
            let grid = state.grid.slid(slide.to, from, label, self.goal_blank);
            let step = estimate.slid(&state.node, &state.step, slide, &grid, room);
            let child = self.first_id + self.generated - 1;
            if watch.listens() {
                let sight = Sight { estimate, scale: Scale::OPTIMAL, dirs: self.dirs };
                let seen_as = self.dirs[dir as usize];
                sight.tell(Node::child(child, id, &seen_as, depth + 1), &grid, E::value(&step), watch);
            }
            if E::value(&step) > room {
                let by = E::credit(&step, room);
                self.cuts[by] += 1;
                watch.on(&Event::Cut { id: child, by: E::CUTS[by] });
                continue;
            }
            let rank = E::rank(&step) as usize;
            if rank >= self.candidates.len() {
                self.candidates.resize_with(rank + 1, Roomy::new);
            }
            self.candidates[rank].push(Candidate { parent, dir, step });
        }
    }

    /// The best candidates become the layer, each board once.
    fn next_layer<O: Observer>(&mut self, watch: &mut O) {
        let mut next = Roomy::with_capacity(self.width.min(4 * self.layer.len()));
        let mut history = Vec::with_capacity(next.capacity());
        let mut seen = FxHashSet::with_capacity_and_hasher(next.capacity(), rustc_hash::FxBuildHasher);
        let (mut candidates, mut left_out) = (self.candidates.iter().flat_map(|of_rank| of_rank.iter()), None);
        for candidate in candidates.by_ref() {
            let parent = &self.layer[candidate.parent as usize];
            let from = self.size.neighbour(parent.blank as usize, candidate.dir).expect("a way that was taken");
            let label = parent.grid.label(from);
            let grid = parent.grid.slid(parent.blank as usize, from, label, self.goal_blank);
            if self.before[0].contains(&grid) || !seen.insert(grid) {
                if watch.listens() {
                    watch.on(&Event::Seen { id: self.child_id + u64::from(self.number(candidate)) });
                }
                continue;
            }
            if next.len() == self.width {
                self.complete = false;
                left_out = Some(candidate);
                break;
            }
            let number = self.number(candidate);
            let mut node = parent.node;
            E::enter(&mut node, &candidate.step);
            let (blank, last) = (from as u8, candidate.dir as u8);
            next.push(State { grid, node, step: candidate.step, number, children: 0, blank, last });
            history.push(candidate.parent << 2 | candidate.dir as u32);
        }
        let left_out = left_out.into_iter().chain(candidates);
        self.narrow += left_out.clone().count() as u64;
        if watch.listens() {
            for candidate in left_out {
                watch.on(&Event::Cut { id: self.child_id + u64::from(self.number(candidate)), by: WIDTH });
            }
        }
        // Ranks go by as the goal comes nearer: what the layers before had of theirs must not stay for ever.
        let room: usize = self.candidates.iter().map(|of_rank| of_rank.capacity()).sum();
        if room > 6 * self.width {
            self.candidates.clear();
        }
        self.candidates.iter_mut().for_each(|of_rank| of_rank.clear());
        self.before.swap(0, 1);
        self.before[1] = seen;
        self.layer = next;
        self.history.push(history);
        self.at = 0;
        self.layer_id = self.child_id;
        self.child_id = self.first_id + self.generated;
    }

    /// Which of the children of its layer a candidate is.
    fn number(&self, candidate: &Candidate<E::Step>) -> u32 {
        let State { children, blank, last, .. } = self.layer[candidate.parent as usize];
        let before = Dir::ULRD.into_iter().take_while(|&dir| dir != candidate.dir);
        children + before.filter(|&dir| way(self.size, blank, last, dir).is_some()).count() as u32
    }

    /// No state before this one, but for the root, is of any use any more.
    pub fn oldest(&self) -> NodeId {
        if self.history.is_empty() { self.child_id } else { self.layer_id }
    }

    /// The number of the state that is next.
    pub fn next_id(&self) -> NodeId {
        if self.history.is_empty() { 0 } else { self.layer.get(self.at).map_or(0, |state| self.id(state)) }
    }

    fn id(&self, state: &State<G, E::Node, E::Step>) -> NodeId {
        self.layer_id + u64::from(state.number)
    }

    /// What of the layer waits for its turn.
    pub fn queue(&self) -> Queue {
        let depth = self.history.len() as u32;
        let waiting = self.layer.iter().skip(self.at).take(NAMED).map(|state| Waiting {
            id: self.id(state),
            mv: self.dirs.get(usize::from(state.last)).map_or_else(String::new, ToString::to_string),
            depth,
            h: Some(E::value(&state.step) as u64),
            f: None,
        });
        let len = self.layer.len().saturating_sub(self.at) as u64;
        Queue { name: format!("layer {depth}, width {}", grouped(self.width as u64)), len, first: waiting.collect() }
    }

    /// The directions, canonical, to the state that is next.
    pub fn path(&self) -> Vec<Dir> {
        let mut path = Vec::with_capacity(self.history.len());
        let mut place = self.at.min(self.layer.len().saturating_sub(1));
        for layer in self.history.iter().rev() {
            let Some(&step) = layer.get(place) else { return Vec::new() };
            path.push(Dir::ULRD[(step & 3) as usize]);
            place = (step >> 2) as usize;
        }
        path.reverse();
        path
    }
}

/// In place of a direction: no move led here.
const NO_MOVE: u8 = 4;

/// Where the blank goes from a cell, unless that is the way back.
fn way(size: Size, blank: u8, last: u8, dir: Dir) -> Option<usize> {
    let back = last != NO_MOVE && dir == Dir::ULRD[last as usize].opposite();
    if back { None } else { size.neighbour(blank as usize, dir) }
}
