//! A race that somebody watches: a thread that gives the lanes their turns, listens in between, and publishes how they
//! stand. Pause and steps hold for all lanes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Lane, Row};
use crate::games::Position;
use crate::search::{Focus, Plan};
use crate::workbench::drive::Run;
use crate::workbench::finding::{End, Finding};
use crate::workbench::report::Report;
use crate::workbench::tables::{self, TableShelf};
use crate::workbench::worker::Wake;

/// How a lane stands.
#[derive(Clone, Debug, Default)]
pub struct LaneNews {
    pub finding: Finding,
    pub focus: Focus,
    /// The solver's own time.
    pub seconds: f64,
    /// Generated nodes a second, over its own time.
    pub rate: f64,
    pub end: Option<End>,
    /// No solution of this game's puzzles is shorter than another.
    pub has_one_length: bool,
    /// What its strategy objects to, or the message of its panic.
    pub failure: Option<String>,
}

impl LaneNews {
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.failure.is_some()
    }

    /// Whether its answer is proven to be shorter than or as short as any other that there could be.
    pub fn is_shortest(&self) -> bool {
        self.finding.is_optimal() && !self.has_one_length
    }

    /// How many solutions it counted, or found where it looked for all; none where it did not come to its end.
    pub fn solutions(&self) -> Option<u64> {
        let answer = self.finding.answer.as_ref().filter(|_| self.end == Some(End::Solved))?;
        answer.solutions
    }

    /// As a row of a race; a lane that is not over is one that was cut.
    pub fn row(&self, puzzle: &str, entry: usize) -> Row {
        let run = Run {
            finding: self.finding.clone(),
            end: self.end.unwrap_or(End::Interrupted),
            time: Duration::from_secs_f64(self.seconds),
        };
        match Report::of(run) {
            Some(report) if self.failure.is_none() => Row::new(puzzle, entry, &report, self.has_one_length),
            _ if self.failure.is_some() => Row::refused(puzzle, entry),
            _ => Row {
                puzzle: puzzle.to_owned(),
                entry,
                status: "limit",
                nodes: self.finding.counters.generated,
                expanded: self.finding.counters.expanded,
                seconds: self.seconds,
                is_cut: true,
                ..Row::default()
            },
        }
    }
}

/// How a race stands. Published as a whole, never changed afterwards.
#[derive(Clone, Debug, Default)]
pub struct RaceNews {
    pub lanes: Vec<LaneNews>,
    pub is_running: bool,
}

impl RaceNews {
    pub fn is_over(&self) -> bool {
        !self.lanes.is_empty() && self.lanes.iter().all(LaneNews::is_over)
    }
}

enum Command {
    Pause,
    Resume,
    Step(u64),
    /// The race is over where it stands.
    Stop,
    /// Answered when there is nothing left to do: for tests.
    WaitIdle(Sender<()>),
}

/// The owner's end of a race. Dropping it ends the race.
pub struct Track {
    commands: Sender<Command>,
    published: Arc<Mutex<Arc<RaceNews>>>,
}

impl Track {
    /// Starts a lane for each plan on this position, with a limit of time for each where one is set.
    pub fn start(
        position: &dyn Position,
        plans: Vec<Plan>,
        time: Option<Duration>,
        wake: Wake,
        shelf: Option<TableShelf>,
    ) -> Track {
        let (commands, inbox) = channel();
        let news = RaceNews { lanes: plans.iter().map(|_| LaneNews::default()).collect(), is_running: true };
        let published = Arc::new(Mutex::new(Arc::new(news)));
        let (position, post) = (position.boxed_clone(), Arc::clone(&published));
        std::thread::Builder::new()
            .name("race".into())
            .stack_size(64 << 20)
            .spawn(move || {
                let lanes = plans.iter().map(|plan| {
                    let plan = tables::equipped(shelf.as_ref(), &*position, plan).0.into_owned();
                    Lane::new(position.boxed_clone(), plan, None).attentive(time)
                });
                let lanes: Vec<Lane> = lanes.collect();
                let steps = vec![0; lanes.len()];
                let (failures, has_one_length) = (vec![None; lanes.len()], position.game().has_one_length());
                Marshal { failures, lanes, has_one_length, steps, leash: Leash::Free, inbox, post, wake }.work();
            })
            .expect("a thread can be started");
        Track { commands, published }
    }

