//! The strategy `logic`: a human's ladder of techniques, from singles to short contradictions, a sentence for each step.

mod lines;
mod sheet;
mod wings;
mod words;

pub use sheet::{Found, Reason, Sheet};
pub use words::why;

use super::fault::{self, Fault};
use super::rules::{Digits, Layout, SIDE};
use super::text;
use crate::games::Deadlock;
use crate::games::digits::{Allowed, End, Filling, GUESS, Level, Paper, Step};
use crate::search::{Cell, Plan, Toggle};

/// The rungs of the ladder, from the easiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Technique {
    /// A digit with one place left in a unit.
    HiddenSingle,
    /// A cell with one candidate left.
    NakedSingle,
    /// The places of a digit in a box lie in one line, or those of a line in one box.
    Locked,
    /// Two cells of a unit with the same two candidates.
    NakedPair,
    /// Two digits with the same two places in a unit.
    HiddenPair,
    NakedTriple,
    HiddenTriple,
    /// A digit with the same two places in two lines.
    XWing,
    NakedQuad,
    HiddenQuad,
    Swordfish,
    Jellyfish,
    /// A cell of two candidates and two of its peers.
    XyWing,
    XyzWing,
    /// Pairs of places of one digit, linked to a chain of two colours.
    Colouring,
    /// A candidate from which singles lead to a contradiction.
    Chain,
}

impl Technique {
    fn family(self) -> &'static str {
        match self {
            Technique::HiddenSingle | Technique::NakedSingle => "singles",
            Technique::Locked => "locked",
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => "naked-subsets",
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => "hidden-subsets",
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => "fish",
            Technique::XyWing | Technique::XyzWing => "wings",
            Technique::Colouring => "colouring",
            Technique::Chain => "chains",
        }
    }
}

impl crate::games::digits::Technique for Technique {
    const LADDER: &'static [Technique] = &[
        Technique::HiddenSingle,
        Technique::NakedSingle,
        Technique::Locked,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::XWing,
        Technique::NakedQuad,
        Technique::HiddenQuad,
        Technique::Swordfish,
        Technique::Jellyfish,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::Colouring,
        Technique::Chain,
    ];

    fn rung(self) -> usize {
        self as usize
    }

    fn name(self) -> &'static str {
        match self {
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::Locked => "locked candidates",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::XWing => "X-wing",
            Technique::NakedQuad => "naked quad",
            Technique::HiddenQuad => "hidden quad",
            Technique::Swordfish => "swordfish",
            Technique::Jellyfish => "jellyfish",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::Colouring => "colouring",
            Technique::Chain => "contradiction",
        }
    }

    fn level(self) -> Level {
        match self {
            Technique::HiddenSingle | Technique::NakedSingle => Level::Easy,
            Technique::Locked | Technique::NakedPair | Technique::HiddenPair => Level::Medium,
            Technique::Chain => Level::Expert,
            _ => Level::Hard,
        }
    }
}

pub const TOGGLES: &[Toggle] = &[
    Toggle::on("locked", "the places of a digit in a box lie in one line, or the other way round"),
    Toggle::on("naked-subsets", "two to four cells that share as many candidates"),
    Toggle::on("hidden-subsets", "two to four digits that share as many places"),
    Toggle::on("fish", "X-wing, swordfish, jellyfish: a digit in two to four lines"),
    Toggle::on("wings", "XY-wing and XYZ-wing: three cells of two or three candidates"),
    Toggle::on("colouring", "pairs of places of one digit, linked to a chain"),
    Toggle::on("chains", "a candidate from which singles lead to a contradiction"),
    GUESS,
];

/// The techniques that the toggles of a plan leave; singles are always among them.
pub fn allowed(plan: &Plan) -> Allowed<Technique> {
    let ladder = <Technique as crate::games::digits::Technique>::LADDER;
    let is_on = |technique: Technique| technique.family() == "singles" || plan.is_on(technique.family());
    ladder.iter().fold(Allowed::ALL, |set, &technique| set.with(technique, is_on(technique)))
}

/// A puzzle as someone works on it with pencil and paper.
#[derive(Clone, Copy, Debug)]
pub struct Worksheet {
    pub givens: Digits,
}

impl Paper for Worksheet {
    type Technique = Technique;
    type Sheet = Sheet;
    type Reason = Reason;
    type Fault = Fault;

    fn sheet(&self, state: &Filling) -> Result<Sheet, End<Fault>> {
        Sheet::new(&state.digits)
    }

    fn step(&self, sheet: &mut Sheet, allowed: Allowed<Technique>) -> Result<Step<Reason>, End<Fault>> {
        sheet.step(allowed)
    }

    fn place(&self, sheet: &mut Sheet, cell: u16, digit: u8) -> Result<(), End<Fault>> {
        sheet.place(cell as u8, digit)
    }

    fn technique(reason: &Reason) -> Technique {
        reason.technique
    }

    fn sentence(&self, _sheet: &Sheet, step: &Step<Reason>) -> String {
        words::sentence(step)
    }

    fn region(&self, reason: &Reason) -> Vec<Cell> {
        reason.cells.iter().map(|&cell| Cell::from(cell)).collect()
    }

    fn fault_words(&self, fault: Fault) -> String {
        fault.words()
    }

    fn fault_cells(&self, fault: Fault) -> Vec<Cell> {
        fault.cells()
    }

    fn square(&self, cell: u16) -> Cell {
        Cell::from(cell)
    }

    fn cols(&self) -> usize {
        SIDE
    }

    fn spread(&self, digits: &[u8]) -> Vec<u8> {
        digits.to_vec()
    }

    fn solved(&self, digits: &[u8]) -> String {
        text::line(digits)
    }

    fn explain(&self, state: &Filling) -> Option<Deadlock> {
        fault::explain(&self.givens, state)
    }
}

/// The cells of a unit as a set of its nine places, where `holds`.
fn places(unit: usize, holds: impl Fn(u8) -> bool) -> u16 {
    let cells = Layout::get().units[unit].iter().enumerate();
    cells.filter(|&(_, &cell)| holds(cell)).fold(0, |set, (i, _)| set | 1 << i)
}

/// The cells of a unit at these of its nine places.
fn cells_at(unit: usize, places: u16) -> impl Iterator<Item = u8> {
    (0..SIDE).filter(move |i| places >> i & 1 == 1).map(move |i| Layout::get().units[unit][i])
}

/// The sets of exactly `size` bits within `all`, ascending as numbers.
fn subsets(all: u16, size: u32) -> impl Iterator<Item = u16> {
    let mut set = 0u16;
    std::iter::from_fn(move || {
        set = set.wrapping_sub(all) & all;
        (set != 0).then_some(set)
    })
    .filter(move |set| set.count_ones() == size)
}
