//! A rectangle of squares, numbered row by row.

use crate::games::quoted;
use crate::search::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    pub rows: usize,
    pub cols: usize,
}

impl Grid {
    pub fn new(rows: usize, cols: usize) -> Self {
        Grid { rows, cols }
    }

    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    pub fn cell(self, row: usize, col: usize) -> Cell {
        (row * self.cols + col) as Cell
    }

    pub fn row(self, cell: Cell) -> usize {
        cell as usize / self.cols
    }

    pub fn col(self, cell: Cell) -> usize {
        cell as usize % self.cols
    }

    /// The square so many rows down and columns to the right, where the board has it.
    pub fn step(self, cell: Cell, (down, right): (i32, i32)) -> Option<Cell> {
        let row = self.row(cell).checked_add_signed(down as isize)?;
        let col = self.col(cell).checked_add_signed(right as isize)?;
        (row < self.rows && col < self.cols).then(|| self.cell(row, col))
    }

    /// `r3c2`, rows and columns from 1.
    pub fn name(self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.col(cell) + 1)
    }

    /// The square of a name.
    pub fn named(self, text: &str) -> Result<Cell, String> {
        let number = |text: &str, most: usize| text.parse().ok().filter(|number| (1..=most).contains(number));
        let parts = text.trim().strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let place = parts.and_then(|(row, col)| Some((number(row, self.rows)?, number(col, self.cols)?)));
        match place {
            Some((row, col)) => Ok(self.cell(row - 1, col - 1)),
            None => Err(format!(
                "`{text}` is no square: expected r1c1 to r{}c{}",
                self.rows,
                self.cols,
                text = quoted(text)
            )),
        }
    }

    /// The board of a size in text, `ROWSxCOLUMNS`.
    pub fn sized(text: &str) -> Option<Grid> {
        let (rows, cols) = text.split_once('x')?;
        Some(Grid::new(rows.parse().ok()?, cols.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn squares_have_names() {
        let grid = Grid::sized("3x4").expect("a size");
        assert_eq!(grid.name(6), "r2c3");
        assert_eq!(grid.named("r2c3"), Ok(6));
        assert_eq!(grid.named("r4c1"), Err("`r4c1` is no square: expected r1c1 to r3c4".into()));
        assert_eq!(grid.step(0, (1, 2)), Some(6));
        assert_eq!(grid.step(0, (-1, 2)), None);
        assert_eq!(Grid::sized("3"), None);
    }
}
