//! `cargo bench --bench freecell [-- LAST] [--short N] [--second] [--two-cells [N]] [--million]`
//!
//! By default: `rompicapo solve freecell:1..LAST --jobs 1 --json` (LAST is 32000), that is `fast` with full move
//! lists, and then `short` with 50 ms a deal on 1 to N (100). Prints processor time, the ratio to
//! `freecell-solver-range-parallel-solve` (Debian's freecell-solver-bin) with its best preset on the same deals where
//! that is installed, states a deal, lengths, and the most memory held.
//!
//! - `--second` gives `short` a second a deal, too.
//! - `--two-cells [N]` solves 1 to N (1000) with two cells, 30 s and 4 GiB each.
//! - `--million` solves 1 to 1,000,000 on all cores; this takes minutes.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rompicapo::games::{Game, find};
use rompicapo::search::{Engine, Outcome, Plan, Value};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |word: Option<&String>| word.and_then(|word| word.parse::<u64>().ok());
    let flag = |name: &str| words.iter().position(|word| word == name);
    let after = |name: &str| flag(name).and_then(|at| number(words.get(at + 1)));
    let game = find("freecell").expect("a registered game");

    fast(number(words.first()).unwrap_or(32_000));
    let deals = after("--short").unwrap_or(100);
    shorten(game, deals, 50);
    if flag("--second").is_some() {
        shorten(game, deals, 1000);
    }
    if flag("--two-cells").is_some() {
        two_cells(after("--two-cells").unwrap_or(1000));
    }
    if flag("--million").is_some() {
        million();
    }
}

/// What became of the deals of a run.
#[derive(Default)]
struct Figures {
    deals: u64,
    solved: u64,
    unsolvable: Vec<u64>,
    limit: u64,
    generated: u64,
    expanded: u64,
    /// Moves, single-card moves, and moves of the first thousand deals, with their number.
    moves: u64,
    cards: u64,
    first: (u64, u64),
}

impl Figures {
    fn add(&mut self, line: &str) {
        let report: serde_json::Value = serde_json::from_str(line).expect("a line is an object");
        let figure = |key: &str| report[key].as_u64().unwrap_or(0);
        let name = report["puzzle"].as_str().unwrap_or_default();
        let number = name.rsplit(':').next().and_then(|number| number.parse().ok()).unwrap_or(0);
        self.deals += 1;
        self.generated += figure("nodes");
        self.expanded += figure("expanded");
        match report["status"].as_str() {
            Some("solved") => {
                self.solved += 1;
                self.moves += figure("length");
                self.cards += figure("cards");
                if number <= 1000 {
                    self.first = (self.first.0 + figure("length"), self.first.1 + 1);
                }
            }
            Some("unsolvable") => self.unsolvable.push(number),
            _ => self.limit += 1,
        }
    }
}

/// A run of the program itself.
struct Run {
    figures: Figures,
    /// Of the processor, as user.
    seconds: Option<f64>,
    wall: Duration,
    peak_mib: f64,
}

fn solve(args: &[&str]) -> Run {
    let (begun, before) = (Instant::now(), children_seconds());
    let mut child = Command::new(env!("CARGO_BIN_EXE_rompicapo"))
        .arg("solve")
        .args(args)
        .arg("--json")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let reader = thread::spawn(move || {
        let mut figures = Figures::default();
        lines.for_each(|line| figures.add(&line.expect("the output is text")));
        figures
    });
    let mut peak_mib = 0.0_f64;
    while child.try_wait().expect("it is a child").is_none() {
        peak_mib = peak_mib.max(peak_of(child.id()).unwrap_or(0.0));
        thread::sleep(Duration::from_millis(20));
    }
    let seconds = children_seconds().zip(before).map(|(end, start)| end - start);
    let figures = reader.join().expect("the output is read");
    Run { figures, seconds, wall: begun.elapsed(), peak_mib }
}

