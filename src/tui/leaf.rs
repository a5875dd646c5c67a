//! A page of text over the board, to be read and put away.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, centred, row};
use super::game::GameScreen;
use super::game_popup::Popup;
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Key, Keymap};
use crate::games::view::Role;

pub struct Leaf {
    title: &'static str,
    lines: Vec<String>,
    top: usize,
    page: usize,
}

impl Leaf {
    fn new(title: &'static str, text: &str) -> Self {
        Leaf { title, lines: text.lines().map(String::from).collect(), top: 0, page: 1 }
    }

    /// Returns whether it stays open.
    pub fn key(&mut self, key: Key, keymap: &Keymap) -> bool {
        let lowest = self.lines.len().saturating_sub(self.page);
        match keymap.action(key) {
            Some(Action::Up) => self.top = self.top.saturating_sub(1),
            Some(Action::Down) => self.top = (self.top + 1).min(lowest),
            Some(Action::PageUp) => self.top = self.top.saturating_sub(self.page),
            Some(Action::PageDown | Action::Pause) => self.top = (self.top + self.page).min(lowest),
            Some(Action::Home) => self.top = 0,
            Some(Action::End) => self.top = lowest,
            Some(Action::Back | Action::Pick | Action::Inside) => return false,
            _ => {}
        }
        true
    }

    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
        let frame = centred(area, width.clamp(30, area.width.max(30)), self.lines.len() as u16 + 3);
        let inner = canvas.dialog(frame, self.title);
        canvas.zones.clear();
        canvas.zone(area, Zone::Board);
        self.page = (inner.height as usize).saturating_sub(1).max(1);
        self.top = self.top.min(self.lines.len().saturating_sub(self.page));
        for (n, line) in self.lines.iter().skip(self.top).take(self.page).enumerate() {
            let place = row(inner, n as u16);
            canvas.line(Rect { x: place.x + 1, width: place.width.saturating_sub(1), ..place }, line, Role::Text);
        }
        let mut keys = vec![KeyItem::press("esc", "back")];
        if self.lines.len() > self.page {
            keys.insert(0, KeyItem::told("up down pgdn", "more"));
        }
        key_line::draw_of_dialog(canvas, row(inner, self.page as u16), &keys);
    }
}

impl GameScreen {
    /// What the search has to show where it stands, or else the board as the program holds it.
    pub(super) fn open_inside(&mut self) {
        let (position, _) = self.board();
        let snapshot = self.middle.desk().snapshot().filter(|_| self.shows_search());
        if let Some(exhibit) = snapshot.as_ref().and_then(|snapshot| snapshot.look.standing.exhibit.as_ref()) {
            self.popup = Some(Popup::Leaf(Leaf::new(exhibit.title, &exhibit.text)));
            return;
        }
        match position.inside() {
            Some((title, text)) => self.popup = Some(Popup::Leaf(Leaf::new(title, &text))),
            None => self.middle.say("There is nothing more to show of this board."),
        }
    }
}
