use super::*;
use crate::games::{Input, Reply};
use crate::search::{Outcome, Status};

fn plan(strategy: &str) -> Plan {
    Plan::new(GAME.strategy(strategy).expect("a strategy"))
}

fn run(name: &str, plan: &Plan) -> (Outcome, Box<dyn Engine>) {
    let mut engine = GAME.deal(name).expect("a board").engine(plan).expect("the plan is fine");
    (engine.run(u64::MAX, None), engine)
}

/// Finds a tour within so many expansions, which the rules replay.
fn tours(name: &str, strategy: &str, most: u64) {
    let mut position = GAME.deal(name).expect("a board");
    let mut engine = position.engine(&plan(strategy)).expect("the plan is fine");
    assert_eq!(engine.run(most, None), Outcome::Solved, "{name} after {}", engine.counters().expanded);
    for mv in engine.answer().expect("solved").moves {
        position.play(&mv).expect("legal");
    }
    assert_eq!(position.status(), Status::Solved, "{name}");
}

fn count(name: &str, plan: &Plan) -> u64 {
    let (outcome, engine) = run(name, plan);
    let tours = engine.answer().map_or(0, |answer| answer.solutions.expect("counted"));
    assert_eq!(outcome, if tours > 0 { Outcome::Solved } else { Outcome::Exhausted }, "{name}");
    tours
}

/// Directed open tours of 5x5: 1,728; from each square 304 in the corners, 64 in the middle, 56 on the others of the
/// commoner colour, none elsewhere.
#[test]
fn the_open_tours_of_five_by_five_are_counted() {
    let all = Plan { all: true, ..plan("tour") };
    assert_eq!(count("5x5,any", &all), 1_728);
    assert_eq!([1, 3, 13, 7, 2].map(|start| count(&format!("5x5:{start}"), &all)), [304, 56, 64, 56, 0]);
    assert_eq!(count("5x5:1", &plan("classic-all")), 304);
}

/// 8 closed tours of 5x6, each walked both ways; none on smaller boards, whatever cuts (Schwenk 1991).
#[test]
fn the_closed_tours_of_five_by_six_are_counted() {
    let all = Plan { all: true, ..plan("tour") };
    assert_eq!(count("5x6,closed:1", &all), 16);
    assert_eq!(count("5x6,closed:8", &all), 16);
    assert_eq!(count("5x6,closed:1", &plan("classic-all").with("dead-ends", true)), 16);
    assert!(count("3x10,closed:1", &all) > 0);
    for name in
        ["1x1,closed:1", "5x5,closed:1", "4x5,closed:1", "3x4,closed:1", "3x6,closed:1", "3x8,closed:1", "4x4:1"]
    {
        assert_eq!(count(name, &all), 0, "{name}");
    }
}

/// Every toggle keeps the number of tours.
#[test]
fn no_cut_loses_a_tour() {
    for name in ["3x4:1", "3x4,any", "4x5:1", "5x5:13", "5x5:2", "3x7:1", "3x4,closed:1", "4x4:1"] {
        let tours = count(name, &plan("classic-all"));
        for toggle in plan("classic-all").strategy.toggles {
            assert_eq!(count(name, &plan("classic-all").with(toggle.name, true)), tours, "{name} {}", toggle.name);
        }
    }
}

/// Undirected closed tours of 6x6: 9,862.
#[test]
#[ignore = "takes a minute without optimisation"]
fn the_closed_tours_of_six_by_six_are_counted() {
    assert_eq!(count("6x6,closed:1", &Plan { all: true, ..plan("tour") }), 2 * 9_862);
}

#[test]
fn the_chess_board_is_toured_from_every_square_at_once() {
    for start in 1..=64 {
        tours(&format!("{start}"), "tour", 500);
        tours(&format!("8x8,closed:{start}"), "tour", 200_000);
    }
}

#[test]
fn any_large_board_is_constructed() {
    for (rows, cols) in [(6, 5), (5, 6), (6, 6), (7, 10), (12, 13), (17, 22), (30, 30), (49, 50), (50, 50)] {
        let cells = rows * cols;
        for start in [1, 2, cells / 2, cells] {
            tours(&format!("{rows}x{cols}:{start}"), "construct", u64::MAX);
            tours(&format!("{rows}x{cols},closed:{start}"), "construct", u64::MAX);
        }
    }
    for (rows, cols) in [(5, 5), (7, 9), (11, 13), (15, 25), (49, 49)] {
        for start in [1, 3, 2 * cols + 1, rows * cols] {
            tours(&format!("{rows}x{cols}:{start}"), "construct", u64::MAX);
        }
        assert_eq!(run(&format!("{rows}x{cols}:2"), &plan("construct")).0, Outcome::Exhausted);
    }
}

