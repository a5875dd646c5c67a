//! A newcomer with an empty home: the welcome, the tour, a puzzle won in each game with the keys that the screen names, one
//! left in the middle and killed, gone on with, and statistics that are right.
#![cfg(unix)]

#[path = "common/terminal.rs"]
mod terminal;

use std::process::Command;
use std::time::Duration;

use rompicapo::games::{self, Position};
use rompicapo::search::{Outcome, Plan};
use rompicapo::workbench::packs::Library;
use terminal::Session;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const PAGE_UP: &str = "\x1b[5~";

/// A puzzle to win: what the key line must name, and how a solution is typed.
struct Play {
    game: &'static str,
    puzzle: &'static str,
    named: &'static [&'static str],
    /// Keys before the first move.
    first: &'static str,
    typed: fn(&dyn Position, &[String]) -> String,
}

const PLAYS: [Play; 9] = [
    Play { game: "fourteen", puzzle: "easy-2", named: &["arrows choose", "enter pick"], first: "", typed: pairs },
    Play {
        game: "freecell",
        puzzle: "classroom-4x2",
        named: &["2 6 type a move", "enter pick"],
        first: "AA",
        typed: cards,
    },
    Play { game: "kakuro", puzzle: "ist-3x3", named: &["1-9 digit"], first: "", typed: digits },
    Play { game: "counters", puzzle: "classic-3", named: &["arrows choose", "enter move"], first: "", typed: places },
    Play { game: "sliding", puzzle: "eight-4", named: &["arrows slide"], first: "", typed: tiles },
    Play { game: "queens", puzzle: "bezzel", named: &["arrows choose", "enter queen"], first: "", typed: columns },
    Play { game: "knight", puzzle: "five", named: &["arrows choose", "enter leap"], first: "", typed: squares },
    Play { game: "maze", puzzle: "small", named: &["arrows walk"], first: "", typed: steps },
    Play { game: "sudoku", puzzle: "easy-1", named: &["1-9 digit"], first: "", typed: digits },
];

/// The arrows pass over empty columns.
fn pairs(position: &dyn Position, moves: &[String]) -> String {
    let (mut now, mut keys) = (position.boxed_clone(), String::new());
    for mv in moves {
        let line = now.line();
        for column in mv.split('-').map(|column| column.parse::<usize>().unwrap()) {
            let before = line.split('|').take(column - 1).filter(|cards| *cards != "-").count();
            keys += &(HOME.to_owned() + &RIGHT.repeat(before) + "\r");
        }
        now.play(mv).unwrap();
    }
    keys
}

/// `26`, `2a`, `2h`; `26v3` takes three cards, so column 2 is pressed three times.
fn cards(_: &dyn Position, moves: &[String]) -> String {
    let keys = |mv: &String| {
        let (places, cards) = mv.split_once('v').unwrap_or((mv, "1"));
        let (from, to) = places.split_at(1);
        from.repeat(usize::from_str_radix(cards, 16).unwrap()) + to
    };
    moves.iter().map(keys).collect()
}

/// The cursor goes through the rows; black cells are passed over by the arrows, given ones are not written to.
fn digits(position: &dyn Position, moves: &[String]) -> String {
    let cell = |mv: &str| {
        let (row, rest) = mv[1..].split_once('c').unwrap();
        let (column, digit) = rest.split_once('=').unwrap();
        (row.parse::<usize>().unwrap(), column.parse::<usize>().unwrap(), digit.to_owned())
    };
    let mut cells: Vec<_> = moves.iter().map(|mv| cell(mv)).collect();
    cells.sort();
    // The first cell that takes a digit is in the corner, or behind a row and a column of clues.
    let first = if position.game().name() == "sudoku" { 1 } else { 2 };
    let (mut at, mut keys) = ((first, first), String::new());
    for (row, column, digit) in cells {
        if row > at.0 {
            keys += &(HOME.to_owned() + &DOWN.repeat(row - at.0));
            at = (row, first);
        }
        keys += &(RIGHT.repeat(column - at.1) + &digit);
        at.1 = column;
    }
    keys
}

