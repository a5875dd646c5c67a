//! Setting positions up on the board: the setter's hand in place of the player's, what is missing, and what is not
//! saved yet. Each change is a step of the history like any other, so that it is undone and kept like any other.

use std::time::Instant;

use super::Middle;
use crate::games::{Hand, Options, Position, Workshop};
use crate::workbench::session::Session;
use crate::workbench::{kept, words};

const NOTHING: &str = "Nothing was changed.";

impl Middle {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        self.named.game.workshop()
    }

    /// Whether the keys are the setter's.
    pub fn is_setting_up(&self) -> bool {
        self.setter.is_some()
    }

    /// Whether the board is still one of the game before the setting up: of that game nothing else is shown until one is
    /// back in it.
    pub fn sets_game_aside(&self) -> bool {
        self.setter.is_some() && self.session.point(self.session.made()) < self.set_since
    }

    /// Whether the run is one of that game.
    pub fn sets_run_aside(&self) -> bool {
        self.sets_game_aside() && self.desk.root_point().is_some_and(|point| point < self.set_since)
    }

    /// Whether something is looked at in place of the player's own board.
    pub(super) fn looks_elsewhere(&self) -> bool {
        self.hand().shown(self.session.position()).is_some()
    }

    /// The player's own board, or what of it is being set up.
    pub fn own_board(&self) -> Box<dyn Position> {
        if let Some(shown) = self.hand().shown(self.session.position()) {
            return shown;
        }
        if self.sets_game_aside() && self.workshop().is_some_and(Workshop::sets_the_start) {
            return self.session.board_at(self.session.first_of_puzzle());
        }
        self.session.position().boxed_clone()
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

    /// A key in a sentence: behind the prefix where the hand takes the character for itself.
    pub fn press(&self, key: char) -> String {
        if self.hand().wants(key) { format!("x {key}") } else { key.into() }
    }

    /// Begins to set up, or plays what was set up.
    pub fn set_up(&mut self, now: Instant) {
        self.hand_mut().let_go();
        self.clock.wait(now);
        match (self.setter.is_some(), self.workshop()) {
            (true, _) => self.play_set_up(now),
            (false, Some(_)) => {
                self.begin_setting();
                self.take_up_shelved(now);
            }
            (false, None) => self.message = "Boards of this game cannot be set up.".into(),
        }
    }

    pub(super) fn begin_setting(&mut self) {
        let Some(workshop) = self.workshop() else { return };
        let mut setter = workshop.hand();
        if let Some(cell) = self.hand.cursor(self.session.position()) {
            setter.begin_at(cell);
        }
        (self.setter, self.set_since) = (Some(setter), self.session.next_point());
        self.message = "Setting up: whatever you put on the board is the puzzle.".into();
    }

    /// Steps back from setting up: what is complete is played, all else waits until it is taken up again.
    pub fn leave_setting(&mut self, now: Instant) {
        let Some(missing) = self.missing() else { return self.set_up(now) };
        self.hand_mut().let_go();
        kept::shelve(&mut self.shelved, self.session.position().kept());
        let before = self.before_setting();
        self.setter = None;
        self.session.gather_since(before);
        self.session.go_back_to(before);
        self.changed(now);
        self.message = format!("Left for later: {missing}. e takes it up again.");
    }

    /// How many deeds lead to the game that the board was set up in the middle of.
    fn before_setting(&self) -> usize {
        let here = self.session.made();
        let is_earlier = |at: &usize| self.session.point(*at) < self.set_since;
        // Of a board that was taken up as it was left it is not known where the setting up began.
        let began = if self.sets_game_aside() { None } else { (0..here).rev().find(is_earlier) };
        let began = began.filter(|&at| self.missing_at(at).is_none());
        let is_game = |at: &usize| !self.session.is_replaced_at(*at) && self.missing_at(*at).is_none();
        began.or_else(|| (0..here).rev().find(is_game)).unwrap_or(0)
    }

    /// Gives up what is being set up: the game is as it was before.
    pub(super) fn give_setting_up(&mut self, now: Instant) {
        let is_changed = !self.sets_game_aside() || self.missing().is_some();
        let before = self.before_setting();
        self.hand_mut().let_go();
        self.setter = None;
        if is_changed {
            self.session.gather_since(before);
            self.session.go_back_to(before);
            self.changed(now);
        }
        let text = if is_changed { "Given up: this is the game as it was. r brings your board back." } else { NOTHING };
        self.message = text.into();
    }

    /// What the player's own board was made from.
    pub(super) fn made_from_words(&self) -> &'static str {
        let mut before = self.session.first_of_puzzle();
        while self.session.is_replaced_at(before) {
            before -= 1;
        }
        if before == 0 { "the puzzle that it was made from" } else { "the game that it was made in" }
    }

    /// From the start of the player's own board to what it was made from, at once.
    pub(super) fn leave_own_board(&mut self, now: Instant) {
        let words = format!("Your board is left: this is {}. r comes back to it.", self.made_from_words());
        self.travel(Session::leave_puzzle, "", now);
        if self.setter.is_none() {
            self.message = words;
        }
    }

    /// Lets go of every board of one's own, and goes back to the game of the named puzzle.
    pub fn give_own_up(&mut self, now: Instant) {
        let of_the_name = |at: &usize| self.session.first_of_puzzle_at(*at) == 0;
        let game = (0..=self.session.made()).rev().find(of_the_name).unwrap_or(0);
        (self.is_unsaved, self.setter) = (false, None);
        if self.session.go_back_to(game) {
            self.changed(now);
        }
    }

    /// What was left for later goes on from the puzzle of the name.
    fn take_up_shelved(&mut self, now: Instant) {
        if self.is_edited() {
            return;
        }
        let Some((text, with)) = self.shelved.pop() else { return };
        if let Ok(draft) = self.session.restored(&text, &with) {
            self.replace(draft, now);
            self.message = "As you left it; u goes back to the puzzle that it was made from.".into();
        }
    }

    /// A game begins with the puzzle alone, and what led to it is one step of the history: there is no half-made board to
    /// go back to in play.
    fn play_set_up(&mut self, now: Instant) {
        if let Some(missing) = self.missing() {
            self.message = format!("It cannot be played yet: {missing}. Esc leaves it for later.");
            return;
        }
        let (is_unsaved, written) = (self.is_unsaved, self.session.position().set_up().1);
        if self.is_edited() && !written.is_empty() {
            self.replace(self.puzzle(), now);
            self.is_unsaved = is_unsaved;
        }
        if self.is_edited() && !self.sets_game_aside() {
            let before = self.before_setting();
            self.session.gather_since(before);
            self.begin_own_anew();
        }
        self.setter = None;
        self.message = if self.is_edited() && self.session.is_solved() {
            "It is solved as it stands: nothing is left to play. e changes it.".into()
        } else if self.is_edited() {
            "Now you play it. e changes it, R goes back to its start, F2 saves it to a pack of yours.".into()
        } else {
            NOTHING.into()
        };
    }

    /// What is missing before the board can be played; nothing where the puzzle is that of its name. A game is judged by
    /// its first board: what its moves have taken away is not missing.
    pub fn missing(&self) -> Option<String> {
        match self.setter {
            Some(_) if self.is_edited() => self.session.position().missing(),
            _ => self.missing_at(self.session.made()),
        }
    }

    fn missing_at(&self, made: usize) -> Option<String> {
        match self.session.first_of_puzzle_at(made) {
            0 => None,
            first => self.session.board_at(first).missing(),
        }
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
        if self.setter.is_some() {
            return "Setting up".into();
        }
        let headline = self.session.position().headline(&self.session.moves_made());
        match self.moves_at_least() {
            Some(least) => format!("{headline}, at least {} to go", words::grouped(least)),
            None => headline,
        }
    }

    /// The board with nothing on it, of this size or of the same.
    pub fn empty_board(&mut self, size: Option<&str>, now: Instant) {
        let Some(workshop) = self.workshop() else { return };
        match workshop.emptied(self.session.position(), size) {
            Ok(position) => {
                self.hand_mut().let_go();
                self.clock.wait(now);
                if self.setter.is_none() {
                    self.begin_setting();
                }
                self.put(position, now);
                self.message = format!("The board is {}. u takes it back.", workshop.bare_word());
            }
            Err(why) => self.message = format!("No board: {why}."),
        }
    }

    /// What [`Middle::empty_board`] makes of a board, in a word.
    pub fn bare_word(&self) -> &'static str {
        self.workshop().map_or("", Workshop::bare_word)
    }

    /// What sizes boards can have; `None` where there is but one.
    pub fn sizes(&self) -> Option<&'static str> {
        self.workshop()?.sizes()
    }

    /// A step of setting up; what changes nothing is none.
    pub(super) fn put(&mut self, position: Box<dyn Position>, now: Instant) {
        if position.kept() == self.session.position().kept() {
            self.message.clear();
        } else {
            self.replace(position, now);
        }
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
}
