//! From steps of packed positions to moves on the board.

use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL, unpacked_step};
use super::width::{Row as _, Width};
use crate::games::freecell::rules::cards::{Card, NUMBERS};
use crate::games::freecell::rules::{Board, FreeCell, Move, Place};
use crate::search::Rules;

/// Plays steps on a board and writes down the moves.
#[derive(Clone)]
pub struct Scribe<'a, W: Width> {
    pub rules: &'a FreeCell,
    pub deal: &'a Deal<W>,
    pub board: Board,
    /// Where each card is.
    places: [Place; NUMBERS],
    pub moves: Vec<Move>,
    /// Of each move, whether its card could go home instead.
    pub may_go_home: Vec<bool>,
    /// The single-card moves that these stand for.
    pub cards: usize,
}

impl<'a, W: Width> Scribe<'a, W> {
    pub fn new(deal: &'a Deal<W>) -> Self {
        let (rules, start) = (&deal.rules, &deal.board);
        let mut places = [Place::Home; NUMBERS];
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
        let (moves, may_go_home) = (Vec::with_capacity(160), Vec::with_capacity(160));
        Scribe { rules, deal, board: start.with_room(), places, moves, may_go_home, cards: 0 }
    }

    /// How many cards move with this one: all that lie on it.
    fn count(&self, card: Card) -> u8 {
        let Place::Column(column) = self.places[card.0 as usize] else { return 1 };
        let on = self.board.columns[column as usize].iter().rev().take_while(|&&other| other != card);
        on.count() as u8 + 1
    }

    fn step(&mut self, number: u8, code: Code) {
        let card = W::card(number);
        let (from, count) = (self.places[card.0 as usize], self.count(card));
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
                let under = W::card(self.deal.lies_on(number, code));
                (self.places[under.0 as usize], false)
            }
        };
        self.play(self.rules.several(from, to, count, opens));
    }

    /// Steps as nodes keep them; with `safe` the safe moves home after each.
    pub fn play_all(&mut self, steps: &[u16], safe: bool) {
        let mut is_settled = false;
        for &step in steps {
            let (card, code) = unpacked_step::<W>(step);
            let from = self.places[W::card(card).0 as usize];
            self.step(card, code);
            if safe {
                // Where every safe card is home, a step can free only the one that it uncovers.
                if !is_settled || code == AT_HOME || self.is_ready(from) {
                    self.safe_home();
                    is_settled = true;
                }
                debug_assert_eq!(self.safe_place(), None, "all safe cards are home");
            }
        }
    }

    /// Sends everything home from a position in which no card lies over a lower one.
    pub fn finish(&mut self) {
        while let Some(from) = self.ready(|_| true) {
            self.play(self.rules.single(from, Place::Home, false));
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
        self.may_go_home.push(mv.count == 1 && mv.to != Place::Home && self.rules.goes_home(&self.board, card));
        self.places[card.0 as usize] = mv.to;
        if let (Place::Column(column), 2..) = (mv.to, mv.count) {
            for card in self.board.columns[column as usize].iter().rev().take(mv.count as usize) {
                self.places[card.0 as usize] = mv.to;
            }
        }
    }

    fn homes(&self) -> W::BySuit<u8> {
        let mut homes = W::BySuit::of(0);
        for suit in 0..1 << W::SUIT_BITS {
            homes[suit] = self.board.homes[suit];
        }
        homes
    }

    /// Whether the playable card of a place goes home.
    fn is_ready(&self, place: Place) -> bool {
        self.rules.playable(&self.board, place).is_some_and(|card| self.rules.goes_home(&self.board, card))
    }

    fn safe_place(&self) -> Option<Place> {
        self.ready(|card| self.deal.tables.is_safe(self.homes(), W::number(card)))
    }

    /// Makes the safe moves home that the search made by itself.
    fn safe_home(&mut self) {
        while let Some(from) = self.safe_place() {
            self.play(self.rules.single(from, Place::Home, false));
        }
    }
}
