//! The stages of a published method: each by its name in the paper, with what goes in and what comes out.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, row};
use super::game::GameScreen;
use super::game_popup::Popup;
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Key, Keymap};
use crate::games::view::Role;
use crate::games::{Part, Position, Stages};
use crate::search::Cell;

pub struct StageBrowser {
    stages: &'static dyn Stages,
    position: Box<dyn Position>,
    parts: Vec<Part>,
    /// The chosen stage and part, from 0.
    stage: usize,
    part: usize,
    /// Whether the output of all parts is shown.
    shows_all: bool,
    /// The first line in view, and how many there are.
    top: usize,
    output: Vec<String>,
    /// The output within a width.
    wrapped: (usize, Vec<String>),
    page: usize,
}

impl StageBrowser {
    /// The stages of a position; the part that holds `cursor` is chosen.
    fn new(stages: &'static dyn Stages, position: Box<dyn Position>, cursor: Option<Cell>) -> Self {
        let parts = stages.parts(&*position);
        let part = parts.iter().position(|part| cursor.is_some_and(|cell| part.cells.contains(&cell)));
        let mut browser = StageBrowser {
            stages,
            position,
            parts,
            stage: 0,
            part: part.unwrap_or(0),
            shows_all: false,
            top: 0,
            output: Vec::new(),
            wrapped: (0, Vec::new()),
            page: 1,
        };
        browser.look();
        browser
    }

    /// Asks for the output that is to be shown.
    fn look(&mut self) {
        let is_of_part = !self.shows_all && self.stages.list()[self.stage].has_parts;
        let part = is_of_part.then_some(self.part);
        let output = self.stages.output(&*self.position, self.stage + 1, part, true);
        self.output = output.unwrap_or_else(|why| vec![why]);
        (self.top, self.wrapped.0) = (0, 0);
    }

    /// Returns whether the browser stays open.
    pub fn key(&mut self, key: Key, keymap: &Keymap) -> bool {
        let (last_stage, last_part) = (self.stages.list().len() - 1, self.parts.len().saturating_sub(1));
        let lowest = self.wrapped.1.len().saturating_sub(self.page);
        match keymap.action(key) {
            Some(Action::Up) => self.choose(self.stage.saturating_sub(1), self.part),
            Some(Action::Down) => self.choose((self.stage + 1).min(last_stage), self.part),
            Some(Action::Left) => self.choose(self.stage, self.part.saturating_sub(1)),
            Some(Action::Right) => self.choose(self.stage, (self.part + 1).min(last_part)),
            Some(Action::Home) => self.choose(0, self.part),
            Some(Action::End) => self.choose(last_stage, self.part),
            Some(Action::PageDown | Action::Pause) => self.top = (self.top + self.page).min(lowest),
            Some(Action::PageUp) => self.top = self.top.saturating_sub(self.page),
            Some(Action::NextPane) => {
                self.shows_all = !self.shows_all;
                self.look();
            }
            Some(Action::Back | Action::Stages | Action::Pick) => return false,
            _ => {}
        }
        true
    }

