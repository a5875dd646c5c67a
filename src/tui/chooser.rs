//! The strategy chooser: every strategy of the game with a line on it, and the toggles of the chosen one.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, centred, row};
use super::game::GameScreen;
use super::game_popup::Popup;
use super::key_line::{self, KeyItem};
use super::keymap::{Action, Key, Keymap};
use crate::games::Game;
use crate::games::view::Role;
use crate::search::{Keeps, Strategy, ToggleSet};
use crate::workbench::desk::Desk;
use crate::workbench::toggles::{toggle_digit, toggle_keys, toggle_numbers, toggle_of, toggles_in_order};
use crate::workbench::words;

pub struct Chooser {
    strategies: &'static [Strategy],
    selected: usize,
    /// Toggles of each strategy, as set so far.
    on: Vec<ToggleSet>,
    /// The toggle that was looked at last: where not all fit, it is in view.
    toggle: usize,
    is_touched: bool,
    /// Whether the arrows walk the toggles and not the strategies.
    in_toggles: bool,
    is_dropped: bool,
}

/// A line on the chosen strategy, and the toggle that it is about.
struct Line {
    text: String,
    role: Role,
    toggle: Option<usize>,
}

impl Chooser {
    pub fn new(game: &dyn Game, desk: &Desk) -> Self {
        let strategies = game.strategies();
        let selected = strategies.iter().position(|s| s.name == desk.plan.strategy.name).unwrap_or(0);
        let on = strategies.iter().map(|strategy| desk.toggles_of(strategy)).collect();
        let toggle = toggles_in_order(&strategies[selected]).first().copied().unwrap_or(0);
        Chooser { strategies, selected, on, toggle, is_touched: false, in_toggles: false, is_dropped: false }
    }

    /// What was chosen, unless the chooser was left with Esc.
    fn choice(&self) -> Option<(&'static Strategy, ToggleSet)> {
        (!self.is_dropped).then(|| (&self.strategies[self.selected], self.on[self.selected]))
    }

