//! The board on the screen: a grid of tiles, each with room for a sign on either side of its number, and the goal
//! where it is not the usual one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::rules::{BLANK, Board, Goal, Size, Sliding};
use crate::games::view::{Paint, Role, Scene, View, too_small};
use crate::games::{Placed, Position};
use crate::search::{Cell, MarkKind};

pub struct TileView;

/// How large tiles are drawn.
#[derive(Clone, Copy)]
struct Scale {
    /// Columns of a tile without its left border: at least `_12#`.
    inner: u16,
    /// Rows from one tile to the next; without rules between them where it is 1.
    pitch: u16,
}

const LARGE: Scale = Scale { inner: 8, pitch: 4 };
const USUAL: Scale = Scale { inner: 4, pitch: 2 };
const TIGHT: Scale = Scale { inner: 4, pitch: 1 };

impl Scale {
    fn width(self, size: Size) -> u16 {
        size.cols as u16 * (self.inner + 1) + 1
    }

    fn height(self, size: Size) -> u16 {
        size.rows as u16 * self.pitch + u16::from(self.pitch > 1)
    }
}

/// Where the goal is told, where it must be.
#[derive(Clone, Copy, PartialEq)]
enum Note {
    /// It is the usual one, or there is no room at all.
    Nowhere,
    /// In words under the board.
    Words,
    /// As a small board to the right, or under the board.
    Beside,
    Below,
}

/// Columns between the board and the goal beside it, and of each of the goal's tiles.
const GAP: u16 = 3;
const SMALL: u16 = 3;
/// Words on a goal that is a board may be cut short of this.
const LEAST_WORDS: u16 = 17;

impl Note {
    /// The columns and rows that it adds to a board at this scale.
    fn extra(self, size: Size, scale: Scale) -> (u16, u16) {
        let (cols, rows) = (size.cols as u16, size.rows as u16);
        let wider = |columns: u16| columns.saturating_sub(scale.width(size));
        match self {
            Note::Nowhere => (0, 0),
            Note::Words => (wider(LEAST_WORDS), 1),
            Note::Beside => (GAP + SMALL * cols, (1 + rows).saturating_sub(scale.height(size))),
            Note::Below => (wider(SMALL * cols), 1 + rows),
        }
    }
}

/// The goal in words, where it is not the usual one.
fn goal_words(rules: &Sliding) -> String {
    match &rules.goal {
        Goal::BlankLast => String::new(),
        Goal::BlankFirst => "goal: blank first".into(),
        Goal::Given(goal) => {
            let row = |tiles: &[u8]| tiles.iter().map(|&tile| name_of(tile, false)).collect::<Vec<_>>().join(" ");
            let rows: Vec<String> = goal.tiles(rules.size).chunks(rules.size.cols).map(row).collect();
            format!("goal: {}", rows.join(" / "))
        }
    }
}

/// How the goal may be told, best first.
fn notes(goal: &Goal) -> &'static [Note] {
    match goal {
        Goal::BlankLast => &[Note::Nowhere],
        Goal::BlankFirst => &[Note::Words, Note::Nowhere],
        Goal::Given(_) => &[Note::Beside, Note::Below, Note::Words, Note::Nowhere],
    }
}

struct Layout {
    size: Size,
    scale: Scale,
    note: Note,
    left: u16,
    top: u16,
}

impl Layout {
    /// The largest that fits. That the goal is told matters more than room around the tiles.
    fn of(rules: &Sliding, area: Rect) -> Option<Layout> {
        let size = rules.size;
        let ways = |note: Note| [LARGE, USUAL, TIGHT].map(|scale| (note, scale));
        let (told, untold): (Vec<Note>, Vec<Note>) =
            notes(&rules.goal).iter().partition(|&&note| note != Note::Nowhere);
        // Larger tiles are worth more than a goal as a board in place of words.
        let mut wishes: Vec<(Note, Scale)> = told.iter().flat_map(|&note| ways(note)).collect();
        wishes.sort_by_key(|(_, scale)| std::cmp::Reverse(scale.pitch));
        wishes.extend(untold.iter().flat_map(|&note| ways(note)));
        wishes.into_iter().find_map(|(note, scale)| {
            let board = scale.width(size);
            let (columns, lines) = note.extra(size, scale);
            let (width, height) = (board + columns, scale.height(size) + lines);
            (width <= area.width && height <= area.height).then(|| Layout {
                size,
                scale,
                note,
                left: area.x + (area.width - if note == Note::Beside { width } else { board }) / 2,
                top: area.y + (area.height - height) / 2,
            })
        })
    }

    /// The row of a tile's number, and where its inner part begins.
    fn place(&self, cell: usize) -> (u16, u16) {
        let Scale { inner, pitch } = self.scale;
        let x = self.left + 1 + self.size.col(cell) as u16 * (inner + 1);
        (x, self.top + pitch / 2 + self.size.row(cell) as u16 * pitch)
    }

    /// The tile at a place or, between two tiles, one of the two.
    fn hit(&self, x: u16, y: u16) -> Option<usize> {
        let Scale { inner, pitch } = self.scale;
        let (dx, dy) = (x.checked_sub(self.left)?, y.checked_sub(self.top)?);
        if dx >= self.scale.width(self.size) || dy >= self.scale.height(self.size) {
            return None;
        }
        let col = usize::from(dx / (inner + 1)).min(self.size.cols - 1);
        let row = usize::from(dy / pitch).min(self.size.rows - 1);
        Some(row * self.size.cols + col)
    }
}

