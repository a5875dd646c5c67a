//! The solver's keys on the game screen: start, pause, step, toggle, weigh.

use std::time::Instant;

use super::game::{GameScreen, Pane, Popup};
use super::keymap::{Action, Key};
use crate::search::Plan;
use crate::workbench::desk::result_words;
use crate::workbench::finding::End;
use crate::workbench::words;
use crate::workbench::worker::{Breakpoint, Phase, Snapshot};

const STEP_MANY: u64 = 100;
const WEIGHT_STEP: f64 = 0.1;
const BREAKPOINTS: &str = "Run to the next: d dead end, s solution, b bound raised";

impl GameScreen {
    pub(super) fn tell_end(&mut self, phase: Phase) {
        let Some(snapshot) = self.desk.snapshot() else { return };
        match phase {
            Phase::Failed => self.message.clone_from(&snapshot.message),
            Phase::Done(End::Solved) => {
                self.turn_to_solution();
                let words = result_words(&snapshot).unwrap_or_default();
                let shortest = if snapshot.finding.is_optimal() { ", proven shortest" } else { "" };
                self.message = format!("Found: {words}{shortest}. {}", self.walk_words());
            }
            // A run that is stopped need not have lost anything.
            Phase::Cancelled => {
                self.turn_to_solution();
                self.message = self.stop_words("Stopped", &snapshot);
            }
            Phase::Done(End::Exhausted) => {
                // Where the board has the story already, the message need not tell it again.
                let told = !self.story().0.is_empty();
                let reason = snapshot.finding.refutation.as_ref().filter(|_| !told).map(|r| r.reason.clone());
                let reason = reason.unwrap_or_default();
                let nodes = words::count(snapshot.finding.counters.generated, "node", "nodes");
                self.message = format!("No solution: proven after {nodes}. {reason}");
            }
            Phase::Done(End::Stopped(_)) => {
                self.turn_to_solution();
                self.message = self.stop_words("Stopped at a limit", &snapshot);
            }
            Phase::Done(End::Limit(limit)) => {
                self.message = format!("Not decided: {}.", limit.words());
            }
            _ => {}
        }
        let solved = matches!(phase, Phase::Done(end) if end.has_answer());
        if let (Phase::Done(_), Some(missed)) = (phase, snapshot.breakpoint)
            && !(solved && missed == Breakpoint::Solution)
        {
            self.message = format!("{} No {} was met.", self.message, missed.words());
        }
    }

    /// The arrows are the solution's where the player can walk along it, and the board's elsewhere.
    fn turn_to_solution(&mut self) {
        self.pane = if self.session.next_of_solution().is_some() { Pane::Solution } else { Pane::Board };
    }

