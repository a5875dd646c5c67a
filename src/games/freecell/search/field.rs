//! A packed position laid out, with the sums that judge it.

use super::packed::{AS_DEALT, AT_BASE, AT_HOME, Code, Deal, FIELDS, IN_CELL, Key, NO_CARD};
use crate::games::freecell::rules::cards::{DECK, MAX_CELLS};

/// No column: a card that is in a cell or home.
pub const NO_COLUMN: u8 = 15;
pub const AT_HOME_COLUMN: u8 = 14;

/// Places for columns, a power of two so that an index can be masked.
pub const ROOM: usize = 16;

/// The lowest bit of each field of a word.
const FIRST_BITS: u64 = 0x1249_2492_4924_9249;
/// The same for the last word, which has fewer.
const LAST_BITS: u64 = FIRST_BITS & ((1 << (3 * (DECK - 2 * FIELDS))) - 1);

/// Columns in no particular order, empty ones left out.
#[derive(Clone)]
pub struct Field {
    pub key: Key,
    pub homes: [u8; 4],
    pub cells: [u8; MAX_CELLS + 1],
    pub cell_count: usize,
    pub columns: [[u8; 64]; ROOM],
    pub heights: [u8; ROOM],
    pub column_count: usize,
    /// Cards in order at the end of each column.
    pub runs: [u8; ROOM],
    /// The card on each card.
    pub above: [u8; 64],
    /// Column and row of each card that is in a column.
    pub place: [(u8, u8); 64],
    codes: [Code; 64],
    /// How many cards of each column lie on a card that they were dealt on and do not fit.
    pub unsorted: [u8; ROOM],
    /// For each column and row, how many of the cards before it lie over a lower card of their suit.
    pub must_move: [[u8; 64]; ROOM],
    /// The lowest rank of each suit in each column.
    pub least: [[u8; 4]; ROOM],
    /// For each column and row, how many of the cards before it lie over a lower card of any suit.
    pub over_lower: [[u8; 64]; ROOM],
    pub lowest: [u8; ROOM],
    /// The rows of each column, as bits, in which the next home card of a suit lies.
    pub next_rows: [u64; ROOM],
}

impl Field {
    pub fn new() -> Field {
        Field {
            key: Key::default(),
            homes: [0; 4],
            cells: [NO_CARD; MAX_CELLS + 1],
            cell_count: 0,
            columns: [[NO_CARD; 64]; ROOM],
            heights: [0; ROOM],
            column_count: 0,
            runs: [0; ROOM],
            above: [NO_CARD; 64],
            place: [(NO_COLUMN, 0); 64],
            codes: [0; 64],
            unsorted: [0; ROOM],
            must_move: [[0; 64]; ROOM],
            least: [[0; 4]; ROOM],
            over_lower: [[0; 64]; ROOM],
            lowest: [0; ROOM],
            next_rows: [0; ROOM],
        }
    }

    pub fn unpack(&mut self, deal: &Deal, key: Key) {
        self.key = key;
        self.homes = key.homes();
        self.cell_count = 0;
        self.above = [NO_CARD; 64];
        self.column_count = 0;
        self.place = [(AT_HOME_COLUMN, 0); 64];
        let mut bases = [NO_CARD; ROOM];
        for (word, &bits) in key.0.iter().enumerate() {
            let first = word * FIELDS;
            let last = (first + FIELDS).min(DECK);
            let mut rest = bits;
            for card in first..last {
                let code = (rest & 7) as usize;
                rest >>= 3;
                self.codes[card & 63] = code as Code;
                // For a card that lies on none this writes behind the deck.
                self.above[deal.under[card & 63][code] as usize & 63] = card as u8;
            }
            let (low, middle, high) = (bits, bits >> 1, bits >> 2);
            let fields = if word == 2 { LAST_BITS } else { FIRST_BITS };
            let mut cells = low & !middle & !high & fields;
            let mut at_base = !low & middle & !high & fields;
            while cells != 0 {
                let card = first + cells.trailing_zeros() as usize / 3;
                cells &= cells - 1;
                self.cells[self.cell_count & 7] = card as u8;
                self.cell_count += 1;
                self.place[card & 63] = (NO_COLUMN, 0);
            }
            while at_base != 0 {
                let card = first + at_base.trailing_zeros() as usize / 3;
                at_base &= at_base - 1;
                bases[self.column_count & (ROOM - 1)] = card as u8;
                self.column_count += 1;
            }
        }
        self.above[NO_CARD as usize] = NO_CARD;
        for (column, &base) in bases.iter().enumerate().take(self.column_count) {
            self.lay_out(column, base);
        }
        self.find_next();
    }

