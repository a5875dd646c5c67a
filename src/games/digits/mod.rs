//! What puzzles of digits in cells have in common: sets of digits, fillings with notes, moves and their text, the ladder of
//! techniques with its engine, the player's pencil. It knows no game; any game may enter.

mod answer;
mod causes;
pub mod certificate;
mod filling;
mod hand;
mod ladder;
mod logic;
mod pencil;
mod rules;
mod set;
mod standing;
mod trial;
pub mod view;

pub use answer::{Answers, Solved, extra, uniqueness, uniqueness_words, wanted};
pub use causes::{causes, follows_in, with_placements};
pub use filling::{Filling, Move, Place, What, moves_between, placements, trial_words};
pub use hand::DigitHand;
pub use ladder::{Allowed, End, Hint, LEVELS, Level, Paper, Rating, RestsOn, Sheet, Step, Technique, rate};
pub use logic::{GUESS, logic, logic_strategy};
pub use pencil::{Desk, Pencil, SETTINGS, finish};
pub use rules::{DigitGrid, check_plan, headline};
pub use set::{ALL_DIGITS, digit_bit, digits_of, only_digit, set_text};
pub use standing::{KeptStanding, SHOWN, Shown, Standing, cleared};
pub use trial::Trial;
