use super::*;
use crate::games::view::sight::drawn;
use crate::games::{Input, Reply};
use crate::search::{Limit, Mark, MarkKind, Outcome, Status};

fn plan(strategy: &str) -> Plan {
    Plan::new(GAME.strategy(strategy).expect("a strategy"))
}

fn read(text: &str) -> Box<dyn Position> {
    GAME.read(text, &Options::new()).expect("a maze")
}

fn run(position: &dyn Position, plan: &Plan) -> (Outcome, Box<dyn Engine>) {
    let mut engine = position.engine(plan).expect("the plan is fine");
    (engine.run(u64::MAX, None), engine)
}

/// The length of the way found, which the rules replay.
fn length(position: &dyn Position, plan: &Plan) -> usize {
    let (outcome, engine) = run(position, plan);
    assert_eq!(outcome, Outcome::Solved, "{}", plan.strategy.name);
    let mut end = position.boxed_clone();
    let moves = engine.answer().expect("solved").moves;
    for mv in &moves {
        end.play(mv).expect("legal");
    }
    assert_eq!(end.status(), Status::Solved, "{}", plan.strategy.name);
    moves.len()
}

const DIGGERS: [&str; 5] = ["backtracker", "prim", "kruskal", "wilson", "division"];

/// Every room is reached, and without loops there is just one way between two: as many passages as rooms but one.
#[test]
fn mazes_are_connected_and_perfect_without_loops() {
    for digger in DIGGERS {
        for size in ["5x5", "5x21", "21x41", "41x41"] {
            for number in 0..5 {
                let maze = deal::maze(&Params::read(&format!("{size},{digger}")).expect("parameters"), number);
                let floor = (0..maze.grid.cells() as u16).filter(|&square| !maze.is_wall(square)).count();
                let rooms = ((maze.grid.rows - 1) / 2) * ((maze.grid.cols - 1) / 2);
                assert_eq!(floor, 2 * rooms - 1, "{size},{digger}:{number}");
                let reached = maze.reachable(maze.start).into_iter().filter(|&reached| reached).count();
                assert_eq!(reached, floor, "{size},{digger}:{number}");
            }
        }
    }
}

#[test]
fn loops_open_walls_and_shorten_ways() {
    let without = GAME.deal("41x41:3").expect("a maze");
    let with = GAME.deal("41x41,loops=60:3").expect("a maze");
    let walls = |position: &dyn Position| position.line().matches('#').count();
    assert_eq!(walls(&*without) - walls(&*with), 60);
    assert!(length(&*with, &plan("bfs")) <= length(&*without, &plan("bfs")));
}

