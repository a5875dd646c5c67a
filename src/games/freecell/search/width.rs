//! How much room packed positions have. What the standard notation has signs for (four suits, thirteen ranks, nine
//! columns, seven cells) goes through narrow ones, every larger deck through the same code with more room.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};
use std::sync::{Arc, LazyLock};

use super::packed::Tables;
use crate::games::freecell::rules::cards::{Card, Variant};

/// A row of places for something.
pub trait Row<T>: Copy + Debug + Send + Sync + 'static + Index<usize, Output = T> + IndexMut<usize> {
    fn of(thing: T) -> Self;
    fn as_slice(&self) -> &[T];
}

/// What rows can hold.
pub trait Thing: Copy + Debug + Send + Sync + 'static {}
impl<T: Copy + Debug + Send + Sync + 'static> Thing for T {}

impl<T: Thing, const N: usize> Row<T> for [T; N] {
    #[inline]
    fn of(thing: T) -> Self {
        [thing; N]
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }
}

/// A set of cards (or of rows of a column), a bit each.
pub trait Set:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    const NONE: Self;
    fn only(card: u8) -> Self;
    /// All cards with lower numbers.
    fn below(card: u8) -> Self;
    /// Takes the lowest card out of it.
    fn pop(&mut self) -> Option<u8>;
    fn len(self) -> u32;
    /// The same, quick for a few.
    fn few(self) -> u32;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn has(self, card: u8) -> bool {
        !(self & Self::only(card)).is_empty()
    }
}

impl Set for u64 {
    const NONE: u64 = 0;

    #[inline]
    fn only(card: u8) -> u64 {
        1 << (card & 63)
    }

    #[inline]
    fn below(card: u8) -> u64 {
        Self::only(card) - 1
    }

