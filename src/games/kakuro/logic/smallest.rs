//! The least that a step follows from: runs, and cells with what is known of them, none of which can be left out.
//!
//! Found by leaving out one after the other (the idea of minimal unsatisfiable sets, as in Demystify, arXiv 2104.15040).
//! A run that is left out asks nothing of its cells, a cell that is left out may have any digit.

use super::Technique;
use super::cut::Cut;
use super::sheet::{Reason, Sheet, Step};
use crate::games::kakuro::field::Field;
use crate::games::kakuro::filter::whole;
use crate::games::kakuro::rules::ALL_DIGITS;
use crate::games::kakuro::sums::Sums;

/// Cells tried in one look for a filling; where that is not enough, what is asked about stays in.
const TRIES: u32 = 400;

/// Runs and cells by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    pub runs: Vec<u16>,
    pub cells: Vec<u16>,
}

impl Grounds {
    pub fn size(&self) -> usize {
        self.runs.len() + self.cells.len()
    }
}

/// Candidates before a step, and what it claims: that a cell has none of some digits.
pub struct Claims<'a> {
    field: &'a Field,
    cuts: &'a [Cut],
    candidates: &'a [u16],
    lost: Vec<(u16, u16)>,
}

impl<'a> Claims<'a> {
    pub fn of(field: &'a Field, cuts: &'a [Cut], before: &'a Sheet, step: &Step) -> Self {
        let lost = match step.placed {
            Some((cell, digit)) => vec![(cell, ALL_DIGITS & !(1 << (digit - 1)))],
            None => step.removed.clone(),
        };
        Claims { field, cuts, candidates: &before.candidates, lost }
    }

    /// A smallest set that the step follows from; `None` where its own runs and cuts do not tell all of it.
    pub fn smallest(&self, before: &Sheet, step: &Step) -> Option<Grounds> {
        let mut grounds = self.all(self.runs_of(step.reason));
        if let Some((cell, _)) = step.placed {
            let blamed = before.blame[cell as usize].into_iter().flatten();
            let runs = blamed.flat_map(|reason| self.runs_of(reason)).chain(self.field.runs_of[cell as usize]);
            grounds = self.all(runs.collect());
            if self.follows(&grounds) != Some(true) {
                let cuts = self.cuts.iter().filter(|cut| cut.plus.contains(&cell) || cut.minus.contains(&cell));
                let of_cuts = cuts.flat_map(|cut| cut.runs.iter().chain(&cut.against).copied());
                grounds = self.all(of_cuts.chain(self.field.runs_of[cell as usize]).collect());
            }
        }
        if self.follows(&grounds) != Some(true) {
            return None;
        }
        // Whole runs first: with one of them go the cells that are in no other.
        self.leave_out(&mut grounds, |grounds| &mut grounds.runs);
        grounds.cells.retain(|cell| self.field.runs_of[*cell as usize].iter().any(|run| grounds.runs.contains(run)));
        self.leave_out(&mut grounds, |grounds| &mut grounds.cells);
        // Where fewer cells are known, no run has become idle, but a run may have been needed for a cell's sake only.
        self.leave_out(&mut grounds, |grounds| &mut grounds.runs);
        Some(grounds)
    }

    /// The runs that a reason is about.
    fn runs_of(&self, reason: Reason) -> Vec<u16> {
        match reason.technique {
            Technique::Cut => {
                let cut = &self.cuts[reason.of as usize];
                cut.runs.iter().chain(&cut.against).copied().collect()
            }
            _ => vec![reason.of as u16],
        }
    }

    /// These runs with all their cells, but a lone one that is claimed about.
    fn all(&self, mut runs: Vec<u16>) -> Grounds {
        runs.sort_unstable();
        runs.dedup();
        let mut cells: Vec<u16> = runs.iter().flat_map(|&run| self.field.members(run as usize)).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        if let [(target, _)] = self.lost[..] {
            cells.retain(|&cell| cell != target);
        }
        Grounds { runs, cells }
    }

