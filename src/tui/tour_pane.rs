//! The tour on the screen: the step to do stands under the puzzle, and Enter goes on once it is done.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, row};
use super::key_line::{self, KeyItem};
use crate::games::view::Role;
use crate::workbench::tour::Tour;
use crate::workbench::words;

/// Lower windows do without the frame.
const LOW: u16 = 20;

/// Rows that the tour takes from the puzzle, at every step the same: the text and the keys, and a frame where there is room
/// for it.
pub fn rows(tour: &Tour, area: Rect) -> u16 {
    let width = area.width.saturating_sub(if area.height >= LOW { 4 } else { 2 }) as usize;
    let rows = tour.longest_texts().map(|(at, text)| {
        if area.height >= LOW {
            return words::wrap(&text, width).len() + 3;
        }
        let lines = words::wrap(&told(tour, at, &text), width);
        lines.len() + usize::from(!leaves_room(&lines, width))
    });
    rows.max().unwrap_or(0) as u16
}

/// Columns of the keys beside the end of the text.
const SHORT_KEYS: usize = 30;

/// Whether the keys have room behind the last line.
fn leaves_room(lines: &[String], width: usize) -> bool {
    lines.last().is_some_and(|last| last.chars().count() + SHORT_KEYS <= width)
}

/// The step with its number, on few lines.
fn told(tour: &Tour, at: usize, text: &str) -> String {
    format!("Tour {}/{}. {text}", at + 1, tour.steps().len())
}

/// `window` is all of the screen.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, tour: &Tour, enter_waits: bool, window: Rect) {
    let (step, is_framed) = (tour.step(), window.height >= LOW);
    let title = format!("Tour, step {} of {}: {}", tour.at() + 1, tour.steps().len(), step.title);
    let text = tour.text();
    let (inner, text) =
        if is_framed { (canvas.overlay(area, &title), text) } else { (area, told(tour, tour.at(), &text)) };
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    canvas.zone(area, Zone::Row(usize::MAX));
    let broken = if is_framed { words::wrap_well } else { words::wrap };
    let lines = broken(&text, inner.width as usize);
    for (n, line) in lines.iter().enumerate() {
        canvas.line(row(inner, n as u16), line, Role::Text);
    }
    // Under the text the keys are told in full.
    let is_beside = !is_framed && lines.len() >= inner.height.into() && leaves_room(&lines, inner.width.into());
    let last = row(
        inner,
        if is_framed {
            inner.height.saturating_sub(1)
        } else {
            (lines.len() as u16).min(inner.height.saturating_sub(1))
        },
    );
    let (last, words) = if is_beside {
        (after(last, last.width - SHORT_KEYS as u16), ["end", "next step", "skip", "leave"])
    } else {
        (last, ["done: end of the tour", "done: on to the next step", "skip this step", "leave the tour"])
    };
    let [end, next, skip, leave] = words;
    let leave = KeyItem::press("ctrl-q", leave).rank(5);
    if tour.is_done() {
        let on = if tour.is_last() { end } else { next };
        // That it is done is told at once, the key when it is heard.
        let on = if enter_waits { KeyItem::told("     ", on) } else { KeyItem::press("enter", on) };
        key_line::draw(canvas, last, &[on.always(), leave]);
    } else {
        key_line::draw(canvas, last, &[KeyItem::press("ctrl-n", skip), leave]);
    }
}
