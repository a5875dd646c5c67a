//! What the player has reached, puzzle by puzzle, kept between sittings: results in one file, games in their journals.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::kept::{Begun, Entry, GameShelf, Pen, Story, files};
use super::naming::Named;
use super::packs::Library;
use super::results::{self, Figures, Finished};
use crate::games::{Deal, GAMES};

/// The version that is written; a newer file is left alone.
const VERSION: u64 = 1;
/// What a puzzle is called that came from the clipboard.
pub const PASTED: &str = "pasted";
/// How many of the puzzles begun are listed.
const MOST_BEGUN: usize = 500;

/// What is remembered of one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Length of the player's own best solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<u64>,
    /// The player's shortest time of a solution of one's own, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Whether a game of it ended with help: hints, marks on moves, moves of the solver's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub helped: bool,
    /// Moves of an unfinished game.
    #[serde(default, skip_serializing)]
    pub moves: Vec<String>,
    /// Whether a board of the player's own, made from the puzzle, lies in its place.
    #[serde(skip)]
    pub own_board: bool,
    /// Whether a game of it was begun and not finished, even if all is taken back by now.
    #[serde(skip)]
    pub begun: bool,
}

/// A game on the table.
struct Sitting {
    begun: Begun,
    pen: Option<Pen>,
}

#[derive(Default)]
pub struct Progress {
    records: BTreeMap<String, Record>,
    /// Records that the file does not have yet.
    changed: Vec<String>,
    /// Where results are kept; `None` keeps them for this sitting only.
    path: Option<PathBuf>,
    /// Where finished games are written down.
    results: Option<PathBuf>,
    games: Option<GameShelf>,
    /// Newest first.
    begun: Vec<Begun>,
    sitting: Option<Sitting>,
    /// The name of the numbered puzzle that a pack's puzzle is: both are one.
    deals: BTreeMap<String, String>,
}

impl Progress {
    /// Reads what is in the user's folder; a missing one is an empty one. What cannot be read is set aside, not
    /// overwritten, and the second value says so.
    pub fn load(folder: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(folder) = folder else { return (Progress::default(), None) };
        let games = GameShelf::new(folder.join("games"));
        let begun = games.begun(MOST_BEGUN);
        let (records, path, warning) = load_records(&folder.join("progress.json"));
        let mut progress = Progress { records, path, games: Some(games), begun, ..Progress::default() };
        progress.results = Some(folder.join("results.jsonl"));
        progress.mark_begun();
        (progress, warning)
    }

    /// Learns which puzzles of packs are numbered ones.
    pub fn know(&mut self, library: &Library) {
        for &game in GAMES {
            for entry in library.collection(game).packs.iter().flat_map(|pack| &pack.puzzles) {
                if let Some(deal) = entry.deal.as_ref().and_then(|deal| Deal::read(game, deal).ok()) {
                    self.deals.insert(format!("{}/{}", game.name(), entry.name), deal.to_string());
                }
            }
        }
        let records = std::mem::take(&mut self.records);
        for (name, record) in records {
            let key = self.key(&name).to_owned();
            merge(self.records.entry(key).or_default(), record);
        }
        self.mark_begun();
    }

    /// One name for a puzzle that has several.
    fn key<'a>(&'a self, name: &'a str) -> &'a str {
        self.deals.get(name).map_or(name, String::as_str)
    }

    /// Notes the moves of unfinished games under all names of their puzzles.
    fn mark_begun(&mut self) {
        for begun in std::mem::take(&mut self.begun).into_iter().rev() {
            self.mark(&begun);
            self.begun.insert(0, begun);
        }
    }

    fn mark(&mut self, begun: &Begun) {
        let moves = if begun.is_solved() { Vec::new() } else { begun.story.moves_of_puzzle() };
        for name in &begun.story.names {
            let key = self.key(name).to_owned();
            let record = self.records.entry(key).or_default();
            record.moves.clone_from(&moves);
            record.own_board = begun.story.is_own_board();
            record.begun = begun.is_game_begun();
        }
    }

    /// What is known of the puzzle of this name.
    pub fn of(&self, puzzle: &str) -> Option<&Record> {
        self.records.get(self.key(puzzle))
    }