/// Columns and rows of a board at a scale with its goal in words, or beside it where it is a board.
fn size_at(rules: &Sliding, scale: Scale) -> (u16, u16) {
    let (columns, lines) = notes(&rules.goal)[0].extra(rules.size, scale);
    (scale.width(rules.size) + columns, scale.height(rules.size) + lines)
}

impl View for TileView {
    fn size(&self, position: &dyn Position, _paint: &Paint) -> (u16, u16) {
        size_at(&Placed::<Sliding>::of(position).rules, USUAL)
    }

    fn size_in(&self, position: &dyn Position, paint: &Paint, room: (u16, u16)) -> (u16, u16) {
        let large = size_at(&Placed::<Sliding>::of(position).rules, LARGE);
        if large.0 <= room.0 && large.1 <= room.1 { large } else { self.size(position, paint) }
    }

    fn draw(&self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let placed = Placed::<Sliding>::of(scene.position);
        let size = placed.rules.size;
        let Some(layout) = Layout::of(&placed.rules, area) else {
            let need = (TIGHT.width(size), TIGHT.height(size));
            too_small("the board", need, area, scene.paint, buffer);
            return;
        };
        draw_frame(&layout, scene.paint, buffer);
        for cell in 0..size.cells() {
            draw_tile(scene, &layout, &placed.rules, &placed.state, cell, buffer);
        }
        draw_goal(&layout, &placed.rules, area, scene.paint, buffer);
    }

    fn hit(&self, scene: &Scene<'_>, area: Rect, x: u16, y: u16) -> Option<Cell> {
        let rules = &Placed::<Sliding>::of(scene.position).rules;
        Layout::of(rules, area)?.hit(x, y).map(|cell| cell as Cell)
    }
}

/// The rules between the tiles.
fn draw_frame(layout: &Layout, paint: &Paint, buffer: &mut Buffer) {
    let style = paint.style(Role::Frame);
    let (bar, dash) = if paint.unicode { ("│", "─") } else { ("|", "-") };
    let Size { rows, cols } = layout.size;
    let Scale { inner, pitch } = layout.scale;
    for dy in 0..layout.scale.height(layout.size) {
        let rule = pitch > 1 && dy % pitch == 0;
        let mut line = String::new();
        for col in 0..=cols {
            let corner = if paint.unicode { corner((dy / pitch) as usize, col, rows, cols) } else { "+" };
            line += if rule { corner } else { bar };
            if col < cols {
                line += &(if rule { dash } else { " " }).repeat(inner as usize);
            }
        }
        buffer.set_string(layout.left, layout.top + dy, line, style);
    }
}

fn corner(row: usize, col: usize, rows: usize, cols: usize) -> &'static str {
    let side = |at: usize, last: usize| if at == 0 { 0 } else { 1 + usize::from(at == last) };
    [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][side(row, rows)][side(col, cols)]
}

fn name_of(tile: u8, unicode: bool) -> String {
    match tile {
        BLANK if unicode => "·".to_string(),
        BLANK => ".".to_string(),
        tile => tile.to_string(),
    }
}

fn draw_tile(scene: &Scene<'_>, layout: &Layout, rules: &Sliding, board: &Board, cell: usize, buffer: &mut Buffer) {
    let tile = board.tile(cell);
    let at = cell as Cell;
    let home = rules.home(tile) == cell;
    let name = name_of(tile, scene.paint.unicode);
    let before = if scene.has(at, MarkKind::Next) { "_" } else { " " };
    let after = sign(scene, at);
    let (left, y) = layout.place(cell);
    let x = left + (layout.scale.inner - USUAL.inner) / 2;
    let role = match tile {
        BLANK => Role::Frame,
        _ if home => Role::Settled,
        _ => Role::Piece,
    };
    let style = scene.style(at, role);
    let above = layout.scale.pitch.saturating_sub(2) / 2;
    let blank = " ".repeat(layout.scale.inner as usize);
    (y - above..=y + above).for_each(|y| buffer.set_string(left, y, &blank, style));
    buffer.set_string(x, y, format!("{:>3}{after}", format!("{before}{name}")), style);
    if before == "_" {
        let underscore = x + 2 - name.chars().count() as u16;
        buffer.set_string(underscore, y, "_", scene.paint.style(Role::Next));
    }
}

/// The goal where the layout has room for it.
fn draw_goal(layout: &Layout, rules: &Sliding, area: Rect, paint: &Paint, buffer: &mut Buffer) {
    let (size, scale) = (layout.size, layout.scale);
    let style = paint.style(Role::Dim);
    let under = layout.top + scale.height(size);
    let (x, y) = match layout.note {
        Note::Nowhere => return,
        Note::Words => {
            let words = goal_words(rules);
            let x = layout.left.min(area.right().saturating_sub(words.chars().count() as u16)).max(area.x);
            buffer.set_stringn(x, under, words, area.width as usize, style);
            return;
        }
        Note::Below => (layout.left.min(area.right() - SMALL * size.cols as u16), under),
        Note::Beside => {
            let height = scale.height(size).saturating_sub(1 + size.rows as u16);
            (layout.left + scale.width(size) + GAP, layout.top + height / 2)
        }
    };
    buffer.set_string(x, y, "goal", style);
    for (row, tiles) in rules.goal_board().tiles(size).chunks(size.cols).enumerate() {
        for (col, &tile) in tiles.iter().enumerate() {
            let name = format!("{:>3}", name_of(tile, paint.unicode));
            buffer.set_string(x + SMALL * col as u16, y + 1 + row as u16, name, style);
        }
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
