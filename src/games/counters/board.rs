//! Printed rows: one line a move, so that a whole solution is one picture.
//!
//! The free places of a row lie under the group that has just left, so the underscores of each line are those under
//! the move of the line above. The number before a row is the move that follows it.

use std::fmt::Write;
use std::ops::Range;

use super::row::{Place, letters};
use super::rules::{Counters, State, Step};
use crate::search::Rules;

/// Columns of the move before a row.
pub fn margin(rules: &Counters, width: usize) -> usize {
    let digits = (width - 1).to_string().len();
    if rules.one_gap() { digits } else { 2 * digits + 1 }
}

/// One row, with the move that follows in the margin.
pub fn board(rules: &Counters, state: &State, next: Option<&Step>) -> String {
    let margin = margin(rules, state.row.len());
    let label = next.map(ToString::to_string).unwrap_or_default();
    format!("{label:>margin$}  {}\n", letters(&state.row))
}

/// The rows before the last `count` moves of the trail, oldest first, each with the move that was made from it; of
/// each only these places.
pub fn history(rules: &Counters, state: &State, count: usize, places: Range<usize>) -> Vec<(Vec<Place>, Step)> {
    let mut back = state.clone();
    let mut rows = Vec::new();
    while let Some(&step) = back.trail.last().filter(|_| rows.len() < count) {
        rules.undo(&mut back, &step, &());
        rows.push((back.row[places.clone()].to_vec(), step));
    }
    rows.reverse();
    rows
}

/// All rows from the start to this one.
pub fn triangle(rules: &Counters, state: &State) -> String {
    let margin = margin(rules, state.row.len());
    let mut text = String::new();
    for (row, step) in history(rules, state, usize::MAX, 0..state.row.len()) {
        let _ = writeln!(text, "{:>margin$}  {}", step.to_string(), letters(&row));
    }
    let _ = writeln!(text, "{:>margin$}  {}", "", letters(&state.row));
    text
}
