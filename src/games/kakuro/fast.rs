//! The engine of the strategy `fast`: the stepped search of [`solve`](super::solve), told in the puzzle's words.

use std::borrow::Cow;
use std::sync::Arc;

use super::deadlock;
use super::field::{Depth, Field, Propagator};
use super::puzzle::placements;
use super::rules::{Filling, Kakuro, set_text};
use super::solve::{Choices, Conclusion, Place, Search, Step, Tried};
use super::text;
use crate::games::digits::{digits_of, extra, trial_words, uniqueness, uniqueness_words, wanted};
use crate::search::{
    self, Answer, Branch, Counters, Detail, Domain, Engine, Event, Focus, Kernel, Limit, Mark, MarkKind, Node,
    Observer, Outcome, Plan, Refutation, Standing, Value,
};

#[derive(Clone)]
struct Fast {
    rules: Arc<Kakuro>,
    start: Filling,
    field: Field,
    search: Search,
    plan: Plan,
    started: bool,
    outcome: Option<Outcome>,
    /// The run that the last digit tried left without a filling.
    failed: Option<usize>,
}

pub fn engine(rules: &Arc<Kakuro>, state: &Filling, plan: &Plan) -> Box<dyn Engine> {
    let field = Field::new(rules);
    let choices = Choices {
        exact: plan.is_on("run-consistency"),
        fewest: plan.is_on("fewest"),
        split: plan.is_on("split"),
        learn: plan.is_on("learn"),
    };
    let limit = wanted(plan, 2 * field.cells() + 64, field.cells());
    let search = Search::new(&field, &field.candidates(state), limit, choices);
    search::engine(Fast {
        rules: Arc::clone(rules),
        start: state.clone(),
        search,
        field,
        plan: plan.clone(),
        started: false,
        outcome: None,
        failed: None,
    })
}

impl Fast {
    fn step(&mut self) -> Option<Step> {
        if !self.started {
            self.started = true;
            self.search.start(&self.field);
            return None;
        }
        Some(self.search.step(&self.field))
    }

    fn tell<O: Observer>(&self, step: Option<Step>, watch: &mut O) {
        let expand = |Place { id, depth }, watch: &mut O| watch.on(&Event::Expand { id, depth });
        match step {
            None => {
                expand(Place::ROOT, watch);
                if let Some(Conclusion::Contradiction { run }) = self.search.conclusion {
                    self.tell_dead(Place::ROOT, run, watch);
                }
            }
            Some(Step::Tried { opened, tried, failed }) => {
                if let Some(opened) = opened {
                    expand(opened, watch);
                }
                self.tell_tried(&tried, watch);
                if let Some(run) = failed {
                    self.tell_dead(tried.at, run, watch);
                }
            }
            Some(Step::Left { refuted: Some(Place { id, depth }) }) => watch.on(&Event::Leave { id, depth }),
            Some(Step::Learned { from, dead, tried }) => {
                expand(from, watch);
                if dead {
                    let why = "what follows from the digits tried contradicts itself; the reason is kept";
                    watch.on(&Event::Dead { id: from.id, depth: from.depth, why: &why });
                }
                if let Some(tried) = tried {
                    self.tell_tried(&tried, watch);
                }
            }
            Some(Step::Left { refuted: None } | Step::Done) => {}
        }
        if let Some(Conclusion::Solutions(all)) = &self.search.conclusion {
            let length = all.first().map_or(0, |digits| digits.len() as u64);
            watch.on(&Event::Solution { id: self.search.leaf.id, length });
        }
    }

    fn tell_tried<O: Observer>(&self, tried: &Tried, watch: &mut O) {
        let place = self.rules.grid.place(self.field.squares[tried.cell as usize]);
        let mv = format_args!("{place}={}", tried.digit).to_string();
        watch.on(&Event::Node(Node::child(tried.at.id, tried.parent, &mv, tried.at.depth)));
    }

    fn tell_dead<O: Observer>(&self, Place { id, depth }: Place, run: usize, watch: &mut O) {
        let name = self.rules.grid.run_name(&self.rules.runs[run]);
        watch.on(&Event::Dead { id, depth, why: &format_args!("{name} has no filling left") });
    }

