//! What the board looks like.

use super::{GAME, read};
use crate::games::Game;
use crate::games::view::sight::{cell_at, drawn};
use crate::search::{Mark, MarkKind};

#[test]
fn tiles_stand_in_a_grid_with_signs_beside_them() {
    let position = read("1 2 3\n4 0 5\n7 8 6");
    let marks = [Mark::new(5, MarkKind::Next), Mark::new(7, MarkKind::Dead)];
    let expected = "\
+----+----+----+
|  1 |  2 |  3 |
+----+----+----+
|  4 |  . | _5 |
+----+----+----+
|  7 |  8#|  6 |
+----+----+----+";
    assert_eq!(drawn(&*position, &marks, None, (16, 7)), expected);
    assert_eq!(drawn(&*position, &[], None, (16, 3)), "|  1 |  2 |  3 |\n|  4 |  . |  5 |\n|  7 |  8 |  6 |");
    assert_eq!(drawn(&*position, &[], None, (30, 1)), "the board needs 16x3");
}

#[test]
fn any_size_is_drawn_or_refused_and_clicks_find_their_cell() {
    let position = GAME.deal("6x6", "1").unwrap();
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
