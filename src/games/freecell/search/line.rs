//! From steps of packed positions to moves on the board.

use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL};
use crate::games::freecell::rules::cards::{Card, DECK};
use crate::games::freecell::rules::{Board, FreeCell, Move, Place};
use crate::search::Rules;

/// Plays steps on a board and writes down the moves.
#[derive(Clone)]
pub struct Scribe<'a> {
    pub rules: &'a FreeCell,
    pub deal: &'a Deal,
    pub board: Board,
    /// Where each card is.
    places: [Place; DECK],
    pub moves: Vec<Move>,
    /// The single-card moves that these stand for.
    pub cards: usize,
}

impl<'a> Scribe<'a> {
    pub fn new(deal: &'a Deal) -> Self {
        let (rules, start) = (&deal.rules, &deal.board);
        let mut places = [Place::Home; DECK];
        for (i, column) in start.columns.iter().enumerate() {
            for card in column {
                places[card.0 as usize] = Place::Column(i as u8);
            }
        }
        for (i, card) in start.cells.iter().enumerate() {
            if let Some(card) = card {
                places[card.0 as usize] = Place::Cell(i as u8);
            }
        }
        Scribe { rules, deal, board: start.clone(), places, moves: Vec::with_capacity(160), cards: 0 }
    }

    /// How many cards move with this one: all that lie on it.
    fn count(&self, card: u8) -> u8 {
        let Place::Column(column) = self.places[card as usize] else { return 1 };
        let on = self.board.columns[column as usize].iter().rev().take_while(|other| other.0 != card);
        on.count() as u8 + 1
    }

    fn step(&mut self, card: u8, code: Code) {
        let (from, count) = (self.places[card as usize], self.count(card));
        let (to, opens) = match code {
            AT_HOME => (Place::Home, false),
            IN_CELL => {
                let cell = self.rules.first_free_cell(&self.board).expect("a step into a cell needs a free one");
                (Place::Cell(cell as u8), false)
            }
            AT_BASE => {
                let column = self.board.columns.iter().position(Vec::is_empty);
                (Place::Column(column.expect("a step to a base needs an empty column") as u8), true)
            }
            _ => {
                let under = self.deal.under[card as usize][code as usize];
                (self.places[under as usize], false)
            }
        };
        self.play(Move { from, to, count, opens });
    }

    /// Steps as nodes keep them; with `safe` the safe moves home after each.
    pub fn play_all(&mut self, steps: &[u16], safe: bool) {
        for &step in steps {
            self.step((step >> 3) as u8, (step & 7) as u8);
            if safe {
                self.safe_home();
            }
        }
    }

    /// Sends everything home from a position in which no card lies over a lower one.
    pub fn finish(&mut self) {
        while let Some(from) = self.ready(|_| true) {
            self.play(Move::single(from, Place::Home, false));
        }
    }

    /// The first place whose playable card goes home and is good enough.
    fn ready(&self, good: impl Fn(Card) -> bool) -> Option<Place> {
        let goes = |card: Card| self.rules.goes_home(&self.board, card) && good(card);
        let columns = self.board.columns.iter();
        if let Some(column) = columns.into_iter().position(|column| column.last().is_some_and(|&card| goes(card))) {
            return Some(Place::Column(column as u8));
        }
        self.rules.cells(&self.board).iter().position(|cell| cell.is_some_and(goes)).map(|cell| Place::Cell(cell as u8))
    }

    fn play(&mut self, mv: Move) {
        self.cards += self.rules.cost(&self.board, &mv);
        let card = self.rules.apply(&mut self.board, &mv);
        self.moves.push(mv);
        self.places[card.0 as usize] = mv.to;
        if let (Place::Column(column), 2..) = (mv.to, mv.count) {
            for card in self.board.columns[column as usize].iter().rev().take(mv.count as usize) {
                self.places[card.0 as usize] = mv.to;
            }
        }
    }

    /// Makes the safe moves home that the search made by itself.
    fn safe_home(&mut self) {
        while let Some(from) = self.ready(|card| self.deal.tables.is_safe(self.board.homes, card.0)) {
            self.play(Move::single(from, Place::Home, false));
        }
    }
}
