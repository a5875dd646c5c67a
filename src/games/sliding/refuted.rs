//! The verdict on a position of the wrong parity: nothing to search.

use super::rules::{Board, ParityFault, Sliding};
use crate::search::{Answer, Counters, Engine, Focus, Mark, MarkKind, Observer, Outcome, Refutation};

#[derive(Clone)]
pub struct Refuted {
    refutation: Refutation,
}

impl Refuted {
    pub fn new(rules: &Sliding, board: &Board, fault: &ParityFault) -> Refuted {
        let cells = (0..rules.size.cells()).filter(|&cell| fault.pair.contains(&board.tile(cell)));
        let marks = cells.map(|cell| Mark::new(cell as u32, MarkKind::Dead)).collect();
        let refutation = Refutation { reason: fault.to_string(), certificate: Some(fault.certificate()), marks };
        Refuted { refutation }
    }
}

impl Engine for Refuted {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn run(&mut self, _fuel: u64, _watch: Option<&mut dyn Observer>) -> Outcome {
        Outcome::Exhausted
    }

    fn counters(&self) -> Counters {
        Counters { generated: 1, ..Counters::default() }
    }

    fn answer(&self) -> Option<Answer> {
        None
    }

    fn refutation(&self) -> Option<Refutation> {
        Some(self.refutation.clone())
    }

    fn focus(&self) -> Focus {
        Focus { path: Vec::new(), marks: self.refutation.marks.clone(), note: self.refutation.reason.clone() }
    }
}
