//! What is to be seen of a tree: the rows around a chosen place, the place itself, and the whole level by level.

use super::walk::Spot;
use super::{CUT, Counts, EXPANDED, Fate, NONE, Place, Tree};
use crate::search::{Focus, NodeId, grouped};

/// Rows before and behind the chosen one, at most.
const MOST_ROWS: usize = 60;

/// One line of the tree: a node with all that is folded to this line, or an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub place: Place,
    /// How many lines stand above it on the way to the root.
    pub level: usize,
    /// The move that leads to it, or what else it is.
    pub text: String,
    pub fate: Fate,
    pub cut_by: Option<&'static str>,
    pub h: Option<u64>,
    pub f: Option<f64>,
    /// How many nodes this line stands for, where they have no lines of their own.
    pub nodes: Option<u64>,
    pub standing: Standing,
    pub is_marked: bool,
}

/// How a line stands to the moment that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The node that the search has just expanded.
    Now,
    /// On the way to that node.
    LeadsThere,
    Aside,
    /// Made after that moment.
    Later,
}

/// All about the chosen place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub id: Option<NodeId>,
    pub path: Vec<String>,
    pub depth: u32,
    pub fate: Option<Fate>,
    /// Its fate was told only after the moment that is shown.
    pub is_ahead: bool,
    pub cut_by: Option<&'static str>,
    pub h: Option<u64>,
    pub f: Option<f64>,
    /// The parts of its estimate.
    pub terms: Vec<(&'static str, u64)>,
    /// Why it is dead.
    pub why: String,
    /// It was made after so many expansions, and expanded (or its fate was told) after so many.
    pub made_at: u64,
    pub settled_at: u64,
    /// The last expansion below it: a verdict on all of it comes after that.
    pub done_at: u64,
    pub is_expanded: bool,
    /// Everything below it, itself included.
    pub below: Counts,
    /// What of this is only counted.
    pub folded: Counts,
    pub is_marked: bool,
    /// How the strategy itself shows it on the board; else its moves lead there.
    pub focus: Option<Focus>,
}

/// What the screen draws of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeView {
    pub rows: Vec<Row>,
    /// Which of the rows is chosen.
    pub at: usize,
    /// Whether the chosen place follows the search.
    pub follows: bool,
    pub card: Card,
    pub totals: Counts,
    /// Nodes that are kept one by one; the others are folded to counts.
    pub kept: u64,
    /// Counts by depth.
    pub levels: Vec<Counts>,
    /// What part of the search has been read, while it is.
    pub reading: Option<f64>,
    /// Something that was asked for in vain, in words.
    pub missed: String,
    /// Whether more of the search has been read than led to the moment that is shown.
    pub is_ahead: bool,
}

impl TreeView {
    /// What may be seen while the student is asked what comes next: nothing of what comes, and nothing of what ranks the
    /// nodes that wait.
    #[must_use]
    pub fn before_the_answer(&self) -> TreeView {
        let mut view = self.clone();
        if view.is_ahead {
            view.hide_what_comes();
        }
        for row in view.rows.iter_mut().filter(|row| row.fate == Fate::Open) {
            row.f = None;
        }
        if view.card.fate == Some(Fate::Open) {
            (view.card.h, view.card.f) = (None, None);
            view.card.terms.clear();
        }
        view
    }

    fn hide_what_comes(&mut self) {
        let is_later = |row: &Row| row.standing == Standing::Later;
        self.at -= self.rows.iter().take(self.at).filter(|row| is_later(row)).count();
        self.rows.retain(|row| !is_later(row));
        for row in &mut self.rows {
            // That it is a solution or on the way to one, and how much lies below it, may have come out later.
            row.fate = match row.fate {
                Fate::Best => Fate::Entered,
                Fate::Solved => Fate::Open,
                fate => fate,
            };
            row.nodes = None;
        }
        self.card.hide_what_comes(self.rows.get(self.at).map(|row| row.fate));
        self.levels.clear();
    }
}

impl Card {
    /// Its row knows what has become of it so far.
    fn hide_what_comes(&mut self, so_far: Option<Fate>) {
        self.fate = self.fate.and(so_far);
        if self.is_ahead {
            self.fate = self.fate.and(Some(Fate::Open));
            (self.is_expanded, self.focus) = (false, None);
        }
        if self.fate != Some(Fate::Dead) {
            self.why.clear();
        }
        (self.below, self.folded) = (Counts::default(), Counts::default());
    }
}

