//! The searches. Strategies stand in `strategies`; each has an engine of its own, made of the kernels below.
//!
//! | file | what it is |
//! | --- | --- |
//! | `solve` | `fast` and `prove`: a few dashes, then a hunt |
//! | `short` | `short`: wider and wider beams for fewer moves |
//! | `optimal` | `optimal`: fewest single cards, proven |
//! | `classic` | `classic`: the classroom's depth-first search |
//! | `dash` | a quick best-first search that gives up soon and proves nothing, over `spread` positions |
//! | `hunt` | a complete best-first search, over `packed` positions in a `field` |
//! | `beam` | layers of bounded width |
//!
//! What they share: `width` (the room that a deck needs), `packed` (a position in a few words), `field` (the same laid out), `spread` (the same as sets of
//! cards), `steps` (what can move), `judge` (the sums that rate a position), `orders` (positions that tell their
//! columns apart), `store` (positions met), `line` (from steps back to moves), `direct` (a solution without needless
//! stops).

pub mod beam;
pub mod classic;
pub mod dash;
pub mod direct;
pub mod field;
pub mod hunt;
pub mod judge;
pub mod line;
pub mod optimal;
pub mod orders;
pub mod packed;
pub mod short;
pub mod solve;
pub mod spread;
pub mod steps;
pub mod store;
pub mod strategies;
pub mod tell;
pub mod width;

use std::sync::Arc;

use self::width::{Narrow, Wide, Width};
use super::rules::{Board, FreeCell};
use crate::search::{Engine, Plan};

/// The search of a strategy, with the room that the deck needs.
pub fn engine(rules: &Arc<FreeCell>, board: &Board, plan: &Plan) -> Box<dyn Engine> {
    match plan.strategy.name {
        "classic" => crate::search::engine(classic::Classic::new(rules, board, plan)),
        _ if rules.variant.is_wide() => packed_engine::<Wide>(rules, board, plan),
        _ => packed_engine::<Narrow>(rules, board, plan),
    }
}

pub fn packed_engine<W: Width>(rules: &Arc<FreeCell>, board: &Board, plan: &Plan) -> Box<dyn Engine> {
    match plan.strategy.name {
        "optimal" => crate::search::engine(optimal::Optimal::<W>::new(rules, board, plan)),
        "short" => crate::search::engine(short::Short::<W>::new(rules, board, plan)),
        _ => crate::search::engine(solve::Solve::<W>::new(rules, board, plan)),
    }
}
