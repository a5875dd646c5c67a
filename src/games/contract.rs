//! What a game fulfils. Typed inside ([`Puzzle`] over [`Rules`]), dynamic at the border ([`Game`], [`Position`]).

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::extensions::{Certificates, Citing, Claims, Method, Stages, Usage, Viewers, Workshop, Xray};
use super::hand::{Hand, Settings};
use super::name::{self, Kind};
use super::profile::Profile;
use super::quote::harmless;
use super::studies::Study;
use super::tables::TableMaker;
use super::view::View;
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Rules, Status, Strategy};

/// A game as the registry knows it.
pub trait Game: Send + Sync {
    /// What is constant about it: words, packs, forms, strategies, settings.
    fn profile(&self) -> &'static Profile;

    /// Reads and checks the parameters of a name (empty where it has none): how they are written, and which numbers go
    /// with them.
    fn kind(&self, params: &str) -> Result<Kind, ParamError>;
    /// The puzzle of these parameters, as [`Game::kind`] writes them, and one of the numbers that go with them. The same
    /// name gives the same puzzle for ever.
    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError>;
    /// The puzzle called `GAME:NAME`.
    fn deal(&self, name: &str) -> Result<Box<dyn Position>, ParamError> {
        let (params, number) = name::read(self, name)?;
        self.make(&params, number)
    }
    /// Reads any text form of the game; the text has at most [`Profile::largest_text`] bytes.
    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError>;
    /// Reads any text form of the game, or says that the text is too large for one.
    fn read(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        if text.len() > self.profile().largest_text {
            return Err(TextError::whole(self.profile().too_large()));
        }
        self.read_form(text, options)
    }

    fn view(&self) -> &'static dyn View;
    /// A fresh player's hand: cursor, selection, what keys and clicks mean.
    fn hand(&self, settings: &Settings) -> Box<dyn Hand>;

    // What few games have; most leave all of these out.

    /// Large tables that can be kept on disk.
    fn tables(&self) -> Option<&'static dyn TableMaker> {
        None
    }
    /// Refusals that need no puzzle.
    fn usage(&self) -> Option<&'static dyn Usage> {
        None
    }
    /// Proofs that others can check.
    fn certificates(&self) -> Option<&'static dyn Certificates> {
        None
    }
    /// What is claimed of solutions beside their moves.
    fn claims(&self) -> Option<&'static dyn Claims> {
        None
    }
    /// Whether all solutions of a puzzle have the same number of moves, so that it means nothing to call one shortest.
    fn has_one_length(&self) -> bool {
        self.claims().is_some_and(Claims::are_all_of_one_length)
    }
    /// What figures are cited with.
    fn citing(&self) -> Option<&'static dyn Citing> {
        None
    }
    /// The stages of a published method.
    fn stages(&self) -> Option<&'static dyn Stages> {
        None
    }
    /// What heuristics see on a board.
    fn xray(&self) -> Option<&'static dyn Xray> {
        None
    }
    /// What those want who look at boards elsewhere.
    fn viewers(&self) -> Option<&'static dyn Viewers> {
        None
    }

    /// Positions of one's own, set up on the board.
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        None
    }
    /// The figures of the report that the game comes from.
    fn study(&self) -> Option<&'static dyn Study> {
        None
    }
    /// Entries that are worth a race, as one writes them (`ida*+manhattan`), the best proposal first; where there are none,
    /// the classic method meets the default.
    fn rivals(&self) -> &'static [&'static str] {
        &[]
    }

    fn name(&self) -> &'static str {
        self.profile().name
    }
    fn strategies(&self) -> &'static [Strategy] {
        self.profile().strategies
    }
    fn strategy(&self, name: &str) -> Option<&'static Strategy> {
        self.strategies().iter().find(|s| s.name == name)
    }
}

impl dyn Game + '_ {
    /// Refuses values of options that no text could go with, before anything is read.
    pub fn check_options(&self, options: &Options) -> Result<(), TextError> {
        self.usage().map_or(Ok(()), |usage| usage.check_options(options))
    }

    /// Reads what was kept of a position.
    pub fn read_kept(&self, text: &str) -> Result<Box<dyn Position>, TextError> {
        let draft = self.workshop().and_then(|workshop| workshop.read_draft(text));
        draft.map_or_else(|| self.read(text, &Options::new()), Ok)
    }

    /// Refuses a plan that no puzzle of this game could be solved with, before any is read.
    pub fn check_usage(&self, plan: &Plan) -> Result<(), PlanError> {
        self.usage().map_or(Ok(()), |usage| usage.check_plan(plan))
    }
}

/// One text form that a game writes.
#[derive(Debug)]
pub struct Form {
    pub name: &'static str,
    /// How it is written, and what it is for.
    pub about: &'static str,
    /// Whether [`Game::read`] gives back the same puzzle, with its goal and its variant. Where the form has no room for
    /// those, words behind it say them (`goal=ab-left`).
    pub is_read: bool,
    /// `None` where a position cannot be written so (a packed 5x5).
    pub write: Writer,
}

/// Writes a position of the form's own game.
pub type Writer = fn(&dyn Position) -> Option<String>;

impl Form {
    /// A form that is read back.
    pub const fn new(name: &'static str, about: &'static str, write: Writer) -> Form {
        Form { name, about, is_read: true, write }
    }

