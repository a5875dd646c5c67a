//! Searches that remember the squares they met: depth first, breadth first, A*. What they know is seen on the maze.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

use super::rules::{Dir, Maze, Walk};
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, Mark, MarkKind, NAMED, Node, NodeId, Observer, Outcome,
    Plan, PlanError, Queue, Refutation, Standing, Waiting, count,
};

/// Which of the squares that wait comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The latest.
    Depth,
    /// The earliest.
    Breadth,
    /// The one with the least moves made plus rows and columns to the goal, or without the last: the latest of equals.
    Best { manhattan: bool },
}

/// What is known of a square.
#[derive(Clone, Copy)]
struct Known {
    id: NodeId,
    depth: u32,
    /// The step that led here; none at the root.
    by: Option<Dir>,
    expanded: bool,
}

#[derive(Clone)]
pub struct Explorer {
    maze: Arc<Maze>,
    start: u16,
    order: Order,
    known: Vec<Option<Known>>,
    /// Depth and breadth first.
    line: VecDeque<u16>,
    /// Best first: f, the latest of equals first, square, and the node that it was put down for.
    heap: BinaryHeap<(Reverse<u32>, NodeId, u16)>,
    here: u16,
    found: bool,
    waiting: u64,
    generated: u64,
    expanded: u64,
    met: u64,
    dead: u64,
    beyond: u64,
    /// Nothing waits any more, and no goal was met.
    is_spent: bool,
    deepest: u32,
    node_limit: u64,
    max_moves: u32,
}

impl Explorer {
    pub fn new(maze: &Arc<Maze>, walk: &Walk, order: Order, plan: &Plan) -> Result<Self, PlanError> {
        if plan.all || plan.unique {
            let name = plan.strategy.name;
            return Err(PlanError(format!("`{name}` finds one way; `classic-all` lists all of them")));
        }
        Ok(Explorer {
            maze: Arc::clone(maze),
            start: walk.at,
            order,
            known: vec![None; maze.grid.cells()],
            line: VecDeque::new(),
            heap: BinaryHeap::new(),
            here: walk.at,
            found: false,
            waiting: 0,
            generated: 0,
            expanded: 0,
            met: 0,
            dead: 0,
            beyond: 0,
            is_spent: false,
            deepest: 0,
            node_limit: plan.nodes.unwrap_or(u64::MAX),
            max_moves: plan.max_moves.map_or(u32::MAX, |most| most.min(u32::MAX.into()) as u32),
        })
    }

    /// At least so many moves are left; 0 where the strategy does not ask.
    fn estimate(&self, square: u16) -> Option<u32> {
        matches!(self.order, Order::Best { manhattan: true }).then(|| self.maze.distance(square))
    }

    fn is_shortest(&self) -> bool {
        self.order != Order::Depth
    }

    fn bytes(&self) -> usize {
        self.known.len() * size_of::<Option<Known>>()
            + self.line.capacity() * size_of::<u16>()
            + self.heap.capacity() * size_of::<(Reverse<u32>, NodeId, u16)>()
    }

