//! The tour on the screen: the step to do stands under the puzzle, and Enter goes on once it is done.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, row};
use super::key_line::{self, KeyItem};
use crate::games::view::Role;
use crate::workbench::tour::Tour;
use crate::workbench::words;

/// Lower windows do without the frame.
const LOW: u16 = 20;

/// Rows that the tour takes from the puzzle: the text and the keys, and a frame where there is room for it.
pub fn rows(tour: &Tour, area: Rect) -> u16 {
    let is_framed = area.height >= LOW;
    let (text, around) = if is_framed { (tour.step().text.clone(), 3) } else { (told(tour), 1) };
    words::wrap(&text, area.width.saturating_sub(4) as usize).len() as u16 + around
}

/// The step with its number, on few lines.
fn told(tour: &Tour) -> String {
    format!("Tour {}/{}. {}", tour.at() + 1, tour.steps().len(), tour.step().text)
}

/// `window` is all of the screen.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, tour: &Tour, window: Rect) {
    let (step, is_framed) = (tour.step(), window.height >= LOW);
    let title = format!("Tour, step {} of {}: {}", tour.at() + 1, tour.steps().len(), step.title);
    let (inner, text) = if is_framed { (canvas.overlay(area, &title), step.text.clone()) } else { (area, told(tour)) };
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    canvas.zone(area, Zone::Row(usize::MAX));
    let lines = words::wrap(&text, inner.width as usize);
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
