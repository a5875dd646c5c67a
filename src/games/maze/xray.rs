//! What the estimate sees: rows and columns to the goal, as if there were no walls; and what the walls really cost.

use std::collections::VecDeque;

use super::rules::Maze;
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct DistanceRays;

impl Xray for DistanceRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules: maze, state: walk } = Placed::<Maze>::of(position);
        let floor = || (0..maze.grid.cells() as u16).filter(|&square| !maze.is_wall(square));
        let farthest = floor().map(|square| maze.distance(square)).max().unwrap_or(0);
        // A square is often no wider than a digit.
        let unit = farthest / 10 + 1;
        let figure = |square: u16| Mark::new(square.into(), MarkKind::Figure((maze.distance(square) / unit) as u16));
        let marks = floor().map(figure).collect();
        let in_units = if unit > 1 { format!(", divided by {unit}") } else { String::new() };
        let estimate = maze.distance(walk.at);
        let mut lines = vec![format!("manhattan {estimate}; digits: rows and columns to the goal{in_units}")];
        let ways: Vec<String> = maze.ways(walk.at).map(|(dir, to)| format!("{dir} {}", maze.distance(to))).collect();
        if !ways.is_empty() && walk.at != maze.goal {
            lines.push(format!("from here: {}", ways.join(", ")));
        }
        lines.push(match moves_left(maze, walk.at) {
            None => "walls shut the goal off, and the estimate does not see them".into(),
            Some(left) if left == estimate => format!("the way is {}: the estimate is exact", moves(left)),
            Some(left) => format!("the way is {}: walls cost {}", moves(left), left - estimate),
        });
        Sight { marks, lines }
    }
}

fn moves(left: u32) -> String {
    count(left.into(), "move", "moves")
}

/// How far it really is to the goal.
fn moves_left(maze: &Maze, from: u16) -> Option<u32> {
    let mut known = vec![false; maze.grid.cells()];
    let mut line = VecDeque::from([(from, 0)]);
    known[usize::from(from)] = true;
    while let Some((square, depth)) = line.pop_front() {
        if square == maze.goal {
            return Some(depth);
        }
        for (_, next) in maze.ways(square) {
            if !std::mem::replace(&mut known[usize::from(next)], true) {
                line.push_back((next, depth + 1));
            }
        }
    }
    None
}
