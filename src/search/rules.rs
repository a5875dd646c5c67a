//! What a puzzle's rules must say so that any engine can search it.

use std::fmt::Display;
use std::hash::Hash;

/// How a position stands by the rules alone, without any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a legal move and the goal is not reached.
    Open,
    /// The goal is reached.
    Solved,
    /// No legal move is left and the goal is not reached.
    Stuck,
}

/// The rules of one puzzle (an instance: the deal, the board size, the goal are inside).
///
/// Pure: no drawing, no files, no clock. `undo(apply(s))` is the identity, which property tests hold every game to.
pub trait Rules: Send + Sync + 'static {
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// Moves are text in saves, logs, tests and at every dynamic border; `Display` writes the canonical form.
    type Move: Clone + PartialEq + Display + Send + Sync + 'static;
    /// What `apply` forgets and `undo` needs; `()` where the move itself says it all.
    type Undo: Clone + Send + Sync + 'static;

    /// Appends the legal moves in the game's own order, which is part of its contract: node counts depend on it.
    fn moves(&self, state: &Self::State, into: &mut Vec<Self::Move>);
    /// Makes a legal move.
    fn apply(&self, state: &mut Self::State, mv: &Self::Move) -> Self::Undo;
    fn undo(&self, state: &mut Self::State, mv: &Self::Move, undo: &Self::Undo);
    fn status(&self, state: &Self::State) -> Status;
    /// Reads one move of the contract's notation that is legal here; the error says in words why it is not.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String>;
}

/// A place on a game's board, numbered as the game likes; its view and its marks agree on the numbering.
pub type Cell = u32;

/// Something to show at a place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    pub cell: Cell,
    pub kind: MarkKind,
}

impl Mark {
    pub fn new(cell: Cell, kind: MarkKind) -> Self {
        Mark { cell, kind }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MarkKind {
    /// The player's cursor.
    Cursor,
    /// What the player has picked up.
    Picked,
    /// Taken (or targeted) by the next move: the underscore.
    Next,
    /// Changed by the last move.
    Changed,
    /// Part of the reason why the position is lost.
    Dead,
    /// What the search is deciding now.
    Choice,
    /// Settled by the search (a matched pair, a placed digit).
    Settled,
    /// A move here keeps the position winnable.
    Winning,
    /// A move here loses.
    Losing,
    /// A move here is legal; what it leads to is not known.
    Legal,
    /// Worth attention (a hint, a conflict, the run under the cursor).
    Hint,
    /// X-ray: what the estimate counts, and what it counts besides.
    Counted,
    Besides,
    /// X-ray: a number to show with the piece, or in the empty place.
    Figure(u16),
    /// X-ray: which part of the whole the piece is counted with, from 0.
    Part(u8),
    /// X-ray: the digits that are left for a cell, a bit each.
    Candidates(u16),
}

/// The letter of a [`MarkKind::Part`], on the board and in words.
pub fn letter_of_part(part: u8) -> char {
    char::from(b'a' + part % 26)
}
