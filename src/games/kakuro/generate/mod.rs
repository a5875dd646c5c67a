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

use std::fmt;

use super::field::Field;
use super::grid::Grid;
use super::logic::{self, Level};
use super::rules::Kakuro;
use crate::games::digits::Technique as _;
use crate::games::patience::still_wanted;
use crate::games::{SplitMix, quoted};

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

/// The parameters of a name as they were said: `12x10,hard`, a size and a level in any order, both optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Params {
    size: Option<(usize, usize)>,
    level: Option<Level>,
}

impl Params {
    pub fn read(text: &str) -> Result<Params, String> {
        let mut params = Params::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            if let Some(&level) = Level::ALL.iter().find(|level| level.name() == word) {
                params.level = Some(level);
            } else if let Some(size) = size(word) {
                params.size = Some(size);
            } else {
                return Err(format!(
                    "`{}`: expected a size ROWSxCOLUMNS from 3x3 to {LARGEST}x{LARGEST}, or easy, medium, hard, expert",
                    quoted(word)
                ));
            }
        }
        Ok(params)
    }

    pub fn asked(self) -> Asked {
        let (rows, cols) = self.size.unwrap_or((10, 10));
        Asked { rows, cols, level: self.level.unwrap_or(Level::Medium) }
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.map(|(rows, cols)| format!("{rows}x{cols}"));
        let words: Vec<String> = size.into_iter().chain(self.level.map(|level| level.name().to_owned())).collect();
        f.write_str(&words.join(","))
    }
}

fn size(word: &str) -> Option<(usize, usize)> {
    let (rows, cols) = word.split_once('x')?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (3..=LARGEST).contains(side));
    Some((side(rows)?, side(cols)?))
}

/// The puzzle of this name; some seeds have none, where hardly any grid of the size is of the level.
pub fn deal(asked: Asked, seed: u64) -> Result<Grid, String> {
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
    still_wanted();
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
