//! A position spread out in sets of cards, with the sums that judge it: made from the one before it by a copy and a
//! few strokes, so that a search can keep the positions that it goes on from as they are.

use std::cmp::Ordering;

use super::judge::Sums;
use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL, Tables};
use super::width::{Row as _, Set, Width};
use crate::games::freecell::rules::Board;

/// How many pairs two sets make; the second is mostly empty.
#[inline]
fn pairs<S: Set>(some: S, few: S) -> i32 {
    if few.is_empty() { 0 } else { (some.few() * few.few()) as i32 }
}

/// The cards that go home before this one in any suit, so far as ranks tell.
#[inline]
fn lower<W: Width>(card: u8) -> W::Set {
    W::Set::below(W::numbered(W::rank(card), 0))
}

#[inline]
fn lower_of_suit<W: Width>(card: u8) -> W::Set {
    lower::<W>(card) & W::of_suit(W::suit(card) as u8)
}

/// A random-looking number for a card and what lies under it; a position's hash is that of all cards together.
#[inline]
const fn mark<W: Width>(card: u8, under: u8) -> u64 {
    let pair = (card as u64) << W::CARD_BITS | under as u64;
    let mixed = (pair + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

/// A card, with what lies on it, to another place: a column, [`Width::BASE`] (of an empty
/// column), [`Width::CELL`] or [`Width::HOME`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    pub card: u8,
    pub to: u8,
}

/// A position spread out: where a [packed](super::packed::Key) one is a few words that tell it from others, this one
/// has every set of cards that a search asks for at hand.
#[derive(Clone)]
pub struct Spread<W: Width> {
    pub hash: u64,
    pub sums: Sums,
    /// Positions that differ only in the order of their columns have the same hash.
    canonical: bool,
    /// The cards of each column.
    pub columns: W::ByColumn<W::Set>,
    /// The playable card of each column.
    pub tops: [u8; 16],
    /// The playable cards of the columns.
    pub ends: W::Set,
    /// The cards at the ends of columns that lie in order.
    pub loose: W::Set,
    /// The cards in cells.
    pub held: W::Set,
    /// The cards that are home.
    home: W::Set,
    /// The next home card of each suit, and those of them that nothing can need.
    pub next: W::Set,
    pub safe: W::Set,
    /// What each card lies on.
    under: W::ByCard<u8>,
    /// The column of each card, or [`Width::CELL`], or [`Width::HOME`].
    place: W::ByCard<u8>,
}

impl<W: Width> Spread<W> {
    pub fn new(deal: &Deal<W>, board: &Board, canonical: bool) -> Self {
        let tables = &*deal.tables;
        let mut spread = Spread::<W> {
            hash: 0,
            sums: Sums::default(),
            canonical,
            columns: W::ByColumn::of(W::Set::NONE),
            tops: [W::NO_CARD; 16],
            ends: W::Set::NONE,
            loose: W::Set::NONE,
            held: W::Set::NONE,
            home: W::Set::NONE,
            next: W::Set::NONE,
            safe: W::Set::NONE,
            under: W::ByCard::of(W::HOME),
            place: W::ByCard::of(W::HOME),
        };
        for card in board.cells.iter().flatten().map(|&card| W::number(card)) {
            spread.held |= W::Set::only(card);
            spread.under[W::at(card)] = W::CELL;
            spread.place[W::at(card)] = W::CELL;
        }
        for (i, column) in board.columns.iter().enumerate() {
            let mut under = spread.base(i);
            for card in column.iter().map(|&card| W::number(card)) {
                spread.under[W::at(card)] = under;
                spread.place[W::at(card)] = i as u8;
                spread.columns[i] |= W::Set::only(card);
                under = card;
            }
            if let Some(top) = column.last().map(|&top| W::number(top)) {
                spread.tops[i] = top;
                spread.ends |= W::Set::only(top);
                spread.loosen(tables, top);
            }
        }
        for card in tables.variant.deck() {
            let (number, home) = (W::number(card), board.homes[card.suit() as usize]);
            spread.hash ^= mark::<W>(number, spread.under[W::at(number)]);
            match card.rank().cmp(&home) {
                Ordering::Less => spread.home |= W::Set::only(number),
                Ordering::Equal => spread.next |= W::Set::only(number),
                Ordering::Greater => {}
            }
        }
        spread.find_safe(tables);
        spread.sums = spread.count(deal);
        spread
    }

    /// The sums, counted from scratch.
    pub fn count(&self, deal: &Deal<W>) -> Sums {
        let mut sums = Sums {
            away: i32::from(deal.cards) - self.home.len() as i32,
            cells: self.held.len() as i32,
            columns: self.ends.len() as i32,
            ..Sums::default()
        };
        for &column in self.columns.as_slice() {
            let mut rest = column;
            let mut top = self.ends & column;
            while let Some(card) = top.pop() {
                rest ^= W::Set::only(card);
                sums.over_lower += i32::from(!(rest & lower::<W>(card)).is_empty());
                sums.must_move += i32::from(!(rest & lower_of_suit::<W>(card)).is_empty());
                sums.unsorted += i32::from(self.is_misplaced(&deal.tables, card));
                sums.blockers += (self.next & rest).len() as i32;
                let under = self.under[W::at(card)];
                top = if under < W::BASE { W::Set::only(under) } else { W::Set::NONE };
            }
        }
        sums
    }

    /// What lies under the lowest card of a column.
    #[inline]
    fn base(&self, column: usize) -> u8 {
        if self.canonical { W::BASE } else { W::BASE + column as u8 }
    }

    /// The column that a card opens: the first, as the moves will say it.
    #[inline]
    fn first_empty(&self) -> usize {
        self.columns.as_slice().iter().position(|column| column.is_empty()).unwrap_or(0)
    }

    /// Whether a card lies on one that it does not fit.
    #[inline]
    fn is_misplaced(&self, tables: &Tables<W>, card: u8) -> bool {
        let under = self.under[W::at(card)];
        under < W::BASE && !tables.onto[W::at(card)].has(under)
    }

    pub fn column_of(&self, card: u8) -> u8 {
        self.place[W::at(card)]
    }

    #[inline]
    pub fn under(&self, card: u8) -> u8 {
        self.under[W::at(card)]
    }

    #[inline]
    pub fn free_cells(&self, tables: &Tables<W>) -> usize {
        tables.variant.cells as usize - self.sums.cells as usize
    }

    #[inline]
    pub fn empty_columns(&self, tables: &Tables<W>) -> usize {
        tables.variant.columns as usize - self.sums.columns as usize
    }

    /// A card at the end of a column, or within the run there, with all that lies on it.
    #[inline]
    pub fn run_from(&self, tables: &Tables<W>, card: u8) -> W::Set {
        match self.columns.as_slice().get(self.place[W::at(card)] as usize) {
            Some(&column) => W::Set::only(card) | column & self.loose & tables.shorter[W::at(card)],
            None => W::Set::only(card),
        }
    }

    /// As nodes and lines of play tell a hop.
    pub fn code(&self, tables: &Tables<W>, hop: Hop) -> Code {
        match hop.to {
            base if base == W::BASE => AT_BASE,
            cell if cell == W::CELL => IN_CELL,
            home if home == W::HOME => AT_HOME,
            column => tables.fit[W::at(hop.card)][W::at(self.tops[column as usize & 15])],
        }
    }

    /// Whether cards go home with this hop, or (with `safe`) after it. Only what it uncovers can: all else that is
    /// safe went home before.
    #[inline]
    pub fn sends_home(&self, hop: Hop, safe: bool) -> bool {
        hop.to == W::HOME || safe && self.safe.has(self.under[W::at(hop.card)])
    }

    /// The hash after a hop that sends no card home.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the kind of hop is known where it is called; see the bench")]
    pub fn hash_after(&self, hop: Hop) -> u64 {
        let Hop { card, to } = hop;
        let under = if to < W::BASE {
            self.tops[to as usize & 15]
        } else if to == W::CELL {
            W::CELL
        } else {
            self.base(self.first_empty())
        };
        self.hash ^ mark::<W>(card, self.under[W::at(card)]) ^ mark::<W>(card, under)
    }

    /// The sums after a hop that sends no card home.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the kind of hop is known where it is called; see the bench")]
    pub fn sums_after(&self, tables: &Tables<W>, hop: Hop) -> Sums {
        let card = hop.card;
        let mut sums = self.sums;
        sums.unsorted -= i32::from(self.is_misplaced(tables, card));
        let mut moved = self.run_from(tables, card);
        let run = moved;
        let rest = match self.columns.as_slice().get(self.place[W::at(card)] as usize) {
            Some(&column) => {
                let rest = column & !moved;
                sums.columns -= i32::from(rest.is_empty());
                sums.blockers -= pairs(moved, self.next & rest);
                rest
            }
            None => {
                sums.cells -= 1;
                W::Set::NONE
            }
        };
        let target = match self.columns.as_slice().get(hop.to as usize) {
            Some(&column) => {
                sums.blockers += pairs(moved, self.next & column);
                column
            }
            None => {
                sums.cells += i32::from(hop.to == W::CELL);
                sums.columns += i32::from(hop.to != W::CELL);
                W::Set::NONE
            }
        };
        while let Some(card) = moved.pop() {
            // In the classroom's game an ace may be under the rest of its run.
            let mates = run & tables.taller[W::at(card)];
            let (lower, own) = (lower::<W>(card), lower_of_suit::<W>(card));
            sums.over_lower +=
                i32::from(!((target | mates) & lower).is_empty()) - i32::from(!((rest | mates) & lower).is_empty());
            sums.must_move +=
                i32::from(!((target | mates) & own).is_empty()) - i32::from(!((rest | mates) & own).is_empty());
        }
        sums
    }

    /// Both after a hop that sends cards home.
    pub fn after_home(&self, tables: &Tables<W>, hop: Hop, safe: bool) -> (u64, Sums) {
        let mut after = self.clone();
        after.make(tables, hop, safe);
        (after.hash, after.sums)
    }

    /// Makes a hop, and with `safe` every safe move home after it.
    #[inline]
    pub fn make(&mut self, tables: &Tables<W>, hop: Hop, safe: bool) {
        if hop.to == W::HOME {
            self.go_home(tables, hop.card);
        } else {
            (self.hash, self.sums) = (self.hash_after(hop), self.sums_after(tables, hop));
            self.carry(tables, hop);
        }
        if safe {
            while let Some(card) = (self.safe & (self.ends | self.held)).pop() {
                self.go_home(tables, card);
            }
        }
    }

    fn carry(&mut self, tables: &Tables<W>, hop: Hop) {
        let card = hop.card;
        let from = self.place[W::at(card)];
        let run = self.run_from(tables, card);
        let mut top = card;
        if from == W::CELL {
            self.held ^= W::Set::only(card);
        } else {
            top = self.tops[from as usize & 15];
            self.lift(tables, from, card, run);
        }
        if hop.to == W::CELL {
            self.held |= W::Set::only(card);
            self.loose &= !W::Set::only(card);
            self.under[W::at(card)] = W::CELL;
            self.place[W::at(card)] = W::CELL;
            return;
        }
        let (to, under) = if hop.to == W::BASE {
            let empty = self.first_empty();
            (empty as u8, self.base(empty))
        } else {
            (hop.to, self.tops[hop.to as usize & 15])
        };
        self.ends = self.ends & !W::Set::only(under) | W::Set::only(top);
        self.under[W::at(card)] = under;
        self.tops[to as usize & 15] = top;
        self.columns[to as usize] |= run;
        self.loose |= run;
        let mut cards = run;
        while let Some(card) = cards.pop() {
            self.place[W::at(card)] = to;
        }
    }

    /// Takes the run that begins with `card` off its column.
    #[inline]
    fn lift(&mut self, tables: &Tables<W>, from: u8, card: u8, run: W::Set) {
        self.columns[from as usize] &= !run;
        self.ends &= !W::Set::only(self.tops[from as usize & 15]);
        let under = self.under[W::at(card)];
        if under < W::BASE {
            self.tops[from as usize & 15] = under;
            self.ends |= W::Set::only(under);
            self.loosen(tables, under);
        } else {
            self.tops[from as usize & 15] = W::NO_CARD;
        }
    }

    /// The cards in order at the end of a column become loose.
    #[inline]
    fn loosen(&mut self, tables: &Tables<W>, top: u8) {
        let mut card = top;
        loop {
            self.loose |= W::Set::only(card);
            let under = self.under[W::at(card)];
            if !tables.onto[W::at(card)].has(under) || self.loose.has(under) {
                return;
            }
            card = under;
        }
    }

    fn go_home(&mut self, tables: &Tables<W>, card: u8) {
        let bit = W::Set::only(card);
        self.sums.away -= 1;
        self.sums.unsorted -= i32::from(self.is_misplaced(tables, card));
        self.hash ^= mark::<W>(card, self.under[W::at(card)]) ^ mark::<W>(card, W::HOME);
        let from = self.place[W::at(card)];
        if from == W::CELL {
            self.held ^= bit;
            self.sums.cells -= 1;
        } else {
            let rest = self.columns[from as usize] & !bit;
            self.sums.over_lower -= i32::from(!(rest & lower::<W>(card)).is_empty());
            self.sums.columns -= i32::from(rest.is_empty());
            self.sums.blockers -= (self.next & rest).few() as i32;
            self.loose &= !bit;
            self.lift(tables, from, card, bit);
        }
        self.place[W::at(card)] = W::HOME;
        self.under[W::at(card)] = W::HOME;
        self.home |= bit;
        self.next ^= bit;
        self.safe &= !bit;
        if W::rank(card) < tables.variant.ranks - 1 {
            let next = card + (1 << W::SUIT_BITS);
            self.next |= W::Set::only(next);
            self.sums.blockers += self.cards_over(next);
        }
        self.find_safe(tables);
    }

    fn cards_over(&self, card: u8) -> i32 {
        let column = self.place[W::at(card)];
        if column >= W::BASE {
            return 0;
        }
        let (mut over, mut above) = (0, self.tops[column as usize & 15]);
        while above != card {
            above = self.under[W::at(above)];
            over += 1;
        }
        over
    }

    /// As [`Tables::is_safe`]: whatever could lie on a safe card is home, or safe itself. What was safe stays so.
    #[inline]
    fn find_safe(&mut self, tables: &Tables<W>) {
        loop {
            let mut safe = self.safe;
            let mut next = self.next & !safe;
            while let Some(card) = next.pop() {
                if (tables.takes[W::at(card)] & !(self.home | safe)).is_empty() {
                    safe |= W::Set::only(card);
                }
            }
            if safe == self.safe {
                return;
            }
            self.safe = safe;
        }
    }
}
