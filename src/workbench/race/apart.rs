//! Where two lanes of a race decide differently for the first time, found on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::games::Position;
use crate::search::{Mark, Plan};
use crate::workbench::diff::{self, Comparison, Equal, Other, Patience};
use crate::workbench::words;
use crate::workbench::worker::Wake;

/// So long it looks for a difference; two searches that are alike may be so for hours.
const PATIENCE: Duration = Duration::from_secs(20);

/// A board, and what is marked on it.
pub type Shown = (Box<dyn Position>, Vec<Mark>);

/// What was found: a sentence, and both boards with what is marked on them where they differ.
pub struct Parted {
    pub words: String,
    pub boards: Option<[Shown; 2]>,
}

/// A comparison under way. Dropping it ends it.
pub struct Apart {
    answer: Receiver<Parted>,
    stop: Arc<AtomicBool>,
    pub found: Option<Parted>,
}

impl Apart {
    pub fn ask(position: &dyn Position, names: [char; 2], plans: [Plan; 2], wake: Wake) -> Apart {
        let (sender, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (position, is_over) = (position.boxed_clone(), Arc::clone(&stop));
        let work = move || {
            let [one, other] = &plans;
            let patience = Patience { time: Some(PATIENCE), stop: &is_over };
            // Nobody waits for it where the receiver is gone.
            let _ = sender.send(match diff::compare_named(names, &*position, one, Other::Search(other), patience) {
                Ok(comparison) => parted(comparison),
                Err(error) => Parted { words: format!("They cannot be compared: {error}."), boards: None },
            });
            wake();
        };
        std::thread::Builder::new().name("difference".into()).stack_size(64 << 20).spawn(work).expect("a thread");
        Apart { answer, stop, found: None }
    }

    /// Takes in what was found; whether it is new.
    pub fn attend(&mut self) -> bool {
        let Ok(found) = self.answer.try_recv() else { return false };
        self.found = Some(found);
        true
    }

    /// Waits for the answer: for tests.
    pub fn settle(&mut self) {
        if self.found.is_none() {
            self.found = self.answer.recv().ok();
        }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn parted(comparison: Comparison) -> Parted {
    let events = |equal: Equal| words::count(equal.events, "event", "events");
    match comparison {
        Comparison::Equal(equal) => Parted { words: format!("Equal to the end: {}.", events(equal)), boards: None },
        Comparison::Limit(equal, limit) => {
            Parted { words: format!("Equal for {}; then the limit of {limit} came.", events(equal)), boards: None }
        }
        Comparison::Different(difference) => {
            let words = format!("{} Event {}.", difference.parting, words::grouped(difference.event));
            let [a, b] = difference.sides;
            Parted { words, boards: Some([a, b].map(|side| (side.board, side.marks))) }
        }
    }
}
