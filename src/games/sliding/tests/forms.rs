//! Text forms, their errors, parity and numbered deals.

use proptest::prelude::*;

use super::{GAME, options, plan, read, read_blank_first};
use crate::games::{Case, Claim, Game, Options, Proof, Usage, certificate};
use crate::search::{Outcome, Status};

const CLASSROOM: &str = "2,4,1,3,14,12,v,8,7,5,13,15,11,6,10,9";

fn error(text: &str, given: &[(&str, &str)]) -> String {
    match GAME.read(text, &options(given)) {
        Ok(position) => panic!("read as {}", position.line()),
        Err(error) => error.in_file("f"),
    }
}

#[test]
fn the_classroom_position_is_the_same_in_every_form() {
    let board = read(CLASSROOM);
    for text in [
        "2 4 1 3\n14 12 _ 8\n7 5 13 15\n11 6 10 9",
        "0x20401030e0c100807050d0f0b060a09",
        "2679245703445435204062882741413612041",
    ] {
        assert!(board.same_as(&*read(text)), "{text}");
    }
    assert_eq!(board.text("packed").unwrap(), "0x20401030e0c100807050d0f0b060a09");
    assert_eq!(board.text("decimal").unwrap(), "2679245703445435204062882741413612041");
    let mut moved = board.clone();
    moved.play("U").unwrap();
    assert_eq!(moved.text("packed").unwrap(), "0x20410030e0c010807050d0f0b060a09");
}

#[test]
fn the_classroom_position_can_be_solved_only_with_the_blank_last() {
    assert!(read(CLASSROOM).deadlock().is_none());
    let lost = read_blank_first(CLASSROOM);
    let mut engine = lost.engine(&plan("ida*", &["manhattan"])).unwrap();
    assert_eq!(engine.run(1, None), Outcome::Exhausted);
    let refutation = engine.refutation().unwrap();
    assert!(refutation.reason.contains("parity"));
    assert_eq!(refutation.marks.len(), 2);
    let proof = Proof::from_inline(&refutation.certificate.unwrap(), lost.game()).unwrap();
    certificate::check(&Case { position: &*lost, claim: Claim::Unsolvable, moves: &[] }, &proof).unwrap();
}

#[test]
fn loyds_fourteen_fifteen_names_the_pair() {
    let position = read("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0");
    let story = position.deadlock().unwrap().story;
    assert!(story.contains("Exchange 15 and 14") || story.contains("Exchange 14 and 15"), "{story}");
}

#[test]
fn malformed_boards_are_told_with_their_place() {
    for (text, expected) in [
        ("1 2 3\n4 5 5\n7 8 0", "f:2:5: a second tile 5; the first is at line 2, column 3"),
        ("1 2 3\n4 5 6\n7 8 9", "f:3:5: expected a tile from 1 to 8, or 0, _ or v for the blank, found \"9\""),
        ("1 2 3\n4 5 6\n7 0", "f:3: ragged rows: expected 3 tiles as in the first row, found 2"),
        ("1 2 3\n4 0 6\n7 0 8", "f:3:3: a second blank; the first is at line 2, column 3"),
        ("1,2,x,0", "f:1:5: expected a tile from 1 to 3, or 0, _ or v for the blank, found \"x\""),
        (
            "1 2 3 4 0",
            "f:1: 5 cells on one line are no square from 2x2 to 6x6; break the line after each row, or say --size RxC",
        ),
        ("1 2 3 4 5 6 0\n7 8 9 10 11 12 13", "f:1: boards go from 2x2 to 6x6; found 2 rows of 7"),
        ("1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n13 0", "f:7: boards go from 2x2 to 6x6; found 7 rows of 2"),
        ("", "f: nothing to read; expected the tiles row by row, or a packed integer"),
        (
            "0x120401030e0c100807050d0f0b060a0911",
            "f:1:1: the packed integer has more than 16 cells of two hexadecimal digits; it goes up to 4x4",
        ),
        ("0x20401030e0c100807050d0f0b060a08", "f:1:1: cell 16 of the packed integer holds a second tile 8"),
    ] {
        assert_eq!(error(text, &[]), expected, "{text}");
    }
    assert_eq!(error("1 2 3 0", &[("size", "2x3")]), "f: a 2x3 board has 6 cells, the blank included; found 4");
    assert_eq!(error("1 2 3 0", &[("size", "7x3")]), "f: --size: boards go from 2x2 to 6x6, not 7x3");
}

