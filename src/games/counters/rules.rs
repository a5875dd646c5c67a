//! The rules: a move takes `k` adjacent counters, order kept (or reversed), into `k` adjacent free places.

use crate::games::quoted;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::construct::Family;
use super::goal::{Goal, Target};
use super::row::{Place, pairs, pairs_between, shift};
use super::told;
use crate::search::{Rules, Status};

/// Counters of each colour that a name may ask for.
pub const MOST_COUNTERS: usize = 1_000_000;

/// One puzzle: how one moves and what one wants.
#[derive(Clone, Debug)]
pub struct Counters {
    /// Counters a move.
    pub k: usize,
    /// The group turns around while it moves.
    pub reversed: bool,
    pub goal: Goal,
    pub target: Target,
    /// Free places, in all.
    pub free: usize,
    /// Where the solution is known for any number of counters.
    pub family: Option<Family>,
}

impl Counters {
    /// The start must have room to move: the readers see to that.
    pub fn new(start: &[Place], goal: Goal, k: usize, reversed: bool) -> Self {
        let free = start.iter().filter(|place| place.is_free()).count();
        let gaps = if free == k { 1 } else { free };
        let target = Target::new(&goal, start, gaps);
        let mut rules = Counters { k, reversed, goal, target, free, family: None };
        rules.family = Family::of(&rules, start);
        rules
    }

    /// With exactly `k` free places they stay together, and a move is told by its left place alone.
    pub fn one_gap(&self) -> bool {
        self.free == self.k
    }

    pub fn step(&self, from: usize, to: usize) -> Step {
        Step { from: from as u32, to: to as u32, told: !self.one_gap() }
    }

    /// The row that the moves of `state` began with.
    pub fn start_of(&self, state: &State) -> State {
        let mut start = state.clone();
        while let Some(&step) = start.trail.last() {
            self.undo(&mut start, &step, &());
        }
        start
    }

    /// The left ends of all free stretches of `k` places, ascending.
    pub fn targets(&self, state: &State) -> Vec<usize> {
        let free = &state.free;
        let together = |run: &[u32]| (run[run.len() - 1] - run[0]) as usize == self.k - 1;
        free.windows(self.k).filter(|run| together(run)).map(|run| run[0] as usize).collect()
    }

    /// Whether `k` counters lie at `from` and behind it.
    pub fn is_group(&self, row: &[Place], from: usize) -> bool {
        from + self.k <= row.len() && row[from..from + self.k].iter().all(|place| place.is_counter())
    }

    pub fn is_solved(&self, state: &State) -> bool {
        self.target.is_met(&state.row, state.pairs)
    }

    /// Equal neighbours of the rows to reach: at least, at most.
    pub fn goal_pairs(&self) -> (u32, u32) {
        self.target.pairs
    }

    /// Moves needed at least, by counting equal neighbours.
    pub fn bound(&self, state: &State) -> u32 {
        if self.is_solved(state) {
            return 0;
        }
        self.target.bound(state.pairs, self.one_gap() && state.gap_at_end()).max(1)
    }

    /// Why it needs so many.
    pub fn bound_reason(&self, state: &State) -> String {
        match self.target.bound(state.pairs, self.one_gap() && state.gap_at_end()) {
            0 => "as many as wanted, in the wrong places".into(),
            _ => self.target.reason(state.pairs, self.one_gap() && state.gap_at_end()),
        }
    }

    fn put(&self, state: &mut State, from: usize, to: usize) {
        let k = self.k;
        let ends = |row: &[Place]| {
            // Neighbours inside the group go with it; only its borders and those of the gap change.
            let around = |left: usize| (left.saturating_sub(1), left + k - 1);
            let (a, b) = (around(from.min(to)), around(from.max(to)));
            if b.0 <= a.1 {
                pairs_between(row, a.0, b.1)
            } else {
                pairs_between(row, a.0, a.1) + pairs_between(row, b.0, b.1)
            }
        };
        let before = ends(&state.row);
        shift(&mut state.row, from, to, k, self.reversed);
        state.pairs = state.pairs + ends(&state.row) - before;
        let at = state.free.binary_search(&(to as u32)).expect("a move fills free places");
        state.free.drain(at..at + k);
        let at = state.free.partition_point(|&place| (place as usize) < from);
        state.free.splice(at..at, (from..from + k).map(|place| place as u32));
    }
}