    /// The same as unpacking `key`, where it is one step (and what went home after it) from what is laid out.
    pub fn advance(&mut self, deal: &Deal, card: u8, key: Key) {
        let mut changed = 0u32;
        let old = self.codes[card as usize & 63];
        let code = key.code(card);
        let homes = key.homes();
        let (from, _) = self.place[card as usize & 63];
        if from == NO_COLUMN {
            self.leave_cell(card);
        } else {
            changed |= 1 << from;
            self.above[deal.under[card as usize & 63][old as usize & 7] as usize & 63] = NO_CARD;
        }
        self.key = key;
        self.codes[card as usize & 63] = code;
        if code == IN_CELL {
            self.cells[self.cell_count & 7] = card;
            self.cell_count += 1;
            self.place[card as usize & 63] = (NO_COLUMN, 0);
        } else if code == AT_BASE {
            self.columns[self.column_count][0] = card;
            changed |= 1 << self.column_count;
            self.column_count += 1;
        } else if code != AT_HOME {
            let under = deal.under[card as usize & 63][code as usize & 7];
            self.above[under as usize & 63] = card;
            changed |= 1 << self.place[under as usize & 63].0;
        }
        for (suit, &now) in homes.iter().enumerate() {
            for rank in self.homes[suit]..now {
                let home = rank << 2 | suit as u8;
                if home != card {
                    changed |= self.go_home(deal, home);
                }
                self.place[home as usize & 63] = (AT_HOME_COLUMN, 0);
            }
        }
        self.homes = homes;
        self.above[NO_CARD as usize] = NO_CARD;
        self.lay_out_changed(changed);
        self.find_next();
    }
    fn leave_cell(&mut self, card: u8) {
        self.cell_count -= 1;
        let at = self.cells.iter().position(|&held| held == card).unwrap_or(0);
        self.cells[at] = self.cells[self.cell_count & 7];
    }

    /// Takes a card from where it lies; the bit of its column is returned.
    fn go_home(&mut self, deal: &Deal, card: u8) -> u32 {
        let code = std::mem::replace(&mut self.codes[card as usize & 63], AT_HOME);
        if code == IN_CELL {
            self.leave_cell(card);
            return 0;
        }
        self.above[deal.under[card as usize & 63][code as usize & 7] as usize & 63] = NO_CARD;
        1 << self.place[card as usize & 63].0
    }

    /// Lays changed columns out again, the last first, and drops those that have become empty.
    fn lay_out_changed(&mut self, mut changed: u32) {
        while changed != 0 {
            let column = 31 - changed.leading_zeros() as usize;
            changed ^= 1 << column;
            let base = self.columns[column & 15][0];
            if self.codes[base as usize & 63] == AT_BASE {
                self.lay_out(column, base);
                continue;
            }
            self.column_count -= 1;
            if column < self.column_count {
                let last = self.columns[self.column_count & 15][0];
                self.lay_out(column, last);
            }
        }
    }

    fn find_next(&mut self) {
        self.next_rows = [0; ROOM];
        for suit in 0..4 {
            let (column, row) = self.place[(self.homes[suit] as usize) << 2 & 63 | suit];
            if column < AT_HOME_COLUMN {
                self.next_rows[column as usize & 15] |= 1 << (row & 63);
            }
        }
    }

    fn lay_out(&mut self, column: usize, base: u8) {
        let column = column & (ROOM - 1);
        let cards = &mut self.columns[column];
        let prefix = &mut self.must_move[column];
        let (mut height, mut run_start, mut card, mut must_move) = (0usize, 0usize, base, 0);
        let mut unsorted = 0;
        let mut least = [NO_CARD; 4];
        let over = &mut self.over_lower[column];
        let (mut lowest, mut over_lower) = (NO_CARD, 0);
        while card != NO_CARD {
            if self.codes[card as usize & 63] == AS_DEALT {
                run_start = height;
                unsorted += 1;
            }
            cards[height & 63] = card;
            self.place[card as usize & 63] = (column as u8, height as u8);
            let (suit, rank) = (card as usize & 3, card >> 2);
            must_move += u8::from(rank > least[suit]);
            least[suit] = least[suit].min(rank);
            over_lower += u8::from(rank > lowest);
            lowest = lowest.min(rank);
            height += 1;
            prefix[height & 63] = must_move;
            over[height & 63] = over_lower;
            card = self.above[card as usize & 63];
        }
        self.heights[column] = height as u8;
        self.runs[column] = (height - run_start) as u8;
        self.least[column] = least;
        self.lowest[column] = lowest;
        self.unsorted[column] = unsorted;
    }

    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        self.columns[column][(self.heights[column] as usize).wrapping_sub(1) & 63]
    }

    pub fn empty_columns(&self, deal: &Deal) -> usize {
        deal.tables.variant.columns as usize - self.column_count
    }

    pub fn free_cells(&self, deal: &Deal) -> usize {
        deal.tables.variant.cells as usize - self.cell_count
    }

    pub fn cards_home(&self) -> u32 {
        self.homes.iter().map(|&home| u32::from(home)).sum()
    }
}
