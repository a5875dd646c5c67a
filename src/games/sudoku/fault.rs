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

/// What singles and locked candidates run into, if anything, with the steps until then.
fn steps_into(state: &Filling) -> Option<(Fault, Vec<Found>)> {
    let allowed = Allowed::up_to(Level::Easy).with(Technique::Locked, true);
    let mut steps = Vec::new();
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
        Err(End::Contradiction(fault)) => Some((fault, steps)),
    }
}

/// The candidates that a step takes away.
fn gone_by((reason, gone): &Found) -> Vec<(u8, u16)> {
    let (true, &[cell]) = (reason.technique <= Technique::NakedSingle, &reason.cells[..]) else { return gone.clone() };
    let peers = Layout::get().peers[cell as usize].iter().map(|&peer| (peer, reason.digits));
    peers.chain([(cell, ALL_DIGITS & !reason.digits)]).collect()
}

/// The steps that a fault rests on.
fn needed(fault: Fault, steps: Vec<Found>) -> Vec<Reason> {
    let mut kept = Vec::<Found>::new();
    for step in steps.into_iter().rev() {
        let serves = |&(cell, gone): &(u8, u16)| {
            fault.rests_on(cell, gone) || kept.iter().any(|(later, _)| later.rests_on(cell, gone))
        };
        if gone_by(&step).iter().any(serves) {
            kept.push(step);
        }
    }
    kept.into_iter().rev().map(|(reason, _)| reason).collect()
}

/// Whether what was found from some of the digits can be seen on the board with all of them: no cell that is spoken of
/// as open has another digit there.
fn is_true_of(board: &Filling, fault: Fault, steps: &[Reason]) -> bool {
    let at = |cell: u8| board.digits[cell as usize];
    let stands_in = |unit: u8, digit: u8| Layout::get().units[unit as usize].iter().any(|&cell| at(cell) == digit);
    let is_fault = match fault {
        Fault::Twice { .. } => true,
        Fault::NoDigit { cell } => at(cell) == 0,
        Fault::NoPlace { unit, digit } => !stands_in(unit, digit),
    };
    is_fault && steps.iter().all(|step| fits(step, board))
}

/// The same of a single, or of locked candidates.
fn fits(step: &Reason, board: &Filling) -> bool {
    let Some(digit) = only_digit(step.digits) else { return true };
    let at = |cell: u8| board.digits[cell as usize];
    let is_free = || step.cells.iter().all(|&cell| at(cell) == 0 || at(cell) == digit);
    let is_nowhere_else = || {
        let cells = step.units.first().into_iter().flat_map(|&unit| Layout::get().units[unit as usize]);
        cells.into_iter().all(|cell| at(cell) != digit || step.cells.contains(&cell))
    };
    match step.technique {
        Technique::Locked => is_nowhere_else(),
        Technique::HiddenSingle => is_free() && is_nowhere_else(),
        _ => is_free(),
    }
}

/// What is wrong with a position that has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Fault(Fault),
    /// Only a search tells: each way to go on ends in a contradiction.
    Searched,
}

/// The same of some digits of a board, where it is true of the whole board.
fn wrong(board: &Filling, state: &Filling) -> Option<Wrong> {
    if let Some((fault, steps)) = steps_into(state) {
        return is_true_of(board, fault, &needed(fault, steps)).then_some(Wrong::Fault(fault));
    }
    solve::within(&digits_in(state), 1, QUICK_NODES).is_some_and(|found| found.is_empty()).then_some(Wrong::Searched)
}

/// The digit that stands twice, which anybody sees, and where: then nothing else is told.
fn plain(givens: &Digits, state: &Filling) -> Option<Deadlock> {
    let fault = Fault::twice(&state.digits)?;
    let Fault::Twice { digit, .. } = fault else { return None };
    let cells: Vec<Cell> = fault.cells().into_iter().filter(|&cell| state.digits[cell as usize] == digit).collect();
    let names: Vec<String> = cells.iter().map(|&cell| place_of(cell as u8).to_string()).collect();
    let is_given = cells.iter().all(|&cell| givens[cell as usize] > 0);
    let given = if is_given { ", whatever is placed" } else { "" };
    let story = format!("{}: {}{given}", fault.words(), names.join(" and "));
    Some(Deadlock { story, marks: dead(cells) })
}

fn dead(cells: Vec<Cell>) -> Vec<Mark> {
    cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)).collect()
}

/// Why a position is lost: what is wrong, and the placements that make it so.
pub fn explain(givens: &Digits, state: &Filling) -> Option<Deadlock> {
    if let Some(plain) = plain(givens, state) {
        return Some(plain);
    }
    let rules = Sudoku::new(*givens);
    let mut tried = state.clone();
    let mut suspects: Vec<Cell> =
        (0..CELLS as Cell).filter(|&cell| state.digits[cell as usize] > 0 && !rules.is_given(cell)).collect();
    let wrong = causes(&mut tried, &mut suspects, wrong(state, state)?, |tried| wrong(state, tried));
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
    Some(Deadlock { story, marks: dead(cells) })
}

