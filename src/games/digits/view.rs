//! How a cell with a digit or notes looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::filling::Filling;
use super::set::{ALL_DIGITS, set_text};
use crate::games::view::{Role, Scene};
use crate::search::{Cell, MarkKind};

/// Signs beside a digit, so that a mark can be told without colour.
const SIGNS: [(MarkKind, char); 4] =
    [(MarkKind::Next, '_'), (MarkKind::Dead, '#'), (MarkKind::Hint, '*'), (MarkKind::Choice, '?')];

/// A character at a place; nothing beyond the buffer.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(sign).set_style(style);
    }
}

/// The brackets of the cursor, in the columns beside a cell.
pub fn draw_brackets(scene: &Scene<'_>, cell: Cell, place: Rect, buffer: &mut Buffer) {
    if scene.has(cell, MarkKind::Cursor) {
        let (style, y) = (scene.paint.style(Role::Cursor), place.y + place.height / 2);
        put(buffer, place.x - 1, y, '[', style);
        put(buffer, place.right(), y, ']', style);
    }
}

/// A cell to write on: its digit, given or not, its notes, or a dot.
pub fn draw_cell(scene: &Scene<'_>, state: &Filling, cell: Cell, given: bool, place: Rect, buffer: &mut Buffer) {
    let (digit, notes) = (state.digits[cell as usize], state.notes[cell as usize]);
    let role = match digit {
        0 => Role::Dim,
        _ if given => Role::Number,
        _ => Role::Piece,
    };
    let style = scene.style(cell, role);
    let middle = place.y + place.height / 2;
    let mut is_full = false;
    match (digit, notes) {
        (0, 0) => put(buffer, place.x + place.width / 2, middle, '.', style),
        (0, notes) => is_full = draw_notes(notes, style, place, buffer),
        (digit, _) => put(buffer, place.x + place.width / 2, middle, char::from(b'0' + digit), style),
    }
    if let Some((_, sign)) = SIGNS.into_iter().find(|&(kind, _)| scene.has(cell, kind)) {
        // Beside a full line of notes the sign stands in the gap, unless that holds a bracket.
        let x = if is_full { place.right() } else { place.x };
        if !is_full || !scene.has(cell, MarkKind::Cursor) {
            put(buffer, x, middle, sign, style);
        }
    }
}

/// Notes in their fixed places of a large cell, else on a line. Returns whether they take all of the middle line.
fn draw_notes(notes: u16, style: Style, place: Rect, buffer: &mut Buffer) -> bool {
    if place.height >= 3 {
        for digit in (0..9).filter(|digit| notes >> digit & 1 == 1) {
            let x = place.x + place.width / 2 - 2 + 2 * (digit % 3);
            put(buffer, x, place.y + digit / 3, char::from(b'1' + digit as u8), style);
        }
        return false;
    }
    let width = place.width as usize;
    let text = on_a_line(notes, width);
    buffer.set_stringn(place.x, place.y, format!("{text:^width$}"), width, style);
    text.len() >= width
}

/// Notes in so many columns: `147`, `1-9`, `no23` where that fits, and a plus for what does not.
fn on_a_line(notes: u16, width: usize) -> String {
    let (noted, missing) = (set_text(notes, ""), set_text(!notes & ALL_DIGITS, ""));
    if missing.is_empty() {
        "1-9".into()
    } else if noted.len() <= width {
        noted
    } else if missing.len() + 2 <= width {
        format!("no{missing}")
    } else {
        format!("{}+", &noted[..width.saturating_sub(1)])
    }
}
