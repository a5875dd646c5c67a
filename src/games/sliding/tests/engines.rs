//! Strategies: they stop and go on alike, keep their promises and tell the truth about limits.

use super::super::STRATEGIES;
use super::{GAME, finish, plan, read, read_blank_first, replay, solve};
use crate::games::{Game, Position};
use crate::search::{Counters, Event, Limit, Observer, Outcome, Plan, laws};
use crate::workbench::packs::Pack;

const CLASSROOM: &str = "2 4 1 3 14 12 0 8 7 5 13 15 11 6 10 9";
/// Forty-odd moves for Manhattan, quick in every strategy.
const EASY: &str = "1 3 4 8\n5 2 0 6\n9 10 7 11\n13 14 15 12";

#[test]
fn the_classroom_position_takes_45_moves() {
    let (answer, _) = solve(&*read(CLASSROOM), &Plan::new(GAME.strategy("ida*").unwrap()));
    assert_eq!((answer.length(), answer.optimal), (45, true));
}

/// Tables that are there from the beginning, so that all engines of a test spend the same fuel.
fn make_tables(position: &dyn Position) {
    for tables in ["pdb", "pdb-small"] {
        solve(position, &plan("ida*", &[tables]));
    }
}

#[test]
fn every_strategy_with_every_toggle_keeps_the_laws() {
    let boards = [("4x4", EASY), ("3x3", "8 6 7\n2 5 4\n3 0 1"), ("2x3", "goal: blank-first\n5 4 3\n2 1 0")];
    for (size, board) in boards {
        let position = read(board);
        make_tables(&*position);
        for plan in STRATEGIES.iter().flat_map(laws::plans) {
            let name = format!("{size} {} {:?}", plan.strategy.name, plan.heuristics());
            laws::check(&name, &|| position.engine(&plan).unwrap(), 3_000);
        }
    }
}

#[test]
fn limits_and_weights_keep_the_laws() {
    let position = read(CLASSROOM);
    make_tables(&*position);
    for plan in [
        Plan { nodes: Some(1000), ..plan("ida*", &["manhattan"]) },
        Plan { max_moves: Some(44), ..plan("ida*", &["pdb", "reflection", "twins"]) },
        Plan { max_moves: Some(10), ..plan("ida*", &["manhattan"]) },
        Plan { weight: Some(1.3), ..plan("weighted", &["manhattan", "linear-conflict"]) },
        Plan { nodes: Some(5000), ..plan("short", &["pdb-small", "prove"]) },
        plan("ida*", &["manhattan", "linear-conflict", "walking-distance", "twins"]),
    ] {
        let name = format!("{} {:?}", plan.strategy.name, plan.heuristics());
        laws::check(&name, &|| position.engine(&plan).unwrap(), 60_000);
    }
}

#[test]
fn several_cores_change_neither_the_answer_nor_a_figure() {
    // Korf's instance 48.
    let position = read_blank_first("8 11 4 6 7 3 10 9 2 12 15 13 0 1 5 14");
    for alone in [
        plan("ida*", &["manhattan"]),
        plan("ida*", &["manhattan", "linear-conflict"]),
        Plan { weight: Some(1.1), ..plan("weighted", &["manhattan"]) },
        Plan { max_moves: Some(47), ..plan("ida*", &["manhattan", "order-lrud"]) },
        Plan { max_moves: Some(18), ..plan("ida*", &["twins", "order-drlu"]) },
        Plan { max_moves: Some(16), ..plan("id", &[]) },
    ] {
        let figures = |plan: &Plan, slice: u64| {
            let mut engine = position.engine(plan).unwrap();
            let outcome = std::iter::repeat_with(|| engine.run(slice, None)).find(|o| *o != Outcome::MoreWork);
            let counters = Counters { memory: 0, ..engine.counters() };
            (outcome, engine.answer().map(|answer| answer.moves), engine.lower_bound(), counters)
        };
        let expected = figures(&alone, u64::MAX);
        assert!(expected.3.expanded > 100_000, "large enough to be shared: {:?}", expected.3);
        for (cores, slice) in [(2, u64::MAX), (2, 30_000), (3, 50_001), (5, 130_000)] {
            let plan = Plan { cores, ..alone.clone() };
            let told = (alone.strategy.name, cores, slice);
            assert_eq!(figures(&plan, slice), expected, "{told:?}");
        }
    }
}

#[test]
fn beams_and_proof_side_by_side_meet_at_the_optimum() {
    // Korf's instance 74.
    let position = read_blank_first("14 13 4 11 15 8 6 9 0 7 3 1 2 10 12 5");
    for (cores, slice) in [(2, u64::MAX), (2, 1_000), (3, 100_000)] {
        let plan = Plan { cores, ..plan("short", &["pdb-small", "reflection", "prove"]) };
        let mut engine = position.engine(&plan).unwrap();
        while engine.run(slice, None) == Outcome::MoreWork {}
        let answer = engine.answer().unwrap();
        replay(&*position, &answer);
        assert_eq!((answer.length(), engine.lower_bound()), (56, Some(56)), "{cores} {slice}");
    }
}

