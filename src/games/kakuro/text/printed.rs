//! The classroom's printed grid: `|17\ |11\3| ?  |` rows between dash rules; `?` and `_` are white.

use std::fmt::Write as _;

use super::{Rows, clue_text, clues};
use crate::games::kakuro::grid::{Grid, Square};
use crate::games::{TextError, quoted};

pub fn read(text: &str) -> Result<Grid, TextError> {
    let mut rows = Rows::default();
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        let body = line.trim();
        if body.is_empty() || body.bytes().all(|b| b == b'-') {
            continue;
        }
        let Some(body) = body.strip_prefix('|') else {
            return Err(TextError::at(number, 1, "expected a row `|17\\ | ?  |` or a rule of dashes"));
        };
        let Some(body) = body.strip_suffix('|') else {
            return Err(TextError::at(number, line.trim_end().chars().count(), "the row must end with `|`"));
        };
        let mut column = line.chars().take_while(|c| c.is_whitespace()).count() + 2;
        for cell in body.split('|') {
            let square = square(cell.trim()).map_err(|message| TextError::at(number, column, message))?;
            rows.push(square, number, column)?;
            column += cell.chars().count() + 1;
        }
        rows.end_row(number)?;
    }
    rows.finish()
}

fn square(word: &str) -> Result<Square, String> {
    match word.as_bytes() {
        b"?" | b"_" | b"" => Ok(Square::OPEN),
        [digit @ b'1'..=b'9'] => Ok(Square::White { given: digit - b'0' }),
        _ => clues(word).unwrap_or_else(|| {
            Err(format!("`{}`: expected `?`, `_`, a digit 1 to 9, or clues such as `17\\3`", quoted(word)))
        }),
    }
}

pub fn write(grid: &Grid, digits: &[u8]) -> String {
    let cells: Vec<String> = grid.squares().iter().zip(digits).map(|(&square, &digit)| cell(square, digit)).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0).max(4);
    let rule = "-".repeat(grid.cols() * (width + 1) + 1);
    let mut out = format!("{rule}\n");
    for row in cells.chunks(grid.cols()) {
        for cell in row {
            let _ = write!(out, "|{cell:<width$}");
        }
        let _ = write!(out, "|\n{rule}\n");
    }
    out
}

fn cell(square: Square, digit: u8) -> String {
    match (square, digit) {
        (Square::Black { down: 0, right }, _) => format!(" {}", clue_text(0, right)),
        (Square::Black { down, right }, _) => clue_text(down, right),
        (Square::White { .. }, 0) => " ?".to_string(),
        (Square::White { .. }, digit) => format!(" {digit}"),
    }
}
