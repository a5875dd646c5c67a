//! Errors in a user's file, with their place, and TOML read so that every value knows its line.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::games::{harmless, quoted};

/// What is wrong in a file: `file:line: message`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {}", harmless(file.display()), place_words(*line), harmless(message))]
pub struct FileError {
    pub file: PathBuf,
    /// From 1; 0 where the file as a whole is meant.
    pub line: usize,
    /// The key and what was expected.
    pub message: String,
}

fn place_words(line: usize) -> String {
    if line == 0 { String::new() } else { format!(":{line}") }
}

impl FileError {
    pub fn whole(file: &Path, message: impl Into<String>) -> Self {
        FileError { file: file.to_owned(), line: 0, message: message.into() }
    }
}

/// A text together with the name of its file, to turn byte offsets into errors.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub file: &'a Path,
    pub text: &'a str,
}

pub type Table<'a> = DeTable<'a>;
pub type Value<'a> = Spanned<DeValue<'a>>;

/// How the reader begins to say that a value is of another kind than expected.
const TYPE_ERROR: &str = "invalid type:";

/// What the reader of TOML says, for people who write no programs.
fn in_words(message: &str) -> String {
    let kinds = [("u64", "a whole number"), ("u32", "a whole number"), ("a sequence", "a list"), ("a map", "a table")];
    let mut words = message.trim_end().replace('\n', ", ");
    for (kind, plain) in kinds {
        words = words.replace(&format!("expected {kind}"), &format!("expected {plain}"));
    }
    words
}

impl<'a> Source<'a> {
    pub fn parse(self) -> Result<Table<'a>, FileError> {
        Table::parse(self.text).map(Spanned::into_inner).map_err(|error| self.toml_error(&error))
    }

    pub fn error(self, at: Range<usize>, message: impl Into<String>) -> FileError {
        FileError { file: self.file.to_owned(), line: self.line(at.start), message: message.into() }
    }

    pub fn toml_error(self, error: &toml::de::Error) -> FileError {
        let message = clipped(&in_words(error.message()));
        match error.span() {
            Some(span) => match self.field_at(span.start) {
                Some(field) if message.starts_with(TYPE_ERROR) => {
                    self.error(span, format!("`{field}` is {}", message[TYPE_ERROR.len()..].trim_start()))
                }
                _ => self.error(span, message),
            },
            None => FileError::whole(self.file, message),
        }
    }

    /// The field whose value stands there, where it stands behind its name.
    fn field_at(self, offset: usize) -> Option<&'a str> {
        let before = self.text.get(..offset)?;
        let line = before.rsplit('\n').next()?;
        let field = line.split_once('=')?.0.trim();
        let is_bare = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        (!field.is_empty() && field.chars().all(is_bare)).then_some(field)
    }

    /// The line of a byte offset, from 1.
    pub fn line(self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    /// The string under `key`, or an error that says what was expected of it.
    pub fn string<'v>(self, key: &str, value: &'v Value<'a>) -> Result<&'v str, FileError> {
        value
            .as_ref()
            .as_str()
            .ok_or_else(|| self.error(value.span(), format!("`{key}` is {}; expected a string", kind(value.as_ref()))))
    }

    pub fn table<'v>(self, key: &str, value: &'v Value<'a>) -> Result<&'v Table<'a>, FileError> {
        value
            .as_ref()
            .as_table()
            .ok_or_else(|| self.error(value.span(), format!("`{key}` is {}; expected a table", kind(value.as_ref()))))
    }
}

/// The words of the TOML reader, which quotes what it does not know whole.
fn clipped(message: &str) -> String {
    let parts: Vec<String> = message.split('`').map(quoted).collect();
    // What stands outside the quotes is the reader's own.
    let own = message.split('`').zip(parts).enumerate();
    own.map(|(i, (whole, cut))| if i % 2 == 1 { cut } else { whole.to_owned() }).collect::<Vec<_>>().join("`")
}

/// What a value is, with its article.
pub fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// What a file of the user's may hold at most: a hundred times the largest pack that comes with the program.
pub const LARGEST_FILE: u64 = 16 << 20;

/// Reads a text file; the error says which file and why, in one line. Symbolic links are followed; what may never end
/// or never begin (a pipe, a directory) is refused at once.
pub fn read_text(file: &Path) -> Result<String, FileError> {
    let told = |error: io::Error| FileError::whole(file, reason(&error));
    refuse_strange(file, std::fs::metadata(file).map_err(told)?.file_type())?;
    read_all(File::open(file).map_err(told)?).map_err(told)
}

/// Refuses what is no file: one may wait for ever at it. A device such as `/dev/null` is as good as an empty file.
fn refuse_strange(file: &Path, kind: std::fs::FileType) -> Result<(), FileError> {
    if kind.is_dir() {
        return Err(FileError::whole(file, "is a directory; expected a file"));
    }
    if !kind.is_file() && !kind.is_char_device() {
        return Err(FileError::whole(file, "is no ordinary file"));
    }
    Ok(())
}

/// Whether a file can be written here, so far as that can be told before: it is one, or there is none yet.
pub fn expect_file(file: &Path) -> Result<(), FileError> {
    std::fs::metadata(file).map_or(Ok(()), |data| refuse_strange(file, data.file_type()))
}

/// Reads a text to its end, as long as it is one and not too large.
pub fn read_all(reader: impl Read) -> io::Result<String> {
    let mut text = String::new();
    reader.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(io::Error::other(format!("is larger than {} MiB", LARGEST_FILE >> 20)));
    }
    Ok(if text.starts_with('\u{feff}') { without_mark(&text).to_owned() } else { text })
}

/// Why a file cannot be read, in words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::InvalidData => "is no UTF-8 text".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory; expected a file".to_owned(),
        _ => error.to_string(),
    }
}
