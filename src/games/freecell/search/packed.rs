//! Packed positions: three bits a card (of a wide deck four) say what it lies on.
//!
//! A card is home, in a cell, at the base of a column, on the card that it was dealt on, or on one of at most three
//! (seven) cards that the build rule allows. Nothing says which column or which cell, so positions that differ only in
//! the order of columns or cells are equal, and carrying a run is a change of one field: that of its lowest card.
//! (Shlomi Fish's solver packs "delta states" by the same observation.)

use std::sync::Arc;

use super::width::{Row as _, Set as _, Width};
use crate::games::freecell::rules::cards::{Card, Variant};
use crate::games::freecell::rules::{Board, FreeCell};

/// What a card lies on.
pub type Code = u8;
pub const AS_DEALT: Code = 0;
pub const IN_CELL: Code = 1;
pub const AT_BASE: Code = 2;
pub const AT_HOME: Code = 6;
/// Not a card of this deck.
pub const ABSENT: Code = 7;

/// On one of the cards that the rules allow: the codes that the others leave.
const fn on(place: usize) -> Code {
    [3, 4, 5, 8, 9, 10, 11][place]
}

const MARK_SHIFT: u32 = 48;

/// A step's card and code in one number, as nodes keep it.
#[inline]
pub fn packed_step<W: Width>(card: u8, code: Code) -> u16 {
    u16::from(card) << W::CODE_BITS | u16::from(code)
}

#[inline]
pub fn unpacked_step<W: Width>(step: u16) -> (u8, Code) {
    ((step >> W::CODE_BITS) as u8, (step & ((1 << W::CODE_BITS) - 1)) as Code)
}

/// The codes of all cards, some to a word, and in the last word the sizes of the home piles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key<W: Width>(pub W::Words);

/// How the words of a key are mixed: by what they are multiplied, and how far they are turned.
const MIX: [(u64, u32); 11] = [
    (0x9e37_79b9_7f4a_7c15, 0),
    (0xc2b2_ae3d_27d4_eb4f, 23),
    (0x1656_67b1_9e37_79f9, 43),
    (0xff51_afd7_ed55_8ccd, 11),
    (0xc4ce_b9fe_1a85_ec53, 31),
    (0xbf58_476d_1ce4_e5b9, 53),
    (0x94d0_49bb_1331_11eb, 5),
    (0xd6e8_feb8_6659_fd93, 17),
    (0xa076_1d64_78bd_642f, 37),
    (0xe703_7ed1_a0b4_28db, 47),
    (0x8ebc_6af0_9c88_c6e3, 59),
];

impl<W: Width> Key<W> {
    #[inline]
    pub fn code(&self, card: u8) -> Code {
        let (word, shift) = W::field(card);
        (self.0[word] >> shift & ((1 << W::CODE_BITS) - 1)) as Code
    }

    #[inline]
    pub fn put(&mut self, card: u8, code: Code) {
        let (word, shift) = W::field(card);
        let word = &mut self.0[word];
        *word = *word & !(((1 << W::CODE_BITS) - 1) << shift) | (code as u64) << shift;
    }

    /// Sends a card home: its code, and the size of its pile.
    #[inline]
    pub fn send_home(&mut self, card: u8) {
        self.put(card, AT_HOME);
        self.0[W::HOMES_WORD] += 1 << (W::HOMES_SHIFT + W::HOME_BITS * W::suit(card) as u32);
    }

    /// The sizes of the home piles.
    #[inline]
    pub fn homes(&self) -> W::BySuit<u8> {
        let mut bits = self.0[W::HOMES_WORD] >> W::HOMES_SHIFT;
        let mut homes = W::BySuit::<u8>::of(0);
        for suit in 0..1 << W::SUIT_BITS {
            homes[suit] = (bits & ((1 << W::HOME_BITS) - 1)) as u8;
            bits >>= W::HOME_BITS;
        }
        homes
    }

