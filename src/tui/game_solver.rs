//! The solver's keys on the game screen, and whose board is shown meanwhile.

use std::time::Instant;

use super::game::{GameScreen, Pane, Popup};
use super::keymap::{Action, Key};
use crate::workbench::middle::Middle;
use crate::workbench::worker::Breakpoint;

const STEP_MANY: u64 = 100;
const BREAKPOINTS: &str = "Run to the next: d dead end, s solution, b bound raised";

impl GameScreen {
    pub(super) fn run_to(&mut self, key: Key) {
        self.middle.say("");
        let breakpoint = match key.character() {
            Some('d') => Breakpoint::Deadlock,
            Some('s') => Breakpoint::Solution,
            Some('b') => Breakpoint::Bound,
            // Another letter asks again; any other key calls it off.
            Some(_) => return self.ask_breakpoint(),
            None => return,
        };
        self.search(|middle| middle.run_to(breakpoint));
    }

    fn ask_breakpoint(&mut self) {
        self.popup = Some(Popup::Breakpoint);
        self.middle.say(BREAKPOINTS);
    }

    /// Turns to a search that is begun or goes on.
    fn search(&mut self, wish: impl FnOnce(&mut Middle)) {
        if !self.middle.is_searching() {
            // There is nothing left to walk along, so the arrows are the board's.
            self.pane = Pane::Board;
        }
        wish(&mut self.middle);
        self.watches = true;
    }

    /// A changed plan begins a search that is under way again, and turns to it.
    pub(super) fn replan(&mut self, wish: impl FnOnce(&mut Middle)) {
        let is_searching = self.middle.is_searching();
        wish(&mut self.middle);
        if is_searching {
            (self.pane, self.watches) = (Pane::Board, true);
        }
    }

    /// Keys of the solver.
    pub(super) fn drive(&mut self, action: Action, now: Instant) {
        match action {
            Action::Solve | Action::Step | Action::StepMany | Action::RunTo if self.middle.is_solved() => {
                self.middle.say("It is solved.");
            }
            Action::Solve => {
                self.pane = Pane::Board;
                self.search(|middle| middle.start(false));
            }
            Action::Pause => {
                self.watches |= self.middle.desk().is_running();
                self.middle.pause(now);
            }
            Action::Step => self.search(|middle| middle.step(1)),
            Action::StepMany => self.search(|middle| middle.step(STEP_MANY)),
            Action::RunTo => self.ask_breakpoint(),
            Action::Cancel => self.middle.cancel(),
            Action::Watch if self.middle.desk().root().is_some() => self.watches = !self.watches,
            _ => self.middle.say("No search to watch: s solves from here, . makes one step."),
        }
    }
}