    fn finished(&self) -> Option<Outcome> {
        match &self.search.conclusion {
            Some(Conclusion::Solutions(all)) if self.plan.all && all.len() >= self.search.limit() => {
                Some(Outcome::Limit(Limit::Memory))
            }
            Some(Conclusion::Solutions(_)) => Some(Outcome::Solved),
            Some(Conclusion::None | Conclusion::Contradiction { .. }) => Some(Outcome::Exhausted),
            None if self.plan.nodes.is_some_and(|nodes| self.search.generated >= nodes) => {
                Some(Outcome::Limit(Limit::Nodes))
            }
            None if self.search.memory() > self.plan.memory => Some(Outcome::Limit(Limit::Memory)),
            None => None,
        }
    }

    /// Solutions that are known before the search is over, as far as there is room for a list of them.
    fn in_hand(&self) -> Vec<Vec<u8>> {
        let room = self.plan.memory.saturating_sub(self.search.memory());
        let each = (self.plan.memory / self.search.limit()).max(1);
        self.search.in_hand((room / each).clamp(2, self.search.limit().max(2)))
    }

    fn moves(&self, digits: &[u8]) -> Vec<String> {
        let order = placement_order(&self.field, &self.start, digits);
        placements(&self.rules, &order, &self.rules.spread(&self.field, digits))
    }
}

/// The open cells of `start` in the order in which propagation settles them, with a cell of fewest candidates filled
/// in from the solution wherever propagation alone is stuck.
pub fn placement_order(field: &Field, start: &Filling, solution: &[u8]) -> Vec<u32> {
    let mut propagator = Propagator::new(field, Depth::Exact);
    propagator.candidates = field.candidates(start);
    propagator.settled = Some(Vec::new());
    loop {
        if propagator.settle(field).is_err() {
            break;
        }
        let open = (0..field.cells()).filter(|&cell| propagator.candidates[cell].count_ones() > 1);
        let Some(cell) = open.min_by_key(|&cell| propagator.candidates[cell].count_ones()) else { break };
        propagator.set(field, cell, 1 << (solution[cell] - 1));
        if let Some(settled) = &mut propagator.settled {
            settled.push(cell as u16);
        }
    }
    propagator.settled.unwrap_or_default().into_iter().map(|cell| field.squares[cell as usize]).collect()
}

impl Kernel for Fast {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        for _ in 0..fuel {
            if !self.started {
                watch.on(&Event::Node(Node::root()));
            }
            let step = self.step();
            self.failed = match step {
                Some(Step::Tried { failed, .. }) => failed,
                _ => None,
            };
            if watch.listens() {
                self.tell(step, watch);
            }
            self.outcome = self.finished();
            if let Some(outcome) = self.outcome {
                return outcome;
            }
        }
        Outcome::MoreWork
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.search.generated,
            expanded: self.search.expanded + u64::from(self.started),
            depth: self.search.depth() as u32,
            deepest: self.search.deepest as u32,
            dead: self.search.dead,
            backtracks: self.search.backtracks,
            memory: self.search.memory(),
            more: vec![
                ("runs looked at", self.search.propagations()),
                ("removed candidates", self.search.removed()),
                ("learned", self.search.learned()),
            ],
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let all = match &self.search.conclusion {
            Some(Conclusion::Solutions(all)) => Cow::Borrowed(all),
            None if self.plan.all || self.plan.unique => Cow::Owned(self.in_hand()),
            _ => return None,
        };
        let first = all.first()?;
        let unique = uniqueness(all.len(), &self.plan, self.outcome);
        // No solution is shorter: each fills every open cell.
        let mut answer = Answer { moves: self.moves(first), optimal: true, ..Answer::default() };
        answer.words = uniqueness_words(unique);
        answer.extra = extra(unique, text::joined(&self.rules.grid, &self.rules.spread(&self.field, first)));
        if let Some(second) = all.get(1).filter(|_| !self.plan.all) {
            let second = self.rules.spread(&self.field, second);
            answer.extra.push(("second", Value::Text(text::joined(&self.rules.grid, &second))));
        }
        if self.plan.all {
            answer.solutions = Some(all.len() as u64);
            // Propagation tells the order of the first; for thousands of others it would take longer than the search did.
            let order = placement_order(&self.field, &self.start, first);
            let listed = all
                .iter()
                .take(self.plan.lists())
                .map(|digits| placements(&self.rules, &order, &self.rules.spread(&self.field, digits)));
            answer.all = listed.collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        match self.search.conclusion.as_ref()? {
            Conclusion::Solutions(_) => None,
            Conclusion::Contradiction { .. } => {
                let why = deadlock::explain(&self.rules, &self.start)?;
                Some(Refutation { reason: why.story, certificate: None, marks: why.marks })
            }
            Conclusion::None => Some(Refutation {
                reason: "every digit of every cell that was open was tried; each leads to a run without a filling"
                    .into(),
                ..Refutation::default()
            }),
        }
    }

