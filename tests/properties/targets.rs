//! What must hold for any bytes at all: one function a reader, and one for the solvers. The fuzzers in `fuzz/` call these
//! with bytes that they have bred, the tests beside this file with bytes that are rolled.

#![allow(dead_code, reason = "each fuzzer calls its own")]

use std::collections::{HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rompicapo::cli::certificates;
use rompicapo::cli::claims::{self, Bench};
use rompicapo::games::certificate::{self, Case, Claim, Effort, Objection, Proof};
use rompicapo::games::quote::is_risky;
use rompicapo::games::{Certificates, GAMES, Game, Options, Position, TableSet};
use rompicapo::search::{Outcome, Plan, Status};
use rompicapo::tui::keymap::{Key, Keymap, Place};
use rompicapo::tui::theme::Theme;
use rompicapo::workbench::certificates::Archive;
use rompicapo::workbench::config::Config;
use rompicapo::workbench::diff::{self, DiffError, Other, Patience, TraceFile};
use rompicapo::workbench::lines::Lines;
use rompicapo::workbench::packs::{Library, read_pack_file};
use rompicapo::workbench::preferences::Preferences;
use rompicapo::workbench::progress::Progress;
use rompicapo::workbench::tables::{Condition, TableShelf};

/// The game that the first byte chooses, and the text behind it.
fn split(data: &[u8]) -> Option<(&'static dyn Game, &str)> {
    let (&first, rest) = data.split_first()?;
    Some((GAMES[first as usize % GAMES.len()], std::str::from_utf8(rest).ok()?))
}

/// What is told to a person holds nothing that a terminal would obey, and is no book.
fn told(message: &str) {
    assert!(!message.contains(is_risky), "{message:?}");
    assert!(message.chars().count() < 2_500, "{} characters: {message}", message.chars().count());
}

/// A place for files of this process, a folder a target.
fn place(target: &str, name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("rompicapo-fuzz-{}", std::process::id())).join(target);
    fs::create_dir_all(&dir).expect("a temporary directory");
    dir.join(name)
}

/// A puzzle's text: refused with a harmless message, or read, written and read again as the same puzzle.
pub fn text(data: &[u8]) {
    let Some((game, text)) = split(data) else { return };
    match game.read(text, &Options::new()) {
        Err(error) => {
            let message = error.in_file("file");
            told(&message);
            // A word or two of others, and those are cut.
            assert!(message.chars().count() < 800, "{} characters: {message}", message.chars().count());
        }
        Ok(position) => {
            let again = game.read(&position.line(), &position.line_options()).expect("its own line is read");
            assert!(again.same_as(&*position), "{text:?}");
            let whole = game.read(&position.whole_line(), &Options::new()).expect("its whole line is read");
            assert!(whole.same_as(&*position), "{text:?}");
            let _ = (position.board(None), position.moves(), position.warnings(), position.headline(&[]));
        }
    }
}

/// A puzzle's parameters; dealing is tested by each game, since a generator may take its time.
pub fn name(data: &[u8]) {
    let Some((game, text)) = split(data) else { return };
    match game.kind(text) {
        Err(error) => told(&error.to_string()),
        Ok(kind) => {
            let again = game.kind(&kind.params).expect("what it writes is read");
            assert_eq!(again, kind, "{text:?}");
        }
    }
}

/// A move in words: illegal ones change nothing.
pub fn moves(data: &[u8]) {
    let Some((game, text)) = split(data) else { return };
    let library = Library::new(None);
    let entry = &library.collection(game).packs[0].puzzles[0];
    let mut position = entry.open(game).expect("a puzzle of a pack");
    for mv in text.split_whitespace().take(20) {
        let before = position.whole_line();
        match position.play(mv) {
            Ok(made) => assert!(!made.is_empty()),
            Err(why) => {
                told(&why);
                assert_eq!(position.whole_line(), before, "{mv:?} was refused and changed the board");
            }
        }
    }
}

pub fn pack(data: &[u8]) {
    let file = place("pack", "pack.toml");
    fs::write(&file, data).expect("a file");
    match read_pack_file(&file) {
        Err(error) => told(&error.to_string()),
        Ok(pack) => {
            for entry in pack.puzzles.iter().take(8) {
                told(&entry.name);
                // Generators may take their time.
                if entry.deal.is_none()
                    && let Err(error) = entry.open(GAMES[data.len() % GAMES.len()])
                {
                    told(&error.to_string());
                }
            }
        }
    }
}

