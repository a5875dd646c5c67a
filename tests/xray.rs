//! The x-ray: what it shows of each game, and estimates along solutions.

mod common;

use common::Desk;
use rompicapo::games::{GAMES, Game, Options, Position};
use rompicapo::search::{Outcome, Plan, laws};
use rompicapo::workbench::middle::course;

fn position(game: &dyn Game) -> Box<dyn Position> {
    let number = match game.name() {
        "counters" | "queens" => "6",
        "sliding" => "3x3:1",
        _ => "1",
    };
    game.deal(number).unwrap()
}

#[test]
fn an_estimate_that_proves_solutions_shortest_never_says_too_much() {
    let mut courses = 0;
    for game in GAMES.iter().copied() {
        let position = position(game);
        for plan in game.strategies().iter().flat_map(laws::plans).filter(|plan| plan.weight() <= 1.0) {
            let plan = Plan { nodes: Some(200_000), ..plan };
            let Ok(mut engine) = position.engine(&plan) else { continue };
            if engine.run(100_000, None) != Outcome::Solved {
                continue;
            }
            // What is proven to be least must be moves, and the moves on the board.
            let answer = engine.answer().filter(|answer| answer.optimal && engine.measure().is_none());
            let Some(answer) = answer else { continue };
            let Some(course) = course(&*position, &answer.moves, true, &plan) else { continue };
            courses += 1;
            let over: Vec<usize> = course.overestimates().collect();
            assert!(over.is_empty(), "{} {} {:?}: {over:?}", game.name(), plan.strategy.name, plan.heuristics());
            assert_eq!(course.estimates.last().map(|(step, _)| *step), Some(answer.moves.len()));
        }
    }
    assert!(courses > 20, "{courses} courses");
}

#[test]
fn a_weight_says_too_much() {
    let position = rompicapo::games::find("sliding").unwrap().deal("3x3:1").unwrap();
    let plan = Plan { weight: Some(1.5), ..Plan::new(position.game().strategy("weighted").unwrap()) };
    let mut engine = position.engine(&plan).unwrap();
    assert_eq!(engine.run(1_000_000, None), Outcome::Solved);
    let answer = engine.answer().unwrap();
    let course = course(&*position, &answer.moves, false, &plan).unwrap();
    assert!(course.overestimates().count() > 0);
}

/// Tables hold what moves make of the goal; of another board there is nothing in them.
#[test]
fn patterns_are_not_asked_about_a_board_that_cannot_be_solved() {
    let game = rompicapo::games::find("sliding").unwrap();
    let lost = game.read("1 2 3 4 5 6 8 7 0", &Options::new()).unwrap();
    let position = game.deal("3x3:1").unwrap();
    let mut looked = 0;
    for plan in game.strategies().iter().flat_map(laws::plans).filter(|plan| plan.has("pdb") || plan.has("pdb-small")) {
        // Whoever has solved one has the tables.
        let Ok(mut engine) = position.engine(&Plan { nodes: Some(10_000), ..plan.clone() }) else { continue };
        engine.run(1_000_000, None);
        let sight = game.xray().unwrap().look(&*lost, &[], &plan);
        let says = "the patterns know nothing of a board that cannot be solved";
        assert!(sight.lines.iter().any(|line| line == says), "{:?}", sight.lines);
        looked += 1;
    }
    assert!(looked > 0);
}

fn shows(desk: &mut Desk, parts: &[&str]) {
    desk.settle_solver();
    let screen = desk.screen();
    for part in parts {
        // A sentence begins with a capital.
        let capital = part[..1].to_uppercase() + &part[1..];
        assert!(screen.contains(part) || screen.contains(&capital), "{part} is missing:\n{screen}");
    }
}

#[test]
fn every_game_is_looked_through() {
    assert!(GAMES.iter().all(|game| game.xray().is_some()));
    let cases = [
        ("sliding/classroom", "manhattan 33"),
        ("fourteen/duchi-1", "heads have a partner"),
        ("kakuro/ist-5x5", "candidates in the cells"),
        ("counters/classic-4", "equal neighbours (~)"),
        ("queens/bezzel", "attack it"),
        ("sudoku/easy-1", "candidates in"),
        ("freecell/617", "cards over the next one"),
        ("knight/corner", "+3 in a square: 3 ways on from it"),
        ("maze/first", "rows and columns to the"),
    ];
    for (name, says) in cases {
        let mut desk = Desk::at(name);
        desk.keys("X");
        shows(&mut desk, &[says]);
        desk.keys("X");
        shows(&mut desk, &["X-ray off."]);
        assert!(!desk.screen().contains(says), "{name}");
    }
}

#[test]
fn the_course_of_the_estimate_stands_beside_the_board() {
    let mut desk = Desk::at("sliding/classroom");
    desk.keys("4sX");
    shows(&mut desk, &["h (*) against the moves left", "(.): never more", "45 ....", "0                        ***"]);
    // Where there is no room beside the board, the chart comes before what is said.
    let mut desk = Desk::at("fourteen/duchi-1");
    desk.choose("dfs");
    desk.keys("sX");
    shows(&mut desk, &["h (*) against the moves left (.): never more", "26 ***", " 0 "]);
    // Half a chart is none.
    desk.resize(60, 16);
    shows(&mut desk, &["A higher window draws h along the solution.", "dfs: h 26"]);
    assert!(!desk.screen().contains("26 ***"), "{}", desk.screen());
}

#[test]
fn candidates_are_seen_while_logic_runs() {
    let mut desk = Desk::at("kakuro/ist-5x5");
    desk.choose("logic");
    desk.keys("...X");
    shows(&mut desk, &["permutations of"]);
}
