//! `short`: an answer soon, then shorter ones, and a proven bound below that rises towards them.

use super::beam::{Beam, Layered};
use super::canon::{Canon, Labels};
use super::ida::{Deepening, Limits, answer_of};
use super::kernel::{Estimate, Grid, Manhattan, Pace, Scale};
use super::pattern::{Databases, Listed, Making, Middle, Patterns, Ranked, Scope, Wide};
use super::prepare::progress_lines;
use super::rules::Dir;
use super::solve::databases;
use crate::search::{Answer, Counters, Detail, Engine, Event, Focus, Limit, Observer, Outcome, Plan, grouped};

/// The first beam looks at Manhattan distances alone and is done in some hundredths of a second.
const FIRST_WIDTH: usize = 128;
/// It is not made much wider: where it finds nothing, databases do better.
const OPENING_WIDTH: usize = 1024;
/// Expansions by the beam and by IDA* in turn.
const TURN: u64 = 1024;
/// Expansions by the beam while IDA* is at work on other cores: long against the start of a thread.
const ROUND: u64 = 16 * TURN;
/// So many of IDA* take the time of one of the beam.
const PACE: u64 = 4;

/// Wider and wider beams with one estimate.
#[derive(Clone)]
struct Climb<G: Grid, E: Estimate> {
    canon: Canon,
    labels: Labels,
    estimate: E,
    beam: Beam<G, E>,
    width: usize,
    widest: usize,
    most_moves: i32,
    /// Of the beams before this one.
    expanded: u64,
    generated: u64,
    memory: usize,
}

enum Climbed {
    Fuel,
    /// A shorter way than asked for.
    Found(Vec<Dir>),
    /// There is none of at most so many moves.
    None(u64),
    /// The next beam would be too wide, or take more memory than allowed.
    Full,
}

/// A [`Climb`] whose types are chosen while running.
trait Climber: Send {
    fn boxed_clone(&self) -> Box<dyn Climber>;
    fn run(&mut self, fuel: &mut u64) -> Climbed;
    fn counts(&self) -> (u64, u64);
    fn memory(&self) -> usize;
    fn path(&self) -> Vec<Dir>;
    fn width(&self) -> usize;
    fn depth(&self) -> usize;
}

impl<G: Grid, E: Estimate> Climb<G, E> {
    fn new(canon: &Canon, labels: &Labels, estimate: E, width: usize, most_moves: i32, memory: usize) -> Self {
        let beam = Beam::new(canon, labels, &estimate, width, most_moves);
        let (canon, labels) = (canon.clone(), *labels);
        let (widest, expanded, generated) = (usize::MAX, 0, 1);
        Climb { canon, labels, estimate, beam, width, widest, most_moves, expanded, generated, memory }
    }

    fn up_to(self, widest: usize) -> Self {
        Climb { widest, ..self }
    }

    fn again(&mut self) {
        self.expanded += self.beam.expanded;
        self.generated += self.beam.generated;
        self.beam = Beam::new(&self.canon, &self.labels, &self.estimate, self.width, self.most_moves);
    }
}

impl Clone for Box<dyn Climber> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl<G: Grid, E: Estimate> Climber for Climb<G, E> {
    fn boxed_clone(&self) -> Box<dyn Climber> {
        Box::new(self.clone())
    }

    fn run(&mut self, fuel: &mut u64) -> Climbed {
        loop {
            match self.beam.run(&self.estimate, fuel) {
                Layered::Fuel => return Climbed::Fuel,
                Layered::Goal => {
                    let path = self.beam.path();
                    // All solutions of a board have the same parity.
                    self.most_moves = path.len() as i32 - 2;
                    self.width *= 2;
                    self.again();
                    return Climbed::Found(path);
                }
                Layered::Ended { complete: true } => return Climbed::None(self.most_moves.max(0) as u64),
                Layered::Ended { complete: false } => {
                    let moves = usize::try_from(self.most_moves).unwrap_or(0).min(1000);
                    if 2 * self.width > self.widest || Beam::<G, E>::memory_of(2 * self.width, moves) > self.memory {
                        return Climbed::Full;
                    }
                    self.width *= 2;
                    self.again();
                }
            }
        }
    }

    fn counts(&self) -> (u64, u64) {
        (self.generated + self.beam.generated, self.expanded + self.beam.expanded)
    }

    fn memory(&self) -> usize {
        self.beam.memory()
    }

