//! Playing by keys and clicks, and the drawn board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::FreeCellGame;
use crate::games::view::{Paint, Scene};
use crate::games::{Game, Hand, Input, Options, Position, Reply, Settings};
use crate::search::{Mark, MarkKind};
use crate::workbench::packs::Pack;

fn hand(autoplay: &str) -> Box<dyn Hand> {
    FreeCellGame.hand(&Settings::from([("autoplay".to_string(), autoplay.to_string())]))
}

fn drawn(position: &dyn Position, marks: &[Mark], width: u16, height: u16) -> Vec<String> {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let paint = Paint::plain();
    let scene = Scene { position, marks, cursor: None, paint: &paint };
    FreeCellGame.view().draw(&scene, area, &mut buffer);
    (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().into()).collect()
}

#[test]
fn the_printed_board() {
    let position = FreeCellGame.deal("", "617").expect("it is a deal");
    let expected = "
 _
_--   --   --   --   --   --   --   --
 a    b    c    d    C    D    H    S
                                    _
 7D   AD   5C   3S   5S   8C   2D   AH
 TD   7S   QD   AC   6D   8H   AS   KH
 TH   QC   3H   9D   6S   8D   3D   TC
 KD   5H   9S   3C   8S   7H   4D   JS
 4C   QS   9C   9H   7C   6H   2C   2S
 4S   TS   2H   5D   JC   6C   JH  _QH
 JD   KS   KC   4H
 1    2    3    4    5    6    7    8
";
    assert_eq!(format!("\n{}", position.board(Some("8a"))), expected);
    let view = drawn(&*position, &position.markers("8a"), 52, 16);
    assert_eq!(view[4], " 7D   AD   5C   3S   5S   8C   2D   AH");
    assert_eq!(view[9], " 4S   TS   2H   5D   JC   6C   JH  _QH");
}

#[test]
fn low_areas_hide_the_upper_cards_and_tiny_ones_say_so() {
    let position = FreeCellGame.deal("", "1").expect("it is a deal");
    let low = drawn(&*position, &[], 52, 9);
    assert_eq!(low[4], " +4   +4   +4   +4   +3   +3   +3   +3");
    assert_eq!(low[8], " 1    2    3    4    5    6    7    8");
    assert!(drawn(&*position, &[], 20, 5)[0].starts_with("FreeCell needs 40x"));
    for (width, height) in [(0, 0), (1, 1), (39, 16), (40, 7), (52, 8), (200, 60)] {
        drawn(&*position, &[], width, height);
    }
}

#[test]
fn keys_of_the_standard_notation_move_cards() {
    let position = FreeCellGame.deal("", "617").expect("it is a deal");
    let mut hand = hand("none");
    assert!(hand.wants('2') && hand.wants('a') && !hand.wants('h'));
    assert!(matches!(hand.input(&*position, Input::Char('8')), Reply::Cursor));
    assert!(hand.is_busy() && hand.wants('h'));
    let marks = hand.marks(&*position);
    assert!(marks.iter().any(|mark| mark.kind == MarkKind::Picked));
    assert!(matches!(hand.input(&*position, Input::Char('a')), Reply::Move(mv) if mv == "8a"));
    hand.input(&*position, Input::Char('8'));
    assert!(matches!(hand.input(&*position, Input::Char('1')), Reply::Say(why) if why.contains("goes on JD")));
    assert!(!hand.is_busy());
}

#[test]
fn clicks_pick_and_drop_and_double_clicks_send_away() {
    let position = FreeCellGame.deal("", "617").expect("it is a deal");
    let area = Rect::new(3, 2, 52, 16);
    let paint = Paint::plain();
    let scene = Scene { position: &*position, marks: &[], cursor: None, paint: &paint };
    let hit = |x: u16, y: u16| FreeCellGame.view().hit(&scene, area, x, y).expect("something is there");
    let (top_of_8, cell_b) = (hit(3 + 36, 2 + 9), hit(3 + 6, 2 + 1));
    assert_eq!(hit(3 + 36, 2 + 11), top_of_8, "below the column's end is its end");
    let mut hand = hand("none");
    hand.input(&*position, Input::Click(top_of_8));
    assert!(matches!(hand.input(&*position, Input::Click(cell_b)), Reply::Move(mv) if mv == "8b"));
    assert!(matches!(hand.input(&*position, Input::AltClick(top_of_8)), Reply::Move(mv) if mv == "8a"));
}

#[test]
fn autoplay_follows_a_move() {
    let text = "Foundations: C-0 D-0\nFreecells: -\nAC 2D 2C\nAD\n";
    let position = FreeCellGame.read(text, &Options::new()).expect("it is well-formed");
    for (autoplay, expected) in [("none", vec!["1a"]), ("safe", vec!["1a", "2h", "1h", "1h", "ah"])] {
        let mut hand = hand(autoplay);
        hand.input(&*position, Input::Char('1'));
        let made = match hand.input(&*position, Input::Char('a')) {
            Reply::Move(mv) => vec![mv],
            Reply::Moves(moves) => moves,
            _ => Vec::new(),
        };
        assert_eq!(made, expected, "{autoplay}");
    }
}

#[test]
fn packs_open_and_names_differ() {
    let mut names = std::collections::HashSet::new();
    for text in FreeCellGame.packs() {
        let pack = Pack::read(text).expect("the pack is well-formed");
        for entry in &pack.puzzles {
            entry.open(&FreeCellGame).unwrap_or_else(|error| panic!("{}: {error}", pack.name));
            assert!(names.insert(entry.name.clone()), "{} is there twice", entry.name);
        }
    }
}
