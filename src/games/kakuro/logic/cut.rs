//! Cut arithmetic: the runs across of a region have the same cells as most of its runs down, so the few cells in
//! which they differ are known by the difference of the sums.

use super::Technique;
use super::sheet::{End, Reason, Sheet, Step};
use crate::games::kakuro::field::Field;
use crate::games::kakuro::sums::ANY_SUM;

/// Regions of up to this many lines, and of about this many runs.
const LINES: usize = 6;
const RUNS: usize = 64;

/// The digits of `plus` minus the digits of `minus` make `difference`; together at most two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    pub plus: Vec<u16>,
    pub minus: Vec<u16>,
    pub difference: i32,
    /// The runs whose sums are compared.
    pub runs: Vec<u16>,
    pub against: Vec<u16>,
}

/// Every cut of a band of lines of the grid.
pub fn cuts(field: &Field, columns: usize) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::new();
    let mut known = rustc_hash::FxHashSet::default();
    let line = |cell: u16, side: usize| {
        let square = field.squares[cell as usize] as usize;
        if side == 0 { square / columns } else { square % columns }
    };
    for seed in 0..field.runs() {
        let first = field.members(seed)[0];
        let side = usize::from(field.runs_of[first as usize][1] == seed as u16);
        let top = line(first, side);
        let mut size = 0;
        for lines in 1..=LINES {
            let region = grow(field, seed as u16, side, |cell| (top..top + lines).contains(&line(cell, side)));
            if region.len() == size {
                continue;
            }
            size = region.len();
            if let Some(cut) = cut(field, region, side)
                && known.insert((cut.plus.clone(), cut.minus.clone()))
            {
                cuts.push(cut);
            }
        }
    }
    cuts
}

/// The runs of one direction that hang together with `seed` within the band.
fn grow(field: &Field, seed: u16, side: usize, within: impl Fn(u16) -> bool) -> Vec<u16> {
    let mut region = vec![seed];
    let mut next = 0;
    while next < region.len() && region.len() < RUNS {
        for &cell in field.members(region[next] as usize) {
            let crossing = field.runs_of[cell as usize][1 - side];
            for &other in field.members(crossing as usize).iter().filter(|&&other| within(other)) {
                let run = field.runs_of[other as usize][side];
                if !region.contains(&run) {
                    region.push(run);
                }
            }
        }
        next += 1;
    }
    region.sort_unstable();
    region
}

/// Each crossing run goes to whichever side leaves fewer cells over.
fn cut(field: &Field, region: Vec<u16>, side: usize) -> Option<Cut> {
    let mut difference = 0;
    for &run in &region {
        difference += clue(field, run)?;
    }
    let mut crossing: Vec<u16> = Vec::new();
    for &run in &region {
        crossing.extend(field.members(run as usize).iter().map(|&cell| field.runs_of[cell as usize][1 - side]));
    }
    crossing.sort_unstable();
    let (mut plus, mut minus, mut against) = (Vec::new(), Vec::new(), Vec::new());
    for group in crossing.chunk_by(|a, b| a == b) {
        let run = group[0];
        let members = field.members(run as usize);
        let inside = |cell: &&u16| region.binary_search(&field.runs_of[**cell as usize][side]).is_ok();
        if 2 * group.len() > members.len() && clue(field, run).is_some() {
            minus.extend(members.iter().filter(|cell| !inside(cell)));
            difference -= clue(field, run)?;
            against.push(run);
        } else {
            plus.extend(members.iter().filter(inside));
        }
        if plus.len() + minus.len() > 2 {
            return None;
        }
    }
    (!against.is_empty()).then_some(Cut { plus, minus, difference, runs: region, against })
}

fn clue(field: &Field, run: u16) -> Option<i32> {
    let sum = field.sum(run as usize);
    (sum != ANY_SUM).then_some(sum as i32)
}

impl Sheet {
    pub(super) fn look_at_cuts(&mut self, field: &Field, cuts: &[Cut]) -> Result<Option<Step>, End> {
        if !std::mem::take(&mut self.cuts_fresh) {
            return Ok(None);
        }
        for (i, cut) in cuts.iter().enumerate() {
            let cells: Vec<u16> = cut.plus.iter().chain(&cut.minus).copied().collect();
            let sets: Vec<u16> = cells.iter().map(|&cell| self.candidates[cell as usize]).collect();
            let Some(kept) = cut.keep(&sets) else {
                return Err(End::Contradiction(cut.runs[0] as usize));
            };
            let mut removed = Vec::new();
            for ((&cell, &before), &after) in cells.iter().zip(&sets).zip(&kept) {
                let gone = before & !after;
                if gone != 0 {
                    if self.placed[cell as usize] > 0 {
                        return Err(End::Contradiction(cut.runs[0] as usize));
                    }
                    let reason = Reason::new(Technique::Cut, i as u32, after);
                    self.remove(field, cell, gone, reason)?;
                    removed.push((cell, gone));
                }
            }
            if !removed.is_empty() {
                self.cuts_fresh = true;
                let reason = Reason::new(Technique::Cut, i as u32, 0);
                return Ok(Some(Step { reason, removed, placed: None }));
            }
        }
        Ok(None)
    }
}

impl Cut {
    /// The candidates of the cells (plus before minus) that some choice with the right difference has; `None` where
    /// there is no such choice. Two cells may have the same digit here: another technique knows if they may not.
    pub fn keep(&self, sets: &[u16]) -> Option<Vec<u16>> {
        let sign = |i: usize| if i < self.plus.len() { 1 } else { -1 };
        let digits = |set: u16| (1..=9i32).filter(move |digit| set >> (digit - 1) & 1 == 1);
        let mut kept = vec![0u16; sets.len()];
        match sets {
            [] => return (self.difference == 0).then_some(kept),
            [one] => {
                for digit in digits(*one).filter(|digit| sign(0) * digit == self.difference) {
                    kept[0] |= 1 << (digit - 1);
                }
            }
            [one, two, ..] => {
                for a in digits(*one) {
                    for b in digits(*two).filter(|b| sign(0) * a + sign(1) * b == self.difference) {
                        kept[0] |= 1 << (a - 1);
                        kept[1] |= 1 << (b - 1);
                    }
                }
            }
        }
        kept.iter().all(|&set| set != 0).then_some(kept)
    }
}
