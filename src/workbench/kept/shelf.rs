//! All journals: which one is a puzzle's, and what has been begun.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value, json};

use super::files;
use super::lines::{self, Tail};
use super::pen::{Page, Pen, Syncer, numbered};
use super::story::{Entry, Story};
use crate::games::{self, Game, Options, Position};
use crate::workbench::naming::Named;
use crate::workbench::packs::Library;
use crate::workbench::words;

/// The version that is written; a file of a newer one is left alone.
const VERSION: u64 = 1;

/// How many files of one puzzle are looked for.
const MOST_FILES: usize = 64;

/// The folder of all journals.
#[derive(Debug)]
pub struct GameShelf {
    folder: PathBuf,
    syncer: Syncer,
}

/// A puzzle's game as it goes on.
#[derive(Debug)]
pub struct Opened {
    pub story: Story,
    pub pen: Pen,
    /// What the player should know: files set aside, another workstation at the same puzzle.
    pub notices: Vec<String>,
}

/// A puzzle that was begun.
#[derive(Clone)]
pub struct Begun {
    /// Its journal; none where nothing is written.
    pub file: Option<PathBuf>,
    /// What it was called last.
    pub name: String,
    pub game: &'static dyn Game,
    /// The puzzle on one line, in a form that the game reads.
    pub text: String,
    pub story: Story,
    /// When anything was last written.
    pub last: SystemTime,
}

/// What stands in the first line.
struct Heading {
    game: String,
    text: String,
}

impl Heading {
    fn written(named: &Named, text: &str) -> String {
        json!({ "rompicapo": VERSION, "kept": "game", "game": named.game.name(), "text": text }).to_string()
    }

    /// The error is the version, where it is a newer one; none where this is no journal at all.
    fn read(line: &str) -> Result<Heading, Option<u64>> {
        let line: Map<String, Value> = serde_json::from_str(line).map_err(|_| None)?;
        let version = line.get("rompicapo").and_then(Value::as_u64).ok_or(None)?;
        if version > VERSION {
            return Err(Some(version));
        }
        let word = |key: &str| line.get(key).and_then(Value::as_str).map(str::to_owned).ok_or(None);
        Ok(Heading { game: word("game")?, text: word("text")? })
    }
}

/// One file of a puzzle, looked at with a view to go on in it.
enum Candidate {
    Free {
        page: Page,
        story: Story,
        last: SystemTime,
    },
    /// Another process writes it.
    Taken(PathBuf, Story),
    /// It was set aside; this much of it could be read.
    Aside(Story),
    /// It is not this puzzle's, or must be left alone.
    Other,
}

impl GameShelf {
    pub fn new(folder: PathBuf) -> Self {
        GameShelf { folder, syncer: Syncer::spawn() }
    }

    /// The game of this puzzle, where it was left last; one that was finished begins anew.
    pub fn open(&self, named: &Named) -> Opened {
        self.open_in(named, None)
    }

    /// The one that this file has, where there are several.
    pub fn open_in(&self, named: &Named, wanted: Option<&Path>) -> Opened {
        let text = named.position.whole_line();
        let stem = format!("{}-{:032x}", named.game.name(), fingerprint(&text));
        let mut notices = Vec::new();
        let (mut free, mut elsewhere, mut aside) = (None::<(Page, Story, SystemTime)>, None::<(PathBuf, Story)>, None);
        let is_wanted = |path: &Path| wanted == Some(path);
        for file in self.files_of(&stem) {
            match look(&file, named.game, &text, &mut notices) {
                Candidate::Free { page, story, last } => {
                    let better = |(known, _, at): &(Page, Story, SystemTime)| {
                        (is_wanted(&known.path), *at) < (is_wanted(&page.path), last)
                    };
                    if free.as_ref().is_none_or(better) {
                        free = Some((page, story, last));
                    }
                }
                Candidate::Taken(path, story) => {
                    if elsewhere.as_ref().is_none_or(|(known, _)| !is_wanted(known)) {
                        elsewhere = Some((path, story));
                    }
                }
                Candidate::Aside(story) => aside = Some(story),
                Candidate::Other => {}
            }
        }
        let heading = Heading::written(named, &text);
        if let Some((path, _)) = &elsewhere {
            // What the other workstation has was asked for, and not what is free beside it.
            free = free.filter(|_| !is_wanted(path));
            let how = if free.is_some() { "is a game of its own" } else { "goes on from the same moves on its own" };
            notices.push(format!("Open in another workstation too: this one {how}."));
        }
        let (page, story, inherited) = match (free, elsewhere.map(|(_, story)| story).or(aside)) {
            (Some((page, story, _)), _) => (Some(page), story, Vec::new()),
            (None, Some(story)) => {
                let entries = story.entries();
                (None, story, entries)
            }
            (None, None) => (None, Story::default(), Vec::new()),
        };
        let mut pen = Pen::new(&self.folder, stem, heading, page, self.syncer.clone());
        pen.prepare(&inherited);
        let (mut story, mut first) = (story, Vec::new());
        if story.is_over {
            story = story.anew();
            first.push((Entry::Begin, Duration::ZERO));
        }
        if story.names.last() != Some(&named.name) {
            first.push((Entry::Name(named.name.clone()), story.clock));
        }
        pen.prepare(&first);
        Opened { story, pen, notices }
    }

