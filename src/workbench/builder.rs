//! Builds tables in the background, on all cores, while one goes on playing.

use std::collections::BTreeSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::tables::{Built, Condition, Cores, TableShelf};
use crate::games::{Crew, Game, TableSet};

/// Called from the builder's thread whenever there is something new.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// One build at a time, for as long as the workstation runs.
pub struct Builder {
    shelf: Option<TableShelf>,
    wake: Wake,
    job: Mutex<Option<Job>>,
    /// What the last build came to, until somebody asks.
    news: Arc<Mutex<Option<String>>>,
    /// Files that were found to be no good and are being made again, or were: once is enough.
    mended: Mutex<BTreeSet<PathBuf>>,
}

struct Job {
    name: String,
    started: Instant,
    steps: Arc<Steps>,
}

/// What the screen and the building thread share.
#[derive(Default)]
struct Steps {
    done: AtomicU64,
    total: AtomicU64,
    called_off: AtomicBool,
    is_over: AtomicBool,
}

/// How a build stands.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildProgress {
    /// As the command line calls the set: `GAME:SET`.
    pub name: String,
    /// From 0 to 1.
    pub share: f64,
    /// An estimate, once there is something to make it from.
    pub left: Option<Duration>,
}

/// Below this share an estimate would be a guess.
const LEAST_SHARE: f64 = 0.02;

impl Builder {
    pub fn new(shelf: Option<TableShelf>, wake: Wake) -> Self {
        Builder { shelf, wake, job: Mutex::default(), news: Arc::default(), mended: Mutex::default() }
    }

    /// Where tables are kept, for whoever uses them.
    pub fn shelf(&self) -> Option<&TableShelf> {
        self.shelf.as_ref()
    }

    /// How a set stands on disk, at a glance; `None` where there is no place for tables.
    pub fn condition(&self, game: &dyn Game, set: &TableSet) -> Option<Condition> {
        self.shelf.as_ref().map(|shelf| shelf.glance(game, set))
    }

    /// Starts, unless a build is under way; then its name is the error.
    pub fn start(&self, game: &'static dyn Game, set: TableSet) -> Result<(), String> {
        let mut job = locked(&self.job);
        if let Some(job) = job.as_ref().filter(|job| !job.steps.is_over.load(Ordering::Acquire)) {
            return Err(format!("{} is being built; one at a time.", job.name));
        }
        let Some(shelf) = self.shelf.clone() else { return Err("There is no directory to keep tables in.".into()) };
        let name = format!("{}:{}", game.name(), set.name);
        let steps = Arc::new(Steps::default());
        *job = Some(Job { name: name.clone(), started: Instant::now(), steps: Arc::clone(&steps) });
        let (wake, news) = (Arc::clone(&self.wake), Arc::clone(&self.news));
        let build = move || {
            let told = work(&shelf, game, &set, &name, &steps, &wake);
            *locked(&news) = Some(told);
            steps.is_over.store(true, Ordering::Release);
            wake();
        };
        std::thread::Builder::new().name("tables".into()).spawn(build).map(drop).map_err(|error| error.to_string())
    }

    /// Makes a set again that is on disk but no good; once, so that calling it off is respected.
    pub fn mend(&self, game: &'static dyn Game, set: &TableSet) -> bool {
        let Some(shelf) = &self.shelf else { return false };
        locked(&self.mended).insert(shelf.path(game, set)) && self.start(game, set.clone()).is_ok()
    }

    /// True if there was a build to stop.
    pub fn cancel(&self) -> bool {
        let job = locked(&self.job);
        let steps = job.as_ref().map(|job| &job.steps).filter(|steps| !steps.is_over.load(Ordering::Acquire));
        steps.is_some_and(|steps| !steps.called_off.swap(true, Ordering::Relaxed))
    }

    /// How the build under way stands; `None` where there is none.
    pub fn progress(&self) -> Option<BuildProgress> {
        let job = locked(&self.job);
        let job = job.as_ref().filter(|job| !job.steps.is_over.load(Ordering::Acquire))?;
        let share = match job.steps.total.load(Ordering::Relaxed) {
            0 => 0.0,
            total => job.steps.done.load(Ordering::Relaxed) as f64 / total as f64,
        };
        let left = (share >= LEAST_SHARE).then(|| job.started.elapsed().mul_f64((1.0 - share) / share));
        Some(BuildProgress { name: job.name.clone(), share, left })
    }

    /// What the last build came to; told once.
    pub fn news(&self) -> Option<String> {
        locked(&self.news).take()
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Builds to the end, and says what came of it.
fn work(shelf: &TableShelf, game: &dyn Game, set: &TableSet, name: &str, steps: &Steps, wake: &Wake) -> String {
    let started = Instant::now();
    let mut progress = |done, total| {
        steps.total.store(total, Ordering::Relaxed);
        steps.done.store(done, Ordering::Relaxed);
        wake();
    };
    let built = build(shelf, game, set, &steps.called_off, &mut progress);
    let seconds = started.elapsed().as_secs();
    match built {
        Some(Ok(Built::There)) => format!("The tables {name} are there already; searches use them."),
        Some(Ok(_)) => format!("Built the tables {name} in {seconds} s: the next search uses them."),
        Some(Err(error)) => format!("The tables {name} could not be built: {error}"),
        None => format!("Stopped building {name}; nothing was kept."),
    }
}

/// Builds on all cores; `None` if it was called off meanwhile.
pub fn build(
    shelf: &TableShelf,
    game: &dyn Game,
    set: &TableSet,
    called_off: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Option<io::Result<Built>> {
    match catch_unwind(AssertUnwindSafe(|| shelf.build(game, set, &Recallable { called_off }, progress))) {
        Ok(built) => Some(built),
        Err(end) if end.is::<CalledOff>() => None,
        Err(_) => Some(Err(io::Error::other("the builder failed"))),
    }
}

/// All cores, until they are called off. A game's builder knows nothing of that: it is left by unwinding, as by a
/// panic that nobody reports, and what it had made is dropped.
struct Recallable<'a> {
    called_off: &'a AtomicBool,
}

struct CalledOff;

impl Crew for Recallable<'_> {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        Cores.each(count, &|piece| {
            if self.called_off.load(Ordering::Relaxed) {
                resume_unwind(Box::new(CalledOff));
            }
            work(piece);
        });
    }
}
