//! Many heats on several cores. A core takes the lane that has had the least time in the earliest heat with a lane to
//! spare, and opens the next heat only where there is none: so a single puzzle uses all cores as long as it has lanes,
//! and the last lane of a puzzle does not keep the others waiting.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Lane;
use crate::workbench::drive::Run;

/// A puzzle with its lanes; `P` is what the caller wants to know it by.
pub struct Heat<P> {
    pub puzzle: P,
    pub lanes: Vec<Lane>,
}

/// What came of a heat: a run for each lane, or what its strategy objects to.
pub type Finished<P> = (P, Vec<Result<Run, String>>);

/// How a heat that has begun stands.
struct Begun<P> {
    number: u64,
    /// None while it is being opened.
    puzzle: Option<P>,
    places: Vec<Place>,
}

enum Place {
    Waiting(Box<Lane>),
    Running,
    Over(Box<Lane>),
}

impl Place {
    fn is_over(&self) -> bool {
        matches!(self, Place::Over(_))
    }
}

impl<P> Begun<P> {
    fn is_over(&self) -> bool {
        self.puzzle.is_some() && self.places.iter().all(Place::is_over)
    }

    /// The lane that waits and has had the least time.
    fn next_lane(&mut self) -> Option<(usize, Box<Lane>)> {
        let waiting = self.places.iter().enumerate().filter_map(|(i, place)| match place {
            Place::Waiting(lane) => Some((lane.spent(), i)),
            _ => None,
        });
        let (_, i) = waiting.min()?;
        match std::mem::replace(&mut self.places[i], Place::Running) {
            Place::Waiting(lane) => Some((i, lane)),
            _ => unreachable!("it waits"),
        }
    }

    fn finish(self) -> Option<Finished<P>> {
        let lanes = self.places.into_iter().filter_map(|place| match place {
            Place::Waiting(lane) | Place::Over(lane) => Some(lane.finish()),
            Place::Running => None,
        });
        Some((self.puzzle?, lanes.collect()))
    }
}

/// How many heats may have begun and not been handed over: a slow one must not make the others pile up without end.
const MOST_BEGUN: usize = 1024;

/// Heats that are run on so many threads.
pub struct Heats<'a> {
    pub jobs: usize,
    /// Set from outside to end them.
    pub stop: &'a AtomicBool,
    /// Counts the lanes that are over.
    pub over: &'a AtomicU64,
}

impl Heats<'_> {
    /// Runs all heats; `done` gets them in their order, as far as they came when `stop` was set; `tick` is called now and
    /// then in between. `open` sets a puzzle up and may take a while.
    pub fn run<T, P: Send, E>(
        &self,
        puzzles: impl Iterator<Item = T> + Send,
        open: impl Fn(T) -> Heat<P> + Sync,
        mut done: impl FnMut(Finished<P>) -> Result<(), E>,
        mut tick: impl FnMut(),
    ) -> Result<(), E> {
        let course = Course {
            state: Mutex::new(State { puzzles, begun: VecDeque::new(), next: 0, open: true }),
            moved: Condvar::new(),
        };
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (course, open, sender) = (&course, &open, sender.clone());
                let thread = std::thread::Builder::new().name("lane".into()).stack_size(64 << 20);
                thread.spawn_scoped(scope, move || course.work(self, open, &sender)).expect("a thread can be started");
            }
            drop(sender);
            loop {
                let handed = match results.recv_timeout(Duration::from_millis(50)) {
                    Ok(finished) => done(finished),
                    Err(RecvTimeoutError::Timeout) => {
                        tick();
                        Ok(())
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                };
                if handed.is_err() {
                    // Nobody reads: the others need not go on.
                    self.stop.store(true, Ordering::Relaxed);
                    return handed;
                }
            }
        })
    }
}

struct State<I, P> {
    puzzles: I,
    begun: VecDeque<Begun<P>>,
    next: u64,
    /// Whether there may be more puzzles.
    open: bool,
}