pub fn config(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Config::from_text(Path::new("config.toml"), text) {
        Err(error) => told(&error.to_string()),
        Ok(config) => {
            if let Err(error) = Keymap::patched(&config.keys) {
                told(&error.to_string());
            }
        }
    }
}

/// Keys of one's own, as the `[keys]` of a configuration has them: refused with a word, or no key means two things.
pub fn keymap(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(config) = Config::from_text(Path::new("config.toml"), &format!("[keys]\n{text}")) else { return };
    match Keymap::patched(&config.keys) {
        Err(error) => told(&error.to_string()),
        Ok(keymap) => {
            for place in [Place::Everywhere, Place::Browser, Place::Game] {
                drop(keymap.table(place, |_| true));
            }
        }
    }
}

pub fn theme(data: &[u8]) {
    let file = place("theme", "own.toml");
    fs::write(&file, data).expect("a file");
    if let Err(error) = Theme::load("own", file.parent()) {
        told(&error.to_string());
    }
}

/// A key's name: what is read is written the same.
pub fn key(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(key) = Key::read(text) {
        assert_eq!(Key::read(&key.to_string()), Some(key), "{text:?}");
    }
}

/// What was kept of earlier games and settings: read, or set aside with a word.
pub fn saves(data: &[u8]) {
    for load in [|file: PathBuf| Progress::load(Some(file)).1, |file: PathBuf| Preferences::load(Some(file)).1] {
        let file = place("saves", "save.json");
        fs::write(&file, data).expect("a file");
        load(file);
    }
    // Each bad one was set aside under a name of its own.
    let _ = fs::remove_dir_all(place("saves", ""));
}

/// A file of tables is whole, or it is not used.
pub fn table(data: &[u8]) {
    let shelf = TableShelf::new(place("table", "tables"));
    let set = TableSet { name: "tiny", about: "", identity: "tables of a test".into(), parts: vec![24, 9] };
    let game = GAMES[0];
    let parts = [vec![3; 24], vec![5; 9]];
    shelf.write(game, &set, &parts).expect("a file");
    let path = shelf.path(game, &set);
    let whole = fs::read(&path).expect("it was written");
    // The bytes are changes: a place and what is put there.
    let mut changed = whole.clone();
    for change in data.chunks_exact(2) {
        let at = usize::from(change[0]) % changed.len();
        changed[at] = change[1];
    }
    fs::write(&path, &changed).expect("a file");
    let is_ready = shelf.condition(game, &set) == Condition::Ready;
    assert_eq!(is_ready, changed == whole, "{changed:?}");
    fs::write(&path, data).expect("a file");
    assert_ne!(shelf.condition(game, &set), Condition::Ready);
}

/// Lines of `solve --json`, as `verify --from` takes them.
pub fn claim(data: &[u8]) {
    let library = Library::new(None);
    for line in Lines::new(data, 1 << 16).take(4) {
        let Ok(rompicapo::workbench::lines::Line::Text(line)) = line else { continue };
        // A name may ask for a generator that takes its time.
        if line.contains("moves=") || line.contains("kakuro:") || line.contains("sudoku:") {
            continue;
        }
        let mut bench = Bench { library: &library, archive: Archive::beside("-"), effort: Effort::default() };
        let read = claims::read(&line, "solve --json");
        match read.and_then(|object| claims::check(&mut bench, &object)) {
            Ok(_) => {}
            Err(claims::Fault::Wrong(why)) => told(&why),
            Err(claims::Fault::Unreadable(error)) => told(&format!("{error:#}")),
        }
    }
}

/// A trace on file against a search of ours.
pub fn trace(data: &[u8]) {
    let file = place("trace", "own.jsonl");
    fs::write(&file, data).expect("a file");
    let game = rompicapo::games::find("sliding").expect("a game");
    let position = game.read("1 2 3 4 0 5 size=2x3", &Options::new()).expect("a board");
    let plan = Plan { nodes: Some(500), ..Plan::new(game.strategy("bfs").expect("a strategy")) };
    let stop = AtomicBool::new(false);
    let patience = Patience { time: None, stop: &stop };
    let compared = TraceFile::open(&file.to_string_lossy(), game)
        .map_err(DiffError::from)
        .and_then(|trace| diff::compare(&*position, &plan, Other::Trace(Box::new(trace)), patience));
    if let Err(error) = compared {
        told(&error.to_string());
    }
}

