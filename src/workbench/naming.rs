//! From what a person writes (`fourteen/duchi-1`, `freecell:1..32000`, a file) to puzzles.
//!
//! Resolving checks every name; the puzzles themselves are set up one by one, when their turn comes, so that a
//! range of a million deals costs no more memory than one.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;
use std::sync::Arc;

use super::packs::{Entry, Library, Pack, read_pack_file, split_deal};
use super::places::{FileError, read_text};
use super::suggest;
use crate::games::{self, GAMES, Game, Options, Position, TextError};

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
#[error("{0}")]
pub struct NameError(pub String);

impl From<FileError> for NameError {
    fn from(error: FileError) -> Self {
        NameError(error.to_string())
    }
}

fn fail<T>(message: impl Into<String>) -> Result<T, NameError> {
    Err(NameError(message.into()))
}

/// A puzzle that is still to be set up.
pub enum Ticket {
    Ready(Box<Named>),
    Deal {
        game: &'static dyn Game,
        params: Arc<str>,
        number: u64,
    },
    Text(Box<Text>),
    Malformed(Malformed),
    /// Its file could not be read any further.
    Unreadable(FileError),
}

/// A puzzle's text and where it stands.
pub struct Text {
    name: String,
    game: &'static dyn Game,
    text: String,
    options: Arc<Options>,
    file: String,
    /// How far its first line and column are from the file's.
    lines_before: usize,
    columns_before: usize,
}

impl Ticket {
    pub fn game(&self) -> Option<&'static dyn Game> {
        match self {
            Ticket::Ready(named) => Some(named.game),
            Ticket::Deal { game, .. } => Some(*game),
            Ticket::Text(text) => Some(text.game),
            Ticket::Malformed(malformed) => Some(malformed.game),
            Ticket::Unreadable(_) => None,
        }
    }

    /// Sets the puzzle up.
    pub fn open(self) -> Result<Named, Malformed> {
        match self {
            Ticket::Ready(named) => Ok(*named),
            Ticket::Deal { game, params, number } => {
                let colon = if params.is_empty() { "" } else { ":" };
                let name = format!("{}:{params}{colon}{number}", game.name());
                let digits = &name[name.len() - decimal_digits(number)..];
                match game.deal(&params, digits) {
                    Ok(position) => Ok(Named::new(name, game, position)),
                    Err(error) => Err(Malformed { error: format!("{name}: {error}"), name, game }),
                }
            }
            Ticket::Text(text) => text.open(),
            Ticket::Malformed(malformed) => Err(malformed),
            Ticket::Unreadable(error) => unreachable!("the caller ends at an unreadable file: {error}"),
        }
    }
}

fn decimal_digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

impl Text {
    fn open(self) -> Result<Named, Malformed> {
        let Text { name, game, text, options, .. } = &self;
        match game.read(text, options) {
            Ok(position) => Ok(Named { text: true, ..Named::new(name.clone(), *game, position) }),
            Err(error) => Err(Malformed { error: self.placed(&error), name: name.clone(), game: *game }),
        }
    }

    /// The error with its place in the file.
    fn placed(&self, error: &TextError) -> String {
        let mut error = error.clone();
        if error.line == 1 && error.column > 0 {
            error.column += self.columns_before;
        }
        let one_line = !self.text.trim_end().contains('\n') && self.name != self.file;
        if error.line > 0 || one_line {
            error.line = error.line.max(1) + self.lines_before;
        }
        error.in_file(&self.file)
    }
}

/// What one argument stands for.
pub enum Source {
    One(Option<Ticket>),
    Range { game: &'static dyn Game, params: Arc<str>, next: u64, last: u64, done: bool },
    Several(VecDeque<Ticket>),
    Lines(Lines),
}

impl Source {
    fn of(ticket: Ticket) -> Self {
        Source::One(Some(ticket))
    }

    /// How many puzzles are to come, where that is known.
    pub fn len(&self) -> Option<u64> {
        match self {
            Source::One(ticket) => Some(ticket.is_some().into()),
            Source::Range { done: true, .. } => Some(0),
            Source::Range { next, last, .. } => (last - next).checked_add(1),
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
            Source::Range { game, params, next, .. } => {
                Some(Ticket::Deal { game: *game, params: Arc::clone(params), number: *next })
            }
            Source::Several(tickets) => tickets.iter().find_map(|ticket| match ticket {
                Ticket::Ready(named) => Some(Ticket::Ready(named.clone())),
                _ => None,
            }),
            Source::One(_) | Source::Lines(_) => None,
        }
    }

