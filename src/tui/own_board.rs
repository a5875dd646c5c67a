//! Where the player's own board stands: it stays there while one plays, whatever there is to say under it.

use ratatui::layout::Rect;

use super::chrome::{Canvas, below, padded, row};
use super::game::GameScreen;
use super::rooms::{Rooms, said_rows};
use crate::games::Position;
use crate::games::view::{Role, Scene};
use crate::search::{Mark, MarkKind};
use crate::workbench::words;

/// A board that is seen in part leaves no more rows than these to what is said.
const MOST_FROM_CUT: u16 = 4;
/// From so many rows on a pane has one more for what is said.
const ROOMY: u16 = 16;
/// So many rows for what is said are not given away.
const LEAST_SAID: u16 = 2;
/// Behind what is cut.
const IN_FULL: &str = " ... L: in full";

impl GameScreen {
    /// Above so many rows that are kept for what there is to say; it may have some more, of the line of the solution.
    pub(super) fn draw_own_board(
        &mut self,
        canvas: &mut Canvas<'_>,
        rooms: &Rooms,
        (position, marks): (&dyn Position, &[Mark]),
        (inner, said, more): (Rect, u16, u16),
    ) {
        let has_list = rooms.moves.is_none();
        let board = self.place_of_board(canvas, position, Rect { height: inner.height - said, ..inner }, has_list);
        self.draw_position(canvas, (position, marks), board);
        let inner = Rect { height: inner.height + more, ..inner };
        let under = padded(below(inner, board.bottom() - inner.y));
        let lines = self.lines_in(under.width.into(), under.height);
        let told = lines.len() as u16;
        let news = self.news_rows(under.width.into());
        if news == under.height && told > news {
            return draw_said(canvas, under, &lines[..news.into()]);
        }
        if news > under.height {
            return self.draw_over(canvas, (position, marks), inner, &lines[..news.into()]);
        }
        if !has_list {
            return draw_said(canvas, below(under, under.height - (said + more).max(told).min(under.height)), &lines);
        }
        let under = below(under, u16::from(under.height > said.max(told) + more + 1));
        draw_said(canvas, under, &lines);
        if self.middle.solution().is_some() {
            self.draw_moves(canvas, below(under, said.max(told + 1)));
        }
    }

    /// News that has no room under the board lies over rows of it that it does not speak of: at the foot or else at the head.
    pub(super) fn draw_over(
        &self,
        canvas: &mut Canvas<'_>,
        (position, marks): (&dyn Position, &[Mark]),
        inner: Rect,
        lines: &[(String, Role)],
    ) {
        let rows = (lines.len() as u16).min(inner.height);
        let foot = below(inner, inner.height - rows);
        let head = Rect { height: rows, ..inner };
        let cursor = self.in_sight(marks);
        let scene = Scene { position, marks, cursor, looked: self.looked, paint: canvas.paint };
        let view = self.middle.named().game.view();
        let is_told_of = |cell| cursor == Some(cell) || marks.iter().any(|mark| mark.cell == cell && is_pointed(*mark));
        let hidden = |place: Rect| {
            let seen = place.intersection(self.drawn.board).positions();
            seen.filter_map(|at| view.hit(&scene, self.drawn.board, at.x, at.y))
                .filter(|&cell| is_told_of(cell))
                .count()
        };
        let place = if hidden(head) < hidden(foot) { head } else { foot };
        canvas.cover(place);
        draw_said(canvas, padded(place), lines);
        let sign = match (place == head, canvas.paint.lines) {
            (true, true) => "↑",
            (true, false) => "^",
            (false, true) => "↓",
            (false, false) => "v",
        };
        // Beside the edge of the board, where it is cut off.
        let (x, y) = (
            (self.drawn.board.right() + 1).min(place.right()),
            if place == head { place.bottom() } else { place.y - 1 },
        );
        canvas.line(Rect::new(x, y, 1, 1), sign, Role::Key);
    }

    /// A line less is said where the board gets a row more for it, one of numbers say.
    pub(super) fn left_to_say(&self, canvas: &Canvas<'_>, inner: Rect, said: u16) -> u16 {
        let (view, start) = (self.middle.named().game.view(), self.middle.session().start());
        let rows = |said: u16| view.size_in(start, canvas.paint, (inner.width, inner.height - said)).1;
        said - u16::from(said > LEAST_SAID && rows(said - 1) == rows(said) + 1)
    }

    /// The place of a board is that of the puzzle at its start; one that has grown since reaches further down. Above a list
    /// of moves it stands near the top.
    fn place_of_board(&self, canvas: &Canvas<'_>, position: &dyn Position, room: Rect, has_list: bool) -> Rect {
        let view = self.middle.named().game.view();
        let seen = |position: &dyn Position, height| {
            let wanted = view.size_in(position, canvas.paint, (room.width, height));
            with_bars(wanted, view.size(position, canvas.paint), Rect { height, ..room })
        };
        let spare = room.height - seen(self.middle.session().start(), room.height).1;
        let above = if has_list { spare.div_ceil(4) } else { spare / 2 };
        // No card is hidden for the sake of an even margin.
        let above = above.min(room.height.saturating_sub(view.size(position, canvas.paint).1));
        let (width, height) = seen(position, room.height - above);
        Rect { x: room.x + (room.width - width) / 2, y: room.y + above, width, height }
    }
}

/// Marks of what a sentence speaks of.
fn is_pointed(mark: Mark) -> bool {
    matches!(mark.kind, MarkKind::Hint | MarkKind::Dead | MarkKind::Picked)
}

/// The rows that are kept for what there is to say in a pane of so many, beside a board that needs so many, or at its foot.
/// From a board that is seen in part anyway a hand that always tells something takes one more, and one that is silent as
/// few as can be.
pub(super) fn said_beside(foot: Option<u16>, pane: u16, board: u16, hand_tells: bool) -> u16 {
    let usual = said_rows(pane);
    match foot {
        Some(foot) => foot - 1,
        None if board >= pane && hand_tells => (usual + u16::from(usual > 0)).min(MOST_FROM_CUT),
        None if board >= pane => usual.min(u16::from(usual > 0) + u16::from(pane >= ROOMY)),
        None => usual.min(pane - board),
    }
}

/// The room that a board takes with the bars at its edges, where it is larger than its room: they take none of its own.
pub(super) fn with_bars((width, height): (u16, u16), least: (u16, u16), room: Rect) -> (u16, u16) {
    let (beside, below) = (u16::from(least.1 > room.height), u16::from(least.0 > room.width));
    ((width + beside).min(room.width), (height + below).min(room.height))
}

/// What there is to say, most urgent first; where it is cut, that is told.
pub(super) fn draw_said(canvas: &mut Canvas<'_>, area: Rect, lines: &[(String, Role)]) {
    let room = area.height as usize;
    for (n, (text, role)) in lines.iter().enumerate().take(room) {
        let line = row(area, n as u16);
        if n + 1 == room && lines.len() > room {
            let words = words::wrap(text, (area.width as usize).saturating_sub(IN_FULL.len()));
            canvas.line(line, words.first().map_or("", String::as_str), *role);
            canvas.right(line, IN_FULL, Role::Key);
        } else {
            canvas.line(line, text, *role);
        }
    }
}
