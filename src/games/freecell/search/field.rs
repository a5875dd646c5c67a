//! A packed position laid out, with the sums that judge it.

use super::packed::{AS_DEALT, AT_BASE, AT_HOME, Code, Deal, IN_CELL, Key};
use super::width::{Row as _, Set as _, Width};

/// No column: a card that is in a cell or home.
pub const NO_COLUMN: u8 = 31;
pub const AT_HOME_COLUMN: u8 = 30;

/// Places for columns and for cells, a power of two so that an index can be masked.
pub const ROOM: usize = 16;

/// The fields of a word with this code, each as its lowest bit.
#[inline]
fn fields_with<W: Width>(code: Code, word: usize, bits: u64) -> u64 {
    let cards = W::DECK.saturating_sub(word * W::FIELDS).min(W::FIELDS) as u32;
    // The lowest bit of each field of a card: ones at a distance of a field.
    let lowest = if W::CODE_BITS == 3 { 0x1249_2492_4924_9249 } else { 0x1111_1111_1111_1111 };
    let used = if cards * W::CODE_BITS < 64 { (1 << (cards * W::CODE_BITS)) - 1 } else { u64::MAX };
    (0..W::CODE_BITS).fold(lowest & used, |fields, bit| {
        let ones = bits >> bit;
        fields & if code >> bit & 1 == 1 { ones } else { !ones }
    })
}

/// Columns in no particular order, empty ones left out.
#[derive(Clone)]
pub struct Field<W: Width> {
    pub key: Key<W>,
    pub homes: W::BySuit<u8>,
    pub cells: [u8; ROOM],
    pub cell_count: usize,
    pub columns: [W::ByCard<u8>; ROOM],
    pub heights: [u8; ROOM],
    pub column_count: usize,
    /// Cards in order at the end of each column.
    pub runs: [u8; ROOM],
    /// The card on each card.
    pub above: W::ByCard<u8>,
    /// Column and row of each card that is in a column.
    pub place: W::ByCard<(u8, u8)>,
    codes: W::ByCard<Code>,
    /// How many cards of each column lie on a card that they were dealt on and do not fit.
    pub unsorted: [u8; ROOM],
    /// For each column and row, how many of the cards before it lie over a lower card of their suit.
    pub must_move: [W::ByCard<u8>; ROOM],
    /// The lowest rank of each suit in each column.
    pub least: [W::BySuit<u8>; ROOM],
    /// For each column and row, how many of the cards before it lie over a lower card of any suit.
    pub over_lower: [W::ByCard<u8>; ROOM],
    pub lowest: [u8; ROOM],
    /// The rows of each column, as bits, in which the next home card of a suit lies.
    pub next_rows: [W::Set; ROOM],
}

impl<W: Width> Field<W> {
    pub fn new() -> Self {
        Field {
            key: Key::default(),
            homes: W::BySuit::of(0),
            cells: [W::NO_CARD; ROOM],
            cell_count: 0,
            columns: [W::ByCard::of(W::NO_CARD); ROOM],
            heights: [0; ROOM],
            column_count: 0,
            runs: [0; ROOM],
            above: W::ByCard::of(W::NO_CARD),
            place: W::ByCard::of((NO_COLUMN, 0)),
            codes: W::ByCard::of(0),
            unsorted: [0; ROOM],
            must_move: [W::ByCard::of(0); ROOM],
            least: [W::BySuit::of(0); ROOM],
            over_lower: [W::ByCard::of(0); ROOM],
            lowest: [0; ROOM],
            next_rows: [W::Set::NONE; ROOM],
        }
    }

    pub fn unpack(&mut self, deal: &Deal<W>, key: Key<W>) {
        self.key = key;
        self.homes = key.homes();
        self.cell_count = 0;
        self.above = W::ByCard::of(W::NO_CARD);
        self.column_count = 0;
        self.place = W::ByCard::of((AT_HOME_COLUMN, 0));
        let mut bases = [W::NO_CARD; ROOM];
        for (word, &bits) in key.0.as_slice().iter().enumerate() {
            let first = word * W::FIELDS;
            let last = (first + W::FIELDS).min(W::DECK);
            let mut rest = bits;
            for card in first..last {
                let code = (rest & ((1 << W::CODE_BITS) - 1)) as usize;
                rest >>= W::CODE_BITS;
                let at = W::at(card as u8);
                self.codes[at] = code as Code;
                // For a card that lies on none this writes behind the deck.
                self.above[W::at(deal.under[at][code])] = card as u8;
            }
            let mut cells = fields_with::<W>(IN_CELL, word, bits);
            let mut at_base = fields_with::<W>(AT_BASE, word, bits);
            while cells != 0 {
                let card = (first as u32 + cells.trailing_zeros() / W::CODE_BITS) as u8;
                cells &= cells - 1;
                self.cells[self.cell_count & (ROOM - 1)] = card;
                self.cell_count += 1;
                self.place[W::at(card)] = (NO_COLUMN, 0);
            }
            while at_base != 0 {
                let card = (first as u32 + at_base.trailing_zeros() / W::CODE_BITS) as u8;
                at_base &= at_base - 1;
                bases[self.column_count & (ROOM - 1)] = card;
                self.column_count += 1;
            }
        }
        self.above[W::at(W::NO_CARD)] = W::NO_CARD;
        for (column, &base) in bases.iter().enumerate().take(self.column_count) {
            self.lay_out(column, base);
        }
        self.find_next();
    }

