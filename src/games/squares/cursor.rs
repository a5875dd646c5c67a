//! The player's cursor on a board of squares.

use super::Grid;
use crate::games::Input;
use crate::search::Cell;

#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor(pub Cell);

impl Cursor {
    /// The square under it; another board may be smaller than the last.
    pub fn cell(self, grid: Grid) -> Cell {
        self.0.min(grid.cells() as Cell - 1)
    }

    /// To the next square, row by row; it stays on the last.
    pub fn go_on(&mut self, grid: Grid) {
        self.0 = (self.cell(grid) + 1).min(grid.cells() as Cell - 1);
    }

    /// Walks; whether the input was one to walk by.
    pub fn walk(&mut self, grid: Grid, input: Input) -> bool {
        let here = self.cell(grid);
        let (row, col) = (grid.row(here), grid.col(here));
        let (row, col) = match input {
            Input::Up => (row.saturating_sub(1), col),
            Input::Down => ((row + 1).min(grid.rows - 1), col),
            Input::Left => (row, col.saturating_sub(1)),
            Input::Right => (row, (col + 1).min(grid.cols - 1)),
            Input::Home => (row, 0),
            Input::End => (row, grid.cols - 1),
            Input::PageUp => (0, col),
            Input::PageDown => (grid.rows - 1, col),
            Input::Click(cell) if (cell as usize) < grid.cells() => (grid.row(cell), grid.col(cell)),
            _ => return false,
        };
        self.0 = grid.cell(row, col);
        true
    }
}
