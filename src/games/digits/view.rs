//! How a cell with a digit or notes looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::filling::Filling;
use super::set::{ALL_DIGITS, set_text};
use crate::games::view::{Legend, Role, Scene, Seen, fill, put};
use crate::search::{Cell, MarkKind};

/// The brackets of the cursor, in the columns beside a cell and in its colour; they go over the signs of its neighbours.
pub fn draw_brackets(scene: &Scene<'_>, cell: Cell, place: Rect, buffer: &mut Buffer) {
    if let Some((open, close)) = scene.brackets(cell) {
        let (style, y) = (scene.style(cell, Role::Blank), middle_row(place));
        put(buffer, place.x - 1, y, open, style);
        put(buffer, place.right(), y, close, style);
    }
}

/// Where its digit stands: above the line at the foot of a cell, where there is one.
pub fn middle_row(place: Rect) -> u16 {
    place.y + place.height.saturating_sub(1) / 2
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
    let middle = middle_row(place);
    let mut is_full = false;
    match (digit, notes) {
        (0, notes) if notes == 0 || place.width < LEAST_NOTES => {
            put(buffer, place.x + place.width / 2, middle, '.', style);
        }
        (0, notes) => is_full = draw_notes(scene, notes, style, place, buffer),
        (digit, _) => put(buffer, place.x + place.width / 2, middle, char::from(b'0' + digit), style),
    }
    // A sign stands before what is written, and before a full line of notes in the gap. Where the bracket of the cursor
    // stands there, the colour alone tells.
    if let Some(sign) = scene.sign(cell).filter(|_| !is_full || scene.brackets(cell).is_none()) {
        put(buffer, if is_full { place.x - 1 } else { place.x }, middle, sign, style);
    }
}

/// A line under a large cell that the next one follows without a gap, in one colour whatever is written.
pub fn rule_off(scene: &Scene<'_>, place: Rect, buffer: &mut Buffer) {
    if place.height > 1 {
        let foot = Rect { y: place.bottom() - 1, height: 1, ..place }.intersection(buffer.area);
        let line = Style { bg: None, ..scene.paint.style(Role::Frame) };
        for at in foot.positions() {
            let style = if buffer[at].symbol() == " " { line } else { Style::new() };
            buffer[at].set_style(style.add_modifier(Modifier::UNDERLINED));
        }
    }
}

/// The columns that notes need at least; a narrower cell is for digits alone.
const LEAST_NOTES: u16 = 3;

/// Before a note that stands alone, which would look like a digit; moves write notes behind the same sign.
const ALONE: char = '?';

/// Notes in their fixed places of a large cell, else on a line: those that are noted or, where they are many, those
/// that are not. Returns whether they take all of the middle line.
fn draw_notes(scene: &Scene<'_>, notes: u16, style: Style, place: Rect, buffer: &mut Buffer) -> bool {
    let note = scene.paint.style(Role::Note);
    let style = Style { fg: note.fg.filter(|_| style.bg == scene.paint.style(Role::Blank).bg).or(style.fg), ..style };
    if place.height >= 3 {
        // Three by three, as far apart as the cell allows; the first column and the last are for signs.
        let apart = ((place.width - 3) / 2, if place.height >= 5 { 2 } else { 1 });
        let middle = (place.x + place.width / 2, middle_row(place));
        for digit in (0..9u16).filter(|digit| notes >> digit & 1 == 1) {
            let (x, y) = (middle.0 + digit % 3 * apart.0 - apart.0, middle.1 + digit / 3 * apart.1 - apart.1);
            put(buffer, x, y, char::from(b'1' + digit as u8), style);
            if notes.is_power_of_two() {
                put(buffer, x - 1, y, ALONE, style);
            }
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

/// How notes and candidates read where a cell has no room for them; see `on_a_line`.
pub const SHORT_NOTES: &str = "in small cells ?9 is 9 alone, 2-9 all from 2 to 9, no126 all but these, (4) four digits";

/// The same, sign by sign. Every empty cell takes several digits, so that none is marked for its moves.
pub const LEGEND: Legend = Legend {
    without: &[
        MarkKind::Picked,
        MarkKind::Counted,
        MarkKind::Besides,
        MarkKind::Losing,
        MarkKind::Winning,
        MarkKind::Legal,
    ],
    rare: &[],
    own: &[
        (Seen::Always, ".", "an empty cell"),
        (Seen::Always, "?9", "a single note, 9; without the ? it is a digit"),
        (Seen::Always, "147", "the notes 1, 4 and 7"),
        (Seen::Always, "2-6", "all notes from 2 to 6"),
        (Seen::Always, "no15", "all notes but 1 and 5"),
        (Seen::Always, "(4)", "four notes; under the cursor they stand below the board"),
    ],
};

/// Notes in so many columns: `147`, `2-9`, `no23` where that fits, and else how many there are: `(5)`.
fn on_a_line(notes: u16, width: usize) -> String {
    let (noted, missing) = (set_text(notes, ""), set_text(!notes & ALL_DIGITS, ""));
    let is_range = (notes >> notes.trailing_zeros()).count_zeros() == (notes >> notes.trailing_zeros()).leading_zeros();
    if noted.len() == 1 && width > 1 {
        format!("{ALONE}{noted}")
    } else if noted.len() <= width && !missing.is_empty() {
        noted
    } else if is_range {
        format!("{}-{}", notes.trailing_zeros() + 1, 16 - notes.leading_zeros())
    } else if missing.len() + 2 <= width {
        format!("no{missing}")
    } else {
        format!("({})", noted.len())
    }
}
