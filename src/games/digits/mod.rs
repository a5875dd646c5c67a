//! What puzzles of digits in cells have in common: sets of digits, places, fillings with notes, moves and their text.
//! It knows no game; any game may enter.

mod filling;
mod rules;
mod set;

pub use filling::{Filling, Move, Place, What, moves_between, placements};
pub use rules::DigitGrid;
pub use set::{ALL_DIGITS, digit_bit, digits_of, only_digit, set_text};
