//! Candidates digit by digit as bits of bands, and the propagation over them.
//!
//! A band is three rows: 27 bits, row by row. For one digit in one band the rows go to different boxes, so of the nine
//! *triples* (three cells of a row within a box) exactly three hold it, no two in a row or in a box. A table of 512 entries
//! says for every set of triples that still have the digit which of them are part of such a choice; that one look takes
//! out locked candidates and finds rows and boxes without a place. Stacks of columns are looked at with the same table.

use std::sync::LazyLock;

use super::fault::Fault;
use super::rules::{CELLS, Digits, Layout, SIDE};
use crate::games::digits::digits_of;

const BAND: u32 = (1 << 27) - 1;
const ROW: u32 = 511;
/// The same nine columns in each row of a band.
const EACH_ROW: u32 = 1 | 1 << 9 | 1 << 18;
/// The first box of a band.
const BOX: u32 = 7 * EACH_ROW;

/// Which parts of the propagation are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// A digit with one place in a unit goes there.
    pub hidden: bool,
    /// Candidates that leave the digit no place where a box meets lines.
    pub locked: bool,
    /// Branch at a cell with the fewest candidates, not at the first open one.
    pub fewest: bool,
}

impl Parts {
    pub const ALL: Parts = Parts { hidden: true, locked: true, fewest: true };
}

/// What a position that contradicts itself lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// A digit for a cell.
    Cell,
    /// A place for a digit in a unit.
    Place,
}

struct Tables {
    /// By the nine bits of a row: which of its three triples are not empty.
    triples: [u16; 512],
    /// By the triples that have a digit: those that some choice of three uses.
    kept: [u16; 512],
    /// A set of triples as the cells of a band.
    cells: [u32; 512],
    /// By cell: the cells of each band that exclude it.
    peers: [[u32; 3]; CELLS],
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

impl Tables {
    fn build() -> Tables {
        let mut tables = Tables { triples: [0; 512], kept: [0; 512], cells: [0; 512], peers: [[0; 3]; CELLS] };
        let choices = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let choices = choices.map(|[a, b, c]| 1u16 << a | 1 << (3 + b) | 1 << (6 + c));
        for set in 0..512usize {
            tables.triples[set] = (0..3).filter(|i| set >> (3 * i) & 7 != 0).fold(0, |bits, i| bits | 1 << i);
            let within = choices.iter().filter(|&&choice| choice & !(set as u16) == 0);
            tables.kept[set] = within.fold(0, |kept, choice| kept | choice);
            tables.cells[set] = (0..9).filter(|i| set >> i & 1 == 1).fold(0, |cells, i| cells | 7 << (3 * i));
        }
        for (cell, peers) in Layout::get().peers.iter().enumerate() {
            for &peer in peers {
                tables.peers[cell][peer as usize / 27] |= 1 << (peer % 27);
            }
        }
        tables
    }
}

/// A position of the search: candidates, and the cells placed in their order.
#[derive(Clone, Debug)]
pub struct Bands {
    /// By digit (from 0) and band.
    candidates: [[u32; 3]; SIDE],
    /// The same when hidden singles were last looked for.
    seen: [[u32; 3]; SIDE],
    /// Cells without a digit.
    open: [u32; 3],
    order: [u8; CELLS],
    placed: u8,
    parts: Parts,
    /// Candidates that went, for the figures.
    pub removed: u32,
}

impl Bands {
    fn empty(parts: Parts) -> Bands {
        Bands {
            candidates: [[BAND; 3]; SIDE],
            seen: [[0; 3]; SIDE],
            open: [BAND; 3],
            order: [0; CELLS],
            placed: 0,
            parts,
            removed: 0,
        }
    }

    /// The position with these digits; `None` where they break a rule.
    pub fn new(digits: &Digits, parts: Parts) -> Option<Bands> {
        let mut bands = Bands::empty(parts);
        for (cell, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            if !bands.allows(cell as u8, digit) {
                return None;
            }
            bands.place(cell as u8, digit);
        }
        // Only what is placed from here on is part of the answer.
        bands.placed = 0;
        Some(bands)
    }

