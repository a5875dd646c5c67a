//! The white cells and their runs as flat tables, candidates as bit sets, and the propagation over them.

use super::filter::{bounds, exact, quick};
use super::rules::{ALL_DIGITS, Filling, Kakuro};
use super::sums::{ANY_SUM, Sums, sum_left};

/// A puzzle as the solvers see it: white cells by number from 0, runs over them.
#[derive(Clone, Debug)]
pub struct Field {
    /// The square of each cell.
    pub squares: Vec<u32>,
    /// The runs across and down through each cell.
    pub runs_of: Vec<[u16; 2]>,
    /// The cells of all runs, one run after the other.
    members: Vec<u16>,
    runs: Vec<RunTable>,
}

#[derive(Clone, Copy, Debug)]
struct RunTable {
    first: u32,
    length: u8,
    /// [`ANY_SUM`] where there is no clue.
    sum: u8,
}

impl Field {
    pub fn new(rules: &Kakuro) -> Field {
        let mut number = vec![u16::MAX; rules.grid.squares().len()];
        let mut squares = Vec::new();
        for (square, number) in number.iter_mut().enumerate() {
            if rules.grid.is_white(square as u32) {
                *number = squares.len() as u16;
                squares.push(square as u32);
            }
        }
        let runs_of = squares.iter().map(|&s| rules.run_at[s as usize].map(|run| run as u16)).collect();
        let (mut members, mut runs) = (Vec::new(), Vec::new());
        for run in &rules.runs {
            let sum = if run.sum == 0 { ANY_SUM as u8 } else { run.sum };
            runs.push(RunTable { first: members.len() as u32, length: run.cells.len() as u8, sum });
            members.extend(run.cells.iter().map(|&cell| number[cell as usize]));
        }
        Field { squares, runs_of, members, runs }
    }

    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    #[inline]
    pub fn members(&self, run: usize) -> &[u16] {
        let run = self.runs[run];
        &self.members[run.first as usize..run.first as usize + run.length as usize]
    }

    pub fn sum(&self, run: usize) -> usize {
        self.runs[run].sum as usize
    }

    pub fn set_sum(&mut self, run: usize, sum: u8) {
        self.runs[run].sum = sum;
    }

    pub fn change_sum(&mut self, run: usize, change: i32) {
        let sum = i32::from(self.runs[run].sum) + change;
        self.runs[run].sum = sum as u8;
    }

    /// Candidates by the digits alone.
    pub fn candidates(&self, state: &Filling) -> Vec<u16> {
        let of = |&square: &u32| match state.digits[square as usize] {
            0 => ALL_DIGITS,
            digit => 1 << (digit - 1),
        };
        self.squares.iter().map(of).collect()
    }
}

/// Keeps candidates consistent with every run; what is to be looked at waits in two stacks, the cheap one first.
#[derive(Clone, Debug)]
pub struct Propagator {
    pub candidates: Vec<u16>,
    /// Runs for the quick look, and runs of four open cells or more for the exact one.
    soon: Vec<u16>,
    late: Vec<u16>,
    waits: Vec<u8>,
    pub propagations: u64,
    pub removed: u64,
    depth: Depth,
    /// Where somebody asks: cells in the order in which they came to one candidate.
    pub settled: Option<Vec<u16>>,
}

/// How far the look at a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The digit sets of its length and sum, whatever candidates are left.
    Crossing,
    /// The digit sets within the union of its candidates.
    Union,
    /// The same, and what the smallest and largest of the other cells leave.
    Bounds,
    /// Every candidate has a filling.
    Exact,
}

const SOON: u8 = 1;
const LATE: u8 = 2;

impl Propagator {
    pub fn new(field: &Field, depth: Depth) -> Propagator {
        let mut propagator = Propagator {
            candidates: Vec::new(),
            soon: Vec::with_capacity(field.runs()),
            late: Vec::with_capacity(field.runs()),
            waits: Vec::new(),
            propagations: 0,
            removed: 0,
            depth,
            settled: None,
        };
        propagator.reset(field);
        propagator
    }

    /// All candidates everywhere, every run to be looked at.
    pub fn reset(&mut self, field: &Field) {
        self.candidates.clear();
        self.candidates.resize(field.cells(), ALL_DIGITS);
        self.late.clear();
        self.soon.clear();
        self.soon.extend((0..field.runs() as u16).rev());
        self.waits.clear();
        self.waits.resize(field.runs(), SOON);
        self.propagations = 0;
        self.removed = 0;
    }

