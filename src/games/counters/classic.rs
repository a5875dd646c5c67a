//! The classroom program (L. Repetto): `SearchOne` and `SearchAll`, depth first with a limit of M moves.
//!
//! Places are tried in ascending order. `search-one` ends at the first success, which need not be a shortest one;
//! `search-all` forces the search back at each success and goes on, but does not look behind one. The recursion is
//! kept on a stack of our own, so that it can be watched step by step.

use std::fmt;
use std::sync::Arc;

use super::rules::{Counters, State, Step};
use crate::search::{
    Answer, Branch, Cell, Counters as Figures, Detail, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, NodeId,
    Observer, Outcome, Plan, Rules, Standing, count, listed_bytes,
};

/// Name of the toggle, and of what it cuts.
pub const LOWER_BOUND: &str = "lower-bound";
const MAX_MOVES: &str = "max-moves";

/// So many solutions are listed where nobody asked for all.
const LISTED: usize = 1_000;
/// So many calls of the recursion are shown.
const CALLS: usize = 8;

/// One call of the recursion: a row, and the moves that it still has to try.
#[derive(Clone)]
struct Call {
    node: NodeId,
    moves: Vec<Step>,
    next: usize,
}

impl Call {
    /// What it holds: on a long row there are many moves, and a call for every move made.
    fn bytes(&self) -> usize {
        size_of::<Call>() + self.moves.capacity() * size_of::<Step>()
    }
}

#[derive(Clone)]
pub struct ClassicSearch {
    rules: Arc<Counters>,
    row: State,
    /// Moves of `row.trail` that were there before the search.
    before: usize,
    calls: Vec<Call>,
    /// The row was entered but its own call has not begun.
    entering: Option<NodeId>,
    /// Whether an observer was told of the root.
    begun: bool,
    max_moves: u32,
    all: bool,
    /// How many lists of moves are kept.
    lists_wanted: usize,
    lower_bound: bool,
    nodes: Option<u64>,
    memory: usize,
    lists: Vec<Vec<Step>>,
    solutions: u64,
    shortest: Option<Vec<Step>>,
    ended: Option<Outcome>,
    figures: Figures,
    cut_by_depth: u64,
    cut_by_bound: u64,
}

impl ClassicSearch {
    pub fn new(rules: Arc<Counters>, start: &State, max_moves: u32, all: bool, plan: &Plan) -> Self {
        let before = start.trail.len();
        ClassicSearch {
            rules,
            row: start.clone(),
            before,
            calls: Vec::new(),
            entering: Some(0),
            begun: false,
            max_moves,
            all,
            lists_wanted: if all { plan.lists().max(LISTED) } else { 0 },
            lower_bound: plan.is_on(LOWER_BOUND),
            nodes: plan.nodes,
            memory: plan.memory,
            lists: Vec::new(),
            solutions: 0,
            shortest: None,
            ended: None,
            figures: Figures { generated: 1, ..Figures::default() },
            cut_by_depth: 0,
            cut_by_bound: 0,
        }
    }

    fn depth(&self) -> u32 {
        (self.row.trail.len() - self.before) as u32
    }

    fn path(&self) -> &[Step] {
        &self.row.trail[self.before..]
    }

    fn begin<O: Observer>(&mut self, watch: &mut O) {
        if !std::mem::replace(&mut self.begun, true) {
            watch.on(&Event::Node(Node { h: self.estimate(), ..Node::root() }));
        }
    }

    /// The estimate of the row, where there is one.
    fn estimate(&self) -> Option<u64> {
        self.lower_bound.then(|| self.rules.bound(&self.row).into())
    }

