//! What a game adds to its rules, and how that becomes a [`Position`].

use std::any::Any;
use std::sync::Arc;

use super::contract::{Game, Options};
use super::position::{Deadlock, Position, Region};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Rules, Status, Strategy};

/// A board with but one move all the way might go on for ever.
const LONGEST_FINISH: usize = 1_000;
/// How much of a way is looked at for a reason.
const LONGEST_REASON: usize = 1_000;

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
    /// Without what a player has noted beside the game: as a search sees it.
    fn without_notes(&self, state: &Self::State) -> Self::State {
        state.clone()
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
    /// How many more moves it takes at least, where a glance at the board tells that.
    fn at_least(&self, _state: &Self::State) -> Option<u64> {
        None
    }
    /// What is to be reached, where the puzzles of the game differ in that.
    fn aim(&self) -> Option<String> {
        None
    }
    /// The rules of this very puzzle, where they are others than the first paragraph of the game's help tells.
    fn own_rules(&self) -> Option<String> {
        None
    }
    /// The same in two lines, where [`Profile::gist`](super::Profile::gist) is not true of it.
    fn own_gist(&self) -> Option<String> {
        None
    }
    fn warnings(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }
    /// Whether the puzzle lives by its clues and has none: then its text was hardly meant for this game.
    fn lacks_clues(&self) -> bool {
        false
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

    fn without_notes(&self) -> Box<dyn Position> {
        let state = self.rules.without_notes(&self.state);
        Box::new(Placed { rules: Arc::clone(&self.rules), state })
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

    fn at_least(&self) -> Option<u64> {
        self.rules.at_least(&self.state)
    }

    fn aim(&self) -> Option<String> {
        self.rules.aim()
    }

    fn help(&self) -> String {
        let help = self.game().profile().help;
        let Some(own) = self.rules.own_rules() else { return help.into() };
        help.split_once("\n\n").map_or(own.clone(), |(_, rest)| format!("{own}\n\n{rest}"))
    }

    fn gist(&self) -> String {
        self.rules.own_gist().unwrap_or_else(|| self.game().profile().gist.into())
    }

    fn warnings(&self) -> Vec<String> {
        self.rules.warnings(&self.state)
    }

    fn lacks_clues(&self) -> bool {
        self.rules.lacks_clues()
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
