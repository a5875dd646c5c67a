//! Leaving: what would be lost by it is asked about first.

use super::app::{App, Effect};
use super::keymap::{Action, Key};
use super::question::{Answer, Question};
use crate::workbench::dealer::Wanted;
use crate::workbench::kept::Begun;
use crate::workbench::naming::Named;

/// Where the player wants to go.
pub(super) enum Departure {
    /// From a puzzle to the list of them.
    Browser,
    /// To a puzzle that has yet to be made.
    Deal(Wanted),
    /// To a puzzle.
    Open(Box<Named>),
    /// To a game that was begun, with the puzzle of it.
    GoOn(Box<Named>, Box<Begun>),
    /// Out of the program.
    Program,
}

impl App {
    /// Goes there, unless that ends a search or a build of tables: then the player is asked.
    pub(super) fn depart(&mut self, departure: Departure) {
        // What is wanted now was asked elsewhere.
        self.asked = None;
        match self.loss(&departure) {
            Some(question) => self.departure = Some((departure, question)),
            None => self.go(departure),
        }
    }

    fn loss(&self, departure: &Departure) -> Option<Question> {
        let is_searching = self.game.as_ref().is_some_and(|game| game.middle.has_unfinished_search());
        let is_racing = self.race.as_ref().is_some_and(|race| race.goes_on());
        if is_searching || is_racing {
            let what = if is_searching { "search" } else { "race" };
            let text = format!("Leave while a {what} is under way? That ends it, and its tree and figures are gone.");
            return Some(Question::of(text, "leave", "stay"));
        }
        if let Some(game) = self.game.as_ref().filter(|game| game.middle.has_unsaved()) {
            let text =
                "Leave the board that you have set up? It is in no pack of yours, but stays here until you come back.";
            let question = Question::of(text, "leave it here", "stay");
            // What is not complete is no puzzle yet.
            let saves = game.middle.is_ready().then(|| (self.setup.keymap.key(Action::Save), "save it"));
            return Some(Question { saves, gives_up: Some("give it up"), ..question });
        }
        match (departure, self.builder.progress()) {
            (Departure::Program, Some(progress)) => {
                let done = (progress.share * 100.0) as u64;
                let text = format!("Leave while tables are being made ({done} %)? Next time they are begun again.");
                Some(Question::of(text, "leave", "stay"))
            }
            _ => None,
        }
    }

    pub(super) fn answer_departure(&mut self, key: Key) {
        let Some(answer) = self.departure.as_ref().and_then(|(_, question)| question.answer(key)) else { return };
        let Some((departure, _)) = self.departure.take() else { return };
        match answer {
            Answer::No => return,
            Answer::Save => return self.ask_save(),
            Answer::Yes | Answer::GiveUp => {}
        }
        // It is agreed: nothing is asked again when the puzzle is there.
        if let Some(game) = &mut self.game {
            game.middle.cancel();
            if answer == Answer::GiveUp {
                game.middle.give_own_up(self.last_seen);
            }
        }
        self.race = None;
        self.go(departure);
    }

    fn go(&mut self, departure: Departure) {
        match departure {
            Departure::Browser => self.leave_game(),
            Departure::Deal(wanted) => self.dealer.ask(wanted),
            Departure::Open(named) => self.open(*named),
            Departure::GoOn(named, begun) => {
                self.open_in(*named, begun.file.as_deref());
                // Its setting up was left for later.
                if let Some(game) = self.game.as_mut().filter(|_| begun.is_draft()) {
                    game.middle.set_up(self.last_seen);
                }
            }
            Departure::Program => self.effects.push(Effect::Quit),
        }
    }
}
