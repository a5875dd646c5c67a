//! A shortest solution, proven: best first with memory, or deeper and deeper without.

use std::fmt;

use super::best::Best;
use super::classic::LOWER_BOUND;
use super::deepening::Deepening;
use super::packed::{Packed, PackedRules};
use super::row::Place;
use super::rules::{Counters, State, Step};
use crate::search::{
    self, Answer, Counters as Figures, Engine, Event, Focus, Kernel as _, Mark, MarkKind, NoObserver, Node, NodeId,
    Observer, Outcome, Plan, PlanError,
};

pub const MEMORY: &str = "memory";

/// What the searches over packed rows share.
#[derive(Clone)]
pub struct Frame {
    pub rules: PackedRules,
    /// A move names its gap too.
    names_gap: bool,
    /// Whether an observer was told of the root.
    begun: bool,
    pub lower_bound: bool,
    pub max_moves: u32,
    pub nodes: u64,
    pub memory: usize,
    pub figures: Figures,
    pub cut: u64,
    pub ended: Option<Outcome>,
    pub solution: Vec<(u32, u32)>,
}

impl Frame {
    pub fn new(rules: &Counters, start: &[Place], plan: &Plan) -> Result<Self, PlanError> {
        let packed = PackedRules::new(rules, start.len()).ok_or_else(|| {
            let most = Packed::MOST_PLACES;
            PlanError(format!(
                "`{}` works on rows of up to {most} places, this one has {}",
                plan.strategy.name,
                start.len()
            ))
        })?;
        Ok(Frame {
            rules: packed,
            names_gap: !rules.one_gap(),
            begun: false,
            lower_bound: plan.is_on(LOWER_BOUND),
            max_moves: plan.max_moves.map_or(u32::MAX - 1, |most| most.min(u64::from(u32::MAX - 1)) as u32),
            nodes: plan.nodes.unwrap_or(u64::MAX),
            memory: plan.memory,
            figures: Figures { generated: 1, ..Figures::default() },
            cut: 0,
            ended: None,
            solution: Vec::new(),
        })
    }

    /// Moves needed at least, as far as the toggles let us know.
    #[inline]
    pub fn estimate(&self, row: Packed) -> u32 {
        let bound = if self.lower_bound { self.rules.bound(row) } else { 0 };
        if bound > 0 {
            debug_assert!(!self.rules.is_solved(row), "the bound never overestimates");
            return bound;
        }
        u32::from(!self.rules.is_solved(row))
    }

    /// What cuts a line that cannot end within the bound.
    pub fn cut_name(&self) -> &'static str {
        if self.lower_bound { LOWER_BOUND } else { "depth" }
    }

    /// Tells of the root when the search begins.
    pub fn begin<O: Observer>(&mut self, root: Packed, watch: &mut O) {
        if !std::mem::replace(&mut self.begun, true) {
            watch.on(&Event::Node(Node { h: self.told_estimate(root), ..Node::root() }));
        }
    }

    /// Tells of a row that was made: its numbers, the step to it, and the moves made.
    #[inline]
    pub fn tell_child<O: Observer>(
        &self,
        row: Packed,
        (id, parent): (NodeId, NodeId),
        step: (u32, u32),
        made: u32,
        watch: &mut O,
    ) {
        if watch.listens() {
            let mv = self.written(step);
            watch.on(&Event::Node(Node { h: self.told_estimate(row), ..Node::child(id, parent, &mv, made) }));
        }
    }

    fn told_estimate(&self, row: Packed) -> Option<u64> {
        self.lower_bound.then(|| self.estimate(row).into())
    }

    fn written(&self, (from, to): (u32, u32)) -> Written {
        Written { from, to: self.names_gap.then_some(to) }
    }

    pub fn text(&self, step: (u32, u32)) -> String {
        self.written(step).to_string()
    }

    pub fn focus(&self, path: &[(u32, u32)], note: String) -> Focus {
        let group = |at: u32| (at..at + self.rules.k).map(|cell| Mark::new(cell, MarkKind::Choice));
        let marks = path.last().map(|&(_, to)| group(to).collect()).unwrap_or_default();
        Focus { path: path.iter().map(|&step| self.text(step)).collect(), marks, note }
    }

    pub fn answer(&self) -> Option<Answer> {
        let moves = self.solution.iter().map(|&step| self.text(step)).collect();
        (self.ended == Some(Outcome::Solved)).then(|| Answer { moves, optimal: true, ..Answer::default() })
    }
}

/// A step in the notation of the game.
struct Written {
    from: u32,
    to: Option<u32>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, "{}-{to}", self.from),
            None => write!(f, "{}", self.from),
        }
    }
}

/// The engine for these toggles.
pub fn engine(rules: &Counters, start: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let frame = Frame::new(rules, &start.row, plan)?;
    let row = Packed::new(&start.row);
    Ok(if plan.is_on(MEMORY) {
        search::engine(Best::new(frame, row))
    } else {
        search::engine(Deepening::new(frame, row))
    })
}

/// A shortest solution of a small puzzle at once; `None` if there is none.
pub fn search_small(rules: &Counters, start: &[Place]) -> Option<Vec<Step>> {
    let plan = Plan::new(super::game::shortest());
    let frame = Frame::new(rules, start, &plan).expect("a small row");
    let mut search = Best::new(frame, Packed::new(start));
    match search.work(u64::MAX, &mut NoObserver) {
        Outcome::Solved => {
            Some(search.frame.solution.iter().map(|&(from, to)| rules.step(from as usize, to as usize)).collect())
        }
        Outcome::Exhausted => None,
        outcome => unreachable!("a search of a few thousand rows ended with {outcome:?}"),
    }
}
