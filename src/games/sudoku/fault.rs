//! What is wrong with digits that contradict each other, and which placements cause it.

use super::logic::{Sheet, Technique};
use super::rules::{CELLS, Digits, Layout, Sudoku, digits_in, place_of, unit_cells, unit_name};
use super::solve;
use crate::games::Deadlock;
use crate::games::digits::{Allowed, DigitGrid as _, End, Filling, Level, causes, with_placements};
use crate::search::{Cell, Mark, MarkKind};

/// Nodes that a look for the reason may take before it gives up.
const QUICK_NODES: u64 = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A digit stands twice in a unit.
    Twice { unit: u8, digit: u8 },
    /// Every digit of a cell is taken by its peers.
    NoDigit { cell: u8 },
    /// A unit has no cell left for a digit.
    NoPlace { unit: u8, digit: u8 },
}

impl Fault {
    pub fn words(self) -> String {
        match self {
            Fault::Twice { unit, digit } => format!("{digit} stands twice in {}", unit_name(unit as usize)),
            Fault::NoDigit { cell } => format!("no digit is left for {}", place_of(cell)),
            Fault::NoPlace { unit, digit } => format!("no place for {digit} is left in {}", unit_name(unit as usize)),
        }
    }

    pub fn cells(self) -> Vec<Cell> {
        match self {
            Fault::NoDigit { cell } => vec![Cell::from(cell)],
            Fault::Twice { unit, .. } | Fault::NoPlace { unit, .. } => unit_cells(unit),
        }
    }

    /// The first digit that stands twice in a unit.
    pub fn twice(digits: &[u8]) -> Option<Fault> {
        let cell = *Sudoku::conflicts(digits).first()? as usize;
        let digit = digits[cell];
        let layout = Layout::get();
        let unit = layout.units_of[cell].into_iter().find(|&unit| {
            layout.units[unit as usize].iter().filter(|&&other| digits[other as usize] == digit).count() > 1
        })?;
        Some(Fault::Twice { unit, digit })
    }
}

/// What singles and locked candidates run into, if anything.
fn contradiction(state: &Filling) -> Option<Fault> {
    let allowed = Allowed::up_to(Level::Easy).with(Technique::Locked, true);
    let mut sheet = match Sheet::new(&state.digits) {
        Ok(sheet) => sheet,
        Err(End::Contradiction(fault)) => return Some(fault),
        Err(_) => return None,
    };
    loop {
        match sheet.step(allowed) {
            Ok(_) => {}
            Err(End::Contradiction(fault)) => return Some(fault),
            Err(_) => return None,
        }
    }
}

/// What is wrong with a position that has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Fault(Fault),
    /// Only a search tells: each way to go on ends in a contradiction.
    Searched,
}

fn wrong(state: &Filling) -> Option<Wrong> {
    if let Some(fault) = contradiction(state) {
        return Some(Wrong::Fault(fault));
    }
    solve::within(&digits_in(state), 1, QUICK_NODES).is_some_and(|found| found.is_empty()).then_some(Wrong::Searched)
}

/// Why a position is lost: what is wrong, and the placements that make it so.
pub fn explain(givens: &Digits, state: &Filling) -> Option<Deadlock> {
    let rules = Sudoku::new(*givens);
    let mut tried = state.clone();
    let mut suspects: Vec<Cell> =
        (0..CELLS as Cell).filter(|&cell| state.digits[cell as usize] > 0 && !rules.is_given(cell)).collect();
    let wrong = causes(&mut tried, &mut suspects, wrong(state)?, wrong);
    let (what, mut cells) = match wrong {
        Wrong::Fault(fault) => (fault.words(), fault.cells()),
        Wrong::Searched => ("no solution is left".into(), Vec::new()),
    };
    let story = with_placements(&what, rules.cols(), state, &suspects);
    let story = if suspects.is_empty() { format!("{story}, whatever is placed") } else { story };
    cells.extend(suspects);
    cells.sort_unstable();
    cells.dedup();
    Some(Deadlock { story, marks: cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)).collect() })
}
