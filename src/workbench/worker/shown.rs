//! What a search was told to run to, as it is shown: the search itself has most often gone on when it pauses.

use super::chart::Chart;
use super::probe::Probe;
use crate::search::{Answer, Focus, NodeId};
use crate::workbench::breakpoint::{Breakpoint, Sentry};
use crate::workbench::notebook::{Fate, Notebook};
use crate::workbench::timeline::Timeline;
use crate::workbench::words;

/// What stands on the board, and how it stands to what was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exhibit {
    /// The node at which the search stands.
    #[default]
    Search,
    /// The very node that was met.
    Met,
    /// The parent of a child that was not even made.
    Parent,
    /// The solution with which the search ended.
    Solution,
}

/// A node in place of the one at which the search stands.
pub(super) struct Shown {
    pub what: Exhibit,
    pub focus: Focus,
    pub node: Option<NodeId>,
    pub terms: Vec<(&'static str, u64)>,
}

impl Shown {
    fn by_path(what: Exhibit, node: Option<NodeId>, path: Vec<String>, note: String) -> Self {
        Shown { what, focus: Focus { path, note, ..Focus::default() }, node, terms: Vec::new() }
    }
}

/// All that tells how a node is to be shown.
pub(super) struct Gallery<'a> {
    pub time: &'a mut Timeline,
    pub book: &'a Notebook,
    pub chart: &'a mut Chart,
    pub sentry: &'a Sentry,
}

impl Gallery<'_> {
    /// What has just been met; `before` is the answer that the search had until then.
    pub fn met(&mut self, breakpoint: Breakpoint, before: Option<&Answer>) -> Option<Shown> {
        if breakpoint == Breakpoint::Solution {
            let path = self.chart.solution(self.time, before)?;
            return Some(self.solution(Exhibit::Met, path));
        }
        let (what, node) = match (self.sentry.node, self.sentry.parent) {
            (Some(node), _) => (Exhibit::Met, node),
            (None, Some(parent)) => (Exhibit::Parent, parent),
            (None, None) => return None,
        };
        let waits_for_why = what == Exhibit::Met && matches!(breakpoint, Breakpoint::Deadlock | Breakpoint::Cut(_));
        Some(Shown { what, ..self.node(node, waits_for_why)? })
    }

    /// The solution with which a search has ended, where the search itself does not stand there.
    pub fn ended(&mut self, answer: &Answer) -> Option<Shown> {
        let engine = self.time.engine();
        let node = engine.standing().node.or(self.book.solution()).and_then(|id| self.book.note(id))?;
        let is_shown = self.chart.is_solution(&engine.focus().path);
        (node.fate == Fate::Solution && !is_shown).then(|| self.solution(Exhibit::Solution, answer.moves.clone()))
    }

    fn solution(&self, what: Exhibit, path: Vec<String>) -> Shown {
        let note = format!("A solution of {}.", words::count(path.len() as u64, "move", "moves"));
        Shown::by_path(what, self.book.solution(), path, note)
    }

    /// A node of the last expansion, as the search itself shows it where it stands there, or by its moves.
    fn node(&mut self, node: NodeId, waits_for_why: bool) -> Option<Shown> {
        let (notes, is_whole) = self.book.line(node);
        let moves = notes.into_iter().filter(|note| note.parent.is_some()).map(|note| note.mv.clone());
        let path: Option<Vec<String>> = is_whole.then(|| moves.collect());
        if !self.time.is_light() {
            return self.by_moves(node, path);
        }
        let expanded = self.time.expanded();
        let mut probe = Probe::of((node, expanded), waits_for_why, true);
        probe.hear(self.time, expanded, expanded);
        let mut focus = match (probe.focus(path.as_deref().unwrap_or_default()), path) {
            (Some(focus), _) => focus,
            (None, Some(path)) => Focus { path, ..Focus::default() },
            (None, None) => return None,
        };
        focus.note = probe.why;
        Some(Shown { what: Exhibit::Met, focus, node: Some(node), terms: probe.terms })
    }

    /// The same of a search that is too large to be copied and heard once more: by its moves alone, where they lead from
    /// board to board.
    fn by_moves(&mut self, node: NodeId, path: Option<Vec<String>>) -> Option<Shown> {
        let path = path.or_else(|| self.below_search(node)).filter(|path| self.chart.leads(path))?;
        let dead = self.sentry.last_dead.as_ref().filter(|dead| dead.id == node);
        let note = dead.map_or_else(String::new, |dead| dead.why.clone());
        Some(Shown::by_path(Exhibit::Met, Some(node), path, note))
    }

    /// The way to a child of the node at which the search stands.
    fn below_search(&self, node: NodeId) -> Option<Vec<String>> {
        let (note, engine) = (self.book.note(node)?, self.time.engine());
        let is_child = note.parent.is_some() && note.parent == engine.standing().node;
        is_child.then(|| [engine.focus().path, vec![note.mv.clone()]].concat())
    }
}
