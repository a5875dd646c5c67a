//! Steps in words.

use super::Technique;
use super::cut::Cut;
use super::sheet::{Reason, Sheet, Step};
use super::smallest::Grounds;
use crate::games::kakuro::field::Field;
use crate::games::kakuro::rules::{ALL_DIGITS, Kakuro, set_text};
use crate::games::kakuro::sums::ANY_SUM;

const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The puzzle that the words are about.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub rules: &'a Kakuro,
    pub field: &'a Field,
    pub cuts: &'a [Cut],
}

/// So many digits are better told by those that are missing.
const MANY: u32 = 6;

/// "two cells left for 15"
fn left_words(reason: Reason) -> String {
    let cells = NUMBERS[usize::from(reason.open).min(9)];
    let noun = if reason.open == 1 { "cell" } else { "cells" };
    let sum = if usize::from(reason.sum) == ANY_SUM { String::new() } else { format!(" for {}", reason.sum) };
    format!("{cells} {noun} left{sum}")
}

impl Words<'_> {
    fn at(&self, cell: u16) -> String {
        self.rules.grid.place(self.field.squares[cell as usize]).to_string()
    }

    fn list(&self, cells: &[u16]) -> String {
        cells.iter().map(|&cell| self.at(cell)).collect::<Vec<_>>().join(", ")
    }

    pub fn run(&self, run: u32) -> String {
        self.rules.grid.run_name(&self.rules.runs[run as usize])
    }

    /// Why: "24 across at r3c2 in three cells is 7 8 9". It begins with the run, so that "the crossing" can stand before it.
    fn why_run(&self, reason: Reason) -> String {
        if reason.technique == Technique::Cut {
            return self.why_cut(&self.cuts[reason.of as usize]);
        }
        let (run, digits) = (&self.rules.runs[reason.of as usize], set_text(reason.digits, " "));
        let size = reason.digits.count_ones();
        // Few digits are missing from a long list of those that are left.
        let only = || {
            let missing = set_text(ALL_DIGITS & !reason.digits, " ");
            if size >= MANY { format!("no {missing}") } else { format!("only digits of {digits}") }
        };
        let name = self.run(reason.of);
        let is_whole = usize::from(reason.open) == run.cells.len();
        let (cells, left) = (NUMBERS[usize::from(reason.open).min(9)], left_words(reason));
        match reason.technique {
            Technique::Single | Technique::Cut => String::new(),
            Technique::LastCell if is_whole => format!("{name} has one cell"),
            Technique::LastCell => {
                let placed = run.sum.saturating_sub(reason.sum);
                format!("{name} has one cell left: {} less {placed} is {}", run.sum, reason.sum)
            }
            Technique::UniqueSum if is_whole => format!("{name} in {cells} cells is {digits}"),
            Technique::UniqueSum => format!("{name} has {left}: {digits}"),
            Technique::Crossing if is_whole => format!("{name} in {cells} cells has {}", only()),
            Technique::Crossing => format!("{name} has {left}: {}", only()),
            Technique::Combinations if is_whole => {
                format!("{name} with the candidates in its {cells} cells has {}", only())
            }
            Technique::Combinations => format!("{name} has {left}, whose candidates allow {}", only()),
            Technique::Subsets if size == 1 => format!("{name} has one place for {digits}"),
            Technique::Subsets => format!("{name} has {} cells for {digits}", NUMBERS[size as usize]),
            Technique::Bounds => self.why_bounds(&name, reason),
            Technique::Consistency => format!("{name} has no filling with the other digits"),
        }
    }

    /// "7 across at r3c2 has at least 4 in its other cells, which leaves at most 3".
    fn why_bounds(&self, name: &str, reason: Reason) -> String {
        let clue = self.rules.runs[reason.of as usize].sum;
        let placed = clue.saturating_sub(reason.sum);
        let (least, most) = (placed + reason.others.0, placed + reason.others.1);
        let (low, high) = (clue.saturating_sub(most), clue.saturating_sub(least));
        match (low > 1, high < 9) {
            (false, _) => format!("{name} has at least {least} in its other cells, which leaves at most {high}"),
            (true, false) => format!("{name} has at most {most} in its other cells, which leaves at least {low}"),
            (true, true) if least == most => format!("{name} has {least} in its other cells, which leaves {low}"),
            (true, true) => format!("{name} has {least} to {most} in its other cells, which leaves {low} to {high}"),
        }
    }

    fn why_cut(&self, cut: &Cut) -> String {
        let sum = |runs: &[u16]| runs.iter().map(|&run| self.field.sum(run as usize)).sum::<usize>();
        let direction = self.rules.runs[cut.runs[0] as usize].direction;
        let other = self.rules.runs[cut.against[0] as usize].direction;
        let mut words = format!(
            "the {} runs {} from {} make {}, the {} runs {} through them {}",
            cut.runs.len(),
            direction.word(),
            self.at(self.field.members(cut.runs[0] as usize)[0]),
            sum(&cut.runs),
            cut.against.len(),
            other.word(),
            sum(&cut.against),
        );
        let cells = match (&cut.plus[..], &cut.minus[..]) {
            ([plus, more], _) => format!("{} and {} make {}", self.at(*plus), self.at(*more), cut.difference),
            (_, [minus, more]) => format!("{} and {} make {}", self.at(*minus), self.at(*more), -cut.difference),
            ([plus], [minus]) => format!("{} less {} makes {}", self.at(*plus), self.at(*minus), cut.difference),
            ([plus], []) => format!("{} is {}", self.at(*plus), cut.difference),
            ([], [minus]) => format!("{} is {}", self.at(*minus), -cut.difference),
            _ => "nothing is left over".into(),
        };
        words = words + ": " + &cells;
        words
    }

    /// What a step rests on: "24 down at r3c2 and r4c2, r5c2".
    pub fn grounds(&self, grounds: &Grounds) -> String {
        let runs: Vec<String> = grounds.runs.iter().map(|&run| self.run(run.into())).collect();
        let runs = runs.join(", ");
        if grounds.cells.is_empty() { runs } else { format!("{runs} and {}", self.list(&grounds.cells)) }
    }

    /// One step in one sentence: technique, run and cells.
    pub fn sentence(&self, sheet: &Sheet, step: &Step) -> String {
        if let Some((cell, digit)) = step.placed {
            let why = self.why_cell(sheet, cell);
            let at = self.at(cell);
            return if why.is_empty() { format!("{at} is {digit}") } else { format!("{why}; {at} is {digit}") };
        }
        let cells: Vec<u16> = step.removed.iter().map(|&(cell, _)| cell).collect();
        let gone = step.removed.iter().fold(0, |all, &(_, gone)| all | gone);
        let lose = if cells.len() == 1 { "loses" } else { "lose" };
        format!("{}; {} {lose} {}", self.why_step(sheet, step), self.list(&cells), set_text(gone, " "))
    }

    /// Why candidates went: by bounds it is another reason for each cell, and the first is told.
    fn why_step(&self, sheet: &Sheet, step: &Step) -> String {
        let first = step.removed.first().filter(|_| step.reason.technique == Technique::Bounds);
        let blamed = first.and_then(|&(cell, _)| {
            let of_step = |reason: &&Reason| (reason.technique, reason.of) == (step.reason.technique, step.reason.of);
            sheet.blame[cell as usize].iter().flatten().find(of_step).map(|reason| (cell, *reason))
        });
        match blamed {
            Some((cell, reason)) if step.removed.len() > 1 => format!("{} at {}", self.why_run(reason), self.at(cell)),
            Some((_, reason)) => self.why_run(reason),
            None => self.why_run(step.reason),
        }
    }

    /// The last reasons of both runs through a cell: "24 … is 7 8 9; the crossing 17 …".
    pub fn why_cell(&self, sheet: &Sheet, cell: u16) -> String {
        match sheet.blame[cell as usize] {
            [Some(across), Some(down)] if across.technique == Technique::Cut => {
                format!("{}; {}", self.why_run(across), self.why_run(down))
            }
            [Some(across), Some(down)] => format!("{}; the crossing {}", self.why_run(across), self.why_run(down)),
            [Some(one), None] | [None, Some(one)] => self.why_run(one),
            [None, None] => String::new(),
        }
    }
}
