//! Figures that a strategy tells under names of its own.

use serde::Serialize;

/// What a name may stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes, no, or not known.
    Flag(Option<bool>),
    Number(u64),
    Text(String),
}

impl Value {
    /// As people read it; nothing where it is not known.
    pub fn words(&self) -> Option<String> {
        match self {
            Value::Flag(flag) => flag.map(|flag| flag.to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::Text(text) => Some(text.clone()),
        }
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Value::Number(number as u64)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

impl From<Option<bool>> for Value {
    fn from(flag: Option<bool>) -> Self {
        Value::Flag(flag)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

/// A row that a strategy adds to its counters in the solver pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    Figure {
        label: &'static str,
        value: Value,
    },
    Line(String),
    /// The innermost calls of a recursion, the outermost of them first, under so many others.
    Calls {
        above: usize,
        lines: Vec<String>,
    },
}

impl Detail {
    pub fn figure(label: &'static str, value: impl Into<Value>) -> Self {
        Detail::Figure { label, value: value.into() }
    }

    pub fn line(text: impl Into<String>) -> Self {
        Detail::Line(text.into())
    }
}
