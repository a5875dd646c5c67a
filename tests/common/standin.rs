//! A puzzle without moves, for what the frame does where a puzzle is lost or its solver fails.

use std::sync::Arc;

use rompicapo::games::{self, Deadlock, Game, Placed, Position, Puzzle};
use rompicapo::search::{Cell, Engine, Plan, PlanError, Rules, Status};

#[derive(Clone, Copy)]
pub struct StandIn {
    pub status: Status,
    pub deadlock: fn() -> Option<Deadlock>,
    /// Builds the engine, whatever the plan; told the word below.
    pub engine: fn(&'static str) -> Result<Box<dyn Engine>, PlanError>,
    pub word: &'static str,
}

impl StandIn {
    pub fn position(self) -> Box<dyn Position> {
        Placed::boxed(self, ())
    }
}

impl Rules for StandIn {
    type State = ();
    type Move = String;
    type Undo = ();
    fn moves(&self, (): &(), _into: &mut Vec<String>) {}
    fn apply(&self, (): &mut (), _mv: &String) {}
    fn undo(&self, (): &mut (), _mv: &String, (): &()) {}
    fn status(&self, (): &()) -> Status {
        self.status
    }
    fn read_move(&self, (): &(), _text: &str) -> Result<String, String> {
        Err("there are no moves".into())
    }
}

impl Puzzle for StandIn {
    fn game(&self) -> &'static dyn Game {
        games::SAMPLE
    }
    fn line(&self, (): &()) -> String {
        String::new()
    }
    fn board(&self, (): &(), _next: Option<&String>) -> String {
        String::new()
    }
    fn markers(&self, (): &(), _mv: &String) -> Vec<Cell> {
        Vec::new()
    }
    fn changed(&self, (): &(), (): &()) -> Vec<Cell> {
        Vec::new()
    }
    fn deadlock(&self, (): &()) -> Option<Deadlock> {
        (self.deadlock)()
    }
    fn headline(&self, (): &(), _made: &[String]) -> String {
        String::new()
    }
    fn engine(rules: &Arc<Self>, (): &(), _plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        (rules.engine)(rules.word)
    }
}
