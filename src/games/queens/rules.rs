//! N queens on a board of N by N, none attacking another. A move places the queen of the next row, top to bottom.

use std::fmt;

use crate::search::{Rules, Status};

pub const LARGEST: u8 = 16;

/// The rules of one board size.
#[derive(Clone, Copy, Debug)]
pub struct Queens {
    pub size: u8,
}

/// The queens so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The column of the queen in each row; 0 in the rows that have none yet.
    columns: [u8; LARGEST as usize],
    placed: u8,
}

/// The column, from 0, of the queen in the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Board {
    /// The columns of the queens, row by row.
    pub fn queens(&self) -> &[u8] {
        &self.columns[..self.placed as usize]
    }

    /// The row that gets the next queen.
    pub fn next_row(&self) -> u8 {
        self.placed
    }

    /// The queen's row that attacks a square, if any does.
    pub fn attacker(&self, row: u8, column: u8) -> Option<u8> {
        let attacks = |(queen_row, &queen): (usize, &u8)| {
            let (down, across) = (row.abs_diff(queen_row as u8), column.abs_diff(queen));
            across == 0 || down == 0 || across == down
        };
        self.queens().iter().enumerate().position(attacks).map(|row| row as u8)
    }
}

impl Queens {
    /// The squares of a row that no queen attacks.
    pub fn free_in(self, board: &Board, row: u8) -> impl Iterator<Item = u8> {
        (0..self.size).filter(move |&column| board.attacker(row, column).is_none())
    }
}

impl Rules for Queens {
    type State = Board;
    type Move = Place;
    type Undo = ();

    fn moves(&self, board: &Board, into: &mut Vec<Place>) {
        if board.placed < self.size {
            into.extend(self.free_in(board, board.placed).map(Place));
        }
    }

    fn apply(&self, board: &mut Board, mv: &Place) {
        board.columns[board.placed as usize] = mv.0;
        board.placed += 1;
    }

    fn undo(&self, board: &mut Board, _mv: &Place, _undo: &()) {
        board.placed -= 1;
        board.columns[board.placed as usize] = 0;
    }

    fn status(&self, board: &Board) -> Status {
        if board.placed == self.size {
            Status::Solved
        } else if self.free_in(board, board.placed).next().is_some() {
            Status::Open
        } else {
            Status::Stuck
        }
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Place, String> {
        let expected = || format!("`{text}` is no column: expected 1 to {}", self.size);
        let column: u8 = text.trim().parse().map_err(|_| expected())?;
        if column == 0 || column > self.size {
            return Err(expected());
        }
        if board.placed == self.size {
            return Err("every row has its queen".into());
        }
        match board.attacker(board.placed, column - 1) {
            None => Ok(Place(column - 1)),
            Some(row) => Err(format!("the queen in row {} attacks column {column}", row + 1)),
        }
    }
}
