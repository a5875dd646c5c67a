//! What a search claims under any limit is true without it: every strategy, stopped at every node limit and after every
//! step of a small puzzle, against brute force that shares nothing with the solvers but the rules.

use std::collections::{HashMap, VecDeque};

use rompicapo::games::{Game, Position, SplitMix};
use rompicapo::search::{Answer, Engine, Outcome, Plan, Status, Value, laws};

use crate::engines::replay;
use crate::positions::{cited, starts, wander};
use crate::{Kept, hold};

/// What is true of a puzzle.
pub struct Truth {
    /// The fewest moves of a solution.
    pub shortest: Option<u64>,
    /// In how many different positions solutions end, where every position was seen.
    pub ends: Option<u64>,
}

/// A small puzzle with the truth about it.
pub type Small = (Box<dyn Position>, Truth);

/// A puzzle with more positions is too large for brute force.
const POSITIONS: usize = 3_000;

/// Breadth first over the moves of the rules; `None` where the puzzle is too large for that.
pub fn explored(start: &dyn Position) -> Option<Truth> {
    let mut seen = HashMap::from([(start.line(), 0_u64)]);
    let mut open = VecDeque::from([(start.boxed_clone(), 0_u64)]);
    let (mut shortest, mut ends) = (None, 0);
    while let Some((position, depth)) = open.pop_front() {
        if position.status() == Status::Solved {
            shortest = shortest.or(Some(depth));
            ends += 1;
            continue;
        }
        if seen.len() > POSITIONS {
            return shortest.map(|_| Truth { shortest, ends: None });
        }
        for mv in position.moves() {
            let mut next = position.boxed_clone();
            next.play(&mv).expect("a listed move is legal");
            if seen.insert(next.line(), depth + 1).is_none() {
                open.push_back((next, depth + 1));
            }
        }
    }
    Some(Truth { shortest, ends: Some(ends) })
}

/// Positions near the end of puzzles, on the way to a solution and beside it.
fn near_the_end(game: &'static dyn Game) -> Result<Vec<Small>, String> {
    let mut dice = SplitMix(41);
    let mut found = Vec::new();
    for start in starts(game, 2, &mut dice)? {
        let plan = Plan::new(start.default_strategy());
        let mut engine = start.engine(&plan).map_err(|error| error.to_string())?;
        engine.run(20_000, None);
        let moves = engine.answer().map(|answer| answer.moves).unwrap_or_default();
        let mut position = start.boxed_clone();
        for (made, mv) in moves.iter().enumerate() {
            if moves.len() - made == 3 {
                let beside = wander(&*position, 2, &mut dice)?;
                let small = beside.into_iter().filter_map(|position| Some((explored(&*position)?, position)));
                found.extend(small.map(|(truth, position)| (position, truth)));
            }
            position.play(mv).map_err(|why| format!("{mv} of a solution: {why}"))?;
        }
        if found.len() >= 8 {
            break;
        }
    }
    Ok(found)
}

pub fn true_under_limits(game: &'static dyn Game) -> Kept {
    let positions = near_the_end(game)?;
    hold!(!positions.is_empty(), "no puzzle of it has a small end");
    for (position, truth) in positions {
        stopped_everywhere(&*position, &truth)?;
    }
    Ok(())
}

/// With every strategy and every limit on nodes until it no longer matters, looked at after every step. Says how many runs that were.
pub fn stopped_everywhere(position: &dyn Position, truth: &Truth) -> Result<u64, String> {
    let mut runs = 0;
    for plan in position.game().strategies().iter().flat_map(laws::plans) {
        for (all, unique) in [(false, false), (false, true), (true, false)] {
            runs += stopped_at_each(position, &Plan { all, unique, ..plan.clone() }, truth)?;
        }
    }
    Ok(runs)
}

fn stopped_at_each(position: &dyn Position, plan: &Plan, truth: &Truth) -> Result<u64, String> {
    let mut runs = 0;
    for nodes in 1..=24 {
        let plan = Plan { nodes: Some(nodes), ..plan.clone() };
        let Ok(mut engine) = position.engine(&plan) else { break };
        runs += 1;
        for _ in 0..200 {
            let outcome = engine.run(1, None);
            let told = |why| format!("{}: {outcome:?}: {why}\n{}", cited(&plan), position.board(None));
            keeps_to_the_truth(position, &*engine, outcome, truth).map_err(told)?;
            if outcome != Outcome::MoreWork {
                break;
            }
        }
        if engine.counters().generated < nodes {
            break;
        }
    }
    Ok(runs)
}

/// Everything that is claimed at this moment.
fn keeps_to_the_truth(position: &dyn Position, engine: &dyn Engine, outcome: Outcome, truth: &Truth) -> Kept {
    let Truth { shortest, ends } = *truth;
    hold!(outcome != Outcome::Exhausted || shortest.is_none(), "{shortest:?} moves are a solution");
    if let (Some(bound), Some(shortest), None) = (engine.lower_bound(), shortest, engine.measure()) {
        hold!(bound <= shortest, "a bound of {bound} where {shortest} are enough");
    }
    let Some(answer) = engine.answer() else { return Ok(()) };
    replay(position, &answer.moves)?;
    hold!(!answer.optimal || Some(answer.length()) <= shortest, "{} is called the least", answer.length());
    ends.map_or(Ok(()), |ends| counts_truly(&answer, outcome, ends))?;
    answer.all.iter().try_for_each(|moves| replay(position, moves))
}

/// Games that call a solution the only one count the positions in which solutions end.
fn counts_truly(answer: &Answer, outcome: Outcome, ends: u64) -> Kept {
    let Some((_, value)) = answer.extra.iter().find(|(key, _)| *key == "unique") else { return Ok(()) };
    if let Value::Flag(Some(unique)) = *value {
        hold!(unique == (ends == 1), "unique is {unique} with {ends} solutions");
    }
    if let (Some(counted), Outcome::Solved) = (answer.solutions, outcome) {
        hold!(counted == ends, "{counted} are counted of {ends} solutions");
    }
    Ok(())
}
