//! The knight's tour: a knight visits every square of a board once; a closed tour ends a knight's move from its start.

use std::fmt;
use std::sync::Arc;

use crate::games::squares::Grid;
use crate::search::{Cell, Rules, Status};

/// The longest side of a board.
pub const LONGEST: usize = 50;

/// From the upper right around the clock, which is the order of the classroom's program.
const LEAPS: [(i32, i32); 8] = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The rules of one board.
#[derive(Clone, Debug)]
pub struct Knight {
    pub grid: Grid,
    pub closed: bool,
    /// By square: where a knight on it can leap to.
    leaps: Arc<[Vec<u16>]>,
}

/// The squares visited, in order. The first is the start; without any, the first move chooses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tour {
    pub path: Vec<u16>,
    /// By square: its place in the path from 1, or 0.
    visited: Vec<u16>,
    /// By square: how many squares a leap away are not visited yet.
    exits: Vec<u8>,
}

/// The square that is visited next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    pub to: u16,
    cols: u16,
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.to / self.cols + 1, self.to % self.cols + 1)
    }
}

impl Tour {
    pub fn here(&self) -> Option<u16> {
        self.path.last().copied()
    }

    /// The square's place in the tour, from 1; 0 where it was not visited.
    pub fn step_at(&self, cell: Cell) -> u16 {
        self.visited[cell as usize]
    }

    /// The same, where the square may lie beside the board.
    pub fn step_on(&self, cell: Cell) -> Option<u16> {
        self.visited.get(cell as usize).copied()
    }

    pub fn is_open(&self, square: u16) -> bool {
        self.visited[usize::from(square)] == 0
    }

    /// How many squares a leap from this one are still to be visited.
    pub fn exits(&self, square: u16) -> u8 {
        self.exits[usize::from(square)]
    }

    pub fn left(&self) -> usize {
        self.visited.len() - self.path.len()
    }
}

impl Knight {
    pub fn new(grid: Grid, closed: bool) -> Self {
        let from = |cell| LEAPS.iter().filter_map(|&leap| grid.step(cell, leap)).map(|to| to as u16).collect();
        Knight { grid, closed, leaps: (0..grid.cells() as Cell).map(from).collect() }
    }

    /// The knight on its first square, or beside the board.
    pub fn start(&self, square: Option<u16>) -> Tour {
        let exits = self.leaps.iter().map(|leaps| leaps.len() as u8).collect();
        let mut tour = Tour { path: Vec::new(), visited: vec![0; self.grid.cells()], exits };
        if let Some(to) = square {
            self.apply(&mut tour, &self.leap(to));
        }
        tour
    }

    pub fn leap(&self, to: u16) -> Leap {
        Leap { to, cols: self.grid.cols as u16 }
    }

    pub fn leaps_from(&self, square: u16) -> &[u16] {
        &self.leaps[usize::from(square)]
    }

    /// The squares that may be visited next.
    pub fn next<'a>(&'a self, tour: &'a Tour) -> impl Iterator<Item = u16> + 'a {
        let everywhere = if tour.path.is_empty() { 0..self.grid.cells() as u16 } else { 0..0 };
        let leaps = tour.here().map_or(&[][..], |here| self.leaps_from(here));
        everywhere.chain(leaps.iter().copied().filter(|&to| tour.is_open(to)))
    }

    /// Squares of one colour are a knight's move from squares of the other.
    pub fn is_dark(&self, square: u16) -> bool {
        (self.grid.row(square.into()) + self.grid.col(square.into())) % 2 == 1
    }

    /// Whether the tour, which has no square left, ends where it has to.
    fn is_complete(&self, tour: &Tour) -> bool {
        match (tour.path.first(), tour.path.last()) {
            (Some(first), Some(last)) => !self.closed || self.leaps_from(*last).contains(first),
            _ => false,
        }
    }

    fn mark(&self, tour: &mut Tour, square: u16, step: u16) {
        tour.visited[usize::from(square)] = step;
        for &near in self.leaps_from(square) {
            let exits = &mut tour.exits[usize::from(near)];
            *exits = if step > 0 { *exits - 1 } else { *exits + 1 };
        }
    }
}

impl Rules for Knight {
    type State = Tour;
    type Move = Leap;
    type Undo = ();

    fn moves(&self, tour: &Tour, into: &mut Vec<Leap>) {
        into.extend(self.next(tour).map(|to| self.leap(to)));
    }

    fn apply(&self, tour: &mut Tour, mv: &Leap) {
        tour.path.push(mv.to);
        let step = tour.path.len() as u16;
        self.mark(tour, mv.to, step);
    }

    fn undo(&self, tour: &mut Tour, mv: &Leap, _undo: &()) {
        tour.path.pop();
        self.mark(tour, mv.to, 0);
    }

    fn status(&self, tour: &Tour) -> Status {
        if tour.left() == 0 && self.is_complete(tour) {
            Status::Solved
        } else if self.next(tour).next().is_some() {
            Status::Open
        } else {
            Status::Stuck
        }
    }

    fn read_move(&self, tour: &Tour, text: &str) -> Result<Leap, String> {
        let to = self.grid.named(text)? as u16;
        let name = |square: u16| self.grid.name(square.into());
        match tour.here() {
            _ if !tour.is_open(to) => Err(format!("{} was visited at step {}", name(to), tour.step_at(to.into()))),
            Some(here) if !self.leaps_from(here).contains(&to) => {
                Err(format!("{} is no knight's move from {}", name(to), name(here)))
            }
            _ => Ok(self.leap(to)),
        }
    }
}
