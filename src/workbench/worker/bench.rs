//! An engine at work on the solver thread: how far it may go, what it has found, and what it took.

mod past;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) use self::past::Hunt;
use super::chart::Chart;
use super::meter::Meter;
use super::scribe::{self, Reach, Scribe, TreeWish};
use super::shown::{Exhibit, Gallery, Shown};
use super::tempo::Tempo;
use super::{Generation, Phase, Snapshot, Stepped};
use crate::games::Position;
use crate::search::{Engine, Lookout as _, Outcome};
use crate::workbench::breakpoint::{Breakpoint, Patrol, Sentry};
use crate::workbench::conduct::Ahead;
use crate::workbench::finding::{End, Finding};
use crate::workbench::laps::Laps;
use crate::workbench::look::Look;
use crate::workbench::notebook::Notebook;
use crate::workbench::pace::Pace;
use crate::workbench::timeline::{MOST_MEMORY, Moment, Occasion, Timeline};

/// How far the engine may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leash {
    Paused,
    /// For good, unless somebody walks through its past.
    Cancelled,
    Free,
    /// So many expansions from here.
    Steps(u64),
    Until(Breakpoint),
    /// To the moment at which so many expansions had been made, back or on.
    To(u64),
    /// Back to the last of these.
    Back(Hunt),
}

impl Leash {
    fn moves(self) -> bool {
        !matches!(self, Leash::Paused | Leash::Cancelled)
    }

    /// What is left of it, and so many steps more: every step that is asked for is made.
    pub fn and_steps(self, more: u64) -> Leash {
        match self {
            Leash::Steps(left) => Leash::Steps(left.saturating_add(more)),
            Leash::To(place) => Leash::To(place.saturating_add(more)),
            _ => Leash::Steps(more),
        }
    }
}

/// A run begins watched, so that the marks of a short one are exact: so many units take a few hundredths of a second.
const WATCHED: u64 = 20_000;
/// Each slice of a free run ends watched for so many units, so that there is something to see where it is paused; and for
/// at most this part of it, and about so long.
const TAIL: u64 = 64;
const TAIL_SHARE: u64 = 16;
const TAIL_TIME: Duration = Duration::from_micros(100);
/// Checkpoints take at most this part of the time.
const SHARE: u32 = 64;

pub(super) struct Bench {
    pub generation: Generation,
    time: Timeline,
    keeps_past: bool,
    /// What checkpoints have taken.
    copying: Duration,
    /// As of the last slice.
    finding: Finding,
    /// What it had found where it had come furthest.
    furthest: Finding,
    end: Option<End>,
    leash: Leash,
    tempo: Tempo,
    pace: Pace,
    /// The pace at which what is known already runs again; it is not the solver's own time.
    replay: Pace,
    sentry: Sentry,
    /// What was told of the last stretch.
    book: Notebook,
    peeks: bool,
    breakpoint: Option<Breakpoint>,
    /// There was none to go back to.
    missed: Option<Breakpoint>,
    /// No search of this kind can come to one.
    never: Option<Breakpoint>,
    stepped: Option<Stepped>,
    /// How many units were run one by one.
    watched: u64,
    chart: Chart,
    /// What was met stands in place of the node after it.
    shown: Option<Shown>,
    meter: Meter,
    laps: Laps,
    /// While somebody looks at the tree.
    scribe: Option<Scribe>,
    /// Whether the engine has come to its end, wherever it stands now.
    has_ended: bool,
}

impl Bench {
    pub fn new(generation: Generation, root: Box<dyn Position>, engine: Box<dyn Engine>, pace: Pace) -> Self {
        Bench {
            generation,
            finding: Finding::of(&*engine),
            furthest: Finding::of(&*engine),
            time: Timeline::new(engine),
            keeps_past: false,
            copying: Duration::ZERO,
            end: None,
            leash: Leash::Paused,
            tempo: Tempo::default(),
            pace,
            replay: Pace::attentive(None),
            sentry: Sentry::default(),
            book: Notebook::default(),
            peeks: false,
            breakpoint: None,
            missed: None,
            never: None,
            stepped: None,
            watched: 0,
            chart: Chart::new(root),
            shown: None,
            scribe: None,
            has_ended: false,
            meter: Meter::default(),
            laps: Laps::default(),
        }
    }