    #[inline]
    fn pop(&mut self) -> Option<u8> {
        let card = self.trailing_zeros() as u8;
        *self &= self.wrapping_sub(1);
        (card < 64).then_some(card)
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn few(mut self) -> u32 {
        let mut count = 0;
        while self != 0 {
            self &= self - 1;
            count += 1;
        }
        count
    }
}

/// Room for 256 cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Large([u64; 4]);

impl Large {
    #[inline]
    fn with(self, other: Large, join: impl Fn(u64, u64) -> u64) -> Large {
        Large(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

impl BitAnd for Large {
    type Output = Large;
    #[inline]
    fn bitand(self, other: Large) -> Large {
        self.with(other, |a, b| a & b)
    }
}

impl BitOr for Large {
    type Output = Large;
    #[inline]
    fn bitor(self, other: Large) -> Large {
        self.with(other, |a, b| a | b)
    }
}

impl BitXor for Large {
    type Output = Large;
    #[inline]
    fn bitxor(self, other: Large) -> Large {
        self.with(other, |a, b| a ^ b)
    }
}

impl Not for Large {
    type Output = Large;
    #[inline]
    fn not(self) -> Large {
        Large(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Large {
    #[inline]
    fn bitand_assign(&mut self, other: Large) {
        *self = *self & other;
    }
}

impl BitOrAssign for Large {
    #[inline]
    fn bitor_assign(&mut self, other: Large) {
        *self = *self | other;
    }
}

impl BitXorAssign for Large {
    #[inline]
    fn bitxor_assign(&mut self, other: Large) {
        *self = *self ^ other;
    }
}

impl Set for Large {
    const NONE: Large = Large([0; 4]);

    #[inline]
    fn only(card: u8) -> Large {
        let mut set = Large::NONE;
        set.0[card as usize >> 6] = 1 << (card & 63);
        set
    }

    #[inline]
    fn below(card: u8) -> Large {
        let at = card as usize >> 6;
        Large(std::array::from_fn(|word| match word.cmp(&at) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => (1 << (card & 63)) - 1,
            std::cmp::Ordering::Greater => 0,
        }))
    }

    #[inline]
    fn pop(&mut self) -> Option<u8> {
        let word = self.0.iter().position(|&word| word != 0)?;
        self.0[word].pop().map(|card| (word as u8) << 6 | card)
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn few(self) -> u32 {
        self.len()
    }
}

/// The base card of each column in one number.
pub trait Order: Copy + Debug + Send + Sync + 'static {
    const EMPTY: Self;
    fn base(self, column: usize) -> u8;
    fn with_base(self, column: usize, card: u8) -> Self;
    /// A few bits of it that look random.
    fn hash(self) -> u16;
}

impl Order for u64 {
    const EMPTY: u64 = 0;

    fn base(self, column: usize) -> u8 {
        (self >> (6 * column)) as u8 & Narrow::NO_CARD
    }

    fn with_base(self, column: usize, card: u8) -> u64 {
        let shift = 6 * column;
        self & !(u64::from(Narrow::NO_CARD) << shift) | u64::from(card) << shift
    }

    fn hash(self) -> u16 {
        (self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16
    }
}

impl Order for u128 {
    const EMPTY: u128 = 0;

    fn base(self, column: usize) -> u8 {
        (self >> (8 * column)) as u8
    }

    fn with_base(self, column: usize, card: u8) -> u128 {
        let shift = 8 * column;
        self & !(u128::from(Wide::NO_CARD) << shift) | u128::from(card) << shift
    }

    fn hash(self) -> u16 {
        let folded = (self as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31) ^ (self >> 64) as u64;
        folded.hash()
    }
}

/// The room that a deck needs. A card's number is its rank, then its suit in the lowest bits.
pub trait Width: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync + 'static {
    const SUIT_BITS: u32;
    /// Bits of a card's number.
    const CARD_BITS: u32;
    /// Bits of a code, and how many codes a word of a key holds.
    const CODE_BITS: u32;
    const FIELDS: usize;
    /// The most cards.
    const DECK: usize;
    /// The word of a key with the sizes of the home piles, where they begin there, and the bits of each.
    const HOMES_WORD: usize;
    const HOMES_SHIFT: u32;
    const HOME_BITS: u32;
    /// No card: behind all others.
    const NO_CARD: u8;
    /// Where a card goes other than on a card, and what it has under it there; behind the numbers of cards and columns.
    /// A base is followed by one for each column, for positions that tell their columns apart.
    const BASE: u8;
    const CELL: u8;
    const HOME: u8;
    /// Priorities that a search tells apart.
    const BUCKETS: usize;

    type ByCard<T: Thing>: Row<T>;
    type BySuit<T: Thing>: Row<T>;
    type ByColumn<T: Thing>: Row<T>;
    type ByCode<T: Thing>: Row<T>;
    /// The cards that fit on one.
    type Riders: Row<u8>;
    type Words: Row<u64> + Default + Eq + Ord + Hash;
    type Set: Set;
    type Order: Order;

    /// The tables of the standard game, where it has this width.
    fn standard() -> Option<&'static Arc<Tables<Self>>>;

    /// The word of a key and the shift in it where the code of a card is.
    fn field(card: u8) -> (usize, u32);

    /// All cards of a suit.
    fn of_suit(suit: u8) -> Self::Set;

    #[inline]
    fn at(card: u8) -> usize {
        card as usize & ((1 << Self::CARD_BITS) - 1)
    }

    #[inline]
    fn rank(card: u8) -> u8 {
        card >> Self::SUIT_BITS
    }

    #[inline]
    fn suit(card: u8) -> usize {
        card as usize & ((1 << Self::SUIT_BITS) - 1)
    }

    /// The card of a rank and a suit.
    #[inline]
    fn numbered(rank: u8, suit: usize) -> u8 {
        rank << Self::SUIT_BITS | suit as u8
    }

    #[inline]
    fn number(card: Card) -> u8 {
        Self::numbered(card.rank(), card.suit() as usize)
    }

    #[inline]
    fn card(number: u8) -> Card {
        Card::new(Self::rank(number), Self::suit(number) as u8)
    }
}

/// Four suits of thirteen ranks, nine columns, seven cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Narrow;

/// The word and the shift of each card's field.
static FIELD: [(u8, u8); 64] = {
    let mut fields = [(0, 0); 64];
    let mut card = 0;
    while card < 63 {
        fields[card] = ((card / Narrow::FIELDS) as u8, (3 * (card % Narrow::FIELDS)) as u8);
        card += 1;
    }
    fields
};

static STANDARD: LazyLock<Arc<Tables<Narrow>>> = LazyLock::new(|| Arc::new(Tables::new(&Variant::STANDARD)));

impl Width for Narrow {
    const SUIT_BITS: u32 = 2;
    const CARD_BITS: u32 = 6;
    const CODE_BITS: u32 = 3;
    const FIELDS: usize = 21;
    const DECK: usize = 52;
    const HOMES_WORD: usize = 2;
    const HOMES_SHIFT: u32 = 32;
    const HOME_BITS: u32 = 4;
    const NO_CARD: u8 = 63;
    const BASE: u8 = 52;
    const CELL: u8 = 61;
    const HOME: u8 = 62;
    const BUCKETS: usize = 2048;

    type ByCard<T: Thing> = [T; 64];
    type BySuit<T: Thing> = [T; 4];
    type ByColumn<T: Thing> = [T; 9];
    type ByCode<T: Thing> = [T; 8];
    type Riders = [u8; 3];
    type Words = [u64; 3];
    type Set = u64;
    type Order = u64;

    fn standard() -> Option<&'static Arc<Tables<Narrow>>> {
        Some(&STANDARD)
    }

    #[inline]
    fn field(card: u8) -> (usize, u32) {
        let (word, shift) = FIELD[card as usize & 63];
        (word as usize, u32::from(shift))
    }

    #[inline]
    fn of_suit(suit: u8) -> u64 {
        0x1_1111_1111_1111 << suit
    }
}

/// Eight suits of twenty ranks, sixteen columns, eight cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide;

impl Width for Wide {
    const SUIT_BITS: u32 = 3;
    const CARD_BITS: u32 = 8;
    const CODE_BITS: u32 = 4;
    const FIELDS: usize = 16;
    const DECK: usize = 160;
    const HOMES_WORD: usize = 10;
    const HOMES_SHIFT: u32 = 0;
    const HOME_BITS: u32 = 5;
    const NO_CARD: u8 = 255;
    const BASE: u8 = 160;
    const CELL: u8 = 253;
    const HOME: u8 = 254;
    const BUCKETS: usize = 1 << 14;

    type ByCard<T: Thing> = [T; 256];
    type BySuit<T: Thing> = [T; 8];
    type ByColumn<T: Thing> = [T; 16];
    type ByCode<T: Thing> = [T; 16];
    type Riders = [u8; 7];
    type Words = [u64; 11];
    type Set = Large;
    type Order = u128;

    fn standard() -> Option<&'static Arc<Tables<Wide>>> {
        None
    }

    #[inline]
    fn field(card: u8) -> (usize, u32) {
        (card as usize >> 4, 4 * u32::from(card & 15))
    }

    #[inline]
    fn of_suit(suit: u8) -> Large {
        let word = 0x0101_0101_0101_0101 << suit;
        Large([word, word, (word << 32) >> 32, 0])
    }
}
