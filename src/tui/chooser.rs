//! The strategy chooser: every strategy of the game with a line on it, and the toggles of the chosen one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, centred, row};
use super::keymap::{Action, Key, Keymap};
use crate::games::Game;
use crate::games::view::Role;
use crate::search::{Plan, Strategy, ToggleSet};
use crate::workbench::words;

pub struct Chooser {
    strategies: &'static [Strategy],
    selected: usize,
    /// Toggles of each strategy, as set so far.
    on: Vec<ToggleSet>,
    is_dropped: bool,
}

impl Chooser {
    pub fn new(game: &dyn Game, plan: &Plan) -> Self {
        let strategies = game.strategies();
        let selected = strategies.iter().position(|s| s.name == plan.strategy.name).unwrap_or(0);
        let mut on: Vec<ToggleSet> = strategies.iter().map(Strategy::defaults).collect();
        on[selected] = plan.on;
        Chooser { strategies, selected, on, is_dropped: false }
    }

    /// What was chosen, unless the chooser was left with Esc.
    pub fn choice(&self) -> Option<(&'static Strategy, ToggleSet)> {
        (!self.is_dropped).then(|| (&self.strategies[self.selected], self.on[self.selected]))
    }

    /// Returns whether the chooser stays open.
    pub fn key(&mut self, key: Key, keymap: &Keymap) -> bool {
        match keymap.action(key) {
            Some(Action::Up | Action::Left) => self.selected = self.selected.saturating_sub(1),
            Some(Action::Down | Action::Right | Action::Strategy) => {
                self.selected = (self.selected + 1).min(self.strategies.len() - 1);
            }
            Some(Action::Home) => self.selected = 0,
            Some(Action::End) => self.selected = self.strategies.len() - 1,
            Some(Action::Toggle(n)) => {
                let (strategy, n) = (&self.strategies[self.selected], n as usize);
                if n < strategy.toggles.len() {
                    let on = self.on[self.selected];
                    self.on[self.selected] = strategy.switched(on, n, !on.has(n));
                }
            }
            Some(Action::Pick) => return false,
            Some(Action::Back) => {
                self.is_dropped = true;
                return false;
            }
            _ => {}
        }
        true
    }

    /// The strategies on the left, what there is to say of the chosen one on the right.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let names_width = self.strategies.iter().map(|s| s.name.chars().count()).max().unwrap_or(0) as u16 + 5;
        let width = area.width.saturating_sub(4).min(100);
        let text_width = width.saturating_sub(names_width + 3) as usize;
        let room = (area.height as usize).saturating_sub(3);
        let mut lines = self.told(text_width, true);
        if lines.len() > room {
            lines = self.told(text_width, false);
        }
        let height = lines.len().max(self.strategies.len()).min(room) as u16 + 3;
        let inner = canvas.overlay(centred(area, width, height), "Strategy");
        let body = Rect { height: inner.height.saturating_sub(1), ..inner };
        for (n, strategy) in self.strategies.iter().enumerate() {
            let role = if n == self.selected { Role::Selected } else { Role::Text };
            let mark = if n == self.selected { ">" } else { " " };
            canvas.line(after(row(body, n as u16), 1), &format!("{mark} {} ", strategy.name), role);
        }
        for (n, (text, role)) in lines.iter().enumerate() {
            canvas.line(after(row(body, n as u16), names_width), text, *role);
        }
        let keys = [("up down", "choose"), ("1-9", "toggle"), ("enter", "take it"), ("esc", "leave as it was")];
        let keys: Vec<_> = keys.iter().map(|(k, d)| ((*k).to_owned(), (*d).to_owned())).collect();
        canvas.key_line(row(inner, body.height), &keys);
    }

    /// The chosen strategy and its toggles, with or without what each keeps of the guarantees.
    fn told(&self, width: usize, with_keeps: bool) -> Vec<(String, Role)> {
        let strategy = &self.strategies[self.selected];
        let mut lines: Vec<_> = words::wrap(strategy.about, width).into_iter().map(|l| (l, Role::Text)).collect();
        lines.push((String::new(), Role::Text));
        for (i, toggle) in strategy.toggles.iter().enumerate() {
            let on = self.on[self.selected].has(i);
            let keeps = if with_keeps { format!(" ({})", toggle.keeps.words()) } else { String::new() };
            let text = format!("{}: {}{keeps}", toggle.name, toggle.about);
            for (n, line) in words::wrap(&text, width.saturating_sub(6)).into_iter().enumerate() {
                let sign = if on { "x" } else { " " };
                let head = if n == 0 { format!("[{sign}] {} ", i + 1) } else { " ".repeat(6) };
                lines.push((format!("{head}{line}"), if on { Role::Text } else { Role::Dim }));
            }
        }
        lines
    }
}
