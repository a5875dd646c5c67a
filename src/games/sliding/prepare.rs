//! Engines that first build pattern databases, step by step, where this run has none yet.

use std::sync::Arc;

use super::canon::{Canon, Labels};
use super::ida::Limits;
use super::kernel::Scale;
use super::pattern::{Databases, Key, Large, Making, Middle, Patterns, Scope, Small, ready};
use super::solve::{deepening, order_of};
use crate::search::{Answer, Counters, Engine, Focus, Observer, Outcome, Plan};

/// IDA* with pattern databases.
pub struct Prepared {
    canon: Canon,
    labels: Labels,
    plan: Plan,
    stage: Stage,
}

enum Stage {
    Making(Making),
    Searching(Box<dyn Engine>),
}

impl Prepared {
    pub fn new(canon: &Canon, labels: Labels, plan: &Plan) -> Prepared {
        let scope = if plan.is_on("pdb-small") { Scope::Small } else { Scope::Normal };
        let key = Key::of(canon, scope);
        let stage = match ready(key) {
            Some(databases) => Stage::Searching(search(canon, &labels, plan, databases)),
            None => Stage::Making(Making::new(key).expect("every board has a partition of this scope")),
        };
        Prepared { canon: canon.clone(), labels, plan: plan.clone(), stage }
    }
}

fn search(canon: &Canon, labels: &Labels, plan: &Plan, databases: Arc<Databases>) -> Box<dyn Engine> {
    let limits = Limits { nodes: plan.nodes, max_moves: plan.max_moves };
    let (order, reflection) = (order_of(plan), plan.is_on("reflection"));
    match canon.size.cells() {
        ..=16 => {
            let estimate = Patterns::<Small, 6>::new(canon, databases, reflection);
            deepening(canon, labels, estimate, Scale::OPTIMAL, order, limits)
        }
        17..=25 => {
            let estimate = Patterns::<Middle, 10>::new(canon, databases, reflection);
            deepening(canon, labels, estimate, Scale::OPTIMAL, order, limits)
        }
        _ => {
            let estimate = Patterns::<Large, 18>::new(canon, databases, reflection);
            deepening(canon, labels, estimate, Scale::OPTIMAL, order, limits)
        }
    }
}

impl Engine for Prepared {
    fn run(&mut self, mut fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        if let Stage::Making(making) = &mut self.stage {
            match making.advance(&mut fuel) {
                Some(made) => self.stage = Stage::Searching(search(&self.canon, &self.labels, &self.plan, made)),
                None => return Outcome::MoreWork,
            }
        }
        match &mut self.stage {
            Stage::Searching(engine) => engine.run(fuel, watch),
            Stage::Making(_) => Outcome::MoreWork,
        }
    }

    fn counters(&self) -> Counters {
        match &self.stage {
            Stage::Searching(engine) => engine.counters(),
            Stage::Making(_) => Counters { generated: 1, ..Counters::default() },
        }
    }

    fn answer(&self) -> Option<Answer> {
        match &self.stage {
            Stage::Searching(engine) => engine.answer(),
            Stage::Making(_) => None,
        }
    }

    fn lower_bound(&self) -> Option<u64> {
        match &self.stage {
            Stage::Searching(engine) => engine.lower_bound(),
            Stage::Making(_) => None,
        }
    }

    fn focus(&self) -> Focus {
        match &self.stage {
            Stage::Searching(engine) => engine.focus(),
            Stage::Making(making) => {
                Focus { note: format!("building the {} tables", making.name()), ..Focus::default() }
            }
        }
    }

    fn details(&self) -> Vec<String> {
        match &self.stage {
            Stage::Searching(engine) => engine.details(),
            Stage::Making(making) => {
                let (done, total) = making.progress();
                let tenths = done * 10 / total.max(1);
                vec![
                    format!("building {}", making.name()),
                    format!("[{}{}] {:>3} %", "#".repeat(tenths), ".".repeat(10 - tenths), done * 100 / total.max(1)),
                ]
            }
        }
    }
}
