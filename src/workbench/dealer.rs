//! Makes numbered puzzles in the background: some names take a generator minutes, and the screen never waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::builder::Wake;
use super::naming::Named;
use super::packs::split_deal;
use crate::games::Game;

type Dealt = Result<Named, String>;

/// One puzzle at a time. Each request has a channel of its own, so that what comes of an earlier one is never taken for
/// what was asked last.
pub struct Dealer {
    wake: Wake,
    request: Option<(String, Receiver<Dealt>)>,
}

impl Dealer {
    pub fn new(wake: Wake) -> Self {
        Dealer { wake, request: None }
    }

    /// Starts on `GAME:DEAL`; an earlier request is forgotten.
    pub fn ask(&mut self, game: &'static dyn Game, deal: &str) {
        let name = format!("{}:{deal}", game.name());
        let (sender, receiver) = channel();
        self.request = Some((name.clone(), receiver));
        let (deal, wake) = (deal.to_owned(), self.wake.clone());
        std::thread::Builder::new()
            // Like the workers', so that the report of a panic stays off the screen: it becomes a message.
            .name("solver".into())
            .spawn(move || {
                // Nobody listens any more if another puzzle was asked for meanwhile.
                let _ = sender.send(made(game, &deal, name));
                wake();
            })
            .expect("a thread can be started");
    }

    /// The name of the puzzle that is being made.
    pub fn waits_for(&self) -> Option<&str> {
        self.request.as_ref().map(|(name, _)| name.as_str())
    }

    /// Stops waiting. Returns whether anything was waited for.
    pub fn forget(&mut self) -> bool {
        self.request.take().is_some()
    }

    /// The puzzle that was asked for, once, when it is there.
    pub fn take(&mut self) -> Option<Dealt> {
        let dealt = match self.request.as_ref()?.1.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("The puzzle was not made.".into()),
            Ok(dealt) => dealt,
        };
        self.request = None;
        Some(dealt)
    }

    /// Waits for it: for tests.
    pub fn wait(&mut self) -> Option<Dealt> {
        let (_, receiver) = self.request.take()?;
        receiver.recv().ok()
    }
}

fn made(game: &'static dyn Game, deal: &str, name: String) -> Dealt {
    let (params, number) = split_deal(deal);
    match catch_unwind(AssertUnwindSafe(|| game.deal(params, number))) {
        Ok(Ok(position)) => Ok(Named::new(name, game, position)),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(format!("Making {name} failed.")),
    }
}
