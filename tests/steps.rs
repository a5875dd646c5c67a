//! Every step that is asked for is made: one more node expanded, whatever fuel it takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rompicapo::games::{self, Game, Position};
use rompicapo::search::{Event, Focus, Observer, Outcome, Plan, Status};
use rompicapo::workbench::finding::End;
use rompicapo::workbench::notebook::Fate;
use rompicapo::workbench::timeline::Occasion;
use rompicapo::workbench::worker::{Breakpoint, Exhibit, Phase, Snapshot, Wake, Worker};

/// A position that takes a strategy of the game more than a few expansions, where there are such.
fn position(game: &dyn Game) -> Box<dyn Position> {
    let number = if ["counters", "queens"].contains(&game.name()) { "6" } else { "1" };
    game.deal(number).unwrap()
}

fn quiet() -> Worker {
    Worker::spawn(Box::new(|| {}), None)
}

#[test]
fn fifty_steps_in_a_burst_are_fifty_expansions() {
    for game in games::GAMES.iter().copied() {
        let position = position(game);
        for strategy in game.strategies() {
            let what = format!("{} {}", game.name(), strategy.name);
            let mut worker = quiet();
            worker.start(position.clone(), Plan::new(strategy), true, None);
            for _ in 0..50 {
                worker.step(1);
            }
            worker.wait_idle();
            let stepped = worker.snapshot().expect("a snapshot of the run");
            let expanded = stepped.finding.counters.expanded;
            assert!(stepped.stepped.is_some_and(|last| last.expanded <= 1), "{what}: {:?}", stepped.stepped);
            match stepped.phase {
                Phase::Paused => assert_eq!(expanded, 50, "{what}"),
                Phase::Done(_) => {
                    worker.start(position.clone(), Plan::new(strategy), false, None);
                    worker.wait_idle();
                    let free = worker.snapshot().expect("a snapshot of the run");
                    assert!(expanded <= 50 && expanded == free.finding.counters.expanded, "{what}: {expanded}");
                }
                phase => panic!("{what}: {phase:?}"),
            }
        }
    }
}

#[test]
fn steps_add_up_while_earlier_ones_are_made() {
    let position = games::find("fourteen").unwrap().deal("4").unwrap();
    let mut worker = quiet();
    worker.start(position, Plan::new(games::find("fourteen").unwrap().strategy("dfs").unwrap()), true, None);
    worker.step(3);
    worker.wait_idle();
    worker.step(100);
    worker.step(20);
    worker.step(4);
    worker.wait_idle();
    assert_eq!(worker.snapshot().unwrap().finding.counters.expanded, 127);
}

#[test]
fn a_pause_leaves_the_steps_that_are_still_to_be_made() {
    let game = games::find("sliding").unwrap();
    let mut worker = quiet();
    worker.start(game.deal("4x4:1").unwrap(), Plan::new(game.strategy("id").unwrap()), true, None);
    worker.step(u64::MAX);
    worker.step(u64::MAX);
    worker.pause();
    worker.wait_idle();
    assert_eq!(worker.snapshot().unwrap().phase, Phase::Paused);
}

#[test]
fn of_a_burst_of_starts_only_the_last_is_built() {
    let game = games::find("fourteen").unwrap();
    let told = Arc::new(AtomicU64::new(0));
    let (held, hold) = std::sync::mpsc::channel::<()>();
    let wake: Wake = {
        let (told, hold) = (Arc::clone(&told), std::sync::Mutex::new(hold));
        Box::new(move || {
            // The first run is held up until all the others were asked for.
            if told.fetch_add(1, Ordering::Relaxed) == 0 {
                let _ = hold.lock().unwrap().recv();
            }
        })
    };
    let mut worker = Worker::spawn(wake, None);
    let plan = Plan::new(game.strategy("dfs").unwrap());
    for number in 1..=200 {
        worker.start(game.deal(&number.to_string()).unwrap(), plan.clone(), true, None);
    }
    for _ in 0..10 {
        worker.step(1);
    }
    drop(held);
    worker.wait_idle();
    assert_eq!(worker.snapshot().unwrap().finding.counters.expanded, 10);
    // Two of the run that was held up, two of the last one, and one of its steps.
    assert!(told.load(Ordering::Relaxed) <= 5, "{told:?} snapshots");
}

