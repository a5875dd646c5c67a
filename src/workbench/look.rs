//! What there is to see at the node where a search stands: the line that leads there, what stands beside it with its
//! fate, its figures, and what waits.

use super::notebook::{Fate, Note, Notebook};
use super::words;
use crate::search::{Engine, Focus, NodeId, Standing};

/// A child of a node, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    pub note: Note,
    /// It is the node that is shown.
    pub is_here: bool,
    /// It was told of; otherwise only its move is known.
    pub is_told: bool,
    /// It was tried before anybody watched.
    pub is_past: bool,
}

impl Relative {
    fn unmade(mv: &str, depth: u32, is_past: bool) -> Self {
        Relative { note: Note::untold(mv, depth), is_here: false, is_told: false, is_past }
    }

    /// What became of it, in a few words.
    pub fn fate_words(&self) -> String {
        match self.note.fate {
            Fate::Waits if self.is_here => "now".into(),
            Fate::Waits if self.is_past => "tried".into(),
            Fate::Waits => "waits".into(),
            Fate::Entered if self.is_here => "expanded".into(),
            Fate::Entered => "entered".into(),
            Fate::Cut(by) => format!("cut by {by}"),
            Fate::Seen => "met before".into(),
            Fate::Dead => "dead".into(),
            Fate::Left => "done".into(),
            Fate::Solution => "solution".into(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Moves (or decisions) from the root; the last of them made the node.
    pub line: Vec<String>,
    /// Whether the line begins at the root.
    pub is_whole: bool,
    /// The node itself, where it was told of.
    pub node: Option<Note>,
    pub depth: u32,
    /// The bound that decides, where there is one.
    pub bound: Option<u64>,
    /// The children of its parent, itself among them.
    pub siblings: Vec<Relative>,
    /// Its own.
    pub children: Vec<Relative>,
    /// Children of its parent and of its own that were not even made, and by what.
    pub skipped: Vec<(&'static str, u64)>,
    pub standing: Standing,
}

impl Look {
    /// At the node that `focus` shows: this one, or the one at which the search stands.
    pub fn of(engine: &dyn Engine, focus: &Focus, book: &Notebook, at: Option<NodeId>) -> Self {
        let mut standing = engine.standing();
        if at.is_some() && at != standing.node {
            // They are those of the node at which the search stands.
            standing.domains.clear();
        }
        let counters = engine.counters();
        let id = at.or(standing.node).or_else(|| last_shown(book, focus));
        let node = id.and_then(|id| book.note(id)).cloned();
        let on_board = if focus.path.is_empty() { counters.depth } else { focus.path.len() as u32 };
        let depth = node.as_ref().map_or(on_board, |node| node.depth);
        let (line, is_whole) = line(book, id, focus);
        let mut siblings = relatives(book, node.as_ref().and_then(|node| node.parent), id);
        let mut children = relatives(book, id, None);
        let beside = (depth > 0).then_some(depth);
        add_untold(&mut siblings, &standing, beside, node.as_ref());
        add_untold(&mut children, &standing, Some(depth + 1), None);
        let above = node.as_ref().and_then(|node| node.parent).and_then(|parent| book.note(parent));
        let shown = if children.is_empty() { above } else { node.as_ref() };
        let skipped = shown.map_or_else(Vec::new, |note| note.skipped.clone());
        // What else is told as a bound is what is proven of the length, and no limit to f.
        let bound = counters.iterations.last().map(|iteration| iteration.bound);
        Look { line, is_whole, node, depth, bound, siblings, children, skipped, standing }
    }

    /// The node is a solution, whether or not it was told of.
    pub fn mark_solution(&mut self) {
        let here = self.siblings.iter_mut().filter(|relative| relative.is_here).map(|relative| &mut relative.note);
        here.chain(&mut self.node).for_each(|note| note.fate = Fate::Solution);
    }

    /// Those that the last expansion made: the node's own children where any was made, and those beside it otherwise.
    pub fn family(&self) -> (&'static str, &[Relative]) {
        let has_made = self.children.iter().any(|child| child.is_told);
        if has_made || self.siblings.is_empty() { ("children", &self.children) } else { ("siblings", &self.siblings) }
    }

    /// What stands over them, with how many there are: nobody is a sibling of itself.
    pub fn heading(&self) -> String {
        let (name, family) = self.family();
        match family.iter().filter(|relative| !relative.is_here).count() {
            0 => format!("{name}: none"),
            others => format!("{name}: {others}"),
        }
    }

    /// Why a node is dead, with its name where it is not the one that is looked at.
    pub fn dead_words(&self, book: &Notebook, id: NodeId, why: &str) -> String {
        let here = self.node.as_ref();
        if here.is_some_and(|here| here.id == id) {
            return why.to_owned();
        }
        let Some(dead) = book.note(id) else { return String::new() };
        let is_child = here.is_some_and(|here| dead.parent == Some(here.id));
        let is_beside = here.is_some_and(|here| dead.parent.is_some() && dead.parent == here.parent);
        match dead.mv.as_str() {
            "" => format!("The root is dead: {why}"),
            mv if is_child || is_beside => format!("{mv} is dead: {why}"),
            mv => format!("Back from {mv}, which is dead: {why}"),
        }
    }

    /// Figures of the node in a line: g, h, f and the bound.
    pub fn figures(&self) -> String {
        let mut figures = vec![format!("g {}", words::grouped(self.depth.into()))];
        let told = self.node.as_ref();
        let h = told.and_then(|node| node.h).or(self.standing.h);
        let rank = told.and_then(Note::rank).or(self.standing.f);
        let f = rank.or(h.map(|h| f64::from(self.depth) + h as f64));
        figures.extend(h.map(|h| format!("h {}", words::grouped(h))));
        figures.extend(f.map(|f| format!("f {}", rank_words(f))));
        figures.extend(self.bound.map(|bound| format!("bound {}", words::grouped(bound))));
        figures.join("  ")
    }
}

/// A rank, with a decimal only where it has one.
pub fn rank_words(rank: f64) -> String {
    if rank.fract().abs() < 0.005 { words::grouped(rank as u64) } else { format!("{rank:.2}") }
}

/// The last node that was told of and that stands on the board, of a search that stands at none, as at its end.
fn last_shown(book: &Notebook, focus: &Focus) -> Option<NodeId> {
    const ROOT: NodeId = 0;
    let stands = |id: &NodeId| {
        let (notes, is_whole) = book.line(*id);
        let moves = notes.iter().filter(|note| note.parent.is_some()).map(|note| &note.mv);
        let known = moves.clone().count();
        let before = focus.path.len().checked_sub(known);
        let agrees = before.is_some_and(|before| focus.path[before..].iter().eq(moves));
        agrees && (if is_whole { before == Some(0) } else { known > 0 })
    };
    [book.solution(), book.expanded(), Some(ROOT)].into_iter().flatten().find(stands)
}

/// What was noted where that goes back to the root, and else the moves on the board.
fn line(book: &Notebook, id: Option<u64>, focus: &Focus) -> (Vec<String>, bool) {
    let (notes, is_whole) = id.map_or_else(Default::default, |id| book.line(id));
    if !is_whole && !focus.path.is_empty() {
        return (focus.path.clone(), true);
    }
    (notes.into_iter().filter(|note| note.parent.is_some()).map(|note| note.mv.clone()).collect(), is_whole)
}

/// The children of a node with all that is known of them.
pub fn family_of(book: &Notebook, standing: &Standing, id: u64) -> Vec<Relative> {
    let mut family = relatives(book, Some(id), None);
    let depth = book.note(id).map(|note| note.depth + 1);
    add_untold(&mut family, standing, depth, book.note(id));
    family
}

fn relatives(book: &Notebook, parent: Option<u64>, here: Option<u64>) -> Vec<Relative> {
    let children = parent.map_or_else(Vec::new, |parent| book.children(parent));
    let relative =
        |note: &Note| Relative { note: note.clone(), is_here: here == Some(note.id), is_told: true, is_past: false };
    children.into_iter().map(relative).collect()
}

/// What only the engine knows: alternatives that were tried before anybody watched, and those that are not made yet.
fn add_untold(family: &mut Vec<Relative>, standing: &Standing, depth: Option<u32>, here: Option<&Note>) {
    let Some(branch) = standing.stack.iter().find(|branch| Some(branch.depth) == depth) else { return };
    let is_told = |family: &[Relative], mv: &str| family.iter().any(|relative| relative.note.mv == mv);
    let tried = branch.tried.iter().filter(|mv| !is_told(family, mv));
    let mut all: Vec<Relative> = tried.map(|mv| Relative::unmade(mv, branch.depth, true)).collect();
    if let (None, Some(last)) = (here, all.last_mut().filter(|_| family.is_empty())) {
        // The way to the node goes by the last that was tried.
        last.is_here = true;
    }
    let left = branch.left.iter().filter(|mv| !is_told(family, mv));
    let left: Vec<Relative> = left.map(|mv| Relative::unmade(mv, branch.depth, false)).collect();
    all.append(family);
    all.extend(left);
    *family = all;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Event, Node, Observer};

    #[test]
    fn a_dead_end_is_told_of_no_other_node() {
        let mut book = Notebook::default();
        book.on(&Event::Node(Node::root()));
        for (id, parent, mv, depth) in [(1, 0, "a", 1), (2, 1, "b", 2), (3, 0, "c", 1)] {
            book.on(&Event::Node(Node::child(id, parent, &mv, depth)));
        }
        let why = "row 1 has no free square";
        let told = |here: NodeId, dead: NodeId| {
            let look = Look { node: book.note(here).cloned(), ..Look::default() };
            look.dead_words(&book, dead, why)
        };
        assert_eq!(told(2, 2), why);
        assert_eq!(told(1, 2), "b is dead: row 1 has no free square");
        assert_eq!(told(3, 1), "a is dead: row 1 has no free square");
        assert_eq!(told(3, 2), "Back from b, which is dead: row 1 has no free square");
        assert_eq!(told(3, 0), "The root is dead: row 1 has no free square");
    }
}
