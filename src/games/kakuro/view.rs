//! Draws grids: blocks with bright clues, bright cells to write on, row and column numbers at the edge. Notes stand in
//! fixed places where cells are large and on one line otherwise; a grid larger than the area is shown around the cursor.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::grid::{Grid, Square};
use super::rules::Kakuro;
use crate::games::digits::view::{LEGEND, draw_brackets, draw_cell, middle_row, rule_off};
use crate::games::view::{Legend, Paint, Role, Scene, View, fill, put, too_small, window};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct KakuroView;

/// How large squares are drawn: columns and rows inside a square, and rows between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    wide: u16,
    high: u16,
    gap: u16,
}

/// The largest first. One column between squares holds the brackets of the cursor.
const SCALES: [Scale; 8] = [
    Scale { wide: 13, high: 5, gap: 1 },
    Scale { wide: 11, high: 5, gap: 0 },
    Scale { wide: 9, high: 4, gap: 0 },
    Scale { wide: 9, high: 3, gap: 1 },
    Scale { wide: 7, high: 3, gap: 1 },
    Scale { wide: 7, high: 3, gap: 0 },
    Scale { wide: 5, high: 2, gap: 0 },
    Scale { wide: 5, high: 1, gap: 0 },
];
const TIGHT: Scale = SCALES[7];
/// Columns of the row numbers with the gap behind them, and rows of the column numbers.
const EDGE: (u16, u16) = (4, 1);

impl Scale {
    /// From one square to the next.
    fn pitch(self) -> (u16, u16) {
        (self.wide + 1, self.high + self.gap)
    }

    fn needs(self, grid: &Grid) -> (u16, u16) {
        let (across, down) = self.pitch();
        (EDGE.0 + grid.cols() as u16 * across, EDGE.1 + grid.rows() as u16 * down)
    }

    fn fitting(grid: &Grid, room: (u16, u16)) -> Option<Scale> {
        SCALES.into_iter().find(|scale| {
            let (width, height) = scale.needs(grid);
            width <= room.0 && height <= room.1
        })
    }
}

/// Which squares are shown, and where.
#[derive(Debug)]
struct Layout {
    scale: Scale,
    cols: Range<usize>,
    rows: Range<usize>,
    /// The last line tells which part of the grid this is.
    scrolled: bool,
}

impl Layout {
    fn of(grid: &Grid, cursor: Option<Cell>, area: Rect) -> Option<Layout> {
        let scale = Scale::fitting(grid, (area.width, area.height));
        let (scale, scrolled) = (scale.unwrap_or(TIGHT), scale.is_none());
        let (across, down) = scale.pitch();
        let height = area.height.saturating_sub(u16::from(scrolled));
        let shown = (area.width.saturating_sub(EDGE.0) / across, height.saturating_sub(EDGE.1) / down);
        if shown.0 == 0 || shown.1 == 0 {
            return None;
        }
        let (row, col) = cursor.map_or((0, 0), |cell| {
            let place = grid.place(cell);
            (place.row, place.col)
        });
        let cols = window(grid.cols(), shown.0.into(), col);
        Some(Layout { scale, cols, rows: window(grid.rows(), shown.1.into(), row), scrolled })
    }

    /// The inside of a square.
    fn square(&self, area: Rect, row: usize, col: usize) -> Rect {
        let (across, down) = self.scale.pitch();
        let x = area.x + EDGE.0 + (col - self.cols.start) as u16 * across;
        let y = area.y + EDGE.1 + (row - self.rows.start) as u16 * down;
        Rect::new(x, y, self.scale.wide, self.scale.high)
    }

    /// Everything but the numbers at the edge.
    fn body(&self, area: Rect) -> Rect {
        let (across, down) = self.scale.pitch();
        let width = self.cols.len() as u16 * across;
        Rect::new(area.x + EDGE.0 - 1, area.y + EDGE.1, width + 1, self.rows.len() as u16 * down)
    }

    fn cells<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (usize, usize, Cell)> + 'a {
        let of_row = move |row: usize| self.cols.clone().map(move |col| (row, col, (row * grid.cols() + col) as Cell));
        self.rows.clone().flat_map(of_row)
    }
}

