//! What an observer is told of the children of a position.

use super::judge::{Sums, Weights};
use super::line::Scribe;
use super::packed::Deal;
use super::width::Width;
use crate::search::{Event, Node, NodeId, Observer, Terms};

/// What children met before are called, and those for which a beam has no room.
pub const MET_BEFORE: &str = "met before";

/// The position under expansion as it lies on the table, for moves in the players' notation.
pub struct Parent<'a, W: Width> {
    pub id: NodeId,
    scribe: Scribe<'a, W>,
    safe: bool,
}

/// A child as it was judged.
pub struct Child<'a> {
    pub id: NodeId,
    /// As [`super::packed::packed_step`].
    pub step: u16,
    pub depth: u16,
    /// What it is estimated at, and what it is ranked by.
    pub h: i32,
    pub f: i32,
    pub terms: Terms<'a>,
}

impl<'a, W: Width> Parent<'a, W> {
    /// `line` are the steps that lead to it; with `safe` the safe moves home follow each of them.
    pub fn new(id: NodeId, deal: &'a Deal<W>, line: &[u16], safe: bool) -> Self {
        let mut scribe = Scribe::new(deal);
        scribe.play_all(line, safe);
        Parent { id, scribe, safe }
    }

    /// The moves that a step makes: itself, and the safe ones home behind it.
    fn moves(&self, step: u16) -> String {
        let mut scribe = self.scribe.clone();
        scribe.play_all(&[step], self.safe);
        let moves = scribe.moves[self.scribe.moves.len()..].iter().map(ToString::to_string);
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The moves of the last of these steps.
    pub fn last_moves(deal: &'a Deal<W>, line: &[u16], safe: bool) -> String {
        let Some((&last, before)) = line.split_last() else { return String::new() };
        Parent::new(0, deal, before, safe).moves(last)
    }

    pub fn tell<O: Observer>(&self, child: &Child<'_>, watch: &mut O) {
        let moves = self.moves(child.step);
        watch.on(&Event::Node(Node {
            h: Some(child.h as u64),
            f: Some(child.f.into()),
            terms: Some(child.terms),
            ..Node::child(child.id, self.id, &moves, child.depth.into())
        }));
    }
}

/// Tells of the start as a search judges it.
pub fn tell_root<W: Width, O: Observer>(sums: &Sums, weights: &Weights, deal: &Deal<W>, watch: &mut O) {
    let terms = |tell: &mut dyn FnMut(&'static str, u64)| sums.terms(weights, deal, tell);
    watch.on(&Event::Node(Node { h: Some(sums.weigh(weights, deal) as u64), terms: Some(&terms), ..Node::root() }));
}

/// Tells that a search has no move to make at a node.
pub fn tell_stuck<O: Observer>(id: NodeId, depth: u16, watch: &mut O) {
    watch.on(&Event::Dead { id, depth: depth.into(), why: &"no move is left to try" });
}

/// Tells that a node was met before and is not followed.
#[inline]
pub fn tell_met<W: Observer>(id: NodeId, watch: &mut W) {
    watch.on(&Event::Cut { id, by: MET_BEFORE });
    watch.on(&Event::Seen { id });
}
