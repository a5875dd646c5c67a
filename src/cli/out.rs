//! Standard output as data, flushed in time; standard error for people; colour where it is wanted.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};
use std::time::{Duration, Instant};

use super::args::When;
use crate::games::quote::{is_plain, is_risky};
use crate::workbench::report::push_json;

/// Data waits no longer than this in our buffer while something else is being worked on.
const PATIENCE: Duration = Duration::from_millis(10);

/// Standard output in large writes, but never late.
pub struct Out {
    inner: BufWriter<Stdout>,
    flushed: Instant,
    pending: bool,
}

impl Out {
    pub fn new() -> Self {
        Out { inner: BufWriter::with_capacity(1 << 16, io::stdout()), flushed: Instant::now(), pending: false }
    }

    pub fn put(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.inner.write_all(fit_for_terminals(text).as_bytes())?;
        self.pending = true;
        self.flush_if_late()
    }

    /// To be called now and then while nothing new is written.
    pub fn flush_if_late(&mut self) -> io::Result<()> {
        if self.pending && self.flushed.elapsed() > PATIENCE { self.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()?;
        self.pending = false;
        self.flushed = Instant::now();
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Only texts are written here, whole or in pieces between characters.
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.put(text).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Out::flush(self)
    }
}

/// A line for people. There is nobody left to tell where standard error is gone.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", fit_for_terminals(line));
}

/// The last gate before a terminal: line breaks and our own colours pass, every other character that a terminal might
/// obey is escaped. What comes from a file was escaped where it was read or quoted; this holds where that was forgotten.
fn fit_for_terminals(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut fit = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (taken, behind) = rest.split_at(colour(rest).unwrap_or(c.len_utf8()));
        if taken.len() > c.len_utf8() || !is_risky(c) || matches!(c, '\n' | '\t') {
            fit.push_str(taken);
        } else {
            // As in JSON, which this may be.
            push_json(c.encode_utf8(&mut [0; 4]), &mut fit);
        }
        rest = behind;
    }
    Cow::Owned(fit)
}

/// The length of the code of colour that a text begins with.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\x1b[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then_some(end + 3)
}

/// Whether the answer to `--color` and `NO_COLOR` is yes, for an output that is a terminal or not.
pub fn wants_colour(when: When, terminal: bool) -> bool {
    let asked = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal && !asked("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Colours words, or leaves them as they are.
#[derive(Clone, Copy)]
pub struct Ink {
    on: bool,
}

impl Ink {
    pub fn for_stdout(when: When) -> Self {
        Ink { on: wants_colour(when, io::stdout().is_terminal()) }
    }

    pub fn for_stderr(when: When) -> Self {
        Ink { on: wants_colour(when, io::stderr().is_terminal()) }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub fn good(self, text: &str) -> String {
        self.wrap("1;32", text)
    }

    pub fn bad(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    pub fn warning(self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    pub fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }
}

/// The columns that text for people may take.
pub fn width() -> usize {
    let terminal = io::stdout().is_terminal().then(crossterm::terminal::size).and_then(Result::ok);
    terminal.map_or(80, |(columns, _)| usize::from(columns).clamp(40, 120))
}

/// `words` between blanks, in lines of at most `width` columns, each indented.
pub fn wrapped<S: AsRef<str>>(words: &[S], indent: usize, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.as_ref().chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        }
        if column == 0 {
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word.as_ref());
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_breaks_and_our_own_colours_reach_a_terminal() {
        let ink = Ink { on: true };
        let line = format!("{} a\tb\nc", ink.bad("error:"));
        assert_eq!(fit_for_terminals(&line), line);
        let hostile = format!("{}\x1b]52;c;aA==\x07\u{9b}2J\x1b[2J\u{202e}x", ink.dim("1"));
        let fit = "\x1b[2m1\x1b[0m\\u001b]52;c;aA==\\u0007\\u009b2J\\u001b[2J\\u202ex";
        assert_eq!(fit_for_terminals(&hostile), fit);
    }

    #[test]
    fn words_are_wrapped_within_the_width() {
        assert_eq!(wrapped(&["3-7", "4-8", "1-2"], 2, 9), "  3-7 4-8\n  1-2\n");
        assert_eq!(wrapped::<&str>(&[], 2, 9), "");
    }
}
