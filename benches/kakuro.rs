//! Prints the figures of the solver and the generator.
//!
//! `cargo bench --bench kakuro -- DIRECTORY` also measures on the puzzles (one a file, any text form) of a directory.

use std::time::{Duration, Instant};

use rompicapo::games::kakuro::field::Field;
use rompicapo::games::kakuro::generate::{Asked, puzzle};
use rompicapo::games::kakuro::grid::Grid;
use rompicapo::games::kakuro::logic::{Level, rate};
use rompicapo::games::kakuro::rules::Kakuro;
use rompicapo::games::kakuro::solve::{self, Conclusion};
use rompicapo::games::kakuro::text;

/// Time that this thread has run, where the system tells (Linux, in ticks of some milliseconds): other work on the machine does not count.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// From here on a run is long enough for that clock.
const LONG: Duration = Duration::from_millis(50);
const REPEATS: usize = 200;
const SEEDS: u64 = 9;

fn main() {
    if let Some(directory) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        published(&directory);
    }
    generated();
}

fn published(directory: &str) {
    let mut files: Vec<_> =
        std::fs::read_dir(directory).expect("a directory").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut medians = Vec::new();
    println!("{:<32} {:>6} {:>9} {:>11}", "puzzle", "cells", "solutions", "median");
    for file in files {
        let grid = text::read(&std::fs::read_to_string(&file).expect("a text")).expect("a puzzle");
        let (time, cells, solutions) = measure(&grid);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().to_string();
        println!("{name:<32} {cells:>6} {solutions:>9} {time:>11.2?}");
        medians.push(time);
    }
    medians.sort();
    let slowest = medians.last().copied().unwrap_or_default();
    println!("solution and uniqueness: median of all {:.2?}, slowest {slowest:.2?}", middle(&medians));
}

/// Solution and proof of uniqueness, or two solutions: the median of repeated runs.
fn measure(grid: &Grid) -> (Duration, usize, usize) {
    let rules = Kakuro::new(grid.clone());
    let field = Field::new(&rules);
    let candidates = field.candidates(&rules.start());
    let mut times = Vec::new();
    let mut solutions = 0;
    let mut is_long = true;
    let begun = Instant::now();
    while times.len() < REPEATS && (times.is_empty() || begun.elapsed() < Duration::from_secs(2)) {
        // Reading the processor's clock is a call to the system, which would leave cold caches to a run of microseconds.
        let cpu = if is_long { cpu_time() } else { None };
        let start = Instant::now();
        let verdict = solve::solutions(&field, &candidates, 2);
        let elapsed = start.elapsed();
        is_long = elapsed > LONG;
        let spent = cpu.filter(|_| is_long).and_then(|then| Some(cpu_time()?.saturating_sub(then)));
        times.push(spent.unwrap_or(elapsed));
        solutions = if let Conclusion::Solutions(all) = std::hint::black_box(verdict) { all.len() } else { 0 };
    }
    times.sort();
    (middle(&times), field.cells(), solutions)
}

fn middle(times: &[Duration]) -> Duration {
    times[times.len() / 2]
}

fn generated() {
    println!("\n{:<16} {:>10} {:>10} {:>8}", "generator", "median", "slowest", "found");
    for side in [10, 20, 30] {
        for level in Level::ALL {
            let asked = Asked { rows: side, cols: side, level };
            let mut times = Vec::new();
            let mut found = 0;
            for seed in 1..=SEEDS {
                let (start, cpu) = (Instant::now(), cpu_time());
                let grid = puzzle(asked, seed);
                let spent = cpu_time().zip(cpu).map(|(now, then)| now.saturating_sub(then));
                times.push(spent.unwrap_or_else(|| start.elapsed()));
                if let Some(grid) = grid {
                    let rules = Kakuro::new(grid);
                    found += usize::from(rate(&rules, &rules.start()).solved);
                }
            }
            times.sort();
            let name = format!("{side}x{side} {}", level.name());
            println!("{name:<16} {:>10.2?} {:>10.2?} {found:>5}/{SEEDS}", middle(&times), times[times.len() - 1]);
        }
    }
}
