//! The limit M of L. Repetto's paper: it follows the position, and the recursion is seen as it runs.

use super::*;
use crate::search::Detail;

/// From a row that a bad move led to, M is what a solution needs from there.
#[test]
fn the_limit_follows_the_position() {
    for (name, bad) in [("4", "3"), ("5", "4"), ("6", "3"), ("4,goal=ab-left", "3")] {
        let mut position = open(name);
        position.play(bad).unwrap();
        let needed = run_from(&*position, &plan("shortest")).length();
        for strategy in ["search-one", "search-all"] {
            let found = run_from(&*position, &plan(strategy));
            assert_eq!((found.outcome, found.length()), (Outcome::Solved, needed), "{name} after {bad}: {strategy}");
        }
    }
}

/// "Nessuna soluzione in M mosse o meno": the bound says M + 1.
#[test]
fn nothing_within_m_moves_is_a_bound_of_one_more() {
    let mut engine = open("5").engine(&within("search-one", 4)).unwrap();
    assert_eq!(engine.run(u64::MAX, None), Outcome::Limit(Limit::Depth));
    assert_eq!(engine.lower_bound(), Some(5));
}

#[test]
fn search_all_lists_what_it_finds_by_itself() {
    let eight = run("3", &within("search-all", 5)).answer.unwrap();
    assert_eq!((eight.all.len(), eight.lists_all), (8, true));
    let one = run("4", &plan("search-one")).answer.unwrap();
    assert_eq!((one.all.len(), one.lists_all), (0, false));
}

/// `SearchOne(T, m)` in the paper: each call has one move less than the one before it, and i is the move being tried.
#[test]
fn the_recursion_is_a_stack_of_calls_with_m_left() {
    let mut engine = open("4").engine(&within("search-one", 4)).unwrap();
    for _ in 0..4 {
        engine.run(1, None);
    }
    let calls = ["SearchOne m=4 i=2", "SearchOne m=3 i=0", "SearchOne m=2 i=3"].map(str::to_owned);
    let told = [Detail::line("at most 4 moves"), Detail::Calls { above: 0, lines: calls.into() }];
    assert_eq!(engine.details(), told);
    let standing = engine.standing();
    assert_eq!((standing.stack.len(), standing.stack[0].depth), (3, 3));
}
