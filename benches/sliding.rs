use rompicapo::games::{Game, sliding::GAME};
use rompicapo::search::{Outcome, Plan};
use std::time::Instant;
fn main() {
    let options = [("goal".to_string(), "blank-first".to_string())].into_iter().collect();
    let position = GAME.read("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", &options).unwrap();
    for _ in 0..3 {
        let start = Instant::now();
        let mut engine = position.engine(&Plan::new(GAME.strategy("ida*").unwrap())).unwrap();
        while engine.run(1_000_000, None) == Outcome::MoreWork {}
        let nodes = engine.counters().generated;
        let s = start.elapsed().as_secs_f64();
        println!("{nodes} {s:.3} {:.1} M/s", nodes as f64 / s / 1e6);
    }
}
