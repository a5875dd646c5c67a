//! The board, its moves in standard notation, and what is legal.

pub mod cards;
pub mod classroom;
pub mod deadlock;
pub mod deal;
pub mod layout;
pub mod reason;

use crate::games::quoted;
use std::fmt;

use self::cards::{Card, MAX_CELLS, Variant, capacity, card_names, single_moves};
use crate::search::{Rules, Status};

/// The rules of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeCell {
    pub variant: Variant,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// How many cards of each suit are home.
    pub homes: [u8; 4],
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
}

impl Place {
    fn letter(self) -> u8 {
        match self {
            Place::Cell(cell) => b'a' + cell,
            Place::Column(column) => b'1' + column,
            Place::Home => b'h',
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter() as char)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Move {
    /// In standard notation. Lines of play are long and many, so this does without a formatter.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(4);
        text.push(self.from.letter() as char);
        text.push(self.to.letter() as char);
        if self.opens && self.count > 1 {
            text.push('v');
            text.push(char::from_digit(self.count.into(), 16).expect("a run has at most thirteen cards"));
        }
        text
    }

    pub fn single(from: Place, to: Place, opens: bool) -> Move {
        Move { from, to, count: 1, opens }
    }
}

impl Board {
    pub fn empty(variant: &Variant) -> Board {
        Board { homes: [0; 4], cells: [None; MAX_CELLS], columns: vec![Vec::new(); variant.columns as usize] }
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

    /// The single-card moves of a whole line of play.
    pub fn total_cost(&self, start: &Board, moves: &[Move]) -> usize {
        let mut board = start.clone();
        let mut total = 0;
        for mv in moves {
            total += self.cost(&board, mv);
            self.apply(&mut board, mv);
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
        let cards = card_names(self.at_the_end(board, mv.from, mv.count as usize));
        match (mv.to, self.playable(board, mv.to)) {
            (Place::Home, _) => format!("{cards} home"),
            (Place::Cell(_), _) => format!("{cards} to cell {}", mv.to),
            (Place::Column(_), Some(onto)) => format!("{cards} onto {onto}"),
            (Place::Column(_), None) => format!("{cards} into the empty column {}", mv.to),
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
            goes.then_some(Move::single(from, Place::Home, false))
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
                into.extend(asked.map(|count| Move { from: source, to: target, count: count as u8, opens: false }));
            } else {
                let most = self.run(column).min(self.capacity(board, true));
                let all = (1..=most as u8).rev();
                into.extend(all.map(|count| Move { from: source, to: target, count, opens: true }));
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
                let rest = board.columns[column].len() - count as usize;
                let cards = board.columns[column].split_off(rest);
                Self::put(board, &cards, to);
            }
            Place::Cell(cell) => {
                let card = board.cells[cell as usize].take().expect("a legal move takes a card");
                Self::put(board, &[card], to);
            }
            Place::Home => unreachable!("cards never leave home"),
        }
    }

    fn read_place(&self, letter: char) -> Result<Place, String> {
        let letter = letter.to_ascii_lowercase();
        match letter {
            'h' => Ok(Place::Home),
            '1'..='9' if letter as u8 - b'1' < self.variant.columns => Ok(Place::Column(letter as u8 - b'1')),
            'a'..='g' if letter as u8 - b'a' < self.variant.cells => Ok(Place::Cell(letter as u8 - b'a')),
            '1'..='9' => Err(format!("there is no column {letter}: there are {}", self.variant.columns)),
            'a'..='g' => Err(format!("there is no cell {letter}: there are {}", self.variant.cells)),
            _ => Err(format!(
                "`{letter}` is no place: expected a column 1-9, a cell a-g or h for home",
                letter = quoted(letter)
            )),
        }
    }

    fn read_to_column(&self, board: &Board, from: Place, to: u8, told: Option<usize>) -> Result<Move, String> {
        let card = self.playable(board, from).ok_or_else(|| format!("{from} is empty"))?;
        let opens = board.columns[to as usize].is_empty();
        let one = [card];
        let column: &[Card] = match from {
            Place::Column(column) => &board.columns[column as usize],
            _ => &one,
        };
        let count = if let Some(target) = board.top(to as usize) {
            let asked = self.asked(column, target);
            let count = asked.ok_or_else(|| format!("nothing at the end of {from} goes on {target}"))?;
            if told.is_some_and(|told| told != count) {
                return Err(format!("onto {target} go exactly {count} cards"));
            }
            count
        } else {
            told.unwrap_or(1)
        };
        if count == 0 || count > self.run(column) {
            return Err(format!("only {} cards lie in order at the end of {from}", self.run(column)));
        }
        let most = self.capacity(board, opens);
        if count > most {
            return Err(format!("{count} cards cannot go together: there is room for {most}"));
        }
        Ok(Move { from, to: Place::Column(to), count: count as u8, opens })
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
                into.push(Move::single(from, Place::Home, false));
            }
        }
        for (cell, card) in self.cells(board).iter().enumerate() {
            let Some(card) = *card else { continue };
            for to in 0..board.columns.len() {
                let top = board.top(to);
                if top.is_none_or(|top| self.variant.fits(card, top)) {
                    into.push(Move::single(Place::Cell(cell as u8), Place::Column(to as u8), top.is_none()));
                }
            }
        }
        for from in 0..board.columns.len() {
            self.column_moves(board, from, into);
        }
        if let Some(cell) = self.first_free_cell(board) {
            for from in (0..board.columns.len()).filter(|&from| !board.columns[from].is_empty()) {
                into.push(Move::single(Place::Column(from as u8), Place::Cell(cell as u8), false));
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
        let malformed =
            || format!("`{text}` is no move: expected as in 26, 3a, a5, bh, 7h or 26v3", text = quoted(text));
        let mut letters = text.chars();
        let (Some(from), Some(to)) = (letters.next(), letters.next()) else { return Err(malformed()) };
        let told = match letters.next() {
            None => None,
            Some('v' | 'V') => Some(usize::from_str_radix(letters.as_str(), 16).map_err(|_| malformed())?),
            Some(_) => return Err(malformed()),
        };
        let (from, to) = (self.read_place(from)?, self.read_place(to)?);
        if from == to {
            return Err(format!("{from} is both source and target"));
        }
        if from == Place::Home {
            return Err("cards never leave home".into());
        }
        if let Place::Column(to) = to {
            return self.read_to_column(board, from, to, told);
        }
        let card = self.playable(board, from).ok_or_else(|| format!("{from} is empty"))?;
        if told.is_some_and(|told| told != 1) {
            return Err(format!("only one card at a time goes to {to}"));
        }
        match to {
            Place::Cell(_) if matches!(from, Place::Cell(_)) => Err("a card does not go from cell to cell".into()),
            Place::Cell(cell) => match board.cells[cell as usize] {
                Some(held) => Err(format!("cell {to} holds {held}")),
                None => Ok(Move::single(from, to, false)),
            },
            _ if self.goes_home(board, card) => Ok(Move::single(from, Place::Home, false)),
            _ => {
                let next = Card::new(board.homes[card.suit() as usize], card.suit());
                Err(format!("{card} does not go home: the next of its suit is {next}"))
            }
        }
    }
}
