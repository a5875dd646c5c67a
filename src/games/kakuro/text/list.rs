//! The nested list of the classroom: `[[[0,0],[17,0],P24],…]`, a variable for a white cell.

use super::cursor::Cursor;
use super::{Rows, clue};
use crate::games::kakuro::grid::{Grid, Square};
use crate::games::{TextError, quoted};

pub fn read(text: &str) -> Result<Grid, TextError> {
    let mut reader = Reader(Cursor::new(text));
    let mut rows = Rows::default();
    reader.expect('[', "the list of rows")?;
    loop {
        reader.expect('[', "a row")?;
        read_row(&mut reader, &mut rows)?;
        rows.end_row(reader.0.line)?;
        if !reader.another("after a row")? {
            break;
        }
    }
    if reader.0.peek() == Some('.') {
        reader.0.take();
    }
    match reader.0.peek() {
        None => rows.finish(),
        Some(c) => Err(reader.0.error(format!("`{c}` after the list: expected its end", c = quoted(c)))),
    }
}

fn read_row(reader: &mut Reader, rows: &mut Rows) -> Result<(), TextError> {
    loop {
        let peek = reader.0.peek();
        let (line, column) = (reader.0.line, reader.0.column);
        let square = if peek == Some('[') {
            reader.0.take();
            let down = reader.clue()?;
            reader.expect(',', "between the two clues")?;
            let right = reader.clue()?;
            reader.expect(']', "after the two clues")?;
            Square::Black { down, right }
        } else {
            reader.white()?
        };
        rows.push(square, line, column)?;
        if !reader.another("after a cell")? {
            return Ok(());
        }
    }
}

struct Reader<'a>(Cursor<'a>);

impl Reader<'_> {
    fn expect(&mut self, wanted: char, place: &str) -> Result<(), TextError> {
        match self.0.peek() {
            Some(c) if c == wanted => {
                self.0.take();
                Ok(())
            }
            Some(c) => Err(self.0.error(format!("`{c}`: expected `{wanted}` for {place}", c = quoted(c)))),
            None => Err(self.0.error(format!("the text ends: expected `{wanted}` for {place}"))),
        }
    }

    /// After an element: true at a comma, false at the closing bracket; both are taken.
    fn another(&mut self, place: &str) -> Result<bool, TextError> {
        let next = self.0.peek();
        if !matches!(next, Some(',' | ']')) {
            let found = next.map_or("the text ends".to_string(), |c| format!("`{c}`", c = quoted(c)));
            return Err(self.0.error(format!("{found}: expected `,` or `]` {place}")));
        }
        self.0.take();
        Ok(next == Some(','))
    }

    fn clue(&mut self) -> Result<u8, TextError> {
        self.0.peek();
        let (line, column) = (self.0.line, self.0.column);
        let word = self.0.word();
        if word.is_empty() {
            return Err(self.0.error("expected a clue, a number up to 45"));
        }
        clue(&word).map_err(|message| TextError::at(line, column, message))
    }

    /// A variable, or a digit that is given.
    fn white(&mut self) -> Result<Square, TextError> {
        self.0.peek();
        let (line, column) = (self.0.line, self.0.column);
        let word = self.0.word();
        let first = word.chars().next();
        match first {
            Some(c) if c == '_' || c.is_uppercase() => Ok(Square::OPEN),
            Some('1'..='9') if word.len() == 1 => Ok(Square::White { given: word.as_bytes()[0] - b'0' }),
            None => Err(self.0.error("expected a cell: `[V,H]`, a variable such as `P24` or `_`, or a digit")),
            Some(_) => {
                let message = format!("`{}`: expected `[V,H]`, a variable or a digit 1 to 9", quoted(&word));
                Err(TextError::at(line, column, message))
            }
        }
    }
}

pub fn write(grid: &Grid, digits: &[u8], between: &str) -> String {
    let rows = grid.squares().chunks(grid.cols()).zip(digits.chunks(grid.cols()));
    let rows = rows.map(|(squares, digits)| {
        let cells = squares.iter().zip(digits).map(|(&square, &digit)| match (square, digit) {
            (Square::Black { down, right }, _) => format!("[{down},{right}]"),
            (Square::White { .. }, 0) => "_".to_string(),
            (Square::White { .. }, digit) => digit.to_string(),
        });
        format!("[{}]", cells.collect::<Vec<_>>().join(","))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(between))
}
