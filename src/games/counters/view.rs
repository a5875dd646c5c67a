//! Rows on the screen: those of the moves made so far, the present one, and under it marks and place numbers.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::{history, margin};
use super::row::Place;
use super::rules::{Counters, State};
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct RowView;

/// Lines under the present row: underscores of the next move, cursor, place numbers.
const FOOT: u16 = 3;
/// Between the moves at the left and the first place.
const BEFORE: u16 = 2;

/// What goes where.
struct Sheet {
    margin: u16,
    /// Columns a place.
    pitch: u16,
    places: Range<usize>,
    /// Rows of the past that are shown.
    past: u16,
}

impl Sheet {
    fn new(scene: &Scene<'_>, rules: &Counters, state: &State, area: Rect) -> Option<Self> {
        let width = state.row.len();
        let margin = margin(rules, width) as u16;
        let room = area.width.checked_sub(margin + BEFORE + 1)?;
        if area.height <= FOOT || room < 4 {
            return None;
        }
        let pitch = if width * 2 <= usize::from(room) + 1 { 2 } else { 1 };
        let shown = usize::from(room).min(width);
        // A player keeps the cursor in sight; where none is shown, the next move.
        let playing = first_mark(scene, MarkKind::Cursor).and(scene.cursor);
        let near = playing.or_else(|| first_mark(scene, MarkKind::Next)).or(scene.cursor);
        let first = (near.unwrap_or(0) as usize).saturating_sub(shown / 2).min(width - shown);
        let past = (state.trail.len()).min(usize::from(area.height - FOOT - 1)) as u16;
        Some(Sheet { margin, pitch, places: first..first + shown, past })
    }

    fn column(&self, area: Rect, place: usize) -> u16 {
        area.x + self.margin + BEFORE + (place - self.places.start) as u16 * self.pitch
    }

    fn row_line(&self, area: Rect) -> u16 {
        area.y + self.past
    }
}

fn first_mark(scene: &Scene<'_>, kind: MarkKind) -> Option<Cell> {
    scene.marks.iter().find(|mark| mark.kind == kind).map(|mark| mark.cell)
}

fn piece(place: Place) -> Role {
    match place {
        Place::Free => Role::Frame,
        Place::A => Role::Piece,
        Place::B => Role::RedPiece,
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(sign).set_style(style);
    }
}

impl RowView {
    fn draw_past(scene: &Scene<'_>, position: &Placed<Counters>, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let Placed { rules, state } = position;
        let rows = history(rules, state, usize::from(sheet.past), sheet.places.clone());
        for (y, (row, step)) in (area.y..).zip(rows) {
            let label = format!("{:>width$}", step.to_string(), width = usize::from(sheet.margin));
            buffer.set_string(area.x, y, label, scene.paint.style(Role::Number));
            for (place, counter) in sheet.places.clone().zip(row) {
                let moves = (step.from as usize..step.from as usize + rules.k).contains(&place);
                let role = if moves { Role::Next } else { piece(counter) };
                put(buffer, sheet.column(area, place), y, counter.letter(), scene.paint.style(role));
            }
        }
    }

    fn draw_row(scene: &Scene<'_>, state: &State, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let y = sheet.row_line(area);
        for place in sheet.places.clone() {
            let (cell, x) = (place as Cell, sheet.column(area, place));
            let counter = state.row[place];
            put(buffer, x, y, counter.letter(), scene.style(cell, piece(counter)));
            if scene.has(cell, MarkKind::Next) {
                put(buffer, x, y + 1, '_', scene.paint.style(Role::Next));
            }
            if scene.has(cell, MarkKind::Picked) {
                put(buffer, x, y + 2, '=', scene.paint.style(Role::Picked));
            } else if scene.has(cell, MarkKind::Cursor) {
                put(buffer, x, y + 2, '^', scene.paint.style(Role::Cursor));
            }
        }
        let dim = scene.paint.style(Role::Dim);
        if sheet.places.start > 0 {
            put(buffer, sheet.column(area, sheet.places.start) - 1, y, '<', dim);
        }
        if sheet.places.end < state.row.len() {
            put(buffer, sheet.column(area, sheet.places.end), y, '>', dim);
        }
    }

    fn draw_numbers(scene: &Scene<'_>, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let y = sheet.row_line(area) + FOOT;
        let step = if sheet.pitch == 2 { 5 } else { 10 };
        let end = sheet.column(area, sheet.places.end);
        for place in sheet.places.clone().filter(|place| place % step == 0) {
            let x = sheet.column(area, place);
            let number = place.to_string();
            if number.len() <= usize::from(end - x) {
                buffer.set_string(x, y, number, scene.paint.style(Role::Dim));
            }
        }
    }
}

impl View for RowView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let columns = margin(rules, state.row.len()) + usize::from(BEFORE) + 2 * state.row.len();
        let rows = state.trail.len() + 1 + usize::from(FOOT);
        (columns.min(u16::MAX.into()) as u16, rows.min(u16::MAX.into()) as u16)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let position = Placed::<Counters>::of(scene.position);
        let Some(sheet) = Sheet::new(scene, &position.rules, &position.state, area) else {
            let need = (margin(&position.rules, position.state.row.len()) as u16 + BEFORE + 5, FOOT + 1);
            return too_small("the row", need, area, scene.paint, buffer);
        };
        Self::draw_past(scene, position, &sheet, area, buffer);
        Self::draw_row(scene, &position.state, &sheet, area, buffer);
        Self::draw_numbers(scene, &sheet, area, buffer);
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Counters>::of(scene.position);
        let sheet = Sheet::new(scene, rules, state, area)?;
        let line = sheet.row_line(area);
        let first = sheet.column(area, sheet.places.start);
        if !(line..=line + FOOT).contains(&y) || x < first {
            return None;
        }
        let place = sheet.places.start + usize::from((x - first) / sheet.pitch);
        sheet.places.contains(&place).then_some(place as Cell)
    }
}
