//! What the board looks like.

use super::{GAME, options, read, read_blank_first};
use crate::games::Game;
use crate::games::view::Paint;
use crate::games::view::sight::{cell_at, drawn};
use crate::search::{Mark, MarkKind};

#[test]
fn tiles_stand_in_a_grid_with_signs_beside_them() {
    let position = read("1 2 3\n4 0 5\n7 8 6");
    let marks = [Mark::new(5, MarkKind::Next), Mark::new(7, MarkKind::Dead)];
    let expected = "
 : 1  : 2  : 3

 : 4    .    5_

 : 7  : 8#   6";
    assert_eq!(format!("{}", drawn(&*position, &marks, None, (16, 7))), expected);
    let tight = drawn(&*position, &[], None, (16, 3));
    assert_eq!(tight, " : 1  : 2  : 3\n : 4    .    5\n : 7  : 8    6");
    assert_eq!(drawn(&*position, &[], None, (30, 1)), "the board needs 16x3");
    let both = [Mark::new(7, MarkKind::Dead), Mark::new(7, MarkKind::Picked)];
    assert!(drawn(&*position, &both, None, (16, 3)).contains("( 8)#"), "a sign never eats a bracket");
}

#[test]
fn a_goal_that_is_not_blank_last_is_shown() {
    let first = read_blank_first("1 2\n0 3");
    let expected = "

      1    2

      .  : 3

goal: blank first";
    assert_eq!(format!("\n{}", drawn(&*first, &[], None, (17, 6))), expected);
    // The goal is worth more than room around the tiles.
    assert_eq!(drawn(&*first, &[], None, (17, 5)), "\n      1    2\n      .  : 3\ngoal: blank first");
    assert_eq!(drawn(&*first, &[], None, (11, 2)), "   1    2\n   .  : 3");

    let given = GAME.read("1 2 3\n4 0 5", &options(&[("goal", "5 4 3 2 1 0")])).unwrap();
    let beside = "
   1    2  : 3     goal
                     5  4  3
   4    .    5       2  1  .";
    assert_eq!(drawn(&*given, &[], None, (28, 5)), beside);
    let words = drawn(&*given, &[], None, (27, 3));
    assert!(words.ends_with("goal: 5 4 3 / 2 1 ."), "{words}");
}

#[test]
fn tiles_are_larger_where_there_is_room() {
    let position = read("1 2\n0 3");
    let marks = [Mark::new(3, MarkKind::Next)];
    let expected = "


    : 1       : 2



      .         3_";
    assert_eq!(drawn(&*position, &marks, None, (22, 9)), expected[1..]);
    let view = GAME.view();
    assert_eq!(view.size_in(&*position, &Paint::plain(), (22, 9)), (22, 9));
    assert_eq!(view.size_in(&*position, &Paint::plain(), (22, 8)), view.size(&*position, &Paint::plain()));
    assert_eq!(cell_at(&*position, (22, 9), 8, 3), Some(0));
    // Between two tiles it is one of the two, and beyond the board none.
    assert_eq!(cell_at(&*position, (22, 9), 10, 2), Some(1));
    assert_eq!(cell_at(&*position, (22, 9), 21, 8), Some(3));
    assert_eq!(cell_at(&*position, (28, 9), 1, 1), None);
}

#[test]
fn a_move_in_words_says_which_tile_goes_where() {
    let position = read("1 2 3\n4 0 5\n7 8 6");
    assert_eq!(position.words("R").unwrap(), "slide the 5 left, blank right");
    assert_eq!(position.words("U").unwrap(), "slide the 2 down, blank up");
}

#[test]
fn any_size_is_drawn_or_refused_and_clicks_find_their_cell() {
    let position = GAME.deal("6x6:1").unwrap();
    for (width, height) in [(0, 0), (1, 1), (31, 6), (31, 13), (52, 16), (200, 60)] {
        drawn(&*position, &[], None, (width, height));
        let mut hits: Vec<_> = Vec::new();
        for y in 0..i32::from(height) {
            hits.extend((0..i32::from(width)).filter_map(|x| cell_at(&*position, (width, height), x, y)));
        }
        hits.dedup();
        hits.sort_unstable();
        hits.dedup();
        let expected: Vec<u32> = if width >= 31 && height >= 6 { (0..36).collect() } else { Vec::new() };
        assert_eq!(hits, expected, "{width}x{height}");
    }
}

#[test]
fn the_printed_board_marks_the_tile_that_moves() {
    let position = read("1 2 3\n4 0 5\n7 8 6");
    assert_eq!(position.board(Some("R")), "  1  2  3\n  4  . _5\n  7  8  6\n");
    assert_eq!(position.headline(&["R".into(), "R".into(), "D".into()]), "3 moves, 2 slides");
}
