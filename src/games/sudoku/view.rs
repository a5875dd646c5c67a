//! Draws the grid: nine boxes with rules between them, row and column numbers at the edge, notes in fixed places where
//! cells are large and on one line otherwise; in an area too small for all of it, the part around the cursor.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::rules::{CELLS, Layout, SIDE, Sudoku};
use crate::games::digits::DigitGrid as _;
use crate::games::digits::view::{LEGEND, draw_brackets, draw_cell, middle_row, rule_off};
use crate::games::view::{Legend, Paint, Role, Scene, View, fill, put, scroll, too_small, window};
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
const SCALES: [Scale; 14] = [
    Scale { wide: 11, high: 5, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 9, high: 4, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 7, high: 3, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 5, high: 1, gap: 1, rule: 1, edge: (3, 1) },
    Scale { wide: 5, high: 1, gap: 0, rule: 1, edge: (3, 1) },
    Scale { wide: 5, high: 1, gap: 0, rule: 1, edge: (2, 1) },
    NOTED,
    Scale { wide: 3, high: 1, gap: 1, rule: 1, edge: (3, 1) },
    Scale { wide: 3, high: 1, gap: 0, rule: 1, edge: (3, 1) },
    LEAST,
    TIGHT,
    Scale { edge: (2, 1), ..SIGNED },
    SIGNED,
    DIGITS,
];
/// The least that has room for any notes in every cell; a line under a row stands for the rule between boxes.
const NOTED: Scale = Scale { wide: 5, high: 1, gap: 0, rule: 0, edge: (2, 1) };
/// The least that shows all but many notes.
const LEAST: Scale = Scale { wide: 3, high: 1, gap: 0, rule: 0, edge: (3, 1) };
/// The smallest to play on goes without column numbers.
const TIGHT: Scale = Scale { wide: 3, high: 1, gap: 0, rule: 0, edge: (3, 0) };
/// Digits with signs before them, for half of a narrow window.
const SIGNED: Scale = Scale { wide: 2, high: 1, gap: 0, rule: 0, edge: (2, 0) };
/// Digits alone, to be seen whole beside a list.
const DIGITS: Scale = Scale { wide: 1, high: 1, gap: 0, rule: 0, edge: (2, 0) };

impl Scale {
    fn needs(self) -> (u16, u16) {
        (self.edge.0 + self.left(SIDE - 1) + self.wide + 1, self.edge.1 + self.top(SIDE - 1) + self.high)
    }

    fn fitting(room: (u16, u16)) -> Option<Scale> {
        SCALES.into_iter().find(|scale| {
            let (width, height) = scale.needs();
            width <= room.0 && height <= room.1
        })
    }

    /// Where a row begins, from the first.
    fn top(self, row: usize) -> u16 {
        let (row, boxes) = (row as u16, row as u16 / 3);
        row * self.high + (row - boxes) * self.gap + boxes * self.rule.max(self.gap)
    }

    /// Where a column begins, from the first.
    fn left(self, col: usize) -> u16 {
        let (col, boxes) = (col as u16, col as u16 / 3);
        col * (self.wide + 1) + boxes
    }
}

/// Which cells are shown, and where.
struct Part {
    scale: Scale,
    cols: Range<usize>,
    rows: Range<usize>,
    area: Rect,
}

impl Part {
    fn of(cursor: Option<Cell>, area: Rect) -> Option<Part> {
        if let Some(scale) = Scale::fitting((area.width, area.height)) {
            return Some(Part { scale, cols: 0..SIDE, rows: 0..SIDE, area });
        }
        let (across, at) = (TIGHT.wide + 1, cursor.unwrap_or_default() as usize);
        // Two columns for rules between boxes, wherever they fall.
        let fits = |bars: (u16, u16)| {
            let columns = area.width.saturating_sub(TIGHT.edge.0 + 2 + bars.0) / across;
            let rows = area.height.saturating_sub(bars.1) / TIGHT.high;
            (usize::from(columns).min(SIDE), usize::from(rows).min(SIDE))
        };
        let shown = fits(scroll::bars((SIDE, SIDE), fits));
        let (cols, rows) = (window(SIDE, shown.0, at % SIDE), window(SIDE, shown.1, at / SIDE));
        (!cols.is_empty() && !rows.is_empty()).then_some(Part { scale: TIGHT, cols, rows, area })
    }

    fn x(&self, col: usize) -> u16 {
        self.area.x + self.scale.edge.0 + self.scale.left(col) - self.scale.left(self.cols.start)
    }

    fn y(&self, row: usize) -> u16 {
        self.area.y + self.scale.edge.1 + self.scale.top(row) - self.scale.top(self.rows.start)
    }

    /// The inside of a cell.
    fn cell(&self, row: usize, col: usize) -> Rect {
        Rect::new(self.x(col), self.y(row), self.scale.wide, self.scale.high)
    }

    /// Everything but the numbers at the edge.
    fn body(&self) -> Rect {
        let (right, bottom) = (self.x(self.cols.end - 1) + self.scale.wide + 1, self.y(self.rows.end - 1));
        let (x, y) = (self.x(self.cols.start) - 1, self.y(self.rows.start));
        Rect::new(x, y, right - x, bottom + self.scale.high - y)
    }
}

impl View for SudokuView {
    fn size(&self, _position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        LEAST.needs()
    }

    fn width_to_play(&self, _position: &dyn Position, _paint: &Paint) -> u16 {
        NOTED.needs().0
    }