#[test]
#[ignore = "every board from 5x5 on: takes minutes"]
fn every_board_is_constructed() {
    for rows in 5..=LONGEST {
        for cols in (5..=LONGEST).filter(|cols| rows * cols % 2 == 1 || rows.max(*cols) > 5) {
            let (even, odd): (Vec<usize>, Vec<usize>) = [rows, cols].into_iter().partition(|side| side % 2 == 0);
            if even.iter().all(|&side| side >= 6) && odd.iter().all(|&side| side >= 5) {
                tours(&format!("{rows}x{cols}:1"), "construct", u64::MAX);
            }
        }
    }
}

#[test]
fn colours_refute_without_a_search() {
    let (outcome, engine) = run("49x49:2", &plan("tour"));
    assert_eq!((outcome, engine.counters().expanded), (Outcome::Exhausted, 0));
    let (outcome, _) = run("49x49,closed:1", &plan("tour"));
    assert_eq!(outcome, Outcome::Exhausted);
    let reason = run("4x50,closed:1", &plan("tour")).1.refutation().expect("a reason").reason;
    assert!(reason.contains("Schwenk"), "{reason}");
}

#[test]
fn a_square_that_was_left_behind_loses() {
    let mut position = GAME.deal("5x5:1").expect("a board");
    for mv in ["r2c3", "r4c4", "r3c2"] {
        position.play(mv).expect("legal");
        assert!(position.deadlock().is_none(), "{mv}");
    }
    position.play("r5c3").expect("legal");
    let lost = position.deadlock().expect("it is lost");
    assert_eq!(lost.story, "r1c5 and r5c1 have one way left each, and only one of them can be the last");
    assert_eq!(lost.marks.len(), 2);
    assert_eq!(position.engine(&plan("tour")).expect("a plan").run(u64::MAX, None), Outcome::Exhausted);
}

#[test]
fn malformed_boards_say_where() {
    for (text, place, part) in [
        ("1 . .\n. x .\n", (2, 3), "expected a step from 1 to 6"),
        ("1 . .\n. .\n", (2, 0), "2 squares in row 2: expected 3"),
        ("1 2 .\n. . .\n", (1, 3), "no knight's move from r1c1"),
        ("1 . .\n. 3 .\n", (2, 3), "there is no step 2"),
        ("1 1 .", (1, 3), "step 1 stands twice"),
        ("", (0, 0), "expected 1 to 50 rows"),
    ] {
        let error = GAME.read(text, &Options::new()).err().expect("malformed");
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn names_say_what_is_possible() {
    for (name, part) in [
        ("8x8:65", "from 1 to 64"),
        ("51x5:1", "a size from 1x1 to 50x50"),
        ("5x5,any:1", "takes no number"),
        ("5x6,closed,any", "leave `any` out"),
        ("closed,closed:1", "one of its kind"),
    ] {
        let error = GAME.deal(name).err().expect(name).to_string();
        assert!(error.contains(part), "{name}: {error}");
    }
}

#[test]
fn the_hand_leaps_and_says_why_not() {
    let position = GAME.deal("1").expect("a board");
    let mut hand = GAME.hand(&Settings::new());
    assert!(matches!(hand.input(&*position, Input::Pick), Reply::Say(why) if why.contains("step 1")));
    hand.input(&*position, Input::Right);
    assert!(
        matches!(hand.input(&*position, Input::Pick), Reply::Say(why) if why == "r1c2 is no knight's move from r1c1")
    );
    assert!(matches!(hand.input(&*position, Input::Click(10)), Reply::Move(mv) if mv == "r2c3"));
}

#[test]
fn the_printed_board_marks_the_next_square() {
    let position = GAME.deal("3x4:1").expect("a board");
    assert_eq!(position.board(Some("r2c3")), "  1  .  .  .\n  .  . _.  .\n  .  .  .  .\n");
}
