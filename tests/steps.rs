//! Every step that is asked for is made: one more node expanded, whatever fuel it takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rompicapo::games::{self, Game, Position};
use rompicapo::search::Plan;
use rompicapo::workbench::worker::{Phase, Wake, Worker};

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