    fn focus(&self) -> Focus {
        let candidates = self.search.candidates();
        let settled = |&cell: &usize| {
            candidates[cell].is_power_of_two() && self.start.digits[self.field.squares[cell] as usize] == 0
        };
        let cells: Vec<u32> = (0..self.field.cells()).filter(settled).map(|cell| self.field.squares[cell]).collect();
        let digits: Vec<u8> = candidates.iter().map(|set| set.trailing_zeros() as u8 + 1).collect();
        let path = placements(&self.rules, &cells, &self.rules.spread(&self.field, &digits));
        let mut marks: Vec<Mark> = Vec::new();
        let chosen: Vec<(u16, u8)> = self.search.choices().collect();
        for &(cell, _) in &chosen {
            marks.push(Mark::new(self.field.squares[cell as usize], MarkKind::Choice));
        }
        let note = if let Some(run) = self.failed {
            marks.extend(self.rules.runs[run].cells.iter().map(|&cell| Mark::new(cell, MarkKind::Dead)));
            format!("{} has no filling left", self.rules.grid.run_name(&self.rules.runs[run]))
        } else if let Some(&(cell, digit)) = chosen.last() {
            let at = self.rules.grid.place(self.field.squares[cell as usize]);
            format!("tries {digit} at {at}; {} cells are open", self.open())
        } else if self.started {
            format!("propagation leaves {} cells open", self.open())
        } else {
            String::new()
        };
        Focus { path, marks, note }
    }

    fn standing(&self) -> Standing {
        let rule = "It tries the digits of the cell with the fewest alternatives from the smallest on, part by part";
        let at = |cell: u16| self.rules.grid.place(self.field.squares[cell as usize]);
        let choices: Vec<(u16, u8)> = self.search.choices().collect();
        let branches = choices.iter().enumerate().rev().map(|(above, &(cell, digit))| Branch {
            depth: above as u32 + 1,
            tried: vec![format!("{}={digit}", at(cell))],
            left: digits_of(self.search.left(cell)).map(|digit| format!("{}={digit}", at(cell))).collect(),
        });
        let candidates = self.search.candidates();
        let sized = candidates.iter().enumerate().map(|(cell, set)| (set.count_ones(), cell));
        let domains = Domain::smallest_undecided(sized, |cell| {
            let set = candidates[cell];
            Domain::new(at(cell as u16), set_text(set, " "), set.count_ones())
        });
        Standing { node: self.search.node(), rule, stack: Branch::few(branches), domains, ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        let mut lines = Vec::new();
        if self.outcome.is_none() {
            lines.push(Detail::figure("open cells", self.open()));
        }
        let choices: Vec<(u16, u8)> = self.search.choices().collect();
        for &(cell, digit) in choices.iter().rev().take(6) {
            let at = self.rules.grid.place(self.field.squares[cell as usize]);
            let left = self.search.left(cell);
            lines.push(Detail::line(trial_words(at, digit, left)));
        }
        lines
    }
}

impl Fast {
    fn open(&self) -> usize {
        self.search.candidates().iter().filter(|set| set.count_ones() > 1).count()
    }
}
