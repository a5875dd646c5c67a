//! Packed positions: three bits a card say what it lies on.
//!
//! A card is home, in a cell, at the base of a column, on the card that it was dealt on, or on one of at most three
//! cards that the build rule allows. Nothing says which column or which cell, so positions that differ only in the
//! order of columns or cells are equal, and carrying a run is a change of one field: that of its lowest card.
//! (Shlomi Fish's solver packs "delta states" by the same observation.)

use std::sync::{Arc, LazyLock};

use super::cards::{Card, DECK, MAX_CELLS, MAX_COLUMNS, Variant};
use super::rules::{Board, FreeCell};

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
const FIELDS: usize = 21;

/// Three bits for each of 52 cards, 21 cards a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u64; 3]);

impl Key {
    #[inline]
    pub fn code(&self, card: u8) -> Code {
        (self.0[card as usize / FIELDS] >> (3 * (card as usize % FIELDS)) & 7) as Code
    }

    #[inline]
    pub fn put(&mut self, card: u8, code: Code) {
        let shift = 3 * (card as usize % FIELDS);
        let word = &mut self.0[card as usize / FIELDS];
        *word = *word & !(7 << shift) | (code as u64) << shift;
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
    riders: [[u8; 3]; 64],
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
    pub tables: Arc<Tables>,
    /// What a card lies on, by its code.
    pub under: [[u8; 8]; 64],
    pub start: Key,
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
            start.put(card.0, AT_HOME);
        }
        for card in rules.cells(board).iter().flatten() {
            start.put(card.0, IN_CELL);
        }
        for column in &board.columns {
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
        Deal { cards: rules.variant.cards() as u8, tables, under, start }
    }
}

/// A position unpacked: columns in no particular order, empty ones left out.
#[derive(Clone)]
pub struct Field {
    pub key: Key,
    pub homes: [u8; 4],
    pub cells: [u8; MAX_CELLS + 1],
    pub cell_count: usize,
    pub columns: [[u8; 64]; MAX_COLUMNS],
    pub heights: [u8; MAX_COLUMNS],
    pub column_count: usize,
    /// Cards in order at the end of each column.
    pub runs: [u8; MAX_COLUMNS],
    /// The card on each card.
    pub above: [u8; 64],
    /// How many cards lie on a card that they were dealt on and that they do not fit.
    pub unsorted: u32,
}

impl Field {
    pub fn new() -> Field {
        Field {
            key: Key::default(),
            homes: [0; 4],
            cells: [NO_CARD; MAX_CELLS + 1],
            cell_count: 0,
            columns: [[NO_CARD; 64]; MAX_COLUMNS],
            heights: [0; MAX_COLUMNS],
            column_count: 0,
            runs: [0; MAX_COLUMNS],
            above: [NO_CARD; 64],
            unsorted: 0,
        }
    }

    pub fn unpack(&mut self, deal: &Deal, key: Key) {
        self.key = key;
        self.homes = [0; 4];
        self.cell_count = 0;
        self.unsorted = 0;
        self.above = [NO_CARD; 64];
        let mut bases = [NO_CARD; DECK + 1];
        let mut base_count = 0;
        let mut codes = [ABSENT; 64];
        for (word, &bits) in key.0.iter().enumerate() {
            let mut bits = bits;
            for i in 0..FIELDS.min(DECK - word * FIELDS) {
                let card = word * FIELDS + i;
                let code = (bits & 7) as Code;
                bits >>= 3;
                codes[card & 63] = code;
                match code {
                    AT_HOME => self.homes[card & 3] += 1,
                    IN_CELL => {
                        self.cells[self.cell_count & 7] = card as u8;
                        self.cell_count += 1;
                    }
                    AT_BASE => {
                        bases[base_count] = card as u8;
                        base_count += 1;
                    }
                    ABSENT => {}
                    _ => {
                        self.above[deal.under[card & 63][code as usize] as usize & 63] = card as u8;
                        self.unsorted += u32::from(code == AS_DEALT);
                    }
                }
            }
        }
        self.column_count = base_count;
        for (i, &base) in bases[..base_count].iter().enumerate() {
            let column = &mut self.columns[i];
            let (mut height, mut run, mut card) = (0, 0, base);
            while card != NO_CARD {
                run = if codes[card as usize & 63] >= ON_FIRST { run + 1 } else { 1 };
                column[height & 63] = card;
                height += 1;
                card = self.above[card as usize & 63];
            }
            self.heights[i] = height as u8;
            self.runs[i] = run;
        }
    }

    pub fn top(&self, column: usize) -> u8 {
        self.columns[column][self.heights[column] as usize - 1]
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