    /// How to walk along the solution from where the player stands now.
    fn walk_words(&self) -> &'static str {
        match (self.session.solution(), self.session.solution_step()) {
            (None, _) => "It starts at a position that you have left.",
            (Some(_), None) => "You have left its way: [ goes to its start.",
            (Some(_), Some(_)) if self.pane == Pane::Solution => "Arrows or < > step through it.",
            (Some(_), Some(_)) => "< > step through it.",
        }
    }

    /// What a search has that is stopped or paused: the answer, and how far from the shortest it may be.
    fn stop_words(&self, how: &str, snapshot: &Snapshot) -> String {
        let best = snapshot.finding.length();
        let moves = words::count(best.unwrap_or(0), "move", "moves");
        match (best, snapshot.finding.lower_bound.filter(|&bound| bound > 0)) {
            (Some(best), Some(bound)) if best <= bound => format!("{how}: {moves}, proven shortest."),
            (Some(best), Some(bound)) => format!("{how}: {best} >= optimum >= {bound}. {}", self.walk_words()),
            (Some(_), None) => format!("{how}: {moves} found. {}", self.walk_words()),
            (None, Some(bound)) if self.named.game.profile().seeks_shortest => {
                format!("{how}: no solution so far, and none in less than {}.", words::count(bound, "move", "moves"))
            }
            (None, _) => format!("{how}: no solution so far."),
        }
    }

    pub(super) fn run_to(&mut self, key: Key) {
        self.message.clear();
        let breakpoint = match key.character() {
            Some('d') => Breakpoint::Deadlock,
            Some('s') => Breakpoint::Solution,
            Some('b') => Breakpoint::Bound,
            // Another letter asks again; any other key calls it off.
            Some(_) => {
                self.popup = Some(Popup::Breakpoint);
                self.message = BREAKPOINTS.into();
                return;
            }
            None => return,
        };
        if !self.desk.is_alive() {
            self.start(true);
        }
        self.desk.run_to(breakpoint);
        self.watches = true;
    }

    pub(super) fn start(&mut self, paused: bool) {
        self.message.clear();
        self.drop_selection();
        self.session.drop_solution();
        // There is nothing left to walk along, so the arrows are the board's.
        self.pane = Pane::Board;
        self.play_due = None;
        self.watches = true;
        self.desk.start(&self.session, paused);
    }

    /// A changed plan takes effect at once where a search is under way.
    pub(super) fn restart_run(&mut self) {
        if self.desk.is_alive() {
            let paused = !self.desk.is_running();
            self.start(paused);
        }
    }

    /// Keys of the solver.
    pub(super) fn drive(&mut self, action: Action, now: Instant) {
        let (alive, running) = (self.desk.is_alive(), self.desk.is_running());
        match action {
            Action::Solve | Action::Step | Action::StepMany | Action::RunTo if self.session.is_solved() => {
                self.message = "It is solved.".into();
            }
            Action::Solve => self.start(false),
            Action::Pause if running => {
                self.desk.pause();
                self.watches = true;
                if let Some(snapshot) = self.desk.snapshot().filter(|s| s.finding.answer.is_some()) {
                    self.message = self.stop_words("Paused", &snapshot);
                }
            }
            Action::Pause if alive => {
                self.desk.resume();
                self.message.clear();
            }
            Action::Pause if self.session.next_of_solution().is_some() => {
                self.play_due = if self.play_due.is_some() { None } else { Some(now) };
            }
            Action::Pause => self.message = "Nothing to pause: s solves from here.".into(),
            Action::Step | Action::StepMany => {
                if !alive {
                    self.start(true);
                }
                self.watches = true;
                self.desk.step(if action == Action::Step { 1 } else { STEP_MANY });
            }
            Action::RunTo => {
                self.popup = Some(Popup::Breakpoint);
                self.message = BREAKPOINTS.into();
            }
            Action::Cancel if alive => {
                self.desk.cancel();
                self.message = "Stopping.".into();
            }
            Action::Cancel => self.message = "No search is under way.".into(),
            Action::Watch if self.desk.root().is_some() => self.watches = !self.watches,
            _ => self.message = "No search to watch: s solves from here, . makes one step.".into(),
        }
    }

    pub(super) fn toggle(&mut self, index: usize) {
        let strategy = self.desk.plan.strategy;
        let Some(toggle) = strategy.toggles.get(index) else {
            let n = strategy.toggles.len();
            self.message = match n {
                0 => format!("{} has no heuristics to toggle; S chooses another strategy.", strategy.name),
                _ => format!("{} has toggles 1 to {n}; S tells about them.", strategy.name),
            };
            return;
        };
        let on = !self.desk.plan.on.has(index);
        self.desk.plan.on = strategy.switched(self.desk.plan.on, index, on);
        let was_alive = self.desk.is_alive();
        self.restart_run();
        let word = if on { "on" } else { "off" };
        let then = if was_alive { "" } else { " s runs it." };
        self.message = format!("{} {word}: {} ({}).{then}", toggle.name, toggle.about, toggle.keeps.words());
    }

    pub(super) fn weigh(&mut self, direction: f64) {
        let plan = &self.desk.plan;
        if plan.strategy.weight.is_none() {
            self.message = format!("{} has no weight.", plan.strategy.name);
            return;
        }
        let weight = ((plan.weight() + direction * WEIGHT_STEP).max(1.0) * 10.0).round() / 10.0;
        let changed = Plan { weight: Some(weight), ..plan.clone() };
        if let Err(error) = self.named.game.check_usage(&changed) {
            self.message = format!("{error}.");
            return;
        }
        self.desk.plan = changed;
        let then = if self.desk.is_alive() { "" } else { " s runs it." };
        self.restart_run();
        self.message = if weight > 1.0 {
            format!("Weight {weight}: a solution is at most {weight} times as long as the shortest.{then}")
        } else {
            format!("Weight 1: the solution is a shortest one.{then}")
        };
    }
}
