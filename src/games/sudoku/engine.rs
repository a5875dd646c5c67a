//! The engines of `fast` and of the `classic` pair: the stepped search of [`solve`](super::solve), told in words.

use std::fmt;

use super::bands::{Bands, Parts};
use super::fault;
use super::rules::{CELLS, Digits, SIDE, digits_in, place_of};
use super::solve::{Did, Fate, Node, Plain, Search, Solution};
use super::text;
use crate::games::digits::{
    Filling, Move, What, digits_of, extra, placements, set_text, trial_words, uniqueness, uniqueness_words, wanted,
};
use crate::search::{
    self, Answer, Branch, Cell, Counters, Detail, Domain, Engine, Event, Focus, Kernel, Limit, Mark, MarkKind,
    Observer, Outcome, Plan, Refutation, Standing,
};

#[derive(Clone)]
struct Filler<N> {
    givens: Digits,
    start: Filling,
    search: Search<N>,
    plan: Plan,
    limit: usize,
    /// The names of the cuts, where propagation makes them.
    cuts: &'static [&'static str],
    outcome: Option<Outcome>,
}

/// The propagating default.
pub fn fast(givens: &Digits, state: &Filling, plan: &Plan) -> Box<dyn Engine> {
    let parts =
        Parts { hidden: plan.is_on("hidden-singles"), locked: plan.is_on("locked"), fewest: plan.is_on("fewest") };
    start(givens, state, plan, Bands::new(&digits_in(state), parts), &["no-digit", "no-place"])
}

/// The classroom's search: the first empty cell, its digits ascending, back where none fits.
pub fn classic(givens: &Digits, state: &Filling, plan: &Plan) -> Box<dyn Engine> {
    start(givens, state, plan, Plain::new(&digits_in(state), plan.is_on("fewest")), &[])
}

fn start<N: Node + 'static>(
    givens: &Digits,
    state: &Filling,
    plan: &Plan,
    root: Option<N>,
    cuts: &'static [&'static str],
) -> Box<dyn Engine> {
    search::engine(Filler {
        givens: *givens,
        start: state.clone(),
        search: Search::new(root),
        plan: plan.clone(),
        limit: wanted(plan, size_of::<Solution>() + CELLS, CELLS),
        cuts,
        outcome: None,
    })
}

/// Why a node contradicts itself, worked out only where somebody reads it.
struct Why<'a, N>(Option<&'a N>);

impl<N: Node> fmt::Display for Why<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.and_then(Node::fault) {
            Some(fault) => f.write_str(&fault.words()),
            None => f.write_str("a digit stands twice in a unit"),
        }
    }
}

