//! The application: which screen is up, and where keys, clicks and wakes go. Knows no terminal, only buffers.

mod browsing;
mod drawing;
mod keeping;
mod opening;
mod pointing;
mod race;
mod save;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::{Position as Point, Rect};

use super::browser::Browser;
use super::chrome::Zone;
use super::departure::Departure;
use super::dialogs::Dialog;
use super::game::{GameScreen, Request};
use super::help::Help;
use super::keymap::{Action, Key, Keymap};
use super::new_dialog::NewDialog;
use super::question::Question;
use super::race::RaceScreen;
use super::runs::RunsScreen;
use super::theme_chooser::{Chosen, ThemeChooser};
use crate::games::view::Paint;
use crate::games::{self, Game, Settings};
use crate::workbench::builder::{Builder, Wake};
use crate::workbench::config::Charset;
use crate::workbench::dealer::Dealer;
use crate::workbench::naming::Named;
use crate::workbench::packs::Library;
use crate::workbench::preferences::Preferences;
use crate::workbench::progress::Progress;
use crate::workbench::tables::TableShelf;
use crate::workbench::tour::Tour;

/// Smaller windows get a line that says so.
pub const LEAST_SIZE: (u16, u16) = (60, 16);
/// Lines at the foot of the browser for what there is to say.
const MOST_NOTICE: u16 = 6;
/// What remembers the puzzle under the cursor between two sittings.
const PLACE: &str = "browser";
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// Everything the application is given from outside.
pub struct Setup {
    pub library: Library,
    /// Name and look; the one to begin with first.
    pub themes: Vec<(String, Paint)>,
    pub charset: Charset,
    /// Whether the locale has box drawing.
    pub utf8: bool,
    /// Steps a second of a solution that plays by itself.
    pub speed: f64,
    /// Bytes that the tree of a search may take.
    pub tree_memory: usize,
    pub keymap: Keymap,
    /// Settings by game; defaults stand in for what is missing.
    pub settings: BTreeMap<String, Settings>,
    pub progress: Progress,
    /// What was set by key, and what the configuration says of the same.
    pub preferences: Preferences,
    pub configured: Configured,
    /// Where large tables are kept.
    pub tables: Option<TableShelf>,
    /// Whether the program is started for the first time.
    pub is_first_start: bool,
    /// Something to tell at the start (a damaged file that was set aside).
    pub notice: String,
}

/// The configured values of what can be set by key as well.
#[derive(Clone, Debug, Default)]
pub struct Configured {
    pub theme: String,
    pub charset: String,
    pub settings: BTreeMap<String, Settings>,
}

/// What only the owner of the terminal can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Quit,
    Suspend,
    /// Into the clipboard of the terminal.
    Copy(String),
    /// The screen into a file.
    Picture,
}

pub struct App {
    pub(super) setup: Setup,
    theme: usize,
    paint: Paint,
    pub(super) browser: Browser,
    pub(super) game: Option<Box<GameScreen>>,
    pub(super) help: Option<Help>,
    theme_chooser: Option<ThemeChooser>,
    /// Where to go once the player agrees to lose what goes on.
    pub(super) departure: Option<(Departure, Question)>,
    pub(super) dialog: Option<Dialog>,
    /// The dialog that asked for the puzzle that is being made: it comes back where there is none.
    pub(super) asked: Option<Box<NewDialog>>,
    pub(super) tour: Option<Tour>,
    /// The puzzle on screen is the tour's: nothing of its game is kept.
    pub(super) is_on_tour: bool,
    /// A race on the puzzle on screen; it goes on out of sight.
    pub(super) race: Option<Box<RaceScreen>>,
    shows_race: bool,
    /// The list of earlier runs.
    runs: Option<RunsScreen>,
    pub(super) notice: String,
    waker: Wake,
    pub(super) builder: Arc<Builder>,
    pub(super) dealer: Dealer,
    pub(super) effects: Vec<Effect>,
    zones: Vec<(Rect, Zone)>,
    last_click: Option<(Instant, Point)>,
    list_rows: usize,
    /// The time of the last event, for what must be written without one.
    pub(super) last_seen: Instant,
}

