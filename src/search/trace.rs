//! The trace: what a search tells whoever watches it. Tree, breakpoints, difference and export are drawn from it.
//!
//! # What a strategy tells
//!
//! - [`Event::Node`] when a node is made, before any test of it: the root (number 0, no parent, no move) and every
//!   child. A whole trace has exactly [`Counters::generated`](super::Counters::generated) of them, numbered in that
//!   order without gaps, so that a parent always comes before its children.
//! - [`Event::Expand`] when the children of a node are about to be made: exactly
//!   [`Counters::expanded`](super::Counters::expanded) of them. A node may be expanded more than once: a new iteration
//!   begins again at the root, whose children are then new nodes with new numbers; and a strategy whose work goes in
//!   stages may expand one node stage by stage.
//! - Of a child that is not entered, why: [`Event::Cut`] where a heuristic or a limit has a name for it, just as often
//!   as [`Counters::cuts`](super::Counters::cuts) counts that name (together with [`Event::Skip`] for children that
//!   were not even made). What it was recognised as may follow: [`Event::Seen`] or [`Event::Dead`].
//! - [`Event::Leave`] when a node that was expanded is left for good, where the strategy goes back at all.
//!
//! The depth in an event is that of its node. Everything that costs anything to say comes as [`Display`] or as a
//! function: nobody pays for what nobody reads.

use std::fmt::Display;

/// Nodes are numbered as they are made, the root is 0.
pub type NodeId = u64;

/// A node that was just made.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub id: NodeId,
    /// The root has none.
    pub parent: Option<NodeId>,
    /// What was done or decided to come here from the parent, in the notation of the game; the root has none. `{:#}` may
    /// say it in more words to people; a move that is played is the same in both.
    pub mv: Option<&'a dyn Display>,
    /// Moves made (or decisions taken) from the root: what textbooks call g.
    pub depth: u32,
    /// About how far the goal is, where the strategy estimates that and it can be reached.
    pub h: Option<u64>,
    /// What the strategy ranks the node by, where that is not `depth + h`.
    pub f: Option<f64>,
    /// The parts that the estimate is made of.
    pub terms: Option<Terms<'a>>,
}

impl<'a> Node<'a> {
    pub fn root() -> Self {
        Node { id: 0, parent: None, mv: None, depth: 0, h: None, f: None, terms: None }
    }

    pub fn child(id: NodeId, parent: NodeId, mv: &'a dyn Display, depth: u32) -> Self {
        Node { id, parent: Some(parent), mv: Some(mv), depth, ..Node::root() }
    }

    #[must_use]
    pub fn estimated(self, h: u64) -> Self {
        Node { h: Some(h), ..self }
    }
}

/// Names each part of an estimate with its value to whoever asks.
pub type Terms<'a> = &'a dyn Fn(&mut dyn FnMut(&'static str, u64));

/// One thing that happened in a search.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A node was made.
    Node(Node<'a>),
    /// The children of a node are about to be made.
    Expand { id: NodeId, depth: u32 },
    /// A node is not entered, because of the heuristic (or the limit) of this name.
    Cut { id: NodeId, by: &'static str },
    /// A child of this node was not even made, because of the heuristic of this name; it has no number.
    Skip { parent: NodeId, by: &'static str },
    /// Another node stands for the same position and is at least as good: this one is not followed.
    Seen { id: NodeId },
    /// A node was recognised as dead, and why; `{:#}` writes it as a program that prints nothing else would.
    Dead { id: NodeId, depth: u32, why: &'a dyn Display },
    /// The search left a node for good.
    Leave { id: NodeId, depth: u32 },
    /// A new iteration starts with this bound, or what is known of the solution's length rose to it.
    Bound { bound: u64 },
    /// A solution was found (a better one, for strategies that go on), and the node in which it ends.
    Solution { id: NodeId, length: u64 },
    /// Anything else worth a line in `--verbose`.
    Note { text: &'a dyn Display },
}

impl Event<'_> {
    /// The same of nodes with other numbers.
    #[must_use]
    pub fn renumbered(&self, of: impl Fn(NodeId) -> NodeId) -> Self {
        match *self {
            Event::Node(node) => Event::Node(Node { id: of(node.id), parent: node.parent.map(of), ..node }),
            Event::Expand { id, depth } => Event::Expand { id: of(id), depth },
            Event::Cut { id, by } => Event::Cut { id: of(id), by },
            Event::Skip { parent, by } => Event::Skip { parent: of(parent), by },
            Event::Seen { id } => Event::Seen { id: of(id) },
            Event::Dead { id, depth, why } => Event::Dead { id: of(id), depth, why },
            Event::Leave { id, depth } => Event::Leave { id: of(id), depth },
            Event::Solution { id, length } => Event::Solution { id: of(id), length },
            Event::Bound { .. } | Event::Note { .. } => *self,
        }
    }
}

/// Told of every event of a run. Kernels are compiled once for each observer, so that [`NoObserver`] costs nothing.
pub trait Observer {
    fn on(&mut self, event: &Event<'_>);

    /// False only where nobody listens: then a kernel need not work out what it would tell.
    #[inline]
    fn listens(&self) -> bool {
        true
    }
}

/// An observer that waits for something.
pub trait Lookout: Observer {
    fn is_met(&self) -> bool;

    /// False where only bounds and solutions are waited for: then a kernel need not tell of single nodes.
    fn awaits_nodes(&self) -> bool {
        true
    }
}

pub struct NoObserver;

/// The observer of a kernel, for an engine within it.
pub fn heard<O: Observer>(watch: &mut O) -> Option<&mut dyn Observer> {
    if watch.listens() { Some(watch) } else { None }
}

impl Observer for NoObserver {
    #[inline(always)]
    fn on(&mut self, _event: &Event<'_>) {}

    #[inline]
    fn listens(&self) -> bool {
        false
    }
}

/// Tells of a search within a search: its root is the root of the whole, and its other nodes are numbered on from the
/// `before` nodes that were made before it, root included.
pub struct Within<'a, O> {
    pub watch: &'a mut O,
    pub before: u64,
}

impl<O: Observer> Observer for Within<'_, O> {
    fn on(&mut self, event: &Event<'_>) {
        if matches!(event, Event::Node(Node { parent: None, .. })) {
            return;
        }
        let event = event.renumbered(|id| if id == 0 { 0 } else { id + self.before - 1 });
        self.watch.on(&event);
    }

    fn listens(&self) -> bool {
        self.watch.listens()
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn on(&mut self, event: &Event<'_>) {
        (**self).on(event);
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }
}
