//! Conduct at the desk: questions as the search comes to them, answers, and the tally.

use super::Middle;
use crate::workbench::conduct::{Conduct, Question};
use crate::workbench::words;
use crate::workbench::worker::Phase;

/// Where so many steps decide themselves, there is nothing to ask about.
const MOST_SKIPPED: u64 = 2_000;
/// Said before the first question, and with it.
const GOING_ON: &str = "Conduct: the search goes on to where there is something to decide.";
const ASKING: &str = "Conduct: what does the search do next? A digit answers; C ends it.";
/// More than so many are told.
const FEW_SKIPPED: u64 = 8;

impl Middle {
    /// Begins to ask, or ends with the tally.
    pub fn conduct(&mut self) {
        if let Some(conduct) = self.conduct.take() {
            return self.end_conduct(&conduct, "");
        }
        if !self.desk.is_alive() && !self.must_be_ready() {
            return;
        }
        let before = self.session.drop_solution();
        if self.desk.is_alive() {
            self.desk.pause();
        } else {
            self.start(true);
        }
        self.desk.peek(true);
        self.conduct = Some(Conduct::after(before));
        GOING_ON.clone_into(&mut self.message);
    }

    /// Asks about the search that has taken the place of another; what was answered of that one is over.
    pub(super) fn conduct_again(&mut self, conduct: &Conduct) {
        self.desk.pause();
        self.desk.peek(true);
        self.conduct = Some(Conduct::after(conduct.solution_before().cloned()));
        GOING_ON.clone_into(&mut self.message);
    }

    pub fn is_conducting(&self) -> bool {
        self.conduct.is_some()
    }

    /// Whether the student has been asked anything.
    pub(super) fn was_asked(&self) -> bool {
        self.conduct.as_ref().is_some_and(Conduct::was_asked)
    }

    /// Whether the message is what was said to an answer.
    pub fn has_answered(&self) -> bool {
        self.conduct.as_ref().is_some_and(|conduct| !conduct.told.is_empty())
    }

    /// How far it has gone on by itself, while it looks for a question.
    pub(super) fn unasked(&self) -> Option<u64> {
        self.conduct.as_ref().filter(|conduct| conduct.question.is_none()).map(|conduct| conduct.skipped)
    }

    /// What the student is asked now.
    pub fn question(&self) -> Option<&Question> {
        self.conduct.as_ref()?.question.as_ref()
    }

    /// Takes the answer of this number, from 1; false where it answers nothing.
    pub fn answer(&mut self, number: usize) -> bool {
        let Some(conduct) = &mut self.conduct else { return false };
        if !number.checked_sub(1).is_some_and(|answer| conduct.answer(answer)) {
            return false;
        }
        self.message = format!("{} {}.", conduct.told, conduct.tally());
        self.desk.step(1);
        true
    }

    fn end_conduct(&mut self, conduct: &Conduct, why: &str) {
        self.desk.peek(false);
        // What was in hand before is not lost by questions.
        if let (None, Some((root, moves))) = (self.session.solution(), conduct.solution_before()) {
            self.session.set_solution(*root, moves.clone());
        }
        let tally = match (conduct.was_asked(), &conduct.question) {
            (true, _) => conduct.tally(),
            (false, Some(_)) => "nothing was answered".into(),
            (false, None) => "nothing was asked".into(),
        };
        let last = if why.is_empty() { "" } else { &conduct.told };
        self.message = format!("{why}Conduct ends: {tally}.");
        if !last.is_empty() {
            self.message = format!("{} {last}", self.message);
        }
    }

    /// Asks at a new place; goes on by itself where there is nothing to decide.
    pub(super) fn attend_conduct(&mut self) {
        let Some(snapshot) = self.desk.snapshot() else { return };
        let Some(mut conduct) = self.conduct.take() else { return };
        let place = Some(snapshot.finding.counters.expanded);
        if !snapshot.is_alive() {
            return self.end_without_question(&conduct, snapshot.phase);
        }
        let is_new = snapshot.phase == Phase::Paused && conduct.place != place;
        let Some(ahead) = snapshot.ahead.as_ref().filter(|_| is_new) else {
            self.conduct = Some(conduct);
            return;
        };
        if ahead.is_by_lot {
            let why = "What this search does next is drawn by lot: there is nothing to ask. ";
            return self.end_conduct(&conduct, why);
        }
        conduct.place = place;
        conduct.home = conduct.home.or(place);
        if !conduct.ask(&snapshot.look, ahead) {
            conduct.skipped += 1;
            if conduct.skipped > MOST_SKIPPED {
                return self.end_without_question(&conduct, snapshot.phase);
            }
            self.desk.step(1);
        } else if self.message == GOING_ON {
            ASKING.clone_into(&mut self.message);
        } else if conduct.skipped > FEW_SKIPPED {
            let words = words::count(conduct.skipped, "expansion", "expansions");
            let on = format!("The search went on by {words} that left nothing to decide.");
            format!("{} {on}", self.message).trim_start().clone_into(&mut self.message);
        }
        self.conduct = Some(conduct);
    }

    /// Where nothing was asked, the search stands again where it stood.
    fn end_without_question(&mut self, conduct: &Conduct, phase: Phase) {
        let nothing = "From here on this search has nothing to decide. ";
        let why = match (phase, conduct.home) {
            (Phase::Paused, _) => format!("The next {} expansions decide themselves. ", words::grouped(MOST_SKIPPED)),
            (Phase::Done(_), Some(_)) if conduct.question.is_some() && !conduct.was_asked() => {
                // Whoever lets it go on past a question wants to see where it comes to.
                return self.end_conduct(conduct, "The search ran to its end. ");
            }
            (Phase::Done(_), Some(_)) if !conduct.was_asked() => nothing.into(),
            (Phase::Cancelled, _) => "The search was stopped. ".into(),
            _ => "The search has ended. ".into(),
        };
        self.end_conduct(conduct, &why);
        if let Some(home) = conduct.home.filter(|_| !conduct.was_asked() && phase != Phase::Cancelled) {
            self.desk.seek(home);
        }
    }
}