    /// The position with these candidates, of which some cells are settled.
    pub fn of(candidates: &[u16; CELLS], placed: &Digits, parts: Parts) -> Bands {
        let mut bands = Bands { candidates: [[0; 3]; SIDE], ..Bands::empty(parts) };
        for cell in 0..CELLS {
            let (band, bit) = (cell / 27, 1 << (cell % 27));
            for digit in digits_of(candidates[cell]) {
                bands.candidates[digit as usize - 1][band] |= bit;
            }
            if placed[cell] > 0 {
                bands.open[band] &= !bit;
            }
        }
        bands
    }

    pub fn allows(&self, cell: u8, digit: u8) -> bool {
        self.candidates[digit as usize - 1][cell as usize / 27] >> (cell % 27) & 1 == 1
    }

    /// The digits that a cell can still have.
    pub fn set_of(&self, cell: u8) -> u16 {
        let (band, bit) = (cell as usize / 27, cell % 27);
        (0..SIDE).fold(0, |set, digit| set | ((self.candidates[digit][band] >> bit & 1) as u16) << digit)
    }

    pub fn is_open(&self, cell: u8) -> bool {
        self.open[cell as usize / 27] >> (cell % 27) & 1 == 1
    }

    /// Cells in the order in which they were placed, givens left out.
    pub fn order(&self) -> &[u8] {
        &self.order[..self.placed as usize]
    }

    /// The digits placed so far, givens included.
    pub fn digits(&self) -> Digits {
        let mut digits = [0; CELLS];
        for cell in (0..CELLS).filter(|&cell| !self.is_open(cell as u8)) {
            digits[cell] = self.set_of(cell as u8).trailing_zeros() as u8 + 1;
        }
        digits
    }

    #[inline]
    pub fn place(&mut self, cell: u8, digit: u8) {
        let peers = &TABLES.peers[cell as usize];
        let (band, bit) = (cell as usize / 27, 1u32 << (cell % 27));
        for candidates in &mut self.candidates {
            candidates[band] &= !bit;
        }
        let own = &mut self.candidates[digit as usize - 1];
        for (candidates, peers) in own.iter_mut().zip(peers) {
            *candidates &= !peers;
        }
        own[band] |= bit;
        self.open[band] &= !bit;
        self.order[self.placed as usize] = cell;
        self.placed += 1;
    }

