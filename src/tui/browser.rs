//! The browser: packs and puzzles on the left, a live preview on the right.

use ratatui::layout::Rect;

use super::chrome::{Canvas, Zone, after, below, centred, row, sharing_left};
use super::keymap::Action;
use crate::games::view::{Role, Scene};
use crate::games::{Deal, GAMES, Game, ParamError};
use crate::workbench::naming::Named;
use crate::workbench::packs::{Entry, Library, Pack};
use crate::workbench::progress::Progress;
use crate::workbench::words;

/// One row of the list.
enum Row {
    Game(&'static dyn Game),
    Pack { title: String },
    Puzzle(Box<Puzzle>),
}

struct Puzzle {
    game: &'static dyn Game,
    pack: Pack,
    entry: Entry,
    /// What the filter is matched against, in lower case.
    haystack: String,
    /// Whether the haystack has the puzzle's size and the like; setting all puzzles up takes a moment.
    is_measured: bool,
}

pub struct Browser {
    rows: Vec<Row>,
    /// Indices into `rows` of what the filter lets through.
    shown: Vec<usize>,
    /// Index into `shown`, always of a puzzle if there is one.
    selected: usize,
    top: usize,
    filter: String,
    is_typing: bool,
    /// The puzzle under the cursor, set up.
    preview: Option<(usize, Result<Named, String>)>,
}

impl Browser {
    pub fn new(library: &Library) -> Self {
        let mut rows = Vec::new();
        for &game in GAMES {
            rows.push(Row::Game(game));
            for pack in &library.collection(game).packs {
                rows.push(Row::Pack { title: pack.title.clone() });
                let heading = Pack { puzzles: Vec::new(), ..pack.clone() };
                for entry in &pack.puzzles {
                    rows.push(Row::Puzzle(Box::new(Puzzle::new(game, heading.clone(), entry.clone()))));
                }
            }
        }
        let mut browser = Browser {
            rows,
            shown: Vec::new(),
            selected: 0,
            top: 0,
            filter: String::new(),
            is_typing: false,
            preview: None,
        };
        browser.refilter();
        browser
    }

    /// The puzzle under the cursor, ready to open; the error says what is wrong with its pack.
    pub fn chosen(&mut self) -> Option<Result<Named, String>> {
        self.look();
        self.preview.as_ref().map(|(_, named)| named.clone())
    }

    /// The game under the cursor.
    pub fn game(&self) -> Option<&'static dyn Game> {
        let upto = self.shown.get(self.selected).copied()?;
        self.rows[..=upto].iter().rev().find_map(|r| if let Row::Game(game) = r { Some(*game) } else { None })
    }

    pub fn is_typing(&self) -> bool {
        self.is_typing
    }

    pub fn has_filter(&self) -> bool {
        !self.filter.is_empty()
    }

    pub fn start_typing(&mut self) {
        self.is_typing = true;
        for row in &mut self.rows {
            if let Row::Puzzle(puzzle) = row {
                puzzle.measure();
            }
        }
    }

    /// Ends typing; `keep` says whether the filter stays.
    pub fn stop_typing(&mut self, keep: bool) {
        self.is_typing = false;
        if !keep {
            self.filter.clear();
            self.refilter();
        }
    }

    pub fn type_char(&mut self, c: char) {
        self.filter.push(c);
        self.refilter();
    }

    pub fn erase(&mut self) {
        self.filter.pop();
        self.refilter();
    }

    /// Moves the cursor; headings are passed over.
    pub fn go(&mut self, action: Action, page: usize) {
        let last = self.shown.len().saturating_sub(1);
        let (to, down) = match action {
            Action::Up => (self.selected.saturating_sub(1), false),
            Action::Down => ((self.selected + 1).min(last), true),
            Action::PageUp => (self.selected.saturating_sub(page), false),
            Action::PageDown => ((self.selected + page).min(last), true),
            Action::Home => (0, true),
            Action::End => (last, false),
            Action::Left => (self.heading(false, |r| !matches!(r, Row::Puzzle(_))), true),
            Action::Right => (self.heading(true, |r| !matches!(r, Row::Puzzle(_))), true),
            Action::NextPane => (self.heading(true, |r| matches!(r, Row::Game(_))), true),
            _ => return,
        };
        self.settle(to, down);
        if action == Action::NextPane {
            // A new game begins at the top of the list.
            self.top = to;
        }
    }

    /// A random puzzle of the game and the kind under the cursor.
    pub fn random_deal(&mut self, random: u64) -> Option<Result<Deal, ParamError>> {
        let game = self.game()?;
        let params = self.chosen().and_then(|named| named.ok()?.position.params()).unwrap_or_default();
        Some(Deal::random(game, &params, random))
    }

