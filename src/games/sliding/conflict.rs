//! Linear conflicts (Hansson, Mayer and Yung 1992): tiles in their goal row or column, in the wrong order there, must
//! step aside, two moves each that the Manhattan distance does not count.

use super::canon::Labels;
use super::kernel::{Grid, Slide};
use super::rules::{Dir, Size};

#[derive(Clone)]
pub struct Conflicts {
    size: Size,
    goal_blank: usize,
    /// By the goal places along a row (or column) in base side+1, 0 for a tile of another line: moves to add.
    rows: Vec<u8>,
    cols: Vec<u8>,
}

impl Conflicts {
    pub fn new(size: Size, goal_blank: usize) -> Conflicts {
        Conflicts { size, goal_blank, rows: moves_by_line(size.cols), cols: moves_by_line(size.rows) }
    }

    /// The moves to add to the Manhattan distance.
    pub fn of(&self, labels: &Labels) -> i32 {
        let rows = (0..self.size.rows).map(|row| i32::from(self.rows[self.row_key(labels, row)]));
        let cols = (0..self.size.cols).map(|col| i32::from(self.cols[self.col_key(labels, col)]));
        rows.sum::<i32>() + cols.sum::<i32>()
    }

    /// How the moves to add change with a slide; `grid` is the board after it.
    ///
    /// A tile that moves along its line overtakes nobody. So only the line that it leaves or enters can change, and
    /// only if that is its goal line.
    #[inline(always)]
    pub fn change<G: Grid>(&self, slide: Slide, grid: &G) -> i32 {
        let size = self.size;
        let vertical = matches!(slide.dir, Dir::U | Dir::D);
        let (home, left, entered) = if vertical {
            (size.row(slide.label), size.row(slide.from), size.row(slide.to))
        } else {
            (size.col(slide.label), size.col(slide.from), size.col(slide.to))
        };
        if home != left && home != entered {
            return 0;
        }
        let (key, digit, table) = if vertical {
            (self.row_key(grid, home), digit(size.col(slide.label), size.col(slide.to), size.cols), &self.rows)
        } else {
            (self.col_key(grid, home), digit(size.row(slide.label), size.row(slide.to), size.rows), &self.cols)
        };
        if home == entered {
            i32::from(table[key]) - i32::from(table[key - digit])
        } else {
            i32::from(table[key]) - i32::from(table[key + digit])
        }
    }

    fn row_key<G: Grid>(&self, grid: &G, row: usize) -> usize {
        let cols = self.size.cols;
        (0..cols).rev().fold(0, |key, col| {
            let label = grid.label(row * cols + col);
            let here = label != self.goal_blank && self.size.row(label) == row;
            key * (cols + 1) + if here { self.size.col(label) + 1 } else { 0 }
        })
    }

    fn col_key<G: Grid>(&self, grid: &G, col: usize) -> usize {
        let Size { rows, cols } = self.size;
        (0..rows).rev().fold(0, |key, row| {
            let label = grid.label(row * cols + col);
            let here = label != self.goal_blank && self.size.col(label) == col;
            key * (rows + 1) + if here { self.size.row(label) + 1 } else { 0 }
        })
    }
}

/// What a tile with goal place `home` at place `at` adds to a line's key.
fn digit(home: usize, at: usize, side: usize) -> usize {
    (home + 1) * (side + 1).pow(at as u32)
}

/// Two moves for each tile that must step aside so that the others stand in order.
fn moves_by_line(side: usize) -> Vec<u8> {
    (0..(side + 1).pow(side as u32))
        .map(|key| {
            let digits = (0..side).map(|at| key / (side + 1).pow(at as u32) % (side + 1));
            let homes: Vec<usize> = digits.filter(|&digit| digit > 0).collect();
            2 * (homes.len() - longest_ascent(&homes)) as u8
        })
        .collect()
}

fn longest_ascent(homes: &[usize]) -> usize {
    let mut ends = vec![0; homes.len()];
    for i in 0..homes.len() {
        ends[i] = 1 + (0..i).filter(|&j| homes[j] < homes[i]).map(|j| ends[j]).max().unwrap_or(0);
    }
    ends.into_iter().max().unwrap_or(0)
}
