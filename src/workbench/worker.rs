//! The solver thread: the screen never waits for it, at one node or at a hundred million a second.
//!
//! One thread owns the engine. Commands go in over a channel, a snapshot comes out after every slice of about 8 ms,
//! followed by a wake. Every run has a generation number; whoever reads a snapshot of an older one drops it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::games::Position;
use crate::search::{Answer, Counters, Detail, Engine, Focus, Limit, Lookout as _, Outcome, Plan, Refutation};
pub use crate::workbench::breakpoint::Breakpoint;
use crate::workbench::breakpoint::Sentry;
use crate::workbench::laps::Laps;
use crate::workbench::tables;

/// Long enough to keep the overhead invisible, short enough that a key never waits for it.
const SLICE: Duration = Duration::from_millis(8);
/// The first slice of a run, in expansions; it grows until a slice takes [`SLICE`]. A strategy's unit may be heavy.
const FIRST_FUEL: u64 = 1;
/// One point of the rate's sparkline.
const RATE_WINDOW: Duration = Duration::from_millis(250);
const RATE_POINTS: usize = 64;

/// Numbers runs; a snapshot that carries another one than the latest is stale.
pub type Generation = u64;

/// What the owner asks of the worker.
enum Command {
    Start {
        generation: Generation,
        position: Box<dyn Position>,
        plan: Plan,
        paused: bool,
        time: Option<Duration>,
    },
    Pause,
    Resume,
    Step(u64),
    RunTo(Breakpoint),
    Cancel,
    /// Answered when there is nothing left to do (paused, finished or idle): for tests.
    WaitIdle(Sender<()>),
    Quit,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Phase {
    #[default]
    Idle,
    Running,
    Paused,
    Done(Outcome),
    /// The engine could not be built or it panicked; the message says why.
    Failed,
    Cancelled,
}

/// What the screen shows of a run. Published as a whole, never changed afterwards.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub generation: Generation,
    pub phase: Phase,
    pub counters: Counters,
    pub focus: Focus,
    pub details: Vec<Detail>,
    pub answer: Option<Answer>,
    pub refutation: Option<Refutation>,
    pub lower_bound: Option<u64>,
    /// Generated nodes a second: over the last window while it runs, and over the whole run once it stands still.
    pub rate: f64,
    /// The rate's history, oldest first.
    pub rates: Vec<u64>,
    /// The solver's own time.
    pub seconds: f64,
    /// Seconds of each iteration, beside `counters.iterations`.
    pub iteration_seconds: Vec<f64>,
    /// The last dead end met, in words (only while stepping or running to a breakpoint).
    pub last_dead: String,
    /// What it was told to run to: on its way while it runs, there if it is paused, and not met if it is over.
    pub breakpoint: Option<Breakpoint>,
    pub message: String,
}

impl Snapshot {
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    pub fn is_alive(&self) -> bool {
        matches!(self.phase, Phase::Running | Phase::Paused)
    }
}

/// Called after every published snapshot, from the worker's thread.
pub type Wake = Box<dyn Fn() + Send>;

/// The owner's end of a solver thread.
pub struct Worker {
    commands: Sender<Command>,
    published: Arc<Mutex<Arc<Snapshot>>>,
    generation: Generation,
}

impl Worker {
    pub fn spawn(wake: Wake) -> Self {
        let (commands, inbox) = channel();
        let published = Arc::new(Mutex::new(Arc::new(Snapshot::default())));
        let publisher = Publisher { published: Arc::clone(&published), wake };
        std::thread::Builder::new()
            .name("solver".into())
            // Recursive parts of a solver may go deep; the memory is only touched where it is used.
            .stack_size(64 << 20)
            .spawn(move || Shop { inbox, publisher, bench: None, waiting: Vec::new() }.work())
            .expect("a thread can be started");
        Worker { commands, published, generation: 0 }
    }

    /// Starts a run; whatever ran before is dropped.
    pub fn start(
        &mut self,
        position: Box<dyn Position>,
        plan: Plan,
        paused: bool,
        time: Option<Duration>,
    ) -> Generation {
        self.generation += 1;
        self.send(Command::Start { generation: self.generation, position, plan, paused, time });
        self.generation
    }

    pub fn pause(&self) {
        self.send(Command::Pause);
    }

    pub fn resume(&self) {
        self.send(Command::Resume);
    }

    /// Expands `n` nodes and pauses.
    pub fn step(&self, n: u64) {
        self.send(Command::Step(n));
    }

    pub fn run_to(&self, breakpoint: Breakpoint) {
        self.send(Command::RunTo(breakpoint));
    }

    pub fn cancel(&self) {
        self.send(Command::Cancel);
    }

    /// Returns when the worker has carried out every command so far and has nothing left to run.
    pub fn wait_idle(&self) {
        let (done, wait) = channel();
        self.send(Command::WaitIdle(done));
        let _ = wait.recv();
    }

