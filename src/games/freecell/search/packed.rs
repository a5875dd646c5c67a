//! Packed positions: three bits a card say what it lies on.
//!
//! A card is home, in a cell, at the base of a column, on the card that it was dealt on, or on one of at most three
//! cards that the build rule allows. Nothing says which column or which cell, so positions that differ only in the
//! order of columns or cells are equal, and carrying a run is a change of one field: that of its lowest card.
//! (Shlomi Fish's solver packs "delta states" by the same observation.)

use std::sync::{Arc, LazyLock};

use crate::games::freecell::rules::cards::{Card, DECK, MAX_COLUMNS, Variant};
use crate::games::freecell::rules::{Board, FreeCell};

/// What a card lies on.
pub type Code = u8;
pub const AS_DEALT: Code = 0;
pub const IN_CELL: Code = 1;
pub const AT_BASE: Code = 2;
/// The first of the (at most three) cards that the rules allow.
pub const ON_FIRST: Code = 3;
pub const AT_HOME: Code = 6;
/// Not a card of this deck.
pub const ABSENT: Code = 7;

pub const NO_CARD: u8 = 63;
const HOMES_SHIFT: u32 = 32;
const MARK_SHIFT: u32 = 48;
pub const FIELDS: usize = 21;

/// The word and the shift of each card's field.
static FIELD: [(u8, u8); 64] = {
    let mut fields = [(0, 0); 64];
    let mut card = 0;
    while card < 63 {
        fields[card] = ((card / FIELDS) as u8, (3 * (card % FIELDS)) as u8);
        card += 1;
    }
    fields
};

/// Three bits for each of 52 cards, 21 cards a word; the last word has room for the sizes of the home piles too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u64; 3]);

impl Key {
    #[inline]
    pub fn code(&self, card: u8) -> Code {
        let (word, shift) = FIELD[card as usize & 63];
        (self.0[word as usize] >> shift & 7) as Code
    }

    #[inline]
    pub fn put(&mut self, card: u8, code: Code) {
        let (word, shift) = FIELD[card as usize & 63];
        let word = &mut self.0[word as usize];
        *word = *word & !(7 << shift) | (code as u64) << shift;
    }

    /// Sends a card home: its code, and the size of its pile.
    #[inline]
    pub fn send_home(&mut self, card: u8) {
        self.put(card, AT_HOME);
        self.0[2] += 1 << (HOMES_SHIFT + 4 * (card as u32 & 3));
    }

    /// The sizes of the home piles.
    #[inline]
    pub fn homes(&self) -> [u8; 4] {
        let bits = self.0[2] >> HOMES_SHIFT;
        [0, 4, 8, 12].map(|shift| (bits >> shift & 15) as u8)
    }

