//! What is wrong with digits that contradict each other, and which placements cause it.

use super::logic::{Found, Reason, Sheet, Technique, why};
use super::rules::{CELLS, Digits, Layout, Sudoku, digits_in, place_of, unit_cells, unit_name};
use super::solve;
use crate::games::Deadlock;
use crate::games::digits::{
    ALL_DIGITS, Allowed, DigitGrid as _, End, Filling, Level, causes, digit_bit, follows_in, only_digit,
    with_placements,
};
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

    /// Whether it needs that these candidates of a cell are gone.
    fn rests_on(self, of: u8, gone: u16) -> bool {
        match self {
            Fault::Twice { .. } => false,
            Fault::NoDigit { cell } => cell == of,
            Fault::NoPlace { unit, digit } => {
                gone & digit_bit(digit) != 0 && Layout::get().units[unit as usize].contains(&of)
            }
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
    steps_into(state, &mut Vec::new())
}

/// The same, with the steps until then.
fn steps_into(state: &Filling, steps: &mut Vec<Found>) -> Option<Fault> {
    let allowed = Allowed::up_to(Level::Easy).with(Technique::Locked, true);
    let mut next = |sheet: &mut Sheet| {
        let found = sheet.find(allowed)?;
        steps.push(found.clone());
        sheet.take(found).map(|_| ())
    };
    let end = Sheet::new(&state.digits).and_then(|mut sheet| {
        loop {
            next(&mut sheet)?;
        }
    });
    match end {
        Ok(()) | Err(End::Solved | End::Stuck) => None,
        Err(End::Contradiction(fault)) => Some(fault),
    }
}

/// The candidates that a step takes away.
fn gone_by((reason, gone): &Found) -> Vec<(u8, u16)> {
    let (true, &[cell]) = (reason.technique <= Technique::NakedSingle, &reason.cells[..]) else { return gone.clone() };
    let peers = Layout::get().peers[cell as usize].iter().map(|&peer| (peer, reason.digits));
    peers.chain([(cell, ALL_DIGITS & !reason.digits)]).collect()
}

/// The steps between what one sees on the board and the fault that these digits lead to: those that it rests on, and
/// that are not made on the board already.
fn steps_between(board: &Filling, causes: &Filling) -> Vec<Reason> {
    let (mut steps, mut kept) = (Vec::new(), Vec::<Found>::new());
    let Some(fault) = steps_into(causes, &mut steps) else { return Vec::new() };
    for step in steps.into_iter().rev() {
        let serves = |&(cell, gone): &(u8, u16)| {
            fault.rests_on(cell, gone) || kept.iter().any(|(later, _)| later.rests_on(cell, gone))
        };
        if gone_by(&step).iter().any(serves) {
            kept.push(step);
        }
    }
    let is_made = |reason: &Reason| {
        reason.technique <= Technique::NakedSingle
            && reason.cells.iter().all(|&cell| only_digit(reason.digits) == Some(board.digits[cell as usize]))
    };
    kept.into_iter().rev().map(|(reason, _)| reason).filter(|reason| !is_made(reason)).collect()
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
    let story = match &steps_between(state, &tried)[..] {
        _ if suspects.is_empty() => format!("{story}, whatever is placed"),
        [] => story,
        [first, rest @ ..] => format!("{story}: that follows {}{}", follows_in(1 + rest.len()), why(first)),
    };
    cells.extend(suspects);
    cells.sort_unstable();
    cells.dedup();
    Some(Deadlock { story, marks: cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)).collect() })
}
