//! The help overlay: the game's rules, and every key, straight from the keymap.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, below, centred, row};
use super::keymap::{Action, Keymap, Place, toggle_keys};
use crate::games::view::Role;
use crate::games::{Game, Hand};
use crate::workbench::words;

pub struct Help {
    lines: Vec<(String, String)>,
    title: String,
    top: usize,
}

/// A line without a key column.
fn plain(text: impl Into<String>) -> (String, String) {
    (String::new(), text.into())
}

impl Help {
    /// Help on one game: rules, its own keys, the screen's keys.
    pub fn on_game(game: &dyn Game, hand: &dyn Hand, keymap: &Keymap) -> Self {
        let mut lines: Vec<_> = game.profile().help.lines().map(plain).collect();
        lines.push(plain(""));
        lines.extend(hand.keys().iter().map(|h| (h.keys.to_owned(), h.does.to_owned())));
        lines.push(plain(""));
        let prefix = keymap.key(Action::Prefix);
        let wants = |key: &str| {
            let mut chars = key.chars();
            matches!((chars.next(), chars.next()), (Some(c), None) if hand.wants(c)) && key != prefix
        };
        let most = game.strategies().iter().map(|strategy| strategy.toggles.len()).max().unwrap_or(0);
        let toggles = if wants("1") { format!("{prefix} {}", toggle_keys(most)) } else { toggle_keys(most) };
        lines.push((toggles, "toggle a heuristic; S tells about each".into()));
        let own = lines.len();
        let offered = |action| action != Action::Tables || game.tables().is_some();
        let mut help = Self::with_keys(format!("Help: {}", game.profile().title), lines, keymap, Place::Game, offered);
        // Keys that the game has taken need the prefix, and are listed so.
        for (keys, _) in &mut help.lines[own..] {
            let with_prefix = |key: &str| if wants(key) { format!("{prefix} {key}") } else { key.to_owned() };
            *keys = keys.split(' ').map(with_prefix).collect::<Vec<_>>().join(" ");
        }
        help
    }

    pub fn on_browser(keymap: &Keymap) -> Self {
        let intro = "Choose a puzzle with the arrows and open it with enter. Left and right go from pack to pack,\n\
            tab from game to game. The sign before a puzzle is your standing with it:\n\
            . untouched   o begun   * solved   + as short as any known   # has no solution";
        let mut lines: Vec<_> = intro.lines().map(plain).collect();
        lines.push(plain(""));
        Self::with_keys("Help".into(), lines, keymap, Place::Browser, |_| true)
    }

    fn with_keys(
        title: String,
        mut lines: Vec<(String, String)>,
        keymap: &Keymap,
        place: Place,
        offered: impl Fn(Action) -> bool,
    ) -> Self {
        for place in [place, Place::Everywhere] {
            lines.extend(keymap.table(place, &offered).into_iter().map(|(keys, does)| (keys, does.to_owned())));
        }
        Help { lines, title, top: 0 }
    }

    /// Returns whether the help stays open.
    pub fn act(&mut self, action: Option<Action>) -> bool {
        match action {
            Some(Action::Up) => self.top = self.top.saturating_sub(1),
            Some(Action::Down) => self.top += 1,
            Some(Action::PageUp) => self.top = self.top.saturating_sub(10),
            Some(Action::PageDown | Action::Pause) => self.top += 10,
            Some(Action::Home) => self.top = 0,
            Some(Action::End) => self.top = self.lines.len(),
            _ => return false,
        }
        true
    }

    /// Sentences are broken to the window; keys keep their column.
    fn wrapped(&self, width: usize) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        for (keys, text) in &self.lines {
            if keys.is_empty() && text.chars().count() > width {
                lines.extend(words::wrap(text, width).into_iter().map(plain));
            } else {
                lines.push((keys.clone(), text.clone()));
            }
        }
        lines
    }

    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect) {
        let width = area.width.min(84);
        let lines = self.wrapped(width.saturating_sub(2) as usize);
        let inner = canvas.overlay(centred(area, width, lines.len() as u16 + 3), &self.title);
        let page = inner.height.saturating_sub(1) as usize;
        self.top = self.top.min(lines.len().saturating_sub(page));
        for (n, (keys, text)) in lines.iter().skip(self.top).take(page).enumerate() {
            let line = row(inner, n as u16);
            if keys.is_empty() {
                canvas.line(line, text, Role::Text);
            } else {
                canvas.line(line, &format!("{keys:>14}"), Role::Key);
                canvas.line(after(line, 16), text, Role::Text);
            }
        }
        let more = self.top + page < lines.len();
        let foot = if more { "down for more, any other key closes" } else { "any other key closes" };
        canvas.right(row(below(inner, page as u16), 0), foot, Role::Dim);
    }
}
