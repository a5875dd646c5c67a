//! `cargo bench --bench fourteen [-- LAST]`: `exact` on the deals 1 to LAST (100000).
//!
//! Prints the time of a deal from its cards to its moves or its refutation: mean, median, 99th percentile and longest,
//! in microseconds, and the share of deals that can be won. On Linux also the mean of the processor time alone, which
//! other work on the machine disturbs less.

use std::time::Instant;

use rompicapo::games::find;
use rompicapo::search::{Outcome, Plan};

fn main() {
    let last = std::env::args().skip(1).find_map(|word| word.parse::<usize>().ok()).unwrap_or(100_000);
    let game = find("fourteen").expect("a registered game");
    let plan = Plan::new(&game.strategies()[0]);
    let mut times = Vec::with_capacity(last);
    let (mut won, mut nodes) = (0_u64, 0_u64);
    let cpu = cpu_nanoseconds();
    for number in 1..=last {
        let position = game.deal("", &number.to_string()).expect("every number is a deal");
        let start = Instant::now();
        let mut engine = position.engine(&plan).expect("the default plan");
        match engine.run(u64::MAX, None) {
            Outcome::Solved => won += u64::from(engine.answer().is_some()),
            Outcome::Exhausted => drop(engine.refutation()),
            other => panic!("deal {number}: {other:?}"),
        }
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        nodes += engine.counters().generated;
    }
    let cpu = cpu_nanoseconds().zip(cpu).map(|(end, start)| (end - start) as f64 / 1000.0 / last as f64);
    report(&mut times, won, nodes, cpu);
}

fn report(times: &mut [f64], won: u64, nodes: u64, cpu: Option<f64>) {
    let deals = times.len() as f64;
    let mean = times.iter().sum::<f64>() / deals;
    times.sort_by(f64::total_cmp);
    let quantile = |q: f64| times[((deals * q) as usize).min(times.len() - 1)];
    println!("deals      {deals}");
    println!("mean       {mean:.2} us");
    println!("median     {:.2} us", quantile(0.5));
    println!("p99        {:.2} us", quantile(0.99));
    println!("max        {:.2} us", quantile(1.0));
    if let Some(cpu) = cpu {
        println!("cpu mean   {cpu:.2} us (dealing included)");
    }
    println!("nodes mean {:.1}", nodes as f64 / deals);
    println!("winnable   {:.3} %", 100.0 * won as f64 / deals);
}

/// Time that this thread has spent on a processor, where the system tells.
fn cpu_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
