//! Makes numbered puzzles in the background: some names take a generator minutes, and the screen never waits.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::builder::Wake;
use super::guard::guarded;
use super::naming::Named;
use crate::games::Deal;
use crate::games::patience::while_wanted;

/// How many threads deal.
const HANDS: usize = 2;

type Dealt = Result<Named, String>;

/// What the thread is to make, unless nobody wants it any more when its turn comes.
struct Order {
    deal: Deal,
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
    pub fn ask(&mut self, deal: Deal) {
        let (sender, reply) = channel();
        let token = Arc::new(());
        let wanted = Arc::downgrade(&token);
        self.request = Some(Request { name: deal.to_string(), reply, _wanted: token });
        // The thread ends with its dealer, so there is somebody to take it.
        let _ = self.orders.send(Order { deal, reply: sender, wanted });
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
    while let Ok(Order { deal, reply, wanted }) = next() {
        if wanted.strong_count() == 0 {
            continue;
        }
        let is_wanted = move || wanted.strong_count() > 0;
        let dealt = match guarded(|| while_wanted(is_wanted, || made(&deal))) {
            Ok(None) => continue,
            Ok(Some(dealt)) => dealt,
            Err(_) => Err(format!("Making {deal} failed.")),
        };
        // Nobody listens any more if another puzzle was asked for meanwhile.
        let _ = reply.send(dealt);
        wake();
    }
}

fn made(deal: &Deal) -> Dealt {
    match deal.open() {
        Ok(position) => Ok(Named::new(deal.to_string(), deal.game(), position)),
        Err(error) => Err(error.to_string()),
    }
}