    pub fn news(&self) -> Arc<RaceNews> {
        Arc::clone(&self.published.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn pause(&self) {
        self.send(Command::Pause);
    }

    pub fn resume(&self) {
        self.send(Command::Resume);
    }

    /// Every lane that is not over expands so many nodes more, and pauses.
    pub fn step(&self, nodes: u64) {
        self.send(Command::Step(nodes));
    }

    pub fn stop(&self) {
        self.send(Command::Stop);
    }

    /// Returns when every command was carried out and nothing is left to run: for tests.
    pub fn wait_idle(&self) {
        let (done, wait) = channel();
        self.send(Command::WaitIdle(done));
        let _ = wait.recv();
    }

    fn send(&self, command: Command) {
        let _ = self.commands.send(command);
    }
}

/// How far the lanes may go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leash {
    Paused,
    Free,
    /// As far as `steps` says for each.
    Steps,
    /// No further, ever.
    Stopped,
}

/// Whoever watches wants to see something now and then, but not after every slice of every lane.
const PUBLISH_EVERY: Duration = Duration::from_millis(25);

/// The thread's side.
struct Marshal {
    lanes: Vec<Lane>,
    has_one_length: bool,
    failures: Vec<Option<String>>,
    /// Expansions that each lane still owes.
    steps: Vec<u64>,
    leash: Leash,
    inbox: Receiver<Command>,
    post: Arc<Mutex<Arc<RaceNews>>>,
    wake: Wake,
}

impl Marshal {
    fn work(mut self) {
        let mut waiting: Vec<Sender<()>> = Vec::new();
        let mut published = Instant::now();
        self.publish();
        loop {
            let next = self.next_lane();
            if next.is_none() {
                if self.leash == Leash::Steps {
                    self.leash = Leash::Paused;
                }
                self.publish();
                for done in waiting.drain(..) {
                    let _ = done.send(());
                }
                match self.inbox.recv() {
                    Ok(command) => self.obey(command, &mut waiting),
                    Err(_) => return,
                }
            }
            loop {
                match self.inbox.try_recv() {
                    Ok(command) => self.obey(command, &mut waiting),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            if let Some(lane) = self.next_lane() {
                self.run(lane);
            }
            if published.elapsed() >= PUBLISH_EVERY {
                published = Instant::now();
                self.publish();
            }
        }
    }

    fn is_over(&self, lane: usize) -> bool {
        self.failures[lane].is_some() || self.lanes[lane].is_over()
    }

    /// The lane that may go on and has had the least time.
    fn next_lane(&self) -> Option<usize> {
        let may = |lane: &usize| match self.leash {
            Leash::Free => true,
            Leash::Steps => self.steps[*lane] > 0,
            Leash::Paused | Leash::Stopped => false,
        };
        let open = (0..self.lanes.len()).filter(|&lane| !self.is_over(lane)).filter(may);
        open.min_by_key(|&lane| self.lanes[lane].spent())
    }

    fn obey(&mut self, command: Command, waiting: &mut Vec<Sender<()>>) {
        match command {
            Command::WaitIdle(done) => waiting.push(done),
            _ if self.leash == Leash::Stopped => {}
            Command::Pause => self.leash = Leash::Paused,
            Command::Resume => self.leash = Leash::Free,
            Command::Stop => self.leash = Leash::Stopped,
            Command::Step(nodes) => {
                if self.leash != Leash::Steps {
                    self.steps.fill(0);
                }
                self.steps.iter_mut().for_each(|steps| *steps += nodes);
                self.leash = Leash::Steps;
            }
        }
    }

    /// A slice, or a step; a panic in a solver is the end of its lane alone.
    fn run(&mut self, lane: usize) {
        let steps = self.leash == Leash::Steps;
        let runner = &mut self.lanes[lane];
        let ran = catch_unwind(AssertUnwindSafe(|| {
            if !steps {
                runner.slice();
                return false;
            }
            runner.step()
        }));
        match ran {
            Ok(true) => self.steps[lane] = self.steps[lane].saturating_sub(1),
            Ok(false) => {}
            Err(_) => self.failures[lane] = Some("the solver failed".into()),
        }
    }

    fn publish(&self) {
        let lanes = (0..self.lanes.len()).map(|lane| {
            let news = catch_unwind(AssertUnwindSafe(|| self.news(lane)));
            news.unwrap_or_else(|_| LaneNews { failure: Some("the solver failed".into()), ..LaneNews::default() })
        });
        let is_running = self.next_lane().is_some();
        let news = RaceNews { lanes: lanes.collect(), is_running };
        *self.post.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(news);
        (self.wake)();
    }

    fn news(&self, lane: usize) -> LaneNews {
        let (runner, failure) = (&self.lanes[lane], self.failures[lane].clone());
        let failure = failure.or_else(|| runner.refusal().map(String::from));
        let stopped = (self.leash == Leash::Stopped).then_some(End::Interrupted);
        let seconds = runner.searched().as_secs_f64();
        let Some(engine) = runner.engine() else {
            return LaneNews {
                seconds,
                end: stopped,
                has_one_length: self.has_one_length,
                failure,
                ..LaneNews::default()
            };
        };
        let finding = Finding::of(engine);
        LaneNews {
            rate: finding.counters.generated as f64 / seconds.max(1e-9),
            focus: engine.focus(),
            finding,
            seconds,
            end: runner.end().or(stopped),
            has_one_length: self.has_one_length,
            failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::workbench::entry::Entry;

    fn track(name: &str, entries: &[&str]) -> Track {
        let game = games::find("sliding").unwrap();
        let position = game.deal(name).unwrap();
        let plans = entries.iter().map(|entry| Entry::read(game, entry).unwrap().plan()).collect();
        Track::start(&*position, plans, None, Box::new(|| ()), None)
    }

    #[test]
    fn a_step_is_one_expansion_of_every_lane() {
        let track = track("4x4,moves=60..62:1", &["ida*+manhattan", "id+none"]);
        track.pause();
        track.wait_idle();
        let expanded = || track.news().lanes.iter().map(|lane| lane.finding.counters.expanded).collect::<Vec<_>>();
        let before = expanded();
        track.step(1);
        track.step(2);
        track.wait_idle();
        let after = expanded();
        assert!(before.iter().zip(&after).all(|(before, after)| before + 3 == *after), "{before:?} {after:?}");
        assert!(!track.news().is_running);
    }

    #[test]
    fn lanes_end_with_the_figures_of_separate_runs() {
        let entries = ["ida*+manhattan", "ida*+manhattan,linear-conflict"];
        let track = track("4x4,moves=30..35:1", &entries);
        track.wait_idle();
        let news = track.news();
        assert!(news.is_over() && !news.is_running);
        let game = games::find("sliding").unwrap();
        for (lane, entry) in news.lanes.iter().zip(entries) {
            let plan = Entry::read(game, entry).unwrap().plan();
            let mut engine = game.deal("4x4,moves=30..35:1").unwrap().engine(&plan).unwrap();
            engine.run(u64::MAX, None);
            assert_eq!(lane.finding.counters, engine.counters());
            assert_eq!(lane.row("x", 0).status, "solved");
        }
    }

    #[test]
    fn a_race_that_is_stopped_is_over_and_its_lanes_are_cut() {
        let track = track("4x4,moves=60..62:1", &["id+none", "ida*+none"]);
        track.stop();
        track.wait_idle();
        let news = track.news();
        assert!(news.is_over());
        assert!(news.lanes.iter().all(|lane| lane.row("x", 0).is_cut));
    }
}
