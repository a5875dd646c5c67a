//! The text forms: tiles row by row, and the packed integer of the 2023 classroom.

use std::fmt::Write as _;

use super::rules::{BLANK, Board, Goal, MAX_SIDE, MIN_SIDE, Size, Sliding};
use crate::games::{Options, TextError};

/// The packed form has two hexadecimal digits a cell in 128 bits.
const PACKED_CELLS: usize = 16;
/// The blank in the packed form.
const PACKED_BLANK: u8 = 0x10;

struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

/// Reads a board in any form, with the options `size` and `goal`.
pub fn read(text: &str, options: &Options) -> Result<(Sliding, Board), TextError> {
    let size = options.get("size").map(|s| read_size(s)).transpose().map_err(TextError::whole)?;
    let (size, board) = read_board(text, size)?;
    let goal = match options.get("goal").map(String::as_str) {
        None | Some("blank-last") => Goal::BlankLast,
        Some("blank-first") => Goal::BlankFirst,
        Some(text) => Goal::Given(read_goal(text, size)?),
    };
    Ok((Sliding::new(size, goal), board))
}

fn read_goal(text: &str, size: Size) -> Result<Board, TextError> {
    let board = read_board(text, Some(size))
        .map_err(|e| TextError::whole(format!("the goal (expected blank-last, blank-first or a {size} board): {e}")))?;
    Ok(board.1)
}

/// `RxC`, both from 2 to 6.
pub fn read_size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', 'X', '×']).and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    let (rows, cols) = sides.ok_or_else(|| format!("expected a size like 4x4, found \"{text}\""))?;
    Size::new(rows, cols)
        .ok_or_else(|| format!("boards go from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}, not {text}"))
}

fn read_board(text: &str, size: Option<Size>) -> Result<(Size, Board), TextError> {
    let rows = tokens(text);
    let count: usize = rows.iter().map(Vec::len).sum();
    match rows.first() {
        None => Err(TextError::whole("nothing to read; expected the tiles row by row, or a packed integer")),
        Some(row) if count == 1 => read_packed(&row[0], size),
        _ => {
            let size = size_of(&rows, count, size)?;
            Ok((size, read_tiles(&rows, size)?))
        }
    }
}

/// The words of each line that has any.
fn tokens(text: &str) -> Vec<Vec<Token<'_>>> {
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut row = Vec::new();
        let mut column = 1;
        for text in line.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
            let word = text.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            if !word.is_empty() {
                row.push(Token { text: word, line: number + 1, column });
            }
            column += text.chars().count();
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

