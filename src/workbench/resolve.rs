//! From what a person writes (`fourteen/duchi-1`, `freecell:1..32000`, a file) to puzzles. Checks every name.

use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use super::lines;
use super::naming::{self, Lines, Malformed, NameError, Named, Source, Text, Ticket};
use super::packs::{self, Library, Pack, read_pack_file};
use super::places::{FileError, read_all, reason};
use super::suggest;
use crate::games::{self, Deals, GAMES, Game, Options, ParamError};

fn fail<T>(message: impl Into<String>) -> Result<T, NameError> {
    Err(NameError(message.into()))
}

/// Turns arguments into puzzles, with what was said beside them.
pub struct Resolver<'a> {
    pub library: &'a Library,
    /// `--game`: the game of texts that do not tell it themselves.
    pub game: Option<&'static dyn Game>,
    /// Whether a text that tells another game is refused: somebody has asked for this one.
    pub is_asked: bool,
    /// What texts do not say themselves (`--goal`, `--size`).
    pub options: Options,
}

/// A path as it stands in `FILE:LINE`: one that would read as a puzzle's name (`sliding:1`) says that it is a path.
fn path_apart_from_names(file: &str) -> String {
    let word = file.split('/').next().unwrap_or(file);
    if games::find(word).is_some() { format!("./{file}") } else { file.to_owned() }
}

impl Resolver<'_> {
    /// A name or a file.
    pub fn resolve(&self, argument: &str) -> Result<Source, NameError> {
        if argument == "-" {
            return self.text_source("-", read_all(io::stdin()), |error| NameError(format!("-: {}", reason(error))));
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
            return self.pack_file(argument, &read_pack_file(path)?);
        }
        // Whoever names a pipe means it (`<(…)` of a shell).
        self.text_source(argument, File::open(path).and_then(read_all), |error| {
            FileError::whole(path, reason(error)).into()
        })
    }

    /// A puzzle's text, as far as it could be read. What is no text at all is a malformed puzzle among others, if it is
    /// known of which game.
    fn text_source(
        &self,
        name: &str,
        text: io::Result<String>,
        told: impl Fn(&io::Error) -> NameError,
    ) -> Result<Source, NameError> {
        match (text, self.game) {
            (Ok(text), _) => Ok(Source::of(self.text_file(name, &text)?)),
            (Err(error), Some(game)) if error.kind() == io::ErrorKind::InvalidData => {
                let malformed = Malformed { name: name.to_owned(), game, error: told(&error).0 };
                Ok(Source::of(Ticket::Malformed(malformed)))
            }
            (Err(error), _) => Err(told(&error)),
        }
    }

    /// A puzzle's text that came from elsewhere than a file; `name` is what it will be called.
    pub fn pasted(&self, name: &str, content: &str) -> Result<Named, NameError> {
        let ticket = self.text_file(name, content)?;
        ticket.open().map_err(|malformed| NameError(malformed.error))
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
        let path = Path::new(file);
        let reader: Box<dyn BufRead + Send> = if file == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let opened = File::open(path).map_err(|error| FileError::whole(path, reason(&error)))?;
            if path.is_dir() {
                return fail(format!("{file}: is a directory; expected a file with one puzzle a line"));
            }
            Box::new(BufReader::new(opened))
        };
        let options = Arc::new(self.options_for(game)?);
        let stream = file == "-" || !path.is_file();
        let file = path_apart_from_names(file);
        let reader = lines::Lines::new(reader, game.profile().largest_text + naming::SKIPPED);
        Ok(Source::Lines(Lines { reader, file, game, options, skip, line: 0, failed: false, stream }))
    }

    /// A puzzle of a pack, or a whole pack: a puzzle's name goes before a pack's, `PACK/` always means the pack.
    fn pack_puzzle(&self, game: &'static dyn Game, name: &str) -> Result<Source, NameError> {
        let collection = self.library.collection(game);
        if let Some((pack, entry)) = collection.find(name) {
            return Ok(Source::of(entry_ticket(game, pack, entry)));
        }
        if let Some(pack) = collection.pack(name.strip_suffix('/').unwrap_or(name)) {
            let tickets = pack.puzzles.iter().map(|entry| entry_ticket(game, pack, entry));
            return Ok(Source::Several(tickets.collect()));
        }
        let names = collection.packs.iter().flat_map(|pack| {
            let puzzles = pack.puzzles.iter().map(|entry| entry.name.as_str());
            puzzles.chain([pack.name.as_str()])
        });
        let hint = match suggest::nearest(name.trim_end_matches('/'), names) {
            Some(near) => format!("did you mean `{}/{near}`?", game.name()),
            None if self.is_asked => format!("`rompicapo list {}` shows what there is", game.name()),
            None => format!("the list of {} has all of them", game.profile().title),
        };
        fail(format!("{}/{name}: no pack is called so, and none has this puzzle; {hint}", game.name()))
    }

    fn text_file(&self, file: &str, content: &str) -> Result<Ticket, NameError> {
        let header = Header::read(file, content)?;
        self.agree(file, header.game)?;
        let Some(game) = header.game.or(self.game) else {
            return fail(format!(
                "{file}: say which game with --game ({}), or with a first line `game: NAME`",
                game_names()
            ));
        };
        let mut options = self.options_for(game)?;
        let mut places = Vec::new();
        for (key, value, place) in header.options {
            if let Entry::Vacant(free) = options.entry(key.clone()) {
                free.insert(value);
                places.push((key, place));
            }
        }
        Ok(Ticket::Text(Box::new(Text {
            name: file.to_owned(),
            game,
            content: header.rest.to_owned(),
            options: Arc::new(options),
            places,
            file: file.to_owned(),
            lines_before: header.lines,
            columns_before: 0,
        })))
    }

    fn pack_file(&self, file: &str, pack: &Pack) -> Result<Source, NameError> {
        let told = pack.game.as_deref().map(find_game).transpose()?;
        self.agree(file, told)?;
        let Some(game) = told.or(self.game) else {
            return fail(format!("{file}: say which game with --game, or with `game = \"NAME\"` in the pack"));
        };
        let ticket = |entry: &packs::Entry| {
            let name = format!("{file}:{}", entry.name);
            match entry.named(game, pack) {
                Ok(named) => Ticket::Ready(Box::new(Named { name, text: true, ..named })),
                Err(error) => Ticket::Malformed(Malformed { name, game, error: format!("{file}: {error}") }),
            }
        };
        Ok(Source::Several(pack.puzzles.iter().map(ticket).collect()))
    }

    /// Refuses a file that says another game than `--game` does.
    fn agree(&self, file: &str, told: Option<&'static dyn Game>) -> Result<(), NameError> {
        match (told, self.game) {
            (Some(told), Some(asked)) if self.is_asked && told.name() != asked.name() => fail(format!(
                "{file}: the file says that it is {}, --game says {}: expected the same, or no --game",
                told.name(),
                asked.name()
            )),
            _ => Ok(()),
        }
    }

    /// The options that were given, if the game's reader knows them all.
    fn options_for(&self, game: &dyn Game) -> Result<Options, NameError> {
        for key in self.options.keys() {
            if !game.profile().text_options.iter().any(|option| option.name == key) {
                return fail(format!("--{key} means nothing to {}", game.name()));
            }
        }
        game.check_options(&self.options).map_err(|error| NameError(error.in_option()))?;
        Ok(self.options.clone())
    }

    fn nothing_of_that_name(&self, argument: &str) -> String {
        if let Some(game) = games::find(argument) {
            let forms: Vec<&str> = game.profile().names.iter().map(|&(form, _)| form).collect();
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
        GAMES.iter().find(|game| self.library.collection(**game).find(puzzle).is_some()).map(|game| game.name())
    }
}

