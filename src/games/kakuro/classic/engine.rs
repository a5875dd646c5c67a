//! The stages as a search that can be stepped: one stage of one space, or one pass over the list, a step.

use std::fmt;
use std::sync::Arc;

use super::stages::{
    Permutation, Possible, Space, TITLES, assign_common, fewest_alternatives, possible_of_space, remove_impossible,
    spaces_of_puzzle, sum_permutations_of_space, try_permutation,
};
use crate::games::digits::{extra, uniqueness, wanted};
use crate::games::kakuro::deadlock;
use crate::games::kakuro::puzzle::placements;
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::games::kakuro::text;
use crate::search::{
    self, Answer, Branch, Counters, Detail, Domain, Engine, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, NodeId,
    Observer, Outcome, Plan, PlanError, Refutation, Standing, Toggle, count,
};

pub const TOGGLES: &[Toggle] = &[
    Toggle::on("crossing-filter", "a permutation must leave every crossing space a sum permutation"),
    Toggle::on("common-numbers", "digits common to all permutations of a space go into its cells"),
    Toggle::on("removal", "permutations that contradict the cells are taken out"),
    Toggle::on("fewest", "try the space with the fewest permutations; otherwise the first open one"),
];

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Spaces,
    Sums,
    Possible(usize),
    Common,
    Remove,
    Choose,
    Try,
}

/// A choice: the list and the cells before it, and which permutation comes next.
#[derive(Clone)]
struct Choice {
    list: Vec<Possible>,
    digits: Vec<u8>,
    filled: usize,
    place: usize,
    next: usize,
    /// The node in which it was chosen, and that of the permutation tried last.
    parent: NodeId,
    node: NodeId,
}

#[derive(Clone)]
struct Classic {
    rules: Arc<Kakuro>,
    start: Filling,
    plan: Plan,
    next: Next,
    spaces: Vec<Space>,
    sums: Vec<Arc<[Permutation]>>,
    list: Vec<Possible>,
    digits: Vec<u8>,
    order: Vec<u32>,
    choices: Vec<Choice>,
    /// Cells filled by the assignment pass that a removal pass follows.
    filled_before: usize,
    solutions: Vec<(Vec<u32>, Vec<u8>)>,
    limit: usize,
    /// The stage, from 1, and the space that were last at work.
    stage: usize,
    current: Option<usize>,
    failed: Option<usize>,
    /// The node that was left last because nothing in it is left to try.
    left: Option<NodeId>,
    said: String,
    counters: Counters,
    passes: u64,
    removed: u64,
    outcome: Option<Outcome>,
    /// Fuel that the last step has taken beyond its one unit.
    owed: u64,
}

/// A unit of fuel looks at so many permutations: a wide open board has a third of a million in each space.
const PERMUTATIONS_A_UNIT: usize = 1 << 14;

pub fn engine(rules: &Arc<Kakuro>, state: &Filling, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let squares = rules.grid.squares().len();
    let limit = wanted(plan, 8 * squares + 64, squares);
    Ok(search::engine(Classic {
        rules: Arc::clone(rules),
        start: state.clone(),
        plan: plan.clone(),
        next: Next::Spaces,
        spaces: Vec::new(),
        sums: Vec::new(),
        list: Vec::new(),
        digits: state.digits.to_vec(),
        order: Vec::new(),
        choices: Vec::new(),
        filled_before: 0,
        solutions: Vec::new(),
        limit,
        stage: 0,
        current: None,
        failed: None,
        left: None,
        said: String::new(),
        counters: Counters { generated: 1, ..Counters::default() },
        passes: 0,
        removed: 0,
        outcome: None,
        owed: 0,
    }))
}

impl Classic {
    fn name(&self, place: usize) -> String {
        format!("space {} ({})", place + 1, self.rules.grid.run_name(&self.rules.runs[place]))
    }

    /// The current node, and how many permutations were tried on the way to it.
    fn here(&self) -> (NodeId, u32) {
        let depth = self.choices.len() as u32;
        match self.choices.last() {
            Some(choice) if choice.next == 0 => (choice.parent, depth - 1),
            Some(choice) => (choice.node, depth),
            None => (0, 0),
        }
    }

    /// The node that the next step belongs to: a permutation is tried in the node where its space was chosen.
    fn at_work(&self) -> (NodeId, u32) {
        match self.choices.last() {
            Some(choice) if self.next == Next::Try => (choice.parent, self.choices.len() as u32 - 1),
            _ => self.here(),
        }
    }

