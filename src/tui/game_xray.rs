//! The x-ray on the game screen: what heuristics see on the board that is shown, and the estimates along a solution.

use std::hash::{DefaultHasher, Hash, Hasher};

use ratatui::layout::Rect;

use super::chrome::after;
use super::game::GameScreen;
use super::game_tree::Face;
use super::xray_chart;
use crate::games::view::Role;
use crate::games::{Position, Sight};
use crate::search::{Cell, Mark, MarkKind};
use crate::workbench::middle::{Course, Estimate, estimate};
use crate::workbench::run_record::PlanName;
use crate::workbench::words;

/// Rows of the chart at least and at most, and columns of the x-ray beside a board.
pub(super) const SMALL_CHART: usize = 4;
const LARGE_CHART: usize = 9;
const LEAST_SIDE: u16 = 24;
const MOST_SIDE: u16 = 44;

/// What is shown of a board, made once and not at every frame.
#[derive(Default)]
pub struct XrayScreen {
    pub is_on: bool,
    /// The board and the plan that it was made of.
    of: String,
    sight: Sight,
    estimate: Option<Estimate>,
    /// The solution and the plan that it was made of.
    course_of: String,
    course: Option<Course>,
}

impl GameScreen {
    pub(super) fn toggle_xray(&mut self) {
        if self.middle.named().game.xray().is_none() {
            return self.middle.say("This game has no x-ray.");
        }
        self.xray.is_on = !self.xray.is_on;
        let is_hidden = self.tree.is_open && !self.tree.is_beside && self.tree.face != Face::Board;
        self.middle.say(match (self.xray.is_on, is_hidden) {
            (true, true) => "X-ray on: it is seen on the board, enter shows that and T closes the tree.",
            (true, false) => "",
            (false, _) => "X-ray off.",
        });
    }

    /// Looks through the board that is shown; what a search notes of its candidates is shown to no one else.
    pub(super) fn look_through(&mut self, position: &dyn Position, marks: &mut Vec<Mark>) {
        let noted: Vec<(Cell, u16)> = marks.iter().copied().filter_map(candidates).collect();
        if !self.xray.is_on || !self.middle.is_ready() {
            return marks.retain(|mark| candidates(*mark).is_none());
        }
        let Some(rays) = self.middle.named().game.xray() else { return };
        let plan = self.middle.judging_plan().clone();
        // Marks can be thousands: their hash tells them apart.
        let mut hasher = DefaultHasher::new();
        marks.hash(&mut hasher);
        let of = format!("{} {} {:x}", PlanName::of(&plan), position.whole_line(), hasher.finish());
        if of != self.xray.of {
            self.xray.sight = if noted.is_empty() {
                rays.look(position, marks, &plan)
            } else {
                Sight { marks: Vec::new(), lines: rays.with_candidates(position, &noted) }
            };
            self.xray.estimate = estimate(position, &plan);
            self.xray.of = of;
        }
        marks.extend_from_slice(&self.xray.sight.marks);
        let found =
            self.middle.desk().snapshot().and_then(|s| s.finding.answer.as_ref().map(|answer| answer.moves.join(" ")));
        let course_of = found.map(|moves| format!("{} {moves}", PlanName::of(&plan))).unwrap_or_default();
        if course_of != self.xray.course_of {
            self.xray.course = self.middle.course();
            self.xray.course_of = course_of;
        }
    }

    /// What the x-ray says, to be broken to the pane.
    pub(super) fn xray_words(&self) -> Vec<(String, Role)> {
        if !self.xray.is_on {
            return Vec::new();
        }
        let told = self.xray.estimate.as_ref().map(|estimate| (self.estimate_words(estimate), Role::Number));
        told.into_iter().chain(self.xray.sight.lines.iter().map(|line| (words::sentence(line), Role::Text))).collect()
    }

