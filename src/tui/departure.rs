//! Leaving: what would be lost by it is asked about first.

use super::app::{App, Effect};
use super::keymap::Key;
use super::question::{Answer, Question};
use crate::workbench::dealer::Wanted;
use crate::workbench::naming::Named;

/// Where the player wants to go.
pub(super) enum Departure {
    /// From a puzzle to the list of them.
    Browser,
    /// To a puzzle that has yet to be made.
    Deal(Wanted),
    /// To a puzzle.
    Open(Box<Named>),
    /// To a board of one's own whose setting up was left for later.
    TakeUp(Box<Named>),
    /// Out of the program.
    Program,
}

impl App {
    /// Goes there, unless that ends a search or a build of tables: then the player is asked.
    pub(super) fn depart(&mut self, departure: Departure) {
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
            let text =
                format!("A {what} is under way. Whoever leaves the puzzle ends it, and its tree and figures are gone.");
            return Some(Question::of(text, "leave", "stay"));
        }
        if self.game.as_ref().is_some_and(|game| game.middle.has_unsaved()) {
            let text =
                "What you have set up is in no pack of yours (F2 saves it). You can leave it here until you come back.";
            let question = Question::of(text, "leave it here", "stay");
            return Some(Question { gives_up: Some("give it up"), ..question });
        }
        match (departure, self.builder.progress()) {
            (Departure::Program, Some(progress)) => {
                let done = (progress.share * 100.0) as u64;
                let text = format!("Tables are being made ({done} %). Whoever leaves now has to begin them again.");
                Some(Question::of(text, "leave", "stay"))
            }
            _ => None,
        }
    }

    pub(super) fn answer_departure(&mut self, key: Key) {
        let Some(answer) = self.departure.as_ref().and_then(|(_, question)| question.answer(key)) else { return };
        let Some((departure, _)) = self.departure.take() else { return };
        if answer == Answer::No {
            return;
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
            Departure::TakeUp(named) => {
                self.open(*named);
                if let Some(game) = &mut self.game {
                    game.middle.set_up(self.last_seen);
                }
            }
            Departure::Program => self.effects.push(Effect::Quit),
        }
    }
}
