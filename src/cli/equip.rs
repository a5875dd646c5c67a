//! Plans with the tables on disk that they can use.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use super::tables::make_again;
use super::user;
use crate::search::Plan;
use crate::workbench::naming::Named;
use crate::workbench::tables::{self, TableShelf};

/// Hands tables out to the threads of a command.
pub struct Equipper<'a> {
    /// Where large tables are kept.
    shelf: Option<TableShelf>,
    stop: &'a AtomicBool,
    turn: Mutex<()>,
}

impl<'a> Equipper<'a> {
    pub fn new(stop: &'a AtomicBool) -> Self {
        Equipper { shelf: user::shelf(), stop, turn: Mutex::default() }
    }

    /// The plan with its tables. Who meets a file that is no good makes it again while others wait, so that all puzzles
    /// of a command are solved alike.
    pub fn equip<'p>(&self, named: &Named, plan: &'p Plan, warnings: &mut String) -> Cow<'p, Plan> {
        if named.position.is_solvable() == Some(false) {
            return Cow::Borrowed(plan);
        }
        let _others_wait = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let (equipped, unusable) = tables::equipped(self.shelf.as_ref(), &*named.position, plan);
        let Some(unusable) = unusable else { return equipped };
        if !unusable.is_damaged {
            let _ = writeln!(warnings, "warning: {unusable}");
            return equipped;
        }
        match make_again(self.shelf.as_ref(), named.game, &unusable, self.stop) {
            Some(Ok(())) => tables::equipped(self.shelf.as_ref(), &*named.position, plan).0,
            Some(Err(error)) => {
                let _ = writeln!(warnings, "warning: {unusable}; making them again: {error}");
                equipped
            }
            None => equipped,
        }
    }
}
