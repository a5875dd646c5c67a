//! What a person has on paper: candidates and digits placed, and the steps that change them.

use super::{Technique, lines, places, wings};
use crate::games::digits::{ALL_DIGITS, Allowed, End, Step, Technique as _, digit_bit, digits_of, only_digit};
use crate::games::sudoku::fault::Fault;
use crate::games::sudoku::rules::{CELLS, Digits, Layout, UNITS};

/// Why candidates go or a digit is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub technique: Technique,
    pub digits: u16,
    /// The cells that form the pattern.
    pub cells: Vec<u8>,
    /// The units that the pattern lies in; what follows lies in the last one where a technique has two.
    pub units: Vec<u8>,
    /// What a candidate runs into, of [`Technique::Chain`].
    pub fault: Option<Fault>,
}

impl Reason {
    /// Whether the step needs that these candidates of a cell are gone.
    pub fn rests_on(&self, cell: u8, gone: u16) -> bool {
        let within = |units: &[u8]| units.iter().any(|&unit| Layout::get().units[unit as usize].contains(&cell));
        match self.technique {
            Technique::NakedSingle
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuad
            | Technique::XyWing
            | Technique::XyzWing => self.cells.contains(&cell),
            Technique::Locked => gone & self.digits != 0 && within(&self.units[..1]),
            Technique::HiddenSingle
            | Technique::HiddenPair
            | Technique::HiddenTriple
            | Technique::HiddenQuad
            | Technique::XWing
            | Technique::Swordfish
            | Technique::Jellyfish
            | Technique::Colouring => gone & self.digits != 0 && within(&self.units),
            Technique::Chain => true,
        }
    }
}

/// What a technique found: a reason, and the candidates that go.
pub type Found = (Reason, Vec<(u8, u16)>);

#[derive(Clone, Debug)]
pub struct Sheet {
    pub candidates: [u16; CELLS],
    /// 0 where nothing is placed yet.
    pub placed: Digits,
    left: usize,
    removed: u64,
}

impl Sheet {
    pub fn new(digits: &[u8]) -> Result<Sheet, End<Fault>> {
        if let Some(fault) = Fault::twice(digits) {
            return Err(End::Contradiction(fault));
        }
        let mut sheet = Sheet { candidates: [ALL_DIGITS; CELLS], placed: [0; CELLS], left: CELLS, removed: 0 };
        for (cell, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            sheet.place(cell as u8, digit)?;
        }
        Ok(sheet)
    }