    /// Makes a node, or refuses at the node limit.
    fn make<O: Observer>(&mut self, square: u16, from: Option<(Dir, Known)>, watch: &mut O) -> Result<(), Outcome> {
        if self.generated >= self.node_limit {
            return Err(Limit::Nodes.into());
        }
        let id = self.generated;
        self.generated += 1;
        let (by, depth) = (from.map(|(dir, _)| dir), from.map_or(0, |(_, parent)| parent.depth + 1));
        let h = self.estimate(square);
        if watch.listens() {
            let node = Node { h: h.map(u64::from), ..Node::root() };
            let terms = |tell: &mut dyn FnMut(&'static str, u64)| {
                if let Some(h) = h {
                    tell("manhattan", h.into());
                }
            };
            let node = Node { terms: h.map(|_| &terms as _), ..node };
            match from {
                None => watch.on(&Event::Node(node)),
                Some((dir, parent)) => {
                    let child = Node::child(id, parent.id, &dir, depth);
                    watch.on(&Event::Node(Node { h: node.h, terms: node.terms, ..child }));
                }
            }
        }
        self.deepest = self.deepest.max(depth);
        if depth.saturating_add(h.unwrap_or(0)) > self.max_moves {
            self.beyond += 1;
            watch.on(&Event::Cut { id, by: BEYOND });
            return Ok(());
        }
        // A way that is no shorter than the one that is known leads nowhere new.
        if let Some(old) = self.known[usize::from(square)]
            && (old.expanded || !matches!(self.order, Order::Best { .. }) || old.depth <= depth)
        {
            self.met += 1;
            watch.on(&Event::Cut { id, by: MET });
            watch.on(&Event::Seen { id });
            return Ok(());
        }
        self.waiting += u64::from(self.known[usize::from(square)].is_none());
        self.known[usize::from(square)] = Some(Known { id, depth, by, expanded: false });
        match self.order {
            Order::Best { .. } => self.heap.push((Reverse(depth + h.unwrap_or(0)), id, square)),
            _ => self.line.push_back(square),
        }
        if square == self.maze.goal && !matches!(self.order, Order::Best { .. }) {
            return self.solved(square, id, depth, watch);
        }
        Ok(())
    }

    fn solved<O: Observer>(&mut self, square: u16, id: NodeId, depth: u32, watch: &mut O) -> Result<(), Outcome> {
        (self.here, self.found) = (square, true);
        watch.on(&Event::Solution { id, length: depth.into() });
        Err(Outcome::Solved)
    }

    /// The square that comes next; entries that a shorter way has replaced are passed over.
    fn take(&mut self) -> Option<u16> {
        match self.order {
            Order::Depth => self.line.pop_back(),
            Order::Breadth => self.line.pop_front(),
            Order::Best { .. } => loop {
                let (_, id, square) = self.heap.pop()?;
                if self.known[usize::from(square)].is_some_and(|known| known.id == id) {
                    return Some(square);
                }
            },
        }
    }

    /// Which squares a depth-first walk meets last is tried first: so their order is turned around.
    fn ways(&self, square: u16) -> Vec<(Dir, u16)> {
        let mut ways: Vec<(Dir, u16)> = self.maze.ways(square).collect();
        if self.order == Order::Depth {
            ways.reverse();
        }
        ways
    }

