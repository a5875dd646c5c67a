//! What the generic engines (`a*`, `bfs`) know of sliding puzzles.

use std::sync::Arc;

use super::canon::{Canon, Labels};
use super::kernel::{Estimate, Tell};
use super::rules::{Board, Dir, Sliding};
use super::solve::order_of;
use crate::search::{Guide, Plan};

/// An admissible estimate of canonical boards whose type is chosen while running.
pub trait Judge: Send + Sync {
    fn of(&self, labels: &Labels) -> u32;
    fn terms(&self, labels: &Labels, tell: Tell<'_>);
}

impl<E: Estimate> Judge for E {
    fn of(&self, labels: &Labels) -> u32 {
        E::value(&self.root(labels).1) as u32
    }

    fn terms(&self, labels: &Labels, tell: Tell<'_>) {
        Estimate::terms(self, labels, tell);
    }
}

#[derive(Clone)]
pub struct TileGuide {
    canon: Canon,
    order: [Dir; 4],
    judge: Option<Arc<dyn Judge>>,
}

impl TileGuide {
    pub fn new(plan: &Plan, canon: Canon, judge: Option<Arc<dyn Judge>>) -> TileGuide {
        TileGuide { canon, order: order_of(plan), judge }
    }
}

impl Guide<Sliding> for TileGuide {
    fn estimate(&mut self, _rules: &Sliding, board: &Board) -> u32 {
        self.judge.as_ref().map_or(0, |judge| judge.of(&self.canon.labels(board)))
    }

    fn terms(&self, _rules: &Sliding, board: &Board, tell: Tell<'_>) {
        if let Some(judge) = &self.judge {
            judge.terms(&self.canon.labels(board), tell);
        }
    }

    fn solved(&mut self, rules: &Sliding, board: &Board) -> bool {
        board == rules.goal_board()
    }

    fn order(&mut self, _rules: &Sliding, _board: &Board, moves: &mut [Dir]) {
        moves.sort_by_key(|mv| self.order.iter().position(|dir| dir == mv));
    }

    fn undoes(&self, last: &Dir, next: &Dir) -> bool {
        last.opposite() == *next
    }
}
