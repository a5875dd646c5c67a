//! Draws the browser: tabs and the gist of a game above, the list, the preview.

use ratatui::layout::Rect;

use super::browser::{Browser, Puzzle, Row};
use super::chrome::{Canvas, Zone, after, below, fitted, row, sharing_left};
use crate::games::GAMES;
use crate::games::view::Role;
use crate::workbench::packs::Pack;
use crate::workbench::progress::Progress;
use crate::workbench::words;

/// For puzzles without a solution, where a name in the list leaves no room for more.
const SHORT_UNSOLVABLE: &str = "lost";

/// Rows for the gist of a game under the tabs.
const GIST: u16 = 2;

impl Browser {
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        let gist = self.game().map(|game| game.profile().gist).unwrap_or_default();
        let lines = words::wrap_well(gist, area.width.saturating_sub(2) as usize);
        let lines = lines.iter().take(GIST as usize);
        let used = lines.len() as u16;
        for (n, line) in lines.enumerate() {
            canvas.line(after(row(area, n as u16), 1), line, Role::Text);
        }
        let area = below(area, used);
        // Names are listed with their levels, as far as the preview keeps half of the window.
        let rows = self.shown.iter().filter_map(|&index| match &self.rows[index] {
            Row::Puzzle(puzzle) => Some(puzzle.row_width(puzzle.entry.level_word()) as u16 + 2),
            _ => None,
        });
        let wanted = rows.max().unwrap_or(0).min(area.width / 2);
        let list_width = (area.width * 2 / 5).clamp(28, 52).max(wanted);
        let list = Rect { width: list_width, ..area };
        let listed = self.draw_list(canvas, list, progress);
        self.draw_preview(canvas, sharing_left(after(area, list_width)), progress);
        // On the border that both share.
        if let Some(listed) = listed {
            let edge = Rect { x: list.right().saturating_sub(1), width: 1, ..listed };
            canvas.scrollbar(edge, self.shown.len(), self.top);
        }
    }

    /// The games side by side; where not all titles fit, those that are not chosen are cut.
    pub fn draw_tabs(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let chosen = self.game().and_then(|game| GAMES.iter().position(|known| known.name() == game.name()));
        let titles: Vec<&str> = GAMES.iter().map(|game| game.profile().title).collect();
        let width_if = |most: usize, gap: usize| -> usize {
            titles.iter().map(|title| title.chars().count().min(most) + 2 + gap).sum()
        };
        let fits = |&(most, gap): &(usize, usize)| width_if(most, gap) <= area.width as usize;
        // Whole titles matter more than a gap between them.
        let ways = [(12, 1), (12, 0)].into_iter().chain((3..12).rev().map(|most| (most, 0)));
        let (most, gap) = ways.into_iter().find(fits).unwrap_or((3, 0));
        let mut used = 0;
        for (n, title) in titles.iter().enumerate() {
            let is_chosen = chosen == Some(n);
            let text: String = title.chars().take(if is_chosen { usize::MAX } else { most }).collect();
            // Brackets are for those who see no colours.
            let (text, role) =
                if is_chosen { (format!("[{text}]"), Role::Selected) } else { (format!(" {text} "), Role::Key) };
            let place = after(area, used);
            let wide = canvas.line(place, &text, role);
            canvas.zone(Rect { width: wide, height: 1, ..place }, Zone::Tab(n));
            used += wide + gap as u16;
        }
    }

    /// Returns where the rows of the list are, if there are any.
    fn draw_list(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) -> Option<Rect> {
        let title = if self.has_filter() || self.is_typing() { "All games" } else { "Puzzles" };
        let inner = canvas.pane(area, title, true);
        let mut list = inner;
        if self.is_typing() || self.has_filter() {
            let caret = if self.is_typing() { "_" } else { "" };
            canvas.line(row(inner, 0), &format!("/{}{caret}", self.filter), Role::Key);
            list = below(inner, 1);
        }
        if self.shown.is_empty() {
            canvas.line(row(list, 0), "Nothing fits the filter.", Role::Warning);
            canvas.line(row(list, 1), "Esc gives the list back.", Role::Dim);
            return None;
        }
        self.scroll(list.height as usize);
        let is_long = |&index: &usize| match &self.rows[index] {
            Row::Puzzle(puzzle) => {
                puzzle.entry.unsolvable && puzzle.row_width(puzzle.entry.level_word()) > list.width.into()
            }
            _ => false,
        };
        // One word for all of them.
        let short = if self.shown.iter().any(is_long) { SHORT_UNSOLVABLE } else { "" };
        for (n, index) in (self.top..self.shown.len()).take(list.height as usize).enumerate() {
            let line = row(list, n as u16);
            match &self.rows[self.shown[index]] {
                Row::Game(game) => {
                    canvas.line(line, game.profile().title, Role::Title);
                }
                Row::Pack(pack) => draw_heading(canvas, line, pack),
                // The heading of what is in view stays in view.
                Row::Puzzle(puzzle) if n == 0 && index != self.selected => draw_heading(canvas, line, &puzzle.pack),
                Row::Puzzle(puzzle) => {
                    let role = if index == self.selected { Role::Selected } else { Role::Text };
                    puzzle.draw_row(canvas, line, role, progress, short);
                    canvas.zone(line, Zone::Row(index));
                }
            }
        }
        Some(list)
    }

    /// The cursor is in view, under the heading of its pack.
    fn scroll(&mut self, height: usize) {
        let heading = (0..self.selected).rev().take_while(|&i| !matches!(self.rows[self.shown[i]], Row::Puzzle(_)));
        let highest = heading.last().unwrap_or(self.selected.saturating_sub(1));
        let lowest = (self.selected + 1).saturating_sub(height.max(1));
        let most = self.shown.len().saturating_sub(height.max(1));
        self.top = self.top.clamp(lowest.min(highest), highest).min(most.max(lowest));
    }
}

