//! Mazes: how long the largest takes to dig in each way, and to search.
//!
//! `cargo bench --bench maze`

use std::time::Instant;

use rompicapo::games::Game;
use rompicapo::games::maze::GAME;
use rompicapo::search::Plan;

fn main() {
    for digger in ["backtracker", "prim", "kruskal", "wilson", "division"] {
        let start = Instant::now();
        GAME.deal(&format!("201x201,{digger}:1")).expect("a maze");
        println!("dig    201x201 {digger:<12} {:>10.2?}", start.elapsed());
    }
    let position = GAME.deal("201x201,loops=1000:1").expect("a maze");
    for strategy in ["a*", "bfs", "dfs", "wall"] {
        let start = Instant::now();
        let mut engine = position.engine(&Plan::new(GAME.strategy(strategy).expect("a strategy"))).expect("a plan");
        engine.run(u64::MAX, None);
        let (counters, found) = (engine.counters(), engine.answer().map(|answer| answer.length()));
        let found = found.map_or_else(|| "no way found".into(), |length| format!("{length} moves"));
        println!("search {strategy:<8} {:>10.2?} {:>8} nodes, {found}", start.elapsed(), counters.generated);
    }
}
