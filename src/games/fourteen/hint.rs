//! What a pair is good for, seen from the way that it begins, and where to look for it.

use super::deadlock;
use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use crate::games::Region;
use crate::search::{Cell, Rules as _};

/// One of the two heads: that under which the way goes on.
pub fn region(rules: &Fourteen, state: &State, way: &[Pair]) -> Option<Region> {
    let column = opened(rules, state, way).map_or(way.first()?.low as usize, |(column, _, _)| column);
    let head = rules.head(state, column)?;
    Some(Region { words: format!("column {}", column + 1), cells: vec![head as Cell] })
}

/// In words that go on from "take the 6 of column 1 and the 8 of column 3:".
pub fn reason(rules: &Fourteen, state: &State, way: &[Pair]) -> Option<String> {
    let first = *way.first()?;
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    if moves.len() == 1 {
        return Some("it is the only pair".into());
    }
    if let Some((taken, rival)) = losing_instead(rules, state, first) {
        let rank = rules.head_rank(state, rival);
        let [instead, of] = [rival + 1, taken + 1];
        return Some(format!("the {rank} of column {instead} instead of that of column {of} would lose the game"));
    }
    if let Some((column, card, partner)) = opened(rules, state, way) {
        let (rank, other) = (rules.rank(card), SUM - rules.rank(card));
        return Some(format!(
            "behind it the {rank} of column {} comes free, for the {other} of column {}",
            column + 1,
            partner + 1
        ));
    }
    let emptied = first.columns().into_iter().find(|&column| rules.height(state, column) == 1)?;
    Some(format!("it empties column {}", emptied + 1))
}

/// One of the two, and a head in whose place the game would be lost: proven by a quick look.
fn losing_instead(rules: &Fourteen, state: &State, first: Pair) -> Option<(usize, usize)> {
    let [one, other] = first.columns();
    let rivals = |column: usize, taken: usize| {
        (0..COLUMNS).filter(move |&rival| rival != taken).map(move |rival| (column, taken, rival))
    };
    let pairs = rivals(one, other).chain(rivals(other, one));
    let loses = |&(column, _, rival): &(usize, usize, usize)| {
        rules.pair(state, column, rival).is_ok_and(|pair| {
            let mut after = *state;
            rules.apply(&mut after, &pair);
            deadlock::quick_story(rules, &after).is_some()
        })
    };
    pairs.into_iter().find(loses).map(|(_, taken, rival)| (taken, rival))
}

/// The first card under the pair that the way takes: its column, the card, and the column of its partner.
fn opened(rules: &Fourteen, state: &State, way: &[Pair]) -> Option<(usize, usize, usize)> {
    let (first, rest) = way.split_first()?;
    rest.iter().find_map(|pair| {
        let [low, high] = pair.columns();
        [(low, high), (high, low)].into_iter().find_map(|(column, partner)| {
            let under = rules.left(state, column).nth(1)?;
            first.columns().contains(&column).then_some((column, under, partner))
        })
    })
}
