//! Why the way goes where it does, and where to look for it.

use super::rules::{Dir, Maze, Walk};
use crate::games::Region;

/// The first square of a way at which there is something to choose: here, or ahead; the last one where there is none.
struct Place {
    at: u16,
    /// The ways there that are not taken, but for the one by which one comes.
    others: Vec<(Dir, u16)>,
}

fn place(maze: &Maze, walk: &Walk, way: &[Dir]) -> Place {
    let (mut at, mut from) = (walk.at, None);
    for &dir in way {
        let others: Vec<_> = maze.ways(at).filter(|&(other, next)| other != dir && Some(next) != from).collect();
        if !others.is_empty() {
            return Place { at, others };
        }
        let Some(next) = maze.next(at, dir) else { break };
        (at, from) = (next, Some(at));
    }
    Place { at, others: Vec::new() }
}

pub fn region(maze: &Maze, walk: &Walk, way: &[Dir]) -> Region {
    let Place { at, others } = place(maze, walk, way);
    let name = maze.grid.name(at.into());
    let words = match others.as_slice() {
        [] if at == maze.goal => format!("the goal, {name}: the way there does not fork"),
        [] => format!("{name}: the way there does not fork"),
        _ if at == walk.at => "the ways from where you stand".into(),
        _ => format!("{name}, where the way forks"),
    };
    let ways = maze.ways(at).map(|(_, next)| next.into());
    Region { words, cells: std::iter::once(at.into()).chain(ways).collect() }
}

/// In words that go on from the move's own, of the place where one was told to look.
pub fn reason(maze: &Maze, walk: &Walk, way: &[Dir]) -> String {
    let Place { at, others } = place(maze, walk, way);
    if others.is_empty() {
        return "there is no other way".into();
    }
    let leads = |&&(_, next): &&(Dir, u16)| reaches_goal(maze, next, at);
    let is_here = at == walk.at;
    let words = match others.iter().find(leads) {
        Some((dir, _)) => format!("{} leads to the goal too, but not sooner", dir.word()),
        None => {
            let words: Vec<&str> = others.iter().map(|(dir, _)| dir.word()).collect();
            let lead = if words.len() == 1 { "leads" } else { "lead" };
            format!("{} {lead} only back{}", words.join(" and "), if is_here { " here" } else { "" })
        }
    };
    if is_here { words } else { format!("at {} {words}", maze.grid.name(at.into())) }
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
