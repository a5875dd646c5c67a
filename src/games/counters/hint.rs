//! What a move is good for, seen from the way that it begins, and where to look for it.

use super::rules::{Counters, State, Step};
use crate::games::Region;
use crate::search::{Cell, Rules as _, count};

pub fn region(rules: &Counters, way: &[Step]) -> Option<Region> {
    let from = way.first()?.from;
    let cells = (from..from + rules.k as u32).map(|place| place as Cell).collect();
    Some(Region { words: format!("the group at place {from}"), cells })
}

/// In words that go on from the move's own. Sorting a row is making equal neighbours, so those are counted.
pub fn reason(rules: &Counters, state: &State, way: &[Step]) -> Option<String> {
    let (mut row, now) = (state.clone(), state.pairs());
    let mut pairs = Vec::new();
    for step in way {
        rules.apply(&mut row, step);
        pairs.push(row.pairs());
        if rules.is_solved(&row) {
            break;
        }
    }
    match pairs.as_slice() {
        [] => None,
        [_] if rules.is_solved(&row) => Some("it is the last move".into()),
        [first, ..] if *first > now => Some(format!("equal neighbours grow from {now} to {first}")),
        [first, rest @ ..] => {
            let later = rest.iter().position(|&pairs| pairs > now)?;
            let now = if *first < now { format!("fall from {now} to {first}") } else { format!("stay {now}") };
            let moves = count(later as u64 + 1, "move", "moves");
            let are = if rest[later] == 1 { "is" } else { "are" };
            Some(format!("equal neighbours {now}, but {moves} later there {are} {}", rest[later]))
        }
    }
}