impl View for KakuroView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        TIGHT.needs(&Placed::<Kakuro>::of(position).rules.grid)
    }

    fn size_in(&self, position: &dyn Position, _paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let grid = &Placed::<Kakuro>::of(position).rules.grid;
        match Scale::fitting(grid, room) {
            Some(scale) => scale.needs(grid),
            None => (TIGHT.needs(grid).0, TIGHT.needs(grid).1 + 1),
        }
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let placed = Placed::<Kakuro>::of(scene.position);
        let grid = &placed.rules.grid;
        let Some(layout) = Layout::of(grid, scene.cursor, area) else {
            let need = (EDGE.0 + TIGHT.wide + 1, EDGE.1 + 2);
            return too_small("the grid", need, area, scene.paint, buffer);
        };
        let in_line = in_line(scene, grid);
        draw_edge(scene, grid, &layout, area, buffer);
        fill(buffer, layout.body(area), scene.paint.on_ground(Role::Block));
        for (row, col, cell) in layout.cells(grid) {
            let place = layout.square(area, row, col);
            draw_joints(scene, grid, (&layout, cell), place, buffer);
            match grid.squares()[cell as usize] {
                Square::Black { down, right } => draw_block(scene, cell, (down, right), place, buffer),
                Square::White { given } => {
                    let tinted = in_line.contains(&cell);
                    draw_cell(scene, &placed.state, cell, (given > 0, tinted), place, buffer);
                    if layout.scale.gap == 0 {
                        rule_off(scene, place, buffer);
                    }
                }
            }
        }
        for (row, col, cell) in layout.cells(grid) {
            draw_brackets(scene, cell, layout.square(area, row, col), buffer);
        }
        if layout.scrolled {
            draw_part(scene, grid, &layout, area, buffer);
        }
    }

    fn legend(&self) -> Legend {
        LEGEND
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let grid = &Placed::<Kakuro>::of(scene.position).rules.grid;
        let layout = Layout::of(grid, scene.cursor, area)?;
        let (across, down) = layout.scale.pitch();
        let col = usize::from(x.checked_sub(area.x + EDGE.0)? / across) + layout.cols.start;
        let row = usize::from(y.checked_sub(area.y + EDGE.1)? / down) + layout.rows.start;
        let shown = layout.rows.contains(&row) && layout.cols.contains(&col);
        shown.then(|| (row * grid.cols() + col) as Cell)
    }
}

/// The cells of the two runs that cross under the player's cursor.
fn in_line(scene: &Scene<'_>, grid: &Grid) -> Vec<Cell> {
    let Some(cursor) = scene.at().filter(|&cell| scene.has(cell, MarkKind::Cursor)) else { return Vec::new() };
    let is_white = |cell: usize| matches!(grid.squares()[cell], Square::White { .. });
    let (cursor, cols) = (cursor as usize, grid.cols());
    if !is_white(cursor) {
        return Vec::new();
    }
    let row = cursor / cols * cols;
    let left = (row..cursor).rev().take_while(|&cell| is_white(cell));
    let right = (cursor + 1..row + cols).take_while(|&cell| is_white(cell));
    let above = (0..cursor).rev().skip(cols - 1).step_by(cols).take_while(|&cell| is_white(cell));
    let below = (cursor + cols..grid.squares().len()).step_by(cols).take_while(|&cell| is_white(cell));
    left.chain(right).chain(above).chain(below).map(|cell| cell as Cell).collect()
}

