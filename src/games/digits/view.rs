//! How a cell with a digit or notes looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::filling::Filling;
use super::set::{ALL_DIGITS, set_text};
use crate::games::view::{Role, Scene, fill, put};
use crate::search::Cell;

/// The brackets of the cursor, in the columns beside a cell.
pub fn draw_brackets(scene: &Scene<'_>, cell: Cell, place: Rect, buffer: &mut Buffer) {
    if let Some((open, close)) = scene.brackets(cell) {
        let (style, y) = (scene.paint.on_ground(Role::Clue), place.y + place.height / 2);
        put(buffer, place.x - 1, y, open, style);
        put(buffer, place.right(), y, close, style);
    }
}

/// A cell to write on: its digit (given or not), its notes, or a dot; tinted where it is in line with the cursor.
pub fn draw_cell(
    scene: &Scene<'_>,
    state: &Filling,
    cell: Cell,
    (given, tinted): (bool, bool),
    place: Rect,
    buffer: &mut Buffer,
) {
    let digit = state.digits[cell as usize];
    let notes = scene.candidates(cell).unwrap_or(state.notes[cell as usize]);
    let role = match digit {
        0 if tinted => Role::InLine,
        0 => Role::Blank,
        _ if given => Role::Given,
        _ => Role::Piece,
    };
    let mut style = scene.style(cell, role);
    if tinted && digit > 0 && style == scene.paint.on_ground(role) {
        style = style.patch(Style { bg: scene.paint.style(Role::InLine).bg, ..Style::new() });
    }
    fill(buffer, place, style);
    let middle = place.y + place.height / 2;
    let mut is_full = false;
    match (digit, notes) {
        (0, 0) => put(buffer, place.x + place.width / 2, middle, '.', style),
        (0, notes) => is_full = draw_notes(scene, notes, style, place, buffer),
        (digit, _) => put(buffer, place.x + place.width / 2, middle, char::from(b'0' + digit), style),
    }
    if let Some(sign) = scene.sign(cell) {
        // Beside a full line of notes the sign stands in the gap, or, within brackets, in their place: what is under
        // the cursor is told in full below the board.
        let bracketed = scene.brackets(cell).is_some();
        let x = if is_full && !bracketed { place.right() } else { place.x };
        if is_full && bracketed {
            fill(buffer, Rect { y: middle, height: 1, ..place }, style);
        }
        let style = if x == place.x { style } else { scene.paint.on_ground(Role::Clue) };
        put(buffer, x, middle, sign, style);
    }
}

/// Notes in their fixed places of a large cell, else on a line: those that are noted or, where they are many, those
/// that are not. Returns whether they take all of the middle line.
fn draw_notes(scene: &Scene<'_>, notes: u16, style: Style, place: Rect, buffer: &mut Buffer) -> bool {
    let note = scene.paint.style(Role::Note);
    let style = Style { fg: note.fg.filter(|_| style.bg == scene.paint.style(Role::Blank).bg).or(style.fg), ..style };
    if place.height >= 3 {
        let (step, left) = ((place.width - 3) / 2, place.x + (place.width - 3) % 4 / 2);
        for digit in (0..9).filter(|digit| notes >> digit & 1 == 1) {
            let x = left + 1 + digit % 3 * step.min(2);
            put(buffer, x, place.y + digit / 3, char::from(b'1' + digit as u8), style);
        }
        return false;
    }
    let width = place.width as usize;
    let text = on_a_line(notes, width);
    // The first column is for a sign wherever it can be spared.
    let spare = width - text.len();
    let indent = if spare == 1 { 1 } else { spare / 2 };
    buffer.set_string(place.x + indent as u16, place.y, &text, style);
    spare == 0
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
