//! The tree pane: the lines around the chosen node, what is known of it, and the whole tree level by level.

use std::fmt::Write as _;

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, fitted, row};
use super::game_tree::{Face, TreeScreen, view_of};
use super::rooms::{Rooms, Wants};
use super::tree_overview;
use crate::games::view::Role;
use crate::workbench::look::rank_words;
use crate::workbench::tree::{Card, Fate, Row, Standing, TreeView};
use crate::workbench::words;
use crate::workbench::worker::Snapshot;

/// A narrower pane beside the board says too little, and so does a narrower one of the board with its line of time.
const LEAST_WIDTH: u16 = 36;
const LEAST_BOARD: u16 = 40;
const MOST_WIDTH: u16 = 72;
/// Beside the lines of the tree there is room for the overview from so many rows on.
const BOTH: u16 = 30;

/// Fewer columns tell nothing of what a node was cut by.
const LEAST_FATE: usize = 14;

/// Under the board it needs so many rows, and the board some for what is said.
const LEAST_UNDER: u16 = 12;
const SAID: u16 = 5;

/// The rooms of the screen with the tree in one of its own, where there is one beside the board or under it: the solver
/// pane and the lists give way.
pub fn rooms(area: Rect, board_height: u16, wants: &Wants<'_>) -> (Rooms, Option<Rect>) {
    for divide in [Rooms::of, Rooms::of_narrow_pane] {
        let mut rooms = divide(area, wants);
        if let Some(tree) = beside(&mut rooms, wants.board_width) {
            return (rooms, Some(tree));
        }
    }
    let mut rooms = Rooms::of(area, wants);
    let tree = under(&mut rooms, board_height);
    (rooms, tree)
}

/// The lower part, where the board does not need it.
fn under(rooms: &mut Rooms, board_height: u16) -> Option<Rect> {
    let (whole, needed) = (rooms.region, board_height + SAID + rooms.bar.height + 2);
    let height = whole.height.checked_sub(needed).filter(|&height| height >= LEAST_UNDER && !rooms.bar_is_inside())?;
    let height = height.min(whole.height / 2);
    rooms.clear_region();
    let upper = whole.height - height;
    rooms.bar = Rect { y: whole.y + upper - rooms.bar.height, width: whole.width, ..rooms.bar };
    rooms.board = Rect { height: rooms.bar.y + 1 - whole.y, ..whole };
    Some(Rect { y: whole.y + upper - 1, height: height + 1, ..whole })
}

/// The room beside the board, where there is enough of it; the lists there give way.
fn beside(rooms: &mut Rooms, board_width: u16) -> Option<Rect> {
    let whole = rooms.region;
    let width = whole.width.checked_sub((board_width + 4).max(LEAST_BOARD)).filter(|&width| width >= LEAST_WIDTH)?;
    // The board keeps a good part of what there is.
    let width = width.min((whole.width * 11 / 20).max(LEAST_WIDTH)).min(MOST_WIDTH);
    rooms.clear_region();
    let left = whole.width - width;
    let is_inside = rooms.bar_is_inside();
    rooms.bar = if is_inside {
        Rect { width: left.saturating_sub(2), ..rooms.bar }
    } else {
        Rect { y: whole.bottom() - rooms.bar.height, width: left, ..rooms.bar }
    };
    let bottom = if is_inside { whole.bottom() } else { rooms.bar.y + 1 };
    rooms.board = Rect { width: left, height: bottom - whole.y, ..whole };
    Some(Rect { x: whole.x + left - 1, width: width + 1, ..whole })
}

/// Draws the tree with what there is to say beside it, above so many rows for others. Returns which line is the first.
pub fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    bar: u16,
    snapshot: Option<&Snapshot>,
    tree: &TreeScreen,
    said: &[(String, Role)],
) -> usize {
    let hushed = view_of(snapshot).filter(|_| tree.is_asked).map(TreeView::before_the_answer);
    let Some(view) = hushed.as_ref().or(view_of(snapshot)).filter(|view| !view.rows.is_empty()) else {
        let inner = canvas.pane(area, "Tree", true);
        let text = match snapshot {
            Some(_) => "The search is being read.",
            None => "No search to show: s solves from here, . makes one step.",
        };
        for (n, line) in words::wrap(text, inner.width as usize).iter().enumerate() {
            canvas.line(row(inner, n as u16), line, Role::Dim);
        }
        return 0;
    };
    let title = if tree.is_asked && view.is_ahead { "Tree: so far".to_owned() } else { title(view) };
    let inner = canvas.pane(area, &title, true);
    let inner = Rect { height: inner.height.saturating_sub(bar), ..inner };
    if tree.face == Face::Whole {
        tree_overview::draw(canvas, inner, view);
        return 0;
    }
    let mut lines = inner;
    if inner.height >= BOTH {
        let whole = Rect { height: inner.height / 3, ..below(inner, inner.height - inner.height / 3) };
        tree_overview::draw(canvas, whole, view);
        lines.height -= whole.height + 1;
    }
    let card = told(view, said, lines.width as usize);
    let told = (card.len() as u16).min(lines.height / 2);
    let rows = Rect { height: lines.height.saturating_sub(told + u16::from(lines.height > 12)), ..lines };
    let first = draw_rows(canvas, rows, view, tree.anchor);
    for (n, (text, role)) in card.iter().take(told.into()).enumerate() {
        let line = row(below(lines, lines.height - told), n as u16);
        canvas.line(line, text, *role);
        if n + 1 == usize::from(told) && card.len() > usize::from(told) {
            canvas.right(line, " ...", Role::Dim);
        }
    }
    first
}