/// What lies between two white cells of a run is not as black as what ends one.
fn draw_joints(scene: &Scene<'_>, grid: &Grid, (layout, cell): (&Layout, Cell), place: Rect, buffer: &mut Buffer) {
    let style = scene.paint.on_ground(Role::Covered);
    let (row, col) = (cell as usize / grid.cols(), cell as usize % grid.cols());
    let joins = |to: usize, is_shown: bool| is_shown && grid.is_white(cell) && grid.is_white(to as Cell);
    if joins(cell as usize + 1, layout.cols.contains(&(col + 1))) {
        fill(buffer, Rect { x: place.right(), width: 1, ..place }, style);
    }
    if joins(cell as usize + grid.cols(), layout.rows.contains(&(row + 1))) {
        fill(buffer, Rect { y: place.bottom(), height: layout.scale.gap, ..place }, style);
        let around = [cell as usize + 1, cell as usize + grid.cols() + 1];
        if layout.cols.contains(&(col + 1)) && around.iter().all(|&to| grid.is_white(to as Cell)) {
            fill(buffer, Rect::new(place.right(), place.bottom(), 1, layout.scale.gap), style);
        }
    }
}

/// The numbers of rows and columns; those of the cursor are bright.
fn draw_edge(scene: &Scene<'_>, grid: &Grid, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    let cursor = scene.at().map(|cell| grid.place(cell));
    let role = |here: bool| scene.paint.style(if here { Role::Title } else { Role::Dim });
    for col in layout.cols.clone() {
        let place = layout.square(area, layout.rows.start, col);
        let style = role(cursor.is_some_and(|at| at.col == col));
        let width = place.width as usize;
        buffer.set_stringn(place.x, area.y, format!("{:^width$}", col + 1), width, style);
    }
    for row in layout.rows.clone() {
        let place = layout.square(area, row, layout.cols.start);
        let style = role(cursor.is_some_and(|at| at.row == row));
        buffer.set_stringn(area.x, middle_row(place), format!("{:>2}", row + 1), 2, style);
    }
}

/// Which part of the grid is shown, with an arrow for each side on which there is more.
fn draw_part(scene: &Scene<'_>, grid: &Grid, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    let arrows = if scene.paint.unicode { ['←', '→', '↑', '↓'] } else { ['<', '>', '^', 'v'] };
    let more =
        [layout.cols.start > 0, layout.cols.end < grid.cols(), layout.rows.start > 0, layout.rows.end < grid.rows()];
    let arrows: String = arrows.iter().zip(more).filter(|(_, more)| *more).map(|(arrow, _)| *arrow).collect();
    let part = |shown: &Range<usize>, all: usize| format!("{}-{} of {all}", shown.start + 1, shown.end);
    let (rows, cols) = (part(&layout.rows, grid.rows()), part(&layout.cols, grid.cols()));
    let mut text = format!("{arrows} rows {rows}, columns {cols}");
    if text.chars().count() > usize::from(area.width) {
        text = format!("{arrows} rows {rows}");
    }
    // Like the numbers above it, it keeps off the frame.
    let indent = u16::from(text.chars().count() < usize::from(area.width));
    buffer.set_stringn(area.x + indent, area.bottom() - 1, text, area.width as usize, scene.paint.style(Role::Label));
}

