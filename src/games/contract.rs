//! What a game fulfils. Typed inside ([`Puzzle`](super::Puzzle) over [`Rules`](crate::search::Rules)), dynamic at the
//! border ([`Game`], [`Position`]).

use std::collections::BTreeMap;

use super::errors::{ParamError, TextError};
use super::extensions::{Certificates, Citing, Claims, Stages, Usage, Viewers, Workshop, Xray};
use super::hand::{Hand, Settings};
use super::name::{self, Kind};
use super::position::Position;
use super::profile::Profile;
use super::studies::Study;
use super::tables::TableMaker;
use super::view::View;
use crate::search::{Plan, PlanError, Strategy};

/// A game as the registry knows it.
pub trait Game: Send + Sync {
    /// What is constant about it: words, packs, forms, strategies, settings.
    fn profile(&self) -> &'static Profile;

    /// Reads and checks the parameters of a name (empty where it has none): how they are written, and which numbers go
    /// with them.
    fn kind(&self, params: &str) -> Result<Kind, ParamError>;
    /// The puzzle of these parameters, as [`Game::kind`] writes them, and one of the numbers that go with them. The same
    /// name gives the same puzzle for ever.
    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError>;
    /// The puzzle called `GAME:NAME`.
    fn deal(&self, name: &str) -> Result<Box<dyn Position>, ParamError> {
        let (params, number) = name::read(self, name)?;
        self.make(&params, number)
    }
    /// Reads any text form of the game; the text has at most [`Profile::largest_text`] bytes.
    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError>;
    /// Reads any text form of the game, or says that the text is too large for one.
    fn read(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        if text.len() > self.profile().largest_text {
            return Err(TextError::whole(self.profile().too_large()));
        }
        self.read_form(text, options)
    }

    fn view(&self) -> &'static dyn View;
    /// A fresh player's hand: cursor, selection, what keys and clicks mean.
    fn hand(&self, settings: &Settings) -> Box<dyn Hand>;

    // What few games have; most leave all of these out.

    /// Large tables that can be kept on disk.
    fn tables(&self) -> Option<&'static dyn TableMaker> {
        None
    }
    /// Refusals that need no puzzle.
    fn usage(&self) -> Option<&'static dyn Usage> {
        None
    }
    /// Proofs that others can check.
    fn certificates(&self) -> Option<&'static dyn Certificates> {
        None
    }
    /// What is claimed of solutions beside their moves.
    fn claims(&self) -> Option<&'static dyn Claims> {
        None
    }
    /// Whether all solutions of a puzzle have the same number of moves, so that it means nothing to call one shortest.
    fn has_one_length(&self) -> bool {
        self.claims().is_some_and(Claims::are_all_of_one_length)
    }
    /// Whether notes are written between the moves: they are kept with them, and nobody counts them.
    fn has_notes(&self) -> bool {
        false
    }
    /// What figures are cited with.
    fn citing(&self) -> Option<&'static dyn Citing> {
        None
    }
    /// The stages of a published method.
    fn stages(&self) -> Option<&'static dyn Stages> {
        None
    }
    /// What heuristics see on a board.
    fn xray(&self) -> Option<&'static dyn Xray> {
        None
    }
    /// What those want who look at boards elsewhere.
    fn viewers(&self) -> Option<&'static dyn Viewers> {
        None
    }

    /// What the number of a deal means, where it is more than a number.
    fn number_words(&self, _params: &str, _number: u64) -> Option<String> {
        None
    }

    /// Positions of one's own, set up on the board.
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        None
    }
    /// The figures of the report that the game comes from.
    fn study(&self) -> Option<&'static dyn Study> {
        None
    }
    /// Entries that are worth a race, as one writes them (`ida*+manhattan`), the best proposal first; where there are none,
    /// the classic method meets the default.
    fn rivals(&self) -> &'static [&'static str] {
        &[]
    }

    fn name(&self) -> &'static str {
        self.profile().name
    }
    fn strategies(&self) -> &'static [Strategy] {
        self.profile().strategies
    }
    fn strategy(&self, name: &str) -> Option<&'static Strategy> {
        self.strategies().iter().find(|s| s.name == name)
    }
}

impl dyn Game + '_ {
    /// Refuses values of options that no text could go with, before anything is read.
    pub fn check_options(&self, options: &Options) -> Result<(), TextError> {
        self.usage().map_or(Ok(()), |usage| usage.check_options(options))
    }

    /// Reads what was kept of a position.
    pub fn read_kept(&self, text: &str) -> Result<Box<dyn Position>, TextError> {
        let draft = self.workshop().and_then(|workshop| workshop.read_draft(text));
        draft.map_or_else(|| self.read(text, &Options::new()), Ok)
    }

    /// Refuses a plan that no puzzle of this game could be solved with, before any is read.
    pub fn check_usage(&self, plan: &Plan) -> Result<(), PlanError> {
        self.usage().map_or(Ok(()), |usage| usage.check_plan(plan))
    }
}

/// One text form that a game writes.
#[derive(Debug)]
pub struct Form {
    pub name: &'static str,
    /// How it is written, and what it is for.
    pub about: &'static str,
    /// Whether [`Game::read`] gives back the same puzzle, with its goal and its variant. Where the form has no room for
    /// those, words behind it say them (`goal=ab-left`).
    pub is_read: bool,
    /// `None` where a position cannot be written so (a packed 5x5).
    pub write: Writer,
}

/// Writes a position of the form's own game.
pub type Writer = fn(&dyn Position) -> Option<String>;

impl Form {
    /// A form that is read back.
    pub const fn new(name: &'static str, about: &'static str, write: Writer) -> Form {
        Form { name, about, is_read: true, write }
    }

    /// A form for people and other programs.
    pub const fn shown(name: &'static str, about: &'static str, write: Writer) -> Form {
        Form { name, about, is_read: false, write }
    }
}

/// An option that belongs to one game's reader or generator.
#[derive(Debug)]
pub struct TextOption {
    pub name: &'static str,
    pub value: &'static str,
    pub about: &'static str,
}

/// A setting of one game in the configuration file: one of a few words.
#[derive(Debug)]
pub struct Setting {
    pub name: &'static str,
    pub values: &'static [&'static str],
    pub default: &'static str,
    pub about: &'static str,
}

/// Values of a game's [`TextOption`]s, by name.
pub type Options = BTreeMap<String, String>;