#[test]
fn a_run_can_be_cancelled_before_it_has_an_engine() {
    // A search that would go on for ever, so that the cancel comes first however busy the machine is.
    let game = games::find("sliding").unwrap();
    let mut worker = quiet();
    worker.start(game.deal("5x5:1").unwrap(), Plan::new(game.strategy("id").unwrap()), false, None);
    worker.cancel();
    worker.wait_idle();
    assert_eq!(worker.snapshot().unwrap().phase, Phase::Cancelled);
}

/// A run that stands at its start and can be walked through.
fn walkable(game: &str, deal: &str, strategy: &str) -> Worker {
    let game = games::find(game).unwrap();
    let mut worker = quiet().keeping_past();
    worker.start(game.deal(deal).unwrap(), Plan::new(game.strategy(strategy).unwrap()), true, None);
    worker
}

fn standing(worker: &Worker) -> Arc<Snapshot> {
    worker.wait_idle();
    worker.snapshot().expect("a snapshot of the run")
}

fn seen(snapshot: &Snapshot) -> String {
    let Focus { path, note, .. } = &snapshot.focus;
    format!("{:?} {:?} {path:?} {note}", snapshot.finding.counters, snapshot.finding.answer)
}

#[test]
fn back_and_on_again_is_where_one_was() {
    for (game, deal, strategy) in [("fourteen", "1", "dfs"), ("sliding", "4x4:1", "ida*"), ("freecell", "1", "fast")] {
        let worker = walkable(game, deal, strategy);
        let mut pages = Vec::new();
        for _ in 0..8 {
            pages.push(seen(&standing(&worker)));
            worker.step(1);
        }
        worker.step(40);
        let furthest = standing(&worker).furthest;
        for place in [5, 4, 7, 0, 1, 6] {
            worker.seek(place);
            let there = standing(&worker);
            assert_eq!((seen(&there), there.furthest), (pages[place as usize].clone(), furthest), "{strategy}");
            assert!(there.is_past() && there.phase == Phase::Paused);
        }
        worker.seek(furthest);
        worker.step(3);
        assert_eq!(standing(&worker).furthest, furthest + 3, "{strategy}: past the furthest is just running");
    }
}

#[test]
fn a_finished_run_can_be_walked_through() {
    let worker = walkable("sliding", "3x3:2", "ida*");
    worker.resume();
    let end = standing(&worker);
    assert!(matches!(end.phase, Phase::Done(_)));
    assert!(end.moments.iter().any(|moment| moment.what == Occasion::Solution), "{:?}", end.moments);
    worker.seek(3);
    assert_eq!(standing(&worker).finding.counters.expanded, 3);
    worker.resume();
    let again = standing(&worker);
    assert_eq!((again.phase, seen(&again)), (end.phase, seen(&end)));
}

/// After which expansions something happens.
#[derive(Default)]
struct Dead(bool);

impl Observer for Dead {
    fn on(&mut self, event: &Event<'_>) {
        self.0 |= matches!(event, Event::Dead { .. });
    }
}

#[test]
fn the_next_dead_end_is_the_next_one_and_the_last_the_last() {
    for (game, deal, strategy) in [
        ("fourteen", "1", "exact"),
        ("fourteen", "1", "dfs"),
        ("counters", "4", "search-one"),
        ("kakuro", "1", "classic"),
    ] {
        let game = games::find(game).unwrap();
        let Some(strategy) = game.strategy(strategy) else { panic!("{strategy}") };
        let mut engine = game.deal(deal).unwrap().engine(&Plan::new(strategy)).unwrap();
        let mut stops = Vec::new();
        for _ in 0..3000 {
            let mut dead = Dead::default();
            let outcome = engine.run(1, Some(&mut dead));
            if outcome != Outcome::MoreWork {
                break;
            }
            if dead.0 && stops.len() < 6 {
                stops.push(engine.counters().expanded);
            }
        }
        let worker = walkable(game.name(), deal, strategy.name);
        let mut met = Vec::new();
        for _ in &stops {
            worker.run_to(Breakpoint::Deadlock);
            met.push(standing(&worker).finding.counters.expanded);
        }
        assert_eq!(met, stops, "{}", strategy.name);
        stops.dedup();
        while let Some(here) = stops.pop() {
            assert_eq!(standing(&worker).finding.counters.expanded, here, "{}", strategy.name);
            worker.back_to(Breakpoint::Deadlock);
        }
    }
}