    /// The cell has these candidates now; its runs are to be looked at.
    pub fn set(&mut self, field: &Field, cell: usize, candidates: u16) {
        self.candidates[cell] = candidates;
        for run in field.runs_of[cell] {
            self.wake(run);
        }
    }

    #[inline]
    fn wake(&mut self, run: u16) {
        if self.waits[run as usize] & SOON == 0 {
            self.waits[run as usize] |= SOON;
            self.soon.push(run);
        }
    }

    /// Looks at runs until nothing changes; the error is the run that has no filling left.
    pub fn settle(&mut self, field: &Field) -> Result<(), usize> {
        let sums = Sums::get();
        loop {
            let (run, thorough) = match self.soon.pop() {
                Some(run) => {
                    self.waits[run as usize] &= !SOON;
                    (run, false)
                }
                None => match self.late.pop() {
                    Some(run) => {
                        self.waits[run as usize] &= !LATE;
                        (run, true)
                    }
                    None => return Ok(()),
                },
            };
            if !self.look(field, sums, run as usize, thorough) {
                self.drop_waiting();
                return Err(run as usize);
            }
        }
    }

    fn drop_waiting(&mut self) {
        for run in self.soon.drain(..).chain(self.late.drain(..)) {
            self.waits[run as usize] = 0;
        }
    }

    /// Filters one run as far as it goes by itself; false where no filling of it is left.
    pub fn filter(&mut self, field: &Field, run: usize) -> bool {
        self.look(field, Sums::get(), run, true)
    }

    /// Filters one run; false where no filling of it is left.
    fn look(&mut self, field: &Field, sums: &Sums, run: usize, thorough: bool) -> bool {
        self.propagations += 1;
        let members = field.members(run);
        let mut open_cells = [0u16; 9];
        let mut before = [0u16; 9];
        let (mut open, mut used, mut settled) = (0, 0u16, 0usize);
        for &cell in members {
            let set = self.candidates[cell as usize];
            if set & set.wrapping_sub(1) == 0 {
                if used & set != 0 || set == 0 {
                    return false;
                }
                used |= set;
                settled += set.trailing_zeros() as usize + 1;
            } else {
                open_cells[open] = cell;
                before[open] = set;
                open += 1;
            }
        }
        let Some(sum) = sum_left(field.sum(run), settled) else { return false };
        if open == 0 {
            return sum == 0 || sum == ANY_SUM;
        }
        let mut after = before;
        for set in &mut after[..open] {
            *set &= !used;
        }
        let possible = if self.depth == Depth::Crossing {
            let usable = sums.usable(open, sum, ALL_DIGITS & !used);
            after[..open].iter_mut().all(|set| {
                *set &= usable;
                *set != 0
            })
        } else if thorough || open <= 3 && self.depth == Depth::Exact {
            exact(sums, &mut after, open, sum)
        } else {
            match quick(sums, &mut after, open, sum) {
                None => false,
                Some(_) if self.depth == Depth::Bounds => bounds(&mut after[..open], sum),
                Some(done) => {
                    if !done && self.depth == Depth::Exact && self.waits[run] & LATE == 0 {
                        self.waits[run] |= LATE;
                        self.late.push(run as u16);
                    }
                    true
                }
            }
        };
        if !possible {
            return false;
        }
        for i in 0..open {
            if after[i] != before[i] {
                self.narrow(field, run, open_cells[i], before[i], after[i]);
            }
        }
        true
    }

    #[inline]
    fn narrow(&mut self, field: &Field, run: usize, cell: u16, before: u16, after: u16) {
        self.removed += u64::from((before ^ after).count_ones());
        self.candidates[cell as usize] = after;
        if let Some(settled) = &mut self.settled
            && after.is_power_of_two()
        {
            settled.push(cell);
        }
        let [across, down] = field.runs_of[cell as usize];
        self.wake(if across as usize == run { down } else { across });
        // A look that is not exact may find more in its own run once a cell of it is settled.
        if self.depth != Depth::Exact && (after.is_power_of_two() || self.depth == Depth::Bounds) {
            self.wake(run as u16);
        }
    }
}
