//! The player's hand: what a key or a click means in one game.

use std::collections::BTreeMap;

use super::{HintLevel, Position};
use crate::search::{Cell, Mark, MarkKind};

/// The values of a game's settings, by name; all of them are there.
pub type Settings = BTreeMap<String, String>;

/// A key or a click that the screen did not need for itself, free of any terminal library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// Enter: pick, drop, confirm.
    Pick,
    /// Esc, offered to the hand first: drops a selection; ignored if there is none, and then leaves the screen.
    Cancel,
    Backspace,
    Delete,
    Tab,
    Char(char),
    /// A click on a cell of the board.
    Click(Cell),
    /// A second click of the same cell in quick succession, or the right button.
    AltClick(Cell),
}

/// What came of an input.
pub enum Reply {
    /// Not for this game.
    Ignored,
    /// Only the cursor or the selection changed.
    Cursor,
    /// A move to make (in the game's notation); the session makes it and can undo it.
    Move(String),
    /// Several moves at once, undone together.
    Moves(Vec<String>),
    /// Nothing changed; a sentence for the player (why a pair is impossible, what a key would need).
    Say(String),
    /// Another puzzle in place of this one (an editor's change); it can be undone too.
    Replace(Box<dyn Position>),
}

/// For the key line and the help: keys as shown, and what they do in a word or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHint {
    pub keys: &'static str,
    pub does: &'static str,
}

pub trait Hand: Send {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply;
    /// Cursor, selection and whatever else the hand shows on the board; where nothing else is said, the cursor.
    fn marks(&self, position: &dyn Position) -> Vec<Mark> {
        self.cursor(position).map(|cell| Mark::new(cell, MarkKind::Cursor)).into_iter().collect()
    }
    /// What is looked at in place of the position until the next key, such as a solution of what is set up.
    fn shown(&self, _position: &dyn Position) -> Option<Box<dyn Position>> {
        None
    }
    /// The cell under the cursor, which a scrolling view keeps in sight.
    fn cursor(&self, position: &dyn Position) -> Option<Cell>;
    /// Begins at this cell, where another hand's cursor stood.
    fn begin_at(&mut self, _cell: Cell) {}
    /// Lines under the board (what is selected, a helper for the cell under the cursor), few and short.
    fn lines(&self, _position: &dyn Position) -> Vec<String> {
        Vec::new()
    }
    /// The most useful keys first; the first of them makes a move, and stands on the screen wherever there is room for a
    /// single one (17 columns).
    fn keys(&self) -> Vec<KeyHint>;
    /// Characters this game wants for itself even where the screen has a use for them (Kakuro's digits); the
    /// screen then puts its own behind a prefix and says so.
    fn wants(&self, _c: char) -> bool {
        false
    }
    /// The settings that keys of this hand change, as they stand now: they are kept.
    fn settings(&self) -> Settings {
        Settings::new()
    }
    /// Whether selections are pending, so that Esc is offered to the hand first.
    fn is_busy(&self) -> bool {
        false
    }
    /// Lets go of what is picked, because the position it was picked on is left (undo, a step of the solution). A mode
    /// such as an editor stays.
    fn let_go(&mut self) {}
    /// Positions that the player has marked to come back to, each as the moves that lead there from the puzzle as it is
    /// given: they are kept.
    fn bookmarks(&self, _position: &dyn Position) -> Vec<Vec<String>> {
        Vec::new()
    }
    /// Takes up the bookmarks of an earlier sitting.
    fn recall_bookmarks(&mut self, _position: &dyn Position, _bookmarks: &[Vec<String>]) {}
    /// A hint of the game's own, as far as it is asked for, or why there is none; `None` leaves it to the workbench, which
    /// solves and tells of the first move.
    fn hint(&mut self, _position: &dyn Position, _level: HintLevel) -> Option<Result<Reply, String>> {
        None
    }
}
