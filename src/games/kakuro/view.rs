//! Draws grids: large squares with notes in fixed places where they fit, one line a row otherwise, scrolled so that
//! the cursor stays in sight.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::grid::{Grid, Square};
use super::rules::{Filling, Kakuro, digits_of, set_text};
use crate::games::view::{Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

/// Columns inside a square, in every size.
const INSIDE: usize = 5;

pub struct KakuroView;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Frames all around, three lines a square.
    Large,
    /// Bars between squares, one line a row.
    Bars,
    /// Nothing between squares.
    Tight,
}

impl Size {
    /// From one square to the next.
    fn pitch(self) -> (usize, usize) {
        match self {
            Size::Large => (INSIDE + 1, 4),
            Size::Bars => (INSIDE + 1, 1),
            Size::Tight => (INSIDE, 1),
        }
    }

    /// The frame in front of the first square.
    fn lead(self) -> (usize, usize) {
        match self {
            Size::Large => (1, 1),
            Size::Bars => (1, 0),
            Size::Tight => (0, 0),
        }
    }

    fn needs(self, grid: &Grid) -> (usize, usize) {
        let (pitch, lead) = (self.pitch(), self.lead());
        (grid.cols() * pitch.0 + lead.0, grid.rows() * pitch.1 + lead.1)
    }
}

/// Which squares are shown, and where.
#[derive(Debug)]
struct Layout {
    size: Size,
    /// First square and how many, by columns and by rows.
    cols: (usize, usize),
    rows: (usize, usize),
    /// The last line tells which part of the grid this is.
    scrolled: bool,
}

impl Layout {
    fn of(grid: &Grid, cursor: Option<Cell>, area: Rect) -> Option<Layout> {
        let (width, height) = (area.width as usize, area.height as usize);
        let fits = |size: Size| {
            let need = size.needs(grid);
            need.0 <= width && need.1 <= height
        };
        let size = [Size::Large, Size::Bars].into_iter().find(|&size| fits(size)).unwrap_or(Size::Tight);
        let scrolled = !fits(size);
        let height = height - usize::from(scrolled && height > 0);
        let (pitch, lead) = (size.pitch(), size.lead());
        let shown = (width.saturating_sub(lead.0) / pitch.0, height.saturating_sub(lead.1) / pitch.1);
        if shown.0 == 0 || shown.1 == 0 {
            return None;
        }
        let at = cursor.map_or((0, 0), |cell| {
            let place = grid.place(cell);
            (place.col, place.row)
        });
        let window = |shown: usize, total: usize, at: usize| {
            let shown = shown.min(total);
            (at.saturating_sub(shown / 2).min(total - shown), shown)
        };
        Some(Layout {
            size,
            cols: window(shown.0, grid.cols(), at.0),
            rows: window(shown.1, grid.rows(), at.1),
            scrolled,
        })
    }

    /// The screen place of a square's first inner character.
    fn origin(&self, area: Rect, row: usize, col: usize) -> (u16, u16) {
        let (pitch, lead) = (self.size.pitch(), self.size.lead());
        let x = lead.0 + (col - self.cols.0) * pitch.0;
        let y = lead.1 + (row - self.rows.0) * pitch.1;
        (area.x + x as u16, area.y + y as u16)
    }

    fn lines_inside(&self) -> usize {
        if self.size == Size::Large { 3 } else { 1 }
    }
}

