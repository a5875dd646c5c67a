//! What the application keeps of games, wins and settings.

use super::App;
use crate::games::Settings;
use crate::workbench::middle::{HintWish, Middle, VerdictWish, Win, own_best_time_words, own_best_words};
use crate::workbench::results::Finished;
use std::collections::BTreeMap;
use std::time::Instant;

impl App {
    /// How much the player wants to be told in this game.
    pub(super) fn recall_wishes(&mut self) {
        let Some(game) = &mut self.game else { return };
        let middle = &mut game.middle;
        let [verdict, hints, marks] =
            wishes(middle).map(|(key, _, usual)| self.setup.preferences.value(&key, usual).to_owned());
        middle.set_verdict_wish(VerdictWish::of_name(&verdict).unwrap_or(middle.verdict_wish()));
        middle.set_hint_wish(HintWish::of_name(&hints).unwrap_or_default());
        middle.set_move_marks(marks == SHOWN);
        if middle.marks_moves() && middle.message().is_empty() {
            middle.say("Moves are marked: a game counts as with help so. m takes the marks off.");
        }
    }

    /// Writes down what happened in the game on screen since the last time.
    pub(super) fn keep_game(&mut self, now: Instant) {
        self.last_seen = now;
        let Some(game) = &mut self.game else { return };
        let entries = game.middle.take_entries(now);
        if self.is_on_tour {
            return;
        }
        if let Some(end) = game.middle.take_helped_end(now) {
            let finished = finished(&game.middle, end, false);
            self.setup.progress.solved_with_help(&finished.name);
            self.keep_finished(&finished);
            self.save_progress();
        }
        if let Err(error) = self.setup.progress.write(&entries) {
            self.tell(format!("Your game could not be kept: {error}"));
        }
    }

    /// A solution counts from the moment it is found, whatever is done to the board afterwards.
    pub(super) fn keep_win(&mut self, win: Win) {
        let Some(game) = self.game.as_mut().filter(|_| !self.is_on_tour) else { return };
        let named = game.middle.named();
        let best_words = if game.middle.counts_moves() { own_best_words } else { own_best_time_words };
        // What was told on the way is no best of one's own.
        let beside = if win.is_helped() { String::new() } else { best_words(self.setup.progress.of(&named.name), win) };
        let finished = finished(&game.middle, win, true);
        if win.is_helped() {
            self.setup.progress.solved_with_help(&named.name);
        } else {
            self.setup.progress.solved(&named.name, win.moves, win.time);
        }
        let told = format!("{} {beside}", game.middle.message());
        game.middle.say(told.trim_end());
        if win.is_first {
            self.keep_finished(&finished);
        }
        self.save_progress();
        if let Some(game) = &mut self.game {
            game.own_best = self.setup.progress.of(&game.middle.named().name).cloned();
        }
    }

    pub(super) fn keep_finished(&mut self, finished: &Finished) {
        if let Err(error) = self.setup.progress.finish(finished) {
            self.tell(format!("The result could not be kept: {error}"));
        }
    }

    pub(super) fn save_progress(&mut self) {
        if let Err(error) = self.setup.progress.save() {
            self.tell(format!("Your progress could not be saved: {error}"));
        }
    }

    /// Keeps a game's settings that its keys have changed.
    pub(super) fn keep_settings(&mut self) {
        let Some(game) = self.game.as_ref().filter(|_| !self.is_on_tour) else { return };
        let name = game.middle.named().game.name();
        for (key, wish, usual) in wishes(&game.middle) {
            if self.setup.preferences.value(&key, usual) != wish {
                self.keep(&key, wish, usual);
            }
        }
        let Some(game) = &self.game else { return };
        for (setting, value) in game.middle.hand().settings() {
            let of =
                |settings: &BTreeMap<String, Settings>| settings.get(name).and_then(|own| own.get(&setting)).cloned();
            if of(&self.setup.settings).as_ref() == Some(&value) {
                continue;
            }
            let configured = of(&self.setup.configured.settings).unwrap_or_default();
            self.setup.settings.entry(name.to_owned()).or_default().insert(setting.clone(), value.clone());
            self.keep(&format!("games.{name}.{setting}"), &value, &configured);
            return self.keep_settings();
        }
    }
}

/// A line of the statistics.
fn finished(middle: &Middle, end: Win, own: bool) -> Finished {
    let named = middle.named();
    let time = end.time.as_millis() as u64;
    Finished {
        own,
        moves: end.moves,
        time,
        hints: end.hints,
        marked: end.marked,
        ..Finished::now(named.game.name(), &named.name, &named.level)
    }
}

/// Whether moves are marked, as it is kept.
const SHOWN: &str = "on";

/// Under which names a game's wishes for verdicts, hints and marks on moves are kept, what they are, and what they are by
/// default.
fn wishes(middle: &Middle) -> [(String, &'static str, &'static str); 3] {
    let game = middle.named().game;
    let key = |what: &str| format!("games.{}.{what}", game.name());
    let (verdict, hints) = (middle.verdict_wish().name(), middle.hint_wish().name());
    let marks = if middle.wants_move_marks() { SHOWN } else { "off" };
    [
        (key("verdict"), verdict, game.profile().verdict.name()),
        (key("hints"), hints, HintWish::default().name()),
        (key("marks"), marks, "off"),
    ]
}
