//! Cards, and the variant of the game: how many there are of everything, and which card goes on which.

use std::fmt;

/// A card: its place in the home pile of its suit (the ace is 0) and its suit.
///
/// The number is `rank * 4 + suit`, which is also its place in Microsoft's deck: AC AD AH AS 2C …
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(pub u8);

/// One more than the largest card number.
pub const DECK: usize = 52;
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];
pub const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

impl Card {
    pub fn new(rank: u8, suit: u8) -> Card {
        Card(rank * 4 + suit)
    }

    pub fn rank(self) -> u8 {
        self.0 >> 2
    }

    pub fn suit(self) -> u8 {
        self.0 & 3
    }

    /// Diamonds and hearts.
    pub fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
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

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[self.rank() as usize], SUITS[self.suit() as usize])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cards' names between blanks.
pub fn card_names(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
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

pub const MAX_CELLS: usize = 7;
pub const MAX_COLUMNS: usize = 9;

impl Variant {
    pub const STANDARD: Variant =
        Variant { cells: 4, suits: 4, ranks: 13, columns: 8, build: Build::Colour, home: Home::Standard };

    /// The 2021 classroom's game of `suits` suits and `ranks` ranks.
    pub fn classroom(suits: u8, ranks: u8) -> Variant {
        Variant { cells: suits, suits, ranks, columns: suits * 2, build: Build::SuitOther, home: Home::Classroom }
    }

    pub fn cards(&self) -> usize {
        self.suits as usize * self.ranks as usize
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

    /// The height of a rank within the columns: a card goes on one exactly one higher.
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
    pub fn is_safe(&self, homes: [u8; 4], card: Card) -> bool {
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
            ("suits", self.suits, 1, 4),
            ("ranks", self.ranks, 1, 13),
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
