//! Certificates: what is proven of a puzzle, so that somebody else can check it with the rules alone.
//!
//! What exists is shown (a solution is replayed), what does not exist is proven (by a text of the game's own, and by a
//! set of states where that needs room). A checker shares nothing with the solvers but the rules.

mod explored;
mod tree;

pub use explored::{CLOSED, Explored, LAYERS};
pub use tree::{TREE, Ways, check_tree, grow_tree};

#[cfg(test)]
pub use tree::tests::{refuses, wandered};

use super::{Game, Position, quoted, replay};
use crate::search::{Plan, Status};

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    Unsolvable,
    /// The solution shown is the only one.
    Unique,
    /// There is another solution beside the one shown.
    Several,
    /// No solution has fewer moves than the one shown.
    Optimal,
}

impl Claim {
    pub const ALL: [Claim; 4] = [Claim::Unsolvable, Claim::Unique, Claim::Several, Claim::Optimal];

    /// Its word in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Unsolvable => "unsolvable",
            Claim::Unique => "unique",
            Claim::Several => "several",
            Claim::Optimal => "optimal",
        }
    }

    pub fn find(name: &str) -> Option<Claim> {
        Claim::ALL.into_iter().find(|claim| claim.name() == name)
    }
}

/// A claim about a position.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub position: &'a dyn Position,
    pub claim: Claim,
    /// The solution shown; of an `unsolvable` there is none.
    pub moves: &'a [String],
}

impl<'a> Case<'a> {
    /// That a position has no solution.
    pub fn unsolvable(position: &'a dyn Position) -> Case<'a> {
        Case { position, claim: Claim::Unsolvable, moves: &[] }
    }
}

/// Why a claim holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// One of the game's kinds: says how the text is to be read.
    pub kind: String,
    pub text: String,
    /// What is too large for a line, and lies in a file beside.
    pub states: Option<Vec<u8>>,
}

impl Proof {
    pub fn new(kind: &str, text: impl Into<String>) -> Proof {
        Proof { kind: kind.into(), text: text.into(), states: None }
    }

    /// As it stands beside a verdict: `KIND: TEXT`.
    pub fn inline(&self) -> String {
        format!("{}: {}", self.kind, self.text)
    }

    /// The proof that stands beside a verdict, where it is one of the game's kinds.
    pub fn from_inline(text: &str, game: &dyn Game) -> Option<Proof> {
        let (kind, text) = text.split_once(": ")?;
        game.certificates().filter(|own| own.kinds().contains(&kind)).map(|_| Proof::new(kind, text))
    }
}

/// Why there is no certificate for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// The game has no proofs for claims like this one.
    Unknown,
    /// It would be larger than it may be.
    TooLarge,
}

/// Why a certificate is not called valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It does not prove its claim; says where it goes wrong.
    Invalid(String),
    /// It might, but that is not for this program to say.
    Unchecked(String),
}

pub type Checked = Result<(), Objection>;

/// What a check may take; what would take more is not checkable.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// In bytes.
    pub memory: usize,
    /// Positions that are looked at.
    pub nodes: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { memory: Plan::DEFAULT_MEMORY, nodes: u64::MAX }
    }
}

/// It does not prove its claim.
pub fn invalid<T>(why: impl Into<String>) -> Result<T, Objection> {
    Err(Objection::Invalid(why.into()))
}

/// It is not known whether it proves its claim.
pub fn unchecked<T>(why: impl Into<String>) -> Result<T, Objection> {
    Err(Objection::Unchecked(why.into()))
}

/// Proves a claim, as far as the game can; to be called where somebody may lose patience, see
/// [`patience`](super::patience). The proof takes at most about `room` bytes.
pub fn make(case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
    let certificates = case.position.game().certificates().ok_or(NoProof::Unknown)?;
    certificates.make(case, room)
}

/// Checks a proof: the solution that it speaks of by replaying it, the rest by the game's checker.
pub fn check(case: &Case<'_>, proof: &Proof) -> Checked {
    check_within(case, proof, Effort::default())
}

/// The same, with what it may take. To be called where somebody may lose patience, as [`make`].
pub fn check_within(case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked {
    let Case { position, claim, moves } = *case;
    let game = position.game();
    let known = |kinds: &[&str]| kinds.contains(&&*proof.kind);
    let Some(certificates) = game.certificates().filter(|own| known(own.kinds())) else {
        return unchecked(format!("no proof of the kind \"{}\" is known of {}", quoted(&proof.kind), game.name()));
    };
    match claim {
        Claim::Unsolvable if position.status() == Status::Solved => return invalid("it is solved as it stands"),
        Claim::Unsolvable if !moves.is_empty() => return invalid("it shows moves of what has no solution"),
        Claim::Unsolvable => {}
        Claim::Unique | Claim::Several | Claim::Optimal => {
            replay(position, moves).or_else(|why| invalid(format!("the solution shown is none: {why}")))?;
        }
    }
    certificates.check(case, proof, effort)
}

/// The kind of proof of a [`Claim::Several`]: its text is the moves of the second solution, between blanks.
pub const ANOTHER: &str = "another";

/// Checks a proof of the kind [`ANOTHER`] in games whose positions show the solution that they are the end of.
pub fn check_another(case: &Case<'_>, text: &str) -> Checked {
    let others: Vec<&str> = text.split_ascii_whitespace().collect();
    replay(case.position, &others).or_else(|why| invalid(format!("the other solution is none: {why}")))?;
    if end(case.position, case.moves).same_as(&*end(case.position, &others)) {
        return invalid("the two solutions are the same");
    }
    Ok(())
}

/// Where moves lead that are known to be legal.
pub fn end<S: AsRef<str>>(position: &dyn Position, moves: &[S]) -> Box<dyn Position> {
    let mut position = position.boxed_clone();
    for mv in moves {
        position.play(mv.as_ref()).expect("the moves were replayed");
    }
    position
}
