use proptest::prelude::*;

use super::*;
use crate::games::view::sight::{cell_at, drawn};
use crate::games::{Input, Reply, SAMPLE};
use crate::search::{Outcome, Rules, Status};
use crate::workbench::packs::Pack;

fn solve(name: &str, strategy: &str, all: bool) -> (Outcome, Box<dyn Engine>) {
    let position = SAMPLE.deal(name).expect("a size");
    let mut plan = Plan::new(SAMPLE.strategy(strategy).expect("a strategy"));
    plan.all = all;
    let mut engine = position.engine(&plan).expect("the plan is fine");
    (engine.run(u64::MAX, None), engine)
}

#[test]
fn the_numbers_of_solutions_are_the_published_ones() {
    // OEIS A000170, from n = 1.
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        let (outcome, engine) = solve(&n.to_string(), "dfs", true);
        assert_eq!(outcome, if count > 0 { Outcome::Solved } else { Outcome::Exhausted });
        assert_eq!(engine.answer().map_or(0, |answer| answer.solutions.expect("counted")), count);
    }
}

#[test]
fn both_strategies_find_a_solution_that_replays() {
    for strategy in ["dfs", "bfs"] {
        let (outcome, engine) = solve("6", strategy, false);
        assert_eq!(outcome, Outcome::Solved);
        let mut position = SAMPLE.deal("6").expect("a size");
        for mv in engine.answer().expect("solved").moves {
            position.play(&mv).expect("legal");
        }
        assert_eq!(position.status(), Status::Solved);
        assert_eq!(position.line(), ".Q..../...Q../.....Q/Q...../..Q.../....Q.");
    }
}

#[test]
fn looking_ahead_saves_nodes_and_counts_its_cuts() {
    let position = SAMPLE.deal("8").expect("a size");
    let nodes = |ahead| {
        let plan = Plan::new(SAMPLE.strategy("dfs").expect("a strategy")).with("empty-row", ahead);
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
fn the_pack_opens() {
    for text in SAMPLE.profile().packs {
        for entry in Pack::read(text).expect("a pack").puzzles {
            let position = entry.open(SAMPLE).expect("a puzzle");
            let mut engine = position.engine(&Plan::new(position.default_strategy())).expect("the plan is fine");
            let solved = engine.run(u64::MAX, None) == Outcome::Solved;
            assert_eq!(solved, !entry.unsolvable, "{}", entry.name);
            assert_eq!(engine.answer().map(|answer| answer.length()), entry.best);
        }
    }
}

#[test]
fn a_lost_board_shows_the_row() {
    let position = SAMPLE.read("Q..\n..Q\n...\n", &Options::new()).expect("a board");
    let deadlock = position.deadlock().expect("lost");
    assert_eq!(deadlock.story, "every square of row 3 is attacked");
    assert_eq!(position.status(), Status::Stuck);
    assert_eq!(drawn(&*position, &deadlock.marks, None, (6, 3)), " Q . .\n . . Q\n#.#.#.");
}

#[test]
fn the_hand_places_queens_and_says_why_not() {
    let mut position = SAMPLE.deal("4").expect("a size");
    let mut hand = SAMPLE.hand(&Settings::new());
    let Reply::Move(mv) = hand.input(&*position, Input::Pick) else { panic!("expected a move") };
    position.play(&mv).expect("legal");
    assert!(matches!(hand.input(&*position, Input::Right), Reply::Cursor));
    let Reply::Say(why) = hand.input(&*position, Input::Pick) else { panic!("expected a reason") };
    assert_eq!(why, "the queen in row 1 attacks column 2");
}

/// A board after some legal moves, chosen by `picks`.
fn played(size: u8, picks: &[usize]) -> (Queens, Board) {
    let (rules, mut board) = (Queens { size }, Board::default());
    for pick in picks {
        let mut moves = Vec::new();
        rules.moves(&board, &mut moves);
        let Some(mv) = moves.get(pick % moves.len().max(1)) else { break };
        rules.apply(&mut board, mv);
    }
    (rules, board)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_takes_back_what_apply_did(size in 1u8..=16, picks in prop::collection::vec(0usize..16, 0..16)) {
        let (rules, board) = played(size, &picks);
        let mut moves = Vec::new();
        rules.moves(&board, &mut moves);
        for mv in moves {
            let mut after = board;
            rules.apply(&mut after, &mv);
            rules.undo(&mut after, &mv, &());
            prop_assert_eq!(after, board);
            prop_assert_eq!(rules.read_move(&board, &mv.to_string()), Ok(mv));
        }
    }

    #[test]
    fn what_is_written_reads_the_same(size in 1u8..=16, picks in prop::collection::vec(0usize..16, 0..16)) {
        let (rules, board) = played(size, &picks);
        for text in [rules.line(&board), rules.text(&board, "rows").expect("the form exists")] {
            prop_assert_eq!(text::read(&text).map(|(_, board)| board), Ok(board));
        }
    }

    #[test]
    fn drawing_never_panics(size in 1u8..=16, width in 0u16..40, height in 0u16..20) {
        let position = SAMPLE.deal(&size.to_string()).expect("a size");
        drawn(&*position, &[], None, (width, height));
        for (x, y) in [(-1, -1), (0, 0), (i32::from(width) - 1, i32::from(height) - 1), (500, 500)] {
            let cell = cell_at(&*position, (width, height), x, y);
            prop_assert!(cell.is_none_or(|cell| cell < u32::from(size) * u32::from(size)));
        }
    }
}
