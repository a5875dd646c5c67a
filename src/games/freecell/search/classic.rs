//! The 2021 classroom's search: depth first, five kinds of moves in a fixed order, each card only on the leftmost
//! column that takes it, and a memory of the states along the current line against running in circles.
//!
//! A card never goes from a column to an empty column: the rules allow it, the published program does not do it, and
//! its published run needs that. So the search can miss solutions and never says that there is none.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::solve::answer;
use crate::games::freecell::rules::cards::Card;
use crate::games::freecell::rules::classroom::Desk;
use crate::games::freecell::rules::{Board, FreeCell, Move};
use crate::search::{
    Answer, Branch, Counters, Detail, Event, Exhibit, Focus, Kernel, Limit, Node, Observer, Outcome, Plan, Standing,
};

/// How a state is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// Homes and cells in order, of the columns only the set of heights and playable cards: merges states.
    Merged,
    Exact,
    None,
}

/// What is remembered of a state, in one piece: homes, cells and columns one after the other, each behind its length.
type Trace = Box<[u8]>;

/// A state on the current line with the moves that were not tried yet, the next one last.
#[derive(Clone)]
struct Frame {
    untried: Vec<Move>,
    trace: Option<Trace>,
    id: u64,
    /// No move of it has led to a new state so far.
    is_barren: bool,
}

#[derive(Clone)]
pub struct Classic {
    rules: Arc<FreeCell>,
    start: Board,
    /// The state at the end of the current line.
    desk: Desk,
    /// The desks of the line before it.
    line: Vec<Desk>,
    frames: Vec<Frame>,
    made: Vec<Move>,
    /// The states of the line, each with its place there.
    seen: FxHashMap<Trace, usize>,
    memory: Memory,
    /// How many columns, from the left, are targets.
    targets: usize,
    most_moves: usize,
    limit_nodes: u64,
    limit_memory: usize,
    counters: Counters,
    merged: u64,
    /// How often two different boards were taken for one, and the last two: the one on the line, and the one left out.
    mistaken: u64,
    pair: Option<(Desk, Desk)>,
    cut_depth: u64,
    begun: bool,
    outcome: Outcome,
}

impl Classic {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Classic {
        let memory = match (plan.is_on("merged-memory"), plan.is_on("exact-memory")) {
            (true, _) => Memory::Merged,
            (false, true) => Memory::Exact,
            _ => Memory::None,
        };
        let targets = if plan.is_on("half-targets") { rules.variant.suits } else { rules.variant.columns };
        let mut classic = Classic {
            rules: Arc::clone(rules),
            start: start.clone(),
            desk: Desk::new(rules, start),
            line: Vec::new(),
            frames: Vec::new(),
            made: Vec::new(),
            seen: FxHashMap::default(),
            memory,
            targets: targets as usize,
            most_moves: plan.max_moves.map_or(usize::MAX, |most| most as usize),
            limit_nodes: plan.nodes.unwrap_or(u64::MAX),
            limit_memory: plan.memory,
            counters: Counters { generated: 1, ..Counters::default() },
            merged: 0,
            mistaken: 0,
            pair: None,
            cut_depth: 0,
            begun: false,
            outcome: Outcome::MoreWork,
        };
        if classic.desk.is_done() {
            classic.outcome = Outcome::Solved;
        }
        classic
    }

    fn trace(&self, desk: &Desk) -> Option<Trace> {
        if self.memory == Memory::None {
            return None;
        }
        let mut trace = Vec::with_capacity(self.rules.variant.cards() + 64);
        let mut write = |cards: &[Card]| {
            trace.push(cards.len() as u8);
            trace.extend(cards.iter().map(|card| card.0));
        };
        desk.homes.iter().for_each(|home| write(home));
        write(&desk.cells);
        if self.memory == Memory::Exact {
            desk.columns.iter().for_each(|column| write(column));
        } else {
            let mut tops: Vec<_> = desk.columns.iter().map(|column| (column.len() as u8, column.last())).collect();
            tops.sort_unstable();
            tops.dedup();
            trace.extend(tops.iter().flat_map(|(height, top)| [*height, top.map_or(0, |card| card.0)]));
        }
        Some(trace.into_boxed_slice())
    }

    fn bytes_a_frame(&self) -> usize {
        40 * (self.rules.variant.cards() + self.rules.variant.columns as usize) / 8 + 512
    }