#[test]
fn size_and_goal_are_said_once_and_in_full() {
    let twice = "1 2 3 4 5 6 7 0 8 goal=blank-first goal=blank-last";
    assert_eq!(error(twice, &[]), "f:1:41: a second `goal`; the first is at line 1, column 24");
    let above = "goal: blank-first\n1 2 3 0 goal=blank-last";
    assert_eq!(error(above, &[]), "f:2:14: a second `goal`; the first is at line 1, column 7");
    assert_eq!(
        error("size=2x3 1 2 3 4 5 0 size=3x2", &[]),
        "f:1:27: a second `size`; the first is at line 1, column 6"
    );
    assert_eq!(error("1 2 3 0 goal= blank-first", &[]), "f:1:14: expected the value of `goal` here");
    assert_eq!(error("size:\n1 2 3 0", &[]), "f:1:6: expected the value of `size` here");
}

#[test]
fn a_malformed_goal_has_its_place_in_the_option_or_in_the_text() {
    let expected = "expected a tile from 1 to 3, or 0, _ or v for the blank, found \"x\"";
    assert_eq!(error("1 2 3 0", &[("goal", "1 2 0 x")]), format!("f: --goal, column 7: {expected}"));
    assert_eq!(error("goal: 1 2 0 x\n1 2\n3 0", &[]), format!("f:1:13: {expected}"));
    assert_eq!(error("1 2 3 0 goal=1,2,0,x", &[]), format!("f:1:20: {expected}"));
    assert_eq!(
        error("1 2 3 0", &[("goal", "1 1 2 0")]),
        "f: --goal, column 3: a second tile 1; the first is at column 1"
    );
    assert_eq!(error("1 2\n3 0\ngoal: 1 1 2 0", &[]), "f:3:9: a second tile 1; the first is at line 3, column 7");
    assert_eq!(error("foo: 1\n1 2\n3 0", &[]), "f:1:1: `foo` is unknown; expected size, goal, or tiles");
}

#[test]
fn values_that_go_with_no_board_are_refused_without_one() {
    for (key, value, expected) in [
        ("size", "9x9", "--size: boards go from 2x2 to 6x6, not 9x9"),
        ("goal", "blank-middle", "--goal, column 1: expected blank-last, blank-first or a board"),
        ("goal", "1 2 3 4 5 6 7 8 x", "--goal, column 17: expected a tile from 1 to 8"),
        ("goal", "1 2 3 4 5", "--goal: 5 cells on one line are no square"),
    ] {
        let error = GAME.check_options(&options(&[(key, value)])).unwrap_err().in_option();
        assert!(error.starts_with(expected), "{error}");
    }
    for value in ["blank-first", "0 1 2 3 4 5", "1 2 0\n3 4 5", "0x20401030e0c100807050d0f0b060a09"] {
        GAME.check_options(&options(&[("goal", value)])).unwrap();
    }
}

#[test]
fn a_printed_board_and_every_form_of_it_read_back_with_their_goal() {
    for (text, goal) in [("8 7 6\n0 4 1\n2 5 3", "blank-first"), ("3 1 0\n2 4 5", "5 4 3 2 1 0")] {
        let position = GAME.read(text, &options(&[("goal", goal)])).unwrap();
        let printed = position.heading() + &position.board(None);
        assert!(printed.starts_with(&format!("goal: {goal}\n")), "{printed}");
        let read_forms = GAME.profile().forms.iter().filter(|form| form.is_read);
        let forms = read_forms.filter_map(|form| position.text(form.name));
        for text in forms.chain([printed, position.whole_line()]) {
            assert!(position.same_as(&*read(&text)), "{text}");
        }
    }
    assert_eq!(read("3 1 0\n2 4 5").whole_line(), "3 1 0 2 4 5 size=2x3");
    assert_eq!(read("1 2 3\n4 5 6\n7 . 8").heading(), "");
}

