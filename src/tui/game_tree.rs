//! The tree on the game screen: its keys, and which board is shown meanwhile.

use std::time::Instant;

use super::game::{GameScreen, Request};
use super::game_popup::Way;
use super::key_line::KeyItem;
use super::keymap::{Action, Keymap};
use super::tree_pane;
use crate::games::view::Role;
use crate::workbench::breakpoint::Breakpoint;
use crate::workbench::tree::{Card, DEFAULT_MEMORY, Fate, Find, Place, Step, TreeView};
use crate::workbench::worker::{Snapshot, TreeWish};

/// Rows that a page is long.
const PAGE: usize = 8;

/// What the tree pane shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// The lines around the chosen node.
    #[default]
    Lines,
    /// The whole tree, depth by depth.
    Whole,
    /// The board in place of the tree, where there is no room for both.
    Board,
}

/// The tree pane of a game screen.
pub struct TreeScreen {
    pub is_open: bool,
    pub face: Face,
    /// Which line was drawn first, and on which row the chosen one is to stay.
    pub first: usize,
    pub anchor: Option<usize>,
    /// Whether there was room for both, the last time.
    pub is_beside: bool,
    /// Whether the student is asked what the search does next.
    pub is_asked: bool,
    /// Bytes that it may take.
    pub memory: usize,
}

impl Default for TreeScreen {
    fn default() -> Self {
        TreeScreen {
            is_open: false,
            face: Face::Lines,
            first: 0,
            anchor: None,
            is_beside: false,
            is_asked: false,
            memory: DEFAULT_MEMORY,
        }
    }
}

impl GameScreen {
    /// The tree as it was published last.
    fn with_tree<T>(&self, look: impl FnOnce(&TreeView) -> T) -> Option<T> {
        let snapshot = self.middle.desk().snapshot().filter(|_| self.tree.is_open)?;
        let view = snapshot.tree.as_deref()?;
        Some(if self.tree.is_asked { look(&view.before_the_answer()) } else { look(view) })
    }

    /// The node that was chosen in the tree, unless it follows the search, or the board is the player's own meanwhile.
    pub(super) fn chosen(&self) -> Option<Card> {
        let stays = |view: &TreeView| (!view.follows && view.card.id.is_some()).then(|| view.card.clone());
        self.with_tree(stays).flatten().filter(|_| self.watches)
    }

    fn tree_stays(&self) -> bool {
        self.with_tree(|view| !view.follows) == Some(true)
    }

    fn wish(&self, wish: TreeWish) {
        self.middle.desk().tree(wish);
    }

    pub(super) fn toggle_tree(&mut self) {
        if self.tree.is_open && self.tree.face != Face::Lines {
            self.tree.face = Face::Lines;
        } else if self.tree.is_open {
            self.close_tree();
        } else {
            (self.tree.is_open, self.tree.face) = (true, Face::Lines);
            self.middle.stop_playing();
            self.wish(TreeWish::Open(self.tree.memory));
            if self.middle.desk().root().is_some() {
                (self.watches, self.looks_back) = (true, !self.middle.is_searching());
            }
        }
    }

    fn close_tree(&mut self) {
        self.tree.is_open = false;
        self.wish(TreeWish::Close);
    }