    /// The same with a mark in the bits that tell nothing: keys with different marks differ.
    pub fn marked(mut self, mark: u16) -> Key {
        self.0[2] = self.0[2] & !(u64::from(u16::MAX) << MARK_SHIFT) | u64::from(mark) << MARK_SHIFT;
        self
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        let mixed = self.0[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.0[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(23)
            ^ self.0[2].wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(43);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// What a variant says about each card, as tables.
pub struct Tables {
    pub variant: Variant,
    /// The code of a card on another, 0 where it does not fit.
    pub fit: [[Code; 64]; 64],
    /// The card that a code means, [`NO_CARD`] for those that mean none.
    under: [[u8; 8]; 64],
    /// The height of each card within columns.
    pub height: [u8; 64],
    /// The cards that could be put on each card.
    pub riders: [[u8; 3]; 64],
    /// The cards that each card could be put on, as bits, and those that could be put on it.
    pub onto: [u64; 64],
    pub takes: [u64; 64],
    /// The cards that are lower within columns, and those that are higher.
    pub shorter: [u64; 64],
    pub taller: [u64; 64],
}

static STANDARD: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new(&Variant::STANDARD)));

impl Tables {
    pub fn of(variant: &Variant) -> Arc<Tables> {
        let standard = Variant { cells: variant.cells, columns: variant.columns, ..Variant::STANDARD };
        if *variant == Variant::STANDARD {
            Arc::clone(&STANDARD)
        } else if *variant == standard {
            let tables = &**STANDARD;
            Arc::new(Tables { variant: variant.clone(), ..*tables })
        } else {
            Arc::new(Tables::new(variant))
        }
    }

    fn new(variant: &Variant) -> Tables {
        let mut tables = Tables {
            variant: variant.clone(),
            fit: [[0; 64]; 64],
            under: [[NO_CARD; 8]; 64],
            height: [0; 64],
            riders: [[NO_CARD; 3]; 64],
            onto: [0; 64],
            takes: [0; 64],
            shorter: [0; 64],
            taller: [0; 64],
        };
        for card in variant.deck() {
            tables.height[card.0 as usize] = variant.height(card.rank());
            for (i, onto) in variant.deck().filter(|&onto| variant.fits(card, onto)).enumerate() {
                let code = ON_FIRST + i as Code;
                tables.fit[card.0 as usize][onto.0 as usize] = code;
                tables.under[card.0 as usize][code as usize] = onto.0;
            }
            for (i, rider) in variant.riders(card).enumerate() {
                tables.riders[card.0 as usize][i] = rider.0;
            }
            let those = |good: &dyn Fn(Card) -> bool| {
                variant.deck().filter(|&other| good(other)).map(|other| 1 << other.0).sum::<u64>()
            };
            let height = |card: Card| variant.height(card.rank());
            tables.onto[card.0 as usize] = those(&|other| variant.fits(card, other));
            tables.takes[card.0 as usize] = those(&|other| variant.fits(other, card));
            tables.shorter[card.0 as usize] = those(&|other| height(other) < height(card));
            tables.taller[card.0 as usize] = those(&|other| height(other) > height(card));
        }
        tables
    }

    /// As [`Variant::is_safe`].
    #[inline]
    pub fn is_safe(&self, homes: [u8; 4], card: u8) -> bool {
        self.riders[card as usize].iter().take_while(|&&rider| rider != NO_CARD).all(|&rider| {
            let (home, rank) = (homes[rider as usize & 3], rider >> 2);
            home > rank || (home == rank && self.is_safe(homes, rider))
        })
    }
}

/// A deal as packed positions see it: what every card was dealt on.
pub struct Deal {
    pub rules: FreeCell,
    pub board: Board,
    pub tables: Arc<Tables>,
    /// What a card lies on, by its code.
    pub under: [[u8; 8]; 64],
    pub start: Key,
    /// The base card of each column at the start, [`NO_CARD`] where it is empty.
    pub bases: [u8; MAX_COLUMNS],
    pub cards: u8,
}

impl Deal {
    pub fn new(rules: &FreeCell, board: &Board) -> Deal {
        let tables = Tables::of(&rules.variant);
        let mut under = tables.under;
        let mut start = Key::default();
        for card in 0..DECK as u8 {
            start.put(card, ABSENT);
        }
        for card in rules.variant.deck().filter(|card| card.rank() < board.homes[card.suit() as usize]) {
            start.send_home(card.0);
        }
        for card in rules.cells(board).iter().flatten() {
            start.put(card.0, IN_CELL);
        }
        let mut bases = [NO_CARD; MAX_COLUMNS];
        for (place, column) in board.columns.iter().enumerate() {
            bases[place] = column.first().map_or(NO_CARD, |card| card.0);
            let mut below: Option<Card> = None;
            for &card in column {
                let code = match below {
                    None => AT_BASE,
                    Some(below) => tables.fit[card.0 as usize][below.0 as usize],
                };
                if let (AS_DEALT, Some(below)) = (code, below) {
                    under[card.0 as usize][AS_DEALT as usize] = below.0;
                }
                start.put(card.0, code);
                below = Some(card);
            }
        }
        let (rules, board, cards) = (rules.clone(), board.clone(), rules.variant.cards() as u8);
        Deal { rules, board, tables, under, start, bases, cards }
    }
}
