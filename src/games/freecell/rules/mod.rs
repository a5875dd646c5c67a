//! The board, its moves in standard notation, and what is legal.

pub mod cards;
pub mod classroom;
pub mod deadlock;
pub mod deal;
pub mod layout;
mod notation;
pub mod reason;

use std::fmt;

use self::cards::{Card, MAX_CELLS, MAX_RANKS, MAX_SUITS, Variant, capacity, single_moves};
use crate::search::{Rules, Status};

/// The rules of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeCell {
    pub variant: Variant,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// How many cards of each suit are home.
    pub homes: [u8; MAX_SUITS],
    pub cells: [Option<Card>; MAX_CELLS],
    /// The playable card last.
    pub columns: Vec<Vec<Card>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Cell(u8),
    Column(u8),
    Home,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Place,
    pub to: Place,
    pub count: u8,
    /// The target is an empty column: only then the notation tells the number of cards.
    pub opens: bool,
    /// On a table so wide that its places have numbers in place of single signs: `12>3`.
    pub wide: bool,
}

impl Place {
    /// Its sign, or on a wide table its number, cells with a `c` before it.
    fn write(self, wide: bool, text: &mut String) {
        match self {
            Place::Cell(cell) if wide => text.extend(["c", &(cell + 1).to_string()]),
            Place::Column(column) if wide => text.push_str(&(column + 1).to_string()),
            _ => text.push(self.letter()),
        }
    }

