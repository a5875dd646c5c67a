//! What a search claims under any limit is true without it: every strategy of every game, stopped at every node limit
//! and after every step of a small puzzle, against brute force that shares nothing with the solvers but the rules.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use rompicapo::games::{self, Options, Position, SplitMix};
use rompicapo::search::{Answer, Engine, Outcome, Plan, Status, Strategy, Value};

/// What is true of a puzzle.
struct Truth {
    /// The fewest moves of a solution.
    shortest: Option<u64>,
    /// How many solutions there are, where a game asks for that.
    solutions: Option<u64>,
}

fn read(game: &str, text: &str) -> Box<dyn Position> {
    let game = games::find(game).expect("a game");
    game.read(text, &Options::new()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Breadth first over the moves of the rules; `None` where the puzzle is too large for that.
fn explored(start: &dyn Position) -> Option<Truth> {
    let mut seen = HashMap::from([(start.line(), 0_u64)]);
    let mut open = VecDeque::from([(start.boxed_clone(), 0_u64)]);
    while let Some((position, depth)) = open.pop_front() {
        if position.status() == Status::Solved {
            return Some(Truth { shortest: Some(depth), solutions: None });
        }
        for mv in position.moves() {
            let mut next = position.boxed_clone();
            next.play(&mv).expect("a listed move is legal");
            if seen.insert(next.line(), depth + 1).is_none() {
                open.push_back((next, depth + 1));
            }
        }
        if seen.len() > 3_000 {
            return None;
        }
    }
    Some(Truth { shortest: None, solutions: None })
}

/// A Kakuro whose white cells are a rectangle, with the sums of its rows and columns.
struct Block {
    rows: Vec<u32>,
    columns: Vec<u32>,
}

impl Block {
    /// The sums of random digits, one of them made wrong in some, so that there are puzzles of none, one and several.
    fn random(rng: &mut SplitMix) -> Block {
        let (height, width) = (2 + rng.draw() % 2, 2 + rng.draw() % 2);
        loop {
            let digits: Vec<Vec<u32>> =
                (0..height).map(|_| (0..width).map(|_| 1 + (rng.draw() % 9) as u32).collect()).collect();
            let different = |line: &[u32]| (1..line.len()).all(|i| !line[..i].contains(&line[i]));
            let columns: Vec<Vec<u32>> =
                (0..width as usize).map(|x| digits.iter().map(|row| row[x]).collect()).collect();
            if digits.iter().chain(&columns).all(|line| different(line)) {
                let sums = |lines: &[Vec<u32>]| lines.iter().map(|line| line.iter().sum()).collect();
                let mut block = Block { rows: sums(&digits), columns: sums(&columns) };
                if rng.draw().is_multiple_of(4) {
                    block.rows[0] = (block.rows[0] + 1).min(17);
                    block.columns[0] = (block.columns[0] + 1).min(17);
                }
                return block;
            }
        }
    }

    fn text(&self) -> String {
        let mut text = "#".to_owned();
        for sum in &self.columns {
            let _ = write!(text, " {sum}\\");
        }
        for sum in &self.rows {
            let _ = write!(text, "\n\\{sum}{}", " .".repeat(self.columns.len()));
        }
        text
    }

    /// Cell by cell, each digit in turn.
    fn count(&self, filled: &mut Vec<u32>) -> u64 {
        let (height, width) = (self.rows.len(), self.columns.len());
        let (y, x) = (filled.len() / width, filled.len() % width);
        if y == height {
            return 1;
        }
        let mut count = 0;
        for digit in 1..=9 {
            let row = &filled[y * width..];
            let column: Vec<u32> = (0..y).map(|above| filled[above * width + x]).collect();
            let full = |line: &[u32], length: usize, sum: u32| {
                line.len() + 1 < length || line.iter().sum::<u32>() + digit == sum
            };
            let fits = !row.contains(&digit) && !column.contains(&digit);
            if fits && full(row, width, self.rows[y]) && full(&column, height, self.columns[x]) {
                filled.push(digit);
                count += self.count(filled);
                filled.pop();
            }
        }
        count
    }
}

/// Small puzzles of each game, with the truth about them.
fn instances(rounds: u64) -> Vec<(Box<dyn Position>, Truth)> {
    let mut rng = SplitMix(17);
    let mut all: Vec<(Box<dyn Position>, Truth)> = Vec::new();
    for _ in 0..rounds {
        let block = Block::random(&mut rng);
        let cells = (block.rows.len() * block.columns.len()) as u64;
        let solutions = block.count(&mut Vec::new());
        let truth = Truth { shortest: (solutions > 0).then_some(cells), solutions: Some(solutions) };
        all.push((read("kakuro", &block.text()), truth));
    }
    let mut texts = Vec::new();
    for _ in 0..rounds {
        texts.push(("fourteen", fourteen(&mut rng)));
        texts.push(("freecell", freecell(&mut rng)));
        texts.push(("counters", counters(&mut rng)));
        texts.push(("sliding", sliding(&mut rng)));
    }
    for (game, text) in texts {
        let position = read(game, &text);
        if let Some(truth) = explored(&*position) {
            all.push((position, truth));
        }
    }
    all
}

fn shuffle<T>(items: &mut [T], rng: &mut SplitMix) {
    for i in (1..items.len()).rev() {
        items.swap(i, (rng.draw() % (i as u64 + 1)) as usize);
    }
}

/// A few pairs of ranks in four columns.
fn fourteen(rng: &mut SplitMix) -> String {
    let mut cards: Vec<u64> = (0..5)
        .flat_map(|_| {
            let rank = 1 + rng.draw() % 6;
            [rank, 14 - rank]
        })
        .collect();
    cards.sort_unstable();
    cards.dedup();
    shuffle(&mut cards, rng);
    let columns: Vec<String> =
        cards.chunks(3).map(|column| column.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
    columns.join("|")
}

/// The classroom's game with two suits of three ranks.
fn freecell(rng: &mut SplitMix) -> String {
    let mut cards: Vec<(u64, u64)> = (0..2).flat_map(|suit| (0..3).map(move |value| (value, suit))).collect();
    shuffle(&mut cards, rng);
    let mut columns = vec![Vec::new(); 4];
    for (i, (value, suit)) in cards.into_iter().enumerate() {
        columns[i % 2].push(format!("[{value},{suit}]"));
    }
    let columns: Vec<String> = columns.iter().map(|column| format!("[{}]", column.join(","))).collect();
    format!("[{}]", columns.join(","))
}

fn counters(rng: &mut SplitMix) -> String {
    let mut row: Vec<char> = "ABAB".chars().collect();
    if rng.draw().is_multiple_of(2) {
        row.extend(['A', 'B']);
    }
    shuffle(&mut row, rng);
    format!("__{}", row.into_iter().collect::<String>())
}

fn sliding(rng: &mut SplitMix) -> String {
    let (columns, cells) = if rng.draw().is_multiple_of(3) { (2, 4) } else { (3, 6) };
    let mut tiles: Vec<u64> = (0..cells).collect();
    shuffle(&mut tiles, rng);
    let rows: Vec<String> =
        tiles.chunks(columns).map(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
    rows.join("\n")
}

/// Everything that is claimed at this moment.
fn check(position: &dyn Position, plan: &Plan, engine: &dyn Engine, outcome: Outcome, truth: &Truth) {
    let about = || {
        let asked = if plan.all {
            " --all"
        } else if plan.unique {
            " --unique"
        } else {
            ""
        };
        let Plan { strategy, nodes, .. } = plan;
        format!(
            "{}\n{} {:?}{asked} nodes {nodes:?}: {outcome:?}",
            position.board(None),
            strategy.name,
            plan.heuristics()
        )
    };
    if outcome == Outcome::Exhausted {
        assert_eq!(truth.shortest, None, "{}", about());
    }
    if let (Some(bound), Some(shortest), None) = (engine.lower_bound(), truth.shortest, engine.measure()) {
        assert!(bound <= shortest, "a bound of {bound} where {shortest} are enough: {}", about());
    }
    let Some(answer) = engine.answer() else { return };
    replay(position, &answer.moves);
    if answer.optimal {
        assert!(Some(answer.length()) <= truth.shortest, "{}", about());
    }
    if let Some(all) = truth.solutions {
        check_uniqueness(&answer, outcome, all, &about);
    }
    for moves in &answer.all {
        replay(position, moves);
    }
}

fn check_uniqueness(answer: &Answer, outcome: Outcome, all: u64, about: &dyn Fn() -> String) {
    if let Some((_, value)) = answer.extra.iter().find(|(key, _)| *key == "unique")
        && let Value::Flag(Some(unique)) = value
    {
        assert_eq!(*unique, all == 1, "{all} solutions: {}", about());
    }
    if let (Some(counted), Outcome::Solved) = (answer.solutions, outcome) {
        assert_eq!(counted, all, "{}", about());
    }
}

fn replay(position: &dyn Position, moves: &[String]) {
    let mut position = position.boxed_clone();
    for mv in moves {
        position.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    assert_eq!(position.status(), Status::Solved);
}

/// A strategy as it comes, and with each of its toggles switched.
fn switchings(strategy: &'static Strategy) -> Vec<Plan> {
    let plain = Plan::new(strategy);
    let switched = strategy.toggles.iter().map(|toggle| plain.clone().with(toggle.name, !plain.is_on(toggle.name)));
    std::iter::once(plain.clone()).chain(switched).collect()
}

/// With every limit on nodes in turn until it no longer matters, and looked at after every step.
fn stopped_everywhere(position: &dyn Position, plan: &Plan, truth: &Truth) -> u64 {
    let mut runs = 0;
    for nodes in 1..=24 {
        let plan = Plan { nodes: Some(nodes), ..plan.clone() };
        let Ok(mut engine) = position.engine(&plan) else { return runs };
        runs += 1;
        for _ in 0..200 {
            let outcome = engine.run(1, None);
            check(position, &plan, &*engine, outcome, truth);
            if outcome != Outcome::MoreWork {
                break;
            }
        }
        if engine.counters().generated < nodes {
            break;
        }
    }
    runs
}

#[test]
fn what_is_claimed_under_a_limit_is_true() {
    let mut runs = 0;
    for (position, truth) in instances(12) {
        for strategy in position.game().strategies() {
            for plan in switchings(strategy) {
                for (all, unique) in [(false, false), (false, true), (true, false)] {
                    runs += stopped_everywhere(&*position, &Plan { all, unique, ..plan.clone() }, &truth);
                }
            }
        }
    }
    assert!(runs > 10_000, "only {runs} runs");
}
