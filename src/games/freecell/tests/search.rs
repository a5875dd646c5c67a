//! The searches against slow, obvious ones on small variants, and the figures they must keep.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::{all_variants, dealt, variants};
use crate::games::freecell::FreeCellGame;
use crate::games::freecell::rules::{Board, FreeCell, Move, deadlock};
use crate::games::freecell::search::field::Field;
use crate::games::freecell::search::judge::{Sums, try_step};
use crate::games::freecell::search::packed::{AT_HOME, Deal};
use crate::games::freecell::search::packed_engine;
use crate::games::freecell::search::steps::Steps;
use crate::games::freecell::search::width::{Narrow, Wide, Width};
use crate::games::{Game, Placed, Position};
use crate::search::{Answer, Counters, Engine, Event, Measure, NodeId, Observer, Outcome, Plan, Rules, Status, laws};

fn engine(position: &dyn Position, strategy: &str) -> Box<dyn Engine> {
    let plan = Plan::new(FreeCellGame.strategy(strategy).expect("it is there"));
    position.engine(&plan).expect("the plan is possible")
}

fn check(position: &dyn Position, answer: &Answer) {
    let mut position = position.boxed_clone();
    for mv in &answer.moves {
        assert_eq!(position.play(mv).as_ref(), Ok(mv), "the notation is canonical and legal");
    }
    assert_eq!(position.status(), Status::Solved);
}

