//! Fourteen as a whole: the examples and properties that hold across its files.

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, prop_assume, proptest};
use proptest::strategy::Strategy as Chosen;

use super::*;
use crate::search::{Cell, Outcome, Rules, Status};
use crate::workbench::packs::Pack;

pub fn open(name: &str) -> Box<dyn Position> {
    let packs = GAME.profile().packs.iter().map(|text| Pack::read(text).expect("a good pack"));
    let entry = packs.flat_map(|pack| pack.puzzles).find(|entry| entry.name == name).expect("a puzzle of this name");
    entry.open(&GAME).expect("a good puzzle")
}

#[test]
fn depth_first_wins_the_published_deals() {
    for name in ["duchi-1", "duchi-2"] {
        let mut position = open(name);
        let mut engine = position.engine(&Plan::new(GAME.strategy("dfs").unwrap())).unwrap();
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
        for mv in engine.answer().unwrap().moves {
            position.play(&mv).unwrap();
        }
        assert_eq!(position.status(), Status::Solved);
    }
}

/// The verdicts of deals 1 to 200, `1` for winnable, found by an independent exhaustive search.
const VERDICTS: &str = "\
    1111011001111111110111111111111111111111111111110111111111111011111111111111111111011111101111111111\
    1111101111011111111111110111111111111111110111111111111101111111111111111111111111111111011111111011";

pub fn solve(position: &dyn Position, strategy: &str) -> (Outcome, Option<Vec<String>>) {
    let mut engine = position.engine(&Plan::new(GAME.strategy(strategy).unwrap())).unwrap();
    let outcome = engine.run(u64::MAX, None);
    (outcome, engine.answer().map(|answer| answer.moves))
}

fn replays(position: &dyn Position, moves: &[String]) -> bool {
    let mut position = position.boxed_clone();
    moves.iter().all(|mv| position.play(mv).is_ok()) && position.status() == Status::Solved
}

#[test]
fn exact_agrees_with_two_hundred_known_verdicts() {
    for (number, verdict) in (1..).zip(VERDICTS.chars()) {
        let position = Placed::boxed(deal(number), State::default());
        match (solve(&*position, "exact"), verdict) {
            ((Outcome::Solved, Some(moves)), '1') => assert!(replays(&*position, &moves), "deal {number}"),
            ((Outcome::Exhausted, None), '0') => assert!(position.deadlock().is_some(), "deal {number}"),
            ((outcome, _), verdict) => panic!("deal {number}: {outcome:?}, known as {verdict}"),
        }
    }
}

/// The published deadlocks, and the move in their place that wins.
#[test]
fn both_published_deadlocks_are_lost_and_another_move_wins() {
    let line = "3-8 4-8 2-11 1-5 9-12 6-9 4-6 2-5 2-3 4-6";
    let mut position = open("duchi-2");
    for (step, mv) in (1..).zip(line.split(' ')) {
        let lost = step >= 9;
        if step == 9 {
            let mut other = position.clone();
            other.play("1-2").unwrap();
            assert_eq!(solve(&*other, "exact").0, Outcome::Solved);
        }
        position.play(mv).unwrap();
        assert_eq!(position.deadlock().is_some(), lost, "after {step} moves");
        assert_eq!(solve(&*position, "exact").0 == Outcome::Exhausted, lost, "after {step} moves");
    }
}

#[test]
fn the_waiting_circle_of_the_report_is_told() {
    let position = GAME.read("1|13|6 10 5|2|12|4 8|9|3|11", &Options::new()).unwrap();
    let deadlock = position.deadlock().expect("it is lost");
    assert_eq!(
        deadlock.story,
        "6 in column 3 waits for an 8; the 8 in column 6 lies behind a 4; the 4 waits for the 10 in column 3, \
         behind that same 6"
    );
    let cells: Vec<Cell> = deadlock.marks.iter().map(|mark| mark.cell).collect();
    assert_eq!(cells, [2, 3, 7, 8]);
}