    /// Whether it is read from a text, and not found by a name.
    pub fn is_text(&self) -> bool {
        matches!(self, Source::One(Some(Ticket::Text(_))) | Source::Several(_) | Source::Lines(_))
    }

    pub fn game(&self) -> Option<&'static dyn Game> {
        match self {
            Source::One(ticket) => ticket.as_ref().and_then(Ticket::game),
            Source::Range { game, .. } => Some(*game),
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
            Source::Range { done: true, .. } => None,
            Source::Range { game, params, next, last, done } => {
                let number = *next;
                *done = number == *last;
                *next = number.saturating_add(1);
                Some(Ticket::Deal { game: *game, params: Arc::clone(params), number })
            }
            Source::Several(tickets) => tickets.pop_front(),
            Source::Lines(lines) => lines.next(),
        }
    }
}

/// A file with one puzzle a line, read as it is needed.
pub struct Lines {
    reader: Box<dyn BufRead + Send>,
    file: String,
    game: &'static dyn Game,
    options: Arc<Options>,
    skip: usize,
    line: usize,
    failed: bool,
}

impl Iterator for Lines {
    type Item = Ticket;

    fn next(&mut self) -> Option<Ticket> {
        while !self.failed {
            let mut line = String::new();
            self.line += 1;
            match self.reader.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) if line.trim().is_empty() || line.starts_with("# ") => {}
                Ok(_) => return Some(self.ticket(&line)),
                Err(error) => {
                    self.failed = true;
                    let message = match error.kind() {
                        io::ErrorKind::InvalidData => "is no UTF-8 text".to_owned(),
                        _ => error.to_string(),
                    };
                    return Some(Ticket::Unreadable(FileError {
                        file: self.file.clone().into(),
                        line: self.line,
                        message,
                    }));
                }
            }
        }
        None
    }
}

