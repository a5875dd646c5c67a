//! The picture of the whole application: browser, game or race, and what lies over them.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::{App, LEAST_SIZE, MOST_NOTICE};
use crate::games::view::Role;
use crate::tui::browser::Browser;
use crate::tui::chrome::{Canvas, after, below, row};
use crate::tui::dialogs::Dialog;
use crate::tui::key_line::{self, KeyItem};
use crate::tui::keymap::{Action, Keymap};
use crate::tui::{tour_pane, welcome};
use crate::workbench::words;

impl App {
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        let area = frame.area();
        self.zones.clear();
        let buffer = frame.buffer_mut();
        buffer.set_style(area, self.paint.style(Role::Text));
        let is_covered = self.has_cover();
        let mut canvas = Canvas { buffer, paint: &self.paint, zones: &mut self.zones };
        if area.width < LEAST_SIZE.0 || area.height < LEAST_SIZE.1 {
            draw_too_small(&mut canvas, area);
            return;
        }
        let making = self.dealer.waits_for().map(|name| format!("Making {name} (Esc stops waiting)"));
        match (&self.runs, &self.race, &mut self.game) {
            (None, Some(race), Some(_)) if self.shows_race => race.draw(&mut canvas, area, &self.setup.keymap),
            (runs, _, Some(game)) => {
                game.making = making.unwrap_or_default();
                let mut room = area;
                if let Some(tour) = self.tour.as_mut().filter(|_| self.is_on_tour) {
                    tour.look(&game.middle);
                    let rows = tour_pane::rows(tour, area).min(area.height / 2);
                    room.height -= rows;
                    let waits = game.enter_again(now).is_some();
                    tour_pane::draw(&mut canvas, below(area, room.height), tour, waits, area);
                }
                game.draw(&mut canvas, room, &self.setup.keymap, now);
                if let Some(runs) = runs {
                    runs.draw(&mut canvas, area, game.middle.desk().all_records(), &self.setup.keymap);
                }
            }
            _ => {
                // A notice names files and lines: it is never cut.
                let notice = words::wrap(making.as_ref().unwrap_or(&self.notice), area.width as usize - 2);
                let foot = below(area, area.height - (notice.len() as u16).clamp(1, MOST_NOTICE));
                self.list_rows = (foot.y as usize).saturating_sub(5);
                let middle = Rect { height: foot.y - area.y - 1, ..below(area, 1) };
                let name = if area.width >= 100 { " rompicapo   " } else { "" };
                let used = canvas.line(row(area, 0), name, Role::Title);
                self.browser.draw_tabs(&mut canvas, after(row(area, 0), used));
                self.browser.draw(&mut canvas, middle, &self.setup.progress);
                if let Some(progress) = self.builder.progress() {
                    let text = format!("tables {}: {} % ", progress.name, (progress.share * 100.0) as u64);
                    // The tabs have the first line; the frame below the list has room.
                    canvas.right(row(area, foot.y - area.y - 1), &format!(" {text}"), Role::Number);
                }
                let has_begun = !self.setup.progress.begun().is_empty();
                draw_foot(&mut canvas, foot, &self.setup.keymap, &notice, &self.browser, has_begun);
            }
        }
        if is_covered {
            // The keys of what lies under it mean something else now, or nothing.
            canvas.cover(row(area, area.height - 1));
            canvas.cover(self.game.as_ref().map_or_else(Rect::default, |game| game.drawn.keys));
        }
        match &mut self.dialog {
            Some(Dialog::New(dialog)) => dialog.draw(&mut canvas, area),
            Some(Dialog::Name(dialog)) => dialog.draw(&mut canvas, area),
            Some(Dialog::Continue(list)) => list.draw(&mut canvas, area),
            Some(Dialog::Welcome) => welcome::draw(&mut canvas, area),
            None => {}
        }
        if let Some(help) = &mut self.help {
            help.draw(&mut canvas, area);
        }
        if let Some(chooser) = &self.theme_chooser {
            chooser.draw(&mut canvas, area);
        }
        if let Some((_, question)) = &self.departure {
            question.draw(&mut canvas, area);
        }
    }
}

fn draw_too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let text = format!("too small: {}x{}, needs {}x{}", area.width, area.height, LEAST_SIZE.0, LEAST_SIZE.1);
    let lines = words::wrap(&text, area.width as usize);
    let above = area.height.saturating_sub(lines.len() as u16) / 2;
    for (n, line) in lines.iter().enumerate() {
        canvas.line(row(below(area, above), n as u16), line, Role::Warning);
    }
}

fn draw_foot(
    canvas: &mut Canvas<'_>,
    area: Rect,
    keymap: &Keymap,
    notice: &[String],
    browser: &Browser,
    has_begun: bool,
) {
    if notice.iter().any(|line| !line.is_empty()) {
        for (n, line) in notice.iter().take(area.height.into()).enumerate() {
            canvas.line(after(row(area, n as u16), 1), line, Role::Warning);
        }
    } else if browser.is_typing() {
        let keep = (!browser.is_empty()).then(|| KeyItem::press("enter", "keep"));
        let keys = [Some(KeyItem::told("type", "to filter")), keep, Some(KeyItem::press("esc", "clear"))];
        key_line::draw(canvas, area, &keys.into_iter().flatten().collect::<Vec<_>>());
    } else {
        let key = |action, does: &str| KeyItem::of(keymap, action, does);
        let mut keys = vec![
            KeyItem::told("arrows", "choose").rank(4),
            key(Action::Pick, "open").rank(1),
            KeyItem::several(keymap, &[Action::NextPane], "next game").rank(3),
            key(Action::Filter, "filter").rank(2),
            key(Action::New, "new").rank(2),
            key(Action::Number, "by name").rank(6),
            key(Action::Statistics, "statistics").rank(7),
            key(Action::Theme, "theme").rank(8),
            key(Action::Leave, "leave").rank(2),
            key(Action::Help, "help").always(),
        ];
        if has_begun {
            keys.insert(5, key(Action::Continue, "continue").rank(3));
        }
        key_line::draw(canvas, area, &keys);
    }
}
