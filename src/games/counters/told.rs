//! Words for a puzzle that is played otherwise than the plain one, and for lists of places.

use super::rules::Counters;

/// From so many places on only the first and the last are told.
const LISTED: usize = 8;

/// The rules of a puzzle that moves more than two counters, turns them, or has more room than it moves.
pub fn own_rules(rules: &Counters) -> Option<String> {
    let k = spelled(rules.k);
    is_own(rules).then(|| {
        let turning = if rules.reversed {
            "which turn around on their way: the last comes first"
        } else {
            "without turning them"
        };
        let room = if rules.one_gap() { "the free places".into() } else { format!("any {k} free places side by side") };
        format!(
            "A row of counters, A and B, and {free} free places. A move takes {k} counters that lie side by side, {turning}, into \
             {room}. In as few moves as possible the row shall become what its goal says: the colours \
             sorted, and the free places where the goal has them.",
            free = spelled(rules.free),
        )
    })
}

/// The same in two lines.
pub fn own_gist(rules: &Counters) -> Option<String> {
    let k = spelled(rules.k);
    is_own(rules).then(|| {
        let how = if rules.reversed { "turned around" } else { "as they stand" };
        let room = if rules.one_gap() { "the gap".into() } else { format!("{k} free places") };
        format!("Move {k} neighbours at a time into {room}, {how}, until the colours are sorted as the goal says.")
    })
}

/// What a move is, under a board that is fresh.
pub fn own_move(rules: &Counters) -> Option<String> {
    is_own(rules).then(|| {
        let turned = if rules.reversed { ", turned around" } else { "" };
        let room = if rules.one_gap() { "the gap".into() } else { format!("{} free places", rules.k) };
        format!("each move takes {} counters to {room}{turned}", rules.k)
    })
}

fn is_own(rules: &Counters) -> bool {
    rules.k != 2 || rules.reversed || !rules.one_gap()
}

/// As a word where it is a small number.
fn spelled(number: usize) -> String {
    let word = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].get(number);
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// "0, 1 or 2"
pub fn either(places: &[usize]) -> String {
    match places {
        [] => "no place".into(),
        [only] => only.to_string(),
        [first, .., last] if places.len() > LISTED => format!("one of {} places from {first} to {last}", places.len()),
        [before @ .., last] => {
            format!("{} or {last}", before.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}
