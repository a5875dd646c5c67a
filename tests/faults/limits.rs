//! `--memory` and `--time` of the whole program, by every strategy of every game: resident memory at most 50 MB above,
//! time within 20 % or 0.2 s, the median of five runs. `limits.rs` beside this folder counts bytes on every run of tests.

use std::time::Instant;

use rompicapo::games::{self, GAMES};

use crate::{program, setting};

const MEMORY: f64 = 64.0;
const ABOVE: f64 = 50.0;

/// Puzzles on which most strategies need more than they get.
fn puzzles(game: &str) -> &'static [&'static str] {
    match game {
        "fourteen" => &["fourteen:25"],
        "freecell" => &["freecell:cells=2:982"],
        "kakuro" => &["kakuro/open"],
        "counters" => &["counters:20", "counters:20000"],
        "sliding" => &["sliding:4x4:42", "sliding:5x5:3", "sliding:6x6:1"],
        "queens" => &["queens:30"],
        "knight" => &["knight:8x8,closed:1", "knight:50x50:1"],
        "maze" => &["maze:201x201,loops=40000:1"],
        "sudoku" => &["sudoku/open"],
        name => panic!("no puzzle of {name} is held to its limits"),
    }
}

/// Without clues, so that there are more solutions than anybody could list.
fn text(puzzle: &str) -> Option<(&'static str, String)> {
    match puzzle {
        "kakuro/open" => Some(("kakuro", "\\ \\ \\ \\/\\ . . ./\\ . . ./\\ . . .".into())),
        "sudoku/open" => Some(("sudoku", ".".repeat(81))),
        _ => None,
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Measures every strategy of a game, with and without `--all`.
fn hold(game: &str, seconds: f64) {
    let runs = setting("FAULT_RUNS", 5) as usize;
    let (mut rows, mut beyond) = (0, Vec::new());
    for puzzle in puzzles(game) {
        for strategy in games::find(game).expect("a game").strategies() {
            for all in [false, true] {
                let measured = (0..runs).map_while(|_| measure(puzzle, strategy.name, all, seconds));
                let (times, peaks): (Vec<f64>, Vec<f64>) = measured.unzip();
                if times.is_empty() {
                    continue;
                }
                let (time, peak) = (median(times), median(peaks));
                let what = format!(
                    "{puzzle} {}{} --time {seconds}: {time:.2} s, {peak:.0} MiB",
                    strategy.name,
                    if all { " --all" } else { "" }
                );
                println!("{what}");
                rows += 1;
                if time > (seconds * 1.2).max(seconds + 0.2) || peak > MEMORY + ABOVE {
                    beyond.push(what);
                }
            }
        }
    }
    assert!(rows > 0, "nothing was measured");
    assert!(beyond.is_empty(), "beyond the limits:\n{}", beyond.join("\n"));
}

/// A test a game, so that one is measured in minutes; all of them take some forty.
macro_rules! limits {
    ($($game:ident),*) => {
        $(mod $game {
            #[test]
            #[ignore = "measures every strategy for minutes, on a machine that does nothing else"]
            fn one_second() {
                super::hold(stringify!($game), 1.0);
            }

            #[test]
            #[ignore = "measures every strategy for minutes, on a machine that does nothing else"]
            fn five_seconds() {
                super::hold(stringify!($game), 5.0);
            }
        })*

        #[test]
        fn every_game_is_held_to_its_limits() {
            let held = [$(stringify!($game)),*];
            assert!(GAMES.iter().map(|game| game.name()).eq(held));
        }
    };
}

limits!(fourteen, freecell, kakuro, counters, sliding, queens, knight, maze, sudoku);

/// Wall time and peak memory of a run; none where the strategy refuses the question.
fn measure(puzzle: &str, strategy: &str, all: bool, seconds: f64) -> Option<(f64, f64)> {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path());
    command.arg("solve");
    match text(puzzle) {
        Some((game, text)) => {
            let file = home.path().join("puzzle.txt");
            std::fs::write(&file, text).unwrap();
            command.arg(file).args(["--game", game]);
        }
        None => drop(command.arg(puzzle)),
    }
    command.args(["--strategy", strategy, "--json", "--memory", "64", "--time", &seconds.to_string()]);
    if all {
        command.arg("--all");
    }
    let started = Instant::now();
    let output = command.output().unwrap();
    let time = started.elapsed().as_secs_f64();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    Some((time, object["peak_mib"].as_f64()?))
}
