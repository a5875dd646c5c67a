//! How many shortest solutions there are, by dynamic programming over layers.
//!
//! Layer `g` holds the rows that `g` moves reach, each with the number of ways to it, but only those from which the
//! bound still lets the goal be reached in time. No row of a shortest solution can lie in two layers, so two layers at
//! a time are enough. Where the bound at the start is too low to reach the goal, `shortest` finds the length first.

use std::mem;

use rustc_hash::FxHashMap;

use super::best::Best;
use super::construct::Family;
use super::packed::{Packed, places};
use super::rules::{Counters, State};
use super::shortest::{Frame, MEMORY};
use crate::search::{
    Answer, Counters as Figures, Detail, Event, Focus, Iteration, Kernel, Limit, NodeId, Observer, Outcome, Plan,
    PlanError, Queue, Refutation, Standing, Within, count,
};

/// Bytes of a row in the layer that is read, and in the one that is filled: a table with its slack, and the next one of
/// twice the size while it grows.
const READ_COSTS: usize = size_of::<(Packed, u64)>();
const FILLED_COSTS: usize = 4 * (READ_COSTS + 1);

/// The first node of each row: a third more memory, so it is kept only once somebody watches.
/// It is the watcher's memory and not the search's: a run that is watched ends where one ends that is not.
#[derive(Clone, Default)]
struct Numbers {
    /// Beside the rows of [`Count::layer`].
    layer: Vec<NodeId>,
    next: FxHashMap<Packed, NodeId>,
}

impl Numbers {
    fn of_root() -> Self {
        Numbers { layer: vec![0], ..Numbers::default() }
    }
}

#[derive(Clone)]
enum Stage {
    /// Filling the next layer.
    Layers,
    /// The length is not known yet.
    Length(Box<Best>),
}

#[derive(Clone)]
pub struct Count {
    frame: Frame,
    /// For a search of the length, should it be needed.
    spare: Option<Box<Best>>,
    root: Packed,
    stage: Stage,
    /// The length of the solutions being counted.
    length: u32,
    /// Rows, each with the number of ways to it.
    layer: Vec<(Packed, u64)>,
    /// Rows of `layer` that were expanded.
    at: usize,
    next: FxHashMap<Packed, u64>,
    numbers: Option<Numbers>,
    /// As it was before the first step, for a watcher who comes later.
    unstarted: Option<Box<Count>>,
    /// The finished layers, from which an example is read; given up where memory is short.
    past: Vec<Vec<Packed>>,
    /// How many layers are finished: the moves made to the rows of `layer`.
    made: u32,
    forgetful: bool,
    solutions: u64,
    /// Rows that the search of the length met before.
    met_before: u64,
    iterations: Vec<Iteration>,
    conjecture: Option<u128>,
}

impl Count {
    pub fn new(rules: &Counters, start: &State, plan: &Plan) -> Result<Self, PlanError> {
        let frame = Frame::new(rules, &start.row, plan)?;
        let root = Packed::new(&start.row);
        let length = frame.estimate(root);
        let fresh = start.trail.is_empty();
        let mut count = Count {
            spare: Some(Box::new(Best::new(Frame::new(rules, &start.row, plan)?, root))),
            frame,
            root,
            stage: Stage::Layers,
            length,
            layer: Vec::new(),
            at: 0,
            next: FxHashMap::default(),
            numbers: None,
            unstarted: None,
            past: Vec::new(),
            made: 0,
            forgetful: false,
            solutions: 0,
            met_before: 0,
            iterations: Vec::new(),
            conjecture: rules.family.filter(|_| fresh).and_then(Family::conjecture),
        };
        count.begin();
        count.unstarted = Some(Box::new(count.clone()));
        Ok(count)
    }

