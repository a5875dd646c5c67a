//! What a run of a solver gave, in the words and figures of its row: for the pane, the list of runs and the journal.

use std::fmt;

use super::entry::Entry;
use super::race::Row;
use super::toggles::{toggle_digit, toggle_numbers, toggles_in_order};
use super::words;
use super::worker::Snapshot;
use crate::games::Position;
use crate::search::Plan;

/// What tells the runs of one puzzle apart: `ida*/1467`, `weighted 1.5/127`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanName {
    pub strategy: String,
    /// The weight, where the strategy has one, and the digits of the toggles that are on.
    pub rest: String,
}

impl PlanName {
    pub fn of(plan: &Plan) -> Self {
        let weight = plan.strategy.weight.map(|_| format!(" {:.1}", plan.weight()));
        let numbers = toggle_numbers(plan.strategy);
        let on = toggles_in_order(plan.strategy).into_iter().filter(|&toggle| plan.on.has(toggle));
        let digits: String = on.filter_map(|toggle| toggle_digit(numbers[toggle])).collect();
        let slash = if digits.is_empty() { "" } else { "/" };
        PlanName {
            strategy: plan.strategy.name.to_owned(),
            rest: format!("{}{slash}{digits}", weight.unwrap_or_default()),
        }
    }

    /// In so many columns the strategy's name gives way first, since what follows it tells two runs apart; what of that
    /// does not fit ends in dots.
    pub fn within(&self, width: usize) -> String {
        let whole = self.to_string();
        if whole.chars().count() <= width {
            return whole;
        }
        let kept = width.saturating_sub(self.rest.chars().count() + 1).max(1);
        let short: String = self.strategy.chars().take(kept).collect();
        let dot = if short == self.strategy { "" } else { "." };
        let told = format!("{short}{dot}{}", self.rest);
        if told.chars().count() <= width {
            return told;
        }
        told.chars().take(width.saturating_sub(2)).chain("..".chars().take(width)).collect()
    }
}

impl fmt::Display for PlanName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.strategy, self.rest)
    }
}

/// A finished run, kept to stand beside the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    pub plan: PlanName,
    pub nodes: u64,
    pub seconds: f64,
    /// `26 moves`, `no solution`, `gave up`.
    pub result: String,
    /// From where it started: `start`, `after 12 moves`, and the position itself as a text.
    pub place: String,
    pub text: String,
    /// What ran, its heuristics by name: `ida*+manhattan,twins`.
    pub entry: String,
    pub expanded: u64,
    /// The moves of its answer from there, where it has one.
    pub way: Vec<String>,
    /// Whether it was a lane of a race.
    pub in_race: bool,
}

impl RunRecord {
    /// A run from a position, so many moves after the start, that has done nothing yet.
    fn begun(plan: &Plan, position: &dyn Position, moves: usize) -> Self {
        RunRecord {
            plan: PlanName::of(plan),
            nodes: 0,
            seconds: 0.0,
            result: String::new(),
            place: place_words(moves),
            text: position.whole_line(),
            entry: named_in_full(plan),
            expanded: 0,
            way: Vec::new(),
            in_race: false,
        }
    }

    /// The same of a board of one's own.
    #[must_use]
    pub fn on_own_board(self) -> Self {
        let place = if self.place == START { OWN_BOARD.to_owned() } else { format!("{OWN_BOARD}, {}", self.place) };
        RunRecord { place, ..self }
    }

    pub fn is_of_own_board(&self) -> bool {
        self.place.starts_with(OWN_BOARD)
    }

    /// The run as it stands, with what it came to.
    pub fn of(plan: &Plan, position: &dyn Position, moves: usize, snapshot: &Snapshot, result: String) -> Self {
        let counters = &snapshot.finding.counters;
        RunRecord {
            nodes: counters.generated,
            expanded: counters.expanded,
            way: snapshot.finding.answer.as_ref().map_or_else(Vec::new, |answer| answer.moves.clone()),
            seconds: snapshot.seconds,
            result,
            ..RunRecord::begun(plan, position, moves)
        }
    }

    /// A lane of a race that has ended.
    pub fn of_race(entry: &Entry, row: &Row, position: &dyn Position, moves: usize) -> Self {
        let result = match (row.length, row.status) {
            (Some(length), _) => words::count(length, "move", "moves"),
            (None, "unsolvable") => "no solution".into(),
            (None, "invalid") => "refused".into(),
            (None, _) if row.is_cut => "stopped".into(),
            (None, _) => "gave up".into(),
        };
        RunRecord {
            nodes: row.nodes,
            expanded: row.expanded,
            seconds: row.seconds,
            result,
            in_race: true,
            ..RunRecord::begun(&entry.plan(), position, moves)
        }
    }
}

const START: &str = "start";
const OWN_BOARD: &str = "own board";

fn place_words(moves: usize) -> String {
    if moves == 0 { START.into() } else { format!("after {}", words::count(moves as u64, "move", "moves")) }
}

/// The strategy with every heuristic that is on, by name, and its weight.
fn named_in_full(plan: &Plan) -> String {
    let heuristics = plan.heuristics().join(",");
    let plus = if heuristics.is_empty() { "" } else { "+" };
    let weight = plan.strategy.weight.map(|_| format!("@{}", plan.weight())).unwrap_or_default();
    format!("{}{plus}{heuristics}{weight}", plan.strategy.name)
}
