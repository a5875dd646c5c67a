//! What an observer is told of the depth-first kernel.
//!
//! The kernel makes a node's children together, but a child counts when its turn comes, and that is when it is told
//! of: the families along the current line wait here until then.

use super::super::rules::Dir;
use super::{Entry, Estimate, Grid, Kernel, MOST_CUTS, Scale, TWINS, Tell, slid};
use crate::search::{Event, Node, NodeId, Observer};

/// The most children of a node.
const MOST: usize = 4;

/// A child that was made.
#[derive(Clone, Copy)]
struct Child<G> {
    dir: Dir,
    grid: G,
    value: i32,
    /// Which of the estimate's names cut it; none where it waits on the stack.
    cut: Option<u8>,
}

/// A node of the current line.
#[derive(Clone, Copy, Default)]
struct Family {
    id: NodeId,
    /// Its children, last one first, and how many of them wait to be told of.
    made: u8,
    left: u8,
}

/// The current line with what is left to tell of it.
#[derive(Clone)]
pub(super) struct Teller<G> {
    /// By depth.
    families: Vec<Family>,
    /// [`MOST`] places for each of them.
    children: Vec<Child<G>>,
    /// The node told of last, which is the next one to be expanded.
    last: NodeId,
    /// As of so many expansions; others may have followed that nobody watched.
    expanded: Option<u64>,
}

/// What else telling of a node takes.
pub struct Sight<'a, E: Estimate> {
    pub estimate: &'a E,
    pub scale: Scale,
    /// Directions by canonical ones, as people see them.
    pub dirs: [Dir; 4],
}

impl<G: Grid> Teller<G> {
    pub fn new() -> Self {
        Teller { families: Vec::new(), children: Vec::new(), last: 0, expanded: None }
    }

    /// A node is being expanded; its children follow.
    #[inline]
    pub fn expand<O: Observer>(&mut self, depth: u16, twins: u8, watch: &mut O) {
        let id = if depth == 0 { 0 } else { self.last };
        self.families.truncate(depth.into());
        self.families.push(Family { id, made: 0, left: 0 });
        watch.on(&Event::Expand { id, depth: depth.into() });
        for _ in 0..twins {
            watch.on(&Event::Skip { parent: id, by: TWINS });
        }
    }

    /// A child of the node under expansion was made.
    #[inline]
    pub fn child(&mut self, dir: Dir, grid: G, value: i32, cut: Option<usize>) {
        let depth = self.families.len() - 1;
        let family = &mut self.families[depth];
        let child = Child { dir, grid, value, cut: cut.map(|by| by as u8) };
        let place = MOST * depth + family.made as usize;
        if self.children.len() <= place {
            self.children.resize(place + MOST, child);
        }
        self.children[place] = child;
        family.made += 1;
        family.left = family.made;
    }

    /// The next child of the node at this depth.
    #[inline]
    fn next_child(&mut self, depth: usize) -> Option<Child<G>> {
        let family = &mut self.families[depth];
        family.left = family.left.checked_sub(1)?;
        Some(self.children[MOST * depth + family.left as usize])
    }

    /// Tells of everything up to the node at this depth whose turn it is; to the end where there is none.
    #[inline]
    pub fn turn_to<E: Estimate, O: Observer>(&mut self, next: Option<u16>, sight: &Sight<'_, E>, watch: &mut O) {
        let depth = next.map_or(0, usize::from);
        while self.families.len() > depth {
            let ended = self.families.len() - 1;
            self.siblings(ended, sight, watch);
            let id = self.families[ended].id;
            self.families.pop();
            if ended > 0 {
                watch.on(&Event::Leave { id, depth: ended as u32 });
            }
        }
        if depth > 0 {
            self.siblings(depth - 1, sight, watch);
        }
    }

    /// Tells of the next children of a node: those that were cut, and the first one that was not.
    #[inline]
    fn siblings<E: Estimate, O: Observer>(&mut self, depth: usize, sight: &Sight<'_, E>, watch: &mut O) {
        while let Some(child) = self.next_child(depth) {
            self.last += 1;
            let dir = sight.dirs[child.dir as usize];
            let node = Node::child(self.last, self.families[depth].id, &dir, depth as u32 + 1);
            sight.tell(node, &child.grid, child.value, watch);
            match child.cut {
                Some(by) => watch.on(&Event::Cut { id: self.last, by: E::CUTS[by as usize] }),
                None => return,
            }
        }
    }

    /// What was cut of those who are still to be told of, by name.
    pub fn cuts_ahead(&self) -> [u64; MOST_CUTS] {
        let mut cuts = [0; MOST_CUTS];
        for (depth, family) in self.families.iter().enumerate() {
            let waiting = &self.children[MOST * depth..][..family.left as usize];
            waiting.iter().filter_map(|child| child.cut).for_each(|by| cuts[by as usize] += 1);
        }
        cuts
    }

    pub fn is_as_of(&self, expanded: u64) -> bool {
        self.expanded == Some(expanded)
    }

    pub fn keep(&mut self, expanded: u64) {
        self.expanded = Some(expanded);
    }
}

impl<E: Estimate> Sight<'_, E> {
    /// Tells of a node with its estimate, and with what the search goes by where that is not moves made plus estimate.
    #[inline]
    pub fn tell<G: Grid, O: Observer>(&self, node: Node<'_>, grid: &G, value: i32, watch: &mut O) {
        let terms = |tell: Tell<'_>| self.estimate.terms(&grid.unpack(), tell);
        let Scale { g, h } = self.scale;
        let cost = || f64::from(g * node.depth + h * value as u32) / f64::from(g);
        let f = (self.scale != Scale::OPTIMAL).then(cost);
        watch.on(&Event::Node(Node { h: E::ESTIMATES.then_some(value as u64), f, terms: Some(&terms), ..node }));
    }
}

impl<G: Grid, E: Estimate> Kernel<G, E> {
    /// The line to the node whose turn it is, for an observer who has not seen how it came about.
    pub(super) fn lined_up(&self) -> Teller<G> {
        let mut teller = Teller::new();
        teller.last = self.generated() - 1;
        teller.expanded = Some(self.figures.expanded);
        let Some(next) = self.top.checked_sub(1).map(|top| &self.stack[top]) else { return teller };
        let Entry { mut grid, mut step, ways: mut on, .. } = self.root;
        let mut later_siblings = 0;
        for (depth, dir) in self.dirs_to(next).enumerate() {
            let ways = &self.ways[on as usize];
            let id = if depth == 0 { 0 } else { self.made_at[depth].saturating_sub(later_siblings) };
            teller.families.push(Family { id, made: 0, left: 0 });
            let (before, from, mut told) = (grid, step, 0);
            for (at, way) in ways.on().iter().enumerate() {
                let (after, slide) = slid(before, ways, way, self.goal_blank);
                let room = self.room[depth + 1];
                let made = self.estimate.slid(&self.nodes[depth], &from, slide, &after, room);
                let value = E::value(&made);
                teller.child(way.dir, after, value, (value > room).then(|| E::credit(&made, room)));
                if way.dir as u8 == dir {
                    (grid, step, on) = (after, made, way.next);
                    told = at;
                }
            }
            later_siblings += told as u64;
            teller.families[depth].left = told as u8;
        }
        teller
    }
}