    /// The head of the recursion: success, no moves left, or a new call; whether it was a call.
    fn enter<O: Observer>(&mut self, node: NodeId, watch: &mut O) -> bool {
        self.entering = None;
        if self.rules.is_solved(&self.row) {
            self.succeed(node, watch);
            return false;
        }
        if self.depth() == self.max_moves {
            self.cut_by_depth += 1;
            watch.on(&Event::Cut { id: node, by: MAX_MOVES });
            self.tell_dead(node, watch);
            self.step_back();
            return false;
        }
        watch.on(&Event::Expand { id: node, depth: self.depth() });
        self.figures.expanded += 1;
        let mut moves = Vec::new();
        self.rules.moves(&self.row, &mut moves);
        let call = Call { node, moves, next: 0 };
        self.figures.memory += call.bytes();
        self.calls.push(call);
        if self.figures.memory > self.memory {
            self.ended = Some(Outcome::Limit(Limit::Memory));
        }
        true
    }

    fn next_child<O: Observer>(&mut self, watch: &mut O) {
        let Some(call) = self.calls.last_mut() else {
            return self.finish();
        };
        let Some(&step) = call.moves.get(call.next) else {
            let node = call.node;
            watch.on(&Event::Leave { id: node, depth: self.depth() });
            self.figures.backtracks += 1;
            self.figures.memory -= self.calls.pop().map_or(0, |call| call.bytes());
            self.step_back();
            return;
        };
        if self.nodes.is_some_and(|most| self.figures.generated >= most) {
            self.ended = Some(Outcome::Limit(Limit::Nodes));
            return;
        }
        call.next += 1;
        let parent = call.node;
        let node = self.figures.generated;
        self.figures.generated += 1;
        self.rules.apply(&mut self.row, &step);
        self.figures.deepest = self.figures.deepest.max(self.depth());
        let left = self.estimate();
        watch.on(&Event::Node(Node { h: left, ..Node::child(node, parent, &step, self.depth()) }));
        if left.is_some_and(|left| u64::from(self.depth()) + left > self.max_moves.into()) {
            self.cut_by_bound += 1;
            watch.on(&Event::Cut { id: node, by: LOWER_BOUND });
            self.tell_dead(node, watch);
            self.step_back();
            return;
        }
        self.entering = Some(node);
        // What needs no call of its own is settled here, so that one step is one call.
        if self.depth() == self.max_moves || self.rules.is_solved(&self.row) {
            self.enter(node, watch);
        }
    }

    fn tell_dead<O: Observer>(&mut self, node: NodeId, watch: &mut O) {
        self.figures.dead += 1;
        if watch.listens() {
            let why = TooFew { left: self.max_moves - self.depth(), needed: self.rules.bound(&self.row).max(1) };
            watch.on(&Event::Dead { id: node, depth: self.depth(), why: &why });
        }
    }

    fn step_back(&mut self) {
        if self.depth() > 0 {
            let step = self.row.trail[self.row.trail.len() - 1];
            self.rules.undo(&mut self.row, &step, &());
        }
    }

    fn succeed<O: Observer>(&mut self, node: NodeId, watch: &mut O) {
        self.solutions += 1;
        watch.on(&Event::Solution { id: node, length: u64::from(self.depth()) });
        if self.shortest.as_ref().is_none_or(|best| self.path().len() < best.len()) {
            self.shortest = Some(self.path().to_vec());
        }
        if self.lists.len() < self.lists_wanted {
            let list = self.path().to_vec();
            self.figures.memory += size_of_val(&*list) + listed_bytes(list.len());
            self.lists.push(list);
        }
        if !self.all || self.calls.is_empty() {
            self.ended = Some(Outcome::Solved);
        } else if self.figures.memory > self.memory {
            self.ended = Some(Outcome::Limit(Limit::Memory));
        } else {
            self.step_back();
        }
    }

    /// The whole tree is done. Only a tree that the limit never touched proves that there is no solution.
    fn finish(&mut self) {
        self.ended = Some(match self.solutions {
            0 if self.cut_by_depth + self.cut_by_bound == 0 => Outcome::Exhausted,
            0 => Outcome::Limit(Limit::Depth),
            _ => Outcome::Solved,
        });
    }
}

