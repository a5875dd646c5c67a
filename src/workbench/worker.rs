//! The solver thread: the screen never waits for it, at one node or at a hundred million a second.
//!
//! One thread owns the engine. Commands go in over a channel, a snapshot comes out after every slice of about 8 ms,
//! followed by a wake. All commands that wait are taken before the next slice, so that a burst of keys costs one
//! snapshot, and of a burst of starts only the last builds an engine. Every run has a generation number; whoever reads
//! a snapshot of an older one drops it.

mod bench;
mod chart;
mod meter;
mod probe;
mod scribe;
mod shop;
mod shown;
mod tempo;

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use self::bench::Leash;
pub use self::scribe::TreeWish;
use self::shop::{Publisher, Shop};
pub use self::shown::Exhibit;
use crate::games::Position;
use crate::search::{Counters, Detail, Focus, Plan};
pub use crate::workbench::breakpoint::Breakpoint;
use crate::workbench::conduct::Ahead;
use crate::workbench::finding::{End, Finding};
use crate::workbench::look::Look;
use crate::workbench::tables::TableShelf;
use crate::workbench::timeline::Moment;
use crate::workbench::tree::TreeView;

/// Numbers runs; a snapshot that carries another one than the latest is stale.
pub type Generation = u64;

/// A run that was asked for and has no engine yet.
struct Order {
    generation: Generation,
    position: Box<dyn Position>,
    plan: Plan,
    leash: Leash,
    time: Option<Duration>,
    keeps_past: bool,
}

/// What the owner asks of the worker.
enum Command {
    Start(Box<Order>),
    Pause,
    Resume,
    Step(u64),
    RunTo(Breakpoint),
    RunToBoard(Box<dyn Position>),
    Seek(u64),
    BackOne,
    BackTo(Breakpoint),
    Tempo(Option<f64>),
    Tree(TreeWish),
    Peek(bool),
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

/// What the last step has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    pub expanded: u64,
    pub generated: u64,
}

impl Stepped {
    fn from(counters: &Counters) -> Self {
        Stepped { expanded: counters.expanded, generated: counters.generated }
    }

    fn until(self, counters: &Counters) -> Self {
        let expanded = counters.expanded.saturating_sub(self.expanded);
        Stepped { expanded, generated: counters.generated.saturating_sub(self.generated) }
    }
}

/// What the screen shows of a run. Published as a whole, never changed afterwards.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub generation: Generation,
    pub phase: Phase,
    pub finding: Finding,
    pub focus: Focus,
    /// What there is to see at its node.
    pub look: Arc<Look>,
    /// What its next expansion will do, where that was asked for.
    pub ahead: Option<Arc<Ahead>>,
    pub details: Vec<Detail>,
    /// Generated nodes a second: over the last window while it runs, and over the whole run once it stands still.
    pub rate: f64,
    /// The rate's history, oldest first.
    pub rates: Vec<u64>,
    /// The search's own time.
    pub seconds: f64,
    /// What went before it: tables that were loaded or made.
    pub preparing: f64,
    /// Seconds of each iteration, beside `counters.iterations`.
    pub iteration_seconds: Vec<f64>,
    /// The last dead end met, in a line (only while stepping or running to a breakpoint).
    pub last_dead: String,
    /// What it was told to run to: on its way while it runs, there if it is paused, and not met if it is over.
    pub breakpoint: Option<Breakpoint>,
    /// How often it was met in the last expansion.
    pub met: u64,
    /// What stands on the board.
    pub exhibit: Exhibit,
    /// What it was told to go back to, and there is none.
    pub missed: Option<Breakpoint>,
    /// What it was told to run to and can never come to.
    pub never: Option<Breakpoint>,
    /// Whether moves of the game lead to its nodes.
    pub shows_moves: bool,
    /// Whether it may ever tell of a raised bound.
    pub raises_bound: bool,
    /// What the last steps have come to.
    pub stepped: Option<Stepped>,
    /// How many expansions the run has reached; it stands at `finding.counters.expanded`.
    pub furthest: u64,
    /// The tree, while somebody looks at it.
    pub tree: Option<Arc<TreeView>>,
    /// What is worth a mark on the line of time.
    pub moments: Arc<Vec<Moment>>,
    pub message: String,
}

impl Snapshot {
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    pub fn is_alive(&self) -> bool {
        matches!(self.phase, Phase::Running | Phase::Paused)
    }

    /// Whether the run has been further already.
    pub fn is_past(&self) -> bool {
        self.finding.counters.expanded < self.furthest
    }
}

/// Called after every published snapshot, from the worker's thread.
pub type Wake = Box<dyn Fn() + Send>;

/// The owner's end of a solver thread.
pub struct Worker {
    commands: Sender<Command>,
    published: Arc<Mutex<Arc<Snapshot>>>,
    generation: Generation,
    keeps_past: bool,
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
        Worker { commands, published, generation: 0, keeps_past: false }
    }

    /// Runs keep checkpoints, so that one can go back in them, also after their end.
    #[must_use]
    pub fn keeping_past(mut self) -> Self {
        self.keeps_past = true;
        self
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
        let (generation, keeps_past) = (self.generation, self.keeps_past);
        self.send(Command::Start(Box::new(Order { generation, position, plan, leash, time, keeps_past })));
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

    /// Runs until the search comes to this board.
    pub fn run_to_board(&self, board: Box<dyn Position>) {
        self.send(Command::RunToBoard(board));
    }

    /// Goes to the moment at which so many expansions had been made, of those that were, and pauses.
    pub fn seek(&self, expanded: u64) {
        self.send(Command::Seek(expanded));
    }

    /// Goes one expansion back, after those that it is still to go, and pauses.
    pub fn back_one(&self) {
        self.send(Command::BackOne);
    }

    /// Goes back to the last of these before the present place, and pauses.
    pub fn back_to(&self, breakpoint: Breakpoint) {
        self.send(Command::BackTo(breakpoint));
    }

    /// How many expansions a second a free run makes; none is full speed. Holds for later runs too.
    pub fn set_tempo(&self, rate: Option<f64>) {
        self.send(Command::Tempo(rate));
    }

    /// The tree of this run and of later ones is kept while it is open.
    pub fn tree(&self, wish: TreeWish) {
        self.send(Command::Tree(wish));
    }

    /// Whether a run that stands still looks one expansion ahead.
    pub fn peek(&self, peeks: bool) {
        self.send(Command::Peek(peeks));
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
