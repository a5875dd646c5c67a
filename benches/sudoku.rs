//! Sudoku: puzzles a second on one core (solution and proof of uniqueness), and the hardest published ones.
//!
//! `cargo bench --bench sudoku [FILE]`; FILE has a puzzle of 81 characters a line.

use std::time::{Duration, Instant};

use rompicapo::games::Game;
use rompicapo::games::digits::Level;
use rompicapo::games::sudoku::rules::Digits;
use rompicapo::games::sudoku::{GAME, generate, solve, text};
use rompicapo::workbench::packs::Pack;

const SEEDS: u64 = 250;
const ENOUGH: Duration = Duration::from_secs(1);

fn main() {
    if let Some(file) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        let text = std::fs::read_to_string(file).expect("a file");
        measure("file", &text.lines().map(|line| text::read(line).expect("a puzzle")).collect::<Vec<_>>());
    }
    for level in Level::ALL {
        let start = Instant::now();
        let puzzles: Vec<Digits> = (1..=SEEDS).filter_map(|seed| generate::puzzle(level, seed)).collect();
        let made = start.elapsed() / SEEDS as u32;
        measure(&format!("{} (made in {made:.2?})", level.name()), &puzzles);
    }
    for pack in GAME.profile().packs {
        let pack = Pack::read(pack).expect("a pack");
        for entry in pack.puzzles.iter().filter(|_| pack.name == "published") {
            let position = entry.open(&GAME).expect("a puzzle");
            measure(&entry.name, &[text::read(&position.line()).expect("a puzzle")]);
        }
    }
}

/// Solution and uniqueness, over and over.
fn measure(name: &str, puzzles: &[Digits]) {
    let (start, mut solved) = (Instant::now(), 0u32);
    while start.elapsed() < ENOUGH {
        for puzzle in puzzles {
            assert_eq!(std::hint::black_box(solve::solutions(puzzle, 2)).len(), 1, "one solution");
            solved += 1;
        }
    }
    let each = start.elapsed() / solved;
    println!("{name:<32} {each:>10.2?} each {:>12.0} a second", 1.0 / each.as_secs_f64());
}
