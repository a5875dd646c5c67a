//! What is known of the position, in words and in marks; and the boards to show.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Middle;
use crate::games::{Deadlock, Position};
use crate::search::{Limit, Mark, MarkKind, Status};
use crate::workbench::finding::End;
use crate::workbench::notebook::Fate;
use crate::workbench::referee::Outlook;
use crate::workbench::words;
use crate::workbench::worker::{Phase, Snapshot};

/// More squares than these are not marked as changed.
const MOST_CHANGED: usize = 20;

impl Middle {
    /// The node that the search stands at, and its marks; `None` before the search has told of any.
    pub fn search_board(&self) -> Option<(Box<dyn Position>, Vec<Mark>)> {
        let snapshot = self.desk.snapshot()?;
        let (board, mut marks) = self.searched_board(&snapshot);
        if let Some(deadlock) = self.node_deadlock(&snapshot) {
            marks.extend(deadlock.marks);
        }
        Some((board, marks))
    }

    /// The same, without what only a look at the board can tell.
    fn searched_board(&self, snapshot: &Snapshot) -> (Box<dyn Position>, Vec<Mark>) {
        let mut board = self.desk.root().unwrap_or(self.session.position()).boxed_clone();
        let mut before = None;
        for (left, mv) in (0..snapshot.focus.path.len()).rev().zip(&snapshot.focus.path) {
            before = (left == 0).then(|| board.boxed_clone());
            // A node may decide several things at once.
            if mv.split_whitespace().any(|mv| board.play(mv).is_err()) {
                break;
            }
        }
        let mut marks = snapshot.focus.marks.clone();
        // The last move of the line.
        let changed = before.map_or_else(Vec::new, |before| board.changed(&*before));
        marks.extend(changed.into_iter().map(|cell| Mark::new(cell, MarkKind::Changed)));
        (board, marks)
    }

    /// What a look at the node shows where the search stands still: made once a node.
    fn node_deadlock(&self, snapshot: &Arc<Snapshot>) -> Option<Deadlock> {
        if snapshot.is_running() {
            return None;
        }
        let mut looked = self.node_deadlock.borrow_mut();
        match &*looked {
            Some((of, deadlock)) if Arc::ptr_eq(of, snapshot) => deadlock.clone(),
            _ => {
                let deadlock = self.searched_board(snapshot).0.deadlock();
                *looked = Some((Arc::clone(snapshot), deadlock.clone()));
                deadlock
            }
        }
    }

    /// Why the node where the search stands still is lost, where a look shows what is marked there. The search need not have
    /// seen it.
    pub fn node_story(&self) -> Option<String> {
        let snapshot = self.desk.snapshot()?;
        let story = self.node_deadlock(&snapshot)?.story;
        let has_seen = snapshot.look.node.as_ref().is_some_and(|node| matches!(node.fate, Fate::Dead | Fate::Cut(_)));
        let goes_on = snapshot.is_alive() && !has_seen;
        Some(if goes_on { format!("Lost, not seen by the search: {story}") } else { story })
    }

