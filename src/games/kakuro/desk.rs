//! What a pencil finds on a Kakuro, and the helper for the runs under it.

use super::grid::Run;
use super::logic;
use super::rules::{Filling, Kakuro, digit_bit, set_text};
use super::sums::Sums;
use crate::games::digits::{Desk, Hint};
use crate::search::{Cell, count};

impl Desk for Kakuro {
    fn conflicts(&self, state: &Filling) -> Vec<Cell> {
        Kakuro::conflicts(self, state)
    }

    fn candidates(&self, state: &Filling) -> Result<Vec<u16>, String> {
        logic::run_candidates(self, state).ok_or_else(|| "no candidates: some run has no filling left".into())
    }

    fn is_solvable(&self, state: &Filling) -> Option<bool> {
        self.fillings(state, 1).map(|found| !found.is_empty())
    }

    fn given(&self) -> Filling {
        self.start()
    }

    fn hint(&self, state: &Filling) -> Result<Hint, String> {
        logic::hint(self, state)
    }

    fn lines(&self, state: &Filling, at: Cell, mode: String, tells_faults: bool) -> Vec<String> {
        std::iter::once(mode).chain(self.runs_of(at).iter().map(|run| helper(state, run, tells_faults))).collect()
    }
}

/// "Across 16 in 4 cells, 9 left in 2: digits 18 27 36": the digit sets that the open cells of a run can still have. What is
/// wrong with it is told only to who wants to see conflicts as they arise.
fn helper(state: &Filling, run: &Run, tells_faults: bool) -> String {
    let digits: Vec<u8> = run.cells.iter().map(|&cell| state.digits[cell as usize]).filter(|&d| d > 0).collect();
    let used = digits.iter().fold(0, |set, &digit| set | digit_bit(digit));
    let (sum, open) = (digits.iter().sum::<u8>(), run.cells.len() - digits.len());
    let word = run.direction.word();
    if run.sum == 0 {
        return format!("{word}: no clue, {}", count(run.cells.len() as u64, "cell", "cells"));
    }
    let head = format!("{word} {} in {}", run.sum, count(run.cells.len() as u64, "cell", "cells"));
    let fault = |words: String| if tells_faults { format!("{head}: {words}") } else { head.clone() };
    let twice = digits.iter().enumerate().find(|&(n, digit)| digits[..n].contains(digit));
    if let Some((_, digit)) = twice {
        return fault(format!("{digit} stands twice"));
    }
    if open == 0 {
        let makes = if sum == run.sum { "right".into() } else { format!("makes {sum}") };
        return if tells_faults { fault(format!("full, {makes}")) } else { format!("{head}: full") };
    }
    if sum > run.sum {
        return fault(format!("{} too many", sum - run.sum));
    }
    let rest = (run.sum - sum) as usize;
    let sets = Sums::get().sets(open, rest).iter().filter(|&&set| set & used == 0);
    let mut sets: Vec<String> = sets.map(|&set| set_text(set, "")).collect();
    sets.sort();
    let left = if digits.is_empty() { String::new() } else { format!(", {rest} left in {open}") };
    if sets.is_empty() {
        return if tells_faults { format!("{head}{left}: no digits fit") } else { format!("{head}{left}") };
    }
    format!("{head}{left}: digits {}", sets.join(" "))
}
