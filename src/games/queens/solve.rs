//! The strategies.

use std::fmt;
use std::sync::Arc;

use super::construct;
use super::repair::Repair;
use super::rows::{Aim, RowSearch};
use super::rules::{Board, Place, Queens};
use crate::search::{self, Engine, Guide, Keeps, Known, Plan, PlanError, Strategy, Toggle};

const fn strategy(name: &'static str, about: &'static str, toggles: &'static [Toggle]) -> Strategy {
    Strategy { name, about, toggles, anytime: false, weight: None }
}

const SYMMETRY: Toggle = Toggle::off("symmetry", "of solutions that are turned or mirrored into each other count one");

const CLASSIC: &[Toggle] = &[
    Toggle::off("empty-row", "give up as soon as some row has no free square"),
    Toggle::off("middle-first", "try the columns in the middle first"),
];

pub static STRATEGIES: &[Strategy] = &[
    strategy(
        "fewest",
        "the row with the fewest free squares comes next; complete, also for all solutions",
        &[
            SYMMETRY,
            Toggle::off("min-conflicts", "all queens at once, moved where the fewest attack them")
                .keeping(Keeps::Nothing),
        ],
    ),
    strategy("classic", "the classroom's search, row by row from the left; first solution, complete", CLASSIC),
    strategy("classic-all", "the classroom's search, on to all solutions", CLASSIC),
    strategy("count", "row by row with bit masks: how many solutions there are", &[SYMMETRY]),
    strategy("construct", "writes a solution down without a search; the default from 31 queens on", &[]),
];

pub fn engine(rules: &Arc<Queens>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    match plan.strategy.name {
        "classic" => classic(rules, board, plan),
        "classic-all" => classic(rules, board, &Plan { all: true, ..plan.clone() }),
        "count" => {
            let aim = Aim { fewest: false, all: true, symmetry: plan.is_on("symmetry") };
            Ok(search::engine(RowSearch::new(**rules, board, plan, aim)?))
        }
        "construct" => constructed(**rules, board, plan),
        _ if plan.is_on("min-conflicts") => Ok(search::engine(Repair::new(**rules, board, plan)?)),
        _ => {
            let aim = Aim { fewest: true, all: false, symmetry: plan.is_on("symmetry") };
            Ok(search::engine(RowSearch::new(**rules, board, plan, aim)?))
        }
    }
}

fn classic(rules: &Arc<Queens>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let guide = Foresight { empty_row: plan.is_on("empty-row"), middle_first: plan.is_on("middle-first") };
    search::depth_first(rules, board, guide, plan, search::Remember::Nothing)
}

/// The construction, from any board on the way to it.
fn constructed(rules: Queens, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    if plan.all || plan.unique {
        return Err(PlanError("`construct` writes one solution down; try `count`".into()));
    }
    if rules.size < 4 {
        // One queen is no work, two and three are tried out.
        let aim = Aim { fewest: false, all: false, symmetry: false };
        return Ok(search::engine(RowSearch::new(rules, board, plan, aim)?));
    }
    let columns = construct::columns(rules.size);
    match columns.strip_prefix(board.queens()) {
        Some(rest) => {
            let places = rest.iter().map(|&column| Place(column)).collect();
            Ok(search::engine(Known::<Place>::solution(places, true, plan)))
        }
        None => Err(PlanError("these queens do not stand as `construct` places them; try `fewest`".into())),
    }
}

/// The first row, if any, that waits for a queen and has no free square.
pub fn empty_row(rules: Queens, board: &Board) -> Option<u16> {
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
