//! One iteration over several cores.
//!
//! The last waiting node of a kernel, with all that is below it, becomes the work of a kernel of its own. Parts stay in
//! the order in which a single kernel would come to them, and one that met the goal waits for those before it. So the
//! answer and, in the end, every figure are those of a single kernel.

use std::ops::Add;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Entry, Estimate, Figures, Grid, Kernel, Stop, Teller};
use crate::search::NoObserver;

/// A tree of fewer expansions is searched sooner than threads are at work.
const ALONE: u64 = 50_000;
/// Expansions of a core between two dealings: long against the start of a thread, short against patience.
const ROUND: u64 = 500_000;
/// So many parts are kept ready, since some end early.
const PARTS_A_CORE: usize = 4;

#[derive(Clone)]
pub struct Team<G: Grid, E: Estimate> {
    cores: usize,
    parts: Vec<Part<G, E>>,
}

#[derive(Clone)]
struct Part<G: Grid, E: Estimate> {
    kernel: Kernel<G, E>,
    stop: Stop,
}

impl<G: Grid, E: Estimate> Part<G, E> {
    fn of(kernel: Kernel<G, E>) -> Self {
        Part { kernel, stop: Stop::Fuel }
    }

    fn goes_on(&self) -> bool {
        self.stop == Stop::Fuel
    }

    /// The depth of its last waiting node, if it can do without it: the less, the more is below that node.
    fn can_give(&self) -> Option<u16> {
        (self.goes_on() && self.kernel.top > 1).then(|| self.kernel.stack[0].depth)
    }
}

impl<G: Grid, E: Estimate> Team<G, E> {
    pub fn new(cores: usize) -> Self {
        Team { cores, parts: Vec::new() }
    }

    /// Of the parts under way.
    pub fn figures(&self) -> Figures {
        self.parts.iter().map(|part| part.kernel.figures).fold(Figures::default(), Figures::add)
    }

    /// The part that a single kernel would be at.
    pub fn first(&self) -> Option<&Kernel<G, E>> {
        self.parts.first().map(|part| &part.kernel)
    }

    /// As [`Kernel::run`] of `whole`, which holds the figures of what has ended.
    pub fn run(&mut self, whole: &mut Kernel<G, E>, fuel: &mut u64) -> Stop {
        if self.parts.is_empty() {
            let stop = whole.begin_alone(fuel);
            if stop != Stop::Fuel || *fuel == 0 {
                return stop;
            }
            self.parts.push(Part::of(whole.hand_over()));
        }
        while *fuel > 0 {
            self.deal_out();
            self.work(fuel);
            let stop = self.gather(whole);
            if stop != Stop::Fuel {
                return stop;
            }
        }
        Stop::Fuel
    }

    /// Makes parts smaller until there are enough of them.
    fn deal_out(&mut self) {
        while self.parts.iter().filter(|part| part.goes_on()).count() < PARTS_A_CORE * self.cores {
            let depths = self.parts.iter().enumerate().filter_map(|(at, part)| Some((part.can_give()?, at)));
            let Some((_, at)) = depths.min() else { return };
            let given = self.parts[at].kernel.give();
            self.parts.insert(at + 1, Part::of(given));
        }
    }

    /// A round on all cores, earlier parts first.
    fn work(&mut self, fuel: &mut u64) {
        let share = (*fuel / self.cores as u64).min(ROUND);
        if share < ALONE / 5 {
            let first = self.parts.iter_mut().find(|part| part.goes_on()).expect("a part goes on");
            first.stop = first.kernel.go(fuel, &mut NoObserver);
            return;
        }
        let goal = AtomicUsize::new(usize::MAX);
        let queue = Mutex::new(self.parts.iter_mut().enumerate().filter(|(_, part)| part.goes_on()));
        let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let worker = || {
            let mut left = share;
            while left > 0
                && let Some((at, part)) = take()
                && at < goal.load(Ordering::Relaxed)
            {
                part.stop = part.kernel.go(&mut left, &mut NoObserver);
                if part.stop == Stop::Goal {
                    goal.fetch_min(at, Ordering::Relaxed);
                }
            }
            share - left
        };
        let used: u64 = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.cores).map(|_| scope.spawn(worker)).collect();
            let own = worker();
            own + others.into_iter().map(|other| other.join().expect("a core's work ends well")).sum::<u64>()
        });
        *fuel -= used;
    }

    /// Takes what has ended, in order, into `whole`.
    fn gather(&mut self, whole: &mut Kernel<G, E>) -> Stop {
        if let Some(goal) = self.parts.iter().position(|part| part.stop == Stop::Goal) {
            self.parts.truncate(goal + 1);
        }
        let ended = self.parts.iter().take_while(|part| part.stop == Stop::Bound).count();
        for part in self.parts.drain(..ended) {
            whole.add(&part.kernel);
        }
        whole.count_iteration(whole.generated() + self.figures().made);
        match self.parts.first() {
            None => Stop::Bound,
            Some(first) if first.goes_on() => Stop::Fuel,
            Some(_) => {
                let solved = self.parts.remove(0).kernel;
                whole.add(&solved);
                (whole.stack, whole.path, whole.top) = (solved.stack, solved.path, solved.top);
                (whole.nodes, whole.made_at) = (solved.nodes, solved.made_at);
                whole.count_iteration(whole.generated());
                Stop::Goal
            }
        }
    }
}

impl<G: Grid, E: Estimate> Kernel<G, E> {
    /// Runs until the iteration is large enough for a team.
    fn begin_alone(&mut self, fuel: &mut u64) -> Stop {
        let nodes = self.iterations.last().map_or(0, |iteration| iteration.nodes);
        let alone = ALONE.saturating_sub(nodes).min(*fuel);
        let mut left = alone;
        let stop = self.run(&mut left, &mut NoObserver);
        *fuel -= alone - left;
        stop
    }

    /// All that waits goes to another kernel; the figures stay.
    fn hand_over(&mut self) -> Self {
        let (stack, top) = (self.stack.clone(), std::mem::take(&mut self.top));
        self.part(stack, top)
    }

    /// The last waiting node goes to another kernel.
    fn give(&mut self) -> Self {
        let mut stack = vec![self.root; self.stack.len()];
        stack[0] = self.stack[0];
        self.stack.copy_within(1..self.top, 0);
        self.top -= 1;
        self.part(stack, 1)
    }

    /// A kernel without figures for these nodes, whose parents are all on the current line.
    fn part(&self, stack: Vec<Entry<G, E::Step>>, top: usize) -> Self {
        Kernel {
            goal_blank: self.goal_blank,
            goal: self.goal,
            estimate: Arc::clone(&self.estimate),
            scale: self.scale,
            ways: Arc::clone(&self.ways),
            root: self.root,
            stack,
            top,
            nodes: self.nodes.clone(),
            path: self.path.clone(),
            made_at: self.made_at.clone(),
            room: self.room.clone(),
            bound: self.bound,
            next_bound: u32::MAX,
            iterations: Vec::new(),
            figures: Figures::default(),
            made_before: 0,
            without_twins: self.without_twins,
            most_moves: self.most_moves,
            node_limit: u64::MAX,
            dirs: self.dirs,
            teller: Teller::new(),
        }
    }

    /// Takes over what a part has done.
    fn add(&mut self, part: &Self) {
        self.figures = self.figures + part.figures;
        self.next_bound = self.next_bound.min(part.next_bound);
    }
}
