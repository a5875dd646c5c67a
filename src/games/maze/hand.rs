//! The player's hand: arrows walk, and run along a corridor; a click goes to a square in line.

use super::rules::{Dir, Maze, Walk};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, Rules};

#[derive(Default)]
pub struct MazeHand;

fn step(maze: &Maze, walk: &Walk, dir: Dir) -> Reply {
    match maze.read_move(walk, &dir.to_string()) {
        Ok(dir) => Reply::Move(dir.to_string()),
        Err(why) => Reply::Say(why),
    }
}

/// Straight on until a wall, the goal, or a square where another way leads off.
fn run(maze: &Maze, walk: &Walk, dir: Dir) -> Reply {
    let (mut at, mut steps) = (walk.at, 0);
    while let Some(next) = maze.next(at, dir) {
        (at, steps) = (next, steps + 1);
        let aside = [dir.turned(1), dir.turned(3)].into_iter().any(|aside| maze.next(at, aside).is_some());
        if at == maze.goal || aside {
            break;
        }
    }
    go(maze, walk, dir, steps)
}

fn go(maze: &Maze, walk: &Walk, dir: Dir, steps: usize) -> Reply {
    match steps {
        0 => step(maze, walk, dir),
        _ => Reply::Moves(vec![dir.to_string(); steps]),
    }
}

/// To a square of the same row or column, where no wall is between.
fn to(maze: &Maze, walk: &Walk, cell: Cell) -> Reply {
    for dir in Dir::ALL {
        let (mut at, mut steps) = (walk.at, 0);
        while let Some(next) = maze.next(at, dir) {
            (at, steps) = (next, steps + 1);
            if Cell::from(at) == cell {
                return go(maze, walk, dir, steps);
            }
        }
    }
    Reply::Say(format!("{} is not in line with the walker, or a wall is between", maze.grid.name(cell)))
}

impl Hand for MazeHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Maze>::of(position);
        match input {
            Input::Up => step(rules, state, Dir::Up),
            Input::Right => step(rules, state, Dir::Right),
            Input::Down => step(rules, state, Dir::Down),
            Input::Left => step(rules, state, Dir::Left),
            Input::PageUp => run(rules, state, Dir::Up),
            Input::End => run(rules, state, Dir::Right),
            Input::PageDown => run(rules, state, Dir::Down),
            Input::Home => run(rules, state, Dir::Left),
            Input::Click(cell) if (cell as usize) < rules.grid.cells() && cell != Cell::from(state.at) => {
                to(rules, state, cell)
            }
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, _position: &dyn Position) -> Vec<Mark> {
        Vec::new()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(Placed::<Maze>::of(position).state.at.into())
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "arrows", does: "walk" },
            KeyHint { keys: "home end pageup pagedown", does: "run left, right, up, down" },
        ]
    }
}
