//! Databases spread out for speed: the index is the tiles' cells as digits in base "cells", so that a move adds a
//! number that depends on nothing but the tile and its direction. Sparser than [`super::Shape`]'s numbering, so only
//! for databases that stay small.

use std::sync::Arc;

use super::super::canon::{Canon, Labels};
use super::super::kernel::{Estimate, Grid, Manhattan, Slide};
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::build::nibble;
use super::store::{Database, Databases};

/// The excess of every placement of every pattern of a partition, one pattern behind the other.
pub struct Spread {
    nibbles: Vec<u8>,
    /// Where each pattern begins.
    first: Vec<usize>,
}

/// Placement numbers and a nibble share 32 bits.
const MOST_PLACEMENTS: usize = 1 << 27;

impl Spread {
    /// `None` where it would be too large.
    pub fn new(size: Size, patterns: &[Database]) -> Option<Spread> {
        let lengths = patterns.iter().map(|pattern| size.cells().pow(pattern.tiles.len() as u32));
        let mut first = vec![0];
        for length in lengths {
            let end = first[first.len() - 1] + length;
            if end > MOST_PLACEMENTS {
                return None;
            }
            first.push(end + end % 2);
        }
        let mut spread = Spread { nibbles: vec![0; first[patterns.len()].div_ceil(2)], first };
        for (index, pattern) in patterns.iter().enumerate() {
            spread.fill(size.cells(), index, pattern);
        }
        Some(spread)
    }

    fn fill(&mut self, base: usize, index: usize, pattern: &Database) {
        let shape = &pattern.shape;
        let mut rank = 0;
        for &occupied in &shape.occupied {
            let cells: Vec<usize> = (0..base).filter(|cell| occupied >> cell & 1 == 1).collect();
            // By place in the list and tile: what the tile adds to the index from there.
            let mut adds = [[0; 8]; 8];
            for (place, &cell) in cells.iter().enumerate() {
                for (tile, add) in adds[place].iter_mut().enumerate().take(shape.k) {
                    *add = cell * base.pow(tile as u32);
                }
            }
            for tiles in &shape.perms {
                let at: usize = (0..shape.k).map(|place| adds[place][tiles[place] as usize]).sum();
                let at = self.first[index] + at;
                self.nibbles[at / 2] |= nibble(&pattern.excess, rank) << (at % 2 * 4);
                rank += 1;
            }
        }
    }
}

/// A placement number above, its excess in the lowest four bits.
type Placed = u32;

/// A child: the two placements that its move changes, and the sums.
#[derive(Clone, Copy)]
pub struct Step {
    changed: [Placed; 2],
    manhattan: i16,
    excess: [i16; 2],
    /// Which placements changed.
    owner: [u8; 2],
}

/// The board as it is, or with rows and columns exchanged.
#[derive(Clone)]
struct Look {
    /// By label: which pattern, counted over both looks.
    owner: [u8; MAX_CELLS],
    /// By label: the value of a cell.
    weight: [usize; MAX_CELLS],
    cell: [u8; MAX_CELLS],
    /// By the blank's direction and label: what a slide adds to the pattern's [`Placed`].
    add: [[u32; MAX_CELLS]; 4],
}

/// Up to `P` patterns, reflected ones counted too.
pub struct Direct<const P: usize> {
    manhattan: Manhattan,
    size: Size,
    goal_blank: usize,
    spread: Arc<Spread>,
    looks: [Look; 2],
    reflection: bool,
}

impl<const P: usize> Direct<P> {
    pub fn new(canon: &Canon, databases: &Databases, spread: Arc<Spread>, reflection: bool) -> Self {
        let count = databases.patterns.len();
        let reflection = reflection && canon.reflects();
        assert!(count * (1 + usize::from(reflection)) <= P, "room for every pattern");
        let plain = look(canon, databases, 0, false);
        // Without a reflection the second look repeats the first, which changes nothing.
        let second = if reflection { look(canon, databases, count, true) } else { plain.clone() };
        let manhattan = Manhattan::new(canon.size, canon.goal_blank);
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        Direct { manhattan, size, goal_blank, spread, looks: [plain, second], reflection }
    }

    #[inline(always)]
    fn slid_in(&self, look: &Look, node: &[Placed; P], slide: Slide) -> (u8, Placed, i32) {
        let owner = look.owner[slide.label];
        let before = node[owner as usize];
        let after = (before & !15).wrapping_add(look.add[slide.dir as usize][slide.label]);
        let excess = u32::from(nibble(&self.spread.nibbles, (after >> 4) as usize));
        (owner, after | excess, excess as i32 - (before & 15) as i32)
    }

