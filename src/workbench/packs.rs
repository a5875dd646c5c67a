//! Packs of puzzles: built in (`puzzles/<game>/*.toml`) or the user's own.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::Deserialize;

use super::naming::Named;
use super::places::{FileError, Source, read_text};
use super::words;
use crate::games::{GAMES, Game, Options, ParamError, Position, TextError, harmless, quoted};

/// A pack as its file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pack {
    pub name: String,
    pub title: String,
    /// Where the puzzles come from; a puzzle may say it better.
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub about: String,
    /// Which game it is for, where the file's folder does not say so.
    pub game: Option<String>,
    /// The user's own file that it was read from; none for a pack that comes with the program.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    #[serde(rename = "puzzle")]
    pub puzzles: Vec<Entry>,
}

/// A puzzle of a pack.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// Unique within the game: `fourteen/NAME` finds it whatever its pack.
    pub name: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub source: String,
    /// A sentence or two for the preview.
    #[serde(default)]
    pub about: String,
    /// `easy`, `medium`, `hard`, `expert`, or what the pack calls it.
    #[serde(default)]
    pub level: String,
    /// Best known length.
    pub best: Option<u64>,
    /// Proven to have no solution.
    #[serde(default)]
    pub unsolvable: bool,
    /// The puzzle's text in any form that the game reads …
    pub text: Option<String>,
    /// … or the part of a name behind `GAME:`, as in `4x4:42`.
    pub deal: Option<String>,
    /// What the text alone does not say.
    #[serde(default)]
    pub options: Options,
}

/// What is wrong with a pack, in words, with the place where it is known.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("puzzle {}, {}: {error}", quoted(puzzle), place_in_text(error))]
    Text { puzzle: String, error: TextError },
    #[error("puzzle {}: {error}", quoted(puzzle))]
    Deal { puzzle: String, error: ParamError },
    #[error("puzzle {}: expected either `text` or `deal`, and not both", quoted(puzzle))]
    TextOrDeal { puzzle: String },
}

/// Where in a puzzle's own text an error is; the text stands somewhere in its pack.
fn place_in_text(error: &TextError) -> String {
    match (error.line, error.column) {
        _ if error.option.is_some() => format!("its option `{}`", error.option.unwrap_or_default()),
        (0, _) => "its text".into(),
        (line, 0) => format!("line {line} of its text"),
        (line, column) => format!("line {line}, column {column} of its text"),
    }
}

impl Pack {
    pub fn read(text: &str) -> Result<Pack, PackError> {
        Ok(toml::from_str(text)?)
    }

    /// What is shown of a stranger's pack has nothing in it that a terminal would obey.
    fn make_harmless(&mut self) {
        let entries = self.puzzles.iter_mut().flat_map(|entry| {
            [&mut entry.name, &mut entry.title, &mut entry.source, &mut entry.level, &mut entry.about]
        });
        let words = [&mut self.name, &mut self.title, &mut self.source, &mut self.about].into_iter().chain(entries);
        for text in words {
            *text = harmless_lines(text);
        }
        // A name of several lines would make lines of its own in a list.
        let names = self.puzzles.iter_mut().map(|entry| &mut entry.name).chain([&mut self.name, &mut self.title]);
        for name in names {
            *name = harmless(&*name);
        }
    }

    /// The first name that an earlier puzzle of the pack has already.
    fn name_twice(&self) -> Option<&str> {
        let mut names = HashSet::new();
        self.puzzles.iter().map(|entry| &*entry.name).find(|name| !names.insert(*name))
    }
}

/// Line breaks are a text's own.
fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n")
}

impl Entry {
    /// Sets the puzzle up.
    pub fn open(&self, game: &dyn Game) -> Result<Box<dyn Position>, PackError> {
        let puzzle = self.name.clone();
        match (&self.text, &self.deal) {
            (Some(text), None) => game.read(text, &self.options).map_err(|error| PackError::Text { puzzle, error }),
            (None, Some(deal)) => game.deal(deal).map_err(|error| PackError::Deal { puzzle, error }),
            _ => Err(PackError::TextOrDeal { puzzle }),
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.title, words::count(self.puzzles.len() as u64, "puzzle", "puzzles"))
    }
}