    fn path(&self) -> Vec<Dir> {
        self.beam.path()
    }

    fn width(&self) -> usize {
        self.width
    }

    fn depth(&self) -> usize {
        self.beam.depth()
    }
}

#[derive(Clone)]
enum Stage {
    /// The quick first answer.
    Opening(Box<dyn Climber>),
    Making(Making),
    Improving(Improving),
}

#[derive(Clone)]
struct Improving {
    climber: Box<dyn Climber>,
    /// Raises the lower bound.
    prover: Box<dyn Engine>,
    /// The beams have gone as far as memory allows.
    full: bool,
    /// Expansions since the beam's turn began.
    turn: u64,
}

#[derive(Clone)]
pub struct Short {
    canon: Canon,
    labels: Labels,
    plan: Plan,
    stage: Stage,
    best: Option<Vec<Dir>>,
    lower: u64,
    /// Generated and expanded by stages that are over.
    past: (u64, u64),
    done: Option<Outcome>,
}

impl Short {
    pub fn new(canon: Canon, labels: Labels, plan: &Plan) -> Short {
        let manhattan = Manhattan::new(canon.size, canon.goal_blank);
        let lower = manhattan.of(&labels) as u64;
        let most = longest(lower, plan);
        let stage = Stage::Opening(if canon.size.cells() <= 16 {
            let climb = Climb::<u64, _>::new(&canon, &labels, manhattan, FIRST_WIDTH, most, plan.memory);
            Box::new(climb.up_to(OPENING_WIDTH))
        } else {
            let climb = Climb::<Labels, _>::new(&canon, &labels, manhattan, FIRST_WIDTH, most, plan.memory);
            Box::new(climb.up_to(OPENING_WIDTH))
        });
        let mut short = Short { canon, labels, plan: plan.clone(), stage, best: None, lower, past: (0, 0), done: None };
        if lower == 0 {
            short.best = Some(Vec::new());
            short.done = Some(Outcome::Solved);
        }
        short
    }

    fn work(&mut self, mut fuel: u64, mut watch: Option<&mut dyn Observer>) -> Outcome {
        loop {
            if let Some(outcome) = self.ended() {
                return outcome;
            }
            if fuel == 0 {
                return Outcome::MoreWork;
            }
            let (lower, best) = (self.lower, self.best_length());
            self.stretch(&mut fuel);
            let Some(watch) = &mut watch else { continue };
            if let Some(length) = self.best_length().filter(|_| self.best_length() != best) {
                watch.on(&Event::Solution { id: 0, length });
            }
            if self.lower > lower {
                watch.on(&Event::Bound { bound: self.lower });
            }
        }
    }

    /// Goes on with what is next, at most until something has come of it.
    fn stretch(&mut self, fuel: &mut u64) {
        let (most, proves) = (self.expansions_within(*fuel), self.plan.is_on("prove"));
        // Who counts to a limit must count one by one.
        let together = proves && self.plan.cores > 1 && self.plan.nodes.is_none();
        match &mut self.stage {
            Stage::Opening(climber) => {
                let (used, climbed) = climb(&mut **climber, most);
                *fuel -= used;
                self.take(climbed);
            }
            Stage::Making(making) => {
                if let Some(made) = making.advance(fuel) {
                    self.improve(&made);
                }
            }
            Stage::Improving(improving) if together && !improving.full => {
                let (climbed, proven) = improving.side_by_side(fuel);
                self.take(climbed);
                self.take_proven(proven);
            }
            Stage::Improving(improving) if improving.climbs(proves) => {
                let turn = if proves { most.min(TURN - improving.turn) } else { most };
                let (used, climbed) = climb(&mut *improving.climber, turn);
                *fuel -= used;
                improving.turn += if proves { used } else { 0 };
                self.take(climbed);
            }
            Stage::Improving(improving) => {
                let turn = most.min(2 * TURN - improving.turn);
                *fuel -= turn;
                improving.turn = (improving.turn + turn) % (2 * TURN);
                let proven = improving.prover.run(turn, None);
                self.take_proven(proven);
            }
        }
    }

    /// Of so many expansions, those that cannot pass the node limit but by the last one: each makes at most four states.
    fn expansions_within(&self, fuel: u64) -> u64 {
        let Some(nodes) = self.plan.nodes else { return fuel };
        fuel.min(nodes.saturating_sub(self.counts().0).div_ceil(4).max(1))
    }

