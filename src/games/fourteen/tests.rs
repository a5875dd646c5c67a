//! Fourteen as a whole: the examples and properties that hold across its files.

use super::*;
use crate::search::Outcome;

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
        assert_eq!(position.status(), crate::search::Status::Solved);
    }
}