#[test]
fn there_is_more_work_only_when_the_fuel_is_spent() {
    // No other test makes these databases.
    let position = read("goal: 1 2 3 4 5 6 0 7 8 9 10 11\n2 3 4 0\n1 5 6 7\n8 9 10 11");
    for only in ["pdb", "pdb-small"] {
        let mut engine = position.engine(&plan("ida*", &[only])).unwrap();
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved, "{only}");
    }
}

#[test]
fn cuts_are_counted_under_their_names() {
    let (_, counters) = solve(&*read(EASY), &plan("ida*", &["manhattan", "linear-conflict"]));
    let cuts: Vec<&str> = counters.cuts.iter().filter(|(_, n)| *n > 0).map(|(name, _)| *name).collect();
    assert!(cuts.contains(&"manhattan"), "{cuts:?}");
    let Counters { iterations, generated, .. } = counters;
    assert_eq!(iterations.iter().map(|it| it.nodes).sum::<u64>(), generated);
}

#[test]
fn all_strategies_agree_on_the_optimum() {
    let position = read(EASY);
    let shortest = solve(&*position, &plan("ida*", &["manhattan"])).0.length();
    for (strategy, only) in
        [("id", &[][..]), ("a*", &["manhattan", "linear-conflict"]), ("bfs", &[]), ("short", &["prove"])]
    {
        let (answer, _) = solve(&*position, &plan(strategy, only));
        assert_eq!((answer.length(), answer.optimal), (shortest, true), "{strategy}");
    }
}

#[test]
fn weighted_answers_keep_within_their_bound() {
    let position = read(CLASSROOM);
    for (weight, strategy) in [(1.5, "weighted-a*"), (1.5, "weighted"), (2.5, "weighted-a*"), (1.2, "weighted-a*")] {
        let mut plan = plan(strategy, &["manhattan", "linear-conflict"]);
        plan.weight = Some(weight);
        let mut engine = position.engine(&plan).unwrap();
        assert_eq!(finish(&mut *engine), Outcome::Solved);
        let answer = engine.answer().unwrap();
        replay(&*position, &answer);
        assert!(answer.length() as f64 <= weight * 45.0, "{weight}: {}", answer.length());
        let bound = engine.lower_bound().unwrap();
        assert!(bound <= 45 && bound as f64 * weight + 1e-9 >= answer.length() as f64, "{weight}: {bound}");
        assert_eq!(answer.optimal, answer.length() == bound);
    }
    let mut light = plan("weighted", &["manhattan"]);
    light.weight = Some(0.5);
    assert!(position.engine(&light).is_err());
}

#[test]
fn limits_are_told_as_limits() {
    let position = read_blank_first("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3");
    let limited = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan("ida*", &["manhattan"]);
        change(&mut plan);
        let mut engine = position.engine(&plan).unwrap();
        (finish(&mut *engine), engine.lower_bound())
    };
    assert_eq!(limited(&|plan| plan.nodes = Some(10_000)), (Outcome::Limit(Limit::Nodes), Some(45)));
    assert_eq!(limited(&|plan| plan.max_moves = Some(43)), (Outcome::Limit(Limit::Depth), Some(45)));
    let mut all = plan("ida*", &["manhattan"]);
    all.all = true;
    assert!(position.engine(&all).is_err());
}

#[test]
fn other_orders_of_moves_count_otherwise_but_agree() {
    let position = read(EASY);
    let counts = ["", "order-udlr", "order-lrud", "order-drlu"].map(|order| {
        let (answer, counters) = solve(&*position, &plan("ida*", &["manhattan", order]));
        (answer.length(), counters.generated)
    });
    assert!(counts.iter().all(|(length, _)| *length == counts[0].0));
    assert!(counts.iter().any(|(_, nodes)| *nodes != counts[0].1), "{counts:?}");
}

#[test]
fn five_by_five_has_an_answer_soon_with_a_bound_below() {
    let position = GAME.deal("5x5:1").unwrap();
    assert_eq!(position.default_strategy().name, "short");
    let mut engine = position.engine(&Plan::new(position.default_strategy())).unwrap();
    let mut fuel = 0;
    while engine.answer().is_none() {
        assert_eq!(engine.run(1000, None), Outcome::MoreWork);
        fuel += 1000;
        assert!(fuel < 200_000, "no answer yet");
    }
    let answer = engine.answer().unwrap();
    replay(&*position, &answer);
    assert!(engine.lower_bound().unwrap() <= answer.length());
}

/// The 3×3 boards of the graded pack, with their optima.
fn graded() -> Vec<(Box<dyn Position>, u64)> {
    let packs = GAME.profile().packs.iter().map(|text| Pack::read(text).unwrap());
    let puzzles: Vec<_> = packs.flat_map(|pack| pack.puzzles).filter(|p| p.name.starts_with("eight-")).collect();
    puzzles.iter().map(|p| (p.open(&GAME).unwrap(), p.best.unwrap())).collect()
}

