//! Steps in words.

use super::Technique;
use super::sheet::Reason;
use crate::games::digits::{Step, Technique as _, set_text};
use crate::games::sudoku::rules::{Layout, SIDE, place_of, unit_name};

fn list(cells: impl IntoIterator<Item = u8>) -> String {
    cells.into_iter().map(|cell| place_of(cell).to_string()).collect::<Vec<_>>().join(", ")
}

fn lines(units: &[u8]) -> String {
    let word = if units.first().is_some_and(|&unit| (unit as usize) < SIDE) { "rows" } else { "columns" };
    let numbers: Vec<String> = units.iter().map(|&unit| (unit as usize % SIDE + 1).to_string()).collect();
    format!("{word} {}", numbers.join(", "))
}

/// The lines that cross those of a fish where it has its cells.
fn crossing(reason: &Reason) -> Vec<u8> {
    let crosses = |unit: u8| usize::from(unit) < 2 * SIDE && !reason.units.contains(&unit);
    let of_cells = reason.cells.iter().flat_map(|&cell| Layout::get().units_of[cell as usize]);
    let mut lines: Vec<u8> = of_cells.filter(|&unit| crosses(unit)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Why: "in box 3 only r1c7 can be 5".
pub fn why(reason: &Reason) -> String {
    let digits = set_text(reason.digits, " ");
    let cells = || list(reason.cells.iter().copied());
    let unit = |i: usize| reason.units.get(i).map_or_else(String::new, |&unit| unit_name(unit as usize));
    match reason.technique {
        Technique::HiddenSingle => format!("in {} only {} can be {digits}", unit(0), cells()),
        Technique::NakedSingle => format!("the row, column and box of {} leave it only {digits}", cells()),
        Technique::Locked => format!("the {digits} of {} lies in {}", unit(0), unit(1)),
        Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
            format!("{} in {} have only {digits} between them", cells(), unit(0))
        }
        Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
            format!("in {} only {} can have {digits}", unit(0), cells())
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
            format!("the {digits} of {} lies in {}", lines(&reason.units), lines(&crossing(reason)))
        }
        Technique::XyWing | Technique::XyzWing => {
            let (pivot, others) = (place_of(reason.cells[0]), list(reason.cells[1..].iter().copied()));
            let too = if reason.technique == Technique::XyzWing { " itself or" } else { "" };
            format!("whatever {pivot} is,{too} one of {others} is {digits}")
        }
        Technique::Colouring => format!("the places {} of {digits} are linked in pairs", cells()),
        Technique::Chain => {
            let fault =
                reason.fault.map_or_else(|| "contradict each other".into(), |f| format!("end where {}", f.words()));
            format!("with {digits} at {} singles {fault}", cells())
        }
    }
}

/// One step in one sentence: technique, where, and what follows.
pub fn sentence(step: &Step<Reason>) -> String {
    let why = why(&step.reason);
    if let Some((cell, digit)) = step.placed {
        return format!("{why}; {} is {digit}", place_of(cell as u8));
    }
    let gone = step.removed.iter().fold(0, |all, &(_, gone)| all | gone);
    let lose = if step.removed.len() == 1 { "loses" } else { "lose" };
    let cells = list(step.removed.iter().map(|&(cell, _)| cell as u8));
    let technique = step.reason.technique.name();
    format!("{technique}: {why}; {cells} {lose} {}", set_text(gone, " "))
}
