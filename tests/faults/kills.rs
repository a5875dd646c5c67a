//! The program killed without a warning in the middle of a game: what is read back is what stood on the board after one of
//! the last keys, nothing that was seen is lost, and no game of before.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rompicapo::games::{GAMES, Game, SplitMix};
use rompicapo::workbench::packs::Library;
use rompicapo::workbench::progress::Progress;

use crate::common::Desk;
use crate::setting;
use crate::terminal::Session;

/// A key for the desk, and what a terminal sends for it.
type Key = (&'static str, &'static str);

const KEYS: [Key; 16] = [
    ("<up>", "\x1b[A"),
    ("<down>", "\x1b[B"),
    ("<left>", "\x1b[D"),
    ("<right>", "\x1b[C"),
    ("<left>", "\x1b[D"),
    ("<right>", "\x1b[C"),
    ("<enter>", "\r"),
    ("<enter>", "\r"),
    ("<enter>", "\r"),
    ("u", "u"),
    ("r", "r"),
    ("R", "R"),
    ("1", "1"),
    ("2", "2"),
    ("3", "3"),
    ("a", "a"),
];

/// A board as it is kept.
type Board = (String, Vec<String>);

fn random_keys(dice: &mut SplitMix, most: usize) -> Vec<Key> {
    (0..dice.below(most)).map(|_| KEYS[dice.below(KEYS.len())]).collect()
}

fn begun(state: &Path) -> Progress {
    let (progress, warning) = Progress::load(Some(state.to_owned()));
    assert_eq!(warning, None);
    progress
}

fn kept(state: &Path, name: &str) -> Option<Board> {
    begun(state).begun().iter().find(|begun| begun.name == name)?.board().map(|board| board.kept())
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The boards of the puzzle after each of the keys, by a workstation without a terminal that goes on from the same files.
fn boards(state: &Path, game: &'static dyn Game, name: &str, keys: &[Key]) -> Vec<Board> {
    let home = tempfile::tempdir().unwrap();
    copied(state, &home.path().join("state"));
    let mut desk = Desk::at_home(home.path());
    desk.open_only(puzzle(game).1);
    let mut boards = vec![desk.standing().expect("a puzzle").1];
    for (key, _) in keys {
        desk.keys(key);
        // Whoever has gone on to another puzzle has left this one as it was.
        let here = desk.standing().filter(|(standing, _)| standing == name).map(|(_, board)| board);
        boards.push(here.unwrap_or_else(|| boards.last().expect("the first").clone()));
    }
    boards
}

fn puzzle(game: &'static dyn Game) -> (String, rompicapo::workbench::naming::Named) {
    let library = Library::new(None);
    let pack = &library.collection(game).packs[0];
    let named = pack.puzzles[0].named(game, pack).unwrap();
    (named.name.clone(), named)
}

fn kill(kills: u64) {
    let home = tempfile::tempdir().unwrap();
    let (folder, state) = (home.path().to_str().unwrap(), home.path().join("rompicapo"));
    let mut dice = SplitMix(41);
    let mut names = BTreeSet::new();
    let mut changed = 0;
    for round in 0..kills {
        let game = GAMES[round as usize % GAMES.len()];
        let (name, _) = puzzle(game);
        let (seen, unseen) = (random_keys(&mut dice, 30), random_keys(&mut dice, 40));
        let all: Vec<Key> = seen.iter().chain(&unseen).copied().collect();
        let boards = boards(&state, game, &name, &all);
        let mut session = Session::start(&["play", &name], &[("XDG_STATE_HOME", folder)]);
        session.wait_for(game.profile().title);
        session.press(&seen.iter().map(|(_, sent)| *sent).collect::<String>());
        // Keys are taken in turn: what comes behind them is there when they have been.
        session.press("#");
        session.wait_until("figures", |screen| screen.contains("streak") || screen.contains("No game has been begun"));
        session.press("q");
        session.wait_until("the board", |screen| !screen.contains("streak") && !screen.contains("No game has been"));
        session.press(&unseen.iter().map(|(_, sent)| *sent).collect::<String>());
        std::thread::sleep(Duration::from_millis(dice.below(60) as u64));
        session.signal("KILL");
        session.wait_for_end();
        let found = kept(&state, &name).unwrap_or_else(|| boards[0].clone());
        let place = boards.iter().rposition(|board| *board == found);
        assert!(place.is_some_and(|at| at >= seen.len()), "round {round}: {name} came back as {found:?}, {place:?}");
        changed += u64::from(found != boards[0]);
        let now: BTreeSet<String> = begun(&state).begun().iter().map(|begun| begun.name.clone()).collect();
        assert!(names.is_subset(&now), "round {round}: {names:?} were begun, {now:?} are left");
        names = now;
    }
    assert!(changed * 3 > kills, "hardly anything was played");
}

#[test]
fn killed_in_every_game() {
    kill(GAMES.len() as u64);
}

#[test]
#[ignore = "hundreds of terminals"]
fn killed_at_any_moment() {
    kill(setting("FAULT_KILLS", 300));
}