    /// Puts the cursor on the puzzle of this name (`GAME/NAME`), or at least on the first one of its game, if the list
    /// shows any.
    pub fn select(&mut self, game: &dyn Game, name: &str) {
        let puzzle_at = |&index: &usize| match &self.rows[index] {
            Row::Puzzle(puzzle) if puzzle.game.name() == game.name() => Some(puzzle.entry.name.as_str()),
            _ => None,
        };
        let is_it = |index: &usize| puzzle_at(index).is_some_and(|puzzle| name == format!("{}/{puzzle}", game.name()));
        let at_home = self.game().is_some_and(|there| there.name() == game.name());
        let same = self.shown.iter().position(is_it);
        let first = self.shown.iter().position(|index| !at_home && puzzle_at(index).is_some());
        if let Some(at) = same.or(first) {
            self.selected = at;
        }
    }

    pub fn select_row(&mut self, index: usize) -> bool {
        let is_puzzle = self.shown.get(index).is_some_and(|&i| matches!(self.rows[i], Row::Puzzle(_)));
        if is_puzzle {
            self.selected = index;
        }
        is_puzzle
    }

    /// The next heading after the cursor (around the end), or the one before the present heading.
    fn heading(&self, forward: bool, is_heading: impl Fn(&Row) -> bool) -> usize {
        let at = |&index: &usize| is_heading(&self.rows[self.shown[index]]);
        if forward {
            let mut ahead = (self.selected + 1..self.shown.len()).chain(0..self.selected);
            return ahead.find(at).unwrap_or(self.selected);
        }
        // The heading of the puzzle under the cursor, and the puzzle above it belongs to the pack before.
        let mut heading = (0..self.selected).rev().find(at).unwrap_or(0);
        while heading > 0 && !matches!(self.rows[self.shown[heading - 1]], Row::Puzzle(_)) {
            heading -= 1;
        }
        (0..heading).rev().find(at).unwrap_or(0)
    }

    /// Puts the cursor on the puzzle at `to` or the nearest one in the direction of travel, else the other way.
    fn settle(&mut self, to: usize, down: bool) {
        let is_puzzle = |&index: &usize| matches!(self.rows[self.shown[index]], Row::Puzzle(_));
        let after = (to..self.shown.len()).find(is_puzzle);
        let before = (0..to.min(self.shown.len())).rev().find(is_puzzle);
        let nearest = if down {
            after.or(before)
        } else {
            (to..=to).find(|i| *i < self.shown.len() && is_puzzle(i)).or(before).or(after)
        };
        self.selected = nearest.unwrap_or(0);
    }

    fn refilter(&mut self) {
        let kept = self.shown.get(self.selected).copied();
        let needles: Vec<String> = self.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let fits = |row: &Row| match row {
            Row::Puzzle(puzzle) => needles.iter().all(|needle| puzzle.haystack.contains(needle.as_str())),
            _ => false,
        };
        let mut shown = Vec::new();
        // A heading is shown if anything below it is.
        let (mut game, mut pack) = (None, None);
        for (i, row) in self.rows.iter().enumerate() {
            match row {
                Row::Game(_) => (game, pack) = (Some(i), None),
                Row::Pack { .. } => pack = Some(i),
                Row::Puzzle(_) if fits(row) => {
                    shown.extend(game.take());
                    shown.extend(pack.take());
                    shown.push(i);
                }
                Row::Puzzle(_) => {}
            }
        }
        self.shown = shown;
        let again = kept.and_then(|kept| self.shown.iter().position(|&i| i == kept));
        self.settle(again.unwrap_or(0), true);
        self.top = 0;
    }

    fn look(&mut self) {
        let Some(&index) = self.shown.get(self.selected) else {
            self.preview = None;
            return;
        };
        if self.preview.as_ref().is_some_and(|(seen, _)| *seen == index) {
            return;
        }
        if let Row::Puzzle(puzzle) = &self.rows[index] {
            let named = puzzle.entry.named(puzzle.game, &puzzle.pack).map_err(|error| error.to_string());
            self.preview = Some((index, named));
        }
    }

    pub fn draw(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        let list_width = (area.width * 2 / 5).clamp(28, 48);
        let list = Rect { width: list_width, ..area };
        self.draw_list(canvas, list, progress);
        self.draw_preview(canvas, sharing_left(after(area, list_width)), progress);
    }

