//! What lies over the browser or a puzzle until it is answered: new puzzles, puzzles by name, the welcome, the tour.

use std::time::Instant;

use super::app::{App, Effect};
use super::continue_list::{ContinueList, Continued};
use super::departure::Departure;
use super::help::Help;
use super::keymap::{Action, Key};
use super::name_dialog::NameDialog;
use super::new_dialog::{Asked, NewDialog};
use super::prompt::Typed;
use super::reading::read_by_any;
use super::rooms::PaneWish;
use super::welcome::{self, Try};
use crate::games::{self, Deal, Game, Options};
use crate::workbench::dealer::Wanted;
use crate::workbench::naming::Named;
use crate::workbench::progress::PASTED;
use crate::workbench::resolve::{self, Resolver};
use crate::workbench::tour::Tour;

pub(super) enum Dialog {
    New(Box<NewDialog>),
    Name(Box<NameDialog>),
    Continue(Box<ContinueList>),
    /// At the first start.
    Welcome,
}

impl App {
    /// The game of the screen.
    fn game_here(&self) -> Option<&'static dyn Game> {
        match &self.game {
            Some(game) => Some(game.middle.named().game),
            None => self.browser.game(),
        }
    }

    pub(super) fn ask_new(&mut self) {
        let params = match &self.game {
            Some(game) => game.params_like_this(),
            None => self.browser.params(),
        };
        if let Some(game) = self.game_here() {
            let number = self.game.as_ref().and_then(|game| game.number_here());
            self.dialog = Some(Dialog::New(Box::new(NewDialog::new(game, &params, number))));
        }
    }

    pub(super) fn ask_name(&mut self) {
        if let Some(game) = self.game_here() {
            self.dialog = Some(Dialog::Name(Box::new(NameDialog::new(game))));
        }
    }

    /// A key while a dialog is open.
    pub(super) fn dialog_key(&mut self, key: Key, now: Instant) {
        match self.dialog.take() {
            Some(Dialog::New(mut dialog)) => match dialog.key(key) {
                Asked::Open => self.dialog = Some(Dialog::New(dialog)),
                Asked::Dropped => {}
                Asked::Deal(wanted) => {
                    self.depart(Departure::Deal(wanted));
                    self.asked = Some(dialog);
                }
            },
            Some(Dialog::Continue(mut list)) => {
                let continued = list.key(key, self.setup.keymap.action(key));
                self.go_on_with(list, continued);
            }
            Some(Dialog::Name(mut dialog)) => match dialog.key(key) {
                Typed::More => self.dialog = Some(Dialog::Name(dialog)),
                Typed::Dropped => {}
                Typed::Given(text) => {
                    if let Err(why) = self.open_name(dialog.game(), text.trim()) {
                        dialog.refuse(&text, why);
                        self.dialog = Some(Dialog::Name(dialog));
                    }
                }
            },
            Some(Dialog::Welcome) => {
                // Help lies over the welcome, which is still there behind it.
                if self.setup.keymap.action(key) == Some(Action::Help) {
                    self.dialog = Some(Dialog::Welcome);
                    self.help = Some(Help::on_browser(&self.setup.keymap));
                    return;
                }
                self.keep("welcome", "seen", "");
                match welcome::choice(key) {
                    Some(Try::Tour) => self.begin_tour(),
                    Some(Try::Play) => self.open_chosen(),
                    Some(Try::New) => self.ask_new(),
                    None if self.setup.keymap.action(key) == Some(Action::Back) => {}
                    None => self.press(key, now),
                }
            }
            None => {}
        }
    }

    pub(super) fn ask_continue(&mut self) {
        let list = ContinueList::new(self.setup.progress.begun());
        self.dialog = Some(Dialog::Continue(Box::new(list)));
    }

    fn go_on_with(&mut self, list: Box<ContinueList>, continued: Continued) {
        match continued {
            Continued::Open => self.dialog = Some(Dialog::Continue(list)),
            Continued::Dropped => {}
            Continued::Act(action) => {
                self.dialog = Some(Dialog::Continue(list));
                match action {
                    Action::Help => self.help = Some(Help::on_continue()),
                    Action::Theme => self.open_theme_chooser(),
                    Action::Charset => self.switch_charset(),
                    _ => self.effects.push(Effect::Picture),
                }
            }
            Continued::With(begun) => match begun.named(&self.setup.library) {
                Some(named) => self.depart(Departure::GoOn(Box::new(named), begun)),
                None => self.tell(format!("{} cannot be read any more.", begun.name)),
            },
        }
    }

    /// A click on a row of a dialog.
    pub(super) fn dialog_row(&mut self, row: usize) {
        if let Some(Dialog::Continue(mut list)) = self.dialog.take_if(|dialog| matches!(dialog, Dialog::Continue(_))) {
            let continued = list.click(row);
            return self.go_on_with(list, continued);
        }
        if let Some(Dialog::New(dialog)) = &mut self.dialog {
            dialog.click(row);
        }
    }

    /// Whatever a name can be: what stands behind `GAME:`, a puzzle of a pack, a whole name, a file.
    fn open_name(&mut self, game: &'static dyn Game, text: &str) -> Result<(), String> {
        let told = text.split_once(':').and_then(|(word, behind)| Some((games::find(word)?, behind)));
        let (game, behind) = told.unwrap_or((game, text));
        let deal = match Deal::read(game, behind) {
            Ok(deal) => Ok(deal),
            Err(error) => text.parse::<Deal>().map_err(|_| error),
        };
        if let Ok(deal) = deal {
            self.depart(Departure::Deal(Wanted::this(deal)));
            return Ok(());
        }
        if let Some(Ok(named)) = self.setup.library.open(game, text) {
            self.depart(Departure::Open(Box::new(named)));
            return Ok(());
        }
        let of_file = std::path::Path::new(text).is_file();
        let read = |game| self.resolver(game).one(text).map_err(|error| error.to_string());
        let (named, told) = if of_file { read_by_any(Some(game), read) } else { read(game).map(|named| (named, None)) }
            .map_err(|why| match deal {
                Err(in_game) if !text.contains(['/', '.']) && games::find(text).is_none() => in_game.to_string(),
                _ => why,
            })?;
        self.depart(Departure::Open(Box::new(named)));
        self.notice_of(told);
        Ok(())
    }

    /// What is read where somebody plays: a text that tells its game is of that game.
    fn resolver(&self, game: &'static dyn Game) -> Resolver<'_> {
        Resolver { library: &self.setup.library, game: Some(game), options: Options::new(), is_asked: false }
    }

    /// How a text was read, before what there is to say of the game that it opened.
    fn notice_of(&mut self, told: Option<String>) {
        let Some(told) = told else { return };
        // A question that lies over the line of notices says it too.
        if let Some((_, question)) = &mut self.departure {
            question.text = format!("{told} {}", question.text);
        }
        let opened = self.game.as_ref().filter(|_| self.departure.is_none());
        let beside = opened.map_or("", |game| game.middle.message());
        self.tell(format!("{told} {beside}").trim_end().to_owned());
    }

    /// Text from the clipboard: into the line that is being typed, or else a puzzle to open.
    pub fn paste(&mut self, text: &str) {
        // Terminals send the ends of lines as the return key does.
        let text = &text.replace("\r\n", "\n").replace('\r', "\n");
        match &mut self.dialog {
            Some(Dialog::New(dialog)) => return dialog.paste(text),
            Some(Dialog::Name(dialog)) => return dialog.paste(text),
            _ => {}
        }
        if let Some(prompt) = self.game.as_mut().and_then(|game| game.prompt_mut()) {
            return prompt.paste(text);
        }
        if self.departure.is_some() || text.trim().is_empty() {
            return;
        }
        self.dialog = None;
        let first = self.game_here();
        let read = |game| self.read_pasted(game, text);
        let found = match first {
            Some(game) if resolve::tells_game(text) => read(game).map(|named| (named, None)),
            _ => read_by_any(first, read).map_err(|why| format!("No game reads what was pasted. {why}")),
        };
        match found {
            Ok((named, told)) => {
                self.depart(Departure::Open(Box::new(named)));
                self.notice_of(told);
            }
            Err(why) => self.tell(why),
        }
    }

    fn read_pasted(&self, game: &'static dyn Game, text: &str) -> Result<Named, String> {
        let resolver = self.resolver(game);
        let name = text.trim();
        let is_name = !name.contains(char::is_whitespace) && name.contains(['/', ':']) && !name.contains("//");
        if is_name && let Ok(named) = resolver.one(name) {
            return Ok(named);
        }
        resolver.pasted(PASTED, text).map_err(|error| error.to_string())
    }

    pub fn begin_tour(&mut self) {
        self.dialog = None;
        self.tour = Some(Tour::default());
        self.open_tour_puzzle();
    }

    fn open_tour_puzzle(&mut self) {
        let Some(tour) = &self.tour else { return };
        let name = tour.step().puzzle.clone();
        let resolver = Resolver { library: &self.setup.library, game: None, options: Options::new(), is_asked: true };
        match resolver.one(&name) {
            Ok(named) => self.open_on_tour(named),
            Err(error) => self.tell(error.to_string()),
        }
        self.notice.clear();
        self.show_what_the_tour_tells(false);
    }

    fn show_what_the_tour_tells(&mut self, is_skipped: bool) {
        let needs_solver = self.tour.as_ref().is_some_and(|tour| tour.step().solver);
        if let Some(game) = &mut self.game {
            game.pane_wish = if needs_solver { PaneWish::Shown } else { PaneWish::Auto };
            if let Some(tour) = &mut self.tour {
                game.middle.make_for_tour(tour.step(), is_skipped, self.last_seen);
                tour.begin(&game.middle);
            }
        }
    }

    /// Goes on with the tour where it was left, or begins it.
    pub(super) fn take_up_tour(&mut self) {
        match self.tour {
            Some(_) => self.open_tour_puzzle(),
            None => self.begin_tour(),
        }
    }

    /// The tour's own keys at its puzzles. Returns whether it was one.
    pub(super) fn tour_key(&mut self, key: Key, now: Instant) -> bool {
        if !self.is_on_tour || self.is_covered() {
            return false;
        }
        let is_habit = self.game.as_ref().is_some_and(|game| game.is_habit(key, &self.setup.keymap, now));
        let Some(tour) = &mut self.tour else { return false };
        let is = |name: &str| Key::read(name) == Some(key);
        if tour.is_done() && is_habit {
            return true;
        }
        if is("ctrl-n") || (tour.is_done() && is("enter")) {
            let is_skipped = !tour.is_done();
            match tour.go_on() {
                Some(true) => self.open_tour_puzzle(),
                Some(false) => self.show_what_the_tour_tells(is_skipped),
                None => {
                    self.tour = None;
                    self.show_what_the_tour_tells(false);
                    self.tell(
                        "That was the tour. Its games are not kept; ? has all keys, q goes to the puzzles.".into(),
                    );
                }
            }
        } else if is("ctrl-q") {
            self.depart(Departure::Browser);
        } else {
            return false;
        }
        true
    }
}