    /// The latest snapshot of the latest run; `None` while it has published nothing.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        let latest = Arc::clone(&self.published.lock().unwrap_or_else(PoisonError::into_inner));
        (latest.generation == self.generation).then_some(latest)
    }

    fn send(&self, command: Command) {
        // The thread ends only after `Quit`, so a closed channel means that we are shutting down.
        let _ = self.commands.send(command);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Not joined: a solver in the middle of a long step must not hold up whoever is leaving.
        self.send(Command::Quit);
    }
}

struct Publisher {
    published: Arc<Mutex<Arc<Snapshot>>>,
    wake: Wake,
}

impl Publisher {
    fn publish(&self, snapshot: Snapshot) {
        *self.published.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        (self.wake)();
    }
}

/// How far the present command lets the engine go.
#[derive(Clone, Copy)]
enum Leash {
    Free,
    Steps(u64),
    Until(Breakpoint),
}

/// The thread's side.
struct Shop {
    inbox: Receiver<Command>,
    publisher: Publisher,
    bench: Option<Bench>,
    waiting: Vec<Sender<()>>,
}

impl Shop {
    fn work(mut self) {
        loop {
            let command = if self.bench.as_ref().is_some_and(Bench::is_running) {
                match self.inbox.try_recv() {
                    Ok(command) => Some(command),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return,
                }
            } else {
                for waiting in self.waiting.drain(..) {
                    let _ = waiting.send(());
                }
                match self.inbox.recv() {
                    Ok(command) => Some(command),
                    Err(_) => return,
                }
            };
            match command {
                Some(Command::Quit) => return,
                Some(command) => self.obey(command),
                None => self.slice(),
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Start { generation, position, plan, paused, time } => {
                self.bench = None;
                self.start(generation, &*position, &plan, paused, time);
            }
            Command::Pause => self.release(None),
            Command::Resume => self.release(Some(Leash::Free)),
            Command::Step(n) => self.release(Some(Leash::Steps(n))),
            Command::RunTo(breakpoint) => self.release(Some(Leash::Until(breakpoint))),
            Command::Cancel => {
                if let Some(mut bench) = self.bench.take()
                    && let Ok(snapshot) = guarded(|| bench.stop())
                {
                    self.publisher.publish(Snapshot { phase: Phase::Cancelled, ..snapshot });
                }
            }
            Command::WaitIdle(done) => self.waiting.push(done),
            Command::Quit => unreachable!("handled by the loop"),
        }
    }

    fn start(
        &mut self,
        generation: Generation,
        position: &dyn Position,
        plan: &Plan,
        paused: bool,
        time: Option<Duration>,
    ) {
        let details = vec![Detail::line("getting ready")];
        let preparing = Snapshot { generation, phase: Phase::Running, details, ..Snapshot::default() };
        self.publisher.publish(preparing);
        let started = Instant::now();
        match guarded(|| position.engine(&tables::equipped(position, plan).0)) {
            Ok(Ok(engine)) => {
                let mut bench = Bench::new(generation, engine, time);
                bench.spent = started.elapsed();
                bench.leash = if paused { None } else { Some(Leash::Free) };
                self.bench = Some(bench);
                self.publish();
            }
            Ok(Err(error)) => self.fail(generation, error.to_string()),
            Err(panic) => self.fail(generation, panic),
        }
    }

    fn fail(&self, generation: Generation, message: String) {
        self.publisher.publish(Snapshot { generation, phase: Phase::Failed, message, ..Snapshot::default() });
    }

    /// Sets how far the engine may go from here; `None` pauses.
    fn release(&mut self, leash: Option<Leash>) {
        if let Some(bench) = &mut self.bench {
            bench.release(leash);
            self.publish();
        }
    }

    /// Tells how the run stands; what a solver says of itself may fail like the solver.
    fn publish(&mut self) {
        let Some(bench) = &self.bench else { return };
        match guarded(|| bench.snapshot()) {
            Ok(snapshot) => self.publisher.publish(snapshot),
            Err(message) => self.fail_run(message),
        }
    }

    fn fail_run(&mut self, message: String) {
        if let Some(bench) = self.bench.take() {
            self.fail(bench.generation, message);
        }
    }

    fn slice(&mut self) {
        let Some(bench) = &mut self.bench else { return };
        match guarded(|| bench.slice()) {
            Ok(()) => {
                self.publish();
                if self.bench.as_ref().is_some_and(|bench| bench.outcome.is_some()) {
                    // The tables of a finished search are of no use to anybody.
                    self.bench = None;
                }
            }
            Err(message) => self.fail_run(message),
        }
    }
}

/// Runs a solver's code; a panic in it becomes its message.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("the solver failed: {}", text.unwrap_or_else(|| "no message".into()))
    })
}

/// An engine at work, with its clock.
struct Bench {
    generation: Generation,
    engine: Box<dyn Engine>,
    outcome: Option<Outcome>,
    /// `None` is paused.
    leash: Option<Leash>,
    time: Option<Duration>,
    spent: Duration,
    fuel: u64,
    sentry: Sentry,
    breakpoint: Option<Breakpoint>,
    meter: Meter,
    laps: Laps,
}

