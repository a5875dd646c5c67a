//! What is wrong with a text or a name.

use super::quote::harmless;

/// A malformed text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}", harmless(message), earlier_words(*earlier))]
pub struct TextError {
    /// From 1; 0 where the text as a whole is meant.
    pub line: usize,
    /// In characters from 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// Line and column of the first of two that exclude each other.
    pub earlier: Option<(usize, usize)>,
    /// The option (`goal`) whose value is malformed, and not the text; line and column are then those of the value.
    pub option: Option<&'static str>,
}

fn earlier_words(earlier: Option<(usize, usize)>) -> String {
    match earlier {
        None => String::new(),
        Some((0, column)) => format!("; the first is at column {column}"),
        Some((line, column)) => format!("; the first is at line {line}, column {column}"),
    }
}

impl TextError {
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        TextError { line, column, message: message.into(), earlier: None, option: None }
    }

    /// The same error, of something that stands earlier in the text already.
    #[must_use]
    pub fn after(self, line: usize, column: usize) -> Self {
        TextError { earlier: Some((line, column)), ..self }
    }

    pub fn whole(message: impl Into<String>) -> Self {
        Self::at(0, 0, message)
    }

    /// `file:line:column: message`, leaving out what is not known.
    pub fn in_file(&self, file: &str) -> String {
        let file = harmless(file);
        match (self.line, self.column) {
            _ if self.option.is_some() => format!("{file}: {}", self.in_option()),
            (0, _) => format!("{file}: {self}"),
            (line, 0) => format!("{file}:{line}: {self}"),
            (line, column) => format!("{file}:{line}:{column}: {self}"),
        }
    }

    /// The error as one of an option's value: `--goal, column 3: message`.
    pub fn in_option(&self) -> String {
        let option = self.option.unwrap_or_default();
        match (self.line, self.column) {
            (_, 0) => format!("--{option}: {self}"),
            (..=1, column) => format!("--{option}, column {column}: {self}"),
            (line, column) => format!("--{option}, line {line}, column {column}: {self}"),
        }
    }
}

/// Bad parameters or a bad number in a puzzle's name; says what is possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", harmless(.0))]
pub struct ParamError(pub String);