struct Course<I, P> {
    state: Mutex<State<I, P>>,
    moved: Condvar,
}

/// What a thread does next.
enum Turn<T> {
    Slice(u64, usize, Box<Lane>),
    Open(u64, T),
    Wait,
    Leave,
}

impl<T, I: Iterator<Item = T>, P> State<I, P> {
    fn turn(&mut self) -> Turn<T> {
        for heat in &mut self.begun {
            if let Some((place, lane)) = heat.next_lane() {
                return Turn::Slice(heat.number, place, lane);
            }
        }
        if self.open && self.begun.len() < MOST_BEGUN {
            match self.puzzles.next() {
                Some(puzzle) => {
                    let number = self.next;
                    self.next += 1;
                    self.begun.push_back(Begun { number, puzzle: None, places: Vec::new() });
                    return Turn::Open(number, puzzle);
                }
                None => self.open = false,
            }
        }
        if self.begun.is_empty() && !self.open { Turn::Leave } else { Turn::Wait }
    }

    fn heat(&mut self, number: u64) -> &mut Begun<P> {
        self.begun.iter_mut().find(|heat| heat.number == number).expect("a heat stays until it is over")
    }
}

impl<T, I: Iterator<Item = T>, P> Course<I, P> {
    fn work(&self, heats: &Heats<'_>, open: &impl Fn(T) -> Heat<P>, results: &mpsc::Sender<Finished<P>>) {
        let _guard = CloseOnPanic(self);
        loop {
            let mut state = self.lock();
            if heats.stop.load(Ordering::Relaxed) {
                hand_over_rest(&mut state, results);
                return;
            }
            match state.turn() {
                Turn::Slice(number, place, mut lane) => {
                    drop(state);
                    lane.slice();
                    let over = lane.is_over();
                    let mut state = self.lock();
                    state.heat(number).places[place] = if over { Place::Over(lane) } else { Place::Waiting(lane) };
                    if over {
                        heats.over.fetch_add(1, Ordering::Relaxed);
                        hand_over(&mut state, results);
                    }
                    self.moved.notify_all();
                }
                Turn::Open(number, puzzle) => {
                    drop(state);
                    let Heat { puzzle, lanes } = open(puzzle);
                    let mut state = self.lock();
                    let heat = state.heat(number);
                    (heat.puzzle, heat.places) =
                        (Some(puzzle), lanes.into_iter().map(|lane| Place::Waiting(Box::new(lane))).collect());
                    hand_over(&mut state, results);
                    self.moved.notify_all();
                }
                // A while at most, since `stop` wakes nobody.
                Turn::Wait => drop(self.moved.wait_timeout(state, Duration::from_millis(20))),
                Turn::Leave => {
                    self.moved.notify_all();
                    return;
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<I, P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// At an interruption, by the last thread that comes to it: nobody's lane may be away.
fn hand_over_rest<I, P>(state: &mut State<I, P>, results: &mpsc::Sender<Finished<P>>) {
    state.open = false;
    let is_away = |heat: &Begun<P>| heat.puzzle.is_none() || heat.places.iter().any(|p| matches!(p, Place::Running));
    if !state.begun.iter().any(is_away) {
        for finished in state.begun.drain(..).filter_map(Begun::finish) {
            // Who reads no more wants no more.
            let _ = results.send(finished);
        }
    }
}

/// The first heats, as many as are over.
fn hand_over<I, P>(state: &mut State<I, P>, results: &mpsc::Sender<Finished<P>>) {
    while state.begun.front().is_some_and(Begun::is_over) {
        if let Some(finished) = state.begun.pop_front().and_then(Begun::finish) {
            let _ = results.send(finished);
        }
    }
}

/// A thread that panics must not leave the others waiting for its lane.
struct CloseOnPanic<'a, I, P>(&'a Course<I, P>);

impl<I, P> Drop for CloseOnPanic<'_, I, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.begun.clear();
            state.open = false;
        }
    }
}
