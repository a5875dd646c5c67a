//! A puzzle by its name: the forms that names have, and a line to type into.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, row};
use super::key_line::{self, KeyItem};
use super::keymap::Key;
use super::prompt::{Prompt, Typed};
use crate::games::Game;
use crate::games::view::Role;
use crate::workbench::words;

pub struct NameDialog {
    game: &'static dyn Game,
    prompt: Prompt,
    /// Why what was given is no name.
    error: String,
}

impl NameDialog {
    pub fn new(game: &'static dyn Game) -> Self {
        NameDialog { game, prompt: Prompt::new("Name: ".into()), error: String::new() }
    }

    /// The game whose names need no `GAME:` before them.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    pub fn key(&mut self, key: Key) -> Typed {
        self.error.clear();
        self.prompt.key(key)
    }

    pub fn paste(&mut self, text: &str) {
        self.prompt.text.push_str(text.lines().next().unwrap_or_default().trim());
    }

    /// Stays open with what was typed, and says what is wrong with it.
    pub fn refuse(&mut self, text: &str, why: String) {
        (self.prompt.text, self.error) = (text.to_owned(), why);
    }

    /// The forms, each with what it gives.
    fn forms(&self) -> Vec<(String, String)> {
        let profile = self.game.profile();
        let own = profile.names.iter().map(|(form, gives)| ((*form).to_owned(), (*gives).to_owned()));
        let packs = [
            (format!("{}/NAME", profile.name), "a puzzle of a pack, as the list calls it".to_owned()),
            ("FILE".to_owned(), "a file with a puzzle in any text form".to_owned()),
        ];
        own.chain(packs).collect()
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = area.width.saturating_sub(4).min(92);
        let forms = self.forms();
        let column = forms.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0).min(width as usize / 2) + 2;
        let beside = (width as usize).saturating_sub(column + 4);
        let mut lines: Vec<(String, String)> = Vec::new();
        for (form, gives) in forms {
            let mut told = words::wrap(&gives, beside).into_iter();
            lines.push((form, told.next().unwrap_or_default()));
            lines.extend(told.map(|more| (String::new(), more)));
        }
        let errors = words::wrap(&self.error, width as usize - 4);
        let room = (area.height as usize).saturating_sub(6 + errors.len());
        lines.truncate(room);
        let frame = centred(area, width, (lines.len() + errors.len()) as u16 + 6);
        let inner = canvas.overlay(frame, &format!("{} by name", self.game.profile().title));
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        canvas.zones.clear();
        canvas.zone(area, Zone::Press(Key::read("esc").expect("a key")));
        canvas.zone(frame, Zone::Row(usize::MAX));
        let caret = format!("{}_", self.prompt.text);
        canvas.parts(row(inner, 0), &[(&self.prompt.label, Role::Key), (&caret, Role::Text)]);
        for (n, line) in errors.iter().enumerate() {
            canvas.line(row(below(inner, 1), n as u16), line, Role::Bad);
        }
        let list = below(inner, errors.len() as u16 + 2);
        for (n, (form, gives)) in lines.iter().enumerate() {
            let line = row(list, n as u16);
            canvas.line(line, form, Role::Key);
            canvas.line(after(line, column as u16), gives, Role::Dim);
        }
        let keys = [KeyItem::press("enter", "open"), KeyItem::press("esc", "no")];
        key_line::draw(canvas, row(inner, inner.height.saturating_sub(1)), &keys);
    }
}
