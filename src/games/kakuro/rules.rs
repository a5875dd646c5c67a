//! The rules of play: digits into white cells, notes, erasing.

use std::fmt;

use super::grid::{Direction, Grid, Place, Run, Square};
use super::sums::Sums;
use crate::search::{Rules, Status};

/// All digits as a set: bit 0 is the digit 1.
pub const ALL_DIGITS: u16 = 0x1ff;

pub fn digit_bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

/// The digits of a set, ascending.
pub fn digits_of(set: u16) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |&digit| set & digit_bit(digit) != 0)
}

/// `1 2 7`, or `127` with nothing between.
pub fn set_text(set: u16, between: &str) -> String {
    digits_of(set).map(|digit| digit.to_string()).collect::<Vec<_>>().join(between)
}

/// No run: the place of a square in its direction's list.
pub const NO_RUN: u32 = u32::MAX;

/// One puzzle: its grid and the runs in it.
#[derive(Debug)]
pub struct Kakuro {
    pub grid: Grid,
    /// Across from the top, then down from the left.
    pub runs: Vec<Run>,
    /// By square number: the runs across and down through it, [`NO_RUN`] for a black one.
    pub run_at: Vec<[u32; 2]>,
}

/// What is in the cells, by square number: digits (givens included, 0 for none) and the player's notes as sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filling {
    pub digits: Box<[u8]>,
    pub notes: Box<[u16]>,
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::Digit(digit) => write!(f, "{}={digit}", self.at),
            What::Notes(set) => write!(f, "{}?{}", self.at, set_text(set, "")),
        }
    }
}

impl Kakuro {
    pub fn new(grid: Grid) -> Kakuro {
        // The tables of digit sets belong to setting up, not to the first search.
        Sums::get();
        let runs = grid.runs();
        let mut run_at = vec![[NO_RUN; 2]; grid.squares().len()];
        for (i, run) in runs.iter().enumerate() {
            for &cell in &run.cells {
                run_at[cell as usize][usize::from(run.direction == Direction::Down)] = i as u32;
            }
        }
        Kakuro { grid, runs, run_at }
    }

    /// The puzzle as it is given.
    pub fn start(&self) -> Filling {
        let given = |square: &Square| if let Square::White { given } = square { *given } else { 0 };
        let digits: Box<[u8]> = self.grid.squares().iter().map(given).collect();
        let notes = vec![0; digits.len()].into();
        Filling { digits, notes }
    }

    pub fn is_given(&self, cell: u32) -> bool {
        matches!(self.grid.squares()[cell as usize], Square::White { given } if given > 0)
    }

    /// The runs through a white cell, across and down.
    pub fn runs_of(&self, cell: u32) -> [&Run; 2] {
        self.run_at[cell as usize].map(|run| &self.runs[run as usize])
    }

