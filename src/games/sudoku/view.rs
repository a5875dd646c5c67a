//! Draws the grid: nine boxes with rules between them, row and column numbers at the edge, notes in fixed places where
//! cells are large and on one line otherwise.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::{CELLS, Layout, SIDE, Sudoku};
use crate::games::digits::DigitGrid as _;
use crate::games::digits::view::{draw_brackets, draw_cell};
use crate::games::view::{Paint, Role, Scene, View, fill, put, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct SudokuView;

/// How large cells are drawn: columns and rows inside a cell, rows between cells, rows between boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    wide: u16,
    high: u16,
    gap: u16,
    rule: u16,
    /// Columns of the row numbers with the gap behind them, and rows of the column numbers.
    edge: (u16, u16),
}

/// The largest first. One column between cells holds the brackets of the cursor, one more the rule between boxes.
const SCALES: [Scale; 6] = [
    Scale { wide: 7, high: 3, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 5, high: 1, gap: 1, rule: 1, edge: (3, 1) },
    Scale { wide: 5, high: 1, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 3, high: 1, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 3, high: 1, gap: 0, rule: 0, edge: (3, 1) },
    TIGHT,
];
/// The smallest goes without column numbers.
const TIGHT: Scale = Scale { wide: 3, high: 1, gap: 0, rule: 0, edge: (3, 0) };

impl Scale {
    fn needs(self) -> (u16, u16) {
        let across = 9 * (self.wide + 1) + 2;
        let down = 9 * self.high + 6 * self.gap + 2 * self.rule.max(self.gap);
        (self.edge.0 + across, self.edge.1 + down)
    }

    fn fitting(room: (u16, u16)) -> Option<Scale> {
        SCALES.into_iter().find(|scale| {
            let (width, height) = scale.needs();
            width <= room.0 && height <= room.1
        })
    }

    /// Where a row begins, from the top of the area.
    fn top(self, row: usize) -> u16 {
        let (row, boxes) = (row as u16, row as u16 / 3);
        self.edge.1 + row * self.high + (row - boxes) * self.gap + boxes * self.rule.max(self.gap)
    }

    /// Where a column begins.
    fn left(self, col: usize) -> u16 {
        let (col, boxes) = (col as u16, col as u16 / 3);
        self.edge.0 + col * (self.wide + 1) + boxes
    }

    /// The inside of a cell.
    fn cell(self, area: Rect, cell: usize) -> Rect {
        let (x, y) = (area.x + self.left(cell % SIDE), area.y + self.top(cell / SIDE));
        Rect::new(x, y, self.wide, self.high)
    }
}

impl View for SudokuView {
    fn size(&self, _position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        TIGHT.needs()
    }

    fn size_in(&self, _position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        Scale::fitting(room).unwrap_or(TIGHT).needs()
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(scale) = Scale::fitting((area.width, area.height)) else {
            return too_small("the grid", TIGHT.needs(), area, scene.paint, buffer);
        };
        let Placed { rules, state } = Placed::<Sudoku>::of(scene.position);
        draw_edge(scene, scale, area, buffer);
        let (width, height) = scale.needs();
        let body =
            Rect::new(area.x + scale.edge.0 - 1, area.y + scale.edge.1, width - scale.edge.0, height - scale.edge.1);
        fill(buffer, body, scene.paint.on_ground(Role::Frame));
        draw_rules(scene, scale, body, buffer);
        let in_line = in_line(scene, &state.digits);
        for cell in 0..CELLS as Cell {
            let place = scale.cell(area, cell as usize);
            let look = (rules.is_given(cell), in_line[cell as usize]);
            draw_cell(scene, state, cell, look, place, buffer);
            draw_brackets(scene, cell, place, buffer);
        }
    }

    fn hit(&self, _scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let scale = Scale::fitting((area.width, area.height))?;
        let (x, y) = (x.checked_sub(area.x + scale.edge.0)?, y.checked_sub(area.y + scale.edge.1)?);
        let col = (0..SIDE).rev().find(|&col| scale.left(col) - scale.edge.0 <= x)?;
        let row = (0..SIDE).rev().find(|&row| scale.top(row) - scale.edge.1 <= y)?;
        let (width, height) = scale.needs();
        let inside = x < width - scale.edge.0 && y < height - scale.edge.1;
        inside.then_some((row * SIDE + col) as Cell)
    }
}

/// The cells that share a unit with the player's cursor, and those with the same digit.
fn in_line(scene: &Scene<'_>, digits: &[u8]) -> [bool; CELLS] {
    let mut tinted = [false; CELLS];
    let Some(cursor) = scene.cursor.filter(|&cell| scene.has(cell, MarkKind::Cursor)) else { return tinted };
    let digit = digits[cursor as usize];
    for (cell, tinted) in tinted.iter_mut().enumerate() {
        let same = digit > 0 && digits[cell] == digit;
        *tinted = same || Layout::get().see_each_other(cursor as u8, cell as u8);
    }
    tinted
}

/// The numbers of rows and columns; those of the cursor are bright.
fn draw_edge(scene: &Scene<'_>, scale: Scale, area: Rect, buffer: &mut Buffer) {
    let cursor = scene.cursor.map(|cell| (cell as usize / SIDE, cell as usize % SIDE));
    let role = |here: bool| scene.paint.style(if here { Role::Title } else { Role::Label });
    for i in 0..SIDE {
        let number = char::from(b'1' + i as u8);
        let (x, y) = (area.x + scale.left(i) + scale.wide / 2, area.y + scale.top(i) + scale.high / 2);
        if scale.edge.1 > 0 {
            put(buffer, x, area.y, number, role(cursor.is_some_and(|(_, col)| col == i)));
        }
        put(buffer, area.x, y, number, role(cursor.is_some_and(|(row, _)| row == i)));
    }
}

/// The rules between boxes.
fn draw_rules(scene: &Scene<'_>, scale: Scale, body: Rect, buffer: &mut Buffer) {
    let style = scene.paint.on_ground(Role::Frame);
    let (bar, dash, cross) = if scene.paint.unicode { ('│', '─', '┼') } else { ('|', '-', '+') };
    let bars: Vec<u16> = [3, 6].map(|col| body.x + scale.left(col) - scale.edge.0).to_vec();
    let dashes: Vec<u16> = [3, 6].map(|row| body.y + scale.top(row) - scale.edge.1 - 1).to_vec();
    for y in body.top()..body.bottom() {
        for &x in &bars {
            put(buffer, x - 1, y, bar, style);
        }
    }
    if scale.rule == 0 {
        return;
    }
    for &y in &dashes {
        for x in body.left()..body.right() {
            put(buffer, x, y, if bars.contains(&(x + 1)) { cross } else { dash }, style);
        }
    }
}
