//! Proofs about puzzles of digits, for others to check: a tree of cases over the digits of cells.
//!
//! Every puzzle here is cells in runs: the digits of a run differ, and in some they add up to a sum. What a run alone
//! rules out is crossed off, run after run, until nothing changes; that is all the checker knows. The text of a case is
//! a cell (`r3c2`) with a case for each digit left to it, ascending; `.` where some run has no digits left that fit; or,
//! once where one solution is shown, `=`: every cell has one digit left, and that is the solution shown.

use std::collections::VecDeque;
use std::marker::PhantomData;

use super::filling::{Filling, Place, placements};
use super::rules::DigitGrid;
use super::set::{ALL_DIGITS, digit_bit, digits_of, only_digit};
use crate::games::certificate::{ANOTHER, check_another, end, invalid};
use crate::games::patience::still_wanted;
use crate::games::{Case, Certificates, Checked, Claim, Effort, NoProof, Objection, Placed, Proof, Puzzle, quoted};
use crate::search::Cell;

const CASES: &str = "cases";

/// Cells whose digits differ; 0 for any sum.
pub struct SumRun {
    pub cells: Vec<Cell>,
    pub sum: u8,
}

/// A grid whose rules are nothing but runs.
pub trait RunGrid: DigitGrid {
    fn sum_runs(&self) -> Vec<SumRun>;
}

/// The proofs of a puzzle of digits.
pub struct Proofs<G>(PhantomData<fn() -> G>);

impl<G> Proofs<G> {
    pub const OF: Proofs<G> = Proofs(PhantomData);
}

impl<G: RunGrid + Puzzle<State = Filling>> Certificates for Proofs<G> {
    fn kinds(&self) -> &'static [&'static str] {
        &[CASES, ANOTHER]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        let (grid, state) = Placed::<G>::parts(case.position);
        let shown = shown::<G>(case);
        let mut cases = Cases::new(grid, state);
        match case.claim {
            Claim::Unsolvable => cases.write(None, room).map(|text| Proof::new(CASES, text)),
            Claim::Unique => cases.write(Some(&shown), room).map(|text| Proof::new(CASES, text)),
            Claim::Several => {
                let other = cases.find_other(&shown).ok_or(NoProof::Unknown)?;
                let order: Vec<Cell> = grid.open_cells(state).collect();
                Ok(Proof::new(ANOTHER, placements(grid.cols(), &order, &other).join(" ")))
            }
            Claim::Optimal => Err(NoProof::Unknown),
        }
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, _effort: Effort) -> Checked {
        let (grid, state) = Placed::<G>::parts(case.position);
        match (&*proof.kind, case.claim) {
            (ANOTHER, Claim::Several) => check_another(case, &proof.text),
            (CASES, Claim::Unsolvable) => Cases::new(grid, state).check(&proof.text, None),
            (CASES, Claim::Unique) => Cases::new(grid, state).check(&proof.text, Some(&shown::<G>(case))),
            (kind, claim) => invalid(format!("a proof of the kind \"{kind}\" does not prove {}", claim.name())),
        }
    }
}

/// The digits of the solution shown, by cell.
fn shown<G: Puzzle<State = Filling>>(case: &Case<'_>) -> Vec<u8> {
    let end = end(case.position, case.moves);
    Placed::<G>::of(&*end).state.digits.to_vec()
}

/// A case that was begun: a cell with the digits that are still to be tried, and what was crossed off before.
struct Frame {
    cell: Cell,
    digits: u16,
    crossed_before: usize,
}

/// What is left to each cell in the case at hand.
struct Cases {
    rows: usize,
    cols: usize,
    /// By cell; of cells that take no digit nothing is asked.
    left: Vec<u16>,
    is_open: Vec<bool>,
    runs: Vec<SumRun>,
    runs_of: Vec<Vec<usize>>,
    /// Runs to look at.
    queue: VecDeque<usize>,
    is_queued: Vec<bool>,
    /// What was crossed off, to be put back: a cell and what it had before.
    crossed: Vec<(Cell, u16)>,
    frames: Vec<Frame>,
    /// Whether a run has no digits left that fit.
    is_dead: bool,
}

