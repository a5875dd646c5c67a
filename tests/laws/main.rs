//! The laws that every game keeps, in one place. Each is a function of a game that tells how it is broken, and runs here
//! over the registry and the sample; a new game writes none of this again. `broken` shows that each law can be broken.

mod broken;
mod certificates;
mod claims;
mod diffs;
mod drawing;
mod engines;
mod instances;
mod packs;
mod play;
mod positions;
mod reach;
mod setting;
mod texts;
mod traces;

use rompicapo::games::{GAMES, Game, SAMPLE};

/// Nothing, or how a game breaks a law.
pub type Kept = Result<(), String>;

/// A law, told of one game.
pub type Law = fn(&'static dyn Game) -> Kept;

/// Ends a law with these words where the condition does not hold.
#[macro_export]
macro_rules! hold {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            return Err(format!($($words)+));
        }
    };
}

fn every_game_keeps(law: Law) {
    for &game in GAMES.iter().chain([&SAMPLE]) {
        if let Err(why) = law(game) {
            panic!("{}: {why}", game.name());
        }
    }
}

macro_rules! laws {
    ($($name:ident: $law:path;)+) => {
        $(#[test]
        fn $name() {
            every_game_keeps($law);
        })+

        /// All of them, by name.
        pub const LAWS: &[(&str, Law)] = &[$((stringify!($name), $law)),+];
    };
}

laws! {
    a_move_taken_back_leaves_the_same_position: play::taken_back;
    moves_are_read_as_they_are_written: play::read_as_written;
    what_a_hand_does_is_legal: play::hands;
    every_text_is_read_back: texts::read_back;
    what_is_set_up_is_kept_and_played_when_complete: setting::kept;
    boards_are_drawn_at_any_size: drawing::any_size;
    every_cell_is_within_reach_at_every_size: reach::of_all_cells;
    the_hands_own_keys_lead_to_every_cell: reach::by_hand;
    packs_open_and_are_what_they_say: packs::open;
    random_deals_open_and_stay_the_same: packs::deals;
    work_in_slices_is_the_same_work: engines::slices;
    an_observer_changes_nothing: engines::observed;
    every_solution_replays: engines::replayed;
    what_is_claimed_under_a_limit_is_true: claims::true_under_limits;
}
