//! A board of squares on the terminal: as large as there is room for, around the cursor where there is too little.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Grid;
use crate::games::view::{Role, Scene, fill, fill_disc, put, scroll, too_small, window};
use crate::search::{Cell, Mark};

/// How a game's squares are drawn.
#[derive(Clone, Copy)]
pub struct Squares {
    /// Columns and rows of a square, the largest first. Signs and brackets stand beside what a square holds where it is
    /// two columns wider than that, and signs in place of a plain square where it is not.
    pub scales: &'static [(u16, u16)],
    pub numbers: Numbers,
}

/// Whether rows and columns are numbered at the edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    Always,
    /// Where no square gets smaller for them.
    WithRoom,
}

/// Where numbers are not always there, a board that is seen in part has them from so many columns and rows on: without them
/// nobody finds the square that is told of.
const LEAST_NUMBERED: (u16, u16) = (40, 8);
/// Narrower squares have no room for brackets.
const LEAST_BRACKETED: u16 = 3;
/// Squares of so many rows have room for a disc.
const LEAST_DISC: u16 = 3;

/// What a square holds, and what it is.
#[derive(Clone)]
pub struct Look {
    pub text: String,
    pub role: Role,
    /// A piece on the square: a disc where there is room, else all of it.
    pub piece: Option<Role>,
    /// Nothing is lost where a sign covers the text.
    pub is_plain: bool,
    /// A sign of the piece, in front of the text where brackets and signs have room as well.
    pub emblem: Option<char>,
    /// The text is all over the square, and where there are colours it is the ground alone that is seen.
    pub is_solid: bool,
}

struct Layout {
    grid: Grid,
    scale: (u16, u16),
    rows: Range<usize>,
    cols: Range<usize>,
    /// Columns and rows of the numbers.
    edge: (u16, u16),
    left: u16,
    top: u16,
    /// Where the bars stand that tell of more rows, and of more columns.
    down: Option<Rect>,
    along: Option<Rect>,
}

/// Columns and rows of the numbers.
fn numbers(grid: Grid) -> (u16, u16) {
    (grid.rows.to_string().len() as u16 + 1, 1)
}

/// The largest scale that the room allows, with the edge that goes with it.
fn fitting(grid: Grid, style: Squares, room: (u16, u16)) -> Option<((u16, u16), (u16, u16))> {
    let largest = |edge| style.scales.iter().copied().find(|&scale| fits(whole(grid, scale, edge), room));
    let (beside, above) = numbers(grid);
    if let Some(scale) = largest((beside, above)).filter(|_| style.numbers == Numbers::Always) {
        return Some((scale, (beside, above)));
    }
    let scale = largest((0, 0))?;
    let edges = [(beside, above), (beside, 0), (0, above)];
    let edge = edges.into_iter().find(|&edge| fits(whole(grid, scale, edge), room));
    Some((scale, edge.unwrap_or_default()))
}

/// Columns and rows of the whole board at a scale, with its numbers.
fn whole(grid: Grid, (wide, high): (u16, u16), edge: (u16, u16)) -> (u16, u16) {
    let length = |count: usize, each: u16| u16::try_from(count).unwrap_or(u16::MAX).saturating_mul(each);
    (length(grid.cols, wide).saturating_add(edge.0), length(grid.rows, high).saturating_add(edge.1))
}

fn fits(need: (u16, u16), room: (u16, u16)) -> bool {
    need.0 <= room.0 && need.1 <= room.1
}

fn smallest(style: Squares) -> (u16, u16) {
    style.scales[style.scales.len() - 1]
}

/// The columns and rows of the board at its smallest.
pub fn least(grid: Grid, style: Squares) -> (u16, u16) {
    let edge = if style.numbers == Numbers::Always { numbers(grid) } else { (0, 0) };
    whole(grid, smallest(style), edge)
}

/// The same at the largest scale that the room allows.
pub fn size_in(grid: Grid, style: Squares, room: (u16, u16)) -> (u16, u16) {
    let wants_edge = style.numbers == Numbers::Always;
    let found = fitting(grid, style, room).filter(|&(_, edge)| !wants_edge || edge == numbers(grid));
    // Of a board that is seen in part as many rows as there are lines, and all columns with their numbers.
    let part = whole(grid, smallest(style), numbers(grid));
    found.map_or_else(|| with_bars(part, room), |(scale, edge)| whole(grid, scale, edge))
}

