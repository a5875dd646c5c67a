//! Cards on a table: rectangles in their colour, with brackets and signs beside the face, in columns of which the part
//! around the cursor is shown where there is no room for all.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Role, Scene, fill, put};
use crate::search::Cell;

/// From one column of cards to the next, for faces of two characters: a gap or a bracket, a face, a bracket, and from
/// five on a place for a sign. Longer faces take so much more.
pub const TIGHT: u16 = 4;
pub const USUAL: u16 = 5;
/// From here on the brackets stand on the card itself.
const ROOMY: u16 = 7;
/// The shortest face.
const FACE: u16 = 2;
const LARGE: u16 = 14;
/// From this height on a card has its face in both corners.
const BOTH_CORNERS: u16 = 4;

/// The widest pitch at which so many columns fit, within what looks like a card.
pub fn pitch(columns: usize, width: u16, least: u16) -> u16 {
    (width / (columns as u16).max(1)).clamp(least, LARGE)
}

/// The columns before the face of a card, from the beginning of its column on.
pub fn before_face(pitch: u16, face: u16) -> u16 {
    1 + u16::from(pitch + FACE >= ROOMY + face.max(FACE))
}

pub struct Card<'a> {
    pub cell: Cell,
    /// Two characters, or more, the same for all cards of a table.
    pub face: &'a str,
    pub role: Role,
    /// Where its column begins, the gap included.
    pub x: u16,
    pub y: u16,
    pub pitch: u16,
    pub height: u16,
}

impl Card<'_> {
    /// Draws it; a sign that has no place beside the brackets is returned, to be put elsewhere.
    pub fn draw(&self, scene: &Scene<'_>, buffer: &mut Buffer) -> Option<char> {
        let style = scene.style(self.cell, self.role);
        fill(buffer, Rect::new(self.x + 1, self.y, self.pitch - 1, self.height), style);
        if self.height > 1 && matches!(self.role, Role::Covered | Role::RedCovered) {
            self.draw_edge(scene, buffer);
        }
        let face = (self.face.chars().count() as u16).max(FACE);
        let pitch = self.pitch - (face - FACE);
        let left = self.x + before_face(self.pitch, face) - 1;
        let behind = left + 1 + face;
        buffer.set_stringn(left + 1, self.y, self.face, face as usize, style);
        if self.height >= BOTH_CORNERS && pitch >= ROOMY && self.role != Role::Empty {
            let corner = self.x + self.pitch - 1 - face;
            buffer.set_stringn(corner, self.y + self.height - 1, self.face, face as usize, style);
        }
        let brackets = scene.brackets(self.cell);
        if let Some((open, close)) = brackets {
            let on_gap = scene.paint.on_ground(Role::Label);
            put(buffer, left, self.y, open, if left > self.x { style } else { on_gap });
            put(buffer, behind, self.y, close, style);
        }
        let sign = scene.sign(self.cell)?;
        match (pitch, brackets) {
            (TIGHT, Some(_)) => return Some(sign),
            (TIGHT, None) => put(buffer, behind, self.y, sign, style),
            _ => put(buffer, behind + 1, self.y, sign, style),
        }
        None
    }
}

impl Card<'_> {
    /// Where the next card begins that lies on it: a column is not one grey slab.
    fn draw_edge(&self, scene: &Scene<'_>, buffer: &mut Buffer) {
        let edge = Rect::new(self.x + 1, self.y + self.height - 1, self.pitch - 1, 1);
        let ground = scene.paint.style(Role::Ground).bg.unwrap_or_default();
        buffer.set_style(edge, Style::new().fg(ground).add_modifier(Modifier::UNDERLINED));
    }
}

/// The part of a column that is shown, counted from its playable end, and how many cards lie hidden on both sides.
#[derive(Debug, PartialEq, Eq)]
pub struct Stretch {
    pub cards: Range<usize>,
    /// Towards the covered end, and towards the playable one; a row says so where there are any.
    pub covered: usize,
    pub playable: usize,
}

impl Stretch {
    /// So many cards in so many rows, with the one at `near` among them.
    pub fn of(cards: usize, rows: usize, near: usize) -> Stretch {
        let whole = |shown: Range<usize>| Stretch { covered: cards - shown.end, playable: shown.start, cards: shown };
        let rows = rows.max(3);
        if cards <= rows {
            whole(0..cards)
        } else if near + 1 < rows {
            whole(0..rows - 1)
        } else if near + rows > cards {
            whole(cards + 1 - rows..cards)
        } else {
            let first = near - (rows - 2) / 2;
            whole(first..first + rows - 2)
        }
    }

    pub fn rows(&self) -> usize {
        self.cards.len() + usize::from(self.covered > 0) + usize::from(self.playable > 0)
    }
}

/// The row that says how many cards of a column are out of sight; the arrow says where, and where there is room the key
/// that goes there is named.
pub fn more(scene: &Scene<'_>, (x, y): (u16, u16), pitch: u16, upwards: bool, cards: usize, buffer: &mut Buffer) {
    let sign = match (scene.paint.unicode, upwards) {
        (true, true) => '↑',
        (true, false) => '↓',
        (false, true) => '^',
        (false, false) => 'v',
    };
    let key = if upwards { "PgUp" } else { "PgDn" };
    let ways = [format!("{sign}{cards} {key}"), format!("{sign}{cards}{key}")];
    let fits = |text: &String| scene.paint.names_keys && text.chars().count() < pitch.into();
    let text = ways.into_iter().find(fits).unwrap_or_else(|| format!("{sign}{cards}"));
    buffer.set_stringn(x + 1, y, text, usize::from(pitch - 1).max(3), scene.paint.on_ground(Role::Label));
}

#[cfg(test)]
mod tests {
    use super::Stretch;

    #[test]
    fn the_stretches_around_all_cards_are_the_column() {
        for cards in 0..30 {
            for rows in 3..20 {
                for near in 0..cards {
                    let stretch = Stretch::of(cards, rows, near);
                    assert!(stretch.cards.contains(&near), "{near} of {cards} in {rows}: {stretch:?}");
                    assert!(stretch.rows() <= rows, "{near} of {cards} in {rows}: {stretch:?}");
                    assert_eq!(stretch.cards.len() + stretch.covered + stretch.playable, cards);
                }
            }
        }
    }
}
