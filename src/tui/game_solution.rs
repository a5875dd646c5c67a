//! Solutions on the game screen: walking along the solver's, playing it, and the player's own.

use std::time::{Duration, Instant};

use super::game::{GameScreen, Pane};
use super::keymap::Action;
use crate::workbench::gap::Gap;
use crate::workbench::session::Session;
use crate::workbench::words;

/// Steps a second of a solution that plays by itself.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// The slowest speed that is as fast as this.
pub(super) fn nearest_speed(wanted: f64) -> usize {
    SPEEDS.iter().position(|&s| s >= wanted).unwrap_or(SPEEDS.len() - 1)
}

impl GameScreen {
    pub(super) fn walk(&mut self, step: impl FnOnce(&mut Session) -> bool) {
        if self.session.solution().is_none() {
            self.message = self.no_solution_words();
            return;
        }
        self.watches = false;
        self.drop_selection();
        let due = self.play_due;
        let made = self.session.made();
        if step(&mut self.session) {
            self.helped_from.get_or_insert(made);
            self.message.clear();
            self.changed();
            self.play_due = due;
            self.pane = Pane::Solution;
        } else if self.session.solution_step().is_none() {
            self.message = "You have left the solution: [ goes back to its start, s solves from here.".into();
        }
    }

    pub(super) fn act_on_solution(&mut self, action: Action) {
        let (done, all) = self.session.solution_step().unwrap_or((0, 0));
        match action {
            Action::Left => self.walk(Session::solution_back),
            Action::Right => self.walk(Session::solution_forward),
            Action::Up | Action::PageUp => self.walk(|session| session.solution_jump(done.saturating_sub(10))),
            Action::Down | Action::PageDown => self.walk(|session| session.solution_jump((done + 10).min(all))),
            Action::Home => self.walk(|session| session.solution_jump(0)),
            Action::End => self.walk(|session| session.solution_jump(usize::MAX)),
            Action::Pick => self.pane = Pane::Board,
            _ => {}
        }
    }

    pub(super) fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.message = format!("The solution plays at {} steps a second.", SPEEDS[self.speed]);
    }

    pub(super) fn is_playing(&self) -> bool {
        self.play_due.is_some()
    }

    /// Makes the step of a playing solution that is due.
    pub(super) fn play_on(&mut self, now: Instant) {
        if self.play_due.is_some_and(|due| due <= now) {
            self.walk(Session::solution_forward);
            let next = now + Duration::from_secs_f64(1.0 / SPEEDS[self.speed]);
            self.play_due = self.session.next_of_solution().is_some().then_some(next);
        }
    }

    /// After a move of the player's that solved it.
    pub(super) fn won(&mut self) {
        let made = self.session.moves_made().len() as u64;
        self.has_won = true;
        if self.is_own_solution() && !self.is_edited() {
            self.win = Some(made);
        }
        let optimum = self.referee.gap_of_puzzle(&self.session).and_then(Gap::optimum);
        let best = self.named.best.filter(|&best| best < made && !self.is_edited());
        let beside = match (optimum, best) {
            (Some(optimum), _) if optimum < made => format!("; a shortest solution has {optimum}"),
            (Some(_), _) => ", and none is shorter".into(),
            (None, Some(best)) => format!("; the best known solution has {best}"),
            (None, None) => String::new(),
        };
        self.message = format!("Solved in {}{beside}.", words::count(made, "move", "moves"));
    }
}
