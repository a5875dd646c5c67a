//! `ida*`, `id` and weighted IDA* as engines: the kernel, its iterations, and what the pane shows of them.

use super::canon::{Canon, Labels};
use super::kernel::{Estimate, Figures, Grid, Kernel, Pace, Scale, Stop, Team};
use super::rules::Dir;
use crate::search::{
    self, Answer, Branch, Counters, Detail, Event, Focus, Limit, Lookout, Mark, MarkKind, NoObserver, Observer,
    Outcome, Standing,
};

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub nodes: Option<u64>,
    pub max_moves: Option<u64>,
    pub cores: usize,
}

/// Longer ways than any that is worth looking for: a stack holds them.
const MOST_MOVES: u64 = 10_000;

/// Iterations over one kernel.
#[derive(Clone)]
pub struct Deepening<G: Grid, E: Estimate> {
    kernel: Kernel<G, E>,
    /// Those who share the work, where there is more than one core.
    team: Option<Team<G, E>>,
    canon: Canon,
    /// The proven factor: an answer is at most this times the shortest.
    scale: Scale,
    most_moves: u64,
    /// Whether the root and the first bound were told of.
    begun: bool,
    answer: Option<Vec<Dir>>,
    /// No solution is shorter; raised by each finished iteration of an optimal search.
    lower_bound: u64,
}

impl<G: Grid, E: Estimate> Deepening<G, E> {
    /// `pace` is for the board as people see it.
    pub fn new(canon: Canon, labels: &Labels, estimate: E, scale: Scale, pace: Pace, limits: Limits) -> Self {
        let pace = Pace { order: pace.order.map(|dir| canon.dir(dir)), ..pace };
        let most_moves = limits.max_moves.unwrap_or(MOST_MOVES).min(MOST_MOVES);
        let mut kernel = Kernel::new(&canon, labels, estimate, scale, pace, most_moves as u32);
        kernel.node_limit = limits.nodes.unwrap_or(u64::MAX);
        let lower_bound = u64::from(kernel.root_value());
        // Who counts to a limit must count one by one.
        let team = (limits.cores > 1 && limits.nodes.is_none()).then(|| Team::new(limits.cores));
        Deepening { kernel, team, canon, scale, most_moves, begun: false, answer: None, lower_bound }
    }

    fn begin<O: Observer>(&mut self, watch: &mut O) {
        if !std::mem::replace(&mut self.begun, true) {
            self.kernel.tell_root(watch);
            watch.on(&self.raised());
        }
    }

    /// To the end of the fuel, or of the iteration: then the next one is set up, and there is no outcome.
    fn iterate<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Option<Outcome> {
        if self.lower_bound > self.most_moves {
            return Some(Outcome::Limit(Limit::Depth));
        }
        Some(match self.advance(fuel, watch) {
            Stop::Fuel => Outcome::MoreWork,
            Stop::Nodes => Outcome::Limit(Limit::Nodes),
            Stop::Goal => self.solved(),
            Stop::Bound => match self.kernel.next_bound() {
                None => self.none_short_enough(),
                Some(bound) => {
                    if self.scale == Scale::OPTIMAL {
                        self.lower_bound = u64::from(bound);
                    }
                    self.kernel.start(bound);
                    return None;
                }
            },
        })
    }

    fn advance<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Stop {
        match &mut self.team {
            Some(team) => team.run(&mut self.kernel, fuel),
            None => self.kernel.run(fuel, watch),
        }
    }

    /// From the root to where the search is, as people see it.
    fn line(&self) -> Vec<Dir> {
        let kernel = self.team.as_ref().and_then(Team::first).unwrap_or(&self.kernel);
        kernel.path().into_iter().map(|dir| self.canon.dir(dir)).collect()
    }

