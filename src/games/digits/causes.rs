//! Which placements make a position wrong.

use super::filling::{Filling, placements};
use crate::search::{Cell, count};

/// Takes placements away as long as something stays wrong: the `suspects` that are left cause it. Gives back what is
/// wrong then.
pub fn causes<W>(tried: &mut Filling, suspects: &mut Vec<Cell>, wrong: W, find: impl Fn(&Filling) -> Option<W>) -> W {
    let mut wrong = wrong;
    suspects.retain(|&cell| {
        let digit = std::mem::take(&mut tried.digits[cell as usize]);
        if let Some(other) = find(tried) {
            wrong = other;
            return false;
        }
        tried.digits[cell as usize] = digit;
        true
    });
    wrong
}

/// Placements beyond this many are only counted.
const LISTED: usize = 6;

/// "no digit is left for r1c2 with r1c3=4, r2c2=5 and 3 more"; nothing is added where there are none.
pub fn with_placements(what: &str, cols: usize, state: &Filling, cells: &[Cell]) -> String {
    if cells.is_empty() {
        return what.to_string();
    }
    let list = placements(cols, &cells[..cells.len().min(LISTED)], &state.digits).join(", ");
    match cells.len().saturating_sub(LISTED) {
        0 => format!("{what} with {list}"),
        more => format!("{what} with {list} and {more} more"),
    }
}

/// "in 1 step: ", "in 3 steps, first: ", before what the first step says: what is wrong is not seen on the board at once.
pub fn follows_in(steps: usize) -> String {
    let first = if steps > 1 { ", first" } else { "" };
    format!("in {}{first}: ", count(steps as u64, "step", "steps"))
}
