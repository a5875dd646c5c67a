//! The rules: runs of different digits with their sums.

use super::grid::{Direction, Grid, Run, Square};
use super::sums::Sums;
use crate::games::digits::certificate::{RunGrid, SumRun};
pub use crate::games::digits::{ALL_DIGITS, DigitGrid, Filling, Move, What, digit_bit, digits_of, set_text};

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
        Filling::of(digits)
    }

    /// The runs through a white cell, across and down.
    pub fn runs_of(&self, cell: u32) -> [&Run; 2] {
        self.run_at[cell as usize].map(|run| &self.runs[run as usize])
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
}

impl DigitGrid for Kakuro {
    fn rows(&self) -> usize {
        self.grid.rows()
    }

    fn cols(&self) -> usize {
        self.grid.cols()
    }

    fn takes_digit(&self, cell: u32) -> bool {
        self.grid.is_white(cell)
    }

    fn is_given(&self, cell: u32) -> bool {
        matches!(self.grid.squares()[cell as usize], Square::White { given } if given > 0)
    }

    /// The other cells of its runs.
    fn peers(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.runs_of(cell).into_iter().flat_map(|run| run.cells.iter().copied()).filter(move |&other| other != cell)
    }

    fn is_solved(&self, state: &Filling) -> bool {
        self.runs.iter().all(|run| Self::is_right(state, run))
    }
}

impl RunGrid for Kakuro {
    fn sum_runs(&self) -> Vec<SumRun> {
        self.runs.iter().map(|run| SumRun { cells: run.cells.clone(), sum: run.sum }).collect()
    }
}