/// The bars that tell of more stand beside what is too large in the other direction.
fn with_bars((width, height): (u16, u16), room: (u16, u16)) -> (u16, u16) {
    (width.saturating_add(u16::from(height > room.1)), height.saturating_add(u16::from(width > room.0)))
}

impl Layout {
    fn of(grid: Grid, style: Squares, area: Rect, cursor: Option<Cell>) -> Option<Layout> {
        let room = (area.width, area.height);
        let (scale, edge) = fitting(grid, style, room).unwrap_or_else(|| {
            let least = if style.numbers == Numbers::Always { (20, 8) } else { LEAST_NUMBERED };
            // No column is hidden for them.
            let all = whole(grid, smallest(style), numbers(grid)).0;
            (smallest(style), if fits((least.0.min(all), least.1), room) { numbers(grid) } else { (0, 0) })
        });
        let inside = (area.width.checked_sub(edge.0)?, area.height.checked_sub(edge.1)?);
        let fits = |bars: (u16, u16)| {
            let count =
                |room: u16, bar: u16, each: u16, most: usize| usize::from(room.saturating_sub(bar) / each).min(most);
            (count(inside.0, bars.0, scale.0, grid.cols), count(inside.1, bars.1, scale.1, grid.rows))
        };
        let bars = scroll::bars((grid.cols, grid.rows), fits);
        let shown = fits(bars);
        if shown.0 == 0 || shown.1 == 0 {
            return None;
        }
        let near = cursor.filter(|&cell| (cell as usize) < grid.cells()).unwrap_or(0);
        let (cols, rows) = (window(grid.cols, shown.0, grid.col(near)), window(grid.rows, shown.1, grid.row(near)));
        let board = (cols.len() as u16 * scale.0, rows.len() as u16 * scale.1);
        // The bar keeps off what it could be taken for a part of.
        let gap = u16::from(bars.0 > 0 && edge.0 + board.0 + bars.0 < area.width);
        let used = (edge.0 + board.0 + gap + bars.0, edge.1 + board.1 + bars.1);
        let left = area.x + (area.width - used.0) / 2 + edge.0;
        let top = area.y + (area.height - used.1) / 2 + edge.1;
        let down = (bars.0 > 0).then(|| Rect::new(left + board.0 + gap, top, 1, board.1));
        let along = (bars.1 > 0).then(|| Rect::new(left, top + board.1, board.0, 1));
        Some(Layout { grid, scale, rows, cols, edge, left, top, down, along })
    }

    fn draw_bars(&self, scene: &Scene<'_>, buffer: &mut Buffer) {
        if let Some(bar) = self.down {
            scroll::down_the_side(scene, bar, &self.rows, self.grid.rows, buffer);
        }
        if let Some(bar) = self.along {
            scroll::along_the_foot(scene, bar, &self.cols, self.grid.cols, buffer);
        }
    }

    fn square(&self, row: usize, col: usize) -> Rect {
        let (wide, high) = self.scale;
        let x = self.left + (col - self.cols.start) as u16 * wide;
        let y = self.top + (row - self.rows.start) as u16 * high;
        Rect::new(x, y, wide, high)
    }
}

/// Draws the board; `look` says what each square holds.
pub fn draw(
    scene: &Scene<'_>,
    grid: Grid,
    style: Squares,
    area: Rect,
    buffer: &mut Buffer,
    look: impl Fn(Cell) -> Look,
) {
    let area = area.intersection(buffer.area);
    let Some(layout) = Layout::of(grid, style, area, scene.looked.or(scene.cursor)) else {
        return too_small("the board", smallest(style), area, scene.paint, buffer);
    };
    draw_numbers(scene, &layout, buffer);
    layout.draw_bars(scene, buffer);
    // A search may mark thousands of squares: each is drawn with its own marks only.
    let mut marks: Vec<Mark> = scene.marks.to_vec();
    marks.sort_by_key(|mark| mark.cell);
    for row in layout.rows.clone() {
        for col in layout.cols.clone() {
            let cell = grid.cell(row, col);
            let first = marks.partition_point(|mark| mark.cell < cell);
            let own = marks[first..].partition_point(|mark| mark.cell == cell);
            let scene = Scene { marks: &marks[first..first + own], ..*scene };
            draw_square(&scene, cell, &look(cell), layout.square(row, col), buffer);
        }
    }
    draw_outer_brackets(scene, &layout, area, buffer);
}