    /// The same with a mark in the bits that tell nothing: keys with different marks differ.
    pub fn marked(mut self, mark: u16) -> Self {
        let word = &mut self.0[W::HOMES_WORD];
        *word = *word & !(u64::from(u16::MAX) << MARK_SHIFT) | u64::from(mark) << MARK_SHIFT;
        self
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        let words = self.0.as_slice().iter().zip(MIX);
        let mixed = words.fold(0, |mixed, (word, (by, turn))| mixed ^ word.wrapping_mul(by).rotate_left(turn));
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// What a variant says about each card, as tables.
pub struct Tables<W: Width> {
    pub variant: Variant,
    /// The code of a card on another, 0 where it does not fit.
    pub fit: W::ByCard<W::ByCard<Code>>,
    /// The card that a code means, [`Width::NO_CARD`] for those that mean none.
    under: W::ByCard<W::ByCode<u8>>,
    /// The cards that could be put on each card.
    pub riders: W::ByCard<W::Riders>,
    /// The cards that each card could be put on, as bits, and those that could be put on it.
    pub onto: W::ByCard<W::Set>,
    pub takes: W::ByCard<W::Set>,
    /// The cards that are lower within columns, and those that are higher.
    pub shorter: W::ByCard<W::Set>,
    pub taller: W::ByCard<W::Set>,
}

impl<W: Width> Tables<W> {
    pub fn of(variant: &Variant) -> Arc<Self> {
        let standard = Variant { cells: variant.cells, columns: variant.columns, ..Variant::STANDARD };
        match W::standard() {
            Some(tables) if *variant == Variant::STANDARD => Arc::clone(tables),
            Some(tables) if *variant == standard => Arc::new(Tables { variant: variant.clone(), ..**tables }),
            _ => Arc::new(Tables::new(variant)),
        }
    }

    pub fn new(variant: &Variant) -> Self {
        let none = W::ByCard::of(W::Set::NONE);
        let mut tables = Tables::<W> {
            variant: variant.clone(),
            fit: W::ByCard::of(W::ByCard::of(0)),
            under: W::ByCard::of(W::ByCode::of(W::NO_CARD)),
            riders: W::ByCard::of(W::Riders::of(W::NO_CARD)),
            onto: none,
            takes: none,
            shorter: none,
            taller: none,
        };
        for card in variant.deck() {
            let at = W::at(W::number(card));
            for (i, onto) in variant.deck().filter(|&onto| variant.fits(card, onto)).enumerate() {
                let (code, onto) = (on(i), W::number(onto));
                tables.fit[at][W::at(onto)] = code;
                tables.under[at][code as usize] = onto;
            }
            for (i, rider) in variant.riders(card).enumerate() {
                tables.riders[at][i] = W::number(rider);
            }
            let those = |good: &dyn Fn(Card) -> bool| {
                let cards = variant.deck().filter(|&other| good(other));
                cards.fold(W::Set::NONE, |set, other| set | W::Set::only(W::number(other)))
            };
            let height = |card: Card| variant.height(card.rank());
            tables.onto[at] = those(&|other| variant.fits(card, other));
            tables.takes[at] = those(&|other| variant.fits(other, card));
            tables.shorter[at] = those(&|other| height(other) < height(card));
            tables.taller[at] = those(&|other| height(other) > height(card));
        }
        tables
    }

    /// As [`Variant::is_safe`].
    #[inline]
    pub fn is_safe(&self, homes: W::BySuit<u8>, card: u8) -> bool {
        let riders = self.riders[W::at(card)];
        riders.as_slice().iter().take_while(|&&rider| rider != W::NO_CARD).all(|&rider| {
            let (home, rank) = (homes[W::suit(rider)], W::rank(rider));
            home > rank || (home == rank && self.is_safe(homes, rider))
        })
    }
}

/// A deal as packed positions see it: what every card was dealt on.
pub struct Deal<W: Width> {
    pub rules: FreeCell,
    pub board: Board,
    pub tables: Arc<Tables<W>>,
    /// What a card lies on, by its code.
    pub under: W::ByCard<W::ByCode<u8>>,
    pub start: Key<W>,
    /// The base card of each column at the start, [`Width::NO_CARD`] where it is empty.
    pub bases: W::ByColumn<u8>,
    pub cards: u8,
}

impl<W: Width> Deal<W> {
    pub fn new(rules: &FreeCell, board: &Board) -> Self {
        let tables = Tables::<W>::of(&rules.variant);
        let mut under = tables.under;
        let mut start = Key::<W>::default();
        for card in 0..W::DECK as u8 {
            start.put(card, ABSENT);
        }
        for card in rules.variant.deck().filter(|card| card.rank() < board.homes[card.suit() as usize]) {
            start.send_home(W::number(card));
        }
        for &card in rules.cells(board).iter().flatten() {
            start.put(W::number(card), IN_CELL);
        }
        let mut bases = W::ByColumn::of(W::NO_CARD);
        for (place, column) in board.columns.iter().enumerate() {
            bases[place] = column.first().map_or(W::NO_CARD, |&card| W::number(card));
            let mut below: Option<u8> = None;
            for card in column.iter().map(|&card| W::number(card)) {
                let code = match below {
                    None => AT_BASE,
                    Some(below) => tables.fit[W::at(card)][W::at(below)],
                };
                if let (AS_DEALT, Some(below)) = (code, below) {
                    under[W::at(card)][AS_DEALT as usize] = below;
                }
                start.put(card, code);
                below = Some(card);
            }
        }
        let (rules, board, cards) = (rules.clone(), board.clone(), rules.variant.cards() as u8);
        Deal { rules, board, tables, under, start, bases, cards }
    }

    /// What a card with this code lies on, [`Width::NO_CARD`] for a code that means none.
    #[inline]
    pub fn lies_on(&self, card: u8, code: Code) -> u8 {
        self.under[W::at(card)][code as usize & ((1 << W::CODE_BITS) - 1)]
    }
}
