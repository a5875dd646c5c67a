//! The board on the screen: a grid of tiles, each with room for a sign on either side of its number.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::{BLANK, Board, Size, Sliding};
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct TileView;

/// Columns of a tile without its left border: `_12#`.
const INNER: u16 = 4;

struct Layout {
    size: Size,
    left: u16,
    top: u16,
    /// Rows from one tile to the next: 2 with rules between them, 1 where there is no room for them.
    pitch: u16,
}

impl Layout {
    fn of(size: Size, area: Rect) -> Option<Layout> {
        let (cols, rows) = (size.cols as u16, size.rows as u16);
        let width = cols * (INNER + 1) + 1;
        let pitch = if area.height > 2 * rows { 2 } else { 1 };
        let height = if pitch == 2 { 2 * rows + 1 } else { rows };
        (width <= area.width && height <= area.height).then(|| Layout {
            size,
            left: area.x + (area.width - width) / 2,
            top: area.y + (area.height - height) / 2,
            pitch,
        })
    }

    /// Where a tile's inner part begins.
    fn place(&self, cell: usize) -> (u16, u16) {
        let x = self.left + 1 + self.size.col(cell) as u16 * (INNER + 1);
        let first = self.top + u16::from(self.pitch == 2);
        (x, first + self.size.row(cell) as u16 * self.pitch)
    }

    fn hit(&self, x: u16, y: u16) -> Option<usize> {
        (0..self.size.cells()).find(|&cell| {
            let (left, row) = self.place(cell);
            row == y && (left..left + INNER).contains(&x)
        })
    }
}

impl View for TileView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        let size = Placed::<Sliding>::of(position).rules.size;
        (size.cols as u16 * (INNER + 1) + 1, size.rows as u16 * 2 + 1)
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let placed = Placed::<Sliding>::of(scene.position);
        let size = placed.rules.size;
        let Some(layout) = Layout::of(size, area) else {
            let need = (size.cols as u16 * (INNER + 1) + 1, size.rows as u16);
            too_small("the board", need, area, scene.paint, buffer);
            return;
        };
        draw_frame(&layout, scene.paint, buffer);
        for cell in 0..size.cells() {
            draw_tile(scene, &layout, &placed.rules, &placed.state, cell, buffer);
        }
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let size = Placed::<Sliding>::of(scene.position).rules.size;
        Layout::of(size, area)?.hit(x, y).map(|cell| cell as Cell)
    }
}

/// The rules between the tiles.
fn draw_frame(layout: &Layout, paint: &Paint, buffer: &mut Buffer) {
    let style = paint.style(Role::Frame);
    let (bar, dash) = if paint.unicode { ("│", "─") } else { ("|", "-") };
    let Size { rows, cols } = layout.size;
    let rows_drawn = layout.size.rows as u16 * layout.pitch + u16::from(layout.pitch == 2);
    for dy in 0..rows_drawn {
        let rule = layout.pitch == 2 && dy % 2 == 0;
        let mut line = String::new();
        for col in 0..=cols {
            let corner = if paint.unicode { corner(dy as usize / 2, col, rows, cols) } else { "+" };
            line += if rule { corner } else { bar };
            if col < cols {
                line += &(if rule { dash } else { " " }).repeat(INNER as usize);
            }
        }
        buffer.set_string(layout.left, layout.top + dy, line, style);
    }
}

fn corner(row: usize, col: usize, rows: usize, cols: usize) -> &'static str {
    let side = |at: usize, last: usize| if at == 0 { 0 } else { 1 + usize::from(at == last) };
    [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][side(row, rows)][side(col, cols)]
}

fn draw_tile(scene: &Scene<'_>, layout: &Layout, rules: &Sliding, board: &Board, cell: usize, buffer: &mut Buffer) {
    let tile = board.tile(cell);
    let at = cell as Cell;
    let home = rules.home(tile) == cell;
    let name = match tile {
        BLANK if scene.paint.unicode => "·".to_string(),
        BLANK => ".".to_string(),
        tile => tile.to_string(),
    };
    let before = if scene.has(at, MarkKind::Next) { "_" } else { " " };
    let after = sign(scene, at);
    let (x, y) = layout.place(cell);
    let role = match tile {
        BLANK => Role::Frame,
        _ if home => Role::Settled,
        _ => Role::Piece,
    };
    let style = scene.style(at, role);
    buffer.set_string(x, y, format!("{:>3}{after}", format!("{before}{name}")), style);
    if before == "_" {
        let underscore = x + 2 - name.chars().count() as u16;
        buffer.set_string(underscore, y, "_", scene.paint.style(Role::Next));
    }
}

/// What a mark looks like without colour.
fn sign(scene: &Scene<'_>, cell: Cell) -> &'static str {
    const SIGNS: [(MarkKind, &str); 8] = [
        (MarkKind::Dead, "#"),
        (MarkKind::Hint, "!"),
        (MarkKind::Picked, "]"),
        (MarkKind::Choice, "o"),
        (MarkKind::Losing, "-"),
        (MarkKind::Winning, "+"),
        (MarkKind::Legal, "?"),
        (MarkKind::Changed, "'"),
    ];
    SIGNS.iter().find(|(kind, _)| scene.has(cell, *kind)).map_or(" ", |&(_, sign)| sign)
}
