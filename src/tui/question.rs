//! A question that lies over the screen until it is answered: yes, or anything else for no.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, below, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::Key;
use crate::games::view::Role;
use crate::workbench::words;

/// What would be lost, and what the two answers are called.
#[derive(Clone, Debug)]
pub struct Question {
    pub text: String,
    pub yes: &'static str,
    /// Keeps what would be lost: a key of the screen, and what it does.
    pub saves: Option<(String, &'static str)>,
    /// What else one can do, with `g`.
    pub gives_up: Option<&'static str>,
    pub no: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    GiveUp,
    Save,
}

impl Question {
    /// A question that is answered by two keys.
    pub fn of(text: impl Into<String>, yes: &'static str, no: &'static str) -> Self {
        Question { text: text.into(), yes, saves: None, gives_up: None, no }
    }

    /// What a key answers; `None` where it is no answer.
    pub fn answer(&self, key: Key) -> Option<Answer> {
        match (key.code(), key.character()) {
            _ if self.saves.as_ref().is_some_and(|(save, _)| Key::read(save) == Some(key)) => Some(Answer::Save),
            (_, Some('y' | 'Y')) => Some(Answer::Yes),
            (_, Some('g')) if self.gives_up.is_some() => Some(Answer::GiveUp),
            (KeyCode::Esc, _) | (_, Some('n' | 'N')) => Some(Answer::No),
            _ => None,
        }
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = area.width.saturating_sub(4).min(64);
        let lines = words::wrap(&self.text, width as usize - 4);
        let frame = centred(area, width, lines.len() as u16 + 4);
        let inner = canvas.dialog(frame, "Sure?");
        // Whatever lies under it is out of reach.
        canvas.zones.clear();
        canvas.zone(frame, Zone::Row(usize::MAX));
        for (n, line) in lines.iter().enumerate() {
            canvas.line(row(Rect { x: inner.x + 1, ..inner }, n as u16), line, Role::Text);
        }
        let gives_up = self.gives_up.map(|does| KeyItem::press("g", does));
        let saves = self.saves.as_ref().map(|(key, does)| KeyItem::press(key, does));
        let keys = [saves, Some(KeyItem::press("y", self.yes)), gives_up, Some(KeyItem::press("n", self.no))];
        let keys: Vec<KeyItem> = keys.into_iter().flatten().collect();
        key_line::draw_of_dialog(canvas, row(below(inner, lines.len() as u16 + 1), 0), &keys);
    }
}