fn title(view: &TreeView) -> String {
    let nodes = words::count(view.totals.nodes, "node", "nodes");
    let how = match view.reading {
        Some(share) => format!("reading {} %", (share * 100.0) as u64),
        None if view.follows => "follows".to_owned(),
        None => "stays".to_owned(),
    };
    format!("Tree: {nodes}, {how}")
}

/// The lines around the chosen one, which stays in the middle, or where it was clicked.
fn draw_rows(canvas: &mut Canvas<'_>, area: Rect, view: &TreeView, anchor: Option<usize>) -> usize {
    let height = area.height as usize;
    let before = anchor.filter(|&anchor| anchor < height).unwrap_or(height / 2);
    let first = view.at.saturating_sub(before).min(view.rows.len().saturating_sub(height));
    let shown = &view.rows[first..(first + height).min(view.rows.len())];
    let deepest = shown.iter().map(|row| row.level).max().unwrap_or(0);
    let most = area.width as usize / 2;
    // Lines that stand too far above the deepest lose their place, so that all can be read.
    let base = shown.iter().map(|row| row.level).min().unwrap_or(0).max(deepest.saturating_sub(most));
    let step = if (deepest - base) * 2 <= most { 2 } else { 1 };
    for (n, line) in shown.iter().enumerate() {
        let place = row(area, n as u16);
        canvas.zone(place, Zone::Row(first + n));
        let indent = line.level.checked_sub(base).map(|levels| levels * step);
        draw_row(canvas, place, line, indent, step, first + n == view.at);
    }
    first
}

/// Without an indent the line stands further to the left than there is room for.
fn draw_row(canvas: &mut Canvas<'_>, area: Rect, line: &Row, indent: Option<usize>, step: usize, is_chosen: bool) {
    let role = |role| if is_chosen { Role::Selected } else { role };
    if is_chosen {
        canvas.line(area, &" ".repeat(area.width.into()), Role::Selected);
    }
    let sign = match indent {
        _ if is_chosen => ">",
        None => "<",
        Some(_) => " ",
    };
    canvas.line(area, sign, role(Role::Key));
    let indent = indent.unwrap_or(0);
    let guide = if canvas.paint.lines { "│" } else { "|" };
    let guides: String = (0..indent).map(|n| if step > 1 && n % step == 0 { guide } else { " " }).collect();
    let used = 1 + canvas.line(after(area, 1), &guides, role(Role::Dim));
    let text = match line.standing {
        Standing::Later => Role::Dim,
        Standing::Now | Standing::LeadsThere => Role::Title,
        Standing::Aside => Role::Text,
    };
    let fate = if line.standing == Standing::Later { Role::Dim } else { role_of(line.fate) };
    let glyph = line.fate.glyph().to_string();
    let right = line.nodes.map(|nodes| words::count(nodes, "node", "nodes")).unwrap_or_default();
    let taken = usize::from(used) + right.chars().count() + usize::from(!right.is_empty());
    let (mv, behind) = in_columns(line, usize::from(area.width).saturating_sub(taken + 2));
    let parts = [(glyph.as_str(), role(fate)), (" ", role(text)), (mv.as_str(), role(text))];
    let used = used + canvas.parts(after(area, used), &parts);
    let rest = after(area, used);
    canvas.line(rest, &behind, role(Role::Dim));
    canvas.right(rest, &right, role(Role::Number));
}

/// The move and what stands behind it, in so many columns: how it stands to the moment matters most, and what the sign before
/// it says already goes first.
fn in_columns(line: &Row, room: usize) -> (String, String) {
    let length = |text: &str| text.chars().count();
    let standing = match line.standing {
        Standing::Now => "  <- now",
        Standing::Later => "  later",
        Standing::LeadsThere | Standing::Aside => "",
    };
    let mark = if line.is_marked { " !" } else { "" };
    let rank = line.f.map_or_else(String::new, |f| format!("  f {}", rank_words(f)));
    let fate = match (line.fate, line.cut_by) {
        (Fate::Cut, Some(by)) => format!("  cut by {by}"),
        (Fate::Dead | Fate::Seen | Fate::Solved, _) => format!("  {}", line.fate.words()),
        _ => String::new(),
    };
    let mv = fitted(&line.text, room.saturating_sub(length(standing) + length(mark)));
    let room = room - room.min(length(&mv) + length(standing) + length(mark));
    let rank = if length(&rank) <= room { rank } else { String::new() };
    let left = room - length(&rank);
    let fate = match (length(&fate) <= left, line.fate) {
        (true, _) => fate,
        // The beginning of a heuristic's name tells which it is.
        (false, Fate::Cut) if left > LEAST_FATE => fitted(&fate, left),
        (false, _) => String::new(),
    };
    (mv, format!("{mark}{rank}{fate}{standing}"))
}

