//! What a search over digits answers: how many solutions it may speak of, and what a solution also has.

use std::collections::BTreeSet;

use super::filling::Filling;
use super::rules::DigitGrid;
use crate::games::{Placed, Position, Puzzle};
use crate::search::{Outcome, Plan, Value, count, listed_bytes};

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

/// The grid that the moves of a solution lead to, where the rules let them pass.
pub fn solved_grid<G: DigitGrid + Puzzle<State = Filling>>(
    start: &dyn Position,
    moves: &[String],
    written: impl Fn(&G, &[u8]) -> String,
) -> Vec<(&'static str, Value)> {
    let mut end = start.boxed_clone();
    if moves.iter().any(|mv| end.play(mv).is_err()) {
        return Vec::new();
    }
    let (grid, state) = Placed::<G>::parts(&*end);
    vec![("grid", Value::Text(written(grid, &state.digits)))]
}

/// In place of "winnable", where it is known.
pub fn uniqueness_words(unique: Option<bool>) -> Option<String> {
    unique.map(|one| if one { "one solution" } else { "several solutions" }.to_owned())
}

/// What is missing to a solution: empty cells, or what is wrong where none is empty.
pub fn missing<G: DigitGrid + Puzzle<State = Filling>>(position: &dyn Position, fault: &str) -> String {
    let (grid, state) = Placed::<G>::parts(position);
    match grid.open_cells(state).count() {
        0 => fault.to_owned(),
        open => count(open as u64, "empty cell", "empty cells"),
    }
}

/// A player may write, overwrite and take notes; a solution fills each cell once.
pub fn fault<G: DigitGrid + Puzzle<State = Filling>>(start: &dyn Position, moves: &[String]) -> Option<String> {
    let mut written = BTreeSet::new();
    let repeated = moves.iter().find(|mv| !written.insert(mv.split('=').next()));
    if let Some(mv) = repeated {
        return Some(format!("{mv} writes into a cell that has its digit already"));
    }
    let (grid, state) = Placed::<G>::parts(start);
    let open = grid.open_cells(state).count();
    (open != moves.len()).then(|| format!("{} moves for {open} cells", moves.len()))
}