    /// Places a digit and takes it from the cell's peers.
    pub fn place(&mut self, cell: u8, digit: u8) -> Result<(), End<Fault>> {
        let at = cell as usize;
        if self.candidates[at] & digit_bit(digit) == 0 {
            return Err(End::Contradiction(Fault::NoDigit { cell }));
        }
        self.candidates[at] = digit_bit(digit);
        self.placed[at] = digit;
        self.left -= 1;
        for &peer in &Layout::get().peers[at] {
            if self.placed[peer as usize] == 0 {
                self.remove(peer, digit_bit(digit))?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, cell: u8, gone: u16) -> Result<(), End<Fault>> {
        let candidates = &mut self.candidates[cell as usize];
        self.removed += u64::from((*candidates & gone).count_ones());
        *candidates &= !gone;
        if *candidates == 0 { Err(End::Contradiction(Fault::NoDigit { cell })) } else { Ok(()) }
    }

    /// The candidates of a cell without a digit; none for the others.
    pub fn open(&self, cell: u8) -> u16 {
        if self.placed[cell as usize] == 0 { self.candidates[cell as usize] } else { 0 }
    }

    /// The places of a unit where a digit can still go; none where it stands already.
    pub fn places_of(&self, unit: usize, digit: u8) -> u16 {
        places(unit, |cell| self.open(cell) & digit_bit(digit) != 0)
    }

    /// The next step by the easiest technique that finds one.
    pub fn step(&mut self, allowed: Allowed<Technique>) -> Result<Step<Reason>, End<Fault>> {
        let found = self.find(allowed)?;
        self.take(found)
    }

    /// What the easiest technique finds.
    pub fn find(&self, allowed: Allowed<Technique>) -> Result<Found, End<Fault>> {
        if self.left == 0 {
            return Err(End::Solved);
        }
        for &technique in Technique::LADDER.iter().filter(|&&technique| allowed.has(technique)) {
            let found = match technique {
                Technique::HiddenSingle => self.hidden_single()?,
                Technique::NakedSingle => self.naked_single(),
                Technique::Locked => lines::locked(self),
                Technique::NakedPair => lines::naked(self, technique, 2),
                Technique::NakedTriple => lines::naked(self, technique, 3),
                Technique::NakedQuad => lines::naked(self, technique, 4),
                Technique::HiddenPair => lines::hidden(self, technique, 2),
                Technique::HiddenTriple => lines::hidden(self, technique, 3),
                Technique::HiddenQuad => lines::hidden(self, technique, 4),
                Technique::XWing => lines::fish(self, technique, 2),
                Technique::Swordfish => lines::fish(self, technique, 3),
                Technique::Jellyfish => lines::fish(self, technique, 4),
                Technique::XyWing => wings::wing(self, technique, 2),
                Technique::XyzWing => wings::wing(self, technique, 3),
                Technique::Colouring => wings::colouring(self),
                Technique::Chain => wings::contradiction(self),
            };
            if let Some(found) = found {
                return Ok(found);
            }
        }
        Err(End::Stuck)
    }

    /// Applies what a technique found: a single is placed, anything else takes candidates away.
    pub fn take(&mut self, (reason, gone): Found) -> Result<Step<Reason>, End<Fault>> {
        if let (true, &[cell]) = (reason.technique <= Technique::NakedSingle, &reason.cells[..]) {
            let digit = only_digit(reason.digits).unwrap_or_default();
            self.place(cell, digit)?;
            return Ok(Step { reason, removed: Vec::new(), placed: Some((u16::from(cell), digit)) });
        }
        let mut removed = Vec::new();
        for (cell, digits) in gone {
            removed.push((u16::from(cell), self.open(cell) & digits));
            self.remove(cell, digits)?;
        }
        Ok(Step { reason, removed, placed: None })
    }

    /// Boxes first, as people look; a contradiction where a unit has no place for a digit.
    fn hidden_single(&self) -> Result<Option<Found>, End<Fault>> {
        let layout = Layout::get();
        let mut found = None;
        for unit in (18..UNITS).chain(0..18) {
            let (mut once, mut twice, mut standing) = (0, 0, 0);
            for &cell in &layout.units[unit] {
                let open = self.open(cell);
                twice |= once & open;
                once |= open;
                if open == 0 {
                    standing |= self.candidates[cell as usize];
                }
            }
            if let Some(digit) = digits_of(ALL_DIGITS & !once & !standing).next() {
                return Err(End::Contradiction(Fault::NoPlace { unit: unit as u8, digit }));
            }
            let Some(digit) = digits_of(once & !twice).next().filter(|_| found.is_none()) else { continue };
            let cell = layout.units[unit].into_iter().find(|&cell| self.open(cell) & digit_bit(digit) != 0);
            found = cell.map(|cell| {
                let (digits, cells, units) = (digit_bit(digit), vec![cell], vec![unit as u8]);
                (Reason { technique: Technique::HiddenSingle, digits, cells, units, fault: None }, Vec::new())
            });
        }
        Ok(found)
    }

    fn naked_single(&self) -> Option<Found> {
        let cell = (0..CELLS as u8).find(|&cell| self.open(cell).is_power_of_two())?;
        let (technique, digits) = (Technique::NakedSingle, self.open(cell));
        Some((Reason { technique, digits, cells: vec![cell], units: Vec::new(), fault: None }, Vec::new()))
    }
}

impl crate::games::digits::Sheet for Sheet {
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
