//! Fourteen as a whole: the examples and properties that hold across its files.

use super::*;
use crate::search::{Counters, Event, Observer, Outcome, Status};

fn open(name: &str) -> Box<dyn Position> {
    let packs = GAME.packs().iter().map(|text| crate::workbench::packs::Pack::read(text).expect("a good pack"));
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

fn solve(position: &dyn Position, strategy: &str) -> (Outcome, Option<Vec<String>>) {
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

/// Steps at which deadlocks were reported.
#[derive(Default)]
struct Deadlocks(Vec<u32>, Vec<String>);

impl Observer for Deadlocks {
    fn on(&mut self, event: &Event<'_>) {
        if let Event::Dead { depth, why, .. } = event {
            self.0.push(depth + 1);
            self.1.push(why.to_string());
        }
    }
}

fn classic(name: &str, plan: &Plan) -> (Outcome, Counters, Vec<String>, Deadlocks) {
    let mut engine = open(name).engine(plan).unwrap();
    let mut deadlocks = Deadlocks::default();
    let outcome = engine.run(u64::MAX, Some(&mut deadlocks));
    (outcome, engine.counters(), engine.answer().map(|answer| answer.moves).unwrap_or_default(), deadlocks)
}

#[test]
fn classic_repeats_the_first_published_run() {
    let plan = Plan::new(GAME.strategy("classic").unwrap());
    let (outcome, counters, moves, deadlocks) = classic("duchi-1", &plan);
    assert_eq!(outcome, Outcome::Solved);
    assert_eq!(counters.more[..2], [("moves made", 26), ("taken back", 0)]);
    assert_eq!(moves[..3], ["3-6", "4-6", "8-9"]);
    assert_eq!(moves[24..], ["6-11", "3-4"]);
    assert!(deadlocks.0.is_empty());
}

#[test]
fn classic_repeats_the_second_published_run() {
    let plan = Plan::new(GAME.strategy("classic").unwrap());
    let (outcome, counters, moves, deadlocks) = classic("duchi-2", &plan);
    assert_eq!(outcome, Outcome::Solved);
    assert_eq!(counters.more[..2], [("moves made", 29), ("taken back", 3)]);
    assert_eq!(deadlocks.0, [11, 10]);
    assert_eq!(moves[..4], ["3-8", "4-8", "2-11", "1-5"]);
    assert_eq!(moves[23..], ["5-10", "3-9", "1-2"]);
    println!("{}", deadlocks.1[0]);
}

#[test]
fn without_the_quirk_the_second_run_reports_eleven_deadlocks() {
    let plan = Plan::new(GAME.strategy("classic").unwrap()).with("step-quirk", false);
    let (outcome, _, _, deadlocks) = classic("duchi-2", &plan);
    assert_eq!((outcome, deadlocks.0.len()), (Outcome::Solved, 11));
}
