//! Hears once more what was told of one node, and looks how the search shows it: words, terms and boards of a million
//! nodes are not kept.

use crate::search::{Engine, Event, Focus, NodeId, Observer, Outcome};
use crate::workbench::breakpoint::first_line;
use crate::workbench::timeline::Timeline;

/// What was told of one node.
#[derive(Default)]
pub(super) struct Probe {
    of: Option<(NodeId, u64)>,
    waits_for_why: bool,
    waits_for_focus: bool,
    is_told: bool,
    parent: Option<NodeId>,
    pub terms: Vec<(&'static str, u64)>,
    pub why: String,
    /// The last solution that was told.
    solution: Option<NodeId>,
    /// How the search shows it where it stands at it, or at its parent; and where it stood last.
    own: Option<Focus>,
    above: Option<Focus>,
    stood: Option<(NodeId, Focus)>,
}

impl Probe {
    /// Of this node, whose fate was told after so many expansions.
    pub fn of(node: (NodeId, u64), waits_for_why: bool, waits_for_focus: bool) -> Self {
        Probe { of: Some(node), waits_for_why, waits_for_focus, ..Probe::default() }
    }

    pub fn is_of(&self, node: (NodeId, u64)) -> bool {
        self.of == Some(node)
    }

    /// Listens to the search from where so many expansions begin.
    pub fn hear(&mut self, time: &mut Timeline, from: u64, until: u64) {
        let mut engine = time.glance(from.saturating_sub(1));
        loop {
            self.stand(&*engine);
            let outcome = engine.run(1, Some(&mut *self));
            self.stand(&*engine);
            if self.is_enough() || outcome != Outcome::MoreWork || engine.counters().expanded > until {
                return;
            }
        }
    }

    pub fn is_enough(&self) -> bool {
        let has_why = !self.waits_for_why || !self.why.is_empty();
        self.is_told && has_why && (!self.waits_for_focus || self.own.is_some())
    }

    /// Looks where the search stands now.
    fn stand(&mut self, engine: &dyn Engine) {
        let Some((wanted, _)) = self.of.filter(|_| self.own.is_none()) else { return };
        if self.solution == Some(wanted) {
            self.own = solution(engine);
            return;
        }
        match engine.standing().node {
            Some(node) if node == wanted => self.own = Some(engine.focus()),
            Some(node) if self.above.is_none() => self.stood = Some((node, engine.focus())),
            _ => {}
        }
        self.take_above();
    }

    /// Where it stood may turn out to be the parent.
    fn take_above(&mut self) {
        if let Some((_, focus)) = self.stood.take_if(|(node, _)| self.is_told && self.parent == Some(*node)) {
            self.above = Some(focus);
        }
    }

    /// How the node of this path is shown, where that is not just the board to which its moves lead.
    pub fn focus(&self, path: &[String]) -> Option<Focus> {
        if let Some(own) = &self.own {
            return Some(own.clone());
        }
        let (above, (mv, before)) = (self.above.as_ref()?, path.split_last()?);
        if above.path == before {
            return None;
        }
        Some(Focus { path: [&above.path[..], std::slice::from_ref(mv)].concat(), ..above.clone() })
    }
}

impl Observer for Probe {
    fn on(&mut self, event: &Event<'_>) {
        let Some((wanted, _)) = self.of else { return };
        match event {
            Event::Node(node) if node.id == wanted => {
                (self.is_told, self.parent) = (true, node.parent);
                self.take_above();
                let terms = &mut self.terms;
                terms.clear();
                if let Some(tell) = node.terms {
                    tell(&mut |name, value| terms.push((name, value)));
                }
            }
            // A sentence; what is printed below it the board shows.
            Event::Dead { id, why, .. } if *id == wanted => self.why = first_line(why),
            Event::Solution { id, .. } => self.solution = Some(*id),
            _ => {}
        }
    }
}

/// The solution that a search has just met, where it keeps it.
fn solution(engine: &dyn Engine) -> Option<Focus> {
    let answer = engine.answer()?;
    let count = answer.solutions.unwrap_or(1).max(1);
    let path = match answer.all.len() as u64 {
        0 if count == 1 => answer.moves,
        listed if listed == count => answer.all.last()?.clone(),
        _ => return None,
    };
    Some(Focus { path, ..Focus::default() })
}