    fn leave_out(&self, grounds: &mut Grounds, part: impl Fn(&mut Grounds) -> &mut Vec<u16>) {
        let mut at = 0;
        while at < part(grounds).len() {
            let mut fewer = grounds.clone();
            part(&mut fewer).remove(at);
            if self.follows(&fewer) == Some(true) {
                *grounds = fewer;
            } else {
                at += 1;
            }
        }
    }

    /// Whether all claims follow from these runs and cells; `None` where that takes too long to find out.
    pub fn follows(&self, grounds: &Grounds) -> Option<bool> {
        for &(cell, gone) in &self.lost {
            let mut sets = vec![ALL_DIGITS; self.field.cells()];
            for &known in grounds.cells.iter().filter(|&&known| known != cell) {
                sets[known as usize] = self.candidates[known as usize];
            }
            // Were the claim wrong, there would be a filling with one of these digits in the cell.
            sets[cell as usize] = gone;
            let part = Part { field: self.field, runs: &grounds.runs, cuts: self.cuts_within(&grounds.runs) };
            let mut tries = TRIES;
            match part.has_filling(sets, &mut tries) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => return None,
            }
        }
        Some(true)
    }

    /// The cuts whose runs are all there: their arithmetic holds.
    fn cuts_within(&self, runs: &[u16]) -> Vec<&'a Cut> {
        let is_there = |run: &u16| runs.binary_search(run).is_ok();
        self.cuts.iter().filter(|cut| cut.runs.iter().chain(&cut.against).all(is_there)).collect()
    }
}

/// Some runs of a puzzle, as a puzzle of their own.
struct Part<'a> {
    field: &'a Field,
    runs: &'a [u16],
    cuts: Vec<&'a Cut>,
}

impl Part<'_> {
    /// Whether digits of these sets fill the runs; `None` where too many cells were tried.
    fn has_filling(&self, mut sets: Vec<u16>, tries: &mut u32) -> Option<bool> {
        if !self.propagate(&mut sets) {
            return Some(false);
        }
        let cells = self.runs.iter().flat_map(|&run| self.field.members(run as usize)).copied();
        let open = cells.filter(|&cell| sets[cell as usize].count_ones() > 1);
        // Where no run has an open cell that another one has too, each has a filling of its own.
        let shared = open.filter(|&cell| self.field.runs_of[cell as usize].iter().all(|run| self.runs.contains(run)));
        let Some(cell) = shared.min_by_key(|&cell| sets[cell as usize].count_ones()) else { return Some(true) };
        *tries = tries.checked_sub(1)?;
        let mut left = sets[cell as usize];
        while left != 0 {
            let digit = left & left.wrapping_neg();
            left &= left - 1;
            let mut next = sets.clone();
            next[cell as usize] = digit;
            if self.has_filling(next, tries)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn propagate(&self, sets: &mut [u16]) -> bool {
        loop {
            let mut changed = false;
            for &run in self.runs {
                let members = self.field.members(run as usize);
                let before: Vec<u16> = members.iter().map(|&cell| sets[cell as usize]).collect();
                let mut after = before.clone();
                if !whole(Sums::get(), &mut after, self.field.sum(run as usize)) {
                    return false;
                }
                for (&cell, &set) in members.iter().zip(&after) {
                    sets[cell as usize] = set;
                }
                changed |= before != after;
            }
            for cut in &self.cuts {
                let cells: Vec<u16> = cut.plus.iter().chain(&cut.minus).copied().collect();
                let before: Vec<u16> = cells.iter().map(|&cell| sets[cell as usize]).collect();
                let Some(after) = cut.keep(&before) else { return false };
                for (&cell, &set) in cells.iter().zip(&after) {
                    sets[cell as usize] = set;
                }
                changed |= before != after;
            }
            if !changed {
                return true;
            }
        }
    }
}
