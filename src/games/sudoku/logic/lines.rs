//! The techniques that look at units: locked candidates, subsets, fish.

use super::sheet::{Found, Reason, Sheet};
use super::{Technique, cells_at, places, subsets};
use crate::games::digits::{ALL_DIGITS, digit_bit, digits_of};
use crate::games::sudoku::rules::{Layout, SIDE, UNITS};

/// The digits of a set of cells, and those cells that have any of `digits`.
fn losing(sheet: &Sheet, cells: impl Iterator<Item = u8>, digits: u16) -> Vec<(u8, u16)> {
    cells.filter(|&cell| sheet.open(cell) & digits != 0).map(|cell| (cell, digits)).collect()
}

/// All places of a digit in one unit lie in another: the rest of that one loses it.
pub fn locked(sheet: &Sheet) -> Option<Found> {
    let layout = Layout::get();
    for digit in 1..=9 {
        for unit in (18..UNITS).chain(0..18) {
            let cells: Vec<u8> = cells_at(unit, sheet.places_of(unit, digit)).collect();
            let Some((&first, rest)) = cells.split_first().filter(|_| cells.len() <= 3) else { continue };
            // From a box to its lines, from a line to its boxes.
            let others = layout.units_of[first as usize].into_iter().filter(|&other| (other < 18) == (unit >= 18));
            for other in others {
                let inside = &layout.units[other as usize];
                if !rest.iter().all(|cell| inside.contains(cell)) {
                    continue;
                }
                let outside = inside.iter().copied().filter(|cell| !layout.units[unit].contains(cell));
                let gone = losing(sheet, outside, digit_bit(digit));
                if !gone.is_empty() {
                    let units = vec![unit as u8, other];
                    let (technique, digits) = (Technique::Locked, digit_bit(digit));
                    return Some((Reason { technique, digits, cells, units, fault: None }, gone));
                }
            }
        }
    }
    None
}

/// So many cells of a unit with as many candidates between them: the other cells lose these.
pub fn naked(sheet: &Sheet, technique: Technique, size: u32) -> Option<Found> {
    let layout = Layout::get();
    for unit in 0..UNITS {
        let few = places(unit, |cell| (2..=size).contains(&sheet.open(cell).count_ones()));
        for chosen in subsets(few, size) {
            let digits = cells_at(unit, chosen).fold(0, |digits, cell| digits | sheet.open(cell));
            if digits.count_ones() != size {
                continue;
            }
            let cells: Vec<u8> = cells_at(unit, chosen).collect();
            let others = layout.units[unit].into_iter().filter(|cell| !cells.contains(cell));
            let gone = losing(sheet, others, digits);
            if !gone.is_empty() {
                return Some((Reason { technique, digits, cells, units: vec![unit as u8], fault: None }, gone));
            }
        }
    }
    None
}

/// So many digits with as many places between them in a unit: these cells lose the others.
pub fn hidden(sheet: &Sheet, technique: Technique, size: u32) -> Option<Found> {
    for unit in 0..UNITS {
        let mut where_of = [0; 10];
        let mut few = 0;
        for digit in 1..=9 {
            where_of[digit as usize] = sheet.places_of(unit, digit);
            if (2..=size).contains(&where_of[digit as usize].count_ones()) {
                few |= digit_bit(digit);
            }
        }
        for digits in subsets(few, size) {
            let chosen = digits_of(digits).fold(0, |places, digit| places | where_of[digit as usize]);
            if chosen.count_ones() != size {
                continue;
            }
            let gone = losing(sheet, cells_at(unit, chosen), ALL_DIGITS & !digits);
            if !gone.is_empty() {
                let cells = cells_at(unit, chosen).collect();
                return Some((Reason { technique, digits, cells, units: vec![unit as u8], fault: None }, gone));
            }
        }
    }
    None
}

/// So many lines in which a digit has only as many columns (or rows) between them: there it goes in no other line.
pub fn fish(sheet: &Sheet, technique: Technique, size: u32) -> Option<Found> {
    for digit in 1..=9 {
        for (first, across) in [(0, SIDE), (SIDE, 0)] {
            let where_of: [u16; SIDE] = std::array::from_fn(|line| sheet.places_of(first + line, digit));
            let of_size = |&line: &usize| (2..=size).contains(&where_of[line].count_ones());
            let few = (0..SIDE).filter(of_size).fold(0, |lines, line| lines | 1 << line);
            for lines in subsets(few, size) {
                let chosen = (0..SIDE).filter(|line| lines >> line & 1 == 1);
                let cover = chosen.clone().fold(0, |cover, line| cover | where_of[line]);
                if cover.count_ones() != size {
                    continue;
                }
                let crossing = (0..SIDE).filter(|i| cover >> i & 1 == 1);
                let others = crossing.clone().flat_map(|i| cells_at(across + i, ALL_DIGITS & !lines));
                let gone = losing(sheet, others, digit_bit(digit));
                if !gone.is_empty() {
                    let cells = chosen.clone().flat_map(|line| cells_at(first + line, where_of[line])).collect();
                    let units = chosen.map(|line| (first + line) as u8).collect();
                    return Some((Reason { technique, digits: digit_bit(digit), cells, units, fault: None }, gone));
                }
            }
        }
    }
    None
}
