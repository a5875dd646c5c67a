//! The strategy chooser: every strategy of the game with a line on it, and the toggles of the chosen one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, after, below, centred, row};
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

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let strategy = &self.strategies[self.selected];
        let width = area.width.saturating_sub(4).min(96);
        let about = words::wrap(strategy.about, width as usize - 4);
        let toggles: Vec<(usize, Vec<String>)> = strategy
            .toggles
            .iter()
            .enumerate()
            .map(|(i, t)| {
                let text = format!("{}: {} ({})", t.name, t.about, t.keeps.words());
                (i, words::wrap(&text, (width as usize).saturating_sub(10)))
            })
            .collect();
        let lines: usize = toggles.iter().map(|(_, lines)| lines.len()).sum();
        let height = self.strategies.len() + about.len() + lines + 6;
        let inner = canvas.overlay(centred(area, width, height as u16), "Strategy");
        let names = self.draw_names(canvas, inner);
        let mut rest = below(inner, names + 1);
        for text in &about {
            canvas.line(after(rest, 1), text, Role::Text);
            rest = below(rest, 1);
        }
        rest = below(rest, 1);
        for (i, lines) in &toggles {
            let on = self.on[self.selected].has(*i);
            let mark = format!("[{}] {}", if on { "x" } else { " " }, i + 1);
            canvas.line(after(rest, 1), &mark, if on { Role::Good } else { Role::Dim });
            for text in lines {
                canvas.line(after(rest, 7), text, Role::Text);
                rest = below(rest, 1);
            }
        }
        let last = row(inner, inner.height.saturating_sub(1));
        let keys = [("up down", "choose"), ("1-9", "toggle"), ("enter", "take it"), ("esc", "leave as it was")];
        let keys: Vec<_> = keys.iter().map(|(k, d)| ((*k).to_owned(), (*d).to_owned())).collect();
        canvas.key_line(last, &keys);
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>, inner: Rect) -> u16 {
        for (n, strategy) in self.strategies.iter().enumerate() {
            let role = if n == self.selected { Role::Selected } else { Role::Text };
            let mark = if n == self.selected { ">" } else { " " };
            canvas.line(after(row(inner, n as u16), 1), &format!("{mark} {}", strategy.name), role);
        }
        self.strategies.len() as u16
    }
}