impl ClassicSearch {
    /// The calls under way, the outermost first: how many moves each may still make, and which it is trying.
    fn recursion(&self) -> Detail {
        let name = if self.all { "SearchAll" } else { "SearchOne" };
        let line = |(depth, call): (usize, &Call)| {
            let m = self.max_moves - depth as u32;
            match call.next.checked_sub(1).map(|tried| call.moves[tried]) {
                Some(step) => format!("{name} m={m} i={step}"),
                None => format!("{name} m={m}"),
            }
        };
        let above = self.calls.len().saturating_sub(CALLS);
        Detail::Calls { above, lines: self.calls.iter().enumerate().skip(above).map(line).collect() }
    }
}

/// Why no solution lies behind a row within the moves that are left.
struct TooFew {
    left: u32,
    needed: u32,
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = count(self.left.into(), "move", "moves");
        write!(f, "not sorted: {moves} left, at least {} needed", self.needed)
    }
}

impl Kernel for ClassicSearch {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        self.begin(watch);
        loop {
            if let Some(outcome) = self.ended {
                return outcome;
            }
            match self.entering {
                Some(node) => {
                    if fuel == 0 {
                        return Outcome::MoreWork;
                    }
                    if self.enter(node, watch) {
                        fuel -= 1;
                    }
                }
                None => self.next_child(watch),
            }
        }
    }

    fn counters(&self) -> Figures {
        let mut cuts = vec![(MAX_MOVES, self.cut_by_depth)];
        if self.lower_bound {
            cuts.push((LOWER_BOUND, self.cut_by_bound));
        }
        Figures { depth: self.depth(), cuts, ..self.figures.clone() }
    }

    fn answer(&self) -> Option<Answer> {
        let moves = self.shortest.as_ref()?;
        let done = self.ended == Some(Outcome::Solved);
        let mut answer = Answer::of_moves(moves);
        if self.all {
            answer.solutions = Some(self.solutions);
            answer.extent = Some(format!("of at most {}", count(self.max_moves.into(), "move", "moves")));
            answer.all = self.lists.iter().map(|list| list.iter().map(ToString::to_string).collect()).collect();
            answer.lists_all = true;
            // Every line of up to M moves was followed, so none is shorter than the shortest found.
            answer.optimal = done;
        }
        Some(answer)
    }

    /// The tree within M moves holds no solution: any has more.
    fn lower_bound(&self) -> Option<u64> {
        (self.ended == Some(Outcome::Limit(Limit::Depth))).then(|| u64::from(self.max_moves) + 1)
    }

    fn focus(&self) -> Focus {
        let path = self.path().iter().map(ToString::to_string).collect();
        let group = |at: u32| (at..at + self.rules.k as u32).map(|cell| Mark::new(cell as Cell, MarkKind::Choice));
        let marks = self.path().last().map(|step| group(step.to).collect()).unwrap_or_default();
        let note = match (self.ended, self.calls.last()) {
            (Some(Outcome::Solved), _) if !self.all => "sorted".to_string(),
            (Some(_), _) | (_, None) => String::new(),
            (None, Some(call)) => {
                let left = count((self.max_moves - self.depth()).into(), "move", "moves");
                format!("try {} of {} before this row; {left} left", call.next, call.moves.len())
            }
        };
        Focus { path, marks, note }
    }

    fn standing(&self) -> Standing {
        let rule = "It makes the moves from left to right, each as deep as the limit allows, and then the next";
        let calls = self.calls.iter().enumerate().rev().map(|(above, call)| {
            let text = |steps: &[Step]| steps.iter().map(ToString::to_string).collect();
            let (tried, left) = call.moves.split_at(call.next);
            Branch { depth: above as u32 + 1, tried: text(tried), left: text(left) }
        });
        let node = self.entering.or(self.calls.last().map(|call| call.node));
        let rest = if self.ended.is_some() { None } else { node };
        Standing { node: rest, rule, stack: Branch::few(calls), ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        let mut lines = vec![Detail::Line(format!("at most {}", count(self.max_moves.into(), "move", "moves")))];
        if self.all {
            let so_far = if self.ended.is_none() { " so far" } else { "" };
            lines.push(Detail::Line(format!("{}{so_far}", count(self.solutions, "solution", "solutions"))));
        }
        lines.push(self.recursion());
        lines
    }
}
