//! Digits whose clues leave nothing open to propagation.

use super::super::field::{Depth, Field, Propagator};
use super::super::logic::Level;
use super::super::rules::ALL_DIGITS;
use super::Asked;
use crate::games::SplitMix;
use crate::games::patience::still_wanted;

/// How far propagation goes at a level.
fn depth(level: Level) -> Depth {
    match level {
        Level::Easy => Depth::Crossing,
        Level::Medium => Depth::Union,
        Level::Hard => Depth::Bounds,
        Level::Expert => Depth::Exact,
    }
}

/// Fruitless changes before some digits are changed whatever comes of it, and how often that is done.
const PATIENCE: usize = 40;
const KICKS: usize = 60;

struct Carver<'a> {
    field: &'a mut Field,
    propagator: Propagator,
    digits: Vec<u8>,
    open: Vec<u16>,
}

/// Digits by cell whose sums leave no cell open at the level's strength of propagation.
pub fn carve(field: &mut Field, asked: Asked, random: &mut SplitMix) -> Option<Vec<u8>> {
    let digits = fill(field, random)?;
    let propagator = Propagator::new(field, depth(asked.level));
    let mut carver = Carver { field, propagator, digits, open: Vec::new() };
    carver.look();
    let (mut best, mut waited, mut kicks) = (carver.open.len(), 0, 0);
    while !carver.open.is_empty() {
        still_wanted();
        carver.change(random);
        waited += 1;
        if carver.open.len() < best {
            (best, waited) = (carver.open.len(), 0);
        } else if waited > PATIENCE + 8 * best {
            if kicks == KICKS {
                return None;
            }
            carver.kick(random);
            (best, waited, kicks) = (carver.open.len(), 0, kicks + 1);
        }
    }
    Some(carver.digits)
}

impl Carver<'_> {
    /// Which cells are open with the sums of the digits.
    fn look(&mut self) {
        self.propagator.reset(self.field);
        let possible = self.propagator.settle(self.field);
        debug_assert!(possible.is_ok(), "the digits themselves are a filling");
        let candidates = &self.propagator.candidates;
        self.open.clear();
        self.open.extend((0..candidates.len() as u16).filter(|&cell| !candidates[cell as usize].is_power_of_two()));
    }

    /// Gives an open cell another digit; true where the change stays.
    fn change(&mut self, random: &mut SplitMix) -> bool {
        let cell = self.open[random.below(self.open.len())];
        let old = self.digits[cell as usize];
        let free = free(self.field, &self.digits, cell) & !(1 << (old - 1));
        if free == 0 {
            return self.exchange(cell, random);
        }
        let before = self.open.clone();
        self.set(cell, nth_digit(free, random.below(free.count_ones() as usize)));
        self.look();
        if self.open.len() <= before.len() {
            return true;
        }
        self.set(cell, old);
        self.open = before;
        false
    }

    /// Other digits for a few open cells, better or not.
    fn kick(&mut self, random: &mut SplitMix) {
        for _ in 0..3 {
            let cell = self.open[random.below(self.open.len())];
            let free = free(self.field, &self.digits, cell);
            self.set(cell, nth_digit(free, random.below(free.count_ones() as usize)));
        }
        self.look();
    }

    /// No digit is free: two cells of a run change places, where the runs that cross them allow it.
    fn exchange(&mut self, cell: u16, random: &mut SplitMix) -> bool {
        let run = self.field.runs_of[cell as usize][random.below(2)];
        let members = self.field.members(run as usize);
        let other = members[random.below(members.len())];
        let (one, two) = (self.digits[cell as usize], self.digits[other as usize]);
        if other == cell {
            return false;
        }
        let before = self.open.clone();
        self.set(cell, two);
        self.set(other, one);
        if [cell, other].into_iter().all(|cell| fits(self.field, &self.digits, cell)) {
            self.look();
            if self.open.len() <= before.len() {
                return true;
            }
        }
        self.set(cell, one);
        self.set(other, two);
        self.open = before;
        false
    }

    fn set(&mut self, cell: u16, digit: u8) {
        let old = std::mem::replace(&mut self.digits[cell as usize], digit);
        for run in self.field.runs_of[cell as usize] {
            self.field.change_sum(run as usize, i32::from(digit) - i32::from(old));
        }
    }
}

/// The digits that no other cell of a cell's runs has.
fn free(field: &Field, digits: &[u8], cell: u16) -> u16 {
    let mut free = ALL_DIGITS;
    for run in field.runs_of[cell as usize] {
        for &other in field.members(run as usize).iter().filter(|&&other| other != cell) {
            if digits[other as usize] > 0 {
                free &= !(1 << (digits[other as usize] - 1));
            }
        }
    }
    free
}

fn fits(field: &Field, digits: &[u8], cell: u16) -> bool {
    free(field, digits, cell) >> (digits[cell as usize] - 1) & 1 == 1
}

fn nth_digit(set: u16, n: usize) -> u8 {
    let mut digits = (1..=9).filter(|digit| set >> (digit - 1) & 1 == 1);
    digits.nth(n).unwrap_or(1)
}

/// Random digits, different within every run: cell by cell, back where none is free. Sets the sums.
fn fill(field: &mut Field, random: &mut SplitMix) -> Option<Vec<u8>> {
    let cells = field.cells();
    let mut digits = vec![0u8; cells];
    let mut left = vec![0u16; cells];
    let mut at = 0;
    let mut steps = 0;
    let mut entering = true;
    while at < cells {
        steps += 1;
        if steps > 50 * cells {
            return None;
        }
        if entering {
            left[at] = free(field, &digits, at as u16);
        }
        let set = left[at];
        if set == 0 {
            at = at.checked_sub(1)?;
            digits[at] = 0;
            entering = false;
            continue;
        }
        // Of two, the one farther from 5: extreme sums have few digit sets.
        let [one, two] = [(); 2].map(|()| nth_digit(set, random.below(set.count_ones() as usize)));
        let digit = if one.abs_diff(5) >= two.abs_diff(5) { one } else { two };
        left[at] &= !(1 << (digit - 1));
        digits[at] = digit;
        at += 1;
        entering = true;
    }
    for run in 0..field.runs() {
        let sum = field.members(run).iter().map(|&cell| digits[cell as usize]).sum();
        field.set_sum(run, sum);
    }
    Some(digits)
}
