//! How a puzzle of digits stands that is being set: without a solution, with one, with several.

use std::cell::RefCell;

use super::filling::{Filling, Place, moves_between};
use crate::games::Reply;
use crate::search::{Cell, Mark, MarkKind, count};

/// As many solutions as a setter wants to see.
pub const SHOWN: usize = 2;
/// Cells that are named where two solutions differ.
const NAMED: usize = 5;

/// What is known of a puzzle as it is set.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// In a few words, and whether that is good.
    pub words: &'static str,
    pub is_good: Option<bool>,
    pub lines: Vec<String>,
    /// Where two solutions differ.
    pub marks: Vec<Mark>,
    /// The first ones, as digits by cell.
    pub solutions: Vec<Vec<u8>>,
}

impl Standing {
    /// Of a puzzle with these solutions, of which at most [`SHOWN`] were looked for; `None` where that took too long.
    pub fn of(cols: usize, solutions: Option<Vec<Vec<u8>>>) -> Standing {
        let Some(solutions) = solutions else {
            return Standing { words: "how many solutions? too hard to tell quickly", ..Standing::default() };
        };
        let (words, is_good) = match solutions.len() {
            0 => ("no solution", Some(false)),
            1 => ("exactly one solution", Some(true)),
            _ => ("several solutions", Some(false)),
        };
        let mut standing = Standing { words, is_good, ..Standing::default() };
        if let [first, second, ..] = &solutions[..] {
            let differ = |&cell: &usize| first[cell] != second[cell];
            let cells: Vec<usize> = (0..first.len()).filter(differ).collect();
            let pair = |&cell: &usize| format!("{} {}/{}", Place::of(cell as Cell, cols), first[cell], second[cell]);
            let named: Vec<String> = cells.iter().take(NAMED).map(pair).collect();
            let number = count(cells.len() as u64, "cell", "cells");
            let more = match cells.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!("  and {more} more"),
            };
            standing.lines.push(format!("two solutions differ in {number}: {}{more}", named.join("  ")));
            standing.marks = cells.into_iter().map(|cell| Mark::new(cell as Cell, MarkKind::Hint)).collect();
        }
        Standing { solutions, ..standing }
    }
}

/// Which solution is looked at in place of what was written, until the next key.
#[derive(Debug, Default)]
pub struct Shown(Option<usize>);

impl Shown {
    /// The first solution, then the second, then what was written, by turns.
    pub fn turn(&mut self, standing: &Standing) -> Reply {
        let Some(last) = standing.solutions.len().checked_sub(1) else {
            return Reply::Say("there is no solution to show".into());
        };
        self.0 = match self.0 {
            None => Some(0),
            Some(at) => (at < last).then_some(at + 1),
        };
        let text = match (self.0, last) {
            (None, _) => "The board as you have written it",
            (Some(_), 0) => "The only solution, to look at: the next key takes it away",
            (Some(0), _) => "A solution, to look at: w shows another, the next key takes it away",
            (Some(_), _) => "Another solution, to look at: the next key takes it away",
        };
        Reply::Say(text.into())
    }

    pub fn hide(&mut self) {
        self.0 = None;
    }

    /// What is looked at.
    pub fn filling(&self, standing: &Standing) -> Option<Filling> {
        let digits = standing.solutions.get(self.0?)?;
        Some(Filling::of(digits.clone().into()))
    }
}

/// The standing of a puzzle, kept until the puzzle changes.
#[derive(Debug)]
pub struct KeptStanding<P> {
    kept: RefCell<Option<(P, Standing)>>,
}

impl<P> Default for KeptStanding<P> {
    fn default() -> Self {
        KeptStanding { kept: RefCell::new(None) }
    }
}

impl<P: PartialEq + Clone> KeptStanding<P> {
    pub fn of(&self, puzzle: &P, look: impl FnOnce() -> Standing) -> Standing {
        let mut kept = self.kept.borrow_mut();
        match &*kept {
            Some((known, standing)) if known == puzzle => standing.clone(),
            _ => {
                let standing = look();
                *kept = Some((puzzle.clone(), standing.clone()));
                standing
            }
        }
    }
}

/// Takes away what was written into a grid beside its givens.
pub fn cleared(cols: usize, given: &Filling, state: &Filling) -> Reply {
    let moves = moves_between(cols, state, given);
    if moves.is_empty() { Reply::Say("there is nothing to clear".into()) } else { Reply::Moves(moves) }
}