/// A puzzle of the library, or what is wrong with it.
fn entry_ticket(game: &'static dyn Game, pack: &Pack, entry: &packs::Entry) -> Ticket {
    match entry.named(game, pack) {
        Ok(named) => Ticket::Ready(Box::new(named)),
        Err(error) => {
            let place = pack.file.as_ref().map(|file| format!("{}: ", file.display())).unwrap_or_default();
            let name = format!("{}/{}", game.name(), entry.name);
            Ticket::Malformed(Malformed { error: format!("{name}: {place}{error}"), name, game })
        }
    }
}

/// Whether a text says of which game it is, rightly or wrongly.
pub fn tells_game(content: &str) -> bool {
    Header::read("", content).map_or(true, |header| header.game.is_some())
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

/// `NUMBER`, `A..B`, `PARAMS:NUMBER`, `PARAMS:A..B` behind `GAME:`.
fn deals(game: &'static dyn Game, rest: &str, argument: &str) -> Result<Source, NameError> {
    let wrong = |error: ParamError| NameError(format!("{argument}: {error}"));
    let deals = Deals::read(game, rest).map_err(wrong)?;
    Ok(match deals.single() {
        Some(deal) => Source::of(Ticket::Deal(deal.clone())),
        None => Source::Range(deals),
    })
}

/// The lines `game: NAME` and `OPTION: VALUE` at the beginning of a file.
struct Header<'a> {
    game: Option<&'static dyn Game>,
    /// Each with its value and the place where that begins.
    options: Vec<(String, String, (usize, usize))>,
    lines: usize,
    rest: &'a str,
}

impl<'a> Header<'a> {
    fn read(file: &str, content: &'a str) -> Result<Self, NameError> {
        let mut header = Header { game: None, options: Vec::new(), lines: 0, rest: content };
        while let Some((line, rest)) = header.rest.split_once('\n') {
            let Some((key, value)) = line.split_once(':') else { break };
            let column = line.len() - value.trim_start().len();
            let place = (header.lines + 1, line[..column].chars().count() + 1);
            let (key, value) = (key.trim(), value.trim());
            match header.game {
                None if key.eq_ignore_ascii_case("game") => {
                    let game = find_game(value);
                    header.game = Some(game.map_err(|error| NameError(format!("{file}:1: {error}")))?);
                }
                Some(game) if game.profile().text_options.iter().any(|option| option.name == key) => {
                    header.options.push((key.to_owned(), value.to_owned(), place));
                }
                _ => break,
            }
            header.lines += 1;
            header.rest = rest;
        }
        Ok(header)
    }
}
