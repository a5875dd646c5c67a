use super::*;
use crate::games::view::sight::{cell_at, drawn};
use crate::games::{Input, Reply, Settings};
use crate::search::{Mark, MarkKind};

#[test]
fn rows_of_the_past_stand_above_the_present_one() {
    let mut position = open("3");
    position.play("2").unwrap();
    position.play("5").unwrap();
    let mut marks = position.markers("0");
    marks.extend([0, 1].map(|cell| Mark::new(cell, MarkKind::Cursor)));
    // Two columns a place where there is no room for more.
    let expected = "\
2  _ _ A B A B A B
5  A B _ _ A B A B
   A B B A A _ _ B
   _ _       _ _
   ^ ^
   0         5";
    assert_eq!(drawn(&*position, &marks, Some(0), (20, 6)), expected);
    assert!(drawn(&*position, &marks, Some(0), (40, 12)).contains("A   B   B   A"));
}

/// The rules are those of the puzzle, however it is moved there.
#[test]
fn a_puzzle_of_other_rules_tells_them() {
    assert!(open("4").help().contains("two free places") && open("4").gist().contains("two neighbours"));
    for (name, rules, gist) in [
        ("4,k=3,reversed", "A move takes three counters that lie side by side, which turn around", "turned around"),
        ("5,free=4", "four free places. A move takes two counters", "into two free places"),
    ] {
        let position = open(name);
        assert!(position.help().contains(rules), "{name}: {}", position.help());
        assert!(position.gist().contains(gist), "{name}: {}", position.gist());
        assert!(position.help().contains("Choose a pair with the arrows"), "the rest of the help stays");
    }
}

#[test]
fn places_to_put_a_group_at_are_told_in_words() {
    let mut position = open("5,free=4");
    assert!(position.play("4").unwrap_err().contains("add 0, 1 or 2, as in 4-0"));
}

#[test]
fn moves_that_win_and_lose_are_told_by_signs() {
    let position = open("3");
    let marks = [Mark::new(2, MarkKind::Winning), Mark::new(4, MarkKind::Losing), Mark::new(6, MarkKind::Legal)];
    let text = drawn(&*position, &marks, None, (20, 4));
    assert_eq!(text.lines().nth(1), Some("       +   -   ."), "{text}");
}

#[test]
fn wide_rows_scroll_with_the_cursor() {
    let position = open("50");
    let text = drawn(&*position, &[Mark::new(80, MarkKind::Cursor)], Some(80), (40, 4));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains('<') && lines[0].contains('>'), "{text}");
    assert!(lines[2].contains('^') && lines[3].contains("80"), "{text}");
}

#[test]
fn the_next_move_is_in_sight_where_no_cursor_is_shown() {
    let position = open("50");
    let text = drawn(&*position, &position.markers("80"), Some(0), (40, 4));
    assert!(text.lines().nth(3).is_some_and(|line| line.contains("80")), "{text}");
}

#[test]
fn no_size_is_too_small() {
    let mut position = open("7");
    position.play("9").unwrap();
    for (width, height) in [(0, 0), (1, 1), (5, 3), (12, 4), (200, 60), (9, 60), (200, 1)] {
        drawn(&*position, &[Mark::new(3, MarkKind::Cursor)], Some(3), (width, height));
    }
    assert!(drawn(&*position, &[], None, (30, 2)).contains("needs"));
}

#[test]
fn a_click_finds_the_place_that_was_drawn() {
    let mut position = open("4");
    position.play("7").unwrap();
    let hit = |x, y| cell_at(&*position, (24, 5), x, y);
    assert_eq!(hit(3 + 2 * 4, 1), Some(4));
    assert_eq!(hit(3 + 2 * 4, 0), None);
    assert_eq!((hit(-2, 1), hit(25, 1)), (None, None));
}

fn answer(hand: &mut dyn crate::games::Hand, position: &dyn Position, inputs: &[Input]) -> String {
    let mut last = String::new();
    for &input in inputs {
        last = match hand.input(position, input) {
            Reply::Move(mv) => mv,
            Reply::Say(why) => why,
            Reply::Cursor => "cursor".into(),
            _ => "ignored".into(),
        };
    }
    last
}

#[test]
fn the_hand_moves_the_group_under_the_cursor() {
    use Input::{Cancel, Click, End, Home, Pick, Right};
    let position = open("3");
    let mut hand = GAME.hand(&Settings::new());
    assert_eq!(answer(&mut *hand, &*position, &[Pick]), "2");
    assert!(answer(&mut *hand, &*position, &[Home, Pick]).contains("free"));
    assert_eq!(answer(&mut *hand, &*position, &[Right, Right, Right, Pick]), "3");
    assert_eq!(answer(&mut *hand, &*position, &[End, Pick]), "6");
    assert_eq!(answer(&mut *hand, &*position, &[Click(4)]), "4");
    assert_eq!(answer(&mut *hand, &*position, &[Click(7)]), "6");
    let roomy = open("2,free=4");
    let mut hand = GAME.hand(&Settings::new());
    assert_eq!(answer(&mut *hand, &*roomy, &[Click(4)]), "cursor");
    assert!(hand.is_busy());
    assert_eq!(answer(&mut *hand, &*roomy, &[Click(1)]), "4-1");
    assert_eq!(answer(&mut *hand, &*roomy, &[Click(4), Cancel]), "cursor");
    assert!(!hand.is_busy());
}

#[test]
fn the_headline_tells_the_least_number_of_moves() {
    let mut position = open("7");
    assert_eq!((position.headline(&[]).as_str(), position.at_least()), ("0 moves", Some(7)));
    for mv in "9 6 13 4 10 1 14".split(' ') {
        position.play(mv).unwrap();
    }
    assert_eq!(position.headline(&vec![String::new(); 7]), "solved in 7 moves");
    assert_eq!(position.at_least(), None);
}