    /// Starts to count the solutions of `length` moves.
    fn begin(&mut self) {
        self.stage = Stage::Layers;
        self.layer = vec![(self.root, 1)];
        self.numbers = self.numbers.is_some().then(Numbers::of_root);
        self.past.clear();
        self.next.clear();
        // A row that needs no move has nothing to expand: it is the goal, or its length is still to be searched.
        (self.at, self.made) = (usize::from(self.length == 0), 0);
        let nodes = self.iterations.is_empty().into();
        add_up(&mut self.iterations, &[Iteration { bound: self.length.into(), nodes }]);
        if self.length > self.frame.max_moves {
            self.frame.ended = Some(Outcome::Limit(Limit::Depth));
        }
    }

    fn expand<O: Observer>(&mut self, watch: &mut O) {
        let (row, ways) = self.layer[self.at];
        let parent = self.numbers.as_ref().map_or(0, |numbers| numbers.layer[self.at]);
        self.at += 1;
        watch.on(&Event::Expand { id: parent, depth: self.made });
        self.frame.figures.expanded += 1;
        let left = self.length - self.made - 1;
        let gaps = self.frame.rules.gaps(row);
        for from in places(self.frame.rules.groups(row)) {
            for to in places(gaps) {
                if self.frame.figures.generated >= self.frame.nodes {
                    self.frame.ended = Some(Outcome::Limit(Limit::Nodes));
                    return;
                }
                let id = self.frame.figures.generated;
                self.frame.figures.generated += 1;
                if let Some(iteration) = self.iterations.last_mut() {
                    iteration.nodes += 1;
                }
                let child = self.frame.rules.apply(row, from, to);
                self.frame.tell_child(child, (id, parent), (from, to), self.made + 1, watch);
                if self.frame.estimate(child) > left {
                    self.frame.cut += 1;
                    watch.on(&Event::Cut { id, by: self.frame.cut_name() });
                    continue;
                }
                if let Some(numbers) = &mut self.numbers
                    && *numbers.next.entry(child).or_insert(id) != id
                {
                    watch.on(&Event::Seen { id });
                }
                let known = self.next.entry(child).or_default();
                let Some(sum) = known.checked_add(ways) else {
                    self.frame.ended = Some(Outcome::Limit(Limit::Incomplete));
                    return;
                };
                *known = sum;
            }
        }
        if self.at.is_multiple_of(128) {
            self.watch_memory();
        }
    }

    /// The numbers of the rows at hand, by going the same way again where the search has begun without a watcher.
    fn number(&mut self) {
        let unstarted = self.unstarted.clone().expect("only the copy itself has none");
        let mut again = Count { numbers: Some(Numbers::of_root()), ..*unstarted };
        again.work(self.frame.figures.expanded, &mut Deaf);
        self.numbers = again.numbers;
    }

    fn memory(&self) -> usize {
        let past: usize = self.past.iter().map(|layer| layer.len() * size_of::<Packed>()).sum();
        let search = if let Stage::Length(search) = &self.stage { search.counters().memory } else { 0 };
        past + self.layer.len() * READ_COSTS + self.next.len() * FILLED_COSTS + search
    }

    fn watch_memory(&mut self) {
        if self.memory() > self.frame.memory {
            self.past.clear();
            self.forgetful = true;
            if self.memory() > self.frame.memory {
                self.frame.ended = Some(Outcome::Limit(Limit::Memory));
            }
        }
    }

    fn finish_layer<O: Observer>(&mut self, watch: &mut O) {
        if self.made == self.length || (self.made > 0 && self.layer.is_empty()) {
            return self.finish(watch);
        }
        let next: Vec<(Packed, u64)> = mem::take(&mut self.next).into_iter().collect();
        if let Some(Numbers { layer, next: ids }) = &mut self.numbers {
            layer.clear();
            layer.extend(next.iter().map(|(row, _)| ids[row]));
            ids.clear();
        }
        let done = mem::replace(&mut self.layer, next);
        if !self.forgetful {
            self.past.push(done.into_iter().map(|(row, _)| row).collect());
        }
        self.at = 0;
        self.made += 1;
        self.frame.figures.deepest = self.frame.figures.deepest.max(self.made);
        let text = format!("layer {}: {}", self.made, count(self.layer.len() as u64, "row", "rows"));
        watch.on(&Event::Note { text: &text });
        if self.made == self.length {
            // What is left within the bound is the goal itself: nothing to expand.
            self.at = self.layer.len();
        }
    }