    fn enter<W: Observer>(&mut self, trace: Option<Trace>, watch: &mut W) {
        let id = self.counters.generated - 1;
        let depth = self.frames.len() as u32;
        watch.on(&Event::Expand { id, depth });
        let mut untried = self.desk.candidates(&self.rules, self.targets);
        untried.reverse();
        if let Some(above) = self.frames.last_mut() {
            above.is_barren = false;
        }
        self.frames.push(Frame { untried, trace, id, is_barren: true });
        self.counters.expanded += 1;
        self.counters.depth = depth;
        self.counters.deepest = self.counters.deepest.max(depth);
    }

    fn leave<W: Observer>(&mut self, watch: &mut W) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.is_barren && self.made.len() < self.most_moves {
            self.counters.dead += 1;
            let why = "no move is left that leads to a new state of the line";
            watch.on(&Event::Dead { id: frame.id, depth: self.frames.len() as u32, why: &why });
        }
        watch.on(&Event::Leave { id: frame.id, depth: self.frames.len() as u32 });
        if let Some(trace) = frame.trace {
            self.seen.remove(&trace);
        }
        if let Some(before) = self.line.pop() {
            self.desk = before;
            self.made.pop();
        }
        self.counters.backtracks += 1;
        self.counters.depth = self.frames.len().saturating_sub(1) as u32;
    }

    fn try_move<W: Observer>(&mut self, mv: Move, watch: &mut W) -> bool {
        let (id, parent) = (self.counters.generated, self.frames.last().map_or(0, |frame| frame.id));
        self.counters.generated += 1;
        watch.on(&Event::Node(Node::child(id, parent, &mv, self.frames.len() as u32)));
        let mut desk = self.desk.clone();
        desk.play(&self.rules, mv);
        let trace = self.trace(&desk);
        if let Some(&place) = trace.as_ref().and_then(|trace| self.seen.get(trace)) {
            self.merged += 1;
            watch.on(&Event::Cut { id, by: "memory" });
            watch.on(&Event::Seen { id });
            self.compare(place, desk, watch);
            return false;
        }
        self.seen.extend(trace.clone().map(|trace| (trace, self.frames.len())));
        self.line.push(std::mem::replace(&mut self.desk, desk));
        self.made.push(mv);
        if self.desk.is_done() {
            self.outcome = Outcome::Solved;
            watch.on(&Event::Solution { id, length: self.made.len() as u64 });
            return false;
        }
        self.enter(trace, watch);
        true
    }

    /// Whether the memory has taken two boards for one: the one at a place of the line, and the one left out.
    fn compare<W: Observer>(&mut self, place: usize, left_out: Desk, watch: &mut W) {
        // Columns in another order make the same game.
        fn sorted(desk: &Desk) -> Vec<&[Card]> {
            let mut columns: Vec<&[Card]> = desk.columns.iter().map(Vec::as_slice).collect();
            columns.sort_unstable();
            columns
        }
        let earlier = self.line.get(place).unwrap_or(&self.desk);
        if sorted(earlier) == sorted(&left_out) {
            return;
        }
        self.mistaken += 1;
        let pair = (earlier.clone(), left_out);
        watch.on(&Event::Note { text: &Mistaken { rules: &self.rules, pair: &pair } });
        self.pair = Some(pair);
    }

    /// Tries the next move of the current line; true where a new state was entered.
    fn advance<W: Observer>(&mut self, watch: &mut W) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            let limit = if self.cut_depth > 0 { Limit::Depth } else { Limit::Incomplete };
            self.outcome = Outcome::Limit(limit);
            return false;
        };
        if self.made.len() >= self.most_moves {
            for _ in frame.untried.drain(..) {
                self.cut_depth += 1;
                watch.on(&Event::Skip { parent: frame.id, by: "max moves" });
            }
        }
        match frame.untried.pop() {
            Some(mv) => self.try_move(mv, watch),
            None => {
                self.leave(watch);
                false
            }
        }
    }

    fn memory(&self) -> usize {
        self.frames.len() * self.bytes_a_frame() * 2
    }
}

/// Two boards that the memory takes for one (as in figures 3.5 and 3.6 of the report), and whether the one that is left
/// out could still be won.
struct Mistaken<'a> {
    rules: &'a FreeCell,
    pair: &'a (Desk, Desk),
}

/// So many states are looked at to find out.
const JUDGED: u64 = 3_000;

