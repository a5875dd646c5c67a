//! Where a search stands among its nodes, and what waits: asked by whoever watches, worked out by nobody else.

use std::fmt::Display;

use super::NodeId;

/// How many of those that wait are named.
pub const NAMED: usize = 12;
/// How many choices on the way: more than a window has rows for.
pub const CHOICES: usize = 100;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The node that [`Focus`](super::Focus) shows.
    pub node: Option<NodeId>,
    /// Its estimate, where the search keeps that, and what it is ranked by where that is not `depth + h`.
    pub h: Option<u64>,
    pub f: Option<f64>,
    /// What decides which node comes next, in a sentence without its full stop.
    pub rule: &'static str,
    /// What comes next is drawn by lot: nobody could say it before.
    pub is_by_lot: bool,
    /// Depth first: the choices on the way, the latest first.
    pub stack: Vec<Branch>,
    /// Best first, or layer by layer: what is made and waits for its turn.
    pub queue: Option<Queue>,
    /// Cells (rows, runs) that are open, those with the fewest values first.
    pub domains: Vec<Domain>,
    /// Something of this place to be looked at by itself.
    pub exhibit: Option<Exhibit>,
}

/// A page of text on where a search stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhibit {
    pub title: &'static str,
    pub text: String,
}

impl Standing {
    pub fn at(node: NodeId, rule: &'static str) -> Self {
        Standing { node: Some(node), rule, ..Standing::default() }
    }

    /// Whether nothing waits that it could name.
    pub fn is_idle(&self) -> bool {
        self.stack.is_empty() && self.queue.as_ref().is_none_or(|queue| queue.len == 0) && self.domains.is_empty()
    }
}

/// A choice on the way to the present node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// How deep the nodes are that it leads to.
    pub depth: u32,
    /// Tried, in this order; the last of them leads on towards the present node.
    pub tried: Vec<String>,
    /// Not tried yet, the next one first.
    pub left: Vec<String>,
}

impl Branch {
    /// Of choices on the way, the latest first: that one, and a few of those that have anything left.
    pub fn few(choices: impl Iterator<Item = Branch>) -> Vec<Branch> {
        let chosen = choices.enumerate().filter(|(n, branch)| *n == 0 || !branch.left.is_empty());
        chosen.map(|(_, branch)| branch).take(CHOICES).collect()
    }

    /// In so many columns: what of it is left, and how many where that is too long.
    pub fn left_words(&self, width: usize) -> String {
        let all = self.left.join(" ");
        if all.chars().count() <= width {
            return all;
        }
        let mut shown = String::new();
        for (n, mv) in self.left.iter().enumerate() {
            let rest = format!(" +{}", self.left.len() - n - 1);
            if shown.chars().count() + mv.chars().count() + 1 + rest.len() > width {
                let left = self.left.len() - n;
                return if n > 0 { format!("{shown} +{left}") } else { format!("{left} left") };
            }
            shown = if n == 0 { mv.clone() } else { format!("{shown} {mv}") };
        }
        shown
    }
}

/// Nodes that wait for their turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    /// `open list`, `layer 12`.
    pub name: String,
    /// How many wait.
    pub len: u64,
    /// The first of them, the next one first.
    pub first: Vec<Waiting>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waiting {
    pub id: NodeId,
    /// The move that leads to it from its parent.
    pub mv: String,
    pub depth: u32,
    pub h: Option<u64>,
    /// What it is ranked by, where that is not `depth + h`.
    pub f: Option<f64>,
}

impl Waiting {
    /// What it is ranked by.
    pub fn rank(&self) -> Option<f64> {
        self.f.or_else(|| self.h.map(|h| f64::from(self.depth) + h as f64))
    }
}

/// A cell, row or run with what it may still be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    pub name: String,
    pub values: String,
    pub size: u32,
}

impl Domain {
    pub fn new(name: impl Display, values: impl Display, size: u32) -> Self {
        Domain { name: name.to_string(), values: values.to_string(), size }
    }

    /// The smallest few of those that are open; among equals the first.
    pub fn smallest(open: impl Iterator<Item = (u32, usize)>, tell: impl Fn(usize) -> Domain) -> Vec<Domain> {
        let mut open: Vec<(u32, usize)> = open.collect();
        open.sort_unstable();
        open.truncate(NAMED);
        open.into_iter().map(|(_, which)| tell(which)).collect()
    }

    /// The same of those that are decided where one value is left.
    pub fn smallest_undecided(open: impl Iterator<Item = (u32, usize)>, tell: impl Fn(usize) -> Domain) -> Vec<Domain> {
        Domain::smallest(open.filter(|&(size, _)| size > 1), tell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_cut_with_its_number() {
        let branch = Branch { depth: 1, tried: vec![], left: ["1-2", "3-4", "5-6", "7-8"].map(String::from).to_vec() };
        assert_eq!(branch.left_words(15), "1-2 3-4 5-6 7-8");
        assert_eq!(branch.left_words(14), "1-2 3-4 5-6 +1");
        assert_eq!(branch.left_words(10), "1-2 3-4 +2");
        assert_eq!(branch.left_words(5), "4 left");
    }
}
