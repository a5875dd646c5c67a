//! The tour on the screen: the step to do stands under the puzzle, and Enter goes on once it is done.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, row};
use super::key_line::{self, KeyItem};
use crate::games::view::Role;
use crate::workbench::tour::Tour;
use crate::workbench::words;

/// Rows that the tour takes from the puzzle: a frame, the text, and the keys.
pub fn rows(tour: &Tour, width: u16) -> u16 {
    words::wrap(&tour.step().text, width.saturating_sub(4) as usize).len() as u16 + 3
}

pub fn draw(canvas: &mut Canvas<'_>, area: Rect, tour: &Tour) {
    let step = tour.step();
    let title = format!("Tour, step {} of {}: {}", tour.at() + 1, tour.steps().len(), step.title);
    let inner = canvas.overlay(area, &title);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    canvas.zone(area, Zone::Row(usize::MAX));
    let lines = words::wrap(&step.text, inner.width as usize);
    for (n, line) in lines.iter().enumerate() {
        canvas.line(row(inner, n as u16), line, Role::Text);
    }
    let last = row(inner, inner.height.saturating_sub(1));
    if tour.is_done() {
        let on = if tour.is_last() { "done: end of the tour" } else { "done: on to the next step" };
        key_line::draw(canvas, last, &[KeyItem::press("enter", on).always(), leave()]);
    } else {
        key_line::draw(canvas, last, &[KeyItem::press("ctrl-n", "skip this step"), leave()]);
    }
}

fn leave() -> KeyItem {
    KeyItem::press("ctrl-q", "leave the tour").rank(5)
}
