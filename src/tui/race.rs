//! The race screen: several entries on the position that is on the board, a lane each.

use std::sync::Arc;

use super::keymap::{Action, Key, Keymap};
use super::prompt::{Prompt, Typed};
use crate::games::{Game, Position};
use crate::workbench::builder::Wake;
use crate::workbench::entry::Entry;
use crate::workbench::race::{Apart, RaceNews, Row, Track, csv, rivals};
use crate::workbench::tables::TableShelf;

/// How many entries can race.
const FEWEST: usize = 2;
pub(super) const MOST: usize = 6;
/// What a step of many is.
const STEP_MANY: u64 = 100;

/// Where and on what the race is.
pub struct Ground {
    /// The puzzle's name, and how far from its start the position is: `sliding/classroom, after 12 moves`.
    pub place: String,
    /// Moves made from the puzzle's start.
    pub moves: usize,
    pub game: &'static dyn Game,
    pub position: Box<dyn Position>,
}

/// What a key came to.
pub enum Came {
    Stays,
    /// Out of sight; it goes on.
    Hides,
    Help,
    Copy(String),
}

/// Who could race, and who is to.
pub(super) struct Dialog {
    pub entries: Vec<(Entry, bool)>,
    pub cursor: usize,
    /// An entry of one's own that is being typed.
    pub prompt: Option<Prompt>,
}

/// What the lanes call an entry.
pub(super) fn letter(entry: usize) -> char {
    char::from(b'A' + entry as u8)
}

/// A race under way or over.
pub(super) struct Heat {
    pub entries: Vec<Entry>,
    pub track: Track,
    pub news: Arc<RaceNews>,
    /// The lane whose board stands first.
    pub lane: usize,
    is_filed: bool,
    /// Where the two lanes whose boards are shown first differ, once somebody has asked.
    pub apart: Option<Apart>,
}

pub struct RaceScreen {
    pub(super) ground: Ground,
    pub(super) dialog: Dialog,
    pub(super) heat: Option<Heat>,
    /// Whether the dialog has the keys.
    pub(super) chooses: bool,
    pub(super) message: String,
}

impl Heat {
    /// The two lanes whose boards are shown, in their order: the chosen one and the one behind it, or before the last.
    pub fn pair(&self) -> [usize; 2] {
        let first = self.lane.min(self.entries.len() - 2);
        [first, first + 1]
    }

    fn turn_to(&mut self, lane: usize) {
        self.lane = lane;
        self.apart = None;
    }
}

impl RaceScreen {
    /// Whether a race is under way, in sight or not.
    pub fn goes_on(&self) -> bool {
        self.heat.as_ref().is_some_and(|heat| !heat.news.is_over())
    }

    pub fn new(ground: Ground) -> Self {
        let entries = rivals(ground.game).into_iter().enumerate().map(|(i, entry)| (entry, i < FEWEST)).collect();
        let dialog = Dialog { entries, cursor: 0, prompt: None };
        RaceScreen { ground, dialog, heat: None, chooses: true, message: String::new() }
    }

    /// On another position; entries stay as they were chosen. A race under way is not disturbed.
    pub fn turn_to(&mut self, ground: Ground) {
        let is_elsewhere = !self.ground.position.same_as(&*ground.position);
        let is_over = self.heat.as_ref().is_none_or(|heat| heat.news.is_over());
        if is_elsewhere && is_over {
            (self.ground, self.heat, self.chooses) = (ground, None, true);
        }
    }

    pub fn is_running(&self) -> bool {
        self.heat.as_ref().is_some_and(|heat| heat.news.is_running)
    }

    /// Takes in how the lanes stand; whether there is anything new.
    pub fn attend(&mut self) -> bool {
        let Some(heat) = &mut self.heat else { return false };
        let news = heat.track.news();
        let found = heat.apart.as_mut().is_some_and(Apart::attend);
        let is_new = found || !Arc::ptr_eq(&news, &heat.news);
        heat.news = news;
        is_new
    }

    /// Rows of a race that has just ended, once.
    pub fn ended(&mut self) -> Option<(&Ground, Vec<(Entry, Row)>)> {
        let heat = self.heat.as_mut().filter(|heat| heat.news.is_over() && !heat.is_filed)?;
        heat.is_filed = true;
        let rows = heat.entries.iter().cloned().zip(rows(&self.ground.place, &heat.news));
        Some((&self.ground, rows.collect()))
    }

    /// Waits until the lanes are paused or over: for tests.
    pub fn settle(&mut self) {
        if let Some(heat) = &mut self.heat {
            heat.track.wait_idle();
            if let Some(apart) = &mut heat.apart {
                apart.settle();
            }
        }
        self.attend();
    }

    pub fn key(&mut self, key: Key, keymap: &Keymap, wake: &Wake, shelf: Option<&TableShelf>) -> Came {
        self.message.clear();
        if let Some(mut prompt) = self.dialog.prompt.take() {
            match prompt.key(key) {
                Typed::More => self.dialog.prompt = Some(prompt),
                Typed::Given(text) => self.add(&text),
                Typed::Dropped => {}
            }
            return Came::Stays;
        }
        match keymap.action(key) {
            Some(Action::Help) => return Came::Help,
            Some(Action::Back) if self.chooses && self.heat.is_some() => self.chooses = false,
            Some(Action::Back) if self.heat.as_ref().is_some_and(|heat| heat.apart.is_some()) => {
                self.heat.iter_mut().for_each(|heat| heat.apart = None);
            }
            Some(Action::Back | Action::Race | Action::Leave) => return Came::Hides,
            Some(action) if self.chooses => self.choose(action, wake, shelf),
            Some(action) => return self.drive(action, wake),
            None => {}
        }
        Came::Stays
    }