    /// Does what an action means while the tree is open; false where it means the same as ever.
    pub(super) fn act_on_tree(&mut self, action: Action, now: Instant) -> bool {
        if !self.tree.is_open {
            return false;
        }
        let step = |step| TreeWish::Step(step);
        self.tree.anchor = None;
        // Who walks in the tree wants to see where.
        self.watches |= action.walks_in_tree();
        match action {
            Action::Back | Action::Tree => self.toggle_tree(),
            Action::Up => self.wish(step(Step::Before)),
            Action::Down => self.wish(step(Step::After)),
            Action::Left => self.wish(step(Step::Parent)),
            Action::Right => self.wish(step(Step::Child)),
            Action::Home => self.wish(step(Step::First)),
            Action::End => self.wish(step(Step::Last)),
            Action::PageUp => (0..PAGE).for_each(|_| self.wish(step(Step::Before))),
            Action::PageDown => (0..PAGE).for_each(|_| self.wish(step(Step::After))),
            Action::Pick => self.turn(if self.tree.is_beside { Face::Lines } else { Face::Board }),
            // The solution is walked on the board: it comes to be seen.
            Action::SolutionBack | Action::SolutionForward => {
                if self.middle.session().solution().is_some() && !self.tree.is_beside {
                    self.close_tree();
                }
                return false;
            }
            Action::TreeFollow => self.wish(TreeWish::Follow),
            Action::TreeWhole => self.turn(Face::Whole),
            Action::TreeMark => self.wish(TreeWish::Mark),
            Action::TreeNextMark => self.wish(TreeWish::NextMark),
            Action::Solve => match self.chosen() {
                Some(card) => self.search_on(&card, now),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Shows this, or the lines again where it is shown.
    fn turn(&mut self, face: Face) {
        self.tree.face = if self.tree.face == face { Face::Lines } else { face };
    }

    /// The wheel goes along what has the arrows: the tree, or the solution.
    pub fn wheel(&mut self, down: bool, now: Instant) -> Option<Request> {
        let actions = if self.tree.is_open {
            [Action::Up, Action::Down]
        } else {
            [Action::SolutionBack, Action::SolutionForward]
        };
        self.act(actions[usize::from(down)], now)
    }

    /// The keys of the tree, for the key line.
    pub(super) fn tree_items(&self, snapshot: Option<&Snapshot>, keymap: &Keymap) -> Vec<KeyItem> {
        let item = |action, does: &str| self.item(keymap, action, does);
        let (stays, shows_search) = (self.tree_stays(), self.shows_search());
        let mut items = vec![KeyItem::told("arrows", "walk").rank(1)];
        if self.tree.face == Face::Board {
            items.push(item(Action::Pick, "tree").rank(1));
        } else if !self.tree.is_beside {
            items.push(item(Action::Pick, "board").rank(1));
        }
        items.push(item(Action::TreeFollow, if stays { "follow" } else { "stay" }).rank(2));
        if let Some(snapshot) = snapshot.filter(|snapshot| snapshot.is_alive()) {
            items.push(item(Action::Pause, if snapshot.is_running() { "pause" } else { "go on" }).rank(2));
            items.push(item(Action::Step, "step").rank(3));
        }
        items.push(item(Action::TreeWhole, "whole").rank(3));
        if stays && shows_search {
            items.push(item(Action::Solve, "search on").rank(4));
        }
        let times = if shows_search {
            KeyItem::several(keymap, &[Action::SolutionFirst, Action::SolutionLast], "back, on").rank(6)
        } else {
            KeyItem::several(keymap, &[Action::SolutionBack, Action::SolutionForward], "step").rank(1)
        };
        items.extend([
            item(Action::RunTo, "to").rank(4),
            times,
            item(Action::TreeMark, "mark").rank(5),
            item(Action::Xray, "x-ray").rank(7),
        ]);
        items.push(item(Action::Tree, "close").rank(1));
        items
    }

    /// A search from the chosen node, in place of the one that came there.
    fn search_on(&mut self, card: &Card, now: Instant) {
        match self.middle.search_on(card, now) {
            Ok(()) => (self.watches, self.looks_back, self.tree.face) = (true, false, Face::Lines),
            Err(why) => self.middle.say(why),
        }
    }

    /// Looks for something among the nodes of the tree, if one has left the search to look around there.
    pub(super) fn find_in_tree(&mut self, way: Way, what: Breakpoint) -> bool {
        let is_over = self.tree.is_open && !self.middle.is_searching();
        let looks = (is_over || self.chosen().is_some()) && !matches!(what, Breakpoint::Bound | Breakpoint::Board);
        if looks {
            self.watches = true;
            self.wish(TreeWish::Find(Find { what, back: way == Way::Back }));
        }
        looks
    }

    /// A click on a line of the tree; a second one on the same shows its board.
    pub(super) fn click_tree(&mut self, index: usize) {
        let clicked =
            self.with_tree(|view| (!view.follows && view.at == index, view.rows.get(index).map(|row| row.place)));
        let Some((is_chosen, place)) = clicked else { return };
        self.watches = true;
        match place {
            Some(Place::Node(_)) if is_chosen => {
                self.turn(if self.tree.is_beside { Face::Lines } else { Face::Board });
            }
            Some(place) => {
                self.tree.anchor = Some(index.saturating_sub(self.tree.first));
                self.wish(TreeWish::Choose(place));
            }
            None => {}
        }
    }

    /// What there is to say of the chosen node under its board.
    pub(super) fn chosen_words(&self) -> Option<Vec<(String, Role)>> {
        let card = self.chosen()?;
        let role = card.fate.map_or(Role::Text, tree_pane::role_of);
        // What the search said when it stood there is past where it has gone on, or where its reason is told.
        let is_past = card.fate == Some(Fate::Entered) || !card.why.is_empty();
        let focus = card.focus.as_ref().filter(|_| !is_past);
        let note = focus.map_or_else(String::new, |focus| focus.note.clone());
        if self.tree.is_beside {
            // The pane beside the board tells the rest.
            return Some(vec![(note, Role::Text)]);
        }
        let would_answer = self.tree.is_asked && card.fate == Some(Fate::Open);
        let figures = if would_answer { String::new() } else { tree_pane::figures(&card) };
        Some(vec![(tree_pane::fate_words(&card), role), (note, Role::Text), (figures, Role::Text)])
    }
}

/// The tree of a snapshot, to draw.
pub fn view_of(snapshot: Option<&Snapshot>) -> Option<&TreeView> {
    snapshot?.tree.as_deref()
}
