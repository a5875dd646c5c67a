//! Draws the browser: tabs and the gist of a game above, the list, the preview.

use ratatui::layout::Rect;

use super::browser::{Browser, Puzzle, Row};
use super::chrome::{Canvas, Zone, after, below, centred, row, sharing_left};
use crate::games::GAMES;
use crate::games::view::{Role, Scene};
use crate::workbench::naming::Named;
use crate::workbench::packs::{Entry, Pack};
use crate::workbench::progress::Progress;
use crate::workbench::words;

/// Rows for the gist of a game under the tabs.
const GIST: u16 = 2;
/// From so many rows on the preview tells the rules in full.
const RULES_FROM: u16 = 30;

impl Browser {
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        let gist = self.game().map(|game| game.profile().gist).unwrap_or_default();
        let lines = words::wrap(gist, area.width.saturating_sub(2) as usize);
        let lines = lines.iter().take(GIST as usize);
        let used = lines.len() as u16;
        for (n, line) in lines.enumerate() {
            canvas.line(after(row(area, n as u16), 1), line, Role::Text);
        }
        let area = below(area, used);
        let list_width = (area.width * 2 / 5).clamp(28, 52);
        let list = Rect { width: list_width, ..area };
        self.draw_list(canvas, list, progress);
        self.draw_preview(canvas, sharing_left(after(area, list_width)), progress);
    }

    /// The games side by side; where not all titles fit, those that are not chosen are cut.
    pub fn draw_tabs(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let chosen = self.game().and_then(|game| GAMES.iter().position(|known| known.name() == game.name()));
        let titles: Vec<&str> = GAMES.iter().map(|game| game.profile().title).collect();
        let width_if = |most: usize| titles.iter().map(|title| title.chars().count().min(most) + 3).sum::<usize>();
        let most = (3..=12).rev().find(|&most| width_if(most) <= area.width as usize).unwrap_or(3);
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
            used += wide + 1;
        }
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        let title = if self.has_filter() || self.is_typing() { "All games" } else { "Puzzles" };
        let inner = canvas.pane(area, title, true);
        let mut list = inner;
        if self.is_typing() || self.has_filter() {
            let caret = if self.is_typing() { "_" } else { "" };
            canvas.line(row(inner, 0), &format!("/{}{caret}", self.filter), Role::Key);
            list = below(inner, 1);
        }
        if self.shown.is_empty() {
            canvas.line(row(list, 0), "nothing fits the filter", Role::Warning);
            canvas.line(row(list, 1), "esc gives the list back", Role::Dim);
            return;
        }
        self.scroll(list.height as usize);
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
                    puzzle.draw_row(canvas, line, role, progress);
                    canvas.zone(line, Zone::Row(index));
                }
            }
        }
        let edge = Rect { x: area.right().saturating_sub(1), width: 1, ..list };
        canvas.scrollbar(edge, self.shown.len(), self.top);
    }

    /// The cursor is in view, under the heading of its pack.
    fn scroll(&mut self, height: usize) {
        let heading = (0..self.selected).rev().take_while(|&i| !matches!(self.rows[self.shown[i]], Row::Puzzle(_)));
        let highest = heading.last().unwrap_or(self.selected.saturating_sub(1));
        let lowest = (self.selected + 1).saturating_sub(height.max(1));
        let most = self.shown.len().saturating_sub(height.max(1));
        self.top = self.top.clamp(lowest.min(highest), highest).min(most.max(lowest));
    }

    fn draw_preview(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        self.look();
        let inner = canvas.pane(area, "Preview", false);
        let inner = Rect { width: inner.width.saturating_sub(1), ..inner };
        let (named, pack) = match &self.preview {
            None => return,
            Some((index, Ok(named))) => match &self.rows[*index] {
                Row::Puzzle(puzzle) => (named, Some(&*puzzle.pack)),
                _ => (named, None),
            },
            Some((_, Err(error))) => {
                for (n, text) in words::wrap(error, inner.width as usize).iter().enumerate() {
                    canvas.line(row(inner, n as u16), text, Role::Bad);
                }
                return;
            }
        };
        let facts = facts(named, pack, progress, inner);
        // The facts can be cut; the board is what a preview is for.
        let least = (facts.len() as u16 + 1).min(inner.height / 2).max(4);
        let room = Rect { height: inner.height.saturating_sub(least), ..inner };
        let (width, height) = named.game.view().size_in(&*named.position, canvas.paint, (room.width, room.height));
        let board_rows = height.min(room.height);
        let board = centred(Rect { height: board_rows, ..inner }, width, board_rows);
        let scene = Scene { position: &*named.position, marks: &[], cursor: None, paint: canvas.paint };
        named.game.view().draw(&scene, board, canvas.buffer);
        for (n, (text, role)) in facts.iter().enumerate() {
            canvas.line(row(below(inner, board_rows + 1), n as u16), text, *role);
        }
    }
}

