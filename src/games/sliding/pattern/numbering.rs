//! Keeping the number of a pattern's state up to date while a search slides its tiles.
//!
//! [`Ranked`] has a table of what becomes of every permutation. For the patterns of boards of up to sixteen cells it would
//! be too large for the caches; [`super::Listed`] does without.

use std::marker::PhantomData;
use std::sync::Arc;

use super::shape::{Areas, Lane, Shape, step_index};
use super::store::Database;

/// Where the tiles of one pattern stand, and in the lowest two bits how many moves of them are left, modulo 4. Above
/// that each [`Numbering`] has its own.
#[derive(Clone, Copy, Default)]
pub struct Placement(u64);

const DISTANCE_BITS: u32 = 2;

impl Placement {
    #[inline(always)]
    pub fn above(self) -> u64 {
        self.0 >> DISTANCE_BITS
    }

    #[inline(always)]
    pub fn new(above: u64) -> Placement {
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
pub trait Numbering: Clone + Send + Sync + 'static {
    fn new(database: &Database) -> Self;
    /// A placement from its cells and its permutation; its distance still open.
    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement;
    /// The placement after the move of a tile along `lane`, its distance still open, and where its bit is.
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, Bit);
    /// The bytes that bits are in: whether the half of a distance is odd.
    fn odd(&self) -> &[u8];
}

/// A byte of a database and which of its bits.
#[derive(Clone, Copy)]
pub struct Bit {
    byte: u32,
    bit: u32,
}

impl Bit {
    #[inline(always)]
    pub fn new(byte: usize, bit: usize) -> Bit {
        Bit { byte: byte as u32, bit: bit as u32 % 8 }
    }

    /// In the lowest bit.
    #[inline(always)]
    pub fn of(self, bytes: &[u8]) -> u32 {
        u32::from(bytes[self.byte as usize]) >> self.bit
    }

    /// Asks for the byte without waiting for it: see `cargo bench --bench sliding -- large`.
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "a hint to the processor that cannot fail")]
    #[inline(always)]
    pub fn fetch(self, bytes: &[u8]) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        if let Some(byte) = bytes.get(self.byte as usize) {
            // SAFETY: the address is that of a byte of ours, and nothing is read or written.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast()) };
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn fetch(self, _bytes: &[u8]) {}
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
#[derive(Clone)]
pub struct Ranked<W: Width> {
    step: Arc<[i32]>,
    turn: Arc<[u16]>,
    area: Arc<[Areas]>,
    odd: Arc<Vec<u8>>,
    permutations: usize,
    /// Bytes from one permutation to the next.
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
            stride: shape.stride() / 8,
            width: PhantomData,
        }
    }

    fn placement(shape: &Shape, occupied: u64, perm: usize) -> Placement {
        Self::pack(occupied, shape.block_of(occupied) as u32, perm as u16)
    }

    #[inline(always)]
    fn slid(&self, before: Placement, lane: &Lane) -> (Placement, Bit) {
        let perm = (before.above() & ((1 << W::PERM_BITS) - 1)) as usize;
        let block = (before.above() >> W::PERM_BITS & ((1 << W::BLOCK_BITS) - 1)) as u32;
        let occupied = before.above() >> (W::PERM_BITS + W::BLOCK_BITS);
        let step = self.step[step_index(occupied, lane)];
        let perm = self.turn[(step & 0xff) as usize * self.permutations + perm];
        let block = block.wrapping_add_signed(step >> 8);
        let area = self.area[block as usize].of(lane.from.into());
        (Self::pack(occupied ^ lane.flip, block, perm), Bit::new(perm as usize * self.stride + area / 8, area))
    }

    #[inline(always)]
    fn odd(&self) -> &[u8] {
        &self.odd
    }
}
