//! The engine of the strategy `logic`: one technique a step; where the ladder ends it says so, or guesses if allowed.

use std::sync::Arc;

use super::cut::Cut;
use super::rate::cuts_of;
use super::sheet::{End, Sheet, Step};
use super::words::Words;
use super::{Allowed, Technique};
use crate::games::kakuro::fast::{extra, uniqueness};
use crate::games::kakuro::field::Field;
use crate::games::kakuro::puzzle::placements;
use crate::games::kakuro::rules::{Filling, Kakuro, set_text};
use crate::search::{
    self, Answer, Counters, Detail, Engine, Event, Focus, Keeps, Kernel, Limit, Mark, MarkKind, Node, NodeId, Observer,
    Outcome, Plan, PlanError, Refutation, Toggle,
};

const fn toggle(name: &'static str, about: &'static str, default: bool) -> Toggle {
    Toggle { name, about, keeps: Keeps::Everything, default, group: None }
}

pub const TOGGLES: &[Toggle] = &[
    toggle("unique-sums", "a run with one possible set of digits", true),
    toggle("crossing", "digits that no set of the run has", true),
    toggle("combinations", "sets that the candidates rule out", true),
    toggle("subsets", "naked and hidden pairs and triples", true),
    toggle("bounds", "smallest and largest of the other cells", true),
    toggle("cut", "cut arithmetic: sums across against sums down", true),
    toggle("run-consistency", "candidates without a filling of the run", true),
    toggle("guess", "try a digit where nothing else is left, and go back", false),
];

fn allowed(plan: &Plan) -> Allowed {
    let switches = [
        (Technique::UniqueSum, "unique-sums"),
        (Technique::Crossing, "crossing"),
        (Technique::Combinations, "combinations"),
        (Technique::Subsets, "subsets"),
        (Technique::Bounds, "bounds"),
        (Technique::Cut, "cut"),
        (Technique::Consistency, "run-consistency"),
    ];
    switches.into_iter().fold(Allowed::ALL, |set, (technique, name)| set.with(technique, plan.is_on(name)))
}

/// A guess: the sheet before it, and the digits still to be tried.
#[derive(Clone)]
struct Guess {
    sheet: Sheet,
    order: usize,
    cell: u16,
    left: u16,
    digit: u8,
    /// The node in which it was chosen, and that of its current digit.
    parent: NodeId,
    node: NodeId,
}

#[derive(Clone)]
struct Logic {
    rules: Arc<Kakuro>,
    start: Filling,
    field: Field,
    cuts: Vec<Cut>,
    allowed: Allowed,
    plan: Plan,
    /// An error where the start contradicts itself.
    sheet: Result<Sheet, End>,
    /// Cells in the order in which they were placed.
    order: Vec<u16>,
    guesses: Vec<Guess>,
    solutions: Vec<(Vec<u16>, Vec<u8>)>,
    limit: usize,
    guessed: bool,
    used: [u64; 9],
    last: Option<Step>,
    said: String,
    marks: Vec<Mark>,
    counters: Counters,
    outcome: Option<Outcome>,
    failed: Option<usize>,
}

pub fn engine(rules: &Arc<Kakuro>, state: &Filling, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let field = Field::new(rules);
    let cuts = cuts_of(rules, &field);
    let limit = match (plan.all, plan.unique) {
        (true, _) => (plan.memory / (4 * field.cells() + 64)).max(2),
        (false, unique) => 1 + usize::from(unique),
    };
    Ok(search::engine(Logic {
        rules: Arc::clone(rules),
        start: state.clone(),
        sheet: Sheet::new(&field, state),
        cuts,
        allowed: allowed(plan),
        plan: plan.clone(),
        order: Vec::new(),
        guesses: Vec::new(),
        solutions: Vec::new(),
        limit,
        guessed: false,
        used: [0; 9],
        last: None,
        said: String::new(),
        marks: Vec::new(),
        counters: Counters { generated: 1, ..Counters::default() },
        outcome: None,
        failed: None,
        field,
    }))
}

