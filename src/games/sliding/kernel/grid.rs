//! Boards as kernels hold them.

use std::hash::Hash;

use super::super::canon::Labels;

/// A packed board.
pub trait Grid: Copy + Eq + Hash + Send + 'static {
    fn pack(labels: &Labels) -> Self;
    fn label(&self, cell: usize) -> usize;
    fn unpack(&self) -> Labels;
    /// Exchanges the blank at `blank` with `label` at `to`.
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> Self;
}

/// Up to sixteen cells of four bits.
impl Grid for u64 {
    fn pack(labels: &Labels) -> u64 {
        (0..16).map(|cell| u64::from(labels[cell]) << (4 * cell)).sum()
    }

    #[inline(always)]
    fn label(&self, cell: usize) -> usize {
        (self >> (4 * cell) & 15) as usize
    }

    fn unpack(&self) -> Labels {
        std::array::from_fn(|cell| if cell < 16 { self.label(cell) as u8 } else { 0 })
    }

    #[inline(always)]
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> u64 {
        let change = (label ^ blank_label) as u64;
        self ^ (change << (4 * blank)) ^ (change << (4 * to))
    }
}

/// Any board, a byte a cell.
impl Grid for Labels {
    fn pack(labels: &Labels) -> Labels {
        *labels
    }

    #[inline(always)]
    fn label(&self, cell: usize) -> usize {
        self[cell] as usize
    }

    fn unpack(&self) -> Labels {
        *self
    }

    #[inline(always)]
    fn slid(mut self, blank: usize, to: usize, label: usize, blank_label: usize) -> Labels {
        self[blank] = label as u8;
        self[to] = blank_label as u8;
        self
    }
}
