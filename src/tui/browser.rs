//! The browser: a tab a game, its packs and puzzles on the left, a live preview on the right. Drawn in `browser_view.rs`.

use std::sync::Arc;

use super::keymap::Action;
use crate::games::{Deal, GAMES, Game};
use crate::workbench::naming::Named;
use crate::workbench::packs::{Entry, Library, Pack};

/// One row of the list.
pub(super) enum Row {
    Game(&'static dyn Game),
    Pack(Arc<Pack>),
    Puzzle(Box<Puzzle>),
}

pub(super) struct Puzzle {
    pub game: &'static dyn Game,
    pub pack: Arc<Pack>,
    pub entry: Entry,
    /// What the filter is matched against, in lower case.
    haystack: String,
    /// Whether the haystack has the puzzle's size and the like; setting all puzzles up takes a moment.
    is_measured: bool,
}

pub struct Browser {
    pub(super) rows: Vec<Row>,
    /// Indices into `rows` of what the tab has, or of what the filter lets through in all games.
    pub(super) shown: Vec<usize>,
    /// Index into `shown`, always of a puzzle if there is one.
    pub(super) selected: usize,
    /// The game whose puzzles are listed, by its place in the registry.
    pub(super) tab: usize,
    /// Where one was in each tab: indices into `rows`.
    visited: Vec<Option<usize>>,
    /// The row to come back to from a filter that fits nothing.
    origin: Option<usize>,
    pub(super) top: usize,
    pub(super) filter: String,
    is_typing: bool,
    /// The puzzle under the cursor, set up.
    pub(super) preview: Option<(usize, Result<Named, String>)>,
}

impl Browser {
    pub fn new(library: &Library) -> Self {
        let mut rows = Vec::new();
        for &game in GAMES {
            rows.push(Row::Game(game));
            for pack in &library.collection(game).packs {
                let heading = Arc::new(Pack { puzzles: Vec::new(), ..pack.clone() });
                rows.push(Row::Pack(Arc::clone(&heading)));
                for entry in &pack.puzzles {
                    rows.push(Row::Puzzle(Box::new(Puzzle::new(game, Arc::clone(&heading), entry.clone()))));
                }
            }
        }
        let mut browser = Browser {
            rows,
            shown: Vec::new(),
            selected: 0,
            tab: 0,
            visited: vec![None; GAMES.len()],
            origin: None,
            top: 0,
            filter: String::new(),
            is_typing: false,
            preview: None,
        };
        browser.refilter(None);
        browser
    }

    /// The puzzle under the cursor, ready to open; the error says what is wrong with its pack.
    pub fn chosen(&mut self) -> Option<Result<Named, String>> {
        self.look();
        self.preview.as_ref().map(|(_, named)| named.clone())
    }

    /// `GAME/NAME` of the puzzle under the cursor, to come back to.
    pub fn place(&self) -> Option<String> {
        match self.rows.get(*self.shown.get(self.selected)?)? {
            Row::Puzzle(puzzle) => Some(format!("{}/{}", puzzle.game.name(), puzzle.entry.name)),
            _ => None,
        }
    }

    /// The game under the cursor, or that of the tab.
    pub fn game(&self) -> Option<&'static dyn Game> {
        match self.shown.get(self.selected).and_then(|&row| self.rows.get(row)) {
            Some(Row::Puzzle(puzzle)) => Some(puzzle.game),
            _ => GAMES.get(self.tab).copied(),
        }
    }

    pub fn is_typing(&self) -> bool {
        self.is_typing
    }

    pub fn has_filter(&self) -> bool {
        !self.filter.is_empty()
    }

    pub fn start_typing(&mut self) {
        self.is_typing = true;
        self.origin = self.shown.get(self.selected).copied();
        for row in &mut self.rows {
            if let Row::Puzzle(puzzle) = row {
                puzzle.measure();
            }
        }
    }

    /// Ends typing; `keep` says whether the filter stays. One that fits nothing never does.
    pub fn stop_typing(&mut self, keep: bool) {
        self.is_typing = false;
        if !keep || self.shown.is_empty() {
            self.filter.clear();
            let kept = self.shown.get(self.selected).copied().or(self.origin);
            self.refilter(kept);
        }
    }

    pub fn type_char(&mut self, c: char) {
        self.filter.push(c);
        self.retype();
    }

    pub fn erase(&mut self) {
        self.filter.pop();
        self.retype();
    }