/// The signs, with what they mean.
pub fn signs() -> impl Iterator<Item = (String, &'static str)> {
    let others =
        [(">", "the chosen line"), ("<", "stands further to the left than there is room for"), ("!", "marked")];
    let fates = Fate::ALL.into_iter().map(|fate| (fate.glyph().to_string(), fate.meaning()));
    fates.chain(others.map(|(sign, means)| (sign.to_owned(), means)))
}

pub fn role_of(fate: Fate) -> Role {
    match fate {
        Fate::Open => Role::Number,
        Fate::Entered => Role::Key,
        Fate::Best | Fate::Solved => Role::Good,
        Fate::Dead => Role::Bad,
        Fate::Cut => Role::Warning,
        Fate::Seen | Fate::Left => Role::Dim,
    }
}

/// What became of the chosen node, in a sentence.
pub fn fate_words(card: &Card) -> String {
    match (card.is_ahead, card.fate) {
        (true, Some(Fate::Open)) => "not looked at yet".into(),
        // The search may stand at it.
        (true, _) => format!("not decided yet; later: {}", told_fate(card)),
        (false, _) => told_fate(card),
    }
}

fn told_fate(card: &Card) -> String {
    match (card.fate, card.cut_by) {
        (None, _) => "one iteration of the search".into(),
        (Some(Fate::Dead), _) if !card.why.is_empty() => format!("dead: {}", card.why),
        (Some(Fate::Cut), Some(by)) => format!("cut by {by}"),
        (Some(Fate::Seen), _) => "met before: another node stands for this position".into(),
        (Some(Fate::Left), _) => "done: nothing was found below it".into(),
        (Some(Fate::Open), _) => "open: made, and not expanded yet".into(),
        (Some(Fate::Entered), _) if card.is_expanded && card.below.nodes <= 1 => "expanded: no child so far".into(),
        (Some(Fate::Entered), _) => "expanded: its children were made".into(),
        (Some(fate), _) => fate.words().into(),
    }
}

/// Over the board of the chosen node.
pub fn board_title(card: &Card) -> String {
    let fate = card.fate.map_or("", Fate::words);
    format!("Node {}, {} deep: {fate}", words::grouped(card.id.unwrap_or(0)), words::grouped(card.depth.into()))
}

/// Number, depth and estimate of the chosen node.
pub fn figures(card: &Card) -> String {
    let mut words = match card.id {
        Some(id) => format!("node {}  g {}", words::grouped(id), words::grouped(card.depth.into())),
        None => return String::new(),
    };
    if let Some(h) = card.h {
        let _ = write!(words, "  h {}", words::grouped(h));
    }
    if let Some(f) = card.f {
        let _ = write!(words, "  f {}", rank_words(f));
    }
    let terms: Vec<String> = card.terms.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if !terms.is_empty() {
        let _ = write!(words, "  ({})", terms.join(", "));
    }
    words
}

fn told(view: &TreeView, said: &[(String, Role)], width: usize) -> Vec<(String, Role)> {
    let card = &view.card;
    let expansion = match (card.is_expanded, card.is_ahead) {
        (false, _) => String::new(),
        (true, false) => format!("expansion {}", words::grouped(card.settled_at)),
        (true, true) => format!("later: expansion {}", words::grouped(card.settled_at)),
    };
    let below = match card.below.nodes {
        0 | 1 => String::new(),
        _ => format!("with all below: {}", card.below.words()),
    };
    let kept = match view.totals.nodes - view.kept {
        0 => String::new(),
        folded => {
            let of_these = if card.folded.nodes > 0 {
                format!(", {} here", words::grouped(card.folded.nodes))
            } else {
                String::new()
            };
            format!("the tree's memory is full: {} folded to counts{of_these}", words::count(folded, "node", "nodes"))
        }
    };
    let role = card.fate.map_or(Role::Text, role_of);
    let all = [
        (view.missed.clone(), Role::Warning),
        (fate_words(card), role),
        (figures(card), Role::Text),
        (below, Role::Text),
        (expansion, Role::Dim),
        (kept, Role::Warning),
    ];
    let broken = |(text, role): (String, Role)| words::wrap(&text, width).into_iter().map(move |line| (line, role));
    said.iter().cloned().chain(all).filter(|(text, _)| !text.is_empty()).flat_map(broken).collect()
}