impl Bench {
    fn new(generation: Generation, engine: Box<dyn Engine>, time: Option<Duration>) -> Self {
        Bench {
            generation,
            engine,
            outcome: None,
            leash: None,
            time,
            spent: Duration::ZERO,
            fuel: FIRST_FUEL,
            sentry: Sentry::default(),
            breakpoint: None,
            meter: Meter::default(),
            laps: Laps::default(),
        }
    }

    fn release(&mut self, leash: Option<Leash>) {
        self.breakpoint = match leash {
            Some(Leash::Until(breakpoint)) => Some(breakpoint),
            _ => None,
        };
        // Nodes that are watched take longer than others: slices begin small again.
        if self.breakpoint.is_some() {
            self.fuel = FIRST_FUEL;
        }
        self.leash = leash;
    }

    fn is_running(&self) -> bool {
        self.outcome.is_none() && self.leash.is_some()
    }

    fn slice(&mut self) {
        let started = Instant::now();
        let outcome = match self.leash {
            None => return,
            Some(Leash::Free) => self.run_free(started),
            Some(Leash::Steps(n)) => self.run_steps(n),
            Some(Leash::Until(breakpoint)) => self.run_until(breakpoint, started),
        };
        let took = started.elapsed();
        self.spent += took;
        if outcome != Outcome::MoreWork {
            self.finish(outcome);
        } else if self.time.is_some_and(|time| self.spent >= time) {
            self.finish(match self.engine.answer() {
                Some(_) => Outcome::Solved,
                None => Outcome::Limit(Limit::Time),
            });
        }
        let counters = self.engine.counters();
        self.meter.note(counters.generated, self.spent);
        self.laps.note(&counters, took);
    }

    fn finish(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.leash = None;
    }

    fn run_free(&mut self, started: Instant) -> Outcome {
        let outcome = self.engine.run(self.fuel, None);
        self.pace(started);
        outcome
    }

    /// The fuel of the next slice, after one that began then.
    fn pace(&mut self, started: Instant) {
        let took = started.elapsed();
        if took < SLICE / 2 {
            self.fuel = self.fuel.saturating_mul(2);
        } else if took > SLICE * 2 {
            self.fuel = (self.fuel / 2).max(1);
        }
    }

    fn run_steps(&mut self, n: u64) -> Outcome {
        let now = n.min(self.fuel);
        self.sentry.begin(None);
        let outcome = self.engine.run(now, Some(&mut self.sentry));
        self.leash = if n > now { Some(Leash::Steps(n - now)) } else { None };
        outcome
    }

    fn run_until(&mut self, breakpoint: Breakpoint, started: Instant) -> Outcome {
        self.sentry.begin(Some(breakpoint));
        let outcome = self.engine.run_until(self.fuel, &mut self.sentry);
        self.pace(started);
        if self.sentry.is_met() {
            self.leash = None;
        }
        outcome
    }

    fn stop(&mut self) -> Snapshot {
        self.leash = None;
        self.snapshot()
    }

    fn snapshot(&self) -> Snapshot {
        let phase = match (self.outcome, self.leash) {
            (Some(outcome), _) => Phase::Done(outcome),
            (None, Some(_)) => Phase::Running,
            (None, None) => Phase::Paused,
        };
        Snapshot {
            generation: self.generation,
            phase,
            counters: self.engine.counters(),
            focus: self.engine.focus(),
            details: self.engine.details(),
            answer: self.engine.answer(),
            refutation: self.engine.refutation(),
            lower_bound: self.engine.lower_bound(),
            rate: if self.is_running() { self.meter.rate() } else { self.meter.mean() },
            rates: self.meter.history.clone(),
            seconds: self.spent.as_secs_f64(),
            iteration_seconds: self.laps.seconds().to_vec(),
            last_dead: self.sentry.last_dead.clone(),
            breakpoint: self.breakpoint,
            message: String::new(),
        }
    }
}

/// Nodes a second, over windows of the solver's own time.
#[derive(Default)]
struct Meter {
    window_start: (u64, Duration),
    latest: (u64, Duration),
    history: Vec<u64>,
}

impl Meter {
    fn note(&mut self, nodes: u64, spent: Duration) {
        self.latest = (nodes, spent);
        let (before, since) = self.window_start;
        let took = spent.saturating_sub(since);
        if took >= RATE_WINDOW {
            self.history.push(((nodes - before) as f64 / took.as_secs_f64()) as u64);
            if self.history.len() > RATE_POINTS {
                self.history.remove(0);
            }
            self.window_start = self.latest;
        }
    }

    fn rate(&self) -> f64 {
        if let Some(&rate) = self.history.last() {
            return rate as f64;
        }
        self.mean()
    }

    fn mean(&self) -> f64 {
        let (nodes, spent) = self.latest;
        if spent.is_zero() { 0.0 } else { nodes as f64 / spent.as_secs_f64() }
    }
}
