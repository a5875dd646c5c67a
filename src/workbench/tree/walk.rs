//! Walking in a tree: parent, child, sibling, and from one dead end or solution to the next.

use super::{DEAD, EXPANDED, NONE, PINNED, SOLVED, Tree};
use crate::search::NodeId;
use crate::workbench::breakpoint::Breakpoint;

/// A place in the tree that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Node(NodeId),
    /// All that one iteration made, of a search that began again at its root; from 0.
    Iteration(usize),
}

/// One step from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Parent,
    Child,
    /// The sibling before it, or the parent where there is none.
    Before,
    /// The sibling after it, or the next one of an ancestor where there is none.
    After,
    First,
    Last,
}

/// Something to look for among the nodes that are kept, in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    pub what: Breakpoint,
    pub back: bool,
}

/// A place as the tree itself knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Node(u32),
    Iteration(usize),
}

impl Tree {
    pub(super) fn spot(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Node(id) => self.find(id).map(Spot::Node),
            Place::Iteration(n) => (n < self.iterations.len()).then_some(Spot::Iteration(n)),
        }
    }

    pub(super) fn place(&self, spot: Spot) -> Place {
        match spot {
            Spot::Node(index) => Place::Node(self.node(index).id),
            Spot::Iteration(n) => Place::Iteration(n),
        }
    }

    /// The iteration that made a child of the root.
    fn iteration_of(&self, id: NodeId) -> usize {
        self.iterations.partition_point(|iteration| iteration.first <= id).saturating_sub(1)
    }

    fn is_iterated(&self) -> bool {
        self.iterations.len() > 1
    }

    pub(super) fn parent_of(&self, spot: Spot) -> Option<Spot> {
        match spot {
            Spot::Iteration(_) => Some(Spot::Node(0)),
            Spot::Node(index) => match self.node(index).parent {
                NONE => None,
                0 if self.is_iterated() => Some(Spot::Iteration(self.iteration_of(self.node(index).id))),
                parent => Some(Spot::Node(parent)),
            },
        }
    }

    pub(super) fn children_of(&self, spot: Spot) -> Vec<Spot> {
        match spot {
            Spot::Node(0) if self.is_iterated() => (0..self.iterations.len()).map(Spot::Iteration).collect(),
            Spot::Node(index) => self.children(index).map(Spot::Node).collect(),
            Spot::Iteration(n) => {
                let own = self.children(0).filter(|&index| self.iteration_of(self.node(index).id) == n);
                own.map(Spot::Node).collect()
            }
        }
    }

    /// Where a step leads; `None` where there is nothing that way.
    pub fn step(&self, from: Place, step: Step) -> Option<Place> {
        let spot = self.spot(from)?;
        let parent = self.parent_of(spot);
        let siblings = || parent.map(|parent| self.children_of(parent)).unwrap_or_default();
        let found = match step {
            Step::Parent => parent,
            Step::Child => self.children_of(spot).first().copied(),
            Step::First => siblings().first().copied(),
            Step::Last => siblings().last().copied(),
            Step::Before => {
                let siblings = siblings();
                let at = siblings.iter().position(|&sibling| sibling == spot)?;
                at.checked_sub(1).map(|before| siblings[before]).or(parent)
            }
            Step::After => self.after(spot),
        };
        found.map(|spot| self.place(spot))
    }

    fn after(&self, mut spot: Spot) -> Option<Spot> {
        while let Some(parent) = self.parent_of(spot) {
            let siblings = self.children_of(parent);
            let at = siblings.iter().position(|&sibling| sibling == spot)?;
            if let Some(&after) = siblings.get(at + 1) {
                return Some(after);
            }
            spot = parent;
        }
        None
    }

    /// The next (or last) of what is looked for, from a node on.
    pub fn seek(&self, from: Place, find: Find) -> Option<Place> {
        let is_it = |index: &u32| {
            let node = self.node(*index);
            match find.what {
                Breakpoint::Deadlock => node.has(DEAD),
                Breakpoint::Solution => node.has(SOLVED),
                Breakpoint::Cut(name) => node.has(super::CUT) && self.names.get(node.cut_by as usize) == Some(&name),
                Breakpoint::Depth(depth) => node.has(EXPANDED) && node.depth == depth,
                Breakpoint::Nodes(nodes) => node.id + 1 == nodes,
                Breakpoint::Bound | Breakpoint::Board => false,
            }
        };
        let here = match self.spot(from)? {
            Spot::Node(index) => index,
            Spot::Iteration(_) => 0,
        };
        let index = match (find.what, find.back) {
            (Breakpoint::Nodes(nodes), _) => return self.find(nodes.checked_sub(1)?).map(|_| Place::Node(nodes - 1)),
            (_, false) => (here + 1..self.nodes.len() as u32).find(is_it),
            (_, true) => (0..here).rev().find(is_it),
        };
        index.map(|index| Place::Node(self.node(index).id))
    }

    /// The place that is looked at is not folded.
    pub fn choose(&mut self, place: Place) {
        if let Place::Node(id) = place {
            self.chosen = Some(id);
        }
    }

    /// Sets or takes away a bookmark; says which.
    pub fn mark(&mut self, id: NodeId) -> bool {
        let Some(index) = self.find(id) else { return false };
        let is_marked = !self.marks.contains(&id);
        if is_marked {
            self.marks.push(id);
            self.marks.sort_unstable();
        } else {
            self.marks.retain(|&mark| mark != id);
        }
        let is_pinned = is_marked || self.solutions.contains(&id);
        let node = self.node_mut(index);
        node.flags = if is_pinned { node.flags | PINNED } else { node.flags & !PINNED };
        is_marked
    }

    /// The bookmark after this node, and after the last the first.
    pub fn next_mark(&self, from: Place) -> Option<Place> {
        let here = match from {
            Place::Node(id) => id,
            Place::Iteration(_) => 0,
        };
        let next = self.marks.iter().find(|&&mark| mark > here).or(self.marks.first());
        next.map(|&id| Place::Node(id))
    }

    /// The node at which the search stood after so many expansions, at the end of this path; where the path is not one of
    /// the tree, the node that it had just expanded.
    pub fn locate(&self, path: &[String], expanded: u64) -> Option<Place> {
        let mut at = 0;
        if self.nodes.is_empty() {
            return None;
        }
        for mv in path {
            let is_next =
                |&child: &u32| self.node(child).made_at <= expanded && self.moves.text(self.node(child).mv) == mv;
            let Some(next) = self.children(at).filter(is_next).last() else { return self.at(expanded) };
            at = next;
        }
        if path.is_empty() { self.at(expanded) } else { Some(Place::Node(self.node(at).id)) }
    }

    /// The node that had just been expanded when there were so many expansions, or the nearest kept above it.
    pub fn at(&self, expanded: u64) -> Option<Place> {
        if expanded >= self.clock && self.find(self.now).is_some() {
            return Some(Place::Node(self.now));
        }
        let until = self.nodes.iter().filter(|node| node.has(EXPANDED) && node.settled_at() <= expanded);
        let latest = until.max_by_key(|node| node.settled_at()).or(self.nodes.first());
        latest.map(|node| Place::Node(node.id))
    }

    /// The moves from the root to a place.
    pub fn path(&self, place: Place) -> Vec<String> {
        let mut moves = Vec::new();
        let mut at = match self.spot(place) {
            Some(Spot::Node(index)) => index,
            _ => NONE,
        };
        while at != NONE {
            let node = self.node(at);
            if node.mv != NONE {
                moves.push(self.moves.text(node.mv).to_owned());
            }
            at = node.parent;
        }
        moves.reverse();
        moves
    }
}
