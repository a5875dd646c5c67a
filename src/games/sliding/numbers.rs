//! One numbering for searches that take turns: each counts its own nodes, an observer hears one count of all.

use crate::search::{Event, Node, NodeId, Observer, Roomy};

/// How the numbers of one search become those of the whole run. The root is 0 in both.
#[derive(Clone, Default)]
pub struct Numbers {
    /// From this number of its own on: this number of the run.
    turns: Roomy<(NodeId, NodeId)>,
}

impl Numbers {
    /// The search goes on: its next node, `own`, is number `whole` of the run.
    pub fn go_on(&mut self, own: NodeId, whole: NodeId) {
        if self.turns.is_empty() || self.whole(own) != whole {
            self.turns.push((own, whole));
        }
    }

    /// No node before this one, but for the root, is told of any more.
    pub fn forget_before(&mut self, own: NodeId) {
        let still = self.turns.partition_point(|&(first, _)| first <= own).saturating_sub(1);
        self.turns.drain(..still);
    }

    pub fn whole(&self, own: NodeId) -> NodeId {
        let turn = self.turns.partition_point(|&(first, _)| first <= own).checked_sub(1);
        match turn.map(|turn| self.turns[turn]) {
            Some((first, whole)) if own > 0 => whole + (own - first),
            _ => 0,
        }
    }

    pub fn memory(&self) -> usize {
        self.turns.capacity() * size_of::<(NodeId, NodeId)>()
    }
}

/// Hears one search of several, and passes it on under the numbers of the run. The root and the solutions are told by
/// the run itself.
pub struct Renumbered<'a, O> {
    pub numbers: &'a Numbers,
    pub watch: &'a mut O,
}

impl<O: Observer> Observer for Renumbered<'_, O> {
    fn on(&mut self, event: &Event<'_>) {
        let of_the_run = matches!(event, Event::Node(Node { id: 0, .. }) | Event::Solution { .. });
        if !of_the_run {
            self.watch.on(&event.renumbered(|own| self.numbers.whole(own)));
        }
    }

    fn listens(&self) -> bool {
        self.watch.listens()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_searches_in_turns_share_one_count() {
        let (mut beam, mut proof) = (Numbers::default(), Numbers::default());
        beam.go_on(1, 1);
        // The beam makes nodes 1 to 3, then IDA* its 1 and 2, then the beam its fourth.
        proof.go_on(1, 4);
        beam.go_on(4, 6);
        assert_eq!([0, 1, 3, 4].map(|own| beam.whole(own)), [0, 1, 3, 6]);
        assert_eq!([0, 1, 2].map(|own| proof.whole(own)), [0, 4, 5]);
        beam.forget_before(4);
        assert_eq!([0, 4, 5].map(|own| beam.whole(own)), [0, 6, 7]);
    }
}