impl Lines {
    fn ticket(&self, line: &str) -> Ticket {
        let name = format!("{}:{}", self.file, self.line);
        let text = skip_words(line, self.skip).trim_end();
        if text.is_empty() {
            let error = format!("{name}: expected a puzzle behind the {} words that are skipped", self.skip);
            return Ticket::Malformed(Malformed { name, game: self.game, error });
        }
        let columns_before = line[..text.as_ptr() as usize - line.as_ptr() as usize].chars().count();
        Ticket::Text(Box::new(Text {
            name,
            game: self.game,
            text: text.to_owned(),
            options: Arc::clone(&self.options),
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

/// Turns arguments into puzzles, with what was said beside them.
pub struct Resolver<'a> {
    pub library: &'a Library,
    /// `--game`: the game of texts that do not tell it themselves.
    pub game: Option<&'static dyn Game>,
    /// What texts do not say themselves (`--goal`, `--size`).
    pub options: Options,
}

impl Resolver<'_> {
    /// A name or a file.
    pub fn resolve(&self, argument: &str) -> Result<Source, NameError> {
        if argument == "-" {
            return Ok(Source::of(self.text_file("-", &read_stdin()?)?));
        }
        if let Some((word, rest)) = argument.split_once([':', '/'])
            && let Some(game) = games::find(word)
        {
            return match argument.as_bytes()[word.len()] {
                b':' => deals(game, rest, argument),
                _ => self.pack_puzzle(game, rest),
            };
        }
        let path = Path::new(argument);
        if !path.exists() {
            return fail(self.nothing_of_that_name(argument));
        }
        if path.extension().is_some_and(|extension| extension == "toml") {
            return self.pack_file(argument, read_pack_file(path)?);
        }
        Ok(Source::of(self.text_file(argument, &read_text(path)?)?))
    }

    /// Exactly one puzzle, set up.
    pub fn one(&self, argument: &str) -> Result<Named, NameError> {
        let mut source = self.resolve(argument)?;
        if source.len() != Some(1) {
            return fail(format!("{argument}: expected one puzzle, not {}", source.len().unwrap_or(0)));
        }
        let ticket = source.next().expect("one puzzle");
        ticket.open().map_err(|malformed| NameError(malformed.error))
    }

    /// The only puzzle of a command.
    pub fn only(&self, argument: &str) -> Result<Named, NameError> {
        let named = self.one(argument)?;
        if !named.text {
            self.refuse_options(argument)?;
        }
        Ok(named)
    }

    /// Options that say how to read texts need at least one text.
    pub fn check_use(&self, sources: &[Source]) -> Result<(), NameError> {
        if sources.iter().any(Source::is_text) { Ok(()) } else { self.refuse_options("a puzzle's name") }
    }

    fn refuse_options(&self, what: &str) -> Result<(), NameError> {
        match self.options.keys().next() {
            Some(key) => fail(format!("--{key} goes with a puzzle's text (a file, -, --lines); {what} says it all")),
            None => Ok(()),
        }
    }

    /// One puzzle a line.
    pub fn lines(&self, file: &str, skip: usize) -> Result<Source, NameError> {
        let Some(game) = self.game else {
            return fail(format!("--lines {file}: say which game with --game ({})", game_names()));
        };
        let reader: Box<dyn BufRead + Send> = if file == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let path = Path::new(file);
            let opened = File::open(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => FileError::whole(path, "no such file"),
                _ => FileError::whole(path, error.to_string()),
            })?;
            if path.is_dir() {
                return fail(format!("{file}: is a directory; expected a file with one puzzle a line"));
            }
            Box::new(BufReader::new(opened))
        };
        let options = Arc::new(self.options_for(game)?);
        Ok(Source::Lines(Lines { reader, file: file.to_owned(), game, options, skip, line: 0, failed: false }))
    }

    fn pack_puzzle(&self, game: &'static dyn Game, name: &str) -> Result<Source, NameError> {
        let Some(opened) = self.library.open(game, name) else {
            let shelf = self.library.shelf(game);
            let names = shelf.packs.iter().flat_map(|pack| &pack.puzzles).map(|entry| entry.name.as_str());
            let hint = match suggest::nearest(name, names) {
                Some(near) => format!("did you mean `{}/{near}`?", game.name()),
                None => format!("`rompicapo list {}` shows what there is", game.name()),
            };
            return fail(format!("{}/{name}: no pack has this puzzle; {hint}", game.name()));
        };
        Ok(Source::of(match opened {
            Ok(named) => Ticket::Ready(Box::new(named)),
            Err(error) => {
                let name = format!("{}/{name}", game.name());
                Ticket::Malformed(Malformed { error: format!("{name}: {error}"), name, game })
            }
        }))
    }

    fn text_file(&self, file: &str, content: &str) -> Result<Ticket, NameError> {
        let header = Header::read(file, content)?;
        let Some(game) = header.game.or(self.game) else {
            return fail(format!(
                "{file}: say which game with --game ({}), or with a first line `game: NAME`",
                game_names()
            ));
        };
        let mut options = self.options_for(game)?;
        for (key, value) in header.options {
            options.entry(key).or_insert(value);
        }
        Ok(Ticket::Text(Box::new(Text {
            name: file.to_owned(),
            game,
            text: header.rest.to_owned(),
            options: Arc::new(options),
            file: file.to_owned(),
            lines_before: header.lines,
            columns_before: 0,
        })))
    }

    fn pack_file(&self, file: &str, pack: Pack) -> Result<Source, NameError> {
        let told = pack.game.as_deref().map(find_game).transpose()?;
        let Some(game) = told.or(self.game) else {
            return fail(format!("{file}: say which game with --game, or with `game = \"NAME\"` in the pack"));
        };
        let ticket = |entry: &Entry| {
            let name = format!("{file}:{}", entry.name);
            match entry.named(game, &pack) {
                Ok(named) => Ticket::Ready(Box::new(Named { name, text: true, ..named })),
                Err(error) => Ticket::Malformed(Malformed { name, game, error: format!("{file}: {error}") }),
            }
        };
        Ok(Source::Several(pack.puzzles.iter().map(ticket).collect()))
    }

    /// The options that were given, if the game's reader knows them all.
    fn options_for(&self, game: &dyn Game) -> Result<Options, NameError> {
        for key in self.options.keys() {
            if !game.text_options().iter().any(|option| option.name == key) {
                return fail(format!("--{key} means nothing to {}", game.name()));
            }
        }
        Ok(self.options.clone())
    }

    fn nothing_of_that_name(&self, argument: &str) -> String {
        if let Some(game) = games::find(argument) {
            let forms: Vec<&str> = game.names().iter().map(|&(form, _)| form).collect();
            return format!("{argument}: which one? {argument}/NAME of a pack, or {}", forms.join(", "));
        }
        let (word, separator) = match argument.find([':', '/']) {
            Some(at) => (&argument[..at], &argument[at..=at]),
            None => (argument, ""),
        };
        let names = GAMES.iter().map(|game| game.name());
        match suggest::nearest(word, names) {
            Some(near) if !separator.is_empty() => {
                format!("{argument}: no such file or game; did you mean `{near}{separator}…`?")
            }
            _ if separator.is_empty() => match self.pack_with(argument) {
                Some(game) => format!("{argument}: no such file; did you mean `{game}/{argument}`?"),
                None => format!("{argument}: no such file; a puzzle's name begins with its game ({})", game_names()),
            },
            _ => format!("{argument}: no such file, and no game is called `{word}` ({})", game_names()),
        }
    }

    fn pack_with(&self, puzzle: &str) -> Option<&'static str> {
        GAMES.iter().find(|game| self.library.shelf(**game).find(puzzle).is_some()).map(|game| game.name())
    }
}

