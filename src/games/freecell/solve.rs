//! `fast` and `prove`: hunts one after the other, each wider than the last, the last one complete.

use std::sync::Arc;

use super::hunt::{Carry, End, Hunt, Limits, Style};
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

/// In the order of [`Weights`]: not home, blockers, must move, over lower, unsorted, in cell, column, cramped, step.
const fn weigh(w: [i32; 9]) -> Weights {
    let [not_home, blockers, must_move, over_lower, unsorted, in_cell, column, cramped, step] = w;
    Weights { not_home, blockers, must_move, over_lower, unsorted, in_cell, column, cramped, step }
}

// Found by hill climbing on the number of states, each on the deals that those before it leave unsolved. Deals that
// are hard for one are often easy for another, so that several short hunts beat a long one.
const FIRST: Weights = weigh([11, 4, 2, 0, 19, 24, 14, 10, 6]);
const SECOND: Weights = weigh([9, 4, 4, 4, 12, 24, 15, 19, 6]);
const THIRD: Weights = weigh([11, 5, 0, 0, 15, 21, 12, 11, 8]);
const FOURTH: Weights = weigh([7, 0, 9, 0, 13, 22, 10, 15, 8]);
const FIFTH: Weights = weigh([11, 6, 7, 1, 13, 22, 11, 10, 8]);
const SIXTH: Weights = weigh([10, 5, 7, 0, 13, 14, 11, 12, 7]);
/// Slow but steady: hardly any deal resists it.
const LAST: Weights = weigh([10, 0, 10, 0, 10, 10, 10, 10, 10]);

/// Name, weights, what steps carry, how long steps into cells wait, and the most turns.
const HUNTS: [(&str, &Weights, Carry, usize, u64); 7] = [
    ("greedy", &FIRST, Carry::WholeRuns, 20, 125),
    ("second", &SECOND, Carry::WholeRuns, 16, 200),
    ("third", &THIRD, Carry::Runs, 16, 300),
    ("fourth", &FOURTH, Carry::Runs, 16, 1_500),
    ("fifth", &FIFTH, Carry::WholeRuns, 16, 2_000),
    ("sixth", &SIXTH, Carry::Runs, 16, 4_000),
    ("steady", &LAST, Carry::WholeRuns, 10, 50_000),
];

/// Without the terms that are switched off.
pub fn weights(plan: &Plan, weights: &Weights) -> Weights {
    let keep = |name: &str, value: i32| if plan.is_on(name) { value } else { 0 };
    Weights {
        not_home: keep("cards", weights.not_home),
        blockers: keep("blockers", weights.blockers),
        must_move: keep("order", weights.must_move),
        over_lower: keep("order", weights.over_lower),
        unsorted: keep("runs", weights.unsorted),
        in_cell: keep("space", weights.in_cell),
        column: keep("space", weights.column),
        cramped: keep("space", weights.cramped),
        step: weights.step,
    }
}

fn stages(plan: &Plan) -> Vec<Stage> {
    let style = |base: &Weights, carry: Carry, wait: usize, most: u64| {
        let (safe_home, canonical) = (plan.is_on("safe-home"), plan.is_on("canonical-columns"));
        let carry = if plan.is_on("supermoves") { carry } else { Carry::Single };
        Style { weights: weights(plan, base), carry, wait, safe_home, canonical, most }
    };
    let mut stages = Vec::new();
    if plan.strategy.name != "prove" {
        let hunts = HUNTS.iter();
        stages.extend(hunts.map(|&(name, base, carry, wait, most)| Stage {
            name,
            style: style(base, carry, wait, most),
            complete: false,
        }));
    }
    stages.push(Stage { name: "complete", style: style(&LAST, Carry::Single, 10, u64::MAX), complete: true });
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

    /// Works for at most `fuel` turns of hunts, which it takes from it.
    pub fn work<W: Observer>(&mut self, fuel: &mut u64, watch: &mut W) -> Outcome {
        while self.outcome == Outcome::MoreWork && *fuel > 0 {
            let left = Limits { nodes: self.limits.nodes.saturating_sub(self.past.generated), ..self.limits };
            match self.hunt.run(fuel, left, watch) {
                End::More => {}
                End::Solved(place) => {
                    self.moves = self.moves_to(place, true);
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

    fn moves_to(&self, place: u32, finish: bool) -> Vec<Move> {
        let line = self.hunt.store.line(place);
        let steps: Vec<u16> = line[1..].iter().map(|&place| self.hunt.store.node(place).step).collect();
        let mut scribe = Scribe::new(&self.rules, &self.deal, &self.start);
        scribe.play_all(&steps, self.hunt.style.safe_home);
        if finish {
            scribe.finish();
        }
        scribe.moves
    }

    /// The solution, where there is one.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

impl Engine for Solve {
    fn run(&mut self, mut fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        match watch {
            Some(mut watch) => self.work(&mut fuel, &mut watch),
            None => self.work(&mut fuel, &mut NoObserver),
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
        let moves = if self.outcome == Outcome::Solved { Vec::new() } else { self.moves_to(self.hunt.current, false) };
        Focus {
            path: moves.iter().map(ToString::to_string).collect(),
            marks: Vec::new(),
            note: format!("{} search", self.stages[self.stage].name),
        }
    }

    fn details(&self) -> Vec<String> {
        vec![format!("stage {}", self.stages[self.stage].name)]
    }
}

/// An answer with its number of single-card moves.
pub fn answer(rules: &FreeCell, start: &Board, moves: &[Move]) -> Answer {
    let mut answer = Answer::of_moves(moves);
    answer.extra.push(("cards", rules.total_cost(start, moves).into()));
    answer
}