#[test]
fn ranks_that_cannot_pair_up_are_told() {
    for (text, story) in [
        ("6 8|8", "one 6 and two 8s cannot pair up: their numbers differ"),
        ("7|7|7", "three 7s cannot pair up: one is left over"),
        ("13", "no 1 and one 13 cannot pair up: their numbers differ"),
        ("6 8|1|13", "6 in column 1 can never be paired: every 8 left lies in the same column"),
    ] {
        let position = GAME.read(text, &Options::new()).unwrap();
        assert_eq!(position.deadlock().map(|deadlock| deadlock.story).as_deref(), Some(story), "{text}");
        let mut engine = position.engine(&Plan::new(&STRATEGIES[0])).unwrap();
        assert_eq!(engine.run(u64::MAX, None), Outcome::Exhausted);
        assert_eq!(engine.refutation().unwrap().reason, story);
    }
}

/// Small positions: few ranks in few columns, so that an exhaustive search is quick.
fn small_position() -> impl Chosen<Value = Fourteen> {
    let couples = proptest::collection::vec((0_u8..7, any::<u8>()), 1..10);
    (couples, 2_usize..6, any::<u64>(), any::<bool>()).prop_map(|(couples, columns, seed, uneven)| {
        let (mut cards, mut seen) = (Vec::new(), [0; 14]);
        for (couple, _) in couples {
            let pair = [couple + 1, 13 - couple];
            if pair.iter().all(|&rank| seen[rank as usize] + 1 + u8::from(couple == 6) <= 4) {
                for rank in pair {
                    seen[rank as usize] += 1;
                }
                cards.extend(pair);
            }
        }
        if uneven && seed % 8 == 0 {
            cards.pop();
        }
        let mut random = seed;
        let mut next = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % n
        };
        let mut table = vec![Vec::new(); columns];
        while !cards.is_empty() {
            let card = cards.swap_remove(next(cards.len()));
            table[next(columns)].push(card);
        }
        Fourteen::new(&table)
    })
}

/// Whether any line of play clears the table, by trying them all.
fn can_be_won(rules: &Fourteen, state: &State, seen: &mut std::collections::HashMap<State, bool>) -> bool {
    if let Some(&known) = seen.get(state) {
        return known;
    }
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let won = rules.is_cleared(state)
        || moves.iter().any(|mv| {
            let mut next = *state;
            rules.apply(&mut next, mv);
            can_be_won(rules, &next, seen)
        });
    seen.insert(*state, won);
    won
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_deadlock_is_told_exactly_where_exhaustive_search_finds_no_win(rules in small_position()) {
        let start = State::default();
        let won = can_be_won(&rules, &start, &mut std::collections::HashMap::new());
        prop_assert_eq!(deadlock::explain(&rules, &start).is_none(), won);
        prop_assert!(!won || deadlock::quick_story(&rules, &start).is_none());
        let position = Placed::boxed(rules, start);
        for strategy in ["exact", "dfs"] {
            let (outcome, moves) = solve(&*position, strategy);
            prop_assert_eq!(outcome == Outcome::Solved, won, "{}", strategy);
            prop_assert!(!won || replays(&*position, &moves.unwrap()), "{}", strategy);
        }
    }

    #[test]
    fn every_text_form_reads_back(rules in small_position(), drop in 0_usize..4) {
        let mut state = State::default();
        for _ in 0..drop {
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            moves.first().iter().for_each(|mv| rules.apply(&mut state, mv));
        }
        prop_assume!(!rules.is_cleared(&state));
        let position = Placed::boxed(rules.clone(), state);
        for form in GAME.profile().forms {
            let text = position.text(form.name).unwrap();
            let read = text::read(&text).unwrap();
            prop_assert_eq!(read.columns(&State::default()), rules.columns(&state), "{}", form.name);
        }
        prop_assert_eq!(text::read(&text::line(&rules, &state)).unwrap().columns(&State::default()), rules.columns(&state));
    }
}

#[test]
fn every_puzzle_of_the_packs_is_what_it_says() {
    for pack in GAME.profile().packs.iter().map(|text| Pack::read(text).expect("a good pack")) {
        for entry in pack.puzzles {
            let position = entry.open(&GAME).expect("a good puzzle");
            let (outcome, moves) = solve(&*position, "exact");
            assert_eq!(outcome == Outcome::Exhausted, entry.unsolvable, "{}", entry.name);
            assert_eq!(moves.map(|moves| moves.len() as u64), entry.best, "{}", entry.name);
        }
    }
}
