//! What a search over digits answers: how many solutions it may speak of, and what a solution also has.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::filling::Filling;
use super::rules::DigitGrid;
use crate::games::{Claims, Placed, Position, Puzzle};
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

/// In place of "winnable", where it is known.
pub fn uniqueness_words(unique: Option<bool>) -> Option<String> {
    unique.map(|one| if one { "one solution" } else { "several solutions" }.to_owned())
}

/// What is said of the solutions of a puzzle of digits.
pub trait Solved: DigitGrid + Puzzle<State = Filling> {
    /// What may be wrong where no cell is empty.
    const FAULT: &'static str;
    /// The grid with its digits, on one line.
    fn written(&self, digits: &[u8]) -> String;
}

/// The claims of a puzzle of digits: each cell is filled once, and the solved grid is told.
pub struct Answers<G>(PhantomData<fn() -> G>);

impl<G> Answers<G> {
    pub const OF: Answers<G> = Answers(PhantomData);
}

impl<G: Solved> Claims for Answers<G> {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let (grid, state) = Placed::<G>::parts(position);
        Some(match grid.open_cells(state).count() {
            0 => G::FAULT.to_owned(),
            open => count(open as u64, "empty cell", "empty cells"),
        })
    }

    /// A player may write, overwrite and take notes; a solution fills each cell once.
    fn fault(&self, start: &dyn Position, moves: &[String]) -> Option<String> {
        let mut written = BTreeSet::new();
        let repeated = moves.iter().find(|mv| !written.insert(mv.split('=').next()));
        if let Some(mv) = repeated {
            return Some(format!("{mv} writes into a cell that has its digit already"));
        }
        let (grid, state) = Placed::<G>::parts(start);
        let open = grid.open_cells(state).count();
        (open != moves.len()).then(|| format!("{} moves for {open} cells", moves.len()))
    }

    /// The grid that the moves of a solution lead to, where the rules let them pass.
    fn extras(&self, start: &dyn Position, moves: &[String]) -> Vec<(&'static str, Value)> {
        let mut end = start.boxed_clone();
        if moves.iter().any(|mv| end.play(mv).is_err()) {
            return Vec::new();
        }
        let (grid, state) = Placed::<G>::parts(&*end);
        vec![("grid", Value::Text(grid.written(&state.digits)))]
    }

    fn are_all_of_one_length(&self) -> bool {
        true
    }
}
