//! What a search found.

use super::{Mark, Value};

#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// In the contract's notation, from the engine's start; replays by the rules alone.
    pub moves: Vec<String>,
    /// True only where it was proven that no solution is shorter.
    pub optimal: bool,
    /// With `--all` and from strategies that count: how many solutions.
    pub solutions: Option<u64>,
    /// What they are counted up to ("symmetry"), where one stands for several and they are not all.
    pub up_to: Option<&'static str>,
    /// Which solutions they are ("of at most 5 moves"), where there are more.
    pub extent: Option<String>,
    /// With `--all`: the move lists.
    pub all: Vec<Vec<String>>,
    /// The strategy is there to list them: they are told without `--all` too.
    pub lists_all: bool,
    /// Length to report where it is not `moves.len()` (a count without a move list).
    pub length: Option<u64>,
    /// A few words for the screen in place of "winnable" ("one solution", "several solutions").
    pub words: Option<String>,
    /// What a solution of this game also has ("cards", "unique", "grid"), added to the JSON under these names.
    pub extra: Vec<(&'static str, Value)>,
}

impl Answer {
    pub fn of_moves<M: std::fmt::Display>(moves: &[M]) -> Self {
        Answer { moves: moves.iter().map(ToString::to_string).collect(), ..Answer::default() }
    }

    pub fn length(&self) -> u64 {
        self.length.unwrap_or(self.moves.len() as u64)
    }
}

/// Bytes that a solution of so many moves takes where it is listed: as texts in an answer, and once more in the line
/// that tells of it.
pub const fn listed_bytes(moves: usize) -> usize {
    64 + 96 * moves
}

/// Why there is no solution.
#[derive(Clone, Debug, Default)]
pub struct Refutation {
    /// One or two sentences in the puzzle's own words.
    pub reason: String,
    /// Something that `verify` can check, where the game has such a thing.
    pub certificate: Option<String>,
    /// What to highlight on the board.
    pub marks: Vec<Mark>,
}