    /// Places what follows until nothing does.
    pub fn settle(&mut self) -> Result<(), Dead> {
        loop {
            if !self.naked_singles() {
                return Err(Dead::Cell);
            }
            if self.open == [0; 3] {
                return Ok(());
            }
            let mut changed = false;
            for digit in 0..SIDE {
                if self.seen[digit] != self.candidates[digit] {
                    match self.look(digit) {
                        None => return Err(Dead::Place),
                        Some(placed) => changed |= placed,
                    }
                    self.seen[digit] = self.candidates[digit];
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Places the cells with one candidate; false where a cell has none.
    fn naked_singles(&mut self) -> bool {
        loop {
            let (mut one, mut two) = ([0; 3], [0; 3]);
            for candidates in &self.candidates {
                for band in 0..3 {
                    two[band] |= one[band] & candidates[band];
                    one[band] |= candidates[band];
                }
            }
            if one != [BAND; 3] {
                return false;
            }
            let mut found = false;
            for band in 0..3 {
                let mut singles = !two[band] & self.open[band];
                found |= singles != 0;
                while singles != 0 {
                    let bit = singles & singles.wrapping_neg();
                    singles ^= bit;
                    let Some(digit) = self.candidates.iter().position(|candidates| candidates[band] & bit != 0) else {
                        return false;
                    };
                    self.place((band * 27) as u8 + bit.trailing_zeros() as u8, digit as u8 + 1);
                }
            }
            if !found {
                return true;
            }
        }
    }

    /// Looks for the places of one digit; `None` where a unit has none, else whether anything may follow.
    fn look(&mut self, digit: usize) -> Option<bool> {
        let locked = self.lock(digit)?;
        if !self.parts.hidden {
            return Some(locked);
        }
        let before = self.placed;
        let now = self.candidates[digit];
        let (mut once, mut twice) = (0, 0);
        for (band, &cells) in now.iter().enumerate() {
            for row in 0..3 {
                let row = cells & ROW << (9 * row);
                let columns = (row | row >> 9 | row >> 18) & ROW;
                twice |= once & columns;
                once |= columns;
                self.place_only(digit, band, row)?;
            }
            for block in 0..3 {
                self.place_only(digit, band, cells & BOX << (3 * block))?;
            }
        }
        let columns = once & !twice & ROW;
        if columns != 0 {
            for (band, &cells) in now.iter().enumerate() {
                let mut left = cells & (columns * EACH_ROW);
                while left != 0 {
                    let bit = left & left.wrapping_neg();
                    left ^= bit;
                    self.place_only(digit, band, bit)?;
                }
            }
        }
        Some(locked || self.placed > before)
    }

    /// Places the digit at the only cell of a set that has no digit yet; `None` where it was just taken away there.
    #[inline]
    fn place_only(&mut self, digit: usize, band: usize, cells: u32) -> Option<()> {
        if cells & cells.wrapping_sub(1) == 0 && cells & self.open[band] != 0 {
            if self.candidates[digit][band] & cells == 0 {
                return None;
            }
            self.place((band * 27) as u8 + cells.trailing_zeros() as u8, digit as u8 + 1);
        }
        Some(())
    }

    /// Locked candidates of a digit, and whether every unit has a place for it.
    fn lock(&mut self, digit: usize) -> Option<bool> {
        let tables = &*TABLES;
        let before = self.candidates[digit];
        let mut bands = before;
        let mut columns = [0u32; 3];
        for (band, cells) in bands.iter_mut().enumerate() {
            let triples = |row: u32| tables.triples[(*cells >> (9 * row) & ROW) as usize];
            let kept = tables.kept[(triples(0) | triples(1) << 3 | triples(2) << 6) as usize];
            if kept == 0 {
                return None;
            }
            if self.parts.locked {
                *cells &= tables.cells[kept as usize];
            }
            columns[band] = (*cells | *cells >> 9 | *cells >> 18) & ROW;
        }
        let mut stay = [0u32; 3];
        for stack in 0..3 {
            let part = |band: usize| columns[band] >> (3 * stack) & 7;
            let kept = u32::from(tables.kept[(part(0) | part(1) << 3 | part(2) << 6) as usize]);
            if kept == 0 {
                return None;
            }
            for (band, stay) in stay.iter_mut().enumerate() {
                *stay |= (kept >> (3 * band) & 7) << (3 * stack);
            }
        }
        if !self.parts.locked {
            return Some(false);
        }
        for (cells, stay) in bands.iter_mut().zip(stay) {
            *cells &= stay * EACH_ROW;
        }
        self.candidates[digit] = bands;
        let gone: u32 = before.iter().zip(bands).map(|(before, after)| (before ^ after).count_ones()).sum();
        self.removed += gone;
        Some(gone > 0)
    }

    /// The open cell to branch at, and its candidates; `None` where every cell has its digit.
    pub fn choice(&self) -> Option<(u8, u16)> {
        if self.open == [0; 3] {
            return None;
        }
        let cell = if self.parts.fewest { self.tightest() } else { Self::first_of(self.open) };
        Some((cell, self.set_of(cell)))
    }

    /// What is wrong with a position that contradicts itself.
    pub fn fault(&self) -> Option<Fault> {
        if let Some(cell) = (0..CELLS as u8).find(|&cell| self.set_of(cell) == 0) {
            return Some(Fault::NoDigit { cell });
        }
        let mut units = Layout::get().units.iter().enumerate();
        let lacks = |(unit, cells): (usize, &[u8; SIDE])| {
            let missing = |&digit: &u8| !cells.iter().any(|&cell| self.allows(cell, digit));
            (1..=9).find(missing).map(|digit| Fault::NoPlace { unit: unit as u8, digit })
        };
        units.find_map(lacks)
    }

    fn first_of(cells: [u32; 3]) -> u8 {
        let band = cells.iter().position(|&band| band != 0).unwrap_or(0);
        (band * 27) as u8 + cells[band].trailing_zeros() as u8
    }

    /// The first open cell with the fewest candidates.
    fn tightest(&self) -> u8 {
        // at_least[k]: the cells with more than k candidates.
        let mut at_least = [[0u32; 3]; SIDE];
        for candidates in &self.candidates {
            for band in 0..3 {
                let mut carry = candidates[band];
                for cells in &mut at_least {
                    let both = cells[band] & carry;
                    cells[band] |= carry;
                    carry = both;
                    if carry == 0 {
                        break;
                    }
                }
            }
        }
        for more in &at_least[1..] {
            let few = [0, 1, 2].map(|band| self.open[band] & !more[band]);
            if few != [0; 3] {
                return Self::first_of(few);
            }
        }
        Self::first_of(self.open)
    }
}