    fn step<O: Observer>(&mut self, watch: &mut O) {
        self.counters.expanded += 1;
        self.failed = None;
        let (id, depth) = self.at_work();
        watch.on(&Event::Expand { id, depth });
        match self.next {
            Next::Spaces => {
                self.spaces = spaces_of_puzzle(&self.rules.grid);
                self.say(5, None, format!("the puzzle has {} spaces", self.spaces.len()));
                self.next = Next::Sums;
            }
            Next::Sums => self.sum_permutations(),
            Next::Possible(place) => self.possible(place),
            Next::Common => self.common(),
            Next::Remove => self.remove(),
            Next::Choose => self.choose(watch),
            Next::Try => self.try_next(watch),
        }
    }

    /// How many permutations a step looks at, at the most.
    fn work_of(&self, step: Next) -> usize {
        let listed = || self.list.iter().map(|possible| possible.permutations.len()).sum();
        match step {
            Next::Sums => self.counters.memory / size_of::<Permutation>(),
            Next::Possible(place) => {
                let most = self.sums.iter().map(|permutations| permutations.len()).max().unwrap_or(0);
                self.spaces[place].cells.len() * most
            }
            Next::Common | Next::Remove => listed(),
            Next::Spaces | Next::Choose | Next::Try => 0,
        }
    }

    fn say(&mut self, stage: usize, space: Option<usize>, text: String) {
        (self.stage, self.current, self.said) = (stage, space, text);
    }

    fn sum_permutations(&mut self) {
        let mut known = Vec::new();
        let mut bytes = 0;
        for space in &self.spaces {
            let permutations = sum_permutations_of_space(space, &mut known);
            bytes = known.iter().map(|(_, permutations)| size_of_val(&**permutations)).sum();
            self.sums.push(permutations);
            if bytes > self.plan.memory {
                self.outcome = Some(Outcome::Limit(Limit::Memory));
                break;
            }
        }
        self.counters.memory = bytes;
        let count: usize = self.sums.iter().map(|permutations| permutations.len()).sum();
        self.say(7, None, format!("{count} permutations have the sums of the spaces"));
        self.next = Next::Possible(0);
    }

    fn possible(&mut self, place: usize) {
        let filter = self.plan.is_on("crossing-filter");
        let possible = possible_of_space(place, &self.spaces, &self.sums, &self.digits, filter);
        let (all, left) = (self.sums[place].len(), possible.permutations.len());
        self.counters.memory += size_of_val(&*possible.permutations);
        if self.counters.memory > self.plan.memory {
            self.outcome = Some(Outcome::Limit(Limit::Memory));
        }
        self.removed += (all - left) as u64;
        self.list.push(possible);
        self.say(9, Some(place), format!("{}: {left} of {all} permutations are possible", self.name(place)));
        if left == 0 {
            self.fail(place);
        } else {
            self.next = if place + 1 < self.spaces.len() { Next::Possible(place + 1) } else { Next::Common };
        }
    }

    fn common(&mut self) {
        self.passes += 1;
        self.filled_before = self.order.len();
        self.next = Next::Remove;
        if !self.plan.is_on("common-numbers") {
            self.say(12, None, "common numbers are not assigned".into());
            return;
        }
        let done = assign_common(&self.list, &mut self.digits, &mut self.order);
        let filled = self.order.len() - self.filled_before;
        match done {
            Ok(()) => self.say(12, None, format!("common numbers fill {}", count(filled as u64, "cell", "cells"))),
            Err(place) => {
                self.say(12, Some(place), format!("a common number of {} meets another digit", self.name(place)));
                self.fail(place);
            }
        }
    }

    fn remove(&mut self) {
        self.passes += 1;
        let removed = if self.plan.is_on("removal") { remove_impossible(&mut self.list, &self.digits) } else { 0 };
        self.removed += removed as u64;
        if let Some(place) = self.list.iter().position(|possible| possible.permutations.is_empty()) {
            self.say(13, Some(place), format!("{} has no permutation left", self.name(place)));
            self.fail(place);
            return;
        }
        let gone = count(removed as u64, "permutation has", "permutations have");
        self.say(13, None, format!("{gone} become impossible"));
        let changed = removed > 0 || self.order.len() > self.filled_before && self.plan.is_on("removal");
        self.next = if changed { Next::Common } else { Next::Choose };
    }

    fn choose<O: Observer>(&mut self, watch: &mut O) {
        let place = if self.plan.is_on("fewest") {
            fewest_alternatives(&self.list)
        } else {
            self.list.iter().position(|possible| possible.permutations.len() > 1)
        };
        let Some(place) = place else {
            self.say(16, None, "every space has one permutation".into());
            self.settle(watch);
            return;
        };
        let count = self.list[place].permutations.len();
        self.say(16, Some(place), format!("{} has {count} permutations", self.name(place)));
        let (list, digits, parent) = (self.list.clone(), self.digits.clone(), self.here().0);
        self.choices.push(Choice { list, digits, filled: self.order.len(), place, next: 0, parent, node: parent });
        self.counters.deepest = self.counters.deepest.max(self.choices.len() as u32);
        self.next = Next::Try;
    }

