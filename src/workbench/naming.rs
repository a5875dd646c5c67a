//! Puzzles and what they are called, set up one by one when their turn comes, so that a range of a million deals
//! costs no more memory than one.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

use super::lines::{self, Line};
use super::places::{FileError, without_mark};
use crate::games::{Deal, Deals, Game, Options, Position, TextError, harmless};

/// A puzzle and what it is called.
#[derive(Clone)]
pub struct Named {
    /// `GAME/NAME`, `GAME:NUMBER`, `GAME:PARAMS:NUMBER`, a file's path, or `FILE:LINE`.
    pub name: String,
    /// Whether the puzzle came as a text, so that `name` alone does not find it again.
    pub text: bool,
    pub game: &'static dyn Game,
    pub position: Box<dyn Position>,
    /// What its pack says of it; empty where it is in none.
    pub title: String,
    pub source: String,
    pub about: String,
    pub level: String,
    /// Best known length.
    pub best: Option<u64>,
    /// Known to have no solution.
    pub unsolvable: bool,
}

impl Named {
    /// A puzzle of which nothing is known but its name.
    pub fn new(name: String, game: &'static dyn Game, position: Box<dyn Position>) -> Self {
        Named {
            name,
            text: false,
            game,
            position,
            title: String::new(),
            source: String::new(),
            about: String::new(),
            level: String::new(),
            best: None,
            unsolvable: false,
        }
    }
}

/// A malformed puzzle: it has a place in a batch, but there is nothing to solve.
#[derive(Clone)]
pub struct Malformed {
    pub name: String,
    pub game: &'static dyn Game,
    /// The place and what was expected.
    pub error: String,
}

/// A name, file or option that cannot be what was meant. Nothing runs then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", harmless(.0))]
pub struct NameError(pub String);

impl From<FileError> for NameError {
    fn from(error: FileError) -> Self {
        NameError(error.to_string())
    }
}

/// A puzzle that is still to be set up.
pub enum Ticket {
    Ready(Box<Named>),
    Deal(Deal),
    Text(Box<Text>),
    Malformed(Malformed),
    /// No puzzle but something to be told of the file, with its place.
    Warning(String),
    /// Its file could not be read any further.
    Unreadable(FileError),
}

/// A puzzle's text and where it stands.
#[derive(Clone)]
pub struct Text {
    pub(super) name: String,
    pub(super) game: &'static dyn Game,
    pub(super) content: String,
    pub(super) options: Arc<Options>,
    /// Line and column of options that stand in the file itself.
    pub(super) places: Vec<(String, (usize, usize))>,
    pub(super) file: String,
    /// How far its first line and column are from the file's.
    pub(super) lines_before: usize,
    pub(super) columns_before: usize,
}

impl Ticket {
    pub fn game(&self) -> Option<&'static dyn Game> {
        match self {
            Ticket::Ready(named) => Some(named.game),
            Ticket::Deal(deal) => Some(deal.game()),
            Ticket::Text(text) => Some(text.game),
            Ticket::Malformed(malformed) => Some(malformed.game),
            Ticket::Warning(_) | Ticket::Unreadable(_) => None,
        }
    }

    /// What the puzzle is called.
    pub fn name(&self) -> String {
        match self {
            Ticket::Ready(named) => named.name.clone(),
            Ticket::Deal(deal) => deal.to_string(),
            Ticket::Text(text) => text.name.clone(),
            Ticket::Malformed(malformed) => malformed.name.clone(),
            Ticket::Warning(_) | Ticket::Unreadable(_) => String::new(),
        }
    }

    /// Sets the puzzle up.
    pub fn open(self) -> Result<Named, Malformed> {
        match self {
            Ticket::Ready(named) => Ok(*named),
            Ticket::Deal(deal) => {
                let (name, game) = (deal.to_string(), deal.game());
                match deal.open() {
                    Ok(position) => Ok(Named::new(name, game, position)),
                    Err(error) => Err(Malformed { error: format!("{name}: {error}"), name, game }),
                }
            }
            Ticket::Text(text) => text.open(),
            Ticket::Malformed(malformed) => Err(malformed),
            Ticket::Warning(what) => unreachable!("the caller tells warnings: {what}"),
            Ticket::Unreadable(error) => unreachable!("the caller ends at an unreadable file: {error}"),
        }
    }
}