impl Cases {
    fn new<G: RunGrid>(grid: &G, state: &Filling) -> Cases {
        let runs = grid.sum_runs();
        let mut runs_of = vec![Vec::new(); state.digits.len()];
        for (number, run) in runs.iter().enumerate() {
            for &cell in &run.cells {
                runs_of[cell as usize].push(number);
            }
        }
        let left = state.digits.iter().map(|&digit| if digit > 0 { digit_bit(digit) } else { ALL_DIGITS });
        let mut cases = Cases {
            rows: grid.rows(),
            cols: grid.cols(),
            left: left.collect(),
            is_open: (0..state.digits.len() as Cell).map(|cell| grid.takes_digit(cell)).collect(),
            queue: (0..runs.len()).collect(),
            is_queued: vec![true; runs.len()],
            runs,
            runs_of,
            crossed: Vec::new(),
            frames: Vec::new(),
            is_dead: false,
        };
        cases.settle();
        cases
    }

    /// Crosses off what runs rule out until nothing changes or a run is dead.
    fn settle(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number] = false;
            if self.is_dead {
                continue;
            }
            still_wanted();
            let run = &self.runs[number];
            let sets: Vec<u16> = run.cells.iter().map(|&cell| self.left[cell as usize]).collect();
            let fitting = fitting(&sets, run.sum);
            self.is_dead = fitting.contains(&0);
            for (i, set) in fitting.into_iter().enumerate() {
                let cell = self.runs[number].cells[i];
                if set != sets[i] && !self.is_dead {
                    self.leave(cell, set);
                }
            }
        }
    }

    fn leave(&mut self, cell: Cell, set: u16) {
        self.crossed.push((cell, self.left[cell as usize]));
        self.left[cell as usize] = set;
        for &run in &self.runs_of[cell as usize] {
            if !std::mem::replace(&mut self.is_queued[run], true) {
                self.queue.push_back(run);
            }
        }
    }

    fn begin(&mut self, cell: Cell) {
        self.frames.push(Frame { cell, digits: self.left[cell as usize], crossed_before: self.crossed.len() });
    }

    /// Leaves the case at hand for the next one; false where none is left.
    fn next_case(&mut self) -> bool {
        while let Some(frame) = self.frames.last_mut() {
            while self.crossed.len() > frame.crossed_before {
                let (cell, set) = self.crossed.pop().expect("something was crossed off");
                self.left[cell as usize] = set;
            }
            if let Some(digit) = digits_of(frame.digits).next() {
                frame.digits &= !digit_bit(digit);
                let cell = frame.cell;
                self.is_dead = false;
                self.leave(cell, digit_bit(digit));
                self.settle();
                return true;
            }
            self.frames.pop();
        }
        false
    }

    /// The digits, where every cell has but one left.
    fn filled(&self) -> Option<Vec<u8>> {
        let digit = |(&set, &is_open): (&u16, &bool)| if is_open { only_digit(set) } else { Some(0) };
        self.left.iter().zip(&self.is_open).map(digit).collect()
    }

    fn check(mut self, text: &str, shown: Option<&[u8]>) -> Checked {
        let mut shown = shown;
        let mut words = text.split(' ').enumerate();
        loop {
            let Some((i, word)) = words.next() else { return invalid("the proof ends before every case is closed") };
            let wrong = |why: &str| invalid(format!("at word {}, \"{}\": {why}", i + 1, quoted(word)));
            match word {
                "." if self.is_dead => {}
                "." => return wrong("no run is without digits that fit"),
                "=" => match shown.take() {
                    Some(shown) if !self.is_dead && self.filled().as_deref() == Some(shown) => {}
                    _ => return wrong("the case is not the solution shown, for the first time"),
                },
                _ if self.is_dead => return wrong("the case is closed: expected \".\""),
                _ => match self.read_cell(word) {
                    Ok(cell) => self.begin(cell),
                    Err(Objection::Invalid(why) | Objection::Unchecked(why)) => return wrong(&why),
                },
            }
            if !self.next_case() {
                return match words.next() {
                    None => Ok(()),
                    Some(_) => wrong("all cases are closed, but the proof goes on"),
                };
            }
        }
    }

    fn read_cell(&self, word: &str) -> Result<Cell, Objection> {
        let cell = Place::read(word, self.rows, self.cols).map_err(Objection::Invalid)?.cell(self.cols);
        if self.is_open[cell as usize] { Ok(cell) } else { invalid("no digit belongs there") }
    }

    /// The text of a proof that there is no solution but the one shown.
    fn write(&mut self, shown: Option<&[u8]>, room: usize) -> Result<String, NoProof> {
        let mut text = String::new();
        loop {
            if self.is_dead {
                text.push('.');
            } else if let Some(cell) = self.choose() {
                self.begin(cell);
                text.push_str(&Place::of(cell, self.cols).to_string());
            } else if self.filled().as_deref() == shown {
                text.push('=');
            } else {
                return Err(NoProof::Unknown);
            }
            if text.len() > room {
                return Err(NoProof::TooLarge);
            }
            if !self.next_case() {
                return Ok(text);
            }
            text.push(' ');
        }
    }

    /// A solution other than the one shown.
    fn find_other(&mut self, shown: &[u8]) -> Option<Vec<u8>> {
        loop {
            if !self.is_dead {
                match self.choose() {
                    Some(cell) => self.begin(cell),
                    None => {
                        let other = self.filled().filter(|digits| digits != shown);
                        if other.is_some() {
                            return other;
                        }
                    }
                }
            }
            if !self.next_case() {
                return None;
            }
        }
    }

    /// The cell with the fewest digits left.
    fn choose(&self) -> Option<Cell> {
        let undecided = |&cell: &usize| self.is_open[cell] && !self.left[cell].is_power_of_two();
        let cells = (0..self.left.len()).filter(undecided);
        cells.min_by_key(|&cell| self.left[cell].count_ones()).map(|cell| cell as Cell)
    }
}