    fn choose(&mut self, stage: usize, part: usize) {
        if part != self.part {
            self.shows_all = false;
        }
        (self.stage, self.part) = (stage, part);
        self.look();
    }

    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let frame = centred(area, area.width.min(130), area.height);
        let inner = canvas.dialog(frame, "The stages of the classroom");
        canvas.zones.clear();
        canvas.zone(area, Zone::Board);
        canvas.zone(frame, Zone::Row(usize::MAX));
        let body = Rect { height: inner.height.saturating_sub(1), ..inner };
        let titles = self.stages.list().iter().map(|stage| stage.title.chars().count()).max().unwrap_or(0) as u16 + 6;
        // A narrow window keeps the numbers and gives the rest to the text.
        let names = if inner.width >= titles + 44 { titles } else { 5 };
        self.draw_names(canvas, Rect { width: names.min(body.width), ..body });
        self.draw_stage(canvas, after(body, names + 1));
        let keys = [
            KeyItem::told("up down", "stage"),
            KeyItem::told("left right", self.stages.part_word()),
            KeyItem::press("tab", "one or all"),
            KeyItem::press("pagedown", "more"),
            KeyItem::press("esc", "back"),
        ];
        key_line::draw_of_dialog(canvas, row(inner, body.height), &keys);
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let top = (self.stage + 1).saturating_sub(area.height as usize);
        for (n, stage) in self.stages.list().iter().enumerate().skip(top) {
            let line = row(area, (n - top) as u16);
            let role = if n == self.stage { Role::Selected } else { Role::Text };
            let mark = if n == self.stage { ">" } else { " " };
            let title = if area.width > 6 { stage.title } else { "" };
            canvas.line(line, &format!("{mark}{:>2} {title} ", n + 1), role);
            canvas.zone(line, Zone::Row(n));
        }
    }

    /// The predicate, its input and as much of its output as fits.
    fn draw_stage(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let stage = &self.stages.list()[self.stage];
        let width = area.width.saturating_sub(1) as usize;
        let mut head: Vec<(String, Role)> = Vec::new();
        head.extend(wrap_term(stage.call, width).into_iter().map(|line| (line, Role::Title)));
        for line in self.stages.input(&*self.position, self.stage + 1, self.part) {
            head.extend(wrap_term(&line, width).into_iter().map(|line| (line, Role::Dim)));
        }
        head.push((self.whose(), Role::Text));
        // What goes in must leave room for what comes out.
        head.truncate((area.height as usize / 2).max(2));
        for (n, (line, role)) in head.iter().enumerate() {
            canvas.line(row(area, n as u16), line, *role);
        }
        let room = below(area, head.len() as u16);
        if self.wrapped.0 != width {
            self.wrapped = (width, self.output.iter().flat_map(|line| wrap_term(line, width)).collect());
        }
        self.page = (room.height as usize).saturating_sub(1).max(1);
        let lines = &self.wrapped.1;
        for (n, line) in lines.iter().skip(self.top).take(self.page).enumerate() {
            canvas.line(row(room, n as u16), line, Role::Number);
        }
        let below_view = lines.len().saturating_sub(self.top + self.page);
        if below_view > 0 || self.top > 0 {
            let left = format!("line {} of {}; pgdn, pgup", self.top + 1, lines.len());
            canvas.right(row(room, self.page as u16), &left, Role::Key);
        }
    }

    /// Which part the output is of.
    fn whose(&self) -> String {
        let word = self.stages.part_word();
        match (self.stages.list()[self.stage].has_parts, self.shows_all, self.parts.get(self.part)) {
            (true, false, Some(part)) => {
                format!("gives, for {word} {} of {} ({}):", self.part + 1, self.parts.len(), part.name)
            }
            (true, true, _) => format!("gives, for all {} {word}s:", self.parts.len()),
            _ => "gives:".into(),
        }
    }
}

/// A term in lines of a width: broken behind commas, best behind a closing bracket, and indented from the second on.
fn wrap_term(text: &str, width: usize) -> Vec<String> {
    const INDENT: &str = "  ";
    let width = width.max(12);
    let (mut lines, mut rest, mut indent) = (Vec::new(), text, "");
    loop {
        let room = width - indent.len();
        let Some((end, _)) = rest.char_indices().nth(room) else {
            lines.push(format!("{indent}{rest}"));
            return lines;
        };
        let head = &rest[..end];
        let behind = |sign: &str| head.rfind(sign).map(|at| at + sign.len()).filter(|&at| at * 3 > end);
        let cut = behind("],").or_else(|| behind(", ")).or_else(|| behind(",")).or_else(|| behind(" ")).unwrap_or(end);
        lines.push(format!("{indent}{}", rest[..cut].trim_end()));
        rest = rest[cut..].trim_start();
        indent = INDENT;
    }
}

impl GameScreen {
    pub(super) fn open_stages(&mut self) {
        let (position, _) = self.board();
        match position.game().stages() {
            Some(stages) => {
                let cursor = self.middle.hand().cursor(&*position);
                self.popup = Some(Popup::Stages(StageBrowser::new(stages, position, cursor)));
            }
            None => self.middle.say("This game's methods do not come in stages."),
        }
    }

    pub(super) fn click_stage(&mut self, mut browser: StageBrowser, place: usize) {
        if place < browser.stages.list().len() {
            browser.choose(place, browser.part);
        }
        self.popup = Some(Popup::Stages(browser));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_break_between_lists() {
        let text = "[[P24,P25],[[1,2,3],[2,1,3],[3,1,2]]]";
        assert_eq!(wrap_term(text, 20), ["[[P24,P25],[[1,2,3],", "  [2,1,3],[3,1,2]]]"]);
        for width in 0..50 {
            let joined: String = wrap_term(text, width).iter().map(|line| line.trim_start()).collect();
            assert_eq!(joined, text, "{width}");
            assert!(wrap_term(text, width).iter().all(|line| line.len() <= width.max(12)), "{width}");
        }
    }
}
