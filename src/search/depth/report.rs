//! What a depth-first engine shows of itself.

use super::{DepthFirst, Remember};
use crate::search::{
    Answer, Counters, Engine, Focus, Guide, Keeps, NoObserver, Observer, Outcome, Refutation, Rules, grouped,
};

impl<R: Rules, G: Guide<R>> Engine for DepthFirst<R, G> {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        match watch {
            None => self.run_with(fuel, &mut NoObserver),
            Some(mut watch) => self.run_with(fuel, &mut watch),
        }
    }

    fn counters(&self) -> Counters {
        let mut iterations = self.iterations.clone();
        if let Some(current) = iterations.last_mut() {
            current.nodes = self.tally.generated - self.counted;
        }
        Counters {
            depth: self.made.len() as u32,
            memory: self.budget.used(),
            iterations,
            ..self.tally.counters(self.guide.cuts())
        }
    }

    fn answer(&self) -> Option<Answer> {
        let first = self.found.first()?;
        let mut answer = Answer::of_moves(first);
        answer.optimal = self.lower_bound() == Some(first.len() as u64);
        if self.all {
            answer.solutions = Some(self.found.len() as u64);
            answer.all = self.found.iter().map(|moves| moves.iter().map(ToString::to_string).collect()).collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = match self.remember {
            Remember::States => {
                format!(
                    "{} positions were searched, and none of them leads to the goal",
                    grouped(self.seen.len() as u64)
                )
            }
            _ => "every line of play was searched".to_string(),
        };
        (self.outcome == Some(Outcome::Exhausted)).then(|| Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        let known = self.guide.keeps() == Keeps::Everything && self.outcome != Some(Outcome::Exhausted);
        known.then_some(u64::from(self.lower))
    }

    fn focus(&self) -> Focus {
        let untried = self.moves.len() - self.here.next as usize;
        let note = match (self.outcome, self.fresh) {
            (Some(_), _) => String::new(),
            (None, true) => "about to be expanded".into(),
            (None, false) => format!("{untried} moves left to try here"),
        };
        let path = match (self.outcome, self.found.first()) {
            (Some(Outcome::Solved), Some(moves)) => moves.iter().map(ToString::to_string).collect(),
            _ => self.made.iter().map(|made| made.mv.to_string()).collect(),
        };
        Focus { path, marks: Vec::new(), note }
    }

    fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.remember == Remember::States {
            lines.push(format!("states kept {:>11}", self.seen.len()));
        }
        if self.all {
            lines.push(format!("solutions {:>13}", self.found.len()));
        }
        lines
    }
}