    fn draw_list(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        let inner = canvas.pane(area, "Puzzles", true);
        let mut list = inner;
        if self.is_typing || self.has_filter() {
            let caret = if self.is_typing { "_" } else { "" };
            let filter = format!("/{}{caret}", self.filter);
            canvas.line(row(inner, 0), &filter, Role::Key);
            list = below(inner, 1);
        }
        if self.shown.is_empty() {
            canvas.line(row(list, 0), "nothing fits the filter", Role::Warning);
            return;
        }
        let height = list.height as usize;
        // Scrolling up shows the headings above the first puzzle too.
        let first = (0..self.selected).rev().take_while(|&i| !matches!(self.rows[self.shown[i]], Row::Puzzle(_)));
        let want_top = first.last().unwrap_or(self.selected);
        self.top = self.top.clamp((self.selected + 1).saturating_sub(height.max(1)), want_top.min(self.selected));
        for (n, index) in (self.top..self.shown.len()).take(height).enumerate() {
            let line = row(list, n as u16);
            match &self.rows[self.shown[index]] {
                Row::Game(game) => {
                    canvas.line(line, game.profile().title, Role::Title);
                }
                Row::Pack { title } => {
                    canvas.line(after(line, 1), title, Role::Dim);
                }
                Row::Puzzle(puzzle) => {
                    let role = if index == self.selected { Role::Selected } else { Role::Text };
                    puzzle.draw_row(canvas, line, role, progress);
                    canvas.zone(line, Zone::Row(index));
                }
            }
        }
    }

    fn draw_preview(&mut self, canvas: &mut Canvas<'_>, area: Rect, progress: &Progress) {
        self.look();
        let inner = canvas.pane(area, "Preview", false);
        let named = match &self.preview {
            None => return,
            Some((_, Ok(named))) => named,
            Some((_, Err(error))) => {
                for (n, text) in words::wrap(error, inner.width as usize).iter().enumerate() {
                    canvas.line(row(inner, n as u16), text, Role::Bad);
                }
                return;
            }
        };
        let facts = facts(named, progress, inner.width as usize);
        // The facts can be cut; the board is what a preview is for.
        let least = (facts.len() as u16 + 1).min(inner.height / 3).max(4);
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

impl Puzzle {
    fn new(game: &'static dyn Game, pack: Pack, entry: Entry) -> Self {
        let words = [game.name(), &pack.title, &entry.name, &entry.title, &entry.level, &entry.about];
        let haystack = words.join(" ").to_lowercase();
        Puzzle { game, pack, entry, haystack, is_measured: false }
    }

    fn measure(&mut self) {
        if self.is_measured {
            return;
        }
        self.is_measured = true;
        // A deal's parameters stand in its text already; making it could take long.
        let params = match &self.entry.deal {
            Some(deal) => Deal::read(self.game, deal).ok().map(|deal| deal.params().to_owned()),
            None => self.entry.open(self.game).ok().and_then(|position| position.params()),
        };
        if let Some(params) = params {
            self.haystack.push(' ');
            self.haystack.push_str(&params.to_lowercase());
        }
    }

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
        let level_width = self.entry.level.chars().count() + self.entry.name.chars().count() + 6;
        if level_width < area.width as usize {
            let level_role = if role == Role::Selected { role } else { Role::Dim };
            canvas.right(area, &self.entry.level, level_role);
        }
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
fn facts(named: &Named, progress: &Progress, width: usize) -> Vec<(String, Role)> {
    let mut facts = vec![(named.title.clone(), Role::Title), (named.name.clone(), Role::Dim)];
    let mut short = Vec::new();
    if !named.level.is_empty() {
        short.push(named.level.clone());
    }
    short.extend(named.position.params());
    if named.unsolvable {
        short.push("proven to have no solution".into());
    }
    if let Some(best) = named.best {
        short.push(format!("best known {}", words::count(best, "move", "moves")));
    }
    if !short.is_empty() {
        facts.push((short.join(", "), Role::Text));
    }
    let own = match progress.of(&named.name) {
        Some(record) if record.solved.is_some() => {
            let own = words::count(record.solved.unwrap_or(0), "move", "moves");
            format!("you solved it in {own}")
        }
        Some(record) if !record.moves.is_empty() => {
            format!("you are {} into it", words::count(record.moves.len() as u64, "move", "moves"))
        }
        _ => "you have not tried it yet".into(),
    };
    facts.push((own, Role::Text));
    for (text, role) in [(&named.about, Role::Text), (&named.source, Role::Dim)] {
        facts.extend(words::wrap(text, width).into_iter().map(|line| (line, role)));
    }
    facts
}
