//! Sets of boards that are too large to be written down: how many boards there are, and a digest of them.
//!
//! The digest does not depend on the order: it is the sum, modulo 2^256, of the SHA-256 of every board, which is a byte a
//! card with its place. Whoever checks it finds the set again, breadth first, and has then proven the claim himself; that
//! size and digest agree shows that the one who made it found the same boards.

use sha2::{Digest as _, Sha256};

use super::stock::{Full, Stock};
use super::{Deck, told};
use crate::games::certificate::{Checked, Effort, invalid, unchecked};
use crate::games::freecell::rules::Board;
use crate::games::patience::still_wanted;
use crate::games::quoted;
use crate::search::grouped;

/// A sum over boards.
#[derive(Default)]
pub struct Digest {
    /// The lowest first.
    words: [u64; 4],
}

impl Digest {
    pub fn add(&mut self, board: &[u8]) {
        let digest = Sha256::digest(board);
        let mut carry = false;
        for (word, bytes) in self.words.iter_mut().zip(digest.rchunks_exact(8)) {
            let more = u64::from_be_bytes(bytes.try_into().expect("eight bytes"));
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over | again);
        }
    }

    /// As it stands in a proof, with the number of boards.
    pub fn text(&self, boards: usize) -> String {
        let [a, b, c, d] = self.words;
        format!("{}, sum {d:016x}{c:016x}{b:016x}{a:016x}", told(boards))
    }
}

/// Finds all boards again that can be reached: none is solved, and they are as many as is said, with the sum that is said.
pub fn check(deck: &Deck<'_>, start: &Board, text: &str, effort: Effort) -> Checked {
    let claimed = text.split_once(" board").and_then(|(number, _)| number.replace(',', "").parse::<usize>().ok());
    let Some(claimed) = claimed else {
        return invalid(format!("expected the number of boards and their sum, found \"{}\"", quoted(text)));
    };
    if claimed as u64 > effort.nodes {
        return unchecked(format!(
            "there are {} to find again, and {} are allowed",
            told(claimed),
            grouped(effort.nodes)
        ));
    }
    let mut stock = Stock::new(deck, start, effort.memory);
    let mut digest = Digest::default();
    let (mut moves, mut places) = (Vec::new(), deck.places(start));
    let mut taken = stock.add(&places).map(|_| ());
    let mut next = 0;
    while next < stock.len() && taken.is_ok() {
        still_wanted();
        stock.read(next as u32, &mut places);
        next += 1;
        digest.add(&places);
        let Some(mut board) = deck.board(&places) else {
            return unchecked("a board was not kept as it was");
        };
        if board.cards_home() == deck.cards.len() {
            return invalid("all cards come home on one of the boards");
        }
        taken = deck.after_moves(&mut board, &mut moves, |after, _| stock.add(after).map(|_| ()));
        if stock.len() > claimed {
            return invalid(format!("there are more boards than {}", grouped(claimed as u64)));
        }
    }
    match taken {
        Ok(()) if digest.text(stock.len()) == text => Ok(()),
        Ok(()) => invalid(format!("expected \"{}\"", digest.text(stock.len()))),
        Err(Full::Strange) => unchecked("a card lies where this checker does not look for it"),
        Err(Full::NoRoom) => {
            let (found, room) = (grouped(stock.len() as u64), effort.memory >> 20);
            unchecked(format!("{found} of {} were found again, more than {room} MiB have room for", told(claimed)))
        }
    }
}
