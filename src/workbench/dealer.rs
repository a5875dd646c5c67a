//! Makes numbered puzzles in the background: some names take a generator minutes, and the screen never waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::builder::Wake;
use super::naming::Named;
use crate::games::{Deal, Position};
use crate::search::Outcome;

/// How many threads deal.
const HANDS: usize = 2;

type Dealt = Result<Named, String>;

/// A puzzle to make.
pub struct Wanted {
    pub deal: Deal,
    /// Whether the first behind it that can be won will do, and only that.
    pub only_winnable: bool,
}

impl Wanted {
    /// This very one.
    pub fn this(deal: Deal) -> Self {
        Wanted { deal, only_winnable: false }
    }
}

/// So many numbers are looked at for one that can be won.
const MOST_TRIES: usize = 2000;

/// What the thread is to make, unless nobody wants it any more when its turn comes.
struct Order {
    puzzle: Wanted,
    reply: Sender<Dealt>,
    wanted: Weak<()>,
}

struct Request {
    name: String,
    reply: Receiver<Dealt>,
    /// Dropped with the request, which takes back an order that is still waiting.
    _wanted: Arc<()>,
}

/// A generator cannot be interrupted, so one that nobody waits for any more goes on; a second hand is free meanwhile, and
/// there is no third, however often one asks. Each request has a channel of its own, so that what comes of an earlier one
/// is never taken for what was asked last.
pub struct Dealer {
    orders: Sender<Order>,
    request: Option<Request>,
}

impl Dealer {
    pub fn new(wake: &Wake) -> Self {
        let (orders, inbox) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        for _ in 0..HANDS {
            let (inbox, wake) = (Arc::clone(&inbox), Arc::clone(wake));
            std::thread::Builder::new()
                // Like the workers', so that the report of a panic stays off the screen: it becomes a message.
                .name("solver".into())
                .spawn(move || deal_all(&inbox, &wake))
                .expect("a thread can be started");
        }
        Dealer { orders, request: None }
    }

    /// Starts on a puzzle; an earlier request is forgotten.
    pub fn ask(&mut self, puzzle: Wanted) {
        let (sender, reply) = channel();
        let token = Arc::new(());
        let wanted = Arc::downgrade(&token);
        self.request = Some(Request { name: puzzle.deal.to_string(), reply, _wanted: token });
        // The thread ends with its dealer, so there is somebody to take it.
        let _ = self.orders.send(Order { puzzle, reply: sender, wanted });
    }

    /// The name of the puzzle that is being made.
    pub fn waits_for(&self) -> Option<&str> {
        self.request.as_ref().map(|request| request.name.as_str())
    }

    /// Stops waiting. Returns whether anything was waited for.
    pub fn forget(&mut self) -> bool {
        self.request.take().is_some()
    }

    /// The puzzle that was asked for, once, when it is there.
    pub fn take(&mut self) -> Option<Dealt> {
        let dealt = match self.request.as_ref()?.reply.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("The puzzle was not made.".into()),
            Ok(dealt) => dealt,
        };
        self.request = None;
        Some(dealt)
    }

    /// Waits for it: for tests.
    pub fn wait(&mut self) -> Option<Dealt> {
        let request = self.request.take()?;
        request.reply.recv().ok()
    }
}

/// A thread: it ends when the dealer is gone.
fn deal_all(inbox: &Mutex<Receiver<Order>>, wake: &Wake) {
    let next = || inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Order { puzzle, reply, wanted }) = next() {
        if wanted.strong_count() == 0 {
            continue;
        }
        // Nobody listens any more if another puzzle was asked for meanwhile.
        let is_wanted = || wanted.strong_count() > 0;
        let _ = reply.send(made(&puzzle, is_wanted));
        wake();
    }
}

fn made(Wanted { deal, only_winnable }: &Wanted, is_wanted: impl Fn() -> bool) -> Dealt {
    let mut deal = deal.clone();
    for _ in 0..MOST_TRIES {
        let position = match catch_unwind(AssertUnwindSafe(|| deal.open())) {
            Ok(Ok(position)) => position,
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => return Err(format!("Making {deal} failed.")),
        };
        if !only_winnable || can_be_won(&*position) || !is_wanted() {
            return Ok(Named::new(deal.to_string(), deal.game(), position));
        }
        deal = deal.next();
    }
    Err(format!("None of {MOST_TRIES} up to {deal} is known to be winnable."))
}

/// As the check plan of the position finds out, which has a limit.
fn can_be_won(position: &dyn Position) -> bool {
    let solved = || Some(position.engine(&position.check_plan()).ok()?.run(u64::MAX, None) == Outcome::Solved);
    catch_unwind(AssertUnwindSafe(solved)).ok().flatten() == Some(true)
}
