//! `--memory` as a promise: what a run takes is counted byte by byte, in every strategy of every game.
//!
//! The allocator of this test counts, so the figures are exact and the same on every machine. How much the whole program
//! takes, and how long, is measured by `cargo test --release --test faults -- --ignored limits`.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rompicapo::games::{self, Game, Options, Position};
use rompicapo::search::{Outcome, Plan, Strategy};

#[path = "common/counting.rs"]
mod counting;

use counting::{HELD, MOST};

/// One run at a time: the counter is the process's.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;
/// Beside what is limited: the position, the engine, what a list of moves takes on its way out.
const SLACK: usize = 6 * MIB;

/// What making or reading a puzzle may take.
const MAKING: usize = 32 * MIB;

/// The bytes that a run takes at its most, answer included, and how it ended.
fn bytes_of(position: &dyn Position, plan: &Plan, fuel: u64) -> Option<(usize, Outcome)> {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let mut engine = position.engine(plan).ok()?;
    let mut outcome = Outcome::MoreWork;
    let mut left = fuel;
    while outcome == Outcome::MoreWork && left > 0 {
        let slice = left.min(2_000);
        outcome = engine.run(slice, None);
        left -= slice;
    }
    if let Some(answer) = engine.answer() {
        // As a line of `solve --json` has it.
        let text = serde_json::to_string(&answer.all).unwrap();
        drop((answer, text));
    }
    Some(((MOST.load(Ordering::Relaxed) - before).max(0) as usize, outcome))
}

fn plan(strategy: &'static Strategy, memory: usize, all: bool) -> Plan {
    Plan { memory, all, ..Plan::new(strategy) }
}

/// Every strategy on these puzzles, with `--all` and without, is held against a limit.
fn hold(game: &str, puzzles: &[&str], memory: usize, fuel: u64) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let game = games::find(game).unwrap();
    let mut beyond = Vec::new();
    for puzzle in puzzles {
        let position = open(game, puzzle);
        for strategy in game.strategies() {
            for all in [false, true] {
                let plan = plan(strategy, memory, all);
                if let Some((bytes, outcome)) = bytes_of(&*position, &plan, fuel)
                    && bytes > memory + SLACK
                {
                    let mib = bytes as f64 / MIB as f64;
                    beyond.push(format!(
                        "{puzzle} {}{}: {mib:.1} MiB, {outcome:?}",
                        strategy.name,
                        if all { " all" } else { "" }
                    ));
                }
            }
        }
    }
    assert!(beyond.is_empty(), "{}: beyond {} MiB:\n{}", game.name(), memory / MIB, beyond.join("\n"));
}

fn open(game: &'static dyn Game, puzzle: &str) -> Box<dyn Position> {
    match puzzle.split_once(':').filter(|(word, _)| *word == game.name()) {
        Some((_, deal)) => game.deal(deal).unwrap(),
        None => game.read(puzzle, &Options::new()).unwrap(),
    }
}

const OPEN_KAKURO: &str = "\\ \\ \\ \\/\\ . . ./\\ . . ./\\ . . .";
const WIDE_KAKURO: &str = "\\ \\ \\ \\ \\ \\/\\ . . . . ./\\ . . . . ./\\ . . . . ./\\ . . . . ./\\ . . . . .";

#[test]
fn fourteen_keeps_to_its_memory() {
    hold("fourteen", &["fourteen:5", "fourteen:17"], 12 * MIB, 100_000);
}

#[test]
fn freecell_keeps_to_its_memory() {
    hold("freecell", &["freecell:11982", "freecell:cells=2:982"], 24 * MIB, 40_000);
}

#[test]
fn kakuro_keeps_to_its_memory() {
    hold("kakuro", &[OPEN_KAKURO, WIDE_KAKURO], 12 * MIB, 100_000);
}

#[test]
fn counters_keep_to_their_memory() {
    hold("counters", &["counters:13", "counters:3000"], 12 * MIB, 60_000);
}

#[test]
fn sliding_keeps_to_its_memory() {
    hold("sliding", &["sliding:3x3:1", "sliding:4x4:42", "sliding:5x5:3", "sliding:6x6:1"], 40 * MIB, 100_000);
}

#[test]
fn queens_keep_to_their_memory() {
    hold("queens", &["queens:13", "queens:30", "queens:500"], 12 * MIB, 100_000);
}

#[test]
fn sudoku_keeps_to_its_memory() {
    hold("sudoku", &[&".".repeat(81)], 12 * MIB, 100_000);
}

#[test]
fn the_knight_keeps_to_its_memory() {
    hold("knight", &["knight:5x5,any", "knight:8x8,closed:1", "knight:50x50:1"], 12 * MIB, 60_000);
}

#[test]
fn mazes_keep_to_their_memory() {
    hold("maze", &["maze:201x201,loops=40000:1", "maze:201x201,wilson:1"], 12 * MIB, 60_000);
}

/// So the limit of memory need not be known to those who make and read puzzles.
#[test]
fn making_and_reading_a_puzzle_takes_little() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut beyond = Vec::new();
    let mut look = |what: &str, work: &dyn Fn()| {
        let before = HELD.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        work();
        let bytes = (MOST.load(Ordering::Relaxed) - before).max(0) as usize;
        if bytes > MAKING {
            beyond.push(format!("{what}: {:.1} MiB", bytes as f64 / MIB as f64));
        }
    };
    for name in [
        "fourteen:1",
        "freecell:classroom,suits=4,ranks=13:1",
        "kakuro:40x40,easy:1",
        "counters:20000",
        "sliding:2x5,moves=55:1",
        "sliding:4x4,moves=40..45:1",
        "queens:1000",
        "knight:50x50:1",
        "maze:201x201,wilson:1",
        "sudoku:expert:1",
    ] {
        let (game, deal) = name.split_once(':').unwrap();
        look(name, &|| drop(games::find(game).unwrap().deal(deal).unwrap()));
    }
    for game in games::GAMES {
        let most = game.profile().largest_text;
        for piece in ["[", "[[,", "[[1,1],", "7 ", "7|", ". ", ".", "\\ ", "A", "\n", "/"] {
            let text = piece.repeat(most / piece.len());
            look(&format!("{} of {piece:?}", game.name()), &|| drop(game.read(&text, &Options::new())));
        }
    }
    assert!(beyond.is_empty(), "beyond {} MiB:\n{}", MAKING / MIB, beyond.join("\n"));
}

#[test]
fn ways_that_are_not_listed_are_counted_as_they_are_held() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let game = games::find("maze").unwrap();
    let position = open(game, "maze:15x15,loops=400:1");
    let strategy = game.strategies().iter().find(|strategy| strategy.name == "classic-all").unwrap();
    let plan = Plan { listed: Some(16), ..plan(strategy, 512 * MIB, true) };
    let before = HELD.load(Ordering::Relaxed);
    let mut engine = position.engine(&plan).unwrap();
    engine.run(1_000_000, None);
    let held = HELD.load(Ordering::Relaxed) - before;
    let counted = engine.counters().memory as i64;
    assert!(counted > MIB as i64 && counted < 2 * held as i64, "{counted} counted, {held} held");
}
