//! Rows of discs on the screen: those of the moves made so far, the present one, and under it signs, cursor and place
//! numbers.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::board::{history, margin};
use super::row::Place;
use super::rules::{Counters, State};
use crate::games::view::{Legend, Paint, Role, SIGNS, Scene, Seen, View, fill, fill_disc, put, too_small, window};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct RowView;

/// Lines under the present row: signs, cursor, place numbers.
const FOOT: u16 = 3;
/// Of the moves made so far at least so many are seen.
const LEAST_PAST: u16 = 2;
/// Between the moves at the left and the first place.
const BEFORE: u16 = 2;
/// From one place to the next, the widest first, and the rows of the present row's discs at that width.
const PITCHES: [(u16, u16); 7] = [(14, 6), (12, 5), (8, 3), (6, 3), (4, 1), (3, 1), (2, 1)];

/// What goes where.
struct Sheet {
    margin: u16,
    /// Columns a place, and rows of the present row.
    pitch: u16,
    height: u16,
    places: Range<usize>,
    /// Rows of the past that are shown, and between them and the present row.
    past: u16,
    apart: u16,
}

impl Sheet {
    fn new(scene: &Scene<'_>, rules: &Counters, state: &State, area: Rect) -> Option<Self> {
        let width = state.row.len();
        let margin = margin(rules, width) as u16;
        let room = area.width.checked_sub(margin + BEFORE + 1)?;
        if area.height <= FOOT || room < 4 {
            return None;
        }
        let (pitch, height) = scale(width, (room, area.height));
        // Behind the last place there is no gap.
        let is_whole = width * usize::from(pitch) <= usize::from(room) + usize::from(pitch > 1);
        let shown = if is_whole { width } else { usize::from(room / pitch) };
        // A player keeps the cursor in sight; where none is shown, the next move.
        let playing = first_mark(scene, MarkKind::Cursor).and(scene.cursor);
        let near = playing.or_else(|| first_mark(scene, MarkKind::Next)).or(scene.cursor);
        let places = window(width, shown, near.unwrap_or(0) as usize);
        let above = area.height - FOOT - height;
        // Discs of several rows would melt into the row above.
        let apart = u16::from(height > 1 && above > 1);
        let past = state.trail.len().min(usize::from(above - apart)) as u16;
        Some(Sheet { margin, pitch, height, places, past, apart })
    }

    /// The columns of a disc: all of a place but a gap.
    fn disc(&self, area: Rect, place: usize, y: u16, height: u16) -> Rect {
        Rect::new(self.column(area, place), y, (self.pitch - 1).max(1), height)
    }

    /// Where the letter of a disc stands.
    fn middle(&self, area: Rect, place: usize) -> u16 {
        self.column(area, place) + (self.pitch - 1) / 2
    }

    fn column(&self, area: Rect, place: usize) -> u16 {
        area.x + self.margin + BEFORE + (place - self.places.start) as u16 * self.pitch
    }

    /// The present row stands at the foot, and stays there while the past grows above it.
    fn row_line(&self, area: Rect) -> u16 {
        area.bottom() - FOOT - self.height
    }
}

fn first_mark(scene: &Scene<'_>, kind: MarkKind) -> Option<Cell> {
    scene.marks.iter().find(|mark| mark.kind == kind).map(|mark| mark.cell)
}

/// The widest pitch at which a whole row fits, else one column a place, and the rows of its discs.
fn scale(places: usize, (width, height): (u16, u16)) -> (u16, u16) {
    let fits =
        |&(pitch, high): &(u16, u16)| places * usize::from(pitch) <= usize::from(width) + 1 && high + FOOT <= height;
    PITCHES.into_iter().find(fits).unwrap_or((1, 1))
}

fn piece(place: Place, is_past: bool) -> Role {
    match place {
        Place::Free => Role::Empty,
        Place::A if is_past => Role::Covered,
        Place::A => Role::Piece,
        Place::B => Role::OtherPiece,
    }
}

fn letter(place: Place, unicode: bool) -> char {
    match place {
        Place::A if unicode => '○',
        Place::B if unicode => '●',
        _ => place.letter(),
    }
}

impl RowView {
    fn draw_past(scene: &Scene<'_>, position: &Placed<Counters>, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let Placed { rules, state } = position;
        let rows = history(rules, state, usize::from(sheet.past), sheet.places.clone());
        for (y, (row, step)) in (sheet.row_line(area) - sheet.apart - sheet.past..).zip(rows) {
            let label = format!("{:>width$}", step.to_string(), width = usize::from(sheet.margin));
            buffer.set_string(area.x, y, label, scene.paint.on_ground(Role::Label));
            for (place, counter) in sheet.places.clone().zip(row) {
                let moves = (step.from as usize..step.from as usize + rules.k).contains(&place);
                let role = piece(counter, true);
                let plain = scene.paint.on_ground(role);
                let style = if moves { plain.patch(scene.paint.style(Role::Next)) } else { plain };
                fill(buffer, sheet.disc(area, place, y, 1), style);
                put(buffer, sheet.middle(area, place), y, letter(counter, scene.paint.unicode), style);
            }
        }
    }