fn places(_: &dyn Position, moves: &[String]) -> String {
    moves.iter().map(|mv| HOME.to_owned() + &RIGHT.repeat(mv.parse().unwrap()) + "\r").collect()
}

/// An arrow moves the tile, a move's letter says where the blank goes.
fn tiles(_: &dyn Position, moves: &[String]) -> String {
    let arrow = |mv: &String| match mv.as_str() {
        "U" => DOWN,
        "D" => UP,
        "L" => RIGHT,
        _ => LEFT,
    };
    moves.iter().map(arrow).collect()
}

fn columns(_: &dyn Position, moves: &[String]) -> String {
    let right = |mv: &String| RIGHT.repeat(mv.parse::<usize>().unwrap() - 1);
    moves.iter().map(|mv| HOME.to_owned() + &right(mv) + "\r").collect()
}

fn squares(_: &dyn Position, moves: &[String]) -> String {
    let keys = |mv: &String| {
        let (row, column) = mv[1..].split_once('c').unwrap();
        let times = |text: &str| text.parse::<usize>().unwrap() - 1;
        PAGE_UP.to_owned() + HOME + &DOWN.repeat(times(row)) + &RIGHT.repeat(times(column)) + "\r"
    };
    moves.iter().map(keys).collect()
}

fn steps(_: &dyn Position, moves: &[String]) -> String {
    let arrow = |mv: &String| match mv.as_str() {
        "U" => UP,
        "D" => DOWN,
        "L" => LEFT,
        _ => RIGHT,
    };
    moves.iter().map(arrow).collect()
}

fn opened(game: &str, puzzle: &str) -> Box<dyn Position> {
    let game = games::find(game).unwrap();
    Library::new(None).open(game, puzzle).expect("a puzzle of this name").unwrap().position
}

fn solution(position: &dyn Position) -> Vec<String> {
    let mut engine = position.engine(&Plan::new(position.default_strategy())).unwrap();
    assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
    engine.answer().unwrap().moves
}

/// The ten steps of the tour, each done and gone on from.
fn take_tour(session: &mut Session) {
    let mut step = 0;
    let mut next = |session: &mut Session, keys: &str| {
        step += 1;
        wait_for_step(session, step);
        session.press(keys);
        session.wait_for("next step");
        if keys.starts_with('=') {
            // What a move has brought about is looked at.
            std::thread::sleep(Duration::from_millis(700));
        }
        session.press("\r");
    };
    let pair = opened("fourteen", "easy-1").moves().remove(0);
    next(session, &format!("={pair}"));
    next(session, "=2-3\r");
    for keys in ["u", "H", "s", ">>>", "...", " ", "4s"] {
        next(session, keys);
    }
    wait_for_step(session, 10);
    session.press("V");
    session.wait_for("Who races?");
    session.press("\r");
    session.wait_for("finished");
    session.press("\x1b");
    session.wait_until("the end of the tour", |screen| {
        ["done: end of the tour", "enter end"].iter().any(|end| screen.contains(end))
    });
    session.press("\r");
    session.wait_for("That was the tour.");
}

/// Low windows have the step in a shorter form.
fn wait_for_step(session: &Session, step: usize) {
    let told = [format!("step {step} of 10"), format!("Tour {step}/10.")];
    session.wait_until(&told[0], |screen| told.iter().any(|told| screen.contains(told)));
}

/// The game whose tab is chosen.
fn tab(screen: &str) -> String {
    let behind = screen.split_once('[').map_or("", |(_, behind)| behind);
    behind.split(']').next().unwrap_or_default().to_owned()
}

