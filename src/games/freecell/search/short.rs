//! `short`: the answer of `fast`, then beams of growing width that look for fewer single-card moves.

use std::sync::Arc;

use super::beam::{BOUND, Beam, Manner, OUTSIDE};
use super::direct::direct;
use super::hunt::Limits;
use super::judge::Weights;
use super::line::Scribe;
use super::packed::Deal;
use super::solve::{Solve, answer, manner};
use super::tell::Parent;
use super::width::Width;
use crate::games::freecell::rules::{Board, FreeCell, Move};
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Kernel, NAMED, NodeId, Observer, Outcome, Plan, Queue, Refutation,
    Standing, Waiting, Within, grouped,
};

const FIRST_WIDTH: usize = 32;
const LAST_WIDTH: usize = 1 << 20;

const WEIGHTS: Weights = Weights {
    not_home: 10,
    blockers: 3,
    must_move: 10,
    over_lower: 0,
    unsorted: 10,
    in_cell: 6,
    column: 6,
    cramped: 20,
    step: 0,
};

#[derive(Clone)]
pub struct Short<W: Width> {
    rules: Arc<FreeCell>,
    start: Board,
    deal: Arc<Deal<W>>,
    fast: Solve<W>,
    beam: Option<Beam<W>>,
    manner: Manner,
    limits: Limits,
    /// The best answer without needless stops, and its single-card moves.
    best: Option<(Vec<Move>, usize)>,
    /// The fewest single-card moves of a line as a search made it: the bound of the next beam.
    cost: usize,
    /// Figures of the finished parts.
    past: Counters,
    /// Of finished beams: left out, and beyond the bound.
    past_cuts: [u64; 2],
    outcome: Outcome,
}

impl<W: Width> Short<W> {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Self {
        Short {
            rules: Arc::clone(rules),
            start: start.clone(),
            deal: Arc::new(Deal::new(rules, start)),
            fast: Solve::new(rules, start, plan),
            beam: None,
            manner: manner(plan, &WEIGHTS),
            limits: Limits { nodes: plan.nodes.unwrap_or(u64::MAX), memory: plan.memory },
            best: None,
            cost: usize::MAX,
            past: Counters::default(),
            past_cuts: [0; 2],
            outcome: Outcome::MoreWork,
        }
    }

    fn run_fast(&mut self, fuel: &mut u64, watch: &mut impl Observer) {
        let outcome = self.fast.search(fuel, watch);
        let counters = self.fast.counters();
        match outcome {
            Outcome::MoreWork => *fuel = 0,
            Outcome::Solved => {
                self.past = counters;
                self.improve(self.fast.moves().to_vec(), self.fast.solved, watch);
                self.next_beam();
            }
            other => self.outcome = other,
        }
    }

    fn after_beam(&mut self, watch: &mut impl Observer) {
        let Some(beam) = &self.beam else { return };
        if let Some(place) = beam.found {
            let mut scribe = Scribe::new(&self.deal);
            scribe.play_all(&beam.store.steps(place), self.manner.safe_home);
            scribe.finish();
            let (moves, id) = (scribe.moves, beam.store.number(place) + self.past.generated - 1);
            self.improve(moves, id, watch);
        } else if beam.ended {
            self.past.generated += beam.generated;
            self.past.expanded += beam.expanded;
            self.past_cuts[0] += beam.left_out;
            self.past_cuts[1] += beam.beyond;
            let full = beam.memory() > self.limits.memory || beam.width >= LAST_WIDTH || beam.left_out == 0;
            if full || self.past.generated >= self.limits.nodes {
                self.outcome = Outcome::Solved;
            } else {
                self.next_beam();
            }
        }
    }

    fn next_beam(&mut self) {
        let width = self.beam.as_ref().map_or(FIRST_WIDTH, |beam| beam.width * 2);
        let bound = self.cost.min(u16::MAX as usize) as u16;
        self.beam = Some(Beam::new(Arc::clone(&self.deal), self.manner.clone(), width, bound));
    }

