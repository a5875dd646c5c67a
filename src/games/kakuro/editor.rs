//! Setting a grid up: squares turned black and white, clues typed or derived, and how many solutions there are.

use std::sync::Arc;

use super::grid::{Grid, LARGEST_SIDE, LONGEST_RUN, Square};
use super::logic;
use super::rules::{DigitGrid as _, Filling, Kakuro, Move, What};
use crate::games::digits::{KeptStanding, SHOWN, Shown, Standing, cleared};
use crate::games::squares::{self, Cursor};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, Mark, MarkKind, count};

pub struct GridWorkshop;

impl Workshop for GridWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<Editor>::default()
    }

    fn standing(&self, position: &dyn Position) -> Option<(String, Option<bool>)> {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        let standing = standing(rules);
        // A search from here takes the digits that were written as well.
        let has_digits = state.digits != rules.start().digits;
        let aside = if has_digits { ", digits aside" } else { "" };
        Some((format!("{}{aside}", standing.words), standing.is_good))
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("ROWSxCOLUMNS, 2x2 to 150x150, clues included")
    }

    /// White but for the first row and column, and lines that keep runs to nine cells.
    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let old = &Placed::<Kakuro>::of(position).rules.grid;
        let old = squares::Grid::new(old.rows(), old.cols());
        let fits =
            |grid: &squares::Grid| [grid.rows, grid.cols].into_iter().all(|side| (2..=LARGEST_SIDE).contains(&side));
        let size = size.map_or(Some(old), squares::Grid::sized).filter(fits);
        let size = size.ok_or_else(|| format!("expected {}", self.sizes().unwrap_or_default()))?;
        let black = |place: usize| place.is_multiple_of(LONGEST_RUN + 1);
        let squares = (0..size.cells() as Cell)
            .map(|cell| if black(size.row(cell)) || black(size.col(cell)) { Square::BLANK } else { Square::OPEN });
        let rules = Kakuro::new(Grid::new(size.cols, squares.collect()).map_err(|malformed| malformed.to_string())?);
        let start = rules.start();
        Ok(Placed::boxed(rules, start))
    }
}

#[derive(Default)]
pub struct Editor {
    cursor: Cursor,
    /// Squares are turned together with their image under a half turn.
    asymmetric: bool,
    /// Typed digits go to the clue across, not to the clue down.
    across: bool,
    /// The square whose clue is being typed: the next digit is appended.
    typing: Option<Cell>,
    standing: KeptStanding<Grid>,
    shown: Shown,
}

fn board(rules: &Kakuro) -> squares::Grid {
    squares::Grid::new(rules.grid.rows(), rules.grid.cols())
}

impl Hand for Editor {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Kakuro>::of(position);
        if input != Input::Char('w') {
            self.shown.hide();
        }
        if self.cursor.walk(board(rules), input) {
            self.typing = None;
            return Reply::Cursor;
        }
        let at = self.cursor.cell(board(rules));
        match input {
            Input::Char('f') | Input::Pick => self.turn(rules, state, at),
            Input::Char('i') => {
                self.asymmetric = !self.asymmetric;
                Reply::Say(if self.asymmetric { "squares turn one by one" } else { "squares turn in pairs" }.into())
            }
            Input::Char('d') => derive(rules, state),
            Input::Char('c') => cleared(rules.grid.cols(), &rules.start(), state),
            Input::Char('w') => self.shown.turn(&self.look(rules)),
            Input::Char('o') | Input::Tab => {
                self.across = !self.across;
                self.typing = None;
                Reply::Cursor
            }
            Input::Char(c @ '0'..='9') => self.digit(rules, state, at, c as u8 - b'0'),
            Input::Backspace | Input::Delete => {
                self.typing = None;
                if rules.grid.is_white(at) { place(rules, state, at, 0) } else { self.set_clue(rules, state, at, 0) }
            }
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let rules = &Placed::<Kakuro>::of(position).rules;
        let mut marks = vec![Mark::new(self.cursor.cell(board(rules)), MarkKind::Cursor)];
        marks.extend(self.look(rules).marks);
        marks
    }

    fn shown(&self, position: &dyn Position) -> Option<Box<dyn Position>> {
        let rules = &Placed::<Kakuro>::of(position).rules;
        let state = self.shown.filling(&self.look(rules))?;
        Some(Box::new(Placed { rules: Arc::clone(rules), state }))
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(board(&Placed::<Kakuro>::of(position).rules)))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let rules = &Placed::<Kakuro>::of(position).rules;
        let side = if self.across { "across" } else { "down" };
        let pairs = if self.asymmetric { "one by one" } else { "in pairs" };
        let mut lines = self.look(rules).lines;
        let at = rules.grid.place(self.cursor.cell(board(rules)));
        lines.push(format!("{at}: clues {side} (o changes), squares turn {pairs} (i)"));
        lines
    }

    fn begin_at(&mut self, cell: Cell) {
        self.cursor = Cursor(cell);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let key = |keys, does| KeyHint { keys, does };
        vec![
            key("f", "black or white"),
            key("0-9", "clue or digit"),
            key("o", "clues down or across"),
            key("d", "clues from digits"),
            key("c", "clear digits"),
            key("w", "show solutions"),
            key("i", "in pairs or one by one"),
        ]
    }

    fn wants(&self, c: char) -> bool {
        c.is_ascii_digit() || matches!(c, 'f' | 'o' | 'd' | 'i' | 'w' | 'c')
    }

    fn let_go(&mut self) {
        self.typing = None;
        self.shown.hide();
    }
}