    /// The same as unpacking `key`, where it is one step (and what went home after it) from what is laid out.
    pub fn advance(&mut self, deal: &Deal<W>, card: u8, key: Key<W>) {
        let mut changed = 0u32;
        let old = self.codes[W::at(card)];
        let code = key.code(card);
        let homes = key.homes();
        let (from, _) = self.place[W::at(card)];
        if from == NO_COLUMN {
            self.leave_cell(card);
        } else {
            changed |= 1 << from;
            self.above[W::at(deal.lies_on(card, old))] = W::NO_CARD;
        }
        self.key = key;
        self.codes[W::at(card)] = code;
        if code == IN_CELL {
            self.cells[self.cell_count & (ROOM - 1)] = card;
            self.cell_count += 1;
            self.place[W::at(card)] = (NO_COLUMN, 0);
        } else if code == AT_BASE {
            self.columns[self.column_count][0] = card;
            changed |= 1 << self.column_count;
            self.column_count += 1;
        } else if code != AT_HOME {
            let under = deal.lies_on(card, code);
            self.above[W::at(under)] = card;
            changed |= 1 << self.place[W::at(under)].0;
        }
        for (suit, &now) in homes.as_slice().iter().enumerate() {
            for rank in self.homes[suit]..now {
                let home = W::numbered(rank, suit);
                if home != card {
                    changed |= self.go_home(deal, home);
                }
                self.place[W::at(home)] = (AT_HOME_COLUMN, 0);
            }
        }
        self.homes = homes;
        self.above[W::at(W::NO_CARD)] = W::NO_CARD;
        self.lay_out_changed(changed);
        self.find_next();
    }
    fn leave_cell(&mut self, card: u8) {
        self.cell_count -= 1;
        let at = self.cells.iter().position(|&held| held == card).unwrap_or(0);
        self.cells[at] = self.cells[self.cell_count & (ROOM - 1)];
    }

    /// Takes a card from where it lies; the bit of its column is returned.
    fn go_home(&mut self, deal: &Deal<W>, card: u8) -> u32 {
        let code = std::mem::replace(&mut self.codes[W::at(card)], AT_HOME);
        if code == IN_CELL {
            self.leave_cell(card);
            return 0;
        }
        self.above[W::at(deal.lies_on(card, code))] = W::NO_CARD;
        1 << self.place[W::at(card)].0
    }

    /// Lays changed columns out again, the last first, and drops those that have become empty.
    fn lay_out_changed(&mut self, mut changed: u32) {
        while changed != 0 {
            let column = 31 - changed.leading_zeros() as usize;
            changed ^= 1 << column;
            let base = self.columns[column & (ROOM - 1)][0];
            if self.codes[W::at(base)] == AT_BASE {
                self.lay_out(column, base);
                continue;
            }
            self.column_count -= 1;
            if column < self.column_count {
                let last = self.columns[self.column_count & (ROOM - 1)][0];
                self.lay_out(column, last);
            }
        }
    }

    fn find_next(&mut self) {
        self.next_rows = [W::Set::NONE; ROOM];
        for suit in 0..1 << W::SUIT_BITS {
            let (column, row) = self.place[W::at(W::numbered(self.homes[suit], suit))];
            if column < AT_HOME_COLUMN {
                self.next_rows[column as usize & (ROOM - 1)] |= W::Set::only(row);
            }
        }
    }

    fn lay_out(&mut self, column: usize, base: u8) {
        let column = column & (ROOM - 1);
        let cards = &mut self.columns[column];
        let prefix = &mut self.must_move[column];
        let (mut height, mut run_start, mut card, mut must_move) = (0usize, 0usize, base, 0);
        let mut unsorted = 0;
        let mut least = W::BySuit::of(W::NO_CARD);
        let over = &mut self.over_lower[column];
        let (mut lowest, mut over_lower) = (W::NO_CARD, 0);
        while card != W::NO_CARD {
            if self.codes[W::at(card)] == AS_DEALT {
                run_start = height;
                unsorted += 1;
            }
            cards[W::at(height as u8)] = card;
            self.place[W::at(card)] = (column as u8, height as u8);
            let (suit, rank) = (W::suit(card), W::rank(card));
            must_move += u8::from(rank > least[suit]);
            least[suit] = least[suit].min(rank);
            over_lower += u8::from(rank > lowest);
            lowest = lowest.min(rank);
            height += 1;
            prefix[W::at(height as u8)] = must_move;
            over[W::at(height as u8)] = over_lower;
            card = self.above[W::at(card)];
        }
        self.heights[column] = height as u8;
        self.runs[column] = (height - run_start) as u8;
        self.least[column] = least;
        self.lowest[column] = lowest;
        self.unsorted[column] = unsorted;
    }

    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        self.columns[column][W::at(self.heights[column].wrapping_sub(1))]
    }

    pub fn empty_columns(&self, deal: &Deal<W>) -> usize {
        deal.tables.variant.columns as usize - self.column_count
    }

    pub fn free_cells(&self, deal: &Deal<W>) -> usize {
        deal.tables.variant.cells as usize - self.cell_count
    }

    pub fn cards_home(&self) -> u32 {
        self.homes.as_slice().iter().map(|&home| u32::from(home)).sum()
    }
}
