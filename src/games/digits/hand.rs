//! The player's hand in a puzzle of digits: a pencil over the puzzle's own desk.

use std::marker::PhantomData;

use super::filling::Filling;
use super::pencil::{Desk, Pencil};
use crate::games::{Hand, HintLevel, Input, KeyHint, Placed, Position, Puzzle, Reply, Settings};
use crate::search::{Cell, Mark};

pub struct DigitHand<G> {
    pencil: Pencil,
    desk: PhantomData<fn() -> G>,
}

impl<G> DigitHand<G> {
    pub fn new(settings: &Settings) -> Self {
        DigitHand { pencil: Pencil::new(settings), desk: PhantomData }
    }
}

impl<G: Desk + Puzzle<State = Filling>> Hand for DigitHand<G> {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let (desk, state) = Placed::<G>::parts(position);
        match self.pencil.moved(desk, input) {
            Some(reply) => reply,
            None => self.pencil.write(desk, state, input),
        }
    }

    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        let (desk, state) = Placed::<G>::parts(position);
        self.pencil.marks(desk, state)
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.pencil.at(Placed::<G>::parts(position).0))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let (desk, state) = Placed::<G>::parts(position);
        if desk.is_solved(state) {
            return Vec::new();
        }
        desk.lines(state, self.pencil.at(desk), self.pencil.mode(desk, state), self.pencil.tells_faults())
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.pencil.keys()
    }

    fn wants(&self, c: char) -> bool {
        Pencil::wants(c)
    }

    fn settings(&self) -> Settings {
        self.pencil.settings()
    }

    fn bookmarks(&self, position: &dyn Position) -> Vec<Vec<String>> {
        self.pencil.bookmarks(Placed::<G>::parts(position).0)
    }

    fn recall_bookmarks(&mut self, position: &dyn Position, bookmarks: &[Vec<String>]) {
        self.pencil.recall_bookmarks(Placed::<G>::parts(position).0, bookmarks);
    }

    fn hint(&mut self, position: &dyn Position, level: HintLevel) -> Option<Result<Reply, String>> {
        let (desk, state) = Placed::<G>::parts(position);
        Some(self.pencil.hint(desk, state, level))
    }
}
