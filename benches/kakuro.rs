//! Prints the figures of the solver and the generator.
//!
//! `cargo bench --bench kakuro -- DIRECTORY` also measures on the puzzles (one a file, any text form) of a directory.

use std::time::{Duration, Instant};

use rompicapo::games::kakuro::field::Field;
use rompicapo::games::kakuro::generate::{Asked, puzzle};
use rompicapo::games::kakuro::grid::Grid;
use rompicapo::games::kakuro::logic::{Level, rate};
use rompicapo::games::kakuro::rules::Kakuro;
use rompicapo::games::kakuro::solve::{self, Verdict};
use rompicapo::games::kakuro::text;

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
    println!("solution and uniqueness: median of all {:.2?}, slowest {:.2?}", middle(&medians), medians.last());
}

/// Solution and proof of uniqueness, or two solutions: the median of repeated runs.
fn measure(grid: &Grid) -> (Duration, usize, usize) {
    let rules = Kakuro::new(grid.clone());
    let field = Field::new(&rules);
    let candidates = field.candidates(&rules.start());
    let mut times = Vec::new();
    let mut solutions = 0;
    let begun = Instant::now();
    while times.len() < REPEATS && (times.is_empty() || begun.elapsed() < Duration::from_secs(2)) {
        let start = Instant::now();
        let verdict = solve::solutions(&field, &candidates, 2);
        times.push(start.elapsed());
        solutions = if let Verdict::Solutions(all) = std::hint::black_box(verdict) { all.len() } else { 0 };
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
                let start = Instant::now();
                let grid = puzzle(asked, seed);
                times.push(start.elapsed());
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
