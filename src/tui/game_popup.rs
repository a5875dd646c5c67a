//! What lies over the board of the game screen until it is answered: prompts, choosers, lists, and a question for one key.

use std::time::Instant;

use super::chooser::Chooser;
use super::game::{GameScreen, Request};
use super::keymap::{Action, Key, Keymap};
use super::leaf::Leaf;
use super::prompt::{Prompt, Typed};
use super::stage_browser::StageBrowser;
use crate::workbench::middle::Stride;
use crate::workbench::worker::Breakpoint;

/// What a prompt was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    Step,
    Expansion,
    /// The limit M.
    MostMoves,
    /// A name or a file for the puzzle.
    Save,
    /// The size of an empty board.
    Size,
    Depth(Way),
    Nodes(Way),
}

/// Which way in the time of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    On,
    Back,
}

impl Way {
    /// The key that asked.
    pub(super) fn action(self) -> Action {
        match self {
            Way::On => Action::RunTo,
            Way::Back => Action::BackTo,
        }
    }
}

/// What lies over the board until it is answered.
pub(super) enum Popup {
    Prompt(Asking, Prompt),
    Chooser(Chooser),
    Stages(StageBrowser),
    Leaf(Leaf),
    /// With the keys that there are for it, each with a word.
    Breakpoint(Way, Vec<(&'static str, &'static str)>),
    /// By which heuristic.
    Cut(Way),
    /// The next key is the screen's, even if the game wants it.
    Prefix,
}

impl GameScreen {
    /// Whether a prompt or a chooser has the keys.
    pub fn has_popup(&self) -> bool {
        self.popup.is_some()
    }

    pub(super) fn prompt(&self) -> Option<&Prompt> {
        match &self.popup {
            Some(Popup::Prompt(_, prompt)) => Some(prompt),
            _ => None,
        }
    }

    pub(super) fn prompt_mut(&mut self) -> Option<&mut Prompt> {
        match &mut self.popup {
            Some(Popup::Prompt(_, prompt)) => Some(prompt),
            _ => None,
        }
    }

    pub(super) fn chooser(&self) -> Option<&Chooser> {
        match &self.popup {
            Some(Popup::Chooser(chooser)) => Some(chooser),
            _ => None,
        }
    }

    pub(super) fn answer_popup(&mut self, popup: Popup, key: Key, keymap: &Keymap, now: Instant) -> Option<Request> {
        match popup {
            Popup::Prefix => {}
            Popup::Breakpoint(way, _) => self.choose_breakpoint(way, key, keymap),
            Popup::Cut(way) => self.choose_cut(way, key),
            Popup::Prompt(asking, mut prompt) => match prompt.key(key) {
                Typed::More => self.popup = Some(Popup::Prompt(asking, prompt)),
                Typed::Given(text) => return self.asked(asking, text.trim(), now),
                Typed::Dropped => {}
            },
            Popup::Chooser(mut chooser) => {
                let stays = chooser.key(key, keymap);
                self.after_chooser(chooser, stays);
            }
            Popup::Leaf(mut leaf) => {
                if leaf.key(key, keymap) {
                    self.popup = Some(Popup::Leaf(leaf));
                }
            }
            Popup::Stages(mut browser) => {
                if browser.key(key, keymap) {
                    self.popup = Some(Popup::Stages(browser));
                }
            }
        }
        None
    }

    fn asked(&mut self, asking: Asking, text: &str, now: Instant) -> Option<Request> {
        match (asking, text.parse::<usize>()) {
            (Asking::Save, _) if text.is_empty() => {}
            (Asking::Save, _) => return Some(Request::Save(text.to_owned())),
            (Asking::Size, _) => self.middle.empty_board(Some(text), now),
            (Asking::MostMoves, Ok(moves)) => self.replan(|middle| middle.limit_moves(Some(moves as u64))),
            (Asking::MostMoves, Err(_)) if text.is_empty() => self.replan(|middle| middle.limit_moves(None)),
            (Asking::Step, Ok(step)) => self.walk(Stride::To(step), now),
            (Asking::Expansion, Ok(expansion)) => self.middle.seek(expansion as u64),
            (Asking::Depth(way), Ok(depth)) => self.go_to(way, Breakpoint::Depth(depth as u32)),
            (Asking::Nodes(way), Ok(nodes)) => self.go_to(way, Breakpoint::Nodes(nodes as u64)),
            (Asking::MostMoves | Asking::Expansion | Asking::Depth(_) | Asking::Nodes(_), Err(_)) => {
                self.middle.say(format!("\"{text}\" is no number."));
            }
            (Asking::Step, Err(_)) => self.middle.say(format!("\"{text}\" is no step number.")),
        }
        None
    }
}