    fn improve(&mut self, moves: Vec<Move>, id: NodeId, watch: &mut impl Observer) {
        let cost = self.rules.total_cost(&self.start, &moves);
        if cost < self.cost {
            self.cost = cost;
            let may_go_home = vec![true; moves.len()];
            let moves = direct(&self.rules, &self.start, moves, may_go_home);
            let cost_now = self.rules.total_cost(&self.start, &moves);
            if self.best.as_ref().is_none_or(|(_, best)| cost_now < *best) {
                self.best = Some((moves, cost_now));
            }
            watch.on(&Event::Solution { id, length: cost as u64 });
        }
    }
}

impl<W: Width> Kernel for Short<W> {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        while self.outcome == Outcome::MoreWork && fuel > 0 {
            match &mut self.beam {
                None => self.run_fast(&mut fuel, watch),
                Some(beam) => {
                    let nodes = self.limits.nodes.saturating_sub(self.past.generated);
                    let mut told = Within { watch: &mut *watch, before: self.past.generated };
                    beam.run(&mut fuel, Limits { nodes, ..self.limits }, &mut told);
                    self.after_beam(watch);
                }
            }
        }
        self.outcome
    }

    fn counters(&self) -> Counters {
        let Some(beam) = &self.beam else { return self.fast.counters() };
        let ended = beam.ended;
        let [left_out, beyond] = if ended { [0; 2] } else { [beam.left_out, beam.beyond] };
        let mut cuts = self.past.cuts.clone();
        cuts.extend([(OUTSIDE, self.past_cuts[0] + left_out), (BOUND, self.past_cuts[1] + beyond)]);
        Counters {
            generated: self.past.generated + if ended { 0 } else { beam.generated },
            expanded: self.past.expanded + if ended { 0 } else { beam.expanded },
            depth: beam.layer as u32,
            deepest: beam.layer as u32,
            cuts,
            memory: beam.memory(),
            more: vec![("beam width", beam.width as u64), ("cards", self.cost as u64)],
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        self.best.as_ref().map(|(moves, cost)| answer(moves, *cost))
    }

    fn refutation(&self) -> Option<Refutation> {
        self.fast.refutation()
    }

    fn focus(&self) -> Focus {
        let Some(beam) = &self.beam else { return self.fast.focus() };
        let mut scribe = Scribe::new(&self.deal);
        scribe.play_all(&beam.store.steps(beam.current), self.manner.safe_home);
        let path = scribe.moves.iter().map(ToString::to_string).collect();
        let note = format!("beam of {}, {} cards moved so far; best {}", beam.width, beam.layer, self.cost);
        Focus { path, marks: Vec::new(), note }
    }

    fn standing(&self) -> Standing {
        let rule = "Of each layer the most promising go on, as many as the beam is wide; each is expanded in its turn";
        let Some(beam) = &self.beam else { return self.fast.standing() };
        let whole = |own: NodeId| if own == 0 { 0 } else { own + self.past.generated - 1 };
        let first = beam.waiting(NAMED).into_iter().map(|place| {
            let mv = Parent::last_moves(&self.deal, &beam.store.steps(place), self.manner.safe_home);
            let depth = beam.store.node(place).cost.into();
            Waiting { id: whole(beam.store.number(place)), mv, depth, h: None, f: None }
        });
        let name = format!("layer {}, width {}", beam.layer, grouped(beam.width as u64));
        let queue = Queue { name, len: beam.left(), first: first.collect() };
        // Where a beam has ended, its nodes count as past.
        let node = (!beam.ended).then(|| whole(beam.store.number(beam.current)));
        Standing { node, rule, queue: Some(queue), ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        match &self.beam {
            None => self.fast.details(),
            Some(_) => vec![Detail::Line(format!("best {} cards", self.cost))],
        }
    }
}