fn size_of(rows: &[Vec<Token<'_>>], count: usize, told: Option<Size>) -> Result<Size, TextError> {
    let cols = rows[0].len();
    if rows.len() > 1
        && let Some(ragged) = rows.iter().find(|row| row.len() != cols)
    {
        let (found, line) = (ragged.len(), ragged[0].line);
        return Err(TextError::at(
            line,
            0,
            format!("ragged rows: expected {cols} tiles as in the first row, found {found}"),
        ));
    }
    let told_in_lines = (rows.len() > 1).then_some((rows.len(), cols));
    match (told, told_in_lines) {
        (Some(size), Some((r, c))) if (r, c) != (size.rows, size.cols) => {
            Err(TextError::whole(format!("expected {size} as --size says, found {r} rows of {c}")))
        }
        (Some(size), None) if count != size.cells() => {
            let cells = size.cells();
            Err(TextError::whole(format!("a {size} board has {cells} cells, the blank included; found {count}")))
        }
        (Some(size), _) => Ok(size),
        (None, Some((r, c))) => Size::new(r, c).ok_or_else(|| {
            // The first row that is too many, or the first one where they are too long.
            let row = if (MIN_SIDE..=MAX_SIDE).contains(&c) { MAX_SIDE.min(r - 1) } else { 0 };
            let message =
                format!("boards go from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}; found {r} rows of {c}");
            TextError::at(rows[row][0].line, 0, message)
        }),
        (None, None) => square(count).ok_or_else(|| {
            let message = format!(
                "{count} cells on one line are no square from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}; \
                 break the line after each row, or say --size RxC"
            );
            TextError::at(rows[0][0].line, 0, message)
        }),
    }
}

fn square(count: usize) -> Option<Size> {
    let side = count.isqrt();
    if side * side == count { Size::new(side, side) } else { None }
}

fn read_tiles(rows: &[Vec<Token<'_>>], size: Size) -> Result<Board, TextError> {
    let last = size.cells() - 1;
    let mut tiles = Vec::new();
    let mut seen: Vec<Option<&Token<'_>>> = vec![None; size.cells()];
    for token in rows.iter().flatten() {
        let tile = match token.text {
            "0" | "_" | "v" | "V" => BLANK,
            text => match text.parse::<u8>() {
                Ok(tile) if (1..=last).contains(&(tile as usize)) => tile,
                _ => {
                    let message =
                        format!("expected a tile from 1 to {last}, or 0, _ or v for the blank, found \"{text}\"");
                    return Err(token.error(message));
                }
            },
        };
        if let Some(first) = seen[tile as usize].replace(token) {
            let what = if tile == BLANK { "a second blank".into() } else { format!("a second tile {tile}") };
            return Err(token.error(format!("{what}; the first is at line {}, column {}", first.line, first.column)));
        }
        tiles.push(tile);
    }
    Ok(Board::new(&tiles))
}

/// Two hexadecimal digits a cell, the last cell lowest, `10` for the blank; or the same number in decimal.
fn read_packed(token: &Token<'_>, told: Option<Size>) -> Result<(Size, Board), TextError> {
    let expected = "expected the tiles row by row, or a packed integer such as 0x20401030e0c100807050d0f0b060a09";
    let (digits, radix) = match token.text.strip_prefix("0x").or_else(|| token.text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (token.text, 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(token.error(format!("{expected}; found \"{}\"", token.text)));
    }
    let packed = u128::from_str_radix(digits, radix).map_err(|_| {
        token.error(format!(
            "the packed integer has more than {PACKED_CELLS} cells of two hexadecimal digits; it goes up to 4x4"
        ))
    })?;
    let cells = (u128::BITS - packed.leading_zeros()).div_ceil(8) as usize;
    let size = match told {
        Some(size) if size.cells() == cells => size,
        Some(size) => {
            return Err(
                token.error(format!("a {size} board has {} cells; the packed integer has {cells}", size.cells()))
            );
        }
        None => square(cells).ok_or_else(|| {
            token
                .error(format!("the packed integer has {cells} cells, which are no square; say --size RxC. {expected}"))
        })?,
    };
    let mut tiles = Vec::new();
    for cell in 0..cells {
        let byte = (packed >> (8 * (cells - 1 - cell))) as u8;
        let tile = if byte == PACKED_BLANK { BLANK } else { byte };
        if byte == 0 || (tile as usize) >= cells {
            let message = format!(
                "cell {} of the packed integer holds {byte:#04x}; expected a tile from 1 to {} or 0x10 for the blank",
                cell + 1,
                cells - 1
            );
            return Err(token.error(message));
        }
        if tiles.contains(&tile) {
            let what = if tile == BLANK { "a second blank".into() } else { format!("a second tile {tile}") };
            return Err(token.error(format!("cell {} of the packed integer holds {what}", cell + 1)));
        }
        tiles.push(tile);
    }
    Ok((size, Board::new(&tiles)))
}

/// The packed integer, on boards where it has room.
pub fn packed(board: &Board, size: Size) -> Option<u128> {
    (size.cells() <= PACKED_CELLS).then(|| {
        board
            .tiles(size)
            .iter()
            .fold(0, |packed, &tile| packed << 8 | u128::from(if tile == BLANK { PACKED_BLANK } else { tile }))
    })
}

/// All tiles on one line.
pub fn line(board: &Board, size: Size) -> String {
    board.tiles(size).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The rows under each other, `next` marked by an underscore, `_` alone for the blank.
pub fn rows(board: &Board, size: Size, next: Option<usize>) -> String {
    let mut out = String::new();
    for (cell, &tile) in board.tiles(size).iter().enumerate() {
        let name = if tile == BLANK { ".".to_string() } else { tile.to_string() };
        let name = if next == Some(cell) { format!("_{name}") } else { name };
        let _ = write!(out, "{name:>3}");
        if size.col(cell) + 1 == size.cols {
            out.push('\n');
        }
    }
    out
}