    fn finish<O: Observer>(&mut self, watch: &mut O) {
        let is_goal = |(row, _): &&(Packed, u64)| self.frame.rules.is_solved(*row);
        self.solutions = self.layer.iter().filter(is_goal).map(|(_, ways)| ways).sum();
        if let Some(goal) = self.layer.iter().position(|row| is_goal(&row)) {
            self.frame.ended = Some(Outcome::Solved);
            let id = self.numbers.as_ref().map_or(0, |numbers| numbers.layer[goal]);
            watch.on(&Event::Solution { id, length: self.length.into() });
            if !self.forgetful {
                self.frame.solution = self.example();
            }
        } else if let Some(search) = self.spare.take() {
            self.past.clear();
            self.stage = Stage::Length(search);
        } else {
            unreachable!("the length was proven, so there is a solution of it");
        }
    }

    /// What the search of the length has found.
    fn take_length(&mut self, outcome: Outcome) {
        let Stage::Length(search) = mem::replace(&mut self.stage, Stage::Layers) else { return };
        let figures = &search.frame.figures;
        self.frame.figures.generated += figures.generated - 1;
        self.frame.figures.expanded += figures.expanded;
        add_up(&mut self.iterations, &without_root(search.counters().iterations));
        self.frame.figures.deepest = self.frame.figures.deepest.max(figures.deepest);
        self.met_before += search.frame.cut;
        if outcome == Outcome::Solved {
            self.length = search.frame.solution.len() as u32;
            self.begin();
        } else {
            self.frame.ended = Some(outcome);
        }
    }

    /// One of the solutions.
    fn example(&self) -> Vec<(u32, u32)> {
        self.way_to(self.layer[0].0, &self.past)
    }

    /// The row that was expanded last, with a way to it; none where the layers were given up.
    fn way_to_expanded(&self) -> Vec<(u32, u32)> {
        match (self.at.checked_sub(1), self.past.split_last()) {
            (Some(last), Some(_)) => self.way_to(self.layer[last].0, &self.past),
            // The layer is new: it was the last row of the one before.
            (None, Some((done, before))) => done.last().map_or_else(Vec::new, |&row| self.way_to(row, before)),
            (_, None) => Vec::new(),
        }
    }

    /// A way to a row, read backwards from the layers before it: the one by which it was first reached.
    fn way_to(&self, mut row: Packed, past: &[Vec<Packed>]) -> Vec<(u32, u32)> {
        let mut steps = Vec::new();
        for layer in past.iter().rev() {
            let rules = &self.frame.rules;
            let gaps = rules.gaps(row);
            let backwards = places(rules.groups(row)).flat_map(|from| places(gaps).map(move |to| (from, to)));
            let before: FxHashMap<Packed, (u32, u32)> =
                backwards.map(|(from, to)| (rules.apply(row, from, to), (to, from))).collect();
            let from_here = layer.iter().find_map(|row| before.get(row).map(|&step| (*row, step)));
            let (earlier, step) = from_here.expect("each row was reached from the layer before it");
            steps.push(step);
            row = earlier;
        }
        steps.reverse();
        steps
    }
}

/// Layers and the search of the length work at the same bounds: a bound is told once, with the nodes of both.
fn add_up(iterations: &mut Vec<Iteration>, more: &[Iteration]) {
    for &Iteration { bound, nodes } in more {
        match iterations.last_mut() {
            Some(last) if last.bound == bound => last.nodes += nodes,
            _ => iterations.push(Iteration { bound, nodes }),
        }
    }
}