/// A small puzzle out of bytes, of any game that has one.
fn small(data: &[u8]) -> Option<Box<dyn Position>> {
    let (&first, rest) = data.split_first()?;
    let mut bytes = rest.iter().copied().chain(std::iter::repeat(0));
    let mut below = |most: u8| bytes.next().map_or(0, |byte| byte % most);
    let (game, text) = match first % 7 {
        0 => {
            let columns = 2 + below(3);
            let column = |below: &mut dyn FnMut(u8) -> u8| {
                (0..=below(3)).map(|_| (1 + below(13)).to_string()).collect::<Vec<_>>().join(" ")
            };
            ("fourteen", (0..columns).map(|_| column(&mut below)).collect::<Vec<_>>().join("|"))
        }
        1 => {
            let places: String = (0..4 + below(5)).map(|_| ['A', 'B', '_'][below(3) as usize]).collect();
            ("counters", format!("__{places}"))
        }
        2 => {
            let mut tiles = [1, 2, 3, 4, 5, 0];
            for i in (1..tiles.len()).rev() {
                tiles.swap(i, usize::from(below(i as u8 + 1)));
            }
            ("sliding", format!("{} size=2x3", tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
        }
        3 => {
            let (a, b, c, d) = (3 + below(15), 3 + below(15), 3 + below(15), 3 + below(15));
            ("kakuro", format!("# {a}\\ {b}\\/\\{c} . ./\\{d} . ."))
        }
        4 => {
            let (rows, cols) = (1 + below(4), 2 + below(4));
            let places = rows * cols;
            let (start, goal) = (below(places), below(places - 1));
            let goal = if goal < start { goal } else { goal + 1 };
            let square = |at: u8, below: &mut dyn FnMut(u8) -> u8| match at {
                _ if at == start => 'S',
                _ if at == goal => 'G',
                _ => ['.', '#', '.'][below(3) as usize],
            };
            let squares: Vec<char> = (0..places).map(|at| square(at, &mut below)).collect();
            ("maze", squares.chunks(cols.into()).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/"))
        }
        5 => {
            let (rows, cols) = (2 + below(3), 3 + below(2));
            let start = below(rows * cols);
            let square = |at: u8| if at == start { "1" } else { "." };
            let row = |row: u8| (0..cols).map(|col| square(row * cols + col)).collect::<Vec<_>>().join(" ");
            let closed = if below(3) == 0 { " closed" } else { "" };
            ("knight", (0..rows).map(row).collect::<Vec<_>>().join("/") + closed)
        }
        _ => ("queens", String::new()),
    };
    let game = rompicapo::games::find(game)?;
    if text.is_empty() { game.deal(&(1 + below(6)).to_string()).ok() } else { game.read(&text, &Options::new()).ok() }
}

/// What is true of a puzzle.
struct Truth {
    /// A solution with the fewest moves.
    shortest: Option<Vec<String>>,
    /// In how many positions solutions end.
    ends: usize,
}

/// Breadth first over the moves of the rules; `None` where the puzzle is too large.
fn explored(start: &dyn Position) -> Option<Truth> {
    let mut seen = HashSet::from([start.line()]);
    let mut open = VecDeque::from([(start.boxed_clone(), Vec::new())]);
    let mut truth = Truth { shortest: None, ends: 0 };
    while let Some((position, way)) = open.pop_front() {
        if position.status() == Status::Solved {
            truth.ends += 1;
            truth.shortest = truth.shortest.or(Some(way));
            continue;
        }
        if seen.len() > 4_000 {
            return None;
        }
        for mv in position.moves() {
            let mut next = position.boxed_clone();
            next.play(&mv).expect("a listed move is legal");
            if seen.insert(next.line()) {
                open.push_back((next, [&way[..], &[mv]].concat()));
            }
        }
    }
    Some(truth)
}

/// So many bytes choose the puzzle of a certificate; the text behind them is the proof.
pub const PUZZLE: usize = 24;

/// A certificate that says anything at all: what is called valid is true.
pub fn certificate(data: &[u8]) {
    let (head, text) = data.split_at(data.len().min(PUZZLE));
    let Ok(text) = std::str::from_utf8(text) else { return };
    match certificates::check_line(&Library::new(None), text, None, Effort::default()) {
        Err(claims::Fault::Wrong(why)) => told(&why),
        Err(claims::Fault::Unreadable(error)) => told(&format!("{error:#}")),
        Ok(why) => told(&why.unwrap_or_default()),
    }
    let Some(position) = small(head) else { return };
    let Some(kinds) = position.game().certificates().map(Certificates::kinds) else { return };
    let Some(truth) = explored(&*position) else { return };
    for kind in kinds {
        let proof = Proof::new(kind, text);
        for claim in Claim::ALL {
            for moves in shown(&*position, claim, &truth) {
                let case = Case { position: &*position, claim, moves: &moves };
                match certificate::check(&case, &proof) {
                    Ok(()) => assert!(holds(&case, &truth), "{kind} {claim:?} {moves:?}\n{}", position.whole_line()),
                    Err(Objection::Invalid(why) | Objection::Unchecked(why)) => told(&why),
                }
            }
        }
    }
}

/// Solutions that a certificate of this claim may show: the shortest, and one with a move there and back before it.
fn shown(position: &dyn Position, claim: Claim, truth: &Truth) -> Vec<Vec<String>> {
    let Some(shortest) = truth.shortest.as_ref().filter(|_| claim != Claim::Unsolvable) else {
        return vec![Vec::new()];
    };
    let mut shown = vec![shortest.clone()];
    for mv in position.moves() {
        let mut there = position.boxed_clone();
        there.play(&mv).expect("a listed move is legal");
        let back = there.moves().into_iter().find(|back| {
            let mut here = there.boxed_clone();
            here.play(back).is_ok() && here.same_as(position)
        });
        shown.extend(back.map(|back| [&[mv, back], &shortest[..]].concat()));
    }
    shown
}

fn holds(case: &Case<'_>, truth: &Truth) -> bool {
    match case.claim {
        Claim::Unsolvable => truth.shortest.is_none(),
        Claim::Unique => truth.ends == 1,
        Claim::Several => truth.ends > 1,
        Claim::Optimal => truth.shortest.as_ref().is_some_and(|shortest| shortest.len() == case.moves.len()),
    }
}

/// A proof of what is true of the puzzle of these bytes, as `certificate` takes it.
pub fn certified(head: &[u8]) -> Option<Vec<u8>> {
    let position = small(head)?;
    let truth = explored(&*position)?;
    let claims = if truth.shortest.is_none() { &[Claim::Unsolvable][..] } else { &[Claim::Optimal, Claim::Unique] };
    let moves = truth.shortest.unwrap_or_default();
    let proofs =
        claims.iter().map(|&claim| certificate::make(&Case { position: &*position, claim, moves: &moves }, 1 << 16));
    Some([head, proofs.flatten().next()?.text.as_bytes()].concat())
}

/// Every strategy against brute force that shares nothing with it but the rules.
pub fn solvers(data: &[u8]) {
    let Some(position) = small(data) else { return };
    let Some(Truth { shortest, .. }) = explored(&*position) else { return };
    let truth = shortest.map(|moves| moves.len() as u64);
    let game = position.game();
    for strategy in game.strategies() {
        let plan = Plan { nodes: Some(20_000), memory: 64 << 20, ..Plan::new(strategy) };
        let Ok(mut engine) = position.engine(&plan) else { continue };
        let outcome = engine.run(20_000, None);
        let what =
            || format!("{} {}: {outcome:?}, in truth {truth:?}\n{}", game.name(), strategy.name, position.whole_line());
        assert!(outcome != Outcome::Exhausted || truth.is_none(), "{}", what());
        assert!(outcome != Outcome::Solved || truth.is_some(), "{}", what());
        let Some(answer) = engine.answer() else { continue };
        if !answer.moves.is_empty() {
            claims::replay(&*position, &answer.moves).unwrap_or_else(|why| panic!("{}: {why}", what()));
        }
        assert!(!answer.optimal || Some(answer.length()) <= truth, "{}", what());
    }
}

/// Panics where the property does not hold.
pub type Target = fn(&[u8]);

/// All of them, by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("text", text),
    ("name", name),
    ("moves", moves),
    ("pack", pack),
    ("config", config),
    ("keymap", keymap),
    ("theme", theme),
    ("key", key),
    ("saves", saves),
    ("table", table),
    ("claim", claim),
    ("trace", trace),
    ("certificate", certificate),
    ("solvers", solvers),
];
