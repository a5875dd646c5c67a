//! Building a pattern database: breadth first backwards from the goal, counting only the moves of the pattern's tiles.
//!
//! A state is a placement of the tiles and the connected part of the other cells that the blank is in. Each level is
//! made block by block, and each block collects what flows in from its neighbours, so that one block is written by
//! one worker and stays in the cache; a [`Crew`] is how the workbench lends its threads. Sets of placements are bits,
//! 64 to a word, and a move that passes no other tile of the pattern takes whole words.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::rules::Dir;
use super::shape::{Lane, Shape};
use crate::games::Crew;

/// All placements on one set of cells.
#[derive(Clone)]
struct Block {
    /// Found when the block is first at work, so that a build has no long beginning.
    inflows: Vec<Inflow>,
    /// What has been reached so far.
    seen: Vec<u64>,
    /// Of it, what has an odd half of its distance, which is all that a database keeps; see [`super::Database`].
    odd: Vec<u64>,
    /// What the level under work reaches.
    reached: Reached,
}

/// Placements of another block that one move brings here.
#[derive(Clone, Copy)]
struct Inflow {
    block: u32,
    /// The blank's part there, and here.
    their_part: u8,
    part: u8,
    lane: Lane,
}

/// A set of permutations for each part of a block.
#[derive(Clone)]
struct Reached {
    bits: Vec<u64>,
    /// Parts whose set is not empty.
    parts: u8,
}

/// A build in progress.
pub struct Build {
    shape: Arc<Shape>,
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

impl Clone for Build {
    fn clone(&self) -> Self {
        Build {
            shape: Arc::clone(&self.shape),
            blocks: self.blocks.iter().map(|block| Mutex::new(locked(block).clone())).collect(),
            frontier: self.frontier.clone(),
            ..*self
        }
    }
}

impl Build {
    /// `tiles` are the goal cells of the pattern's tiles, ascending.
    pub fn new(shape: Arc<Shape>, tiles: &[u8], goal_blank: usize) -> Build {
        let blocks = (0..shape.occupied.len()).map(|block| Mutex::new(Block::new(&shape, block))).collect();
        let nothing = |block| Reached { bits: vec![0; shape.parts(block) * shape.words()], parts: 0 };
        let frontier = (0..shape.occupied.len()).map(nothing).collect();
        let mut build = Build { shape, blocks, frontier, level: 0, at: 0, done: 0, grown: false };
        let home = build.shape.block_of(tiles.iter().fold(0, |occ, &tile| occ | 1_u64 << tile));
        let part = build.shape.area[home].part(goal_blank);
        let (words, mut block) = (build.shape.words(), locked(&build.blocks[home]));
        block.reach(part, words, |reached, seen| straight(&[1], reached, seen));
        drop(block);
        build.turn_over();
        build
    }

    /// Placements done, as many as the share of states done.
    pub fn progress(&self) -> usize {
        let states = (self.shape.areas * self.shape.permutations()) as u128;
        (self.shape.placements() as u128 * self.done as u128 / states) as usize
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
        let (shape, frontier, odd) = (&*self.shape, &self.frontier, self.level / 2 % 2 == 1);
        let blocks = &self.blocks[self.at..end];
        let first = self.at;
        crew.each(blocks.len(), &|i| locked(&blocks[i]).collect(shape, first + i, frontier, odd));
        self.at = end;
        if end == self.blocks.len() {
            self.turn_over();
        }
        false
    }

    /// The level's new placements become the frontier.
    fn turn_over(&mut self) {
        self.at = 0;
        for (block, frontier) in self.blocks.iter_mut().zip(&mut self.frontier) {
            let block = block.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut block.reached, frontier);
            if frontier.parts != 0 {
                self.grown = true;
                self.done += frontier.bits.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            }
            if block.reached.parts != 0 {
                block.reached.bits.fill(0);
                block.reached.parts = 0;
            }
        }
    }

    /// A bit for each state, by permutation and area: most moves keep the permutation, and so a search stays near.
    pub fn finish(mut self) -> Vec<u8> {
        self.frontier = Vec::new();
        let (words, stride) = (self.shape.words(), self.shape.stride() / 64);
        let mut all = vec![0; self.shape.bytes()];
        let mut areas: Vec<u64> = Vec::with_capacity(64 * words);
        let mut column = 0;
        for block in self.blocks {
            let block = block.into_inner().unwrap_or_else(PoisonError::into_inner);
            for area in block.odd.chunks(words) {
                areas.extend_from_slice(area);
                if areas.len() == 64 * words {
                    put_column(&mut areas, words, &mut all, column, stride);
                    column += 1;
                }
            }
        }
        if !areas.is_empty() {
            areas.resize(64 * words, 0);
            put_column(&mut areas, words, &mut all, column, stride);
        }
        all
    }
}

