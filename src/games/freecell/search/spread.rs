//! A position spread out in sets of cards, with the sums that judge it: made from the one before it by a copy and a
//! few strokes, so that a search can keep the positions that it goes on from as they are.

use super::judge::Sums;
use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL, NO_CARD, Tables};
use crate::games::freecell::rules::Board;
use crate::games::freecell::rules::cards::{DECK, MAX_COLUMNS};

/// A set of cards, a bit each.
pub type Cards = u64;

/// Where a card goes other than on a card, and what it has under it there; behind the numbers of cards and columns.
/// A base is followed by one for each column, for positions that tell their columns apart.
pub const BASE: u8 = DECK as u8;
pub const CELL: u8 = 61;
pub const HOME: u8 = 62;

#[inline]
pub const fn only(card: u8) -> Cards {
    1 << (card & 63)
}

/// Takes the lowest card out of a set.
#[inline]
pub fn pop(cards: &mut Cards) -> Option<u8> {
    let card = cards.trailing_zeros() as u8;
    *cards &= cards.wrapping_sub(1);
    (card < 64).then_some(card)
}

/// How many cards there are; quick for a few.
#[inline]
pub fn number_of(mut cards: Cards) -> u32 {
    let mut count = 0;
    while cards != 0 {
        cards &= cards - 1;
        count += 1;
    }
    count
}

/// How many pairs two sets make; the second is mostly empty.
#[inline]
fn pairs(some: Cards, few: Cards) -> i32 {
    if few == 0 { 0 } else { (number_of(some) * number_of(few)) as i32 }
}

/// The cards that go home before this one in any suit, so far as ranks tell.
#[inline]
const fn lower(card: u8) -> Cards {
    only(card & !3) - 1
}

/// All cards of the first suit.
const SUIT: Cards = 0x1_1111_1111_1111;

#[inline]
const fn lower_of_suit(card: u8) -> Cards {
    lower(card) & (SUIT << (card & 3))
}

