//! Playing by keys and clicks, and the drawn board.

use crate::games::freecell::FreeCellGame;
use crate::games::view::sight::{self, cell_at};
use crate::games::{Game, Hand, Input, Options, Position, Reply, Settings};
use crate::search::{Mark, MarkKind};

fn hand(autoplay: &str) -> Box<dyn Hand> {
    FreeCellGame.hand(&Settings::from([("autoplay".to_string(), autoplay.to_string())]))
}

fn drawn(position: &dyn Position, marks: &[Mark], width: u16, height: u16) -> Vec<String> {
    sight::drawn(position, marks, None, (width, height)).lines().map(String::from).collect()
}

#[test]
fn the_printed_board() {
    let position = FreeCellGame.deal("617").expect("it is a deal");
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
    assert_eq!(view[2], " 7D    AD    5C    3S    5S    8C    2D    AH");
    assert_eq!(view[7], " 4S    TS    2H    5D    JC    6C    JH    QH _");
}

#[test]
fn low_areas_say_how_many_cards_are_above_and_tiny_ones_what_they_need() {
    let position = FreeCellGame.deal("1").expect("it is a deal");
    let low = drawn(&*position, &[], 52, 7);
    assert_eq!(low[1], " 1     2     3     4     5     6     7     8");
    assert_eq!(low[2], " ^3    ^3    ^3    ^3    ^2    ^2    ^2    ^2");
    assert_eq!(drawn(&*position, &[], 20, 4)[0], "the board needs 5x5");
    for (width, height) in [(0, 0), (1, 1), (39, 16), (40, 7), (52, 8), (200, 60)] {
        drawn(&*position, &[], width, height);
    }
}

