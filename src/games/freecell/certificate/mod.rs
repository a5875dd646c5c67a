//! Why all cards never come home: a set of boards with the start in it and no solved one, which no move leaves.
//!
//! Boards that differ only in the order of their columns or cells are one: what counts is where each card lies, on which
//! card, at the bottom of a column, in a cell or home. A set that is not too large is written into a file, and whoever
//! checks it needs the rules and nothing else. Of a larger one there is its size and a digest: whoever checks that has to
//! find all of its boards again.

mod counted;
mod stock;
mod written;

use self::counted::Digest;
use self::stock::{Full, Stock};
use super::FreeCellGame;
use super::rules::cards::Card;
use super::rules::{Board, FreeCell, Move};
use crate::games::certificate::{Case, Checked, Claim, Effort, NoProof, Proof, invalid};
use crate::games::patience::still_wanted;
use crate::games::{Certificates, Placed};
use crate::search::{Rules as _, count};

const CLOSED: &str = "closed-set";
const COUNTED: &str = "counted-set";

/// Where a card lies that lies on no other; cards have lower numbers.
const BOTTOM: u8 = 253;
const CELL: u8 = 254;
const HOME: u8 = 255;

/// Bytes of boards, one a card, that are written at most.
const MOST_BYTES: usize = 256 << 20;

impl Certificates for FreeCellGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[CLOSED, COUNTED]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, board) = Placed::<FreeCell>::parts(case.position);
        prove(&Deck::of(rules), board, room, MOST_BYTES)
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid(format!("a closed set proves that there is no solution, not \"{}\"", case.claim.name()));
        }
        let (rules, board) = Placed::<FreeCell>::parts(case.position);
        let deck = Deck::of(rules);
        match (&*proof.kind, &proof.states) {
            (COUNTED, None) => counted::check(&deck, board, &proof.text, effort),
            (COUNTED, Some(_)) => invalid("a set that is only counted has no file of boards"),
            (_, None) => invalid("the set of boards is missing"),
            (_, Some(states)) => written::check(&deck, board, &proof.text, states, effort),
        }
    }
}

fn told(boards: usize) -> String {
    count(boards as u64, "board", "boards")
}

/// The cards by their numbers here: rank by rank, in each the suits.
struct Deck<'a> {
    rules: &'a FreeCell,
    cards: Vec<Card>,
}

impl<'a> Deck<'a> {
    fn of(rules: &'a FreeCell) -> Deck<'a> {
        Deck { rules, cards: rules.variant.deck().collect() }
    }

    fn number(&self, card: Card) -> u8 {
        card.rank() * self.rules.variant.suits + card.suit()
    }

    /// Where each card lies.
    fn places(&self, board: &Board) -> Vec<u8> {
        let mut places = Vec::new();
        self.place(board, &mut places);
        places
    }

    /// The same, into a list that was in use before.
    fn place(&self, board: &Board, places: &mut Vec<u8>) {
        places.clear();
        places.resize(self.cards.len(), HOME);
        for &card in self.rules.cells(board).iter().flatten() {
            places[self.number(card) as usize] = CELL;
        }
        for column in &board.columns {
            let mut below = BOTTOM;
            for card in column.iter().map(|&card| self.number(card)) {
                places[card as usize] = below;
                below = card;
            }
        }
    }

    /// A board on which the cards lie so, if there is one.
    fn board(&self, places: &[u8]) -> Option<Board> {
        let variant = &self.rules.variant;
        let mut board = Board::empty(variant);
        let mut above: Vec<Option<u8>> = vec![None; self.cards.len()];
        let (mut columns, mut cells, mut seen) = (0, 0, 0);
        for (&card, (number, &place)) in self.cards.iter().zip((0..).zip(places)) {
            match place {
                // Cards come rank by rank, so that piles grow one by one.
                HOME if board.homes[card.suit() as usize] == card.rank() => {
                    board.homes[card.suit() as usize] += 1;
                    seen += 1;
                }
                CELL if cells < variant.cells as usize => {
                    board.cells[cells] = Some(card);
                    cells += 1;
                    seen += 1;
                }
                BOTTOM if columns < variant.columns as usize => {
                    board.columns[columns].push(card);
                    columns += 1;
                }
                HOME | CELL | BOTTOM => return None,
                below => {
                    let above = above.get_mut(below as usize)?;
                    if above.replace(number).is_some() {
                        return None;
                    }
                }
            }
        }
        for column in &mut board.columns {
            while let Some(next) = column.last().and_then(|&top| above[self.number(top) as usize]) {
                column.push(self.cards[next as usize]);
            }
            seen += column.len();
        }
        // Cards that lie on each other in a circle, or on one that is home, are reached from no bottom.
        (seen == self.cards.len()).then_some(board)
    }

    /// Where the cards lie after each legal move.
    fn after_moves<E>(
        &self,
        board: &mut Board,
        moves: &mut Vec<Move>,
        mut tell: impl FnMut(&[u8], &Move) -> Result<(), E>,
    ) -> Result<(), E> {
        moves.clear();
        self.rules.moves(board, moves);
        let mut places = Vec::new();
        for mv in moves.iter() {
            let undo = self.rules.apply(board, mv);
            self.place(board, &mut places);
            self.rules.undo(board, mv, &undo);
            tell(&places, mv)?;
        }
        Ok(())
    }
}

/// Looks at all boards that can be reached, depth first, and writes them down as long as they have at most `most` bytes.
fn prove(deck: &Deck<'_>, start: &Board, room: usize, most: usize) -> Result<Proof, NoProof> {
    let mut stock = Stock::new(deck, start, room);
    let (mut file, mut digest) = (Some(written::File::new(deck)), Digest::default());
    let first = deck.places(start);
    stock.add(&first)?;
    let (mut waiting, mut moves, mut places) = (vec![0], Vec::new(), Vec::new());
    while let Some(next) = waiting.pop() {
        still_wanted();
        stock.read(next, &mut places);
        digest.add(&places);
        if let Some(file) = &mut file {
            file.add(&places);
        }
        let mut board = deck.board(&places).ok_or(NoProof::Unknown)?;
        if board.cards_home() == deck.cards.len() {
            return Err(NoProof::Unknown);
        }
        deck.after_moves(&mut board, &mut moves, |after, _| {
            waiting.extend(stock.add(after)?);
            Ok::<_, Full>(())
        })?;
        let held = stock.bytes() + waiting.len() * size_of::<u32>();
        if held > room {
            return Err(NoProof::TooLarge);
        }
        // The boards themselves are what can be done without.
        file = file.filter(|file| stock.len() * deck.cards.len() <= most && held + file.bytes.len() <= room);
    }
    Ok(match file {
        Some(file) => Proof { states: Some(file.bytes), ..Proof::new(CLOSED, told(stock.len())) },
        None => Proof::new(COUNTED, digest.text(stock.len())),
    })
}

impl From<Full> for NoProof {
    fn from(full: Full) -> NoProof {
        match full {
            Full::NoRoom => NoProof::TooLarge,
            Full::Strange => NoProof::Unknown,
        }
    }
}