/// The registered game of this name, or what it could have been.
pub fn find_game(name: &str) -> Result<&'static dyn Game, NameError> {
    games::find(name).ok_or_else(|| {
        let hint = suggest::hint(name, GAMES.iter().map(|game| game.name()));
        NameError(format!("no game is called `{name}`{hint}"))
    })
}

fn game_names() -> String {
    GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}

/// `SEED`, `A..B`, `PARAMS:SEED`, `PARAMS:A..B` behind `GAME:`.
fn deals(game: &'static dyn Game, rest: &str, argument: &str) -> Result<Source, NameError> {
    let (params, number) = split_deal(rest);
    let deal = |number: &str| game.deal(params, number).map_err(|error| NameError(format!("{argument}: {error}")));
    let Some((first, last)) = range(number, argument)? else {
        let position = deal(number)?;
        return Ok(Source::of(Ticket::Ready(Box::new(Named::new(argument.to_owned(), game, position)))));
    };
    deal(&first.to_string())?;
    deal(&last.to_string())?;
    Ok(Source::Range { game, params: params.into(), next: first, last, done: false })
}

/// The two ends of `A..B`; `None` where it is no range at all.
fn range(number: &str, argument: &str) -> Result<Option<(u64, u64)>, NameError> {
    let Some((first, last)) = number.split_once("..") else { return Ok(None) };
    let (Ok(first), Ok(last)) = (first.parse(), last.parse()) else {
        return fail(format!("{argument}: expected a range A..B of two whole numbers, not `{number}`"));
    };
    if first > last {
        return fail(format!("{argument}: the range is empty; its first number must not be above its last"));
    }
    Ok(Some((first, last)))
}

/// The lines `game: NAME` and `OPTION: VALUE` at the beginning of a file.
struct Header<'a> {
    game: Option<&'static dyn Game>,
    options: Options,
    lines: usize,
    rest: &'a str,
}

impl<'a> Header<'a> {
    fn read(file: &str, content: &'a str) -> Result<Self, NameError> {
        let mut header = Header { game: None, options: Options::new(), lines: 0, rest: content };
        while let Some((line, rest)) = header.rest.split_once('\n') {
            let Some((key, value)) = line.split_once(':') else { break };
            let (key, value) = (key.trim(), value.trim());
            match header.game {
                None if key.eq_ignore_ascii_case("game") => {
                    let game = find_game(value);
                    header.game = Some(game.map_err(|error| NameError(format!("{file}:1: {error}")))?);
                }
                Some(game) if game.text_options().iter().any(|option| option.name == key) => {
                    header.options.insert(key.to_owned(), value.to_owned());
                }
                _ => break,
            }
            header.lines += 1;
            header.rest = rest;
        }
        Ok(header)
    }
}

fn read_stdin() -> Result<String, NameError> {
    let mut text = String::new();
    match io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => fail("-: is no UTF-8 text"),
        Err(error) => fail(format!("-: {error}")),
    }
}