/// Fewest single-card moves, breadth first over plain boards; `Err` where there are too many.
fn fewest(rules: &FreeCell, start: &Board) -> Result<Option<u64>, ()> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    for depth in 0.. {
        if layer.iter().any(|board| board.cards_home() == rules.variant.cards()) {
            return Ok(Some(depth));
        }
        if layer.is_empty() {
            return Ok(None);
        }
        if seen.len() > 20_000 {
            return Err(());
        }
        let mut next = Vec::new();
        for board in &layer {
            let mut moves: Vec<Move> = Vec::new();
            rules.moves(board, &mut moves);
            for mv in moves.iter().filter(|mv| mv.count == 1) {
                let mut after = board.clone();
                rules.apply(&mut after, mv);
                // The order of columns and cells makes no other game.
                after.columns.sort();
                after.cells[..rules.variant.cells as usize].sort();
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    unreachable!("a layer ends the loop")
}

#[test]
fn small_variants_agree_with_breadth_first_search() {
    let mut decided = [0; 2];
    for number in 1..=300u64 {
        let (cells, suits, ranks, columns) = (number % 3, 2 + number / 3 % 2, 3 + number / 6 % 3, 2 + number / 18 % 3);
        let build = ["colour", "suit-other"][(number / 54 % 2) as usize];
        let home = ["standard", "classroom"][(number / 108 % 2) as usize];
        let params = format!("cells={cells},suits={suits},ranks={ranks},columns={columns},build={build},home={home}");
        if let Some(solvable) = agrees_with_breadth_first_search(&params, number) {
            decided[usize::from(solvable)] += 1;
        }
    }
    assert!(decided[0] > 40 && decided[1] > 100, "{decided:?}");
}

/// Whether it can be won, where breadth-first search can tell; then all strategies say the same.
fn agrees_with_breadth_first_search(params: &str, number: u64) -> Option<bool> {
    let (rules, board) = dealt(params, number);
    let best = fewest(&rules, &board).ok()?;
    let position = Placed::boxed(rules, board);
    for strategy in ["fast", "prove", "optimal", "short"] {
        let mut engine = engine(&*position, strategy);
        let outcome = engine.run(2_000_000, None);
        let expected = if best.is_some() { Outcome::Solved } else { Outcome::Exhausted };
        assert_eq!(outcome, expected, "{strategy} on {params}:{number}");
        let Some(answer) = engine.answer() else { continue };
        check(&*position, &answer);
        if strategy == "optimal" {
            assert_eq!(Some(answer.length()), best, "{params}:{number}");
        }
    }
    Some(best.is_some())
}

/// The same where the standard notation ends: many suits, many ranks, many columns, many cells.
#[test]
fn wide_tables_agree_with_breadth_first_search() {
    let mut decided = [0; 2];
    for number in 1..=12u64 {
        let (few, some) = (number % 2, number % 4);
        let tables = [
            format!(
                "cells={few},suits={},ranks={},columns={},build=suit-other,home=classroom",
                5 + some,
                1 + number % 3,
                2 + number / 2 % 3
            ),
            format!("cells={few},suits={},ranks=2,columns=3,build=colour,home=standard", 5 + some),
            format!("cells={few},suits=1,ranks={},columns={},build=suit-other,home=classroom", 14 + some * 2, 2 + few),
            format!("cells=0,suits=2,ranks=4,columns={},build=suit-other,home=classroom", 10 + number % 7),
            "cells=8,suits=3,ranks=3,columns=2,build=colour,home=classroom".to_owned(),
            format!("classroom,suits={},ranks=1", 5 + some),
        ];
        for params in tables {
            if let Some(solvable) = agrees_with_breadth_first_search(&params, number) {
                decided[usize::from(solvable)] += 1;
            }
        }
    }
    assert!(decided[0] > 10 && decided[1] > 40, "{decided:?}");
}

/// `fast` finds and replays solutions of large decks, `classic` those that it comes to.
#[test]
fn large_decks_are_solved() {
    for (deal, strategy) in [
        ("classroom,suits=8,ranks=20:1", "fast"),
        ("classroom,suits=5:1", "fast"),
        ("columns=16,cells=8:1", "short"),
        ("classroom,suits=8,ranks=3:1", "optimal"),
        ("classroom,suits=8,ranks=2:1", "classic"),
    ] {
        let position = FreeCellGame.deal(deal).expect("it is a deal");
        let mut engine = engine(&*position, strategy);
        while engine.run(1_000, None) == Outcome::MoreWork && engine.answer().is_none() {}
        check(&*position, &engine.answer().unwrap_or_else(|| panic!("{strategy} on {deal}")));
    }
}

/// The fewest cards are not the fewest moves: a run of two counts once, and saves one here.
#[test]
fn fewest_cards_are_no_proof_of_fewest_moves() {
    let params = "suits=2,ranks=8,columns=3,cells=3";
    let (rules, board) = dealt(params, 3);
    let position = Placed::boxed(rules, board);
    let fewer = "3a 31 3h 2b 2h 1h bh 23 32 3b a3 b3 1a 1b 12 a2 1a 1c 1h ah ch 2h 2h bh 2h 3h 21v2 2h 1h 1h 3h";
    let moves: Vec<String> = fewer.split(' ').map(str::to_owned).collect();
    check(&*position, &Answer { moves: moves.clone(), ..Answer::default() });
    let mut engine = engine(&*position, "optimal");
    assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
    let answer = engine.answer().expect("a solution");
    assert!(answer.length() > moves.len() as u64 && !answer.optimal, "{answer:?}");
    let cards = Measure { name: "cards", least: answer.length(), is_reached: true };
    assert_eq!((engine.lower_bound(), engine.measure()), (None, Some(cards)));
}

/// One move a card: then nothing is shorter, in moves either.
#[test]
fn cards_that_go_straight_home_are_the_shortest_way() {
    let (rules, board) = dealt("classroom,suits=2,ranks=6", 3);
    let mut engine = engine(&*Placed::boxed(rules, board), "optimal");
    assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
    assert!(engine.answer().is_some_and(|answer| answer.optimal && answer.length() == 12));
}

/// Verdict and figures of a run with a plan; solutions are replayed.
fn verdict(position: &dyn Position, plan: &Plan) -> (Outcome, Counters) {
    let mut engine = position.engine(plan).expect("the plan is possible");
    let outcome = engine.run(3_000, None);
    if let Some(answer) = engine.answer() {
        check(position, &answer);
    }
    (outcome, engine.counters())
}

#[test]
fn every_toggle_keeps_the_verdict_and_changes_the_search() {
    let small = [
        "cells=1,suits=2,ranks=5,columns=3",
        "cells=2,suits=3,ranks=4,columns=4,build=suit-other",
        "classroom,suits=2,ranks=4",
    ];
    let names = (1..=6).flat_map(|number: u64| small.map(|params| (params, number))).chain([("", 1), ("", 617)]);
    let positions: Vec<_> =
        names.map(|(params, number)| FreeCellGame.deal(&format!("{params}:{number}")).expect("it is a deal")).collect();
    let is_proof = |outcome: Outcome| matches!(outcome, Outcome::Solved | Outcome::Exhausted);
    for strategy in FreeCellGame.strategies() {
        let usual: Vec<_> = positions.iter().map(|position| verdict(&**position, &Plan::new(strategy))).collect();
        for toggle in strategy.toggles {
            let plan = Plan::new(strategy).with(toggle.name, !toggle.default);
            let mut changed = false;
            for (position, (outcome, counters)) in positions.iter().zip(&usual) {
                let (switched, figures) = verdict(&**position, &plan);
                if is_proof(*outcome) && is_proof(switched) {
                    assert_eq!(*outcome, switched, "{} with {} switched", strategy.name, toggle.name);
                }
                changed |= figures != *counters;
            }
            assert!(changed, "{} does nothing in {}", toggle.name, strategy.name);
        }
    }
}

/// Told apart by the order of their columns, positions are more, and the verdict is the same.
#[test]
fn canonical_columns_save_positions() {
    let mut saved = 0;
    for number in 1..=60 {
        let params = ["cells=0,suits=2,ranks=5,columns=4", "cells=1,suits=3,ranks=4,columns=3"][number as usize % 2];
        let (rules, board) = dealt(params, number);
        let position = Placed::boxed(rules, board);
        for strategy in ["prove", "optimal"] {
            let plan = Plan::new(FreeCellGame.strategy(strategy).expect("it is there"));
            let run = |on| {
                let mut engine = position.engine(&plan.clone().with("canonical-columns", on)).expect("it is possible");
                let outcome = engine.run(u64::MAX, None);
                (outcome, engine.answer().map(|answer| answer.length()), engine.counters().generated)
            };
            let (one, many) = (run(true), run(false));
            assert_eq!(one.0, many.0, "{strategy} on {number}");
            if strategy == "optimal" {
                assert_eq!(one.1, many.1, "{number}");
            }
            if one.0 == Outcome::Exhausted {
                assert!(one.2 <= many.2, "{strategy} on {number}");
                saved += u32::from(one.2 < many.2);
            }
        }
    }
    assert!(saved > 0);
}

#[test]
fn ordinary_deals_are_solved_and_11982_is_proven() {
    for number in [1, 2, 3, 164, 617] {
        let position = FreeCellGame.deal(&number.to_string()).expect("it is a deal");
        let mut engine = engine(&*position, "fast");
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved, "{number}");
        check(&*position, &engine.answer().expect("it is solved"));
    }
    let position = FreeCellGame.deal("11982").expect("it is a deal");
    let mut engine = engine(&*position, "prove");
    assert_eq!(engine.run(u64::MAX, None), Outcome::Exhausted);
    assert!(engine.refutation().expect("there is a reason").reason.contains("the search went through all"));
}

#[test]
fn work_in_slices_is_the_same_work() {
    let position = FreeCellGame.deal("5").expect("it is a deal");
    let small = FreeCellGame.deal("cells=1,suits=2,ranks=6,columns=4:9").expect("it is a deal");
    for (strategy, position, whole) in [
        ("fast", &position, 700),
        ("prove", &position, 700),
        ("short", &position, 3_000),
        ("classic", &position, 700),
        ("optimal", &small, 400),
    ] {
        let mut at_once = engine(&**position, strategy);
        let mut in_slices = engine(&**position, strategy);
        let end = at_once.run(whole, None);
        let mut spent = 0;
        for slice in [1, 2, 30, 67, 150].into_iter().cycle() {
            let slice = slice.min(whole - spent);
            in_slices.run(slice, None);
            spent += slice;
            if spent == whole {
                break;
            }
        }
        assert_eq!(at_once.counters(), in_slices.counters(), "{strategy}");
        assert_eq!(end, in_slices.run(0, None), "{strategy}");
        let moves = |engine: &dyn Engine| engine.answer().map(|answer| answer.moves);
        assert_eq!(moves(&*at_once), moves(&*in_slices), "{strategy}");
    }
}

/// What a step is judged to lead to is what laying the position out anew shows, and so is following it in place.
fn judged_as_if_laid_out<W: Width>(rules: &FreeCell, board: &Board, picks: &[u32]) {
    let deal = Deal::<W>::new(rules, board);
    let mut field = Field::new();
    field.unpack(&deal, deal.start);
    for (i, &pick) in picks.iter().enumerate() {
        let sums = Sums::of(&deal, &field);
        let mut list = Vec::new();
        Steps { deal: &deal, field: &field, into: &mut list }.single();
        // The start may have safe cards that no step has uncovered.
        let safe = i > 0 || !list.iter().any(|step| step.code == AT_HOME);
        let mut laid = Field::new();
        for &step in &list {
            let (key, judged) = try_step(&deal, &field, &sums, step, safe);
            laid.unpack(&deal, key);
            assert_eq!(Sums::of(&deal, &laid), judged);
            let mut followed = field.clone();
            followed.advance(&deal, step.card, key);
            assert_eq!(Sums::of(&deal, &followed), judged);
            assert_eq!(followed.column_count, laid.column_count);
        }
        if list.is_empty() {
            break;
        }
        let step = list[pick as usize % list.len()];
        let (key, _) = try_step(&deal, &field, &sums, step, safe);
        field.unpack(&deal, key);
    }
}

/// The outcome of a short run, its counters without the bytes, and the answer.
fn figures(engine: &mut dyn Engine) -> (Outcome, Counters, Option<Vec<String>>) {
    let outcome = engine.run(3_000, None);
    let moves = engine.answer().map(|answer| answer.moves);
    (outcome, Counters { memory: 0, ..engine.counters() }, moves)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn steps_are_judged_as_if_laid_out(params in all_variants(), number in 1..100_000u64, picks in prop::collection::vec(any::<u32>(), 30)) {
        let (rules, board) = dealt(&params, number);
        if !rules.variant.is_wide() {
            judged_as_if_laid_out::<Narrow>(&rules, &board, &picks);
        }
        judged_as_if_laid_out::<Wide>(&rules, &board, &picks);
    }

    /// Searches are the same whatever the room, where positions are told apart exactly.
    #[test]
    fn more_room_makes_no_other_search(params in variants(), number in 1..100_000u64) {
        let (rules, board) = dealt(&params, number);
        let rules = Arc::new(rules);
        for name in ["prove", "optimal"] {
            let plan = Plan::new(FreeCellGame.strategy(name).expect("it is there"));
            let narrow = figures(&mut *packed_engine::<Narrow>(&rules, &board, &plan));
            prop_assert_eq!(narrow, figures(&mut *packed_engine::<Wide>(&rules, &board, &plan)));
        }
    }

    /// A circle that the deadlock view tells of is a proof: an exhaustive search agrees.
    #[test]
    fn told_deadlocks_are_lost(params in variants(), number in 1..100_000u64, picks in prop::collection::vec(any::<u32>(), 25)) {
        let (rules, mut board) = dealt(&params, number);
        for pick in picks {
            let mut moves: Vec<Move> = Vec::new();
            rules.moves(&board, &mut moves);
            moves.retain(|mv| !mv.opens);
            let Some(mv) = moves.get(pick as usize % moves.len().max(1)) else { break };
            rules.apply(&mut board, mv);
            if let Some(deadlock) = deadlock::deadlock(&rules, &board) {
                prop_assert!(!deadlock.story.is_empty());
                prop_assert!(!deadlock.marks.is_empty());
                let position = Placed::boxed(rules, board);
                prop_assert_eq!(engine(&*position, "prove").run(u64::MAX, None), Outcome::Exhausted);
                break;
            }
        }
    }
}

#[test]
fn every_strategy_with_every_toggle_keeps_the_laws() {
    for (deal, fuel) in [
        ("1", 400),
        ("11982", 400),
        ("cells=2,suits=4,ranks=3,columns=4,build=colour,home=standard:5", 3_000),
        ("cells=1,suits=2,ranks=4,columns=3,build=suit-other,home=classroom:7", 3_000),
        ("cells=1,suits=6,ranks=2,columns=4,build=suit-other,home=classroom:7", 1_000),
        ("classroom,suits=8,ranks=20:1", 60),
    ] {
        let position = FreeCellGame.deal(deal).unwrap();
        for plan in FreeCellGame.strategies().iter().flat_map(laws::plans) {
            let name = format!("{deal} {} {:?}", plan.strategy.name, plan.heuristics());
            laws::check(&name, &|| position.engine(&plan).unwrap(), fuel);
            let limited = Plan { nodes: Some(150), max_moves: Some(40), ..plan };
            if let Ok(engine) = position.engine(&limited) {
                laws::check(&format!("{name}, limited"), &|| engine.fork(), fuel);
            }
        }
    }
}

/// What is told of nodes leads to their positions: the moves along a line can be made.
#[test]
fn told_moves_can_be_made() {
    #[derive(Default)]
    struct Lines(Vec<(Option<NodeId>, String)>);
    impl Observer for Lines {
        fn on(&mut self, event: &Event<'_>) {
            if let Event::Node(node) = event {
                self.0.push((node.parent, node.mv.map(ToString::to_string).unwrap_or_default()));
            }
        }
    }
    let deals = ["617", "classroom,suits=6,ranks=14:1"];
    let plans = FreeCellGame.strategies().iter().map(Plan::new);
    for (plan, deal) in plans.flat_map(|plan| deals.map(|deal| (plan.clone(), deal))) {
        let position = FreeCellGame.deal(deal).unwrap();
        let mut lines = Lines::default();
        position.engine(&plan).unwrap().run(300, Some(&mut lines));
        for mut at in (0..lines.0.len()).step_by(37) {
            let mut line = Vec::new();
            while let (Some(parent), mv) = &lines.0[at] {
                line.push(mv);
                at = *parent as usize;
            }
            let mut board = position.boxed_clone();
            for mv in line.into_iter().rev().flat_map(|mv| mv.split(' ')) {
                assert_eq!(board.play(mv).as_deref(), Ok(mv), "{}", plan.strategy.name);
            }
        }
    }
}

/// Figures 3.5 and 3.6 of the Moscow report: states that its memory considers identical.
#[test]
fn merged_memory_shows_both_boards_that_it_takes_for_one() {
    let position = FreeCellGame.deal("classroom,suits=3,ranks=8:2").unwrap();
    let plan = Plan::new(FreeCellGame.strategy("classic").unwrap());
    let mut engine = position.engine(&plan).unwrap();
    let exhibit = loop {
        let outcome = engine.run(1, None);
        if let Some(exhibit) = engine.standing().exhibit {
            break exhibit;
        }
        assert_eq!(outcome, Outcome::MoreWork, "no two boards were taken for one");
    };
    assert!(exhibit.text.lines().any(|line| line.starts_with("* ")), "{}", exhibit.text);
    let verdict = exhibit.text.lines().last().unwrap();
    assert!(verdict.contains("the one left out can"), "{verdict}");
    let mistaken = engine.counters().more.iter().find(|(name, _)| *name == "boards mistaken").unwrap().1;
    assert_eq!(mistaken, 1);
    let exact =
        Plan::new(FreeCellGame.strategy("classic").unwrap()).with("merged-memory", false).with("exact-memory", true);
    let mut engine = position.engine(&exact).unwrap();
    engine.run(20_000, None);
    assert_eq!(engine.standing().exhibit, None);
}
