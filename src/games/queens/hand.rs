//! The player's hand: a cursor in the next row.

use super::rules::{Place, Queens};
use super::view::{cell, place};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, MarkKind, Rules};

#[derive(Default)]
pub struct QueensHand {
    column: u8,
}

impl Hand for QueensHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        let last = rules.size - 1;
        match input {
            Input::Left => self.column = self.column.min(last).saturating_sub(1),
            Input::Right => self.column = (self.column + 1).min(last),
            Input::Home => self.column = 0,
            Input::End => self.column = last,
            Input::Click(cell) => self.column = place(cell, rules.size).1,
            Input::Pick => {
                let column = Place(self.column.min(last)).to_string();
                return match rules.read_move(state, &column) {
                    Ok(place) => Reply::Move(place.to_string()),
                    Err(why) => Reply::Say(why),
                };
            }
            _ => return Reply::Ignored,
        }
        Reply::Cursor
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        self.cursor(position).map(|cell| Mark::new(cell, MarkKind::Cursor)).into_iter().collect()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        let row = state.next_row();
        (row < rules.size).then(|| cell(row, self.column.min(rules.size - 1), rules.size))
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![KeyHint { keys: "left right", does: "choose a column" }, KeyHint { keys: "enter", does: "place a queen" }]
    }
}