    /// Remembers a game that came to its end.
    pub fn finish(&mut self, finished: &Finished) -> io::Result<()> {
        match &self.results {
            Some(file) => results::append(file, finished),
            None => Ok(()),
        }
    }

    /// The figures of all games, by game and level, with the one on the table; and what the player should know of them.
    pub fn figures(&self, library: &Library) -> io::Result<(Vec<Figures>, Option<String>)> {
        let (finished, odd) = self.results.as_deref().map(results::read).transpose()?.unwrap_or_default();
        let table = self.sitting.as_ref().map(|sitting| &sitting.begun);
        let is_on_table = |begun: &Begun| table.is_some_and(|on| on.is_of_same_puzzle(begun));
        let kept = self.begun.iter().filter(|begun| !is_on_table(begun)).chain(table);
        let begun = kept.filter(|begun| begun.is_game_begun()).map(|begun| (begun.game, begun.name.as_str()));
        let odd = self.results.as_deref().filter(|_| odd > 0).map(|file| results::odd_words(file, odd));
        Ok((results::figures(&finished, begun, library), odd))
    }

    /// The puzzles begun, newest first; those on the table are not among them.
    pub fn begun(&self) -> &[Begun] {
        &self.begun
    }

    /// Gives a puzzle that came as a text the name under which it was begun, with what its pack says of it; what that was is
    /// told where it comes as another.
    pub fn name_again(&self, named: &mut Named, library: &Library) -> Option<String> {
        let text = named.text.then(|| named.position.whole_line())?;
        let begun = self.begun.iter().find(|begun| begun.text == text && begun.game.name() == named.game.name())?;
        let is_pasted = |name: &str| name == PASTED;
        if is_pasted(&begun.name) {
            return is_pasted(&named.name).then(|| "You have begun this puzzle before.".to_owned());
        }
        let told = format!("You have begun this puzzle as {}.", begun.name);
        let came_as = std::mem::replace(named, begun.named(library)?).name;
        (came_as != named.name).then_some(told)
    }

    /// Takes up a puzzle's game where it was left last. The second value is what the player should know of its file.
    pub fn open(&mut self, named: &Named) -> (Story, Vec<String>) {
        self.open_in(named, None)
    }

    /// Takes up the game of a puzzle that this file has, where there are several.
    pub fn open_in(&mut self, named: &Named, file: Option<&Path>) -> (Story, Vec<String>) {
        self.leave(Duration::ZERO);
        let text = named.position.whole_line();
        let (mut story, pen, notices) = match &self.games {
            Some(games) => {
                let opened = games.open_in(named, file);
                (opened.story, Some(opened.pen), opened.notices)
            }
            None => {
                let known = self.begun.iter().find(|b| b.game.name() == named.game.name() && b.text == text);
                let story = known.map(|begun| begun.story.clone()).unwrap_or_default();
                (if story.is_over { story.anew() } else { story }, None, Vec::new())
            }
        };
        story.take(Entry::Name(named.name.clone()), story.clock);
        let old_moves = self.of(&named.name).map(|record| record.moves.clone()).unwrap_or_default();
        let is_of_old = story.deeds.is_empty() && !old_moves.is_empty();
        if is_of_old {
            // The first files had the moves of an unfinished game beside the results.
            story = Story { names: story.names, ..Story::of_moves(&old_moves) };
        }
        let begun = Begun {
            file: pen.as_ref().and_then(|pen| pen.path().map(Path::to_owned)),
            name: named.name.clone(),
            game: named.game,
            text,
            story: story.clone(),
            last: SystemTime::now(),
        };
        self.sitting = Some(Sitting { begun, pen });
        if is_of_old && let Some(Sitting { pen: Some(pen), .. }) = &mut self.sitting {
            pen.prepare(&story.entries());
        }
        (story, notices)
    }

    /// A game that is not kept is put on the table: a step of the tour leaves the player's own game as it is.
    pub fn open_unkept(&mut self) -> Story {
        self.leave(Duration::ZERO);
        Story::default()
    }

