//! The solver's keys on the game screen, and whose board is shown meanwhile.

use std::time::Instant;

use super::game::{GameScreen, OWN_BOARD, Pane};
use super::game_popup::{Asking, Popup, Way};
use super::keymap::{Action, Key, Keymap};
use super::prompt::Prompt;
use crate::workbench::middle::Middle;
use crate::workbench::worker::Breakpoint;

const STEP_MANY: u64 = 100;
/// The letters that name what a search can run to, in full and for the line of keys.
const BREAKPOINTS: [(&str, &str, &str); 7] = [
    ("d", "dead end", "dead"),
    ("s", "solution", "solved"),
    ("r", "raised bound", "bound"),
    ("c", "cut", "cut"),
    ("p", "your position", "board"),
    ("t", "depth", "depth"),
    ("n", "nodes", "nodes"),
];

/// What is said before a search is begun anew that took long.
const BEGINS_ANEW: &str = "That begins this long search anew. Do the same again if you mean it.";

impl GameScreen {
    fn ask_breakpoint(&mut self, way: Way) {
        let choices = BREAKPOINTS.into_iter().filter(|(key, ..)| match *key {
            "r" => self.middle.can_meet(Breakpoint::Bound),
            "p" => self.middle.can_meet(Breakpoint::Board),
            _ => true,
        });
        let choices: Vec<(&str, &str, &str)> = choices.collect();
        let towards = match way {
            Way::On => "Run to the next",
            Way::Back => "Back to the last",
        };
        let told: Vec<String> = choices.iter().map(|(key, what, _)| format!("{key} {what}")).collect();
        self.middle.say(format!("{towards}: {}", told.join(", ")));
        self.popup = Some(Popup::Breakpoint(way, choices.iter().map(|&(key, _, short)| (key, short)).collect()));
    }

    /// A key that answers nothing of what is asked.
    fn is_none_of_these(&mut self, key: Key) {
        let asked = self.middle.message().to_owned();
        self.middle.say(format!("{key} is none of these. {asked}"));
    }

    /// The key that asked asks for the same again.
    pub(super) fn choose_breakpoint(&mut self, way: Way, key: Key, keymap: &Keymap) {
        self.middle.say("");
        let asks_again = matches!(keymap.action(key), Some(Action::RunTo | Action::BackTo));
        let breakpoint = match (key.character(), self.last_breakpoint) {
            (_, Some(last)) if asks_again => last,
            (Some('d'), _) => Breakpoint::Deadlock,
            (Some('s'), _) => Breakpoint::Solution,
            (Some('r'), _) => Breakpoint::Bound,
            (Some('p'), _) => Breakpoint::Board,
            (Some('c'), _) => return self.ask_cut(way),
            (Some('t'), _) => return self.ask(Asking::Depth(way), "At depth: "),
            (Some('n'), _) => return self.ask(Asking::Nodes(way), "At so many nodes: "),
            // Another character asks again; any other key calls it off.
            (Some(_), _) => {
                self.ask_breakpoint(way);
                return self.is_none_of_these(key);
            }
            (None, _) => return,
        };
        self.go_to(way, breakpoint);
    }

    fn ask(&mut self, asking: Asking, label: &str) {
        self.popup = Some(Popup::Prompt(asking, Prompt::new(label.into())));
    }

    pub(super) fn ask_expansion(&mut self) {
        let furthest = self.middle.desk().snapshot().map_or(0, |snapshot| snapshot.furthest);
        self.ask(Asking::Expansion, &format!("Expansion (0 to {furthest}): "));
    }

    fn ask_cut(&mut self, way: Way) {
        let names = self.middle.cut_names();
        if names.is_empty() {
            return self.middle.say("Nothing is cut by name so far.");
        }
        let list: Vec<String> = (1..).zip(names).map(|(n, name)| format!("{n} {name}")).collect();
        self.middle.say(format!("Cut by: {}", list.join(", ")));
        self.popup = Some(Popup::Cut(way));
    }

    pub(super) fn choose_cut(&mut self, way: Way, key: Key) {
        self.middle.say("");
        let digit = key.character().and_then(|c| c.to_digit(10));
        let name = digit.and_then(|n| self.middle.cut_names().get(n.checked_sub(1)? as usize).copied());
        match (name, key.character()) {
            (Some(name), _) => self.go_to(way, Breakpoint::Cut(name)),
            (None, Some(_)) => {
                self.ask_cut(way);
                self.is_none_of_these(key);
            }
            (None, None) => {}
        }
    }