    /// Its place beside a board of at least this width, where it would be cut under it and the board is not drawn
    /// smaller for it than above all that is said. Some rows are left to what is said anyway; all of it wants more.
    pub(super) fn xray_beside(
        &self,
        inner: Rect,
        (said, wanted): (u16, u16),
        board_width: u16,
        size_in: &dyn Fn(u16, u16) -> (u16, u16),
    ) -> Option<Rect> {
        let side = self.xray_side(inner, board_width)?;
        let area = |(width, height): (u16, u16)| u32::from(width) * u32::from(height);
        let is_cut = wanted > inner.height.saturating_sub(size_in(inner.width, inner.height - said).1);
        let left = inner.height.saturating_sub(wanted);
        let above = size_in(inner.width, left);
        let beside = size_in(inner.width - side.width, inner.height - said);
        let is_smaller = above.1 <= left && area(beside) <= area(above);
        (is_cut && !is_smaller).then_some(side)
    }

    /// Where the x-ray stands beside a board of this width, if there is room.
    fn xray_side(&self, inner: Rect, board_width: u16) -> Option<Rect> {
        let beside = inner.width.saturating_sub(board_width + 2);
        (self.xray.is_on && beside >= LEAST_SIDE).then(|| after(inner, inner.width - beside.min(MOST_SIDE)))
    }

    /// What it says there: the chart is as high as the lines leave room for.
    pub(super) fn xray_panel(&self, area: Rect) -> Vec<(String, Role)> {
        let lines = self.xray_lines(area.width.into(), SMALL_CHART);
        let spare = usize::from(area.height).saturating_sub(lines.len()) / 2;
        self.xray_lines(area.width.into(), (SMALL_CHART + spare).min(LARGE_CHART))
    }

    /// The chart, which cannot be cut, and what else there is to say, broken to a width.
    pub(super) fn xray_lines(&self, width: usize, height: usize) -> Vec<(String, Role)> {
        let broken = |(text, role): (String, Role)| words::wrap(&text, width).into_iter().map(move |line| (line, role));
        self.xray_chart(width, height).into_iter().chain(self.xray_words().into_iter().flat_map(broken)).collect()
    }

    /// The rows that the x-ray would like to have under the board.
    pub(super) fn xray_rows(&self, lines: &[(String, Role)]) -> u16 {
        if self.xray.is_on { lines.len() as u16 } else { 0 }
    }

    fn estimate_words(&self, estimate: &Estimate) -> String {
        let plan = self.middle.judging_plan();
        let terms: Vec<String> =
            estimate.terms.iter().map(|&(name, value)| format!("{name} {}", words::grouped(value))).collect();
        let terms = if terms.is_empty() { String::new() } else { format!(" ({})", terms.join(", ")) };
        let weight = match plan.strategy.weight {
            Some(_) => format!(", times {:.1} is {:.1}", plan.weight(), estimate.value),
            None => String::new(),
        };
        format!("{}: h {}{weight}{terms}", plan.strategy.name, words::grouped(estimate.h))
    }

    /// The rows down to the foot of the chart, under the news.
    pub(super) fn chart_foot(&self, width: usize) -> u16 {
        self.news_rows(width) + self.xray_chart(width, SMALL_CHART).len() as u16
    }

    /// The chart of the estimates along the solution, as lines that are not to be broken.
    fn xray_chart(&self, width: usize, height: usize) -> Vec<(String, Role)> {
        let Some(course) = self.xray.course.as_ref().filter(|_| self.xray.is_on) else { return Vec::new() };
        if height == 0 {
            return vec![("A higher window draws h along the solution.".into(), Role::Dim)];
        }
        let here = self.middle.session().solution_step().map(|(done, _)| done);
        xray_chart::lines(course, here, width, height)
    }
}

fn candidates(mark: Mark) -> Option<(Cell, u16)> {
    match mark.kind {
        MarkKind::Candidates(set) => Some((mark.cell, set)),
        _ => None,
    }
}
