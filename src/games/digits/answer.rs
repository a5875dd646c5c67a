//! What a search over digits answers: how many solutions it may speak of, and what a solution also has.

use crate::search::{Outcome, Plan, Value, listed_bytes};

/// What a search may say of the number of solutions: several as soon as it has met two, one only where it was asked and
/// ran to its end. A search that a limit stopped after its first solution knows nothing.
pub fn uniqueness(found: usize, plan: &Plan, outcome: Option<Outcome>) -> Option<bool> {
    match found {
        0 => None,
        1 => ((plan.unique || plan.all) && outcome == Some(Outcome::Solved)).then_some(true),
        _ => Some(false),
    }
}

/// How many solutions a search looks for. All of them are kept in memory, `bytes_each` while it runs and as moves in the
/// answer, so that is what bounds their number.
pub fn wanted(plan: &Plan, bytes_each: usize, cells: usize) -> usize {
    match (plan.all, plan.unique) {
        (true, _) => (plan.memory / (bytes_each + listed_bytes(cells))).max(2),
        (false, unique) => 1 + usize::from(unique),
    }
}

/// What a solution also has: `unique`, where it was asked for, and the solved grid.
pub fn extra(unique: Option<bool>, grid: String) -> Vec<(&'static str, Value)> {
    vec![("unique", Value::Flag(unique)), ("grid", Value::Text(grid))]
}

/// In place of "winnable", where it is known.
pub fn uniqueness_words(unique: Option<bool>) -> Option<String> {
    unique.map(|one| if one { "one solution" } else { "several solutions" }.to_owned())
}
