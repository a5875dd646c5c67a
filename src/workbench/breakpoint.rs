//! Where a run pauses by itself, and who looks out for the place.

use crate::search::{Event, Lookout, Observer};

/// What a run is to pause at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    Deadlock,
    Solution,
    Bound,
}

impl Breakpoint {
    pub fn words(self) -> &'static str {
        match self {
            Breakpoint::Deadlock => "dead end",
            Breakpoint::Solution => "solution",
            Breakpoint::Bound => "raised bound",
        }
    }
}

/// Watches a search that is stepped or run to a breakpoint.
#[derive(Default)]
pub(super) struct Sentry {
    waits_for: Option<Breakpoint>,
    is_met: bool,
    /// The last dead end, in words; not kept by one who waits for something else, since the words cost more than a node.
    pub last_dead: String,
}

impl Sentry {
    /// What was met in an earlier step says nothing about the next one.
    pub fn begin(&mut self, waits_for: Option<Breakpoint>) {
        *self = Sentry { waits_for, ..Sentry::default() };
    }
}

impl Observer for Sentry {
    fn on(&mut self, event: &Event<'_>) {
        let met = match event {
            Event::Dead { why, .. } => {
                if matches!(self.waits_for, None | Some(Breakpoint::Deadlock)) {
                    self.last_dead = why.to_string();
                }
                Breakpoint::Deadlock
            }
            Event::Solution { .. } => Breakpoint::Solution,
            Event::Bound { .. } => Breakpoint::Bound,
            _ => return,
        };
        self.is_met |= self.waits_for == Some(met);
    }
}

impl Lookout for Sentry {
    fn is_met(&self) -> bool {
        self.is_met
    }

    fn awaits_nodes(&self) -> bool {
        !matches!(self.waits_for, Some(Breakpoint::Solution | Breakpoint::Bound))
    }
}
