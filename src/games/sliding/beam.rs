//! Beam search over canonical boards: of each layer only the most promising, found again by a growing width.

use rustc_hash::FxHashSet;

use super::canon::{Canon, Labels, blank_of, goal_labels};
use super::kernel::{Estimate, Grid, Slide};
use super::rules::{Dir, Size};

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
    blank: u8,
    last: u8,
}

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
    layer: Vec<State<G, E::Node, E::Step>>,
    /// The next state of the layer to expand.
    at: usize,
    /// By rank: children of the layer under work.
    candidates: Vec<Vec<Candidate<E::Step>>>,
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
    pub cut: u64,
}

impl<G: Grid, E: Estimate> Beam<G, E> {
    pub fn new(canon: &Canon, labels: &Labels, estimate: &E, width: usize, most_moves: i32) -> Self {
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        let (node, step) = estimate.root(labels);
        let blank = blank_of(labels, size, goal_blank) as u8;
        Beam {
            size,
            goal_blank,
            goal: G::pack(&goal_labels(size)),
            layer: vec![State { grid: G::pack(labels), node, step, blank, last: 4 }],
            at: 0,
            candidates: Vec::new(),
            history: Vec::new(),
            before: [FxHashSet::default(), FxHashSet::default()],
            width,
            most_moves,
            complete: true,
            expanded: 0,
            generated: 0,
            cut: 0,
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
        let seen = 4 * (size_of::<G>() + 1);
        width * (2 * state + 3 * size_of::<Candidate<E::Step>>() + 4 * moves + seen)
    }

    /// Works for at most `fuel` expansions and takes off what it used.
    pub fn run(&mut self, estimate: &E, fuel: &mut u64) -> Layered {
        loop {
            while self.at < self.layer.len() {
                if *fuel == 0 {
                    return Layered::Fuel;
                }
                *fuel -= 1;
                self.expand(estimate);
            }
            self.next_layer();
            if self.layer.is_empty() {
                return Layered::Ended { complete: self.complete };
            }
            if let Some(place) = self.layer.iter().position(|state| state.grid == self.goal) {
                self.at = place;
                return Layered::Goal;
            }
        }
    }

    fn expand(&mut self, estimate: &E) {
        let parent = self.at as u32;
        let state = &self.layer[self.at];
        self.at += 1;
        self.expanded += 1;
        let room = self.most_moves - self.history.len() as i32 - 1;
        for dir in Dir::ULRD {
            if state.last < 4 && dir == Dir::ULRD[state.last as usize].opposite() {
                continue;
            }
            let Some(from) = self.size.neighbour(state.blank as usize, dir) else { continue };
            self.generated += 1;
            let label = state.grid.label(from);
            let slide = Slide { label, from, to: state.blank as usize, dir };
            let grid = state.grid.slid(slide.to, from, label, self.goal_blank);
            let step = estimate.slid(&state.node, &state.step, slide, &grid, room);
            if E::value(&step) > room {
                self.cut += 1;
                continue;
            }
            let rank = E::rank(&step) as usize;
            if rank >= self.candidates.len() {
                self.candidates.resize_with(rank + 1, Vec::new);
            }
            self.candidates[rank].push(Candidate { parent, dir, step });
        }
    }

    /// The best candidates become the layer, each board once.
    fn next_layer(&mut self) {
        let mut next = Vec::with_capacity(self.width.min(4 * self.layer.len()));
        let mut history = Vec::with_capacity(next.capacity());
        let mut seen = FxHashSet::with_capacity_and_hasher(next.capacity(), rustc_hash::FxBuildHasher);
        for candidate in self.candidates.iter().flatten() {
            let parent = &self.layer[candidate.parent as usize];
            let from = self.size.neighbour(parent.blank as usize, candidate.dir).expect("a way that was taken");
            let label = parent.grid.label(from);
            let grid = parent.grid.slid(parent.blank as usize, from, label, self.goal_blank);
            if self.before[0].contains(&grid) || !seen.insert(grid) {
                continue;
            }
            if next.len() == self.width {
                self.complete = false;
                break;
            }
            let mut node = parent.node;
            E::enter(&mut node, &candidate.step);
            next.push(State { grid, node, step: candidate.step, blank: from as u8, last: candidate.dir as u8 });
            history.push(candidate.parent << 2 | candidate.dir as u32);
        }
        self.candidates.iter_mut().for_each(Vec::clear);
        self.before.swap(0, 1);
        self.before[1] = seen;
        self.layer = next;
        self.history.push(history);
        self.at = 0;
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
