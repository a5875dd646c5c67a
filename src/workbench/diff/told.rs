//! What two searches are compared by: what they decided, in a shape that takes little room.

use crate::search::{Event, Node, NodeId, Observer};

/// The kinds of events that decide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Node,
    Expand,
    Cut,
    Skip,
    Seen,
    Dead,
    Leave,
    Bound,
    Solution,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::Node,
        Kind::Expand,
        Kind::Cut,
        Kind::Skip,
        Kind::Seen,
        Kind::Dead,
        Kind::Leave,
        Kind::Bound,
        Kind::Solution,
    ];

    /// Its name in a trace.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Node => "node",
            Kind::Expand => "expand",
            Kind::Cut => "cut",
            Kind::Skip => "skip",
            Kind::Seen => "seen",
            Kind::Dead => "dead",
            Kind::Leave => "leave",
            Kind::Bound => "bound",
            Kind::Solution => "solution",
        }
    }

    pub fn read(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Which events are compared. A trace of another program need not tell everything that ours do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    pub const EVERY: Kinds = Kinds((1 << Kind::ALL.len()) - 1);

    /// Nodes and expansions: without these there is nothing to compare.
    pub const LEAST: Kinds = Kinds(1 << Kind::Node as u8 | 1 << Kind::Expand as u8);

    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    #[must_use]
    pub fn and(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind as u8)
    }
}

/// Lets decisions through. That a node which was just cut is one met before, or dead, is why it was cut, and no
/// decision of its own.
#[derive(Clone, Debug)]
pub struct Sieve {
    kinds: Kinds,
    cut: Option<NodeId>,
}

impl Sieve {
    pub fn new(kinds: Kinds) -> Self {
        Sieve { kinds, cut: None }
    }

    #[inline]
    pub fn passes(&mut self, kind: Kind, node: NodeId) -> bool {
        let explains = matches!(kind, Kind::Seen | Kind::Dead) && self.cut == Some(node);
        if !explains {
            self.cut = (kind == Kind::Cut).then_some(node);
        }
        !explains && self.kinds.has(kind)
    }

    /// The kind of the event and its node (the parent of one that was not made), where it is compared.
    pub fn decision(&mut self, event: &Event<'_>) -> Option<(Kind, NodeId)> {
        let (kind, node) = match *event {
            Event::Node(node) => (Kind::Node, node.id),
            Event::Expand { id, .. } => (Kind::Expand, id),
            Event::Cut { id, .. } => (Kind::Cut, id),
            Event::Skip { parent, .. } => (Kind::Skip, parent),
            Event::Seen { id } => (Kind::Seen, id),
            Event::Dead { id, .. } => (Kind::Dead, id),
            Event::Leave { id, .. } => (Kind::Leave, id),
            Event::Bound { .. } => (Kind::Bound, 0),
            Event::Solution { id, .. } => (Kind::Solution, id),
            Event::Note { .. } => return None,
        };
        self.passes(kind, node).then_some((kind, node))
    }
}

/// One decision.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub kind: Kind,
    /// The number of the node in the order in which nodes are told, from 0; of one that was not made its parent's.
    pub node: NodeId,
    /// Of a node: its parent's number, its move in the batch's text, and what is estimated, where it is.
    pub parent: Option<NodeId>,
    pub mv: (u32, u32),
    pub h: Option<u64>,
    pub f: Option<f64>,
}

impl Told {
    pub fn of(kind: Kind, node: NodeId) -> Self {
        Told { kind, node, parent: None, mv: (0, 0), h: None, f: None }
    }

    /// Whether estimates differ, where both sides have them.
    pub fn estimates_differ(&self, other: &Told) -> bool {
        let h = self.h.zip(other.h).is_some_and(|(one, other)| one != other);
        h || self.f.zip(other.f).is_some_and(|(one, other)| (one - other).abs() > 1e-9)
    }
}

/// Some decisions in a row.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    told: Vec<Told>,
    text: String,
    next: usize,
}

impl Batch {
    pub fn clear(&mut self) {
        self.told.clear();
        self.text.clear();
        self.next = 0;
    }

    pub fn len(&self) -> usize {
        self.told.len() - self.next
    }

    pub fn push(&mut self, told: Told) {
        self.told.push(told);
    }

    pub fn push_node(&mut self, told: Told, mv: Option<&dyn std::fmt::Display>) {
        let start = self.text.len() as u32;
        if let Some(mv) = mv {
            let _ = std::fmt::Write::write_fmt(&mut self.text, format_args!("{mv}"));
        }
        self.told.push(Told { mv: (start, self.text.len() as u32), ..told });
    }

    pub fn peek(&self) -> Option<&Told> {
        self.told.get(self.next)
    }

    pub fn mv(&self, told: &Told) -> &str {
        &self.text[told.mv.0 as usize..told.mv.1 as usize]
    }

    pub fn step(&mut self) {
        self.next += 1;
    }
}

/// Gathers the decisions of a search.
pub struct Gatherer<'a> {
    pub batch: &'a mut Batch,
    pub sieve: &'a mut Sieve,
}

impl Observer for Gatherer<'_> {
    fn on(&mut self, event: &Event<'_>) {
        let Some((kind, id)) = self.sieve.decision(event) else { return };
        let told = Told::of(kind, id);
        match event {
            Event::Node(node) => self.batch.push_node(estimated(told, node), node.mv),
            _ => self.batch.push(told),
        }
    }
}

fn estimated(told: Told, node: &Node<'_>) -> Told {
    let f = node.f.or_else(|| node.h.map(|h| (u64::from(node.depth) + h) as f64));
    Told { parent: node.parent, h: node.h, f, ..told }
}
