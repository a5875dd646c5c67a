//! Where two lanes of a race decide differently for the first time, found on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::games::Position;
use crate::search::{Mark, Plan};
use crate::workbench::diff::{self, Comparison, Equal, Other, Patience, Side};
use crate::workbench::words;
use crate::workbench::worker::Wake;

/// So long it looks for a difference; two searches that are alike may be so for hours.
const PATIENCE: Duration = Duration::from_secs(20);

/// A board, and what is marked on it.
pub type Shown = (Box<dyn Position>, Vec<Mark>);

/// What was found: a sentence, and both nodes where they differ.
pub struct Parted {
    pub words: String,
    pub sides: Option<[PartedSide; 2]>,
}

/// A node where two searches differ: its board with what is marked on it, and its moves or decisions in words.
pub struct PartedSide {
    pub shown: Shown,
    pub told: String,
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
                Err(error) => Parted { words: format!("They cannot be compared: {error}."), sides: None },
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
        Comparison::Equal(equal) => Parted { words: format!("Equal to the end: {}.", events(equal)), sides: None },
        Comparison::Limit(equal, limit) => {
            Parted { words: format!("Equal for {}; then the limit of {limit} came.", events(equal)), sides: None }
        }
        Comparison::Different(difference) => {
            let words = difference.parting.clone() + &explained(&difference.parting);
            Parted { words, sides: Some(difference.sides.map(parted_side)) }
        }
    }
}

/// What the figures of a node are, of those that are named.
fn explained(told: &str) -> String {
    let figures = [(" f ", " f ranks a node."), (" g ", " g counts what was decided before a node.")];
    figures.into_iter().filter(|(figure, _)| told.contains(figure)).map(|(_, words)| words).collect()
}

fn parted_side(side: Side) -> PartedSide {
    let line = if side.line.is_empty() { "none yet".to_owned() } else { side.line.join(" ") };
    let what = if side.is_of_moves { "Moves" } else { "Decisions" };
    PartedSide { told: format!("{what} to this node: {line}"), shown: (side.board, side.marks) }
}
