//! The end of a game, in figures: at the foot of the solver's column.

use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::chrome::{Canvas, below, padded, row};
use super::game::GameScreen;
use crate::games::view::Role;
use crate::workbench::middle::{Yardstick, clock_words};

/// So many rows are left to the solver.
const LEAST_SOLVER: u16 = 6;

impl GameScreen {
    /// What is left to the solver, and the room for what a game was worth that has come to its end; they share a border.
    pub(super) fn end_room(&self, solver: Rect, now: Instant) -> (Rect, Option<Rect>) {
        let height = self.end_rows(now).len() as u16 + 2;
        let is_shown = self.middle.is_solved() && !self.shows_search();
        match solver.height.checked_sub(height).filter(|&upper| is_shown && upper >= LEAST_SOLVER) {
            Some(upper) => (Rect { height: upper + 1, ..solver }, Some(below(solver, upper))),
            None => (solver, None),
        }
    }

    /// What is told of the end under the board where it has no pane: hints, unless the words of the end tell of them, and
    /// what the player has reached so far.
    pub(super) fn end_words(&self) -> Option<String> {
        if self.drawn.has_end_pane || !self.middle.is_solved() || self.shows_search() {
            return None;
        }
        let is_own = !self.middle.session().is_helped();
        let hints = (is_own && !self.middle.was_told()).then(|| "no hints".to_owned());
        let own = self.own_best_rows().into_iter().map(|(label, value)| format!("{label} {value}"));
        let told: Vec<String> = hints.into_iter().chain(own).collect();
        (!told.is_empty()).then(|| format!("{}.", told.join(", ")))
    }

    pub(super) fn draw_end(&self, canvas: &mut Canvas<'_>, area: Rect, now: Instant) {
        let title = match self.middle.session().is_helped() {
            true if self.middle.is_partly_own() => "With help",
            true => "By the solver",
            false if self.middle.was_told() => "With help",
            false => "Won",
        };
        let inner = padded(canvas.pane(area, title, false));
        for (n, (label, value)) in self.end_rows(now).iter().enumerate() {
            canvas.pair(row(inner, n as u16), label, value, Role::Number);
        }
    }

    fn end_rows(&self, now: Instant) -> Vec<(&'static str, String)> {
        let mut rows = vec![("time", clock_words(self.middle.elapsed(now).unwrap_or_default()))];
        if self.middle.counts_moves() {
            rows.push(("moves", self.middle.session().moves_made().len().to_string()));
            rows.extend(self.middle.yardstick().map(|yardstick| match yardstick {
                Yardstick::Shortest(length) => ("shortest", length.to_string()),
                Yardstick::BestKnown(length) => ("best known", length.to_string()),
            }));
        }
        if self.middle.is_partly_own() {
            rows.push(("the solver's moves", self.middle.session().moves_by_solver().to_string()));
        }
        rows.push(("hints", self.middle.hints().to_string()));
        rows.extend(self.middle.was_marked().then(|| ("marks on moves", "on".to_owned())));
        rows.extend(self.own_best_rows());
        rows
    }

    fn own_best_rows(&self) -> Vec<(&'static str, String)> {
        let best = self.own_best.as_ref().filter(|_| !self.middle.is_edited());
        let fewest = best.and_then(|best| best.solved).filter(|_| self.middle.counts_moves());
        let time = best.and_then(|best| best.time).map(|time| clock_words(Duration::from_millis(time)));
        let fewest = fewest.map(|moves| ("your fewest moves", moves.to_string()));
        fewest.into_iter().chain(time.map(|time| ("your best time", time))).collect()
    }
}
