//! Setting a grid up: digits are givens, and how many solutions there are is told at once.

use std::sync::Arc;

use super::rules::{CELLS, Digits, SIDE, Sudoku, digits_in};
use super::solve;
use crate::games::digits::{Filling, KeptStanding, SHOWN, Shown, Standing, cleared};
use crate::games::squares::{Cursor, Grid};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, Mark, MarkKind, count};

pub struct GivenWorkshop;

/// Nodes that the look for two solutions may take.
const QUICK_NODES: u64 = 100_000;

impl Workshop for GivenWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<GivenSetter>::default()
    }

    fn standing(&self, position: &dyn Position) -> Option<(String, Option<bool>)> {
        let standing = standing(&Placed::<Sudoku>::of(position).rules);
        Some((standing.words.into(), standing.is_good))
    }

    fn emptied(&self, _position: &dyn Position, _size: Option<&str>) -> Result<Box<dyn Position>, String> {
        Ok(placed([0; CELLS], None))
    }
}

fn standing(rules: &Sudoku) -> Standing {
    let found = solve::within(&rules.givens, SHOWN, QUICK_NODES);
    Standing::of(SIDE, found.map(|all| all.into_iter().map(|solution| solution.digits.to_vec()).collect()))
}

/// The puzzle of these givens; what else was written stays where there is no given.
fn placed(givens: Digits, written: Option<&Filling>) -> Box<dyn Position> {
    let rules = Sudoku::new(givens);
    let mut filling = rules.start();
    for cell in (0..CELLS).filter(|&cell| givens[cell] == 0) {
        if let Some(written) = written {
            (filling.digits[cell], filling.notes[cell]) = (written.digits[cell], written.notes[cell]);
        }
    }
    Placed::boxed(rules, filling)
}

#[derive(Default)]
struct GivenSetter {
    cursor: Cursor,
    standing: KeptStanding<Digits>,
    shown: Shown,
}

fn grid() -> Grid {
    Grid::new(SIDE, SIDE)
}

impl GivenSetter {
    fn look(&self, rules: &Sudoku) -> Standing {
        self.standing.of(&rules.givens, || standing(rules))
    }

    fn give(&self, rules: &Sudoku, state: &Filling, digit: u8) -> Reply {
        let cell = self.cursor.cell(grid()) as usize;
        let (mut givens, mut written) = (rules.givens, state.clone());
        (givens[cell], written.digits[cell]) = (digit, 0);
        Reply::Replace(placed(givens, Some(&written)))
    }
}

impl Hand for GivenSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Sudoku>::of(position);
        if input != Input::Char('w') {
            self.shown.hide();
        }
        if self.cursor.walk(grid(), input) {
            return Reply::Cursor;
        }
        match input {
            Input::Char(c @ '0'..='9') => self.give(rules, state, c as u8 - b'0'),
            Input::Backspace | Input::Delete => self.give(rules, state, 0),
            Input::Char('a') => Reply::Replace(placed(digits_in(state), None)),
            Input::Char('c') => cleared(SIDE, &rules.start(), state),
            Input::Char('w') => self.shown.turn(&self.look(rules)),
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let rules = &Placed::<Sudoku>::of(position).rules;
        let mut marks = vec![Mark::new(self.cursor.cell(grid()), MarkKind::Cursor)];
        marks.extend(Sudoku::conflicts(&rules.givens).into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)));
        marks.extend(self.look(rules).marks);
        marks
    }

    fn shown(&self, position: &dyn Position) -> Option<Box<dyn Position>> {
        let rules = &Placed::<Sudoku>::of(position).rules;
        let state = self.shown.filling(&self.look(rules))?;
        Some(Box::new(Placed { rules: Arc::clone(rules), state }))
    }

    fn cursor(&self, _position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(grid()))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let rules = &Placed::<Sudoku>::of(position).rules;
        let givens = rules.givens.iter().filter(|&&digit| digit > 0).count();
        let here = grid().name(self.cursor.cell(grid()));
        let mut lines = vec![format!("{}; at {here}", count(givens as u64, "digit given", "digits given"))];
        lines.extend(self.look(rules).lines);
        lines
    }

    fn begin_at(&mut self, cell: Cell) {
        self.cursor = Cursor(cell);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let key = |keys, does| KeyHint { keys, does };
        vec![key("1-9", "given"), key("0", "none"), key("a", "all given"), key("c", "clear"), key("w", "solutions")]
    }

    fn wants(&self, c: char) -> bool {
        c.is_ascii_digit() || matches!(c, 'a' | 'c' | 'w')
    }

    fn let_go(&mut self) {
        self.shown.hide();
    }
}
