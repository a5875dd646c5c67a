//! A puzzle as someone works on it with pencil and paper.

use std::ops::Deref;

use super::Technique;
use super::cut::{Cut, cuts};
use super::sheet::{End, Reason, Sheet, Step};
use super::smallest::{Claims, Grounds};
use super::words::Words;
use crate::games::Deadlock;
use crate::games::digits::{Allowed, Paper, RestsOn};
use crate::games::kakuro::field::Field;
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::games::kakuro::{deadlock, text};
use crate::search::Cell;

/// The puzzle with its tables; whoever steps through it for long shares the rules by `Arc`.
#[derive(Clone)]
pub struct Worksheet<R> {
    pub rules: R,
    pub field: Field,
    pub cuts: Vec<Cut>,
}

impl<R: Deref<Target = Kakuro>> Worksheet<R> {
    pub fn new(rules: R) -> Worksheet<R> {
        let field = Field::new(&rules);
        let cuts = cuts(&field, rules.grid.cols());
        Worksheet { rules, field, cuts }
    }

    /// The least that a step follows from, where its own runs tell all of it.
    pub fn grounds(&self, before: &Sheet, step: &Step) -> Option<Grounds> {
        Claims::of(&self.field, &self.cuts, before, step).smallest(before, step)
    }

    pub fn words(&self) -> Words<'_> {
        Words { rules: &self.rules, field: &self.field, cuts: &self.cuts }
    }
}

impl<R: Deref<Target = Kakuro> + Clone + Send + Sync> Paper for Worksheet<R> {
    type Technique = Technique;
    type Sheet = Sheet;
    type Reason = Reason;
    type Fault = usize;

    fn sheet(&self, state: &Filling) -> Result<Sheet, End> {
        Sheet::new(&self.field, state)
    }

    fn step(&self, sheet: &mut Sheet, allowed: Allowed<Technique>) -> Result<Step, End> {
        sheet.step(&self.field, &self.cuts, allowed)
    }

    fn place(&self, sheet: &mut Sheet, cell: u16, digit: u8) -> Result<(), End> {
        sheet.place(&self.field, cell, digit)
    }

    fn technique(reason: &Reason) -> Technique {
        reason.technique
    }

    fn sentence(&self, sheet: &Sheet, step: &Step) -> String {
        self.words().sentence(sheet, step)
    }

    fn region(&self, reason: &Reason) -> Vec<Cell> {
        match reason.technique {
            Technique::Single | Technique::Cut => Vec::new(),
            _ => self.rules.runs[reason.of as usize].cells.clone(),
        }
    }

    fn rests_on(&self, before: &Sheet, step: &Step) -> Option<RestsOn> {
        let grounds = self.grounds(before, step)?;
        let cells = grounds.cells.iter().map(|&cell| self.field.squares[cell as usize]).collect();
        let units = grounds.runs.iter().map(|&run| self.words().run(run.into())).collect();
        Some(RestsOn { words: self.words().grounds(&grounds), units, cells, size: grounds.size() })
    }

    fn fault_words(&self, run: usize) -> String {
        format!("{} has no filling left", self.words().run(run as u32))
    }

    fn fault_cells(&self, run: usize) -> Vec<Cell> {
        self.rules.runs[run].cells.clone()
    }

    fn square(&self, cell: u16) -> Cell {
        self.field.squares[cell as usize]
    }

    fn cols(&self) -> usize {
        self.rules.grid.cols()
    }

    fn spread(&self, digits: &[u8]) -> Vec<u8> {
        self.rules.spread(&self.field, digits)
    }

    fn solved(&self, digits: &[u8]) -> String {
        text::joined(&self.rules.grid, digits)
    }

    fn explain(&self, state: &Filling) -> Option<Deadlock> {
        deadlock::explain(&self.rules, state)
    }
}