fn draw_heading(canvas: &mut Canvas<'_>, line: Rect, pack: &Pack) {
    let line = after(line, 1);
    canvas.line(line, &fitted(&pack.title, line.width.into()), Role::Dim);
}

impl Puzzle {
    /// `short` is said of a puzzle without a solution, unless there is room for more beside all names.
    fn draw_row(&self, canvas: &mut Canvas<'_>, area: Rect, role: Role, progress: &Progress, short: &str) {
        let name = format!("{}/{}", self.game.name(), self.entry.name);
        let best = self.entry.best.filter(|_| !self.game.has_one_length());
        let (glyph, glyph_role) = status_glyph(progress, &name, best, self.entry.unsolvable);
        let blank = " ".repeat(area.width as usize);
        canvas.line(area, &blank, role);
        let glyph_role = if role == Role::Selected { role } else { glyph_role };
        // The sign is for those who see no colours.
        let sign = if role == Role::Selected { ">" } else { " " };
        canvas.line(area, sign, role);
        canvas.line(after(area, 2), glyph, glyph_role);
        let whole = self.entry.level_word();
        // A long name hides how hard a puzzle is, but not that it has no solution.
        let level = match short {
            short if self.entry.unsolvable && !short.is_empty() => short,
            _ if self.row_width(whole) <= area.width.into() => whole,
            _ => "",
        };
        let taken = if level.is_empty() { 4 } else { level.chars().count() + 6 };
        canvas.line(after(area, 4), &fitted(&self.entry.name, usize::from(area.width).saturating_sub(taken)), role);
        let level_role = if role == Role::Selected { role } else { Role::Dim };
        canvas.right(Rect { width: area.width - 1, ..area }, level, level_role);
    }

    /// Columns of its row with this level beside the name.
    fn row_width(&self, level: &str) -> usize {
        level.chars().count() + self.entry.name.chars().count() + 6
    }
}

/// The player's standing with a puzzle as a glyph: untouched `.`, begun `o`, solved `*`, as short as any known `+`,
/// solved with help `~`, without a solution `#`.
fn status_glyph(progress: &Progress, name: &str, best: Option<u64>, unsolvable: bool) -> (&'static str, Role) {
    match progress.of(name) {
        _ if unsolvable => ("#", Role::Bad),
        Some(record) if record.solved.is_some_and(|own| best.is_some_and(|best| own <= best)) => ("+", Role::Good),
        Some(record) if record.solved.is_some() => ("*", Role::Good),
        Some(record) if !record.moves.is_empty() || record.own_board => ("o", Role::Warning),
        Some(record) if record.helped => ("~", Role::Good),
        Some(record) if record.begun => ("o", Role::Warning),
        _ => (".", Role::Dim),
    }
}
