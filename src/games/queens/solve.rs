//! The strategies: generic engines with what is known of queens.

use std::fmt;
use std::sync::Arc;

use super::rules::{Board, Place, Queens};
use crate::search::{self, Engine, Guide, Keeps, Plan, PlanError, Strategy, Toggle};

const TOGGLES: &[Toggle] = &[
    Toggle {
        name: "empty-row",
        about: "give up as soon as some row has no free square",
        keeps: Keeps::Everything,
        default: true,
        group: None,
    },
    Toggle {
        name: "middle-first",
        about: "try the columns in the middle first",
        keeps: Keeps::Everything,
        default: false,
        group: None,
    },
];

pub static STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "dfs",
        about: "depth first, row by row; complete",
        toggles: TOGGLES,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "bfs",
        about: "all boards of a row at a time; complete",
        toggles: TOGGLES,
        anytime: false,
        weight: None,
    },
];

pub fn engine(rules: &Arc<Queens>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let guide = Foresight { empty_row: plan.is_on("empty-row"), middle_first: plan.is_on("middle-first") };
    match plan.strategy.name {
        "dfs" => search::depth_first(rules, board, guide, plan, search::Remember::Nothing),
        _ => search::breadth_first(rules, board, guide, plan),
    }
}

/// The first row, if any, that waits for a queen and has no free square.
pub fn empty_row(rules: Queens, board: &Board) -> Option<u8> {
    (board.next_row()..rules.size).find(|&row| rules.free_in(board, row).next().is_none())
}

#[derive(Clone)]
struct Foresight {
    empty_row: bool,
    middle_first: bool,
}

impl Guide<Queens> for Foresight {
    /// One move places one queen.
    fn estimate(&mut self, rules: &Queens, board: &Board) -> u32 {
        u32::from(rules.size - board.next_row())
    }

    fn order(&mut self, rules: &Queens, _board: &Board, moves: &mut [Place]) {
        if self.middle_first {
            moves.sort_by_key(|place| (2 * place.0 + 1).abs_diff(rules.size));
        }
    }

    fn cuts(&self) -> &[&'static str] {
        if self.empty_row { &["empty-row"] } else { &[] }
    }

    fn cut(&mut self, rules: &Queens, board: &Board) -> Option<usize> {
        (self.empty_row && empty_row(*rules, board).is_some()).then_some(0)
    }

    fn why(&self, rules: &Queens, board: &Board, _cut: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match empty_row(*rules, board) {
            Some(row) => write!(f, "row {} has no free square", row + 1),
            None => Ok(()),
        }
    }
}