#[test]
fn keys_of_the_standard_notation_move_cards() {
    let position = FreeCellGame.deal("617").expect("it is a deal");
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

/// On a wide table the number of a place may go on; what cannot go on is taken at once.
#[test]
fn numbers_of_places_are_typed() {
    let position = FreeCellGame.deal("classroom,suits=8,ranks=20:7").expect("it is a deal");
    let mut hand = hand("none");
    let mut type_in = |keys: &str| {
        let mut last = Reply::Ignored;
        for key in keys.chars() {
            let input = if key == '\n' { Input::Pick } else { Input::Char(key) };
            last = hand.input(&*position, input);
        }
        match last {
            Reply::Move(mv) => mv,
            Reply::Say(why) => why,
            _ => hand.lines(&*position).join(" "),
        }
    };
    assert_eq!(type_in("12c8"), "12>c8");
    assert_eq!(type_in("2c3"), "2>c3");
    assert_eq!(type_in("1"), "Typed 1: another digit, or enter for column 1. Up to 9 cards can move together.");
    assert_eq!(type_in("\n"), "Picked 6/5. Up to 9 cards can move together.");
    assert_eq!(type_in("c"), "Typed c: now the number of a cell. Picked 6/5. Up to 9 cards can move together.");
    assert_eq!(type_in("1"), "1>c1");
    assert_eq!(type_in("1>c1"), "1>c1");
    assert_eq!(type_in("6>h"), "6>h");
    assert_eq!(type_in("6h"), "6>h");
    assert_eq!(type_in("19"), "there is no place 19");
    assert_eq!(type_in("c9"), "there is no place c9");
    assert!(!hand.is_busy() && hand.wants('c') && !hand.wants('a') && !hand.wants('>') && !hand.wants('0'));
}

#[test]
fn cards_of_a_wide_table_are_set_up_by_numbers() {
    let workshop = FreeCellGame.workshop().expect("boards can be set up");
    let deal = FreeCellGame.deal("classroom,suits=8,ranks=20:7").expect("it is a deal");
    let mut position = workshop.emptied(&*deal, None).expect("all cards taken away");
    let mut hand = workshop.hand();
    for key in "12/30/7".chars() {
        if let Reply::Replace(next) = hand.input(&*position, Input::Char(key)) {
            position = next;
        }
    }
    assert!(workshop.missing(&*position).is_some_and(|words| words.starts_with("158 cards are missing: 19/0 19/1")));
    let draft = workshop.draft(&*position).expect("it is no puzzle yet");
    assert!(draft.contains("|12/3 0/7|"), "{draft}");
    let again = workshop.read_draft(&draft).expect("it is read back");
    assert!(again.same_as(&*position));
}

#[test]
fn a_wide_table_shows_what_it_has_room_for() {
    let position = FreeCellGame.deal("classroom,suits=8,ranks=20:7").expect("it is a deal");
    let whole = drawn(&*position, &[], 96, 12);
    assert!(whole[0].starts_with(" c1    c2    c3"), "{}", whole[0]);
    assert!(whole[0].ends_with("-/6   -/7"), "{}", whole[0]);
    assert!(whole[1].ends_with("15    16"), "{}", whole[1]);
    assert!(whole[11].ends_with(" 7/6   14/5"), "{}", whole[11]);
    let part = drawn(&*position, &[], 50, 12);
    assert!(part[1].ends_with('>') && !part[1].contains('<'), "{}", part[1]);
    let mut hand = hand("none");
    for _ in 0..7 {
        hand.input(&*position, Input::Right);
    }
    let cursor = hand.cursor(&*position);
    let part = sight::drawn(&*position, &hand.marks(&*position), cursor, (50, 12));
    let numbers = part.lines().nth(1).expect("the numbers of the columns").to_owned();
    assert!(numbers.starts_with('<') && numbers.ends_with('>') && numbers.contains(" 8 "), "{numbers}");
    assert!(part.contains("[0/5 ]"), "{part}");
    for (width, height) in [(0, 0), (6, 6), (7, 5), (60, 16), (200, 60)] {
        drawn(&*position, &[], width, height);
    }
}

#[test]
fn clicks_pick_and_drop_and_double_clicks_send_away() {
    let position = FreeCellGame.deal("617").expect("it is a deal");
    let hit = |x: i32, y: i32| cell_at(&*position, (52, 16), x, y).expect("something is there");
    let (top_of_8, cell_b) = (hit(43, 7), hit(7, 0));
    assert_eq!(hit(43, 11), top_of_8, "below the column's end is its end");
    let mut hand = hand("none");
    hand.input(&*position, Input::Click(top_of_8));
    assert!(matches!(hand.input(&*position, Input::Click(cell_b)), Reply::Move(mv) if mv == "8b"));
    assert!(matches!(hand.input(&*position, Input::AltClick(top_of_8)), Reply::Move(mv) if mv == "8a"));
}

#[test]
fn what_is_picked_and_where_it_can_go_is_told_without_colour() {
    let text = "Foundations: C-0 D-0 H-A S-0\nFreecells: AS -\n2H\nAC AD\n2C 3D 2S\n3C 2D 3S 3H";
    let position = FreeCellGame.read(text, &Options::new()).expect("it is well-formed");
    let mut hand = hand("none");
    assert_eq!(hand.lines(&*position), ["Up to 2 cards can move together."]);
    hand.input(&*position, Input::Char('1'));
    assert_eq!(hand.lines(&*position)[0], "Picked 2H.");
    let seen = drawn(&*position, &hand.marks(&*position), 30, 12);
    assert_eq!(seen[0], " AS   b  . -C   -D   AH . -S");
    assert_eq!(seen[4], "(2H)  AC   2C   3C");
    hand.input(&*position, Input::Cancel);
    for key in ['3', '3'] {
        hand.input(&*position, Input::Char(key));
    }
    assert_eq!(hand.lines(&*position)[0], "Picked 3D 2S.");
    hand.input(&*position, Input::Up);
    assert_eq!(position.words("3b").as_deref(), Some("2S to cell b"));
    assert_eq!(position.words("34").as_deref(), Some("2S onto 3H"));
    assert_eq!(position.words("1h").as_deref(), Some("2H home"));
}

#[test]
fn signs_of_the_cursor_leave_room_for_another() {
    let position = FreeCellGame.deal("617").expect("it is a deal");
    let cell = cell_at(&*position, (52, 16), 43, 7).expect("a card");
    let mut marks = vec![Mark::new(cell, MarkKind::Cursor)];
    assert!(drawn(&*position, &marks, 52, 16)[7].ends_with("[QH]"));
    marks.push(Mark::new(cell, MarkKind::Hint));
    assert!(drawn(&*position, &marks, 52, 16)[7].ends_with("[QH]!"));
    assert!(drawn(&*position, &marks, 70, 16)[7].ends_with("     [QH]!"), "wide screens have wide boards");
}

#[test]
fn a_key_changes_what_goes_home_by_itself() {
    let position = FreeCellGame.deal("617").expect("it is a deal");
    let mut hand = hand("safe");
    for told in ["all", "none", "safe"] {
        let Reply::Say(words) = hand.input(&*position, Input::Char('A')) else { panic!("expected a sentence") };
        assert!(words.starts_with(&format!("Autoplay: {told},")), "{words}");
    }
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