impl View for KakuroView {
    fn size(&self, position: &dyn Position, _paint: &crate::games::view::Paint) -> (u16, u16) {
        // The largest size; a smaller area gets a smaller one.
        let need = Size::Large.needs(&Placed::<Kakuro>::of(position).rules.grid);
        (need.0 as u16, need.1 as u16)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let placed = Placed::<Kakuro>::of(scene.position);
        let grid = &placed.rules.grid;
        let Some(layout) = Layout::of(grid, scene.cursor, area) else {
            too_small("kakuro", (INSIDE as u16, 2), area, scene.paint, buffer);
            return;
        };
        draw_frame(&layout, scene, area, buffer);
        for row in layout.rows.0..layout.rows.0 + layout.rows.1 {
            for col in layout.cols.0..layout.cols.0 + layout.cols.1 {
                let cell = (row * grid.cols() + col) as Cell;
                let (x, y) = layout.origin(area, row, col);
                let (lines, style) = square(scene, &placed.rules, &placed.state, cell, &layout);
                for (i, line) in lines.iter().enumerate() {
                    buffer.set_stringn(x, y + i as u16, line, INSIDE, style);
                }
            }
        }
        if layout.scrolled {
            let text = format!(
                "rows {}-{} of {}, columns {}-{} of {}",
                layout.rows.0 + 1,
                layout.rows.0 + layout.rows.1,
                grid.rows(),
                layout.cols.0 + 1,
                layout.cols.0 + layout.cols.1,
                grid.cols()
            );
            let y = area.y + area.height - 1;
            buffer.set_stringn(area.x, y, text, area.width as usize, scene.paint.style(Role::Dim));
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let grid = &Placed::<Kakuro>::of(scene.position).rules.grid;
        let layout = Layout::of(grid, scene.cursor, area)?;
        let (pitch, lead) = (layout.size.pitch(), layout.size.lead());
        let col = (x.checked_sub(area.x)? as usize).checked_sub(lead.0)? / pitch.0;
        let row = (y.checked_sub(area.y)? as usize).checked_sub(lead.1)? / pitch.1;
        let shown = row < layout.rows.1 && col < layout.cols.1;
        shown.then(|| ((layout.rows.0 + row) * grid.cols() + layout.cols.0 + col) as Cell)
    }
}

fn draw_frame(layout: &Layout, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    let style = scene.paint.style(Role::Frame);
    let (bar, dash, cross) = if scene.paint.unicode { ("│", "─", "┼") } else { ("|", "-", "+") };
    if layout.size == Size::Tight {
        return;
    }
    let (pitch, lead) = (layout.size.pitch(), layout.size.lead());
    let (width, height) = (layout.cols.1 * pitch.0 + 1, layout.rows.1 * pitch.1 + lead.1);
    for y in 0..height {
        let rule = layout.size == Size::Large && y % pitch.1 == 0;
        for x in 0..width {
            let sign = match (x % pitch.0 == 0, rule) {
                (true, true) => cross,
                (true, false) => bar,
                (false, true) => dash,
                (false, false) => continue,
            };
            buffer.set_stringn(area.x + x as u16, area.y + y as u16, sign, 1, style);
        }
    }
}

/// The lines inside a square, and how they look.
fn square(scene: &Scene<'_>, rules: &Kakuro, state: &Filling, cell: Cell, layout: &Layout) -> (Vec<String>, Style) {
    let (mut lines, role) = match rules.grid.squares()[cell as usize] {
        Square::Black { down, right } => (black(down, right, layout), Role::Frame),
        Square::White { given } => match (state.digits[cell as usize], state.notes[cell as usize]) {
            (0, 0) => (centred(".", layout), Role::Dim),
            (0, notes) => (noted(notes, layout, &spare(scene, &rules.grid, cell, layout)), Role::Dim),
            (digit, _) => (centred(&digit.to_string(), layout), if given > 0 { Role::Number } else { Role::Piece }),
        },
    };
    decorate(scene, cell, &mut lines);
    (lines, scene.style(cell, role))
}

/// Signs beside the digit, so that a mark can be told without colour.
fn decorate(scene: &Scene<'_>, cell: Cell, lines: &mut [String]) {
    let middle = lines.len() / 2;
    let mut signs: Vec<char> = lines[middle].chars().collect();
    let sign = [(MarkKind::Next, '_'), (MarkKind::Dead, '#'), (MarkKind::Hint, '*'), (MarkKind::Choice, '?')];
    let sign = sign.into_iter().find(|&(kind, _)| scene.has(cell, kind));
    if let Some((_, sign)) = sign
        && signs[1] == ' '
    {
        signs[1] = sign;
    }
    if scene.has(cell, MarkKind::Cursor) {
        signs[0] = '[';
        signs[INSIDE - 1] = ']';
    }
    lines[middle] = signs.into_iter().collect();
}

fn black(down: u8, right: u8, layout: &Layout) -> Vec<String> {
    let side = |clue: u8, left: bool| match clue {
        0 => "::".to_string(),
        1..=9 if left => format!(":{clue}"),
        1..=9 => format!("{clue}:"),
        _ => clue.to_string(),
    };
    let blank = down == 0 && right == 0;
    if layout.size == Size::Large {
        if blank {
            return vec![":".repeat(INSIDE); layout.lines_inside()];
        }
        return vec![format!("\\::{}", side(right, true)), "::\\::".into(), format!("{}::\\", side(down, false))];
    }
    vec![if blank { ":".repeat(INSIDE) } else { format!("{}\\{}", side(down, true), side(right, false)) }]
}

fn centred(text: &str, layout: &Layout) -> Vec<String> {
    let mut lines = vec![" ".repeat(INSIDE); layout.lines_inside()];
    lines[layout.lines_inside() / 2] = format!("{text:^INSIDE$}");
    lines
}

/// The columns of a one-line square that notes may take: brackets take one at each side, and without bars a blank
/// keeps them from the square before, and from a clue behind.
fn spare(scene: &Scene<'_>, grid: &Grid, cell: Cell, layout: &Layout) -> Range<usize> {
    if scene.has(cell, MarkKind::Cursor) {
        return 1..INSIDE - 1;
    }
    if layout.size != Size::Tight {
        return 0..INSIDE;
    }
    let at_edge = (cell as usize + 1).is_multiple_of(grid.cols());
    let before_clue = !at_edge && matches!(grid.squares()[cell as usize + 1], Square::Black { .. });
    1..INSIDE - usize::from(before_clue)
}

/// Notes in their fixed places of a large square, or as many as fit on the line.
fn noted(notes: u16, layout: &Layout, spare: &Range<usize>) -> Vec<String> {
    if layout.size == Size::Large {
        let place = |digit: u8| if notes >> (digit - 1) & 1 == 1 { char::from(b'0' + digit) } else { ' ' };
        return [1, 4, 7].map(|d| format!("{} {} {}", place(d), place(d + 1), place(d + 2))).to_vec();
    }
    let room = spare.len();
    let text = set_text(notes, "");
    let text = if text.len() > room {
        digits_of(notes).take(room - 1).map(|digit| digit.to_string()).collect::<String>() + "+"
    } else {
        text
    };
    vec![format!("{:start$}{text:^room$}{:end$}", "", "", start = spare.start, end = INSIDE - spare.end)]
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
        KakuroView.draw(&Scene { position: &*position, marks, cursor, paint: &paint }, area, &mut buffer);
        let lines = buffer.content().chunks((width as usize).max(1));
        let lines = lines.map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        lines.map(|line| line.trim_end().to_string() + "\n").collect()
    }

