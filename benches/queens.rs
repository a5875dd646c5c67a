//! Queens: how long counting all solutions takes, and what a first solution costs.
//!
//! `cargo bench --bench queens`

use std::time::Instant;

use rompicapo::games::Game;
use rompicapo::games::queens::GAME;
use rompicapo::search::Plan;

fn main() {
    for n in 10..=14 {
        measure(n, "count");
    }
    for n in [8, 16, 20, 25, 30] {
        measure(n, "fewest");
    }
}

fn measure(n: u32, strategy: &str) {
    let position = GAME.deal(&n.to_string()).expect("a size");
    let plan = Plan::new(GAME.strategy(strategy).expect("a strategy"));
    let start = Instant::now();
    let mut engine = position.engine(&plan).expect("a plan");
    engine.run(u64::MAX, None);
    let (elapsed, nodes) = (start.elapsed(), engine.counters().generated);
    let solutions = engine.answer().and_then(|answer| answer.solutions);
    let found = solutions.map_or_else(String::new, |count| format!(", {count} solutions"));
    println!("queens:{n:<3} {strategy:<8} {elapsed:>10.2?} {nodes:>12} nodes{found}");
}