    /// What is marked on the player's own board; the hand's marks only `with_hand`.
    pub fn own_marks(&self, with_hand: bool) -> Vec<Mark> {
        let position = self.session.position();
        let mut marks = Vec::new();
        if with_hand && !self.is_solved() {
            marks.extend(self.hand().marks(position));
        }
        if self.looks_elsewhere() {
            // What is marked is marked on the board as it was written.
            marks.retain(|mark| mark.kind == MarkKind::Cursor);
        }
        if self.sets_game_aside() || self.looks_elsewhere() {
            return marks;
        }
        if let Some(next) = self.session.next_of_solution() {
            marks.extend(position.markers(next));
        }
        if let Some(before) = self.session.before() {
            let changed = position.changed(&*before);
            // Where nearly everything has changed, all notes at once, a mark would tell nothing.
            let changed = if changed.len() <= MOST_CHANGED { changed } else { Vec::new() };
            marks.extend(changed.into_iter().map(|cell| Mark::new(cell, MarkKind::Changed)));
        }
        marks.extend_from_slice(self.story().1);
        marks.extend_from_slice(&self.hint_marks);
        marks.extend(self.difference_marks());
        if self.marks_moves() && !self.is_solved() {
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

    /// What a look at the present position shows.
    fn deadlock(&self) -> Option<&Deadlock> {
        let look = || if self.is_ready() { self.session.position().deadlock() } else { None };
        self.deadlock.get_or_init(look).as_ref()
    }

    /// Why the present position is lost, and the cells to show it on; empty where it is not known to be.
    pub fn story(&self) -> (&str, &[Mark]) {
        if self.is_solved() || !self.tells_verdict() || self.looks_elsewhere() {
            return ("", &[]);
        }
        match (self.deadlock(), self.referee.outlook(&self.session)) {
            (Some(deadlock), _) => (&deadlock.story, &deadlock.marks),
            (None, Some(Outlook::Lost { reason, marks })) => (reason, marks),
            _ => ("", &[]),
        }
    }

    /// Whether it is proven that the present position cannot be won.
    pub fn is_refuted(&self) -> bool {
        match self.referee.outlook(&self.session) {
            Some(Outlook::Lost { .. }) => true,
            Some(Outlook::Winnable { .. }) => false,
            // What a look can tell need not wait for the referee.
            Some(Outlook::Unknown) | None => self.deadlock().is_some(),
        }
    }

    /// Whether the puzzle never was winnable.
    pub fn is_unsolvable(&self) -> bool {
        let first = self.session.first_of_puzzle();
        self.is_refuted() && (self.session.made() == first || self.referee.lost_since(&self.session) == Some(first))
    }

    /// Whether a move lost it, as far as that is told: then there is a position to go back to.
    pub fn is_lost_by_a_move(&self) -> bool {
        self.tells_verdict() && self.is_refuted() && !self.is_unsolvable()
    }

    /// Whether the run on the table, which began here, has ended with a proof.
    fn is_refuted_by_the_run(&self) -> bool {
        let is_over =
            |snapshot: &Snapshot| snapshot.phase == Phase::Done(End::Exhausted) && snapshot.finding.answer.is_none();
        !self.desk.is_elsewhere(&self.session) && self.desk.snapshot().is_some_and(|snapshot| is_over(&snapshot))
    }

    /// How many more moves it takes at least, where a glance tells it and the verdict says nothing that is better.
    pub(super) fn moves_at_least(&self) -> Option<u64> {
        let glance = self.session.position().at_least().filter(|_| !self.is_refuted_by_the_run())?;
        if !self.tells_verdict() {
            return Some(glance);
        }
        let gap = self.referee.gap(&self.session);
        (!self.is_refuted() && gap.optimum().is_none()).then(|| glance.max(gap.bound))
    }

    /// The limit at which the run on the table ended, which began here, where the plan has not changed since: another run
    /// would end there too.
    fn limit_of_the_run(&self) -> Option<Limit> {
        let Phase::Done(End::Limit(limit)) = self.desk.snapshot()?.phase else { return None };
        let is_same = self.desk.running_plan()?.searches_like(&self.desk.plan);
        (is_same && !self.desk.is_elsewhere(&self.session)).then_some(limit)
    }

    /// What there is to say where there is no solution to walk along.
    pub fn no_solution_words(&self) -> String {
        let is_told = self.tells_verdict() && self.is_refuted() || self.is_refuted_by_the_run();
        let limit = self.limit_of_the_run().filter(|_| !is_told && !self.desk.is_alive());
        let text = match (is_told, self.desk.is_alive()) {
            _ if !self.is_ready() => "Not complete yet.",
            _ if self.is_setting_up() => "A board of your own: e plays it.",
            _ if self.session.is_solved() => "Solved.",
            _ if self.is_replaying() => "Your game, seen again.",
            (true, _) if self.is_unsolvable() => "There is no solution: proven.",
            (true, _) => "Lost: proven. W goes back.",
            (false, true) if self.desk.is_running() => "No solution yet: the search is running.",
            (false, true) => "No solution in hand: space goes on, . steps.",
            (false, false) => match limit {
                Some(limit) => return format!("No solution in hand: {}.", self.other_way(limit)),
                None => "No solution in hand: s solves, . steps.",
            },
        };
        text.into()
    }

    /// The verdict on the present position in a few words, and whether it is good news.
    pub fn verdict_words(&self) -> (String, Option<bool>) {
        if let Some(words) = self.setting_words() {
            return words;
        }
        if self.sets_game_aside() {
            return (String::new(), None);
        }
        if self.session.is_solved() {
            let made = words::count(self.session.moves_made().len() as u64, "move", "moves");
            let words = if self.counts_moves() { format!("solved, {made}") } else { "solved".into() };
            return (words, Some(true));
        }
        if !self.tells_verdict() {
            let words = if self.wish == super::VerdictWish::Off { "" } else { "! tells how it stands" };
            return (words.into(), None);
        }
        if self.is_refuted() {
            return (self.lost_words(), Some(false));
        }
        let gap = self.referee.gap(&self.session);
        match (self.referee.outlook(&self.session), gap.words()) {
            (_, Some(words)) if self.named.game.profile().seeks_shortest => (words, Some(true)),
            (Some(Outlook::Winnable { words: Some(words), .. }), _) => (words.clone(), Some(true)),
            (_, Some(_)) => {
                let to_go = words::count(gap.length().unwrap_or(0), "move", "moves");
                let is_exact = gap.optimum().is_some() || self.named.game.has_one_length();
                let most = if is_exact { "" } else { "at most " };
                (format!("winnable, {most}{to_go} to go"), Some(true))
            }
            (Some(Outlook::Winnable { .. }), None) => ("winnable".into(), Some(true)),
            _ if self.session.position().status() == Status::Stuck => ("lost: no move left".into(), Some(false)),
            (Some(_), None) => ("winnable? not known".into(), None),
            (None, None) => ("winnable? looking".into(), None),
        }
    }

    fn lost_words(&self) -> String {
        match self.referee.lost_since(&self.session) {
            _ if self.is_unsolvable() => "no solution".into(),
            Some(since) => match self.deed_words(since) {
                Some(deed) => format!("lost since {deed}"),
                None => "lost".into(),
            },
            None => "lost".into(),
        }
    }

    /// Which move a deed of the present line made: by its number, or itself where notes are written between the moves and
    /// nobody counts them.
    pub(super) fn deed_words(&self, deed: usize) -> Option<String> {
        if self.named.game.has_notes() {
            return self.session.last_move_of(deed);
        }
        Some(format!("move {}", self.session.moves_until(deed).len()))
    }

    /// A move in words where the game has them, and in its notation where they do not name it.
    pub fn told(&self, mv: &str) -> String {
        match self.session.position().words(mv) {
            Some(words) if words.split(' ').any(|word| word == mv) => words,
            Some(words) => format!("{words} ({mv})"),
            None => mv.to_owned(),
        }
    }
}