    /// Keeps checkpoints along the way, so that one can go back.
    #[must_use]
    pub fn keeping_past(self, keeps_past: bool) -> Self {
        Bench { keeps_past, ..self }
    }

    pub fn leash(&self) -> Leash {
        self.leash
    }

    /// How fast a free run goes.
    pub fn set_tempo(&mut self, rate: Option<f64>) {
        self.tempo.set(rate);
    }

    /// Whether it looks one expansion ahead where it stands still: then the board shows where that is.
    pub fn set_peek(&mut self, peeks: bool) {
        self.peeks = peeks;
        if peeks && self.end.is_none() {
            self.shown = None;
        }
    }

    /// The board that [`Breakpoint::Board`] means.
    pub fn set_target(&mut self, board: &dyn Position) {
        self.chart.set_target(board);
    }

    /// Sets how far the engine may go from here.
    pub fn release(&mut self, leash: Leash) {
        if self.end.is_some() && !matches!(leash, Leash::To(_) | Leash::Back(_)) {
            // At the end there is nothing left to do but to go back.
            return;
        }
        let breakpoint = match leash {
            Leash::Until(breakpoint) => Some(breakpoint),
            Leash::Back(hunt) => Some(hunt.breakpoint),
            _ => None,
        };
        self.never = breakpoint.filter(|&breakpoint| !self.can_meet(breakpoint));
        if self.never.is_some() {
            // It is said at once, and the search left as it is.
            return;
        }
        if leash.moves() {
            (self.shown, self.stepped, self.missed) = (None, None, None);
        }
        self.breakpoint = breakpoint;
        self.leash = match leash {
            Leash::To(place) => self.turn_to(place),
            Leash::Back(hunt) => self.turn_back(hunt),
            leash => leash,
        };
        // Nodes that are watched take longer than others.
        if self.breakpoint.is_some() {
            self.pace.restrain();
            self.replay.restrain();
        }
    }

    fn can_meet(&self, breakpoint: Breakpoint) -> bool {
        match breakpoint {
            Breakpoint::Bound => self.time.engine().raises_bound(),
            Breakpoint::Board => self.time.engine().shows_moves(),
            _ => true,
        }
    }

    /// Stops it where it stands; its past can still be walked through. What it came to is what it had found by then, wherever
    /// one looks at the moment.
    pub fn cancel(&mut self) {
        self.finding = self.furthest.clone();
        self.release(Leash::Cancelled);
    }

