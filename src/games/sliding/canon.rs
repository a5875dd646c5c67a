//! The board as solvers see it: tiles named after their goal cells, the blank's goal in the first corner if it is in
//! any corner. So one set of tables serves every goal, and "home" is `label == cell`.

use super::rules::{BLANK, Board, Dir, MAX_CELLS, Size, Sliding};

/// How a position of some [`Sliding`] becomes a canonical one.
#[derive(Clone, Debug)]
pub struct Canon {
    pub size: Size,
    /// The blank's goal cell, which is also the blank's label.
    pub goal_blank: usize,
    upside_down: bool,
    mirrored: bool,
    /// Label of each tile.
    label: [u8; MAX_CELLS],
}

/// A canonical position: labels by cell.
pub type Labels = [u8; MAX_CELLS];

impl Canon {
    pub fn new(rules: &Sliding) -> Canon {
        let size = rules.size;
        let home = rules.home(BLANK);
        let (row, col) = (size.row(home), size.col(home));
        let corner = (row == 0 || row + 1 == size.rows) && (col == 0 || col + 1 == size.cols);
        let (upside_down, mirrored) = (corner && row > 0, corner && col > 0);
        let mut canon = Canon { size, goal_blank: 0, upside_down, mirrored, label: [0; MAX_CELLS] };
        canon.goal_blank = canon.cell(home);
        for tile in 0..size.cells() as u8 {
            canon.label[tile as usize] = canon.cell(rules.home(tile)) as u8;
        }
        canon
    }

    /// The canonical cell of a cell of the board, and the other way round.
    pub fn cell(&self, cell: usize) -> usize {
        let Size { rows, cols } = self.size;
        let (row, col) = (self.size.row(cell), self.size.col(cell));
        let row = if self.upside_down { rows - 1 - row } else { row };
        let col = if self.mirrored { cols - 1 - col } else { col };
        row * cols + col
    }

    /// The canonical direction of a direction on the board, and the other way round.
    pub fn dir(&self, dir: Dir) -> Dir {
        let turned = match dir {
            Dir::U | Dir::D => self.upside_down,
            Dir::L | Dir::R => self.mirrored,
        };
        if turned { dir.opposite() } else { dir }
    }

    pub fn labels(&self, board: &Board) -> Labels {
        let mut labels = [0; MAX_CELLS];
        for (cell, &tile) in board.tiles(self.size).iter().enumerate() {
            labels[self.cell(cell)] = self.label[tile as usize];
        }
        labels
    }

    /// Whether exchanging rows and columns maps the goal onto itself, so that it maps distances onto distances.
    pub fn reflects(&self) -> bool {
        self.size.rows == self.size.cols && self.size.row(self.goal_blank) == self.size.col(self.goal_blank)
    }
}

/// The goal of every canonical board.
pub fn goal_labels(size: Size) -> Labels {
    let mut labels = [0; MAX_CELLS];
    for (cell, label) in labels.iter_mut().enumerate().take(size.cells()) {
        *label = cell as u8;
    }
    labels
}

/// Where the blank stands.
pub fn blank_of(labels: &Labels, size: Size, goal_blank: usize) -> usize {
    let found = labels[..size.cells()].iter().position(|&label| label as usize == goal_blank);
    found.expect("a board has a blank")
}
