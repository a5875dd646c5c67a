//! Speed of the strategies: `cargo bench --bench counters`. The last figure takes about ten seconds.

use std::hint::black_box;
use std::time::Instant;

use rompicapo::games::{Game as _, counters};
use rompicapo::search::{Outcome, Plan};

/// The most memory that this process has held, where the system tells.
fn peak_mib() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.map_or_else(|| "?".into(), |kib| (kib / 1024).to_string())
}

fn measure(strategy: &str, name: &str) {
    let game = &counters::GAME;
    let position = game.deal(name).expect(name);
    let mut plan = Plan::new(game.strategy(strategy).expect(strategy));
    plan.memory = 4 << 30;
    let start = Instant::now();
    let mut engine = position.engine(&plan).expect("a plan for this puzzle");
    let outcome = engine.run(u64::MAX, None);
    let answer = black_box(engine.answer());
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(outcome, Outcome::Solved);
    let answer = answer.expect("solved");
    let solutions = answer.solutions.map_or_else(String::new, |count| format!(", {count} solutions"));
    let (length, nodes) = (answer.length(), engine.counters().generated);
    let peak = peak_mib();
    println!(
        "{strategy:>10} {name:<18} {seconds:9.4} s  {length} moves{solutions}, {nodes} nodes, peak {peak} MiB so far"
    );
}

fn main() {
    for goal in ["ba-right", "ab-right", "ba-left", "ab-left"] {
        measure("shortest", &format!("10,goal={goal}"));
    }
    measure("count", "12");
    for goal in ["ba-right", "ab-right", "ba-left", "ab-left"] {
        measure("construct", &format!("1000000,goal={goal}"));
    }
    measure("count", "16");
}
