//! A search's time: back to any expansion and on again, by replay from checkpoints.
//!
//! Engines are deterministic, so a fork of an earlier state that runs on comes to every later one. A few forks are kept
//! along the way, evenly spread; the nearest one before the place that is asked for runs the rest of the way.
//!
//! A place is a number of expansions: the moment at which so many have just been made, whatever fuel that took.

use std::sync::Arc;

use crate::search::{Engine, Lookout, Observer, Outcome};

/// How many checkpoints are held at most, and how much memory they may take.
pub const MOST_CHECKPOINTS: usize = 64;
pub const MOST_MEMORY: usize = 256 << 20;
/// What an engine takes beside the tables that it counts.
const FLOOR: usize = 64 << 10;
/// A larger engine is not copied: its search is replayed from an earlier checkpoint or from the start.
const LARGEST: usize = MOST_MEMORY / 8;
const FIRST_SPACING: u64 = 256;
/// So far before a place that was sought another checkpoint is left, since the next step is most often one back.
const NEAR: u64 = 4096;
/// So far before it whoever watches is told of everything.
const TOLD: u64 = 256;
const MOST_MOMENTS: usize = 1024;

/// Something that is worth a mark on the line of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    BoundRaised,
    Solution,
}

/// What happened, and after how many expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub expanded: u64,
    pub what: Occasion,
}

struct Checkpoint {
    expanded: u64,
    size: usize,
    engine: Box<dyn Engine>,
}

/// A search with its past.
pub struct Timeline {
    first: Box<dyn Engine>,
    /// In the order of time.
    kept: Vec<Checkpoint>,
    /// Shortly before the place that was sought last.
    near: Option<Checkpoint>,
    engine: Box<dyn Engine>,
    spacing: u64,
    furthest: u64,
    moments: Arc<Vec<Moment>>,
}