/// A block: the clue of the run below on the left, of the run to the right on the right.
fn draw_block(scene: &Scene<'_>, cell: Cell, (down, right): (u8, u8), place: Rect, buffer: &mut Buffer) {
    let style = scene.style(cell, Role::Clue);
    fill(buffer, place, style);
    let slash = if scene.paint.unicode { '╲' } else { '\\' };
    let clue = |clue: u8| if clue > 0 { clue.to_string() } else { String::new() };
    let (down, right) = (clue(down), clue(right));
    if !down.is_empty() || !right.is_empty() {
        let (top, foot) = (place.y, place.bottom() - 1);
        if place.height == 1 {
            buffer.set_string(place.x, top, format!("{down:>2}{slash}{right:<2}"), style);
        } else {
            let line = scene.style(cell, Role::Block);
            // Between two clues; one alone is told by its corner.
            for y in (top..=foot).filter(|_| !down.is_empty() && !right.is_empty()) {
                let along = (y - top) * (place.width - 3) / (place.height - 1);
                put(buffer, place.x + 1 + along, y, slash, line);
            }
            // Each near the run that it is the sum of.
            let (across, up) = (u16::from(place.width > 7), u16::from(place.height > 4));
            buffer.set_string(place.x + 1 + across, foot, format!("{down:<2}"), style);
            buffer.set_string(place.right() - 2 - across, top + up, format!("{right:>2}"), style);
        }
    }
    if let Some(sign) = scene.sign(cell) {
        put(buffer, place.right(), middle_row(place), sign, style);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::games::view::Paint;
    use crate::search::Mark;

    const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";

    fn shown(text: &str, moves: &[&str], marks: &[Mark], cursor: Option<Cell>, width: u16, height: u16) -> String {
        let rules = Kakuro::new(crate::games::kakuro::text::read(text).unwrap());
        let state = rules.start();
        let mut position = Placed::boxed(rules, state);
        for mv in moves {
            position.play(mv).unwrap();
        }
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let paint = Paint::plain();
        KakuroView.draw(&Scene { position: &*position, marks, cursor, looked: None, paint: &paint }, area, &mut buffer);
        let lines = buffer.content().chunks((width as usize).max(1));
        let lines = lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        lines.map(|line| line.trim_end().to_string() + "\n").collect()
    }

    #[test]
    fn one_line_a_row_with_bars() {
        let marks = [Mark::new(8, MarkKind::Cursor), Mark::new(11, MarkKind::Next), Mark::new(16, MarkKind::Dead)];
        let text = shown(FIVE, &["r2c5=1", "r3c3?12", "r3c4?123456", "r4c2=8"], &marks, Some(8), 40, 6);
        let expected = [
            r"      1     2     3     4     5",
            r" 1                    17\   10\",
            r" 2        24\   11\3 [  .  ]  1",
            r" 3    \16 _ .    12    1-6    .",
            r" 4    \26 # 8     .     .     .",
            r" 5    \17   .     .",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn notes_on_a_line_are_never_cut() {
        let moves = ["r2c4?123456", "r2c5?12345", "r3c2?123456789", "r3c3?19"];
        let text = shown(FIVE, &moves, &[Mark::new(9, MarkKind::Dead)], None, 34, 6);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], r" 2        24\   11\3   1-6 #12345");
        assert_eq!(&lines[3][..21], r" 3    \16  1-9   19  ");
    }

    #[test]
    fn large_squares_hold_notes_in_fixed_places() {
        let text = shown(FIVE, &["r2c5=1", "r3c3?129"], &[], None, 44, 24);
        let lines: Vec<&str> = text.lines().collect();
        // The second row of squares, three lines high: the clue above the slash is that of the run to the right.
        assert_eq!(lines[5].find('3'), Some(26), "{text}");
        assert_eq!(lines[6].find("2 "), Some(1), "{text}");
        assert_eq!(lines[6].rfind('1'), Some(39), "{text}");
        assert_eq!(lines[7].find("24"), Some(13), "{text}");
        let notes = (lines[9].rfind('1'), lines[9].rfind('2'), lines[11].rfind('9'));
        assert_eq!(notes, (Some(21), Some(23), Some(25)), "{text}");
    }

    #[test]
    fn scrolls_to_the_cursor_and_hits_what_it_shows() {
        let text = shown(FIVE, &[], &[Mark::new(18, MarkKind::Cursor)], Some(18), 17, 4);
        assert!(text.contains("[  .  ]"), "{text}");
        assert!(text.contains("\n<>^v rows 3-4 of"), "{text}");
        let rules = Kakuro::new(crate::games::kakuro::text::read(FIVE).unwrap());
        let state = rules.start();
        let position = Placed::boxed(rules, state);
        let scene = Scene { position: &*position, marks: &[], cursor: Some(18), looked: None, paint: &Paint::plain() };
        assert_eq!(KakuroView.hit(&scene, Rect::new(0, 0, 17, 4), 11, 2), Some(18));
        assert_eq!(KakuroView.hit(&scene, Rect::new(0, 0, 17, 4), 11, 3), None);
    }

    #[test]
    fn no_size_panics() {
        for width in 0..40 {
            for height in 0..26 {
                shown(FIVE, &["r2c5=1", "r3c3?129"], &[Mark::new(8, MarkKind::Cursor)], Some(8), width, height);
            }
        }
    }
}
