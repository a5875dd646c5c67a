//! Going back on the bench: to a moment of the run, or to the last of what somebody looks for.

use super::{Bench, Leash};
use crate::search::{Lookout as _, Outcome};
use crate::workbench::breakpoint::{Breakpoint, Patrol};
use crate::workbench::finding::Finding;

/// A look back, one stretch between two checkpoints after the other: each is run through once to count what is looked
/// for, and where there is any, once more to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::workbench::worker) struct Hunt {
    pub(super) breakpoint: Breakpoint,
    /// Where one stood, to return to if there is none.
    home: u64,
    /// The stretch lies before this many expansions, and begins after so many.
    before: u64,
    from: u64,
    met: u64,
    /// How many of those it has are still to be passed, on the second run.
    left: Option<u64>,
}

impl Hunt {
    /// From where the search stands.
    pub fn of(breakpoint: Breakpoint) -> Leash {
        Leash::Back(Hunt { breakpoint, home: 0, before: 0, from: 0, met: 0, left: None })
    }
}

impl Bench {
    /// One expansion back from where it stands or is on its way to.
    pub fn back_one(&mut self) {
        let here = match self.leash {
            Leash::To(place) => place,
            _ => self.time.expanded(),
        };
        self.release(Leash::To(here.saturating_sub(1)));
    }

    pub(super) fn turn_to(&mut self, place: u64) -> Leash {
        if !self.keeps_past {
            return self.leash;
        }
        self.end = None;
        self.sentry.begin(None, self.time.expanded());
        self.time.turn_to(place);
        self.book.clear();
        Leash::To(place)
    }

    pub(super) fn turn_back(&mut self, hunt: Hunt) -> Leash {
        let home = self.time.expanded();
        if !self.keeps_past || home == 0 {
            (self.missed, self.breakpoint) = (Some(hunt.breakpoint), None);
            return Leash::Paused;
        }
        self.end = None;
        let from = self.rewind(home);
        Leash::Back(Hunt { home, before: home, from, ..hunt })
    }

    fn rewind(&mut self, expanded: u64) -> u64 {
        self.book.clear();
        self.time.rewind(expanded)
    }

    pub(super) fn run_back(&mut self, place: u64) -> Outcome {
        self.book.set_brief(false);
        let outcome = self.replay.slice(|fuel| self.time.approach(place, fuel, Some(&mut self.book)));
        if outcome != Outcome::MoreWork || self.time.expanded() >= place {
            self.leash = Leash::Paused;
        }
        outcome
    }

    pub(super) fn hunt(&mut self, hunt: Hunt) -> Outcome {
        self.sentry.begin(Some(hunt.breakpoint), self.time.expanded());
        self.book.set_brief(hunt.breakpoint != Breakpoint::Deadlock);
        let mut patrol = Patrol { sentry: &mut self.sentry, book: &mut self.book };
        let outcome = self.replay.slice(|fuel| self.time.look_out(hunt.before, fuel, &mut patrol));
        let is_over = outcome != Outcome::MoreWork || self.time.expanded() >= hunt.before;
        let is_met = self.sentry.is_met() && self.time.expanded() < hunt.before;
        let leash = match hunt.left {
            Some(1) if is_met => return self.come_to(hunt),
            Some(_) if is_over => return self.give_up(hunt),
            Some(left) => Hunt { left: Some(left - u64::from(is_met)), ..hunt },
            None if !is_over => Hunt { met: hunt.met + u64::from(is_met), ..hunt },
            None if hunt.met > 0 => {
                // To where the stretch began; a checkpoint may lie at its very end.
                self.rewind(hunt.from + 1);
                Hunt { left: Some(hunt.met), ..hunt }
            }
            None if hunt.from > 0 => {
                // A checkpoint may lie later than the expansion after which it was made.
                let before = hunt.from + 1;
                let from = self.rewind(hunt.from);
                Hunt { before, from, ..hunt }
            }
            None => return self.give_up(hunt),
        };
        self.leash = Leash::Back(leash);
        Outcome::MoreWork
    }

    fn come_to(&mut self, hunt: Hunt) -> Outcome {
        self.finding = Finding::of(self.time.engine());
        self.arrive(hunt.breakpoint);
        Outcome::MoreWork
    }

    fn give_up(&mut self, hunt: Hunt) -> Outcome {
        (self.breakpoint, self.missed) = (None, Some(hunt.breakpoint));
        self.time.turn_to(hunt.home);
        self.leash = Leash::To(hunt.home);
        Outcome::MoreWork
    }
}
