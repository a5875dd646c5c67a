//! The nested list of the classroom: `[[[0,0],[17,0],P24],…]`, a variable for a white cell.

use super::{Rows, clue};
use crate::games::kakuro::grid::{Grid, Square};
use crate::games::{TextError, quoted};

pub fn read(text: &str) -> Result<Grid, TextError> {
    let mut reader = Reader { rest: text, line: 1, column: 1 };
    let mut rows = Rows::default();
    reader.expect('[', "the list of rows")?;
    loop {
        reader.expect('[', "a row")?;
        read_row(&mut reader, &mut rows)?;
        rows.end_row(reader.line)?;
        if !reader.another("after a row")? {
            break;
        }
    }
    if reader.peek() == Some('.') {
        reader.take();
    }
    match reader.peek() {
        None => rows.finish(),
        Some(c) => Err(reader.error(format!("`{c}` after the list: expected its end", c = quoted(c)))),
    }
}

fn read_row(reader: &mut Reader, rows: &mut Rows) -> Result<(), TextError> {
    loop {
        let peek = reader.peek();
        let (line, column) = (reader.line, reader.column);
        let square = if peek == Some('[') {
            reader.take();
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

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn take(&mut self) {
        let mut chars = self.rest.chars();
        match chars.next() {
            Some('\n') => (self.line, self.column) = (self.line + 1, 1),
            Some(_) => self.column += 1,
            None => {}
        }
        self.rest = chars.as_str();
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.rest.starts_with(char::is_whitespace) {
            self.take();
        }
        self.rest.chars().next()
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    fn expect(&mut self, wanted: char, place: &str) -> Result<(), TextError> {
        match self.peek() {
            Some(c) if c == wanted => {
                self.take();
                Ok(())
            }
            Some(c) => Err(self.error(format!("`{c}`: expected `{wanted}` for {place}", c = quoted(c)))),
            None => Err(self.error(format!("the text ends: expected `{wanted}` for {place}"))),
        }
    }

    /// After an element: true at a comma, false at the closing bracket; both are taken.
    fn another(&mut self, place: &str) -> Result<bool, TextError> {
        let next = self.peek();
        if !matches!(next, Some(',' | ']')) {
            let found = next.map_or("the text ends".to_string(), |c| format!("`{c}`", c = quoted(c)));
            return Err(self.error(format!("{found}: expected `,` or `]` {place}")));
        }
        self.take();
        Ok(next == Some(','))
    }

    fn word(&mut self) -> String {
        self.peek();
        let word: String = self.rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        for _ in word.chars() {
            self.take();
        }
        word
    }

    fn clue(&mut self) -> Result<u8, TextError> {
        self.peek();
        let (line, column) = (self.line, self.column);
        let word = self.word();
        if word.is_empty() {
            return Err(self.error("expected a clue, a number up to 45"));
        }
        clue(&word).map_err(|message| TextError::at(line, column, message))
    }

    /// A variable, or a digit that is given.
    fn white(&mut self) -> Result<Square, TextError> {
        self.peek();
        let (line, column) = (self.line, self.column);
        let word = self.word();
        let first = word.chars().next();
        match first {
            Some(c) if c == '_' || c.is_uppercase() => Ok(Square::OPEN),
            Some('1'..='9') if word.len() == 1 => Ok(Square::White { given: word.as_bytes()[0] - b'0' }),
            None => Err(self.error("expected a cell: `[V,H]`, a variable such as `P24` or `_`, or a digit")),
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
