//! A shortest solution, proven: best first with memory, or deeper and deeper without.

use super::best::Best;
use super::classic::LOWER_BOUND;
use super::deepening::Deepening;
use super::packed::{Packed, PackedRules};
use super::row::Place;
use super::rules::{Counters, State, Step};
use crate::search::{Answer, Counters as Figures, Engine, Focus, Mark, MarkKind, NoObserver, Outcome, Plan, PlanError};

pub const MEMORY: &str = "memory";

/// What both kinds of search share.
pub struct Frame {
    pub rules: PackedRules,
    pub told: bool,
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
            told: !rules.one_gap(),
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
    pub fn estimate(&self, row: Packed) -> u32 {
        match self.rules.is_solved(row) {
            true => 0,
            false if self.lower_bound => self.rules.bound(row).max(1),
            false => 1,
        }
    }

    /// What cuts a line that cannot end within the bound.
    pub fn cut_name(&self) -> &'static str {
        if self.lower_bound { LOWER_BOUND } else { "depth" }
    }

    pub fn text(&self, (from, to): (u32, u32)) -> String {
        if self.told { format!("{from}-{to}") } else { from.to_string() }
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

/// The engine for these toggles.
pub fn engine(rules: &Counters, start: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let frame = Frame::new(rules, &start.row, plan)?;
    let row = Packed::new(&start.row);
    if plan.is_on(MEMORY) { Ok(Box::new(Best::new(frame, row))) } else { Ok(Box::new(Deepening::new(frame, row))) }
}

/// A shortest solution of a small puzzle at once; `None` if there is none.
pub fn search_small(rules: &Counters, start: &[Place]) -> Option<Vec<Step>> {
    let plan = Plan::new(super::game::shortest());
    let frame = Frame::new(rules, start, &plan).expect("a small row");
    let mut search = Best::new(frame, Packed::new(start));
    match search.run_with(u64::MAX, &mut NoObserver) {
        Outcome::Solved => {
            Some(search.frame.solution.iter().map(|&(from, to)| rules.step(from as usize, to as usize)).collect())
        }
        Outcome::Exhausted => None,
        outcome => unreachable!("a search of a few thousand rows ended with {outcome:?}"),
    }
}
