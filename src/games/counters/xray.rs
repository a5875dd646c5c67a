//! What the lower bound sees: neighbours of the same colour.

use super::rules::Counters;
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct PairRays;

impl Xray for PairRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let is_equal = |left: usize| state.row[left].is_counter() && state.row.get(left + 1) == Some(&state.row[left]);
        let equal: Vec<usize> = (0..state.row.len()).filter(|&left| is_equal(left)).collect();
        let mut cells: Vec<u32> = equal.iter().flat_map(|&left| [left as u32, left as u32 + 1]).collect();
        cells.dedup();
        let marks = cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Counted)).collect();
        let (least, most) = rules.goal_pairs();
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let pairs = count(equal.len() as u64, "pair", "pairs");
        let bound = count(rules.bound(state).into(), "move", "moves");
        let lines = vec![
            format!("equal neighbours (~): {pairs}, and {wanted} at the goal"),
            if rules.is_solved(state) {
                "this is the goal".into()
            } else {
                format!("{}: {bound} at least", rules.bound_reason(state))
            },
        ];
        Sight { marks, lines }
    }
}
