//! A puzzle by its name: the forms that names have, and a line to type into.

use crossterm::event::KeyCode;
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
    /// The first line of the forms that is shown: not all of them fit in a small window.
    top: usize,
}

/// Where it is told under a form what it gives.
const INDENT: usize = 4;

/// Forms and what each gives in two columns, and where the second begins: beside the forms or, where there is little
/// room, under each of them.
pub fn in_columns(forms: Vec<(String, String)>, width: usize) -> (Vec<(String, String)>, usize) {
    let widest = forms.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0) + 2;
    let column = if widest <= width / 2 + 2 { widest } else { INDENT };
    let mut lines: Vec<(String, String)> = Vec::new();
    for (form, gives) in forms {
        let mut told = words::wrap_well(&gives, width.saturating_sub(column)).into_iter();
        let first = if column > form.chars().count() { told.next() } else { None };
        lines.push((form, first.unwrap_or_default()));
        lines.extend(told.map(|more| (String::new(), more)));
    }
    (lines, column)
}

impl NameDialog {
    pub fn new(game: &'static dyn Game) -> Self {
        NameDialog { game, prompt: Prompt::new("Name: ".into()), error: String::new(), top: 0 }
    }

    /// The game whose names need no `GAME:` before them.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    pub fn key(&mut self, key: Key) -> Typed {
        match key.code() {
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            // Drawing knows how many lines there are.
            KeyCode::Down => self.top += 1,
            _ => self.error.clear(),
        }
        self.prompt.key(key)
    }

    pub fn paste(&mut self, text: &str) {
        self.prompt.paste(text);
    }

    /// Stays open with what was typed, and says what is wrong with it.
    pub fn refuse(&mut self, text: &str, why: String) {
        self.prompt.paste(text);
        self.error = why;
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

    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = area.width.saturating_sub(4).min(92);
        let forms = self.forms();
        let (lines, column) = in_columns(forms, usize::from(width).saturating_sub(4));
        let errors = words::wrap(&self.error, width as usize - 4);
        let room = (area.height as usize).saturating_sub(6 + errors.len());
        let most = lines.len().saturating_sub(room);
        self.top = self.top.min(most);
        let lines: Vec<_> = lines.into_iter().skip(self.top).take(room).collect();
        let frame = centred(area, width, (lines.len() + errors.len()) as u16 + 6);
        let inner = canvas.dialog(frame, &format!("{} by name", self.game.profile().title));
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        canvas.zones.clear();
        canvas.zone(area, Zone::Press(Key::read("esc").expect("a key")));
        canvas.zone(frame, Zone::Row(usize::MAX));
        self.prompt.draw(canvas, row(inner, 0));
        for (n, line) in errors.iter().enumerate() {
            canvas.line(row(below(inner, 1), n as u16), line, Role::Bad);
        }
        let list = below(inner, errors.len() as u16 + 2);
        for (n, (form, gives)) in lines.iter().enumerate() {
            let line = row(list, n as u16);
            canvas.line(line, form, Role::Key);
            canvas.line(after(line, column as u16), gives, Role::Dim);
        }
        let mut keys = vec![KeyItem::press("enter", "open"), KeyItem::press("esc", "no")];
        if most > 0 {
            keys.push(KeyItem::told("up down", "more forms"));
        }
        key_line::draw_of_dialog(canvas, row(inner, inner.height.saturating_sub(1)), &keys);
    }
}