/// The packs of one game, the program's own first, and what was wrong with some of the user's.
#[derive(Debug, Default)]
pub struct Collection {
    pub packs: Vec<Pack>,
    pub problems: Vec<FileError>,
}

impl Collection {
    pub fn find(&self, name: &str) -> Option<(&Pack, &Entry)> {
        let all = self.packs.iter().flat_map(|pack| pack.puzzles.iter().map(move |entry| (pack, entry)));
        all.into_iter().find(|(_, entry)| entry.name == name)
    }

    /// The pack of this name; the first of several.
    pub fn pack(&self, name: &str) -> Option<&Pack> {
        self.packs.iter().find(|pack| pack.name == name)
    }

    fn built_in(game: &dyn Game) -> Self {
        let mut collection = Collection::default();
        for text in game.profile().packs {
            let file = PathBuf::from(format!("puzzles/{}", game.name()));
            match Pack::read(text) {
                Ok(pack) => collection.packs.push(pack),
                Err(error) => collection.problems.push(FileError::whole(&file, error.to_string())),
            }
        }
        collection
    }

    /// Adds a user's pack. A name that is taken stays with its first owner: a name must not change its meaning.
    fn add_file(&mut self, file: &Path, game: &dyn Game) {
        let mut pack = match read_pack_file(file) {
            Ok(pack) => pack,
            Err(problem) => return self.problems.push(problem),
        };
        if let Some(other) = pack.game.as_deref().filter(|&other| other != game.name()) {
            let message = format!("is a pack of {other}, in the folder of {}", game.name());
            return self.problems.push(FileError::whole(file, message));
        }
        let taken: HashSet<&str> = self.packs.iter().flat_map(|pack| &pack.puzzles).map(|entry| &*entry.name).collect();
        let before = pack.puzzles.len();
        let mut first = None;
        pack.puzzles.retain(|entry| {
            let is_taken = taken.contains(&*entry.name);
            if is_taken && first.is_none() {
                first = Some(entry.name.clone());
            }
            !is_taken
        });
        if let Some(first) = first {
            let message = match before - pack.puzzles.len() {
                1 => format!("`name`: another pack has a puzzle {first}, so this one is left out"),
                many => format!("`name`: other packs have {many} of these names, {first} the first; they are left out"),
            };
            let line = line_of_puzzle(file, &first);
            self.problems.push(FileError { line, ..FileError::whole(file, message) });
        }
        self.packs.push(pack);
    }
}

/// The lines in which puzzles of a pack have this name.
fn lines_of_name(source: Source<'_>, name: &str) -> Result<Vec<usize>, FileError> {
    let table = source.parse()?;
    let puzzles = table.get("puzzle").and_then(|puzzles| puzzles.as_ref().as_array());
    let names = puzzles.into_iter().flatten().filter_map(|puzzle| puzzle.as_ref().as_table()?.get("name"));
    let same = names.filter(|other| other.as_ref().as_str() == Some(name));
    Ok(same.map(|other| source.line(other.span().start)).collect())
}

/// The line of a puzzle's name in a file; 0 where it cannot be told.
fn line_of_puzzle(file: &Path, name: &str) -> usize {
    let Ok(text) = read_text(file) else { return 0 };
    let lines = lines_of_name(Source { file, text: &text }, name);
    lines.ok().and_then(|lines| lines.first().copied()).unwrap_or(0)
}

/// What is wrong where two puzzles of a pack have this name.
fn called_twice(source: Source<'_>, name: &str) -> Result<FileError, FileError> {
    let lines = lines_of_name(source, name)?;
    let [first, line] = [0, 1].map(|at| lines.get(at).copied().unwrap_or(0));
    let message = format!("a second puzzle is called `{}`; the first stands in line {first}", quoted(name));
    Ok(FileError { line, ..FileError::whole(source.file, message) })
}

