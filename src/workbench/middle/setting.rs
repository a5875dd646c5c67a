//! Setting positions up on the board: the setter's hand in place of the player's, what is missing, and what is not
//! saved yet. Each change is a step of the history like any other, so that it is undone and kept like any other.

use std::time::Instant;

use super::Middle;
use crate::games::{Hand, Options, Position, Workshop};

impl Middle {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        self.named.game.workshop()
    }

    /// Whether the keys are the setter's.
    pub fn is_setting_up(&self) -> bool {
        self.setter.is_some()
    }

    /// The setter's hand, or the player's.
    pub fn hand(&self) -> &dyn Hand {
        self.setter.as_deref().unwrap_or(&*self.hand)
    }

    pub(super) fn hand_mut(&mut self) -> &mut dyn Hand {
        match &mut self.setter {
            Some(setter) => &mut **setter,
            None => &mut *self.hand,
        }
    }

    /// Begins to set up, or plays what was set up.
    pub fn set_up(&mut self, now: Instant) {
        self.hand_mut().let_go();
        match (self.setter.is_some(), self.workshop()) {
            (true, _) => self.play_set_up(now),
            (false, Some(workshop)) => {
                self.session.drop_solution();
                self.setter = Some(workshop.hand());
                self.message = "Setting up: whatever you put on the board is the puzzle. e plays it.".into();
            }
            (false, None) => self.message = "Boards of this game cannot be set up.".into(),
        }
    }

    /// A game begins with the puzzle alone: what was written into it on the way is a step back.
    fn play_set_up(&mut self, now: Instant) {
        if let Some(missing) = self.missing() {
            self.message = format!("It cannot be played yet: {missing}.");
            return;
        }
        let (is_unsaved, written) = (self.is_unsaved, self.session.position().set_up().1);
        if self.is_edited() && !written.is_empty() {
            self.replace(self.puzzle(), now);
            self.is_unsaved = is_unsaved;
        }
        self.setter = None;
        self.message = if self.is_edited() {
            "Now you play it. e changes it, R goes back to its start, F2 saves it to a pack of yours.".into()
        } else {
            "Nothing was changed.".into()
        };
    }

    /// What is missing before the position can be played; nothing where the puzzle is that of its name.
    pub fn missing(&self) -> Option<String> {
        if self.is_edited() { self.session.position().missing() } else { None }
    }

    /// Whether the position can be played and solved.
    pub fn is_ready(&self) -> bool {
        self.missing().is_none()
    }

    /// Says what is missing, where the position cannot be played. True if it can.
    pub fn must_be_ready(&mut self) -> bool {
        let missing = self.missing();
        if let Some(missing) = &missing {
            self.message = format!("It cannot be solved yet: {missing}.");
        }
        missing.is_none()
    }

    /// How what is being set up stands, in a few words.
    pub(super) fn setting_words(&self) -> Option<(String, Option<bool>)> {
        self.setter.as_ref()?;
        if let Some(missing) = self.missing() {
            let first = missing.split(':').next().unwrap_or_default().to_owned();
            return Some((first, None));
        }
        let standing = || self.workshop()?.standing(self.session.position());
        self.standing.get_or_init(standing).clone()
    }

    /// What stands above the board.
    pub fn headline(&self) -> String {
        match &self.setter {
            Some(_) => "Setting up".into(),
            None => self.session.position().headline(&self.session.moves_made()),
        }
    }

    /// The board with nothing on it, of this size or of the same.
    pub fn empty_board(&mut self, size: Option<&str>, now: Instant) {
        let Some(workshop) = self.workshop() else { return };
        match workshop.emptied(self.session.position(), size) {
            Ok(position) => {
                self.hand_mut().let_go();
                self.replace(position, now);
                self.setter.get_or_insert_with(|| workshop.hand());
                self.message = "An empty board. u takes it back.".into();
            }
            Err(why) => self.message = format!("No board: {why}."),
        }
    }

    /// What sizes boards can have; `None` where there is but one.
    pub fn sizes(&self) -> Option<&'static str> {
        self.workshop()?.sizes()
    }

    pub(super) fn replace(&mut self, position: Box<dyn Position>, now: Instant) {
        self.session.replace(position);
        self.is_unsaved = true;
        self.message.clear();
        self.changed(now);
    }

    /// Before moves are made while one sets up: they fill the puzzle, and win no game.
    pub(super) fn part_from_named(&mut self) {
        if self.setter.is_some() && !self.is_edited() {
            self.session.replace(self.session.position().boxed_clone());
        }
    }

    /// The puzzle as it begins, without what a player did to it.
    pub fn puzzle(&self) -> Box<dyn Position> {
        let start = self.session.board_at(self.session.first_of_puzzle());
        self.named.game.read(&start.set_up().0, &Options::new()).unwrap_or(start)
    }

    /// Whether something was set up that is in no pack.
    pub fn has_unsaved(&self) -> bool {
        self.is_unsaved && self.is_edited()
    }

    /// What was set up is in a pack now: the puzzle that it was made from is as it was.
    pub fn put_back(&mut self, now: Instant) {
        (self.is_unsaved, self.setter) = (false, None);
        self.back_to_named(now);
    }

    fn back_to_named(&mut self, now: Instant) {
        if self.is_edited() {
            self.session.go_back_to(0);
            self.changed(now);
        }
    }
}
