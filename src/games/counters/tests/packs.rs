use super::*;
use crate::workbench::packs::Pack;

#[test]
fn best_lengths_are_minima() {
    for text in GAME.profile().packs {
        for entry in Pack::read(text).unwrap().puzzles {
            let position = entry.open(&GAME).unwrap();
            let run = run_from(&*position, &Plan::new(position.default_strategy()));
            match run.answer {
                Some(answer) => {
                    assert!(answer.optimal, "{}", entry.name);
                    assert_eq!(entry.best, Some(answer.length()), "{}", entry.name);
                }
                None => assert!(run.outcome == Outcome::Exhausted && entry.unsolvable, "{}", entry.name),
            }
        }
    }
}
