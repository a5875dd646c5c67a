//! Makes numbered puzzles in the background: some names take a generator minutes, and the screen never waits.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::builder::Wake;
use super::guard::guarded;
use super::naming::Named;
use crate::games::patience::{still_wanted, while_wanted};
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

/// A generator that nobody waits for any more ends at its next look; a second hand is free meanwhile. Each request has a channel of its own, so that what comes of an earlier one
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
        let is_wanted = move || wanted.strong_count() > 0;
        let dealt = match guarded(|| while_wanted(is_wanted, || made(&puzzle))) {
            Ok(None) => continue,
            Ok(Some(dealt)) => dealt,
            Err(_) => Err(format!("Making {} failed.", puzzle.deal)),
        };
        // Nobody listens any more if another puzzle was asked for meanwhile.
        let _ = reply.send(dealt);
        wake();
    }
}

fn made(Wanted { deal, only_winnable }: &Wanted) -> Dealt {
    let first = deal;
    let mut deal = first.clone();
    for tried in 1..=MOST_TRIES {
        still_wanted();
        let position = deal.open().map_err(|error| error.to_string())?;
        if !only_winnable || can_be_won(&*position) {
            return Ok(Named::new(deal.to_string(), deal.game(), position));
        }
        let next = deal.next();
        if next.number() == first.number() {
            return Err(none_words(first, tried));
        }
        deal = next;
    }
    Err(format!("None of {MOST_TRIES} from {first} on is known to be winnable."))
}

/// All numbers of a kind were tried.
fn none_words(deal: &Deal, tried: usize) -> String {
    let kind = deal.kind_words();
    match tried {
        1 => format!("{kind} is not known to be winnable."),
        _ => format!("None of all {tried} of {kind} is known to be winnable."),
    }
}

/// As the check plan of the position finds out, which has a limit.
fn can_be_won(position: &dyn Position) -> bool {
    let solved = || Some(position.engine(&position.check_plan()).ok()?.run(u64::MAX, None) == Outcome::Solved);
    guarded(solved).ok().flatten() == Some(true)
}