/// A row, and the moves that led to it: they are shown but do not make a difference.
#[derive(Clone, Debug)]
pub struct State {
    pub row: Vec<Place>,
    /// Free places, ascending.
    free: Vec<u32>,
    /// Equal neighbours, kept up to date so that a row of two million places is not read at every move.
    pairs: u32,
    pub trail: Vec<Step>,
}

impl State {
    pub fn new(row: Vec<Place>) -> Self {
        let free = (0..row.len()).filter(|&i| row[i].is_free()).map(|i| i as u32).collect();
        let pairs = pairs(&row);
        State { row, free, pairs, trail: Vec::new() }
    }

    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    pub fn gap_at_end(&self) -> bool {
        self.row[0].is_free() || self.row[self.row.len() - 1].is_free()
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.row.hash(hasher);
    }
}

/// A move: the group's left place before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: u32,
    pub to: u32,
    /// Whether its text must tell where the group goes.
    told: bool,
}

impl Step {
    /// The move that takes this one back.
    #[must_use]
    pub fn back(self) -> Step {
        Step { from: self.to, to: self.from, told: self.told }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A million moves are written one by one: a number alone does without a format.
        if self.told { write!(f, "{}-{}", self.from, self.to) } else { self.from.fmt(f) }
    }
}

impl Rules for Counters {
    type State = State;
    type Move = Step;
    type Undo = ();

    /// Left places ascending, as in the classroom program; then where to, ascending.
    fn moves(&self, state: &State, into: &mut Vec<Step>) {
        let targets = self.targets(state);
        if targets.is_empty() {
            return;
        }
        let mut counters = 0;
        for (i, place) in state.row.iter().enumerate() {
            counters = if place.is_counter() { counters + 1 } else { 0 };
            if counters >= self.k {
                into.extend(targets.iter().map(|&to| self.step(i + 1 - self.k, to)));
            }
        }
    }

    fn apply(&self, state: &mut State, mv: &Step) {
        self.put(state, mv.from as usize, mv.to as usize);
        state.trail.push(*mv);
    }

    fn undo(&self, state: &mut State, mv: &Step, _undo: &()) {
        self.put(state, mv.to as usize, mv.from as usize);
        state.trail.pop();
    }

    fn status(&self, state: &State) -> Status {
        if self.is_solved(state) {
            return Status::Solved;
        }
        let stretches = state.row.chunk_by(|a, b| a.is_free() == b.is_free());
        let can_take = stretches.into_iter().any(|s| s[0].is_counter() && s.len() >= self.k);
        if can_take && !self.targets(state).is_empty() { Status::Open } else { Status::Stuck }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Step, String> {
        let k = self.k;
        let number = |part: &str| {
            part.trim().parse::<usize>().map_err(|_| {
                let more = if self.one_gap() { "" } else { ", or two places as in 5-0" };
                format!("`{text}` is no move: expected the left place of the group, from 0{more}", text = quoted(text))
            })
        };
        let (from, to) = match text.split_once('-') {
            Some((from, to)) => (number(from)?, Some(number(to)?)),
            None => (number(text)?, None),
        };
        let last = state.row.len() - k;
        if from > last {
            return Err(format!("no {k} places at {from}: a group begins at place 0 to {last}"));
        }
        if let Some(free) = (from..from + k).find(|&i| state.row[i].is_free()) {
            return Err(format!(
                "place {free} is free: a move from {from} needs counters at {from} to {}",
                from + k - 1
            ));
        }
        let targets = self.targets(state);
        match (to, &targets[..]) {
            (_, []) => Err(format!("no room to move: {k} free places must lie together")),
            (None, [only]) => Ok(self.step(from, *only)),
            (None, _) => Err(format!(
                "`{text}` does not say where to: add {}, as in {from}-{}",
                told::either(&targets),
                targets[0],
                text = quoted(text)
            )),
            (Some(to), _) if targets.contains(&to) => Ok(self.step(from, to)),
            (Some(to), _) => Err(format!("no {k} free places at {to}: they begin at {}", told::either(&targets))),
        }
    }
}
