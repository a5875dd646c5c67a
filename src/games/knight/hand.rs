//! The player's hand: a cursor on the board; the squares that the knight can leap to are marked.

use super::rules::{Knight, Tour};
use crate::games::squares::Cursor;
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply};
use crate::search::{Cell, Mark, MarkKind, Rules};

#[derive(Default)]
pub struct KnightHand {
    /// None before the first key: then it is at the knight.
    cursor: Option<Cursor>,
}

impl KnightHand {
    fn here(&self, rules: &Knight, tour: &Tour) -> Cell {
        let knight = || Cursor(tour.path.last().copied().map_or(0, Cell::from));
        self.cursor.unwrap_or_else(knight).cell(rules.grid)
    }

    /// Walks from where it is; whether the input was one to walk by.
    fn walk(&mut self, rules: &Knight, tour: &Tour, input: Input) -> bool {
        let mut cursor = Cursor(self.here(rules, tour));
        let has_walked = cursor.walk(rules.grid, input);
        if has_walked {
            self.cursor = Some(cursor);
        }
        has_walked
    }

    fn leap(&self, rules: &Knight, state: &Tour) -> Reply {
        match rules.read_move(state, &rules.grid.name(self.here(rules, state))) {
            Ok(leap) => Reply::Move(leap.to_string()),
            Err(why) => Reply::Say(why),
        }
    }

    /// Puts the cursor on the next or previous square that the knight can leap to.
    fn turn(&mut self, rules: &Knight, state: &Tour) -> Reply {
        let here = self.here(rules, state);
        let mut squares: Vec<Cell> = rules.next(state).map(Cell::from).collect();
        squares.sort_unstable();
        let next = squares.iter().find(|&&square| square > here).or(squares.first());
        match next {
            Some(&square) => {
                self.cursor = Some(Cursor(square));
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
            Input::Click(cell) if self.walk(rules, state, input) => {
                let is_next = rules.next(state).any(|square| Cell::from(square) == cell);
                if is_next { self.leap(rules, state) } else { Reply::Cursor }
            }
            input if self.walk(rules, state, input) => Reply::Cursor,
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
        let Placed { rules, state } = Placed::<Knight>::of(position);
        Some(self.here(rules, state))
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: "leap" },
            KeyHint { keys: "arrows", does: "choose" },
            KeyHint { keys: "tab", does: "next square to leap to" },
        ]
    }
}
