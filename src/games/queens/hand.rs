//! The player's hand: a cursor in the next row.

use super::rules::{Place, Queens};
use crate::games::squares::Cursor;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Rules};

#[derive(Default)]
pub struct QueensHand {
    cursor: Cursor,
}

impl QueensHand {
    fn column(&self, rules: Queens) -> u16 {
        rules.grid().col(self.cursor.cell(rules.grid())) as u16
    }
}

impl Hand for QueensHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        match input {
            Input::Up | Input::Down | Input::PageUp | Input::PageDown => Reply::Ignored,
            Input::Pick => match rules.read_move(state, &Place(self.column(**rules)).to_string()) {
                Ok(place) => Reply::Move(place.to_string()),
                Err(why) => Reply::Say(why),
            },
            input if self.cursor.walk(rules.grid(), input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        let row = state.next_row();
        (row < rules.size).then(|| rules.grid().cell(row.into(), self.column(**rules).into()))
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![KeyHint { keys: "left right", does: "column" }, KeyHint { keys: "enter", does: "queen" }]
    }
}