    /// Writes down what happened in the game on the table.
    pub fn write(&mut self, entries: &[(Entry, Duration)]) -> io::Result<()> {
        let Some(sitting) = &mut self.sitting else { return Ok(()) };
        for (entry, clock) in entries {
            sitting.begun.story.take(entry.clone(), *clock);
        }
        let Some(pen) = &mut sitting.pen else { return Ok(()) };
        pen.write(entries)
    }

    /// The game on the table is left, after this time.
    pub fn leave(&mut self, clock: Duration) {
        let _ = self.write(&[(Entry::Clock, clock)]);
        let Some(Sitting { mut begun, pen }) = self.sitting.take() else { return };
        begun.file = pen.as_ref().and_then(|pen| pen.path().map(Path::to_owned));
        drop(pen);
        if begun.story.deeds.is_empty() {
            return;
        }
        begun.last = SystemTime::now();
        let same = |other: &Begun| match (&other.file, &begun.file) {
            (Some(other), Some(this)) => other == this,
            _ => other.is_of_same_puzzle(&begun),
        };
        self.begun.retain(|other| !same(other));
        self.mark(&begun);
        self.begun.insert(0, begun);
        self.begun.truncate(MOST_BEGUN);
    }

    /// Remembers a solution that the player found without help.
    pub fn solved(&mut self, puzzle: &str, length: u64, time: Duration) {
        let key = self.key(puzzle).to_owned();
        let win = Record { solved: Some(length), time: Some(time.as_millis() as u64), ..Record::default() };
        merge(self.records.entry(key.clone()).or_default(), win);
        self.changed.push(key);
    }

    /// Remembers that a game of it ended with help.
    pub fn solved_with_help(&mut self, puzzle: &str) {
        let key = self.key(puzzle).to_owned();
        self.records.entry(key.clone()).or_default().helped = true;
        self.changed.push(key);
    }

    /// Writes what has changed into the file as it is by now: what another workstation has written stays.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(path) = self.path.clone().filter(|_| !self.changed.is_empty()) else { return Ok(()) };
        let _lock = files::lock(&path)?;
        let mut file = match read_file(&path)? {
            Stored::Known(file) => file,
            Stored::None => Map::new(),
            Stored::Damaged(_) => {
                files::set_aside(&path, "damaged")?;
                Map::new()
            }
            Stored::Newer(version) => return Err(io::Error::other(newer_words(version))),
        };
        file.insert("rompicapo".into(), VERSION.into());
        let puzzles = file.entry("puzzles").or_insert_with(|| json!({}));
        for key in &self.changed {
            let fields = &mut puzzles[key];
            if !fields.is_object() {
                *fields = json!({});
            }
            let mut record: Record = serde_json::from_value(fields.clone()).unwrap_or_default();
            merge(&mut record, self.records.get(key).cloned().unwrap_or_default());
            // Fields that this version does not know stay as they are.
            if let (Value::Object(fields), Ok(Value::Object(own))) = (fields, serde_json::to_value(&record)) {
                fields.extend(own);
            }
        }
        let mut text = serde_json::to_vec(&Value::Object(file))?;
        text.push(b'\n');
        files::replace(&path, &text)?;
        self.changed.clear();
        Ok(())
    }
}

/// The better of both.
fn merge(record: &mut Record, other: Record) {
    let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
    record.solved = least(record.solved, other.solved);
    record.time = least(record.time, other.time);
    record.helped |= other.helped;
    record.own_board |= other.own_board;
    record.begun |= other.begun;
    if record.moves.is_empty() {
        record.moves = other.moves;
    }
}

/// What a file of results holds.
enum Stored {
    None,
    Known(Map<String, Value>),
    Newer(u64),
    Damaged(String),
}

fn newer_words(version: u64) -> String {
    format!("is of version {version}, newer than this program's {VERSION}, and is left alone")
}

fn read_file(path: &Path) -> io::Result<Stored> {
    let Some(bytes) = files::read(path)? else { return Ok(Stored::None) };
    let file: Map<String, Value> = match serde_json::from_slice(&bytes) {
        Ok(file) => file,
        Err(error) => return Ok(Stored::Damaged(error.to_string())),
    };
    Ok(match file.get("rompicapo").map(Value::as_u64) {
        // The first files were the records alone.
        None => Stored::Known(Map::from_iter([("puzzles".to_owned(), Value::Object(file))])),
        Some(Some(version)) if version > VERSION => Stored::Newer(version),
        Some(Some(_)) if file.get("puzzles").is_none_or(Value::is_object) => Stored::Known(file),
        Some(_) => Stored::Damaged("expected a version and records".into()),
    })
}

