//! Numbers of states on boards of up to sixteen cells, with tables small enough for the nearest caches.
//!
//! A placement is its occupied cells, sixteen bits, and the list of its tiles by ascending cell, three bits each. A
//! move up or down passes up to three tiles and turns that part of the list round; what to turn by how much depends on
//! little enough to be looked up. A table of what becomes of every permutation would be far too large.

use std::sync::Arc;

use super::numbering::{Bit, Numbering, Placement};
use super::shape::{Areas, Lane, MAX_BETWEEN, MAX_TILES, Shape};
use super::store::Database;

/// Bits of a tile in a list of tiles.
const TILE_BITS: u32 = 3;
const LIST_BITS: u32 = MAX_TILES as u32 * TILE_BITS;

/// The first tile lowest.
fn list_of(tiles: &[u8]) -> u32 {
    tiles.iter().rev().fold(0, |list, &tile| list << TILE_BITS | u32::from(tile))
}

/// How a move changes a list: the tiles passed go one place against the moved tile, which goes as many as they are.
#[derive(Clone, Copy)]
struct Turn {
    /// Where, afterwards, the tiles are that have not moved, have been passed, has moved.
    kept: u32,
    passed: u32,
    moved: u32,
    /// How far the last two turn, bits to the left.
    passed_by: u8,
    moved_by: u8,
}

impl Turn {
    fn new(place: usize, new_place: usize) -> Turn {
        let tiles = |first: usize, end: usize| (1_u32 << (TILE_BITS * end as u32)) - (1 << (TILE_BITS * first as u32));
        let bits = |places: isize| (TILE_BITS as isize * places).rem_euclid(32) as u8;
        let moved = tiles(new_place, new_place + 1);
        let passed = if new_place > place { tiles(place, new_place) } else { tiles(new_place + 1, place + 1) };
        Turn {
            kept: !(moved | passed),
            passed,
            moved,
            passed_by: bits((place as isize - new_place as isize).signum()),
            moved_by: bits(new_place as isize - place as isize),
        }
    }

    #[inline(always)]
    fn of(&self, list: u32) -> u32 {
        list & self.kept
            | list.rotate_left(self.passed_by.into()) & self.passed
            | list.rotate_left(self.moved_by.into()) & self.moved
    }
}

/// What all patterns of as many tiles have in common.
pub struct Lists {
    /// By [`Lane::turn`] and place of the moved tile.
    turns: [Turn; 2 * MAX_BETWEEN * MAX_TILES],
    /// The rank of a list: `head` of its first four places times `tails`, and `tail` of the others.
    head: [u16; HEADS],
    tail: [u8; HEADS],
    tails: usize,
    /// The rank of a set of cells: that of the first one with the same upper eight, and how many further it is.
    upper: [u16; 256],
    lower: [u8; 256],
    /// By that rank.
    areas: Box<[NearAreas]>,
}

const HEAD_BITS: u32 = 4 * TILE_BITS;
const HEADS: usize = 1 << HEAD_BITS;

impl Lists {
    pub fn new(shape: &Shape) -> Lists {
        let mut lists = Lists {
            turns: turns(shape.k),
            head: [0; HEADS],
            tail: [0; HEADS],
            tails: (1..=shape.k.saturating_sub(4)).product(),
            upper: [0; 256],
            lower: [0; 256],
            areas: shape.area.iter().map(|&areas| NearAreas::new(areas)).collect(),
        };
        for (rank, perm) in shape.perms.iter().enumerate() {
            let list = list_of(&perm[..shape.k]) as usize;
            lists.head[list % HEADS] = (rank / lists.tails) as u16;
            lists.tail[list / HEADS] = (rank % lists.tails) as u8;
        }
        for (rank, &occupied) in shape.occupied.iter().enumerate().rev() {
            lists.upper[(occupied >> 8) as usize] = rank as u16;
        }
        for (rank, &occupied) in shape.occupied.iter().enumerate() {
            let first = lists.upper[(occupied >> 8) as usize];
            lists.lower[(occupied & 255) as usize] = (rank as u16 - first) as u8;
        }
        lists
    }

    #[inline(always)]
    fn perm(&self, list: u32) -> usize {
        let head = self.head[list as usize % HEADS] as usize;
        head * self.tails + self.tail[(list >> HEAD_BITS) as usize % HEADS] as usize
    }

    #[inline(always)]
    fn block(&self, occupied: u16) -> usize {
        self.upper[(occupied >> 8) as usize] as usize + self.lower[(occupied & 255) as usize] as usize
    }
}

fn turns(k: usize) -> [Turn; 2 * MAX_BETWEEN * MAX_TILES] {
    std::array::from_fn(|at| {
        let (turn, place) = (at / MAX_TILES, at % MAX_TILES);
        let passed = (turn % MAX_BETWEEN).count_ones() as usize;
        let new_place = if turn < MAX_BETWEEN { place + passed } else { place.wrapping_sub(passed) };
        // So many tiles cannot stand there: never asked for.
        let place = place.min(k - 1);
        Turn::new(place, if new_place < k { new_place } else { place })
    })
}

/// One pattern.
#[derive(Clone)]
pub struct Listed {
    lists: Arc<Lists>,
    odd: Arc<Vec<u8>>,
    /// Bytes from one permutation to the next.
    stride: usize,
}

/// [`Areas`] of sixteen cells.
#[derive(Clone, Copy)]
struct NearAreas(u64);

impl NearAreas {
    fn new(areas: Areas) -> NearAreas {
        assert!(areas.first() < 1 << 16, "areas have sixteen bits");
        NearAreas(
            (0..16).fold((areas.first() as u64) << 48, |packed, cell| packed | (areas.part(cell) as u64) << (3 * cell)),
        )
    }

    #[inline(always)]
    fn of(self, cell: u8) -> usize {
        (self.0 >> 48) as usize + (self.0 >> (3 * cell) & 7) as usize
    }
}

impl Numbering for Listed {
    fn new(database: &Database) -> Self {
        let shape = &database.shape;
        Listed {
            lists: shape.lists.clone().expect("a board of up to sixteen cells"),
            odd: Arc::clone(&database.odd),
            stride: shape.stride() / 8,
        }
    }

    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement {
        Placement::new(occupied << LIST_BITS | u64::from(list_of(&shape.perms[perm][..shape.k])))
    }

    #[inline(always)]
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, Bit) {
        let (list, occupied) = (before.above() as u32 & ((1 << LIST_BITS) - 1), (before.above() >> LIST_BITS) as u16);
        let place = (occupied & lane.below as u16).count_ones() as usize;
        let list = self.lists.turns[lane.turn(occupied.into()) * MAX_TILES + place % MAX_TILES].of(list);
        let occupied = occupied ^ lane.flip as u16;
        let area = self.lists.areas[self.lists.block(occupied)].of(lane.from);
        let after = Placement::new(u64::from(occupied) << LIST_BITS | u64::from(list));
        (after, Bit::new(self.lists.perm(list) * self.stride + area / 8, area))
    }

    #[inline(always)]
    fn odd(&self) -> &[u8] {
        &self.odd
    }
}
