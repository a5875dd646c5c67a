//! `short`: an answer soon, then shorter ones, and a proven bound below that rises towards them.

use super::beam::{Beam, Layered, WIDTH};
use super::canon::{Canon, Labels};
use super::ida::{Deepening, Limits, answer_of};
use super::kernel::{Estimate, Grid, MOST_CUTS, Manhattan, Pace, Scale, Sight};
use super::numbers::{Numbers, Renumbered};
use super::pattern::{Databases, Listed, Making, Middle, Patterns, Ranked, Scope, Wide};
use super::prepare::{making, progress_lines};
use super::rules::Dir;
use super::solve::databases;
use crate::search::{
    self, Answer, Counters, Detail, Engine, Event, Focus, Kernel, Limit, NoObserver, Node, NodeId, Observer, Outcome,
    Plan, Queue, Standing, grouped, heard,
};

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
    cuts: [u64; MOST_CUTS],
    narrow: u64,
    memory: usize,
}

enum Climbed {
    Fuel,
    /// A shorter way than asked for, and the node in which it ends.
    Found(Vec<Dir>, NodeId),
    /// There is none of at most so many moves.
    None(u64),
    /// The next beam would be too wide, or take more memory than allowed.
    Full,
}

/// A [`Climb`] whose types are chosen while running.
trait Climber: Send {
    fn run(&mut self, fuel: &mut u64, watch: Option<&mut dyn Observer>) -> Climbed;
    fn fork(&self) -> Box<dyn Climber>;
    fn counts(&self) -> (u64, u64);
    /// By name.
    fn cuts(&self) -> Vec<(&'static str, u64)>;
    /// No node before this one, but for the root, is told of any more.
    fn oldest(&self) -> NodeId;
    fn memory(&self) -> usize;
    fn path(&self) -> Vec<Dir>;
    fn width(&self) -> usize;
    fn depth(&self) -> usize;
    /// The number of the state that is next, and those of its layer.
    fn next_id(&self) -> NodeId;
    fn queue(&self) -> Queue;
}

impl<G: Grid, E: Estimate> Climb<G, E> {
    fn new(canon: &Canon, labels: &Labels, estimate: E, width: usize, most_moves: i32, memory: usize) -> Self {
        let beam = Beam::new(canon, labels, &estimate, width, most_moves, 1);
        let (canon, labels) = (canon.clone(), *labels);
        let (widest, expanded, generated) = (usize::MAX, 0, 1);
        let (cuts, narrow) = ([0; MOST_CUTS], 0);
        Climb { canon, labels, estimate, beam, width, widest, most_moves, expanded, generated, cuts, narrow, memory }
    }

    fn up_to(self, widest: usize) -> Self {
        Climb { widest, ..self }
    }

    fn again(&mut self) {
        self.expanded += self.beam.expanded;
        self.generated += self.beam.generated;
        self.cuts = std::array::from_fn(|name| self.cuts[name] + self.beam.cuts[name]);
        self.narrow += self.beam.narrow;
        let Climb { canon, labels, estimate, width, most_moves, generated, .. } = self;
        self.beam = Beam::new(canon, labels, estimate, *width, *most_moves, *generated);
    }

