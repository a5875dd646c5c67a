//! The rules of Fourteen: two heads whose ranks make fourteen leave the table together.

use crate::games::quoted;
use std::fmt;

use crate::search::{Cell, Rules, Status};

pub const COLUMNS: usize = 12;
pub const CARDS: usize = 52;
/// A pair makes this sum: the complement of rank `r` is `SUM - r`.
pub const SUM: u8 = 14;
/// Cells from here on are the places of the columns themselves, for a cursor on an empty one.
pub const COLUMN_CELLS: Cell = 64;

/// The cards as they lie at the start; a [`State`] only counts how many are gone from each column.
///
/// A card is a number from 0: the first column's cards head first, then the second's, and so on. The same numbers are
/// the cells of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fourteen {
    ranks: [u8; CARDS],
    /// Column `c` holds the cards from `first[c]` to `first[c + 1]`.
    first: [u8; COLUMNS + 1],
    /// How many columns the puzzle names; those behind are empty and are not drawn.
    width: usize,
}

/// How many cards are gone from each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub gone: [u8; COLUMNS],
}

/// Two columns, from 0, the lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    pub low: u8,
    pub high: u8,
}

impl Pair {
    pub fn new(one: usize, other: usize) -> Self {
        Pair { low: one.min(other) as u8, high: one.max(other) as u8 }
    }

    pub fn columns(self) -> [usize; 2] {
        [self.low as usize, self.high as usize]
    }