    #[inline]
    fn letter(self) -> char {
        char::from(match self {
            Place::Cell(cell) => b'a' + cell,
            Place::Column(column) => b'1' + column,
            Place::Home => b'h',
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Move {
    /// In standard notation, or by numbers. Lines of play are long and many, so the former does without a formatter.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(if self.wide { 8 } else { 4 });
        if self.wide {
            self.from.write(true, &mut text);
            text.push('>');
            self.to.write(true, &mut text);
        } else {
            text.extend([self.from.letter(), self.to.letter()]);
        }
        if self.opens && self.count > 1 {
            text.push('v');
            if self.count > 15 {
                text.push(char::from_digit(u32::from(self.count >> 4), 16).expect("a hexadecimal digit"));
            }
            text.push(char::from_digit(u32::from(self.count & 15), 16).expect("a hexadecimal digit"));
        }
        text
    }
}

impl Board {
    pub fn empty(variant: &Variant) -> Board {
        Board { homes: [0; MAX_SUITS], cells: [None; MAX_CELLS], columns: vec![Vec::new(); variant.columns as usize] }
    }

    /// The same board for a line of play, whose columns can grow where they lie.
    #[must_use]
    pub fn with_room(&self) -> Board {
        let roomy = |column: &Vec<Card>| {
            let mut copy = Vec::with_capacity(column.len() + MAX_RANKS);
            copy.extend_from_slice(column);
            copy
        };
        Board { columns: self.columns.iter().map(roomy).collect(), ..*self }
    }

    pub fn top(&self, column: usize) -> Option<Card> {
        self.columns[column].last().copied()
    }

    pub fn empty_columns(&self) -> usize {
        self.columns.iter().filter(|column| column.is_empty()).count()
    }

    pub fn cards_home(&self) -> usize {
        self.homes.iter().map(|&count| count as usize).sum()
    }
}

impl FreeCell {
    /// A move as this table writes it.
    pub fn several(&self, from: Place, to: Place, count: u8, opens: bool) -> Move {
        Move { from, to, count, opens, wide: self.variant.is_wide() }
    }

    pub fn single(&self, from: Place, to: Place, opens: bool) -> Move {
        self.several(from, to, 1, opens)
    }

    /// The move between two places, of so many cards where that is told; or in words why there is none.
    pub fn legal(&self, board: &Board, from: Place, to: Place, told: Option<usize>) -> Result<Move, String> {
        notation::legal(self, board, from, to, told)
    }

    /// A place as moves write it.
    pub fn sign(&self, place: Place) -> String {
        let mut text = String::new();
        place.write(self.variant.is_wide(), &mut text);
        text
    }

    pub fn cells<'b>(&self, board: &'b Board) -> &'b [Option<Card>] {
        &board.cells[..self.variant.cells as usize]
    }

    pub fn free_cells(&self, board: &Board) -> usize {
        self.cells(board).iter().filter(|cell| cell.is_none()).count()
    }

    pub fn first_free_cell(&self, board: &Board) -> Option<usize> {
        self.cells(board).iter().position(Option::is_none)
    }

    /// How many cards can go together onto a card, or into an empty column.
    pub fn capacity(&self, board: &Board, opens: bool) -> usize {
        capacity(self.free_cells(board), board.empty_columns() - usize::from(opens))
    }

    /// How many cards at the end of a column lie in order.
    pub fn run(&self, column: &[Card]) -> usize {
        if column.is_empty() {
            return 0;
        }
        1 + column.windows(2).rev().take_while(|pair| self.variant.fits(pair[1], pair[0])).count()
    }

    pub fn goes_home(&self, board: &Board, card: Card) -> bool {
        board.homes[card.suit() as usize] == card.rank()
    }

    /// The single-card moves that this move stands for, at its cheapest.
    pub fn cost(&self, board: &Board, mv: &Move) -> usize {
        match mv.count {
            1 => 1,
            count => {
                let spare = board.empty_columns() - usize::from(mv.opens);
                single_moves(count as usize, self.free_cells(board), spare)
            }
        }
    }

    /// The single-card moves of a whole line of play, which must be legal: how high the columns are and how many cells
    /// are free tells them, whatever the cards.
    pub fn total_cost(&self, start: &Board, moves: &[Move]) -> usize {
        let mut heights: Vec<usize> = start.columns.iter().map(Vec::len).collect();
        let mut free = self.free_cells(start);
        let mut total = 0;
        for mv in moves {
            let count = usize::from(mv.count);
            total += if count == 1 {
                1
            } else {
                let empty = heights.iter().filter(|&&height| height == 0).count();
                single_moves(count, free, empty - usize::from(mv.opens))
            };
            match mv.from {
                Place::Column(from) => heights[from as usize] -= count,
                Place::Cell(_) => free += 1,
                Place::Home => {}
            }
            match mv.to {
                Place::Column(to) => heights[to as usize] += count,
                Place::Cell(_) => free -= 1,
                Place::Home => {}
            }
        }
        total
    }

    /// The playable card of a place.
    pub fn playable(&self, board: &Board, place: Place) -> Option<Card> {
        match place {
            Place::Cell(cell) => board.cells[cell as usize],
            Place::Column(column) => board.top(column as usize),
            Place::Home => None,
        }
    }

    /// The last `count` cards of a column, or the card of a cell.
    pub fn at_the_end<'b>(&self, board: &'b Board, place: Place, count: usize) -> &'b [Card] {
        match place {
            Place::Cell(cell) => self.cells(board)[cell as usize].as_slice(),
            Place::Column(column) => {
                let column = &board.columns[column as usize];
                &column[column.len().saturating_sub(count)..]
            }
            Place::Home => &[],
        }
    }

    /// A move in words: the cards, and where they go.
    pub fn words(&self, board: &Board, mv: &Move) -> String {
        let cards = self.variant.names(self.at_the_end(board, mv.from, mv.count as usize));
        let to = self.sign(mv.to);
        match (mv.to, self.playable(board, mv.to)) {
            (Place::Home, _) => format!("{cards} home"),
            (Place::Cell(_), _) => format!("{cards} to cell {to}"),
            (Place::Column(_), Some(onto)) => format!("{cards} onto {}", self.variant.name(onto)),
            (Place::Column(_), None) => format!("{cards} into the empty column {to}"),
        }
    }

    /// Places that cards can be taken from: columns first, then cells.
    pub fn sources(&self) -> impl Iterator<Item = Place> + use<> {
        let (columns, cells) = (self.variant.columns, self.variant.cells);
        (0..columns).map(Place::Column).chain((0..cells).map(Place::Cell))
    }

    /// The next move home that `safe` autoplay (or, with `all`, any autoplay) makes.
    pub fn autoplay(&self, board: &Board, all: bool) -> Option<Move> {
        self.sources().find_map(|from| {
            let card = self.playable(board, from)?;
            let goes = self.goes_home(board, card) && (all || self.variant.is_safe(board.homes, card));
            goes.then_some(self.single(from, Place::Home, false))
        })
    }

    /// How many cards the ranks ask for when `from`'s run goes onto `target`, if any number fits.
    fn asked(&self, column: &[Card], target: Card) -> Option<usize> {
        let run = self.run(column);
        (1..=run).find(|&count| self.variant.fits(column[column.len() - count], target))
    }

    fn column_moves(&self, board: &Board, from: usize, into: &mut Vec<Move>) {
        let column = &board.columns[from];
        let source = Place::Column(from as u8);
        for to in (0..board.columns.len()).filter(|&to| to != from && !column.is_empty()) {
            let target = Place::Column(to as u8);
            if let Some(card) = board.top(to) {
                let asked = self.asked(column, card).filter(|&count| count <= self.capacity(board, false));
                into.extend(asked.map(|count| self.several(source, target, count as u8, false)));
            } else {
                let most = self.run(column).min(self.capacity(board, true));
                let all = (1..=most as u8).rev();
                into.extend(all.map(|count| self.several(source, target, count, true)));
            }
        }
    }

    fn put(board: &mut Board, cards: &[Card], to: Place) {
        match to {
            Place::Cell(cell) => board.cells[cell as usize] = Some(cards[0]),
            Place::Column(column) => board.columns[column as usize].extend_from_slice(cards),
            Place::Home => board.homes[cards[0].suit() as usize] += 1,
        }
    }

    fn carry(board: &mut Board, from: Place, to: Place, count: u8) {
        match from {
            Place::Column(column) => {
                let column = column as usize;
                if count == 1
                    && let Some(card) = board.columns[column].pop()
                {
                    return Self::put(board, &[card], to);
                }
                let mut cards = std::mem::take(&mut board.columns[column]);
                let rest = cards.len() - count as usize;
                Self::put(board, &cards[rest..], to);
                cards.truncate(rest);
                board.columns[column] = cards;
            }
            Place::Cell(cell) => {
                let card = board.cells[cell as usize].take().expect("a legal move takes a card");
                Self::put(board, &[card], to);
            }
            Place::Home => unreachable!("cards never leave home"),
        }
    }
}

