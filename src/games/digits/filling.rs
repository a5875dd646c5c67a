//! What is in the cells, and the moves that change it, as text.

use crate::games::quoted;
use std::fmt;

use super::set::{digit_bit, set_text};
use crate::search::Cell;

/// A place of the grid, by row and column from 0; people and moves count from 1 (`r3c2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub row: usize,
    pub col: usize,
}

impl Place {
    /// The place of a cell in a grid of so many columns; cells are numbered row by row.
    pub fn of(cell: Cell, cols: usize) -> Place {
        Place { row: cell as usize / cols, col: cell as usize % cols }
    }

    pub fn cell(self, cols: usize) -> Cell {
        (self.row * cols + self.col) as Cell
    }

    /// Reads `r3c2` in a grid of this size.
    pub fn read(text: &str, rows: usize, cols: usize) -> Result<Place, String> {
        let numbers = text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let numbers = numbers.and_then(|(row, col)| Some((row.parse::<usize>().ok()?, col.parse::<usize>().ok()?)));
        let Some((row @ 1.., col @ 1..)) = numbers else {
            return Err(format!("`{text}` is no cell: expected `r3c2`, row and column from 1", text = quoted(text)));
        };
        if row > rows || col > cols {
            return Err(format!("`{text}` lies outside the grid of {rows}x{cols}", text = quoted(text)));
        }
        Ok(Place { row: row - 1, col: col - 1 })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// A digit that is tried, and those that are left to try there.
pub fn trial_words(at: Place, digit: u8, left: u16) -> String {
    match left {
        0 => format!("{at} = {digit}, none left"),
        left => format!("{at} = {digit}, left {}", set_text(left, " ")),
    }
}

/// What is in the cells, by number: digits (givens included, 0 for none) and the player's notes as sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filling {
    pub digits: Box<[u8]>,
    pub notes: Box<[u16]>,
}

impl Filling {
    /// These digits, without notes.
    pub fn of(digits: Box<[u8]>) -> Filling {
        let notes = vec![0; digits.len()].into();
        Filling { digits, notes }
    }

    /// The cells that look different from what they were in `before`; none where that is another grid's.
    pub fn changed(&self, before: &Filling) -> Vec<Cell> {
        if before.digits.len() != self.digits.len() {
            return Vec::new();
        }
        let differs = |&i: &usize| before.digits[i] != self.digits[i] || before.notes[i] != self.notes[i];
        (0..self.digits.len()).filter(differs).map(|i| i as Cell).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub at: Place,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// `r3c2=7`; 0 erases.
    Digit(u8),
    /// `r3c2?147`: the notes of the cell are now these; `r3c2?` for none.
    Notes(u16),
}

impl What {
    /// The cell's text and what is written there; `None` where the text is no move at all.
    pub(super) fn read(text: &str) -> Option<(&str, Result<What, String>)> {
        if let Some((cell, value)) = text.split_once('=') {
            let what = match value.as_bytes() {
                [digit @ b'0'..=b'9'] => Ok(What::Digit(digit - b'0')),
                _ => Err(format!("`{value}`: expected a digit 1 to 9, or 0 to erase", value = quoted(value))),
            };
            return Some((cell, what));
        }
        let (cell, value) = text.split_once('?')?;
        if value.bytes().all(|b| matches!(b, b'1'..=b'9')) {
            Some((cell, Ok(What::Notes(value.bytes().fold(0, |set, b| set | digit_bit(b - b'0'))))))
        } else {
            Some((cell, Err(format!("`{value}`: expected the digits of the notes, 1 to 9", value = quoted(value)))))
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::Digit(digit) => write!(f, "{}={digit}", self.at),
            What::Notes(set) => write!(f, "{}?{}", self.at, set_text(set, "")),
        }
    }
}

/// Placements in the contract's notation, in this order of cells.
pub fn placements(cols: usize, order: &[Cell], digits: &[u8]) -> Vec<String> {
    let mv = |&cell: &Cell| Move { at: Place::of(cell, cols), what: What::Digit(digits[cell as usize]) }.to_string();
    order.iter().map(mv).collect()
}

/// The moves that turn one filling into another.
pub fn moves_between(cols: usize, from: &Filling, to: &Filling) -> Vec<String> {
    let mut moves = Vec::new();
    for cell in 0..from.digits.len() {
        let at = Place::of(cell as Cell, cols);
        if from.digits[cell] != to.digits[cell] {
            moves.push(Move { at, what: What::Digit(to.digits[cell]) }.to_string());
        }
        if from.notes[cell] != to.notes[cell] {
            moves.push(Move { at, what: What::Notes(to.notes[cell]) }.to_string());
        }
    }
    moves
}
