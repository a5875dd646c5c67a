//! What ARCHITECTURE.md says is absent from a room is absent from it. The rules are its two tables: which things are
//! absent from which room, and by which words in the code one knows each thing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rompicapo::games::GAMES;

use crate::source::{Source, has_word};
use crate::{files_below, house, markdown, text_of};

/// A thing that must not be in some files.
struct Absence {
    thing: String,
    /// Where it may be: files or folders of the room whose name begins so.
    outside: Option<String>,
}

impl Absence {
    /// Of `threads` or "terminals outside `view*`".
    fn read(text: &str) -> Absence {
        let (thing, outside) = text.split_once(" outside ").map_or((text, None), |(thing, place)| (thing, Some(place)));
        let place = outside.map(|place| place.trim_matches(['`', '*']).to_owned());
        Absence { thing: thing.trim().to_owned(), outside: place }
    }

    fn holds_in(&self, inside: &Path) -> bool {
        let allowed = |place: &String| inside.iter().any(|part| part.to_string_lossy().starts_with(place.as_str()));
        !self.outside.as_ref().is_some_and(allowed)
    }
}

/// A directory, without the folders in it that are rooms of their own.
struct Room {
    directory: String,
    without: Vec<String>,
    absent: Vec<Absence>,
}

impl Room {
    fn read(directory: String, without: Vec<String>, absent: &str) -> Room {
        Room { directory, without, absent: absent.split([',', ';']).map(Absence::read).collect() }
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = files_below(&self.directory, "rs").into_iter().filter(|file| !is_of_tests(file));
        files.filter(|file| !self.without.iter().any(|folder| file.starts_with(folder))).collect()
    }
}

fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name()).collect()
}

fn rooms() -> Vec<Room> {
    let folders: Vec<String> = games().iter().map(|game| format!("src/games/{game}")).collect();
    let mut rooms = Vec::new();
    for row in markdown::table(&text_of("ARCHITECTURE.md"), "room") {
        let [room, _, absent] = &row[..] else { panic!("expected three columns: {row:?}") };
        let room = room.trim_matches('`').trim_end_matches('/');
        if room == "games/<game>" {
            rooms.extend(folders.iter().map(|folder| Room::read(folder.clone(), Vec::new(), absent)));
        } else {
            rooms.push(Room::read(format!("src/{room}"), folders.clone(), absent));
        }
    }
    rooms
}

/// The words of each thing; `NAME` in them is a game's.
fn words() -> BTreeMap<String, Vec<String>> {
    let rows = markdown::table(&text_of("ARCHITECTURE.md"), "absent");
    rows.into_iter().map(|row| (row[0].clone(), markdown::spans(&row[1]))).collect()
}

/// Files of tests, which may use everything.
fn is_of_tests(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part.to_string_lossy().ends_with("tests.rs"))
}

/// The words that give a thing away in a room, with the games' names written out.
fn words_in(room: &Room, thing: &str, words: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let Some(words) = words.get(thing) else { panic!("{}: the second table has no `{thing}`", room.directory) };
    let others = games().into_iter().filter(|game| !room.directory.ends_with(&format!("/{game}")));
    let others: Vec<&str> = others.collect();
    let written = words.iter().flat_map(|word| {
        let is_of_games = word.contains("NAME");
        if is_of_games { others.iter().map(|game| word.replace("NAME", game)).collect() } else { vec![word.clone()] }
    });
    written.collect()
}

#[test]
fn what_is_absent_from_a_room_is_absent() {
    let words = words();
    let mut found = Vec::new();
    let mut looked_at = 0;
    for room in rooms() {
        for file in room.files() {
            looked_at += 1;
            let lines = Source::new(&text_of(&file)).without_tests().lines();
            let inside = file.strip_prefix(&room.directory).expect("in its room");
            for absence in room.absent.iter().filter(|absence| absence.holds_in(inside)) {
                for word in words_in(&room, &absence.thing, &words) {
                    let hits = lines.iter().filter(|(_, line)| has_word(line, &word));
                    let hits = hits.map(|(line, _)| format!("{}:{line}: {}: {word}", file.display(), absence.thing));
                    found.extend(hits);
                }
            }
        }
    }
    assert!(looked_at > 150, "only {looked_at} files");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_file_is_in_a_room_of_the_table() {
    let rooms = rooms();
    let lone = files_below("src", "rs").into_iter().filter(|file| file.components().count() > 2);
    let lone: Vec<_> = lone.filter(|file| !rooms.iter().any(|room| file.starts_with(&room.directory))).collect();
    assert!(lone.is_empty(), "{lone:?}");
}

#[test]
fn the_registry_names_a_game_in_one_line() {
    let source = Source::new(&text_of("src/games/mod.rs")).without_tests().text();
    for game in games() {
        // The sample is one of them, and named once more as such.
        let besides = |line: &&str| !line.starts_with("pub mod ") && !line.starts_with("pub static SAMPLE");
        let lines = source.lines().filter(|line| has_word(line, game)).filter(besides);
        assert_eq!(lines.count(), 1, "{game}");
        assert!(house().join("src/games").join(game).is_dir(), "{game} has no folder");
    }
}