    fn expand<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let Some(square) = self.take() else {
            self.is_spent = true;
            return Err(if self.beyond > 0 { Limit::Depth.into() } else { Outcome::Exhausted });
        };
        self.here = square;
        let Some(known) = self.known[usize::from(square)].as_mut() else { return Ok(()) };
        known.expanded = true;
        let known = *known;
        self.waiting -= 1;
        if square == self.maze.goal {
            return self.solved(square, known.id, known.depth, watch);
        }
        self.expanded += 1;
        watch.on(&Event::Expand { id: known.id, depth: known.depth });
        let mut ways = self.ways(square);
        // The step back is not even made.
        ways.retain(|(dir, _)| known.by != Some(dir.turned(2)));
        if ways.is_empty() {
            self.dead += 1;
            watch.on(&Event::Dead { id: known.id, depth: known.depth, why: &"the only way on is the way back" });
        }
        for (dir, next) in ways {
            self.make(next, Some((dir, known)), watch)?;
        }
        Ok(())
    }

    fn drive<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.generated == 0 {
            self.make(self.start, None, watch)?;
        }
        for _ in 0..fuel {
            self.expand(watch)?;
        }
        Ok(())
    }

    /// The moves from the root to a square that was met.
    fn way_to(&self, square: u16) -> Vec<Dir> {
        let mut way = Vec::new();
        let mut at = square;
        while let Some(dir) = self.known[usize::from(at)].and_then(|known| known.by) {
            way.push(dir);
            match self.maze.next(at, dir.turned(2)) {
                Some(before) => at = before,
                None => break,
            }
        }
        way.reverse();
        way
    }

    fn texts(way: &[Dir]) -> Vec<String> {
        way.iter().map(ToString::to_string).collect()
    }

    /// What waits, the next first.
    fn queue(&self) -> Vec<Waiting> {
        let squares: Vec<u16> = match self.order {
            Order::Depth => self.line.iter().rev().copied().take(NAMED).collect(),
            Order::Breadth => self.line.iter().copied().take(NAMED).collect(),
            Order::Best { .. } => {
                let mut heap: Vec<_> = self.heap.iter().copied().collect();
                heap.sort_unstable_by(|a, b| b.cmp(a));
                let alive = |&(_, id, square): &(Reverse<u32>, NodeId, u16)| {
                    self.known[usize::from(square)].is_some_and(|known| known.id == id)
                };
                heap.into_iter().filter(alive).map(|(.., square)| square).take(NAMED).collect()
            }
        };
        let waiting = squares.into_iter().filter_map(|square| Some((square, self.known[usize::from(square)]?)));
        waiting.map(|(square, known)| self.waits(square, known)).collect()
    }

    fn waits(&self, square: u16, known: Known) -> Waiting {
        let h = self.estimate(square);
        Waiting {
            id: known.id,
            mv: known.by.map(|dir| format!("{dir} to {}", self.maze.grid.name(square.into()))).unwrap_or_default(),
            depth: known.depth,
            h: h.map(u64::from),
            ..Waiting::default()
        }
    }
}

const MET: &str = "met";
const BEYOND: &str = "depth";

impl Kernel for Explorer {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => outcome,
        }
    }

    fn counters(&self) -> Counters {
        let depth = self.known[usize::from(self.here)].map_or(0, |known| known.depth);
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            depth,
            deepest: self.deepest,
            dead: self.dead,
            cuts: vec![(MET, self.met), (BEYOND, self.beyond)],
            memory: self.bytes(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let way = self.found.then(|| self.way_to(self.maze.goal))?;
        let optimal = self.is_shortest() || way.len() as u64 == u64::from(self.maze.distance(self.start));
        Some(Answer { optimal, ..Answer::of_moves(&way) })
    }

    fn refutation(&self) -> Option<Refutation> {
        let squares = count(self.expanded, "square", "squares");
        let reason = format!("{squares} can be reached, and the goal is not among them");
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        let least = u64::from(self.maze.distance(self.start));
        let proven = match self.is_shortest() {
            true if self.found => self.way_to(self.maze.goal).len() as u64,
            // Whatever was left had no way within the limit.
            true if self.is_spent && self.beyond > 0 => u64::from(self.max_moves) + 1,
            _ => 0,
        };
        Some(proven.max(least))
    }

    fn focus(&self) -> Focus {
        let marks = self.known.iter().enumerate().filter_map(|(square, known)| {
            let kind = if known.as_ref()?.expanded { MarkKind::Settled } else { MarkKind::Choice };
            Some(Mark::new(square as u32, kind))
        });
        let path = Self::texts(&self.way_to(self.here));
        let note = if self.found {
            String::new()
        } else {
            let name = self.maze.grid.name(self.here.into());
            format!("at {name}; {}", count(self.waiting, "square waits", "squares wait"))
        };
        Focus { path, marks: marks.collect(), note }
    }

    fn standing(&self) -> Standing {
        let rule = match self.order {
            Order::Depth => "the square that was met last comes next",
            Order::Breadth => "the square that was met first comes next",
            Order::Best { .. } => "the square with the smallest f comes next, of equals the latest",
        };
        let node = self.known[usize::from(self.here)].map_or(0, |known| known.id);
        let queue = Queue { name: "squares".into(), len: self.waiting, first: self.queue() };
        Standing { queue: Some(queue), ..Standing::at(node, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        vec![Detail::figure("squares that wait", self.waiting)]
    }
}
