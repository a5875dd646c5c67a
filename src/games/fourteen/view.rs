//! The board on the screen: as the 2007 printout, heads at the bottom, each card with room for a sign beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::{Fourteen, State};
use crate::games::view::cards::{Card, Stretch, TIGHT, more, pitch};
use crate::games::view::{Paint, Role, Scene, View, fill, put, too_small, window};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct Board;

/// The rows that are not cards: the underscores above, the column numbers below.
const EXTRA_ROWS: u16 = 2;
const LEAST_ROWS: u16 = 3;
/// Rows of a card and between cards, the largest first.
const HEIGHTS: [Height; 8] = [
    Height { card: 7, gap: 1 },
    Height { card: 6, gap: 1 },
    Height { card: 5, gap: 1 },
    Height { card: 4, gap: 1 },
    Height { card: 3, gap: 1 },
    Height { card: 2, gap: 1 },
    Height { card: 1, gap: 1 },
    Height { card: 1, gap: 0 },
];
/// An empty table still has the room of a deal.
const DEALT: usize = 5;

#[derive(Clone, Copy)]
struct Height {
    card: u16,
    gap: u16,
}

impl Height {
    /// From one card to the next.
    fn pitch(self) -> u16 {
        self.card + self.gap
    }

    /// So many cards over each other.
    fn column(self, cards: u16) -> u16 {
        cards * self.pitch() - self.gap
    }
}

/// Where things are in an area; `draw` and `hit` agree because both ask here.
struct Layout<'a> {
    rules: &'a Fourteen,
    state: &'a State,
    area: Rect,
    /// Columns that are shown.
    columns: std::ops::Range<usize>,
    pitch: u16,
    height: Height,
    /// Rows of the columns in all.
    rows: u16,
}

/// The longest column of the deal: the board keeps its size while cards go.
fn tallest(rules: &Fourteen) -> u16 {
    rules.tallest(&State::default()).max(DEALT) as u16
}

/// Columns from one card to the next and rows of a card, in this room.
fn scale(rules: &Fourteen, room: (u16, u16)) -> (u16, Height) {
    let pitch = pitch(rules.width(), room.0, TIGHT);
    let rows = room.1.saturating_sub(EXTRA_ROWS);
    // A row is as high as two columns are wide: cards are a little higher than wide.
    let fits = |height: &Height| height.column(tallest(rules)) <= rows && height.card <= pitch / 2 + 1;
    (pitch, HEIGHTS.into_iter().find(fits).unwrap_or(HEIGHTS[HEIGHTS.len() - 1]))
}

impl<'a> Layout<'a> {
    fn new(scene: &Scene<'a>, area: Rect) -> Option<Self> {
        let Placed { rules, state } = Placed::<Fourteen>::of(scene.position);
        let (pitch, height) = scale(rules, (area.width, area.height));
        let shown = (area.width / pitch) as usize;
        let rows = height.column(tallest(rules)).min(area.height.saturating_sub(EXTRA_ROWS));
        if shown == 0 || rows < LEAST_ROWS {
            return None;
        }
        let cursor = scene.cursor.and_then(|cell| rules.cell_column(cell));
        let columns = window(rules.width(), shown, cursor.unwrap_or(0));
        Some(Layout { rules, state, area, columns, pitch, height, rows })
    }

    fn x(&self, column: usize) -> u16 {
        self.area.x + (column - self.columns.start) as u16 * self.pitch
    }

    /// The line under the heads.
    fn foot(&self) -> u16 {
        self.area.y + 1 + self.rows
    }

    fn stretch(&self, scene: &Scene<'_>, column: usize) -> Stretch {
        let mut cards = self.rules.left(self.state, column);
        let near = scene.cursor.and_then(|cell| cards.position(|card| card as Cell == cell)).unwrap_or(0);
        let shown = (self.rows + self.height.gap) / self.height.pitch();
        Stretch::of(self.rules.height(self.state, column), shown as usize, near)
    }

    fn column(&self, scene: &Scene<'_>, buffer: &mut Buffer, column: usize) {
        let (x, foot) = (self.x(column), self.foot());
        let cards: Vec<usize> = self.rules.left(self.state, column).collect();
        let label = scene.paint.on_ground(Role::Label);
        buffer.set_stringn(x, foot, format!(" {:>2}", column + 1), self.pitch as usize, label);
        if cards.iter().any(|&card| scene.has(card as Cell, MarkKind::Next)) {
            put(buffer, x + 2, self.area.y, '_', scene.paint.on_ground(Role::Key));
        }
        if cards.is_empty() {
            let (cell, face) = (self.rules.column_cell(self.state, column), "  ");
            let (y, height) = (foot - self.height.card, self.height.card);
            Card { cell, face, role: Role::Empty, x, y, pitch: self.pitch, height }.draw(scene, buffer);
        }
        let stretch = self.stretch(scene, column);
        let mut y = foot + self.height.gap;
        if stretch.playable > 0 {
            y -= self.height.pitch();
            more(scene, (x, y), self.pitch, false, stretch.playable, buffer);
        }
        for depth in stretch.cards.clone() {
            y -= self.height.pitch();
            let face = format!("{:>2}", self.rules.rank(cards[depth]));
            let role = if depth == 0 { Role::Piece } else { Role::Covered };
            let cell = cards[depth] as Cell;
            let card = Card { cell, face: &face, role, x, y, pitch: self.pitch, height: self.height.card };
            if let Some(sign) = card.draw(scene, buffer) {
                // In the gap behind the bracket; at the edge of the board beside the number of its column.
                let is_last = column + 1 == self.columns.end;
                let place = if is_last { (x + 3, foot) } else { (x + self.pitch, y) };
                put(buffer, place.0, place.1, sign, label);
            }
        }
        if stretch.covered > 0 {
            more(scene, (x, y - self.height.pitch()), self.pitch, true, stretch.covered, buffer);
        }
    }

