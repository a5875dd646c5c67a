//! The player's hand: a pencil, and what the row, column and box under the cursor still miss.

use super::hint;
use super::rules::{Layout, Sudoku, digits_in};
use super::solve;
use crate::games::digits::{ALL_DIGITS, Desk, DigitGrid as _, Filling, Hint, Pencil, digit_bit, set_text};
use crate::games::{Hand, HintLevel, Input, KeyHint, Placed, Position, Reply, Settings};
use crate::search::{Cell, Mark};

/// Nodes that a check may take before it gives up.
const QUICK_NODES: u64 = 100_000;

pub struct SudokuHand {
    pencil: Pencil,
}

impl SudokuHand {
    pub fn new(settings: &Settings) -> SudokuHand {
        SudokuHand { pencil: Pencil::new(settings) }
    }
}

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
}

/// The digits that a unit misses.
fn missing(state: &Filling, unit: u8) -> u16 {
    let digits = Layout::get().units[unit as usize].iter().map(|&cell| state.digits[cell as usize]);
    digits.filter(|&digit| digit > 0).fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit))
}

impl Hand for SudokuHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Sudoku>::of(position);
        match self.pencil.moved(&**rules, input) {
            Some(reply) => reply,
            None => self.pencil.write(&**rules, state, input),
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Sudoku>::of(position);
        self.pencil.marks(&**rules, state)
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.pencil.at(&*Placed::<Sudoku>::of(position).rules))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Sudoku>::of(position);
        let at = self.pencil.at(&**rules);
        let units = Layout::get().units_of[at as usize].map(|unit| match set_text(missing(state, unit), "") {
            none if none.is_empty() => "none".to_string(),
            digits => digits,
        });
        let missing = format!("missing: row {}, column {}, box {}", units[0], units[1], units[2]);
        let mode = self.pencil.mode(&**rules, state);
        let free = match state.digits[at as usize] {
            0 => format!("{mode}; free {}", set_text(rules.unused(state, at), "")),
            _ => mode,
        };
        vec![free, missing]
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.pencil.keys()
    }

    fn wants(&self, c: char) -> bool {
        Pencil::wants(c)
    }

    fn settings(&self) -> Settings {
        self.pencil.settings()
    }

    fn hint(&mut self, position: &dyn Position, level: HintLevel) -> Option<Reply> {
        let Placed { rules, state } = Placed::<Sudoku>::of(position);
        Some(self.pencil.hint(&**rules, state, level))
    }
}