    fn climb<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) -> Climbed {
        loop {
            match self.beam.run(&self.estimate, fuel, watch) {
                Layered::Fuel => return Climbed::Fuel,
                Layered::Goal => {
                    let (path, id) = (self.beam.path(), self.beam.next_id());
                    // All solutions of a board have the same parity.
                    self.most_moves = path.len() as i32 - 2;
                    self.width *= 2;
                    self.again();
                    return Climbed::Found(path, id);
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
}

impl<G: Grid, E: Estimate> Climber for Climb<G, E> {
    fn run(&mut self, fuel: &mut u64, watch: Option<&mut dyn Observer>) -> Climbed {
        match watch {
            None => self.climb(fuel, &mut NoObserver),
            Some(mut watch) => self.climb(fuel, &mut watch),
        }
    }

    fn fork(&self) -> Box<dyn Climber> {
        Box::new(self.clone())
    }

    fn counts(&self) -> (u64, u64) {
        (self.generated + self.beam.generated, self.expanded + self.beam.expanded)
    }

    fn cuts(&self) -> Vec<(&'static str, u64)> {
        let by_name = E::CUTS.iter().zip(self.cuts.iter().zip(self.beam.cuts)).map(|(&name, (a, b))| (name, a + b));
        by_name.chain([(WIDTH, self.narrow + self.beam.narrow)]).collect()
    }

    fn oldest(&self) -> NodeId {
        self.beam.oldest()
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

    fn next_id(&self) -> NodeId {
        self.beam.next_id()
    }

    fn queue(&self) -> Queue {
        self.beam.queue()
    }
}

impl Clone for Box<dyn Climber> {
    fn clone(&self) -> Self {
        self.fork()
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
    /// The numbers of the prover's nodes in the whole run.
    proof: Numbers,
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
    /// Generated and expanded by stages that are over, and what they cut by name.
    past: (u64, u64),
    past_cuts: Vec<(&'static str, u64)>,
    /// The numbers of the beams' nodes in the whole run.
    beams: Numbers,
    begun: bool,
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
        let best = (lower == 0).then(Vec::new);
        let (past, past_cuts, beams) = ((0, 0), Vec::new(), Numbers::default());
        Short { canon, labels, plan: plan.clone(), stage, best, lower, past, past_cuts, beams, begun: false }
    }

    /// Tells of the root, which all beams and IDA* share.
    fn begin<O: Observer>(&mut self, watch: &mut O) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let estimate = &Manhattan::new(self.canon.size, self.canon.goal_blank);
        let sight = Sight { estimate, scale: Scale::OPTIMAL, dirs: Dir::ULRD };
        sight.tell(Node::root(), &self.labels, self.lower as i32, watch);
        if self.best.is_some() {
            watch.on(&Event::Solution { id: 0, length: 0 });
        }
    }

    /// Goes on with what is next, at most until something has come of it.
    fn stretch<O: Observer>(&mut self, fuel: &mut u64, watch: &mut O) {
        let (most, proves) = (self.expansions_within(*fuel), self.plan.is_on("prove"));
        // Who counts to a limit must count one by one; and nobody can follow two searches at once.
        let together = proves && self.plan.cores > 1 && self.plan.nodes.is_none() && !watch.listens();
        let made = self.counts().0;
        match &mut self.stage {
            Stage::Opening(climber) => {
                let (used, climbed) = climb(&mut **climber, most, heard(watch));
                *fuel -= used;
                self.take(climbed, watch);
            }
            Stage::Making(making) => {
                if let Some(made) = making.advance(fuel) {
                    self.improve(&made);
                }
            }
            Stage::Improving(improving) if together && !improving.full => {
                let (climbed, proven) = improving.side_by_side(fuel);
                self.take(climbed, watch);
                self.take_proven(proven, watch);
            }
            Stage::Improving(improving) if improving.climbs(proves) => {
                let turn = if proves { most.min(TURN - improving.turn) } else { most };
                self.beams.go_on(improving.climber.counts().0, made);
                self.beams.forget_before(improving.climber.oldest());
                let mut told = Renumbered { numbers: &self.beams, watch };
                let (used, climbed) = climb(&mut *improving.climber, turn, heard(&mut told));
                *fuel -= used;
                improving.turn += if proves { used } else { 0 };
                self.take(climbed, watch);
            }
            Stage::Improving(improving) => {
                let turn = most.min(2 * TURN - improving.turn);
                *fuel -= turn;
                improving.turn = (improving.turn + turn) % (2 * TURN);
                let proven = improving.prove(turn, made, watch);
                self.take_proven(proven, watch);
            }
        }
    }

    /// Of so many expansions, those that cannot pass the node limit but by the last one: each makes at most four states.
    fn expansions_within(&self, fuel: u64) -> u64 {
        let Some(nodes) = self.plan.nodes else { return fuel };
        fuel.min(nodes.saturating_sub(self.counts().0).div_ceil(4).max(1))
    }

    fn take<O: Observer>(&mut self, climbed: Climbed, watch: &mut O) {
        match climbed {
            Climbed::Fuel => {}
            Climbed::Found(path, id) => {
                let id = if matches!(self.stage, Stage::Opening(_)) { id } else { self.beams.whole(id) };
                watch.on(&Event::Solution { id, length: path.len() as u64 });
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

    /// Stretch after stretch, as long as there is fuel and `goes_on`.
    fn go_on<O: Observer>(&mut self, mut fuel: u64, watch: &mut O, goes_on: impl Fn(&Self) -> bool) -> Outcome {
        self.begin(watch);
        loop {
            if let Some(outcome) = self.ended() {
                return outcome;
            }
            if fuel == 0 || !goes_on(self) {
                return Outcome::MoreWork;
            }
            let lower = self.lower;
            self.stretch(&mut fuel, watch);
            if self.lower > lower {
                watch.on(&Event::Bound { bound: self.lower });
            }
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
        let Stage::Opening(_) = self.stage else { return };
        self.past = self.counts();
        self.past_cuts = self.cuts();
        match databases(&self.canon, &self.plan) {
            Ok(ready) => self.improve(&ready),
            Err(key) => self.stage = Stage::Making(making(key)),
        }
    }

    fn improve(&mut self, databases: &Databases) {
        let most = match &self.best {
            Some(best) => best.len() as i32 - 2,
            None => longest(self.lower, &self.plan),
        };
        let (canon, reflection) = (&self.canon, self.plan.is_on("reflection"));
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
        self.stage = Stage::Improving(Improving { climber, prover, proof: Numbers::default(), full: false, turn: 0 });
    }

    fn pair<G: Grid, E: Estimate>(&self, most: i32, estimate: impl Fn() -> E) -> (Box<dyn Climber>, Box<dyn Engine>) {
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
        (Box::new(climb), search::engine(prover))
    }

    /// IDA* has raised the bound, or come to the goal: then its answer is a shortest one.
    fn take_proven<O: Observer>(&mut self, outcome: Outcome, watch: &mut O) {
        let Stage::Improving(improving) = &self.stage else { return };
        self.lower = self.lower.max(improving.prover.lower_bound().unwrap_or(0));
        let Some(answer) = improving.prover.answer().filter(|_| outcome == Outcome::Solved) else { return };
        let dirs = answer.moves.iter().map(|mv| match mv.as_str() {
            "U" => Dir::U,
            "L" => Dir::L,
            "R" => Dir::R,
            _ => Dir::D,
        });
        let id = improving.proof.whole(improving.prover.counters().generated - 1);
        watch.on(&Event::Solution { id, length: answer.length() });
        self.best = Some(dirs.map(|dir| self.canon.dir(dir)).collect());
        self.lower = answer.length();
    }

    /// What was cut, by name.
    fn cuts(&self) -> Vec<(&'static str, u64)> {
        let now = match &self.stage {
            Stage::Opening(climber) => climber.cuts(),
            Stage::Making(_) => Vec::new(),
            Stage::Improving(Improving { climber, prover, .. }) => [climber.cuts(), prover.counters().cuts].concat(),
        };
        let mut cuts = self.past_cuts.clone();
        for (name, count) in now {
            match cuts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => cuts.push((name, count)),
            }
        }
        cuts
    }
}

/// Climbs for at most so many expansions; how many it took, and what came of it.
fn climb(climber: &mut dyn Climber, expansions: u64, watch: Option<&mut dyn Observer>) -> (u64, Climbed) {
    let mut left = expansions;
    let climbed = climber.run(&mut left, watch);
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

    /// IDA* goes on; so many nodes were made before.
    fn prove<O: Observer>(&mut self, turn: u64, made: u64, watch: &mut O) -> Outcome {
        let before = self.prover.counters();
        self.proof.go_on(before.generated, made);
        let iteration = before.iterations.last().map_or(0, |iteration| iteration.nodes);
        self.proof.forget_before(before.generated - iteration);
        let mut told = Renumbered { numbers: &self.proof, watch };
        self.prover.run(turn, heard(&mut told))
    }

    /// The beam on one core, IDA* on the others.
    fn side_by_side(&mut self, fuel: &mut u64) -> (Climbed, Outcome) {
        let climbs = fuel.div_ceil(1 + PACE).min(ROUND);
        let proves = (PACE * climbs).min(*fuel - climbs);
        let ((used, climbed), proven) = std::thread::scope(|scope| {
            let proving = scope.spawn(|| self.prover.run(proves, None));
            let climbed = climb(&mut *self.climber, climbs, None);
            (climbed, proving.join().expect("a core's work ends well"))
        });
        *fuel -= used + proves;
        (climbed, proven)
    }
}

impl Kernel for Short {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        self.go_on(fuel, watch, |_| true)
    }

    fn work_leg<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        let prepares = self.is_preparing();
        self.go_on(fuel, watch, |now| now.is_preparing() == prepares)
    }

    fn is_preparing(&self) -> bool {
        matches!(self.stage, Stage::Making(_))
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        let (generated, expanded) = self.counts();
        let mut counters = Counters { generated, expanded, cuts: self.cuts(), ..Counters::default() };
        match &self.stage {
            Stage::Opening(climber) => counters.depth = climber.depth() as u32,
            Stage::Making(_) => {}
            Stage::Improving(Improving { climber, prover, proof, .. }) => {
                let proving = prover.counters();
                counters.depth = climber.depth() as u32;
                counters.deepest = proving.deepest.max(counters.depth);
                counters.iterations = proving.iterations;
                counters.memory = climber.memory() + proof.memory() + self.beams.memory();
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

    fn standing(&self) -> Standing {
        let rule = "Of each layer the most promising go on, as many as the beam is wide; each is expanded in its turn";
        let (climber, id) = match &self.stage {
            Stage::Opening(climber) => (climber, climber.next_id()),
            Stage::Making(_) => return Standing { rule, ..Standing::default() },
            Stage::Improving(Improving { climber, .. }) => (climber, self.beams.whole(climber.next_id())),
        };
        let mut queue = climber.queue();
        for waiting in &mut queue.first {
            waiting.id =
                if matches!(self.stage, Stage::Opening(_)) { waiting.id } else { self.beams.whole(waiting.id) };
        }
        Standing { queue: Some(queue), ..Standing::at(id, rule) }
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
