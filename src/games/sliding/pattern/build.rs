//! Building a pattern database: breadth first backwards from the goal, counting only the moves of the pattern's tiles.
//!
//! A state is a placement of the tiles and the connected part of the other cells that the blank is in. Each level is
//! made block by block, and each block collects what flows in from its neighbours, so that one block is written by
//! one worker and stays in the cache; a [`Crew`] is how the workbench lends its threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::rules::{Dir, Size};
use super::shape::{Lane, MAX_TILES, Shape};
use crate::games::Crew;

/// All placements on one set of cells.
struct Block {
    /// By permutation: the parts that the blank has been seen in.
    seen: Vec<u8>,
    /// By permutation: half the distance, modulo 16; see [`Build::finish`].
    halves: Vec<u8>,
    inflows: Vec<Inflow>,
    /// What the level under work reaches.
    reached: Reached,
    left: usize,
}

/// Placements of another block that one move brings here.
#[derive(Clone, Copy)]
struct Inflow {
    block: u32,
    /// The blank's part there, and here.
    their_part: u8,
    part: u8,
    /// The tile that moves: its place in the list before, and its way.
    place: u8,
    lane: Lane,
}

/// A set of permutations for each part, as bits.
#[derive(Clone)]
struct Reached {
    bits: Vec<u64>,
    /// Parts whose set is not empty.
    parts: u8,
}

/// A build in progress.
pub struct Build {
    shape: Arc<Shape>,
    /// The pattern's tiles, by their goal cells, ascending.
    tiles: Vec<u8>,
    /// Each is locked by nobody but its worker.
    blocks: Vec<Mutex<Block>>,
    /// By block: what the last level reached.
    frontier: Vec<Reached>,
    level: u32,
    /// The next block of the level under work.
    at: usize,
    done: usize,
    /// Whether the level under work has reached anything.
    grown: bool,
}

impl Build {
    pub fn new(shape: Arc<Shape>, tiles: &[u8], goal_blank: usize) -> Build {
        let parts: Vec<Vec<u64>> = shape.occupied.iter().map(|&occ| parts_of(shape.size, occ)).collect();
        let blocks = (0..shape.occupied.len()).map(|block| Mutex::new(empty_block(&shape, &parts, block))).collect();
        let frontier = parts.iter().map(|parts| Reached::new(parts.len(), shape.permutations())).collect();
        let mut build =
            Build { shape, tiles: tiles.to_vec(), blocks, frontier, level: 0, at: 0, done: 0, grown: false };
        let home = tiles.iter().fold(0, |occ, &tile| occ | 1_u64 << tile);
        let block = build.shape.block_of(home);
        let part = part_of(&parts[block], goal_blank);
        locked(&build.blocks[block]).reach(0, part, 0);
        build.turn_over();
        build
    }

    /// Placements whose distance is known, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.shape.placements())
    }

    /// Works on up to `count` blocks; true when everything is reached.
    pub fn advance(&mut self, count: usize, crew: &dyn Crew) -> bool {
        if self.at == 0 {
            if !self.grown {
                return true;
            }
            self.level += 1;
            self.grown = false;
        }
        let end = self.blocks.len().min(self.at.saturating_add(count));
        let (shape, frontier, halves) = (&*self.shape, &self.frontier, (self.level / 2 % 16) as u8);
        let blocks = &self.blocks[self.at..end];
        crew.each(blocks.len(), &|i| locked(&blocks[i]).collect(shape, frontier, halves));
        self.at = end;
        if end == self.blocks.len() {
            self.turn_over();
        }
        false
    }

    /// The level's new placements become the frontier.
    fn turn_over(&mut self) {
        self.at = 0;
        self.done = 0;
        for (block, frontier) in self.blocks.iter_mut().zip(&mut self.frontier) {
            let block = block.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut block.reached, frontier);
            self.grown |= frontier.parts != 0;
            if block.reached.parts != 0 {
                block.reached.bits.fill(0);
                block.reached.parts = 0;
            }
            self.done += block.seen.len() - block.left;
        }
    }

    /// Half of what each distance is above the Manhattan distance of the tiles, four bits a placement.
    ///
    /// The two have the same parity, and they never differ by 32 or more, so half the distance modulo 16 was enough.
    pub fn finish(mut self, crew: &dyn Crew) -> Vec<u8> {
        self.frontier = Vec::new();
        crew.each(self.blocks.len(), &|i| self.settle(&mut locked(&self.blocks[i]), self.shape.occupied[i]));
        let mut all = Vec::with_capacity(self.shape.placements() / 2);
        for block in self.blocks {
            all.extend_from_slice(&block.into_inner().unwrap_or_else(PoisonError::into_inner).halves);
        }
        all
    }

    /// From distances to what they are above Manhattan.
    fn settle(&self, block: &mut Block, occupied: u64) {
        (block.seen, block.inflows) = (Vec::new(), Vec::new());
        block.reached.bits = Vec::new();
        let steps = self.steps_by_place(occupied);
        let mut sums = [0_u8; MAX_TILES + 1];
        let mut before: Option<&[u8; MAX_TILES]> = None;
        for (perm, tiles) in self.shape.perms.iter().enumerate() {
            let same = before.map_or(0, |before| before.iter().zip(tiles).take_while(|(a, b)| a == b).count());
            for place in same..self.shape.k {
                sums[place + 1] = sums[place] + steps[place][tiles[place] as usize];
            }
            before = Some(tiles);
            let above = nibble(&block.halves, perm).wrapping_sub(sums[self.shape.k] / 2) & 15;
            set_nibble(&mut block.halves, perm, above);
        }
    }

    /// By place in the list and tile: the tile's steps home from the place's cell.
    fn steps_by_place(&self, occupied: u64) -> Vec<[u8; MAX_TILES]> {
        let cells = (0..self.shape.size.cells()).filter(|cell| occupied >> cell & 1 == 1);
        cells
            .map(|cell| {
                let mut steps = [0; MAX_TILES];
                for (tile, &home) in self.tiles.iter().enumerate() {
                    steps[tile] = self.shape.size.distance(cell, home as usize) as u8;
                }
                steps
            })
            .collect()
    }
}

