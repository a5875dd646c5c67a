//! The text forms: each is read and written, and a malformed one is told with its place.

pub(super) mod cursor;
mod link;
mod list;
mod plain;
mod printed;
mod svg;

use super::grid::{Grid, LARGEST_CLUE, LARGEST_SIDE, Malformed, Square};
use super::rules::Kakuro;
use crate::games::{Form, Placed, TextError, quoted};

pub use printed::write as printed;
pub use svg::svg;

pub const FORMS: &[Form] = &[
    Form::new("grid", "rows of cells between blanks: `.` white, `#` black, `17\\3` clues, a digit", |position| {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        Some(rows(&rules.grid, &state.digits))
    }),
    Form::new("list", "the nested list of the classroom, `_` for a white cell", |position| {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        Some(list::write(&rules.grid, &state.digits, ",\n ") + "\n")
    }),
    Form::new("printed", "the classroom's printed grid between dash rules", |position| {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        Some(printed::write(&rules.grid, &state.digits))
    }),
    Form::new("link", "a puzz.link address, of grids without digits and with a clue row and column", |position| {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        // An address has no digits, nor all that a grid may have at its edges: then it would be another puzzle.
        let is_empty = state.digits.iter().all(|&digit| digit == 0);
        let text = is_empty.then(|| link::write(&rules.grid) + "\n")?;
        (link::read(&text).as_ref() == Ok(&rules.grid)).then_some(text)
    }),
    Form::shown("solution", "the solved grid, in the form `grid`", |position| {
        let (rules, _) = Placed::<Kakuro>::parts(position);
        Some(rows(&rules.grid, &rules.solution()?))
    }),
    Form::shown("svg", "a picture fit to print", |position| {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        Some(svg(&rules.grid, &state.digits))
    }),
    Form::shown("svg-solution", "the picture with its solution", |position| {
        let (rules, _) = Placed::<Kakuro>::parts(position);
        Some(svg(&rules.grid, &rules.solution()?))
    }),
];

/// Reads any of the forms.
pub fn read(text: &str) -> Result<Grid, TextError> {
    let body = text.trim_start();
    if link::looks_like(body) {
        link::read(text)
    } else if body.starts_with('[') {
        list::read(text)
    } else if body.lines().any(|line| line.trim_start().starts_with('|')) {
        printed::read(text)
    } else {
        plain::read(text)
    }
}

/// The form `grid`.
fn rows(grid: &Grid, digits: &[u8]) -> String {
    plain::write(grid, digits, "\n") + "\n"
}

/// The nested list on one line: it has neither blanks nor a `#` in front, which `--lines` would take for a comment.
pub fn line(grid: &Grid, digits: &[u8]) -> String {
    list::write(grid, digits, ",")
}

/// Rows joined by `/`.
pub fn joined(grid: &Grid, digits: &[u8]) -> String {
    plain::write(grid, digits, "/")
}

/// Squares as they are read, each with its place in the text.
#[derive(Default)]
struct Rows {
    cols: usize,
    /// How many squares the open row has.
    open: usize,
    squares: Vec<Square>,
    places: Vec<(usize, usize)>,
}

impl Rows {
    fn push(&mut self, square: Square, line: usize, column: usize) -> Result<(), TextError> {
        if self.open == LARGEST_SIDE || self.squares.len() >= LARGEST_SIDE * LARGEST_SIDE {
            return Err(TextError::at(line, column, Malformed::TooLarge.to_string()));
        }
        self.open += 1;
        self.squares.push(square);
        self.places.push((line, column));
        Ok(())
    }

    /// Ends the row; an empty one is passed over.
    fn end_row(&mut self, line: usize) -> Result<(), TextError> {
        let width = std::mem::take(&mut self.open);
        if width == 0 {
            return Ok(());
        }
        if self.cols == 0 {
            self.cols = width;
        } else if width != self.cols {
            let message = format!("a row of {width} cells, expected {} as in the first row", self.cols);
            return Err(TextError::at(line, 0, message));
        }
        Ok(())
    }

    fn finish(self) -> Result<Grid, TextError> {
        let Rows { cols, squares, places, .. } = self;
        if cols == 0 {
            return Err(TextError::whole("nothing here: expected rows of cells"));
        }
        Grid::new(cols, squares).map_err(|malformed| {
            let at = match malformed {
                Malformed::LongRun { at, .. } | Malformed::BigClue { at, .. } => places[at.row * cols + at.col],
                Malformed::TooLarge | Malformed::NoWhite => (0, 0),
            };
            TextError::at(at.0, at.1, malformed.to_string())
        })
    }
}

/// A clue as text; nothing at all is no clue.
fn clue(text: &str) -> Result<u8, String> {
    if text.is_empty() {
        return Ok(0);
    }
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!(
            "`{text}` is no clue: expected a number up to {LARGEST_CLUE} or nothing",
            text = quoted(text)
        ));
    }
    match text.parse::<u8>() {
        Ok(clue) if clue <= LARGEST_CLUE => Ok(clue),
        _ => Err(format!("clue {}, expected at most {LARGEST_CLUE}", quoted(text))),
    }
}

/// The clues of a `V\H`.
fn clues(text: &str) -> Option<Result<Square, String>> {
    let (down, right) = text.split_once('\\')?;
    Some(clue(down.trim()).and_then(|down| Ok(Square::Black { down, right: clue(right.trim())? })))
}

fn clue_text(down: u8, right: u8) -> String {
    let side = |clue: u8| if clue == 0 { String::new() } else { clue.to_string() };
    format!("{}\\{}", side(down), side(right))
}

#[cfg(test)]
mod tests;
