//! Patterns of black squares: symmetric, connected, every run of two to nine cells.

use super::super::grid::{Grid, LONGEST_RUN, Square};
use super::super::logic::Level;
use super::Asked;
use crate::games::SplitMix;

/// Longer runs than this are broken up where that is possible.
fn longest_wanted(level: Level) -> usize {
    match level {
        Level::Easy => 5,
        Level::Medium => 6,
        Level::Hard | Level::Expert => 7,
    }
}

/// Black squares of the body, in percent.
fn density(level: Level) -> usize {
    match level {
        Level::Easy => 38,
        Level::Medium => 35,
        Level::Hard | Level::Expert => 32,
    }
}

/// The body of a grid: everything but the clue row and column.
struct Body {
    rows: usize,
    cols: usize,
    white: Vec<bool>,
}

pub fn pattern(asked: Asked, random: &mut SplitMix) -> Option<Grid> {
    let (rows, cols) = (asked.rows - 1, asked.cols - 1);
    let mut body = Body { rows, cols, white: vec![true; rows * cols] };
    let squares = rows * cols;
    let wanted = squares * density(asked.level) / 100;
    let mut black = 0;
    for _ in 0..squares * 4 {
        if black >= wanted && body.longest() <= longest_wanted(asked.level) {
            break;
        }
        let at = random.below(squares);
        if black >= wanted && body.run_lengths(at).into_iter().max() <= Some(longest_wanted(asked.level)) {
            continue;
        }
        black += body.blacken(at);
    }
    if body.longest() > LONGEST_RUN {
        return None;
    }
    let mut grid = vec![Square::BLANK; asked.rows * asked.cols];
    for row in 0..rows {
        for col in 0..cols {
            if body.white[row * cols + col] {
                grid[(row + 1) * asked.cols + col + 1] = Square::OPEN;
            }
        }
    }
    Grid::new(asked.cols, grid).ok()
}

impl Body {
    /// How many white squares follow in one direction.
    fn reach(&self, at: usize, down: isize, right: isize) -> usize {
        let (mut row, mut col) = ((at / self.cols) as isize, (at % self.cols) as isize);
        let mut count = 0;
        loop {
            row += down;
            col += right;
            let inside = (0..self.rows as isize).contains(&row) && (0..self.cols as isize).contains(&col);
            if !inside || !self.white[row as usize * self.cols + col as usize] {
                return count;
            }
            count += 1;
        }
    }

    fn run_lengths(&self, at: usize) -> [usize; 2] {
        if !self.white[at] {
            return [0, 0];
        }
        [self.reach(at, 0, -1) + self.reach(at, 0, 1) + 1, self.reach(at, -1, 0) + self.reach(at, 1, 0) + 1]
    }

    fn longest(&self) -> usize {
        (0..self.white.len()).flat_map(|at| self.run_lengths(at)).max().unwrap_or(0)
    }

    /// Turns a square and its image black where that keeps the pattern a pattern; how many squares that was.
    fn blacken(&mut self, at: usize) -> usize {
        let image = self.white.len() - 1 - at;
        if !self.white[at] {
            return 0;
        }
        self.white[at] = false;
        self.white[image] = false;
        let lonely = |at: usize| {
            [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().any(|(down, right)| self.reach(at, down, right) == 1)
        };
        if lonely(at) || lonely(image) || self.leaves_single(at) || self.leaves_single(image) || !self.connected() {
            self.white[at] = true;
            self.white[image] = true;
            return 0;
        }
        if at == image { 1 } else { 2 }
    }

    /// Whether a white neighbour has a run of one cell now.
    fn leaves_single(&self, at: usize) -> bool {
        let (row, col) = (at / self.cols, at % self.cols);
        let mut near = Vec::with_capacity(4);
        if row > 0 {
            near.push(at - self.cols);
        }
        if row + 1 < self.rows {
            near.push(at + self.cols);
        }
        if col > 0 {
            near.push(at - 1);
        }
        if col + 1 < self.cols {
            near.push(at + 1);
        }
        near.into_iter().any(|at| self.run_lengths(at).contains(&1))
    }

    fn connected(&self) -> bool {
        let Some(first) = self.white.iter().position(|&white| white) else { return false };
        let mut seen = self.white.iter().map(|white| !white).collect::<Vec<bool>>();
        seen[first] = true;
        let (mut todo, mut count) = (vec![first], 1);
        while let Some(at) = todo.pop() {
            let (row, col) = (at / self.cols, at % self.cols);
            let mut visit = |at: usize| {
                if !std::mem::replace(&mut seen[at], true) {
                    todo.push(at);
                    count += 1;
                }
            };
            if row > 0 {
                visit(at - self.cols);
            }
            if row + 1 < self.rows {
                visit(at + self.cols);
            }
            if col > 0 {
                visit(at - 1);
            }
            if col + 1 < self.cols {
                visit(at + 1);
            }
        }
        count == self.white.iter().filter(|&&white| white).count()
    }
}
