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
    /// What the game was worth, where it has come to its end; returns what is left to the solver.
    pub(super) fn draw_end(&self, canvas: &mut Canvas<'_>, solver: Rect, now: Instant) -> Rect {
        let rows = if self.middle.is_solved() && !self.shows_search() { self.end_rows(now) } else { Vec::new() };
        let height = rows.len() as u16 + 2;
        if rows.is_empty() || solver.height < height + LEAST_SOLVER {
            return solver;
        }
        // Both share a border.
        let upper = solver.height - height;
        let title = if self.middle.session().is_helped() { "Solved, with the solver" } else { "Won" };
        let inner = padded(canvas.pane(below(solver, upper), title, false));
        for (n, (label, value)) in rows.iter().enumerate() {
            canvas.pair(row(inner, n as u16), label, value, Role::Number);
        }
        Rect { height: upper + 1, ..solver }
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
        rows.push(("hints", self.middle.hints().to_string()));
        let best = self.own_best.as_ref().filter(|_| !self.middle.is_edited());
        let fewest = best.and_then(|best| best.solved).filter(|_| self.middle.counts_moves());
        let time = best.and_then(|best| best.time).map(|time| clock_words(Duration::from_millis(time)));
        rows.extend(fewest.map(|moves| ("your fewest moves", moves.to_string())));
        rows.extend(time.map(|time| ("your best time", time)));
        rows
    }
}
