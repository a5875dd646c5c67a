//! The solver thread: the screen never waits for it, at one node or at a hundred million a second.
//!
//! One thread owns the engine. Commands go in over a channel, a snapshot comes out after every slice of about 8 ms,
//! followed by a wake. All commands that wait are taken before the next slice, so that a burst of keys costs one
//! snapshot, and of a burst of starts only the last builds an engine. Every run has a generation number; whoever reads
//! a snapshot of an older one drops it.

mod bench;
mod meter;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use self::bench::{Bench, Leash};
use crate::games::Position;
use crate::search::{Detail, Focus, Plan};
pub use crate::workbench::breakpoint::Breakpoint;
use crate::workbench::finding::{End, Finding};
use crate::workbench::pace::Pace;
use crate::workbench::tables::{self, TableShelf};

/// Numbers runs; a snapshot that carries another one than the latest is stale.
pub type Generation = u64;

/// A run that was asked for and has no engine yet.
struct Order {
    generation: Generation,
    position: Box<dyn Position>,
    plan: Plan,
    leash: Leash,
    time: Option<Duration>,
}

/// What the owner asks of the worker.
enum Command {
    Start(Order),
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
    Done(End),
    /// The engine could not be built or it panicked; the message says why.
    Failed,
    Cancelled,
}

/// What the screen shows of a run. Published as a whole, never changed afterwards.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub generation: Generation,
    pub phase: Phase,
    pub finding: Finding,
    pub focus: Focus,
    pub details: Vec<Detail>,
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
    /// Searches use the tables of that shelf.
    pub fn spawn(wake: Wake, shelf: Option<TableShelf>) -> Self {
        let (commands, inbox) = channel();
        let published = Arc::new(Mutex::new(Arc::new(Snapshot::default())));
        let publisher = Publisher { published: Arc::clone(&published), wake };
        std::thread::Builder::new()
            .name("solver".into())
            // Recursive parts of a solver may go deep; the memory is only touched where it is used.
            .stack_size(64 << 20)
            .spawn(move || Shop::new(inbox, publisher, shelf).work())
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
        let leash = if paused { Leash::Paused } else { Leash::Free };
        self.send(Command::Start(Order { generation: self.generation, position, plan, leash, time }));
        self.generation
    }

    pub fn pause(&self) {
        self.send(Command::Pause);
    }

    pub fn resume(&self) {
        self.send(Command::Resume);
    }

    /// Expands `n` nodes, after those of earlier steps that are still to be made, and pauses.
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

/// The thread's side.
struct Shop {
    inbox: Receiver<Command>,
    publisher: Publisher,
    shelf: Option<TableShelf>,
    order: Option<Order>,
    bench: Option<Bench>,
    /// Something happened to the run that was not published.
    has_news: bool,
    waiting: Vec<Sender<()>>,
}

impl Shop {
    fn new(inbox: Receiver<Command>, publisher: Publisher, shelf: Option<TableShelf>) -> Self {
        Shop { inbox, publisher, shelf, order: None, bench: None, has_news: false, waiting: Vec::new() }
    }

    fn work(mut self) {
        while self.listen() {
            if let Some(order) = self.order.take() {
                self.build(&order);
            } else if self.is_running() {
                self.slice();
            }
            self.publish();
        }
    }

    fn is_running(&self) -> bool {
        self.bench.as_ref().is_some_and(Bench::is_running)
    }

    /// Takes every command that is there, and waits for one where there is nothing else to do. False at the end.
    fn listen(&mut self) -> bool {
        if self.order.is_none() && !self.is_running() {
            for waiting in self.waiting.drain(..) {
                let _ = waiting.send(());
            }
            match self.inbox.recv() {
                Ok(Command::Quit) | Err(_) => return false,
                Ok(command) => self.obey(command),
            }
        }
        loop {
            match self.inbox.try_recv() {
                Ok(Command::Quit) | Err(TryRecvError::Disconnected) => return false,
                Ok(command) => self.obey(command),
                Err(TryRecvError::Empty) => return true,
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Start(order) => {
                self.bench = None;
                self.order = Some(order);
            }
            Command::Pause => self.release(|_| Leash::Paused),
            Command::Resume => self.release(|_| Leash::Free),
            Command::Step(n) => self.release(|leash| leash.and_steps(n)),
            Command::RunTo(breakpoint) => self.release(|_| Leash::Until(breakpoint)),
            Command::Cancel => self.cancel(),
            Command::WaitIdle(done) => self.waiting.push(done),
            Command::Quit => unreachable!("the listener ends with it"),
        }
    }

    /// Sets how far the run may go from here, whether or not its engine is built.
    fn release(&mut self, leash: impl FnOnce(Leash) -> Leash) {
        if let Some(order) = &mut self.order {
            order.leash = leash(order.leash);
        } else if let Some(bench) = &mut self.bench {
            bench.release(leash(bench.leash()));
            self.has_news = true;
        }
    }

    fn cancel(&mut self) {
        if let Some(order) = self.order.take() {
            let phase = Phase::Cancelled;
            self.publisher.publish(Snapshot { generation: order.generation, phase, ..Snapshot::default() });
        } else if let Some(mut bench) = self.bench.take() {
            bench.release(Leash::Paused);
            if let Ok(snapshot) = guarded(|| bench.snapshot()) {
                self.publisher.publish(Snapshot { phase: Phase::Cancelled, ..snapshot });
            }
        }
    }

    fn build(&mut self, order: &Order) {
        let Order { generation, position, plan, leash, time } = order;
        let details = vec![Detail::line("getting ready")];
        let preparing = Snapshot { generation: *generation, phase: Phase::Running, details, ..Snapshot::default() };
        self.publisher.publish(preparing);
        let mut pace = Pace::attentive(*time);
        let shelf = self.shelf.as_ref();
        let built = guarded(|| pace.timed(|| position.engine(&tables::equipped(shelf, &**position, plan).0)));
        let bench = match built {
            Ok(Ok(engine)) => guarded(|| Bench::new(*generation, engine, pace)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(panic) => Err(panic),
        };
        match bench {
            Ok(mut bench) => {
                bench.release(*leash);
                self.bench = Some(bench);
                self.has_news = true;
            }
            Err(message) => self.fail(*generation, message),
        }
    }

    fn slice(&mut self) {
        let Some(bench) = &mut self.bench else { return };
        self.has_news = true;
        if let Err(message) = guarded(|| bench.slice()) {
            self.fail_run(message);
        }
    }

    /// Tells how the run stands, where that is news; what a solver says of itself may fail like the solver.
    fn publish(&mut self) {
        let Some(bench) = self.bench.as_ref().filter(|_| self.has_news) else { return };
        self.has_news = false;
        match guarded(|| bench.snapshot()) {
            Ok(snapshot) => self.publisher.publish(snapshot),
            Err(message) => self.fail_run(message),
        }
        if self.bench.as_ref().is_some_and(Bench::is_over) {
            // The tables of a finished search are of no use to anybody.
            self.bench = None;
        }
    }

    fn fail_run(&mut self, message: String) {
        if let Some(bench) = self.bench.take() {
            self.fail(bench.generation, message);
        }
    }

    fn fail(&self, generation: Generation, message: String) {
        self.publisher.publish(Snapshot { generation, phase: Phase::Failed, message, ..Snapshot::default() });
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