    fn retype(&mut self) {
        let kept = self.shown.get(self.selected).copied().or(self.origin);
        self.refilter(kept);
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
            Action::Left => return self.go_to_pack(false),
            Action::Right => return self.go_to_pack(true),
            Action::NextPane => return self.turn(1),
            Action::LastPane => return self.turn(GAMES.len() - 1),
            _ => return,
        };
        self.settle(to, down);
    }

    /// So many tabs on, around the end; back to where one was there. With a filter: on to the next game, or back to the
    /// one before, of which it lets anything through.
    fn turn(&mut self, by: usize) {
        if !self.has_filter() {
            return self.open_tab((self.tab + by) % GAMES.len());
        }
        let place = |game: &dyn Game| GAMES.iter().position(|known| known.name() == game.name());
        let Some(here) = self.game().and_then(place) else { return };
        let mut others = (1..GAMES.len()).map(|n| (here + n * by) % GAMES.len());
        if let Some(row) = others.find_map(|tab| self.listed_heading(tab)) {
            self.settle(row, true);
        }
    }

    /// Where the heading of a game stands in the list, if anything of it is listed there.
    fn listed_heading(&self, tab: usize) -> Option<usize> {
        let is_it = |&row: &usize| matches!(self.rows[row], Row::Game(game) if game.name() == GAMES[tab].name());
        self.shown.iter().position(is_it)
    }

    /// Whether a filter lets nothing through.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// A click on a tab: in a filtered list it goes to the game, where there is any of it.
    pub fn click_tab(&mut self, tab: usize) {
        match self.listed_heading(tab.min(GAMES.len() - 1)) {
            Some(row) => self.settle(row, true),
            None => self.open_tab(tab),
        }
    }

    fn open_tab(&mut self, tab: usize) {
        if let Some(&row) = self.shown.get(self.selected) {
            self.visited[self.tab] = Some(row);
        }
        self.tab = tab.min(GAMES.len() - 1);
        self.filter.clear();
        self.is_typing = false;
        self.refilter(self.visited[self.tab]);
    }

    /// The first puzzle of the next pack, or of the one before; behind the last pack comes the next game.
    fn go_to_pack(&mut self, forward: bool) {
        let is_heading = |&at: &usize| !matches!(self.rows[self.shown[at]], Row::Puzzle(_));
        let found = if forward {
            (self.selected + 1..self.shown.len()).find(is_heading)
        } else {
            let own = (0..self.selected).rev().find(is_heading);
            // Headings may stand over each other; above them is the pack before.
            let puzzle = own.and_then(|own| (0..own).rev().find(|at| !is_heading(at)));
            puzzle.and_then(|puzzle| (0..puzzle).rev().find(is_heading))
        };
        match found {
            Some(at) => self.settle(at, true),
            None if self.has_filter() => {}
            None => {
                self.turn(if forward { 1 } else { GAMES.len() - 1 });
                self.settle(if forward { 0 } else { self.shown.len().saturating_sub(1) }, forward);
            }
        }
    }

    /// A random puzzle of the game and the kind under the cursor.
    pub fn params(&mut self) -> String {
        self.chosen().and_then(|named| named.ok()?.position.params()).unwrap_or_default()
    }

    /// Puts the cursor on the puzzle of this name (`GAME/NAME`), or at least on the tab of its game.
    pub fn select(&mut self, game: &dyn Game, name: &str) {
        let is_it = |row: &Row| match row {
            Row::Puzzle(puzzle) if puzzle.game.name() == game.name() => {
                name.strip_prefix(game.name()).and_then(|rest| rest.strip_prefix('/')) == Some(&*puzzle.entry.name)
            }
            _ => false,
        };
        let found = self.rows.iter().position(is_it);
        if let Some(at) = found.and_then(|row| self.shown.iter().position(|&shown| shown == row)) {
            self.selected = at;
            return;
        }
        let tab = GAMES.iter().position(|known| known.name() == game.name()).unwrap_or(self.tab);
        if found.is_some() || (tab != self.tab && !self.has_filter()) {
            self.open_tab(tab);
            self.refilter(found.or(self.visited[tab]));
        }
    }

    pub fn select_row(&mut self, index: usize) -> bool {
        let is_puzzle = self.shown.get(index).is_some_and(|&i| matches!(self.rows[i], Row::Puzzle(_)));
        if is_puzzle {
            self.selected = index;
        }
        is_puzzle
    }

    /// Puts the cursor on the puzzle at `to` or the nearest one in the direction of travel, else the other way.
    fn settle(&mut self, to: usize, down: bool) {
        let is_puzzle = |&index: &usize| matches!(self.rows[self.shown[index]], Row::Puzzle(_));
        let after = (to..self.shown.len()).find(is_puzzle);
        let before = (0..to.min(self.shown.len())).rev().find(is_puzzle);
        let here = (to..=to).find(|i| *i < self.shown.len() && is_puzzle(i));
        let nearest = if down { after.or(before) } else { here.or(before).or(after) };
        self.selected = nearest.unwrap_or(0);
    }

    /// Lists what belongs to the tab, or what fits the filter; the cursor stays on `kept` if that is listed, else in its game.
    fn refilter(&mut self, kept: Option<usize>) {
        let needles: Vec<String> = self.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let mut shown = Vec::new();
        // A heading is shown if anything below it is.
        let (mut game, mut pack, mut tab) = (None, None, None);
        for (i, row) in self.rows.iter().enumerate() {
            match row {
                Row::Game(_) => {
                    tab = Some(tab.map_or(0, |tab: usize| tab + 1));
                    // The tab itself is the heading where there is but one game.
                    (game, pack) = (Some(i).filter(|_| !needles.is_empty()), None);
                }
                Row::Pack(_) => pack = Some(i),
                Row::Puzzle(puzzle) => {
                    let fits = needles.iter().all(|needle| puzzle.haystack.contains(needle.as_str()));
                    if fits && (!needles.is_empty() || tab == Some(self.tab)) {
                        shown.extend(game.take());
                        shown.extend(pack.take());
                        shown.push(i);
                    }
                }
            }
        }
        if needles.is_empty()
            && let Some(kept) = kept
        {
            let games = self.rows[..=kept].iter().filter(|row| matches!(row, Row::Game(_)));
            let tab = games.count().saturating_sub(1);
            if tab != self.tab {
                self.tab = tab;
                return self.refilter(Some(kept));
            }
        }
        self.shown = shown;
        let again = kept.and_then(|kept| self.shown.iter().position(|&i| i == kept));
        // What fits in the game at hand comes before what fits in others.
        self.settle(again.or_else(|| self.listed_heading(self.tab)).unwrap_or(0), true);
        self.top = 0;
    }

    pub(super) fn look(&mut self) {
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
}

impl Puzzle {
    fn new(game: &'static dyn Game, pack: Arc<Pack>, entry: Entry) -> Self {
        let words = [game.name(), &pack.title, &entry.name, &entry.title, entry.level_word(), &entry.about];
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
}
