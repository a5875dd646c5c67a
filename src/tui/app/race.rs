//! The race and the earlier runs, as the application shows them: over the game screen, with the keys for themselves.

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, MouseEventKind};

use super::{App, Effect};
use crate::tui::chrome::Zone;
use crate::tui::game::GameScreen;
use crate::tui::keymap::{Action, Key};
use crate::tui::race::{self, Ground, RaceScreen};
use crate::tui::runs::{self, RunsScreen};
use crate::workbench::run_record::RunRecord;
use crate::workbench::words;

/// The position on the player's board or, where nothing is left to solve there, the start of the puzzle.
fn ground(game: &GameScreen) -> Ground {
    let (named, session) = (game.middle.named(), game.middle.session());
    let made = if session.is_solved() { session.first_of_puzzle() } else { session.made() };
    let moves = session.moves_until(made).len();
    let after = match moves {
        0 => String::new(),
        _ => format!(", after {}", words::count(moves as u64, "move", "moves")),
    };
    let position = session.board_at(made).without_notes();
    Ground { place: format!("{}{after}", named.name), moves, game: named.game, position }
}

impl App {
    /// Whether something lies over the game screen and has the keys.
    pub(in crate::tui) fn is_covered(&self) -> bool {
        self.runs.is_some() || self.shows_race && self.race.is_some()
    }

    /// Opens the race from the position on the board, or shows the one that is under way.
    pub(super) fn open_race(&mut self) {
        let Some(game) = &mut self.game else { return };
        if !game.middle.must_be_ready() {
            return;
        }
        let (ground, is_solved) = (ground(game), game.middle.is_solved());
        match &mut self.race {
            Some(race) => race.turn_to(ground),
            None => self.race = Some(Box::new(RaceScreen::new(ground))),
        }
        self.shows_race = true;
        if is_solved {
            self.tell("Your board is solved: the race runs from the start of the puzzle.".into());
        }
    }

    pub(super) fn open_runs(&mut self) {
        self.runs = Some(RunsScreen::default());
    }

    /// What lies over the game screen has the mouse for itself, as it has the keys.
    pub(super) fn covered_mouse(&mut self, kind: MouseEventKind, zone: Option<Zone>, now: Instant) {
        let mut wheel = |way: KeyCode| self.press(KeyEvent::from(way).into(), now);
        match (kind, zone) {
            (MouseEventKind::ScrollUp, _) => wheel(KeyCode::Up),
            (MouseEventKind::ScrollDown, _) => wheel(KeyCode::Down),
            (MouseEventKind::Down(_), Some(Zone::Press(key))) => self.press(key, now),
            (MouseEventKind::Down(_), Some(Zone::Row(row))) => {
                if let Some(race) = self.race.as_mut().filter(|_| self.runs.is_none()) {
                    race.click(row);
                }
            }
            _ => {}
        }
    }

    pub(super) fn covered_key(&mut self, key: Key, action: Option<Action>) {
        let types = self.runs.is_none() && self.race.as_ref().is_some_and(|race| race.is_typing());
        if action == Some(Action::Picture) && !types {
            self.effects.push(Effect::Picture);
            return;
        }
        match (&mut self.runs, &self.game) {
            (Some(runs), Some(game)) => match runs.act(action, game.middle.desk().all_records()) {
                runs::Came::Stays => {}
                runs::Came::Leaves => self.runs = None,
                runs::Came::Copy(_) if game.middle.desk().all_records().is_empty() => {
                    self.runs = None;
                    self.tell("There are no earlier runs to copy.".into());
                }
                runs::Came::Copy(text) => {
                    self.effects.push(Effect::Copy(text));
                    self.runs = None;
                    self.tell("Copied the earlier runs as CSV.".into());
                }
            },
            _ => self.race_key(key),
        }
    }

    fn race_key(&mut self, key: Key) {
        let Some(race) = &mut self.race else { return };
        match race.key(key, &self.setup.keymap, &self.waker, self.builder.shelf()) {
            race::Came::Stays => {}
            race::Came::Copy(text) => self.effects.push(Effect::Copy(text)),
            race::Came::Help => self.help = self.help_on_game(),
            race::Came::Hides => {
                self.shows_race = false;
                let goes_on = race.is_running();
                let key = self.setup.keymap.key(Action::Race);
                if goes_on {
                    self.tell(format!("The race goes on; {key} shows it."));
                }
            }
        }
        self.attend_race();
    }

    /// A sentence, where whoever asked is looking.
    pub(in crate::tui) fn tell(&mut self, text: String) {
        match (&mut self.runs, &mut self.race, &mut self.game) {
            (Some(runs), _, Some(_)) => runs.message = text,
            (None, Some(race), Some(_)) if self.shows_race => race.message = text,
            (_, _, Some(game)) => game.middle.say(text),
            _ => self.notice = text,
        }
    }

    /// Takes in how the lanes stand, and files a race that has ended with the earlier runs.
    pub(super) fn attend_race(&mut self) -> bool {
        let (Some(race), Some(game)) = (&mut self.race, &mut self.game) else { return false };
        let is_new = race.attend();
        if let Some((ground, rows)) = race.ended() {
            for (entry, row) in rows {
                game.middle.file_run(RunRecord::of_race(&entry, &row, &*ground.position, ground.moves));
            }
        }
        is_new && self.shows_race
    }
}
