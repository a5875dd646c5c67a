//! Why the way goes where it does, and where to look for it.

use super::rules::{Dir, Maze, Walk};
use crate::games::Region;

/// The square of the way at which there is something to choose: here, or ahead.
fn fork(maze: &Maze, walk: &Walk, way: &[Dir]) -> Option<u16> {
    let mut at = walk.at;
    for (n, &dir) in way.iter().enumerate() {
        // Ahead, one of the ways is that by which one comes.
        let ways = maze.ways(at).count() - usize::from(n > 0);
        if ways > 1 {
            return Some(at);
        }
        at = maze.next(at, dir)?;
    }
    None
}

pub fn region(maze: &Maze, walk: &Walk, way: &[Dir]) -> Option<Region> {
    let at = fork(maze, walk, way)?;
    let words = match at {
        at if at == walk.at => "the ways from where you stand".into(),
        at => format!("{}, where the way forks", maze.grid.name(at.into())),
    };
    let ways = maze.ways(at).map(|(_, next)| next.into());
    Some(Region { words, cells: std::iter::once(at.into()).chain(ways).collect() })
}

/// In words that go on from the move's own.
pub fn reason(maze: &Maze, walk: &Walk, first: Dir) -> String {
    let others: Vec<(Dir, u16)> = maze.ways(walk.at).filter(|&(dir, _)| dir != first).collect();
    let leads = |&&(_, next): &&(Dir, u16)| reaches_goal(maze, next, walk.at);
    match others.as_slice() {
        [] => "there is no other way".into(),
        others => match others.iter().find(leads) {
            Some((dir, _)) => format!("{} leads to the goal too, but not sooner", dir.word()),
            None => {
                let words: Vec<&str> = others.iter().map(|(dir, _)| dir.word()).collect();
                let lead = if words.len() == 1 { "leads" } else { "lead" };
                format!("{} {lead} only back here", words.join(" and "))
            }
        },
    }
}

/// Whether the goal is reached from a square without passing another one.
fn reaches_goal(maze: &Maze, from: u16, without: u16) -> bool {
    let mut met = vec![false; maze.grid.cells()];
    met[usize::from(without)] = true;
    met[usize::from(from)] = true;
    let mut waiting = vec![from];
    while let Some(square) = waiting.pop() {
        if square == maze.goal {
            return true;
        }
        for (_, next) in maze.ways(square) {
            if !std::mem::replace(&mut met[usize::from(next)], true) {
                waiting.push(next);
            }
        }
    }
    false
}
