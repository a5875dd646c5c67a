//! Answers that need no search: a solution that is written down, or a proof that there is none.

use std::fmt::Display;

use super::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, Node, Observer, Outcome, Plan, Refutation, Standing,
    listed_bytes,
};

/// Writes a solution down, one move a step; or says at once why there is none.
#[derive(Clone)]
pub struct Known<M> {
    moves: Vec<M>,
    written: usize,
    begun: bool,
    /// What the moves come to.
    end: Outcome,
    optimal: bool,
    /// No solution has fewer moves.
    bound: Option<u64>,
    refutation: Refutation,
    nodes: u64,
}

impl<M: Display + Clone + Send> Known<M> {
    /// Moves that lead to the goal; `optimal` where none can be fewer.
    pub fn solution(moves: Vec<M>, optimal: bool, plan: &Plan) -> Self {
        let bound = optimal.then_some(moves.len() as u64);
        Known { optimal, bound, ..Known::walk(moves, Outcome::Solved, plan) }
    }

    /// The same, where no solution has fewer moves than `bound`.
    #[must_use]
    pub fn at_least(self, bound: u64) -> Self {
        Known { bound: self.bound.max(Some(bound)), ..self }
    }

    /// Moves that come to this end.
    pub fn walk(moves: Vec<M>, end: Outcome, plan: &Plan) -> Self {
        let too_long = plan.max_moves.is_some_and(|most| most < moves.len() as u64);
        let too_large = moves.len() * size_of::<M>() + listed_bytes(moves.len()) > plan.memory;
        let (moves, end) = match () {
            () if too_long => (Vec::new(), Limit::Depth.into()),
            () if too_large => (Vec::new(), Limit::Memory.into()),
            () => (moves, end),
        };
        Known {
            moves,
            written: 0,
            begun: false,
            end,
            optimal: false,
            bound: None,
            refutation: Refutation::default(),
            nodes: plan.nodes.unwrap_or(u64::MAX),
        }
    }
}

impl Known<String> {
    /// There is no solution, and this is the proof.
    pub fn refuted(refutation: Refutation, plan: &Plan) -> Self {
        Known { refutation, ..Known::walk(Vec::new(), Outcome::Exhausted, plan) }
    }
}

impl<M: Display + Clone + Send + 'static> Kernel for Known<M> {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if !self.begun {
            if self.nodes == 0 {
                return Limit::Nodes.into();
            }
            self.begun = true;
            watch.on(&Event::Node(Node::root()));
            if self.end == Outcome::Exhausted {
                watch.on(&Event::Dead { id: 0, depth: 0, why: &self.refutation.reason });
            }
        }
        for _ in 0..fuel {
            let Some(mv) = self.moves.get(self.written) else { break };
            let id = self.written as u64;
            if id + 1 >= self.nodes {
                return Limit::Nodes.into();
            }
            self.written += 1;
            watch.on(&Event::Expand { id, depth: id as u32 });
            watch.on(&Event::Node(Node::child(id + 1, id, mv, id as u32 + 1)));
        }
        if self.written < self.moves.len() {
            return Outcome::MoreWork;
        }
        if self.end == Outcome::Solved {
            watch.on(&Event::Solution { id: self.written as u64, length: self.written as u64 });
        }
        self.end
    }

    fn counters(&self) -> Counters {
        let made = self.written as u64;
        Counters {
            generated: u64::from(self.begun) + made,
            expanded: made,
            depth: made as u32,
            deepest: made as u32,
            dead: u64::from(self.begun && self.end == Outcome::Exhausted),
            memory: self.moves.len() * size_of::<M>(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let done = self.begun && self.written == self.moves.len() && self.end == Outcome::Solved;
        done.then(|| Answer { optimal: self.optimal, ..Answer::of_moves(&self.moves) })
    }

    fn refutation(&self) -> Option<Refutation> {
        Some(self.refutation.clone())
    }

    fn lower_bound(&self) -> Option<u64> {
        self.bound
    }

    fn focus(&self) -> Focus {
        // A million moves are not played again for every picture.
        const SHOWN: usize = 1_000;
        let Refutation { marks, reason, .. } = &self.refutation;
        let path = self.moves[..self.written.min(SHOWN)].iter().map(ToString::to_string).collect();
        Focus { path, marks: marks.clone(), note: reason.clone() }
    }

    fn standing(&self) -> Standing {
        Standing::at(self.written as u64, "The moves are known: each is the next of them")
    }

    fn details(&self) -> Vec<Detail> {
        if self.moves.is_empty() {
            return Vec::new();
        }
        vec![Detail::line(format!("{} of {} moves", self.written, self.moves.len()))]
    }
}
