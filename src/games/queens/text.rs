//! Boards as text: a row of `Q` and `.` a line (or between `/`), and the printed board, which is read as well.

use super::rules::{Board, LARGEST, Place, Queens};
use crate::games::{TextError, quoted};
use crate::search::Rules;

/// Reads a board; the rows with queens are the upper ones.
pub fn read(text: &str) -> Result<(Queens, Board), TextError> {
    let text = text.trim_end();
    // One row too many is enough to know.
    let rows: Vec<&str> =
        text.lines().flat_map(|line| line.split('/')).map(str::trim).take(usize::from(LARGEST) + 1).collect();
    let size = rows.len();
    if text.is_empty() || size > usize::from(LARGEST) {
        return Err(TextError::whole(format!("expected 1 to {LARGEST} rows of `Q` and `.`")));
    }
    let rules = Queens { size: size as u16 };
    let mut board = Board::default();
    for (row, squares) in rows.iter().enumerate() {
        let line = row + 1;
        // The printed board has a blank or an underscore before each square.
        let squares: Vec<char> = squares.chars().filter(|&c| !c.is_whitespace() && c != '_').collect();
        if squares.len() != size {
            return Err(TextError::at(line, 0, format!("expected {size} squares, as many as there are rows")));
        }
        let mut queen = None;
        for (column, &square) in squares.iter().enumerate() {
            match square {
                '.' => {}
                'Q' if queen.is_none() => queen = Some(column as u16),
                'Q' => return Err(TextError::at(line, column + 1, "a second queen in the row")),
                _ => {
                    return Err(TextError::at(
                        line,
                        column + 1,
                        format!("`{square}`: expected `Q` or `.`", square = quoted(square)),
                    ));
                }
            }
        }
        let Some(column) = queen else { continue };
        if usize::from(board.next_row()) != row {
            return Err(TextError::at(line, 0, "a queen below an empty row: expected them from the top"));
        }
        let place = rules.read_move(&board, &Place(column).to_string());
        let place = place.map_err(|why| TextError::at(line, usize::from(column) + 1, why))?;
        rules.apply(&mut board, &place);
    }
    Ok((rules, board))
}

/// The board on one line.
pub fn line(rules: Queens, board: &Board) -> String {
    let row = |row| (0..rules.size).map(|column| square(board, row, column)).collect::<String>();
    (0..rules.size).map(row).collect::<Vec<_>>().join("/")
}

/// The printed board, with an underscore before the square that `next` takes.
pub fn board(rules: Queens, board: &Board, next: Option<&Place>) -> String {
    let mut text = String::new();
    for row in 0..rules.size {
        for column in 0..rules.size {
            let taken = row == board.next_row() && next == Some(&Place(column));
            text.push(if taken { '_' } else { ' ' });
            text.push(square(board, row, column));
        }
        text.push('\n');
    }
    text
}

pub fn square(board: &Board, row: u16, column: u16) -> char {
    if board.queens().get(usize::from(row)) == Some(&column) { 'Q' } else { '.' }
}