impl Rules for FreeCell {
    type State = Board;
    type Move = Move;
    /// The playable card that the move took.
    type Undo = Card;

    /// Home first, then out of the cells, between columns, and into a cell; every empty column is a target of its
    /// own, of the free cells only the first.
    fn moves(&self, board: &Board, into: &mut Vec<Move>) {
        for from in self.sources() {
            if self.playable(board, from).is_some_and(|card| self.goes_home(board, card)) {
                into.push(self.single(from, Place::Home, false));
            }
        }
        for (cell, card) in self.cells(board).iter().enumerate() {
            let Some(card) = *card else { continue };
            for to in 0..board.columns.len() {
                let top = board.top(to);
                if top.is_none_or(|top| self.variant.fits(card, top)) {
                    into.push(self.single(Place::Cell(cell as u8), Place::Column(to as u8), top.is_none()));
                }
            }
        }
        for from in 0..board.columns.len() {
            self.column_moves(board, from, into);
        }
        if let Some(cell) = self.first_free_cell(board) {
            for from in (0..board.columns.len()).filter(|&from| !board.columns[from].is_empty()) {
                into.push(self.single(Place::Column(from as u8), Place::Cell(cell as u8), false));
            }
        }
    }

    fn apply(&self, board: &mut Board, mv: &Move) -> Card {
        let card = self.playable(board, mv.from).expect("a legal move takes a card");
        Self::carry(board, mv.from, mv.to, mv.count);
        card
    }

    fn undo(&self, board: &mut Board, mv: &Move, card: &Card) {
        if mv.to == Place::Home {
            board.homes[card.suit() as usize] -= 1;
            Self::put(board, &[*card], mv.from);
        } else {
            Self::carry(board, mv.to, mv.from, mv.count);
        }
    }

    fn status(&self, board: &Board) -> Status {
        if board.cards_home() == self.variant.cards() {
            return Status::Solved;
        }
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        if moves.is_empty() { Status::Stuck } else { Status::Open }
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Move, String> {
        notation::read(self, board, text)
    }
}
