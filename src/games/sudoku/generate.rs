//! The generator: `sudoku:hard:7`.
//!
//! A name must give the same puzzle for ever, so everything here is a function of the name: the numbers come from
//! splitmix64, and decisions depend only on what is true of a puzzle (whether it has one solution, which techniques it
//! needs), never on the order in which some solver finds things.
//!
//! 1. A full grid, cell by cell from random digits, with backtracking.
//! 2. Cells are emptied in pairs that a half turn exchanges, in a random order, wherever one solution is left.
//! 3. The ladder of techniques must put the puzzle at the level that was asked for; otherwise on with 1.

use super::logic::Worksheet;
use super::rules::{CELLS, Digits, Layout};
use super::solve;
use crate::games::digits::{ALL_DIGITS, Allowed, Filling, Level, Technique as _, digit_bit, digits_of, rate};
use crate::games::patience::still_wanted;
use crate::games::{SplitMix, quoted};

/// Attempts before a name is given up; a few dozen are enough for every level.
const ATTEMPTS: u32 = 10_000;
/// Steps of the filling, steps back included, before another one is begun.
const STEPS: u32 = 2_000;
/// An easy puzzle keeps at least so many givens.
const EASY_GIVENS: usize = 32;

/// The level that parameters name; medium where they name none.
pub fn level(params: &str) -> Result<Level, String> {
    match params {
        "" => Ok(Level::Medium),
        word => Level::read(word)
            .ok_or_else(|| format!("`{word}`: expected easy, medium, hard or expert", word = quoted(word))),
    }
}

/// The puzzle of this name.
pub fn deal(level: Level, seed: u64) -> Result<Digits, String> {
    puzzle(level, seed).ok_or_else(|| format!("no {} puzzle comes from seed {seed}: try another seed", level.name()))
}

/// A puzzle of exactly this level, with exactly one solution.
pub fn puzzle(level: Level, seed: u64) -> Option<Digits> {
    let mut random = SplitMix(seed ^ (level as u64) << 40);
    (0..ATTEMPTS).find_map(|_| attempt(level, &mut random))
}

fn attempt(level: Level, random: &mut SplitMix) -> Option<Digits> {
    let mut digits = full(random)?;
    empty(&mut digits, level, random);
    let rating = rate(&Worksheet { givens: digits }, &Filling::of(digits.into()), Allowed::ALL);
    (rating.solved && rating.hardest.level() == level).then_some(digits)
}

/// A full grid; `None` where it takes too long.
fn full(random: &mut SplitMix) -> Option<Digits> {
    let mut digits = [0; CELLS];
    let mut left = [0u16; CELLS];
    let (mut cell, mut fresh) = (0, true);
    for _ in 0..STEPS {
        if fresh {
            let peers = Layout::get().peers[cell].iter().map(|&peer| digits[peer as usize]);
            left[cell] = peers.filter(|&digit| digit > 0).fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit));
        }
        digits[cell] = 0;
        if left[cell] == 0 {
            cell = cell.checked_sub(1)?;
            fresh = false;
            continue;
        }
        let digit = digits_of(left[cell]).nth(random.below(left[cell].count_ones() as usize))?;
        left[cell] &= !digit_bit(digit);
        digits[cell] = digit;
        if cell == CELLS - 1 {
            return Some(digits);
        }
        (cell, fresh) = (cell + 1, true);
    }
    None
}

/// Empties cells and their images under a half turn as long as one solution is left.
fn empty(digits: &mut Digits, level: Level, random: &mut SplitMix) {
    let mut order: [usize; CELLS / 2 + 1] = std::array::from_fn(|cell| cell);
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut givens = CELLS;
    for cell in order {
        let pair = if cell == CELLS / 2 { 1 } else { 2 };
        if level == Level::Easy && givens - pair < EASY_GIVENS {
            break;
        }
        still_wanted();
        let image = CELLS - 1 - cell;
        let kept = (digits[cell], digits[image]);
        (digits[cell], digits[image]) = (0, 0);
        if solve::is_unique(digits) {
            givens -= pair;
        } else {
            (digits[cell], digits[image]) = kept;
        }
    }
}