impl App {
    pub fn new(mut setup: Setup, waker: Wake) -> Self {
        if setup.themes.is_empty() {
            setup.themes.push(("plain".into(), Paint::plain()));
        }
        let mut app = App {
            browser: Browser::new(&setup.library),
            theme: 0,
            paint: Paint::plain(),
            game: None,
            help: None,
            theme_chooser: None,
            departure: None,
            dialog: None,
            asked: None,
            tour: None,
            is_on_tour: false,
            race: None,
            shows_race: false,
            runs: None,
            notice: std::mem::take(&mut setup.notice),
            builder: Arc::new(Builder::new(setup.tables.take(), Arc::clone(&waker))),
            dealer: Dealer::new(&waker),
            waker,
            effects: Vec::new(),
            zones: Vec::new(),
            last_click: None,
            list_rows: 1,
            last_seen: Instant::now(),
            setup,
        };
        app.setup.progress.know(&app.setup.library);
        app.repaint();
        app.go_where_one_left_off();
        if app.notice.is_empty() {
            app.notice = app.pack_problems().unwrap_or_default();
        }
        app
    }

    fn go_where_one_left_off(&mut self) {
        let place = self.setup.preferences.value(PLACE, "").to_owned();
        if let Some(game) = place.split_once('/').and_then(|(game, _)| games::find(game)) {
            self.browser.select(game, &place);
        }
    }

    fn repaint(&mut self) {
        self.paint = self.setup.themes[self.theme].1.clone();
        self.paint.unicode = self.setup.charset == Charset::Unicode;
        self.paint.lines = match self.setup.charset {
            Charset::Auto => self.setup.utf8,
            Charset::Unicode => true,
            Charset::Ascii => false,
        };
    }

    /// The welcome, at the first start of all.
    pub fn welcome(&mut self) {
        if self.setup.is_first_start {
            self.dialog = Some(Dialog::Welcome);
        }
    }

    /// The puzzles of a game.
    pub fn show_game(&mut self, game: &'static dyn Game) {
        self.browser.select(game, "");
    }

    /// Effects asked for since the last call.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// For the end of the program, however it comes.
    pub fn close(&mut self) {
        self.leave_game();
        if let Some(place) = self.browser.place() {
            self.keep(PLACE, &place, "");
        }
    }

    pub fn key(&mut self, event: KeyEvent, now: Instant) {
        if event.kind == KeyEventKind::Release {
            return;
        }
        self.last_seen = now;
        self.press(Key::from(event), now);
    }

    /// A key, or a click on what stands for it.
    pub(super) fn press(&mut self, key: Key, now: Instant) {
        let action = self.setup.keymap.action(key);
        match action {
            Some(Action::Quit) => self.effects.push(Effect::Quit),
            Some(Action::Suspend) => self.effects.push(Effect::Suspend),
            _ if self.departure.is_some() => self.answer_departure(key),
            Some(Action::Picture) if self.help.is_some() || self.theme_chooser.is_some() => {
                self.effects.push(Effect::Picture);
            }
            _ if self.help.is_some() => {
                let stays = self.help.as_mut().is_some_and(|help| help.act(action));
                if !stays {
                    self.help = None;
                }
            }
            _ if self.theme_chooser.is_some() => self.choose_theme(action),
            _ if self.dialog.is_some() => self.dialog_key(key, now),
            _ if self.tour_key(key, now) => {}
            _ if self.is_covered() => self.covered_key(key, action),
            _ if key.code() == KeyCode::Esc && self.dealer.forget() => self.tell("Stopped waiting.".into()),
            _ if self.game.is_some() => {
                self.game_key(key, action, now);
                self.keep_settings();
                self.keep_game(now);
            }
            _ => self.browser_key(key, action),
        }
    }

