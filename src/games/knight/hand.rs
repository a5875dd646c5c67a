//! The player's hand: a cursor on the board; the squares that the knight can leap to are marked.

use super::rules::Knight;
use crate::games::squares::Cursor;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, MarkKind, Rules};

#[derive(Default)]
pub struct KnightHand {
    cursor: Cursor,
}

impl KnightHand {
    fn leap(&self, rules: &Knight, state: &<Knight as Rules>::State) -> Reply {
        match rules.read_move(state, &rules.grid.name(self.cursor.cell(rules.grid))) {
            Ok(leap) => Reply::Move(leap.to_string()),
            Err(why) => Reply::Say(why),
        }
    }

    /// Puts the cursor on the next or previous square that the knight can leap to.
    fn turn(&mut self, rules: &Knight, state: &<Knight as Rules>::State) -> Reply {
        let here = self.cursor.cell(rules.grid);
        let mut squares: Vec<Cell> = rules.next(state).map(Cell::from).collect();
        squares.sort_unstable();
        let next = squares.iter().find(|&&square| square > here).or(squares.first());
        match next {
            Some(&square) => {
                self.cursor = Cursor(square);
                Reply::Cursor
            }
            None => Reply::Say("nothing leads on from here: u takes a leap back".into()),
        }
    }
}

impl Hand for KnightHand {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Knight>::of(position);
        match input {
            Input::Pick => self.leap(rules, state),
            Input::Tab => self.turn(rules, state),
            Input::Click(cell) if self.cursor.walk(rules.grid, input) => {
                let is_next = rules.next(state).any(|square| Cell::from(square) == cell);
                if is_next { self.leap(rules, state) } else { Reply::Cursor }
            }
            input if self.cursor.walk(rules.grid, input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let Placed { rules, state } = Placed::<Knight>::of(position);
        let legal = rules.next(state).filter(|_| !state.path.is_empty());
        let legal = legal.map(|square| Mark::new(square.into(), MarkKind::Legal));
        let cursor = self.cursor(position).map(|cell| Mark::new(cell, MarkKind::Cursor));
        cursor.into_iter().chain(legal).collect()
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        let Placed { rules, .. } = Placed::<Knight>::of(position);
        Some(self.cursor.cell(rules.grid))
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: "leap" },
            KeyHint { keys: "arrows", does: "choose" },
            KeyHint { keys: "tab", does: "next square to leap to" },
        ]
    }
}
