//! The generic engines held against plain searches on small random puzzles.

mod games;
mod maze;
mod plain;
mod time;

use std::sync::Arc;

use maze::{Maze, Prejudice, Sight, mazes};
use proptest::prelude::*;
use rompicapo::search::{
    self, Blind, Engine, Guide, Limit, Outcome, Plan, PlanError, Remember, Rules, Status, Strategy, laws,
};

static STRATEGY: Strategy =
    Strategy { name: "test", about: "stands in for any strategy", toggles: &[], anytime: false, weight: None };

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Dfs(Remember),
    AStar,
    Bfs,
}

use Kind::{AStar, Bfs, Dfs};

const KINDS: [Kind; 4] = [Dfs(Remember::Path), Dfs(Remember::States), AStar, Bfs];

fn start<R: Rules + Clone, G: Guide<R>>(
    kind: Kind,
    rules: &R,
    state: &R::State,
    guide: G,
    plan: &Plan,
) -> Result<Box<dyn Engine>, PlanError> {
    let rules = Arc::new(rules.clone());
    match kind {
        Dfs(remember) => search::depth_first(&rules, state, guide, plan, remember),
        AStar => search::a_star(&rules, state, guide, plan),
        Bfs => search::breadth_first(&rules, state, guide, plan),
    }
}

fn engine<G: Guide<Maze>>(kind: Kind, maze: &Maze, guide: G, plan: &Plan) -> Box<dyn Engine> {
    start(kind, maze, &0, guide, plan).expect("the plan is fine")
}

/// A plan that ends soon even where a strategy would go in circles.
fn short_plan() -> Plan {
    Plan { nodes: Some(3000), ..Plan::new(&STRATEGY) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finds_a_solution_exactly_where_there_is_one(maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20)) {
        let shortest = maze.shortest(0);
        for kind in KINDS {
            let mut engine = engine(kind, &maze, Sight::of(&maze, &clear), &short_plan());
            let outcome = engine.run(u64::MAX, None);
            let answer = engine.answer();
            match (shortest, outcome) {
                (Some(_), Outcome::Solved) => {
                    let answer = answer.expect("solved is an answer");
                    prop_assert!(maze.solves(&answer.moves), "{kind:?}: {:?}", answer.moves);
                }
                (None, Outcome::Exhausted) => prop_assert!(answer.is_none() && engine.refutation().is_some()),
                (_, outcome) => prop_assert!(false, "{kind:?}: {outcome:?} where the shortest is {shortest:?}"),
            }
        }
    }

    #[test]
    fn shortest_where_it_says_so(maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20)) {
        let Some(shortest) = maze.shortest(0) else { return Ok(()) };
        for kind in KINDS {
            let mut engine = engine(kind, &maze, Sight::of(&maze, &clear), &short_plan());
            if engine.run(u64::MAX, None) != Outcome::Solved {
                continue;
            }
            let answer = engine.answer().expect("solved");
            let optimal = answer.length() == u64::from(shortest);
            prop_assert!(optimal || !answer.optimal, "{kind:?} calls {} optimal", answer.length());
            prop_assert!(engine.lower_bound().expect("a fair guide") <= u64::from(shortest));
            if !matches!(kind, Dfs(_)) {
                prop_assert!(answer.optimal, "{kind:?} found {}, the shortest is {shortest}", answer.length());
            }
        }
    }

    #[test]
    fn weighted_is_within_its_bound(
        maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20), weight in 1.0f64..4.0,
    ) {
        let Some(shortest) = maze.shortest(0) else { return Ok(()) };
        let plan = Plan { weight: Some(weight), ..short_plan() };
        let mut engine = engine(AStar, &maze, Sight::of(&maze, &clear), &plan);
        prop_assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
        let answer = engine.answer().expect("solved");
        prop_assert!(maze.solves(&answer.moves));
        prop_assert!(answer.length() as f64 <= weight * f64::from(shortest));
        prop_assert!(engine.lower_bound().expect("a fair guide") <= u64::from(shortest));
        prop_assert!(!answer.optimal || answer.length() == u64::from(shortest));
    }

    #[test]
    fn every_engine_keeps_the_laws(
        maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20), memory in 2000usize..20_000,
    ) {
        for kind in KINDS {
            let plan = Plan { nodes: Some(400), ..short_plan() };
            let start = || engine(kind, &maze, Sight::of(&maze, &clear), &plan);
            laws::check(&format!("{kind:?}"), &start, 1000);
            let narrow = Plan { memory, ..plan.clone() };
            laws::check(&format!("{kind:?} in {memory}"), &|| engine(kind, &maze, Blind, &narrow), 1000);
        }
    }

    #[test]
    fn the_node_limit_is_exact(maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20), limit in 0u64..60) {
        for kind in KINDS {
            let mut free = engine(kind, &maze, Sight::of(&maze, &clear), &short_plan());
            let verdict = free.run(u64::MAX, None);
            let needed = free.counters().generated;
            let plan = Plan { nodes: Some(limit), ..short_plan() };
            let mut limited = engine(kind, &maze, Sight::of(&maze, &clear), &plan);
            if needed <= limit {
                prop_assert_eq!(limited.run(u64::MAX, None), verdict);
                prop_assert_eq!(limited.counters().generated, needed);
            } else {
                prop_assert_eq!(limited.run(u64::MAX, None), Outcome::Limit(Limit::Nodes));
                prop_assert_eq!(limited.counters().generated, limit);
            }
        }
    }

    #[test]
    fn within_allowed_moves(maze in mazes(false), clear in prop::collection::vec(0u8..5, 1..20), max in 0u32..8) {
        let shortest = maze.shortest(0);
        let plan = Plan { max_moves: Some(u64::from(max)), ..short_plan() };
        let far = maze.distances(0);
        let beyond = far.iter().any(|(&place, &d)| d == max && !maze.ways[place as usize].is_empty());
        for kind in KINDS {
            let outcome = engine(kind, &maze, Blind, &plan).run(u64::MAX, None);
            let guided = engine(kind, &maze, Sight::of(&maze, &clear), &plan).run(u64::MAX, None);
            if shortest.is_some_and(|shortest| shortest <= max) {
                prop_assert_eq!(outcome, Outcome::Solved);
                prop_assert_eq!(guided, Outcome::Solved);
                continue;
            }
            prop_assert!(guided == Outcome::Limit(Limit::Depth) || (guided == Outcome::Exhausted && shortest.is_none()));
            // Without memory one goes in circles up to the limit, even where there is nothing beyond it.
            let sure = matches!(kind, Dfs(Remember::States) | Bfs | AStar);
            if beyond {
                prop_assert_eq!(outcome, Outcome::Limit(Limit::Depth), "{:?}", kind);
            } else if sure {
                prop_assert_eq!(outcome, Outcome::Exhausted, "{:?}", kind);
            }
        }
    }

    #[test]
    fn an_unsound_cut_proves_nothing(maze in mazes(false)) {
        for kind in KINDS {
            let mut engine = engine(kind, &maze, Prejudice, &short_plan());
            let outcome = engine.run(u64::MAX, None);
            prop_assert!(matches!(outcome, Outcome::Solved | Outcome::Limit(Limit::Incomplete | Limit::Nodes)));
            prop_assert!(engine.answer().is_none_or(|answer| !answer.optimal));
            prop_assert_eq!(engine.lower_bound(), None);
        }
    }

    #[test]
    fn all_solutions_are_listed(maze in mazes(true), max in 1u64..12) {
        let plan = Plan { all: true, max_moves: Some(max), ..Plan::new(&STRATEGY) };
        let mut engine = engine(Dfs(Remember::Nothing), &maze, Blind, &plan);
        let outcome = engine.run(u64::MAX, None);
        let expected = plain::all(&maze, max as usize);
        if expected.is_empty() {
            prop_assert_ne!(outcome, Outcome::Solved);
        } else {
            prop_assert_eq!(outcome, Outcome::Solved);
            let answer = engine.answer().expect("solved");
            prop_assert_eq!(answer.solutions, Some(expected.len() as u64));
            prop_assert_eq!(answer.all, expected);
        }
    }

    #[test]
    fn nodes_are_those_of_a_plain_search(maze in mazes(false)) {
        let nodes = |kind| {
            let mut engine = engine(kind, &maze, Blind, &Plan::new(&STRATEGY));
            engine.run(u64::MAX, None);
            engine.counters().generated
        };
        prop_assert_eq!(nodes(Dfs(Remember::States)), plain::depth_first(&maze));
        prop_assert_eq!(nodes(Bfs), plain::breadth_first(&maze));
    }
}

