//! A shortest solution without memory: iterative deepening, with the bound IDA*.
//!
//! It holds one line of rows but repeats itself, and where rows come round again it can never prove that there is no
//! solution.

use super::packed::{Packed, places};
use super::shortest::Frame;
use crate::search::{
    Answer, Branch, Counters as Figures, Detail, Event, Focus, Iteration, Kernel, Limit, NodeId, Observer, Outcome,
    Refutation, Standing, count,
};

/// One row of the line, and what is left to try from it.
#[derive(Clone)]
struct Link {
    node: NodeId,
    row: Packed,
    steps: Vec<(u32, u32)>,
    next: usize,
}

/// The search without memory.
#[derive(Clone)]
pub struct Deepening {
    frame: Frame,
    start: Packed,
    line: Vec<Link>,
    path: Vec<(u32, u32)>,
    bound: u32,
    /// The smallest estimate that the bound has cut: the next bound.
    beyond: u32,
    /// A row that was entered but not expanded.
    entering: Option<(NodeId, Packed)>,
    iterations: Vec<Iteration>,
}

impl Deepening {
    pub fn new(frame: Frame, start: Packed) -> Self {
        let bound = frame.estimate(start);
        Deepening {
            frame,
            start,
            line: Vec::new(),
            path: Vec::new(),
            bound,
            beyond: u32::MAX,
            entering: None,
            iterations: Vec::new(),
        }
    }

    /// Starts the next iteration from the root.
    fn deepen<O: Observer>(&mut self, watch: &mut O) {
        if !self.iterations.is_empty() {
            self.bound = self.beyond;
        }
        if self.frame.rules.is_solved(self.start) {
            self.frame.ended = Some(Outcome::Solved);
            watch.on(&Event::Solution { id: 0, length: 0 });
        } else if self.bound == u32::MAX {
            self.frame.ended = Some(Outcome::Exhausted);
        } else if self.bound > self.frame.max_moves {
            self.frame.ended = Some(Outcome::Limit(Limit::Depth));
        } else {
            self.beyond = u32::MAX;
            let nodes = self.iterations.is_empty().into();
            self.iterations.push(Iteration { bound: self.bound.into(), nodes });
            watch.on(&Event::Bound { bound: self.bound.into() });
            self.entering = Some((0, self.start));
        }
    }

    fn expand<O: Observer>(&mut self, node: NodeId, row: Packed, watch: &mut O) {
        self.entering = None;
        watch.on(&Event::Expand { id: node, depth: self.path.len() as u32 });
        self.frame.figures.expanded += 1;
        let rules = &self.frame.rules;
        let gaps = rules.gaps(row);
        let steps = places(rules.groups(row)).flat_map(|from| places(gaps).map(move |to| (from, to)));
        // Never straight back to where the last move came from.
        let back = self.path.last().map(|&(from, to)| (to, from));
        let steps = steps.filter(|&step| Some(step) != back).collect();
        self.line.push(Link { node, row, steps, next: 0 });
    }

    fn next_child<O: Observer>(&mut self, watch: &mut O) {
        let link = self.line.last_mut().expect("asked only within a line");
        let Some(&(from, to)) = link.steps.get(link.next) else {
            let node = link.node;
            watch.on(&Event::Leave { id: node, depth: self.path.len() as u32 });
            self.frame.figures.backtracks += 1;
            self.line.pop();
            self.path.pop();
            return;
        };
        if self.frame.figures.generated >= self.frame.nodes {
            self.frame.ended = Some(Outcome::Limit(Limit::Nodes));
            return;
        }
        link.next += 1;
        let parent = link.node;
        let row = self.frame.rules.apply(link.row, from, to);
        let node = self.frame.figures.generated;
        self.frame.figures.generated += 1;
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes += 1;
        }
        let made = self.path.len() as u32 + 1;
        self.frame.figures.deepest = self.frame.figures.deepest.max(made);
        self.frame.tell_child(row, (node, parent), (from, to), made, watch);
        let estimate = made + self.frame.estimate(row);
        if estimate > self.bound {
            self.beyond = self.beyond.min(estimate);
            self.frame.cut += 1;
            watch.on(&Event::Cut { id: node, by: self.frame.cut_name() });
            return;
        }
        self.path.push((from, to));
        if self.frame.rules.is_solved(row) {
            self.frame.solution.clone_from(&self.path);
            self.frame.ended = Some(Outcome::Solved);
            watch.on(&Event::Solution { id: node, length: made.into() });
            return;
        }
        self.entering = Some((node, row));
    }
}

impl Kernel for Deepening {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        self.frame.begin(self.start, watch);
        loop {
            if let Some(outcome) = self.frame.ended {
                return outcome;
            }
            if let Some((node, row)) = self.entering {
                if fuel == 0 {
                    return Outcome::MoreWork;
                }
                fuel -= 1;
                self.expand(node, row, watch);
            } else if self.line.is_empty() {
                self.deepen(watch);
            } else {
                self.next_child(watch);
            }
        }
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Figures {
        Figures {
            depth: self.path.len() as u32,
            cuts: vec![(self.frame.cut_name(), self.frame.cut)],
            iterations: self.iterations.clone(),
            ..self.frame.figures.clone()
        }
    }

    fn answer(&self) -> Option<Answer> {
        self.frame.answer()
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = "every line of moves ends before the goal".to_string();
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.bound.into())
    }

    fn focus(&self) -> Focus {
        self.frame.focus(
            &self.path,
            format!("{} made, at most {}", count(self.path.len() as u64, "move", "moves"), self.bound),
        )
    }

    fn standing(&self) -> Standing {
        let rule = "Depth first goes on with the first child whose f is within the bound; where none is left, back";
        let links = self.line.iter().enumerate().rev().map(|(above, link)| {
            let text = |steps: &[(u32, u32)]| steps.iter().map(|&step| self.frame.text(step)).collect();
            let (tried, left) = link.steps.split_at(link.next);
            Branch { depth: above as u32 + 1, tried: text(tried), left: text(left) }
        });
        let node = self.entering.map(|(node, _)| node).filter(|_| self.frame.ended.is_none());
        Standing { node, rule, stack: Branch::few(links), ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        vec![Detail::Line(format!("at most {} moves now", self.bound))]
    }
}
