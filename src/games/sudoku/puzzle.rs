//! What the frame asks of a Sudoku position beside its rules.

use std::sync::Arc;

use super::rules::{Sudoku, digits_in};
use super::{GAME, engine, fault, logic, text};
use crate::games::digits::{self, Filling, Move, Solved};
use crate::games::{Deadlock, Game, Puzzle};
use crate::search::{Cell, Engine, Plan, PlanError};

impl Solved for Sudoku {
    const FAULT: &'static str = "a digit twice in a row, column or box";

    fn written(&self, digits: &[u8]) -> String {
        text::line(digits)
    }
}

impl Puzzle for Sudoku {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, state: &Filling) -> String {
        text::line(&state.digits)
    }

    fn lacks_clues(&self) -> bool {
        self.givens.iter().all(|&digit| digit == 0)
    }

    fn finish(&self, state: &Filling) -> Option<Vec<Move>> {
        digits::finish(self, state)
    }

    fn set_up(&self, state: &Filling) -> (String, Vec<String>) {
        let start = self.start();
        (text::line(&start.digits), digits::moves_between(super::rules::SIDE, &start, state))
    }

    fn without_notes(&self, state: &Filling) -> Filling {
        Filling::of(state.digits.clone())
    }

    fn board(&self, state: &Filling, next: Option<&Move>) -> String {
        text::board(&state.digits, next.map(|mv| mv.at.cell(super::rules::SIDE) as usize))
    }

    fn markers(&self, _state: &Filling, mv: &Move) -> Vec<Cell> {
        vec![mv.at.cell(super::rules::SIDE)]
    }

    fn changed(&self, before: &Filling, after: &Filling) -> Vec<Cell> {
        after.changed(before)
    }

    fn deadlock(&self, state: &Filling) -> Option<Deadlock> {
        fault::explain(&self.givens, state)
    }

    fn headline(&self, state: &Filling, _made: &[String]) -> String {
        digits::headline(self, state)
    }

    fn check_plan(&self, state: &Filling) -> Plan {
        digits::check_plan(self.default_strategy(state))
    }

    fn engine(rules: &Arc<Self>, state: &Filling, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        Ok(match plan.strategy.name {
            "classic" => engine::classic(&rules.givens, state, plan),
            "classic-all" => engine::classic(&rules.givens, state, &Plan { all: true, ..plan.clone() }),
            "logic" => {
                let paper = logic::Worksheet { givens: rules.givens };
                digits::logic(paper, digits_in(state).len(), state, plan, logic::allowed(plan))
            }
            _ => engine::fast(&rules.givens, state, plan),
        })
    }
}