#[test]
fn a_plan_is_cited_with_the_tables_it_looks_up() {
    let board = read(CLASSROOM);
    let method = |name: &str, only: &[&str]| board.method(&plan(name, only));
    assert_eq!(method("ida*", &["manhattan", "reflection"]).heuristics, ["manhattan"]);
    assert_eq!(method("ida*", &["pdb", "reflection"]).tables.unwrap(), "6-6-3");
    assert_eq!(method("ida*", &["pdb-small"]).tables.unwrap(), "5-5-5");
    assert_eq!((method("ida*", &[]).tables, method("ida*", &[]).factor), (None, None));
    assert_eq!(method("weighted", &["manhattan"]).factor, Some(1.5));
    // Parity needs neither.
    let lost = read("2 1 3\n4 5 6\n7 8 0").method(&plan("ida*", &["pdb"]));
    assert_eq!((lost.heuristics.len(), lost.tables), (0, None));
}

#[test]
fn numbered_deals_are_pinned() {
    for (params, number, line) in [
        ("", "1", "12 3 11 7 8 14 15 1 13 6 0 10 4 9 5 2"),
        ("4x4", "42", "14 13 5 3 15 7 8 9 12 0 10 11 4 1 2 6"),
        ("3x3", "7", "3 7 6 2 8 0 1 5 4"),
        ("2x5,goal=blank-first", "3", "3 9 8 5 6 7 1 2 0 4"),
        (
            "6x6",
            "1",
            "22 14 0 13 24 5 17 32 18 35 27 4 19 25 10 7 34 3 31 33 12 29 23 28 21 8 20 9 11 16 2 26 30 1 15 6",
        ),
    ] {
        assert_eq!(GAME.deal(&format!("{params}:{number}")).unwrap().line(), line, "{params}:{number}");
    }
    assert!(GAME.deal("7x7:1").is_err());
    assert!(GAME.deal("4x4,moves=9..3:1").is_err());
    assert!(GAME.deal("4x4:one").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn deals_can_be_solved_and_every_form_reads_back(rows in 2..=6usize, cols in 2..=6usize, number: u64, first: bool) {
        let goal = if first { "blank-first" } else { "blank-last" };
        let position = GAME.deal(&format!("{rows}x{cols},goal={goal}:{number}")).unwrap();
        prop_assert!(position.deadlock().is_none());
        prop_assert_eq!(position.status(), Status::Open);
        let options = position.line_options();
        prop_assert!(position.same_as(&*GAME.read(&position.line(), &options).unwrap()));
        for form in GAME.profile().forms.iter().filter(|form| form.is_read) {
            if let Some(text) = position.text(form.name) {
                prop_assert!(position.same_as(&*GAME.read(&text, &Options::new()).unwrap()), "{}", text);
            }
        }
    }

    #[test]
    fn moves_can_be_taken_back_and_keep_the_parity(number: u64, steps in prop::collection::vec(0..4usize, 0..40)) {
        let start = GAME.deal(&format!("3x4:{number}")).unwrap();
        let mut position = start.clone();
        let mut made = Vec::new();
        for step in steps {
            let moves = position.moves();
            made.push(position.play(&moves[step % moves.len()]).unwrap());
            prop_assert!(position.deadlock().is_none());
        }
        for mv in made.iter().rev() {
            position.play(match mv.as_str() { "U" => "D", "D" => "U", "L" => "R", _ => "L" }).unwrap();
        }
        prop_assert!(position.same_as(&*start));
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "(goal[:=]|size[:=]|[0-9a-fxv_.:=, \n]){0,60}") {
        let _ = GAME.read(&text, &Options::new());
    }
}
