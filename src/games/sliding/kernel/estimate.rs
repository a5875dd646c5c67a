//! Lower bounds on the moves left, kept up to date move by move.

use super::super::canon::Labels;
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::grid::Grid;

/// One tile's move: `label` slides from `from`, where the blank goes, to `to`, where the blank was.
#[derive(Clone, Copy)]
pub struct Slide {
    pub label: usize,
    pub from: usize,
    pub to: usize,
    /// The blank's direction.
    pub dir: Dir,
}

/// Hears the name and the value of each part of an estimate.
pub type Tell<'a> = &'a mut dyn FnMut(&'static str, u64);

/// A lower bound on the moves left, kept up to date move by move.
pub trait Estimate: Clone + Send + Sync + 'static {
    /// What a node of the current line carries, kept by depth.
    type Node: Copy + Send;
    /// What a waiting child carries: enough to make its [`Estimate::Node`] out of its parent's.
    type Step: Copy + Send;
    /// Under which names its cuts are counted.
    const CUTS: &'static [&'static str];
    /// By how much a bound must rise at least: 2 where the estimate has the parity of the distance.
    const STEP: u32;
    /// Whether it estimates anything.
    const ESTIMATES: bool = true;

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
    /// Names the parts that the estimate of a board is made of, for whoever watches.
    fn terms(&self, labels: &Labels, tell: Tell<'_>);
    /// What to prefer in a beam, least first: finer than the estimate where there is more to tell.
    fn rank(step: &Self::Step) -> i32 {
        Self::value(step)
    }
}

/// No estimate at all: blind iterative deepening.
#[derive(Clone)]
pub struct Blind;

impl Estimate for Blind {
    type Node = ();
    type Step = ();
    const CUTS: &'static [&'static str] = &["depth"];
    const STEP: u32 = 1;
    const ESTIMATES: bool = false;

    fn root(&self, _labels: &Labels) -> ((), ()) {
        ((), ())
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, (): &(), (): &(), _: Slide, _: &G, _: i32) {}

    #[inline(always)]
    fn value((): &()) -> i32 {
        0
    }

    fn terms(&self, _: &Labels, _: Tell<'_>) {}
}

/// The steps of every tile to its goal cell.
#[derive(Clone)]
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

    fn terms(&self, labels: &Labels, tell: Tell<'_>) {
        tell(Self::CUTS[0], self.of(labels) as u64);
    }
}
