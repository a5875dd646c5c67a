//! Steps in words.

use super::Technique;
use super::cut::Cut;
use super::sheet::{Reason, Sheet, Step};
use super::smallest::Grounds;
use crate::games::kakuro::field::Field;
use crate::games::kakuro::rules::{ALL_DIGITS, Kakuro, set_text};

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

    /// Why: "24 across at r3c2 in three cells is 7 8 9".
    pub fn why(&self, reason: Reason) -> String {
        if reason.technique == Technique::Cut {
            return self.why_cut(&self.cuts[reason.of as usize]);
        }
        let (run, digits) = (self.run(reason.of), set_text(reason.digits, " "));
        let length = self.rules.runs[reason.of as usize].cells.len();
        let cells = NUMBERS[length.min(9)];
        match reason.technique {
            Technique::Single => String::new(),
            Technique::LastCell => format!("{run} has one cell left"),
            Technique::UniqueSum if reason.digits.count_ones() as usize == length => {
                format!("{run} in {cells} cells is {digits}")
            }
            Technique::UniqueSum => format!("{run} has only {digits} left"),
            // Few digits are missing from a long list of those that are left.
            Technique::Crossing if reason.digits.count_ones() >= MANY => {
                format!("{run} in {cells} cells has no {}", set_text(ALL_DIGITS & !reason.digits, " "))
            }
            Technique::Crossing => format!("{run} in {cells} cells has only digits of {digits}"),
            Technique::Combinations => format!("the sets that fit {run} have only digits of {digits}"),
            Technique::Subsets => format!("{digits} in {run} belong to as many cells"),
            Technique::Bounds => format!("the smallest and largest of the other cells of {run} bound it"),
            Technique::Cut | Technique::Consistency => format!("no filling of {run} has the other digits"),
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
        format!("{}; {} {lose} {}", self.why(step.reason), self.list(&cells), set_text(gone, " "))
    }

    /// The last reasons of both runs through a cell: "24 … is 7 8 9; the crossing 17 …".
    pub fn why_cell(&self, sheet: &Sheet, cell: u16) -> String {
        match sheet.blame[cell as usize] {
            [Some(across), Some(down)] => format!("{}; the crossing {}", self.why(across), self.why(down)),
            [Some(one), None] | [None, Some(one)] => self.why(one),
            [None, None] => String::new(),
        }
    }
}