    fn take(&mut self, climbed: Climbed) {
        match climbed {
            Climbed::Fuel => {}
            Climbed::Found(path) => {
                self.best = Some(path);
                self.after_opening();
            }
            Climbed::None(moves) => {
                // All solutions have the parity of any bound that has it, as Manhattan's.
                let proven = moves + 1;
                self.lower = self.lower.max(proven + (proven + self.lower) % 2);
                self.no_wider();
            }
            Climbed::Full => self.no_wider(),
        }
    }

    fn best_length(&self) -> Option<u64> {
        self.best.as_ref().map(|best| best.len() as u64)
    }

    /// The beams of this stage have come to their end.
    fn no_wider(&mut self) {
        match &mut self.stage {
            Stage::Improving(improving) => improving.full = true,
            _ => self.after_opening(),
        }
    }

    /// The outcome, where there is nothing more to do.
    fn ended(&self) -> Option<Outcome> {
        let limited = |limit| if self.best.is_some() { Outcome::Solved } else { Outcome::Limit(limit) };
        let best = self.best_length();
        let most = self.plan.max_moves.unwrap_or(u64::MAX);
        if best.is_some_and(|best| best <= self.lower) {
            return Some(Outcome::Solved);
        }
        if best.is_none() && self.lower > most {
            return Some(Outcome::Limit(Limit::Depth));
        }
        if self.plan.nodes.is_some_and(|nodes| self.counts().0 >= nodes) {
            return Some(limited(Limit::Nodes));
        }
        match &self.stage {
            Stage::Improving(improving) if improving.full && !self.plan.is_on("prove") => Some(limited(Limit::Memory)),
            _ => None,
        }
    }

    fn counts(&self) -> (u64, u64) {
        let (generated, expanded) = match &self.stage {
            Stage::Opening(climber) => climber.counts(),
            Stage::Making(_) => (0, 0),
            Stage::Improving(improving) => {
                let prover = improving.prover.counters();
                let (generated, expanded) = improving.climber.counts();
                // One root for the whole run.
                (generated + prover.generated - 2, expanded + prover.expanded)
            }
        };
        (self.past.0 + generated, self.past.1 + expanded)
    }

    /// From the first answer on to the databases, those that are there or those that must be made.
    fn after_opening(&mut self) {
        if !matches!(self.stage, Stage::Opening(_)) {
            return;
        }
        self.past = self.counts();
        match databases(&self.canon, &self.plan) {
            Ok(ready) => self.improve(&ready),
            Err(key) => {
                self.stage = Stage::Making(Making::new(key).expect("every board has a partition of this scope"));
            }
        }
    }

    fn improve(&mut self, databases: &Databases) {
        let most = match &self.best {
            Some(best) => best.len() as i32 - 2,
            None => longest(self.lower, &self.plan),
        };
        let (canon, reflection) = (&self.canon, self.plan.has("reflection"));
        let (climber, prover) = match (canon.size.cells(), databases.key.scope) {
            (..=16, _) => self.pair::<u64, _>(most, || Patterns::<Listed, 6>::new(canon, databases, reflection)),
            (17..=25, Scope::Large) => {
                self.pair::<Labels, _>(most, || Patterns::<Ranked<Middle>, 8>::new(canon, databases, reflection))
            }
            (17..=25, _) => {
                self.pair::<Labels, _>(most, || Patterns::<Ranked<Middle>, 12>::new(canon, databases, reflection))
            }
            _ => self.pair::<Labels, _>(most, || Patterns::<Ranked<Wide>, 24>::new(canon, databases, reflection)),
        };
        self.lower = self.lower.max(prover.lower_bound().unwrap_or(0));
        self.stage = Stage::Improving(Improving { climber, prover, full: false, turn: 0 });
    }