    /// A form for people and other programs.
    pub const fn shown(name: &'static str, about: &'static str, write: Writer) -> Form {
        Form { name, about, is_read: false, write }
    }
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
#[error("{}{}", harmless(message), earlier_words(*earlier))]
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
        let file = harmless(file);
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
#[error("{}", harmless(.0))]
pub struct ParamError(pub String);

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
    /// The cells to highlight, as marks of kind [`MarkKind::Dead`].
    pub marks: Vec<Mark>,
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
    /// Whether a legal move, made and taken back, leaves this very state: the law of [`Rules::undo`].
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
    /// The printed board, with underscores for what `next` takes; ends with a line break.
    fn board(&self, next: Option<&str>) -> String;
    /// The cells that a move takes or fills, as marks of kind [`MarkKind::Next`].
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
    /// What is to be reached, where the puzzles of a game differ in that.
    fn aim(&self) -> Option<String>;
    /// What is odd about the puzzle but no reason to refuse it.
    fn warnings(&self) -> Vec<String>;
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

/// A board with but one move all the way might go on for ever.
const LONGEST_FINISH: usize = 1_000;
/// How much of a way is looked at for a reason.
const LONGEST_REASON: usize = 24;

/// What a game adds to its rules so that a position can be shown, written and solved.
pub trait Puzzle: Rules + Sized {
    fn game(&self) -> &'static dyn Game;
    fn line(&self, state: &Self::State) -> String;
    fn line_options(&self, _state: &Self::State) -> Options {
        Options::new()
    }
    /// Where [`Puzzle::line`] alone does not say all.
    fn whole_line(&self, state: &Self::State) -> String {
        self.line(state)
    }
    /// Where what the player has put down is not part of the puzzle: its text without that, and the moves that put it
    /// down.
    fn set_up(&self, state: &Self::State) -> (String, Vec<String>) {
        (self.whole_line(state), Vec::new())
    }
    fn board(&self, state: &Self::State, next: Option<&Self::Move>) -> String;
    fn markers(&self, state: &Self::State, mv: &Self::Move) -> Vec<Cell>;
    /// A move in words, where its notation alone says little.
    fn words(&self, _state: &Self::State, _mv: &Self::Move) -> Option<String> {
        None
    }
    /// What the first move of a way to the goal is good for: behind its words, as in `it frees the ace`.
    fn reason(&self, _state: &Self::State, _way: &[Self::Move]) -> Option<String> {
        None
    }
    /// Where to look for the first move of a way to the goal: less than the move itself, so that there is something left
    /// to find.
    fn region(&self, _state: &Self::State, _way: &[Self::Move]) -> Option<Region> {
        None
    }
    /// The moves that are left where there is nothing to decide any more; by default while there is one legal move.
    fn finish(&self, state: &Self::State) -> Option<Vec<Self::Move>> {
        let (mut state, mut made) = (state.clone(), Vec::new());
        while self.status(&state) != Status::Solved {
            let mut moves = Vec::new();
            self.moves(&state, &mut moves);
            if moves.len() != 1 || made.len() > LONGEST_FINISH {
                return None;
            }
            self.apply(&mut state, &moves[0]);
            made.append(&mut moves);
        }
        (!made.is_empty()).then_some(made)
    }
    fn changed(&self, before: &Self::State, after: &Self::State) -> Vec<Cell>;
    fn deadlock(&self, _state: &Self::State) -> Option<Deadlock> {
        None
    }
    fn headline(&self, state: &Self::State, made: &[String]) -> String;
    /// What is to be reached, where the puzzles of the game differ in that.
    fn aim(&self) -> Option<String> {
        None
    }
    fn warnings(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// Where a game has puzzles of several kinds: the parameters of [`Game::kind`] for more of this kind.
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

    /// Rules and state of a dynamic position, for a game's own writers.
    pub fn parts(position: &dyn Position) -> (&T, &T::State) {
        let placed = Self::of(position);
        (&placed.rules, &placed.state)
    }

    /// The first moves of a way, as many as are looked at for a reason; none where there is no move.
    fn first_moves(&self, way: &[String]) -> Option<Vec<T::Move>> {
        let (mut state, mut moves) = (self.state.clone(), Vec::new());
        for text in way.iter().take(LONGEST_REASON) {
            let mv = self.rules.read_move(&state, text).ok()?;
            self.rules.apply(&mut state, &mv);
            moves.push(mv);
        }
        (!moves.is_empty()).then_some(moves)
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

    fn undoes(&self, mv: &str) -> bool {
        let Ok(mv) = self.rules.read_move(&self.state, mv) else { return false };
        let mut state = self.state.clone();
        let undo = self.rules.apply(&mut state, &mv);
        self.rules.undo(&mut state, &mv, &undo);
        state == self.state
    }

    fn status(&self) -> Status {
        self.rules.status(&self.state)
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

    fn set_up(&self) -> (String, Vec<String>) {
        self.rules.set_up(&self.state)
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

    fn reason(&self, way: &[String]) -> Option<String> {
        self.rules.reason(&self.state, &self.first_moves(way)?)
    }

    fn region(&self, way: &[String]) -> Option<Region> {
        self.rules.region(&self.state, &self.first_moves(way)?)
    }

    fn finish(&self) -> Option<Vec<String>> {
        let moves = self.rules.finish(&self.state)?;
        Some(moves.iter().map(ToString::to_string).collect())
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

    fn aim(&self) -> Option<String> {
        self.rules.aim()
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
}