    fn raised(&self) -> Event<'static> {
        Event::Bound { bound: self.kernel.bound_in_moves() }
    }

    fn tell_solution<O: Observer>(&self, watch: &mut O) {
        if let Some(moves) = &self.answer {
            watch.on(&Event::Solution { id: self.kernel.next_id(), length: moves.len() as u64 });
        }
    }

    /// Every way of at most `most_moves` was tried.
    fn none_short_enough(&mut self) -> Outcome {
        let proven = self.most_moves + 1;
        self.lower_bound = proven + self.kernel.off_parity(proven);
        Outcome::Limit(Limit::Depth)
    }

    fn solved(&mut self) -> Outcome {
        let path = self.line();
        let length = path.len() as u64;
        // Cost ≤ weight · optimum, so the optimum is at least length / weight; it also has the parity of the length.
        let weighted = (length * u64::from(self.scale.g)).div_ceil(u64::from(self.scale.h));
        let proven = weighted.max(self.lower_bound);
        self.lower_bound = proven + (length - proven) % 2;
        self.answer = Some(path);
        Outcome::Solved
    }
}

impl<G: Grid, E: Estimate> search::Kernel for Deepening<G, E> {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        self.begin(watch);
        loop {
            match self.iterate(&mut fuel, watch) {
                Some(outcome) => {
                    self.tell_solution(watch);
                    return outcome;
                }
                None => watch.on(&self.raised()),
            }
        }
    }

    /// Where only bounds and solutions are waited for, iterations tell of them: the kernel needs no observer.
    fn work_until(&mut self, mut fuel: u64, mut watch: &mut dyn Lookout) -> Outcome {
        if watch.awaits_nodes() {
            return search::unit_by_unit(fuel, watch, |mut watch| self.work(1, &mut watch));
        }
        self.begin(&mut watch);
        if watch.is_met() {
            fuel = fuel.min(1);
        }
        let outcome = loop {
            match self.iterate(&mut fuel, &mut NoObserver) {
                Some(outcome) => break outcome,
                None => watch.on(&self.raised()),
            }
            if watch.is_met() {
                break Outcome::MoreWork;
            }
        };
        self.tell_solution(&mut watch);
        outcome
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        let shared = self.team.as_ref().map_or(Figures::default(), Team::figures);
        let (figures, depth) = (self.kernel.figures + shared, self.line().len() as u32);
        Counters {
            generated: self.kernel.generated() + shared.made,
            expanded: figures.expanded,
            depth,
            deepest: figures.deepest.max(depth),
            cuts: self.kernel.cuts(&figures),
            memory: self.kernel.memory(),
            iterations: if self.begun { self.kernel.iterations.clone() } else { Vec::new() },
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let moves = self.answer.as_ref()?;
        Some(answer_of(moves, self.lower_bound))
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.lower_bound)
    }

    fn focus(&self) -> Focus {
        let path = self.line();
        let blank = path.iter().fold(self.start_blank(), |cell, &dir| {
            self.canon.size.neighbour(cell, dir).expect("the path goes by the rules")
        });
        Focus {
            note: format!("depth {} within bound {}", path.len(), self.kernel.bound_in_moves()),
            marks: vec![Mark::new(blank as u32, MarkKind::Choice)],
            path: path.iter().map(ToString::to_string).collect(),
        }
    }

    fn standing(&self) -> Standing {
        if !self.begun || self.team.is_some() {
            return Standing::default();
        }
        let rule = "Depth first goes on with the first child whose f is within the bound; where none is left, back";
        let stack = Branch::few(self.kernel.branches().into_iter().rev());
        Standing { stack, ..Standing::at(self.kernel.next_id(), rule) }
    }

    fn details(&self) -> Vec<Detail> {
        if self.scale == Scale::OPTIMAL {
            return Vec::new();
        }
        let weight = f64::from(self.scale.h) / f64::from(self.scale.g);
        vec![Detail::Line(format!("length <= {weight:.2} x optimum"))]
    }
}

impl<G: Grid, E: Estimate> Deepening<G, E> {
    fn start_blank(&self) -> usize {
        self.canon.cell(self.kernel.root_blank())
    }
}

/// An answer with what is known of it.
pub fn answer_of(moves: &[Dir], lower_bound: u64) -> Answer {
    Answer { optimal: moves.len() as u64 <= lower_bound, ..Answer::of_moves(moves) }
}
