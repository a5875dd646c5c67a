//! `fast`: quick dashes one after the other, then a hunt, which is complete; `prove`: the hunt alone.

use std::sync::Arc;

use super::beam::Manner;
use super::dash::{Carry, Dash, Style};
use super::direct::direct;
use super::hunt::{End, Figures, Hunt, Limits, Open};
use super::judge::Weights;
use super::line::Scribe;
use super::packed::Deal;
use super::tell::{MET_BEFORE, Parent, tell_root};
use super::width::Width;
use crate::games::freecell::rules::{Board, FreeCell, Move};
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, NAMED, NodeId, Observer, Outcome, Plan, Queue, Refutation,
    Standing, Value, Waiting, Within, grouped,
};

/// The search at work: dashes one after the other, then a hunt.
#[derive(Clone)]
enum Search<W: Width> {
    Dash(Box<Dash<W>>),
    Hunt(Box<Hunt<W>>),
}

impl<W: Width> Search<W> {
    fn run<O: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut O) -> End {
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

    /// The number of a node among those of this search; the root is 0.
    fn number(&self, place: u32) -> NodeId {
        match self {
            Search::Dash(dash) => dash.number(place),
            Search::Hunt(hunt) => hunt.number(place),
        }
    }

    /// The first few of those that wait with what they are ranked by, and how many wait.
    fn open(&self, most: usize) -> (Vec<Open>, u64) {
        match self {
            Search::Dash(dash) => dash.open(most),
            Search::Hunt(hunt) => hunt.waiting(most),
        }
    }

    fn tell_root<O: Observer>(&self, deal: &Deal<W>, watch: &mut O) {
        let (sums, weights) = match self {
            Search::Dash(dash) => dash.root(),
            Search::Hunt(hunt) => hunt.root(),
        };
        tell_root(&sums, weights, deal, watch);
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

#[derive(Clone)]
pub struct Solve<W: Width> {
    deal: Arc<Deal<W>>,
    plan: Plan,
    /// Which of [`DASHES`], or behind them the hunt.
    stage: usize,
    search: Search<W>,
    /// Figures of the stages before.
    past: Figures,
    /// The solution as the search made it.
    moves: Vec<Move>,
    /// The same without needless stops, which is the answer.
    direct: Vec<Move>,
    /// The single-card moves that these stand for.
    cards: usize,
    /// The node in which the solution ends.
    pub solved: NodeId,
    begun: bool,
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
const DASHES: [Dashing; 8] = [
    ([18, 5, 1, 0, 18, 32, 15, 5, 8], Carry::WholeRuns, 22, 283),
    ([7, 3, 2, 7, 9, 23, 16, 14, 8], Carry::WholeRuns, 15, 335),
    ([9, 7, 2, 5, 16, 24, 23, 13, 6], Carry::Runs, 6, 304),
    ([8, 6, 1, 0, 15, 32, 14, 9, 9], Carry::WholeRuns, 28, 829),
    ([16, 0, 8, 0, 17, 18, 9, 23, 5], Carry::Runs, 19, 238),
    ([7, 0, 0, 5, 14, 14, 22, 14, 8], Carry::WholeRuns, 10, 531),
    ([4, 5, 10, 0, 14, 15, 8, 11, 8], Carry::Runs, 12, 487),
    ([2, 3, 2, 2, 11, 15, 9, 26, 8], Carry::WholeRuns, 12, 117_963),
];

/// How many times the turns a dash gets for a deck of so many cards: those of [`DASHES`] are for the standard deck, and
/// a larger one has both a longer way and more to choose from on it.
fn patience(cards: usize) -> u64 {
    (cards * cards / (52 * 52)).max(1) as u64 * if cards > 52 { 4 } else { 1 }
}

/// Without the terms that are switched off.
fn weights(plan: &Plan, weights: &Weights) -> Weights {
    let keep = |name: &str, value: i32| if plan.has(name) { value } else { 0 };
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

/// The style of a dash, for a stage that is one.
fn style(plan: &Plan, rules: &FreeCell, stage: usize) -> Option<Style> {
    let &(base, carry, wait, most) = DASHES.get(stage)?;
    let (_, _, _, longest) = DASHES[DASHES.len() - 1];
    let most = (most * patience(rules.variant.cards())).min(longest);
    let Manner { weights, safe_home, canonical } = manner(plan, &weigh(base));
    let carry = if plan.has("supermoves") { carry } else { Carry::Single };
    Some(Style { weights, carry, wait, safe_home, canonical, most })
}

/// How the plan wants a search to go about it.
pub fn manner(plan: &Plan, base: &Weights) -> Manner {
    let (safe_home, canonical) = (plan.has("safe-home"), plan.has("canonical-columns"));
    Manner { weights: weights(plan, base), safe_home, canonical }
}

fn hunt<W: Width>(plan: &Plan, deal: &Arc<Deal<W>>, counted: bool) -> Search<W> {
    Search::Hunt(Box::new(Hunt::new(Arc::clone(deal), manner(plan, &STEADY), counted)))
}

impl<W: Width> Solve<W> {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Self {
        let deal = Arc::new(Deal::new(rules, start));
        let stage = if plan.strategy.name == "prove" { DASHES.len() } else { 0 };
        Solve {
            search: match style(plan, rules, stage) {
                Some(style) => Search::Dash(Box::new(Dash::new(Arc::clone(&deal), start, style, true))),
                None => hunt(plan, &deal, true),
            },
            deal,
            plan: plan.clone(),
            stage,
            past: Figures::default(),
            moves: Vec::new(),
            direct: Vec::new(),
            cards: 0,
            solved: 0,
            begun: false,
            outcome: Outcome::MoreWork,
        }
    }

    /// Works for at most `fuel` turns of searches, which it takes from it. Whoever calls it tells of the solution.
    pub fn search<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Outcome {
        if !std::mem::replace(&mut self.begun, true) {
            self.search.tell_root(&self.deal, watch);
        }
        let nodes = self.plan.nodes.unwrap_or(u64::MAX);
        while self.outcome == Outcome::MoreWork && *fuel > 0 {
            let left = Limits { nodes: nodes.saturating_sub(self.past.generated), memory: self.plan.memory };
            let before = self.past.generated.max(1);
            match self.search.run(fuel, left, &mut Within { watch, before }) {
                End::More => {}
                End::Solved(place) => {
                    let mut scribe = self.scribe(place);
                    scribe.finish();
                    let Scribe { moves, cards, may_go_home, .. } = scribe;
                    self.direct = direct(&self.deal.rules, &self.deal.board, moves.clone(), may_go_home);
                    let is_shorter = self.direct.len() < moves.len();
                    let fewer = || self.deal.rules.total_cost(&self.deal.board, &self.direct);
                    self.cards = if is_shorter { fewer() } else { cards };
                    self.moves = moves;
                    let own = self.search.number(place);
                    self.solved = if own == 0 { 0 } else { own + before - 1 };
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
        self.past.dead += figures.dead;
        self.past.deepest = self.past.deepest.max(figures.deepest);
        self.stage += 1;
        let next = style(&self.plan, &self.deal.rules, self.stage);
        match (&mut self.search, next) {
            (Search::Dash(dash), Some(style)) => dash.again(style),
            _ => self.search = hunt(&self.plan, &self.deal, false),
        }
    }

    /// The line of play to a node, written down.
    fn scribe(&self, place: u32) -> Scribe<'_, W> {
        let mut scribe = Scribe::new(&self.deal);
        scribe.play_all(&self.search.line(place), self.plan.has("safe-home"));
        scribe
    }

    fn stage_name(&self) -> String {
        if self.search.is_complete() {
            "complete search".into()
        } else {
            format!("short search {} of {}", self.stage + 1, DASHES.len())
        }
    }

    /// The same at a node, for who does not know what that is.
    fn stage_words(&self) -> String {
        if self.search.is_complete() {
            return "complete search: it ends with a solution or a proof".into();
        }
        let number = self.stage + 1;
        format!(
            "short search {number} of {}, best first; if none of them finds anything, a complete search follows",
            DASHES.len()
        )
    }

    /// The solution as the search made it, where there is one.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

impl<W: Width> Kernel for Solve<W> {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        let outcome = self.search(&mut fuel, watch);
        if outcome == Outcome::Solved {
            watch.on(&Event::Solution { id: self.solved, length: self.direct.len() as u64 });
        }
        outcome
    }

    fn counters(&self) -> Counters {
        let now = self.search.figures();
        Counters {
            generated: self.past.generated + now.generated,
            expanded: self.past.expanded + now.expanded,
            depth: now.depth.into(),
            deepest: self.past.deepest.max(now.deepest).into(),
            dead: self.past.dead + now.dead,
            cuts: vec![(MET_BEFORE, self.past.known + now.known)],
            memory: now.memory,
            more: vec![("states held", now.held as u64)],
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        (self.outcome == Outcome::Solved).then(|| answer(&self.direct, self.cards))
    }

    fn refutation(&self) -> Option<Refutation> {
        (self.outcome == Outcome::Exhausted).then(|| Refutation {
            reason: format!(
                "the search went through all {} positions: no order of moves brings all cards home",
                grouped(self.search.figures().held as u64)
            ),
            ..Refutation::default()
        })
    }

    fn focus(&self) -> Focus {
        let solved = self.outcome == Outcome::Solved;
        let moves = if solved { Vec::new() } else { self.scribe(self.search.current()).moves };
        Focus { path: moves.iter().map(ToString::to_string).collect(), marks: Vec::new(), note: self.stage_words() }
    }

    fn standing(&self) -> Standing {
        let rule = "Best first takes the smallest f that waits, the latest of them; moves into cells wait longer";
        let before = self.past.generated.max(1);
        let whole = |own: NodeId| if own == 0 { 0 } else { own + before - 1 };
        let (in_turn, len) = self.search.open(NAMED);
        let first = in_turn.into_iter().map(|Open { rank, place, into_cells }| {
            let line = self.search.line(place);
            let mv = Parent::last_moves(&self.deal, &line, self.plan.has("safe-home"));
            let mv = if into_cells { format!("{mv} into cells").trim_start().to_owned() } else { mv };
            Waiting {
                id: whole(self.search.number(place)),
                mv,
                depth: line.len() as u32,
                h: None,
                f: Some(rank as f64),
            }
        });
        let queue = Queue { name: "open list".into(), len, first: first.collect() };
        let node = if self.outcome == Outcome::Solved {
            self.solved
        } else {
            whole(self.search.number(self.search.current()))
        };
        Standing { queue: Some(queue), ..Standing::at(node, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        vec![Detail::Line(self.stage_name())]
    }
}

/// An answer with its number of single-card moves.
pub fn answer(moves: &[Move], cards: usize) -> Answer {
    Answer {
        moves: moves.iter().copied().map(Move::text).collect(),
        extra: vec![("cards", Value::Number(cards as u64))],
        ..Answer::default()
    }
}
