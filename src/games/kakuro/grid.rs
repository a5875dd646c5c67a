//! The grid: black squares with their clues, white squares, and the runs they form.

use std::fmt;

pub use crate::games::digits::Place;

/// The largest side of a grid.
pub const LARGEST_SIDE: usize = 150;
/// The largest clue: 1 + 2 + … + 9.
pub const LARGEST_CLUE: u8 = 45;
/// The longest run: one cell for each digit.
pub const LONGEST_RUN: usize = 9;

/// One square of the grid. A clue of 0 is no clue, a given of 0 is an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    Black { down: u8, right: u8 },
    White { given: u8 },
}

impl Square {
    pub const BLANK: Square = Square::Black { down: 0, right: 0 };
    pub const OPEN: Square = Square::White { given: 0 };

    pub fn is_white(self) -> bool {
        matches!(self, Square::White { .. })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Across,
    Down,
}

impl Direction {
    pub fn word(self) -> &'static str {
        match self {
            Direction::Across => "across",
            Direction::Down => "down",
        }
    }
}

/// A maximal line of white squares: its digits differ and add up to its clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub direction: Direction,
    /// 0 where there is no clue: the digits differ and have any sum.
    pub sum: u8,
    /// Square numbers, left to right or top to bottom.
    pub cells: Vec<u32>,
}

/// The squares of a puzzle, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    cols: usize,
    squares: Vec<Square>,
}

/// What no puzzle may have, at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    TooLarge,
    NoWhite,
    LongRun { at: Place, direction: Direction, length: usize },
    BigClue { at: Place, clue: u16 },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::TooLarge => write!(f, "the grid is larger than {LARGEST_SIDE}x{LARGEST_SIDE}"),
            Malformed::NoWhite => write!(f, "no white cell: expected at least one `.`"),
            Malformed::LongRun { at, direction, length } => {
                write!(f, "the run {} from {at} has {length} cells, expected at most {LONGEST_RUN}", direction.word())
            }
            Malformed::BigClue { at, clue } => {
                write!(f, "clue {clue} at {at}, expected 0 to {LARGEST_CLUE}")
            }
        }
    }
}

impl Grid {
    /// A grid of these squares, row by row, as long as it is well formed.
    pub fn new(cols: usize, squares: Vec<Square>) -> Result<Grid, Malformed> {
        let grid = Grid::unchecked(cols, squares);
        if grid.rows > LARGEST_SIDE || cols > LARGEST_SIDE {
            return Err(Malformed::TooLarge);
        }
        for (i, &square) in grid.squares.iter().enumerate() {
            if let Square::Black { down, right } = square
                && down.max(right) > LARGEST_CLUE
            {
                return Err(Malformed::BigClue { at: grid.place(i as u32), clue: down.max(right).into() });
            }
        }
        if !grid.squares.iter().any(|s| s.is_white()) {
            return Err(Malformed::NoWhite);
        }
        match grid.runs().into_iter().find(|run| run.cells.len() > LONGEST_RUN) {
            None => Ok(grid),
            Some(run) => Err(Malformed::LongRun {
                at: grid.place(run.cells[0]),
                direction: run.direction,
                length: run.cells.len(),
            }),
        }
    }

