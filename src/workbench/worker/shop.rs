//! The thread's side of a worker: it obeys commands between two slices, and publishes what it sees.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};

use super::bench::{Bench, Hunt, Leash};
use super::{Breakpoint, Command, Generation, Order, Phase, Snapshot, TreeWish, Wake};
use crate::games::Position;
use crate::search::{Detail, PlanError};
use crate::workbench::guard;
use crate::workbench::pace::Pace;
use crate::workbench::tables::{self, TableShelf};

pub(super) struct Publisher {
    pub published: Arc<Mutex<Arc<Snapshot>>>,
    pub wake: Wake,
}

impl Publisher {
    fn publish(&self, snapshot: Snapshot) {
        *self.published.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        (self.wake)();
    }
}

/// The thread's side.
pub(super) struct Shop {
    inbox: Receiver<Command>,
    publisher: Publisher,
    shelf: Option<TableShelf>,
    order: Option<Order>,
    bench: Option<Bench>,
    tempo: Option<f64>,
    /// The memory of the tree, while it is open.
    tree: Option<usize>,
    peeks: bool,
    /// Something happened to the run that was not published.
    has_news: bool,
    waiting: Vec<Sender<()>>,
}

impl Shop {
    pub fn new(inbox: Receiver<Command>, publisher: Publisher, shelf: Option<TableShelf>) -> Self {
        Shop {
            inbox,
            publisher,
            shelf,
            order: None,
            bench: None,
            tempo: None,
            peeks: false,
            tree: None,
            has_news: false,
            waiting: Vec::new(),
        }
    }

    pub fn work(mut self) {
        while self.listen() {
            if let Some(order) = self.order.take() {
                self.build(&order);
            } else if self.is_busy() {
                self.slice();
            }
            self.publish();
        }
    }

    /// Whether there is anything to do: a run goes on, or its tree is being read.
    fn is_busy(&self) -> bool {
        self.bench.as_ref().is_some_and(|bench| bench.is_running() || bench.is_reading())
    }

    /// Takes every command that is there, and waits for one where there is nothing else to do. False at the end.
    fn listen(&mut self) -> bool {
        if self.order.is_none() && !self.is_busy() {
            for waiting in self.waiting.drain(..) {
                let _ = waiting.send(());
            }
            match self.inbox.recv() {
                Ok(Command::Quit) | Err(_) => return false,
                Ok(command) => self.obey(command),
            }
        }
        if let Some(rest) = self.bench.as_ref().filter(|bench| bench.is_running()).and_then(Bench::rest) {
            match self.inbox.recv_timeout(rest) {
                Ok(Command::Quit) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(command) => self.obey(command),
                Err(RecvTimeoutError::Timeout) => {}
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
                self.order = Some(*order);
            }
            Command::Pause => self.release(|_| Leash::Paused),
            Command::Resume => self.release(|_| Leash::Free),
            Command::Step(n) => self.release(|leash| leash.and_steps(n)),
            Command::RunTo(breakpoint) => self.release(|_| Leash::Until(breakpoint)),
            Command::RunToBoard(board) => self.run_to_board(&*board),
            Command::Seek(expanded) => self.release(|_| Leash::To(expanded)),
            Command::BackOne => {
                if let Some(bench) = &mut self.bench {
                    bench.back_one();
                    self.has_news = true;
                }
            }
            Command::BackTo(breakpoint) => self.release(|_| Hunt::of(breakpoint)),
            Command::Tempo(rate) => {
                self.tempo = rate;
                if let Some(bench) = &mut self.bench {
                    bench.set_tempo(rate);
                }
            }
            Command::Tree(wish) => self.tree(wish),
            Command::Peek(peeks) => {
                self.peeks = peeks;
                if let Some(bench) = &mut self.bench {
                    bench.set_peek(peeks);
                    self.has_news = true;
                }
            }
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

    fn tree(&mut self, wish: TreeWish) {
        match wish {
            TreeWish::Open(memory) => self.tree = Some(memory),
            TreeWish::Close => self.tree = None,
            _ => {}
        }
        if let Some(bench) = &mut self.bench {
            bench.tree(wish);
            self.has_news = true;
        }
    }

    fn run_to_board(&mut self, board: &dyn Position) {
        if let Some(order) = self.order.take() {
            self.build(&order);
        }
        if let Some(bench) = &mut self.bench {
            bench.set_target(board);
        }
        self.release(|_| Leash::Until(Breakpoint::Board));
    }

    fn cancel(&mut self) {
        if let Some(order) = self.order.take() {
            let phase = Phase::Cancelled;
            self.publisher.publish(Snapshot { generation: order.generation, phase, ..Snapshot::default() });
        } else if let Some(bench) = &mut self.bench {
            bench.cancel();
            self.has_news = true;
        }
    }

    fn build(&mut self, order: &Order) {
        let Order { generation, position, plan, leash, time, keeps_past } = order;
        let details = vec![Detail::line("getting ready")];
        let preparing = Snapshot { generation: *generation, phase: Phase::Running, details, ..Snapshot::default() };
        self.publisher.publish(preparing);
        let mut pace = Pace::attentive(*time);
        let shelf = self.shelf.as_ref();
        let built = guarded(|| {
            let plan = pace.timed(|| tables::equipped(shelf, &**position, plan).0);
            pace.note_preparing();
            let engine = pace.timed(|| position.engine(&plan))?;
            if position.method(&plan).tables.is_some() {
                pace.note_preparing();
            }
            Ok(engine)
        });
        let bench = match built {
            Ok(Ok(engine)) => guarded(|| Bench::new(*generation, position.clone(), engine, pace)),
            Ok::<Result<_, PlanError>, _>(Err(error)) => Err(error.to_string()),
            Err(panic) => Err(panic),
        };
        match bench {
            Ok(bench) => {
                let mut bench = bench.keeping_past(*keeps_past);
                bench.set_tempo(self.tempo);
                if let Some(memory) = self.tree {
                    bench.tree(TreeWish::Open(memory));
                }
                bench.set_peek(self.peeks);
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
        let Some(bench) = self.bench.as_mut().filter(|_| self.has_news) else { return };
        self.has_news = false;
        match guarded(|| bench.look()) {
            Ok(snapshot) => self.publisher.publish(snapshot),
            Err(message) => self.fail_run(message),
        }
        if self.bench.as_mut().is_some_and(|bench| bench.is_over() && !bench.keeps_past()) {
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
    guard::guarded(work).map_err(|message| format!("the solver failed: {message}"))
}
