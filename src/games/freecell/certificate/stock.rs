//! Very many boards, each exactly, in a third of a byte a card and a few bytes more.
//!
//! A card lies in few places as long as it was put there by the rules: home, in a cell, at the bottom of a column, where
//! it was dealt, or on a card that it may lie on. So a board is a row of small digits, and a few of them share a byte.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::super::rules::Board;
use super::{BOTTOM, CELL, Deck, HOME};

/// Why a board was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    NoRoom,
    /// A card lies where no move puts it.
    Strange,
}

/// How the places of all cards are told in few bytes.
struct Code {
    /// The places that each card may have.
    places: Vec<Vec<u8>>,
    /// The cards that share a byte, one group after the other.
    groups: Vec<usize>,
}

impl Code {
    fn new(deck: &Deck<'_>, start: &Board) -> Code {
        let dealt = deck.places(start);
        let places = deck.cards.iter().zip(dealt).map(|(&card, dealt)| {
            let mut places = vec![HOME, CELL, BOTTOM];
            let below = deck.cards.iter().filter(|&&onto| deck.rules.variant.fits(card, onto));
            places.extend(below.map(|&onto| deck.number(onto)));
            if !places.contains(&dealt) {
                places.push(dealt);
            }
            places
        });
        let places: Vec<Vec<u8>> = places.collect();
        let mut groups = vec![0];
        let mut product = 1;
        for card in &places {
            if product * card.len() > 256 {
                groups.push(0);
                product = 1;
            }
            product *= card.len();
            *groups.last_mut().expect("one to begin with") += 1;
        }
        Code { places, groups }
    }

    /// Bytes of a board.
    fn width(&self) -> usize {
        self.groups.len()
    }

    fn write(&self, board: &[u8], into: &mut Vec<u8>) -> Result<(), Full> {
        into.clear();
        let mut cards = self.places.iter().zip(board);
        for &group in &self.groups {
            let mut byte = 0;
            for (places, place) in cards.by_ref().take(group) {
                let digit = places.iter().position(|known| known == place).ok_or(Full::Strange)?;
                byte = byte * places.len() + digit;
            }
            into.push(byte as u8);
        }
        Ok(())
    }

    fn read(&self, bytes: &[u8], board: &mut Vec<u8>) {
        board.clear();
        for (&group, &byte) in self.groups.iter().zip(bytes) {
            let from = board.len();
            let mut rest = usize::from(byte);
            for places in self.places[from..from + group].iter().rev() {
                board.push(places[rest % places.len()]);
                rest /= places.len();
            }
            board[from..].reverse();
        }
    }
}

/// Boards of a piece of memory.
const PIECE: usize = 1 << 12;
/// Of four slots at most three are taken.
const SLOTS: usize = 1 << 10;

/// A set of boards, each with a number in the order in which they came.
pub struct Stock {
    code: Code,
    /// What it may take in bytes.
    room: usize,
    pieces: Vec<Vec<u8>>,
    len: usize,
    /// Numbers from 1 by the digest of their boards; 0 is free.
    slots: Vec<u32>,
    coded: Vec<u8>,
}

impl Stock {
    pub fn new(deck: &Deck<'_>, start: &Board, room: usize) -> Stock {
        let code = Code::new(deck, start);
        Stock { code, room, pieces: Vec::new(), len: 0, slots: vec![0; SLOTS], coded: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.pieces.len() * PIECE * self.code.width() + self.slots.len() * size_of::<u32>()
    }

    /// Takes a board that is new, and says its number.
    pub fn add(&mut self, board: &[u8]) -> Result<Option<u32>, Full> {
        let mut coded = std::mem::take(&mut self.coded);
        let written = self.code.write(board, &mut coded);
        let added = written.and_then(|()| self.add_coded(&coded));
        self.coded = coded;
        added
    }

    fn add_coded(&mut self, coded: &[u8]) -> Result<Option<u32>, Full> {
        let slot = self.slot(coded);
        if self.slots[slot] != 0 {
            return Ok(None);
        }
        let number = u32::try_from(self.len).ok().filter(|&number| number < u32::MAX).ok_or(Full::NoRoom)?;
        if self.len.is_multiple_of(PIECE) {
            let piece = PIECE * coded.len();
            if self.bytes() + piece > self.room {
                return Err(Full::NoRoom);
            }
            self.pieces.push(Vec::with_capacity(piece));
        }
        self.pieces.last_mut().expect("room for it").extend_from_slice(coded);
        self.slots[slot] = number + 1;
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow()?;
        }
        Ok(Some(number))
    }

    /// The board of a number.
    pub fn read(&self, number: u32, board: &mut Vec<u8>) {
        self.code.read(self.coded(number as usize), board);
    }

    fn coded(&self, number: usize) -> &[u8] {
        let width = self.code.width();
        &self.pieces[number / PIECE][number % PIECE * width..][..width]
    }

    /// Where a board stands among the slots, or would.
    fn slot(&self, coded: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(coded);
        let mask = self.slots.len() - 1;
        let mut slot = hasher.finish() as usize & mask;
        while self.slots[slot] != 0 && self.coded(self.slots[slot] as usize - 1) != coded {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Twice as many slots; the old ones are made again, not kept beside.
    fn grow(&mut self) -> Result<(), Full> {
        let slots = 2 * self.slots.len();
        if self.bytes() + (slots - self.slots.len()) * size_of::<u32>() > self.room {
            return Err(Full::NoRoom);
        }
        self.slots = Vec::new();
        self.slots = vec![0; slots];
        for number in 0..self.len {
            let slot = self.slot(self.coded(number));
            self.slots[slot] = number as u32 + 1;
        }
        Ok(())
    }
}
