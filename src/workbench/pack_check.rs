//! Packs of one's own: what is wrong with one, with line and field; how one begins, and how a puzzle is added.

use std::collections::BTreeMap;
use std::path::Path;

use super::kept::files;
use super::naming::Named;
use super::packs::{Entry, Pack, PackError};
use super::places::{FileError, Source, Table, read_text};
use super::suggest;
use crate::games::{self, Deal, GAMES, Game};

/// What a check found.
pub struct Checked {
    /// The pack, where it can be read at all, and its game.
    pub pack: Option<(Pack, &'static dyn Game)>,
    pub problems: Vec<FileError>,
}

/// Reads a pack with all its puzzles. `told` is the game where neither the pack nor its folder says it.
pub fn check(file: &Path, told: Option<&'static dyn Game>) -> Checked {
    let nothing = |problem| Checked { pack: None, problems: vec![problem] };
    let text = match read_text(file) {
        Ok(text) => text,
        Err(error) => return nothing(error),
    };
    let source = Source { file, text: &text };
    let pack: Pack = match toml::from_str(&text) {
        Ok(pack) => pack,
        Err(error) => return nothing(source.toml_error(&error)),
    };
    let table = match source.parse() {
        Ok(table) => table,
        Err(error) => return nothing(error),
    };
    let places = Places { source, table: &table };
    let game = match game_of(file, &pack, told) {
        Ok(game) => game,
        Err(message) => return nothing(places.error(None, "game", message)),
    };
    let mut problems = Vec::new();
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, entry) in pack.puzzles.iter().enumerate() {
        if let Some(first) = names.insert(&entry.name, at) {
            let line = places.line(Some(first), "name");
            let message = format!("`name`: a puzzle is called {} already, in line {line}", entry.name);
            problems.push(places.error(Some(at), "name", message));
        }
        if !is_name(&entry.name) {
            let message = format!("`name`: {}", not_a_name(&entry.name));
            problems.push(places.error(Some(at), "name", message));
        }
        if let Err(error) = entry.open(game) {
            problems.push(places.of_puzzle(at, &error));
        }
    }
    if pack.puzzles.is_empty() {
        problems.push(FileError::whole(file, "there is no [[puzzle]] in it"));
    }
    Checked { pack: Some((pack, game)), problems }
}

/// The game that the pack, its folder or the caller says.
fn game_of(file: &Path, pack: &Pack, told: Option<&'static dyn Game>) -> Result<&'static dyn Game, String> {
    let names = || GAMES.iter().map(|game| game.name());
    match pack.game.as_deref() {
        Some(name) => games::find(name)
            .ok_or_else(|| format!("`game`: no game is called `{name}`{}", suggest::hint(name, names()))),
        None => {
            let folder = std::path::absolute(file).ok().and_then(|file| {
                let folder = file.parent()?.file_name()?.to_str()?;
                games::find(folder)
            });
            let expected = || format!("say which game: `game = \"NAME\"` ({})", names().collect::<Vec<_>>().join(", "));
            told.or(folder).ok_or_else(expected)
        }
    }
}

/// Where the fields of a pack stand.
struct Places<'a> {
    source: Source<'a>,
    table: &'a Table<'a>,
}

impl Places<'_> {
    /// The line of a field of the n-th puzzle, or of the pack; 0 where there is none.
    fn line(&self, puzzle: Option<usize>, field: &str) -> usize {
        let Some(at) = puzzle else {
            return self.table.get(field).map_or(0, |value| self.source.line(value.span().start));
        };
        let puzzles = self.table.get("puzzle").and_then(|value| value.as_ref().as_array());
        let Some(puzzle) = puzzles.and_then(|puzzles| puzzles.get(at)) else { return 0 };
        let fields = puzzle.as_ref().as_table();
        let field = fields.and_then(|fields| fields.get(field)).map(|value| value.span().start);
        self.source.line(field.unwrap_or(puzzle.span().start))
    }

    fn error(&self, puzzle: Option<usize>, field: &str, message: impl Into<String>) -> FileError {
        FileError { file: self.source.file.to_owned(), line: self.line(puzzle, field), message: message.into() }
    }

    /// What is wrong with a puzzle, at the line of its text where that is known.
    fn of_puzzle(&self, at: usize, error: &PackError) -> FileError {
        match error {
            PackError::Text { puzzle, error: inner } if inner.option.is_none() => {
                let first = self.line(Some(at), "text");
                // A text between ''' begins in the line behind them.
                let opening = self.source.text.lines().nth(first.saturating_sub(1)).unwrap_or_default().trim_end();
                let shift = usize::from(opening.ends_with("'''") || opening.ends_with("\"\"\""));
                let line = first + shift + inner.line.saturating_sub(1);
                let column = if inner.column > 0 { format!(", column {} of it", inner.column) } else { String::new() };
                let message = format!("puzzle {puzzle}, `text`{column}: {inner}");
                FileError { line, ..self.error(Some(at), "text", message) }
            }
            PackError::Text { puzzle, error: inner } => {
                self.error(Some(at), "options", format!("puzzle {puzzle}, `options`: {}", inner.in_option()))
            }
            PackError::Deal { puzzle, error } => {
                self.error(Some(at), "deal", format!("puzzle {puzzle}, `deal`: {error}"))
            }
            other => self.error(Some(at), "name", other.to_string()),
        }
    }
}

