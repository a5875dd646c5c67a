//! The mouse.

use super::{App, DOUBLE_CLICK};
use crate::tui::chrome::Zone;
use crate::tui::keymap::Action;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position as Point;
use std::time::Instant;

impl App {
    pub fn mouse(&mut self, event: MouseEvent, now: Instant) {
        let at = Point::new(event.column, event.row);
        let zone = self.zone_at(at);
        if self.help.is_some() && !self.lies_over() {
            if let (MouseEventKind::Down(_), Some(Zone::Press(key))) = (event.kind, zone) {
                return self.press(key, now);
            }
            let action = match event.kind {
                MouseEventKind::ScrollUp => Action::Up,
                MouseEventKind::ScrollDown => Action::Down,
                MouseEventKind::Down(_) => Action::Back,
                _ => return,
            };
            if !self.help.as_mut().is_some_and(|help| help.act(Some(action))) {
                self.help = None;
            }
            return;
        }
        if self.is_covered() {
            self.covered_mouse(event.kind, zone, now);
            return;
        }
        if matches!(event.kind, MouseEventKind::Down(_) | MouseEventKind::ScrollUp | MouseEventKind::ScrollDown) {
            self.notice.clear();
        }
        match event.kind {
            _ if self.lies_over() && !matches!(event.kind, MouseEventKind::Down(_)) => {}
            kind if zone == Some(Zone::Board) && self.looks_by_wheel(kind) => {}
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                self.wheel(event.kind == MouseEventKind::ScrollDown, now);
                self.keep_game(now);
            }
            MouseEventKind::Down(button) => {
                let double = self
                    .last_click
                    .is_some_and(|(when, place)| place == at && now.saturating_duration_since(when) < DOUBLE_CLICK);
                self.last_click = Some((now, at));
                self.click(zone, at, button, double, now);
                self.keep_game(now);
            }
            MouseEventKind::Drag(button) => {
                // A hand that holds the time does not keep to its row.
                let held = self.last_click.and_then(|(_, place)| self.zone_at(place));
                if held == Some(Zone::Time) {
                    self.click(held, at, button, false, now);
                }
            }
            _ => {}
        }
    }

    fn zone_at(&self, at: Point) -> Option<Zone> {
        self.zones.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, zone)| *zone)
    }

    /// Whether something lies over the screen that has the keys.
    pub(super) fn lies_over(&self) -> bool {
        self.departure.is_some() || self.dialog.is_some()
    }

    /// Over a board that is larger than its pane the wheel looks around.
    fn looks_by_wheel(&mut self, kind: MouseEventKind) -> bool {
        let action = match kind {
            MouseEventKind::ScrollUp => Action::LookUp,
            MouseEventKind::ScrollDown => Action::LookDown,
            MouseEventKind::ScrollLeft => Action::LookLeft,
            MouseEventKind::ScrollRight => Action::LookRight,
            _ => return false,
        };
        self.game.as_mut().is_some_and(|game| game.drawn.is_cut && game.look(action))
    }

    pub(super) fn wheel(&mut self, down: bool, now: Instant) {
        match &mut self.game {
            Some(game) => {
                let request = game.wheel(down, now);
                self.serve(request);
            }
            None => self.browser.go(if down { Action::Down } else { Action::Up }, 1),
        }
    }

    pub(super) fn click(&mut self, zone: Option<Zone>, at: Point, button: MouseButton, double: bool, now: Instant) {
        match (zone, &mut self.game) {
            (Some(Zone::Board), Some(game)) => {
                let request = game.click(at.x, at.y, double || button == MouseButton::Right, &self.paint, now);
                self.serve(request);
            }
            (Some(Zone::Press(key)), _) => self.press(key, now),
            (Some(Zone::Do(action)), _) => self.clicked(action, now),
            (Some(Zone::Row(index)), _) if self.dialog.is_some() => self.dialog_row(index),
            (Some(Zone::Tab(tab)), None) => self.browser.click_tab(tab),
            (Some(Zone::Move(n)), Some(game)) => game.click_move(n, now),
            (Some(Zone::Time), Some(game)) => game.click_time(at.x),
            (Some(Zone::Row(index)), Some(game)) => game.click_row(index),
            (Some(Zone::Row(index)), None) => {
                // A click chooses, and one on what is chosen opens it.
                let is_chosen = self.browser.selected == index;
                if self.browser.select_row(index) && is_chosen {
                    self.open_chosen();
                }
            }
            _ => {}
        }
    }
}
