//! Examples of the rules, and published facts.

mod counts;
mod distances;
mod engines;
mod forms;
mod packs;
mod screen;

use super::GAME;
use crate::games::{Game, Options, Position};
use crate::search::{Answer, Counters, Engine, Outcome, Plan};

pub fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect()
}

pub fn read(text: &str) -> Box<dyn Position> {
    GAME.read(text, &Options::new()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

pub fn read_blank_first(text: &str) -> Box<dyn Position> {
    GAME.read(text, &options(&[("goal", "blank-first")])).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A plan with exactly these toggles on.
pub fn plan(strategy: &str, only: &[&str]) -> Plan {
    let mut plan = Plan::new(GAME.strategy(strategy).expect("a strategy"));
    for toggle in plan.strategy.toggles {
        plan = plan.with(toggle.name, only.contains(&toggle.name));
    }
    plan
}

pub fn finish(engine: &mut dyn Engine) -> Outcome {
    loop {
        match engine.run(u64::MAX, None) {
            Outcome::MoreWork => {}
            outcome => return outcome,
        }
    }
}

pub fn solve(position: &dyn Position, plan: &Plan) -> (Answer, Counters) {
    let mut engine = position.engine(plan).expect("a plan that can be carried out");
    assert_eq!(finish(&mut *engine), Outcome::Solved);
    let answer = engine.answer().expect("solved has an answer");
    replay(position, &answer);
    (answer, engine.counters())
}

pub fn replay(position: &dyn Position, answer: &Answer) {
    let mut board = position.boxed_clone();
    for mv in &answer.moves {
        board.play(mv).expect("a legal move");
    }
    assert_eq!(board.status(), crate::search::Status::Solved);
}