/// A pack to begin with: one puzzle of the game's own, and every field explained.
pub fn template(game: &'static dyn Game, example: Option<&Entry>) -> String {
    let title = game.profile().title;
    let mut text = format!(
        "name = \"mine\"\ntitle = \"Puzzles of my own\"\ngame = \"{}\"\nsource = \"\"\nabout = \"\"\n\n\
         # One [[puzzle]] each: `text` in any form that {title} reads, or `deal`, a name without `{}:`.\n\
         # May be left out: title, about, source, level, best (the shortest known length), unsolvable = true,\n\
         # options (what the text does not say, as in {{ goal = \"blank-first\" }}).\n",
        game.name(),
        game.name()
    );
    if let Some(entry) = example {
        let body = match (&entry.text, &entry.deal) {
            (Some(written), _) => Body::Text(written.trim().to_owned()),
            (None, deal) => Body::Deal(deal.clone().unwrap_or_default()),
        };
        text.push_str(&written_entry("first", "An example", &body));
    }
    text
}

/// A puzzle's own field.
enum Body {
    Text(String),
    Deal(String),
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn written_entry(name: &str, title: &str, body: &Body) -> String {
    let title = if title.is_empty() { String::new() } else { format!("title = {}\n", quoted(title)) };
    let body = match body {
        Body::Text(text) if text.contains('\n') && !text.contains("'''") => format!("text = '''\n{text}\n'''\n"),
        Body::Text(text) => format!("text = {}\n", quoted(text)),
        Body::Deal(deal) => format!("deal = {}\n", quoted(deal)),
    };
    format!("\n[[puzzle]]\nname = {}\n{title}{body}", quoted(name))
}

/// What goes behind a pack's last line for this puzzle: a numbered one by its number, any other by its text.
fn entry_text(named: &Named, name: &str, title: &str) -> String {
    let deal = named.name.parse::<Deal>().ok().and_then(|_| named.name.split_once(':'));
    let body = match deal {
        Some((_, behind)) => Body::Deal(behind.to_owned()),
        None => Body::Text(named.position.set_up().0),
    };
    written_entry(name, title, &body)
}

/// Writes a puzzle behind the last one of a pack, or into a new one; or says why not.
pub fn add(file: &Path, named: &Named, name: &str, title: &str) -> Result<(), String> {
    let shown = file.display();
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    if !is_name(name) {
        return Err(not_a_name(name));
    }
    let _lock = files::lock(file).map_err(failed)?;
    let mut content = match files::read(file).map_err(failed)? {
        None => head_text(file, named.game),
        Some(bytes) => {
            let Checked { pack, problems } = check(file, None);
            let Some((pack, game)) = pack.filter(|_| problems.is_empty()) else {
                return Err(problems.first().map(ToString::to_string).unwrap_or_default());
            };
            if game.name() != named.game.name() {
                let (pack, puzzle) = (game.name(), named.game.name());
                return Err(format!("{shown}: is a pack of {pack}, and {} is a puzzle of {puzzle}", named.name));
            }
            if pack.puzzles.iter().any(|entry| entry.name == name) {
                return Err(format!("{shown}: a puzzle is called {name} already; --name gives another name"));
            }
            String::from_utf8(bytes).map_err(|error| format!("{shown}: {error}"))?
        }
    };
    if !content.ends_with('\n') {
        content.push('\n');
    }
    content.push_str(&entry_text(named, name, title));
    files::replace(file, content.as_bytes()).map_err(failed)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', ':', ' '])
}

fn not_a_name(name: &str) -> String {
    format!("`{name}` is no name: expected a word without /, : and blanks")
}

/// The head of a new pack for puzzles of this game.
fn head_text(file: &Path, game: &dyn Game) -> String {
    let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("mine");
    format!("name = {0}\ntitle = {0}\ngame = {1}\n", quoted(name), quoted(game.name()))
}

/// A name for a puzzle of a pack, made from what it is called elsewhere.
pub fn plain_name(name: &str) -> String {
    let behind = name.split_once([':', '/']).map_or(name, |(_, behind)| behind);
    let stem = behind.rsplit('/').next().unwrap_or(behind).trim_end_matches(".txt");
    let word: String = stem.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect();
    let word = word.trim_matches('-');
    if word.is_empty() { "puzzle".into() } else { word.to_owned() }
}
