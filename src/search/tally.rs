//! Counting, in one shape for all generic engines.

use std::fmt::{self, Display};

use super::{Counters, Event, Guide, Limit, NEVER, Node, NodeId, Observer, Plan, Rules};

/// Why a child was not entered, where it was not the guide that said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Estimated to lie beyond the bound, or beyond the allowed number of moves.
    Bound,
    /// At the allowed number of moves, and not the goal.
    Depth,
    /// Met before.
    Memory,
}

impl Cut {
    const NAMES: [&'static str; 3] = ["bound", "depth", "memory"];

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// Live figures of a generic engine, and the node limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub generated: u64,
    pub expanded: u64,
    pub deepest: u32,
    pub dead: u64,
    pub backtracks: u64,
    own_cuts: [u64; Cut::NAMES.len()],
    guide_cuts: Vec<u64>,
    node_limit: u64,
}

impl Tally {
    pub fn new(plan: &Plan, guide_cuts: usize) -> Self {
        Tally { guide_cuts: vec![0; guide_cuts], node_limit: plan.nodes.unwrap_or(u64::MAX), ..Tally::default() }
    }

    /// Numbers a node that is about to be made, or refuses at the node limit.
    #[inline]
    pub fn make(&mut self) -> Result<NodeId, Limit> {
        if self.generated >= self.node_limit {
            return Err(Limit::Nodes);
        }
        let id = self.generated;
        self.generated += 1;
        Ok(id)
    }

    #[inline]
    pub fn expand<O: Observer>(&mut self, id: NodeId, depth: u32, watch: &mut O) {
        self.expanded += 1;
        watch.on(&Event::Expand { id, depth });
    }

    #[inline]
    pub fn cut<O: Observer>(&mut self, cut: Cut, id: NodeId, watch: &mut O) {
        self.own_cuts[cut as usize] += 1;
        watch.on(&Event::Cut { id, by: cut.name() });
        if cut == Cut::Memory {
            watch.on(&Event::Seen { id });
        }
    }

    #[inline]
    pub fn dead<O: Observer>(&mut self, id: NodeId, depth: u32, why: &dyn Display, watch: &mut O) {
        self.dead += 1;
        watch.on(&Event::Dead { id, depth, why });
    }

    /// A state that the guide leaves out as lost: counted under the guide's name for it, and as a dead end.
    #[inline]
    pub fn guide_cut<R: Rules, G: Guide<R>, O: Observer>(
        &mut self,
        why: &Why<'_, R, G>,
        id: NodeId,
        depth: u32,
        watch: &mut O,
    ) {
        self.guide_cuts[why.cut] += 1;
        watch.on(&Event::Cut { id, by: why.guide.cuts()[why.cut] });
        self.dead(id, depth, why, watch);
    }

    /// The figures under their names; those of its own cuts that never happened are left out.
    pub fn counters(&self, guide_names: &[&'static str]) -> Counters {
        let own = Cut::NAMES.into_iter().zip(self.own_cuts).filter(|&(_, count)| count > 0);
        let cuts = guide_names.iter().copied().zip(self.guide_cuts.iter().copied()).chain(own).collect();
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            deepest: self.deepest,
            cuts,
            dead: self.dead,
            backtracks: self.backtracks,
            ..Counters::default()
        }
    }
}

/// Tells of a node with the guide's estimate of it.
#[inline]
pub(super) fn tell_node<R: Rules, G: Guide<R>, O: Observer>(
    node: Node<'_>,
    estimate: u32,
    (rules, guide, state): (&R, &G, &R::State),
    watch: &mut O,
) {
    if !watch.listens() {
        return;
    }
    let terms = |tell: &mut dyn FnMut(&'static str, u64)| guide.terms(rules, state, tell);
    let h = (estimate != NEVER).then_some(u64::from(estimate));
    watch.on(&Event::Node(Node { h, terms: Some(&terms), ..node }));
}

/// The guide's reason as something to display, worked out only when it is read.
pub(super) struct Why<'a, R: Rules, G> {
    pub rules: &'a R,
    pub guide: &'a G,
    pub state: &'a R::State,
    pub cut: usize,
}

impl<R: Rules, G: Guide<R>> Display for Why<'_, R, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.guide.why(self.rules, self.state, self.cut, f)
    }
}

pub(super) const NO_MOVE_LEFT: &str = "no move is left";
pub(super) const ONLY_BACK: &str = "the only way on is the way back";
pub(super) const OUT_OF_REACH: &str = "the goal is out of reach";
