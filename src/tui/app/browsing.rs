//! Keys of the browser.

use super::{App, Effect};
use crate::tui::browser::Browser;
use crate::tui::departure::Departure;
use crate::tui::help::Help;
use crate::tui::keymap::{Action, Key, Place};
use crate::workbench::results::{self};
use crossterm::event::KeyCode;

/// Goes on with the tour, or begins it.
pub(super) const TOUR: &str = "ctrl-n";

impl App {
    pub(super) fn browser_key(&mut self, key: Key, action: Option<Action>) {
        self.notice.clear();
        if self.browser.is_typing() {
            return self.filter_key(key, action);
        }
        if Key::read(TOUR) == Some(key) {
            return self.take_up_tour();
        }
        match action {
            Some(action) if self.setup.keymap.place(action) == Place::Game => {
                self.notice = format!("{key} is a key of a puzzle; {} opens one.", self.setup.keymap.key(Action::Pick));
            }
            None => {
                self.notice = format!("{key} does nothing here; {} has all keys.", self.setup.keymap.key(Action::Help));
            }
            action => self.browse(action),
        }
    }

    pub(super) fn browse(&mut self, action: Option<Action>) {
        match action {
            Some(Action::Back) if self.browser.has_filter() => self.browser.stop_typing(false),
            Some(Action::Back) => {
                self.notice = format!("{} leaves rompicapo.", self.setup.keymap.key(Action::Leave));
            }
            Some(Action::Leave) => self.depart(Departure::Program),
            Some(Action::Help) => self.help = Some(Help::on_browser(&self.setup.keymap)),
            Some(Action::Theme) => self.open_theme_chooser(),
            Some(Action::Charset) => self.switch_charset(),
            Some(Action::Picture) => self.effects.push(Effect::Picture),
            Some(Action::Statistics) => self.show_statistics(),
            Some(Action::Reread) => self.reread_packs(),
            Some(Action::Filter) => self.browser.start_typing(),
            Some(Action::Pick) => self.open_chosen(),
            Some(Action::CopyPuzzle) => {
                if let Some(Ok(named)) = self.browser.chosen() {
                    self.effects.push(Effect::Copy(named.position.whole_line()));
                    self.notice = format!("Copied {}.", named.name);
                }
            }
            Some(Action::New) => self.ask_new(),
            Some(Action::Number) => self.ask_name(),
            Some(Action::Continue) => self.ask_continue(),
            Some(action) => self.browser.go(action, self.list_rows.saturating_sub(1).max(1)),
            None => {}
        }
    }

    pub(super) fn filter_key(&mut self, key: Key, action: Option<Action>) {
        match (key.code(), key.character(), action) {
            (KeyCode::Esc, ..) => self.browser.stop_typing(false),
            (KeyCode::Enter, ..) => {
                if self.browser.is_empty() {
                    self.notice = "Nothing fits the filter: here is the whole list again.".into();
                }
                self.browser.stop_typing(true);
            }
            (KeyCode::Backspace, ..) => self.browser.erase(),
            (_, Some(c), _) => self.browser.type_char(c),
            // Arrows move in what is left while one types.
            (_, None, Some(action)) => self.browser.go(action, self.list_rows),
            _ => {}
        }
    }

    pub(super) fn show_statistics(&mut self) {
        match self.setup.progress.figures(&self.setup.library) {
            Ok((rows, odd)) => self.help = Some(Help::on_statistics(&results::told(&rows), odd)),
            Err(error) => self.tell(format!("The results cannot be read: {error}")),
        }
    }

    /// Reads packs of one's own again.
    pub(super) fn reread_packs(&mut self) {
        self.setup.library.reread();
        self.setup.progress.know(&self.setup.library);
        // A puzzle with a fault has a place as well: it is what one is about to mend.
        let (game, place) = (self.browser.game(), self.browser.place().unwrap_or_default());
        self.browser = Browser::new(&self.setup.library);
        if let Some(game) = game {
            self.browser.select(game, &place);
        }
        let fault = self.browser.chosen().and_then(Result::err);
        self.notice = match (fault, self.pack_problems()) {
            (Some(fault), _) => format!("Packs read again. {fault}"),
            (None, Some(problems)) => problems,
            (None, None) => "Packs read again.".into(),
        };
    }

    /// What is wrong with packs of one's own, on one line.
    pub(super) fn pack_problems(&self) -> Option<String> {
        let problems = self.setup.library.problems();
        let first = problems.first()?;
        Some(match problems.len() {
            1 => first.to_string(),
            all => format!("{first} (and {} more: rompicapo list)", all - 1),
        })
    }
}
