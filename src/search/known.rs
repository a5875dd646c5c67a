//! Answers that need no search: a solution that is written down, or a proof that there is none.

use std::fmt::Display;

use super::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, Node, Observer, Outcome, Plan, Refutation, Standing,
};

/// Writes a solution down, one move a step; or says at once why there is none.
#[derive(Clone)]
pub struct Known {
    moves: Vec<String>,
    written: usize,
    begun: bool,
    /// What the moves come to.
    end: Outcome,
    optimal: bool,
    refutation: Refutation,
    nodes: u64,
}

impl Known {
    /// Moves that lead to the goal; `optimal` where none can be fewer.
    pub fn solution<M: Display>(moves: &[M], optimal: bool, plan: &Plan) -> Self {
        Known { optimal, ..Known::walk(moves, Outcome::Solved, plan) }
    }

    /// Moves that come to this end.
    pub fn walk<M: Display>(moves: &[M], end: Outcome, plan: &Plan) -> Self {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let too_long = plan.max_moves.is_some_and(|most| most < moves.len() as u64);
        Known {
            moves: if too_long { Vec::new() } else { moves },
            written: 0,
            begun: false,
            end: if too_long { Limit::Depth.into() } else { end },
            optimal: false,
            refutation: Refutation::default(),
            nodes: plan.nodes.unwrap_or(u64::MAX),
        }
    }

    /// There is no solution, and this is the proof.
    pub fn refuted(refutation: Refutation, plan: &Plan) -> Self {
        Known { refutation, ..Known::walk::<String>(&[], Outcome::Exhausted, plan) }
    }
}

impl Kernel for Known {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if !self.begun {
            if self.nodes == 0 {
                return Limit::Nodes.into();
            }
            self.begun = true;
            watch.on(&Event::Node(Node::root()));
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
        self.optimal.then_some(self.moves.len() as u64)
    }

    fn focus(&self) -> Focus {
        let Refutation { marks, reason, .. } = &self.refutation;
        Focus { path: self.moves[..self.written].to_vec(), marks: marks.clone(), note: reason.clone() }
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