/// An endless tree without a goal: only a limit ends its search.
#[derive(Clone)]
struct Endless;

impl Rules for Endless {
    type State = u64;
    type Move = u8;
    type Undo = u64;

    fn moves(&self, _state: &u64, into: &mut Vec<u8>) {
        into.extend(1..=3);
    }

    fn apply(&self, state: &mut u64, mv: &u8) -> u64 {
        std::mem::replace(state, state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(u64::from(*mv)))
    }

    fn undo(&self, state: &mut u64, _mv: &u8, undo: &u64) {
        *state = *undo;
    }

    fn status(&self, _state: &u64) -> Status {
        Status::Open
    }

    fn read_move(&self, _state: &u64, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("{text} is no number"))
    }
}

#[test]
fn the_memory_cap_holds() {
    for kind in [Dfs(Remember::Nothing), Dfs(Remember::Path), Dfs(Remember::States), AStar, Bfs] {
        for cap in [0, 1000, 20_000, 100_000, 1_000_000] {
            let plan = Plan { memory: cap, nodes: Some(2_000_000), ..Plan::new(&STRATEGY) };
            let mut engine = start(kind, &Endless, &1, Blind, &plan).expect("the plan is fine");
            loop {
                let outcome = engine.run(50, None);
                let held = engine.counters().memory;
                assert!(held <= cap, "{kind:?} holds {held} of {cap}");
                if outcome != Outcome::MoreWork {
                    // A cap that is hardly used would be easy to hold.
                    assert!(cap < 100_000 || held > cap / 4, "{kind:?} gave up with {held} of {cap}");
                    assert_eq!(outcome, Outcome::Limit(Limit::Memory), "{kind:?} under {cap}");
                    break;
                }
            }
        }
    }
}

#[test]
fn plans_that_cannot_be_carried_out_are_refused() {
    let plan = Plan::new(&STRATEGY);
    let refused = |kind, plan: &Plan| start(kind, &Endless, &1, Blind, plan).err().map(|error| error.to_string());
    let light = Plan { weight: Some(0.5), ..plan.clone() };
    assert_eq!(refused(AStar, &light).as_deref(), Some("weight 0.5: expected 1 to 1000"));
    assert!(refused(AStar, &Plan { weight: Some(f64::NAN), ..plan.clone() }).is_some());
    let all = Plan { all: true, ..plan.clone() };
    assert!(refused(Bfs, &all).is_some() && refused(Dfs(Remember::States), &all).is_some());
    assert!(refused(Dfs(Remember::Path), &all).is_none());
    assert!(refused(Dfs(Remember::Path), &Plan { unique: true, ..plan }).is_some());
}