    /// What a click on an item of the screen asks for, whatever its key would mean at the moment.
    fn clicked(&mut self, action: Action, now: Instant) {
        match action {
            Action::Theme => self.open_theme_chooser(),
            Action::Charset => self.switch_charset(),
            _ => match &mut self.game {
                Some(game) => {
                    let request = game.clicked(action, now);
                    self.serve(request);
                    self.keep_settings();
                }
                None => {
                    self.browse(Some(action));
                }
            },
        }
    }

    fn game_key(&mut self, key: Key, action: Option<Action>, now: Instant) {
        let Some(game) = &mut self.game else { return };
        let free = !game.has_popup() && !key.character().is_some_and(|c| game.is_wanted(c));
        match action {
            Some(Action::Theme) if free => self.open_theme_chooser(),
            Some(Action::Charset) if free => self.switch_charset(),
            Some(Action::Picture) if free => self.effects.push(Effect::Picture),
            _ => {
                let request = game.key(key, &self.setup.keymap, now);
                self.serve(request);
            }
        }
    }

    fn serve(&mut self, request: Option<Request>) {
        match request {
            None => {}
            Some(Request::Leave) => self.depart(Departure::Browser),
            Some(Request::Keep(win)) => self.keep_win(win),
            Some(Request::Next) => self.open_next(),
            Some(Request::Statistics) => self.show_statistics(),
            Some(Request::AskSave) => self.ask_save(),
            Some(Request::Save(name)) => self.save_puzzle(&name),
            Some(Request::Copy(text)) => self.effects.push(Effect::Copy(text)),
            Some(Request::New) => self.ask_new(),
            Some(Request::Name) => self.ask_name(),
            Some(Request::Race) => self.open_race(),
            Some(Request::Runs) => self.open_runs(),
            Some(Request::Legend) => {
                if let Some(game) = &self.game {
                    self.help = Some(Help::on_signs(game.legend(self.paint.unicode), &game.said()));
                }
            }
            Some(Request::Help) => {
                if let Some((game, rules)) = self.game.as_ref().zip(self.help_on_game()) {
                    let search = Help::on_search(&self.setup.keymap);
                    let watches = game.shows_search();
                    self.help = Some(if watches { search.before(rules) } else { rules.before(search) });
                }
            }
        }
    }

    /// The rules, keys and settings of the game on screen.
    pub(super) fn help_on_game(&self) -> Option<Help> {
        let middle = &self.game.as_ref()?.middle;
        let game = middle.named().game;
        let settings = game.profile().settings_with(self.setup.settings.get(game.name()));
        Some(Help::on_game(middle, &settings, &self.setup.keymap, self.paint.unicode))
    }

    pub(super) fn open_chosen(&mut self) {
        match self.browser.chosen() {
            Some(Ok(named)) => self.open(named),
            Some(Err(error)) => self.notice = error,
            None => {}
        }
    }

    /// Opens the puzzle that was asked for, or says why there is none. Returns whether there was any.
    fn take_deal(&mut self, dealt: Option<Result<Named, String>>) -> bool {
        match dealt {
            Some(Ok(named)) => self.depart(Departure::Open(Box::new(named))),
            Some(Err(why)) => match self.asked.take().filter(|_| !self.lies_over()) {
                Some(mut dialog) => {
                    dialog.refuse(why);
                    self.dialog = Some(Dialog::New(dialog));
                }
                None => self.tell(why),
            },
            None => return false,
        }
        true
    }

    pub(super) fn open_theme_chooser(&mut self) {
        let names = self.setup.themes.iter().map(|(name, _)| name.clone()).collect();
        self.theme_chooser = Some(ThemeChooser::new(names, self.theme));
    }