    fn pair<G: Grid, E: Estimate + 'static>(
        &self,
        most: i32,
        estimate: impl Fn() -> E,
    ) -> (Box<dyn Climber>, Box<dyn Engine>) {
        let climb = Climb::<G, E>::new(&self.canon, &self.labels, estimate(), FIRST_WIDTH, most, self.plan.memory);
        let limits = Limits { nodes: None, max_moves: self.plan.max_moves, cores: self.plan.cores.saturating_sub(1) };
        let prover = Deepening::<G, E>::new(
            self.canon.clone(),
            &self.labels,
            estimate(),
            Scale::OPTIMAL,
            Pace { order: Dir::ULRD, without_twins: true },
            limits,
        );
        (Box::new(climb), Box::new(prover))
    }

    /// IDA* has raised the bound, or come to the goal: then its answer is a shortest one.
    fn take_proven(&mut self, outcome: Outcome) {
        let Stage::Improving(improving) = &self.stage else { return };
        self.lower = self.lower.max(improving.prover.lower_bound().unwrap_or(0));
        let Some(answer) = improving.prover.answer().filter(|_| outcome == Outcome::Solved) else { return };
        let dirs = answer.moves.iter().map(|mv| match mv.as_str() {
            "U" => Dir::U,
            "L" => Dir::L,
            "R" => Dir::R,
            _ => Dir::D,
        });
        self.best = Some(dirs.map(|dir| self.canon.dir(dir)).collect());
        self.lower = answer.length();
    }
}

/// Climbs for at most so many expansions; how many it took, and what came of it.
fn climb(climber: &mut dyn Climber, expansions: u64) -> (u64, Climbed) {
    let mut left = expansions;
    let climbed = climber.run(&mut left);
    (expansions - left, climbed)
}

/// How long ways may be: a beam that has lost its way would go on for ever; a wider one does better.
fn longest(lower: u64, plan: &Plan) -> i32 {
    plan.max_moves.unwrap_or(u64::MAX).min(3 * lower + 60) as i32
}

impl Improving {
    /// Whether it is the beam's turn.
    fn climbs(&self, proves: bool) -> bool {
        !self.full && (!proves || self.turn < TURN)
    }

    /// The beam on one core, IDA* on the others.
    fn side_by_side(&mut self, fuel: &mut u64) -> (Climbed, Outcome) {
        let climbs = fuel.div_ceil(1 + PACE).min(ROUND);
        let proves = (PACE * climbs).min(*fuel - climbs);
        let ((used, climbed), proven) = std::thread::scope(|scope| {
            let proving = scope.spawn(|| self.prover.run(proves, None));
            let climbed = climb(&mut *self.climber, climbs);
            (climbed, proving.join().expect("a core's work ends well"))
        });
        *fuel -= used + proves;
        (climbed, proven)
    }
}

impl Engine for Short {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn run(&mut self, fuel: u64, watch: Option<&mut dyn Observer>) -> Outcome {
        if let Some(done) = self.done {
            return done;
        }
        let outcome = self.work(fuel, watch);
        if outcome != Outcome::MoreWork {
            self.done = Some(outcome);
        }
        outcome
    }

    fn counters(&self) -> Counters {
        let (generated, expanded) = self.counts();
        let mut counters = Counters { generated, expanded, ..Counters::default() };
        match &self.stage {
            Stage::Opening(climber) => counters.depth = climber.depth() as u32,
            Stage::Making(_) => {}
            Stage::Improving(Improving { climber, prover, .. }) => {
                let proving = prover.counters();
                counters.depth = climber.depth() as u32;
                counters.deepest = proving.deepest.max(counters.depth);
                counters.cuts = proving.cuts;
                counters.iterations = proving.iterations;
                counters.memory = climber.memory();
            }
        }
        counters
    }

    fn answer(&self) -> Option<Answer> {
        let moves: Vec<Dir> = self.best.as_ref()?.iter().map(|&dir| self.canon.dir(dir)).collect();
        Some(answer_of(&moves, self.lower))
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.lower)
    }

    fn focus(&self) -> Focus {
        let (path, note) = match &self.stage {
            Stage::Opening(climber) => (climber.path(), format!("first beam, layer {}", climber.depth())),
            Stage::Making(making) => (Vec::new(), format!("building the {} tables", making.name())),
            Stage::Improving(improving) => {
                let (width, depth) = (improving.climber.width(), improving.climber.depth());
                (improving.climber.path(), format!("beam of {}, layer {depth}", grouped(width as u64)))
            }
        };
        let path = path.into_iter().map(|dir| self.canon.dir(dir).to_string()).collect();
        Focus { path, marks: Vec::new(), note }
    }

    fn details(&self) -> Vec<Detail> {
        match &self.stage {
            Stage::Opening(_) => vec![Detail::line("first beam")],
            Stage::Making(making) => progress_lines(making),
            Stage::Improving(improving) if improving.full => vec![Detail::line("beams as wide as memory")],
            Stage::Improving(Improving { climber, .. }) => {
                vec![Detail::Line(format!("beam {} layer {}", grouped(climber.width() as u64), climber.depth()))]
            }
        }
    }
}