impl Text {
    fn open(self) -> Result<Named, Malformed> {
        let Text { name, game, content, options, .. } = &self;
        match game.read(content, options) {
            Ok(position) => Ok(Named { text: true, ..Named::new(name.clone(), *game, position) }),
            Err(error) => Err(Malformed { error: self.placed(&error), name: name.clone(), game: *game }),
        }
    }

    /// The error with its place in the file.
    fn placed(&self, error: &TextError) -> String {
        let mut error = error.clone();
        if let Some(option) = error.option {
            let Some((_, (line, column))) = self.places.iter().find(|(name, _)| name == option) else {
                return error.in_file(&self.name);
            };
            let shifted = |within: usize| column + within.saturating_sub(1);
            let earlier = error.earlier.map(|(_, within)| (*line, shifted(within)));
            error = TextError { line: *line, column: shifted(error.column), earlier, option: None, ..error };
            return error.in_file(&self.file);
        }
        let one_line = !self.content.trim_end().contains('\n') && self.name != self.file;
        if error.line == 0 && one_line {
            error.line = 1;
        }
        (error.line, error.column) = self.in_file(error.line, error.column);
        error.earlier = error.earlier.map(|(line, column)| self.in_file(line, column));
        error.in_file(&self.file)
    }

    /// A place of the text as one of the file.
    fn in_file(&self, line: usize, column: usize) -> (usize, usize) {
        let shift = if line == 1 && column > 0 { self.columns_before } else { 0 };
        (if line > 0 { line + self.lines_before } else { 0 }, column + shift)
    }
}

/// What one argument stands for.
pub enum Source {
    One(Option<Ticket>),
    Range(Deals),
    Several(VecDeque<Ticket>),
    Lines(Lines),
}

impl Source {
    pub(super) fn of(ticket: Ticket) -> Self {
        Source::One(Some(ticket))
    }

    /// How many puzzles are to come, where that is known.
    pub fn len(&self) -> Option<u64> {
        match self {
            Source::One(ticket) => Some(ticket.is_some().into()),
            Source::Range(deals) => deals.count_left(),
            Source::Several(tickets) => Some(tickets.len() as u64),
            Source::Lines(_) => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The first puzzle, to check options on; `None` where it would have to be read from a stream.
    pub fn first(&self) -> Option<Ticket> {
        match self {
            Source::One(Some(Ticket::Ready(named))) => Some(Ticket::Ready(named.clone())),
            Source::One(Some(Ticket::Text(text))) => Some(Ticket::Text(text.clone())),
            Source::Range(deals) => deals.peek().cloned().map(Ticket::Deal),
            Source::Several(tickets) => tickets.iter().find_map(|ticket| match ticket {
                Ticket::Ready(named) => Some(Ticket::Ready(named.clone())),
                _ => None,
            }),
            Source::One(_) | Source::Lines(_) => None,
        }
    }

    /// Whether it is read from a text, and not found by a name.
    pub fn is_text(&self) -> bool {
        match self {
            Source::One(Some(Ticket::Text(_))) | Source::Lines(_) => true,
            Source::Several(tickets) => tickets.iter().any(|t| matches!(t, Ticket::Ready(named) if named.text)),
            Source::One(_) | Source::Range(_) => false,
        }
    }

    /// Whether the next puzzle may be long in coming, as from a pipe.
    pub fn is_stream(&self) -> bool {
        matches!(self, Source::Lines(Lines { stream: true, .. }))
    }

    pub fn game(&self) -> Option<&'static dyn Game> {
        match self {
            Source::One(ticket) => ticket.as_ref().and_then(Ticket::game),
            Source::Range(deals) => deals.peek().map(Deal::game),
            Source::Several(tickets) => tickets.front().and_then(Ticket::game),
            Source::Lines(lines) => Some(lines.game),
        }
    }
}

impl Iterator for Source {
    type Item = Ticket;

