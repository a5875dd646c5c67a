//! What the generic engines (`a*`, `bfs`) know of sliding puzzles.

use std::sync::Arc;

use super::canon::{Canon, Labels};
use super::rules::{Board, Dir, Sliding};
use super::solve::order_of;
use crate::search::{Guide, Plan};

/// An admissible estimate of a canonical board.
pub type Function = Arc<dyn Fn(&Labels) -> u32 + Send + Sync>;

#[derive(Clone)]
pub struct TileGuide {
    canon: Canon,
    order: [Dir; 4],
    estimate: Option<Function>,
}

impl TileGuide {
    pub fn new(plan: &Plan, canon: Canon, estimate: Option<Function>) -> TileGuide {
        TileGuide { canon, order: order_of(plan), estimate }
    }
}

impl Guide<Sliding> for TileGuide {
    fn estimate(&mut self, _rules: &Sliding, board: &Board) -> u32 {
        self.estimate.as_ref().map_or(0, |estimate| estimate(&self.canon.labels(board)))
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