impl Logic {
    fn words(&self) -> Words<'_> {
        Words { rules: &self.rules, field: &self.field, cuts: &self.cuts }
    }

    /// The current node, and how many guesses led to it.
    fn here(&self) -> (NodeId, u32) {
        (self.guesses.last().map_or(0, |guess| guess.node), self.guesses.len() as u32)
    }

    fn step<O: Observer>(&mut self, watch: &mut O) {
        self.counters.expanded += 1;
        let (id, depth) = self.here();
        watch.on(&Event::Expand { id, depth });
        self.marks.clear();
        self.failed = None;
        let next = match &mut self.sheet {
            Ok(sheet) => sheet.step(&self.field, &self.cuts, self.allowed),
            Err(end) => Err(*end),
        };
        match next {
            Ok(step) => self.took(step),
            Err(End::Solved) => self.solved(watch),
            Err(End::Contradiction { run }) => self.contradiction(run, watch),
            Err(End::Stuck) if self.plan.is_on("guess") => self.guess(watch),
            Err(End::Stuck) => {
                let left = self.sheet.as_ref().map_or(0, Sheet::left);
                self.said = format!("only guessing is left for {left} cells; the toggle `guess` allows it");
                self.outcome = Some(Outcome::Limit(Limit::Incomplete));
            }
        }
    }

    fn took(&mut self, step: Step) {
        self.used[step.reason.technique as usize] += 1;
        if let Ok(sheet) = &self.sheet {
            self.said = self.words().sentence(sheet, &step);
        }
        let square = |cell: u16| self.field.squares[cell as usize];
        if step.reason.technique != Technique::Single && step.reason.technique != Technique::Cut {
            let run = &self.rules.runs[step.reason.of as usize];
            self.marks.extend(run.cells.iter().map(|&cell| Mark::new(cell, MarkKind::Hint)));
        }
        self.marks.extend(step.removed.iter().map(|&(cell, _)| Mark::new(square(cell), MarkKind::Choice)));
        if let Some((cell, _)) = step.placed {
            self.marks.push(Mark::new(square(cell), MarkKind::Settled));
            self.order.push(cell);
        }
        self.last = Some(step);
    }

    fn solved<O: Observer>(&mut self, watch: &mut O) {
        watch.on(&Event::Solution { id: self.here().0, length: self.field.cells() as u64 });
        if let Ok(sheet) = &self.sheet {
            self.solutions.push((self.order.clone(), sheet.placed.clone()));
        }
        self.said = "solved".into();
        if self.guesses.is_empty() || self.solutions.len() >= self.limit {
            self.outcome = Some(if self.plan.all && self.solutions.len() >= self.limit {
                Outcome::Limit(Limit::Memory)
            } else {
                Outcome::Solved
            });
        } else {
            self.back(watch);
        }
    }

    fn contradiction<O: Observer>(&mut self, run: usize, watch: &mut O) {
        self.failed = Some(run);
        self.counters.dead += 1;
        self.said = format!("{} has no filling left", self.words().run(run as u32));
        self.marks.extend(self.rules.runs[run].cells.iter().map(|&cell| Mark::new(cell, MarkKind::Dead)));
        let (id, depth) = self.here();
        watch.on(&Event::Dead { id, depth, why: &self.said });
        if self.guesses.is_empty() {
            self.outcome = Some(Outcome::Exhausted);
        } else {
            self.back(watch);
        }
    }

    fn guess<O: Observer>(&mut self, watch: &mut O) {
        let Ok(sheet) = &self.sheet else { return };
        let Some(cell) = sheet.tightest() else { return };
        let left = sheet.candidates[cell as usize];
        self.guessed = true;
        let (sheet, order, parent) = (sheet.clone(), self.order.len(), self.here().0);
        self.guesses.push(Guess { sheet, order, cell, left, digit: 0, parent, node: parent });
        self.counters.deepest = self.counters.deepest.max(self.guesses.len() as u32);
        self.back(watch);
    }

    /// The next digit of the last guess that has one.
    fn back<O: Observer>(&mut self, watch: &mut O) {
        while let Some(guess) = self.guesses.last_mut() {
            if guess.left == 0 {
                self.counters.backtracks += 1;
                let id = guess.parent;
                self.guesses.pop();
                if !self.guesses.is_empty() {
                    watch.on(&Event::Leave { id, depth: self.guesses.len() as u32 });
                }
                continue;
            }
            let bit = guess.left & guess.left.wrapping_neg();
            guess.left ^= bit;
            guess.digit = bit.trailing_zeros() as u8 + 1;
            guess.node = self.counters.generated;
            self.counters.generated += 1;
            self.order.truncate(guess.order);
            self.order.push(guess.cell);
            let at = self.rules.grid.place(self.field.squares[guess.cell as usize]);
            let (id, parent, digit) = (guess.node, guess.parent, guess.digit);
            let before = if self.said.is_empty() { String::new() } else { format!("{}; ", self.said) };
            self.said = format!("{before}guesses {} at {at}", guess.digit);
            let mut sheet = guess.sheet.clone();
            sheet.removed = self.sheet.as_ref().map_or(sheet.removed, |now| now.removed);
            let placed = sheet.place(&self.field, guess.cell, guess.digit);
            self.sheet = placed.map(|()| sheet);
            let depth = self.guesses.len() as u32;
            watch.on(&Event::Node(Node::child(id, parent, &format_args!("{at}={digit}"), depth)));
            return;
        }
        self.outcome = Some(if self.solutions.is_empty() { Outcome::Exhausted } else { Outcome::Solved });
    }

    /// Deduction alone is a proof; after a guess only the search's end is one.
    fn unique(&self) -> Option<bool> {
        if self.solutions.len() == 1 && !self.guessed {
            return Some(true);
        }
        uniqueness(self.solutions.len(), &self.plan, self.outcome)
    }

    fn moves(&self, solution: &(Vec<u16>, Vec<u8>)) -> Vec<String> {
        let order: Vec<u32> = solution.0.iter().map(|&cell| self.field.squares[cell as usize]).collect();
        placements(&self.rules, &order, &self.rules.spread(&self.field, &solution.1))
    }

    fn limits(&mut self) {
        let memory = self.guesses.len() * self.field.cells() * 16;
        if self.plan.nodes.is_some_and(|nodes| self.counters.generated >= nodes) {
            self.outcome = Some(Outcome::Limit(Limit::Nodes));
        } else if memory > self.plan.memory {
            self.outcome = Some(Outcome::Limit(Limit::Memory));
        }
    }
}