/// A user's pack from its file.
pub fn read_pack_file(file: &Path) -> Result<Pack, FileError> {
    let text = read_text(file)?;
    let source = Source { file, text: &text };
    let mut pack: Pack = toml::from_str(&text).map_err(|error| source.toml_error(&error))?;
    if let Some(name) = pack.name_twice() {
        return Err(called_twice(source, name)?);
    }
    pack.make_harmless();
    pack.file = Some(file.to_owned());
    Ok(pack)
}

/// All packs, read game by game when they are first asked for.
pub struct Library {
    /// The user's `puzzles` directory, with a folder a game.
    own: Option<PathBuf>,
    collections: Vec<OnceLock<Collection>>,
}

impl Library {
    pub fn new(own: Option<PathBuf>) -> Self {
        Library { own, collections: GAMES.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The packs of a registered game.
    pub fn collection(&self, game: &dyn Game) -> &Collection {
        let index = GAMES.iter().position(|g| g.name() == game.name()).expect("a game of the registry");
        self.collections[index].get_or_init(|| self.fill(game))
    }

    fn fill(&self, game: &dyn Game) -> Collection {
        let mut collection = Collection::built_in(game);
        let folder = self.own.as_ref().map(|own| own.join(game.name()));
        let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let mut files: Vec<PathBuf> = files.into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        for file in files {
            collection.add_file(&file, game);
        }
        collection
    }

    /// The folder of the user's own packs, a folder a game.
    pub fn own(&self) -> Option<&Path> {
        self.own.as_deref()
    }

    /// Forgets what was read: the next look is at the files as they are then.
    pub fn reread(&mut self) {
        *self = Library::new(self.own.take());
    }

    /// What is wrong with packs that were read.
    pub fn problems(&self) -> Vec<&FileError> {
        self.collections.iter().filter_map(OnceLock::get).flat_map(|collection| &collection.problems).collect()
    }

    /// The puzzle behind the one of this name (`GAME/NAME`) in its pack, and how many without a solution are passed over on
    /// the way; `None` where there is none.
    pub fn next_of(&self, game: &'static dyn Game, name: &str) -> Option<Result<(Named, usize), PackError>> {
        let (_, puzzle) = name.split_once('/').filter(|(word, _)| *word == game.name())?;
        let (pack, entry) = self.collection(game).find(puzzle)?;
        let at = pack.puzzles.iter().position(|other| other.name == entry.name)?;
        let behind = &pack.puzzles[at + 1..];
        let passed = behind.iter().position(|entry| !entry.unsolvable)?;
        Some(behind[passed].named(game, pack).map(|named| (named, passed)))
    }

    /// Sets up the puzzle of this name, or says why its pack's entry is no puzzle; `None` where there is none.
    pub fn open(&self, game: &'static dyn Game, name: &str) -> Option<Result<Named, PackError>> {
        let (pack, entry) = self.collection(game).find(name)?;
        Some(entry.named(game, pack))
    }
}

impl Entry {
    /// How hard it is, alike in all games: what has no solution has no level.
    pub fn level_word(&self) -> &str {
        if self.unsolvable { "no solution" } else { &self.level }
    }

    /// The puzzle with all that its pack says of it, under its name `GAME/NAME`.
    pub fn named(&self, game: &'static dyn Game, pack: &Pack) -> Result<Named, PackError> {
        let position = self.open(game)?;
        let or_pack = |own: &str, of_pack: &str| if own.is_empty() { of_pack.to_owned() } else { own.to_owned() };
        Ok(Named {
            title: or_pack(&self.title, &self.name),
            source: or_pack(&self.source, &pack.source),
            about: self.about.clone(),
            level: self.level.clone(),
            best: self.best,
            unsolvable: self.unsolvable,
            ..Named::new(format!("{}/{}", game.name(), self.name), game, position)
        })
    }
}