impl<N: Node> Filler<N> {
    /// A limit that the next step would break.
    fn reached(&self) -> Option<Limit> {
        let open = self.start.digits.iter().map(|&digit| u64::from(digit == 0)).sum::<u64>();
        if self.plan.max_moves.is_some_and(|most| most < open) {
            // Every solution fills every open cell.
            Some(Limit::Depth)
        } else if self.search.expanded > 0
            && self.search.makes_node()
            && self.plan.nodes.is_some_and(|nodes| self.search.generated >= nodes)
        {
            Some(Limit::Nodes)
        } else if self.search.memory() > self.plan.memory {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    /// Goes on to the next node that is expanded, or to the end.
    fn expand<O: Observer>(&mut self, watch: &mut O) -> Option<Outcome> {
        loop {
            if let Some(limit) = self.reached() {
                return Some(limit.into());
            }
            let did = self.search.advance();
            if watch.listens() {
                self.tell(did, watch);
            }
            match did {
                Did::Made(Fate::Open) => return None,
                Did::Made(Fate::Solution) if self.search.solutions.len() >= self.limit => {
                    let cut_short = self.plan.all;
                    return Some(if cut_short { Limit::Memory.into() } else { Outcome::Solved });
                }
                Did::Nothing if self.search.solutions.is_empty() => return Some(Outcome::Exhausted),
                Did::Nothing => return Some(Outcome::Solved),
                Did::Made(_) | Did::Left { .. } => {}
            }
        }
    }

    fn tell<O: Observer>(&self, did: Did, watch: &mut O) {
        let fate = match did {
            Did::Made(fate) => fate,
            Did::Left { node } => {
                return watch.on(&Event::Leave { id: node, depth: self.search.frames.len() as u32 });
            }
            Did::Nothing => return,
        };
        let id = self.search.generated - 1;
        // An open node has its own frame on the stack already.
        let above = &self.search.frames[..self.search.frames.len() - usize::from(fate == Fate::Open)];
        let depth = above.len() as u32;
        match above.last() {
            None => watch.on(&Event::Node(search::Node::root())),
            Some(frame) => {
                let mv = Move { at: place_of(frame.cell), what: What::Digit(frame.digit) };
                watch.on(&Event::Node(search::Node::child(id, frame.id, &mv, depth)));
            }
        }
        match fate {
            Fate::Open => watch.on(&Event::Expand { id, depth }),
            Fate::Solution => watch.on(&Event::Solution { id, length: self.found_length() }),
            Fate::Dead(dead) => {
                if let Some(dead) = dead {
                    watch.on(&Event::Cut { id, by: self.cuts[dead as usize] });
                }
                watch.on(&Event::Dead { id, depth, why: &Why(self.search.failed.as_ref()) });
            }
        }
    }

    fn found_length(&self) -> u64 {
        self.search.solutions.last().map_or(0, |found| found.order.len() as u64)
    }

    fn moves(solution: &Solution) -> Vec<String> {
        let order: Vec<Cell> = solution.order.iter().map(|&cell| Cell::from(cell)).collect();
        placements(SIDE, &order, &solution.digits)
    }

    fn open(&self) -> usize {
        let digits = self.search.frames.last().map(|frame| frame.node.digits());
        let digits = digits.unwrap_or_else(|| digits_in(&self.start));
        digits.iter().map(|&digit| usize::from(digit == 0)).sum()
    }
}

impl<N: Node + 'static> Kernel for Filler<N> {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        for _ in 0..fuel {
            self.outcome = self.expand(watch);
            if let Some(outcome) = self.outcome {
                return outcome;
            }
        }
        Outcome::MoreWork
    }

    fn counters(&self) -> Counters {
        let search = &self.search;
        Counters {
            generated: search.generated,
            expanded: search.expanded,
            depth: search.frames.len() as u32,
            deepest: search.deepest as u32,
            cuts: self.cuts.iter().copied().zip(search.cuts).collect(),
            dead: search.dead,
            backtracks: search.left,
            memory: search.memory(),
            more: if self.cuts.is_empty() { Vec::new() } else { vec![("removed candidates", search.removed)] },
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let found = &self.search.solutions;
        let first = found.first()?;
        let unique = uniqueness(found.len(), &self.plan, self.outcome);
        // No solution is shorter: each fills every open cell.
        let mut answer = Answer { moves: Self::moves(first), optimal: true, ..Answer::default() };
        answer.words = uniqueness_words(unique);
        answer.extra = extra(unique, text::line(&first.digits));
        if let Some(second) = found.get(1).filter(|_| !self.plan.all) {
            answer.extra.push(("second", text::line(&second.digits).into()));
        }
        if self.plan.all {
            answer.solutions = Some(found.len() as u64);
            answer.all = found.iter().take(self.plan.lists()).map(Self::moves).collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        if let Some(why) = fault::explain(&self.givens, &self.start) {
            return Some(Refutation { reason: why.story, certificate: None, marks: why.marks });
        }
        let reason = "every digit of every cell that was open was tried; each leads to a contradiction".into();
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn focus(&self) -> Focus {
        let Some(frame) = self.search.frames.last() else { return Focus::default() };
        let order: Vec<Cell> = frame.node.order().iter().map(|&cell| Cell::from(cell)).collect();
        let path = placements(SIDE, &order, &frame.node.digits());
        let chosen = self.search.frames.iter().map(|frame| Cell::from(frame.cell));
        let mut marks: Vec<Mark> = chosen.map(|cell| Mark::new(cell, MarkKind::Choice)).collect();
        let at = place_of(frame.cell);
        let note = if let Some(failed) = &self.search.failed {
            if let Some(fault) = failed.fault() {
                marks.extend(fault.cells().into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)));
            }
            format!("{} at {at} fails: {}", frame.digit, Why(Some(failed)))
        } else {
            let tries = match set_text(frame.left, " ") {
                none if none.is_empty() => format!("no digit is left to try at {at}"),
                left => format!("tries {left} at {at}"),
            };
            format!("{} cells are open; {tries}", self.open())
        };
        Focus { path, marks, note }
    }

    fn standing(&self) -> Standing {
        let rule = "It tries the digits of the chosen cell from the smallest on, and goes back where none is left";
        let words = |cell, digit| Move { at: place_of(cell), what: What::Digit(digit) }.to_string();
        let choices = self.search.frames.iter().enumerate().rev().map(|(above, frame)| Branch {
            depth: above as u32 + 1,
            tried: Some(frame.digit)
                .filter(|&digit| digit > 0)
                .map(|digit| words(frame.cell, digit))
                .into_iter()
                .collect(),
            left: digits_of(frame.left).map(|digit| words(frame.cell, digit)).collect(),
        });
        let Some(top) = self.search.frames.last() else { return Standing { rule, ..Standing::default() } };
        let digits = top.node.digits();
        let open = (0..CELLS).filter(|&cell| digits[cell] == 0);
        let domains =
            Domain::smallest_undecided(open.map(|cell| (top.node.set_of(cell as u8).count_ones(), cell)), |cell| {
                let set = top.node.set_of(cell as u8);
                Domain::new(place_of(cell as u8), set_text(set, " "), set.count_ones())
            });
        Standing { stack: Branch::few(choices), domains, ..Standing::at(top.id, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        let mut lines = Vec::new();
        if self.outcome.is_none() {
            lines.push(Detail::figure("open cells", self.open() as u64));
        }
        for frame in self.search.frames.iter().rev().filter(|frame| frame.digit > 0).take(6) {
            lines.push(Detail::line(trial_words(place_of(frame.cell), frame.digit, frame.left)));
        }
        lines
    }
}
