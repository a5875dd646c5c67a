//! The rules of the game under the solver's controls, as long as no run needs that room.

use ratatui::layout::Rect;

use super::chrome::{margined, padded};
use super::game::GameScreen;
use super::rooms::Rooms;
use super::solver_pane;
use crate::games::view::Role;
use crate::workbench::words;

/// From so many rows on the beginning of the rules tells more than the gist of them.
const LEAST_RULES: u16 = 8;
/// The key that leads to all of them.
pub(super) const MORE: &str = "more: ?";

impl GameScreen {
    /// What they say in a place of so many columns and rows: all of it, or the beginning, or the gist.
    pub(super) fn idle_rule_lines(&self, width: u16, rows: u16) -> Vec<(String, Role)> {
        let lines = self.rule_lines(width);
        if rows >= LEAST_RULES || lines.len() <= rows.into() {
            return lines;
        }
        let mut lines: Vec<_> = self.gist_lines(width).into_iter().map(|line| (line, Role::Text)).collect();
        if lines.len() < rows.into() {
            lines.push((format!("{MORE:>0$}", usize::from(width)), Role::Key));
        }
        lines
    }

    fn gist_lines(&self, width: u16) -> Vec<String> {
        words::wrap_well(&self.middle.session().start().gist(), width.into())
    }

    /// Divides the solver's column anew where the rules have no place elsewhere. What stands at its foot gives what it does
    /// not need as long as it does not list moves; notes on toggles give way to the gist alone.
    pub(super) fn lay_idle_rules(&self, rooms: &mut Rooms, prefix: &str) {
        let desk = self.middle.desk();
        let is_idle = desk.snapshot().is_none() && desk.records().is_empty() && !self.middle.is_solved();
        let Some(solver) = rooms.solver.filter(|_| is_idle && !self.tree.is_open) else { return };
        let frame = Rect { width: solver.width - 2, height: solver.height.saturating_sub(2), ..solver };
        let (inside, text) = (padded(frame), margined(frame));
        if rooms.rules.is_some() {
            let (noted, _) = solver_pane::idle_rows(inside, desk, self.middle.tables(), prefix);
            return self.widen_rules(rooms, solver, noted + 2);
        }
        let (noted, bare) = solver_pane::idle_rows(inside, desk, self.middle.tables(), prefix);
        let total = rooms.moves.map_or(solver.height, |lower| lower.bottom() - solver.y);
        let lower = rooms.moves.map(|lower| {
            let needed = self.fact_lines(text.width).len() as u16 + 2;
            if self.has_moves() || rooms.facts.is_some() { lower.height } else { lower.height.min(needed) }
        });
        // Neighbours share a border.
        let others = |rows: u16| rows + 2 + lower.map_or(0, |lower| lower - 1) - 1;
        let gist = self.gist_lines(text.width).len() as u16 + 2;
        let spare = total.saturating_sub(others(noted));
        let height = match spare {
            _ if spare >= LEAST_RULES + 2 => spare.min(self.rule_lines(text.width).len() as u16 + 2),
            _ if spare > gist => gist + 1,
            _ if spare >= gist || total.saturating_sub(others(bare)) >= gist => gist,
            _ => return,
        };
        let foot = lower.map_or(0, |lower| lower - 1);
        let upper = Rect { height: total - foot - (height - 1), ..solver };
        let rules = Rect { y: upper.bottom() - 1, height, ..solver };
        rooms.moves = rooms.moves.map(|moves| Rect { y: rules.bottom() - 1, height: foot + 1, ..moves });
        (rooms.solver, rooms.idle_rules) = (Some(upper), Some(rules));
    }

    /// Rules that are cut under the board get the room of the facts beside them, where these fit under the solver.
    fn widen_rules(&self, rooms: &mut Rooms, solver: Rect, needed: u16) {
        let (Some(facts), Some(rules), Some(moves)) = (rooms.facts, rooms.rules, rooms.moves) else { return };
        let is_cut = self.rule_lines(rules.width.saturating_sub(4)).len() as u16 + 2 > rules.height;
        // Neighbours share a border.
        let told = self.fact_lines(solver.width.saturating_sub(4)).len() as u16 + 1;
        if facts.y == rules.y && moves.x == solver.x && is_cut && needed + told <= solver.height {
            let upper = solver.height - told;
            rooms.solver = Some(Rect { height: upper, ..solver });
            rooms.facts = Some(Rect { y: solver.y + upper - 1, height: told + 1, ..solver });
            rooms.rules = Some(facts.union(rules));
        }
    }
}
