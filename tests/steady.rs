//! The board stays where it is, whatever is said under it.

mod common;

use common::{Desk, keys};

const SIZES: [(u16, u16); 4] = [(60, 16), (80, 24), (120, 40), (200, 60)];

/// A puzzle of each game with keys: moves and refusals, then hints, undo and a solution that is walked along.
const PLAYED: [(&str, &str); 9] = [
    ("fourteen/duchi-1", "=36=12<right><enter><enter>"),
    ("freecell/617", "=83=1a=12<enter><enter>"),
    ("kakuro/easy-9x9", "<right>9<down>1w<up>p12"),
    ("counters/classic-5", "<right><right><enter><enter>=9<enter>"),
    ("sliding/classroom", "<left><up><right><right><right>"),
    ("sudoku/hard-1", "<right>9<down>8w<up>p12"),
    ("queens/bezzel", "<enter><right><enter><down><enter>"),
    ("knight/corner", "<enter><right><enter><down><down><enter>"),
    ("maze/second", "<up><left><right><right><right><down>"),
];
/// Asked for and taken back.
const ASKED: &str = "HHHHuuurrHHuuuu";
const WALKED: &str = "<>>>>><<>>>>";

#[test]
fn the_board_stays_where_it_is() {
    for (name, played) in PLAYED {
        for (width, height) in SIZES {
            let mut desk = Desk::at(name);
            desk.resize(width, height);
            let place = left_and_top(&mut desk);
            for key in keys(played).chain(keys(ASKED)).chain(["s"]).chain(WALKED.split("")) {
                desk.keys(key);
                desk.settle();
                assert_eq!(left_and_top(&mut desk), place, "{name} in {width}x{height} at {key}: {}", desk.screen());
            }
        }
    }
}

/// A column of cards that gets longer reaches further down: that is no jump.
fn left_and_top(desk: &mut Desk) -> (u16, u16, u16) {
    let board = desk.board_place();
    (board.x, board.y, board.width)
}