impl Kernel for Logic {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        for _ in 0..fuel {
            if self.counters.expanded == 0 {
                watch.on(&Event::Node(Node::root()));
            }
            self.step(watch);
            if self.outcome.is_none() {
                self.limits();
            }
            if self.failed.is_none() {
                watch.on(&Event::Note { text: &self.said });
            }
            if let Some(outcome) = self.outcome {
                return outcome;
            }
        }
        Outcome::MoreWork
    }

    fn counters(&self) -> Counters {
        let steps: u64 = self.used.iter().sum();
        let removed = self.sheet.as_ref().map_or(0, |sheet| sheet.removed);
        Counters {
            depth: self.guesses.len() as u32,
            memory: self.guesses.len() * self.field.cells() * 16,
            more: vec![("propagations", steps), ("removed candidates", removed)],
            ..self.counters.clone()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let first = self.solutions.first()?;
        // No solution is shorter: each fills every open cell.
        let mut answer = Answer { moves: self.moves(first), optimal: true, ..Answer::default() };
        answer.extra = extra(&self.rules, &self.rules.spread(&self.field, &first.1), self.unique());
        if self.plan.all {
            answer.solutions = Some(self.solutions.len() as u64);
            answer.all = self.solutions.iter().map(|solution| self.moves(solution)).collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        if self.outcome != Some(Outcome::Exhausted) {
            return None;
        }
        if let Some(why) = crate::games::kakuro::deadlock::explain(&self.rules, &self.start) {
            return Some(Refutation { reason: why.story, certificate: None, marks: why.marks });
        }
        let marks = self.marks.clone();
        Some(Refutation { reason: self.said.clone(), certificate: None, marks })
    }

    fn focus(&self) -> Focus {
        let path = match &self.sheet {
            Ok(sheet) => {
                let order: Vec<u32> = self.order.iter().map(|&cell| self.field.squares[cell as usize]).collect();
                placements(&self.rules, &order, &self.rules.spread(&self.field, &sheet.placed))
            }
            Err(_) => Vec::new(),
        };
        Focus { path, marks: self.marks.clone(), note: self.said.clone() }
    }

    fn details(&self) -> Vec<Detail> {
        let mut lines = Vec::new();
        for technique in Technique::LADDER {
            let times = self.used[technique as usize];
            if times > 0 {
                lines.push(Detail::figure(technique.name(), times));
            }
        }
        if let Some(guess) = self.guesses.last() {
            let at = self.rules.grid.place(self.field.squares[guess.cell as usize]);
            lines.push(Detail::Line(format!("{at} = {}, left {}", guess.digit, set_text(guess.left, " "))));
        }
        lines
    }
}
