//! The rules of play that follow from which cells exclude each other: digits into cells, notes, erasing.

use super::filling::{Filling, Move, Place, What};
use super::set::{ALL_DIGITS, digit_bit, digits_of};
use crate::games::quoted;
use crate::search::{Cell, Plan, Rules, Status, Strategy};

/// How a position is judged while somebody plays: solved or not, and in how many ways.
pub fn check_plan(strategy: &'static Strategy) -> Plan {
    let mut plan = Plan::new(strategy);
    plan.nodes = Some(2_000_000);
    plan.memory = 256 << 20;
    plan.unique = true;
    plan
}

/// A puzzle that is solved by writing a digit 1 to 9 into every cell of a grid. Cells are numbered row by row.
pub trait DigitGrid: Send + Sync + 'static {
    fn rows(&self) -> usize;
    fn cols(&self) -> usize;
    /// Whether a digit belongs there; black squares take none.
    fn takes_digit(&self, cell: Cell) -> bool;
    fn is_given(&self, cell: Cell) -> bool;
    /// The cells that must not have the same digit as this one; some may come twice.
    fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_;
    fn is_solved(&self, state: &Filling) -> bool;

    fn place(&self, cell: Cell) -> Place {
        Place::of(cell, self.cols())
    }

    /// The digits that the cell's peers leave to it: nothing but "no digit twice".
    fn unused(&self, state: &Filling, cell: Cell) -> u16 {
        let digits = self.peers(cell).map(|other| state.digits[other as usize]).filter(|&digit| digit > 0);
        digits.fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit))
    }

    /// The cells without a digit, row by row.
    fn open_cells<'a>(&'a self, state: &'a Filling) -> impl Iterator<Item = Cell> + 'a {
        (0..state.digits.len() as Cell).filter(|&cell| state.digits[cell as usize] == 0 && self.takes_digit(cell))
    }
}

/// How far a grid is filled.
pub fn headline<G: DigitGrid>(grid: &G, state: &Filling) -> String {
    let cells = (0..state.digits.len() as Cell).filter(|&cell| grid.takes_digit(cell)).count();
    match grid.status(state) {
        Status::Solved => "solved".to_string(),
        _ => format!("{} of {cells} cells filled", cells - grid.open_cells(state).count()),
    }
}

impl<G: DigitGrid> Rules for G {
    type State = Filling;
    type Move = Move;
    /// The cell's digit and notes before the move.
    type Undo = (u8, u16);

    /// Every digit that no peer of an empty cell has, cells row by row, digits ascending. A player may also write
    /// notes, overwrite and erase: [`Rules::read_move`] takes those too.
    fn moves(&self, state: &Filling, into: &mut Vec<Move>) {
        for cell in self.open_cells(state) {
            let at = self.place(cell);
            into.extend(digits_of(self.unused(state, cell)).map(|digit| Move { at, what: What::Digit(digit) }));
        }
    }

    fn apply(&self, state: &mut Filling, mv: &Move) -> (u8, u16) {
        let cell = mv.at.cell(self.cols()) as usize;
        let before = (state.digits[cell], state.notes[cell]);
        match mv.what {
            What::Digit(digit) => state.digits[cell] = digit,
            What::Notes(set) => state.notes[cell] = set,
        }
        before
    }

    fn undo(&self, state: &mut Filling, mv: &Move, undo: &(u8, u16)) {
        let cell = mv.at.cell(self.cols()) as usize;
        (state.digits[cell], state.notes[cell]) = *undo;
    }

    fn status(&self, state: &Filling) -> Status {
        if self.is_solved(state) {
            Status::Solved
        } else if self.open_cells(state).any(|cell| self.unused(state, cell) != 0) {
            Status::Open
        } else {
            Status::Stuck
        }
    }

    fn read_move(&self, state: &Filling, text: &str) -> Result<Move, String> {
        let Some((cell, what)) = What::read(text.trim()) else {
            return Err(format!("`{text}` is no move: expected `r3c2=7`", text = quoted(text)));
        };
        let at = Place::read(cell, self.rows(), self.cols())?;
        let what = what?;
        let number = at.cell(self.cols());
        if !self.takes_digit(number) {
            return Err(format!("{at} is black"));
        }
        if self.is_given(number) {
            return Err(format!("the digit at {at} is given"));
        }
        if what == What::Digit(0) && state.digits[number as usize] == 0 {
            return Err(format!("{at} is empty already"));
        }
        Ok(Move { at, what })
    }
}
