//! Fourteen as a whole: the examples and properties that hold across its files.

use super::*;
use crate::search::{Outcome, Status};

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