#[test]
fn counters_search_one_meets_dead_ends() {
    let worker = walkable("counters", "5", "search-one");
    worker.run_to(Breakpoint::Deadlock);
    let there = standing(&worker);
    assert_eq!(there.phase, Phase::Paused);
    assert!(there.last_dead.contains("left"), "{}", there.last_dead);
}

#[test]
fn at_a_solution_the_board_is_solved() {
    let game = games::find("counters").unwrap();
    let worker = walkable("counters", "3", "search-all");
    let mut stops = 0;
    while stops < 10 {
        worker.run_to(Breakpoint::Solution);
        let there = standing(&worker);
        if there.phase != Phase::Paused {
            break;
        }
        let mut board = game.deal("3").unwrap();
        for mv in &there.focus.path {
            board.play(mv).unwrap();
        }
        assert_eq!(board.status(), Status::Solved, "{:?}", there.focus.path);
        stops += 1;
    }
    assert_eq!(stops, 2);
}

#[test]
fn a_blind_end_of_a_maze_and_a_state_without_moves_are_dead_ends() {
    for strategy in ["a*", "bfs", "dfs", "classic"] {
        let worker = walkable("maze", "21x21:2", strategy);
        worker.run_to(Breakpoint::Deadlock);
        let there = standing(&worker);
        assert_eq!((there.phase, there.exhibit), (Phase::Paused, Exhibit::Met), "{strategy}");
        assert_eq!(there.last_dead, "the only way on is the way back", "{strategy}");
        let mut board = games::find("maze").unwrap().deal("21x21:2").unwrap();
        for mv in &there.focus.path {
            board.play(mv).unwrap();
        }
        assert_eq!(board.moves().len(), 1, "{strategy}: only the way back");
    }
    for strategy in ["fast", "prove", "classic"] {
        let worker = walkable("freecell", "cells=0:3", strategy);
        worker.run_to(Breakpoint::Deadlock);
        assert!(standing(&worker).last_dead.starts_with("no move is left"), "{strategy}");
    }
}

#[test]
fn a_search_that_ends_with_what_it_ran_to_shows_it() {
    // The only cut by the estimate alone comes with the solution.
    let worker = walkable("sliding", "3x3:5", "ida*");
    worker.run_to(Breakpoint::Cut("manhattan"));
    let there = standing(&worker);
    assert_eq!((there.phase, there.met, there.exhibit), (Phase::Done(End::Solved), 1, Exhibit::Met));
    assert_eq!(there.look.node.as_ref().map(|node| node.fate), Some(Fate::Cut("manhattan")));
    // One more step leads nowhere, and takes nothing away.
    worker.step(1);
    assert_eq!(standing(&worker).exhibit, Exhibit::Met);
}

#[test]
fn at_its_end_a_search_shows_the_solution() {
    let (game, worker) = (games::find("freecell").unwrap(), walkable("freecell", "1", "fast"));
    worker.step(u64::MAX);
    let there = standing(&worker);
    assert_eq!((there.phase, there.exhibit), (Phase::Done(End::Solved), Exhibit::Solution));
    let mut board = game.deal("1").unwrap();
    for mv in &there.focus.path {
        board.play(mv).unwrap();
    }
    assert_eq!(board.status(), Status::Solved);
}

#[test]
fn a_decision_that_is_no_position_is_not_taken_for_your_board() {
    let worker = walkable("queens", "6", "fewest");
    worker.run_to_board(games::find("queens").unwrap().deal("6").unwrap());
    assert!(matches!(standing(&worker).phase, Phase::Done(_)));
}

#[test]
fn a_run_stops_at_a_depth_a_node_a_cut_and_a_board() {
    let worker = walkable("fourteen", "1", "dfs");
    worker.run_to(Breakpoint::Depth(4));
    assert_eq!(standing(&worker).phase, Phase::Paused);
    worker.run_to(Breakpoint::Nodes(100));
    assert_eq!(standing(&worker).look.node.as_ref().map(|node| node.id), Some(99), "the hundredth");
    let wanted = standing(&worker).focus.path.clone();
    let mut board = games::find("fourteen").unwrap().deal("1").unwrap();
    for mv in &wanted {
        board.play(mv).unwrap();
    }
    worker.seek(0);
    worker.run_to_board(board.boxed_clone());
    let mut there = games::find("fourteen").unwrap().deal("1").unwrap();
    for mv in &standing(&worker).focus.path {
        there.play(mv).unwrap();
    }
    assert!(there.same_as(&*board));
}
