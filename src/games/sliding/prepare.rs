//! Engines that first make the tables of their estimates, step by step, where this run has none yet.

use std::sync::Arc;

use super::canon::Canon;
use super::pattern::{Databases, Key, Making};
use super::solve::{Job, databases};
use super::walking::{self, Walking};
use crate::search::{
    Answer, Counters, Detail, Engine, Focus, Kernel, Lookout, Observer, Outcome, Plan, Standing, heard,
};

/// The tables that a search works with.
#[derive(Clone, Default)]
pub struct Ready {
    pub databases: Option<Arc<Databases>>,
    pub walking: Option<Arc<Walking>>,
}

/// The tables that must be made first, one after the other.
#[derive(Clone)]
pub struct Needed {
    ready: Ready,
    databases: Option<Box<Making>>,
    walking: Option<Box<walking::Making>>,
}

impl Needed {
    /// The tables of a plan, or else what has to be made for it.
    pub fn of(canon: &Canon, plan: &Plan) -> Result<Ready, Needed> {
        let mut needed = Needed { ready: Ready::default(), databases: None, walking: None };
        if plan.has("pdb") || plan.has("pdb-small") {
            match databases(canon, plan) {
                Ok(databases) => needed.ready.databases = Some(databases),
                Err(key) => needed.databases = Some(Box::new(making(key))),
            }
        }
        if plan.has("walking-distance") {
            needed.walking = Some(Box::new(walking::Making::new(canon.size, canon.goal_blank)));
        }
        if needed.databases.is_none() && needed.walking.is_none() { Ok(needed.ready) } else { Err(needed) }
    }

    /// Works for at most `fuel` and takes off what it used; the tables when all are there.
    pub fn advance(&mut self, fuel: &mut u64) -> Option<Ready> {
        if let Some(making) = &mut self.databases {
            self.ready.databases = Some(making.advance(fuel)?);
            self.databases = None;
        }
        if let Some(making) = &mut self.walking {
            self.ready.walking = Some(making.advance(fuel)?);
            self.walking = None;
        }
        Some(self.ready.clone())
    }

    fn name(&self) -> &str {
        self.databases.as_ref().map_or("walking-distance", |making| making.name())
    }

    fn details(&self) -> Vec<Detail> {
        match (&self.databases, &self.walking) {
            (Some(making), _) => progress_lines(making),
            (None, Some(making)) => {
                vec![Detail::line("making walking-distance"), Detail::figure("entries", making.done())]
            }
            (None, None) => Vec::new(),
        }
    }
}

/// The databases of this key in the making.
pub fn making(key: Key) -> Making {
    Making::new(key).expect("every board has a partition of this scope")
}

/// Two lines on databases in the making.
pub fn progress_lines(making: &Making) -> Vec<Detail> {
    let (done, total) = making.progress();
    let tenths = done * 10 / total.max(1);
    vec![
        Detail::Line(format!("making {}", making.name())),
        Detail::Line(format!("[{}{}] {:>3} %", "#".repeat(tenths), ".".repeat(10 - tenths), done * 100 / total.max(1))),
    ]
}

/// A search that waits for its tables.
#[derive(Clone)]
pub struct Prepared {
    job: Job,
    stage: Stage,
}

#[derive(Clone)]
enum Stage {
    Making(Box<Needed>),
    Searching(Box<dyn Engine>),
}

impl Prepared {
    pub fn new(needed: Needed, job: Job) -> Prepared {
        Prepared { job, stage: Stage::Making(Box::new(needed)) }
    }

    /// The search, once the tables are there.
    fn engine(&self) -> Option<&dyn Engine> {
        match &self.stage {
            Stage::Searching(engine) => Some(&**engine),
            Stage::Making(_) => None,
        }
    }

    /// Makes tables as long as there is fuel; then the search, if they are there.
    fn make(&mut self, fuel: &mut u64) -> Option<&mut Box<dyn Engine>> {
        if let Stage::Making(needed) = &mut self.stage {
            let ready = needed.advance(fuel)?;
            let engine = self.job.start(&ready).expect("the plan was checked before");
            self.stage = Stage::Searching(engine);
        }
        match &mut self.stage {
            Stage::Searching(engine) => Some(engine),
            Stage::Making(_) => None,
        }
    }
}

impl Kernel for Prepared {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        match self.make(&mut fuel) {
            Some(engine) => engine.run(fuel, heard(watch)),
            None => Outcome::MoreWork,
        }
    }

    fn work_leg<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        if self.is_preparing() {
            self.make(&mut fuel);
            return Outcome::MoreWork;
        }
        self.work(fuel, watch)
    }

    fn is_preparing(&self) -> bool {
        matches!(self.stage, Stage::Making(_))
    }

    fn work_until(&mut self, mut fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        let prepares = self.is_preparing();
        match self.make(&mut fuel).filter(|_| !prepares) {
            Some(engine) => engine.run_until(fuel, watch),
            None => Outcome::MoreWork,
        }
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        self.engine().map_or_else(Counters::default, Engine::counters)
    }

    fn answer(&self) -> Option<Answer> {
        self.engine()?.answer()
    }

    fn lower_bound(&self) -> Option<u64> {
        self.engine()?.lower_bound()
    }

    fn focus(&self) -> Focus {
        match &self.stage {
            Stage::Searching(engine) => engine.focus(),
            Stage::Making(needed) => {
                Focus { note: format!("building the {} tables", needed.name()), ..Focus::default() }
            }
        }
    }

    fn standing(&self) -> Standing {
        self.engine().map_or_else(Standing::default, Engine::standing)
    }

    fn details(&self) -> Vec<Detail> {
        match &self.stage {
            Stage::Searching(engine) => engine.details(),
            Stage::Making(needed) => needed.details(),
        }
    }
}
