//! Rows of cells between blanks; rows end at a line break or a `/`.

use super::{Rows, clue_text, clues};
use crate::games::kakuro::grid::{Grid, Square};
use crate::games::{TextError, quoted};

pub fn read(text: &str) -> Result<Grid, TextError> {
    let mut rows = Rows::default();
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        let mut column = 1;
        for part in line.split('/') {
            read_row(part, number, column, &mut rows)?;
            rows.end_row(number)?;
            column += part.chars().count() + 1;
        }
    }
    rows.finish()
}

fn read_row(part: &str, line: usize, first_column: usize, rows: &mut Rows) -> Result<(), TextError> {
    let mut column = first_column;
    for piece in part.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if !word.is_empty() {
            let square = square(word).map_err(|message| TextError::at(line, column, message))?;
            rows.push(square, line, column)?;
        }
        column += piece.chars().count();
    }
    Ok(())
}

fn square(word: &str) -> Result<Square, String> {
    match word.as_bytes() {
        b"." => Ok(Square::OPEN),
        b"#" => Ok(Square::BLANK),
        [digit @ b'1'..=b'9'] => Ok(Square::White { given: digit - b'0' }),
        _ => clues(word).unwrap_or_else(|| {
            Err(format!("`{}`: expected `.`, `#`, a digit 1 to 9, or clues such as `17\\3`", quoted(word)))
        }),
    }
}

pub fn write(grid: &Grid, digits: &[u8], between: &str) -> String {
    let rows = grid.squares().chunks(grid.cols()).zip(digits.chunks(grid.cols()));
    let rows = rows.map(|(squares, digits)| {
        let words = squares.iter().zip(digits).map(|(&square, &digit)| match (square, digit) {
            (Square::Black { down: 0, right: 0 }, _) => "#".to_string(),
            (Square::Black { down, right }, _) => clue_text(down, right),
            (Square::White { .. }, 0) => ".".to_string(),
            (Square::White { .. }, digit) => digit.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join(between)
}
