//! What a search tells whoever watches it.

use std::fmt::Display;

/// Nodes are numbered as they are generated, the root is 0, so that a tree can be rebuilt outside.
pub type NodeId = u64;

/// One thing that happened in a search. Sentences come as `Display`, so that nobody pays for what nobody reads.
pub enum Event<'a> {
    /// A node's children are being made.
    Expand { node: NodeId, parent: NodeId, depth: u32 },
    /// A child was not entered, because of the heuristic of this name.
    Cut { parent: NodeId, by: &'static str },
    /// A node was recognised as dead, and why.
    Dead { node: NodeId, depth: u32, why: &'a dyn Display },
    /// The search left a node for good.
    Backtrack { node: NodeId, depth: u32 },
    /// A new iteration starts with this bound.
    Bound { bound: u64 },
    /// A solution was found (a better one, for strategies that go on).
    Solution { length: u64 },
    /// Anything else worth a line in `--verbose`.
    Note { text: &'a dyn Display },
}

/// Told of every event of a run. Kernels are monomorphised over it, so that [`NoObserver`] costs nothing.
pub trait Observer {
    fn on(&mut self, event: &Event<'_>);
}

/// An observer that waits for something.
pub trait Lookout: Observer {
    fn is_met(&self) -> bool;
}

pub struct NoObserver;

impl Observer for NoObserver {
    #[inline(always)]
    fn on(&mut self, _event: &Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn on(&mut self, event: &Event<'_>) {
        (**self).on(event);
    }
}