    /// What a group of patterns says of a board, into `node`; the sum of it.
    fn place(&self, labels: &Labels, look: &Look, first: usize, node: &mut [Placed; P]) -> i16 {
        let count = self.spread.first.len() - 1;
        let mut at: Vec<usize> = self.spread.first[..count].to_vec();
        for (cell, &label) in labels[..self.size.cells()].iter().enumerate() {
            if label as usize != self.goal_blank {
                let owner = look.owner[label as usize] as usize - first;
                at[owner] += look.cell[cell] as usize * look.weight[label as usize];
            }
        }
        let mut sum = 0;
        for (index, &at) in at.iter().enumerate() {
            let excess = nibble(&self.spread.nibbles, at);
            node[first + index] = (at as u32) << 4 | u32::from(excess);
            sum += i16::from(excess);
        }
        sum
    }
}

fn look(canon: &Canon, databases: &Databases, first: usize, reflected: bool) -> Look {
    let size = canon.size;
    let seen = |cell: usize| if reflected { size.col(cell) * size.cols + size.row(cell) } else { cell };
    let zero = [0; MAX_CELLS];
    let mut look =
        Look { owner: [first as u8; MAX_CELLS], weight: [0; MAX_CELLS], cell: zero, add: [[0; MAX_CELLS]; 4] };
    for cell in 0..size.cells() {
        look.cell[cell] = seen(cell) as u8;
        for (index, pattern) in databases.patterns.iter().enumerate() {
            if let Some(tile) = pattern.tiles.iter().position(|&home| home as usize == seen(cell)) {
                look.owner[cell] = (first + index) as u8;
                look.weight[cell] = size.cells().pow(tile as u32);
            }
        }
        for dir in Dir::ULRD {
            // The tile goes against the blank.
            let (down, right) = match dir {
                Dir::U => (1_i64, 0),
                Dir::D => (-1, 0),
                Dir::L => (0, 1),
                Dir::R => (0, -1),
            };
            let (down, right) = if reflected { (right, down) } else { (down, right) };
            let step = down * size.cols as i64 + right;
            look.add[dir as usize][cell] = (step * look.weight[cell] as i64 * 16) as u32;
        }
    }
    look
}

impl<const P: usize> Estimate for Direct<P> {
    type Node = [Placed; P];
    type Step = Step;
    const CUTS: &'static [&'static str] = &["manhattan", "pdb", "reflection"];
    const STEP: u32 = 2;

    fn root(&self, labels: &Labels) -> ([Placed; P], Step) {
        let mut node = [0; P];
        let plain = self.place(labels, &self.looks[0], 0, &mut node);
        let count = self.spread.first.len() - 1;
        let second = if self.reflection { self.place(labels, &self.looks[1], count, &mut node) } else { plain };
        let manhattan = self.manhattan.of(labels) as i16;
        (node, Step { changed: [node[0]; 2], manhattan, excess: [plain, second], owner: [0; 2] })
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, node: &[Placed; P], step: &Step, slide: Slide, _: &G) -> Step {
        let manhattan = i32::from(step.manhattan) + self.manhattan.change(slide);
        let (owner, after, change) = self.slid_in(&self.looks[0], node, slide);
        let (mirrored_owner, mirrored_after, mirrored_change) = self.slid_in(&self.looks[1], node, slide);
        let plain = i32::from(step.excess[0]) + change;
        let mirrored = i32::from(step.excess[1]) + mirrored_change;
        Step {
            changed: [after, mirrored_after],
            manhattan: manhattan as i16,
            excess: [plain as i16, mirrored as i16],
            owner: [owner, mirrored_owner],
        }
    }

    fn credit(step: &Step, room: i32) -> usize {
        let manhattan = i32::from(step.manhattan);
        if manhattan > room { 0 } else { 2 - usize::from(manhattan + 2 * i32::from(step.excess[0]) > room) }
    }

    #[inline(always)]
    fn enter(node: &mut [Placed; P], step: &Step) {
        node[step.owner[0] as usize] = step.changed[0];
        node[step.owner[1] as usize] = step.changed[1];
    }

    #[inline(always)]
    fn value(step: &Step) -> i32 {
        i32::from(step.manhattan) + 2 * i32::from(step.excess[0].max(step.excess[1]))
    }

    /// Both sums together tell more than the larger one.
    fn rank(step: &Step) -> i32 {
        i32::from(step.manhattan) + i32::from(step.excess[0]) + i32::from(step.excess[1])
    }
}
