use std::collections::{HashMap, VecDeque};

use super::*;

/// Distances of all rows to the goal, by walking back from it.
fn distances(rules: &Counters, start: &State) -> HashMap<Vec<Place>, u32> {
    let mut all = vec![start.clone()];
    let mut seen: HashMap<Vec<Place>, u32> = HashMap::from([(start.row.clone(), 0)]);
    let mut at = 0;
    while at < all.len() {
        for next in successors(rules, &all[at]) {
            if seen.insert(next.row.clone(), 0).is_none() {
                all.push(next);
            }
        }
        at += 1;
    }
    let mut distance: HashMap<Vec<Place>, u32> = HashMap::new();
    let mut queue: VecDeque<State> = all.iter().filter(|state| rules.is_solved(state)).cloned().collect();
    distance.extend(queue.iter().map(|state| (state.row.clone(), 0)));
    while let Some(state) = queue.pop_front() {
        let far = distance[&state.row] + 1;
        for next in successors(rules, &state) {
            distance.entry(next.row.clone()).or_insert_with(|| {
                queue.push_back(next);
                far
            });
        }
    }
    distance
}

fn successors(rules: &Counters, state: &State) -> Vec<State> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let make = |step: &Step| {
        let mut next = state.clone();
        rules.apply(&mut next, step);
        next
    };
    moves.iter().map(make).collect()
}

#[test]
fn never_promise_too_much() {
    let names = [
        "3",
        "4",
        "4,goal=ab-left",
        "4,goal=ba-any",
        "4,goal=ab-any",
        "3,free=4",
        "3,goal=ba-any,free=3",
        "4,reversed",
        "4,k=3",
        "4,k=3,reversed,goal=ba-left",
        "start=__AABB,goal=BABA__",
        "start=AAA__BBB,goal=ABABAB__",
    ];
    for name in names {
        let (rules, start) = placed(name);
        let distances = distances(&rules, &start);
        for (row, &distance) in &distances {
            let state = State::new(row.clone());
            assert!(rules.bound(&state) <= distance, "{name}: {row:?} is {distance} away");
        }
        let shortest = run(name, &plan("shortest"));
        match distances.get(&start.row) {
            Some(&distance) => assert_eq!(shortest.length(), distance as usize, "{name}"),
            None => assert_eq!(shortest.outcome, Outcome::Exhausted, "{name}"),
        }
    }
}

#[test]
fn every_combination_of_toggles_finds_the_same_length() {
    for name in ["5", "4,goal=ab-right", "4,k=3", "3,free=3"] {
        let lengths = [(true, true), (true, false), (false, true), (false, false)].map(|(bound, memory)| {
            let plan = plan("shortest").with("lower-bound", bound).with("memory", memory);
            run(name, &plan).length()
        });
        assert!(lengths.iter().all(|&length| length == lengths[0]), "{name}: {lengths:?}");
    }
}

#[test]
fn a_count_tells_the_nodes_of_each_bound_once() {
    let run = run("4,free=3", &plan("count"));
    let bounds: Vec<u64> = run.figures.iterations.iter().map(|iteration| iteration.bound).collect();
    assert!(bounds.is_sorted_by(|low, high| low < high) && bounds.len() > 1, "{bounds:?}");
    let nodes: u64 = run.figures.iterations.iter().map(|iteration| iteration.nodes).sum();
    assert_eq!(nodes, run.figures.generated);
}

#[test]
fn the_lower_bound_saves_nodes() {
    for strategy in ["search-one", "search-all", "shortest"] {
        let with = run("5", &plan(strategy).with("lower-bound", true));
        let without = run("5", &plan(strategy).with("lower-bound", false));
        assert!(with.figures.generated * 2 < without.figures.generated, "{strategy}");
        assert_eq!(with.length(), without.length());
    }
}

#[test]
fn limits_are_kept() {
    for strategy in ["shortest", "search-one", "search-all", "count"] {
        let mut plan = plan(strategy);
        plan.nodes = Some(50);
        let run = run("6,goal=ab-left", &plan);
        assert_eq!(run.outcome, Outcome::Limit(Limit::Nodes), "{strategy}");
        assert!(run.figures.generated <= 50);
    }
    for strategy in ["shortest", "count"] {
        let mut plan = plan(strategy);
        plan.memory = 1 << 16;
        assert_eq!(run("12,goal=ab-left", &plan).outcome, Outcome::Limit(Limit::Memory), "{strategy}");
    }
    assert_eq!(run("6", &within("shortest", 5)).outcome, Outcome::Limit(Limit::Depth));
}

#[test]
fn a_count_shows_the_row_that_it_has_expanded() {
    let position = open("5");
    let mut engine = position.engine(&plan("count")).unwrap();
    let mut deepest = 0;
    while engine.run(1, None) == Outcome::MoreWork {
        let path = engine.focus().path;
        // The last row of a layer is still shown when the next layer begins.
        let layer = engine.counters().depth as usize;
        assert!(path.len() == layer || path.len() + 1 == layer, "{path:?} in layer {layer}");
        let mut replay = position.boxed_clone();
        for mv in &path {
            replay.play(mv).expect("a legal move");
        }
        deepest = deepest.max(path.len());
    }
    assert_eq!(deepest, 4, "the goal itself is not expanded");
    assert_eq!(engine.focus().path, engine.answer().unwrap().moves);
    assert_eq!(engine.details()[0], crate::search::Detail::figure("shortest solutions", 1_u64));
}
