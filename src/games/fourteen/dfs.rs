//! Plain depth first search over the boards, complete: what the other strategies are measured against.

use std::fmt;

use rustc_hash::FxHashSet;

use super::rules::{Fourteen, Pair, State};
use crate::search::{
    Answer, Counters, Engine, Event, Focus, Keeps, Limit, NoObserver, NodeId, Observer, Outcome, Plan, Refutation,
    Rules, Strategy, Toggle,
};

pub const STRATEGY: Strategy = Strategy {
    name: "dfs",
    about: "plain depth first, columns from left to right; complete",
    toggles: &[Toggle {
        name: "memory",
        about: "never enters a position twice",
        keeps: Keeps::Everything,
        default: true,
        group: None,
    }],
    anytime: false,
    weight: None,
};

/// A position on the way and the children of it that were not entered yet.
struct Frame {
    id: NodeId,
    /// Its moves wait in `DepthFirst::waiting` from here to the next frame's; the last is tried first.
    from: usize,
}

pub struct DepthFirst {
    rules: Fourteen,
    start: State,
    state: State,
    path: Vec<Pair>,
    frames: Vec<Frame>,
    waiting: Vec<(Pair, NodeId)>,
    scratch: Vec<Pair>,
    seen: Option<FxHashSet<State>>,
    limit_nodes: u64,
    limit_memory: usize,
    generated: u64,
    expanded: u64,
    deepest: u32,
    dead: u64,
    backtracks: u64,
    repeats: u64,
    outcome: Outcome,
}

/// Why a dead end is one, in words.
struct NoPair;

impl fmt::Display for NoPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no two heads make fourteen")
    }
}

impl DepthFirst {
    pub fn new(rules: &Fourteen, start: State, plan: &Plan) -> Self {
        DepthFirst {
            rules: rules.clone(),
            start,
            state: start,
            path: Vec::new(),
            frames: Vec::new(),
            waiting: Vec::new(),
            scratch: Vec::new(),
            seen: plan.is_on("memory").then(FxHashSet::default),
            limit_nodes: plan.nodes.unwrap_or(u64::MAX),
            limit_memory: plan.memory,
            generated: 1,
            expanded: 0,
            deepest: 0,
            dead: 0,
            backtracks: 0,
            repeats: 0,
            outcome: if rules.is_cleared(&start) { Outcome::Solved } else { Outcome::MoreWork },
        }
    }

    fn memory(&self) -> usize {
        self.seen.as_ref().map_or(0, |seen| seen.capacity() * (size_of::<State>() + 1) * 8 / 7)
    }

    /// One expansion: the root first, then always the next child of the deepest open position.
    fn step<O: Observer>(&mut self, watch: &mut O) -> Outcome {
        if self.frames.is_empty() && self.expanded == 0 {
            return self.expand(0, 0, watch);
        }
        loop {
            let Some(frame) = self.frames.last() else { return Outcome::Exhausted };
            if self.waiting.len() == frame.from {
                let frame = self.frames.pop().expect("there is a last frame");
                self.backtracks += 1;
                watch.on(&Event::Backtrack { node: frame.id, depth: self.path.len() as u32 });
                if let Some(mv) = self.path.pop() {
                    self.rules.undo(&mut self.state, &mv, &());
                }
                continue;
            }
            let parent = frame.id;
            let (mv, child) = self.waiting.pop().expect("the frame has children left");
            self.rules.apply(&mut self.state, &mv);
            if self.seen.as_ref().is_some_and(|seen| seen.contains(&self.state)) {
                self.repeats += 1;
                watch.on(&Event::Cut { parent, by: "memory" });
                self.rules.undo(&mut self.state, &mv, &());
                continue;
            }
            self.path.push(mv);
            return self.expand(child, parent, watch);
        }
    }

    fn expand<O: Observer>(&mut self, node: NodeId, parent: NodeId, watch: &mut O) -> Outcome {
        let depth = self.path.len() as u32;
        self.expanded += 1;
        self.deepest = self.deepest.max(depth);
        watch.on(&Event::Expand { node, parent, depth });
        let mut moves = std::mem::take(&mut self.scratch);
        moves.clear();
        self.rules.moves(&self.state, &mut moves);
        let first_child = self.generated;
        self.frames.push(Frame { id: node, from: self.waiting.len() });
        if self.rules.cards_left(&self.state) == 2 && !moves.is_empty() {
            self.generated += 1;
            self.path.push(moves[0]);
            self.rules.apply(&mut self.state, &moves[0]);
            self.scratch = moves;
            watch.on(&Event::Solution { length: self.path.len() as u64 });
            return Outcome::Solved;
        }
        self.generated += moves.len() as u64;
        if moves.is_empty() {
            self.dead += 1;
            watch.on(&Event::Dead { node, depth, why: &NoPair });
        }
        self.waiting.extend((first_child..self.generated).rev().zip(moves.iter().rev()).map(|(id, &mv)| (mv, id)));
        self.scratch = moves;
        if let Some(seen) = &mut self.seen {
            seen.insert(self.state);
        }
        match () {
            () if self.generated >= self.limit_nodes => Outcome::Limit(Limit::Nodes),
            () if self.memory() > self.limit_memory => Outcome::Limit(Limit::Memory),
            () => Outcome::MoreWork,
        }
    }

    fn go<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        for _ in 0..fuel {
            if self.outcome != Outcome::MoreWork {
                break;
            }
            self.outcome = self.step(watch);
        }
        self.outcome
    }
}

impl Engine for DepthFirst {
    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        match watch {
            Some(mut watch) => self.go(fuel, &mut watch),
            None => self.go(fuel, &mut NoObserver),
        }
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            depth: self.path.len() as u32,
            deepest: self.deepest.max(self.path.len() as u32),
            cuts: self.seen.iter().map(|_| ("memory", self.repeats)).collect(),
            dead: self.dead,
            backtracks: self.backtracks,
            memory: self.memory(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        // Every solution takes all cards, so each is as short as any other.
        (self.outcome == Outcome::Solved).then(|| Answer { optimal: true, ..Answer::of_moves(&self.path) })
    }

    fn refutation(&self) -> Option<Refutation> {
        (self.outcome == Outcome::Exhausted).then(|| Refutation {
            reason: format!("every line of play was tried: {} positions, none leads to an empty table", self.expanded),
            ..Refutation::default()
        })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.rules.cards_left(&self.start) as u64 / 2)
    }

    fn focus(&self) -> Focus {
        let left = self.rules.cards_left(&self.state);
        let waiting = self.frames.last().map_or(0, |frame| self.waiting.len() - frame.from);
        let note = match self.outcome {
            Outcome::Solved => "the table is empty".to_string(),
            _ if self.expanded > 0 && waiting == 0 => format!("{left} cards left, nothing more to try here"),
            _ => format!("{left} cards left, {waiting} moves to try here"),
        };
        Focus { path: self.path.iter().map(ToString::to_string).collect(), marks: Vec::new(), note }
    }
}
