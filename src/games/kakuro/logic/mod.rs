//! The strategy `logic`: a human's ladder of techniques, from unique sums to cut arithmetic, a sentence for each step.

mod cut;
mod engine;
mod rate;
mod sheet;
mod smallest;
mod techniques;
mod words;
mod worksheet;

pub use engine::{TOGGLES, engine};
pub use rate::{hint, rate};
pub use sheet::Sheet;
pub use worksheet::Worksheet;

use super::rules::{DigitGrid as _, Filling, Kakuro, digit_bit};
use super::sums::{ANY_SUM, Sums};
pub use crate::games::digits::Level;

/// The rungs of the ladder, from the easiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Technique {
    /// A cell with one candidate left.
    Single,
    /// The last open cell of a run.
    LastCell,
    /// A run whose open cells can only have one set of digits.
    UniqueSum,
    /// Digits that are in no set of a run, whatever crosses it.
    Crossing,
    /// Sets of digits that the candidates of the cells rule out.
    Combinations,
    /// Two or three cells that share as many candidates; digits that a run needs and only as many cells can have.
    Subsets,
    /// What the smallest and largest of the other cells leave.
    Bounds,
    /// The sum of a region across against the sum of its runs down.
    Cut,
    /// Candidates without any filling of the run.
    Consistency,
}

impl crate::games::digits::Technique for Technique {
    const LADDER: &'static [Technique] = &[
        Technique::Single,
        Technique::LastCell,
        Technique::UniqueSum,
        Technique::Crossing,
        Technique::Combinations,
        Technique::Subsets,
        Technique::Bounds,
        Technique::Cut,
        Technique::Consistency,
    ];

    fn rung(self) -> usize {
        self as usize
    }

    fn name(self) -> &'static str {
        match self {
            Technique::Single => "single",
            Technique::LastCell => "last cell",
            Technique::UniqueSum => "unique sum",
            Technique::Crossing => "crossing",
            Technique::Combinations => "combinations",
            Technique::Subsets => "subsets",
            Technique::Bounds => "bounds",
            Technique::Cut => "cut arithmetic",
            Technique::Consistency => "run consistency",
        }
    }

    fn level(self) -> Level {
        match self {
            Technique::Single | Technique::LastCell | Technique::UniqueSum | Technique::Crossing => Level::Easy,
            Technique::Combinations | Technique::Subsets => Level::Medium,
            Technique::Bounds | Technique::Cut => Level::Hard,
            Technique::Consistency => Level::Expert,
        }
    }
}

/// Candidates by square number as the clues and the digits placed in each run leave them, without any deduction from
/// one cell to another: what automatic notes show. `None` where an empty cell has none.
pub fn run_candidates(rules: &Kakuro, state: &Filling) -> Option<Vec<u16>> {
    let mut candidates = vec![0; state.digits.len()];
    for cell in (0..state.digits.len() as u32).filter(|&cell| rules.grid.is_white(cell)) {
        if state.digits[cell as usize] > 0 {
            continue;
        }
        let mut set = rules.unused(state, cell);
        for run in rules.runs_of(cell) {
            let digits = run.cells.iter().map(|&cell| state.digits[cell as usize]).filter(|&digit| digit > 0);
            let (mut used, mut sum, mut open) = (0, 0u8, run.cells.len());
            for digit in digits {
                used |= digit_bit(digit);
                sum += digit;
                open -= 1;
            }
            let rest = if run.sum == 0 { ANY_SUM } else { run.sum.checked_sub(sum)? as usize };
            set &= Sums::get().usable(open, rest, super::rules::ALL_DIGITS & !used);
        }
        if set == 0 {
            return None;
        }
        candidates[cell as usize] = set;
    }
    Some(candidates)
}

#[cfg(test)]
mod tests;
