//! What a pencil finds on a Sudoku, and what the row, column and box under it still miss.

use super::hint;
use super::rules::{Layout, Sudoku, digits_in};
use super::solve;
use crate::games::digits::{ALL_DIGITS, Desk, DigitGrid as _, Filling, Hint, digit_bit, set_text};
use crate::search::Cell;

/// Nodes that a check may take before it gives up.
const QUICK_NODES: u64 = 100_000;

impl Desk for Sudoku {
    fn conflicts(&self, state: &Filling) -> Vec<Cell> {
        Sudoku::conflicts(&state.digits)
    }

    fn candidates(&self, state: &Filling) -> Result<Vec<u16>, String> {
        let mut candidates = vec![0; state.digits.len()];
        for cell in self.open_cells(state) {
            candidates[cell as usize] = self.unused(state, cell);
            if candidates[cell as usize] == 0 {
                return Err(format!("no digit is left for {}", self.place(cell)));
            }
        }
        Ok(candidates)
    }

    fn is_solvable(&self, state: &Filling) -> Option<bool> {
        solve::within(&digits_in(state), 1, QUICK_NODES).map(|found| !found.is_empty())
    }

    fn given(&self) -> Filling {
        self.start()
    }

    fn hint(&self, state: &Filling) -> Result<Hint, String> {
        hint::hint(self, state)
    }

    fn lines(&self, state: &Filling, at: Cell, mode: String, _tells_faults: bool) -> Vec<String> {
        let units = Layout::get().units_of[at as usize].map(|unit| match set_text(missing(state, unit), "") {
            none if none.is_empty() => "none".to_string(),
            digits => digits,
        });
        let missing = format!("missing: row {}, column {}, box {}", units[0], units[1], units[2]);
        let free = match state.digits[at as usize] {
            0 => format!("{mode}; free {}", set_text(self.unused(state, at), "")),
            _ => mode,
        };
        vec![free, missing]
    }
}

/// The digits that a unit misses.
fn missing(state: &Filling, unit: u8) -> u16 {
    let digits = Layout::get().units[unit as usize].iter().map(|&cell| state.digits[cell as usize]);
    digits.filter(|&digit| digit > 0).fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit))
}