    /// All spaces have one permutation: with every stage on, the cells are full; otherwise they are filled now.
    fn settle<O: Observer>(&mut self, watch: &mut O) {
        for place in 0..self.list.len() {
            let permutation = self.list[place].permutations[0];
            if !try_permutation(&mut self.list, place, permutation, &mut self.digits, &mut self.order) {
                self.say(18, Some(place), format!("{} meets another digit", self.name(place)));
                self.fail(place);
                return;
            }
        }
        watch.on(&Event::Solution { id: self.here().0, length: self.order.len() as u64 });
        self.solutions.push((self.order.clone(), self.digits.clone()));
        if self.choices.is_empty() || self.solutions.len() >= self.limit {
            self.outcome = Some(if self.plan.all && self.solutions.len() >= self.limit {
                Outcome::Limit(Limit::Memory)
            } else {
                Outcome::Solved
            });
        } else {
            self.next = Next::Try;
        }
    }

    fn fail(&mut self, place: usize) {
        self.failed = Some(place);
        self.counters.dead += 1;
        self.next = Next::Try;
        if self.choices.is_empty() {
            self.outcome = Some(Outcome::Exhausted);
        }
    }

    fn try_next<O: Observer>(&mut self, watch: &mut O) {
        let depth = self.choices.len() as u32;
        let Some(choice) = self.choices.last_mut() else {
            self.outcome = Some(if self.solutions.is_empty() { Outcome::Exhausted } else { Outcome::Solved });
            return;
        };
        if choice.next > 0 && self.left != Some(choice.node) {
            watch.on(&Event::Leave { id: choice.node, depth });
        }
        let place = choice.place;
        self.list.clone_from(&choice.list);
        self.digits.clone_from(&choice.digits);
        self.order.truncate(choice.filled);
        let Some(&permutation) = choice.list[place].permutations.get(choice.next) else {
            let id = choice.parent;
            self.left = Some(id);
            self.choices.pop();
            self.counters.backtracks += 1;
            if !self.choices.is_empty() {
                watch.on(&Event::Leave { id, depth: self.choices.len() as u32 });
            }
            self.say(18, Some(place), format!("{} has no more permutations to try: back", self.name(place)));
            return;
        };
        choice.next += 1;
        choice.node = self.counters.generated;
        self.counters.generated += 1;
        let (id, parent) = (choice.node, choice.parent);
        let mv = Placed { rules: &self.rules, given: &self.start, place, permutation };
        watch.on(&Event::Node(Node::child(id, parent, &mv, self.choices.len() as u32)));
        if try_permutation(&mut self.list, place, permutation, &mut self.digits, &mut self.order) {
            self.say(17, Some(place), format!("tries {permutation} in {}", self.name(place)));
            self.next = Next::Common;
        } else {
            self.say(17, Some(place), format!("{permutation} does not fit {}", self.name(place)));
            self.fail(place);
        }
    }

    fn moves(&self, solution: &(Vec<u32>, Vec<u8>)) -> Vec<String> {
        placements(&self.rules, &solution.0, &solution.1)
    }

    fn tell<O: Observer>(&self, watch: &mut O) {
        if self.failed.is_some() {
            let (id, depth) = self.here();
            watch.on(&Event::Dead { id, depth, why: &self.said });
        }
        let title = TITLES[self.stage - 1];
        watch.on(&Event::Note { text: &format_args!("stage {}, {title}: {}", self.stage, self.said) });
    }
}

/// A permutation as the digits that it puts into the cells of its space.
struct Placed<'a> {
    rules: &'a Kakuro,
    given: &'a Filling,
    place: usize,
    permutation: Permutation,
}

impl fmt::Display for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.rules.runs[self.place].cells.iter().zip(self.permutation.iter());
        let open = cells.filter(|&(&cell, _)| self.given.digits[cell as usize] == 0);
        for (i, (&cell, digit)) in open.enumerate() {
            write!(f, "{}{}={digit}", if i > 0 { " " } else { "" }, self.rules.grid.place(cell))?;
        }
        Ok(())
    }
}