    fn edges(&self, scene: &Scene<'_>, buffer: &mut Buffer) {
        let label = scene.paint.on_ground(Role::Label);
        if self.columns.start > 0 {
            put(buffer, self.area.x, self.foot(), '<', label);
        }
        if self.columns.end < self.rules.width() {
            put(buffer, self.area.right() - 1, self.foot(), '>', label);
        }
    }
}

impl View for Board {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let rules = &Placed::<Fourteen>::of(position).rules;
        (rules.width() as u16 * TIGHT, tallest(rules) + EXTRA_ROWS)
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let rules = &Placed::<Fourteen>::of(position).rules;
        let (pitch, height) = scale(rules, room);
        (rules.width() as u16 * pitch, height.column(tallest(rules)) + EXTRA_ROWS)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(layout) = Layout::new(scene, area) else {
            return too_small("the board", (TIGHT, LEAST_ROWS + EXTRA_ROWS), area, scene.paint, buffer);
        };
        fill(buffer, area, scene.paint.style(Role::Ground));
        for column in layout.columns.clone() {
            layout.column(scene, buffer, column);
        }
        layout.edges(scene, buffer);
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let layout = Layout::new(scene, area)?;
        let column = layout.columns.start + usize::from(x.checked_sub(area.x)? / layout.pitch);
        y.checked_sub(area.y)?;
        if !layout.columns.contains(&column) || y > layout.foot() {
            return None;
        }
        // The number below a column and the space above it stand for its head.
        let head = layout.rules.column_cell(layout.state, column);
        let stretch = layout.stretch(scene, column);
        let up = usize::from(layout.foot().saturating_sub(y + 1) / layout.height.pitch());
        let depth = stretch.cards.start + up.saturating_sub(usize::from(stretch.playable > 0));
        let shown = stretch.cards.contains(&depth) && y < layout.foot();
        let card = layout.rules.left(layout.state, column).nth(depth).filter(|_| shown);
        Some(card.map_or(head, |card| card as Cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fourteen::{GAME, deal};
    use crate::games::{Game, Options};
    use crate::search::Mark;

    fn drawn(position: &dyn Position, marks: &[Mark], width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let paint = Paint::plain();
        Board.draw(&Scene { position, marks, cursor: None, looked: None, paint: &paint }, area, &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
        (0..height).map(row).collect()
    }

    #[test]
    fn marks_are_seen_without_colour() {
        let position = GAME.read("6 10 5|4 8|9|1|-|13", &Options::new()).unwrap();
        let marks = [
            Mark::new(0, MarkKind::Cursor),
            Mark::new(1, MarkKind::Dead),
            Mark::new(5, MarkKind::Picked),
            Mark::new(6, MarkKind::Next),
            Mark::new(6, MarkKind::Winning),
            Mark::new(7, MarkKind::Legal),
        ];
        let rows = drawn(&*position, &marks, 24, 7);
        assert_eq!(
            rows,
            ["              _", "", "", "  5", " 10#  8", "[ 6]  4 ( 9)  1_     13.", "  1   2   3   4   5   6"]
        );
    }

    #[test]
    fn a_full_deal_fits_the_narrow_screen() {
        let position = Placed::boxed(deal(1), State::default());
        assert_eq!(Board.size(&*position, &Paint::plain()), (48, 7));
        let rows = drawn(&*position, &[], 48, 7);
        assert_eq!(rows[5], "  7   5   5   5   6  10  12   1   6   9   4   3");
        // What is narrower shows a part, and says so.
        assert!(drawn(&*position, &[], 36, 7)[6].ends_with('>'));
    }

    #[test]
    fn a_tall_column_says_how_much_is_hidden() {
        let position = GAME.read("1 2 3 4 5 6 7 8 9|13", &Options::new()).unwrap();
        assert_eq!(drawn(&*position, &[], 8, 5), ["", " ^7", "  2", "  1  13", "  1   2"]);
    }

    #[test]
    fn a_click_finds_what_was_drawn_at_every_size() {
        let position = Placed::boxed(deal(3), State::default());
        let paint = Paint::plain();
        for (width, height) in [(1, 1), (35, 9), (36, 3), (48, 7), (52, 14), (80, 30)] {
            let area = Rect::new(2, 1, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, width + 4, height + 2));
            let scene = Scene { position: &*position, marks: &[], cursor: None, looked: None, paint: &paint };
            Board.draw(&scene, area, &mut buffer);
            for (x, y) in (0..width + 4).flat_map(|x| (0..height + 2).map(move |y| (x, y))) {
                if let Some(cell) = Board.hit(&scene, area, x, y) {
                    assert!(area.contains((x, y).into()), "{cell} at {x},{y} of {area}");
                }
            }
        }
        let scene = Scene { position: &*position, marks: &[], cursor: None, looked: None, paint: &paint };
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 5), Some(5));
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 6), Some(5));
        assert_eq!(Board.hit(&scene, Rect::new(2, 1, 48, 7), 2 + 5, 1 + 4), Some(6));
    }
}
