//! `cargo bench --bench freecell [-- LAST [SHORT]]`: `fast` on Microsoft's deals 1 to LAST (32000), then `short` with
//! 50 ms each on 1 to SHORT (100).
//!
//! Prints processor time, states a deal and lengths; where `freecell-solver-range-parallel-solve` (Debian's
//! freecell-solver-bin) is installed, its best preset runs on the same deals and the ratio is printed.

use std::process::Command;
use std::time::{Duration, Instant};

use rompicapo::games::{Game, find};
use rompicapo::search::{Engine, Outcome, Plan};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let last = numbers.next().unwrap_or(32_000);
    let short = numbers.next().unwrap_or(100);
    let game = find("freecell").expect("a registered game");
    let ours = fast(game, last);
    match fc_solve(last) {
        Some(theirs) => println!("fc-solve -l lg   {theirs:.2} s user; ratio {:.2}", ours / theirs),
        None => println!("fc-solve         not installed: freecell-solver-range-parallel-solve was not found"),
    }
    shorten(game, short);
}

fn start(game: &dyn Game, strategy: &str, number: u64) -> Box<dyn Engine> {
    let position = game.deal("", &number.to_string()).expect("every number is a deal");
    let plan = Plan::new(game.strategy(strategy).expect("a strategy of the game"));
    position.engine(&plan).expect("the default plan")
}

/// Processor seconds that `fast` takes with full move lists.
fn fast(game: &dyn Game, last: u64) -> f64 {
    let (mut solved, mut moves, mut cards, mut nodes, mut expanded) = (0u64, 0u64, 0u64, 0u64, 0u64);
    let mut impossible = Vec::new();
    let (cpu, wall) = (cpu_seconds(), Instant::now());
    for number in 1..=last {
        let mut engine = start(game, "fast", number);
        match engine.run(u64::MAX, None) {
            Outcome::Solved => {
                let answer = engine.answer().expect("it is solved");
                solved += 1;
                moves += answer.length();
                cards += single_moves(&answer.extra);
            }
            Outcome::Exhausted => impossible.push(number),
            other => panic!("deal {number}: {other:?}"),
        }
        let counters = engine.counters();
        nodes += counters.generated;
        expanded += counters.expanded;
    }
    let seconds = cpu_seconds().zip(cpu).map_or(wall.elapsed().as_secs_f64(), |(end, start)| end - start);
    let (deals, won) = (last as f64, solved as f64);
    println!("fast 1..{last}     {seconds:.2} s user, {:.1} us a deal", seconds * 1e6 / deals);
    println!("solved           {solved}; proven impossible {impossible:?}");
    println!("states a deal    {:.1} generated, {:.1} expanded", nodes as f64 / deals, expanded as f64 / deals);
    println!("length           {:.2} moves, {:.2} single cards", moves as f64 / won, cards as f64 / won);
    seconds
}

fn shorten(game: &dyn Game, last: u64) {
    let mut cards = 0;
    for number in 1..=last {
        let mut engine = start(game, "short", number);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(50) && engine.run(200, None) == Outcome::MoreWork {}
        cards += engine.answer().map_or(0, |answer| single_moves(&answer.extra));
    }
    println!("short 1..{last}     {:.2} single cards with 50 ms a deal", cards as f64 / last as f64);
}

fn single_moves(extra: &[(&'static str, serde_json::Value)]) -> u64 {
    extra.iter().find(|(name, _)| *name == "cards").and_then(|(_, value)| value.as_u64()).unwrap_or(0)
}

/// User seconds of this process, on Linux.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// User seconds of the reference solver on the same deals.
fn fc_solve(last: u64) -> Option<f64> {
    let script = format!("TIMEFORMAT=%U; time freecell-solver-range-parallel-solve 1 {last} 4000 -l lg > /dev/null");
    let output = Command::new("bash").args(["-c", &script]).output().ok()?;
    let told = String::from_utf8(output.stderr).ok()?;
    output.status.success().then(|| told.trim().lines().last()?.trim().parse().ok()).flatten()
}
