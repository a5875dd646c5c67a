//! Sets of boards in a file: a head, then board after board, each as the cards that lie elsewhere than on the board
//! before it.

use std::collections::HashSet;

use super::{Deck, HOME, MOST_BYTES, told};
use crate::games::certificate::{Checked, Effort, Objection, invalid, unchecked};
use crate::games::freecell::rules::Board;
use crate::games::patience::still_wanted;

const HEAD: &[u8] = b"freecell boards 1\n";

/// A file that is being written.
pub struct File {
    pub bytes: Vec<u8>,
    /// The board before.
    last: Vec<u8>,
}

impl File {
    pub fn new(deck: &Deck<'_>) -> File {
        File { bytes: HEAD.to_vec(), last: vec![HOME; deck.cards.len()] }
    }

    /// The cards that lie elsewhere than before: how many, then each with its place.
    pub fn add(&mut self, board: &[u8]) {
        let at = self.bytes.len();
        self.bytes.push(0);
        for (number, (was, &is)) in (0..).zip(self.last.iter_mut().zip(board)) {
            if *was != is {
                self.bytes.extend([number, is]);
                self.bytes[at] += 1;
                *was = is;
            }
        }
    }
}

/// Checks that the boards of a file are as many as is said, and that no move leaves them.
pub fn check(deck: &Deck<'_>, start: &Board, text: &str, states: &[u8], effort: Effort) -> Checked {
    // Each board is kept as it is, and once more to be looked up.
    let boards = read(deck, states, MOST_BYTES.min(effort.memory / 2))?;
    let number = boards.len() / deck.cards.len();
    if number as u64 > effort.nodes {
        return unchecked(format!("there are {} to look at, and {} are allowed", told(number), effort.nodes));
    }
    if text != told(number) {
        return invalid(format!("there are {} in the set", told(number)));
    }
    is_closed(deck, start, &boards)
}

/// The boards of a file one after the other, where each card lies.
fn read(deck: &Deck<'_>, states: &[u8], most: usize) -> Result<Vec<u8>, Objection> {
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
        if boards.len() + cards > most {
            let most = most / cards;
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
        still_wanted();
        let Some(mut board) = deck.board(places) else { return invalid(format!("board {number} cannot be laid out")) };
        if board.cards_home() == cards {
            return invalid(format!("board {number} is solved"));
        }
        deck.after_moves(&mut board, &mut moves, |after, mv| {
            if set.contains(after) {
                return Ok(());
            }
            invalid(format!("board {number}: the move {mv} leads out of the set"))
        })?;
    }
    Ok(())
}
