//! A position as the rest of the program handles it: dynamic, its moves as text.

use std::any::Any;

use super::contract::{Game, Options};
use super::extensions::Method;
use crate::search::{Cell, Engine, Mark, Plan, PlanError, Status, Strategy};

/// Where to look for the next move, without saying which it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Behind "Look at": `column 3`.
    pub words: String,
    pub cells: Vec<Cell>,
}

/// Why a position is lost, where that can be shown.
#[derive(Clone, Debug, Default)]
pub struct Deadlock {
    /// The story in one or two sentences.
    pub story: String,
    /// The cells to highlight, as marks of kind [`MarkKind::Dead`](crate::search::MarkKind::Dead).
    pub marks: Vec<Mark>,
}

/// A position of some game, as the workbench, the screen and the command line handle it.
///
/// Games do not implement this but [`Puzzle`](super::Puzzle); [`Placed`](super::Placed) does the rest.
pub trait Position: Any + Send + Sync {
    fn game(&self) -> &'static dyn Game;
    fn boxed_clone(&self) -> Box<dyn Position>;
    fn moves(&self) -> Vec<String>;
    /// Makes a move and returns its canonical text; an illegal one changes nothing and is told why.
    fn play(&mut self, mv: &str) -> Result<String, String>;
    /// Whether a legal move, made and taken back, leaves this very state: the law of [`Rules::undo`](crate::search::Rules::undo).
    fn undoes(&self, mv: &str) -> bool;
    fn status(&self) -> Status;
    /// On one line, in a form that the game reads.
    fn line(&self) -> String;
    /// What the reader needs beside [`Position::line`] (`goal`, `size`), where it is not the default.
    fn line_options(&self) -> Options;
    /// On one line that is read back without any option.
    fn whole_line(&self) -> String;
    /// The puzzle as it is read back, and the moves that then lead to this position: what a player has written into a
    /// grid is not part of the puzzle.
    fn set_up(&self) -> (String, Vec<String>);
    /// Without what a player has noted beside the game: as a search sees it.
    fn without_notes(&self) -> Box<dyn Position>;
    /// The printed board, with underscores for what `next` takes; ends with a line break.
    fn board(&self, next: Option<&str>) -> String;
    /// The cells that a move takes or fills, as marks of kind [`MarkKind::Next`](crate::search::MarkKind::Next).
    fn markers(&self, mv: &str) -> Vec<Mark>;
    /// A move in words, where its notation alone says little.
    fn words(&self, mv: &str) -> Option<String>;
    /// What the first move of a way to the goal is good for, in a few words behind the move's own.
    fn reason(&self, way: &[String]) -> Option<String>;
    /// Where a player should look who wants to find the first move of a way alone.
    fn region(&self, way: &[String]) -> Option<Region>;
    /// The moves that are left where there is nothing to decide any more.
    fn finish(&self) -> Option<Vec<String>>;
    /// The cells of *this* position that look different from what they were in `before`.
    fn changed(&self, before: &dyn Position) -> Vec<Cell>;
    /// Why this position is lost, where a cheap look can tell.
    fn deadlock(&self) -> Option<Deadlock>;
    /// A few words on the state of play; `made` are the moves so far.
    fn headline(&self, made: &[String]) -> String;
    /// How many more moves it takes at least, where a glance at the board tells that.
    fn at_least(&self) -> Option<u64>;
    /// What is to be reached, where the puzzles of a game differ in that.
    fn aim(&self) -> Option<String>;
    /// How it is played: the game's help, with the rules of this very puzzle.
    fn help(&self) -> String;
    /// The same in two lines.
    fn gist(&self) -> String;
    /// What is odd about the puzzle but no reason to refuse it.
    fn warnings(&self) -> Vec<String>;
    /// Whether the puzzle lives by its clues and has none: then its text was hardly meant for this game.
    fn lacks_clues(&self) -> bool;
    /// What stands before the number in names of puzzles like this one (`3x3`), so that a new one can be of its kind.
    fn params(&self) -> Option<String>;
    fn default_strategy(&self) -> &'static Strategy;
    /// What answers "still winnable?" in the background while one plays, and hints.
    fn check_plan(&self) -> Plan;
    fn engine(&self, plan: &Plan) -> Result<Box<dyn Engine>, PlanError>;
}

impl dyn Position {
    /// In the named form of [`Profile::forms`](super::Profile::forms); `None` where there is none of the name, or it
    /// cannot hold this position.
    pub fn text(&self, form: &str) -> Option<String> {
        let forms = self.game().profile().forms;
        forms.iter().find(|known| known.name == form).and_then(|form| (form.write)(self))
    }

    /// Whether two positions are written alike: the same pieces in the same places, with the same goal.
    pub fn same_as(&self, other: &dyn Position) -> bool {
        self.line() == other.line() && self.line_options() == other.line_options()
    }

    /// What is missing before this position can be played, in words.
    pub fn missing(&self) -> Option<String> {
        self.game().workshop().and_then(|workshop| workshop.missing(self))
    }

    /// The same as [`Position::set_up`], of a position that need not be complete.
    pub fn kept(&self) -> (String, Vec<String>) {
        let draft = self.game().workshop().and_then(|workshop| workshop.draft(self));
        draft.map_or_else(|| self.set_up(), |text| (text, Vec::new()))
    }

    /// The board for people, with underscores for what `next` takes; ends with a line break.
    pub fn page(&self, next: Option<&str>) -> String {
        let page = self.game().viewers().and_then(|viewers| viewers.page(self, next));
        page.unwrap_or_else(|| self.board(next))
    }

    /// The position as a program holds it, with a title.
    pub fn inside(&self) -> Option<(&'static str, String)> {
        self.game().viewers().and_then(|viewers| viewers.inside(self))
    }

    /// Lines above the printed board for what it does not show, in a form that the game reads.
    pub fn heading(&self) -> String {
        self.game().viewers().map_or_else(String::new, |viewers| viewers.heading(self))
    }

    /// The boards along a line of play for `solve --json --states`: each on one line in a form that the game reads,
    /// oldest first, or as the game's own viewers know them.
    pub fn states(&self, moves: &[String]) -> Option<serde_json::Value> {
        let viewers = self.game().viewers();
        if let Some(states) = viewers.and_then(|viewers| viewers.states(self, moves)) {
            return Some(states);
        }
        let mut position = self.boxed_clone();
        let mut lines = vec![position.line()];
        for mv in moves {
            position.play(mv).ok()?;
            lines.push(position.line());
        }
        Some(lines.into())
    }

    /// How a plan is carried out.
    pub fn method(&self, plan: &Plan) -> Method {
        match self.game().citing() {
            Some(citing) => citing.method(self, plan),
            None => Method { heuristics: plan.heuristics(), ..Method::default() },
        }
    }

    /// Whether there is a solution, where the rules tell without a search.
    pub fn is_solvable(&self) -> Option<bool> {
        self.game().certificates()?.is_solvable(self)
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}
