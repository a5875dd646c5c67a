//! The generator: `kakuro:12x10,hard:7`.
//!
//! A name must give the same puzzle for ever, so everything here is a function of the name: the numbers come from
//! splitmix64, and decisions depend only on what is true of a puzzle (which cells a kind of propagation leaves open,
//! which techniques it needs), never on the order in which some solver finds things.
//!
//! 1. A pattern of black squares, symmetric under a half turn, connected, runs of two to nine cells (`pattern`).
//! 2. Random digits, different within every run.
//! 3. The clues of these digits leave some cells open to propagation at the strength of the level. One such cell gets
//!    another digit; the change stays if no more cells are open than before. Propagation that leaves none open is a
//!    proof of uniqueness (`carve`).
//! 4. The ladder of techniques must put the puzzle at the level that was asked for; otherwise on with 1.

mod carve;
mod pattern;

use super::field::Field;
use super::grid::Grid;
use super::logic::{self, Level};
use super::rules::Kakuro;
use crate::games::SplitMix;
use crate::games::digits::Technique as _;

/// Generated grids have sides from 3 to this, clue row and column included.
pub const LARGEST: usize = 40;

/// Attempts before a name is given up: small grids have no puzzles of some levels.
const ATTEMPTS: u32 = 400;

/// What a name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub rows: usize,
    pub cols: usize,
    pub level: Level,
}

impl Asked {
    /// `12x10,hard`: a size and a level in any order, both optional.
    pub fn read(params: &str) -> Result<Asked, String> {
        let mut asked = Asked { rows: 10, cols: 10, level: Level::Medium };
        for word in params.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            if let Some(&level) = Level::ALL.iter().find(|level| level.name() == word) {
                asked.level = level;
            } else if let Some((rows, cols)) = size(word) {
                (asked.rows, asked.cols) = (rows, cols);
            } else {
                return Err(format!(
                    "`{word}`: expected a size ROWSxCOLUMNS from 3x3 to {LARGEST}x{LARGEST}, or easy, medium, hard, expert"
                ));
            }
        }
        Ok(asked)
    }
}

fn size(word: &str) -> Option<(usize, usize)> {
    let (rows, cols) = word.split_once('x')?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (3..=LARGEST).contains(side));
    Some((side(rows)?, side(cols)?))
}

/// The puzzle of this name.
pub fn deal(params: &str, number: &str) -> Result<Grid, String> {
    let asked = Asked::read(params)?;
    let seed: u64 = number.parse().map_err(|_| format!("`{number}`: expected a seed, a number from 0 to 2^64 - 1"))?;
    puzzle(asked, seed).ok_or_else(|| {
        let Asked { rows, cols, level } = asked;
        format!("no {} puzzle of {rows}x{cols} comes from seed {seed}: try another seed or a larger grid", level.name())
    })
}

/// A puzzle of exactly the level asked for, with exactly one solution.
pub fn puzzle(asked: Asked, seed: u64) -> Option<Grid> {
    let mut random =
        SplitMix(seed ^ (asked.rows as u64) << 56 ^ (asked.cols as u64) << 48 ^ (asked.level as u64) << 40);
    (0..ATTEMPTS).find_map(|_| attempt(asked, &mut random))
}

fn attempt(asked: Asked, random: &mut SplitMix) -> Option<Grid> {
    let mut grid = pattern::pattern(asked, random)?;
    let rules = Kakuro::new(grid.clone());
    let mut field = Field::new(&rules);
    let digits = carve::carve(&mut field, asked, random)?;
    grid.derive_clues(&rules.spread(&field, &digits));
    let rules = Kakuro::new(grid);
    let rating = logic::rate(&rules, &rules.start());
    (rating.solved && rating.hardest.level() == asked.level).then_some(rules.grid)
}

#[cfg(test)]
mod tests;
