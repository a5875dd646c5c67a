//! What propagation sees: the digits that each cell may still have, and the ways that are left to fill each run.

use super::filter::whole;
use super::grid::Run;
use super::logic::run_candidates;
use super::rules::Kakuro;
use super::sums::{ANY_SUM, Sums};
use crate::games::digits::Filling;
use crate::games::digits::view::SHORT_NOTES;
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count, grouped};

pub struct RunRays;

/// Runs that are told of, those with the fewest ways first.
const MOST_RUNS: usize = 6;

impl Xray for RunRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let candidates = run_candidates(rules, state);
        match candidates.and_then(|candidates| supported(rules, state, &candidates)) {
            Some(candidates) => see(rules, state, &candidates),
            None => Sight { lines: vec!["a cell has no digit left".into()], ..Sight::default() },
        }
    }

    fn with_candidates(&self, position: &dyn Position, candidates: &[(u32, u16)]) -> Vec<String> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let mut sets = vec![0; state.digits.len()];
        for &(cell, set) in candidates {
            sets[cell as usize] = set;
        }
        ways_left(rules, state, &sets)
    }
}

fn see(rules: &Kakuro, state: &Filling, candidates: &[u16]) -> Sight {
    let open = (0_u32..).zip(candidates).filter(|(_, set)| **set != 0);
    let marks = open.map(|(cell, &set)| Mark::new(cell, MarkKind::Candidates(set))).collect();
    let mut lines = ways_left(rules, state, candidates);
    lines.push(format!("after one look at each run by itself; {SHORT_NOTES}"));
    Sight { marks, lines }
}

/// The candidates of a run's cells; a digit that is written is the only one.
fn sets<'a>(state: &'a Filling, run: &'a Run, candidates: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
    run.cells.iter().map(|&cell| match state.digits[cell as usize] {
        0 => candidates[cell as usize],
        digit => 1 << (digit - 1),
    })
}

/// The digits that the permutations of both runs have at each cell; `None` where a cell has none.
fn supported(rules: &Kakuro, state: &Filling, candidates: &[u16]) -> Option<Vec<u16>> {
    let mut shown = candidates.to_vec();
    for run in &rules.runs {
        let mut left: Vec<u16> = sets(state, run, candidates).collect();
        let sum = if run.sum == 0 { ANY_SUM } else { run.sum.into() };
        if !whole(Sums::get(), &mut left, sum) {
            return None;
        }
        for (&cell, left) in run.cells.iter().zip(left).filter(|(cell, _)| state.digits[**cell as usize] == 0) {
            shown[cell as usize] &= left;
            if shown[cell as usize] == 0 {
                return None;
            }
        }
    }
    Some(shown)
}

/// The runs that can be filled in the fewest ways.
fn ways_left(rules: &Kakuro, state: &Filling, candidates: &[u16]) -> Vec<String> {
    let open = rules.runs.iter().filter(|run| run.cells.iter().any(|&cell| state.digits[cell as usize] == 0));
    let mut runs: Vec<(u64, String)> =
        open.map(|run| (ways(sets(state, run, candidates), run.sum.into()), rules.grid.run_name(run))).collect();
    if runs.is_empty() {
        return vec!["every cell has its digit".into()];
    }
    runs.sort();
    let (left, all) = (runs.len().saturating_sub(MOST_RUNS), runs.len());
    let mut lines =
        vec![format!("candidates in the cells; permutations of {}:", count(all as u64, "open run", "open runs"))];
    let told = runs.iter().take(MOST_RUNS).map(|(ways, name)| format!("{name}: {}", grouped(*ways)));
    lines.push(told.collect::<Vec<_>>().join("; ") + if left > 0 { "; more elsewhere" } else { "" });
    lines
}

/// In how many ways cells can have different digits of these sets with this sum; 0 is any sum.
fn ways(sets: impl Iterator<Item = u16>, sum: usize) -> u64 {
    let mut by_used = vec![0_u64; 512];
    by_used[0] = 1;
    for set in sets {
        let mut next = vec![0; 512];
        for (used, &ways) in by_used.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            for digit in (0..9).filter(|digit| set >> digit & 1 == 1 && used >> digit & 1 == 0) {
                next[used | 1 << digit] += ways;
            }
        }
        by_used = next;
    }
    let is_right = |used: usize| {
        sum == 0 || (0..9).filter(|digit| used >> digit & 1 == 1).map(|digit| digit + 1).sum::<usize>() == sum
    };
    by_used.iter().enumerate().filter(|(used, _)| is_right(*used)).map(|(_, ways)| ways).sum()
}

#[cfg(test)]
mod tests {
    use super::ways;

    #[test]
    fn ways_are_orders_of_different_digits_with_the_sum() {
        assert_eq!(ways([0x1ff, 0x1ff].into_iter(), 3), 2, "1 2 and 2 1");
        assert_eq!(ways([0x1ff, 0x1ff].into_iter(), 4), 2, "1 3 and 3 1, not 2 2");
        assert_eq!(ways([0x1ff; 9].into_iter(), 45), 362_880);
        assert_eq!(ways([0b1, 0x1ff, 0b10].into_iter(), 9), 1, "1 6 2");
        assert_eq!(ways([0b11, 0b11].into_iter(), 0), 2, "any sum");
    }
}
