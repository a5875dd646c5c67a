//! Boards as kernels hold them.

use super::super::canon::Labels;

/// A packed board.
pub trait Grid: Copy + PartialEq + Send + 'static {
    fn pack(labels: &Labels) -> Self;
    fn label(&self, cell: usize) -> usize;
    /// Exchanges the blank at `blank` with `label` at `to`.
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> Self;
    /// A hash that two boards hardly ever share.
    fn hash(&self) -> u64;
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

    #[inline(always)]
    fn slid(self, blank: usize, to: usize, label: usize, blank_label: usize) -> u64 {
        let change = (label ^ blank_label) as u64;
        self ^ (change << (4 * blank)) ^ (change << (4 * to))
    }

    fn hash(&self) -> u64 {
        *self
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

    #[inline(always)]
    fn slid(mut self, blank: usize, to: usize, label: usize, blank_label: usize) -> Labels {
        self[blank] = label as u8;
        self[to] = blank_label as u8;
        self
    }

    fn hash(&self) -> u64 {
        let (words, _) = self.as_chunks::<4>();
        words.iter().fold(0, |hash: u64, &word| {
            let mixed = (hash ^ u64::from(u32::from_le_bytes(word))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
    }
}
