//! `cargo bench --bench freecell_grade -- DEAL …` (a number, `A..B`, or with parameters as in `cells=2:18`): rates
//! deals, as the pack of graded deals says it.
//!
//! - *effort*: positions that `fast` expands, the median of four runs: as it comes, and without its terms `cards`,
//!   `blockers` and `order` in turn;
//! - *branching of the winning lines*: along the solution that `fast` finds, up to where cards only go home, every
//!   legal move is judged by a search from where it leads (at most 100,000 states). *Losing* is the share of moves
//!   that throw the game away, *choices* the mean number of moves a position that keep it winnable, *forced* the
//!   positions with only one of them. Moves to positions that differ only in the order of their columns count once.
//!   A move whose search was given up counts as losing; *unknown* tells how many there were.

use std::collections::HashSet;

use rompicapo::games::{Game, Position, find};
use rompicapo::search::{Engine, Outcome, Plan};

const STATES: u64 = 100_000;
const TERMS: [&str; 3] = ["cards", "blockers", "order"];

fn main() {
    let game = find("freecell").expect("a registered game");
    for word in std::env::args().skip(1).filter(|word| !word.starts_with('-')) {
        let (params, numbers) = word.rsplit_once(':').unwrap_or(("", &word));
        let (first, last) = numbers.split_once("..").unwrap_or((numbers, numbers));
        let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("`{text}` is no number"));
        for number in number(first)..=number(last) {
            let position = game.deal(&format!("{params}:{number}")).unwrap_or_else(|error| panic!("{error}"));
            let name = if params.is_empty() { number.to_string() } else { format!("{params}:{number}") };
            println!("{name}: {}", rate(game, &*position));
        }
    }
}

fn fast(game: &dyn Game) -> Plan {
    Plan::new(game.strategy("fast").expect("a strategy of the game"))
}

fn run(position: &dyn Position, plan: &Plan) -> (Outcome, Box<dyn Engine>) {
    let mut engine = position.engine(plan).expect("the plan is possible");
    (engine.run(u64::MAX, None), engine)
}

fn effort(game: &dyn Game, position: &dyn Position) -> u64 {
    let capped = Plan { nodes: Some(5_000_000), ..fast(game) };
    let plans = TERMS.map(|term| capped.clone().with(term, false)).into_iter().chain([capped]);
    let mut efforts: Vec<u64> = plans.map(|plan| run(position, &plan).1.counters().expanded).collect();
    efforts.sort_unstable();
    u64::midpoint(efforts[1], efforts[2])
}

#[derive(Default)]
struct Branching {
    positions: usize,
    legal: usize,
    safe: usize,
    forced: usize,
    unknown: usize,
}

fn rate(game: &dyn Game, start: &dyn Position) -> String {
    let (outcome, engine) = run(start, &fast(game));
    let Some(moves) = engine.answer().map(|answer| answer.moves) else { return format!("not won: {outcome:?}") };
    let only_home = moves.iter().rev().take_while(|mv| mv.ends_with('h')).count();
    let mut position = start.boxed_clone();
    let mut line = Branching::default();
    for mv in &moves[..moves.len() - only_home] {
        look(game, &*position, &mut line);
        position.play(mv).expect("the solution is legal");
    }
    format!(
        "effort {}, losing {:.1} %, choices {:.1}, forced {} of {}, unknown {} of {}",
        effort(game, start),
        100.0 - 100.0 * line.safe as f64 / line.legal as f64,
        line.safe as f64 / line.positions as f64,
        line.forced,
        line.positions,
        line.unknown,
        line.legal
    )
}

/// Judges every move of a position of a winning line.
fn look(game: &dyn Game, position: &dyn Position, line: &mut Branching) {
    let mut met = HashSet::new();
    let mut safe = 0;
    for mv in position.moves() {
        let mut after = position.boxed_clone();
        after.play(&mv).expect("it is legal");
        if !met.insert(without_order(&*after)) {
            continue;
        }
        line.legal += 1;
        match run(&*after, &Plan { nodes: Some(STATES), ..fast(game) }).0 {
            Outcome::Solved => safe += 1,
            Outcome::Exhausted => {}
            _ => line.unknown += 1,
        }
    }
    line.positions += 1;
    line.safe += safe;
    line.forced += usize::from(safe == 1);
}

/// Homes, cells and columns of a position, the columns in no order.
fn without_order(position: &dyn Position) -> Vec<String> {
    let mut parts: Vec<String> = position.line().split(" | ").map(String::from).collect();
    parts[2..].sort_unstable();
    parts
}