    fn next(&mut self) -> Option<Ticket> {
        match self {
            Source::One(ticket) => ticket.take(),
            Source::Range(deals) => deals.next().map(Ticket::Deal),
            Source::Several(tickets) => tickets.pop_front(),
            Source::Lines(lines) => lines.next(),
        }
    }
}

/// A file with one puzzle a line, read as it is needed.
pub struct Lines {
    pub(super) reader: lines::Lines<Box<dyn BufRead + Send>>,
    pub(super) file: String,
    pub(super) game: &'static dyn Game,
    pub(super) options: Arc<Options>,
    pub(super) skip: usize,
    pub(super) line: usize,
    pub(super) failed: bool,
    /// Its next line may be long in coming.
    pub(super) stream: bool,
}

impl Iterator for Lines {
    type Item = Ticket;

    fn next(&mut self) -> Option<Ticket> {
        while !self.failed {
            self.line += 1;
            let line = match self.reader.next()? {
                Ok(line) => line,
                Err(error) => {
                    self.failed = true;
                    let file = self.file.clone().into();
                    return Some(Ticket::Unreadable(FileError { file, line: self.line, message: error.to_string() }));
                }
            };
            let line = match &line {
                Line::Text(line) if self.line == 1 => without_mark(line),
                Line::Text(line) => line,
                Line::NotText => return Some(self.malformed("expected UTF-8 text")),
                Line::TooLong => return Some(self.malformed(&self.game.profile().too_large())),
            };
            if line.starts_with("# ") {
                if let Some(warning) = self.hidden_puzzle(line) {
                    return Some(warning);
                }
            } else if !line.trim().is_empty() {
                return Some(self.ticket(line));
            }
        }
        None
    }
}

/// Room in a line for words that `--skip` leaves out.
pub(super) const SKIPPED: usize = 1 << 16;

impl Lines {
    fn malformed(&self, expected: &str) -> Ticket {
        let name = format!("{}:{}", self.file, self.line);
        let error = format!("{name}: {expected}");
        Ticket::Malformed(Malformed { name, game: self.game, error })
    }

    /// A comment that the game would read as a puzzle may be one that somebody misses.
    fn hidden_puzzle(&self, line: &str) -> Option<Ticket> {
        let text = skip_words(line, self.skip).trim_end();
        self.game.read(text, &self.options).ok()?;
        Some(Ticket::Warning(format!(
            "{}:{}: passed over as a comment, since it begins with `# `; as a puzzle of {} it needs a blank in front",
            self.file,
            self.line,
            self.game.name()
        )))
    }

    fn ticket(&self, line: &str) -> Ticket {
        let name = format!("{}:{}", self.file, self.line);
        let text = skip_words(line, self.skip).trim_end();
        if text.is_empty() {
            return self.malformed(&format!("expected a puzzle behind the {} words that are skipped", self.skip));
        }
        let columns_before = line[..text.as_ptr() as usize - line.as_ptr() as usize].chars().count();
        Ticket::Text(Box::new(Text {
            name,
            game: self.game,
            content: text.to_owned(),
            options: Arc::clone(&self.options),
            places: Vec::new(),
            file: self.file.clone(),
            lines_before: self.line - 1,
            columns_before,
        }))
    }
}

/// The line behind its first `count` words.
fn skip_words(line: &str, count: usize) -> &str {
    let mut rest = line.trim_start();
    for _ in 0..count {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        rest = rest[end..].trim_start();
    }
    rest
}
