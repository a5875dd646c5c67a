//! What only some games have. A game that has it hands out an object that knows it, see the methods of
//! [`Game`](super::Game) that give an `Option`; whoever needs it asks the game, and has an answer for those without.

use serde_json::Value;

use super::{Case, Checked, Effort, Hand, NoProof, Options, Position, Proof, TextError};
use crate::search::{self, Cell, Mark, Plan, PlanError};

/// Refuses what goes with no puzzle of the game, so that it is told before any is read.
pub trait Usage: Send + Sync {
    /// Values of the reader's options that no text could go with.
    fn check_options(&self, options: &Options) -> Result<(), TextError>;
    /// Where that is found now which was once a toggle of a strategy.
    fn elsewhere(&self, _strategy: &str, _toggle: &str) -> Option<&'static str> {
        None
    }
    /// A plan that no puzzle could be solved with.
    fn check_plan(&self, plan: &Plan) -> Result<(), PlanError>;
}

/// Proves claims about positions, and checks such proofs; see [`certificate`](super::certificate).
pub trait Certificates: Send + Sync {
    /// Whether there is a solution, where the rules tell without a search.
    fn is_solvable(&self, _position: &dyn Position) -> Option<bool> {
        None
    }
    /// Moves that every solution has at least, where the rules tell without a search; 0 where they tell nothing.
    fn least_moves(&self, _position: &dyn Position) -> u64 {
        0
    }
    /// The kinds of proof that the checker knows.
    fn kinds(&self) -> &'static [&'static str];
    /// Proves a claim that a search came to. May take long, and asks [`still_wanted`](super::patience::still_wanted) now
    /// and then; the proof takes at most about `room` bytes.
    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof>;
    /// Checks a proof of one of the kinds, which may say anything. It is called by [`check`](super::certificate::check),
    /// which has replayed the solution shown. Shares nothing with the solvers but the rules, takes time in proportion to
    /// the proof or to what it says is to be found again, and does not recurse on it.
    fn check(&self, case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked;
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
    /// The plan says which of them are at work; `marks` are what a search has marked there, where its nodes are more
    /// than a position.
    fn look(&self, position: &dyn Position, marks: &[Mark], plan: &Plan) -> Sight;
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
    /// The position as a program holds it, with a title, where that teaches something.
    fn inside(&self, _position: &dyn Position) -> Option<(&'static str, String)> {
        None
    }
    /// Whether any position of the game has such a page.
    fn has_inside(&self) -> bool {
        false
    }
    /// The board as `show` prints it, where [`Position::board`] is the printout of another program and people want more.
    fn page(&self, _position: &dyn Position, _next: Option<&str>) -> Option<String> {
        None
    }
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

/// One stage of a published method: what a student writes, and is marked for.
#[derive(Debug)]
pub struct Stage {
    /// Its name in the paper.
    pub name: &'static str,
    pub call: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// Whether its output can be asked of one part of the puzzle.
    pub has_parts: bool,
}

/// A part of a puzzle that stages work on (a space of a grid).
pub struct Part {
    pub name: String,
    pub cells: Vec<Cell>,
}

/// Shows a published method stage by stage, in the notation of its paper. Stages count from 1, parts from 0.
pub trait Stages: Send + Sync {
    fn list(&self) -> &'static [Stage];
    /// What a part is called.
    fn part_word(&self) -> &'static str;
    fn parts(&self, position: &dyn Position) -> Vec<Part>;
    /// What a stage is called with, line by line.
    fn input(&self, position: &dyn Position, stage: usize, part: usize) -> Vec<String>;
    /// What a stage gives, line by line, of the whole puzzle or of one part; or in words why not. A screen asks for what
    /// is quick to find.
    fn output(
        &self,
        position: &dyn Position,
        stage: usize,
        part: Option<usize>,
        is_quick: bool,
    ) -> Result<Vec<String>, String>;
    /// The first thing that is wrong in somebody's output of a stage; `None` where it is right.
    fn fault(
        &self,
        position: &dyn Position,
        stage: usize,
        part: Option<usize>,
        text: &str,
    ) -> Result<Option<String>, TextError>;
}

/// Sets positions up on the board: cards, tiles, counters, walls or clues are put where one wants them.
pub trait Workshop: Send + Sync {
    /// A fresh setter's hand. It is like a player's, but answers with positions in the place of this one
    /// ([`Reply::Replace`](super::Reply::Replace)), which need not be complete.
    fn hand(&self) -> Box<dyn Hand>;
    /// What is missing before a position can be played, in words. It is not solved before, nor looked at for reasons.
    fn missing(&self, _position: &dyn Position) -> Option<String> {
        None
    }
    /// How a position stands as a puzzle, where "winnable" does not say it, and whether that is good.
    fn standing(&self, _position: &dyn Position) -> Option<(String, Option<bool>)> {
        None
    }
    /// What sizes there are, and how they are written: `2x2 to 6x6`. None where there is but one.
    fn sizes(&self) -> Option<&'static str> {
        None
    }
    /// Whether one sets the start up and not the position that play has come to: a walk is no part of its puzzle.
    fn sets_the_start(&self) -> bool {
        false
    }
    /// What a board is with nothing on it, in a word.
    fn bare_word(&self) -> &'static str {
        "empty"
    }
    /// The board with nothing on it, of a size in words or as large as this one; or why there is none.
    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String>;
    /// A text for a position that no reader would take, since it is not complete.
    fn draft(&self, _position: &dyn Position) -> Option<String> {
        None
    }
    /// The position of such a text; `None` where it is none.
    fn read_draft(&self, _text: &str) -> Option<Box<dyn Position>> {
        None
    }
}
