//! The table as the classroom's program keeps it: home piles in the order in which they were opened, cells as a list.

use serde_json::{Value, json};

use super::cards::{Card, MAX_CELLS, MAX_SUITS, Variant};
use super::{Board, FreeCell, Move, Place};
use crate::search::Rules;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desk {
    /// The card that went home last is last.
    pub homes: Vec<Vec<Card>>,
    /// A new card comes last.
    pub cells: Vec<Card>,
    /// The playable card last.
    pub columns: Vec<Vec<Card>>,
    /// The same as lettered cells, for the notation.
    letters: [Option<Card>; MAX_CELLS],
}

impl Desk {
    pub fn new(rules: &FreeCell, board: &Board) -> Desk {
        let mut homes: Vec<Vec<Card>> = (0..rules.variant.suits)
            .map(|suit| (0..board.homes[suit as usize]).map(|rank| Card::new(rank, suit)).collect())
            .collect();
        homes.sort_by_key(Vec::is_empty);
        Desk {
            homes,
            cells: rules.cells(board).iter().copied().flatten().collect(),
            columns: board.columns.clone(),
            letters: board.cells,
        }
    }

    pub fn is_done(&self) -> bool {
        self.cells.is_empty() && self.columns.iter().all(Vec::is_empty)
    }

    /// The same table as the rules keep it.
    pub fn board(&self) -> Board {
        let mut homes = [0; MAX_SUITS];
        for card in self.homes.iter().filter_map(|pile| pile.last()) {
            homes[card.suit() as usize] = card.rank() + 1;
        }
        Board { homes, cells: self.letters, columns: self.columns.clone() }
    }

    /// Line by line: homes, cells, then the columns, the playable card last.
    pub fn lines(&self, variant: &Variant) -> Vec<String> {
        let tops: Vec<Card> = self.homes.iter().filter_map(|pile| pile.last().copied()).collect();
        let names = |cards: &[Card]| variant.names(cards);
        let mut lines = vec![format!("home  {}", names(&tops)), format!("cells {}", names(&self.cells))];
        lines.extend(self.columns.iter().enumerate().map(|(i, column)| format!("{:>4}  {}", i + 1, names(column))));
        lines
    }

    /// The first home pile that takes a card.
    fn home_for(&self, card: Card) -> Option<usize> {
        self.homes.iter().position(|pile| match pile.last() {
            None => card.rank() == 0,
            Some(last) => last.suit() == card.suit() && last.rank() + 1 == card.rank(),
        })
    }

    fn letter(&self, card: Card) -> Place {
        let cell = self.letters.iter().position(|&held| held == Some(card));
        Place::Cell(cell.expect("a card of a cell has a letter") as u8)
    }

    /// The moves to try, first to last: column to home, cell to home, cell to column, column to column, column to
    /// cell; only the first `targets` columns take cards, each card only the leftmost of them.
    pub fn candidates(&self, rules: &FreeCell, targets: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let tops = || self.columns.iter().enumerate().filter_map(|(i, column)| Some((i as u8, *column.last()?)));
        for (column, card) in tops() {
            if self.home_for(card).is_some() {
                moves.push(rules.single(Place::Column(column), Place::Home, false));
            }
        }
        for &card in &self.cells {
            if self.home_for(card).is_some() {
                moves.push(rules.single(self.letter(card), Place::Home, false));
            }
        }
        let columns = &self.columns[..targets.min(self.columns.len())];
        for &card in &self.cells {
            let takes = |column: &Vec<Card>| column.last().is_none_or(|&top| rules.variant.fits(card, top));
            if let Some(to) = columns.iter().position(takes) {
                moves.push(rules.single(self.letter(card), Place::Column(to as u8), columns[to].is_empty()));
            }
        }
        for (from, card) in tops() {
            let takes = |column: &Vec<Card>| column.last().is_some_and(|&top| rules.variant.fits(card, top));
            if let Some(to) = columns.iter().position(takes) {
                moves.push(rules.single(Place::Column(from), Place::Column(to as u8), false));
            }
        }
        if self.cells.len() < rules.variant.cells as usize {
            let cell = self.letters.iter().position(Option::is_none).unwrap_or(0) as u8;
            moves.extend(tops().map(|(from, _)| rules.single(Place::Column(from), Place::Cell(cell), false)));
        }
        moves
    }

    pub fn play(&mut self, rules: &FreeCell, mv: Move) {
        let cards: Vec<Card> = match mv.from {
            Place::Column(column) => {
                let column = &mut self.columns[column as usize];
                column.split_off(column.len() - mv.count as usize)
            }
            Place::Cell(cell) => {
                let card = self.letters[cell as usize].take();
                self.cells.retain(|&held| Some(held) != card);
                card.into_iter().collect()
            }
            Place::Home => Vec::new(),
        };
        match mv.to {
            Place::Column(column) => self.columns[column as usize].extend(cards),
            Place::Cell(cell) => {
                self.letters[cell as usize] = cards.first().copied();
                self.cells.extend(cards);
            }
            Place::Home => {
                if let Some((pile, card)) = cards.first().and_then(|&card| Some((self.home_for(card)?, card))) {
                    self.homes[pile].push(card);
                }
            }
        }
        debug_assert!(self.cells.len() <= rules.variant.cells as usize);
    }

    /// `[homes, cells, columns]` as the viewer got it: the last card home and the playable card first.
    pub fn json(&self, variant: &Variant) -> Value {
        let card = |card: &Card| json!([variant.height(card.rank()), card.suit()]);
        let piles = |piles: &[Vec<Card>]| -> Vec<Value> {
            piles.iter().map(|pile| Value::from(pile.iter().rev().map(card).collect::<Vec<_>>())).collect()
        };
        json!([piles(&self.homes), self.cells.iter().map(card).collect::<Vec<_>>(), piles(&self.columns)])
    }
}

/// The states along a line of play, the newest first.
pub fn states(rules: &FreeCell, start: &Board, moves: &[String]) -> Option<Value> {
    let mut board = start.clone();
    let mut desk = Desk::new(rules, start);
    let mut states = vec![desk.json(&rules.variant)];
    for mv in moves {
        let mv = rules.read_move(&board, mv).ok()?;
        rules.apply(&mut board, &mv);
        desk.play(rules, mv);
        states.push(desk.json(&rules.variant));
    }
    states.reverse();
    Some(states.into())
}
