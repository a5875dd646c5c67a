//! What a game fulfils. Typed inside ([`Puzzle`] over [`Rules`]), dynamic at the border ([`Game`], [`Position`]).

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::hand::{Hand, Settings};
use super::tables::TableMaker;
use super::view::View;
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Rules, Status, Strategy};

/// A game as the registry knows it.
pub trait Game: Send + Sync {
    /// The word of the command line: `fourteen`.
    fn name(&self) -> &'static str;
    /// The word of the screen: `Fourteen`.
    fn title(&self) -> &'static str;
    /// One line for lists.
    fn about(&self) -> &'static str;
    /// The rules in about ten lines of at most 76 columns, for the help overlay.
    fn help(&self) -> &'static str;
    /// What names of numbered puzzles look like, for `list` and error messages: one line each, `form` and meaning.
    fn names(&self) -> &'static [(&'static str, &'static str)];

    /// The puzzle that `GAME:PARAMS:NUMBER` names; `params` is empty where the name has none. The same name gives
    /// the same puzzle for ever.
    fn deal(&self, params: &str, number: &str) -> Result<Box<dyn Position>, ParamError>;
    /// A number for a new random puzzle out of a casual random value.
    fn random_number(&self, random: u64) -> String {
        (random % 1_000_000 + 1).to_string()
    }
    /// Options of the generator beyond `PARAMS` (`--moves 40..45`); each becomes `name=value` in the parameters.
    fn generate_options(&self) -> &'static [TextOption] {
        &[]
    }

    /// Reads any text form of the game.
    fn read(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError>;
    /// What the text alone does not say (`--size`, `--goal`), and the reader understands.
    fn text_options(&self) -> &'static [TextOption] {
        &[]
    }
    /// Refuses values that no text could go with, so that they are told before anything is read.
    fn check_options(&self, _options: &Options) -> Result<(), TextError> {
        Ok(())
    }
    /// The text forms that [`Position::text`] writes; the first is the default.
    fn forms(&self) -> &'static [Form];

    /// The default of the game first; a position may have its own, see [`Position::default_strategy`].
    fn strategies(&self) -> &'static [Strategy];
    /// Refuses a plan that no puzzle of this game could be solved with, before any is read.
    fn check_usage(&self, _plan: &Plan) -> Result<(), PlanError> {
        Ok(())
    }
    /// The packs that come with the program: the text of `puzzles/<game>/*.toml`.
    fn packs(&self) -> &'static [&'static str];
    /// Settings of this game for `[games.NAME]` in the configuration.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Whether players want to know how far the goal is from where they stand, and not only that they can win.
    fn seeks_shortest(&self) -> bool {
        false
    }

    /// Large tables that this game can have on disk.
    fn tables(&self) -> Option<&'static dyn TableMaker> {
        None
    }

    fn view(&self) -> &'static dyn View;
    /// A fresh player's hand: cursor, selection, what keys and clicks mean.
    fn hand(&self, settings: &Settings) -> Box<dyn Hand>;

    fn strategy(&self, name: &str) -> Option<&'static Strategy> {
        self.strategies().iter().find(|s| s.name == name)
    }
}

/// One text form that a game writes.
#[derive(Debug)]
pub struct Form {
    pub name: &'static str,
    pub about: &'static str,
}

/// An option that belongs to one game's reader or generator.
#[derive(Debug)]
pub struct TextOption {
    pub name: &'static str,
    pub value: &'static str,
    pub about: &'static str,
}

/// A setting of one game in the configuration file: one of a few words.
#[derive(Debug)]
pub struct Setting {
    pub name: &'static str,
    pub values: &'static [&'static str],
    pub default: &'static str,
    pub about: &'static str,
}

/// Values of a game's [`TextOption`]s, by name.
pub type Options = BTreeMap<String, String>;