impl Mistaken<'_> {
    fn verdict(&self) -> &'static str {
        let strategy = super::strategies::STRATEGIES.iter().find(|strategy| strategy.name == "fast");
        let plan = Plan { nodes: Some(JUDGED), ..Plan::new(strategy.expect("a strategy of this game")) };
        let mut engine = super::engine(&Arc::new(self.rules.clone()), &self.pair.1.board(), &plan);
        match engine.run(u64::MAX, None) {
            Outcome::Solved => "the one left out can be won: that way to a solution is lost",
            Outcome::Exhausted => "the one left out cannot be won: nothing is lost",
            _ => "not known whether the one left out can be won",
        }
    }
}

impl fmt::Display for Mistaken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (self.pair.0.lines(&self.rules.variant), self.pair.1.lines(&self.rules.variant));
        let width = first.iter().map(String::len).max().unwrap_or(0).max("met before".len());
        writeln!(f, "  {:width$}    left out", "met before")?;
        for (one, other) in first.iter().zip(&second) {
            let sign = if one == other { ' ' } else { '*' };
            writeln!(f, "{sign} {}", format!("{one:width$}    {other}").trim_end())?;
        }
        write!(f, "{}", self.verdict())
    }
}

impl Kernel for Classic {
    fn work<W: Observer>(&mut self, mut fuel: u64, watch: &mut W) -> Outcome {
        if !std::mem::replace(&mut self.begun, true) {
            watch.on(&Event::Node(Node::root()));
            if self.outcome == Outcome::Solved {
                watch.on(&Event::Solution { id: 0, length: 0 });
            }
        }
        if self.outcome == Outcome::MoreWork && self.counters.expanded == 0 && fuel > 0 {
            let trace = self.trace(&self.desk);
            self.seen.extend(trace.clone().map(|trace| (trace, 0)));
            self.enter(trace, watch);
            fuel -= 1;
        }
        while self.outcome == Outcome::MoreWork && fuel > 0 {
            if self.counters.generated >= self.limit_nodes {
                self.outcome = Outcome::Limit(Limit::Nodes);
            } else if self.memory() > self.limit_memory {
                self.outcome = Outcome::Limit(Limit::Memory);
            } else {
                fuel -= u64::from(self.advance(watch));
            }
        }
        self.outcome
    }

    fn counters(&self) -> Counters {
        let mut counters = self.counters.clone();
        counters.cuts = vec![("memory", self.merged)];
        if self.most_moves < usize::MAX {
            counters.cuts.push(("max moves", self.cut_depth));
        }
        counters.memory = self.memory();
        counters.more = vec![("boards mistaken", self.mistaken)];
        counters
    }

    fn answer(&self) -> Option<Answer> {
        (self.outcome == Outcome::Solved).then(|| answer(&self.made, self.rules.total_cost(&self.start, &self.made)))
    }

    fn focus(&self) -> Focus {
        let path = self.made.iter().map(ToString::to_string).collect();
        let home: usize = self.desk.homes.iter().map(Vec::len).sum();
        let left = self.frames.last().map_or(0, |frame| frame.untried.len());
        let note = format!("cards home: {home}; moves of this state not tried yet: {left}");
        Focus { path, marks: Vec::new(), note }
    }

    fn standing(&self) -> Standing {
        let rule = "It makes the first of its five kinds of moves that is left, and goes back where none is";
        let choices = self.frames.iter().enumerate().rev().map(|(depth, frame)| Branch {
            depth: depth as u32 + 1,
            tried: self.made.get(depth).map(ToString::to_string).into_iter().collect(),
            left: frame.untried.iter().rev().map(ToString::to_string).collect(),
        });
        let node = self.frames.last().map(|frame| frame.id).filter(|_| self.outcome == Outcome::MoreWork);
        let exhibit = self.pair.as_ref().map(|pair| Exhibit {
            title: "Two boards that the memory takes for one",
            text: Mistaken { rules: &self.rules, pair }.to_string(),
        });
        Standing { node, rule, stack: Branch::few(choices), exhibit, ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        let memory = match self.memory {
            Memory::Merged => "memory merges states",
            Memory::Exact => "memory is exact",
            Memory::None => "no memory",
        };
        vec![
            Detail::line(memory),
            Detail::Line(format!("line {} states", self.frames.len())),
            Detail::Line(format!("targets 1-{}", self.targets)),
        ]
    }
}
