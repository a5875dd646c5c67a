//! The engine of a strategy `logic`: one technique a step; where the ladder ends it says so, or guesses if allowed.

use std::sync::{Arc, OnceLock};

use super::answer::{extra, uniqueness, wanted};
use super::filling::{Filling, Move, Place, What, placements, trial_words};
use super::ladder::{Allowed, End, Paper, RestsOn, Sheet, Step, Technique, rate_by_grounds};
use super::set::set_text;
use crate::search::{
    Answer, Branch, Counters, Detail, Domain, Engine, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, NodeId,
    Observer, Outcome, Plan, Refutation, Standing, Strategy, Toggle, engine,
};

/// Lets `logic` go on where its techniques end.
pub const GUESS: Toggle = Toggle::off("guess", "try a digit where nothing else is left, and go back");

/// The strategy of the ladder, with a toggle for each technique that can be left out.
pub const fn logic_strategy(toggles: &'static [Toggle]) -> Strategy {
    Strategy {
        name: "logic",
        about: "a human's ladder of techniques, a sentence a step; stops where only guessing is left",
        toggles,
        anytime: false,
        weight: None,
    }
}

/// A guess: the sheet before it, and the digits still to be tried.
#[derive(Clone)]
struct Guess<S> {
    sheet: S,
    order: usize,
    cell: u16,
    left: u16,
    digit: u8,
    /// The node in which it was chosen, and that of its current digit.
    parent: NodeId,
    node: NodeId,
}

#[derive(Clone)]
struct Logic<P: Paper> {
    paper: Arc<P>,
    start: Filling,
    allowed: Allowed<P::Technique>,
    plan: Plan,
    /// An error where the start contradicts itself.
    sheet: Result<P::Sheet, End<P::Fault>>,
    cells: usize,
    /// Cells in the order in which they were placed.
    order: Vec<u16>,
    guesses: Vec<Guess<P::Sheet>>,
    solutions: Vec<(Vec<u16>, Vec<u8>)>,
    limit: usize,
    guessed: bool,
    /// Steps by technique.
    used: Vec<u64>,
    /// Candidates that went, those of guesses taken back included.
    removed: u64,
    said: String,
    /// The last step with the sheet before it: what it rests on is found only when somebody asks.
    last: Option<(P::Sheet, Step<P::Reason>)>,
    marks: Vec<Mark>,
    /// Level and largest grounds, for whoever looks at a run that has ended.
    rating: OnceLock<Option<String>>,
    counters: Counters,
    outcome: Option<Outcome>,
}

/// Works on a puzzle with the techniques that are allowed; the toggle `guess` lets it guess. `cells` is how many the
/// sheet has.
pub fn logic<P: Paper + 'static>(
    paper: P,
    cells: usize,
    state: &Filling,
    plan: &Plan,
    allowed: Allowed<P::Technique>,
) -> Box<dyn Engine> {
    let sheet = paper.sheet(state);
    let removed = sheet.as_ref().map_or(0, Sheet::removed);
    engine(Logic {
        sheet,
        paper: Arc::new(paper),
        start: state.clone(),
        allowed,
        plan: plan.clone(),
        cells,
        order: Vec::new(),
        guesses: Vec::new(),
        solutions: Vec::new(),
        limit: wanted(plan, 4 * cells + 64, cells),
        guessed: false,
        used: vec![0; P::Technique::LADDER.len()],
        removed,
        said: String::new(),
        last: None,
        marks: Vec::new(),
        rating: OnceLock::new(),
        counters: Counters::default(),
        outcome: None,
    })
}

impl<P: Paper> Logic<P> {
    /// The node that is being worked on, and its depth.
    fn node(&self) -> (u64, u32) {
        (self.guesses.last().map_or(0, |guess| guess.node), self.guesses.len() as u32)
    }

    fn step<O: Observer>(&mut self, watch: &mut O) {
        let (id, depth) = self.node();
        self.counters.expanded += 1;
        watch.on(&Event::Expand { id, depth });
        self.marks.clear();
        self.last = None;
        let sheet_before = self.sheet.as_ref().ok().cloned();
        let next = match &mut self.sheet {
            Ok(sheet) => {
                let before = sheet.removed();
                let next = self.paper.step(sheet, self.allowed);
                self.removed += sheet.removed() - before;
                next
            }
            Err(end) => Err(*end),
        };
        match next {
            Ok(step) => {
                self.took(&step);
                self.last = sheet_before.map(|before| (before, step));
                if watch.listens() {
                    watch.on(&Event::Note { text: &self.note(self.rests_on().as_ref()) });
                }
            }
            Err(End::Solved) => self.solved(watch),
            Err(End::Contradiction(fault)) => self.contradiction(fault, watch),
            Err(End::Stuck) if self.plan.is_on(GUESS.name) => self.guess(watch),
            Err(End::Stuck) => {
                let left = self.sheet.as_ref().map_or(0, Sheet::left);
                self.said = format!("only guessing is left for {left} cells; the toggle `guess` allows it");
                watch.on(&Event::Note { text: &self.said });
                self.outcome = Some(Outcome::Limit(Limit::Incomplete));
            }
        }
    }

