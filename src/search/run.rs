//! The generic engines by name. See the module's documentation for an example.

use std::sync::Arc;

use super::best::{BestFirst, Order};
use super::depth::{DepthFirst, Remember};
use super::guide::Unguided;
use super::{Engine, Guide, Plan, PlanError, Rules, engine};

type Started = Result<Box<dyn Engine>, PlanError>;

/// Depth-first search: the first solution it meets, or with [`Plan::all`] every one (a line of play ends at its
/// first solution). The estimate serves only to leave out what cannot be solved within [`Plan::max_moves`].
///
/// Complete, provided that [`Remember`] or the rules keep it out of circles.
pub fn depth_first<R: Rules, G: Guide<R>>(
    rules: &Arc<R>,
    start: &R::State,
    guide: G,
    plan: &Plan,
    remember: Remember,
) -> Started {
    if plan.all && remember == Remember::States {
        return Err(PlanError("a search with memory meets each position once, so it cannot list all solutions".into()));
    }
    refuse_unique(plan)?;
    Ok(engine(DepthFirst::new(rules, start, guide, plan, remember)))
}

/// A* (Hart, Nilsson & Raphael 1968), with the weight of the plan; among equals the latest first. States are
/// re-opened, so that the estimate need not be consistent. The goal is recognised when it is about to be expanded.
pub fn a_star<R: Rules, G: Guide<R>>(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan) -> Started {
    one_solution(plan)?;
    proper_weight(plan)?;
    Ok(engine(BestFirst::new(rules, start, guide, plan, Order::Estimate)))
}

/// Breadth-first search: a shortest solution. The goal is recognised when it is made.
pub fn breadth_first<R: Rules, G: Guide<R>>(rules: &Arc<R>, start: &R::State, guide: G, plan: &Plan) -> Started {
    one_solution(plan)?;
    Ok(engine(BestFirst::new(rules, start, Unguided(guide), plan, Order::Depth)))
}

fn one_solution(plan: &Plan) -> Result<(), PlanError> {
    if plan.all {
        return Err(PlanError(format!("strategy {} cannot list all solutions", plan.strategy.name)));
    }
    refuse_unique(plan)
}

fn refuse_unique(plan: &Plan) -> Result<(), PlanError> {
    if plan.unique {
        return Err(PlanError(format!("strategy {} cannot prove that a solution is the only one", plan.strategy.name)));
    }
    Ok(())
}

fn proper_weight(plan: &Plan) -> Result<(), PlanError> {
    let weight = plan.weight();
    if (1.0..=1000.0).contains(&weight) {
        Ok(())
    } else {
        Err(PlanError(format!("weight {weight}: expected 1 to 1000")))
    }
}
