use super::*;

#[test]
fn search_all_finds_what_the_class_found() {
    for n in [1, 2] {
        let none = run(&n.to_string(), &within("search-all", 6));
        assert_eq!(none.outcome, Outcome::Limit(Limit::Depth));
    }
    assert_eq!(run("3", &within("search-all", 3)).outcome, Outcome::Limit(Limit::Depth));
    let three = run("3", &within("search-all", 4));
    assert_eq!((three.outcome, three.solutions(), three.length()), (Outcome::Solved, Some(2), 4));
    for n in 4..=6 {
        let one = run(&n.to_string(), &within("search-all", n));
        assert_eq!((one.solutions(), one.length() as u64), (Some(1), n));
        assert!(one.answer.unwrap().optimal);
    }
}

#[test]
fn search_one_takes_the_first_and_not_the_shortest() {
    let five = run("4", &within("search-one", 5));
    assert_eq!(five.moves(), "3 7 4 1 8");
    assert!(!five.answer.unwrap().optimal);
    assert_eq!(run("4", &within("search-one", 4)).moves(), "7 4 1 8");
}

#[test]
fn search_all_stops_a_line_at_success() {
    let mut all = within("search-all", 5);
    all.all = true;
    let eight = run("3", &all);
    assert_eq!(eight.solutions(), Some(8));
    let lists = eight.answer.unwrap().all;
    assert_eq!(lists.len(), 8);
    let start = open("3");
    for list in lists {
        let mut replay = start.boxed_clone();
        for (i, mv) in list.iter().enumerate() {
            assert_eq!(replay.status(), Status::Open, "solved before move {i} of {list:?}");
            replay.play(mv).unwrap();
        }
        assert_eq!(replay.status(), Status::Solved);
    }
}

#[test]
fn too_few_moves_is_a_limit_and_no_proof() {
    let short = run("5", &within("search-one", 4));
    assert_eq!(short.outcome, Outcome::Limit(Limit::Depth));
    assert!(short.answer.is_none());
}

#[test]
fn two_of_each_colour_cannot_be_sorted() {
    for (name, rows) in [("1", 2), ("2", 10)] {
        let none = run(name, &plan("shortest"));
        assert_eq!(none.outcome, Outcome::Exhausted);
        let seen = none.figures.more.iter().find(|(name, _)| *name == "rows seen").unwrap().1;
        assert_eq!(seen, rows);
        assert_eq!(run(name, &plan("count")).outcome, Outcome::Exhausted);
        assert_eq!(run(name, &plan("construct")).outcome, Outcome::Exhausted);
    }
}

#[test]
fn the_other_goals_take_one_move_more() {
    for n in 4..=8 {
        for (goal, more) in [("ba-right", 0), ("ab-left", 1), ("ab-right", 1), ("ba-left", 1)] {
            let name = format!("{n},goal={goal}");
            assert_eq!(run(&name, &plan("shortest")).length(), n + more, "{name}");
        }
    }
}

#[test]
fn counts_of_shortest_solutions() {
    for (n, solutions) in [(3, 2), (4, 1), (5, 1), (6, 1), (7, 2), (8, 16), (9, 32), (10, 96), (11, 288), (12, 2592)] {
        let count = run(&format!("{n}"), &plan("count"));
        assert_eq!(count.solutions(), Some(solutions), "N = {n}");
        assert_eq!(count.answer.unwrap().length(), if n == 3 { 4 } else { n });
    }
}

#[test]
fn the_conjecture_agrees_with_the_counts() {
    let formula = |n: usize| placed(&n.to_string()).0.family.and_then(construct::Family::conjecture);
    let values: Vec<_> = (3..=12).map(formula).collect();
    let expected = [1, 1, 1, 2, 16, 32, 96, 288, 2592].map(Some);
    assert_eq!(values[0], None);
    assert_eq!(values[1..], expected);
    assert_eq!(formula(16), Some(1_658_880));
}

/// No move is a solution too, and the only shortest one.
#[test]
fn a_sorted_row_has_one_shortest_solution() {
    for lower_bound in [true, false] {
        let counted = run("start=BBAA__", &plan("count").with("lower-bound", lower_bound));
        assert_eq!((counted.length(), counted.solutions()), (0, Some(1)), "lower-bound {lower_bound}");
    }
}
