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
    /// The number that is being typed: where, what, and the board before its first digit.
    typed: Option<(Cell, u8, Board)>,
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

impl TileSetter {
    fn put(&mut self, rules: &Sliding, board: &Board, digit: u8) -> Reply {
        let (here, cells) = (self.cursor.cell(grid(rules)), rules.size.cells());
        let longer = |number: u8| number.saturating_mul(10).saturating_add(digit);
        let more = self.typed.filter(|(at, ..)| *at == here).map(|(_, number, before)| (longer(number), before));
        let (number, before) = more.filter(|&(number, _)| usize::from(number) < cells).unwrap_or((digit, *board));
        if usize::from(number) >= cells {
            return Reply::Say(format!("the tiles are 1 to {}", cells - 1));
        }
        self.typed = (number != BLANK).then_some((here, number, before));
        let there = before.tiles(rules.size).iter().position(|&tile| tile == number).unwrap_or_default();
        replaced(rules, exchanged(rules, &before, here as usize, there))
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
            Input::Char(c @ '0'..='9') => self.put(rules, board, c as u8 - b'0'),
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

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "0-9", does: "this tile here, 0 the blank" },
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

    /// Each digit more makes the number longer as far as there is such a tile, and begins a new one beyond.
    #[test]
    fn numbers_are_typed_digit_by_digit() {
        let mut position = GAME.deal("6x6:1").expect("a board");
        let mut setter = TileSetter::default();
        let mut put = Vec::new();
        for digit in "2603599".chars() {
            if let Reply::Replace(next) = setter.input(&*position, Input::Char(digit)) {
                position = next;
            }
            put.push(Placed::<Sliding>::of(&*position).state.tile(0));
        }
        assert_eq!(put, [2, 26, 0, 3, 35, 9, 9]);
    }
}
