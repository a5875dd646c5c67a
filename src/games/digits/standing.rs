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
            standing.lines.push(format!("two solutions differ in {number}: {}", named.join("  ")));
            standing.marks = cells.into_iter().map(|cell| Mark::new(cell as Cell, MarkKind::Hint)).collect();
        }
        Standing { solutions, ..standing }
    }

    /// Fills in the first solution, then the second, by turns.
    pub fn show(&self, cols: usize, state: &Filling) -> Reply {
        let Some(first) = self.solutions.first() else { return Reply::Say("there is no solution to show".into()) };
        let shown = self.solutions.iter().position(|digits| digits[..] == state.digits[..]);
        let digits = shown.map_or(first, |at| &self.solutions[(at + 1) % self.solutions.len()]);
        let filled = Filling { digits: digits.clone().into(), notes: state.notes.clone() };
        let moves = moves_between(cols, state, &filled);
        if moves.is_empty() { Reply::Say("this is the only solution".into()) } else { Reply::Moves(moves) }
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