impl Tree {
    /// Whether a place was made only after so many expansions.
    pub fn is_later(&self, place: Place, expanded: u64) -> bool {
        matches!(self.spot(place), Some(Spot::Node(index)) if self.node(index).made_at > expanded)
    }

    /// The tree around a place, at the moment at which there were so many expansions and the search stood at `now`.
    pub fn view(&self, chosen: Place, now: Place, expanded: u64) -> TreeView {
        if self.nodes.is_empty() {
            return TreeView::default();
        }
        let spot = self.spot(chosen).unwrap_or(Spot::Node(0));
        let sizes = self.sizes();
        let (way, now) = (self.way_to(now), self.spot(now));
        let row = |(spot, level): (Spot, usize), is_open: bool| {
            let row = self.row(spot, level, &way, expanded);
            Row {
                standing: if Some(spot) == now { Standing::Now } else { row.standing },
                nodes: (!is_open).then(|| self.size(spot, &sizes)).filter(|&nodes| nodes > 1),
                ..row
            }
        };
        let (before, behind) = self.around(spot);
        let mut rows: Vec<Row> = before.into_iter().map(|(spot, is_open)| row(spot, is_open)).collect();
        let at = rows.len();
        rows.push(row((spot, self.level_of(spot)), !behind.is_empty() && self.has_children(spot)));
        rows.extend(behind.into_iter().map(|spot| row(spot, false)));
        TreeView {
            rows,
            at,
            follows: false,
            card: self.card(spot, expanded),
            totals: self.totals,
            kept: self.kept(),
            levels: self.levels.clone(),
            reading: None,
            missed: String::new(),
            is_ahead: expanded < self.clock,
        }
    }

    fn has_children(&self, spot: Spot) -> bool {
        match spot {
            Spot::Node(index) => self.node(index).first != NONE,
            Spot::Iteration(_) => true,
        }
    }

    fn level_of(&self, mut spot: Spot) -> usize {
        let mut level = 0;
        while let Some(parent) = self.parent_of(spot) {
            (spot, level) = (parent, level + 1);
        }
        level
    }

    /// The rows before a place, with whether their children are shown, and those behind it: its ancestors with their
    /// children, and its own children.
    #[expect(clippy::type_complexity, reason = "two lists that are used at once")]
    fn around(&self, spot: Spot) -> (Vec<((Spot, usize), bool)>, Vec<(Spot, usize)>) {
        let level = self.level_of(spot);
        let mut before = Vec::new();
        let mut behind: Vec<_> =
            self.children_of(spot).into_iter().take(MOST_ROWS).map(|child| (child, level + 1)).collect();
        let (mut at, mut level) = (spot, level);
        while let Some(parent) = self.parent_of(at)
            && (before.len() < MOST_ROWS || behind.len() < MOST_ROWS)
        {
            let siblings = self.children_of(parent);
            let here = siblings.iter().position(|&sibling| sibling == at).unwrap_or(0);
            before.extend(siblings[..here].iter().rev().take(MOST_ROWS).map(|&sibling| ((sibling, level), false)));
            behind.extend(siblings[here + 1..].iter().take(MOST_ROWS).map(|&sibling| (sibling, level)));
            level -= 1;
            before.push(((parent, level), true));
            at = parent;
        }
        before.truncate(MOST_ROWS);
        behind.truncate(MOST_ROWS);
        before.reverse();
        (before, behind)
    }

    /// The kept nodes on the way to a place, itself included.
    fn way_to(&self, place: Place) -> Vec<u32> {
        let mut way = Vec::new();
        let mut at = match self.spot(place) {
            Some(Spot::Node(index)) => index,
            _ => NONE,
        };
        while at != NONE {
            way.push(at);
            at = self.node(at).parent;
        }
        way
    }

