//! The verdict on a position of the wrong parity: nothing to search.

use super::rules::{Board, ParityFault, Sliding};
use crate::search::{Answer, Counters, Event, Focus, Kernel, Mark, MarkKind, Node, Observer, Outcome, Refutation};

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

impl Kernel for Refuted {
    fn work<O: Observer>(&mut self, _fuel: u64, watch: &mut O) -> Outcome {
        watch.on(&Event::Node(Node::root()));
        watch.on(&Event::Dead { id: 0, depth: 0, why: &self.refutation.reason });
        Outcome::Exhausted
    }

    fn counters(&self) -> Counters {
        Counters { generated: 1, dead: 1, ..Counters::default() }
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
