//! Going back and forth in a search: the strategies of the games, each as it comes and with each of its toggles switched.

use rompicapo::games::{self, Game};
use rompicapo::search::{Engine, Outcome, Plan, laws};
use rompicapo::workbench::timeline::{MOST_CHECKPOINTS, MOST_MEMORY, Timeline};

/// What an engine shows after each of its first expansions, and at last; and what it tells on the way there.
fn diary(mut engine: Box<dyn Engine>, expansions: usize) -> Vec<(String, u64)> {
    let mut pages = vec![(laws::portrait(&*engine), 0)];
    let mut told = laws::Ledger::default();
    for _ in 0..200_000 {
        let outcome = engine.run(1, Some(&mut told));
        if engine.counters().expanded as usize == pages.len() {
            pages.push((laws::portrait(&*engine), std::mem::take(&mut told).digest()));
        }
        if outcome != Outcome::MoreWork || pages.len() > expansions {
            break;
        }
    }
    pages
}

/// Every plan on a deal, walked there and back in leaps.
fn wander(game: &dyn Game, number: &str, expansions: usize) {
    let position = game.deal(number).expect("a deal");
    for plan in game.strategies().iter().flat_map(laws::plans) {
        let plan = Plan { nodes: Some(60_000), memory: 64 << 20, ..plan };
        let name = format!("{} {number} {} {:?}", game.name(), plan.strategy.name, plan.heuristics());
        let Ok(engine) = position.engine(&plan) else { continue };
        let pages = diary(engine.fork(), expansions);
        let mut time = Timeline::new(engine);
        let mut dice = 1_u64;
        for _ in 0..40 {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = (dice >> 33) as usize % pages.len();
            for place in [place, place.saturating_sub(1), place] {
                time.seek(place as u64);
                assert_eq!(laws::portrait(time.engine()), pages[place].0, "{name}: at expansion {place}");
            }
            if place > 1 {
                time.seek(place as u64 - 1);
                let mut told = laws::Ledger::default();
                let engine = time.engine_mut();
                while engine.run(1, Some(&mut told)) == Outcome::MoreWork && engine.counters().expanded < place as u64 {
                }
                assert_eq!(told.digest(), pages[place].1, "{name}: what is told of expansion {place}");
            }
            if time.is_due() {
                time.keep();
            }
        }
    }
}

/// A deal on which every strategy has something to do, and how far it is walked.
fn walked(game: &dyn Game) -> (&'static str, usize) {
    match game.name() {
        "fourteen" => ("1", 1500),
        "counters" => ("4", 1000),
        "sliding" => ("3x3:1", 1500),
        "queens" => ("7", 400),
        "knight" => ("5x5:1", 1000),
        "maze" => ("11x21,loops=5:1", 400),
        _ => ("1", 400),
    }
}

macro_rules! goes_back_and_forth {
    ($($test:ident $game:literal),+ $(,)?) => {
        $(#[test]
        fn $test() {
            let game = games::find($game).unwrap();
            let (number, expansions) = walked(game);
            wander(game, number, expansions);
        })+

        #[test]
        fn no_game_is_left_out() {
            let walked = [$($game),+];
            assert!(games::GAMES.iter().all(|game| walked.contains(&game.name())), "{walked:?}");
        }
    };
}

// A test a game, so that they run side by side.
goes_back_and_forth!(
    fourteen_goes_back_and_forth "fourteen",
    freecell_goes_back_and_forth "freecell",
    kakuro_goes_back_and_forth "kakuro",
    counters_goes_back_and_forth "counters",
    sliding_goes_back_and_forth "sliding",
    queens_goes_back_and_forth "queens",
    sudoku_goes_back_and_forth "sudoku",
    knight_goes_back_and_forth "knight",
    maze_goes_back_and_forth "maze",
);

#[test]
fn checkpoints_are_few_and_evenly_spread() {
    let position = games::find("sliding").unwrap().deal("4x4:1").unwrap();
    let ida = games::find("sliding").unwrap().strategies().iter().find(|s| s.name == "ida*").unwrap();
    let mut time = Timeline::new(position.engine(&Plan::new(ida)).unwrap());
    for _ in 0..400 {
        time.engine_mut().run(500, None);
        time.note();
        if time.is_due() {
            time.keep();
        }
        let (count, memory) = time.held();
        assert!(count <= MOST_CHECKPOINTS && memory <= MOST_MEMORY, "{count} checkpoints in {memory} bytes");
    }
    let furthest = time.furthest();
    // From anywhere, the nearest checkpoint is not far.
    for place in (1..=16).map(|n| furthest / 16 * n) {
        let start = time.rewind(place);
        assert!(place - start <= furthest / 12, "{place} is replayed from {start} of {furthest}");
    }
}