    /// The files of a puzzle that there are, in order.
    fn files_of(&self, stem: &str) -> Vec<PathBuf> {
        let paths = (1..).map(|n| self.folder.join(numbered(stem, n)));
        // A number may be missing where a file was set aside.
        let known = |path: &PathBuf| path.symlink_metadata().is_ok();
        paths.take(MOST_FILES).filter(known).collect()
    }

    /// The puzzles begun, newest first, at most so many; a file that cannot be read is left out.
    pub fn begun(&self, most: usize) -> Vec<Begun> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let journals = entries.map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "jsonl"));
        let dated = |path: PathBuf| Some((fs::metadata(&path).ok()?.modified().ok()?, path));
        let mut files: Vec<(SystemTime, PathBuf)> = journals.filter_map(dated).collect();
        files.sort_by(|a, b| b.cmp(a));
        let begun = files.into_iter().filter_map(|(last, file)| Begun::read(file, last));
        begun.filter(|begun| !begun.story.deeds.is_empty()).take(most).collect()
    }
}

impl Begun {
    fn read(file: PathBuf, last: SystemTime) -> Option<Begun> {
        let bytes = files::read(&file).ok()??;
        let lines = lines::read(&bytes);
        let (first, rest) = lines.json.split_first()?;
        let heading = Heading::read(first).ok()?;
        let game = games::find(&heading.game)?;
        let story = Story::read(rest.iter().copied());
        let name = story.names.last().cloned().unwrap_or_else(|| game.name().to_owned());
        Some(Begun { file: Some(file), name, game, text: heading.text, story, last })
    }

    /// Which of several games of the same puzzle it is, by its file.
    pub fn number(&self) -> usize {
        let stem = self.file.as_deref().and_then(Path::file_stem).unwrap_or_default();
        // Without a number there stands the fingerprint, which is none.
        stem.to_str().and_then(|stem| stem.rsplit('-').next()?.parse().ok()).unwrap_or(1)
    }

    /// Whether it is a game of the puzzle of the name that has not come to its end; a board of one's own is none.
    pub fn is_game_begun(&self) -> bool {
        !self.story.has_ended && self.story.has_begun_puzzle()
    }

    /// Whether both are games of the same puzzle.
    pub fn is_of_same_puzzle(&self, other: &Begun) -> bool {
        self.text == other.text && self.game.name() == other.game.name()
    }

    /// How many single moves are made, since a board of one's own was set up where there is one.
    pub fn moves(&self) -> usize {
        self.story.moves_here()
    }

    /// How far the player is: how many moves are made, or what the board says where notes stand between them.
    pub fn so_far(&self) -> String {
        let board = if self.game.has_notes() { self.board() } else { None };
        board.map_or_else(
            || words::count(self.moves() as u64, "move", "moves"),
            |board| board.headline(&self.story.moves_of_puzzle()),
        )
    }

    /// The player's time.
    pub fn time(&self) -> Duration {
        self.story.clock
    }

    /// Whether the board is solved, by the player or along the solver's moves.
    pub fn is_solved(&self) -> bool {
        self.story.is_over
    }

    /// The puzzle with its name, ready to open; with what its pack says of it where that is still the same puzzle.
    pub fn named(&self, library: &Library) -> Option<Named> {
        if let Some((_, puzzle)) = self.name.split_once('/').filter(|(word, _)| *word == self.game.name())
            && let Some(Ok(named)) = library.open(self.game, puzzle)
            && named.position.whole_line() == self.text
        {
            return Some(named);
        }
        let position = self.game.read(&self.text, &Options::new()).ok()?;
        let is_deal = self.name.parse::<games::Deal>().is_ok();
        Some(Named { text: !is_deal, ..Named::new(self.name.clone(), self.game, position) })
    }

