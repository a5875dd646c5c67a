//! What a person has on paper: candidates, digits placed, and why each candidate went.

use super::Technique;
use super::cut::Cut;
use crate::games::digits::{self, Allowed, Technique as _};
use crate::games::kakuro::field::Field;
use crate::games::kakuro::rules::{ALL_DIGITS, Filling};
use crate::games::kakuro::sums::ANY_SUM;

/// Why candidates of a cell went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    pub technique: Technique,
    /// A run, or a cut for [`Technique::Cut`].
    pub of: u32,
    /// The digits that the reason is about: what stays, or what forms the subset.
    pub digits: u16,
    /// How many cells the run had left then, and what they make ([`ANY_SUM`] without a clue).
    pub open: u8,
    pub sum: u8,
    /// What the others of them make at least and at most, of [`Technique::Bounds`].
    pub others: (u8, u8),
}

impl Reason {
    pub fn new(technique: Technique, of: u32, digits: u16) -> Reason {
        Reason { technique, of, digits, open: 0, sum: 0, others: (0, 0) }
    }

    /// The reason why one of the open cells loses candidates.
    fn at(self, open: &Open, cell: usize) -> Reason {
        let here = Reason { open: open.count as u8, sum: open.sum as u8, ..self };
        if self.technique != Technique::Bounds {
            return here;
        }
        let others = || open.sets[..open.count].iter().enumerate().filter(|&(i, _)| i != cell).map(|(_, &set)| set);
        let least = others().map(|set| set.trailing_zeros() as u8 + 1).sum();
        let most = others().map(|set| 16 - set.leading_zeros() as u8).sum();
        Reason { others: (least, most), ..here }
    }
}

pub type Step = digits::Step<Reason>;

/// A contradiction names the run without a filling (or with a cell without a candidate).
pub type End = digits::End<usize>;

#[derive(Clone)]
pub struct Sheet {
    pub candidates: Vec<u16>,
    /// 0 where nothing is placed yet.
    pub placed: Vec<u8>,
    /// By run: the techniques, as bits, that have not looked at it since it changed.
    pub(super) fresh: Vec<u16>,
    /// Whether cuts have to be looked at again.
    pub(super) cuts_fresh: bool,
    /// By cell and direction: the last reason.
    pub blame: Vec<[Option<Reason>; 2]>,
    /// Cells with one candidate that are not placed yet.
    singles: Vec<u16>,
    left: usize,
    pub removed: u64,
}

/// The open cells of a run, and what is left for them.
pub(super) struct Open {
    pub cells: [u16; 9],
    pub sets: [u16; 9],
    pub count: usize,
    /// [`ANY_SUM`] where there is no clue.
    pub sum: usize,
    pub used: u16,
}

impl Sheet {
    pub fn new(field: &Field, start: &Filling) -> Result<Sheet, End> {
        let cells = field.cells();
        let mut sheet = Sheet {
            candidates: vec![ALL_DIGITS; cells],
            placed: vec![0; cells],
            fresh: vec![u16::MAX; field.runs()],
            cuts_fresh: true,
            blame: vec![[None; 2]; cells],
            singles: Vec::new(),
            left: cells,
            removed: 0,
        };
        for (cell, &square) in field.squares.iter().enumerate() {
            let digit = start.digits[square as usize];
            if digit > 0 {
                sheet.place(field, cell as u16, digit)?;
            }
        }
        Ok(sheet)
    }

    /// Places a digit and takes it from the rest of its runs.
    pub fn place(&mut self, field: &Field, cell: u16, digit: u8) -> Result<(), End> {
        let bit = 1 << (digit - 1);
        let runs = field.runs_of[cell as usize];
        if self.candidates[cell as usize] & bit == 0 {
            return Err(End::Contradiction(runs[0] as usize));
        }
        self.candidates[cell as usize] = bit;
        self.placed[cell as usize] = digit;
        self.left -= 1;
        self.cuts_fresh = true;
        for run in runs {
            self.fresh[run as usize] = u16::MAX;
            for &other in field.members(run as usize) {
                if other == cell || self.candidates[other as usize] & bit == 0 {
                    continue;
                }
                if self.placed[other as usize] > 0 {
                    return Err(End::Contradiction(run as usize));
                }
                let kept = self.candidates[other as usize] & !bit;
                self.narrow(field, other, kept).map_err(|()| End::Contradiction(run as usize))?;
            }
        }
        Ok(())
    }