impl Timeline {
    /// From an engine that has not run yet.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Timeline {
            first: engine.fork(),
            kept: Vec::new(),
            near: None,
            engine,
            spacing: FIRST_SPACING,
            furthest: 0,
            moments: Arc::default(),
        }
    }

    /// The search before its first step, to run anew.
    pub fn beginning(&self) -> Box<dyn Engine> {
        self.first.fork()
    }

    /// The search as it stands at the present place.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// To run on from the present place; [`Timeline::note`] is then to hear of it.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    pub fn expanded(&self) -> u64 {
        self.engine.counters().expanded
    }

    /// How many expansions were reached.
    pub fn furthest(&self) -> u64 {
        self.furthest
    }

    pub fn is_past(&self) -> bool {
        self.expanded() < self.furthest
    }

    pub fn moments(&self) -> Arc<Vec<Moment>> {
        Arc::clone(&self.moments)
    }

    /// Marks what happened for the first time; what is known is not marked again.
    pub fn mark(&mut self, moment: Moment) {
        if self.moments.last().is_some_and(|last| last.expanded > moment.expanded || *last == moment) {
            return;
        }
        let moments = Arc::make_mut(&mut self.moments);
        moments.push(moment);
        if moments.len() > MOST_MOMENTS {
            let mut n = 0;
            moments.retain(|_| {
                n += 1;
                n % 2 == 0
            });
        }
    }

    /// Whether the engine has gone so far since the last checkpoint that another one should be kept.
    pub fn is_due(&self) -> bool {
        let last = self.kept.last().map_or(0, |checkpoint| checkpoint.expanded);
        self.expanded() >= last + self.spacing
    }

    /// Takes in how far the engine has come.
    pub fn note(&mut self) {
        self.furthest = self.furthest.max(self.expanded());
    }

    /// Keeps the present place to come back to, unless it is too large.
    pub fn keep(&mut self) {
        if let Some(checkpoint) = self.checkpoint() {
            self.kept.push(checkpoint);
            self.thin();
        }
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        let counters = self.engine.counters();
        let size = counters.memory + FLOOR;
        (size <= LARGEST).then(|| Checkpoint { expanded: counters.expanded, size, engine: self.engine.fork() })
    }

    /// Checkpoints that are held, and the memory they take.
    pub fn held(&self) -> (usize, usize) {
        let all = self.kept.iter().chain(&self.near);
        (all.clone().count(), all.map(|checkpoint| checkpoint.size).sum())
    }

    fn is_full(&self) -> bool {
        // One of each is left to the place that is sought next.
        let (_, size) = self.held();
        self.kept.len() >= MOST_CHECKPOINTS || size + LARGEST > MOST_MEMORY
    }

    fn thin(&mut self) {
        while self.is_full() && !self.kept.is_empty() {
            self.spacing = (self.spacing * 2).max(self.furthest / MOST_CHECKPOINTS as u64);
            let mut last = 0;
            self.kept.retain(|checkpoint| {
                let stays = checkpoint.expanded >= last + self.spacing;
                if stays {
                    last = checkpoint.expanded;
                }
                stays
            });
        }
    }

    /// Goes to the last checkpoint that lies before `expanded`, or to the start, and says where that is.
    pub fn rewind(&mut self, expanded: u64) -> u64 {
        let before = self.kept.iter().chain(&self.near).filter(|checkpoint| checkpoint.expanded < expanded);
        let nearest = before.max_by_key(|checkpoint| checkpoint.expanded);
        let (place, engine) = nearest.map_or((0, &self.first), |found| (found.expanded, &found.engine));
        self.engine = engine.fork();
        place
    }

    /// Goes to where a replay to this place begins; from a place before it, that may be the present one.
    pub fn turn_to(&mut self, expanded: u64) {
        let here = self.expanded();
        let before = self.kept.iter().chain(&self.near).map(|checkpoint| checkpoint.expanded);
        // A checkpoint right at the place may have gone on without expanding.
        let nearest = before.filter(|&place| place < expanded).max().unwrap_or(0);
        if here >= expanded || here < nearest {
            self.rewind(expanded);
        }
    }

    /// Runs on towards a place that is not passed, with so much fuel at most; `watch` is told of the last stretch.
    pub fn approach(&mut self, expanded: u64, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        let (here, near) = (self.expanded(), expanded.saturating_sub(NEAR));
        let told = expanded.saturating_sub(TOLD);
        let stop = *[near, told, expanded].iter().find(|&&stop| here < stop).unwrap_or(&expanded);
        if here >= stop {
            return Outcome::MoreWork;
        }
        let outcome = self.engine.run(fuel.min(stop - here), watch.filter(|_| here >= told));
        if here < near && self.expanded() == near {
            self.near = self.checkpoint();
        }
        outcome
    }

    /// Runs on until `watch` has met what it waits for, and not past `expanded` expansions.
    pub fn look_out(&mut self, expanded: u64, fuel: u64, watch: &mut dyn Lookout) -> Outcome {
        let left = expanded.saturating_sub(self.expanded());
        self.engine.run_until(fuel.min(left), watch)
    }

    /// The search as it was when so many expansions had just been made, or at its end where there are not so many.
    pub fn seek(&mut self, expanded: u64) -> Outcome {
        self.turn_to(expanded);
        let mut outcome = Outcome::MoreWork;
        while outcome == Outcome::MoreWork && self.expanded() < expanded {
            outcome = self.approach(expanded, u64::MAX, None);
        }
        self.note();
        outcome
    }

    /// A look at another place, without going there.
    pub fn glance(&mut self, expanded: u64) -> Box<dyn Engine> {
        let here = std::mem::replace(&mut self.engine, self.first.fork());
        self.seek(expanded);
        std::mem::replace(&mut self.engine, here)
    }

    /// Whether the search is small enough to be copied and replayed from a place nearby.
    pub fn is_light(&self) -> bool {
        self.engine.counters().memory + FLOOR <= LARGEST
    }

    /// Lets go of everything but the start, from which all can be replayed.
    pub fn forget(&mut self) {
        self.kept.clear();
        self.near = None;
        self.engine = self.first.fork();
    }
}
