//! Why all cards never come home: a set of boards with the start in it and no solved one, which no move leaves.
//!
//! Boards that differ only in the order of their columns or cells are one: what counts is where each card lies, on which
//! card, at the bottom of a column, in a cell or home. The set lies in a file: a head, then board after board, each as the
//! cards that lie elsewhere than on the board before it. Whoever checks it needs the rules and nothing else.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use super::FreeCellGame;
use super::rules::cards::Card;
use super::rules::{Board, FreeCell, Move};
use crate::games::certificate::{Case, Checked, Claim, NoProof, Objection, Proof, invalid, unchecked};
use crate::games::patience::still_wanted;
use crate::games::{Certificates, Placed};
use crate::search::{Rules as _, count};

const CLOSED: &str = "closed-set";
const HEAD: &[u8] = b"freecell boards 1\n";

/// Where a card lies that lies on no other; cards have lower numbers.
const BOTTOM: u8 = 253;
const CELL: u8 = 254;
const HOME: u8 = 255;

/// Bytes of boards that are looked at: more are not checkable here, and not written.
const MOST_BYTES: usize = 256 << 20;
/// What a board takes beside itself while sets are made.
const BESIDE: usize = 64;

impl Certificates for FreeCellGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[CLOSED]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, board) = Placed::<FreeCell>::parts(case.position);
        let (boards, states) = explored(&Deck::of(rules), board, room)?;
        Ok(Proof { states: Some(states), ..Proof::new(CLOSED, told(boards)) })
    }

    fn check(&self, case: &Case<'_>, proof: &Proof) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid(format!("a closed set proves that there is no solution, not \"{}\"", case.claim.name()));
        }
        let (rules, board) = Placed::<FreeCell>::parts(case.position);
        let Some(states) = &proof.states else { return invalid("the set of boards is missing") };
        let deck = Deck::of(rules);
        let boards = read(&deck, states)?;
        let expected = told(boards.len() / deck.cards.len());
        if proof.text != expected {
            return invalid(format!("there are {expected} in the set"));
        }
        is_closed(&deck, board, &boards)
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
        let mut places = vec![HOME; self.cards.len()];
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
        places
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
    fn after_moves(
        &self,
        board: &mut Board,
        moves: &mut Vec<Move>,
        mut tell: impl FnMut(Vec<u8>, &Move) -> Checked,
    ) -> Checked {
        moves.clear();
        self.rules.moves(board, moves);
        for mv in moves.iter() {
            let undo = self.rules.apply(board, mv);
            let places = self.places(board);
            self.rules.undo(board, mv, &undo);
            tell(places, mv)?;
        }
        Ok(())
    }
}

/// All boards that can be reached, and the bytes that tell them.
fn explored(deck: &Deck<'_>, start: &Board, room: usize) -> Result<(usize, Vec<u8>), NoProof> {
    let start = deck.places(start);
    let most = room.min(MOST_BYTES + MOST_BYTES / 2);
    let mut met: FxHashSet<Box<[u8]>> = FxHashSet::default();
    met.insert(start.clone().into());
    let (mut waiting, mut moves) = (vec![start], Vec::new());
    let (mut states, mut last, mut boards) = (HEAD.to_vec(), vec![HOME; deck.cards.len()], 0);
    while let Some(places) = waiting.pop() {
        still_wanted();
        boards += 1;
        write(&last, &places, &mut states);
        let mut board = deck.board(&places).ok_or(NoProof::Unknown)?;
        if board.cards_home() == deck.cards.len() {
            return Err(NoProof::Unknown);
        }
        let taken = deck.after_moves(&mut board, &mut moves, |next, _| {
            if !met.contains(&*next) {
                met.insert(next.clone().into());
                waiting.push(next);
            }
            Ok(())
        });
        debug_assert!(taken.is_ok());
        let held = (met.len() + waiting.len()) * (deck.cards.len() + BESIDE) + states.len();
        if held > most || met.len() * deck.cards.len() > MOST_BYTES {
            return Err(NoProof::TooLarge);
        }
        last = places;
    }
    Ok((boards, states))
}

/// The cards that lie elsewhere than before: how many, then each with its place.
fn write(before: &[u8], now: &[u8], into: &mut Vec<u8>) {
    let at = into.len();
    into.push(0);
    for (number, (was, is)) in (0..).zip(before.iter().zip(now)) {
        if was != is {
            into.extend([number, *is]);
            into[at] += 1;
        }
    }
}

/// The boards of a file one after the other, where each card lies.
fn read(deck: &Deck<'_>, states: &[u8]) -> Result<Vec<u8>, Objection> {
    let Some(mut rest) = states.strip_prefix(HEAD) else {
        return invalid("the file of boards does not begin as such files do");
    };
    let cards = deck.cards.len();
    let (mut boards, mut places) = (Vec::new(), vec![HOME; cards]);
    while let Some((&changes, tail)) = rest.split_first() {
        let number = boards.len() / cards + 1;
        let Some((changed, tail)) = tail.split_at_checked(2 * changes as usize) else {
            return invalid(format!("board {number}: the file ends in the middle of it"));
        };
        for pair in changed.chunks_exact(2) {
            match places.get_mut(pair[0] as usize) {
                Some(place) => *place = pair[1],
                None => return invalid(format!("board {number}: there is no card {}", pair[0])),
            }
        }
        if boards.len() + cards > MOST_BYTES {
            let most = MOST_BYTES / cards;
            return unchecked(format!("the set has more than {most} boards, which is more than is checked here"));
        }
        boards.extend_from_slice(&places);
        rest = tail;
    }
    Ok(boards)
}

/// Whether the start is one of the boards, none is solved, and every move from each leads to one of them.
fn is_closed(deck: &Deck<'_>, start: &Board, boards: &[u8]) -> Checked {
    let cards = deck.cards.len();
    let set: HashSet<&[u8]> = boards.chunks_exact(cards).collect();
    if !set.contains(&*deck.places(start)) {
        return invalid("the start is not in the set");
    }
    let mut moves = Vec::new();
    for (number, places) in (1..).zip(boards.chunks_exact(cards)) {
        let Some(mut board) = deck.board(places) else { return invalid(format!("board {number} cannot be laid out")) };
        if board.cards_home() == cards {
            return invalid(format!("board {number} is solved"));
        }
        deck.after_moves(&mut board, &mut moves, |after, mv| {
            if set.contains(&*after) {
                return Ok(());
            }
            invalid(format!("board {number}: the move {mv} leads out of the set"))
        })?;
    }
    Ok(())
}
