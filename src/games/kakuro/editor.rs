//! The setter's mode of the hand: squares turned black and white, clues typed or derived, and a live verdict.

use std::cell::RefCell;

use super::grid::{Grid, LONGEST_RUN, Square};
use super::logic;
use super::rules::{DigitGrid as _, Filling, Kakuro, Move, What};
use crate::games::digits::moves_between;
use crate::games::{Input, KeyHint, Placed, Reply};
use crate::search::{Cell, Mark, MarkKind, count};

#[derive(Default)]
pub struct Editor {
    /// Squares are turned together with their image under a half turn.
    asymmetric: bool,
    /// Typed digits go to the clue across, not to the clue down.
    across: bool,
    /// The square whose clue is being typed: the next digit is appended.
    typing: Option<Cell>,
    standing: RefCell<Option<(Grid, Standing)>>,
}

/// What is known of the puzzle as it stands.
#[derive(Clone, Debug)]
struct Standing {
    lines: Vec<String>,
    /// Where two solutions differ, or what has no filling.
    marks: Vec<Mark>,
    solutions: Vec<Vec<u8>>,
}

impl Editor {
    /// The cursor went elsewhere.
    pub fn moved(&mut self) {
        self.typing = None;
    }

    pub fn keys() -> Vec<KeyHint> {
        let key = |keys, does| KeyHint { keys, does };
        vec![
            key("f", "black/white"),
            key("0-9", "clue or digit"),
            key("o", "clues down/across"),
            key("d", "derive clues"),
            key("E", "empty grid"),
            key("i", "with image or not"),
            key("w", "show solutions"),
            key("e", "leave editor"),
        ]
    }

    pub fn wants(c: char) -> bool {
        matches!(c, 'f' | 'o' | 'd' | 'i' | 'w' | 'E')
    }

    pub fn input(&mut self, rules: &Kakuro, state: &Filling, at: Cell, input: Input) -> Reply {
        match input {
            Input::Char('f') => self.turn(rules, state, at),
            Input::Char('i') => {
                self.asymmetric = !self.asymmetric;
                Reply::Say(if self.asymmetric { "squares turn one by one" } else { "squares turn in pairs" }.into())
            }
            Input::Char('d') => derive(rules, state),
            Input::Char('E') => emptied(&rules.grid),
            Input::Char('w') => self.show_solution(rules, state),
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

    /// Fills in the first solution, then the second, by turns.
    fn show_solution(&self, rules: &Kakuro, state: &Filling) -> Reply {
        let solutions = self.standing(rules).solutions;
        let Some(first) = solutions.first() else { return Reply::Say("there is no solution to show".into()) };
        let shown = solutions.iter().position(|digits| digits[..] == state.digits[..]);
        let digits = match shown {
            Some(i) => &solutions[(i + 1) % solutions.len()],
            None => first,
        };
        let filled = Filling { digits: digits.clone().into(), notes: state.notes.clone() };
        let moves = moves_between(rules.grid.cols(), state, &filled);
        if moves.is_empty() { Reply::Say("this is the only solution".into()) } else { Reply::Moves(moves) }
    }

    /// How the puzzle stands, kept until the puzzle changes.
    fn standing(&self, rules: &Kakuro) -> Standing {
        let mut kept = self.standing.borrow_mut();
        match &*kept {
            Some((grid, standing)) if *grid == rules.grid => standing.clone(),
            _ => {
                let standing = standing(rules);
                *kept = Some((rules.grid.clone(), standing.clone()));
                standing
            }
        }
    }

    pub fn marks(&self, rules: &Kakuro) -> Vec<Mark> {
        self.standing(rules).marks
    }

    pub fn lines(&self, rules: &Kakuro, at: Cell) -> Vec<String> {
        let side = if self.across { "across" } else { "down" };
        let pairs = if self.asymmetric { "one by one" } else { "in pairs" };
        let mut lines = self.standing(rules).lines;
        lines.push(format!("edit {}: clues {side}, squares turn {pairs}", rules.grid.place(at)));
        lines
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

/// A grid of this size without clues: white but for the first row and column, and lines that keep runs to nine cells.
fn emptied(grid: &Grid) -> Reply {
    let black = |place: usize| place.is_multiple_of(LONGEST_RUN + 1);
    let squares = (0..grid.squares().len()).map(|cell| {
        let place = grid.place(cell as Cell);
        if black(place.row) || black(place.col) { Square::BLANK } else { Square::OPEN }
    });
    match Grid::new(grid.cols(), squares.collect()) {
        Ok(grid) => {
            let rules = Kakuro::new(grid);
            let start = rules.start();
            Reply::Replace(Placed::boxed(rules, start))
        }
        Err(malformed) => Reply::Say(malformed.to_string()),
    }
}

fn derive(rules: &Kakuro, state: &Filling) -> Reply {
    let whites = (0..state.digits.len() as Cell).filter(|&cell| rules.grid.is_white(cell));
    let empty = whites.filter(|&cell| state.digits[cell as usize] == 0).count();
    if empty > 0 {
        return Reply::Say(format!("{empty} cells are empty: fill them all, then derive the clues"));
    }
    let mut grid = rules.grid.clone();
    grid.derive_clues(&state.digits);
    replaced(&grid, state)
}

fn standing(rules: &Kakuro) -> Standing {
    let start = rules.start();
    let mut standing = Standing { lines: Vec::new(), marks: Vec::new(), solutions: Vec::new() };
    let Some(solutions) = rules.fillings(&start, 2) else {
        standing.lines.push("too hard to tell quickly".into());
        return standing;
    };
    match &solutions[..] {
        [] => {
            standing.lines.push("no solution".into());
            if let Some(why) = super::deadlock::explain(rules, &start) {
                // The story stands above: the screen tells it of every lost position.
                standing.marks = why.marks;
            }
        }
        [_] => {
            standing.lines.push("exactly one solution".into());
            standing.lines.push(logic::rate(rules, &start).to_string());
        }
        [first, second, ..] => {
            let differ: Vec<Cell> =
                (0..first.len()).filter(|&cell| first[cell] != second[cell]).map(|cell| cell as Cell).collect();
            let cells = count(differ.len() as u64, "cell", "cells");
            standing.lines.push(format!("several solutions: two differ in {cells}"));
            let pair =
                |&cell: &Cell| format!("{} {}/{}", rules.grid.place(cell), first[cell as usize], second[cell as usize]);
            standing.lines.push(differ.iter().take(5).map(pair).collect::<Vec<_>>().join("  "));
            standing.marks = differ.into_iter().map(|cell| Mark::new(cell, MarkKind::Hint)).collect();
        }
    }
    standing.solutions = solutions;
    standing
}