#[test]
fn allowed_moves_are_neither_passed_nor_called_too_few() {
    for (strategy, only, weight) in [
        ("ida*", &["manhattan"][..], None),
        ("weighted", &["manhattan"], Some(1.5)),
        ("weighted", &["manhattan", "linear-conflict"], Some(5.0)),
        ("weighted-a*", &["manhattan"], Some(5.0)),
        ("short", &["pdb", "prove"], None),
        ("short", &["pdb"], None),
        ("id", &[], None),
        ("a*", &["manhattan"], None),
        ("bfs", &[], None),
    ] {
        let boards = graded();
        let few = boards.iter().filter(|(_, best)| strategy != "id" || *best < 20);
        for ((position, best), cores) in few.flat_map(|board| [(board, 1), (board, 2)]) {
            let with_at_most = |moves: u64| {
                let plan = Plan { weight, max_moves: Some(moves), cores, ..plan(strategy, only) };
                let mut engine = position.engine(&plan).unwrap();
                (finish(&mut *engine), engine.answer().map(|answer| answer.length()), engine.lower_bound())
            };
            let what = format!("{strategy} {only:?} {cores} {}", position.line());
            let (outcome, length, _) = with_at_most(*best);
            assert_eq!((outcome, length), (Outcome::Solved, Some(*best)), "{what}");
            let (outcome, length, _) = with_at_most(best + 2);
            assert!(outcome == Outcome::Solved && length.unwrap() <= best + 2, "{what}");
            let (outcome, length, bound) = with_at_most(best - 1);
            assert_eq!((outcome, length), (Outcome::Limit(Limit::Depth), None), "{what}");
            // Every way that is allowed was tried.
            assert_eq!(bound, Some(*best), "{what}");
        }
    }
}

#[test]
fn few_moves_allowed_on_a_large_board_still_find_an_answer() {
    let position = GAME.deal("5x5:1").unwrap();
    let plan = Plan { max_moves: Some(125), ..Plan::new(position.default_strategy()) };
    let mut engine = position.engine(&plan).unwrap();
    while engine.answer().is_none() {
        assert_eq!(engine.run(10_000, None), Outcome::MoreWork);
        assert!(engine.counters().expanded < 3_000_000, "no answer yet");
    }
    assert!(engine.answer().unwrap().length() <= 125);
}

#[test]
fn a_limit_of_nodes_is_reached_before_it_is_told() {
    // Korf's instance 79: 540,860 nodes.
    let position = read_blank_first("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15");
    let within = |nodes: u64| {
        let plan = Plan { nodes: Some(nodes), ..plan("ida*", &["manhattan"]) };
        let mut engine = position.engine(&plan).unwrap();
        (finish(&mut *engine), engine.counters().generated)
    };
    assert_eq!(within(540_861), (Outcome::Solved, 540_860));
    let (outcome, nodes) = within(540_000);
    assert!(outcome == Outcome::Limit(Limit::Nodes) && (540_000..540_004).contains(&nodes), "{nodes}");
}

#[test]
fn what_is_switched_off_takes_no_credit() {
    let with = |only: &[&str]| solve(&*read(CLASSROOM), &plan("ida*", only)).1.cuts;
    let by_manhattan = |cuts: &[(&str, u64)]| cuts.iter().any(|(name, cuts)| *name == "manhattan" && *cuts > 0);
    assert!(!by_manhattan(&with(&["pdb-small"])));
    assert!(by_manhattan(&with(&["pdb-small", "manhattan"])));
}

#[test]
fn a_plan_is_checked_even_where_there_is_nothing_to_search() {
    let position = read("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0");
    let plan = Plan { weight: Some(11.0), ..plan("weighted", &["manhattan"]) };
    assert!(position.engine(&plan).is_err());
}

#[test]
fn short_stays_within_its_nodes_and_tells_all_that_it_finds() {
    struct Last(Option<u64>, u64);
    impl Observer for Last {
        fn on(&mut self, event: &Event<'_>) {
            match event {
                Event::Solution { length, .. } => self.0 = Some(*length),
                Event::Bound { bound } => self.1 = *bound,
                _ => {}
            }
        }
    }
    for (board, only) in [("4x4", &["pdb", "prove"][..]), ("4x4", &["pdb"]), ("5x5", &["pdb", "prove"]), ("3x4", &[])] {
        let position = GAME.deal(&format!("{board}:3")).unwrap();
        for nodes in [2, 1000, 200_000] {
            let plan = Plan { nodes: Some(nodes), ..plan("short", only) };
            let (mut engine, mut last) = (position.engine(&plan).unwrap(), Last(None, 0));
            while engine.run(777, Some(&mut last)) == Outcome::MoreWork {}
            let counts = engine.counters();
            assert!(counts.generated < nodes + 4, "{board} {only:?} {nodes}: {}", counts.generated);
            assert_eq!(last.0, engine.answer().map(|answer| answer.length()), "{board} {only:?} {nodes}");
            assert!(last.1 == 0 || Some(last.1) == engine.lower_bound(), "{board} {only:?} {nodes}");
        }
    }
}