/// `fast` with full move lists, against the reference solver.
fn fast(last: u64) {
    let run = solve(&[&format!("freecell:1..{last}"), "--jobs", "1"]);
    let Figures { deals, solved, unsolvable, limit, generated, expanded, moves, cards, first } = run.figures;
    let seconds = run.seconds.unwrap_or(run.wall.as_secs_f64());
    let (deals, won) = (deals as f64, solved as f64);
    println!("fast 1..{last}     {seconds:.2} s user, {:.1} us a deal, JSON included", seconds * 1e6 / deals);
    match fc_solve(last) {
        Some(theirs) => println!("fc-solve -l lg   {theirs:.2} s user; ratio {:.2}", seconds / theirs),
        None => println!("fc-solve         not installed: freecell-solver-range-parallel-solve was not found"),
    }
    println!("verdicts         {solved} solved; proven impossible {unsolvable:?}; given up {limit}");
    println!("states a deal    {:.1} generated, {:.1} expanded", generated as f64 / deals, expanded as f64 / deals);
    println!("length           {:.2} moves, {:.2} single cards", moves as f64 / won, cards as f64 / won);
    println!("length 1..{:<4}   {:.2} moves", last.min(1000), first.0 as f64 / first.1 as f64);
    println!("memory           {:.1} MiB at most", run.peak_mib);
}

fn two_cells(last: u64) {
    let name = format!("freecell:cells=2:1..{last}");
    let run = solve(&[&name, "--jobs", "1", "--time", "30", "--memory", "4096"]);
    let Figures { solved, unsolvable, limit, .. } = run.figures;
    let (wall, peak) = (run.wall.as_secs_f64(), run.peak_mib);
    println!("two cells        1..{last}: {solved} solved, {} proven impossible, {limit} given up", unsolvable.len());
    println!("                 {wall:.0} s, {peak:.0} MiB at most");
}

fn million() {
    let run = solve(&["freecell:1..1000000"]);
    let Figures { solved, unsolvable, limit, .. } = run.figures;
    println!("1..1000000       {solved} solved; proven impossible {unsolvable:?}; given up {limit}");
    println!("                 {:.0} s on all cores, {:.0} MiB at most", run.wall.as_secs_f64(), run.peak_mib);
}

/// `short` with so many milliseconds a deal.
fn shorten(game: &dyn Game, last: u64, millis: u64) {
    let mut cards = 0;
    for number in 1..=last {
        let mut engine = start(game, "short", number);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(millis) && engine.run(200, None) == Outcome::MoreWork {}
        cards += engine.answer().map_or(0, |answer| single_moves(&answer.extra));
    }
    println!("short 1..{last}     {:.2} single cards with {millis} ms a deal", cards as f64 / last as f64);
}

fn start(game: &dyn Game, strategy: &str, number: u64) -> Box<dyn Engine> {
    let position = game.deal(&number.to_string()).expect("every number is a deal");
    let plan = Plan::new(game.strategy(strategy).expect("a strategy of the game"));
    position.engine(&plan).expect("the default plan")
}

fn single_moves(extra: &[(&'static str, Value)]) -> u64 {
    let cards = extra.iter().find_map(|(name, value)| match value {
        Value::Number(cards) if *name == "cards" => Some(*cards),
        _ => None,
    });
    cards.unwrap_or(0)
}

/// User seconds of the reference solver on the same deals.
fn fc_solve(last: u64) -> Option<f64> {
    let before = children_seconds()?;
    let status = Command::new("freecell-solver-range-parallel-solve")
        .args(["1", &last.to_string(), "4000", "-l", "lg"])
        .stdout(Stdio::null())
        .status()
        .ok()?;
    status.success().then(children_seconds).flatten().map(|end| end - before)
}

/// User seconds of the finished children of this process, on Linux.
fn children_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks = stat.rsplit(')').next()?.split_whitespace().nth(13)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// The most memory that a process ever held, where the system tells.
fn peak_of(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()? / 1024.0)
}
