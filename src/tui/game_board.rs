//! What stands on the board of the game screen, and what is known of it.

use std::collections::BTreeMap;

use super::game::{GameScreen, Pane};
use crate::games::Position;
use crate::search::{Mark, MarkKind, Status};
use crate::workbench::referee::Outlook;
use crate::workbench::words;
use crate::workbench::worker::Snapshot;

impl GameScreen {
    /// Whether the board shows the search's node in place of the player's position.
    pub(super) fn shows_search(&self) -> bool {
        self.watches && self.desk.is_alive()
    }

    /// What stands on the board now, and its marks.
    pub(super) fn board(&self) -> (Box<dyn Position>, Vec<Mark>) {
        match self.desk.snapshot() {
            Some(snapshot) if self.shows_search() => self.search_board(&snapshot),
            _ => (self.session.position().boxed_clone(), self.own_marks()),
        }
    }

    fn search_board(&self, snapshot: &Snapshot) -> (Box<dyn Position>, Vec<Mark>) {
        let mut board = match self.desk.root() {
            Some(root) => root.boxed_clone(),
            None => self.session.position().boxed_clone(),
        };
        for mv in &snapshot.focus.path {
            if board.play(mv).is_err() {
                break;
            }
        }
        let mut marks = snapshot.focus.marks.clone();
        if !snapshot.is_running() {
            marks.extend(board.deadlock().into_iter().flat_map(|deadlock| deadlock.marks));
        }
        (board, marks)
    }

    fn own_marks(&self) -> Vec<Mark> {
        let position = self.session.position();
        let mut marks = Vec::new();
        if self.pane == Pane::Board && !self.session.is_solved() {
            marks.extend(self.hand.marks(position));
        }
        if let Some(next) = self.session.next_of_solution() {
            marks.extend(position.markers(next));
        }
        if let Some(before) = self.session.before() {
            let changed = position.changed(&*before);
            marks.extend(changed.into_iter().map(|cell| Mark::new(cell, MarkKind::Changed)));
        }
        marks.extend(self.story().1);
        marks.extend_from_slice(&self.hint_marks);
        if self.marks_moves {
            marks.extend(self.move_marks(&marks));
        }
        marks
    }

    /// Marks on the cells of legal moves; while something is picked, only on moves that use it.
    fn move_marks(&self, others: &[Mark]) -> Vec<Mark> {
        let position = self.session.position();
        let picked: Vec<_> = others.iter().filter(|m| m.kind == MarkKind::Picked).map(|m| m.cell).collect();
        let mut best: BTreeMap<_, MarkKind> = BTreeMap::new();
        for mv in position.moves() {
            let cells: Vec<_> = position.markers(&mv).iter().map(|m| m.cell).collect();
            if !picked.iter().all(|cell| cells.contains(cell)) {
                continue;
            }
            let kind = match self.referee.moves().get(&mv) {
                Some(Outlook::Winnable { .. }) => MarkKind::Winning,
                Some(Outlook::Lost { .. }) => MarkKind::Losing,
                Some(Outlook::Unknown) | None => MarkKind::Legal,
            };
            for cell in cells {
                // A cell is as good as the best move that uses it.
                best.entry(cell)
                    .and_modify(|seen| {
                        if kind == MarkKind::Winning || (kind == MarkKind::Legal && *seen == MarkKind::Losing) {
                            *seen = kind;
                        }
                    })
                    .or_insert(kind);
            }
        }
        best.into_iter().map(|(cell, kind)| Mark::new(cell, kind)).collect()
    }

    /// Why the present position is lost, and the cells to show it on; empty where it is not known to be.
    pub(super) fn story(&self) -> (String, Vec<Mark>) {
        if self.session.is_solved() {
            return (String::new(), Vec::new());
        }
        if let Some(deadlock) = self.session.position().deadlock() {
            return (deadlock.story, deadlock.marks);
        }
        match self.referee.verdict(&self.session) {
            Some(Outlook::Lost { reason, marks }) => (reason.clone(), marks.clone()),
            _ => (String::new(), Vec::new()),
        }
    }

    /// Whether it is proven that the present position cannot be won.
    pub(super) fn is_refuted(&self) -> bool {
        match self.referee.verdict(&self.session) {
            Some(Outlook::Lost { .. }) => true,
            Some(Outlook::Winnable { .. }) => false,
            // What a look can tell need not wait for the referee.
            Some(Outlook::Unknown) | None => self.session.position().deadlock().is_some(),
        }
    }

    /// Whether the puzzle never was winnable.
    pub(super) fn is_unsolvable(&self) -> bool {
        let first = self.session.first_of_puzzle();
        self.is_refuted() && (self.session.made() == first || self.referee.lost_since(&self.session) == Some(first))
    }

    /// What there is to say where there is no solution to walk along.
    pub(super) fn no_solution_words(&self) -> String {
        let text = match (self.is_refuted(), self.desk.is_alive()) {
            _ if self.session.is_solved() => "Solved.",
            (true, _) if self.is_unsolvable() => "There is no solution: proven.",
            (true, _) => "There is no solution from here: proven.",
            (false, true) if self.desk.is_running() => "No solution yet: the search is running.",
            (false, true) => "No solution yet: space goes on, . steps.",
            (false, false) => "No solution yet: s solves from here, . steps.",
        };
        text.into()
    }

    /// The verdict on the present position in a few words, and whether it is good news.
    pub(super) fn verdict_words(&self) -> (String, Option<bool>) {
        if self.session.is_solved() {
            let made = words::count(self.session.moves_made().len() as u64, "move", "moves");
            return (format!("solved, {made}"), Some(true));
        }
        if self.is_refuted() {
            return (self.lost_words(), Some(false));
        }
        let gap = self.referee.gap(&self.session);
        match (self.referee.verdict(&self.session), gap.words()) {
            (_, Some(words)) if self.named.game.profile().seeks_shortest => (words, Some(true)),
            (Some(Outlook::Winnable { words: Some(words), .. }), _) => (words.clone(), Some(true)),
            (_, Some(_)) => {
                let to_go = words::count(gap.length().unwrap_or(0), "move", "moves");
                (format!("winnable, {to_go} to go"), Some(true))
            }
            (Some(Outlook::Winnable { .. }), None) => ("winnable".into(), Some(true)),
            _ if self.session.position().status() == Status::Stuck => ("lost: no move left".into(), Some(false)),
            (Some(_), None) => ("winnable? not known".into(), None),
            (None, None) => ("winnable? looking".into(), None),
        }
    }

    fn lost_words(&self) -> String {
        match self.referee.lost_since(&self.session) {
            _ if self.is_unsolvable() => "unsolvable".into(),
            Some(since) => format!("lost since move {since}"),
            None => "lost".into(),
        }
    }
}