/// Writes the bits of 64 areas, each of `words` words by permutation, as one column of words by permutation.
fn put_column(areas: &mut Vec<u64>, words: usize, all: &mut [u8], column: usize, stride: usize) {
    let (rows, _) = all.as_chunks_mut::<8>();
    for word in 0..words {
        let mut square: [u64; 64] = std::array::from_fn(|area| areas[area * words + word]);
        transpose(&mut square);
        // The last word may hold more bits than there are permutations.
        let perms = rows.chunks_mut(stride).skip(64 * word);
        perms.zip(square).for_each(|(row, bits)| row[column] = bits.to_le_bytes());
    }
    areas.clear();
}

/// Exchanges rows and columns of 64 × 64 bits, by quarters of quarters.
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::MAX >> 32);
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let swap = (square[row] >> half ^ square[row + half]) & mask;
            square[row] ^= swap << half;
            square[row + half] ^= swap;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

fn locked(block: &Mutex<Block>) -> MutexGuard<'_, Block> {
    block.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Block {
    fn new(shape: &Shape, block: usize) -> Block {
        let nothing = vec![0; shape.parts(block) * shape.words()];
        let reached = Reached { bits: nothing.clone(), parts: 0 };
        Block { inflows: Vec::new(), seen: nothing.clone(), odd: nothing, reached }
    }

    fn collect(&mut self, shape: &Shape, block: usize, frontier: &[Reached], odd: bool) {
        let words = shape.words();
        let mut room = Vec::new();
        if self.inflows.is_empty() {
            self.inflows = inflows(shape, block);
        }
        for i in 0..self.inflows.len() {
            let flow = self.inflows[i];
            let source = &frontier[flow.block as usize];
            if source.parts >> flow.their_part & 1 == 0 {
                continue;
            }
            let theirs = &source.bits[flow.their_part as usize * words..][..words];
            let brought = match shape.turned(shape.occupied[flow.block as usize], &flow.lane) {
                Some(turn) => turned(theirs, turn, &mut room),
                None => theirs,
            };
            self.reach(flow.part.into(), words, |reached, seen| straight(brought, reached, seen));
        }
        if odd && self.reached.parts != 0 {
            self.odd.iter_mut().zip(&self.reached.bits).for_each(|(odd, reached)| *odd |= reached);
        }
    }

    /// Lets `add` put permutations into what is reached in one part and seen there; it says whether there were any.
    #[inline(always)]
    fn reach(&mut self, part: usize, words: usize, add: impl FnOnce(&mut [u64], &mut [u64]) -> bool) {
        let any = add(&mut self.reached.bits[part * words..][..words], &mut self.seen[part * words..][..words]);
        self.reached.parts |= u8::from(any) << part;
    }
}

/// What a move that keeps the order of the tiles brings.
fn straight(theirs: &[u64], reached: &mut [u64], seen: &mut [u64]) -> bool {
    let mut any = 0;
    for ((&theirs, reached), seen) in theirs.iter().zip(reached).zip(seen) {
        let new = theirs & !*seen;
        any |= new;
        *reached |= new;
        *seen |= new;
    }
    any != 0
}

/// What a move past other tiles brings: each permutation becomes another.
fn turned<'a>(theirs: &[u64], turn: &[u16], room: &'a mut Vec<u64>) -> &'a [u64] {
    room.clear();
    room.resize(theirs.len(), 0);
    for (&word, turn) in theirs.iter().zip(turn.chunks(64)) {
        let mut rest = word;
        while rest != 0 {
            let perm = turn[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            room[perm as usize / 64] |= 1 << (perm % 64);
        }
    }
    room
}

fn inflows(shape: &Shape, block: usize) -> Vec<Inflow> {
    let occupied = shape.occupied[block];
    let mut inflows = Vec::new();
    for to in (0..shape.size.cells()).filter(|cell| occupied >> cell & 1 == 1) {
        for dir in Dir::ULRD {
            let Some(from) = shape.size.neighbour(to, dir.opposite()) else { continue };
            if occupied >> from & 1 == 1 {
                continue;
            }
            let lane = Lane::new(shape.size, from, dir).expect("the way to a neighbour");
            let source = shape.block_of(occupied ^ lane.flip);
            inflows.push(Inflow {
                block: source as u32,
                their_part: shape.area[source].part(to) as u8,
                part: shape.area[block].part(from) as u8,
                lane,
            });
        }
    }
    inflows
}