    fn row(&self, spot: Spot, level: usize, way: &[u32], expanded: u64) -> Row {
        let place = self.place(spot);
        match spot {
            Spot::Iteration(n) => {
                let leads =
                    way.iter().rev().nth(1).is_some_and(|&child| self.parent_of(Spot::Node(child)) == Some(spot));
                let is_last = n + 1 == self.iterations.len();
                Row {
                    place,
                    level,
                    text: format!("bound {}", grouped(self.iterations[n].bound)),
                    fate: if is_last || leads { Fate::Entered } else { Fate::Left },
                    cut_by: None,
                    h: None,
                    f: None,
                    nodes: None,
                    standing: if leads { Standing::LeadsThere } else { Standing::Aside },
                    is_marked: false,
                }
            }
            Spot::Node(index) => {
                let node = self.node(index);
                let leads_to_now = way.contains(&index);
                let fate = self.fate_at(index, expanded, leads_to_now);
                Row {
                    place,
                    level,
                    text: if node.mv == NONE { "start".to_owned() } else { self.moves.text(node.mv).to_owned() },
                    fate,
                    cut_by: if fate == Fate::Cut { self.cut_name(index) } else { None },
                    h: (node.h != NONE).then_some(node.h.into()),
                    f: self.value(index),
                    nodes: None,
                    standing: match leads_to_now {
                        true => Standing::LeadsThere,
                        false if node.made_at > expanded => Standing::Later,
                        false => Standing::Aside,
                    },
                    is_marked: self.marks.contains(&node.id),
                }
            }
        }
    }

    /// What was known of a node when there were so many expansions.
    fn fate_at(&self, index: u32, expanded: u64, leads_to_now: bool) -> Fate {
        let node = self.node(index);
        match node.fate() {
            Fate::Solved => Fate::Solved,
            Fate::Left | Fate::Dead if leads_to_now && expanded < self.clock => Fate::Entered,
            _ if node.settled_at() > expanded && node.has(EXPANDED | CUT | super::DEAD) => Fate::Open,
            fate => fate,
        }
    }

    fn cut_name(&self, index: u32) -> Option<&'static str> {
        let node = self.node(index);
        if node.has(CUT) { self.names.get(node.cut_by as usize).copied() } else { None }
    }

    /// What the strategy ranks a node by: its own value, or moves and estimate together.
    fn value(&self, index: u32) -> Option<f64> {
        let node = self.node(index);
        if !node.f.is_nan() {
            return Some(node.f.into());
        }
        (node.h != NONE).then(|| f64::from(node.depth) + f64::from(node.h))
    }

    /// How many nodes each kept one stands for, with all below it.
    fn sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = (0..self.nodes.len() as u32).map(|index| 1 + self.folded(index).nodes).collect();
        for index in (1..self.nodes.len()).rev() {
            let parent = self.nodes[index].parent;
            if parent != NONE {
                sizes[parent as usize] += sizes[index];
            }
        }
        sizes
    }

    fn size(&self, spot: Spot, sizes: &[u64]) -> u64 {
        match spot {
            Spot::Node(index) => sizes[index as usize],
            Spot::Iteration(_) => self.children_of(spot).into_iter().map(|child| self.size(child, sizes)).sum(),
        }
    }

    /// After how many expansions the last was told of anything below a kept node.
    fn done_at(&self, index: u32) -> u64 {
        let (mut last, mut left) = (0, vec![index]);
        while let Some(at) = left.pop() {
            last = last.max(self.node(at).settled_at());
            left.extend(self.children(at));
        }
        last
    }

    fn card(&self, spot: Spot, expanded: u64) -> Card {
        let Spot::Node(index) = spot else {
            let mut below = Counts::default();
            for child in self.children_of(spot) {
                if let Spot::Node(index) = child {
                    below.add(&self.below(index));
                }
            }
            return Card { below, ..Card::default() };
        };
        let node = self.node(index);
        Card {
            id: Some(node.id),
            path: self.path(Place::Node(node.id)),
            depth: node.depth,
            fate: Some(node.fate()),
            is_ahead: node.has(EXPANDED | CUT | super::DEAD) && node.settled_at() > expanded,
            cut_by: self.cut_name(index),
            h: (node.h != NONE).then_some(node.h.into()),
            f: self.value(index),
            terms: Vec::new(),
            why: String::new(),
            made_at: node.made_at,
            settled_at: node.settled_at(),
            done_at: self.done_at(index),
            is_expanded: node.has(EXPANDED),
            below: self.below(index),
            folded: self.folded(index),
            is_marked: self.marks.contains(&node.id),
            focus: None,
        }
    }
}