    fn mark(&mut self, cells: Vec<u32>, kind: MarkKind) {
        self.marks.extend(cells.into_iter().map(|cell| Mark::new(cell, kind)));
    }

    /// The candidates that are left, of cells without a digit.
    fn candidates(&self) -> Vec<Mark> {
        let Ok(sheet) = &self.sheet else { return Vec::new() };
        let open = (0_u16..).zip(sheet.candidates()).filter(|(cell, _)| sheet.placed()[usize::from(*cell)] == 0);
        open.map(|(cell, &set)| Mark::new(self.paper.square(cell), MarkKind::Candidates(set))).collect()
    }

    fn took(&mut self, step: &Step<P::Reason>) {
        self.used[P::technique(&step.reason).rung()] += 1;
        if let Ok(sheet) = &self.sheet {
            self.said = self.paper.sentence(sheet, step);
        }
        self.mark(self.paper.region(&step.reason), MarkKind::Hint);
        self.mark(step.removed.iter().map(|&(cell, _)| self.paper.square(cell)).collect(), MarkKind::Choice);
        if let Some((cell, _)) = step.placed {
            self.mark(vec![self.paper.square(cell)], MarkKind::Settled);
            self.order.push(cell);
        }
    }

    fn rests_on(&self) -> Option<RestsOn> {
        self.last.as_ref().and_then(|(before, step)| self.paper.rests_on(before, step))
    }

    fn note(&self, grounds: Option<&RestsOn>) -> String {
        grounds.map_or_else(|| self.said.clone(), |grounds| grounds.behind(&self.said))
    }

    /// "hard: needs bounds 3 times; at most 7 runs and cells at a time".
    fn level(&self) -> Option<&String> {
        let rated = || {
            let (rating, largest) = rate_by_grounds(&*self.paper, &self.start, self.allowed)?;
            Some(format!("{rating}; at most {largest} runs and cells at a time"))
        };
        self.outcome.and_then(|_| self.rating.get_or_init(rated).as_ref())
    }

