//! What the board looks like.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{GAME, read};
use crate::games::view::{Paint, Scene};
use crate::games::{Game, Position};
use crate::search::{Mark, MarkKind};

fn drawn(position: &dyn Position, marks: &[Mark], area: Rect) -> String {
    let mut buffer = Buffer::empty(area);
    let paint = Paint::plain();
    GAME.view().draw(&Scene { position, marks, cursor: None, paint: &paint }, area, &mut buffer);
    let rows = (0..area.height).map(|y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>());
    rows.map(|row| row.trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

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
    assert_eq!(drawn(&*position, &marks, Rect::new(0, 0, 16, 7)), expected);
    assert_eq!(drawn(&*position, &[], Rect::new(0, 0, 16, 3)), "|  1 |  2 |  3 |\n|  4 |  . |  5 |\n|  7 |  8 |  6 |");
    assert_eq!(drawn(&*position, &[], Rect::new(0, 0, 30, 1)), "the board needs 16x3");
}

#[test]
fn any_size_is_drawn_or_refused_and_clicks_find_their_cell() {
    let position = GAME.deal("6x6", "1").unwrap();
    let paint = Paint::plain();
    for (width, height) in [(0, 0), (1, 1), (31, 6), (31, 13), (52, 16), (200, 60)] {
        let area = Rect::new(3, 2, width, height);
        let scene = Scene { position: &*position, marks: &[], cursor: None, paint: &paint };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 210, 70));
        GAME.view().draw(&scene, area, &mut buffer);
        let mut hits: Vec<_> = Vec::new();
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                hits.extend(GAME.view().hit(&scene, area, x, y));
            }
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
