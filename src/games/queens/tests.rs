use super::*;
use crate::games::view::sight::drawn;
use crate::games::{Input, Reply, SAMPLE};
use crate::search::{Limit, Outcome, Status};

fn solve(name: &str, strategy: &str, all: bool) -> (Outcome, Box<dyn Engine>) {
    let position = SAMPLE.deal(name).expect("a size");
    let mut plan = Plan::new(SAMPLE.strategy(strategy).expect("a strategy"));
    plan.all = all;
    let mut engine = position.engine(&plan).expect("the plan is fine");
    (engine.run(u64::MAX, None), engine)
}

/// OEIS A000170, from n = 1.
const SOLUTIONS: [u64; 14] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200, 73_712, 365_596];
/// OEIS A002562: turned and mirrored solutions counted once.
const KINDS: [u64; 12] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787];

fn count(n: usize, plan: &Plan) -> u64 {
    let mut engine = SAMPLE.deal(&n.to_string()).expect("a size").engine(plan).expect("the plan is fine");
    let outcome = engine.run(u64::MAX, None);
    let count = engine.answer().map_or(0, |answer| answer.solutions.expect("counted"));
    assert_eq!(outcome, if count > 0 { Outcome::Solved } else { Outcome::Exhausted });
    count
}

fn plan(strategy: &str) -> Plan {
    Plan::new(SAMPLE.strategy(strategy).expect("a strategy"))
}

#[test]
fn the_numbers_of_solutions_are_the_published_ones() {
    for n in 1..=12 {
        assert_eq!(count(n, &plan("count")), SOLUTIONS[n - 1], "{n} queens");
        assert_eq!(count(n, &plan("count").with("symmetry", true)), KINDS[n - 1], "{n} queens up to symmetry");
    }
    for n in 1..=8 {
        assert_eq!(count(n, &plan("classic-all")), SOLUTIONS[n - 1], "{n} queens");
        assert_eq!(count(n, &Plan { all: true, ..plan("fewest") }), SOLUTIONS[n - 1], "{n} queens");
    }
}

#[test]
#[ignore = "takes seconds without optimisation"]
fn the_larger_published_numbers() {
    for n in 13..=14 {
        assert_eq!(count(n, &plan("count")), SOLUTIONS[n - 1], "{n} queens");
    }
}

#[test]
fn up_to_thirty_queens_are_found_by_search() {
    for n in 4..=30 {
        let (outcome, engine) = solve(&n.to_string(), "fewest", false);
        assert_eq!(outcome, Outcome::Solved, "{n} queens");
        assert!(engine.counters().expanded < 3_000, "{n} queens: {}", engine.counters().expanded);
        replay(n, engine.answer().expect("solved").moves);
    }
}

#[test]
fn any_number_of_queens_is_constructed() {
    for n in (4..=60).chain([100, 998, 999, 1000]) {
        let (outcome, engine) = solve(&n.to_string(), "construct", false);
        assert_eq!(outcome, Outcome::Solved);
        replay(n, engine.answer().expect("solved").moves);
    }
    assert_eq!(solve("3", "construct", false).0, Outcome::Exhausted);
}

#[test]
fn repairing_finds_solutions_and_proves_nothing() {
    for n in [1, 4, 5, 6, 8, 20, 30, 100] {
        let position = SAMPLE.deal(&n.to_string()).expect("a size");
        let mut engine = position.engine(&plan("fewest").with("min-conflicts", true)).expect("the plan is fine");
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved, "{n} queens");
        replay(n, engine.answer().expect("solved").moves);
    }
    let three = SAMPLE.deal("3").expect("a size");
    let mut engine = three.engine(&plan("fewest").with("min-conflicts", true)).expect("the plan is fine");
    assert_eq!(engine.run(u64::MAX, None), Outcome::Limit(Limit::Incomplete));
}

fn replay(n: usize, moves: Vec<String>) {
    let mut position = SAMPLE.deal(&n.to_string()).expect("a size");
    for mv in moves {
        position.play(&mv).expect("legal");
    }
    assert_eq!(position.status(), Status::Solved);
}

#[test]
fn the_classroom_finds_the_first_solution() {
    let (outcome, engine) = solve("6", "classic", false);
    assert_eq!(outcome, Outcome::Solved);
    assert_eq!(engine.answer().expect("solved").moves, ["2", "4", "6", "1", "3", "5"]);
}

