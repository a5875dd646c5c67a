//! The sliding block puzzle: boards from 2×2 to 6×6, one tile a move, any goal.

use std::fmt;

use crate::games::quoted;
use crate::search::{Rules, Status};

pub const MIN_SIDE: usize = 2;
pub const MAX_SIDE: usize = 6;
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
pub const BLANK: u8 = 0;

/// A direction in which the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    U,
    L,
    R,
    D,
}

impl Dir {
    /// The published order: node counts are cited for it.
    pub const ULRD: [Dir; 4] = [Dir::U, Dir::L, Dir::R, Dir::D];

    #[must_use]
    pub fn opposite(self) -> Dir {
        Self::ULRD[3 - self as usize]
    }

    pub fn words(self) -> &'static str {
        match self {
            Dir::U => "up",
            Dir::L => "left",
            Dir::R => "right",
            Dir::D => "down",
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dir::U => "U",
            Dir::L => "L",
            Dir::R => "R",
            Dir::D => "D",
        })
    }
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    pub rows: usize,
    pub cols: usize,
}

impl Size {
    pub fn new(rows: usize, cols: usize) -> Option<Size> {
        let fits = |side| (MIN_SIDE..=MAX_SIDE).contains(&side);
        (fits(rows) && fits(cols)).then_some(Size { rows, cols })
    }

    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    pub fn row(self, cell: usize) -> usize {
        cell / self.cols
    }

    pub fn col(self, cell: usize) -> usize {
        cell % self.cols
    }

    /// The cell that the blank reaches from `cell` in this direction.
    pub fn neighbour(self, cell: usize, dir: Dir) -> Option<usize> {
        match dir {
            Dir::U => (self.row(cell) > 0).then(|| cell - self.cols),
            Dir::L => (self.col(cell) > 0).then(|| cell - 1),
            Dir::R => (self.col(cell) + 1 < self.cols).then(|| cell + 1),
            Dir::D => (self.row(cell) + 1 < self.rows).then(|| cell + self.cols),
        }
    }

    /// Steps between two cells, along rows and columns.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// The tiles row by row, [`BLANK`] for the blank; cells beyond the board's size are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [u8; MAX_CELLS],
    blank: u8,
}

impl Board {
    /// `tiles` are a permutation of `0..tiles.len()`: readers and dealers see to that.
    pub fn new(tiles: &[u8]) -> Board {
        let mut cells = [0; MAX_CELLS];
        cells[..tiles.len()].copy_from_slice(tiles);
        let blank = tiles.iter().position(|&t| t == BLANK).expect("a board has a blank") as u8;
        Board { cells, blank }
    }

    pub fn blank(&self) -> usize {
        self.blank as usize
    }

    pub fn tile(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    pub fn tiles(&self, size: Size) -> &[u8] {
        &self.cells[..size.cells()]
    }

    /// Moves the blank to a neighbouring cell.
    pub fn slide(&mut self, to: usize) {
        self.cells.swap(self.blank as usize, to);
        self.blank = to as u8;
    }
}

/// Where the tiles shall go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// 1 2 3 … blank
    BlankLast,
    /// blank 1 2 3 …
    BlankFirst,
    Given(Board),
}

impl Goal {
    pub fn board(&self, size: Size) -> Board {
        let cells = size.cells() as u8;
        match self {
            Goal::BlankLast => Board::new(&(1..cells).chain([BLANK]).collect::<Vec<_>>()),
            Goal::BlankFirst => Board::new(&(0..cells).collect::<Vec<_>>()),
            Goal::Given(board) => *board,
        }
    }
}

/// The rules for one size and one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliding {
    pub size: Size,
    pub goal: Goal,
    goal_board: Board,
    /// The goal cell of each tile, the blank's under 0.
    home: [u8; MAX_CELLS],
}

impl Sliding {
    pub fn new(size: Size, goal: Goal) -> Sliding {
        let goal_board = goal.board(size);
        let goal = match goal {
            Goal::Given(board) if board == Goal::BlankLast.board(size) => Goal::BlankLast,
            Goal::Given(board) if board == Goal::BlankFirst.board(size) => Goal::BlankFirst,
            goal => goal,
        };
        let mut home = [0; MAX_CELLS];
        for (cell, &tile) in goal_board.tiles(size).iter().enumerate() {
            home[tile as usize] = cell as u8;
        }
        Sliding { size, goal, goal_board, home }
    }

    pub fn goal_board(&self) -> &Board {
        &self.goal_board
    }

    /// The goal cell of a tile (or of the blank).
    pub fn home(&self, tile: u8) -> usize {
        self.home[tile as usize] as usize
    }