/// The same name gives the same maze for ever.
#[test]
fn numbered_mazes_stay_as_they_are() {
    let lines = DIGGERS.map(|digger| GAME.deal(&format!("7x9,{digger}:1")).expect("a maze").line());
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn shortest_ways_agree_and_others_are_no_shorter() {
    for name in ["11x21:1", "21x41,loops=30:2", "21x41,prim,loops=9:3", "31x31,division,loops=100:4"] {
        let position = GAME.deal(name).expect("a maze");
        let shortest = length(&*position, &plan("bfs"));
        for plan in [plan("a*"), plan("a*").with("manhattan", false)] {
            assert_eq!(length(&*position, &plan), shortest, "{name}");
        }
        assert!(length(&*position, &plan("dfs")) >= shortest, "{name}");
        let (a_star, blind) = (run(&*position, &plan("a*")).1, run(&*position, &plan("bfs")).1);
        assert!(a_star.counters().expanded <= blind.counters().expanded, "{name}");
        assert!(a_star.answer().expect("solved").optimal && blind.answer().expect("solved").optimal);
    }
}

#[test]
fn in_a_perfect_maze_a_hand_on_the_wall_leads_to_the_goal() {
    for number in 0..20 {
        let position = GAME.deal(&format!("21x21:{number}")).expect("a maze");
        for right in [false, true] {
            length(&*position, &plan("wall").with("right-hand", right));
        }
    }
}

const ISLAND: &str = "\
#########
#S......#
#.#####.#
#.#...#.#
#.#.G.#.#
#.#...#.#
#.##.##.#
#.......#
#########
";

#[test]
fn a_hand_on_the_wall_misses_an_island_and_says_so() {
    let position = read(ISLAND);
    assert_eq!(run(&*position, &plan("wall")).0, Outcome::Limit(Limit::Incomplete));
    assert_eq!(length(&*position, &plan("a*")), 12);
}

/// The shortest way has 12 moves: what finds shortest ways and has none within 11 has proven it.
#[test]
fn nothing_found_within_a_limit_is_a_bound() {
    let position = read(ISLAND);
    for (strategy, proven) in [("a*", 12), ("bfs", 12), ("dfs", 6)] {
        let within = Plan { max_moves: Some(11), ..plan(strategy) };
        let (outcome, engine) = run(&*position, &within);
        assert_eq!((outcome, engine.lower_bound()), (Limit::Depth.into(), Some(proven)), "{strategy}");
    }
}

/// Two ways around, of which each goes on to the goal.
#[test]
fn all_ways_are_listed_within_the_moves_allowed() {
    let position = read(ISLAND);
    let (outcome, engine) = run(&*position, &plan("classic-all"));
    let answer = engine.answer().expect("solved");
    assert_eq!(outcome, Outcome::Solved);
    let brute = ways(&*position, &mut vec![position.line()]);
    assert_eq!(answer.all.len(), brute);
    let within = Plan { max_moves: Some(12), ..plan("classic-all") };
    let short = run(&*position, &within).1.answer().expect("solved").all;
    assert!(!short.is_empty() && short.iter().all(|way| way.len() <= 12), "{short:?}");
}

/// Ways without a square twice, by brute force.
fn ways(position: &dyn Position, seen: &mut Vec<String>) -> usize {
    if position.status() == Status::Solved {
        return 1;
    }
    let mut count = 0;
    for mv in position.moves() {
        let mut next = position.boxed_clone();
        next.play(&mv).expect("legal");
        if !seen.contains(&next.line()) {
            seen.push(next.line());
            count += ways(&*next, seen);
            seen.pop();
        }
    }
    count
}

#[test]
fn walls_all_around_are_a_proof() {
    let position = read("S.#.\n..#G\n");
    assert!(position.deadlock().expect("lost").story.contains("4 squares can be reached"));
    for strategy in ["a*", "bfs", "dfs", "classic"] {
        assert_eq!(run(&*position, &plan(strategy)).0, Outcome::Exhausted, "{strategy}");
    }
}

#[test]
fn malformed_mazes_say_where() {
    for (text, place, part) in [
        ("S.x\n..G", (1, 3), "expected # . S G @ or *"),
        ("S.G\n..G", (2, 3), "a second goal"),
        ("S..", (0, 0), "no goal"),
        ("..G", (0, 0), "no start"),
        ("", (0, 0), "expected 1 to 201 rows"),
    ] {
        let error = GAME.read(text, &Options::new()).err().expect("malformed");
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    for (name, part) in [
        ("20x41:1", "odd sides"),
        ("5x5,prim,kruskal:1", "one of its kind"),
        ("loops=x:1", "loops=0"),
        ("5x5", "which one"),
    ] {
        let error = GAME.deal(name).err().expect(name).to_string();
        assert!(error.contains(part), "{name}: {error}");
    }
}

#[test]
fn the_hand_walks_runs_and_says_why_not() {
    let position = read(ISLAND);
    let mut hand = GAME.hand(&Settings::new());
    assert!(matches!(hand.input(&*position, Input::Up), Reply::Say(why) if why == "above r2c2 is a wall"));
    assert!(matches!(hand.input(&*position, Input::Down), Reply::Move(mv) if mv == "D"));
    assert!(matches!(hand.input(&*position, Input::End), Reply::Moves(moves) if moves.len() == 6));
    assert!(matches!(hand.input(&*position, Input::Click(13)), Reply::Moves(moves) if moves.len() == 3));
}

/// Whoever has listed all ways knows the shortest; the list keeps the order of the search.
#[test]
fn the_shortest_of_all_ways_is_proven() {
    for (name, listed) in [("11x21,loops=6:3", 1000), ("9x9,loops=4:1", 1000), ("9x9,loops=4:1", 2)] {
        let position = GAME.deal(name).expect("a maze");
        let (outcome, engine) = run(&*position, &Plan { listed: Some(listed), ..plan("classic-all") });
        let (answer, shortest) = (engine.answer().expect("solved"), length(&*position, &plan("bfs")));
        assert_eq!((outcome, answer.moves.len(), answer.optimal), (Outcome::Solved, shortest, true), "{name}");
        assert_eq!(engine.lower_bound(), Some(shortest as u64), "{name}");
        let (_, first) = run(&*position, &plan("classic"));
        assert_eq!(answer.all[0], first.answer().expect("solved").moves, "{name}");
    }
    // One that was stopped has proven nothing.
    let position = GAME.deal("11x21,loops=6:3").expect("a maze");
    let (_, engine) = run(&*position, &Plan { nodes: Some(1_000), ..plan("classic-all") });
    assert!(!engine.answer().expect("some way").optimal);
}

#[test]
fn rows_and_columns_are_numbered_wherever_a_line_is_free() {
    let position = read("#####\n#S G#\n#####");
    let numbered = drawn(&*position, &[], None, (7, 4));
    assert_eq!(numbered, "  1 3 5\n1 #####\n2 #@ G#\n3 #####");
    assert_eq!(drawn(&*position, &[], None, (7, 3)), "1 #####\n2 #@ G#\n3 #####");
    assert_eq!(drawn(&*position, &[], None, (5, 3)), "#####\n#@ G#\n#####");
    let cursor = [Mark::new(2, MarkKind::Cursor)];
    assert_eq!(drawn(&*position, &cursor, None, (5, 3)), "#[#]#\n#@ G#\n#####", "it is seen without colour too");
}
