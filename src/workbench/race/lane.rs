//! One entry at work on one puzzle: its engine, its own clock, its limits.

use std::time::Duration;

use crate::games::Position;
use crate::search::{Engine, Outcome, Plan};
use crate::workbench::drive::{self, Run};
use crate::workbench::finding::{End, Finding};
use crate::workbench::pace::Pace;

/// A lane of a race. It is run in slices; what it has found by then can be asked for between two of them.
pub struct Lane {
    position: Box<dyn Position>,
    plan: Plan,
    /// None before the first slice, which makes it: that is the solver's own time too.
    engine: Option<Box<dyn Engine>>,
    pace: Pace,
    end: Option<End>,
    /// What this strategy objects to.
    refusal: Option<String>,
}

impl Lane {
    /// Nothing is made before the first slice; an improving strategy stops after ten seconds where no time is set.
    pub fn new(position: Box<dyn Position>, plan: Plan, time: Option<Duration>) -> Self {
        let pace = Pace::steady(time.or(drive::usual_time(&plan)));
        Lane { position, plan, engine: None, pace, end: None, refusal: None }
    }

    /// For a thread that listens between two slices.
    #[must_use]
    pub fn attentive(self, time: Option<Duration>) -> Self {
        Lane { pace: Pace::attentive(time.or(drive::usual_time(&self.plan))), ..self }
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn engine(&self) -> Option<&dyn Engine> {
        self.engine.as_deref()
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.refusal.is_some()
    }

    /// The solver's own time so far.
    pub fn spent(&self) -> Duration {
        self.pace.spent()
    }

    /// What of it was search, and no making of tables.
    pub fn searched(&self) -> Duration {
        self.pace.searched()
    }

    /// A slice of work, if it is not over.
    pub fn slice(&mut self) {
        if !self.is_over() && self.prepare() {
            self.work(|pace, engine| pace.leg(engine, |engine, fuel| engine.run_leg(fuel, None)));
        }
    }

    /// One more node expanded, or the end; false where the time of a slice did not suffice and more calls are needed.
    pub fn step(&mut self) -> bool {
        if self.is_over() || !self.prepare() {
            return true;
        }
        let until = self.pace.slice_end();
        let before = self.expanded();
        loop {
            self.work(|pace, engine| pace.unit(engine, None));
            if self.is_over() || self.expanded() > before {
                return true;
            }
            if std::time::Instant::now() >= until {
                return false;
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.counters().expanded)
    }

    /// Makes the engine. False where the strategy refuses.
    fn prepare(&mut self) -> bool {
        if self.engine.is_none() {
            match self.pace.timed(|| self.position.engine(&self.plan)) {
                Ok(engine) => self.engine = Some(engine),
                Err(error) => self.refusal = Some(error.to_string()),
            }
            if self.position.method(&self.plan).tables.is_some() {
                self.pace.note_preparing();
            }
        }
        self.engine.is_some()
    }

    fn work(&mut self, spend: impl FnOnce(&mut Pace, &mut dyn Engine) -> Outcome) {
        let Some(engine) = &mut self.engine else { return };
        let outcome = spend(&mut self.pace, &mut **engine);
        if outcome != Outcome::MoreWork || self.pace.is_up() {
            self.end = End::after(outcome, self.pace.is_up(), &Finding::of(&**engine));
        }
    }

    /// What came of it, be it over or stopped here; or what the strategy objects to.
    pub fn finish(self) -> Result<Run, String> {
        let Lane { engine, pace, end, refusal, .. } = self;
        match refusal {
            Some(refusal) => Err(refusal),
            None => Ok(Run {
                finding: engine.as_deref().map(Finding::of).unwrap_or_default(),
                end: end.unwrap_or(End::Interrupted),
                time: pace.searched(),
            }),
        }
    }
}
