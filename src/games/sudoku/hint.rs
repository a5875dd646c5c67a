//! The next placement, with just the steps that it rests on.

use super::fault;
use super::logic::{Reason, Sheet, Technique, Worksheet, why};
use super::rules::{Sudoku, digits_in, unit_name};
use super::solve;
use crate::games::digits::{
    Allowed, DigitGrid as _, End, Filling, Hint, Paper, Sheet as _, Step, Technique as _, Trial,
};
use crate::search::{Cell, count};

/// Nodes that a look at one digit may take where the ladder ends.
const QUICK_NODES: u64 = 100_000;

/// Steps of a hint that are told one by one.
const MOST_STEPS: usize = 3;

/// The next placement by the ladder; what is wrong or missing, in words, where there is none.
pub fn hint(rules: &Sudoku, state: &Filling) -> Result<Hint, String> {
    if let Some(why) = fault::explain(&rules.givens, state) {
        return Err(format!("something is wrong: {}", why.story));
    }
    let paper = Worksheet { givens: rules.givens };
    let mut sheet = paper.sheet(state).map_err(|_| "something is wrong".to_string())?;
    let mut steps: Vec<Step<Reason>> = Vec::new();
    loop {
        match paper.step(&mut sheet, Allowed::ALL) {
            Ok(step) => {
                let placed = step.placed;
                steps.push(step);
                if let Some((cell, digit)) = placed {
                    return Ok(told(&paper, &needed(steps), Cell::from(cell), digit));
                }
            }
            Err(End::Solved) => return Err("the puzzle is solved".into()),
            Err(End::Contradiction(fault)) => return Err(format!("something is wrong: {}", fault.words())),
            Err(End::Stuck) => return tried(rules, &sheet, state),
        }
    }
}

/// The last step, and those before it that it rests on.
fn needed(steps: Vec<Step<Reason>>) -> Vec<Step<Reason>> {
    let mut kept: Vec<Step<Reason>> = Vec::new();
    for step in steps.into_iter().rev() {
        let serves =
            |later: &Step<Reason>| step.removed.iter().any(|&(cell, gone)| later.reason.rests_on(cell as u8, gone));
        if kept.is_empty() || kept.iter().any(serves) {
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

fn told(paper: &Worksheet, steps: &[Step<Reason>], cell: Cell, digit: u8) -> Hint {
    let hardest = steps.iter().map(|step| step.reason.technique).max().unwrap_or(Technique::HiddenSingle);
    let first = &steps[0].reason;
    let place = match first.units.first() {
        Some(&unit) => unit_name(unit as usize),
        None => first.cells.iter().map(|&cell| super::rules::place_of(cell).to_string()).collect::<Vec<_>>().join(", "),
    };
    let region = match first.technique {
        Technique::HiddenSingle => super::rules::unit_cells(first.units[0]),
        _ => paper.region(first),
    };
    let told = |why: fn(&Reason) -> String| joined(steps.iter().map(|step| why(&step.reason)).collect());
    Hint {
        place,
        around: region.clone(),
        region,
        technique: hardest.name(),
        claim: format!("{} is {digit}, by {}", super::rules::place_of(cell as u8), hardest.name()),
        why: told(veiled),
        reason: told(why),
        cell,
        digit,
    }
}

/// Of many steps the first ones and the last: more would lie on the cells that they speak of.
fn joined(mut steps: Vec<String>) -> String {
    let left_out = steps.len().saturating_sub(MOST_STEPS);
    if left_out > 0 {
        let at = MOST_STEPS - 1;
        let between = count(left_out as u64, "more step", "more steps");
        steps.splice(at..at + left_out, [between]);
    }
    steps.join("; then ")
}

/// Why, and of a single neither its place nor its digit.
fn veiled(reason: &Reason) -> String {
    match (reason.technique, reason.units.first()) {
        (Technique::HiddenSingle, Some(&unit)) => {
            format!("one of the digits that {} misses has a single place left", unit_name(unit as usize))
        }
        (Technique::NakedSingle, _) => {
            let cells = reason.cells.iter().map(|&cell| super::rules::place_of(cell).to_string()).collect::<Vec<_>>();
            format!("the row, column and box of {} leave it a single digit", cells.join(", "))
        }
        _ => why(reason),
    }
}

/// Where the ladder ends, the digits of the tightest cell are tried.
fn tried(rules: &Sudoku, sheet: &Sheet, state: &Filling) -> Result<Hint, String> {
    let Some(cell) = sheet.tightest() else { return Err("the puzzle is solved".into()) };
    let at = rules.place(Cell::from(cell));
    let mut with = digits_in(state);
    let trial = Trial::of(sheet.candidates()[cell as usize], |digit| {
        with[cell as usize] = digit;
        solve::within(&with, 1, QUICK_NODES).map(|found| !found.is_empty())
    });
    trial.hint(Cell::from(cell), at, at.to_string(), vec![Cell::from(cell)])
}
