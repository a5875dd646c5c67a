//! The lists beside the board: the moves made and those of the solution, and the rules.

use std::cmp::Ordering;
use std::time::Instant;

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, margined, padded, row};
use super::facts;
use super::game::GameScreen;
use crate::games::view::Role;
use crate::workbench::middle::Stride;
use crate::workbench::words;

impl GameScreen {
    pub(super) fn switch_pane(&mut self) {
        self.pane_wish = self.pane_wish.next(!self.drawn.solver.is_empty());
        self.middle.say(self.pane_wish.words());
    }

    /// The moves of the list: what was played, and what follows of the solution; with it how many were played before
    /// the solution began, and how many of all are made.
    fn listed_moves(&self) -> (Vec<String>, usize, usize) {
        let made = self.middle.moves_made();
        match (self.middle.solution(), self.middle.session().solution_step()) {
            (Some(moves), Some((done, _))) => {
                let before = made.len().saturating_sub(done);
                let line: Vec<String> = made[..before].iter().chain(moves).cloned().collect();
                (line, before, before + done)
            }
            _ => (made.clone(), made.len(), made.len()),
        }
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.listed_moves().0.is_empty()
    }

    /// A click on a move of the list shows the board after it.
    pub(super) fn click_move(&mut self, n: usize, now: Instant) {
        let (_, before, _) = self.listed_moves();
        self.popup = None;
        self.watches = false;
        match (n + 1).checked_sub(before) {
            Some(step) if step > 0 => {
                self.middle.walk(Stride::To(step), now);
            }
            _ => self.middle.back_to_move(n + 1, now),
        }
        self.attend();
    }

    /// The solution's moves around the present step, or else the moves made; the next one is bright.
    pub(super) fn draw_moves(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (moves, _, done) = self.listed_moves();
        if moves.is_empty() {
            canvas.line(row(area, 0), "No move made yet.", Role::Dim);
        }
        draw_line_of_moves(canvas, area, &moves, done);
    }

    /// The moves, and where the facts have no place of their own those in place of moves or under them.
    pub(super) fn draw_moves_pane(&self, canvas: &mut Canvas<'_>, area: Rect, with_facts: bool) {
        let facts = |width: u16| self.fact_lines(width);
        if with_facts && !self.has_moves() {
            draw_text(canvas, area, "Puzzle", "", facts);
            return;
        }
        let wanted = facts(area.width.saturating_sub(4)).len() as u16 + 2;
        // Both share a border.
        let upper = (area.height + 1).saturating_sub(wanted);
        let moves = self.listed_moves().0;
        let rows = moves.len().div_ceil(moves_in_a_row(&moves, area.width.saturating_sub(4))) + 2;
        let is_shared = with_facts && rows <= upper.into();
        let moves = if is_shared { Rect { height: upper, ..area } } else { area };
        let inner = padded(canvas.pane(moves, "Moves", false));
        self.draw_moves(canvas, inner);
        if is_shared {
            draw_text(canvas, below(area, upper - 1), "Puzzle", "", facts);
        }
    }

    /// The rules in so many columns, as the help tells them.
    pub(super) fn rule_lines(&self, width: u16) -> Vec<(String, Role)> {
        let lines = words::paragraphs(&self.middle.session().start().help(), width.into());
        lines.into_iter().map(|line| (line, Role::Text)).collect()
    }

    /// What is known of the puzzle, in so many columns.
    pub(super) fn fact_lines(&self, width: u16) -> Vec<(String, Role)> {
        facts::lines(&facts::of_puzzle(self.middle.named(), None), width.into())
    }
}

/// A pane of running text; where it is cut, a key leads to the rest.
pub(super) fn draw_text(
    canvas: &mut Canvas<'_>,
    area: Rect,
    title: &str,
    more: &str,
    lines: impl FnOnce(u16) -> Vec<(String, Role)>,
) {
    let inner = margined(canvas.pane(area, title, false));
    let lines = lines(inner.width);
    let is_cut = lines.len() > inner.height as usize;
    let room = (inner.height as usize).saturating_sub(usize::from(is_cut));
    for (n, (line, role)) in lines.iter().enumerate().take(room) {
        canvas.line(row(inner, n as u16), line, *role);
    }
    if is_cut {
        canvas.right(row(inner, room as u16), more, Role::Key);
    }
}

/// Columns of each move, with the blank behind it.
fn width_of_move(moves: &[String]) -> usize {
    moves.iter().take(1000).map(|mv| mv.chars().count()).max().unwrap_or(0) + 1
}

fn moves_in_a_row(moves: &[String], width: u16) -> usize {
    (usize::from(width) / width_of_move(moves)).max(1)
}

/// Whole pages, so that the list stands still while one steps along it.
fn draw_line_of_moves(canvas: &mut Canvas<'_>, area: Rect, moves: &[String], done: usize) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    let wide = width_of_move(moves);
    let a_row = moves_in_a_row(moves, area.width);
    let places = a_row * area.height as usize;
    // Where there are more moves than places the first and the last ones are for the number of those left out.
    let for_number = (moves.len().to_string().len() + 2).div_ceil(wide);
    let page = if moves.len() > places { places.saturating_sub(2 * for_number).max(1) } else { places };
    // The last page is a full one too.
    let first = (done.min(moves.len().saturating_sub(1)) / page * page).min(moves.len().saturating_sub(page));
    let before = if first > 0 && places > for_number { for_number } else { 0 };
    let at = |n: usize| after(row(area, (n / a_row) as u16), (n % a_row * wide) as u16);
    if before > 0 {
        canvas.line(row(area, 0), &format!("+{first}"), Role::Dim);
    }
    for (n, mv) in moves.iter().enumerate().skip(first).take(page) {
        let role = match n.cmp(&done) {
            Ordering::Less => Role::Dim,
            Ordering::Equal => Role::Selected,
            Ordering::Greater => Role::Text,
        };
        let place = at(before + n - first);
        let width = canvas.line(place, mv, role);
        canvas.zone(Rect { width, ..place }, Zone::Move(n));
    }
    let more = moves.len().saturating_sub(first + page);
    if more > 0 && places > for_number {
        canvas.line(at(before + page), &format!("+{more}"), Role::Dim);
    }
}
