//! What is kept of the player's games: a journal a puzzle, appended to with every move and never rewritten.
//!
//! A journal is a file of lines ([`lines`]), each with a checksum that goes on from the line before, so that what is
//! read back is always a prefix of what was written. What the lines say together is a [`Story`]: the whole history
//! with what was undone, the clock, hints, the strategy and earlier runs. A puzzle is known by what it is, not by what
//! it is called: `freecell/617` and `freecell:617` go on in the same journal.
//!
//! A journal that is being written is locked. A second workstation at the same puzzle goes on from the same moves in a
//! journal of its own, so that neither loses anything. Files that are damaged are set aside and told; newer ones are
//! left alone.

pub mod files;
pub mod lines;
mod pen;
mod shelf;
mod story;

pub use self::pen::Pen;
pub use self::shelf::{Begun, GameShelf, Opened};
pub use self::story::{Deed, Draft, Entry, Story, shelve};
