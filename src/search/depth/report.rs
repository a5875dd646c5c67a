//! What a depth-first engine shows of itself.

use super::{DepthFirst, Remember};
use crate::search::{
    Answer, Counters, Detail, Focus, Guide, Keeps, Kernel, Observer, Outcome, Refutation, Rules, grouped,
};

impl<R: Rules, G: Guide<R>> Kernel for DepthFirst<R, G> {
    #[inline(never)]
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => {
                self.is_over = true;
                outcome
            }
        }
    }

    fn counters(&self) -> Counters {
        Counters { depth: self.made.len() as u32, memory: self.budget.used(), ..self.tally.counters(self.guide.cuts()) }
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
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        (self.guide.keeps() == Keeps::Everything).then_some(u64::from(self.lower))
    }

    fn focus(&self) -> Focus {
        let untried = self.moves.len() - self.here.next as usize;
        let note = match (self.is_over, self.fresh) {
            (true, _) => String::new(),
            (false, true) => "about to be expanded".into(),
            (false, false) => format!("{untried} moves left to try here"),
        };
        let path = match (self.is_over, self.found.first()) {
            (true, Some(moves)) => moves.iter().map(ToString::to_string).collect(),
            _ => self.made.iter().map(|made| made.mv.to_string()).collect(),
        };
        Focus { path, marks: Vec::new(), note }
    }

    fn details(&self) -> Vec<Detail> {
        let kept = (self.remember == Remember::States).then(|| Detail::figure("states kept", self.seen.len()));
        let solutions = self.all.then(|| Detail::figure("solutions", self.found.len()));
        kept.into_iter().chain(solutions).collect()
    }
}
