//! Where a run pauses by itself, and who looks out for the place.

use std::borrow::Cow;
use std::fmt::Display;

use super::notebook::Notebook;
use crate::search::{Event, Lookout, NodeId, Observer};
use crate::workbench::words;

/// What a run is to pause at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    Deadlock,
    Solution,
    Bound,
    /// A node this deep is expanded.
    Depth(u32),
    /// So many nodes were generated.
    Nodes(u64),
    /// Something is cut by the heuristic of this name.
    Cut(&'static str),
    /// The search comes to a certain position, which whoever drives it compares.
    Board,
}

impl Breakpoint {
    /// With its article: `a dead end`, `node number 20`.
    pub fn one(self) -> String {
        match self {
            Breakpoint::Nodes(_) => self.words().into_owned(),
            _ => format!("a {}", self.words()),
        }
    }

    pub fn words(self) -> Cow<'static, str> {
        match self {
            Breakpoint::Deadlock => "dead end".into(),
            Breakpoint::Solution => "solution".into(),
            Breakpoint::Bound => "raised bound".into(),
            Breakpoint::Depth(depth) => format!("node at depth {depth}").into(),
            Breakpoint::Nodes(nodes) => format!("node number {}", words::grouped(nodes)).into(),
            Breakpoint::Cut(by) => format!("cut by {by}").into(),
            Breakpoint::Board => "node with your board".into(),
        }
    }

    /// Whether what is met is a certain node, which the search may have left when it pauses.
    pub fn is_of_a_node(self) -> bool {
        !matches!(self, Breakpoint::Bound | Breakpoint::Board)
    }

    fn is_met_by(self, event: &Event<'_>) -> bool {
        match (self, event) {
            (Breakpoint::Deadlock, Event::Dead { .. })
            | (Breakpoint::Solution, Event::Solution { .. })
            | (Breakpoint::Bound, Event::Bound { .. }) => true,
            (Breakpoint::Depth(wanted), Event::Expand { depth, .. }) => wanted == *depth,
            (Breakpoint::Nodes(nodes), Event::Node(node)) => node.id + 1 == nodes,
            (Breakpoint::Cut(name), Event::Cut { by, .. } | Event::Skip { by, .. }) => name == *by,
            _ => false,
        }
    }
}

/// Why a node is dead, without the board that some methods print under it.
pub(super) fn first_line(why: &dyn Display) -> String {
    why.to_string().lines().next().unwrap_or_default().to_owned()
}

/// A node that was recognised as dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeadEnd {
    pub id: NodeId,
    pub why: String,
    /// Another node was expanded since.
    is_left: bool,
}

/// Watches a search that is stepped or run to a breakpoint.
#[derive(Default)]
pub(super) struct Sentry {
    waits_for: Option<Breakpoint>,
    /// How often what it waits for was met, and the last node of which it was told.
    pub met: u64,
    pub node: Option<NodeId>,
    /// Where that was not even made: its parent.
    pub parent: Option<NodeId>,
    /// Nothing was expanded yet: the first bound is not a raised one.
    is_fresh: bool,
    pub has_raised: bool,
    pub has_solved: bool,
    /// The last dead end and why; not kept by one who waits for something else, since the words cost more than a node.
    pub last_dead: Option<DeadEnd>,
}

impl Sentry {
    /// What was met in an earlier step says nothing about the next one.
    pub fn begin(&mut self, waits_for: Option<Breakpoint>, expanded: u64) {
        *self = Sentry { waits_for, is_fresh: expanded == 0, ..Sentry::default() };
    }
}

impl Observer for Sentry {
    fn on(&mut self, event: &Event<'_>) {
        if matches!(event, Event::Bound { .. }) && std::mem::take(&mut self.is_fresh) {
            return;
        }
        match event {
            Event::Expand { .. } => {
                self.is_fresh = false;
                // The node that is taken up after a dead end comes from there; to a later one it says nothing.
                self.last_dead.take_if(|dead| std::mem::replace(&mut dead.is_left, true));
            }
            Event::Dead { id, why, .. } if matches!(self.waits_for, None | Some(Breakpoint::Deadlock)) => {
                self.last_dead = Some(DeadEnd { id: *id, why: first_line(why), is_left: false });
            }
            Event::Bound { .. } => self.has_raised = true,
            Event::Solution { .. } => self.has_solved = true,
            _ => {}
        }
        if self.waits_for.is_some_and(|breakpoint| breakpoint.is_met_by(event)) {
            self.met += 1;
            (self.node, self.parent) = match *event {
                Event::Node(node) => (Some(node.id), None),
                Event::Expand { id, .. }
                | Event::Cut { id, .. }
                | Event::Dead { id, .. }
                | Event::Solution { id, .. } => (Some(id), None),
                Event::Skip { parent, .. } => (None, Some(parent)),
                _ => (None, None),
            };
        }
    }
}

/// A sentry with a notebook: one looks out, the other writes down.
pub(super) struct Patrol<'a> {
    pub sentry: &'a mut Sentry,
    pub book: &'a mut Notebook,
}

impl Observer for Patrol<'_> {
    fn on(&mut self, event: &Event<'_>) {
        self.sentry.on(event);
        self.book.on(event);
    }
}

impl Lookout for Patrol<'_> {
    fn is_met(&self) -> bool {
        self.sentry.is_met()
    }

    fn awaits_nodes(&self) -> bool {
        self.sentry.awaits_nodes()
    }
}

impl Lookout for Sentry {
    fn is_met(&self) -> bool {
        self.met > 0
    }

    fn awaits_nodes(&self) -> bool {
        !matches!(self.waits_for, Some(Breakpoint::Solution | Breakpoint::Bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_end_is_told_until_the_search_has_gone_on_from_there() {
        let mut sentry = Sentry::default();
        let expand = |id| Event::Expand { id, depth: 1 };
        sentry.on(&expand(1));
        sentry.on(&Event::Dead { id: 1, depth: 1, why: &"row 1 has no free square\n. . ." });
        let dead = sentry.last_dead.as_ref().map(|dead| (dead.id, dead.why.as_str()));
        assert_eq!(dead, Some((1, "row 1 has no free square")));
        sentry.on(&Event::Leave { id: 1, depth: 1 });
        sentry.on(&expand(2));
        assert!(sentry.last_dead.is_some(), "the node that comes next");
        sentry.on(&expand(3));
        assert_eq!(sentry.last_dead, None);
    }
}