#[test]
fn looking_ahead_saves_nodes_and_counts_its_cuts() {
    let position = SAMPLE.deal("8").expect("a size");
    let nodes = |ahead| {
        let plan = Plan::new(SAMPLE.strategy("classic").expect("a strategy")).with("empty-row", ahead);
        let mut engine = position.engine(&plan).expect("the plan is fine");
        engine.run(u64::MAX, None);
        engine.counters()
    };
    assert!(nodes(true).expanded < nodes(false).expanded);
    assert!(nodes(true).cuts.iter().any(|&(name, count)| name == "empty-row" && count == nodes(true).dead));
}

#[test]
fn malformed_boards_say_where() {
    for (text, place) in [
        ("Q.\n.x\n", (2, 2)),
        ("Q.\n.\n", (2, 0)),
        ("QQ\n..\n", (1, 2)),
        ("..\nQ.\n", (2, 0)),
        ("Q...\nQ...\n....\n....\n", (2, 1)),
        ("", (0, 0)),
    ] {
        let error = SAMPLE.read(text, &Options::new()).err().expect("malformed");
        assert_eq!((error.line, error.column), place, "{text:?}: {error}");
    }
}

#[test]
fn a_lost_board_shows_the_row() {
    let position = SAMPLE.read("Q..\n..Q\n...\n", &Options::new()).expect("a board");
    let deadlock = position.deadlock().expect("lost");
    assert_eq!(deadlock.story, "every square of row 3 is attacked");
    assert_eq!(position.status(), Status::Stuck);
    assert_eq!(drawn(&*position, &deadlock.marks, None, (9, 3)), " Q  .  .\n .  .  Q\n#x #x #x");
}

#[test]
fn the_hand_places_queens_and_says_why_not() {
    let mut position = SAMPLE.deal("4").expect("a size");
    let mut hand = SAMPLE.hand(&Settings::new());
    let Reply::Move(mv) = hand.input(&*position, Input::Pick) else { panic!("expected a move") };
    position.play(&mv).expect("legal");
    assert!(matches!(hand.input(&*position, Input::Right), Reply::Cursor));
    let Reply::Say(why) = hand.input(&*position, Input::Pick) else { panic!("expected a reason") };
    assert_eq!(why, "the queen on r1c1 attacks r2c2");
    // A click puts a queen into the next row, and says so of others.
    assert!(matches!(hand.input(&*position, Input::Click(6)), Reply::Move(mv) if mv == "3"));
    let Reply::Say(why) = hand.input(&*position, Input::Click(9)) else { panic!("expected a reason") };
    assert_eq!(why, "the next queen goes into row 2");
}

#[test]
fn the_x_ray_counts_attackers_on_every_square_without_a_queen() {
    let mut position = SAMPLE.deal("4").expect("a size");
    position.play("2").expect("free");
    let sight = GAME.xray().expect("an x-ray").look(&*position, &[], &plan("fewest"));
    let attackers = |cell: Cell| sight.marks.iter().find(|mark| mark.cell == cell).map(|mark| mark.kind);
    let rows: Vec<String> = (0..4)
        .map(|row| (0..4).map(|col| if attackers(row * 4 + col).is_some() { '1' } else { '.' }).collect())
        .collect();
    assert_eq!(rows, ["1.11", "111.", ".1.1", ".1.."]);
    assert_eq!(sight.lines[1], "free squares, fewest first: row 2: 1, row 3: 2, row 4: 3");
}

/// In rows without a queen, those of a search counted, the squares show that no queen can stand there.
#[test]
fn attacked_squares_look_attacked() {
    let mut position = SAMPLE.deal("4").expect("a size");
    position.play("2").expect("free");
    assert_eq!(drawn(&*position, &[], None, (12, 4)), " .  Q  .  .\n x  x  x  .\n .  x  .  x\n .  x  .  .");
    let settled = [Mark::new(7, MarkKind::Settled)];
    assert_eq!(drawn(&*position, &settled, None, (12, 4)), " .  Q  .  .\n .  .  . *Q\n .  x  x  x\n .  x  .  x");
}

/// A reason says what is known of this square, or of another.
#[test]
fn a_hint_says_what_is_known() {
    let position = SAMPLE.deal("8").expect("a size");
    let way: Vec<String> = [1, 5, 8, 6, 3, 7, 2, 4].map(|column: u16| column.to_string()).into();
    let told = position.reason(&way).expect("a reason");
    assert!(told.starts_with("the solver has a solution with her there; row "), "{told}");
}