/// A random-looking number for a card and what lies under it; a position's hash is that of all cards together.
#[inline]
const fn mark(card: u8, under: u8) -> u64 {
    let pair = (card as u64) << 6 | under as u64;
    let mixed = (pair + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

/// A card, with what lies on it, to another place: a column, [`BASE`] (of an empty column), [`CELL`] or [`HOME`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    pub card: u8,
    pub to: u8,
}

/// A position spread out: where a [packed](super::packed::Key) one is a few words that tell it from others, this one
/// has every set of cards that a search asks for at hand.
#[derive(Clone)]
pub struct Spread {
    pub hash: u64,
    pub sums: Sums,
    /// Positions that differ only in the order of their columns have the same hash.
    canonical: bool,
    /// The cards of each column.
    pub columns: [Cards; MAX_COLUMNS],
    /// The playable card of each column.
    pub tops: [u8; 16],
    /// The playable cards of the columns.
    pub ends: Cards,
    /// The cards at the ends of columns that lie in order.
    pub loose: Cards,
    /// The cards in cells.
    pub held: Cards,
    /// The cards that are home.
    home: Cards,
    /// The next home card of each suit, and those of them that nothing can need.
    pub next: Cards,
    pub safe: Cards,
    /// What each card lies on.
    under: [u8; 64],
    /// The column of each card, or [`CELL`], or [`HOME`].
    place: [u8; 64],
}

impl Spread {
    pub fn new(deal: &Deal, board: &Board, canonical: bool) -> Spread {
        let tables = &*deal.tables;
        let mut spread = Spread {
            hash: 0,
            sums: Sums::default(),
            canonical,
            columns: [0; MAX_COLUMNS],
            tops: [NO_CARD; 16],
            ends: 0,
            loose: 0,
            held: 0,
            home: 0,
            next: 0,
            safe: 0,
            under: [HOME; 64],
            place: [HOME; 64],
        };
        for card in board.cells.iter().flatten() {
            spread.held |= only(card.0);
            spread.under[card.0 as usize] = CELL;
            spread.place[card.0 as usize] = CELL;
        }
        for (i, column) in board.columns.iter().enumerate() {
            let mut under = spread.base(i);
            for card in column {
                spread.under[card.0 as usize] = under;
                spread.place[card.0 as usize] = i as u8;
                spread.columns[i] |= only(card.0);
                under = card.0;
            }
            if let Some(top) = column.last() {
                spread.tops[i] = top.0;
                spread.ends |= only(top.0);
                spread.loosen(tables, top.0);
            }
        }
        for card in tables.variant.deck() {
            let home = card.rank() < board.homes[card.suit() as usize];
            spread.hash ^= mark(card.0, spread.under[card.0 as usize]);
            spread.home |= if home { only(card.0) } else { 0 };
            spread.next |= if card.rank() == board.homes[card.suit() as usize] { only(card.0) } else { 0 };
        }
        spread.find_safe(tables);
        spread.sums = spread.count(deal);
        spread
    }

    /// The sums, counted from scratch.
    pub fn count(&self, deal: &Deal) -> Sums {
        let mut sums = Sums {
            away: i32::from(deal.cards) - self.home.count_ones() as i32,
            cells: self.held.count_ones() as i32,
            columns: self.ends.count_ones() as i32,
            ..Sums::default()
        };
        for column in self.columns {
            let mut rest = column;
            let mut top = self.ends & column;
            while let Some(card) = pop(&mut top) {
                rest ^= only(card);
                sums.over_lower += i32::from(rest & lower(card) != 0);
                sums.must_move += i32::from(rest & lower_of_suit(card) != 0);
                sums.unsorted += i32::from(self.is_misplaced(&deal.tables, card));
                sums.blockers += (self.next & rest).count_ones() as i32;
                let under = self.under[card as usize & 63];
                top = if under < BASE { only(under) } else { 0 };
            }
        }
        sums
    }

    /// What lies under the lowest card of a column.
    #[inline]
    fn base(&self, column: usize) -> u8 {
        if self.canonical { BASE } else { BASE + column as u8 }
    }

    /// The column that a card opens: the first, as the moves will say it.
    #[inline]
    fn first_empty(&self) -> usize {
        self.columns.iter().position(|&column| column == 0).unwrap_or(0)
    }

    /// Whether a card lies on one that it does not fit.
    #[inline]
    fn is_misplaced(&self, tables: &Tables, card: u8) -> bool {
        let under = self.under[card as usize & 63];
        under < BASE && tables.onto[card as usize & 63] & only(under) == 0
    }

    pub fn column_of(&self, card: u8) -> u8 {
        self.place[card as usize & 63]
    }

    #[inline]
    pub fn under(&self, card: u8) -> u8 {
        self.under[card as usize & 63]
    }

    #[inline]
    pub fn free_cells(&self, tables: &Tables) -> usize {
        tables.variant.cells as usize - self.sums.cells as usize
    }

    #[inline]
    pub fn empty_columns(&self, tables: &Tables) -> usize {
        tables.variant.columns as usize - self.sums.columns as usize
    }

    /// A card at the end of a column, or within the run there, with all that lies on it.
    #[inline]
    pub fn run_from(&self, tables: &Tables, card: u8) -> Cards {
        match self.columns.get(self.place[card as usize & 63] as usize) {
            Some(column) => only(card) | column & self.loose & tables.shorter[card as usize & 63],
            None => only(card),
        }
    }

    /// As nodes and lines of play tell a hop.
    pub fn code(&self, tables: &Tables, hop: Hop) -> Code {
        match hop.to {
            BASE => AT_BASE,
            CELL => IN_CELL,
            HOME => AT_HOME,
            column => tables.fit[hop.card as usize][self.tops[column as usize & 15] as usize],
        }
    }

    /// Whether cards go home with this hop, or (with `safe`) after it. Only what it uncovers can: all else that is
    /// safe went home before.
    #[inline]
    pub fn sends_home(&self, hop: Hop, safe: bool) -> bool {
        hop.to == HOME || safe && only(self.under[hop.card as usize & 63]) & self.safe != 0
    }

    /// The hash and the sums after a hop that sends no card home.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the kind of hop is known where it is called; see the bench")]
    pub fn after(&self, tables: &Tables, hop: Hop) -> (u64, Sums) {
        let card = hop.card;
        let (mut hash, mut sums) = (self.hash, self.sums);
        sums.unsorted -= i32::from(self.is_misplaced(tables, card));
        let mut moved = self.run_from(tables, card);
        let run = moved;
        let rest = match self.columns.get(self.place[card as usize & 63] as usize) {
            Some(column) => {
                let rest = column & !moved;
                sums.columns -= i32::from(rest == 0);
                sums.blockers -= pairs(moved, self.next & rest);
                rest
            }
            None => {
                sums.cells -= 1;
                0
            }
        };
        let (under, target) = match self.columns.get(hop.to as usize) {
            Some(column) => {
                sums.blockers += pairs(moved, self.next & column);
                (self.tops[hop.to as usize & 15], *column)
            }
            None => {
                sums.cells += i32::from(hop.to == CELL);
                sums.columns += i32::from(hop.to != CELL);
                (if hop.to == CELL { CELL } else { self.base(self.first_empty()) }, 0)
            }
        };
        hash ^= mark(card, self.under[card as usize & 63]) ^ mark(card, under);
        while let Some(card) = pop(&mut moved) {
            // In the classroom's game an ace may be under the rest of its run.
            let mates = run & tables.taller[card as usize & 63];
            let (lower, own) = (lower(card), lower_of_suit(card));
            sums.over_lower += i32::from((target | mates) & lower != 0) - i32::from((rest | mates) & lower != 0);
            sums.must_move += i32::from((target | mates) & own != 0) - i32::from((rest | mates) & own != 0);
        }
        (hash, sums)
    }

    /// The same after a hop that sends cards home.
    pub fn after_home(&self, tables: &Tables, hop: Hop, safe: bool) -> (u64, Sums) {
        let mut after = self.clone();
        after.make(tables, hop, safe);
        (after.hash, after.sums)
    }

    /// Makes a hop, and with `safe` every safe move home after it.
    #[inline]
    pub fn make(&mut self, tables: &Tables, hop: Hop, safe: bool) {
        if hop.to == HOME {
            self.go_home(tables, hop.card);
        } else {
            (self.hash, self.sums) = self.after(tables, hop);
            self.carry(tables, hop);
        }
        if safe {
            while let Some(card) = pop(&mut (self.safe & (self.ends | self.held))) {
                self.go_home(tables, card);
            }
        }
    }

    fn carry(&mut self, tables: &Tables, hop: Hop) {
        let card = hop.card;
        let from = self.place[card as usize & 63];
        let run = self.run_from(tables, card);
        let mut top = card;
        if from == CELL {
            self.held ^= only(card);
        } else {
            top = self.tops[from as usize & 15];
            self.lift(tables, from, card, run);
        }
        if hop.to == CELL {
            self.held |= only(card);
            self.loose &= !only(card);
            self.under[card as usize & 63] = CELL;
            self.place[card as usize & 63] = CELL;
            return;
        }
        let (to, under) = if hop.to == BASE {
            let empty = self.first_empty();
            (empty as u8, self.base(empty))
        } else {
            (hop.to, self.tops[hop.to as usize & 15])
        };
        self.ends = self.ends & !only(under) | only(top);
        self.under[card as usize & 63] = under;
        self.tops[to as usize & 15] = top;
        self.columns[to as usize] |= run;
        self.loose |= run;
        let mut cards = run;
        while let Some(card) = pop(&mut cards) {
            self.place[card as usize & 63] = to;
        }
    }

    /// Takes the run that begins with `card` off its column.
    #[inline]
    fn lift(&mut self, tables: &Tables, from: u8, card: u8, run: Cards) {
        self.columns[from as usize] &= !run;
        self.ends &= !only(self.tops[from as usize & 15]);
        let under = self.under[card as usize & 63];
        if under < BASE {
            self.tops[from as usize & 15] = under;
            self.ends |= only(under);
            self.loosen(tables, under);
        } else {
            self.tops[from as usize & 15] = NO_CARD;
        }
    }

    /// The cards in order at the end of a column become loose.
    #[inline]
    fn loosen(&mut self, tables: &Tables, top: u8) {
        let mut card = top;
        loop {
            self.loose |= only(card);
            let under = self.under[card as usize & 63];
            if tables.onto[card as usize & 63] & only(under) == 0 || self.loose & only(under) != 0 {
                return;
            }
            card = under;
        }
    }

    fn go_home(&mut self, tables: &Tables, card: u8) {
        let bit = only(card);
        self.sums.away -= 1;
        self.sums.unsorted -= i32::from(self.is_misplaced(tables, card));
        self.hash ^= mark(card, self.under[card as usize & 63]) ^ mark(card, HOME);
        let from = self.place[card as usize & 63];
        if from == CELL {
            self.held ^= bit;
            self.sums.cells -= 1;
        } else {
            let rest = self.columns[from as usize] & !bit;
            self.sums.over_lower -= i32::from(rest & lower(card) != 0);
            self.sums.columns -= i32::from(rest == 0);
            self.sums.blockers -= number_of(self.next & rest) as i32;
            self.loose &= !bit;
            self.lift(tables, from, card, bit);
        }
        self.place[card as usize & 63] = HOME;
        self.under[card as usize & 63] = HOME;
        self.home |= bit;
        self.next ^= bit;
        if card >> 2 < tables.variant.ranks - 1 {
            self.next |= only(card + 4);
            self.sums.blockers += self.cards_over(card + 4);
        }
        self.find_safe(tables);
    }

    fn cards_over(&self, card: u8) -> i32 {
        let column = self.place[card as usize & 63];
        if column >= BASE {
            return 0;
        }
        let (mut over, mut above) = (0, self.tops[column as usize & 15]);
        while above != card {
            above = self.under[above as usize & 63];
            over += 1;
        }
        over
    }

    /// As [`Tables::is_safe`]: whatever could lie on a safe card is home, or safe itself.
    #[inline]
    fn find_safe(&mut self, tables: &Tables) {
        self.safe = 0;
        loop {
            let mut safe = self.safe;
            let mut next = self.next & !safe;
            while let Some(card) = pop(&mut next) {
                if tables.takes[card as usize & 63] & !(self.home | safe) == 0 {
                    safe |= only(card);
                }
            }
            if safe == self.safe {
                return;
            }
            self.safe = safe;
        }
    }
}
