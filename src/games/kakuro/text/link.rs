//! A `puzz.link` (or pzprv3) address: `kakuro/W/H/…` without the clue row and column.

use crate::games::kakuro::grid::{Grid, LARGEST_SIDE, Malformed, Square};
use crate::games::{TextError, quoted};

const KEY: &str = "kakuro/";

pub fn looks_like(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first.contains(KEY)
}

pub fn read(text: &str) -> Result<Grid, TextError> {
    let (i, line) = text.lines().enumerate().find(|(_, line)| line.contains(KEY)).expect("looks_like saw it");
    let start = line.find(KEY).expect("the line was chosen for it");
    let mut reader = Reader {
        line: i + 1,
        column: line[..start].chars().count() + KEY.len() + 1,
        rest: line[start + KEY.len()..].trim_end(),
    };
    let width = reader.side("width")?;
    let height = reader.side("height")?;
    let cols = width + 1;
    let mut squares = vec![Square::BLANK; cols * (height + 1)];
    read_body(&mut reader, width, height, &mut squares)?;
    for col in (1..cols).filter(|col| squares[cols + col].is_white()).collect::<Vec<_>>() {
        let down = reader.clue("the clue above a column")?;
        squares[col] = Square::Black { down, right: 0 };
    }
    for row in (1..=height).filter(|row| squares[row * cols + 1].is_white()).collect::<Vec<_>>() {
        let right = reader.clue("the clue before a row")?;
        squares[row * cols] = Square::Black { down: 0, right };
    }
    if !reader.rest.is_empty() {
        return Err(reader.error(format!("`{}` after the last clue: expected the end", quoted(reader.rest))));
    }
    Grid::new(cols, squares).map_err(|malformed| TextError::at(reader.line, 0, malformed.to_string()))
}

fn read_body(reader: &mut Reader, width: usize, height: usize, squares: &mut [Square]) -> Result<(), TextError> {
    let (mut at, cols) = (0, width + 1);
    while at < width * height {
        let number = |at: usize| (at / width + 1) * cols + at % width + 1;
        match reader.peek() {
            Some(c @ 'k'..='z') => {
                let count = c as usize - 'k' as usize + 1;
                if at + count > width * height {
                    return Err(reader.error(format!("`{c}` stands for {count} white cells, more than are left")));
                }
                for white in at..at + count {
                    squares[number(white)] = Square::OPEN;
                }
                at += count;
                reader.take();
            }
            Some('.') => {
                at += 1;
                reader.take();
            }
            _ => {
                let down = reader.clue("a cell")?;
                let right = reader.clue("the second clue of a cell")?;
                squares[number(at)] = Square::Black { down, right };
                at += 1;
            }
        }
    }
    Ok(())
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self) {
        let mut chars = self.rest.chars();
        self.column += usize::from(chars.next().is_some());
        self.rest = chars.as_str();
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }

    /// A number and the `/` behind it.
    fn side(&mut self, what: &str) -> Result<usize, TextError> {
        let word = self.rest.split('/').next().unwrap_or("");
        if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) || !self.rest[word.len()..].starts_with('/') {
            return Err(self.error(format!("`{}`: expected the {what}, a number and a `/`", quoted(word))));
        }
        match word.parse::<usize>() {
            Ok(side @ 1..LARGEST_SIDE) => {
                for _ in 0..=word.len() {
                    self.take();
                }
                Ok(side)
            }
            Ok(0) => Err(self.error(format!("the {what} is 0, expected at least 1"))),
            _ => Err(self.error(Malformed::TooLarge.to_string())),
        }
    }

    fn clue(&mut self, what: &str) -> Result<u8, TextError> {
        let clue = match self.peek() {
            Some('-') => 0,
            Some(c @ '0'..='9') => c as u8 - b'0',
            Some(c @ 'a'..='j') => c as u8 - b'a' + 10,
            Some(c @ 'A'..='Z') => c as u8 - b'A' + 20,
            Some(c) => return Err(self.error(format!("`{c}`: expected {what}, one of `0-9 a-j A-Z -`", c = quoted(c)))),
            None => return Err(self.error(format!("the address ends: expected {what}"))),
        };
        self.take();
        Ok(clue)
    }
}

/// Runs that start at the edge get a row or a column without clues in front of them; givens cannot be told.
pub fn write(grid: &Grid) -> String {
    let top = (0..grid.cols()).any(|col| grid.at(0, col).is_white());
    let left = (0..grid.rows()).any(|row| grid.at(row, 0).is_white());
    let (top, left) = (usize::from(!top), usize::from(!left));
    let mut body = String::new();
    let mut whites = 0;
    for row in top..grid.rows() {
        for col in left..grid.cols() {
            match grid.at(row, col) {
                Square::White { .. } => whites += 1,
                Square::Black { down, right } => {
                    write_whites(&mut whites, &mut body);
                    if down == 0 && right == 0 {
                        body.push('.');
                    } else {
                        body.extend([letter(down), letter(right)]);
                    }
                }
            }
        }
    }
    write_whites(&mut whites, &mut body);
    let edge = |row: usize, col: usize, first: bool| match grid.at(row, col) {
        Square::Black { down, right } => letter(if first { down } else { right }),
        Square::White { .. } => '-',
    };
    for col in (left..grid.cols()).filter(|&col| grid.at(top, col).is_white()) {
        body.push(edge(0, col, true));
    }
    for row in (top..grid.rows()).filter(|&row| grid.at(row, left).is_white()) {
        body.push(edge(row, 0, false));
    }
    format!("https://puzz.link/p?kakuro/{}/{}/{body}", grid.cols() - left, grid.rows() - top)
}

fn write_whites(whites: &mut usize, body: &mut String) {
    while *whites > 0 {
        let count = (*whites).min(16);
        body.push((b'k' + (count - 1) as u8) as char);
        *whites -= count;
    }
}

fn letter(clue: u8) -> char {
    match clue {
        0 => '-',
        1..=9 => (b'0' + clue) as char,
        10..=19 => (b'a' + clue - 10) as char,
        _ => (b'A' + clue - 20) as char,
    }
}