    fn solved<O: Observer>(&mut self, watch: &mut O) {
        if let Ok(sheet) = &self.sheet {
            self.solutions.push((self.order.clone(), sheet.placed().to_vec()));
        }
        self.said = "solved".into();
        watch.on(&Event::Solution { id: self.node().0, length: self.order.len() as u64 });
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

    fn contradiction<O: Observer>(&mut self, fault: P::Fault, watch: &mut O) {
        self.counters.dead += 1;
        self.said = self.paper.fault_words(fault);
        self.mark(self.paper.fault_cells(fault), MarkKind::Dead);
        let (id, depth) = self.node();
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
        let left = sheet.candidates()[cell as usize];
        self.guessed = true;
        let (sheet, order, parent) = (sheet.clone(), self.order.len(), self.node().0);
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
            guess.digit = guess.left.trailing_zeros() as u8 + 1;
            guess.left &= guess.left - 1;
            guess.node = self.counters.generated;
            self.counters.generated += 1;
            self.order.truncate(guess.order);
            self.order.push(guess.cell);
            let at = Place::of(self.paper.square(guess.cell), self.paper.cols());
            let (mv, parent) = (Move { at, what: What::Digit(guess.digit) }, guess.parent);
            let before = if self.said.is_empty() { String::new() } else { format!("{}; ", self.said) };
            self.said = format!("{before}guesses {} at {at}", guess.digit);
            let mut sheet = guess.sheet.clone();
            let removed = sheet.removed();
            let placed = self.paper.place(&mut sheet, guess.cell, guess.digit);
            self.removed += sheet.removed() - removed;
            self.sheet = placed.map(|()| sheet);
            let (id, depth) = self.node();
            watch.on(&Event::Node(Node::child(id, parent, &mv, depth)));
            watch.on(&Event::Note { text: &self.said });
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

    fn moves(&self, order: &[u16], placed: &[u8]) -> Vec<String> {
        let order: Vec<u32> = order.iter().map(|&cell| self.paper.square(cell)).collect();
        placements(self.paper.cols(), &order, &self.paper.spread(placed))
    }

    fn memory(&self) -> usize {
        self.guesses.len() * self.cells * 16
    }

    fn limits(&mut self) {
        if self.plan.nodes.is_some_and(|nodes| self.counters.generated >= nodes) {
            self.outcome = Some(Outcome::Limit(Limit::Nodes));
        } else if self.memory() > self.plan.memory {
            self.outcome = Some(Outcome::Limit(Limit::Memory));
        }
    }
}

impl<P: Paper + 'static> Kernel for Logic<P> {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        for _ in 0..fuel {
            if self.counters.generated == 0 {
                self.counters.generated = 1;
                watch.on(&Event::Node(Node::root()));
            }
            self.step(watch);
            if self.outcome.is_none() {
                self.limits();
            }
            if let Some(outcome) = self.outcome {
                return outcome;
            }
        }
        Outcome::MoreWork
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.counters.generated.max(1),
            depth: self.guesses.len() as u32,
            memory: self.memory(),
            more: vec![("conclusions", self.used.iter().sum()), ("removed candidates", self.removed)],
            ..self.counters.clone()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let (order, placed) = self.solutions.first()?;
        // No solution is shorter: each fills every open cell.
        let mut answer = Answer { moves: self.moves(order, placed), optimal: true, ..Answer::default() };
        answer.extra = extra(self.unique(), self.paper.solved(&self.paper.spread(placed)));
        if self.plan.all {
            answer.solutions = Some(self.solutions.len() as u64);
            answer.all = self
                .solutions
                .iter()
                .take(self.plan.lists())
                .map(|(order, placed)| self.moves(order, placed))
                .collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        if let Some(why) = self.paper.explain(&self.start) {
            return Some(Refutation { reason: why.story, certificate: None, marks: why.marks });
        }
        Some(Refutation { reason: self.said.clone(), certificate: None, marks: self.marks.clone() })
    }

    fn focus(&self) -> Focus {
        let path = self.sheet.as_ref().map_or_else(|_| Vec::new(), |sheet| self.moves(&self.order, sheet.placed()));
        let grounds = self.rests_on();
        let mut marks = self.marks.clone();
        if let Some(grounds) = &grounds {
            marks.retain(|mark| mark.kind != MarkKind::Hint);
            marks.extend(grounds.cells.iter().map(|&cell| Mark::new(cell, MarkKind::Hint)));
        }
        Focus { path, marks: [marks, self.candidates()].concat(), note: self.note(grounds.as_ref()) }
    }

    fn standing(&self) -> Standing {
        let rule = "The easiest technique that finds something is next; where none does, a digit of the tightest cell";
        let at = |cell: u16| Place::of(self.paper.square(cell), self.paper.cols());
        let words = |cell, digit| Move { at: at(cell), what: What::Digit(digit) }.to_string();
        let choices = self.guesses.iter().enumerate().rev().map(|(above, guess)| Branch {
            depth: above as u32 + 1,
            tried: vec![words(guess.cell, guess.digit)],
            left: super::set::digits_of(guess.left).map(|digit| words(guess.cell, digit)).collect(),
        });
        let domains = self.sheet.as_ref().map_or_else(
            |_| Vec::new(),
            |sheet| {
                let open = (0..sheet.placed().len()).filter(|&cell| sheet.placed()[cell] == 0);
                let sized = open.map(|cell| (sheet.candidates()[cell].count_ones(), cell));
                Domain::smallest_undecided(sized, |cell| {
                    let set = sheet.candidates()[cell];
                    Domain::new(at(cell as u16), set_text(set, " "), set.count_ones())
                })
            },
        );
        Standing { stack: Branch::few(choices), domains, ..Standing::at(self.node().0, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        let used = P::Technique::LADDER.iter().zip(&self.used).filter(|&(_, &times)| times > 0);
        let mut lines: Vec<Detail> = used.map(|(technique, &times)| Detail::figure(technique.name(), times)).collect();
        lines.extend(self.level().map(|level| Detail::line(level.clone())));
        if let Some(guess) = self.guesses.last() {
            let at = Place::of(self.paper.square(guess.cell), self.paper.cols());
            lines.push(Detail::line(trial_words(at, guess.digit, guess.left)));
        }
        lines
    }
}