/// Squares that have no room for brackets have them in the columns beside.
fn draw_outer_brackets(scene: &Scene<'_>, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    let is_shown = |cell| layout.rows.contains(&layout.grid.row(cell)) && layout.cols.contains(&layout.grid.col(cell));
    let cells = scene.marks.iter().map(|mark| mark.cell).filter(|&cell| is_shown(cell));
    for cell in cells.filter(|_| layout.scale.0 < LEAST_BRACKETED) {
        let Some((open, close)) = scene.brackets(cell) else { continue };
        let place = layout.square(layout.grid.row(cell), layout.grid.col(cell));
        let style = Style { bg: None, ..scene.paint.style(Role::Title) };
        let beside = [(place.x.checked_sub(1), open), (Some(place.right()), close)];
        let inside = beside.into_iter().filter_map(|(x, sign)| Some((x?, sign)));
        for (x, sign) in inside.filter(|&(x, _)| (area.left()..area.right()).contains(&x)) {
            put(buffer, x, middle(place), sign, style);
        }
    }
}

fn draw_square(scene: &Scene<'_>, cell: Cell, look: &Look, place: Rect, buffer: &mut Buffer) {
    let is_large = place.height >= LEAST_DISC;
    let (sign, brackets) = (scene.sign(cell), scene.brackets(cell));
    let ground = scene.style(cell, look.piece.filter(|_| !is_large).unwrap_or(look.role));
    // A dot on a line under it reads as one sign.
    let ground = if sign == Some('.') { ground.remove_modifier(Modifier::UNDERLINED) } else { ground };
    fill(buffer, place, ground);
    let style = look.piece.filter(|_| is_large).map_or(ground, |piece| scene.paint.on_ground(piece));
    if style != ground {
        fill_disc(buffer, disc_in(place), style);
    }
    if look.is_solid {
        return draw_solid(&look.text, brackets, style, place, buffer);
    }
    let figure = scene.figure(cell).filter(|_| look.is_plain).map(|figure| figure.to_string());
    let look = &Look { text: figure.unwrap_or_else(|| look.text.clone()), ..look.clone() };
    let emblem = look.emblem.filter(|_| usize::from(place.width) >= look.text.chars().count() + 3);
    let look = &Look { text: emblem.into_iter().chain(look.text.chars()).collect(), ..look.clone() };
    let (width, middle) = (look.text.chars().count() as u16, middle(place));
    if place.width < width + 2 {
        let covered = sign.filter(|_| look.is_plain).map(String::from);
        let text = covered.as_ref().unwrap_or(&look.text);
        buffer.set_stringn(place.x, middle, text, place.width.into(), style);
        return;
    }
    if sign == Some('.') && brackets.is_none() && look.is_plain && look.text.trim().is_empty() {
        return draw_free(scene, place, buffer);
    }
    let x = place.x + (place.width - width) / 2;
    // On a piece of its own shape they stand beside it.
    let (left, right) = if style == ground { (x - 1, x + width) } else { (place.x, place.right() - 1) };
    // Beside brackets a sign stands behind them or in place of a plain text. Where there is neither place the brackets
    // stay, and the colour alone tells.
    let has_room = right + 1 < place.right();
    let covered = sign.filter(|_| brackets.is_some() && look.is_plain && !has_room).map(String::from);
    buffer.set_stringn(x, middle, covered.as_ref().unwrap_or(&look.text), width.into(), style);
    let (before, behind, last) = match (sign, brackets) {
        (Some(sign), Some((open, close))) if has_room => (Some(open), Some(close), Some(sign)),
        (_, Some((open, close))) => (Some(open), Some(close), None),
        (sign, None) => (sign, None, None),
    };
    for (x, sign) in [(left, before), (right, behind), (right + 1, last)] {
        if let Some(sign) = sign {
            put(buffer, x, middle, sign, ground);
        }
    }
}

