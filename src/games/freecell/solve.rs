//! `fast`: quick dashes one after the other, then a hunt, which is complete; `prove`: the hunt alone.

use std::sync::Arc;

use super::beam::Manner;
use super::dash::{Carry, Dash, Style};
use super::hunt::{End, Figures, Hunt, Limits};
use super::judge::Weights;
use super::line::Scribe;
use super::packed::Deal;
use super::rules::{Board, FreeCell, Move};
use crate::search::{Answer, Counters, Engine, Focus, Limit, NoObserver, Observer, Outcome, Plan, Refutation};

/// The search at work: dashes one after the other, then a hunt.
enum Search {
    Dash(Box<Dash>),
    Hunt(Box<Hunt>),
}

impl Search {
    fn run<W: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut W) -> End {
        match self {
            Search::Dash(dash) => dash.run(fuel, limits, watch),
            Search::Hunt(hunt) => hunt.run(fuel, limits, watch),
        }
    }

    fn figures(&self) -> Figures {
        match self {
            Search::Dash(dash) => dash.figures(),
            Search::Hunt(hunt) => hunt.figures(),
        }
    }

    /// The steps from the start to a node.
    fn line(&self, place: u32) -> Vec<u16> {
        match self {
            Search::Dash(dash) => dash.line(place),
            Search::Hunt(hunt) => hunt.line(place),
        }
    }

    fn current(&self) -> u32 {
        match self {
            Search::Dash(dash) => dash.current,
            Search::Hunt(hunt) => hunt.current,
        }
    }

    /// Searches every position that can be reached: when it is exhausted, there is no solution.
    fn is_complete(&self) -> bool {
        matches!(self, Search::Hunt(_))
    }
}

pub struct Solve {
    rules: Arc<FreeCell>,
    start: Board,
    deal: Arc<Deal>,
    plan: Plan,
    /// Which of [`DASHES`], or behind them the hunt.
    stage: usize,
    search: Search,
    /// Figures of the stages before.
    past: Figures,
    moves: Vec<Move>,
    outcome: Outcome,
}

/// In the order of [`Weights`]: not home, blockers, must move, over lower, unsorted, in cell, column, cramped, step.
const fn weigh(w: [i32; 9]) -> Weights {
    let [not_home, blockers, must_move, over_lower, unsorted, in_cell, column, cramped, step] = w;
    Weights { not_home, blockers, must_move, over_lower, unsorted, in_cell, column, cramped, step }
}

/// Slow but steady: hardly any deal resists it.
const STEADY: Weights = weigh([10, 0, 10, 0, 10, 10, 10, 10, 10]);

/// Weights, what hops carry, how long hops into cells wait, and the most turns.
type Dashing = ([i32; 9], Carry, usize, u64);