/// The records of a file, where it goes on being kept, and what the player should know.
fn load_records(path: &Path) -> (BTreeMap<String, Record>, Option<PathBuf>, Option<String>) {
    let place = path.display();
    let not_kept =
        |why: String| (BTreeMap::new(), None, Some(format!("{place}: {why}; results are not kept this time")));
    match read_file(path) {
        Ok(Stored::None) => (BTreeMap::new(), Some(path.to_owned()), None),
        Ok(Stored::Known(file)) => {
            let puzzles = file.get("puzzles").and_then(Value::as_object).cloned().unwrap_or_default();
            let record = |value| serde_json::from_value(value).unwrap_or_default();
            (puzzles.into_iter().map(|(name, value)| (name, record(value))).collect(), Some(path.to_owned()), None)
        }
        Ok(Stored::Newer(version)) => not_kept(newer_words(version)),
        Ok(Stored::Damaged(why)) => match files::set_aside(path, "damaged") {
            Ok(aside) => {
                let warning = format!("{place}: {why}; set aside as {}", aside.display());
                (BTreeMap::new(), Some(path.to_owned()), Some(warning))
            }
            Err(error) => not_kept(error.to_string()),
        },
        Err(error) => not_kept(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn is_kept_between_sittings() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("deep");
        let (mut progress, warning) = Progress::load(Some(state.clone()));
        assert_eq!(warning, None);
        progress.solved("fourteen/duchi-1", 26, Duration::from_secs(90));
        progress.solved("fourteen/duchi-1", 30, Duration::from_secs(60));
        progress.save().unwrap();
        let (again, _) = Progress::load(Some(state));
        let record = again.of("fourteen/duchi-1").unwrap();
        assert_eq!((record.solved, record.time), (Some(26), Some(60_000)));
    }

    #[test]
    fn two_workstations_lose_nothing_and_unknown_fields_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("progress.json");
        let text = r#"{"rompicapo":1,"later":[1],"puzzles":{"a":{"solved":9,"medal":"gold"},"b":{"solved":5}}}"#;
        fs::write(&file, text).unwrap();
        let load = || Progress::load(Some(folder.path().to_owned())).0;
        let (mut one, mut two) = (load(), load());
        one.solved("a", 7, Duration::from_secs(1));
        one.save().unwrap();
        two.solved("c", 3, Duration::from_secs(1));
        two.solved("a", 8, Duration::from_secs(2));
        two.save().unwrap();
        let all: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(all["puzzles"]["a"], json!({"solved": 7, "medal": "gold", "time": 1000}));
        assert_eq!((&all["puzzles"]["b"]["solved"], &all["puzzles"]["c"]["solved"]), (&json!(5), &json!(3)));
        assert_eq!(all["later"], json!([1]));
    }

    #[test]
    fn the_first_form_of_the_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("progress.json"), r#"{"fourteen/duchi-1":{"solved":26,"moves":["3-8"]}}"#)
            .unwrap();
        let (progress, warning) = Progress::load(Some(folder.path().to_owned()));
        assert_eq!((progress.of("fourteen/duchi-1").unwrap().solved, warning), (Some(26), None));
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_a_newer_one_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("progress.json");
        fs::write(&file, "{\"a\": 1").unwrap();
        let (_, warning) = Progress::load(Some(folder.path().to_owned()));
        assert!(warning.unwrap().contains("set aside"));
        assert_eq!(fs::read_to_string(folder.path().join("progress.json.damaged")).unwrap(), "{\"a\": 1");
        let newer = r#"{"rompicapo":2,"players":{}}"#;
        fs::write(&file, newer).unwrap();
        let (mut progress, warning) = Progress::load(Some(folder.path().to_owned()));
        assert!(warning.unwrap().contains("version 2"));
        progress.solved("a", 1, Duration::from_secs(1));
        progress.save().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), newer);
    }
}