/// Of a search within this one, whose root was made before.
fn without_root(mut iterations: Vec<Iteration>) -> Vec<Iteration> {
    if let Some(first) = iterations.first_mut() {
        first.nodes -= 1;
    }
    iterations
}

/// Listens, so that everything is worked out, and hears nothing.
struct Deaf;

impl Observer for Deaf {
    fn on(&mut self, _event: &Event<'_>) {}
}

impl Kernel for Count {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        if watch.listens() && self.numbers.is_none() {
            self.number();
        }
        self.frame.begin(self.root, watch);
        loop {
            if let Some(outcome) = self.frame.ended {
                return outcome;
            }
            if let Stage::Length(search) = &mut self.stage {
                let expanded = search.frame.figures.expanded;
                let outcome = search.work(fuel, &mut Within { watch, before: self.frame.figures.generated });
                fuel -= search.frame.figures.expanded - expanded;
                if outcome == Outcome::MoreWork {
                    return outcome;
                }
                self.take_length(outcome);
            } else if self.at == self.layer.len() {
                self.finish_layer(watch);
            } else if fuel == 0 {
                return Outcome::MoreWork;
            } else {
                fuel -= 1;
                self.expand(watch);
            }
        }
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Figures {
        let searched = if let Stage::Length(search) = &self.stage { search.frame.cut } else { 0 };
        let met_before = Some((MEMORY, self.met_before + searched)).filter(|&(_, n)| n > 0);
        let mut figures = Figures {
            depth: self.made,
            cuts: [(self.frame.cut_name(), self.frame.cut)].into_iter().chain(met_before).collect(),
            memory: self.memory(),
            iterations: self.iterations.clone(),
            ..self.frame.figures.clone()
        };
        if let Stage::Length(search) = &self.stage {
            figures.generated += search.frame.figures.generated - 1;
            figures.expanded += search.frame.figures.expanded;
            add_up(&mut figures.iterations, &without_root(search.counters().iterations));
        }
        figures
    }

    fn answer(&self) -> Option<Answer> {
        let answer = self.frame.answer()?;
        let extent = Some("of the fewest moves".to_owned());
        Some(Answer { solutions: Some(self.solutions), extent, length: Some(self.length.into()), ..answer })
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = "every row that can be reached was looked at, and none is the goal".to_string();
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.length.into())
    }

    fn focus(&self) -> Focus {
        if let Stage::Length(search) = &self.stage {
            return search.focus();
        }
        let rows = count(self.layer.len() as u64, "row", "rows");
        let note = format!("layer {} of {}: {} of {rows}", self.made, self.length, self.at);
        let is_found = !self.frame.solution.is_empty();
        let way = if is_found { self.frame.solution.clone() } else { self.way_to_expanded() };
        self.frame.focus(&way, note)
    }

    fn standing(&self) -> Standing {
        let rule = "Layer by layer: every row that some number of moves reaches, with the number of ways to it";
        if let Stage::Length(search) = &self.stage {
            // Its nodes have other numbers here.
            return Standing { node: None, ..search.standing() };
        }
        let len = (self.layer.len() - self.at) as u64;
        let queue = Queue { name: format!("layer {}", self.made), len, first: Vec::new() };
        // Rows are numbered only where somebody watches.
        Standing { rule, queue: Some(queue), ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        let mut lines = Vec::new();
        if self.frame.ended == Some(Outcome::Solved) {
            // First, so that the smallest screen has it.
            lines.push(Detail::figure("shortest solutions", self.solutions));
        }
        lines.push(match self.stage {
            Stage::Length(_) => Detail::line("how long is a shortest?"),
            Stage::Layers => Detail::Line(format!("layer {} of {}", self.made, self.length)),
        });
        lines.push(Detail::figure("rows in it", self.layer.len()));
        lines.push(Detail::figure("rows in the next", self.next.len()));
        if let Some(number) = self.conjecture {
            lines.push(Detail::Line(format!("conjecture: {number}")));
        }
        lines
    }
}