fn win(session: &mut Session, play: &Play) {
    let title = games::find(play.game).unwrap().profile().title;
    for _ in 0..9 {
        if session.screen().contains(&format!("[{title}]")) {
            break;
        }
        let before = tab(&session.screen());
        session.press("\t");
        session.wait_until("the next tab", |screen| tab(screen) != before);
    }
    session.wait_for(&format!("[{title}]"));
    session.press(&format!("/{} {}\r", play.game, play.puzzle));
    session.press("\r");
    session.wait_for(&format!("{title} - {}", play.puzzle));
    // The least window names in any case what makes a move, the last of them.
    let first = if session.screen().lines().count() <= 16 { play.named.len() - 1 } else { 0 };
    let are_named = |line: &str| play.named[first..].iter().all(|words| line.contains(words));
    session.wait_until("the keys", |screen| screen.lines().last().is_some_and(are_named));
    let position = opened(play.game, play.puzzle);
    session.press(play.first);
    session.press(&(play.typed)(&*position, &solution(&*position)));
    session.wait_until("the win", |screen| screen.contains("Solved") && screen.contains("enter next"));
    session.press("q");
    session.wait_for("You solved it in");
    session.press("\x1b");
    session.wait_for("Puzzles");
}

#[test]
fn a_newcomer_finds_the_way() {
    find_the_way((80, 24));
}

#[test]
fn a_newcomer_finds_the_way_in_a_small_window() {
    find_the_way((60, 16));
}

#[test]
fn a_newcomer_finds_the_way_in_a_large_window() {
    find_the_way((120, 40));
}

fn find_the_way(window: (u16, u16)) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().to_str().unwrap();
    let environment: Vec<(&str, &str)> =
        ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
            .map(|name| (name, folder))
            .into();
    let mut session = Session::start_in(window, &[], &environment);
    session.wait_for("Welcome to rompicapo");
    session.press("1");
    take_tour(&mut session);
    session.press("q");
    session.wait_for("Puzzles");
    for play in &PLAYS {
        win(&mut session, play);
    }
    // One more, left in the middle without a warning.
    session.press("/fourteen duchi-1\r\r");
    session.wait_for("52 cards left");
    session.press("=3-6");
    session.wait_for("50 cards left");
    session.signal("KILL");
    session.wait_for_end();
    let mut session = Session::start_in(window, &[], &environment);
    session.wait_for("Puzzles");
    assert!(!session.screen().contains("Welcome"), "{}", session.screen());
    session.press("G");
    session.wait_until("what was begun", |screen| screen.contains("Continue") && screen.contains("fourteen/duchi-1"));
    session.press("\r");
    session.wait_for("You are 1 move into it");
    session.wait_for("50 cards left");
    session.press("#");
    session.wait_for("streak");
    session.press("\x1b");
    session.wait_until("the statistics to close", |screen| !screen.contains("streak"));
    session.press("q");
    session.wait_for("Puzzles");
    session.press("q");
    assert_eq!(session.wait_for_end(), 0);
    check_statistics(&environment);
}

/// Each game was won once; the tour solved nothing that counts.
fn check_statistics(environment: &[(&str, &str)]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rompicapo"));
    let output = command.args(["stats", "--json"]).envs(environment.iter().copied()).output().unwrap();
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for play in &PLAYS {
        let rows = figures["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["game"] == play.game && row["level"] == "all");
        let row = row.unwrap_or_else(|| panic!("no figures of {}: {figures}", play.game));
        let counted = ["won", "helped"].map(|figure| row[figure].as_u64());
        assert_eq!(counted, [Some(1), Some(0)], "{row}");
        assert!(row["longest_streak"].as_u64() == Some(1) || row["longest-streak"].as_u64() == Some(1), "{row}");
    }
    // One game of Fourteen goes on; those of the tour are not kept.
    let played = |game: &str| {
        let row = figures["rows"].as_array()?.iter().find(|row| row["game"] == game && row["level"] == "all");
        row?["played"].as_u64()
    };
    let played: Vec<u64> = PLAYS.iter().filter_map(|play| played(play.game)).collect();
    assert_eq!(played, [2, 1, 1, 1, 1, 1, 1, 1, 1], "{figures}");
}
