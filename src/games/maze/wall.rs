//! One hand on the wall: go on along it, and come to the goal wherever that hangs together with the outer wall.

use std::sync::Arc;

use super::rules::{Dir, Maze, Walk};
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, Observer, Outcome, Plan, PlanError,
    Standing,
};

#[derive(Clone)]
pub struct WallFollower {
    maze: Arc<Maze>,
    /// Quarters to turn, as the hand on the wall has it: first towards the wall, at last back.
    turns: [usize; 4],
    at: u16,
    start: u16,
    /// The last step; before the first one the walker looks to the right.
    heading: Dir,
    walked: Vec<Dir>,
    /// Steps that were made: from this square in this direction.
    made: Vec<[bool; 4]>,
    begun: bool,
    node_limit: u64,
    max_moves: u64,
    memory: usize,
}

impl WallFollower {
    pub fn new(maze: &Arc<Maze>, walk: &Walk, right_hand: bool, plan: &Plan) -> Result<Self, PlanError> {
        if plan.all || plan.unique {
            return Err(PlanError("`wall` finds one way; `classic-all` lists all of them".into()));
        }
        Ok(WallFollower {
            maze: Arc::clone(maze),
            turns: if right_hand { [1, 0, 3, 2] } else { [3, 0, 1, 2] },
            at: walk.at,
            start: walk.at,
            heading: Dir::Right,
            walked: Vec::new(),
            made: vec![[false; 4]; maze.grid.cells()],
            begun: false,
            node_limit: plan.nodes.unwrap_or(u64::MAX),
            max_moves: plan.max_moves.unwrap_or(u64::MAX),
            memory: plan.memory,
        })
    }

    fn bytes(&self) -> usize {
        self.made.len() * 4 + self.walked.capacity()
    }

    /// Where the hand leads; nowhere from a square without ways.
    fn next(&self) -> Option<(Dir, u16)> {
        let turned = self.turns.into_iter().map(|quarters| self.heading.turned(quarters));
        turned.into_iter().find_map(|dir| Some((dir, self.maze.next(self.at, dir)?)))
    }

    fn step<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let id = self.walked.len() as u64;
        let Some((dir, next)) = self.next() else { return Err(Limit::Incomplete.into()) };
        // The same step again leads around for ever.
        if self.made[usize::from(self.at)][dir as usize] {
            return Err(Limit::Incomplete.into());
        }
        if id >= self.max_moves {
            return Err(Limit::Depth.into());
        }
        if id + 1 >= self.node_limit {
            return Err(Limit::Nodes.into());
        }
        if self.bytes() > self.memory {
            return Err(Limit::Memory.into());
        }
        self.made[usize::from(self.at)][dir as usize] = true;
        watch.on(&Event::Expand { id, depth: id as u32 });
        watch.on(&Event::Node(Node::child(id + 1, id, &dir, id as u32 + 1)));
        self.walked.push(dir);
        (self.at, self.heading) = (next, dir);
        if next == self.maze.goal {
            watch.on(&Event::Solution { id: id + 1, length: id + 1 });
            return Err(Outcome::Solved);
        }
        Ok(())
    }

    fn drive<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if !self.begun {
            if self.node_limit == 0 {
                return Err(Limit::Nodes.into());
            }
            self.begun = true;
            watch.on(&Event::Node(Node::root()));
            if self.at == self.maze.goal {
                watch.on(&Event::Solution { id: 0, length: 0 });
                return Err(Outcome::Solved);
            }
        }
        for _ in 0..fuel {
            self.step(watch)?;
        }
        Ok(())
    }
}

impl Kernel for WallFollower {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => outcome,
        }
    }

    fn counters(&self) -> Counters {
        let steps = self.walked.len() as u64;
        Counters {
            generated: u64::from(self.begun) + steps,
            expanded: steps,
            depth: steps as u32,
            deepest: steps as u32,
            memory: self.bytes(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let there = self.begun && self.at == self.maze.goal;
        let optimal = self.walked.len() as u64 == u64::from(self.maze.distance(self.start));
        there.then(|| Answer { optimal, ..Answer::of_moves(&self.walked) })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.maze.distance(self.start).into())
    }

    fn focus(&self) -> Focus {
        let path = self.walked.iter().map(ToString::to_string).collect();
        let walked = self.made.iter().enumerate().filter(|(_, made)| made.contains(&true));
        let marks = walked.map(|(square, _)| Mark::new(square as u32, MarkKind::Settled)).collect();
        let note = format!("at {}, looking {}", self.maze.grid.name(self.at.into()), self.heading.word());
        Focus { path, marks, note }
    }

    fn standing(&self) -> Standing {
        let rule =
            if self.turns[0] == 1 { "keep the right hand on the wall" } else { "keep the left hand on the wall" };
        Standing::at(self.walked.len() as u64, rule)
    }

    fn details(&self) -> Vec<Detail> {
        let squares = self.made.iter().filter(|made| made.contains(&true)).count();
        vec![Detail::figure("squares walked over", squares)]
    }
}