    /// A grid that may still be malformed (an editor's, a generator's).
    pub fn unchecked(cols: usize, squares: Vec<Square>) -> Grid {
        let rows = squares.len().checked_div(cols).unwrap_or(0);
        Grid { rows, cols, squares }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn cols(&self) -> usize {
        self.cols
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    pub fn squares_mut(&mut self) -> &mut [Square] {
        &mut self.squares
    }

    pub fn at(&self, row: usize, col: usize) -> Square {
        self.squares[row * self.cols + col]
    }

    pub fn number(&self, place: Place) -> u32 {
        place.cell(self.cols)
    }

    pub fn place(&self, cell: u32) -> Place {
        Place::of(cell, self.cols)
    }

    pub fn is_white(&self, cell: u32) -> bool {
        self.squares[cell as usize].is_white()
    }

    pub fn whites(&self) -> usize {
        self.squares.iter().filter(|s| s.is_white()).count()
    }

    /// The runs across, rows from the top, then the runs down, columns from the left: the order of the classroom.
    pub fn runs(&self) -> Vec<Run> {
        let across = (0..self.rows).map(|r| (Direction::Across, (0..self.cols).map(|c| (r, c)).collect::<Vec<_>>()));
        let down = (0..self.cols).map(|c| (Direction::Down, (0..self.rows).map(|r| (r, c)).collect::<Vec<_>>()));
        let mut runs = Vec::new();
        for (direction, line) in across.chain(down) {
            self.runs_of_line(direction, &line, &mut runs);
        }
        runs
    }

    fn runs_of_line(&self, direction: Direction, line: &[(usize, usize)], runs: &mut Vec<Run>) {
        let mut open: Option<Run> = None;
        let mut sum = 0;
        for &(row, col) in line {
            match self.at(row, col) {
                Square::White { .. } => {
                    let run = open.get_or_insert_with(|| Run { direction, sum, cells: Vec::new() });
                    run.cells.push((row * self.cols + col) as u32);
                }
                Square::Black { down, right } => {
                    runs.extend(open.take());
                    sum = if direction == Direction::Down { down } else { right };
                }
            }
        }
        runs.extend(open);
    }

    /// The square that holds (or would hold) a run's clue; none where the run starts at the edge.
    pub fn clue_square(&self, run: &Run) -> Option<u32> {
        let first = self.place(run.cells[0]);
        match run.direction {
            Direction::Across => first.col.checked_sub(1).map(|col| self.number(Place { col, ..first })),
            Direction::Down => first.row.checked_sub(1).map(|row| self.number(Place { row, ..first })),
        }
    }

    /// "16 across at r3c2"
    pub fn run_name(&self, run: &Run) -> String {
        let at = self.place(run.cells[0]);
        let word = run.direction.word();
        if run.sum == 0 { format!("the run {word} at {at}") } else { format!("{} {word} at {at}", run.sum) }
    }

    /// What is odd about the puzzle, each with its place, but no reason to refuse it.
    pub fn oddities(&self) -> Vec<String> {
        let mut odd = Vec::new();
        for run in self.runs() {
            let (at, word) = (self.place(run.cells[0]), run.direction.word());
            match (run.cells.len(), run.sum) {
                (1, 0) => odd.push(format!("{at}: a run {word} of one cell without a clue: any digit")),
                (1, sum) => odd.push(format!("{at}: a run {word} of one cell: its digit is the clue {sum}")),
                (_, 0) => odd.push(format!("{at}: a run {word} without a clue: any sum")),
                _ => {}
            }
        }
        odd.extend(self.stray_clues());
        odd
    }

    /// The clues that belong to no run.
    pub fn stray_clues(&self) -> Vec<String> {
        let mut odd = Vec::new();
        for (i, &square) in self.squares.iter().enumerate() {
            let Square::Black { down, right } = square else { continue };
            let at = self.place(i as u32);
            let below = at.row + 1 < self.rows && self.at(at.row + 1, at.col).is_white();
            let beside = at.col + 1 < self.cols && self.at(at.row, at.col + 1).is_white();
            if down > 0 && !below {
                odd.push(format!("{at}: a clue down, {down}, without a run"));
            }
            if right > 0 && !beside {
                odd.push(format!("{at}: a clue across, {right}, without a run"));
            }
        }
        odd
    }

    /// Puts the sums of `digits` (by square number) where the clues belong.
    pub fn derive_clues(&mut self, digits: &[u8]) {
        for square in &mut self.squares {
            if let Square::Black { down, right } = square {
                (*down, *right) = (0, 0);
            }
        }
        for run in self.runs() {
            let sum = run.cells.iter().map(|&cell| digits[cell as usize]).sum();
            let Some(clue) = self.clue_square(&run) else { continue };
            if let Square::Black { down, right } = &mut self.squares[clue as usize] {
                match run.direction {
                    Direction::Down => *down = sum,
                    Direction::Across => *right = sum,
                }
            }
        }
    }
}