    pub fn is_typing(&self) -> bool {
        self.dialog.prompt.is_some()
    }

    /// A click on a row: of the dialog it takes an entry in or out, of the lanes it shows the board.
    pub fn click(&mut self, row: usize) {
        if self.is_typing() {
            return;
        }
        self.message.clear();
        let heat = self.heat.as_mut().filter(|_| !self.chooses);
        // Rows are those of the screen that was clicked, which may have been another one.
        match heat {
            Some(heat) if row < heat.entries.len() => heat.turn_to(row),
            None if row < self.dialog.entries.len() => {
                self.dialog.cursor = row;
                self.switch();
            }
            _ => {}
        }
    }

    fn choose(&mut self, action: Action, wake: &Wake, shelf: Option<&TableShelf>) {
        let dialog = &mut self.dialog;
        let last = dialog.entries.len() - 1;
        match action {
            Action::Up => dialog.cursor = dialog.cursor.saturating_sub(1),
            Action::Down => dialog.cursor = (dialog.cursor + 1).min(last),
            Action::Home => dialog.cursor = 0,
            Action::End => dialog.cursor = last,
            Action::PageUp => dialog.cursor = dialog.cursor.saturating_sub(8),
            Action::PageDown => dialog.cursor = (dialog.cursor + 8).min(last),
            Action::Pause => self.switch(),
            Action::New | Action::WeightUp => {
                dialog.prompt = Some(Prompt::new("Entry (as in STRATEGY+H,H@WEIGHT): ".into()));
            }
            Action::Pick | Action::Solve => self.start(wake, shelf),
            _ => {}
        }
    }

    fn chosen(&self) -> usize {
        self.dialog.entries.iter().filter(|(_, on)| *on).count()
    }

    fn switch(&mut self) {
        let full = self.chosen() >= MOST;
        let (_, on) = &mut self.dialog.entries[self.dialog.cursor];
        if full && !*on {
            self.message = format!("At most {MOST} entries race.");
        } else {
            *on = !*on;
        }
    }

    /// An entry that was typed races, too.
    fn add(&mut self, text: &str) {
        match Entry::read(self.ground.game, text) {
            Ok(entry) => {
                self.dialog.entries.retain(|(known, _)| known.to_string() != entry.to_string());
                let fits = self.chosen() < MOST;
                self.dialog.entries.insert(0, (entry, fits));
                self.dialog.cursor = 0;
            }
            Err(why) => self.message = format!("{why}."),
        }
    }

    fn start(&mut self, wake: &Wake, shelf: Option<&TableShelf>) {
        let chosen = self.dialog.entries.iter().filter(|(_, on)| *on).map(|(entry, _)| entry.clone());
        let entries: Vec<Entry> = chosen.collect();
        if entries.len() < FEWEST {
            self.message = "A race has at least two entries: space takes one in.".into();
            return;
        }
        let wake = Arc::clone(wake);
        let plans = entries.iter().map(Entry::plan).collect();
        let track = Track::start(&*self.ground.position, plans, None, Box::new(move || wake()), shelf.cloned());
        let news = track.news();
        self.heat = Some(Heat { entries, track, news, lane: 0, is_filed: false, apart: None });
        self.chooses = false;
    }

    fn drive(&mut self, action: Action, wake: &Wake) -> Came {
        let Some(heat) = &mut self.heat else { return Came::Stays };
        let is_over = heat.news.is_over();
        match action {
            Action::Pause if heat.news.is_running => heat.track.pause(),
            Action::Pause | Action::Solve if !is_over => heat.track.resume(),
            Action::Step if !is_over => heat.track.step(1),
            Action::StepMany if !is_over => heat.track.step(STEP_MANY),
            Action::Cancel if !is_over => heat.track.stop(),
            Action::Up => heat.turn_to(heat.lane.saturating_sub(1)),
            Action::Down => heat.turn_to((heat.lane + 1).min(heat.entries.len() - 1)),
            Action::Difference => {
                let (names, plans) = (heat.pair().map(letter), heat.pair().map(|lane| heat.entries[lane].plan()));
                let wake = Arc::clone(wake);
                heat.apart = Some(Apart::ask(&*self.ground.position, names, plans, Box::new(move || wake())));
            }
            Action::New | Action::Strategy => self.chooses = true,
            Action::Pick if is_over => self.chooses = true,
            Action::CopyPuzzle | Action::CopySolution => {
                self.message = "Copied the table as CSV.".into();
                return Came::Copy(self.csv());
            }
            _ => {}
        }
        Came::Stays
    }

    /// The table of the race as it stands.
    pub fn csv(&self) -> String {
        let Some(heat) = &self.heat else { return String::new() };
        let names: Vec<String> = heat.entries.iter().map(Entry::to_string).collect();
        let rows = rows(&self.ground.place, &heat.news);
        rows.iter().fold(csv::HEAD.to_owned(), |text, row| text + &csv::line(row, &names[row.entry]))
    }
}

/// How the lanes stand, as rows.
pub(super) fn rows(place: &str, news: &RaceNews) -> Vec<Row> {
    news.lanes.iter().enumerate().map(|(entry, lane)| lane.row(place, entry)).collect()
}
