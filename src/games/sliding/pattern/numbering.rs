//! Two ways to keep the number of a pattern's state up to date while a search slides its tiles.
//!
//! [`Listed`] turns lists of tiles round, for boards of up to sixteen cells, where a table of what becomes of every
//! permutation would be too large for the caches; [`Ranked`] has such a table.

use std::marker::PhantomData;
use std::sync::Arc;

use super::shape::{Areas, Hop, Lane, Ranks, Shape, TILE_BITS, list_of, step_index};
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
    /// The placement after the move of a tile along `lane`; its distance still open, but in the lowest bit of the second
    /// number stands whether its half is odd.
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, u32);
    /// Brings the byte nearer that [`Numbering::slid`] will ask for.
    fn soon(&self, _before: Placement, _lane: &Lane) {}
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
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, u32) {
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

/// By the rank of the block and the list of tiles itself, on boards of up to sixteen cells: every table but the
/// database is small enough for the nearest caches.
pub struct Listed {
    hop: Arc<[Hop]>,
    area: Arc<[Areas]>,
    ranks: Arc<Ranks>,
    odd: Arc<Vec<u8>>,
    stride: usize,
}

const LIST_BITS: u32 = 8 * TILE_BITS;
const BLOCK_BITS: u32 = 14;

impl Listed {
    #[inline(always)]
    fn pack(occupied: u64, block: u32, list: u32) -> Placement {
        Placement::new((occupied << BLOCK_BITS | u64::from(block)) << LIST_BITS | u64::from(list))
    }
}

impl Listed {
    /// The placement after a move, and the number of its bit.
    #[inline(always)]
    fn hopped(&self, before: Placement, lane: &Lane) -> (Placement, usize) {
        let list = (before.above() & ((1 << LIST_BITS) - 1)) as u32;
        let block = (before.above() >> LIST_BITS & ((1 << BLOCK_BITS) - 1)) as u32;
        let occupied = before.above() >> (LIST_BITS + BLOCK_BITS);
        let hop = self.hop[step_index(occupied, lane)];
        let (block, list) = (hop.block(block), hop.list(list));
        let at = self.ranks.of(list) * self.stride + self.area[block as usize].of(lane.from.into());
        (Self::pack(occupied ^ lane.flip, block, list), at)
    }
}

impl Numbering for Listed {
    fn new(database: &Database) -> Self {
        let shape = &database.shape;
        Listed {
            hop: Arc::clone(&shape.hop),
            area: Arc::clone(&shape.area),
            ranks: Arc::clone(&shape.ranks),
            odd: Arc::clone(&database.odd),
            stride: shape.stride(),
        }
    }

    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement {
        Self::pack(occupied, shape.block_of(occupied) as u32, list_of(&shape.perms[perm][..shape.k]))
    }

    #[inline(always)]
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, u32) {
        let (after, at) = self.hopped(before, lane);
        (after, u32::from(self.odd[at / 8]) >> (at % 8))
    }

    #[inline(always)]
    fn soon(&self, before: Placement, lane: &Lane) {
        fetch(&self.odd, self.hopped(before, lane).1 / 8);
    }
}

/// Asks for a byte without waiting for it: see `cargo bench --bench sliding -- large`.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "a hint to the processor that cannot fail")]
#[inline(always)]
fn fetch(bytes: &[u8], at: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    if let Some(byte) = bytes.get(at) {
        // SAFETY: the address is that of a byte of ours, and nothing is read or written.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn fetch(_: &[u8], _: usize) {}
