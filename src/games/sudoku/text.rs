//! The text forms: 81 characters on a line, and the grid with optional rules between boxes. Each is read and written,
//! and a malformed one is told with its place.

use super::rules::{CELLS, Digits, SIDE, Sudoku};
use super::solve;
use crate::games::{Form, Placed, TextError, quoted};

pub const FORMS: &[Form] = &[
    Form::new("line", "81 characters row by row: a digit, or `.` for an empty cell", |position| {
        Some(position.line() + "\n")
    }),
    Form::new("grid", "a row a line, rules between the boxes", |position| {
        let (_, state) = Placed::<Sudoku>::parts(position);
        Some(grid(&state.digits))
    }),
    Form::shown("solution", "the solved grid, in the form `grid`", |position| {
        let (rules, _) = Placed::<Sudoku>::parts(position);
        Some(grid(&solve::solutions(&rules.givens, 1).first()?.digits))
    }),
];

/// Cells as they are read, with the places where their rows begin.
#[derive(Default)]
struct Rows {
    digits: Vec<u8>,
    /// How many cells each line had, and its number.
    lines: Vec<(usize, usize)>,
}

/// Reads any of the forms: 81 cells on one line, or nine lines (or parts between `/`) of nine cells.
pub fn read(text: &str) -> Result<Digits, TextError> {
    let mut rows = Rows::default();
    for (i, line) in text.lines().enumerate() {
        let mut column = 1;
        for part in line.split('/') {
            rows.read(part, i + 1, column)?;
            column += part.chars().count() + 1;
        }
    }
    rows.finish()
}

fn is_rule(text: &str) -> bool {
    text.contains(['-', '=']) && text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | ' ' | '\t'))
}

impl Rows {
    fn read(&mut self, text: &str, line: usize, first_column: usize) -> Result<(), TextError> {
        if is_rule(text) {
            return Ok(());
        }
        let before = self.digits.len();
        for (i, sign) in text.chars().enumerate() {
            let digit = match sign {
                '.' | '0' => 0,
                '1'..='9' => sign as u8 - b'0',
                '|' => continue,
                _ if sign.is_whitespace() => continue,
                _ => {
                    let message = format!(
                        "`{sign}`: expected a digit 1 to 9, or `.` or `0` for an empty cell",
                        sign = quoted(sign)
                    );
                    return Err(TextError::at(line, first_column + i, message));
                }
            };
            if self.digits.len() == CELLS {
                return Err(TextError::at(line, first_column + i, format!("a cell too many: expected {CELLS}")));
            }
            self.digits.push(digit);
        }
        if self.digits.len() > before {
            self.lines.push((self.digits.len() - before, line));
        }
        Ok(())
    }

    fn finish(self) -> Result<Digits, TextError> {
        match self.lines[..] {
            [] => return Err(TextError::whole("nothing here: expected 81 cells, on one line or on nine")),
            [(CELLS, _)] => {}
            [(cells, line)] => {
                return Err(TextError::at(line, 0, format!("{cells} cells: expected 81 on one line, or nine rows")));
            }
            _ => {
                if let Some(&(cells, line)) = self.lines.iter().find(|&&(cells, _)| cells != SIDE) {
                    return Err(TextError::at(line, 0, format!("a row of {cells} cells: expected 9")));
                }
                if self.lines.len() < SIDE {
                    let message = format!("{} rows of nine cells: expected 9", self.lines.len());
                    return Err(TextError::whole(message));
                }
            }
        }
        let mut digits = [0; CELLS];
        digits.copy_from_slice(&self.digits);
        Ok(digits)
    }
}

fn sign(digit: u8) -> char {
    if digit == 0 { '.' } else { char::from(b'0' + digit) }
}

/// 81 characters.
pub fn line(digits: &[u8]) -> String {
    digits.iter().map(|&digit| sign(digit)).collect()
}

const RULE: &str = "------+-------+------\n";

/// A row a line, rules between the boxes.
pub fn grid(digits: &[u8]) -> String {
    let mut text = String::new();
    for (row, digits) in digits.chunks(SIDE).enumerate() {
        if row == 3 || row == 6 {
            text.push_str(RULE);
        }
        let boxes =
            digits.chunks(3).map(|part| part.iter().map(|&d| sign(d).to_string()).collect::<Vec<_>>().join(" "));
        text.push_str(&boxes.collect::<Vec<_>>().join(" | "));
        text.push('\n');
    }
    text
}

/// The printed board: the grid with an underscore before the cell that the next move fills.
pub fn board(digits: &[u8], next: Option<usize>) -> String {
    let mut text = String::new();
    for (row, digits) in digits.chunks(SIDE).enumerate() {
        if row == 3 || row == 6 {
            text.push_str(" ------+------+------\n");
        }
        for (col, &digit) in digits.iter().enumerate() {
            if col == 3 || col == 6 {
                text.push('|');
            }
            text.push(if next == Some(row * SIDE + col) { '_' } else { ' ' });
            text.push(sign(digit));
        }
        text.push('\n');
    }
    text
}
