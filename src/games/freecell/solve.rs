//! `fast` and `prove`: hunts one after the other, each wider than the last, the last one complete.

use std::sync::Arc;

use super::hunt::{End, Hunt, Limits, Style};
use super::judge::Weights;
use super::line::Scribe;
use super::packed::Deal;
use super::rules::{Board, FreeCell, Move};
use crate::search::{Answer, Counters, Engine, Focus, Limit, NoObserver, Observer, Outcome, Plan, Refutation};

/// A hunt in its turn.
struct Stage {
    name: &'static str,
    style: Style,
    /// Searches every position that can be reached: when it is exhausted, there is no solution.
    complete: bool,
}

pub struct Solve {
    rules: Arc<FreeCell>,
    start: Board,
    deal: Arc<Deal>,
    stages: Vec<Stage>,
    stage: usize,
    hunt: Hunt,
    limits: Limits,
    /// Figures of the stages before.
    past: Counters,
    past_known: u64,
    moves: Vec<Move>,
    outcome: Outcome,
}

const FIRST: Weights =
    Weights { not_home: 6, blockers: 3, must_move: 5, unsorted: 4, in_cell: 6, column: 8, cramped: 20, step: 1 };

fn weights(plan: &Plan, weights: &Weights) -> Weights {
    let keep = |name: &str, value: i32| if plan.is_on(name) { value } else { 0 };
    Weights {
        not_home: keep("cards", weights.not_home),
        blockers: keep("blockers", weights.blockers),
        must_move: keep("order", weights.must_move),
        unsorted: keep("runs", weights.unsorted),
        in_cell: keep("space", weights.in_cell),
        column: keep("space", weights.column),
        cramped: keep("space", weights.cramped),
        step: weights.step,
    }
}

fn stages(plan: &Plan) -> Vec<Stage> {
    let style = |base: &Weights, runs: bool, most: u64| Style {
        weights: weights(plan, base),
        runs,
        safe_home: plan.is_on("safe-home"),
        most,
    };
    let mut stages = Vec::new();
    if plan.strategy.name == "fast" {
        stages.push(Stage { name: "greedy", style: style(&FIRST, true, 20_000), complete: false });
    }
    stages.push(Stage { name: "complete", style: style(&FIRST, false, u64::MAX), complete: true });
    stages
}

impl Solve {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Solve {
        let deal = Arc::new(Deal::new(rules, start));
        let stages = stages(plan);
        let hunt = Hunt::new(Arc::clone(&deal), stages[0].style.clone(), true);
        Solve {
            rules: Arc::clone(rules),
            start: start.clone(),
            deal,
            stages,
            stage: 0,
            hunt,
            limits: Limits { nodes: plan.nodes.unwrap_or(u64::MAX), memory: plan.memory },
            past: Counters::default(),
            past_known: 0,
            moves: Vec::new(),
            outcome: Outcome::MoreWork,
        }
    }

    fn work<W: Observer>(&mut self, mut fuel: u64, watch: &mut W) -> Outcome {
        while self.outcome == Outcome::MoreWork && fuel > 0 {
            let left = Limits { nodes: self.limits.nodes.saturating_sub(self.past.generated), ..self.limits };
            match self.hunt.run(&mut fuel, left, watch) {
                End::More => {}
                End::Solved(place) => {
                    self.moves = self.moves_to(place);
                    self.outcome = Outcome::Solved;
                }
                End::Nodes => self.outcome = Outcome::Limit(Limit::Nodes),
                End::Exhausted if self.stages[self.stage].complete => self.outcome = Outcome::Exhausted,
                End::Memory if self.stages[self.stage].complete => self.outcome = Outcome::Limit(Limit::Memory),
                End::Exhausted | End::Tired | End::Memory => self.next_stage(),
            }
        }
        self.outcome
    }

    fn next_stage(&mut self) {
        self.past.generated += self.hunt.generated;
        self.past.expanded += self.hunt.expanded;
        self.past_known += self.hunt.known;
        self.past.deepest = self.past.deepest.max(self.hunt.deepest.into());
        self.stage += 1;
        self.hunt = Hunt::new(Arc::clone(&self.deal), self.stages[self.stage].style.clone(), false);
    }

    fn moves_to(&self, place: u32) -> Vec<Move> {
        let safe = self.hunt.style.safe_home;
        let mut scribe = Scribe::new(&self.rules, &self.deal, &self.start);
        for &place in &self.hunt.store.line(place)[1..] {
            let step = self.hunt.store.node(place).step;
            scribe.step((step >> 3) as u8, (step & 7) as u8);
            if safe {
                scribe.safe_home();
            }
        }
        scribe.moves
    }
}

impl Engine for Solve {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        match watch {
            Some(mut watch) => self.work(fuel, &mut watch),
            None => self.work(fuel, &mut NoObserver),
        }
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.past.generated + self.hunt.generated,
            expanded: self.past.expanded + self.hunt.expanded,
            depth: self.hunt.store.node(self.hunt.current).cost.into(),
            deepest: self.past.deepest.max(self.hunt.deepest.into()),
            cuts: vec![("met before", self.past_known + self.hunt.known)],
            memory: self.hunt.memory(),
            more: vec![("states held", self.hunt.store.len() as u64)],
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        (self.outcome == Outcome::Solved).then(|| answer(&self.rules, &self.start, &self.moves))
    }

    fn refutation(&self) -> Option<Refutation> {
        (self.outcome == Outcome::Exhausted).then(|| Refutation {
            reason: format!(
                "exhausted after {} states: no order of moves brings all cards home",
                self.hunt.store.len()
            ),
            ..Refutation::default()
        })
    }

    fn focus(&self) -> Focus {
        let moves = if self.outcome == Outcome::Solved { Vec::new() } else { self.moves_to(self.hunt.current) };
        Focus {
            path: moves.iter().map(ToString::to_string).collect(),
            marks: Vec::new(),
            note: format!("{} search", self.stages[self.stage].name),
        }
    }

    fn details(&self) -> Vec<String> {
        vec![format!("stage {}", self.stages[self.stage].name), format!("held {}", self.hunt.store.len())]
    }
}

/// An answer with its number of single-card moves.
pub fn answer(rules: &FreeCell, start: &Board, moves: &[Move]) -> Answer {
    let mut answer = Answer::of_moves(moves);
    answer.extra.push(("cards", rules.total_cost(start, moves).into()));
    answer
}