    /// The digits that the other cells of a cell's runs leave to it: nothing but "no digit twice".
    pub fn unused(&self, state: &Filling, cell: u32) -> u16 {
        let others = self.runs_of(cell).into_iter().flat_map(|run| run.cells.iter()).filter(|&&other| other != cell);
        let digits = others.map(|&other| state.digits[other as usize]).filter(|&digit| digit > 0);
        digits.fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit))
    }

    /// Whether the run is filled, without a digit twice and with its sum.
    fn is_right(state: &Filling, run: &Run) -> bool {
        let (mut sum, mut used) = (0, 0u16);
        for &cell in &run.cells {
            let digit = state.digits[cell as usize];
            if digit == 0 || used & digit_bit(digit) != 0 {
                return false;
            }
            used |= digit_bit(digit);
            sum += digit;
        }
        run.sum == 0 || run.sum == sum
    }

    pub fn is_solved(&self, state: &Filling) -> bool {
        self.runs.iter().all(|run| Self::is_right(state, run))
    }

    /// The cells that break a rule by themselves: a digit twice in a run, a full run with a wrong sum, digits that
    /// exceed the sum.
    pub fn conflicts(&self, state: &Filling) -> Vec<u32> {
        let mut cells = Vec::new();
        for run in &self.runs {
            let digits: Vec<u8> = run.cells.iter().map(|&cell| state.digits[cell as usize]).collect();
            let sum: u8 = digits.iter().sum();
            let full = digits.iter().all(|&digit| digit > 0);
            if run.sum > 0 && (sum > run.sum || full && sum != run.sum) {
                cells.extend(run.cells.iter().zip(&digits).filter(|&(_, &digit)| digit > 0).map(|(&cell, _)| cell));
            }
            for (i, (&cell, &digit)) in run.cells.iter().zip(&digits).enumerate() {
                let twice = digits[..i].contains(&digit) || digits[i + 1..].contains(&digit);
                if digit > 0 && twice {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn read_place(&self, text: &str) -> Result<Place, String> {
        let numbers = text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let numbers = numbers.and_then(|(row, col)| Some((row.parse::<usize>().ok()?, col.parse::<usize>().ok()?)));
        let Some((row @ 1.., col @ 1..)) = numbers else {
            return Err(format!("`{text}` is no cell: expected `r3c2`, row and column from 1"));
        };
        if row > self.grid.rows() || col > self.grid.cols() {
            return Err(format!("`{text}` lies outside the grid of {}x{}", self.grid.rows(), self.grid.cols()));
        }
        Ok(Place { row: row - 1, col: col - 1 })
    }
}

fn read_what(text: &str) -> Option<(&str, Result<What, String>)> {
    if let Some((cell, value)) = text.split_once('=') {
        let what = match value.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(What::Digit(digit - b'0')),
            _ => Err(format!("`{value}`: expected a digit 1 to 9, or 0 to erase")),
        };
        return Some((cell, what));
    }
    let (cell, value) = text.split_once('?')?;
    if value.bytes().all(|b| matches!(b, b'1'..=b'9')) {
        Some((cell, Ok(What::Notes(value.bytes().fold(0, |set, b| set | digit_bit(b - b'0'))))))
    } else {
        Some((cell, Err(format!("`{value}`: expected the digits of the notes, 1 to 9"))))
    }
}

impl Rules for Kakuro {
    type State = Filling;
    type Move = Move;
    /// The cell's digit and notes before the move.
    type Undo = (u8, u16);

    /// Every digit that is not yet in a run of an empty cell, cells row by row, digits ascending. A player may also
    /// write notes, overwrite and erase: [`Rules::read_move`] takes those too.
    fn moves(&self, state: &Filling, into: &mut Vec<Move>) {
        for cell in 0..state.digits.len() as u32 {
            if self.grid.is_white(cell) && state.digits[cell as usize] == 0 {
                let at = self.grid.place(cell);
                into.extend(digits_of(self.unused(state, cell)).map(|digit| Move { at, what: What::Digit(digit) }));
            }
        }
    }

    fn apply(&self, state: &mut Filling, mv: &Move) -> (u8, u16) {
        let cell = self.grid.number(mv.at) as usize;
        let before = (state.digits[cell], state.notes[cell]);
        match mv.what {
            What::Digit(digit) => state.digits[cell] = digit,
            What::Notes(set) => state.notes[cell] = set,
        }
        before
    }

    fn undo(&self, state: &mut Filling, mv: &Move, undo: &(u8, u16)) {
        let cell = self.grid.number(mv.at) as usize;
        (state.digits[cell], state.notes[cell]) = *undo;
    }

    fn status(&self, state: &Filling) -> Status {
        if self.is_solved(state) {
            return Status::Solved;
        }
        let open = (0..state.digits.len() as u32)
            .any(|cell| self.grid.is_white(cell) && state.digits[cell as usize] == 0 && self.unused(state, cell) != 0);
        if open { Status::Open } else { Status::Stuck }
    }

    fn read_move(&self, state: &Filling, text: &str) -> Result<Move, String> {
        let Some((cell, what)) = read_what(text.trim()) else {
            return Err(format!("`{text}` is no move: expected `r3c2=7`"));
        };
        let at = self.read_place(cell)?;
        let what = what?;
        let number = self.grid.number(at);
        if !self.grid.is_white(number) {
            return Err(format!("{at} is black"));
        }
        if self.is_given(number) {
            return Err(format!("the digit at {at} is given"));
        }
        if what == What::Digit(0) && state.digits[number as usize] == 0 {
            return Err(format!("{at} is empty already"));
        }
        Ok(Move { at, what })
    }
}