/// The steps between what one sees on the board and the fault that these digits lead to: those that it rests on, and
/// that are not made on the board already.
fn steps_between(board: &Filling, causes: &Filling) -> Vec<Reason> {
    let Some((fault, steps)) = steps_into(causes) else { return Vec::new() };
    let is_made = |reason: &Reason| {
        reason.technique <= Technique::NakedSingle
            && reason.cells.iter().all(|&cell| only_digit(reason.digits) == Some(board.digits[cell as usize]))
    };
    needed(fault, steps).into_iter().filter(|reason| !is_made(reason)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::SplitMix;
    use crate::games::digits::{Place, digits_of};
    use crate::games::sudoku::rules::{SIDE, UNITS};
    use crate::games::sudoku::text;

    const GIVENS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// The solution with some cells left open, and with some wrong digits: any, or such as break no rule by themselves.
    fn filled(random: &mut SplitMix) -> Filling {
        let rules = Sudoku::new(text::read(GIVENS).expect("a puzzle"));
        let mut state = Filling::of(text::read(SOLUTION).expect("a filling").to_vec().into());
        let (wrong, open, is_plain) = (1 + random.below(4), [0, 10, 40, 90][random.below(4)], random.below(3) == 0);
        let free: Vec<usize> = (0..CELLS).filter(|&cell| rules.givens[cell] == 0).collect();
        for &cell in &free {
            if random.below(100) < open {
                state.digits[cell] = 0;
            }
        }
        for _ in 0..wrong {
            let cell = free[random.below(free.len())];
            state.digits[cell] = 0;
            let fits = if is_plain { ALL_DIGITS } else { rules.unused(&state, cell as Cell) };
            let fits: Vec<u8> = digits_of(fits).collect();
            state.digits[cell] = *fits.get(random.below(fits.len().max(1))).unwrap_or(&0);
        }
        state
    }

    /// The words that are a place, or a place with its digit.
    fn places(told: &str) -> impl Iterator<Item = (usize, Option<u8>)> {
        told.split([' ', ',', ':']).filter_map(|word| {
            let (place, digit) = word.split_once('=').map_or((word, None), |(place, digit)| (place, Some(digit)));
            let place = Place::read(place, SIDE, SIDE).ok()?;
            Some((place.cell(SIDE) as usize, digit.and_then(|digit| digit.parse().ok())))
        })
    }

    fn unit_in(told: &str) -> usize {
        let told = told.split(['.', ':', ',']).next().unwrap_or(told);
        (0..UNITS).find(|&unit| told.contains(&unit_name(unit))).expect("a unit")
    }

    /// Of a single: "in box 3 only r3c8 can be 1" is no lie where the 1 of box 3 stands elsewhere, or r3c8 has another digit.
    fn single_is_true(told: &str, digits: &[u8]) -> bool {
        let Some((before, digit)) = told.split_once(" can be ") else { return true };
        let digit: u8 = digit.parse().expect("a digit");
        let (cell, _) = places(before).last().expect("a place");
        let taken = unit_cells(unit_in(before) as u8).iter().any(|&at| digits[at as usize] == digit);
        digits[cell] == digit || digits[cell] == 0 && !taken
    }

    #[test]
    fn what_is_told_is_true_of_the_board_as_it_stands() {
        let (givens, mut random) = (text::read(GIVENS).expect("a puzzle"), SplitMix(7));
        let (mut plain, mut deep) = (0, 0);
        for _ in 0..300 {
            let state = filled(&mut random);
            let Some(told) = explain(&givens, &state) else { continue };
            let told = told.story;
            let digits = &state.digits;
            if Fault::twice(digits).is_some() {
                let (digit, rest) = told.split_once(" stands twice in ").expect("the plain fault");
                let cells = unit_cells(unit_in(rest) as u8);
                let times = cells.iter().filter(|&&at| digits[at as usize].to_string() == digit).count();
                assert!(times > 1 && !told.contains(" with "), "{told}");
                plain += 1;
                continue;
            }
            deep += 1;
            let (fault, first) = told.split_once(": that follows").unwrap_or((&told, ""));
            assert!(places(fault).all(|(cell, digit)| digit.is_none_or(|digit| digits[cell] == digit)), "{told}");
            if let Some(rest) = fault.strip_prefix("no digit is left for ") {
                assert!(places(rest).next().is_some_and(|(cell, _)| digits[cell] == 0), "{told}");
            }
            if let Some((digit, rest)) = fault.strip_prefix("no place for ").and_then(|rest| rest.split_once(' ')) {
                let cells = unit_cells(unit_in(rest.split(" with ").next().unwrap_or(rest)) as u8);
                assert!(cells.iter().all(|&at| digits[at as usize].to_string() != digit), "{told}");
            }
            assert!(single_is_true(first.rsplit(": ").next().unwrap_or(first), digits), "{told}");
        }
        assert!(plain > 20 && deep > 20, "{plain} plain, {deep} deep");
    }
}
