//! The text forms: tiles row by row, and the packed integer of the 2023 classroom.

use std::fmt::Write as _;

use super::page::{Given, Page, Token};
use super::rules::{BLANK, Board, Goal, MAX_SIDE, MIN_SIDE, Size, Sliding};
use crate::games::{Options, TextError, quoted};

/// The packed form has two hexadecimal digits a cell in 128 bits.
const PACKED_CELLS: usize = 16;
/// The blank in the packed form.
const PACKED_BLANK: u8 = 0x10;

/// Reads a board in any form. An option beats what the text itself says of size and goal.
pub fn read(text: &str, options: &Options) -> Result<(Sliding, Board), TextError> {
    let page = Page::read(text)?;
    let size = told_size(&page, options)?;
    let (size, board) = read_board(&page.rows, size)?;
    let goal = match Given::find("goal", &page, options) {
        None => Goal::BlankLast,
        Some(given) => read_goal(&given, Some(size))?,
    };
    Ok((Sliding::new(size, goal), board))
}

/// Refuses a size and a goal that go with no board.
pub fn check_options(options: &Options) -> Result<(), TextError> {
    let page = Page::default();
    let size = told_size(&page, options)?;
    Given::find("goal", &page, options).map_or(Ok(()), |given| read_goal(&given, size).map(drop))
}

fn told_size(page: &Page<'_>, options: &Options) -> Result<Option<Size>, TextError> {
    let given = Given::find("size", page, options);
    given.map(|given| read_size(given.value).map_err(|why| given.place(TextError::whole(why)))).transpose()
}

/// A goal in a word or as a board, of the size of the puzzle where that is known.
fn read_goal(given: &Given<'_>, size: Option<Size>) -> Result<Goal, TextError> {
    match given.value {
        "blank-last" => return Ok(Goal::BlankLast),
        "blank-first" => return Ok(Goal::BlankFirst),
        _ => {}
    }
    let expected = match size {
        Some(size) => format!("expected blank-last, blank-first or a {size} board"),
        None => "expected blank-last, blank-first or a board".to_owned(),
    };
    let rows = Page::tiles(given.value);
    let count: usize = rows.iter().map(Vec::len).sum();
    if !given.value.starts_with(|c: char| c.is_ascii_digit() || "_v.V".contains(c)) {
        return Err(given.place(TextError::at(1, 1, format!("{expected}, found \"{}\"", quoted(given.value)))));
    }
    // Without a size any board of so many cells will do, since only one line tells which it is.
    let size = size.or_else(|| if rows.len() == 1 { sizes().find(|size| size.cells() == count) } else { None });
    read_board(&rows, size).map(|(_, board)| Goal::Given(board)).map_err(|error| given.place(error))
}

fn sizes() -> impl Iterator<Item = Size> {
    let sides = || MIN_SIDE..=MAX_SIDE;
    sides().flat_map(move |rows| sides().filter_map(move |cols| Size::new(rows, cols)))
}

/// `RxC`, both from 2 to 6.
pub fn read_size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', 'X', '×']).and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    let (rows, cols) =
        sides.ok_or_else(|| format!("expected a size like 4x4, found \"{text}\"", text = quoted(text)))?;
    Size::new(rows, cols).ok_or_else(|| {
        format!("boards go from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}, not {text}", text = quoted(text))
    })
}

fn read_board(rows: &[Vec<Token<'_>>], size: Option<Size>) -> Result<(Size, Board), TextError> {
    let count: usize = rows.iter().map(Vec::len).sum();
    match rows.first() {
        None => Err(TextError::whole("nothing to read; expected the tiles row by row, or a packed integer")),
        Some(row) if count == 1 => read_packed(&row[0], size),
        _ => {
            let size = size_of(rows, count, size)?;
            Ok((size, read_tiles(rows, size)?))
        }
    }
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
            "0" | "_" | "v" | "V" | "." => BLANK,
            text => match text.parse::<u8>() {
                Ok(tile) if (1..=last).contains(&(tile as usize)) => tile,
                _ => {
                    let message = format!(
                        "expected a tile from 1 to {last}, or 0, _ or v for the blank, found \"{text}\"",
                        text = quoted(text)
                    );
                    return Err(token.error(message));
                }
            },
        };
        if let Some(first) = seen[tile as usize].replace(token) {
            let what = if tile == BLANK { "a second blank".to_owned() } else { format!("a second tile {tile}") };
            return Err(token.error(what).after(first.line, first.column));
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
        return Err(token.error(format!("{expected}; found \"{}\"", quoted(token.text))));
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

/// The same with what it does not say by itself behind it: `… size=2x3 goal=blank-first`.
pub fn whole_line(text: &str, rules: &Sliding) -> String {
    let mut line = text.to_owned();
    if rules.size.rows != rules.size.cols {
        let _ = write!(line, " size={}", rules.size);
    }
    if let Some(goal) = goal_words(rules) {
        let _ = write!(line, " goal={}", goal.replace(' ', ","));
    }
    line
}

/// The goal as `--goal` takes it, where it is not the default.
pub fn goal_words(rules: &Sliding) -> Option<String> {
    match &rules.goal {
        Goal::BlankLast => None,
        Goal::BlankFirst => Some("blank-first".into()),
        Goal::Given(goal) => Some(line(goal, rules.size)),
    }
}

/// What stands above the rows of a board whose goal is not the default.
pub fn heading(rules: &Sliding) -> String {
    goal_words(rules).map_or_else(String::new, |goal| format!("goal: {goal}\n"))
}

/// The rows under each other, `next` marked by an underscore, a sign for the blank.
pub fn rows(board: &Board, size: Size, blank: char, next: Option<usize>) -> String {
    let mut out = String::new();
    for (cell, &tile) in board.tiles(size).iter().enumerate() {
        let name = if tile == BLANK { blank.to_string() } else { tile.to_string() };
        let name = if next == Some(cell) { format!("_{name}") } else { name };
        let _ = write!(out, "{name:>3}");
        if size.col(cell) + 1 == size.cols {
            out.push('\n');
        }
    }
    out
}
