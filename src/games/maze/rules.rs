//! A maze: squares of wall and floor; a walker goes from the start to the goal, one square a move.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::games::squares::Grid;
use crate::search::{Rules, Status};

/// Rows and columns, walls included, are at most so many.
pub const LONGEST: usize = 201;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    Up,
    Right,
    Down,
    Left,
}

impl Dir {
    /// The order in which searches try them.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];

    pub fn step(self) -> (i32, i32) {
        match self {
            Dir::Up => (-1, 0),
            Dir::Right => (0, 1),
            Dir::Down => (1, 0),
            Dir::Left => (0, -1),
        }
    }

    /// So many quarters of a turn to the right.
    #[must_use]
    pub fn turned(self, quarters: usize) -> Dir {
        Dir::ALL[(self as usize + quarters) % 4]
    }

    /// Where the next square lies, in front of a square's name.
    pub fn side(self) -> &'static str {
        match self {
            Dir::Up => "above",
            Dir::Right => "right of",
            Dir::Down => "below",
            Dir::Left => "left of",
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Dir::Up => "up",
            Dir::Right => "right",
            Dir::Down => "down",
            Dir::Left => "left",
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word()[..1].to_uppercase())
    }
}

/// The walls of one maze, its start and its goal.
#[derive(Clone, Debug)]
pub struct Maze {
    pub grid: Grid,
    walls: Arc<[bool]>,
    pub start: u16,
    pub goal: u16,
}

/// Where the walker stands, and the squares it came over: they are shown but do not make a difference.
#[derive(Clone, Debug)]
pub struct Walk {
    pub at: u16,
    /// A search, which keeps thousands of these, goes without.
    trail: Option<Vec<u16>>,
}

impl PartialEq for Walk {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Walk {}

impl Hash for Walk {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.at.hash(hasher);
    }
}

impl Walk {
    pub fn new(at: u16) -> Self {
        Walk { at, trail: Some(Vec::new()) }
    }

    pub fn without_trail(at: u16) -> Self {
        Walk { at, trail: None }
    }

    pub fn trail(&self) -> &[u16] {
        self.trail.as_deref().unwrap_or_default()
    }
}

impl Maze {
    pub fn new(grid: Grid, walls: Vec<bool>, start: u16, goal: u16) -> Self {
        Maze { grid, walls: walls.into(), start, goal }
    }

    pub fn is_wall(&self, square: u16) -> bool {
        self.walls[usize::from(square)]
    }

    /// The square one step away, where it is floor.
    pub fn next(&self, square: u16, dir: Dir) -> Option<u16> {
        let next = self.grid.step(square.into(), dir.step())? as u16;
        (!self.is_wall(next)).then_some(next)
    }

    pub fn ways(&self, square: u16) -> impl Iterator<Item = (Dir, u16)> + '_ {
        Dir::ALL.into_iter().filter_map(move |dir| Some((dir, self.next(square, dir)?)))
    }

    /// Rows and columns between a square and the goal: no way is shorter.
    pub fn distance(&self, square: u16) -> u32 {
        let (here, goal) = (square.into(), self.goal.into());
        let rows = self.grid.row(here).abs_diff(self.grid.row(goal));
        (rows + self.grid.col(here).abs_diff(self.grid.col(goal))) as u32
    }

    /// The squares that can be reached from this one, itself included.
    pub fn reachable(&self, from: u16) -> Vec<bool> {
        let mut reached = vec![false; self.grid.cells()];
        reached[usize::from(from)] = true;
        let mut waiting = vec![from];
        while let Some(square) = waiting.pop() {
            for (_, next) in self.ways(square) {
                if !std::mem::replace(&mut reached[usize::from(next)], true) {
                    waiting.push(next);
                }
            }
        }
        reached
    }
}

impl Rules for Maze {
    type State = Walk;
    type Move = Dir;
    /// The square that the step leads from.
    type Undo = u16;

    fn moves(&self, walk: &Walk, into: &mut Vec<Dir>) {
        into.extend(self.ways(walk.at).map(|(dir, _)| dir));
    }

    fn apply(&self, walk: &mut Walk, mv: &Dir) -> u16 {
        let from = walk.at;
        if let Some(trail) = &mut walk.trail {
            trail.push(from);
        }
        walk.at = self.next(from, *mv).unwrap_or(from);
        from
    }

    fn undo(&self, walk: &mut Walk, _mv: &Dir, from: &u16) {
        walk.at = *from;
        if let Some(trail) = &mut walk.trail {
            trail.pop();
        }
    }

    fn status(&self, walk: &Walk) -> Status {
        if walk.at == self.goal {
            Status::Solved
        } else if self.ways(walk.at).next().is_some() {
            Status::Open
        } else {
            Status::Stuck
        }
    }

    fn read_move(&self, walk: &Walk, text: &str) -> Result<Dir, String> {
        let text = text.trim();
        let dir = Dir::ALL.into_iter().find(|dir| dir.to_string().eq_ignore_ascii_case(text));
        let dir = dir.ok_or_else(|| "no move: expected U, R, D or L".to_owned())?;
        match self.next(walk.at, dir) {
            Some(_) => Ok(dir),
            None => Err(format!("{} {} is a wall", dir.side(), self.grid.name(walk.at.into()))),
        }
    }
}
