//! The player's hand: a cursor in the next row, which can look at the others.

use super::rules::{Board, Place, Queens};
use crate::games::squares::Cursor;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Rules};

#[derive(Default)]
pub struct QueensHand {
    cursor: Cursor,
    /// The row that is looked at, where that is not the next one: a large board does not fit into every window.
    looks_at: Option<usize>,
}

/// Rows that a page is.
const PAGE: usize = 8;

impl QueensHand {
    fn row(&self, rules: Queens, next: usize) -> usize {
        self.looks_at.unwrap_or(next).min(usize::from(rules.size) - 1)
    }

    fn look(&mut self, rules: Queens, next: usize, input: Input) -> Reply {
        let (here, last) = (self.row(rules, next), usize::from(rules.size) - 1);
        let row = match input {
            Input::Up => here.saturating_sub(1),
            Input::PageUp => here.saturating_sub(PAGE),
            Input::Down => (here + 1).min(last),
            _ => (here + PAGE).min(last),
        };
        self.looks_at = (row != next).then_some(row);
        Reply::Cursor
    }

    /// A queen under the cursor.
    fn place(&self, rules: Queens, board: &Board) -> Reply {
        match rules.read_move(board, &Place(self.column(rules)).to_string()) {
            Ok(place) => Reply::Move(place.to_string()),
            Err(why) => Reply::Say(why),
        }
    }

    fn column(&self, rules: Queens) -> u16 {
        rules.grid().col(self.cursor.cell(rules.grid())) as u16
    }
}

impl Hand for QueensHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        match input {
            Input::Up | Input::Down | Input::PageUp | Input::PageDown => {
                self.look(**rules, state.next_row().into(), input)
            }
            Input::Pick if self.looks_at.take().is_some() => Reply::Cursor,
            Input::Pick => self.place(**rules, state),
            Input::Click(cell) if self.cursor.walk(rules.grid(), input) => {
                self.looks_at = None;
                let next = state.next_row();
                if next == rules.size || rules.grid().row(cell) == usize::from(next) {
                    self.place(**rules, state)
                } else {
                    Reply::Say(format!("the next queen goes into row {}", next + 1))
                }
            }
            input if self.cursor.walk(rules.grid(), input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        let next = state.next_row();
        let is_shown = next < rules.size || self.looks_at.is_some();
        is_shown.then(|| rules.grid().cell(self.row(**rules, next.into()), self.column(**rules).into()))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let next = Placed::<Queens>::of(position).state.next_row() + 1;
        if next == 1 && self.looks_at.is_none() {
            return vec!["left and right choose a square, enter puts a queen there".into()];
        }
        let looks = |row: usize| format!("looking at row {}; enter goes back to row {next}", row + 1);
        self.looks_at.map(looks).into_iter().collect()
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: if self.looks_at.is_some() { "go back" } else { "queen" } },
            KeyHint { keys: "arrows", does: "choose" },
            KeyHint { keys: "up down", does: "look at other rows" },
        ]
    }

    fn let_go(&mut self) {
        self.looks_at = None;
    }
}
