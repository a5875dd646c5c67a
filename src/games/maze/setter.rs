//! Setting a maze up: walls are turned to floor and back, start and goal put down.

use super::rules::{LONGEST, Maze, Walk};
use crate::games::squares::{Cursor, Grid};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::Cell;

pub struct MazeWorkshop;

/// There must be room for a start and a goal inside the walls.
const SHORTEST: usize = 4;

impl Workshop for MazeWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<MazeSetter>::default()
    }

    fn sets_the_start(&self) -> bool {
        true
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("ROWSxCOLUMNS, 4x4 to 201x201, walls included")
    }

    /// One room, start and goal in its corners.
    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let old = Placed::<Maze>::of(position).rules.grid;
        let fits = |grid: &Grid| [grid.rows, grid.cols].into_iter().all(|side| (SHORTEST..=LONGEST).contains(&side));
        let size = size.map_or(Some(old), Grid::sized).filter(fits);
        let grid = size.ok_or_else(|| format!("expected {}", self.sizes().unwrap_or_default()))?;
        let edge = |cell: Cell| {
            let (row, col) = (grid.row(cell), grid.col(cell));
            row == 0 || col == 0 || row + 1 == grid.rows || col + 1 == grid.cols
        };
        let walls = (0..grid.cells() as Cell).map(edge).collect();
        let (start, goal) = (grid.cell(1, 1) as u16, grid.cell(grid.rows - 2, grid.cols - 2) as u16);
        Ok(Placed::boxed(Maze::new(grid, walls, start, goal), Walk::new(start)))
    }
}

#[derive(Default)]
struct MazeSetter {
    cursor: Cursor,
}

/// The maze with some of it changed; the walker stands at the start.
fn replaced(maze: &Maze, changed: impl FnOnce(&mut Vec<bool>, &mut u16, &mut u16)) -> Reply {
    let (mut start, mut goal) = (maze.start, maze.goal);
    let mut walls = (0..maze.grid.cells() as u16).map(|square| maze.is_wall(square)).collect();
    changed(&mut walls, &mut start, &mut goal);
    Reply::Replace(Placed::boxed(Maze::new(maze.grid, walls, start, goal), Walk::new(start)))
}

fn turn(maze: &Maze, here: u16) -> Reply {
    if here == maze.start || here == maze.goal {
        let what = if here == maze.start { "start" } else { "goal" };
        return Reply::Say(format!("the {what} is here: put it elsewhere first"));
    }
    replaced(maze, |walls, _, _| walls[usize::from(here)] ^= true)
}

fn put(maze: &Maze, here: u16, is_start: bool) -> Reply {
    if here == if is_start { maze.goal } else { maze.start } {
        return Reply::Say("start and goal are two squares".into());
    }
    replaced(maze, |walls, start, goal| {
        walls[usize::from(here)] = false;
        *(if is_start { start } else { goal }) = here;
    })
}

impl Hand for MazeSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let maze = &Placed::<Maze>::of(position).rules;
        let here = self.cursor.cell(maze.grid) as u16;
        match input {
            Input::Pick | Input::Char('#') => turn(maze, here),
            Input::Char('s') => put(maze, here, true),
            Input::Char('g') => put(maze, here, false),
            Input::Click(cell) if self.cursor.walk(maze.grid, input) => turn(maze, cell as u16),
            input if self.cursor.walk(maze.grid, input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(Placed::<Maze>::of(position).rules.grid))
    }

    fn begin_at(&mut self, cell: Cell) {
        self.cursor = Cursor(cell);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: "wall or floor" },
            KeyHint { keys: "s", does: "start here" },
            KeyHint { keys: "g", does: "goal here" },
            KeyHint { keys: "arrows", does: "move" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        matches!(c, '#' | 's' | 'g')
    }
}
