//! The knight's tour: what a first tour costs on boards of all sizes, and counting all tours of small ones.
//!
//! `cargo bench --bench knight`

use std::time::Instant;

use rompicapo::games::Game;
use rompicapo::games::knight::GAME;
use rompicapo::search::Plan;

fn main() {
    for name in ["8x8:1", "8x8,closed:1", "12x12:1", "20x20:1", "30x30:1", "50x50:1"] {
        measure(name, "tour", false);
    }
    for name in ["8x8,closed:1", "49x49:1", "50x50,closed:1"] {
        measure(name, "construct", false);
    }
    for name in ["5x5,any", "5x6,closed:1", "6x6,closed:1"] {
        measure(name, "tour", true);
    }
}

/// Gives a search up that takes more nodes than this.
const MOST: u64 = 200_000_000;

fn measure(name: &str, strategy: &str, all: bool) {
    let position = GAME.deal(name).expect("a board");
    let plan = Plan { all, nodes: Some(MOST), ..Plan::new(GAME.strategy(strategy).expect("a strategy")) };
    let start = Instant::now();
    let mut engine = position.engine(&plan).expect("a plan");
    engine.run(u64::MAX, None);
    let (elapsed, nodes) = (start.elapsed(), engine.counters().generated);
    let tours = engine.answer().map(|answer| answer.solutions.unwrap_or(1));
    let found = tours.map_or_else(|| "none found".into(), |count| format!("{count} found"));
    println!("knight:{name:<14} {strategy:<10} {elapsed:>10.2?} {nodes:>12} nodes, {found}");
}