/// Sets of used digits, a bit each: 512 of them.
type Masks = [u64; 8];

fn is_in(masks: &Masks, mask: usize) -> bool {
    masks[mask / 64] >> (mask % 64) & 1 == 1
}

fn members(masks: &Masks) -> impl Iterator<Item = usize> + use<> {
    let mut masks = *masks;
    let mut word = 0;
    std::iter::from_fn(move || {
        while *masks.get(word)? == 0 {
            word += 1;
        }
        let bit = masks[word].trailing_zeros() as usize;
        masks[word] &= masks[word] - 1;
        Some(64 * word + bit)
    })
}

/// Of the digits left to the cells of a run, those that some filling of the run with different digits and this sum has.
fn fitting(sets: &[u16], sum: u8) -> Vec<u16> {
    // Which digits the cells before each may use up, all together.
    let mut before: Vec<Masks> = vec![[0; 8]];
    before[0][0] = 1;
    for &set in sets {
        let last = before[before.len() - 1];
        let mut next = [0; 8];
        for mask in members(&last) {
            for bit in bits(set & !(mask as u16)) {
                let used = mask | bit;
                next[used / 64] |= 1 << (used % 64);
            }
        }
        before.push(next);
    }
    // And backwards: which of those can be completed.
    let has_sum = |mask: usize| sum == 0 || digits_of(mask as u16).map(u32::from).sum::<u32>() == u32::from(sum);
    let mut good = [0; 8];
    for mask in members(&before[sets.len()]).filter(|&mask| has_sum(mask)) {
        good[mask / 64] |= 1 << (mask % 64);
    }
    let mut fitting = vec![0; sets.len()];
    for (i, &set) in sets.iter().enumerate().rev() {
        let mut earlier = [0; 8];
        for mask in members(&before[i]) {
            for bit in bits(set & !(mask as u16)) {
                if is_in(&good, mask | bit) {
                    earlier[mask / 64] |= 1 << (mask % 64);
                    fitting[i] |= bit as u16;
                }
            }
        }
        good = earlier;
    }
    fitting
}

/// The members of a set, each as a set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set &= !bit;
        (bit != 0).then_some(bit.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_leaves_what_fits() {
        let set = |digits: &[u8]| digits.iter().map(|&digit| digit_bit(digit)).sum::<u16>();
        assert_eq!(fitting(&[ALL_DIGITS; 2], 3), [set(&[1, 2]); 2]);
        assert_eq!(fitting(&[set(&[1, 2]), set(&[1, 2]), set(&[1, 2, 3])], 0), [set(&[1, 2]), set(&[1, 2]), set(&[3])]);
        assert_eq!(fitting(&[set(&[5]), ALL_DIGITS], 10), [0, 0], "five and five are the same");
        assert_eq!(fitting(&[ALL_DIGITS; 9], 0), [ALL_DIGITS; 9]);
        assert_eq!(fitting(&[ALL_DIGITS; 9], 44), [0; 9]);
    }
}
