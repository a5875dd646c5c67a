//! Engines that first build pattern databases, step by step, where this run has none yet.

use super::pattern::{Key, Making};
use super::solve::Job;
use crate::search::{Answer, Counters, Detail, Engine, Focus, Lookout, Observer, Outcome};

/// A search that waits for its pattern databases.
#[derive(Clone)]
pub struct Prepared {
    job: Job,
    stage: Stage,
}

#[derive(Clone)]
enum Stage {
    Making(Box<Making>),
    Searching(Box<dyn Engine>),
}

impl Prepared {
    pub fn new(key: Key, job: Job) -> Prepared {
        let making = Making::new(key).expect("every board has a partition of this scope");
        Prepared { job, stage: Stage::Making(Box::new(making)) }
    }
}

/// Two lines on tables in the making.
pub fn progress_lines(making: &Making) -> Vec<Detail> {
    let (done, total) = making.progress();
    let tenths = done * 10 / total.max(1);
    vec![
        Detail::Line(format!("making {}", making.name())),
        Detail::Line(format!("[{}{}] {:>3} %", "#".repeat(tenths), ".".repeat(10 - tenths), done * 100 / total.max(1))),
    ]
}

impl Engine for Prepared {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn run(&mut self, mut fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        if let Stage::Making(making) = &mut self.stage {
            let Some(made) = making.advance(&mut fuel) else { return Outcome::MoreWork };
            let engine = self.job.start(Some(made)).expect("the plan was checked before");
            self.stage = Stage::Searching(engine);
        }
        match &mut self.stage {
            Stage::Searching(engine) => engine.run(fuel, watch),
            Stage::Making(_) => Outcome::MoreWork,
        }
    }

    fn run_until(&mut self, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        for left in (1..=fuel).rev() {
            if let Stage::Searching(engine) = &mut self.stage {
                return engine.run_until(left, watch);
            }
            let told: &mut dyn Observer = &mut *watch;
            let outcome = self.run(1, Some(told));
            if outcome != Outcome::MoreWork || watch.is_met() {
                return outcome;
            }
        }
        Outcome::MoreWork
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

    fn details(&self) -> Vec<Detail> {
        match &self.stage {
            Stage::Searching(engine) => engine.details(),
            Stage::Making(making) => progress_lines(making),
        }
    }
}
