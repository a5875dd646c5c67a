//! What the frame asks of a Kakuro position beside its rules.

use std::sync::Arc;

use super::field::Field;
use super::rules::{Filling, Kakuro, Move};
use super::solve::{self, Conclusion};
use super::{GAME, classic, deadlock, fast, logic, text};
use crate::games::digits::Solved;
use crate::games::{Deadlock, Game, Puzzle, digits};
use crate::search::{Engine, Plan, PlanError};

/// Warnings beyond this many are only counted.
const WARNINGS: usize = 20;

impl Kakuro {
    /// Up to `limit` ways to fill what is open, as digits by square number; `None` where it takes too long to tell.
    pub fn fillings(&self, state: &Filling, limit: usize) -> Option<Vec<Vec<u8>>> {
        let field = Field::new(self);
        let conclusion = solve::within(&field, &field.candidates(state), limit, solve::QUICK_NODES)?;
        Some(match conclusion {
            Conclusion::Solutions(all) => all.iter().map(|digits| self.spread(&field, digits)).collect(),
            Conclusion::None | Conclusion::Contradiction { .. } => Vec::new(),
        })
    }

    /// A solution of the puzzle as it was given, where that can be told quickly.
    pub fn solution(&self) -> Option<Vec<u8>> {
        self.fillings(&self.start(), 1)?.into_iter().next()
    }

    /// Digits by cell as digits by square number.
    pub fn spread(&self, field: &Field, digits: &[u8]) -> Vec<u8> {
        let mut all = vec![0; self.grid.squares().len()];
        for (&square, &digit) in field.squares.iter().zip(digits) {
            all[square as usize] = digit;
        }
        all
    }

    /// The printed grid, an underscore before the digit that the next move fills.
    fn printed(&self, state: &Filling, next: Option<&Move>) -> String {
        let plain = text::printed(&self.grid, &state.digits);
        let Some(next) = next else { return plain };
        let mut lines: Vec<String> = plain.lines().map(str::to_string).collect();
        let row = &mut lines[2 * next.at.row + 1];
        let width = (row.len() - 1) / self.grid.cols();
        let at = next.at.col * width + 1;
        row.replace_range(at..=at, "_");
        lines.join("\n") + "\n"
    }
}

impl Solved for Kakuro {
    const FAULT: &'static str = "a run with a wrong sum or a digit twice";

    fn written(&self, digits: &[u8]) -> String {
        text::joined(&self.grid, digits)
    }
}

impl Puzzle for Kakuro {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, state: &Filling) -> String {
        text::line(&self.grid, &state.digits)
    }

    fn finish(&self, state: &Filling) -> Option<Vec<Move>> {
        digits::finish(self, state)
    }

    fn set_up(&self, state: &Filling) -> (String, Vec<String>) {
        let start = self.start();
        (text::line(&self.grid, &start.digits), digits::moves_between(self.grid.cols(), &start, state))
    }

    fn without_notes(&self, state: &Filling) -> Filling {
        Filling::of(state.digits.clone())
    }

    fn board(&self, state: &Filling, next: Option<&Move>) -> String {
        self.printed(state, next)
    }

    fn markers(&self, _state: &Filling, mv: &Move) -> Vec<u32> {
        vec![self.grid.number(mv.at)]
    }

    fn changed(&self, before: &Filling, after: &Filling) -> Vec<u32> {
        after.changed(before)
    }

    fn deadlock(&self, state: &Filling) -> Option<Deadlock> {
        deadlock::explain(self, state)
    }

    fn headline(&self, state: &Filling, _made: &[String]) -> String {
        digits::headline(self, state)
    }

    fn warnings(&self, _state: &Filling) -> Vec<String> {
        let mut odd = self.grid.oddities();
        if odd.len() > WARNINGS {
            let more = odd.len() - WARNINGS;
            odd.truncate(WARNINGS);
            odd.push(format!("and {more} more"));
        }
        odd
    }

    fn lacks_clues(&self) -> bool {
        self.grid.runs().iter().all(|run| run.sum == 0)
    }

    fn check_plan(&self, state: &Filling) -> Plan {
        digits::check_plan(self.default_strategy(state))
    }

    fn engine(rules: &Arc<Self>, state: &Filling, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        match plan.strategy.name {
            "classic" => classic::engine(rules, state, plan),
            "logic" => Ok(logic::engine(rules, state, plan)),
            _ => Ok(fast::engine(rules, state, plan)),
        }
    }
}

/// Placements in the contract's notation, in this order of cells.
pub fn placements(rules: &Kakuro, order: &[u32], digits: &[u8]) -> Vec<String> {
    digits::placements(rules.grid.cols(), order, digits)
}
