//! The tree of the player's search: the boards of its nodes, and a search that goes on from one.

use std::time::Instant;

use super::Middle;
use crate::games::Position;
use crate::search::{Mark, MarkKind};
use crate::workbench::tree::Card;

impl Middle {
    /// The board of a node of the search, with what its last move has changed: as the strategy shows it or, where the
    /// search never stood at it, as far as its moves can be played.
    pub fn node_board(&self, card: &Card) -> (Box<dyn Position>, Vec<Mark>) {
        let mut board = self.desk.root().unwrap_or(self.session.position()).boxed_clone();
        let mut before = None;
        for mv in way_to(card) {
            let last = board.boxed_clone();
            // A node may decide several things at once.
            if mv.split_whitespace().any(|mv| board.play(mv).is_err()) {
                break;
            }
            before = Some(last);
        }
        let changed = before.map(|before| board.changed(&*before)).unwrap_or_default();
        let mut marks = card.focus.as_ref().map_or_else(Vec::new, |focus| focus.marks.clone());
        marks.extend(changed.into_iter().map(|cell| Mark::new(cell, MarkKind::Changed)));
        // Nothing is marked dead of which no sentence says why.
        let deadlock = if card.why.is_empty() { None } else { board.deadlock() };
        marks.extend(deadlock.into_iter().flat_map(|deadlock| deadlock.marks));
        (board, marks)
    }

    /// Goes to a node of the search, as one step that can be undone, and searches from there.
    pub fn search_on(&mut self, card: &Card, now: Instant) -> Result<(), String> {
        let path = way_to(card);
        if self.desk.root().is_none_or(|root| !root.same_as(self.session.position())) {
            return Err("The search began at another position than yours: u and r lead there.".into());
        }
        if !path.is_empty() {
            let cannot = "This node is no position to play on: its moves cannot be made in this order.";
            self.session.play_found(path).map_err(|_| cannot.to_owned())?;
            self.changed(now);
        }
        if self.session.is_solved() {
            self.message = "This node is a solution.".into();
            return Ok(());
        }
        self.start(false);
        self.message = "A new search from this node; u takes the moves back.".into();
        Ok(())
    }
}

/// The moves to a node: its own, or those of the board that the strategy shows for it.
fn way_to(card: &Card) -> &[String] {
    match &card.focus {
        Some(focus) if !focus.path.is_empty() => &focus.path,
        _ => &card.path,
    }
}
