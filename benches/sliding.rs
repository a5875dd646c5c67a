//! The figures of the sliding puzzle. `cargo bench --bench sliding`, and behind `--`:
//!
//! - `large`: also with the 7-8 databases, built here on all cores
//! - `five`: the 24-puzzle's instance 25 with the 6-6-6-6 databases, built here
//! - `short SECONDS [N]`: the 24-puzzle's first N instances (50), so many seconds each, databases built here
//!
//! Times are of one core's own work where the system tells it, else by the clock. Since machines differ, totals are
//! also given in units of 100 million nodes of plain Manhattan IDA* in the same run.

use std::time::Instant;

use rompicapo::games::{Game, Position, sliding::GAME};
use rompicapo::search::{Engine, Event, Observer, Outcome, Plan, Tables};
use rompicapo::workbench::notebook::Notebook;
use rompicapo::workbench::packs::Pack;
use rompicapo::workbench::tables::Cores;
use rompicapo::workbench::timeline::Timeline;

/// Short runs are made several times, since the first one finds nothing in the caches.
const REPEATS: usize = 5;

/// Seconds of this thread's work.
fn cpu() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.as_deref().and_then(|text| text.split(' ').next()).and_then(|word| word.parse::<f64>().ok());
    nanos.map_or_else(|| START.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// The most memory this process has held, in MB.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()).and_then(|word| word.parse::<u64>().ok());
    kib.map_or_else(|| "unknown".into(), |kib| format!("{} MB", kib * 1024 / 1_000_000))
}

fn pack(name: &str) -> Vec<(Box<dyn Position>, u64)> {
    let packs = GAME.profile().packs.iter().map(|text| Pack::read(text).expect("a pack"));
    let pack = packs.into_iter().find(|pack| pack.name == name).expect("a pack of this name");
    pack.puzzles.iter().map(|p| (p.open(&GAME).expect("a puzzle"), p.best.expect("its length"))).collect()
}

fn plan(tables: &Tables) -> Plan {
    Plan { tables: tables.clone(), ..Plan::new(GAME.strategy("ida*").expect("a strategy")) }
}

fn finish(engine: &mut dyn Engine) {
    while engine.run(10_000_000, None) == Outcome::MoreWork {}
}

/// Plain Manhattan IDA*, as published.
fn plain() -> Plan {
    let plain = plan(&None);
    plain.strategy.toggles.iter().fold(plain, |plain, toggle| plain.with(toggle.name, toggle.name == "manhattan"))
}

/// Keeps parent and estimate of every node, as a tree would, in a window of the last million.
struct Keeper {
    kept: Vec<(u64, u64)>,
    nodes: u64,
}

impl Observer for Keeper {
    fn on(&mut self, event: &Event<'_>) {
        if let Event::Node(node) = event {
            let place = node.id as usize % self.kept.len();
            self.kept[place] = (node.parent.unwrap_or(0), node.h.unwrap_or(0));
            self.nodes += 1;
        }
    }
}

/// The same with somebody who watches every node: how much of the speed is left.
fn watched() {
    let mut engine = pack("korf100")[3].0.engine(&plain()).expect("a plan");
    let mut keeper = Keeper { kept: vec![(0, 0); 1 << 20], nodes: 0 };
    let start = cpu();
    while engine.run(1_000_000, Some(&mut keeper)) == Outcome::MoreWork {}
    let rate = keeper.nodes as f64 / (cpu() - start);
    assert_eq!(keeper.nodes, engine.counters().generated, "every node was told of");
    println!("the same, watched {:>10} nodes  {:8.1} M nodes/s", keeper.nodes, rate / 1e6);
}

/// The same with the notebook that the workstation keeps beside the watched node.
fn noted() {
    let mut engine = pack("korf100")[3].0.engine(&plain()).expect("a plan");
    let mut book = Notebook::default();
    book.set_brief(true);
    let start = cpu();
    while engine.run(1_000_000, Some(&mut book)) == Outcome::MoreWork {}
    let (nodes, seconds) = (engine.counters().generated, cpu() - start);
    println!("the same, noted   {nodes:>10} nodes  {:8.1} M nodes/s", nodes as f64 / seconds / 1e6);
}

/// A step back after a hundred million expansions, and what the checkpoints take.
fn back() {
    const EXPANSIONS: u64 = 100_000_000;
    let mut time = Timeline::new(pack("korf100")[81].0.engine(&plain()).expect("a plan"));
    while time.expanded() < EXPANSIONS {
        let slice = (EXPANSIONS - time.expanded()).min(1_000_000);
        assert_eq!(time.engine_mut().run(slice, None), Outcome::MoreWork, "a puzzle that takes longer");
        time.note();
        if time.is_due() {
            time.keep();
        }
    }
    let mut slowest: f64 = 0.0;
    for step in 1..=20 {
        let start = Instant::now();
        time.seek(EXPANSIONS - step);
        slowest = slowest.max(start.elapsed().as_secs_f64());
    }
    let (count, bytes) = time.held();
    println!(
        "a step back after {EXPANSIONS} expansions: at most {slowest:.3} s; {count} checkpoints in {:.1} MB",
        bytes as f64 / 1e6
    );
}