/// A malformed text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", earlier_words(*earlier))]
pub struct TextError {
    /// From 1; 0 where the text as a whole is meant.
    pub line: usize,
    /// In characters from 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// Line and column of the first of two that exclude each other.
    pub earlier: Option<(usize, usize)>,
    /// The option (`goal`) whose value is malformed, and not the text; line and column are then those of the value.
    pub option: Option<&'static str>,
}

fn earlier_words(earlier: Option<(usize, usize)>) -> String {
    match earlier {
        None => String::new(),
        Some((0, column)) => format!("; the first is at column {column}"),
        Some((line, column)) => format!("; the first is at line {line}, column {column}"),
    }
}

impl TextError {
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        TextError { line, column, message: message.into(), earlier: None, option: None }
    }

    /// The same error, of something that stands earlier in the text already.
    #[must_use]
    pub fn after(self, line: usize, column: usize) -> Self {
        TextError { earlier: Some((line, column)), ..self }
    }

    pub fn whole(message: impl Into<String>) -> Self {
        Self::at(0, 0, message)
    }

    /// `file:line:column: message`, leaving out what is not known.
    pub fn in_file(&self, file: &str) -> String {
        match (self.line, self.column) {
            _ if self.option.is_some() => format!("{file}: {}", self.in_option()),
            (0, _) => format!("{file}: {self}"),
            (line, 0) => format!("{file}:{line}: {self}"),
            (line, column) => format!("{file}:{line}:{column}: {self}"),
        }
    }

    /// The error as one of an option's value: `--goal, column 3: message`.
    pub fn in_option(&self) -> String {
        let option = self.option.unwrap_or_default();
        match (self.line, self.column) {
            (_, 0) => format!("--{option}: {self}"),
            (..=1, column) => format!("--{option}, column {column}: {self}"),
            (line, column) => format!("--{option}, line {line}, column {column}: {self}"),
        }
    }
}

/// Bad parameters or a bad number in a puzzle's name; says what is possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParamError(pub String);