fn draw_heading(canvas: &mut Canvas<'_>, line: Rect, pack: &Pack) {
    canvas.line(after(line, 1), &pack.title, Role::Dim);
}

impl Puzzle {
    fn draw_row(&self, canvas: &mut Canvas<'_>, area: Rect, role: Role, progress: &Progress) {
        let name = format!("{}/{}", self.game.name(), self.entry.name);
        let (glyph, glyph_role) = status_glyph(progress, &name, self.entry.best, self.entry.unsolvable);
        let blank = " ".repeat(area.width as usize);
        canvas.line(area, &blank, role);
        let glyph_role = if role == Role::Selected { role } else { glyph_role };
        // The sign is for those who see no colours.
        let sign = if role == Role::Selected { ">" } else { " " };
        canvas.line(area, sign, role);
        canvas.line(after(area, 2), glyph, glyph_role);
        canvas.line(after(area, 4), &self.entry.name, role);
        let level = level_words(&self.entry);
        let level_width = level.chars().count() + self.entry.name.chars().count() + 6;
        if level_width < area.width as usize {
            let level_role = if role == Role::Selected { role } else { Role::Dim };
            canvas.right(area, &level, level_role);
        }
    }
}

/// How hard a puzzle is, alike in all games: its level, or else the length of its best known solution.
fn level_words(entry: &Entry) -> String {
    match entry.best {
        _ if entry.unsolvable => "no solution".into(),
        Some(best) if entry.level.is_empty() => words::count(best, "move", "moves"),
        _ => entry.level.clone(),
    }
}

/// The player's standing with a puzzle as a glyph: untouched `.`, begun `o`, solved `*`, as short as any known `+`,
/// without a solution `#`.
fn status_glyph(progress: &Progress, name: &str, best: Option<u64>, unsolvable: bool) -> (&'static str, Role) {
    match progress.of(name) {
        _ if unsolvable => ("#", Role::Bad),
        Some(record) if record.solved.is_some_and(|own| best.is_some_and(|best| own <= best)) => ("+", Role::Good),
        Some(record) if record.solved.is_some() => ("*", Role::Good),
        Some(record) if !record.moves.is_empty() => ("o", Role::Warning),
        _ => (".", Role::Dim),
    }
}

/// What is worth knowing of a puzzle before opening it.
fn facts(named: &Named, pack: Option<&Pack>, progress: &Progress, room: Rect) -> Vec<(String, Role)> {
    let width = room.width as usize;
    let mut facts = Vec::new();
    let mut tell = |text: &str, role| facts.extend(words::wrap(text, width).into_iter().map(|line| (line, role)));
    tell(&named.title, Role::Title);
    tell(&named.name, Role::Dim);
    let mut short = Vec::new();
    if !named.unsolvable && !named.level.is_empty() {
        short.push(named.level.clone());
    }
    short.extend(named.position.params());
    if named.unsolvable {
        short.push("proven to have no solution".into());
    }
    if let Some(best) = named.best {
        short.push(format!("best known {}", words::count(best, "move", "moves")));
    }
    tell(&short.join(", "), Role::Text);
    if let Some(aim) = named.position.aim() {
        tell(&format!("Goal: {aim}"), Role::Text);
    }
    tell(&own_words(named, progress), Role::Text);
    tell(&named.about, Role::Text);
    tell(&named.source, Role::Dim);
    if let Some(pack) = pack.filter(|pack| !pack.about.is_empty()) {
        tell(&format!("{}: {}", pack.title, pack.about), Role::Dim);
    }
    if room.height >= RULES_FROM {
        facts.push((String::new(), Role::Text));
        facts.push((format!("How {} is played", named.game.profile().title), Role::Title));
        let rules = words::paragraphs(named.game.profile().help, width);
        facts.extend(rules.into_iter().map(|line| (line, Role::Text)));
        facts.push((String::new(), Role::Text));
        facts.push(("More puzzles by name (N)".into(), Role::Title));
        let names = named.game.profile().names.iter();
        facts.extend(names.map(|(form, what)| (format!("{form}  {what}"), Role::Text)));
    }
    facts
}

fn own_words(named: &Named, progress: &Progress) -> String {
    match progress.of(&named.name) {
        Some(record) if record.solved.is_some() => {
            format!("you solved it in {}", words::count(record.solved.unwrap_or(0), "move", "moves"))
        }
        Some(record) if !record.moves.is_empty() => {
            format!("you are {} into it", words::count(record.moves.len() as u64, "move", "moves"))
        }
        _ => "you have not tried it yet".into(),
    }
}