/// Nodes a second of plain Manhattan IDA*.
fn manhattan() -> f64 {
    let (korf, plain) = (pack("korf100"), plain());
    let (mut nodes, start) = (0, cpu());
    for instance in [4, 13, 58, 90] {
        let mut engine = korf[instance - 1].0.engine(&plain).expect("a plan");
        finish(&mut *engine);
        nodes += engine.counters().generated;
    }
    let rate = nodes as f64 / (cpu() - start);
    println!("manhattan       {:>12} nodes  {:8.1} M nodes/s", nodes, rate / 1e6);
    rate
}

fn hundred(what: &str, tables: &Tables, rate: f64) {
    let korf = pack("korf100");
    let start = cpu();
    let (mut nodes, mut built) = (0, 0.0);
    for (position, best) in &korf {
        let mut engine = position.engine(&plan(tables)).expect("a plan");
        if nodes == 0 {
            while engine.counters().expanded == 0 {
                engine.run(1, None);
            }
            built = cpu() - start;
        }
        finish(&mut *engine);
        nodes += engine.counters().generated;
        let answer = engine.answer().expect("an answer");
        assert!(answer.optimal && answer.length() == *best, "{}", position.line());
    }
    let seconds = cpu() - start;
    let units = seconds * rate / 1e8;
    println!(
        "{what:<15} {nodes:>12} nodes  {seconds:8.3} s = {units:.2} units, building {built:.3} s, peak {}",
        peak()
    );
}

fn large(set: usize) -> Tables {
    let maker = GAME.tables().expect("tables");
    let set = &maker.sets()[set];
    let start = Instant::now();
    let parts = maker.build(set, &Cores, &mut |_, _| {});
    let seconds = start.elapsed().as_secs_f64();
    println!("build {:<9} {:>12} bytes  {seconds:8.1} s by the clock, peak {}", set.name, set.bytes(), peak());
    maker.open(set, parts)
}

fn instance_25(tables: &Tables) {
    let (position, best) = &pack("korf50")[24];
    let start = cpu();
    let mut engine = position.engine(&plan(tables)).expect("a plan");
    finish(&mut *engine);
    assert_eq!(engine.answer().expect("an answer").length(), *best);
    println!("24-puzzle 25    {:>12} nodes  {:8.1} s", engine.counters().generated, cpu() - start);
}

fn short(tables: &Tables, seconds: f64, count: usize) {
    let strategy = GAME.strategy("short").expect("a strategy");
    let (mut sum, mut worst, mut slowest) = (0.0, 0.0_f64, 0.0_f64);
    for (i, (position, best)) in pack("korf50").iter().take(count).enumerate() {
        let start = cpu();
        let mut first = None;
        let mut engine = position.engine(&Plan { tables: tables.clone(), ..Plan::new(strategy) }).expect("a plan");
        while cpu() - start < seconds && engine.run(20_000, None) == Outcome::MoreWork {
            if first.is_none() && engine.answer().is_some() {
                first = Some(cpu() - start);
            }
        }
        let length = engine.answer().expect("an answer").length();
        let above = length as f64 / *best as f64 - 1.0;
        (sum, worst) = (sum + above, worst.max(above));
        slowest = slowest.max(first.unwrap_or(seconds));
        println!(
            "24-puzzle {:<3} {length} >= {best} >= {}, first answer after {:.2} s",
            i + 1,
            engine.lower_bound().unwrap_or(0),
            first.unwrap_or(0.0)
        );
    }
    println!(
        "short {seconds} s: mean {:.2} % above the optimum, worst {:.2} %, slowest first answer {slowest:.2} s",
        100.0 * sum / count as f64,
        100.0 * worst
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let rate = manhattan();
    watched();
    noted();
    back();
    hundred("100 without", &None, rate);
    match words.first().map(String::as_str) {
        Some("large") => {
            let tables = large(0);
            (0..REPEATS).for_each(|_| hundred("100 with 7-8", &tables, rate));
        }
        Some("five") => instance_25(&large(1)),
        Some("short") => {
            let number = |i: usize, otherwise: usize| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(otherwise);
            short(&large(1), number(1, 30) as f64, number(2, 50));
        }
        _ => {}
    }
}
