//! The techniques that follow links from cell to cell: wings, colouring, contradictions.

use super::sheet::{Found, Reason, Sheet};
use super::{Technique, cells_at};
use crate::games::digits::{Allowed, End, Level, digit_bit, digits_of};
use crate::games::sudoku::bands::{Bands, Parts};
use crate::games::sudoku::fault::Fault;
use crate::games::sudoku::rules::{CELLS, Layout, UNITS};

/// A pivot of two candidates (with three: it has the common one too) and two peers of two: whatever the pivot is, one
/// of the three has the common candidate, so that cells which see them all lose it.
pub fn wing(sheet: &Sheet, technique: Technique, size: u32) -> Option<Found> {
    let layout = Layout::get();
    for pivot in (0..CELLS as u8).filter(|&cell| sheet.open(cell).count_ones() == size) {
        let own = sheet.open(pivot);
        let twos: Vec<u8> =
            layout.peers[pivot as usize].into_iter().filter(|&peer| sheet.open(peer).count_ones() == 2).collect();
        for (i, &one) in twos.iter().enumerate() {
            for &other in &twos[i + 1..] {
                let (a, b) = (sheet.open(one), sheet.open(other));
                let common = a & b;
                let fits = if size == 2 { own & common == 0 && own == a ^ b } else { own == a | b };
                if !common.is_power_of_two() || !fits {
                    continue;
                }
                let sees_all = |&cell: &u8| {
                    let pivots = size == 2 || layout.see_each_other(cell, pivot);
                    pivots && cell != pivot && layout.see_each_other(cell, one) && layout.see_each_other(cell, other)
                };
                let gone: Vec<(u8, u16)> = (0..CELLS as u8)
                    .filter(|cell| sees_all(cell) && sheet.open(*cell) & common != 0)
                    .map(|cell| (cell, common))
                    .collect();
                if !gone.is_empty() {
                    let (cells, units) = (vec![pivot, one, other], Vec::new());
                    return Some((Reason { technique, digits: common, cells, units, fault: None }, gone));
                }
            }
        }
    }
    None
}

/// The two colours of the chain through a cell: places of a digit, linked where a unit has just two; and the units.
fn chain(links: &[(u8, u8, u8)], start: u8) -> ([Vec<u8>; 2], Vec<u8>) {
    let mut colours = [vec![start], Vec::new()];
    let mut units = Vec::new();
    let mut at = (0, 0);
    let mut waiting = Vec::new();
    loop {
        let cell = colours[at.0][at.1];
        for &(a, b, unit) in links.iter().filter(|&&(a, b, _)| a == cell || b == cell) {
            let next = if a == cell { b } else { a };
            if !units.contains(&unit) {
                units.push(unit);
            }
            let other = &mut colours[1 - at.0];
            if !other.contains(&next) {
                other.push(next);
                waiting.push((1 - at.0, other.len() - 1));
            }
        }
        match waiting.pop() {
            Some(next) => at = next,
            None => return (colours, units),
        }
    }
}

/// Of a chain of two colours one is right: a colour that meets itself is wrong, and what sees both colours goes.
pub fn colouring(sheet: &Sheet) -> Option<Found> {
    let layout = Layout::get();
    let sees = |cell: u8, others: &[u8]| others.iter().any(|&other| layout.see_each_other(cell, other));
    for digit in 1..=9 {
        let bit = digit_bit(digit);
        let mut links = Vec::new();
        for unit in 0..UNITS {
            if let [a, b] = cells_at(unit, sheet.places_of(unit, digit)).collect::<Vec<u8>>()[..] {
                links.push((a, b, unit as u8));
            }
        }
        let mut done: Vec<u8> = Vec::new();
        for start in links.iter().map(|&(a, _, _)| a).collect::<Vec<u8>>() {
            if done.contains(&start) {
                continue;
            }
            let (colours, units) = chain(&links, start);
            done.extend(colours.iter().flatten());
            let clash = colours.iter().find(|colour| colour.iter().any(|&cell| sees(cell, colour)));
            let gone: Vec<(u8, u16)> = match clash {
                Some(colour) => colour.iter().map(|&cell| (cell, bit)).collect(),
                None => (0..CELLS as u8)
                    .filter(|cell| sheet.open(*cell) & bit != 0 && !colours.iter().flatten().any(|c| c == cell))
                    .filter(|&cell| sees(cell, &colours[0]) && sees(cell, &colours[1]))
                    .map(|cell| (cell, bit))
                    .collect(),
            };
            if !gone.is_empty() {
                let [mut cells, more] = colours;
                cells.extend(more);
                cells.sort_unstable();
                let technique = Technique::Colouring;
                return Some((Reason { technique, digits: bit, cells, units, fault: None }, gone));
            }
        }
    }
    None
}

/// A candidate from which singles alone lead to a contradiction; cells with few candidates first.
pub fn contradiction(sheet: &Sheet) -> Option<Found> {
    let singles = Parts { locked: false, ..Parts::ALL };
    let bands = Bands::of(&sheet.candidates, &sheet.placed, singles);
    for count in 2..=9 {
        for cell in (0..CELLS as u8).filter(|&cell| sheet.open(cell).count_ones() == count) {
            for digit in digits_of(sheet.open(cell)) {
                let mut tried = bands.clone();
                tried.place(cell, digit);
                if tried.settle().is_ok() {
                    continue;
                }
                let fault = fault_of(sheet, cell, digit);
                let (technique, digits) = (Technique::Chain, digit_bit(digit));
                let reason = Reason { technique, digits, cells: vec![cell], units: Vec::new(), fault };
                return Some((reason, vec![(cell, digits)]));
            }
        }
    }
    None
}

/// What singles run into from there.
fn fault_of(sheet: &Sheet, cell: u8, digit: u8) -> Option<Fault> {
    let mut sheet = sheet.clone();
    let mut end = sheet.place(cell, digit);
    while end.is_ok() {
        end = sheet.step(Allowed::up_to(Level::Easy)).map(|_| ());
    }
    match end {
        Err(End::Contradiction(fault)) => Some(fault),
        _ => None,
    }
}
