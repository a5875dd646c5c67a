//! The packs that come with the game, and boards of a wanted length.

use super::{GAME, solve};
use crate::games::Game;
use crate::search::Plan;
use crate::workbench::packs::Pack;

#[test]
fn every_puzzle_opens_and_its_verdict_is_right() {
    let mut names = Vec::new();
    for text in GAME.profile().packs {
        for entry in Pack::read(text).unwrap().puzzles {
            let position = entry.open(&GAME).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(position.deadlock().is_some(), entry.unsolvable, "{}", entry.name);
            names.push(entry.name);
        }
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn best_lengths_of_the_quick_ones_are_right() {
    let packs = GAME.profile().packs.iter().flat_map(|text| Pack::read(text).unwrap().puzzles);
    for entry in packs.filter(|entry| entry.best.is_some_and(|best| best <= 40)) {
        let position = entry.open(&GAME).unwrap();
        // Databases of the largest boards take longer to build than these take without.
        let quick = Plan::new(GAME.strategy("ida*").unwrap()).with("linear-conflict", true);
        let is_large = entry.best.is_some() && position.default_strategy().name == "short";
        let plan = quick.with("pdb", !is_large);
        let (answer, _) = solve(&*position, &plan);
        assert_eq!((Some(answer.length()), answer.optimal), (entry.best, true), "{}", entry.name);
    }
}

/// One rule for all packs, by the best known length.
fn level(best: u64) -> &'static str {
    match best {
        ..=20 => "easy",
        21..=40 => "medium",
        41..=60 => "hard",
        _ => "expert",
    }
}

#[test]
fn levels_go_by_the_length_of_the_shortest_solution() {
    for entry in GAME.profile().packs.iter().flat_map(|text| Pack::read(text).unwrap().puzzles) {
        let expected = if entry.unsolvable { "" } else { entry.best.map_or("expert", level) };
        assert_eq!(entry.level, expected, "{}", entry.name);
    }
}

#[test]
fn lengths_that_hardly_any_board_has_are_found_near_the_farthest() {
    for (params, length) in
        [("3x4,moves=53", 53), ("4x3,moves=50", 50), ("2x6,moves=80", 80), ("6x2,goal=blank-first,moves=78", 78)]
    {
        let position = GAME.deal(&format!("{params}:7")).unwrap();
        let (answer, _) = solve(&*position, &Plan::new(position.default_strategy()));
        assert_eq!(answer.length(), length, "{params}");
    }
}

#[test]
fn boards_of_a_wanted_length() {
    for (params, low, high) in [
        ("4x4,moves=40..45", 40, 45),
        ("3x3,moves=26..28", 26, 28),
        ("4x4,moves=8..10", 8, 10),
        ("2x3,moves=12", 12, 12),
        ("3x3,moves=31..31", 31, 31),
    ] {
        let position = GAME.deal(&format!("{params}:7")).unwrap();
        let (answer, _) = solve(&*position, &Plan::new(position.default_strategy()));
        assert!((low..=high).contains(&answer.length()), "{params}: {}", answer.length());
    }
    assert_eq!(GAME.deal("4x4,moves=40..45:7").unwrap().line(), "8 5 3 15 1 10 6 0 9 2 4 7 14 12 11 13");
    for (params, why) in [
        ("2x2,moves=7..9", "every 2x2 board is solved in 6 moves or fewer"),
        ("4x4,moves=81..90", "every 4x4 board is solved in 80 moves or fewer"),
        ("5x5,moves=90..100", "up to 60 above 4x4"),
        ("4x4,moves=45..40", "A not above B, found \"45..40\""),
        ("4x4,moves=0..3", "from 1 to 999"),
        ("4x4,moves=1..4000000000", "from 1 to 999"),
    ] {
        let error = GAME.deal(&format!("{params}:1")).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(why), "{params}: {error}");
    }
}