    /// Whether nothing waits but a board whose setting up was left for later.
    pub fn is_draft(&self) -> bool {
        self.story.made == 0 && !self.story.shelved.is_empty()
    }

    /// The board that is there when it is opened: as it was left, and at its start where it was finished.
    pub fn opening(&self) -> Option<Box<dyn Position>> {
        if let Some((text, with)) = self.story.shelved.last().filter(|_| self.is_draft()) {
            return self.put_up(text, with);
        }
        if self.is_solved() { self.game.read(&self.text, &Options::new()).ok() } else { self.board() }
    }

    fn put_up(&self, text: &str, with: &[String]) -> Option<Box<dyn Position>> {
        let mut board = self.game.read_kept(text).ok()?;
        for mv in with {
            board.play(mv).ok()?;
        }
        Some(board)
    }

    /// What is missing on a board of one's own before it can be played.
    pub fn missing(&self) -> Option<String> {
        let of_deed = |deed: &super::Deed| match deed {
            super::Deed::Puzzle { text, with } => Some((text.clone(), with.clone())),
            super::Deed::Moves { .. } => None,
        };
        let made = || self.story.deeds[..self.story.made].iter().rev().find_map(of_deed);
        let (text, with) = self.story.shelved.last().filter(|_| self.is_draft()).cloned().or_else(made)?;
        self.put_up(&text, &with)?.missing()
    }

    /// The board as it was left.
    pub fn board(&self) -> Option<Box<dyn Position>> {
        let mut board = self.game.read(&self.text, &Options::new()).ok()?;
        for deed in &self.story.deeds[..self.story.made] {
            let (replaced, moves) = match deed {
                super::Deed::Moves { moves, .. } => (None, moves),
                super::Deed::Puzzle { text, with } => (Some(self.game.read_kept(text).ok()?), with),
            };
            board = replaced.unwrap_or(board);
            for mv in moves {
                board.play(mv).ok()?;
            }
        }
        Some(board)
    }
}

/// Looks at a file, locked where it is free; what is wrong with it is told.
fn look(file: &Path, game: &dyn Game, text: &str, notices: &mut Vec<String>) -> Candidate {
    match try_look(file, game, text, notices) {
        Ok(candidate) => candidate,
        Err(error) => {
            notices.push(format!("{}: {error}; this game goes into another file.", file.display()));
            Candidate::Other
        }
    }
}

fn try_look(path: &Path, game: &dyn Game, text: &str, notices: &mut Vec<String>) -> io::Result<Candidate> {
    files::refuse_others(path)?;
    let taken = Page::take_up(path)?;
    let bytes = files::read(path)?.unwrap_or_default();
    let lines = lines::read(&bytes);
    let Some((first, rest)) = lines.json.split_first() else {
        if lines.tail == Tail::Damaged {
            let aside = files::set_aside(path, "damaged")?;
            notices.push(format!("{} is damaged; set aside as {}.", path.display(), aside.display()));
            return Ok(Candidate::Other);
        }
        // The very first line was interrupted, or is about to be written.
        let Some(file) = taken else { return Ok(Candidate::Other) };
        let (page, last) = (Page::behind(file, path.to_owned(), &lines), SystemTime::UNIX_EPOCH);
        return Ok(Candidate::Free { page, story: Story::default(), last });
    };
    let heading = match Heading::read(first) {
        Ok(heading) => heading,
        Err(Some(version)) => {
            let what = format!("is of version {version}, newer than this program's {VERSION}, and is left alone");
            notices.push(format!("{} {what}.", path.display()));
            return Ok(Candidate::Other);
        }
        Err(None) => return Ok(Candidate::Other),
    };
    if heading.game != game.name() || heading.text != text {
        return Ok(Candidate::Other);
    }
    let story = Story::read(rest.iter().copied());
    let Some(file) = taken else {
        return Ok(Candidate::Taken(path.to_owned(), story));
    };
    if lines.tail == Tail::Damaged {
        let aside = files::set_aside(path, "damaged")?;
        let line = lines.json.len() + 1;
        notices.push(format!("{}:{line} is damaged; set aside as {}.", path.display(), aside.display()));
        return Ok(Candidate::Aside(story));
    }
    let last = fs::metadata(path)?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    Ok(Candidate::Free { page: Page::behind(file, path.to_owned(), &lines), story, last })
}

/// FNV-1a, 128 bits: names files, and must be the same for ever.
fn fingerprint(text: &str) -> u128 {
    let step = |hash: u128, byte: u8| (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step)
}
