//! Cards, and the variant of the game: how many there are of everything, and which card goes on which.

use std::fmt;

/// A card: its place in the home pile of its suit (the ace is 0) and its suit.
///
/// The number is `rank * 8 + suit`, so that cards sort as in Microsoft's deck: AC AD AH AS 2C …
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(pub u8);

pub const MAX_SUITS: usize = 8;
pub const MAX_RANKS: usize = 20;
pub const MAX_CELLS: usize = 8;
pub const MAX_COLUMNS: usize = 16;
/// One more than the largest card number.
pub const NUMBERS: usize = MAX_RANKS * MAX_SUITS;

/// Suits and ranks that have letters.
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];
pub const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

impl Card {
    pub fn new(rank: u8, suit: u8) -> Card {
        Card(rank << 3 | suit)
    }

    pub fn rank(self) -> u8 {
        self.0 >> 3
    }

    pub fn suit(self) -> u8 {
        self.0 & 7
    }

    /// Diamonds and hearts; in a deck of more suits colours go on in the same turn.
    pub fn is_red(self) -> bool {
        matches!(self.suit() & 3, 1 | 2)
    }

    /// The card of a text such as `TH` or `10h`.
    pub fn parse(text: &str) -> Option<Card> {
        let suit = text.chars().next_back()?;
        let rank = &text[..text.len() - suit.len_utf8()];
        Some(Card::new(parse_rank(rank)?, parse_suit(suit)?))
    }
}

pub fn parse_suit(letter: char) -> Option<u8> {
    let letter = letter.to_ascii_uppercase();
    SUITS.iter().position(|&s| s == letter).map(|i| i as u8)
}

pub fn parse_rank(text: &str) -> Option<u8> {
    if text == "10" {
        return Some(9);
    }
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    if chars.next().is_some() {
        return None;
    }
    RANKS.iter().position(|&r| r == letter || (letter == '1' && r == 'A')).map(|i| i as u8)
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.rank(), self.suit())
    }
}

/// A card as its deck writes it: with letters, `TH`, or where these do not suffice by value and suit, `19/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardName {
    card: Card,
    /// The classroom's number for the rank, where cards are told by numbers.
    value: Option<u8>,
}

impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (self.card.rank(), self.card.suit());
        match self.value {
            Some(value) => write!(f, "{value}/{suit}"),
            None => write!(f, "{}{}", RANKS[rank as usize], SUITS[suit as usize]),
        }
    }
}

/// Which cards may lie on each other in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// Alternating colours.
    Colour,
    /// Any other suit.
    SuitOther,
}

/// In which order the home piles grow, compared with the order in the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Ace, two, … king; in a column the ace is the lowest.
    Standard,
    /// The classroom's: the ace first, then from the lowest up; in a column the ace is the highest.
    Classroom,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub cells: u8,
    pub suits: u8,
    pub ranks: u8,
    pub columns: u8,
    pub build: Build,
    pub home: Home,
}

/// What the standard notation has signs for: cells a to g, columns 1 to 9.
pub const LETTERED_CELLS: usize = 7;
pub const NUMBERED_COLUMNS: usize = 9;

impl Variant {
    pub const STANDARD: Variant =
        Variant { cells: 4, suits: 4, ranks: 13, columns: 8, build: Build::Colour, home: Home::Standard };

    /// The 2021 classroom's game of `suits` suits and `ranks` ranks.
    pub fn classroom(suits: u8, ranks: u8) -> Variant {
        let columns = suits.saturating_mul(2);
        Variant { cells: suits, suits, ranks, columns, build: Build::SuitOther, home: Home::Classroom }
    }

    pub fn cards(&self) -> usize {
        self.suits as usize * self.ranks as usize
    }

    /// Whether cards and places are told by numbers, since the standard notation has no signs for so many.
    pub fn is_wide(&self) -> bool {
        self.suits as usize > SUITS.len()
            || self.ranks as usize > RANKS.len()
            || self.cells as usize > LETTERED_CELLS
            || self.columns as usize > NUMBERED_COLUMNS
    }

    pub fn name(&self, card: Card) -> CardName {
        CardName { card, value: self.is_wide().then(|| self.height(card.rank())) }
    }

    /// The card of a name as this deck writes it.
    pub fn parse(&self, name: &str) -> Option<Card> {
        if !self.is_wide() {
            return Card::parse(name);
        }
        let (value, suit) = name.split_once('/')?;
        let (value, suit) = (value.parse().ok()?, suit.parse().ok()?);
        (value < self.ranks && suit < self.suits).then(|| self.valued(value, suit))
    }

