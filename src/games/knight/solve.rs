//! The strategies.

use std::fmt;
use std::sync::Arc;

use super::construct;
use super::dead::{self, Dead};
use super::rules::{Knight, Leap, Tour};
use crate::search::{self, Engine, Guide, Known, Plan, PlanError, Refutation, Strategy, Toggle};

const fn strategy(name: &'static str, about: &'static str, toggles: &'static [Toggle]) -> Strategy {
    Strategy { name, about, toggles, anytime: false, weight: None }
}

const WARNSDORFF: &str = "warnsdorff";
const DEAD_ENDS: &str = "dead-ends";
const CONNECTED: &str = "connected";
const PARITY: &str = "parity";

const ORDER: &str = "first where the fewest ways lead on (Warnsdorff 1823); of equals the one farther from the middle";
const ENDS: &str = "give up where a square has no way left, or two squares could only be the last";
const PARTS: &str = "give up where the squares left fall apart";
const COLOURS: &str = "light and dark squares come in turn: look first whether that can come out even";

const CLASSIC: &[Toggle] = &[
    Toggle::off(WARNSDORFF, ORDER),
    Toggle::off(DEAD_ENDS, ENDS),
    Toggle::off(CONNECTED, PARTS),
    Toggle::off(PARITY, COLOURS),
];

pub static STRATEGIES: &[Strategy] = &[
    strategy(
        "tour",
        "depth first where the fewest ways lead on, with cuts; complete, also for all tours",
        &[
            Toggle::on(WARNSDORFF, ORDER),
            Toggle::on(DEAD_ENDS, ENDS),
            Toggle::off(CONNECTED, PARTS),
            Toggle::on(PARITY, COLOURS),
        ],
    ),
    strategy("classic", "the classroom's search, leaps around the clock; first tour, complete", CLASSIC),
    strategy("classic-all", "the classroom's search, on to all tours", CLASSIC),
    strategy(
        "construct",
        "joins tours of small boards to one of a large board: no search, from 5x5 on; the default from 101 squares on",
        &[],
    ),
];

pub fn engine(rules: &Arc<Knight>, tour: &Tour, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    match plan.strategy.name {
        "construct" => constructed(rules, tour, plan),
        "classic-all" => searched(rules, tour, &Plan { all: true, ..plan.clone() }),
        _ => searched(rules, tour, plan),
    }
}

fn refuted(rules: &Knight, dead: &Dead, plan: &Plan) -> Box<dyn Engine> {
    let reason = dead.words(rules);
    search::engine(Known::refuted(Refutation { reason, ..Refutation::default() }, plan))
}

fn searched(rules: &Arc<Knight>, tour: &Tour, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    if plan.is_on(PARITY)
        && tour.left() > 0
        && let Some(dead) = dead::colours(rules, tour).or_else(|| dead::four_rows(rules))
    {
        return Ok(refuted(rules, &dead, plan));
    }
    let guide = Foresight {
        warnsdorff: plan.is_on(WARNSDORFF),
        dead_ends: plan.is_on(DEAD_ENDS),
        connected: plan.is_on(CONNECTED),
    };
    search::depth_first(rules, tour, guide, plan, search::Remember::Nothing)
}

/// The construction, from any tour on the way to it.
fn constructed(rules: &Knight, tour: &Tour, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    if plan.all || plan.unique {
        return Err(PlanError("`construct` writes one tour down; try `tour`".into()));
    }
    if tour.left() > 0
        && let Some(dead) = dead::colours(rules, tour).or_else(|| dead::four_rows(rules))
    {
        return Ok(refuted(rules, &dead, plan));
    }
    let path = construct::path(rules.grid, tour.path.first().copied()).ok_or_else(|| {
        PlanError("`construct` needs sides of at least 5, even ones of at least 6; try `tour`".into())
    })?;
    match path.strip_prefix(&tour.path[..]) {
        Some(rest) => {
            let leaps = rest.iter().map(|&to| rules.leap(to)).collect();
            Ok(search::engine(Known::<Leap>::solution(leaps, true, plan)))
        }
        None => Err(PlanError("this tour has left the way that `construct` goes; try `tour`".into())),
    }
}

/// First where the fewest ways lead on; of equals the one farther from the middle.
pub fn in_warnsdorffs_order(rules: &Knight, tour: &Tour, moves: &mut [Leap]) {
    let off = |place: usize, side: usize| (2 * place + 1).abs_diff(side);
    let from_middle = |leap: &Leap| {
        let (row, col) = (rules.grid.row(leap.to.into()), rules.grid.col(leap.to.into()));
        let (down, across) = (off(row, rules.grid.rows), off(col, rules.grid.cols));
        down * down + across * across
    };
    moves.sort_by_key(|leap| (tour.exits(leap.to), std::cmp::Reverse(from_middle(leap))));
}

#[derive(Clone, Copy)]
struct Foresight {
    warnsdorff: bool,
    dead_ends: bool,
    connected: bool,
}

impl Foresight {
    fn found(self, rules: &Knight, tour: &Tour, cut: usize) -> Option<Dead> {
        match cut {
            0 if self.dead_ends => dead::dead_end(rules, tour),
            1 if self.connected => dead::apart(rules, tour),
            _ => None,
        }
    }
}

impl Guide<Knight> for Foresight {
    /// Every tour visits every square that is left.
    fn estimate(&mut self, _rules: &Knight, tour: &Tour) -> u32 {
        tour.left() as u32
    }

    fn terms(&self, _rules: &Knight, tour: &Tour, tell: &mut dyn FnMut(&'static str, u64)) {
        tell("squares left", tour.left() as u64);
    }

    fn order(&mut self, rules: &Knight, tour: &Tour, moves: &mut [Leap]) {
        if self.warnsdorff {
            in_warnsdorffs_order(rules, tour, moves);
        }
    }

    fn cuts(&self) -> &[&'static str] {
        &[DEAD_ENDS, CONNECTED]
    }

    fn cut(&mut self, rules: &Knight, tour: &Tour) -> Option<usize> {
        (0..2).find(|&cut| self.found(rules, tour, cut).is_some())
    }

    fn why(&self, rules: &Knight, tour: &Tour, cut: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found(rules, tour, cut) {
            Some(dead) => f.write_str(&dead.words(rules)),
            None => f.write_str(self.cuts()[cut]),
        }
    }

    fn heap_bytes(&self, tour: &Tour) -> usize {
        // The path, and of each square its step and its exits.
        2 * tour.path.capacity() + 3 * (tour.left() + tour.path.len())
    }
}
