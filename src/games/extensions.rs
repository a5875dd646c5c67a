//! What only some games have. A game that has it hands out an object that knows it, see the methods of
//! [`Game`](super::Game) that give an `Option`; whoever needs it asks the game, and has an answer for those without.

use serde_json::Value;

use super::{Options, Position, TextError};
use crate::search::{self, Cell, Mark, Plan, PlanError};

/// Refuses what goes with no puzzle of the game, so that it is told before any is read.
pub trait Usage: Send + Sync {
    /// Values of the reader's options that no text could go with.
    fn check_options(&self, options: &Options) -> Result<(), TextError>;
    /// A plan that no puzzle could be solved with.
    fn check_plan(&self, plan: &Plan) -> Result<(), PlanError>;
}

/// Knows positions that the rules refute without a search.
pub trait Certificates: Send + Sync {
    /// Whether there is a solution, where the rules tell.
    fn is_solvable(&self, position: &dyn Position) -> Option<bool>;
    /// Checks the certificate of an `unsolvable`.
    fn check(&self, position: &dyn Position, certificate: &str) -> Result<(), String>;
}

/// Judges what is claimed of a solution beside its moves, by the rules alone.
pub trait Claims: Send + Sync {
    /// What is missing to the goal, as in "3 cards left", where the game has words for it.
    fn missing(&self, position: &dyn Position) -> Option<String>;
    /// Why moves that reach the goal are still not a solution as this game writes one.
    fn fault(&self, _start: &dyn Position, _moves: &[String]) -> Option<String> {
        None
    }
    /// What a solution also has, by its names in `solve --json`, as far as the moves tell.
    fn extras(&self, _start: &dyn Position, _moves: &[String]) -> Vec<(&'static str, search::Value)> {
        Vec::new()
    }
    /// Whether all solutions of a puzzle have the same number of moves, so that each is a shortest one.
    fn are_all_of_one_length(&self) -> bool {
        false
    }
}

/// Shows on a board what heuristics see there.
pub trait Xray: Send + Sync {
    /// The plan says which of them are at work.
    fn look(&self, position: &dyn Position, plan: &Plan) -> Sight;
    /// Lines on a board of which a search has noted the candidates: those of the cells are shown as they are.
    fn with_candidates(&self, _position: &dyn Position, _candidates: &[(Cell, u16)]) -> Vec<String> {
        Vec::new()
    }
}

/// What heuristics see: on the board, and in figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    pub marks: Vec<Mark>,
    pub lines: Vec<String>,
}

/// Says how a plan is carried out, where that is not just the heuristics that are switched on.
pub trait Citing: Send + Sync {
    fn method(&self, position: &dyn Position, plan: &Plan) -> Method;
}

/// How a plan is carried out: what its figures are cited with, and what its answer is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Method {
    /// The heuristics that are on and at work.
    pub heuristics: Vec<&'static str>,
    /// The tables they look up, as people call them: `7-8`.
    pub tables: Option<String>,
    /// An answer is at most so many times as long as the shortest, by proof.
    pub factor: Option<f64>,
}

/// Shows boards to those who look at them elsewhere: on paper, or with another program.
pub trait Viewers: Send + Sync {
    /// Lines above the printed board for what it does not show, in a form that the game reads.
    fn heading(&self, _position: &dyn Position) -> String {
        String::new()
    }
    /// The boards along a line of play, where viewers of this game know them in another form than
    /// [`Position::line`].
    fn states(&self, _start: &dyn Position, _moves: &[String]) -> Option<Value> {
        None
    }
}
