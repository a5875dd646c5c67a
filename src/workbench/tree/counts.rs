//! How many nodes of a part of the tree came to what.

use crate::search::{count, grouped};

/// How often each thing was told of some nodes; counts of parts add up to those of the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub nodes: u64,
    pub expanded: u64,
    /// Cuts by any name, of children that were not even made too.
    pub cut: u64,
    /// Those of them that are no node's fate: of children that were not made, of nodes that were cut more than once, and of
    /// nodes that were dead or met before, which is why they were cut.
    pub cut_beside: u64,
    pub seen: u64,
    pub dead: u64,
    pub left: u64,
    pub solved: u64,
}

impl Counts {
    pub fn sum(parts: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        for part in parts {
            sum.add(part);
        }
        sum
    }

    pub(super) fn add(&mut self, other: &Counts) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.cut += other.cut;
        self.cut_beside += other.cut_beside;
        self.seen += other.seen;
        self.dead += other.dead;
        self.left += other.left;
        self.solved += other.solved;
    }

    /// Nodes whose fate is that they were cut.
    pub fn cut_nodes(&self) -> u64 {
        self.cut.saturating_sub(self.cut_beside)
    }

    /// `12 nodes: 3 dead, 5 cut, 4 others`, each node counted once.
    pub fn words(&self) -> String {
        let solutions = if self.solved == 1 { "solution" } else { "solutions" };
        let told =
            [(self.solved, solutions), (self.dead, "dead"), (self.cut_nodes(), "cut"), (self.seen, "met before")];
        let others = self.nodes.saturating_sub(told.iter().map(|(count, _)| count).sum());
        let others = (others, if others == 1 { "other" } else { "others" });
        let parts = told.into_iter().chain([others]).filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{} {what}", grouped(count))).collect();
        let nodes = count(self.nodes, "node", "nodes");
        if others.0 == self.nodes { nodes } else { format!("{nodes}: {}", parts.join(", ")) }
    }
}
