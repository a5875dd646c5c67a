//! N queens on a board of N by N, none attacking another. A move places the queen of the next row, top to bottom.

use crate::games::quoted;
use std::fmt;

use crate::games::squares::Grid;
use crate::search::{Rules, Status};

pub const LARGEST: u16 = 1000;

/// The rules of one board size.
#[derive(Clone, Copy, Debug)]
pub struct Queens {
    pub size: u16,
}

/// The queens so far: their columns, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    columns: Vec<u16>,
}

/// The column, from 0, of the queen in the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub u16);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Board {
    /// The columns of the queens, row by row.
    pub fn queens(&self) -> &[u16] {
        &self.columns
    }

    /// The row that gets the next queen.
    pub fn next_row(&self) -> u16 {
        self.columns.len() as u16
    }

    /// The queen's row that attacks a square, if any does.
    pub fn attacker(&self, row: u16, column: u16) -> Option<u16> {
        let attacks = |(queen_row, &queen): (usize, &u16)| {
            let (down, across) = (row.abs_diff(queen_row as u16), column.abs_diff(queen));
            across == 0 || down == 0 || across == down
        };
        self.queens().iter().enumerate().position(attacks).map(|row| row as u16)
    }
}

impl Queens {
    pub fn grid(self) -> Grid {
        Grid::new(self.size.into(), self.size.into())
    }

    /// The squares of a row, below all queens, that none of them attacks.
    pub fn free_in(self, board: &Board, row: u16) -> impl Iterator<Item = u16> + use<> {
        let mut attacked = vec![false; self.size.into()];
        for (queen_row, &queen) in board.queens().iter().enumerate() {
            let (down, queen) = (usize::from(row) - queen_row, usize::from(queen));
            for column in [Some(queen), queen.checked_sub(down), Some(queen + down)].into_iter().flatten() {
                if let Some(attacked) = attacked.get_mut(column) {
                    *attacked = true;
                }
            }
        }
        (0..self.size).filter(move |&column| !attacked[usize::from(column)])
    }
}

impl Rules for Queens {
    type State = Board;
    type Move = Place;
    type Undo = ();

    fn moves(&self, board: &Board, into: &mut Vec<Place>) {
        if board.next_row() < self.size {
            into.extend(self.free_in(board, board.next_row()).map(Place));
        }
    }

    fn apply(&self, board: &mut Board, mv: &Place) {
        board.columns.push(mv.0);
    }

    fn undo(&self, board: &mut Board, _mv: &Place, _undo: &()) {
        board.columns.pop();
    }

    fn status(&self, board: &Board) -> Status {
        if board.next_row() == self.size {
            Status::Solved
        } else if self.free_in(board, board.next_row()).next().is_some() {
            Status::Open
        } else {
            Status::Stuck
        }
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Place, String> {
        let expected = || format!("`{text}` is no column: expected 1 to {}", self.size, text = quoted(text));
        let column: u16 = text.trim().parse().map_err(|_| expected())?;
        if column == 0 || column > self.size {
            return Err(expected());
        }
        if board.next_row() == self.size {
            return Err("every row has its queen".into());
        }
        match board.attacker(board.next_row(), column - 1) {
            None => Ok(Place(column - 1)),
            Some(row) => {
                let queen = board.queens()[usize::from(row)] + 1;
                Err(format!("the queen on r{}c{queen} attacks r{}c{column}", row + 1, board.next_row() + 1))
            }
        }
    }
}
