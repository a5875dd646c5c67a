//! Plain depth first search over the boards, complete: what the other strategies are measured against.

use std::sync::Arc;

use super::rules::{Fourteen, State};
use crate::search::{Engine, Guide, Plan, PlanError, Remember, Strategy, Toggle, depth_first};

pub const STRATEGY: Strategy = Strategy {
    name: "dfs",
    about: "plain depth first, columns from left to right; complete",
    toggles: &[Toggle::on("memory", "never enters a position twice")],
    anytime: false,
    weight: None,
};

/// Every move takes two cards, so the way to the empty table is as long as half of the cards: known, but no help.
#[derive(Clone)]
struct PairsLeft;

impl Guide<Fourteen> for PairsLeft {
    fn estimate(&mut self, rules: &Fourteen, state: &State) -> u32 {
        rules.cards_left(state) as u32 / 2
    }

    fn solved(&mut self, rules: &Fourteen, state: &State) -> bool {
        rules.is_cleared(state)
    }
}

pub fn engine(rules: &Arc<Fourteen>, state: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let remember = if plan.is_on("memory") { Remember::States } else { Remember::Nothing };
    depth_first(rules, state, PairsLeft, plan, remember)
}
