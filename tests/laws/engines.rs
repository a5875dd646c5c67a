//! Engines: slices add up, an observer changes nothing, and solutions replay.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rompicapo::games::{Game, Position, SplitMix};
use rompicapo::search::{Engine, Outcome, Plan, Status, laws};

use crate::positions::{cited, some, starts};
use crate::{Kept, hold};

/// Every strategy with every toggle on some puzzles of the game, as far as each can carry out the plan.
fn every_plan(game: &'static dyn Game, mut look: impl FnMut(&dyn Position, &Plan) -> Kept) -> Kept {
    let starts = starts(game, 1, &mut SplitMix(23))?;
    for position in some(&starts, 3) {
        for plan in game.strategies().iter().flat_map(laws::plans) {
            if position.engine(&plan).is_ok() {
                let told = |why| format!("{}: {why}\n{}", cited(&plan), position.whole_line());
                look(&**position, &plan).map_err(told)?;
            }
        }
    }
    Ok(())
}

fn engine(position: &dyn Position, plan: &Plan) -> Box<dyn Engine> {
    position.engine(plan).expect("the plan was carried out before")
}

pub fn slices(game: &'static dyn Game) -> Kept {
    let mut dice = SplitMix(29);
    every_plan(game, |position, plan| {
        let slices: Vec<u64> = (0..6).map(|_| 1 + dice.draw() % 40).collect();
        let (mut whole, mut sliced) = (engine(position, plan), engine(position, plan));
        let last = slices.iter().fold(Outcome::MoreWork, |_, &fuel| sliced.run(fuel, None));
        let all = whole.run(slices.iter().sum(), None);
        let (whole, sliced) = ((all, laws::portrait(&*whole)), (last, laws::portrait(&*sliced)));
        hold!(whole == sliced, "slices of {slices:?} come to\n{sliced:?}\nin one it is\n{whole:?}");
        Ok(())
    })
}

pub fn observed(game: &'static dyn Game) -> Kept {
    every_plan(game, |position, plan| {
        let (mut alone, mut watched) = (engine(position, plan), engine(position, plan));
        let mut ledger = laws::Ledger::default();
        let (one, other) = (alone.run(150, None), watched.run(150, Some(&mut ledger)));
        let (alone, seen) = ((one, laws::portrait(&*alone)), (other, laws::portrait(&*watched)));
        hold!(alone == seen, "observed it comes to\n{seen:?}\nunobserved to\n{alone:?}");
        let whole = catch_unwind(AssertUnwindSafe(|| ledger.close("the trace", &*watched)));
        whole.map_err(|_| "what is told is not what is counted".to_owned())
    })
}

pub fn replayed(game: &'static dyn Game) -> Kept {
    let mut solved = 0;
    every_plan(game, |position, plan| {
        let mut engine = engine(position, plan);
        engine.run(1_000, None);
        let Some(answer) = engine.answer() else { return Ok(()) };
        solved += 1;
        answer.all.iter().try_for_each(|moves| replay(position, moves))?;
        replay(position, &answer.moves)
    })?;
    hold!(solved > 0, "no strategy solved anything");
    Ok(())
}

/// A solution is a list of moves that the rules take to the goal.
pub fn replay(position: &dyn Position, moves: &[String]) -> Kept {
    let mut end = position.boxed_clone();
    for mv in moves {
        end.play(mv).map_err(|why| format!("{mv} of the solution {moves:?}: {why}"))?;
    }
    let is_solved = end.status() == Status::Solved;
    hold!(is_solved, "the solution {moves:?} ends in {:?}\n{}", end.status(), end.board(None));
    Ok(())
}