    fn strategy(&self) -> &'static Strategy {
        &self.strategies[self.selected]
    }

    fn toggles(&self) -> usize {
        self.strategy().toggles.len()
    }

    /// Returns whether the chooser stays open.
    pub fn key(&mut self, key: Key, keymap: &Keymap) -> bool {
        match keymap.action(key) {
            Some(Action::Left) => self.in_toggles = false,
            Some(Action::Right) => self.in_toggles = self.toggles() > 0,
            Some(Action::Up) => self.go(|at| at.saturating_sub(1)),
            Some(Action::Down) => self.go(|at| at + 1),
            Some(Action::Home) => self.go(|_| 0),
            Some(Action::End) => self.go(|_| usize::MAX),
            Some(Action::Strategy) => {
                self.in_toggles = false;
                self.go(|at| at + 1);
            }
            Some(Action::Toggle(number)) => {
                if let Some(n) = toggle_of(self.strategy(), number as usize) {
                    self.switch(n);
                }
            }
            Some(Action::Pause) if self.in_toggles => self.switch(self.toggle),
            Some(Action::Pick) => return false,
            Some(Action::Back | Action::Leave) => {
                self.is_dropped = true;
                return false;
            }
            _ => {}
        }
        true
    }

    fn go(&mut self, step: impl FnOnce(usize) -> usize) {
        if self.in_toggles {
            let order = toggles_in_order(self.strategy());
            let at = order.iter().position(|&toggle| toggle == self.toggle).unwrap_or(0);
            self.toggle = order[step(at).min(order.len() - 1)];
        } else {
            self.selected = step(self.selected).min(self.strategies.len() - 1);
            self.toggle = toggles_in_order(self.strategy()).first().copied().unwrap_or(0);
            self.is_touched = false;
        }
    }

    fn switch(&mut self, n: usize) {
        if n < self.toggles() {
            let on = self.on[self.selected];
            self.on[self.selected] = self.strategies[self.selected].switched(on, n, !on.has(n));
            self.toggle = n;
            self.is_touched = true;
        }
    }

    /// A click on a strategy takes it, one on a toggle switches it. Returns whether the chooser stays open.
    fn click(&mut self, place: usize) -> bool {
        match place.checked_sub(self.strategies.len()) {
            None => self.selected = place,
            Some(toggle) => self.switch(toggle),
        }
        place >= self.strategies.len()
    }

    /// The strategies on the left, what there is to say of the chosen one on the right.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let names_width = self.strategies.iter().map(|s| s.name.chars().count()).max().unwrap_or(0) as u16 + 6;
        let width = area.width.saturating_sub(4).min(100);
        let text_width = width.saturating_sub(names_width + 3) as usize;
        let room = (area.height as usize).saturating_sub(3);
        let mut lines = self.told(text_width, true);
        if lines.len() > room {
            lines = self.told(text_width, false);
        }
        let height = lines.len().max(self.strategies.len()).min(room) as u16 + 3;
        let frame = centred(area, width, height);
        let inner = canvas.dialog(frame, "Strategy");
        // Whatever lies under the chooser is out of reach; a click beside it closes it.
        canvas.zones.clear();
        canvas.zone(area, Zone::Board);
        canvas.zone(frame, Zone::Row(usize::MAX));
        let body = Rect { height: inner.height.saturating_sub(1), ..inner };
        self.draw_names(canvas, Rect { width: names_width.min(body.width), ..body });
        let is_more = self.draw_lines(canvas, after(body, names_width), &lines);
        self.draw_keys(canvas, row(inner, body.height));
        if is_more {
            let more = if self.in_toggles { " down: more " } else { " right: more " };
            let border = Rect { width: frame.width.saturating_sub(3), ..row(frame, frame.height.saturating_sub(1)) };
            canvas.right(border, more, Role::Key);
        }
    }

    fn draw_names(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let top = (self.selected + 1).saturating_sub(area.height as usize);
        for (n, strategy) in self.strategies.iter().enumerate().skip(top) {
            let line = row(area, (n - top) as u16);
            let role = if n == self.selected { Role::Selected } else { Role::Text };
            let mark = if n == self.selected { ">" } else { " " };
            canvas.line(after(line, 1), &format!("{mark} {} ", strategy.name), role);
            canvas.zone(line, Zone::Row(n));
        }
    }

    /// As many lines as fit, the ones on the toggle that was looked at last among them. Returns whether more follow.
    fn draw_lines(&self, canvas: &mut Canvas<'_>, area: Rect, lines: &[Line]) -> bool {
        let touched = self.in_toggles || self.is_touched;
        let end = lines.iter().rposition(|line| touched && line.toggle == Some(self.toggle)).map_or(0, |at| at + 1);
        let top = end.saturating_sub(area.height as usize);
        let cursor = lines.iter().position(|line| self.in_toggles && line.toggle == Some(self.toggle));
        for (n, Line { text, role, toggle }) in lines.iter().enumerate().skip(top) {
            let place = row(area, (n - top) as u16);
            let (mark, role) = if cursor == Some(n) { ("> ", Role::Selected) } else { ("  ", *role) };
            // The mark stands in the gap before the text.
            let place = Rect { x: place.x - 2, width: place.width + 2, ..place };
            canvas.line(place, &format!("{mark}{text}"), role);
            if let Some(toggle) = toggle {
                canvas.zone(place, Zone::Row(self.strategies.len() + toggle));
            }
        }
        lines.len() > top + area.height as usize
    }

    fn draw_keys(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let toggles = if self.in_toggles { "space".to_owned() } else { toggle_keys(&toggle_numbers(self.strategy())) };
        let mut keys = vec![KeyItem::told("arrows", "choose")];
        if !toggles.is_empty() {
            keys.push(KeyItem::told(&toggles, "toggle"));
        }
        keys.extend([KeyItem::press("enter", "take"), KeyItem::press("esc", "leave")]);
        key_line::draw_of_dialog(canvas, area, &keys);
    }

    /// The chosen strategy and its toggles, with or without what each keeps of the guarantees.
    fn told(&self, width: usize, with_keeps: bool) -> Vec<Line> {
        let strategy = self.strategy();
        let numbers = toggle_numbers(strategy);
        let plain = |text| Line { text, role: Role::Text, toggle: None };
        let mut lines: Vec<_> = words::wrap(strategy.about, width).into_iter().map(plain).collect();
        lines.push(plain(String::new()));
        for i in toggles_in_order(strategy) {
            let toggle = &strategy.toggles[i];
            let on = self.on[self.selected].has(i);
            let (sign, role) = if on { ("x", Role::Text) } else { (" ", Role::Dim) };
            let gives_up = with_keeps && toggle.keeps != Keeps::Everything;
            let keeps = if gives_up { format!(" ({})", toggle.keeps.words()) } else { String::new() };
            let text = format!("{}: {}{keeps}", toggle.name, toggle.about);
            for (n, line) in words::wrap(&text, width.saturating_sub(6)).into_iter().enumerate() {
                let digit = toggle_digit(numbers[i]).unwrap_or(' ');
                let head = if n == 0 { format!("[{sign}] {digit} ") } else { " ".repeat(6) };
                lines.push(Line { text: format!("{head}{line}"), role, toggle: Some(i) });
            }
        }
        lines
    }
}

impl GameScreen {
    /// A click on a row of what lies over the board.
    pub fn click_row(&mut self, place: usize) {
        match self.popup.take() {
            Some(Popup::Chooser(mut chooser)) => {
                let stays = chooser.click(place);
                self.after_chooser(chooser, stays);
            }
            Some(Popup::Stages(browser)) => self.click_stage(browser, place),
            _ => self.click_tree(place),
        }
    }

    pub(super) fn after_chooser(&mut self, chooser: Chooser, stays: bool) {
        if stays {
            self.popup = Some(Popup::Chooser(chooser));
        } else if let Some((strategy, on)) = chooser.choice() {
            self.replan(|middle| middle.choose(strategy, on));
        }
    }
}