    #[test]
    fn one_line_a_row_with_bars() {
        let marks = [Mark::new(8, MarkKind::Cursor), Mark::new(11, MarkKind::Next), Mark::new(16, MarkKind::Dead)];
        let text = shown(FIVE, &["r2c5=1", "r3c3?12", "r3c4?123456", "r4c2=8"], &marks, Some(8), 40, 6);
        assert_eq!(
            text,
            "\
|:::::|:::::|:::::|17\\::|10\\::|
|:::::|24\\::|11\\3:|[ . ]|  1  |
|::\\16| _.  | 12  |1234+|  .  |
|::\\26| #8  |  .  |  .  |  .  |
|::\\17|  .  |  .  |:::::|:::::|

"
        );
    }

    #[test]
    fn notes_stand_apart_without_bars() {
        let moves = ["r2c4?123456", "r2c5?12345", "r5c2?1234", "r5c3?123456"];
        let text = shown(FIVE, &moves, &[], None, 25, 6);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], ":::::24\\::11\\3: 123+ 123+");
        assert_eq!(lines[4], "::\\17 1234 12+ ::::::::::");
    }

    #[test]
    fn large_squares_hold_notes_in_fixed_places() {
        let text = shown(FIVE, &["r2c5=1", "r3c3?129"], &[], None, 40, 24);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[4], "+-----+-----+-----+-----+-----+");
        assert_eq!(lines[5], "|:::::|\\::::|\\:::3|     |     |");
        assert_eq!(lines[6], "|:::::|::\\::|::\\::|  .  |  1  |");
        assert_eq!(lines[7], "|:::::|24::\\|11::\\|     |     |");
        assert_eq!(lines[9], "|\\::16|     |1 2  |     |     |");
        assert_eq!(lines[11], "|::::\\|     |    9|     |     |");
    }

    #[test]
    fn scrolls_to_the_cursor_and_hits_what_it_shows() {
        let text = shown(FIVE, &[], &[Mark::new(18, MarkKind::Cursor)], Some(18), 12, 3);
        assert!(text.contains("[ . ]"), "{text}");
        assert!(text.contains("\nrows 3-4 of"), "{text}");
        let rules = Kakuro::new(crate::games::kakuro::text::read(FIVE).unwrap());
        let state = rules.start();
        let position = Placed::boxed(rules, state);
        let scene = Scene { position: &*position, marks: &[], cursor: Some(18), paint: &Paint::plain() };
        assert_eq!(KakuroView.hit(&scene, Rect::new(0, 0, 12, 3), 6, 1), Some(18));
        assert_eq!(KakuroView.hit(&scene, Rect::new(0, 0, 12, 3), 6, 2), None);
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