    /// Fewer candidates for an open cell; the error is that none is left.
    pub(super) fn narrow(&mut self, field: &Field, cell: u16, kept: u16) -> Result<(), ()> {
        let before = std::mem::replace(&mut self.candidates[cell as usize], kept);
        self.removed += u64::from((before & !kept).count_ones());
        for run in field.runs_of[cell as usize] {
            self.fresh[run as usize] = u16::MAX;
        }
        self.cuts_fresh = true;
        if kept.is_power_of_two() {
            self.singles.push(cell);
        }
        if kept == 0 { Err(()) } else { Ok(()) }
    }

    pub(super) fn open(&self, field: &Field, run: usize) -> Open {
        let mut open = Open { cells: [0; 9], sets: [0; 9], count: 0, sum: field.sum(run), used: 0 };
        let mut sum = 0;
        for &cell in field.members(run) {
            let digit = self.placed[cell as usize];
            if digit > 0 {
                sum += digit as usize;
                open.used |= 1 << (digit - 1);
            } else {
                open.cells[open.count] = cell;
                open.sets[open.count] = self.candidates[cell as usize];
                open.count += 1;
            }
        }
        if open.sum != ANY_SUM {
            // Too much placed: a sum that no digits have.
            open.sum = open.sum.checked_sub(sum).unwrap_or(usize::from(open.count == 0));
        }
        open
    }

    /// The next step by the easiest technique that finds one.
    pub fn step(&mut self, field: &Field, cuts: &[Cut], allowed: Allowed<Technique>) -> Result<Step, End> {
        while let Some(cell) = self.singles.pop() {
            if self.placed[cell as usize] == 0 {
                let digits = self.candidates[cell as usize];
                let digit = digits.trailing_zeros() as u8 + 1;
                self.place(field, cell, digit)?;
                let reason = Reason::new(Technique::Single, u32::from(field.runs_of[cell as usize][0]), digits);
                return Ok(Step { reason, removed: Vec::new(), placed: Some((cell, digit)) });
            }
        }
        for technique in Technique::LADDER.iter().copied().skip(1).filter(|&t| allowed.has(t)) {
            let step = if technique == Technique::Cut {
                self.look_at_cuts(field, cuts)?
            } else {
                self.look(field, technique)?
            };
            if let Some(step) = step {
                return Ok(step);
            }
        }
        if self.left > 0 {
            return Err(End::Stuck);
        }
        let wrong = (0..field.runs()).find(|&run| {
            let open = self.open(field, run);
            open.sum != 0 && open.sum != ANY_SUM
        });
        Err(wrong.map_or(End::Solved, End::Contradiction))
    }

    fn look(&mut self, field: &Field, technique: Technique) -> Result<Option<Step>, End> {
        let bit = 1 << technique as u16;
        for run in 0..self.fresh.len() {
            if self.fresh[run] & bit == 0 {
                continue;
            }
            self.fresh[run] &= !bit;
            let open = self.open(field, run);
            if open.count == 0 {
                if open.sum != 0 && open.sum != ANY_SUM {
                    return Err(End::Contradiction(run));
                }
                continue;
            }
            let mut kept = open.sets;
            let Some(digits) = technique.filter(&open, &mut kept) else {
                return Err(End::Contradiction(run));
            };
            let reason = Reason::new(technique, run as u32, digits);
            if let Some(step) = self.keep(field, &open, &kept, reason)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Applies what a technique leaves to the open cells of a run.
    fn keep(&mut self, field: &Field, open: &Open, kept: &[u16; 9], reason: Reason) -> Result<Option<Step>, End> {
        let mut removed = Vec::new();
        for (i, &kept) in kept.iter().enumerate().take(open.count) {
            let gone = open.sets[i] & !kept;
            if gone != 0 {
                removed.push((open.cells[i], gone));
                self.remove(field, open.cells[i], gone, reason.at(open, i))?;
            }
        }
        let reason = reason.at(open, 0);
        Ok((!removed.is_empty()).then_some(Step { reason, removed, placed: None }))
    }

    pub(super) fn remove(&mut self, field: &Field, cell: u16, gone: u16, reason: Reason) -> Result<(), End> {
        let [across, down] = field.runs_of[cell as usize];
        let direction = usize::from(reason.technique != Technique::Cut && reason.of == u32::from(down));
        self.blame[cell as usize][direction] = Some(reason);
        let kept = self.candidates[cell as usize] & !gone;
        let run = if direction == 1 { down } else { across };
        self.narrow(field, cell, kept).map_err(|()| End::Contradiction(run as usize))
    }
}

impl digits::Sheet for Sheet {
    fn candidates(&self) -> &[u16] {
        &self.candidates
    }

    fn placed(&self) -> &[u8] {
        &self.placed
    }

    fn removed(&self) -> u64 {
        self.removed
    }
}
