//! Where a reader of the classroom's terms stands in its text.

use crate::games::TextError;

pub struct Cursor<'a> {
    pub rest: &'a str,
    pub line: usize,
    pub column: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { rest: text, line: 1, column: 1 }
    }

    pub fn take(&mut self) {
        let mut chars = self.rest.chars();
        match chars.next() {
            Some('\n') => (self.line, self.column) = (self.line + 1, 1),
            Some(_) => self.column += 1,
            None => {}
        }
        self.rest = chars.as_str();
    }

    /// The next character that is neither a blank nor in a comment, which begins with `%`.
    pub fn peek(&mut self) -> Option<char> {
        loop {
            match self.rest.chars().next() {
                Some('%') => {
                    while !self.rest.is_empty() && !self.rest.starts_with('\n') {
                        self.take();
                    }
                }
                Some(c) if c.is_whitespace() => self.take(),
                other => return other,
            }
        }
    }

    /// Letters, digits and underscores, from here.
    pub fn word(&mut self) -> String {
        self.peek();
        let word: String = self.rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        for _ in word.chars() {
            self.take();
        }
        word
    }

    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}
