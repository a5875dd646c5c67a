mod bounds;
mod construction;
mod laws;
mod limit;
mod moving;
mod packs;
mod published;
mod reading;
mod screen;

use super::*;
use crate::games::{Game, Options, Placed, Position};
use crate::search::{Counters as Figures, Limit, Outcome, Plan, Rules, Status};

fn open(name: &str) -> Box<dyn Position> {
    GAME.deal(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn placed(name: &str) -> (Counters, State) {
    let position = open(name);
    let placed = Placed::<Counters>::of(&*position);
    (Counters::clone(&placed.rules), placed.state.clone())
}

fn plan(strategy: &str) -> Plan {
    Plan::new(GAME.strategy(strategy).expect(strategy))
}

fn within(strategy: &str, moves: u64) -> Plan {
    Plan { max_moves: Some(moves), ..plan(strategy) }
}

struct Run {
    outcome: Outcome,
    answer: Option<crate::search::Answer>,
    figures: Figures,
}

impl Run {
    fn moves(&self) -> String {
        self.answer.as_ref().map_or_else(String::new, |answer| answer.moves.join(" "))
    }

    fn length(&self) -> usize {
        self.answer.as_ref().expect("solved").moves.len()
    }

    fn solutions(&self) -> Option<u64> {
        self.answer.as_ref().and_then(|answer| answer.solutions)
    }
}

fn run(name: &str, plan: &Plan) -> Run {
    run_from(&*open(name), plan)
}

fn run_from(position: &dyn Position, plan: &Plan) -> Run {
    let mut engine = position.engine(plan).expect("a plan for this position");
    let outcome = engine.run(u64::MAX, None);
    let answer = engine.answer();
    if let Some(answer) = &answer {
        let mut replay = position.boxed_clone();
        for mv in &answer.moves {
            replay.play(mv).expect("a legal move");
        }
        assert!(answer.moves.is_empty() || replay.status() == Status::Solved);
    }
    Run { outcome, answer, figures: engine.counters() }
}