// Found by hill climbing on the time that all of them take together. Deals that are hard for one are often easy for
// another, so that several short dashes beat a long one.
const DASHES: [Dashing; 12] = [
    ([11, 5, 1, 0, 19, 32, 17, 8, 7], Carry::WholeRuns, 18, 142),
    ([7, 4, 2, 4, 12, 24, 15, 19, 5], Carry::WholeRuns, 17, 215),
    ([9, 4, 4, 4, 12, 22, 15, 15, 5], Carry::Runs, 12, 239),
    ([11, 5, 1, 0, 15, 30, 16, 11, 8], Carry::WholeRuns, 20, 416),
    ([11, 1, 3, 0, 19, 25, 16, 14, 7], Carry::WholeRuns, 16, 122),
    ([9, 1, 2, 4, 12, 15, 15, 15, 5], Carry::Runs, 16, 332),
    ([7, 4, 4, 4, 12, 24, 15, 15, 4], Carry::Runs, 17, 286),
    ([5, 5, 7, 3, 12, 27, 17, 10, 9], Carry::WholeRuns, 15, 432),
    ([10, 3, 1, 0, 19, 30, 16, 12, 8], Carry::WholeRuns, 16, 97),
    ([11, 2, 1, 0, 15, 29, 16, 12, 9], Carry::WholeRuns, 23, 100),
    ([5, 5, 11, 0, 14, 12, 9, 10, 8], Carry::Runs, 13, 390),
    ([4, 0, 11, 0, 11, 14, 9, 17, 8], Carry::Runs, 10, 57_600),
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

/// The search of a stage. `counted`: whether the root is a new state of the run (only in its first search).
fn search(plan: &Plan, stage: usize, deal: &Arc<Deal>, start: &Board, counted: bool) -> Search {
    let (safe_home, canonical) = (plan.is_on("safe-home"), plan.is_on("canonical-columns"));
    let Some(&(dashing, carry, wait, most)) = DASHES.get(stage) else {
        let manner = Manner { weights: weights(plan, &STEADY), safe_home, canonical };
        return Search::Hunt(Box::new(Hunt::new(Arc::clone(deal), manner, counted)));
    };
    let carry = if plan.is_on("supermoves") { carry } else { Carry::Single };
    let style = Style { weights: weights(plan, &weigh(dashing)), carry, wait, safe_home, canonical, most };
    Search::Dash(Box::new(Dash::new(Arc::clone(deal), start, style, counted)))
}

impl Solve {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Solve {
        let deal = Arc::new(Deal::new(rules, start));
        let stage = if plan.strategy.name == "prove" { DASHES.len() } else { 0 };
        Solve {
            rules: Arc::clone(rules),
            start: start.clone(),
            search: search(plan, stage, &deal, start, true),
            deal,
            plan: plan.clone(),
            stage,
            past: Figures::default(),
            moves: Vec::new(),
            outcome: Outcome::MoreWork,
        }
    }

    /// Works for at most `fuel` turns of searches, which it takes from it.
    pub fn work<W: Observer>(&mut self, fuel: &mut u64, watch: &mut W) -> Outcome {
        let nodes = self.plan.nodes.unwrap_or(u64::MAX);
        while self.outcome == Outcome::MoreWork && *fuel > 0 {
            let left = Limits { nodes: nodes.saturating_sub(self.past.generated), memory: self.plan.memory };
            match self.search.run(fuel, left, watch) {
                End::More => {}
                End::Solved(place) => {
                    self.moves = self.moves_to(place, true);
                    self.outcome = Outcome::Solved;
                }
                End::Nodes => self.outcome = Outcome::Limit(Limit::Nodes),
                End::Exhausted if self.search.is_complete() => self.outcome = Outcome::Exhausted,
                End::Memory if self.search.is_complete() => self.outcome = Outcome::Limit(Limit::Memory),
                End::Exhausted | End::Tired | End::Memory => self.next_stage(),
            }
        }
        self.outcome
    }

    fn next_stage(&mut self) {
        let figures = self.search.figures();
        self.past.generated += figures.generated;
        self.past.expanded += figures.expanded;
        self.past.known += figures.known;
        self.past.deepest = self.past.deepest.max(figures.deepest);
        self.stage += 1;
        self.search = search(&self.plan, self.stage, &self.deal, &self.start, false);
    }

    fn moves_to(&self, place: u32, finish: bool) -> Vec<Move> {
        let mut scribe = Scribe::new(&self.rules, &self.deal, &self.start);
        scribe.play_all(&self.search.line(place), self.plan.is_on("safe-home"));
        if finish {
            scribe.finish();
        }
        scribe.moves
    }

    fn stage_name(&self) -> String {
        if self.search.is_complete() { "complete search".into() } else { format!("dash {}", self.stage + 1) }
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
        let now = self.search.figures();
        Counters {
            generated: self.past.generated + now.generated,
            expanded: self.past.expanded + now.expanded,
            depth: now.depth.into(),
            deepest: self.past.deepest.max(now.deepest).into(),
            cuts: vec![("met before", self.past.known + now.known)],
            memory: now.memory,
            more: vec![("states held", now.held as u64)],
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
                self.search.figures().held
            ),
            ..Refutation::default()
        })
    }

    fn focus(&self) -> Focus {
        let moves = if self.outcome == Outcome::Solved { Vec::new() } else { self.moves_to(self.search.current(), false) };
        Focus {
            path: moves.iter().map(ToString::to_string).collect(),
            marks: Vec::new(),
            note: self.stage_name(),
        }
    }

    fn details(&self) -> Vec<String> {
        vec![self.stage_name(), format!("held {}", self.search.figures().held)]
    }
}

/// An answer with its number of single-card moves.
pub fn answer(rules: &FreeCell, start: &Board, moves: &[Move]) -> Answer {
    let mut answer = Answer::of_moves(moves);
    answer.extra.push(("cards", rules.total_cost(start, moves).into()));
    answer
}
