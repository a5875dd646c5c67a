//! Which puzzle is on screen: how it comes there, and how it is left.

use std::path::Path;
use std::time::Duration;

use super::App;
use crate::games::Deal;
use crate::tui::departure::Departure;
use crate::tui::game::GameScreen;
use crate::workbench::dealer::Wanted;
use crate::workbench::kept::{Entry, Story};
use crate::workbench::middle::Middle;
use crate::workbench::naming::Named;
use crate::workbench::words;

impl App {
    /// Opens a puzzle, where it was left last. What was begun under another name is told.
    pub fn open(&mut self, mut named: Named) {
        self.leave_game();
        let again = self.setup.progress.name_again(&mut named, &self.setup.library);
        self.open_in(named, None);
        if let (Some(again), Some(game)) = (again, &mut self.game)
            && game.middle.session().made() > 0
        {
            let told = format!("{again} {}", game.middle.message());
            game.middle.say(told);
        }
    }

    /// Opens the game of a puzzle that this file has: two workstations may each have left one.
    pub(in crate::tui) fn open_in(&mut self, named: Named, file: Option<&Path>) {
        self.open_with(named, file, &[]);
    }

    /// The same, with a game that comes in place of what was left.
    pub(super) fn open_with(&mut self, named: Named, file: Option<&Path>, game: &[(Entry, Duration)]) {
        self.leave_game();
        self.browser.select(named.game, &named.name);
        let (mut story, mut notices) = self.setup.progress.open_in(&named, file);
        if let Err(error) = self.setup.progress.write(game) {
            notices.push(format!("Your game could not be kept: {error}"));
        }
        for (entry, clock) in game {
            story.take(entry.clone(), *clock);
        }
        self.put_on_screen(named, &story);
        self.recall_wishes();
        if !notices.is_empty() {
            self.tell(notices.join(" "));
        }
    }

    /// Opens a puzzle of the tour at its start; the player's own game of it stays as it was left. What the tour says is true
    /// whatever one wishes to be told elsewhere.
    pub(in crate::tui) fn open_on_tour(&mut self, named: Named) {
        self.leave_game();
        let story = self.setup.progress.open_unkept();
        self.put_on_screen(named, &story);
        self.is_on_tour = true;
    }

    fn put_on_screen(&mut self, named: Named, story: &Story) {
        let settings = named.game.profile().settings_with(self.setup.settings.get(named.game.name()));
        let middle = Middle::open(named, &settings, story, self.setup.speed, &self.waker, &self.builder);
        let mut game = GameScreen::new(middle);
        game.tree.memory = self.setup.tree_memory;
        game.own_best = self.setup.progress.of(&game.middle.named().name).cloned();
        self.game = Some(Box::new(game));
    }

    /// Keeps what is to be kept of the game on screen, and closes it.
    pub(in crate::tui) fn leave_game(&mut self) {
        self.dealer.forget();
        (self.race, self.shows_race, self.runs) = (None, false, None);
        if let Some(game) = &mut self.game {
            game.middle.end_replay(self.last_seen);
        }
        self.keep_game(self.last_seen);
        if let Some(game) = self.game.take() {
            self.setup.progress.leave(game.middle.elapsed(self.last_seen).unwrap_or_default());
        }
        if let (true, Some(tour)) = (std::mem::take(&mut self.is_on_tour), &self.tour) {
            self.notice = format!("The tour waits at step {}: ctrl-n goes on with it.", tour.at() + 1);
        }
    }

    /// The puzzle behind this one in its pack, or the next number.
    pub(super) fn open_next(&mut self) {
        let Some(game) = &self.game else { return };
        let named = game.middle.named();
        match self.setup.library.next_of(named.game, &named.name) {
            Some(Ok((next, passed))) => {
                self.depart(Departure::Open(Box::new(next)));
                if passed > 0 && self.departure.is_none() {
                    let what = words::count(passed as u64, "puzzle that has", "puzzles that have");
                    self.tell(format!("The next one that can be solved, behind {what} no solution."));
                }
            }
            Some(Err(error)) => self.tell(error.to_string()),
            None => match named.name.parse::<Deal>().ok().filter(|deal| deal.number().is_some()) {
                Some(deal) => self.depart(Departure::Deal(Wanted::this(deal.next()))),
                None => self.tell("This is the last one; n makes a new one of its kind.".into()),
            },
        }
    }
}