    fn size_in(&self, _position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        // A part of the grid has a bar beside it.
        let part = (TIGHT.needs().0 + 2, TIGHT.needs().1);
        Scale::fitting(room).map_or(part, Scale::needs)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let Some(part) = Part::of(scene.cursor, area) else {
            let need = (TIGHT.edge.0 + TIGHT.wide + 3, 1);
            return too_small("the grid", need, area, scene.paint, buffer);
        };
        let Placed { rules, state } = Placed::<Sudoku>::of(scene.position);
        draw_edge(scene, &part, buffer);
        fill(buffer, part.body(), scene.paint.on_ground(Role::Frame));
        draw_rules(scene, &part, buffer);
        draw_bars(scene, &part, buffer);
        let in_line = in_line(scene, &state.digits);
        for (row, col) in part.rows.clone().flat_map(|row| part.cols.clone().map(move |col| (row, col))) {
            let cell = (row * SIDE + col) as Cell;
            let look = (rules.is_given(cell), in_line[cell as usize]);
            draw_cell(scene, state, cell, look, part.cell(row, col), buffer);
            if part.scale.gap == 0 && part.rows.contains(&(row + 1)) && (row + 1) % 3 > 0 {
                rule_off(scene, part.cell(row, col), buffer);
            }
        }
        for (row, col) in part.rows.clone().flat_map(|row| part.cols.clone().map(move |col| (row, col))) {
            draw_brackets(scene, (row * SIDE + col) as Cell, part.cell(row, col), buffer);
        }
        underline_boxes(&part, buffer);
    }

    fn legend(&self) -> Legend {
        LEGEND
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let part = Part::of(scene.cursor, area)?;
        let body = part.body();
        let inside = (body.left() + 1..body.right()).contains(&x) && (body.top()..body.bottom()).contains(&y);
        let col = part.cols.clone().rev().find(|&col| part.x(col) <= x)?;
        let row = part.rows.clone().rev().find(|&row| part.y(row) <= y)?;
        inside.then_some((row * SIDE + col) as Cell)
    }
}

/// The cells that share a unit with the player's cursor, and those with the same digit.
fn in_line(scene: &Scene<'_>, digits: &[u8]) -> [bool; CELLS] {
    let mut tinted = [false; CELLS];
    let Some(cursor) = scene.at().filter(|&cell| scene.has(cell, MarkKind::Cursor)) else { return tinted };
    let digit = digits[cursor as usize];
    for (cell, tinted) in tinted.iter_mut().enumerate() {
        let same = digit > 0 && digits[cell] == digit;
        *tinted = same || Layout::get().see_each_other(cursor as u8, cell as u8);
    }
    tinted
}

/// The numbers of rows and columns; those of the cursor are bright.
fn draw_edge(scene: &Scene<'_>, part: &Part, buffer: &mut Buffer) {
    let cursor = scene.at().map(|cell| (cell as usize / SIDE, cell as usize % SIDE));
    let style = |here: bool| scene.paint.style(if here { Role::Title } else { Role::Label });
    let number = |i: usize| char::from(b'1' + i as u8);
    if part.scale.edge.1 > 0 {
        for col in part.cols.clone() {
            let here = cursor.is_some_and(|at| at.1 == col);
            put(buffer, part.x(col) + part.scale.wide / 2, part.area.y, number(col), style(here));
        }
    }
    for row in part.rows.clone() {
        let here = cursor.is_some_and(|at| at.0 == row);
        put(buffer, part.area.x, middle_row(part.cell(row, part.cols.start)), number(row), style(here));
    }
}

/// Where there is more than is shown.
fn draw_bars(scene: &Scene<'_>, part: &Part, buffer: &mut Buffer) {
    let body = part.body();
    if part.rows.len() < SIDE {
        let bar = Rect { x: body.right(), width: 1, ..body };
        scroll::down_the_side(scene, bar, &part.rows, SIDE, buffer);
    }
    if part.cols.len() < SIDE {
        let bar = Rect { y: body.bottom(), height: 1, ..body };
        scroll::along_the_foot(scene, bar, &part.cols, SIDE, buffer);
    }
}

/// Where there is no room for rules between boxes, a line stands under the last row of a box.
fn underline_boxes(part: &Part, buffer: &mut Buffer) {
    if part.scale.rule == 0 {
        for row in [2, 5].into_iter().filter(|row| part.rows.contains(row) && part.rows.contains(&(row + 1))) {
            let foot = Rect { y: part.y(row), height: 1, ..part.body() }.intersection(buffer.area);
            // It stops at what is written, whose feet it would hide.
            for at in foot.positions() {
                if matches!(buffer[at].symbol(), " " | "." | "|" | "│") {
                    buffer[at].set_style(Style::new().add_modifier(Modifier::UNDERLINED));
                }
            }
        }
    }
}

/// The rules between boxes.
fn draw_rules(scene: &Scene<'_>, part: &Part, buffer: &mut Buffer) {
    let style = scene.paint.on_ground(Role::Frame);
    let (bar, dash, cross) = if scene.paint.unicode { ('│', '─', '┼') } else { ('|', '-', '+') };
    let body = part.body();
    let inner = |lines: &Range<usize>| {
        let within = lines.start + 1..lines.end;
        [3, 6].into_iter().filter(move |line| within.contains(line))
    };
    let bars: Vec<u16> = inner(&part.cols).map(|col| part.x(col) - 2).collect();
    for y in body.top()..body.bottom() {
        for &x in &bars {
            put(buffer, x, y, bar, style);
        }
    }
    for row in inner(&part.rows).filter(|_| part.scale.rule > 0) {
        for x in body.left()..body.right() {
            put(buffer, x, part.y(row) - 1, if bars.contains(&x) { cross } else { dash }, style);
        }
    }
}