/// Where a move can go: a spot in the middle that is seen on light squares and on dark ones.
fn draw_free(scene: &Scene<'_>, place: Rect, buffer: &mut Buffer) {
    let half = place.width.div_ceil(2);
    let width = half + (half + place.width) % 2;
    let style = scene.paint.on_ground(Role::InLine);
    fill(buffer, Rect { x: place.x + (place.width - width) / 2, width, y: middle(place), height: 1 }, style);
    put(buffer, place.x + place.width / 2, middle(place), '.', style);
}

/// What fills its square; under the cursor it can still be told from a square that is empty.
fn draw_solid(text: &str, brackets: Option<(char, char)>, style: Style, place: Rect, buffer: &mut Buffer) {
    let solid = if brackets.is_some() { style } else { Style { fg: style.bg.or(style.fg), ..style } };
    for y in place.top()..place.bottom() {
        let text: String = text.chars().cycle().take(place.width.into()).collect();
        buffer.set_stringn(place.x, y, text, place.width.into(), solid);
    }
    if let Some((open, close)) = brackets.filter(|_| place.width > 2) {
        put(buffer, place.x, middle(place), open, style);
        put(buffer, place.right() - 1, middle(place), close, style);
    }
}

/// The row in which a square's text stands: the middle of its disc, where it has room for one.
fn middle(place: Rect) -> u16 {
    place.y + if place.height > LEAST_DISC { (place.height - 1) / 2 } else { place.height / 2 }
}

/// The room of a disc on a square, as round as characters allow: it has a row in its middle.
fn disc_in(place: Rect) -> Rect {
    let height = match place.height {
        ..=LEAST_DISC => place.height,
        4 => 3,
        height => height - 2,
    };
    let width = (2 * height + 1).min(place.width.saturating_sub(2)) | 1;
    Rect::new(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height)
}

/// Numbers of rows and columns, as many as there is room for; those of the cursor are bright.
fn draw_numbers(scene: &Scene<'_>, layout: &Layout, buffer: &mut Buffer) {
    let at = scene.at().map(|cell| (layout.grid.row(cell), layout.grid.col(cell)));
    let role = |here: bool| scene.paint.style(if here { Role::Title } else { Role::Label });
    let digits = usize::from(layout.edge.0.saturating_sub(1));
    for row in layout.rows.clone().filter(|_| layout.edge.0 > 0) {
        let place = layout.square(row, layout.cols.start);
        let (x, y) = (place.x - layout.edge.0, middle(place));
        buffer.set_stringn(x, y, format!("{:>digits$}", row + 1), digits, role(at.is_some_and(|at| at.0 == row)));
    }
    let (last, wide) = (layout.cols.end.to_string().len(), usize::from(layout.scale.0));
    let step = (last + usize::from(wide <= last)).div_ceil(wide);
    for col in layout.cols.clone().step_by(step).filter(|_| layout.edge.1 > 0) {
        let place = layout.square(layout.rows.start, col);
        let text = (col + 1).to_string();
        let x = place.x + (place.width.saturating_sub(text.len() as u16)) / 2;
        buffer.set_stringn(x, place.y - 1, text, wide * step, role(at.is_some_and(|at| at.1 == col)));
    }
}

/// The square at a place of the screen.
pub fn hit(scene: &Scene<'_>, grid: Grid, style: Squares, area: Rect, (x, y): (u16, u16)) -> Option<Cell> {
    let layout = Layout::of(grid, style, area, scene.looked.or(scene.cursor))?;
    let (across, down) = (x.checked_sub(layout.left)? / layout.scale.0, y.checked_sub(layout.top)? / layout.scale.1);
    let (row, col) = (layout.rows.start + usize::from(down), layout.cols.start + usize::from(across));
    (layout.rows.contains(&row) && layout.cols.contains(&col)).then(|| grid.cell(row, col))
}

/// The square to keep in sight for a look so many columns and rows further; none where the board is seen whole.
pub fn further(grid: Grid, style: Squares, area: Rect, at: Cell, by: (isize, isize)) -> Option<Cell> {
    let layout = Layout::of(grid, style, area, Some(at))?;
    layout.down.or(layout.along)?;
    let middle = |shown: &Range<usize>, all: usize, by: isize| {
        let first = shown.start.saturating_add_signed(by).min(all - shown.len());
        first + shown.len() / 2
    };
    Some(grid.cell(middle(&layout.rows, grid.rows, by.1), middle(&layout.cols, grid.cols, by.0)))
}