    /// As [`fmt::Display`] writes it, quicker: batches write millions of them.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(5);
        for (i, column) in self.columns().into_iter().enumerate() {
            if i == 1 {
                text.push('-');
            }
            if column >= 9 {
                text.push('1');
            }
            text.push(char::from(b'0' + ((column + 1) % 10) as u8));
        }
        text
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Fourteen {
    /// Columns of ranks, heads first.
    ///
    /// # Panics
    /// Where there are more than twelve columns or fifty-two cards: the reader and the dealer let none through.
    pub fn new(columns: &[Vec<u8>]) -> Self {
        assert!(columns.len() <= COLUMNS, "at most twelve columns");
        let mut rules = Fourteen { ranks: [0; CARDS], first: [0; COLUMNS + 1], width: columns.len() };
        let mut next = 0;
        for c in 0..COLUMNS {
            rules.first[c] = next as u8;
            for &rank in columns.get(c).map_or(&[][..], Vec::as_slice) {
                rules.ranks[next] = rank;
                next += 1;
            }
        }
        rules.first[COLUMNS] = next as u8;
        rules
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// How many cards there are at the start.
    pub fn cards(&self) -> usize {
        self.first[COLUMNS] as usize
    }

    pub fn rank(&self, card: usize) -> u8 {
        self.ranks[card]
    }

    /// The column in which a card lies.
    pub fn column_of(&self, card: usize) -> usize {
        (0..COLUMNS).find(|&c| card < self.first[c + 1] as usize).expect("a card of this deal")
    }

    /// The cards still in a column, head first.
    #[inline]
    pub fn left(&self, state: &State, column: usize) -> std::ops::Range<usize> {
        (self.first[column] + state.gone[column]) as usize..self.first[column + 1] as usize
    }

    pub fn height(&self, state: &State, column: usize) -> usize {
        self.left(state, column).len()
    }

    pub fn tallest(&self, state: &State) -> usize {
        (0..COLUMNS).map(|c| self.height(state, c)).max().unwrap_or(0)
    }

    /// The card that can be taken from a column.
    #[inline]
    pub fn head(&self, state: &State, column: usize) -> Option<usize> {
        self.left(state, column).next()
    }

    /// The rank of a column's head, 0 where the column is empty.
    #[inline]
    pub fn head_rank(&self, state: &State, column: usize) -> u8 {
        self.head(state, column).map_or(0, |card| self.ranks[card])
    }

    pub fn cards_left(&self, state: &State) -> usize {
        self.cards() - state.gone.iter().map(|&g| g as usize).sum::<usize>()
    }

    /// The number of the next move, from 1.
    pub fn step(&self, state: &State) -> usize {
        state.gone.iter().map(|&g| g as usize).sum::<usize>() / 2 + 1
    }

    pub fn is_cleared(&self, state: &State) -> bool {
        self.cards_left(state) == 0
    }

    /// The ranks still on the table, column by column, heads first.
    pub fn columns(&self, state: &State) -> Vec<Vec<u8>> {
        (0..self.width).map(|c| self.left(state, c).map(|card| self.ranks[card]).collect()).collect()
    }

    /// The cell under a cursor on a column: its head, or the column's own place where it is empty.
    pub fn column_cell(&self, state: &State, column: usize) -> Cell {
        self.head(state, column).map_or(COLUMN_CELLS + column as Cell, |card| card as Cell)
    }

    /// The column that a cell belongs to.
    pub fn cell_column(&self, cell: Cell) -> Option<usize> {
        match cell {
            card if (card as usize) < self.cards() => Some(self.column_of(card as usize)),
            column if (COLUMN_CELLS..COLUMN_CELLS + COLUMNS as Cell).contains(&column) => {
                Some((column - COLUMN_CELLS) as usize)
            }
            _ => None,
        }
    }

    /// The pair of these two heads, or why it is none.
    pub fn pair(&self, state: &State, one: usize, other: usize) -> Result<Pair, String> {
        for column in [one, other] {
            if column >= self.width {
                return Err(format!("there is no column {}: the columns are 1 to {}", column + 1, self.width));
            }
            if self.head(state, column).is_none() {
                return Err(format!("column {} is empty", column + 1));
            }
        }
        if one == other {
            return Err(format!("a pair needs two columns, not column {} twice", one + 1));
        }
        let (a, b) = (self.head_rank(state, one), self.head_rank(state, other));
        if a + b == SUM {
            return Ok(Pair::new(one, other));
        }
        Err(format!("{a} and {b} make {}, not 14: {} goes with {}", a + b, article(a), article(SUM - a)))
    }

    /// The columns whose heads go with this one's.
    pub fn partners<'a>(&'a self, state: &'a State, column: usize) -> impl Iterator<Item = usize> + 'a {
        let wanted = SUM - self.head_rank(state, column);
        (0..COLUMNS).filter(move |&c| c != column && self.head_rank(state, c) == wanted)
    }
}

/// "a 7", "an 8": 8 and 11 are the only ranks that begin with a vowel's sound.
pub fn article(rank: u8) -> String {
    let article = if matches!(rank, 8 | 11) { "an" } else { "a" };
    format!("{article} {rank}")
}

impl Rules for Fourteen {
    type State = State;
    type Move = Pair;
    type Undo = ();

    /// First column ascending, then second column ascending.
    fn moves(&self, state: &State, into: &mut Vec<Pair>) {
        let heads: [u8; COLUMNS] = std::array::from_fn(|c| self.head_rank(state, c));
        for low in 0..COLUMNS {
            for high in low + 1..COLUMNS {
                if heads[low] + heads[high] == SUM {
                    into.push(Pair { low: low as u8, high: high as u8 });
                }
            }
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, mv: &Pair) {
        state.gone[mv.low as usize] += 1;
        state.gone[mv.high as usize] += 1;
    }

    #[inline]
    fn undo(&self, state: &mut State, mv: &Pair, (): &()) {
        state.gone[mv.low as usize] -= 1;
        state.gone[mv.high as usize] -= 1;
    }

    fn status(&self, state: &State) -> Status {
        if self.is_cleared(state) {
            return Status::Solved;
        }
        let heads = (0..COLUMNS).map(|c| self.head_rank(state, c));
        let (mut seen, mut open) = (0_u16, false);
        for rank in heads.filter(|&rank| rank > 0) {
            open |= seen >> (SUM - rank) & 1 == 1;
            seen |= 1 << rank;
        }
        if open { Status::Open } else { Status::Stuck }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Pair, String> {
        let number = |word: &str| word.trim().parse::<usize>().ok().filter(|&n| n > 0);
        let columns = text.split_once('-').and_then(|(one, other)| number(one).zip(number(other)));
        let Some((one, other)) = columns else {
            return Err(format!("expected two columns such as 3-7, found `{text}`", text = quoted(text)));
        };
        self.pair(state, one - 1, other - 1)
    }
}
