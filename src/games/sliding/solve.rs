//! From a plan to the engine that carries it out.

use std::sync::Arc;

use super::canon::Canon;
use super::ida::{Deepening, Limits};
use super::kernel::{Blind, Estimate, Manhattan, Scale};
use super::prepare;
use super::rules::{Board, Dir, ParityFault, Sliding};
use crate::search::{Answer, Counters, Engine, Focus, Mark, MarkKind, Observer, Outcome, Plan, PlanError, Refutation};

pub fn engine(rules: &Arc<Sliding>, board: &Board, canon: &Canon, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    if plan.all || plan.unique {
        return Err(PlanError("sliding puzzles have endlessly many solutions; a strategy looks for one".into()));
    }
    if let Some(fault) = rules.parity_fault(board) {
        return Ok(Box::new(Refuted::new(rules, board, &fault)));
    }
    let limits = Limits { nodes: plan.nodes, max_moves: plan.max_moves };
    let order = order_of(plan);
    let labels = canon.labels(board);
    match plan.strategy.name {
        "ida*" if plan.is_on("pdb") || plan.is_on("pdb-small") => {
            Ok(Box::new(prepare::Prepared::new(canon, labels, plan)))
        }
        "id" => Ok(deepening(canon, &labels, Blind, Scale::OPTIMAL, order, limits)),
        _ => Ok(deepening(canon, &labels, Manhattan::new(canon.size, canon.goal_blank), Scale::OPTIMAL, order, limits)),
    }
}

pub fn deepening<E: Estimate + 'static>(
    canon: &Canon,
    labels: &super::canon::Labels,
    estimate: E,
    scale: Scale,
    order: [Dir; 4],
    limits: Limits,
) -> Box<dyn Engine> {
    if canon.size.cells() <= 16 {
        Box::new(Deepening::<u64, E>::new(canon.clone(), labels, estimate, scale, order, limits))
    } else {
        Box::new(Deepening::<super::canon::Labels, E>::new(canon.clone(), labels, estimate, scale, order, limits))
    }
}

/// The order of moves that the toggles say; U L R D where none is on.
pub fn order_of(plan: &Plan) -> [Dir; 4] {
    use Dir::{D, L, R, U};
    let orders = [("order-udlr", [U, D, L, R]), ("order-lrud", [L, R, U, D]), ("order-drlu", [D, R, L, U])];
    orders.into_iter().find(|(name, _)| plan.is_on(name)).map_or(Dir::ULRD, |(_, order)| order)
}

/// A position of the wrong parity: nothing to search.
struct Refuted {
    refutation: Refutation,
}

impl Refuted {
    fn new(rules: &Sliding, board: &Board, fault: &ParityFault) -> Refuted {
        let cells = (0..rules.size.cells()).filter(|&cell| fault.pair.contains(&board.tile(cell)));
        let marks = cells.map(|cell| Mark::new(cell as u32, MarkKind::Dead)).collect();
        let refutation = Refutation { reason: fault.to_string(), certificate: Some(fault.certificate()), marks };
        Refuted { refutation }
    }
}

impl Engine for Refuted {
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