impl Editor {
    /// How the puzzle stands, kept until it changes.
    fn look(&self, rules: &Kakuro) -> Standing {
        self.standing.of(&rules.grid, || standing(rules))
    }

    /// Black to white or white to black, with its image unless asked otherwise.
    fn turn(&mut self, rules: &Kakuro, state: &Filling, at: Cell) -> Reply {
        let mut grid = rules.grid.clone();
        let turned = if rules.grid.is_white(at) { Square::BLANK } else { Square::OPEN };
        let image = (grid.squares().len() - 1) as Cell - at;
        // The clue row and column are not part of the pattern: the rest of the grid is turned about its own middle.
        let image = image_in_body(&grid, at).unwrap_or(image);
        grid.squares_mut()[at as usize] = turned;
        if !self.asymmetric {
            grid.squares_mut()[image as usize] = turned;
        }
        replaced(&grid, state)
    }

    fn digit(&mut self, rules: &Kakuro, state: &Filling, at: Cell, digit: u8) -> Reply {
        let Square::Black { down, right } = rules.grid.squares()[at as usize] else {
            return place(rules, state, at, digit);
        };
        let old = if self.across { right } else { down };
        let longer = u16::from(old) * 10 + u16::from(digit);
        let clue = if self.typing == Some(at) && longer <= 45 { longer as u8 } else { digit };
        self.typing = Some(at);
        self.set_clue(rules, state, at, clue)
    }

    fn set_clue(&mut self, rules: &Kakuro, state: &Filling, at: Cell, clue: u8) -> Reply {
        let mut grid = rules.grid.clone();
        if let Square::Black { down, right } = &mut grid.squares_mut()[at as usize] {
            *(if self.across { right } else { down }) = clue;
        }
        replaced(&grid, state)
    }
}

/// The image of a square of the body under a half turn of the body: the grid without a first row and column of blacks.
fn image_in_body(grid: &Grid, at: Cell) -> Option<Cell> {
    let place = grid.place(at);
    let top = usize::from((0..grid.cols()).all(|col| !grid.at(0, col).is_white()));
    let left = usize::from((0..grid.rows()).all(|row| !grid.at(row, 0).is_white()));
    if place.row < top || place.col < left {
        return None;
    }
    let (row, col) = (grid.rows() - 1 - (place.row - top), grid.cols() - 1 - (place.col - left));
    Some((row * grid.cols() + col) as Cell)
}

fn place(rules: &Kakuro, state: &Filling, at: Cell, digit: u8) -> Reply {
    if rules.is_given(at) {
        return Reply::Say("this digit is given".into());
    }
    if digit == 0 && state.digits[at as usize] == 0 {
        return Reply::Cursor;
    }
    Reply::Move(Move { at: rules.grid.place(at), what: What::Digit(digit) }.to_string())
}

/// Another grid in place of this one; the digits stay where there still is a white cell.
fn replaced(grid: &Grid, state: &Filling) -> Reply {
    let grid = match Grid::new(grid.cols(), grid.squares().to_vec()) {
        Ok(grid) => grid,
        Err(malformed) => return Reply::Say(malformed.to_string()),
    };
    let rules = Kakuro::new(grid);
    let mut filling = rules.start();
    for cell in (0..state.digits.len()).filter(|&cell| rules.grid.squares()[cell].is_white()) {
        if filling.digits[cell] == 0 {
            filling.digits[cell] = state.digits[cell];
            filling.notes[cell] = state.notes[cell];
        }
    }
    Reply::Replace(Placed::boxed(rules, filling))
}

fn derive(rules: &Kakuro, state: &Filling) -> Reply {
    let whites = (0..state.digits.len() as Cell).filter(|&cell| rules.grid.is_white(cell));
    let empty = whites.filter(|&cell| state.digits[cell as usize] == 0).count();
    if empty > 0 {
        let empty = count(empty as u64, "cell is empty", "cells are empty");
        return Reply::Say(format!("{empty}: fill every cell, then derive the clues"));
    }
    let mut grid = rules.grid.clone();
    grid.derive_clues(&state.digits);
    replaced(&grid, state)
}

fn standing(rules: &Kakuro) -> Standing {
    let start = rules.start();
    let mut standing = Standing::of(rules.grid.cols(), rules.fillings(&start, SHOWN));
    standing.lines.splice(0..0, rules.grid.stray_clues());
    match standing.solutions.len() {
        // The story stands above: the screen tells it of every lost position.
        0 => standing.marks = super::deadlock::explain(rules, &start).map_or_else(Vec::new, |why| why.marks),
        1 => standing.lines.push(logic::rate(rules, &start).to_string()),
        _ => {}
    }
    standing
}
