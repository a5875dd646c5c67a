//! Keeps what a search told of the nodes around the one where it stands: the line that leads there, and all that was
//! made beside it. What lies further back is let go, so that it takes the same little room however long one watches.

use std::collections::{HashSet, VecDeque};

use super::breakpoint::first_line;
use crate::search::{Event, Node, NodeId, Observer};

/// So many nodes are kept before those that matter least are let go.
const MOST: usize = 4096;
/// Those that are kept whatever became of them.
const NEWEST: usize = 1024;
/// So much of the line is kept with all that stands beside it.
const LONGEST_LINE: usize = 256;

/// What became of a node, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It was made, and nothing else was told of it.
    #[default]
    Waits,
    Entered,
    /// Not entered, because of what has this name.
    Cut(&'static str),
    /// Another node stands for the same position.
    Seen,
    Dead,
    Left,
    Solution,
}

/// A node as it was told of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    pub id: NodeId,
    pub parent: Option<NodeId>,
    pub mv: String,
    pub depth: u32,
    pub h: Option<u64>,
    /// What it is ranked by, where that is not `depth + h`.
    pub f: Option<f64>,
    pub terms: Vec<(&'static str, u64)>,
    pub fate: Fate,
    /// Why it is dead, in words.
    pub why: String,
    /// How often it was expanded, and which of its parent's expansions made it.
    expansions: u32,
    made_by: u32,
    /// Children that were not even made, and by what.
    pub skipped: Vec<(&'static str, u64)>,
}

impl Note {
    fn of(node: &Node<'_>, made_by: u32, with_terms: bool) -> Self {
        let mut terms = Vec::new();
        if let Some(tell) = node.terms.filter(|_| with_terms) {
            tell(&mut |name, value| terms.push((name, value)));
        }
        let mv = node.mv.map_or_else(String::new, |mv| format!("{mv:#}"));
        let Node { id, parent, depth, h, f, .. } = *node;
        Note { id, parent, mv, depth, h, f, terms, made_by, ..Note::default() }
    }

    /// A node of which nothing but its move is known.
    pub fn untold(mv: &str, depth: u32) -> Self {
        Note { mv: mv.to_owned(), depth, ..Note::default() }
    }

    /// What the strategy ranks it by.
    pub fn rank(&self) -> Option<f64> {
        self.f.or_else(|| self.h.map(|h| f64::from(self.depth) + h as f64))
    }

    pub fn was_expanded(&self) -> bool {
        self.expansions > 0
    }
}

/// An observer of the last stretch of a run.
#[derive(Clone, Default)]
pub struct Notebook {
    /// By number.
    notes: VecDeque<Note>,
    expanded: Option<NodeId>,
    solution: Option<NodeId>,
    /// Words and terms are left out: they cost more than a node.
    is_brief: bool,
}

impl Notebook {
    /// The search went on unwatched: what was noted no longer holds.
    pub fn clear(&mut self) {
        *self = Notebook { is_brief: self.is_brief, ..Notebook::default() };
    }

    /// Whether terms and reasons are left out from now on.
    pub fn set_brief(&mut self, is_brief: bool) {
        self.is_brief = is_brief;
    }

    /// The node expanded last.
    pub fn expanded(&self) -> Option<NodeId> {
        self.expanded
    }

    /// The last solution met.
    pub fn solution(&self) -> Option<NodeId> {
        self.solution
    }

    pub fn note(&self, id: NodeId) -> Option<&Note> {
        self.place(id).map(|place| &self.notes[place])
    }

    /// The nodes from the earliest that is known to this one; whether that is the whole way from the root.
    pub fn line(&self, id: NodeId) -> (Vec<&Note>, bool) {
        let mut line = Vec::new();
        let mut at = Some(id);
        while let Some(note) = at.and_then(|id| self.note(id)) {
            line.push(note);
            at = note.parent;
        }
        line.reverse();
        let is_whole = line.first().is_some_and(|first| first.parent.is_none());
        (line, is_whole)
    }

    /// The children of a node in the order in which they were made. Where a new iteration has made them once more, the
    /// earlier ones are left out.
    pub fn children(&self, parent: NodeId) -> Vec<&Note> {
        let mut children: Vec<&Note> = Vec::new();
        let mut known: HashSet<&str> = HashSet::new();
        for family in self.families(parent) {
            if family.iter().any(|note| known.contains(note.mv.as_str())) {
                break;
            }
            known.extend(family.iter().map(|note| note.mv.as_str()));
            children.extend(family);
        }
        children.sort_by_key(|note| note.id);
        children
    }

    /// The children of a node, the latest expansion's first.
    fn families(&self, parent: NodeId) -> Vec<Vec<&Note>> {
        let mut families: Vec<Vec<&Note>> = Vec::new();
        for note in self.notes.iter().rev().filter(|note| note.parent == Some(parent)) {
            match families.last_mut().filter(|family| family[0].made_by == note.made_by) {
                Some(family) => family.push(note),
                None => families.push(vec![note]),
            }
        }
        families
    }

    fn place(&self, id: NodeId) -> Option<usize> {
        // Nearly always one of the last.
        let last = self.notes.len().checked_sub(1)?;
        if self.notes[last].id == id {
            return Some(last);
        }
        self.notes.binary_search_by_key(&id, |note| note.id).ok()
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Note)) {
        if let Some(place) = self.place(id) {
            change(&mut self.notes[place]);
        }
    }

    fn made(&mut self, node: &Node<'_>) {
        let made_by = node.parent.and_then(|parent| self.note(parent)).map_or(0, |parent| parent.expansions);
        if self.notes.back().is_some_and(|last| last.id >= node.id) {
            // A search that begins again, as after a replay.
            self.clear();
        }
        self.notes.push_back(Note::of(node, made_by, !self.is_brief));
        if self.notes.len() > MOST {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let mut line = HashSet::new();
        let mut at = self.expanded;
        while let Some(note) = at.and_then(|id| self.note(id)).filter(|_| line.len() < LONGEST_LINE) {
            line.insert(note.id);
            at = note.parent;
        }
        let newest = self.notes[self.notes.len() - NEWEST].id;
        let stays = |note: &Note| {
            let beside = note.parent.is_none_or(|parent| line.contains(&parent));
            note.id >= newest || beside || line.contains(&note.id)
        };
        self.notes.retain(stays);
        // A node with thousands of children is not kept with all of them.
        while self.notes.len() > MOST / 2 {
            self.notes.pop_front();
        }
    }
}

impl Observer for Notebook {
    fn on(&mut self, event: &Event<'_>) {
        match *event {
            Event::Node(node) => self.made(&node),
            Event::Expand { id, .. } => {
                self.expanded = Some(id);
                self.change(id, |note| {
                    note.expansions += 1;
                    note.fate = Fate::Entered;
                });
            }
            Event::Cut { id, by } => self.change(id, |note| note.fate = Fate::Cut(by)),
            Event::Skip { parent, by } => self.change(parent, |note| match note.skipped.last_mut() {
                Some((name, count)) if *name == by => *count += 1,
                _ => note.skipped.push((by, 1)),
            }),
            Event::Seen { id } => self.change(id, |note| note.fate = Fate::Seen),
            Event::Dead { id, why, .. } => {
                let why = if self.is_brief { String::new() } else { first_line(why) };
                self.change(id, |note| {
                    note.why = why;
                    // What has a name was cut by it; the reason is told beside.
                    if !matches!(note.fate, Fate::Cut(_)) {
                        note.fate = Fate::Dead;
                    }
                });
            }
            Event::Leave { id, .. } => self.change(id, |note| {
                if note.fate == Fate::Entered || note.fate == Fate::Waits {
                    note.fate = Fate::Left;
                }
            }),
            Event::Solution { id, .. } => {
                self.solution = Some(id);
                self.change(id, |note| note.fate = Fate::Solution);
            }
            Event::Bound { .. } | Event::Note { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(book: &mut Notebook, id: NodeId, parent: NodeId, mv: &str, depth: u32) {
        book.on(&Event::Node(Node::child(id, parent, &mv, depth)));
    }

    fn moves(notes: &[&Note]) -> String {
        notes.iter().map(|note| note.mv.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_line_and_what_stands_beside_it() {
        let mut book = Notebook::default();
        book.on(&Event::Node(Node::root()));
        book.on(&Event::Expand { id: 0, depth: 0 });
        for (id, mv) in (1..).zip(["U", "L", "R"]) {
            tell(&mut book, id, 0, mv, 1);
        }
        book.on(&Event::Cut { id: 1, by: "bound" });
        book.on(&Event::Dead { id: 2, depth: 1, why: &"stuck" });
        book.on(&Event::Expand { id: 3, depth: 1 });
        tell(&mut book, 4, 3, "D", 2);
        let (line, is_whole) = book.line(4);
        assert_eq!((moves(&line), is_whole), (" R D".into(), true));
        let fates: Vec<Fate> = book.children(0).iter().map(|note| note.fate).collect();
        assert_eq!(fates, [Fate::Cut("bound"), Fate::Dead, Fate::Entered]);
        assert_eq!(book.note(2).unwrap().why, "stuck");
    }

    #[test]
    fn a_new_iteration_makes_the_children_anew() {
        let mut book = Notebook::default();
        book.on(&Event::Node(Node::root()));
        book.on(&Event::Expand { id: 0, depth: 0 });
        tell(&mut book, 1, 0, "U", 1);
        tell(&mut book, 2, 0, "L", 1);
        book.on(&Event::Expand { id: 0, depth: 0 });
        tell(&mut book, 3, 0, "U", 1);
        assert_eq!(book.children(0).iter().map(|note| note.id).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn stages_of_one_node_add_to_its_children() {
        let mut book = Notebook::default();
        book.on(&Event::Node(Node::root()));
        for (id, mv) in [(1, "r1c1=1"), (2, "r1c1=2")] {
            book.on(&Event::Expand { id: 0, depth: 0 });
            tell(&mut book, id, 0, mv, 1);
        }
        assert_eq!(moves(&book.children(0)), "r1c1=1 r1c1=2");
    }

    #[test]
    fn a_long_run_takes_little_room_and_keeps_the_line() {
        let mut book = Notebook::default();
        book.on(&Event::Node(Node::root()));
        book.on(&Event::Expand { id: 0, depth: 0 });
        tell(&mut book, 1, 0, "first", 1);
        tell(&mut book, 2, 0, "second", 1);
        book.on(&Event::Expand { id: 2, depth: 1 });
        for id in 3..50_000 {
            tell(&mut book, id, 2, "again and again", 2);
            if id % 3 == 0 {
                book.on(&Event::Cut { id, by: "bound" });
            }
        }
        assert!(book.notes.len() <= MOST);
        for id in 50_000..100_000 {
            tell(&mut book, id, id - 1, "deeper", id as u32);
            book.on(&Event::Expand { id, depth: id as u32 });
        }
        assert!(book.notes.len() <= MOST);
        assert_eq!(book.line(99_999).0.last().unwrap().id, 99_999);
    }
}