impl Kernel for Classic {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        let mut fuel = fuel;
        loop {
            let paid = self.owed.min(fuel);
            (self.owed, fuel) = (self.owed - paid, fuel - paid);
            if fuel == 0 {
                return Outcome::MoreWork;
            }
            if self.counters.expanded == 0 {
                watch.on(&Event::Node(Node::root()));
            }
            let step = self.next;
            self.step(watch);
            fuel -= 1;
            self.owed = (self.work_of(step) / PERMUTATIONS_A_UNIT) as u64;
            if self.outcome.is_none() && self.plan.nodes.is_some_and(|nodes| self.counters.generated >= nodes) {
                self.outcome = Some(Outcome::Limit(Limit::Nodes));
            }
            if watch.listens() {
                self.tell(watch);
            }
            if let Some(outcome) = self.outcome {
                return outcome;
            }
        }
    }

    fn counters(&self) -> Counters {
        Counters {
            depth: self.choices.len() as u32,
            more: vec![("filter passes", self.passes), ("removed candidates", self.removed)],
            ..self.counters.clone()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let first = self.solutions.first()?;
        // No solution is shorter: each fills every open cell.
        let mut answer = Answer { moves: self.moves(first), optimal: true, ..Answer::default() };
        let unique = uniqueness(self.solutions.len(), &self.plan, self.outcome);
        answer.extra = extra(unique, text::joined(&self.rules.grid, &first.1));
        if self.plan.all {
            answer.solutions = Some(self.solutions.len() as u64);
            answer.all = self.solutions.iter().take(self.plan.lists()).map(|solution| self.moves(solution)).collect();
        }
        Some(answer)
    }

    fn refutation(&self) -> Option<Refutation> {
        if self.outcome != Some(Outcome::Exhausted) {
            return None;
        }
        if let Some(why) = deadlock::explain(&self.rules, &self.start) {
            return Some(Refutation { reason: why.story, certificate: None, marks: why.marks });
        }
        let marks = self.focus().marks;
        let reason =
            if self.counters.generated == 1 { self.said.clone() } else { "every permutation was tried".into() };
        Some(Refutation { reason, certificate: None, marks })
    }

    fn focus(&self) -> Focus {
        let filled: Vec<u32> = self.order.clone();
        let mut marks = Vec::new();
        if let Some(place) = self.failed {
            marks.extend(self.rules.runs[place].cells.iter().map(|&cell| Mark::new(cell, MarkKind::Dead)));
        }
        for choice in &self.choices {
            marks.extend(self.rules.runs[choice.place].cells.iter().map(|&cell| Mark::new(cell, MarkKind::Choice)));
        }
        if let Some(place) = self.current {
            marks.extend(self.rules.runs[place].cells.iter().map(|&cell| Mark::new(cell, MarkKind::Hint)));
        }
        let note = match self.stage {
            0 => String::new(),
            stage => format!("stage {stage}, {}: {}", TITLES[stage - 1], self.said),
        };
        Focus { path: placements(&self.rules, &filled, &self.digits), marks, note }
    }

    fn standing(&self) -> Standing {
        let rule =
            "It tries the permutations of the space with the fewest, one after the other; each stage in its turn";
        let words =
            |place, permutation| Placed { rules: &self.rules, given: &self.start, place, permutation }.to_string();
        let choices = self.choices.iter().enumerate().rev().map(|(above, choice)| {
            let permutations = &choice.list[choice.place].permutations;
            let text = |some: &[Permutation]| some.iter().map(|&one| words(choice.place, one)).collect();
            let next = choice.next.min(permutations.len());
            Branch { depth: above as u32 + 1, tried: text(&permutations[..next]), left: text(&permutations[next..]) }
        });
        let sized = self.list.iter().enumerate().map(|(place, possible)| (possible.permutations.len() as u32, place));
        let domains = Domain::smallest_undecided(sized, |place| {
            let size = self.list[place].permutations.len();
            let count = search::count(size as u64, "way", "ways");
            Domain::new(self.rules.grid.run_name(&self.rules.runs[place]), count, size as u32)
        });
        Standing { stack: Branch::few(choices), domains, ..Standing::at(self.here().0, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        self.words().into_iter().map(Detail::Line).collect()
    }
}

impl Classic {
    fn words(&self) -> Vec<String> {
        let Some(stage) = self.stage.checked_sub(1) else { return Vec::new() };
        let mut lines = vec![format!("{:>2} {}", stage + 1, TITLES[stage])];
        if self.list.is_empty() {
            return lines;
        }
        let sizes: Vec<String> = self.list.iter().map(|possible| possible.permutations.len().to_string()).collect();
        lines.push(shortened(&format!("sizes {}", sizes.join(" "))));
        let open = self.list.iter().position(|possible| possible.permutations.len() > 1);
        if let Some(place) = self.current.filter(|&place| place < self.list.len()).or(open) {
            let permutations = &self.list[place].permutations;
            lines.push(format!("space {}: {}", place + 1, permutations.len()));
            lines.extend(permutations.iter().take(8).map(ToString::to_string));
            if permutations.len() > 8 {
                lines.push(format!("and {} more", permutations.len() - 8));
            }
        }
        lines
    }
}

/// A line that fits the solver pane.
fn shortened(line: &str) -> String {
    if line.len() <= 24 { line.to_string() } else { format!("{}..", &line[..22]) }
}