    fn choose_theme(&mut self, action: Option<Action>) {
        let Some(chooser) = &mut self.theme_chooser else { return };
        let chosen = chooser.act(action);
        self.theme = chooser.selected;
        match chosen {
            Chosen::Open => {}
            Chosen::Taken => {
                self.theme_chooser = None;
                let name = self.setup.themes[self.theme].0.clone();
                let configured = self.setup.configured.theme.clone();
                self.keep("theme", &name, &configured);
                self.tell(format!("Theme: {name}"));
            }
            Chosen::Dropped(before) => {
                self.theme_chooser = None;
                self.theme = before;
            }
        }
        self.repaint();
    }

    pub(super) fn switch_charset(&mut self) {
        self.setup.charset = self.setup.charset.next();
        self.repaint();
        let configured = self.setup.configured.charset.clone();
        self.keep("charset", self.setup.charset.name(), &configured);
        self.tell(match self.setup.charset {
            Charset::Auto => "Boards in ASCII, frames as the locale allows".into(),
            Charset::Unicode => "Unicode".into(),
            Charset::Ascii => "ASCII alone".into(),
        });
    }

    /// What was set by key holds the next time too.
    pub(super) fn keep(&mut self, key: &str, value: &str, configured: &str) {
        if let Err(error) = self.setup.preferences.set(key, value, configured) {
            self.tell(format!("Your settings could not be saved: {error}"));
        }
    }

    /// The puzzle on screen, for those who play without a terminal.
    pub(super) fn game_mut(&mut self) -> Option<&mut GameScreen> {
        self.game.as_deref_mut()
    }

    /// After a wake from a worker: whether there is anything new to draw.
    pub fn wake(&mut self) -> bool {
        let dealt = self.dealer.take();
        let opened = self.take_deal(dealt);
        let news = match &mut self.game {
            Some(game) => game.attend(),
            None => {
                let news = self.builder.news();
                let has_news = news.is_some();
                if let Some(news) = news {
                    self.notice = news;
                }
                has_news || self.builder.progress().is_some()
            }
        };
        let raced = self.attend_race();
        opened || news || raced
    }

    /// Waits until the puzzle asked for is there, the solver is paused or finished and the referee knows what it can:
    /// for tests.
    pub fn settle(&mut self) {
        let dealt = self.dealer.wait();
        self.take_deal(dealt);
        if let Some(game) = &mut self.game {
            game.settle();
        }
        if let Some(race) = &mut self.race {
            race.settle();
        }
        self.attend_race();
    }

    /// The puzzle on screen, and its board as it would be kept: for tests.
    pub fn standing(&self) -> Option<(String, (String, Vec<String>))> {
        let middle = &self.game.as_ref()?.middle;
        Some((middle.named().name.clone(), middle.session().position().kept()))
    }

    /// Where the board stands on the screen: for tests.
    pub fn board_place(&self) -> Option<Rect> {
        self.game.as_ref().map(|game| game.drawn.board)
    }

    /// What has just been said in full, and the verdict: for tests.
    pub fn told(&self) -> Option<(String, String)> {
        let middle = &self.game.as_ref()?.middle;
        Some((middle.message().to_owned(), middle.verdict_words().0))
    }

    /// Whether a search is under way: for tests.
    pub fn is_searching(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.middle.is_searching())
    }

    /// Waits until the solver is paused or finished: for tests.
    pub fn settle_solver(&mut self) {
        if let Some(game) = &mut self.game {
            game.settle_solver();
        }
    }

    /// Whether something lies over the puzzle or the list, be it for reading alone.
    pub(super) fn has_cover(&self) -> bool {
        self.lies_over() || self.help.is_some() || self.theme_chooser.is_some()
    }

    pub fn next_tick(&self, now: Instant) -> Option<Instant> {
        match &self.game {
            Some(game) => game.next_tick(now),
            None => self.builder.progress().map(|_| now + Duration::from_secs(1)),
        }
    }

    pub fn tick(&mut self, now: Instant) {
        let is_hidden = self.has_cover() || self.is_covered();
        if let Some(game) = &mut self.game {
            if is_hidden || game.has_popup() {
                // Nobody sees where it goes.
                game.middle.stop_playing();
            }
            game.tick(now);
            self.keep_game(now);
        }
    }
}