    /// The cards' names between blanks.
    pub fn names(&self, cards: &[Card]) -> String {
        cards.iter().map(|&card| self.name(card).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// How long the names of cards can be.
    pub fn name_length(&self) -> usize {
        match (self.is_wide(), self.ranks) {
            (false, _) => 2,
            (true, ..=10) => 3,
            (true, _) => 4,
        }
    }

    /// The card of the classroom's value in a suit.
    pub fn valued(&self, value: u8, suit: u8) -> Card {
        match self.home {
            Home::Standard => Card::new(value, suit),
            Home::Classroom => Card::new((value + 1) % self.ranks, suit),
        }
    }

    /// Every card of the deck, in the order of their numbers.
    pub fn deck(&self) -> impl Iterator<Item = Card> + use<> {
        let (suits, ranks) = (self.suits, self.ranks);
        (0..ranks).flat_map(move |rank| (0..suits).map(move |suit| Card::new(rank, suit)))
    }

    /// The rank on which a card of this rank may lie.
    pub fn rank_below(&self, rank: u8) -> Option<u8> {
        match self.home {
            Home::Standard => (rank + 1 < self.ranks).then_some(rank + 1),
            Home::Classroom if rank == 0 => None,
            Home::Classroom => Some((rank + 1) % self.ranks),
        }
    }

    /// Whether two suits may lie on each other.
    pub fn suits_fit(&self, a: Card, b: Card) -> bool {
        match self.build {
            Build::Colour => a.is_red() != b.is_red(),
            Build::SuitOther => a.suit() != b.suit(),
        }
    }

    /// Whether `card` may be put on `onto` in a column.
    pub fn fits(&self, card: Card, onto: Card) -> bool {
        self.rank_below(card.rank()) == Some(onto.rank()) && self.suits_fit(card, onto)
    }

    /// The height of a rank within the columns, which is the classroom's value: a card goes on one exactly one higher.
    pub fn height(&self, rank: u8) -> u8 {
        match self.home {
            Home::Standard => rank,
            Home::Classroom => (rank + self.ranks - 1) % self.ranks,
        }
    }

    /// The cards that may be put on `card`.
    pub fn riders(&self, card: Card) -> impl Iterator<Item = Card> + '_ {
        self.deck().filter(move |&rider| self.fits(rider, card))
    }

    /// Whether putting `card` home can never hurt, given the sizes of the home piles and that it is the next of its
    /// suit: whatever could be put on it is home, or can go home itself and is safe in turn (Horne; Raymond).
    pub fn is_safe(&self, homes: [u8; MAX_SUITS], card: Card) -> bool {
        let Some(rank) = (0..self.ranks).find(|&rank| self.rank_below(rank) == Some(card.rank())) else { return true };
        (0..self.suits).map(|suit| Card::new(rank, suit)).filter(|&rider| self.suits_fit(rider, card)).all(|rider| {
            let home = homes[rider.suit() as usize];
            home > rank || (home == rank && self.is_safe(homes, rider))
        })
    }

    /// Checks the bounds of every number.
    pub fn check(&self) -> Result<(), String> {
        let bounds = [
            ("cells", self.cells, 0, MAX_CELLS as u8),
            ("suits", self.suits, 1, MAX_SUITS as u8),
            ("ranks", self.ranks, 1, MAX_RANKS as u8),
            ("columns", self.columns, 2, MAX_COLUMNS as u8),
        ];
        for (name, value, low, high) in bounds {
            if !(low..=high).contains(&value) {
                return Err(format!("{name}={value} is out of range: expected {low} to {high}"));
            }
        }
        Ok(())
    }
}

/// How many cards can be moved together: each empty column beside the target doubles what the free cells allow.
pub fn capacity(free_cells: usize, empty_columns: usize) -> usize {
    (free_cells + 1) << empty_columns
}

/// The fewest single-card moves that carry `count` cards with so many free cells and spare empty columns.
pub fn single_moves(count: usize, free_cells: usize, empty_columns: usize) -> usize {
    if count <= free_cells + empty_columns + 1 {
        return 2 * count - 1;
    }
    let most = capacity(free_cells, empty_columns - 1);
    (count.saturating_sub(most).max(1)..=most.min(count - 1))
        .map(|aside| {
            2 * single_moves(aside, free_cells, empty_columns - 1)
                + single_moves(count - aside, free_cells, empty_columns - 1)
        })
        .min()
        .expect("within the capacity there is a way to part the cards")
}
