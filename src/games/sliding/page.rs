//! A text taken apart: the tiles, and what stands beside them.
//!
//! Size and goal may stand in the text itself: on lines of their own (`goal: blank-first`) or as words behind the
//! tiles of a line (`goal=blank-first`), so that a puzzle on paper is whole.

use crate::games::{Options, TextError, quoted, words};

const KEYS: [&str; 2] = ["size", "goal"];

/// One cell of a board as written, and where.
pub struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
    pub column: usize,
}

impl Token<'_> {
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

/// The value of `size` or `goal` as it was given: in the text, or as an option.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    key: &'static str,
    pub value: &'a str,
    /// Line and column in the text; none where it came as an option.
    at: Option<(usize, usize)>,
}

impl<'a> Given<'a> {
    /// What the options say, or else the text.
    pub fn find(key: &'static str, page: &Page<'a>, options: &'a Options) -> Option<Given<'a>> {
        let option = options.get(key).map(|value| Given { key, value: value.trim(), at: None });
        option.or_else(|| page.given.iter().find(|given| given.key == key).copied())
    }

    /// An error of the value, at its place in the text or in the option.
    pub fn place(&self, error: TextError) -> TextError {
        let Some((line, column)) = self.at else {
            let one_line = !self.value.contains('\n');
            let earlier = error.earlier.map(|(line, column)| (if one_line { 0 } else { line }, column));
            return TextError { option: Some(self.key), earlier, ..error };
        };
        let shifted = |within: usize| column + within.saturating_sub(1);
        let earlier = error.earlier.map(|(_, within)| (line, shifted(within)));
        TextError { line, column: shifted(error.column), earlier, ..error }
    }
}

/// A text's rows of tiles, and what it says beside them.
#[derive(Default)]
pub struct Page<'a> {
    pub rows: Vec<Vec<Token<'a>>>,
    given: Vec<Given<'a>>,
}

impl<'a> Page<'a> {
    pub fn read(text: &'a str) -> Result<Page<'a>, TextError> {
        let mut page = Page::default();
        for (number, line) in text.lines().enumerate() {
            match line.split_once(':') {
                Some((key, value)) => page.put(key.trim(), value, (number + 1, 1), line)?,
                None => page.read_row(line, number + 1)?,
            }
        }
        Ok(page)
    }

    /// The rows of tiles alone.
    pub fn tiles(text: &'a str) -> Vec<Vec<Token<'a>>> {
        let rows = text.lines().enumerate().map(|(number, line)| {
            let mut row = Vec::new();
            words(line, char::is_whitespace).for_each(|(column, word)| cells(word, number + 1, column, &mut row));
            row
        });
        rows.filter(|row| !row.is_empty()).collect()
    }

    fn read_row(&mut self, line: &'a str, number: usize) -> Result<(), TextError> {
        let mut row = Vec::new();
        for (column, word) in words(line, char::is_whitespace) {
            match word.split_once('=') {
                Some((key, value)) => self.put(key, value, (number, column), line)?,
                None => cells(word, number, column, &mut row),
            }
        }
        if !row.is_empty() {
            self.rows.push(row);
        }
        Ok(())
    }

    fn put(&mut self, key: &str, value: &'a str, at: (usize, usize), line: &'a str) -> Result<(), TextError> {
        let Some(&key) = KEYS.iter().find(|known| **known == key) else {
            return Err(TextError::at(
                at.0,
                at.1,
                format!("`{key}` is unknown; expected {}, or tiles", KEYS.join(", "), key = quoted(key)),
            ));
        };
        let value = value.trim();
        let offset = value.as_ptr() as usize - line.as_ptr() as usize;
        let place = (at.0, line[..offset].chars().count() + 1);
        if value.is_empty() {
            return Err(TextError::at(place.0, place.1, format!("expected the value of `{key}` here")));
        }
        let first = self.given.iter().find(|given| given.key == key).and_then(|given| given.at);
        if let Some((line, column)) = first {
            return Err(TextError::at(place.0, place.1, format!("a second `{key}`")).after(line, column));
        }
        self.given.push(Given { key, value, at: Some(place) });
        Ok(())
    }
}

/// The cells of a word, which may have commas between them.
fn cells<'a>(word: &'a str, line: usize, mut column: usize, row: &mut Vec<Token<'a>>) {
    for text in word.split(',') {
        if !text.is_empty() {
            row.push(Token { text, line, column });
        }
        column += text.chars().count() + 1;
    }
}
