//! The dialog of a race: who can race, and what each does.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, fitted, row};
use super::race::{Dialog, MOST};
use crate::games::view::Role;
use crate::workbench::words;

/// From this width on each entry has its strategy's words beside it.
const WITH_WORDS: u16 = 110;

/// With fewer rows than these for those who can race no board stands below them.
const LEAST_ROWS: u16 = 14;

/// Rows of the dialog: what a board of this height leaves below it, or all where that is little.
pub(super) fn dialog_rows(area: Rect, dialog: &Dialog, board: u16) -> u16 {
    let about_rows = if area.width >= WITH_WORDS + 2 { 0 } else { 3 };
    let needed = dialog.entries.len() as u16 + about_rows + 2;
    let left = area.height.saturating_sub(board + 2);
    if left >= needed.min(LEAST_ROWS) { needed.min(left) } else { area.height }
}

/// Those who can race; what the one under the cursor does stands below, or where there is room beside each.
pub(super) fn draw_dialog(canvas: &mut Canvas<'_>, area: Rect, dialog: &Dialog) {
    let chosen = dialog.entries.iter().filter(|(_, on)| *on).count();
    let inner = canvas.pane(area, &format!("Who races? {chosen} of 2 to {MOST} chosen"), true);
    let is_wide = inner.width >= WITH_WORDS;
    let about_rows = if is_wide { 0 } else { 3 };
    let room = inner.height.saturating_sub(about_rows);
    let list = Rect { height: room.min(dialog.entries.len() as u16), width: inner.width.saturating_sub(1), ..inner };
    // Behind its box, with a blank after it.
    let longest = dialog.entries.iter().map(|(entry, _)| entry.words().chars().count() as u16 + 7).max().unwrap_or(0);
    let name = if is_wide { longest.min(list.width / 2) } else { list.width };
    let top = (dialog.cursor + 1).saturating_sub(list.height as usize);
    for (n, (entry, on)) in dialog.entries.iter().enumerate().skip(top).take(list.height as usize) {
        let is_here = n == dialog.cursor;
        let (mark, role) =
            if is_here { (">", Role::Selected) } else { (" ", if *on { Role::Text } else { Role::Dim }) };
        let text = format!("{mark} [{}] {}", if *on { "x" } else { " " }, entry.words());
        let place = row(list, (n - top) as u16);
        canvas.line(place, &(fitted(&text, usize::from(name) - 1) + " "), role);
        if is_wide {
            let beside = after(place, name + 1);
            canvas.line(beside, &fitted(&entry.about(), beside.width.into()), Role::Dim);
        }
        canvas.zone(place, Zone::Row(n));
    }
    let edge = Rect { x: list.right(), width: 1, ..list };
    canvas.scrollbar(edge, dialog.entries.len(), top);
    if let Some((entry, _)) = dialog.entries.get(dialog.cursor).filter(|_| !is_wide) {
        let about = format!("{}: {}", entry.words(), entry.about());
        for (n, line) in words::wrap(&about, usize::from(inner.width) - 2).iter().take(2).enumerate() {
            canvas.line(after(row(inner, list.height + 1 + n as u16), 1), line, Role::Dim);
        }
    }
}