    /// Why no sequence of moves leads from `board` to the goal, or `None` if one does.
    ///
    /// Each move exchanges the blank with a tile, so the permutation's sign and the colour of the blank's cell (as on
    /// a chessboard) change together; where they disagree with the goal's, they always will. On every board of at
    /// least 2×2 the converse holds too (Johnson and Story, 1879).
    pub fn parity_fault(&self, board: &Board) -> Option<ParityFault> {
        let to_home = |cell: usize| self.home(board.tile(cell));
        let exchanges = exchanges(self.size.cells(), to_home);
        let blank_steps = self.size.distance(board.blank(), self.home(BLANK));
        (exchanges % 2 != blank_steps % 2).then(|| ParityFault {
            exchanges,
            blank_steps,
            pair: self.offending_pair(board),
        })
    }

    /// Two tiles whose exchange would make the position solvable (any two would). The plainest are two that stand on
    /// each other's place, else the two misplaced ones that come home last.
    fn offending_pair(&self, board: &Board) -> [u8; 2] {
        let tiles = board.tiles(self.size);
        let misplaced = |cell: &usize| tiles[*cell] != BLANK && self.home(tiles[*cell]) != *cell;
        let crossed = (0..tiles.len()).rev().filter(misplaced).find_map(|cell| {
            let home = self.home(tiles[cell]);
            (tiles[home] != BLANK && self.home(tiles[home]) == cell).then_some([tiles[home], tiles[cell]])
        });
        crossed.unwrap_or_else(|| {
            let mut cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != BLANK).collect();
            cells.sort_by_key(|&cell| std::cmp::Reverse((misplaced(&cell), self.home(tiles[cell]))));
            [tiles[cells[1]], tiles[cells[0]]]
        })
    }

    /// Exchanges `pair` on the board.
    pub fn exchange(&self, board: &Board, pair: [u8; 2]) -> Board {
        let other = |tile: u8| match tile {
            t if t == pair[0] => pair[1],
            t if t == pair[1] => pair[0],
            t => t,
        };
        Board::new(&board.tiles(self.size).iter().map(|&t| other(t)).collect::<Vec<_>>())
    }
}

/// A position of the wrong parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityFault {
    /// Exchanges of two that bring everything home, the blank included.
    pub exchanges: usize,
    /// Steps of the blank to its goal cell.
    pub blank_steps: usize,
    pub pair: [u8; 2],
}

impl ParityFault {
    pub fn parities(&self) -> String {
        let word = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
        format!("permutation {}, blank {}", word(self.exchanges), word(self.blank_steps))
    }
}

impl fmt::Display for ParityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |n: usize| if n.is_multiple_of(2) { "even" } else { "odd" };
        let [a, b] = self.pair;
        write!(
            f,
            "Wrong parity: the blank comes home in an {} number of moves, but the arrangement takes an {} number of \
             exchanges. Exchange {a} and {b} and it can be solved.",
            word(self.blank_steps),
            word(self.exchanges)
        )
    }
}

/// Exchanges that sort the permutation `to`: its length less its number of cycles.
fn exchanges(len: usize, to: impl Fn(usize) -> usize) -> usize {
    let mut seen = [false; MAX_CELLS];
    let mut cycles = 0;
    for start in 0..len {
        let mut at = start;
        cycles += usize::from(!seen[start]);
        while !seen[at] {
            seen[at] = true;
            at = to(at);
        }
    }
    len - cycles
}

impl Rules for Sliding {
    type State = Board;
    type Move = Dir;
    type Undo = ();

    fn moves(&self, board: &Board, into: &mut Vec<Dir>) {
        let blank = board.blank();
        into.extend(Dir::ULRD.into_iter().filter(|&dir| self.size.neighbour(blank, dir).is_some()));
    }

    fn apply(&self, board: &mut Board, dir: &Dir) {
        board.slide(self.size.neighbour(board.blank(), *dir).expect("a legal move"));
    }

    fn undo(&self, board: &mut Board, dir: &Dir, (): &()) {
        self.apply(board, &dir.opposite());
    }

    fn status(&self, board: &Board) -> Status {
        if *board == self.goal_board { Status::Solved } else { Status::Open }
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Dir, String> {
        let dir = match text {
            "U" | "u" => Dir::U,
            "L" | "l" => Dir::L,
            "R" | "r" => Dir::R,
            "D" | "d" => Dir::D,
            _ => return Err(format!("expected U, D, L or R (the way the blank goes), found \"{}\"", quoted(text))),
        };
        match self.size.neighbour(board.blank(), dir) {
            Some(_) => Ok(dir),
            None => Err(format!("the blank stands at the edge and cannot go {}", dir.words())),
        }
    }
}