    pub(super) fn go_to(&mut self, way: Way, breakpoint: Breakpoint) {
        self.last_breakpoint = Some(breakpoint);
        if self.find_in_tree(way, breakpoint) {
            return;
        }
        match (way, breakpoint) {
            (Way::On, Breakpoint::Board) => self.search(Middle::run_to_board),
            (Way::On, _) => self.search(|middle| middle.run_to(breakpoint)),
            (Way::Back, Breakpoint::Board) => self.middle.say("A position is looked for onwards only."),
            (Way::Back, _) => self.middle.back_to(breakpoint),
        }
    }

    /// Whether a key answers what the student is asked.
    pub(super) fn answers(&mut self, key: Key) -> bool {
        let digit = key.character().and_then(|c| c.to_digit(10)).filter(|_| self.shows_search());
        let Some(number) = digit.filter(|_| self.middle.is_conducting()) else { return false };
        // One that comes too early must not toggle anything.
        self.middle.answer(number as usize);
        true
    }

    /// A click on the line of time.
    pub fn click_time(&mut self, x: u16) {
        self.middle.seek(self.time_line.expansion(x));
        self.attend();
    }

    /// Turns to a search that is begun or goes on.
    fn search(&mut self, wish: impl FnOnce(&mut Middle)) {
        if !self.middle.is_searching() {
            // There is nothing left to walk along, so the arrows are the board's.
            self.pane = Pane::Board;
            self.looks_back = false;
        }
        // The end of a search that is over already is still to be seen; that of a new one, however quick, is not.
        let was_over = self.middle.has_ended_here();
        if self.middle.message() == OWN_BOARD {
            self.middle.say("");
        }
        wish(&mut self.middle);
        self.watches = true;
        self.looks_back = was_over && !self.middle.is_searching();
    }

    /// A changed plan begins a search that is under way again, and turns to it. One that took long is not lost by one key.
    pub(super) fn replan(&mut self, wish: impl FnOnce(&mut Middle)) {
        if self.middle.has_long_search() && self.middle.message() != BEGINS_ANEW {
            return self.middle.say(BEGINS_ANEW);
        }
        let is_searching = self.middle.is_searching();
        wish(&mut self.middle);
        if is_searching {
            (self.pane, self.watches) = (Pane::Board, true);
        }
    }

    /// Keys of the solver.
    pub(super) fn drive(&mut self, action: Action, now: Instant) {
        match action {
            Action::Solve | Action::Step | Action::StepMany | Action::RunTo | Action::Conduct
                if self.middle.is_solved() =>
            {
                self.middle.say("It is solved.");
            }
            Action::Solve => {
                self.pane = Pane::Board;
                self.search(Middle::solve);
                self.looks_back = false;
            }
            Action::Pause => {
                self.watches |= self.middle.desk().is_running();
                self.middle.pause(now);
            }
            Action::Step => self.search(|middle| middle.step(1)),
            Action::StepMany => self.search(|middle| middle.step(STEP_MANY)),
            Action::RunTo => self.ask_breakpoint(Way::On),
            Action::BackTo if self.middle.desk().root().is_some() => {
                (self.watches, self.looks_back) = (true, !self.middle.is_searching());
                self.ask_breakpoint(Way::Back);
            }
            Action::Conduct => self.search(Middle::conduct),
            Action::Cancel => self.middle.cancel(),
            Action::Watch if self.middle.desk().root().is_some() => {
                if self.middle.message() == OWN_BOARD {
                    self.middle.say("");
                }
                let shown = self.shows_search();
                (self.watches, self.looks_back) = (!shown, !shown && !self.middle.is_searching());
            }
            _ => self.middle.say(self.middle.no_search_words("watch")),
        }
    }

    /// Another of several solutions, on the own board.
    pub(super) fn turn_to_solution(&mut self, turn: impl FnOnce(&mut Middle, Instant) -> bool, now: Instant) {
        if turn(&mut self.middle, now) {
            (self.watches, self.pane) = (false, Pane::Solution);
        } else if self.middle.desk().is_running() {
            self.watches = true;
        }
    }
}
