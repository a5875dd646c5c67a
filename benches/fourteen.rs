//! `cargo bench --bench fourteen [-- LAST]`: `exact` on the deals 1 to LAST (100000).
//!
//! Prints the time of a deal from its cards to its moves or its refutation: mean, median, 99th percentile and longest,
//! in microseconds, and the share of deals that can be won. On Linux also the mean of the processor time alone, which
//! other work on the machine disturbs less.
//!
//! `cargo bench --bench fourteen -- rate NUMBER …`: rates these deals, as the pack of graded deals says it.

use std::sync::Arc;
use std::time::Instant;

use rompicapo::games::fourteen::{Fourteen, GAME, Pair, State, deal};
use rompicapo::games::{Game, Puzzle, SplitMix};
use rompicapo::search::{Outcome, Plan, Rules};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if words.iter().any(|word| word == "rate") {
        numbers.into_iter().for_each(rate);
    } else {
        measure(numbers.first().copied().unwrap_or(100_000));
    }
}

fn measure(last: u64) {
    let plan = Plan::new(&GAME.strategies()[0]);
    let mut times = Vec::with_capacity(last as usize);
    let (mut won, mut nodes) = (0_u64, 0_u64);
    let cpu = cpu_nanoseconds();
    for number in 1..=last {
        let rules = Arc::new(deal(number));
        let start = Instant::now();
        let mut engine = Fourteen::engine(&rules, &State::default(), &plan).expect("the default plan");
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

/// Random games won of 10,000, and the share of safe moves in ten winning games.
fn rate(number: u64) {
    const GAMES: u32 = 10_000;
    let rules = Arc::new(deal(number));
    let mut random = SplitMix(number);
    let mut moves = Vec::new();
    let mut won = 0;
    for _ in 0..GAMES {
        let mut state = State::default();
        while let Some(pair) = pick(&mut random, legal(&rules, &state, &mut moves)) {
            rules.apply(&mut state, &pair);
        }
        won += u32::from(rules.is_cleared(&state));
    }
    let share = f64::from(won) / f64::from(GAMES);
    if !is_winnable(&rules, State::default()) {
        return println!("deal {number}: lost");
    }
    let (mut safe, mut all) = (0, 0);
    for _ in 0..10 {
        let mut state = State::default();
        loop {
            let legal = legal(&rules, &state, &mut moves).to_vec();
            let keeps = |&pair: &Pair| is_winnable(&rules, after(&rules, state, pair));
            let good: Vec<Pair> = legal.iter().copied().filter(keeps).collect();
            if legal.len() > 1 {
                safe += good.len();
                all += legal.len();
            }
            let Some(pair) = pick(&mut random, &good) else { break };
            state = after(&rules, state, pair);
        }
    }
    println!("deal {number}: random play {share:.4}, safe moves {:.3}", safe as f64 / all as f64);
}

fn legal<'a>(rules: &Fourteen, state: &State, moves: &'a mut Vec<Pair>) -> &'a [Pair] {
    moves.clear();
    rules.moves(state, moves);
    moves
}

fn after(rules: &Fourteen, mut state: State, pair: Pair) -> State {
    rules.apply(&mut state, &pair);
    state
}

fn pick(random: &mut SplitMix, moves: &[Pair]) -> Option<Pair> {
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

fn is_winnable(rules: &Arc<Fourteen>, state: State) -> bool {
    let plan = Plan::new(&GAME.strategies()[0]);
    let mut engine = Fourteen::engine(rules, &state, &plan).expect("the default plan");
    engine.run(u64::MAX, None) == Outcome::Solved
}

/// Time that this thread has spent on a processor, where the system tells.
fn cpu_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
