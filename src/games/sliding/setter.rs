//! Setting a board up: a number puts its tile under the cursor, two picked tiles change places. All tiles are always
//! there, so a board can be wrong in its parity alone, which is told as ever.

use super::rules::{BLANK, Board, Goal, Sliding};
use super::text;
use crate::games::squares::{Cursor, Grid};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, Mark, MarkKind};

pub struct TileWorkshop;

impl Workshop for TileWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<TileSetter>::default()
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("ROWSxCOLUMNS, 2x2 to 6x6")
    }

    fn bare_word(&self) -> &'static str {
        "sorted"
    }

    /// All tiles at home.
    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let old = &Placed::<Sliding>::of(position).rules;
        let size = size.map_or(Ok(old.size), text::read_size)?;
        let goal = if size == old.size { old.goal } else { Goal::BlankLast };
        let rules = Sliding::new(size, goal);
        let board = *rules.goal_board();
        Ok(Placed::boxed(rules, board))
    }
}

#[derive(Default)]
struct TileSetter {
    cursor: Cursor,
    picked: Option<Cell>,
    /// The number under the cursor that may go on by a digit, and the board before its first one.
    typed: Option<(u8, Board)>,
}

fn grid(rules: &Sliding) -> Grid {
    Grid::new(rules.size.rows, rules.size.cols)
}

/// The board with the tiles of two cells exchanged.
fn exchanged(rules: &Sliding, board: &Board, one: usize, other: usize) -> Board {
    rules.exchange(board, [board.tile(one), board.tile(other)])
}

fn replaced(rules: &Sliding, board: Board) -> Reply {
    Reply::Replace(Placed::boxed(rules.clone(), board))
}

/// A digit that makes a number longer.
fn longer(number: u8, digit: u8) -> usize {
    usize::from(number) * 10 + usize::from(digit)
}

impl TileSetter {
    /// A digit: the number goes on as long as there is such a tile, and then the cursor does.
    fn digit(&mut self, rules: &Sliding, board: &Board, digit: u8) -> Reply {
        let cells = rules.size.cells();
        let typed = self.typed.take();
        let (number, before) = match typed {
            Some((number, before)) if longer(number, digit) < cells => (longer(number, digit) as u8, before),
            _ if usize::from(digit) >= cells => return Reply::Say(format!("the tiles are 1 to {}", cells - 1)),
            _ => (digit, *board),
        };
        if typed.is_some() && number == digit {
            self.cursor.go_on(grid(rules));
        }
        let reply = self.put(rules, &before, number);
        if number != BLANK && longer(number, 0) < cells {
            self.typed = Some((number, before));
        } else {
            self.cursor.go_on(grid(rules));
        }
        reply
    }

    fn put(&self, rules: &Sliding, board: &Board, number: u8) -> Reply {
        let here = self.cursor.cell(grid(rules)) as usize;
        let there = board.tiles(rules.size).iter().position(|&tile| tile == number).unwrap_or_default();
        replaced(rules, exchanged(rules, board, here, there))
    }

    fn pick(&mut self, rules: &Sliding, board: &Board) -> Reply {
        let here = self.cursor.cell(grid(rules));
        self.typed = None;
        match self.picked.take() {
            Some(there) if there != here => replaced(rules, exchanged(rules, board, here as usize, there as usize)),
            Some(_) => Reply::Cursor,
            None => {
                self.picked = Some(here);
                Reply::Cursor
            }
        }
    }
}

impl Hand for TileSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state: board } = Placed::<Sliding>::of(position);
        match input {
            Input::Char(c @ '0'..='9') => self.digit(rules, board, c as u8 - b'0'),
            Input::Backspace | Input::Delete => {
                self.typed = None;
                self.put(rules, board, BLANK)
            }
            Input::Pick => self.pick(rules, board),
            Input::Cancel if self.picked.take().is_some() => Reply::Cursor,
            Input::Click(_) if self.cursor.walk(grid(rules), input) => self.pick(rules, board),
            input if self.cursor.walk(grid(rules), input) => {
                self.typed = None;
                Reply::Cursor
            }
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let cursor = self.cursor(position).map(|cell| Mark::new(cell, MarkKind::Cursor));
        cursor.into_iter().chain(self.picked.map(|cell| Mark::new(cell, MarkKind::Picked))).collect()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(grid(&Placed::<Sliding>::of(position).rules)))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let rules = &Placed::<Sliding>::of(position).rules;
        let most = rules.size.cells() - 1;
        let waits = |&(number, _): &(u8, Board)| {
            let last = most.min(longer(number, 9));
            format!("{number}, or {number}0 to {last} with a digit more; an arrow goes on")
        };
        self.typed.as_ref().map(waits).into_iter().collect()
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "0-9", does: "this tile (12: 1 2), 0 the blank" },
            KeyHint { keys: "enter", does: "pick, change places" },
            KeyHint { keys: "arrows", does: "move" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        c.is_ascii_digit()
    }

    fn let_go(&mut self) {
        (self.picked, self.typed) = (None, None);
    }

    fn is_busy(&self) -> bool {
        self.picked.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::Game;

    fn typed(deal: &str, digits: &str) -> String {
        let mut position = GAME.deal(deal).expect("a board");
        let mut setter = TileSetter::default();
        for digit in digits.chars() {
            if let Reply::Replace(next) = setter.input(&*position, Input::Char(digit)) {
                position = next;
            }
        }
        position.line()
    }

    /// Each digit more makes the number longer as far as there is such a tile; where there is none, the next place has
    /// its turn.
    #[test]
    fn a_board_is_typed_from_its_first_tile_to_its_last() {
        assert_eq!(typed("3x3:1", "120345678"), "1 2 0 3 4 5 6 7 8");
        assert_eq!(typed("4x4:1", "1514130121110987654321"), "15 14 13 0 12 11 10 9 8 7 6 5 4 3 2 1");
        assert!(typed("6x6:1", "35036").starts_with("35 0 3 6 "), "there is no 36");
    }
}
