//! The grid of nine rows, nine columns and nine boxes, and its rules: no digit twice in any of them.

use std::sync::LazyLock;

use crate::games::digits::certificate::{RunGrid, SumRun};
use crate::games::digits::{DigitGrid, Filling, Place};
use crate::search::Cell;

pub const SIDE: usize = 9;
pub const CELLS: usize = 81;
/// Rows, then columns, then boxes.
pub const UNITS: usize = 27;
/// The other cells of a cell's three units.
pub const PEERS: usize = 20;

/// Digits by cell, row by row; 0 for none.
pub type Digits = [u8; CELLS];

/// One puzzle: its givens. They may contradict each other; then there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    pub givens: Digits,
}

/// What every Sudoku has: which cells form units, which units a cell lies in, which cells exclude each other.
#[derive(Debug)]
pub struct Layout {
    pub units: [[u8; SIDE]; UNITS],
    pub units_of: [[u8; 3]; CELLS],
    pub peers: [[u8; PEERS]; CELLS],
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::build);

impl Layout {
    pub fn get() -> &'static Layout {
        &LAYOUT
    }

    fn build() -> Layout {
        let mut layout = Layout { units: [[0; SIDE]; UNITS], units_of: [[0; 3]; CELLS], peers: [[0; PEERS]; CELLS] };
        for cell in 0..CELLS {
            let (row, col) = (cell / SIDE, cell % SIDE);
            let (block, inside) = (row / 3 * 3 + col / 3, row % 3 * 3 + col % 3);
            layout.units[row][col] = cell as u8;
            layout.units[SIDE + col][row] = cell as u8;
            layout.units[2 * SIDE + block][inside] = cell as u8;
            layout.units_of[cell] = [row as u8, (SIDE + col) as u8, (2 * SIDE + block) as u8];
        }
        for cell in 0..CELLS {
            let share = |&other: &usize| {
                let (ours, theirs) = (layout.units_of[cell], layout.units_of[other]);
                other != cell && ours.iter().any(|unit| theirs.contains(unit))
            };
            for (i, other) in (0..CELLS).filter(share).enumerate() {
                layout.peers[cell][i] = other as u8;
            }
        }
        layout
    }

    pub fn see_each_other(&self, a: u8, b: u8) -> bool {
        self.peers[a as usize].contains(&b)
    }
}

/// `row 3`, `column 7`, `box 2`: boxes are counted row by row.
pub fn unit_name(unit: usize) -> String {
    let number = unit % SIDE + 1;
    match unit / SIDE {
        0 => format!("row {number}"),
        1 => format!("column {number}"),
        _ => format!("box {number}"),
    }
}

pub fn unit_cells(unit: u8) -> Vec<Cell> {
    Layout::get().units[unit as usize].iter().map(|&cell| Cell::from(cell)).collect()
}

pub fn place_of(cell: u8) -> Place {
    Place::of(Cell::from(cell), SIDE)
}

impl Sudoku {
    pub fn new(givens: Digits) -> Sudoku {
        // The tables of units belong to setting up, not to the first search.
        Layout::get();
        Sudoku { givens }
    }

    /// The puzzle as it is given.
    pub fn start(&self) -> Filling {
        Filling::of(self.givens.into())
    }

    /// The cells whose digit stands twice in a unit.
    pub fn conflicts(digits: &[u8]) -> Vec<Cell> {
        let layout = Layout::get();
        let clashes = |&cell: &usize| {
            digits[cell] > 0 && layout.peers[cell].iter().any(|&peer| digits[peer as usize] == digits[cell])
        };
        (0..CELLS).filter(clashes).map(|cell| cell as Cell).collect()
    }
}

/// The digits of a filling, which has as many cells as every Sudoku.
pub fn digits_in(state: &Filling) -> Digits {
    let mut digits = [0; CELLS];
    digits.copy_from_slice(&state.digits);
    digits
}

impl DigitGrid for Sudoku {
    fn rows(&self) -> usize {
        SIDE
    }

    fn cols(&self) -> usize {
        SIDE
    }

    fn takes_digit(&self, _cell: Cell) -> bool {
        true
    }

    fn is_given(&self, cell: Cell) -> bool {
        self.givens[cell as usize] > 0
    }

    fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Layout::get().peers[cell as usize].iter().map(|&peer| Cell::from(peer))
    }

    fn is_solved(&self, state: &Filling) -> bool {
        state.digits.iter().all(|&digit| digit > 0) && Sudoku::conflicts(&state.digits).is_empty()
    }
}

impl RunGrid for Sudoku {
    fn sum_runs(&self) -> Vec<SumRun> {
        (0..UNITS as u8).map(|unit| SumRun { cells: unit_cells(unit), sum: 0 }).collect()
    }
}