    pub fn is_running(&self) -> bool {
        self.end.is_none() && self.leash.moves()
    }

    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.leash == Leash::Cancelled
    }

    /// How long there is nothing to do for a run in a slow tempo.
    pub fn rest(&self) -> Option<Duration> {
        if self.leash == Leash::Free { self.tempo.rest(Instant::now()) } else { None }
    }

    /// After the end: whether there is anything left to walk through.
    pub fn keeps_past(&mut self) -> bool {
        if self.finding.counters.memory > MOST_MEMORY {
            self.time.forget();
        }
        self.keeps_past
    }

    pub fn tree(&mut self, wish: TreeWish) {
        match (wish, &mut self.scribe) {
            (TreeWish::Open(memory), None) => {
                self.scribe = Some(Scribe::new(self.time.beginning(), memory));
            }
            (TreeWish::Close, _) => self.scribe = None,
            (_, Some(scribe)) => scribe.obey(wish, &self.time, self.peeks),
            (_, None) => {}
        }
    }

    /// Whether the tree is behind the run.
    pub fn is_reading(&self) -> bool {
        self.scribe.as_ref().is_some_and(|scribe| scribe.lags(self.reach()))
    }

    fn reach(&self) -> Reach {
        let told = if self.time.is_past() { 0 } else { scribe::told(&self.finding.counters) };
        Reach { expanded: self.time.furthest(), told, has_ended: self.has_ended }
    }

    /// A run that is only looked at waits for its tree.
    fn read_tree(&mut self) -> bool {
        let waits = matches!(self.leash, Leash::Paused | Leash::Cancelled | Leash::Free) && self.is_reading();
        let reach = self.reach();
        if let Some(scribe) = self.scribe.as_mut().filter(|_| waits) {
            scribe.read(reach);
        }
        waits
    }

    pub fn slice(&mut self) {
        if self.read_tree() {
            return;
        }
        let (before, reached) = (self.pace.searched(), self.time.furthest());
        let outcome = match self.leash {
            Leash::Paused | Leash::Cancelled => return,
            Leash::Free if self.tempo.is_set() => self.run_in_tempo(),
            Leash::Free => self.run_free(),
            Leash::Steps(left) => self.run_steps(left),
            Leash::Until(breakpoint) => self.run_until(breakpoint),
            Leash::To(place) => self.run_back(place),
            Leash::Back(hunt) => self.hunt(hunt),
        };
        self.finding = Finding::of(self.time.engine());
        if !self.time.is_past() {
            self.furthest = self.finding.clone();
        }
        self.has_ended |= outcome != Outcome::MoreWork;
        self.end = End::after(outcome, self.pace.is_up(), &self.finding);
        if self.end.is_some() {
            self.leash = Leash::Paused;
            self.show_end();
        }
        self.time.note();
        if self.time.furthest() > reached || self.end.is_some() {
            let (counters, searched) = (&self.finding.counters, self.pace.searched());
            self.meter.note(counters.generated, searched);
            self.laps.note(counters, searched.saturating_sub(before));
            self.mark();
            self.keep();
        }
    }

    /// Keeps a checkpoint where one is due, unless that would take too much of the time.
    fn keep(&mut self) {
        if self.keeps_past && self.time.is_due() && self.copying * SHARE <= self.pace.spent() {
            let started = Instant::now();
            self.time.keep();
            self.copying += started.elapsed();
        }
    }

    /// Marks what the sentry has noticed since the last time. The first bound is not a raised one.
    fn mark(&mut self) {
        let expanded = self.time.expanded();
        let raised = std::mem::take(&mut self.sentry.has_raised) && self.time.engine().counters().iterations.len() != 1;
        let solved = std::mem::take(&mut self.sentry.has_solved);
        let happened = [(raised, Occasion::BoundRaised), (solved, Occasion::Solution)];
        for (_, what) in happened.into_iter().filter(|(happened, _)| *happened) {
            self.time.mark(Moment { expanded, what });
        }
    }

    fn run_free(&mut self) -> Outcome {
        self.sentry.begin(None, self.time.expanded());
        if self.keeps_past && self.watched < WATCHED {
            return self.watch_beside();
        }
        let pace = if self.time.is_past() { &mut self.replay } else { &mut self.pace };
        let book = &mut self.book;
        let tail = if self.keeps_past { TAIL } else { 0 };
        let outcome = pace.leg(self.time.engine_mut(), |engine, fuel| run_with_tail(engine, fuel, tail, book));
        let engine = self.time.engine();
        let iterations = self.finding.counters.iterations.len();
        self.sentry.has_raised = iterations > 0 && engine.counters().iterations.len() > iterations;
        self.sentry.has_solved = engine.answer().map(|answer| answer.length()) != self.finding.length();
        outcome
    }

    /// A slice of the first expansions. What is told of them comes from a second engine beside, which takes the same way: the
    /// time of the run is that of a search to which nobody listens.
    fn watch_beside(&mut self) -> Outcome {
        let engine = self.time.engine();
        if self.time.is_past() || engine.is_preparing() || !self.time.is_light() {
            return self.watch(u64::MAX).0;
        }
        let (mut beside, end) = (engine.fork(), self.pace.slice_end());
        let mut outcome = Outcome::MoreWork;
        self.book.set_brief(false);
        while outcome == Outcome::MoreWork && self.watched < WATCHED && Instant::now() < end {
            outcome = self.pace.unit(self.time.engine_mut(), None);
            beside.run(1, Some(&mut Patrol { sentry: &mut self.sentry, book: &mut self.book }));
            self.watched += 1;
            self.mark();
        }
        outcome
    }

    fn run_in_tempo(&mut self) -> Outcome {
        let due = self.tempo.due(Instant::now());
        if due == 0 {
            return Outcome::MoreWork;
        }
        let (outcome, left) = self.count_steps(due);
        self.tempo.owe(left);
        outcome
    }

    /// A step is one more node expanded, whatever fuel it takes: a unit of fuel expands one node at most, and one that
    /// goes into tables or into looking ahead expands none.
    fn run_steps(&mut self, left: u64) -> Outcome {
        let (outcome, left) = self.count_steps(left);
        self.leash = if left > 0 { Leash::Steps(left) } else { Leash::Paused };
        outcome
    }

    fn count_steps(&mut self, steps: u64) -> (Outcome, u64) {
        self.sentry.begin(None, self.time.expanded());
        let before = self.stepped.unwrap_or_else(|| Stepped::from(&self.finding.counters));
        self.stepped = Some(before);
        self.watch(steps)
    }

    /// Unit by unit, for a slice and so many expansions at most; what is left of these. Marks are exact.
    fn watch(&mut self, mut left: u64) -> (Outcome, u64) {
        let end = self.pace.slice_end();
        let mut expanded = self.time.expanded();
        let mut outcome = Outcome::MoreWork;
        self.book.set_brief(false);
        while outcome == Outcome::MoreWork && left > 0 && Instant::now() < end {
            let pace = if expanded < self.time.furthest() { &mut self.replay } else { &mut self.pace };
            let mut patrol = Patrol { sentry: &mut self.sentry, book: &mut self.book };
            outcome = pace.unit(self.time.engine_mut(), Some(&mut patrol));
            let before = std::mem::replace(&mut expanded, self.time.expanded());
            left -= expanded.saturating_sub(before).min(left);
            if expanded > before && left > 0 {
                // What is told of is the last step, however many were asked for in a burst.
                self.stepped = self.stepped.map(|_| Stepped::from(&self.time.engine().counters()));
            }
            self.watched += 1;
            self.mark();
        }
        (outcome, left)
    }

    fn run_until(&mut self, breakpoint: Breakpoint) -> Outcome {
        self.sentry.begin(Some(breakpoint), self.time.expanded());
        if breakpoint == Breakpoint::Board {
            return self.run_to_board();
        }
        let pace = if self.time.is_past() { &mut self.replay } else { &mut self.pace };
        if !self.sentry.awaits_nodes() {
            self.book.clear();
        }
        self.book.set_brief(breakpoint != Breakpoint::Deadlock);
        let mut patrol = Patrol { sentry: &mut self.sentry, book: &mut self.book };
        let outcome = pace.leg(self.time.engine_mut(), |engine, fuel| engine.run_until(fuel, &mut patrol));
        if self.sentry.is_met() {
            self.arrive(breakpoint);
        }
        outcome
    }

    fn run_to_board(&mut self) -> Outcome {
        let end = self.pace.slice_end();
        let mut outcome = Outcome::MoreWork;
        while outcome == Outcome::MoreWork && Instant::now() < end {
            let mut patrol = Patrol { sentry: &mut self.sentry, book: &mut self.book };
            outcome = self.pace.unit(self.time.engine_mut(), Some(&mut patrol));
            if self.is_at_target() {
                self.leash = Leash::Paused;
                break;
            }
        }
        outcome
    }

    /// A node that decides something and shows no moves is no position.
    fn is_at_target(&mut self) -> bool {
        let path = self.time.engine().focus().path;
        let is_position = !path.is_empty() || self.time.engine().counters().depth == 0;
        is_position && self.chart.is_target(&path)
    }

    /// Pauses at what was looked for, which is shown in place of the node to which the search went on.
    fn arrive(&mut self, breakpoint: Breakpoint) {
        self.leash = Leash::Paused;
        if self.peeks {
            return;
        }
        let before = self.finding.answer.take();
        self.shown = self.gallery().met(breakpoint, before.as_ref());
        self.finding.answer = before;
    }

    fn shows_solution(&self) -> bool {
        let met = self.breakpoint.filter(|_| self.sentry.met > 0);
        self.shown.as_ref().is_some_and(|shown| match shown.what {
            Exhibit::Met => met == Some(Breakpoint::Solution),
            what => what == Exhibit::Solution,
        })
    }

    fn gallery(&mut self) -> Gallery<'_> {
        Gallery { time: &mut self.time, book: &self.book, chart: &mut self.chart, sentry: &self.sentry }
    }

    /// At the end the solution is shown, and not a node at which the search happened to be when it found it.
    fn show_end(&mut self) {
        let answer = self.finding.answer.clone().filter(|_| self.end == Some(End::Solved) && self.shown.is_none());
        if let Some(answer) = answer.filter(|_| self.keeps_past) {
            self.shown = self.gallery().ended(&answer);
        }
    }

    /// How it stands, with a new look at the tree.
    pub fn look(&mut self) -> Snapshot {
        let is_running = self.is_running();
        let met = self.shown.as_ref().and_then(|shown| shown.node);
        if let Some(scribe) = &mut self.scribe {
            scribe.look(&mut self.time, met, is_running, self.peeks);
        }
        self.snapshot()
    }

    pub fn snapshot(&self) -> Snapshot {
        let phase = match (self.end, self.leash) {
            (Some(end), _) => Phase::Done(end),
            (None, Leash::Cancelled) => Phase::Cancelled,
            (None, Leash::Paused) => Phase::Paused,
            (None, _) => Phase::Running,
        };
        let engine = self.time.engine();
        let focus = self.shown.as_ref().map_or_else(|| engine.focus(), |shown| shown.focus.clone());
        let look = || {
            let mut look = Look::of(engine, &focus, &self.book, self.shown.as_ref().and_then(|shown| shown.node));
            if let (Some(node), Some(shown)) = (&mut look.node, self.shown.as_ref().filter(|s| !s.terms.is_empty())) {
                node.terms.clone_from(&shown.terms);
            }
            if self.shows_solution() {
                look.mark_solution();
            }
            look
        };
        let look = if self.keeps_past { look() } else { Look::default() };
        let peeks = self.peeks && phase == Phase::Paused;
        let dead = self.sentry.last_dead.as_ref();
        Snapshot {
            ahead: peeks.then(|| Arc::new(Ahead::of(engine, &self.book))),
            last_dead: dead.map_or_else(String::new, |dead| look.dead_words(&self.book, dead.id, &dead.why)),
            look: Arc::new(look),
            generation: self.generation,
            phase,
            finding: self.finding.clone(),
            focus,
            // Tables that nobody makes any more are not under way.
            details: if self.is_over() && engine.is_preparing() { Vec::new() } else { engine.details() },
            rate: if self.is_running() { self.meter.rate() } else { self.meter.mean() },
            rates: self.meter.history.clone(),
            seconds: self.pace.searched().as_secs_f64(),
            preparing: self.pace.preparing().as_secs_f64(),
            iteration_seconds: self.laps.seconds().to_vec(),
            breakpoint: self.breakpoint,
            missed: self.missed,
            never: self.never,
            shows_moves: engine.shows_moves(),
            raises_bound: engine.raises_bound(),
            met: self.sentry.met,
            exhibit: self.shown.as_ref().map_or(Exhibit::Search, |shown| shown.what),
            stepped: self.stepped.map(|before| before.until(&self.finding.counters)),
            furthest: self.time.furthest(),
            tree: self.scribe.as_ref().map(Scribe::view),
            moments: self.time.moments(),
            message: String::new(),
        }
    }
}

/// Runs for so much fuel; the book is told of the last few units.
fn run_with_tail(engine: &mut dyn Engine, fuel: u64, tail: u64, book: &mut Notebook) -> Outcome {
    let tail = tail.min(fuel / TAIL_SHARE);
    let prepares = engine.is_preparing();
    let mut outcome = engine.run_leg(fuel - tail, None);
    book.clear();
    book.set_brief(false);
    let started = Instant::now();
    for _ in 0..tail {
        let is_leg_over = engine.is_preparing() != prepares;
        if outcome != Outcome::MoreWork || is_leg_over || started.elapsed() > TAIL_TIME {
            break;
        }
        outcome = engine.run(1, Some(book));
    }
    outcome
}