/// Why a position is lost, where that can be shown.
#[derive(Clone, Debug, Default)]
pub struct Deadlock {
    /// The story in one or two sentences.
    pub story: String,
    /// The cells to highlight, as marks of kind [`MarkKind::Dead`].
    pub marks: Vec<Mark>,
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

/// A position of some game, as the workbench, the screen and the command line handle it.
///
/// Games do not implement this but [`Puzzle`]; [`Placed`] does the rest.
pub trait Position: Any + Send + Sync {
    fn game(&self) -> &'static dyn Game;
    fn boxed_clone(&self) -> Box<dyn Position>;
    fn moves(&self) -> Vec<String>;
    /// Makes a move and returns its canonical text; an illegal one changes nothing and is told why.
    fn play(&mut self, mv: &str) -> Result<String, String>;
    fn status(&self) -> Status;
    /// In the named form of [`Game::forms`].
    fn text(&self, form: &str) -> Option<String>;
    /// On one line, in a form that the game reads.
    fn line(&self) -> String;
    /// What the reader needs beside [`Position::line`] (`goal`, `size`), where it is not the default.
    fn line_options(&self) -> Options;
    /// On one line that is read back without any option.
    fn whole_line(&self) -> String;
    /// Lines above the printed board for what it does not show, in a form that the game reads.
    fn heading(&self) -> String;
    /// The printed board, with underscores for what `next` takes; ends with a line break.
    fn board(&self, next: Option<&str>) -> String;
    /// The cells that a move takes or fills, as marks of kind [`MarkKind::Next`].
    fn markers(&self, mv: &str) -> Vec<Mark>;
    /// A move in words, where its notation alone says little.
    fn words(&self, mv: &str) -> Option<String>;
    /// The boards along a line of play for `solve --json --states`: each on one line in a form that the game reads,
    /// oldest first, or as the game's own viewers know them.
    fn states(&self, moves: &[String]) -> Option<serde_json::Value>;
    /// The cells of *this* position that look different from what they were in `before`.
    fn changed(&self, before: &dyn Position) -> Vec<Cell>;
    /// Why this position is lost, where a cheap look can tell.
    fn deadlock(&self) -> Option<Deadlock>;
    /// A few words on the state of play; `made` are the moves so far.
    fn headline(&self, made: &[String]) -> String;
    /// What is odd about the puzzle but no reason to refuse it.
    fn warnings(&self) -> Vec<String>;
    /// What stands before the number in names of puzzles like this one (`3x3`), so that a new one can be of its kind.
    fn params(&self) -> Option<String>;
    fn default_strategy(&self) -> &'static Strategy;
    /// What answers "still winnable?" in the background while one plays, and hints.
    fn check_plan(&self) -> Plan;
    fn engine(&self, plan: &Plan) -> Result<Box<dyn Engine>, PlanError>;
    fn method(&self, plan: &Plan) -> Method;
    /// Checks the certificate of an `unsolvable`.
    fn check_certificate(&self, certificate: &str) -> Result<(), String>;
    /// Whether there is a solution, where the rules tell without a search.
    fn is_solvable(&self) -> Option<bool>;
}

impl dyn Position {
    /// Whether two positions are written alike: the same pieces in the same places, with the same goal.
    pub fn same_as(&self, other: &dyn Position) -> bool {
        self.line() == other.line() && self.line_options() == other.line_options()
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// What a game adds to its rules so that a position can be shown, written and solved.
pub trait Puzzle: Rules + Sized {
    fn game(&self) -> &'static dyn Game;
    fn text(&self, state: &Self::State, form: &str) -> Option<String>;
    fn line(&self, state: &Self::State) -> String;
    fn line_options(&self, _state: &Self::State) -> Options {
        Options::new()
    }
    /// Where [`Puzzle::line`] alone does not say all.
    fn whole_line(&self, state: &Self::State) -> String {
        self.line(state)
    }
    fn heading(&self) -> String {
        String::new()
    }
    fn board(&self, state: &Self::State, next: Option<&Self::Move>) -> String;
    fn markers(&self, state: &Self::State, mv: &Self::Move) -> Vec<Cell>;
    /// A move in words, where its notation alone says little.
    fn words(&self, _state: &Self::State, _mv: &Self::Move) -> Option<String> {
        None
    }
    fn changed(&self, before: &Self::State, after: &Self::State) -> Vec<Cell>;
    /// Where viewers of this game know the boards of a line of play in another form than [`Puzzle::line`].
    fn states(&self, _start: &Self::State, _moves: &[Self::Move]) -> Option<serde_json::Value> {
        None
    }
    fn deadlock(&self, _state: &Self::State) -> Option<Deadlock> {
        None
    }
    fn headline(&self, state: &Self::State, made: &[String]) -> String;
    fn warnings(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// Where a game has puzzles of several kinds: the parameters of [`Game::deal`] for more of this kind.
    fn params(&self, _state: &Self::State) -> Option<String> {
        None
    }
    fn default_strategy(&self, _state: &Self::State) -> &'static Strategy {
        &self.game().strategies()[0]
    }
    /// By default the default strategy with a limit that keeps the background quick.
    fn check_plan(&self, state: &Self::State) -> Plan {
        let mut plan = Plan::new(self.default_strategy(state));
        plan.nodes = Some(2_000_000);
        plan.memory = 256 << 20;
        plan
    }
    fn engine(rules: &Arc<Self>, state: &Self::State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError>;
    fn method(&self, _state: &Self::State, plan: &Plan) -> Method {
        Method { heuristics: plan.heuristics(), ..Method::default() }
    }
    fn is_solvable(&self, _state: &Self::State) -> Option<bool> {
        None
    }
    fn check_certificate(&self, _state: &Self::State, _certificate: &str) -> Result<(), String> {
        Err("this game has no certificates".into())
    }
}

/// A state together with its rules: the one implementation of [`Position`].
pub struct Placed<T: Puzzle> {
    pub rules: Arc<T>,
    pub state: T::State,
}

impl<T: Puzzle> Placed<T> {
    pub fn boxed(rules: T, state: T::State) -> Box<dyn Position> {
        Box::new(Placed { rules: Arc::new(rules), state })
    }

    /// The typed position behind a dynamic one, for a game's own view and hand.
    pub fn of(position: &dyn Position) -> &Self {
        (position as &dyn Any).downcast_ref().expect("a view and a hand get positions of their own game")
    }
}

impl<T: Puzzle> Position for Placed<T> {
    fn game(&self) -> &'static dyn Game {
        self.rules.game()
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(Placed { rules: Arc::clone(&self.rules), state: self.state.clone() })
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.rules.moves(&self.state, &mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, mv: &str) -> Result<String, String> {
        let mv = self.rules.read_move(&self.state, mv)?;
        self.rules.apply(&mut self.state, &mv);
        Ok(mv.to_string())
    }

    fn status(&self) -> Status {
        self.rules.status(&self.state)
    }

    fn text(&self, form: &str) -> Option<String> {
        self.rules.text(&self.state, form)
    }

    fn line(&self) -> String {
        self.rules.line(&self.state)
    }

    fn line_options(&self) -> Options {
        self.rules.line_options(&self.state)
    }

    fn whole_line(&self) -> String {
        self.rules.whole_line(&self.state)
    }

    fn heading(&self) -> String {
        self.rules.heading()
    }

    fn board(&self, next: Option<&str>) -> String {
        let next = next.and_then(|mv| self.rules.read_move(&self.state, mv).ok());
        self.rules.board(&self.state, next.as_ref())
    }

    fn markers(&self, mv: &str) -> Vec<Mark> {
        let Ok(mv) = self.rules.read_move(&self.state, mv) else { return Vec::new() };
        let cells = self.rules.markers(&self.state, &mv);
        cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Next)).collect()
    }

    fn words(&self, mv: &str) -> Option<String> {
        self.rules.words(&self.state, &self.rules.read_move(&self.state, mv).ok()?)
    }

    fn states(&self, moves: &[String]) -> Option<serde_json::Value> {
        let mut state = self.state.clone();
        let mut lines = vec![self.rules.line(&state)];
        let mut made = Vec::new();
        for mv in moves {
            let mv = self.rules.read_move(&state, mv).ok()?;
            self.rules.apply(&mut state, &mv);
            lines.push(self.rules.line(&state));
            made.push(mv);
        }
        Some(self.rules.states(&self.state, &made).unwrap_or_else(|| lines.into()))
    }

    fn changed(&self, before: &dyn Position) -> Vec<Cell> {
        match (before as &dyn Any).downcast_ref::<Self>() {
            Some(before) => self.rules.changed(&before.state, &self.state),
            None => Vec::new(),
        }
    }

    fn deadlock(&self) -> Option<Deadlock> {
        self.rules.deadlock(&self.state)
    }

    fn headline(&self, made: &[String]) -> String {
        self.rules.headline(&self.state, made)
    }

    fn warnings(&self) -> Vec<String> {
        self.rules.warnings(&self.state)
    }

    fn params(&self) -> Option<String> {
        self.rules.params(&self.state)
    }

    fn default_strategy(&self) -> &'static Strategy {
        self.rules.default_strategy(&self.state)
    }

    fn check_plan(&self) -> Plan {
        self.rules.check_plan(&self.state)
    }

    fn engine(&self, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        T::engine(&self.rules, &self.state, plan)
    }

    fn method(&self, plan: &Plan) -> Method {
        self.rules.method(&self.state, plan)
    }

    fn is_solvable(&self) -> Option<bool> {
        self.rules.is_solvable(&self.state)
    }

    fn check_certificate(&self, certificate: &str) -> Result<(), String> {
        self.rules.check_certificate(&self.state, certificate)
    }
}
