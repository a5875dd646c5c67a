//! Two ways to keep the number of a pattern's state up to date while a search slides its tiles.
//!
//! [`Linked`] goes from block to block by a table of all ways, for boards of up to sixteen cells; [`Ranked`] computes its
//! way with small tables where that one would be too large.

use std::marker::PhantomData;
use std::sync::Arc;

use super::shape::{Areas, Lane, Link, PLACES, Shape, step_index};
use super::store::Database;

/// Where the tiles of one pattern stand, and in the lowest two bits how many moves of them are left, modulo 4. Above
/// that each [`Numbering`] has its own.
#[derive(Clone, Copy, Default)]
pub struct Placement(u64);

const DISTANCE_BITS: u32 = 2;

impl Placement {
    #[inline(always)]
    fn above(self) -> u64 {
        self.0 >> DISTANCE_BITS
    }

    #[inline(always)]
    fn new(above: u64) -> Placement {
        Placement(above << DISTANCE_BITS)
    }

    /// Modulo 4.
    #[inline(always)]
    pub fn distance(self) -> u32 {
        self.0 as u32 & 3
    }

    #[inline(always)]
    pub fn at_distance(self, distance: u32) -> Placement {
        Placement(self.0 & !3 | u64::from(distance & 3))
    }
}

/// One pattern's way of numbering.
pub trait Numbering: Send + Sync + Sized + 'static {
    fn new(database: &Database) -> Self;
    /// A placement from its cells and its permutation; its distance still open.
    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement;
    /// The placement after the move of the pattern's `tile` along `lane`; its distance still open, but in the lowest bit of the
    /// second number stands whether its half is odd.
    fn slid(&self, before: Placement, tile: u8, lane: &Lane) -> (Placement, u32);
}

/// Which bits of a [`Ranked`] placement have what: occupied cells, block, permutation.
pub trait Width: Copy + Send + Sync + 'static {
    const PERM_BITS: u32;
    const BLOCK_BITS: u32;
}

/// Up to 25 cells, six tiles.
#[derive(Clone, Copy)]
pub struct Middle;

impl Width for Middle {
    const PERM_BITS: u32 = 10;
    const BLOCK_BITS: u32 = 18;
}

/// Up to 36 cells, four tiles.
#[derive(Clone, Copy)]
pub struct Wide;

impl Width for Wide {
    const PERM_BITS: u32 = 5;
    const BLOCK_BITS: u32 = 16;
}

/// By the rank of the block, which a move changes by a small table.
pub struct Ranked<W: Width> {
    step: Arc<[i32]>,
    turn: Arc<[u16]>,
    area: Arc<[Areas]>,
    odd: Arc<Vec<u8>>,
    permutations: usize,
    /// Bits from one permutation to the next.
    stride: usize,
    width: PhantomData<W>,
}

impl<W: Width> Ranked<W> {
    #[inline(always)]
    fn pack(occupied: u64, block: u32, perm: u16) -> Placement {
        Placement::new((occupied << W::BLOCK_BITS | u64::from(block)) << W::PERM_BITS | u64::from(perm))
    }
}

impl<W: Width> Numbering for Ranked<W> {
    fn new(database: &Database) -> Self {
        let shape = &database.shape;
        Ranked {
            step: Arc::clone(&shape.step),
            turn: Arc::clone(&shape.turn),
            area: Arc::clone(&shape.area),
            odd: Arc::clone(&database.odd),
            permutations: shape.permutations(),
            stride: shape.stride(),
            width: PhantomData,
        }
    }

    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement {
        Self::pack(occupied, shape.block_of(occupied) as u32, perm as u16)
    }

    #[inline(always)]
    fn slid(&self, before: Placement, _: u8, lane: &Lane) -> (Placement, u32) {
        let perm = (before.above() & ((1 << W::PERM_BITS) - 1)) as usize;
        let block = (before.above() >> W::PERM_BITS & ((1 << W::BLOCK_BITS) - 1)) as u32;
        let occupied = before.above() >> (W::PERM_BITS + W::BLOCK_BITS);
        let step = self.step[step_index(occupied, lane)];
        let perm = self.turn[(step & 0xff) as usize * self.permutations + perm];
        let block = block.wrapping_add_signed(step >> 8);
        let at = perm as usize * self.stride + self.area[block as usize].of(lane.from.into());
        (Self::pack(occupied ^ lane.flip, block, perm), u32::from(self.odd[at / 8]) >> (at % 8))
    }
}

/// By block, permutation and a table of all ways from block to block; see [`Shape::link`].
pub struct Linked {
    place: Arc<[u8]>,
    link: Arc<[Link]>,
    turn: Arc<[u16]>,
    /// By block: its first area.
    first: Arc<[u16]>,
    odd: Arc<Vec<u8>>,
    tiles: usize,
    permutations: usize,
    stride: usize,
}

const PERM_BITS: u32 = 16;

impl Numbering for Linked {
    fn new(database: &Database) -> Self {
        let shape = &database.shape;
        Linked {
            place: Arc::clone(&shape.place),
            link: Arc::clone(&shape.link),
            turn: Arc::clone(&shape.turn),
            first: Arc::clone(&shape.first),
            odd: Arc::clone(&database.odd),
            tiles: shape.k,
            permutations: shape.permutations(),
            stride: shape.stride(),
        }
    }

    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement {
        Placement::new((shape.block_of(occupied) << PERM_BITS | perm) as u64)
    }

    #[inline(always)]
    fn slid(&self, before: Placement, tile: u8, lane: &Lane) -> (Placement, u32) {
        let perm = (before.above() & ((1 << PERM_BITS) - 1)) as usize;
        let block = (before.above() >> PERM_BITS) as usize;
        let place = self.place[perm * PLACES + tile as usize] as usize;
        let link = self.link[(block * self.tiles + place) * 4 + lane.dir as usize];
        let perm = self.turn[link.row() * self.permutations + perm] as usize;
        let at = perm * self.stride + self.first[link.block()] as usize + link.part();
        (Placement::new((link.block() << PERM_BITS | perm) as u64), u32::from(self.odd[at / 8]) >> (at % 8))
    }
}