    fn draw_row(scene: &Scene<'_>, state: &State, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let y = sheet.row_line(area);
        let foot = y + sheet.height;
        let label = scene.paint.on_ground(Role::Label);
        // What is said of a place stands under the row, which keeps its two colours.
        let is_fate = |kind: MarkKind| matches!(kind, MarkKind::Winning | MarkKind::Losing | MarkKind::Legal);
        let told_below = |kind: MarkKind| is_fate(kind) || matches!(kind, MarkKind::Changed | MarkKind::Cursor);
        let marks: Vec<_> = scene.marks.iter().copied().filter(|mark| !told_below(mark.kind)).collect();
        let row = Scene { marks: &marks, ..*scene };
        // Where a group may go matters once one is taken.
        let is_taken = first_mark(scene, MarkKind::Picked).is_some();
        for place in sheet.places.clone() {
            let (cell, x) = (place as Cell, sheet.middle(area, place));
            let counter = state.row[place];
            let style = row.style(cell, piece(counter, false));
            fill_disc(buffer, sheet.disc(area, place, y, sheet.height), style);
            put(buffer, x, y + sheet.height / 2, letter(counter, scene.paint.unicode), style);
            let is_told =
                |kind: MarkKind| scene.has(cell, kind) && (is_taken || counter.is_counter() || !is_fate(kind));
            if let Some(&(kind, sign, _)) = SIGNS.iter().find(|&&(kind, ..)| is_told(kind)) {
                let style = if told_below(kind) { scene.paint.style(kind.into()) } else { label };
                if told_below(kind) {
                    fill(buffer, sheet.disc(area, place, foot, 1), style);
                }
                put(buffer, x, foot, sign, style);
            }
            if scene.has(cell, MarkKind::Picked) {
                put(buffer, x, foot + 1, '=', scene.paint.style(Role::Picked));
            } else if scene.has(cell, MarkKind::Cursor) {
                let style = scene.paint.style(Role::Cursor);
                fill(buffer, sheet.disc(area, place, foot + 1, 1), style);
                put(buffer, x, foot + 1, '^', style);
            }
        }
        let y = y + sheet.height / 2;
        if sheet.places.start > 0 {
            put(buffer, sheet.column(area, sheet.places.start) - 1, y, '<', label);
        }
        if sheet.places.end < state.row.len() {
            put(buffer, sheet.column(area, sheet.places.end), y, '>', label);
        }
    }

    fn draw_numbers(scene: &Scene<'_>, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let y = sheet.row_line(area) + sheet.height + FOOT - 1;
        let step = [10, 5, 5, 1][usize::from(sheet.pitch.min(3))];
        let end = sheet.column(area, sheet.places.end);
        for place in sheet.places.clone().filter(|place| place % step == 0) {
            let x = sheet.middle(area, place);
            let number = place.to_string();
            if number.len() <= usize::from(end - x) {
                buffer.set_string(x, y, number, scene.paint.on_ground(Role::Label));
            }
        }
    }
}

impl View for RowView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let columns = margin(rules, state.row.len()) + usize::from(BEFORE) + 2 * state.row.len();
        (columns.min(u16::MAX.into()) as u16, LEAST_PAST + 1 + FOOT)
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let edge = margin(rules, state.row.len()) as u16 + BEFORE + 1;
        let (pitch, height) = scale(state.row.len(), (room.0.saturating_sub(edge), room.1));
        let columns = (state.row.len() * usize::from(pitch)).min(room.0.into()) as u16 + edge;
        // All of the moves to the goal have room above from the start, so that the row stays in its place.
        let moves = (state.row.len() / 2).min(room.1.into()) as u16;
        (columns, (moves.max(LEAST_PAST) + FOOT + height + u16::from(height > 1)).min(room.1))
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let position = Placed::<Counters>::of(scene.position);
        let Some(sheet) = Sheet::new(scene, &position.rules, &position.state, area) else {
            let need = (margin(&position.rules, position.state.row.len()) as u16 + BEFORE + 5, FOOT + 1);
            return too_small("the row", need, area, scene.paint, buffer);
        };
        fill(buffer, area, scene.paint.style(Role::Ground));
        Self::draw_past(scene, position, &sheet, area, buffer);
        Self::draw_row(scene, &position.state, &sheet, area, buffer);
        Self::draw_numbers(scene, &sheet, area, buffer);
        if scene.paint.unicode && sheet.past + sheet.apart + sheet.height + FOOT < area.height {
            let discs = [Place::A, Place::B].map(|place| format!("{} {}", place.letter(), letter(place, true)));
            buffer.set_stringn(area.x, area.y, discs.join("  "), area.width.into(), scene.paint.on_ground(Role::Label));
        }
    }

    fn legend(&self) -> Legend {
        Legend {
            without: &[
                MarkKind::Picked,
                MarkKind::Cursor,
                MarkKind::Dead,
                MarkKind::Besides,
                MarkKind::Settled,
                MarkKind::Next,
            ],
            rare: &[MarkKind::Losing],
            own: &[
                (Seen::Always, "^", "the cursor, under the group that a move takes"),
                (Seen::Always, "=", "picked"),
                (Seen::Ascii, "A B", "counters"),
                (Seen::Unicode, "○ ●", "the counters A and B"),
                (Seen::Always, "_", "a free place; below the row: what the next move of the solution takes"),
            ],
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let Placed { rules, state } = Placed::<Counters>::of(scene.position);
        let sheet = Sheet::new(scene, rules, state, area)?;
        let line = sheet.row_line(area);
        let first = sheet.column(area, sheet.places.start);
        if !(line..line + sheet.height + FOOT).contains(&y) || x < first {
            return None;
        }
        let place = sheet.places.start + usize::from((x - first) / sheet.pitch);
        sheet.places.contains(&place).then_some(place as Cell)
    }
}