fn locked(block: &Mutex<Block>) -> MutexGuard<'_, Block> {
    block.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Block {
    fn collect(&mut self, shape: &Shape, frontier: &[Reached], halves: u8) {
        for i in 0..self.inflows.len() {
            let flow = self.inflows[i];
            let source = &frontier[flow.block as usize];
            if source.parts >> flow.their_part & 1 == 0 {
                continue;
            }
            let perms = source.of(flow.their_part, shape.permutations());
            let occupied = shape.occupied[flow.block as usize];
            match shape.turned(occupied, flow.place as usize, &flow.lane) {
                Some(turn) => perms.for_each(|perm| self.reach(turn[perm] as usize, flow.part, halves)),
                None => perms.for_each(|perm| self.reach(perm, flow.part, halves)),
            }
        }
    }

    #[inline(always)]
    fn reach(&mut self, perm: usize, part: u8, halves: u8) {
        let seen = &mut self.seen[perm];
        if *seen >> part & 1 == 1 {
            return;
        }
        if *seen == 0 {
            set_nibble(&mut self.halves, perm, halves);
            self.left -= 1;
        }
        *seen |= 1 << part;
        self.reached.bits[part as usize * self.seen.len().div_ceil(64) + perm / 64] |= 1 << (perm % 64);
        self.reached.parts |= 1 << part;
    }
}

impl Reached {
    fn new(parts: usize, permutations: usize) -> Reached {
        Reached { bits: vec![0; parts * permutations.div_ceil(64)], parts: 0 }
    }

    /// The permutations of one part.
    #[inline(always)]
    fn of(&self, part: u8, permutations: usize) -> impl Iterator<Item = usize> {
        let words = permutations.div_ceil(64);
        let bits = &self.bits[part as usize * words..(part as usize + 1) * words];
        bits.iter()
            .enumerate()
            .filter(|(_, word)| **word != 0)
            .flat_map(|(i, &word)| Ones(word).map(move |bit| i * 64 + bit))
    }
}

/// The places of the ones in a word.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

#[inline(always)]
pub fn nibble(packed: &[u8], at: usize) -> u8 {
    packed[at / 2] >> (at % 2 * 4) & 15
}

#[inline(always)]
fn set_nibble(packed: &mut [u8], at: usize, value: u8) {
    let shift = at % 2 * 4;
    packed[at / 2] = packed[at / 2] & !(15 << shift) | value << shift;
}

fn empty_block(shape: &Shape, parts: &[Vec<u64>], block: usize) -> Block {
    let occupied = shape.occupied[block];
    let cells = shape.size.cells();
    let mut inflows = Vec::new();
    for to in (0..cells).filter(|cell| occupied >> cell & 1 == 1) {
        for dir in Dir::ULRD {
            let Some(from) = shape.size.neighbour(to, dir.opposite()) else { continue };
            if occupied >> from & 1 == 1 {
                continue;
            }
            let lane = Lane::new(shape.size, from, dir).expect("the way to a neighbour");
            let theirs = occupied ^ (1 << from) ^ (1 << to);
            let source = shape.block_of(theirs);
            inflows.push(Inflow {
                block: source as u32,
                their_part: part_of(&parts[source], to),
                part: part_of(&parts[block], from),
                place: (theirs & ((1 << from) - 1)).count_ones() as u8,
                lane,
            });
        }
    }
    let factorial = shape.permutations();
    Block {
        seen: vec![0; factorial],
        halves: vec![0; factorial / 2],
        inflows,
        reached: Reached::new(parts[block].len(), factorial),
        left: factorial,
    }
}

/// The connected parts of the cells that are not occupied.
fn parts_of(size: Size, occupied: u64) -> Vec<u64> {
    let mut free = !occupied & ((1 << size.cells()) - 1);
    let mut parts = Vec::new();
    while free != 0 {
        let mut part = free & free.wrapping_neg();
        loop {
            let cells = (0..size.cells()).filter(|cell| part >> cell & 1 == 1);
            let beside = cells.flat_map(|cell| Dir::ULRD.into_iter().filter_map(move |dir| size.neighbour(cell, dir)));
            let grown = beside.fold(part, |part, cell| part | 1 << cell) & free;
            if grown == part {
                break;
            }
            part = grown;
        }
        parts.push(part);
        free &= !part;
    }
    parts
}

fn part_of(parts: &[u64], cell: usize) -> u8 {
    parts.iter().position(|part| part >> cell & 1 == 1).expect("a free cell is in some part") as u8
}
