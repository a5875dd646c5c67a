//! Mazes as text: `#` wall, `.` or a blank floor, `S` start, `G` goal, `@` the walker, `*` the walker on the goal.

use super::rules::{LONGEST, Maze, Walk};
use crate::games::squares::Grid;
use crate::games::{TextError, quoted};

/// Reads a maze: a row a line, or between `/`.
pub fn read(text: &str) -> Result<(Maze, Walk), TextError> {
    let text = text.trim_matches(['\n', '\r']);
    let rows = text.lines().enumerate().flat_map(|(line, row)| cut(line + 1, row));
    // One row too many is enough to know.
    let rows: Vec<(usize, usize, &str)> = rows.take(LONGEST + 1).collect();
    let cols = rows.iter().map(|(.., row)| row.chars().count()).max().unwrap_or(0);
    if rows.len() > LONGEST || cols > LONGEST || cols == 0 {
        return Err(TextError::whole(format!("expected 1 to {LONGEST} rows of 1 to {LONGEST} squares")));
    }
    let grid = Grid::new(rows.len(), cols);
    let mut walls = vec![false; grid.cells()];
    let mut places = Places::default();
    for (row, &(line, before, squares)) in rows.iter().enumerate() {
        for (col, sign) in squares.chars().enumerate() {
            let square = grid.cell(row, col) as u16;
            match sign {
                '#' => walls[usize::from(square)] = true,
                '.' | ' ' => {}
                sign => places.put(sign, square, line, before + col + 1)?,
            }
        }
    }
    let [start, goal, walker] = places.found;
    let goal =
        goal.ok_or_else(|| TextError::whole("no goal: expected a `G`, or a `*` where the walker stands on it"))?;
    let start = start.or(walker).ok_or_else(|| TextError::whole("no start: expected an `S` or an `@`"))?;
    Ok((Maze::new(grid, walls, start, goal), Walk::new(walker.unwrap_or(start))))
}

/// The rows of a line with their first column, from 0.
fn cut(line: usize, text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut before = 0;
    text.split('/').map(move |row| {
        let at = before;
        before += row.chars().count() + 1;
        (line, at, row)
    })
}

/// Start, goal and walker as they were found.
#[derive(Default)]
struct Places {
    found: [Option<u16>; 3],
}

impl Places {
    fn put(&mut self, sign: char, square: u16, line: usize, column: usize) -> Result<(), TextError> {
        let kinds: &[usize] = match sign {
            'S' | 's' => &[0],
            'G' | 'g' => &[1],
            '@' => &[2],
            '*' => &[1, 2],
            _ => {
                let found = sign.escape_debug();
                return Err(TextError::at(line, column, format!("`{}`: expected # . S G @ or *", quoted(found))));
            }
        };
        for &kind in kinds {
            if self.found[kind].replace(square).is_some() {
                let what = ["start", "goal", "walker"][kind];
                return Err(TextError::at(line, column, format!("a second {what}")));
            }
        }
        Ok(())
    }
}

pub fn sign(maze: &Maze, walk: &Walk, square: u16) -> char {
    match square {
        _ if square == walk.at && square == maze.goal => '*',
        _ if square == walk.at && square != maze.start => '@',
        _ if square == maze.start => 'S',
        _ if square == maze.goal => 'G',
        _ if maze.is_wall(square) => '#',
        _ => '.',
    }
}

/// The rows with `between` them.
pub fn rows(maze: &Maze, walk: &Walk, between: &str) -> String {
    let row =
        |row| (0..maze.grid.cols).map(|col| sign(maze, walk, maze.grid.cell(row, col) as u16)).collect::<String>();
    (0..maze.grid.rows).map(row).collect::<Vec<_>>().join(between)
}

/// The printed maze, with an underscore on the square that `next` goes to.
pub fn board(maze: &Maze, walk: &Walk, next: Option<u16>) -> String {
    let square = |row, col| {
        let square = maze.grid.cell(row, col) as u16;
        match sign(maze, walk, square) {
            '.' if next == Some(square) => '_',
            '.' => ' ',
            sign => sign,
        }
    };
    let row = |row| (0..maze.grid.cols).map(|col| square(row, col)).collect::<String>().trim_end().to_owned() + "\n";
    (0..maze.grid.rows).map(row).collect()
}
