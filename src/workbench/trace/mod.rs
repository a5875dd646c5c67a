//! A search written down, event by event: JSON lines, a trace for Posthoc, a drawing for Graphviz.
//!
//! What is written is what the search tells (`search/trace.rs`), as it is told: nothing is kept but what the format
//! itself needs. Engines are deterministic, so what was not kept is found by running again.

mod ancestry;
mod board;
mod dot;
mod json;
mod posthoc;

use std::cell::Cell;
use std::io;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use ancestry::{Ancestry, line_to, run_while};
pub use board::Boards;
pub use dot::Dot;
pub use json::{JsonLines, write_event, write_node};
pub use posthoc::Posthoc;

use super::drive::{Driver, Run};
use super::finding::End;
use super::naming::Named;
use super::report::limit_name;
use crate::search::{Event, Node, NodeId, Observer, Plan, PlanError};

/// Which puzzle is searched, and how.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub named: &'a Named,
    pub plan: &'a Plan,
}

/// The part of a search that is written: expansions, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    expansions: RangeInclusive<u64>,
}

impl Window {
    pub fn new(from: Option<u64>, to: Option<u64>) -> Self {
        Window { expansions: from.unwrap_or(1)..=to.unwrap_or(u64::MAX) }
    }

    pub fn from(&self) -> u64 {
        *self.expansions.start()
    }

    pub fn to(&self) -> u64 {
        *self.expansions.end()
    }
}

/// How a trace ends.
pub struct Last {
    /// As `solve` calls it, or `stopped` where the window ended first, or `interrupted`.
    pub status: &'static str,
    /// Which limit was reached, where one was.
    pub limit: Option<&'static str>,
    pub nodes: u64,
    pub expanded: u64,
    /// The nodes that lead to the answer, root first.
    pub line: Vec<NodeId>,
}

/// Writes a trace in one format.
pub trait Scribe {
    fn begin(&mut self, subject: Subject<'_>) -> io::Result<()>;
    /// A node that was made before the part that is written; `on_path` where it leads to the part's first node.
    fn before(&mut self, node: &Node<'_>, on_path: bool);
    /// The part begins that is written.
    fn open(&mut self) -> io::Result<()>;
    fn event(&mut self, event: &Event<'_>) -> io::Result<()>;
    fn end(&mut self, last: &Last) -> io::Result<()>;
    /// Where the format has no room for another node: how many it has room for, in words.
    fn full(&self) -> Option<&'static str> {
        None
    }
}

/// Why a trace could not be written to its end.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// What came of writing a trace.
pub struct Written {
    pub last: Last,
    pub run: Run,
    /// The format had no room for more nodes: in words.
    pub full: Option<&'static str>,
}

/// Runs a search and writes it down.
pub fn write(
    subject: Subject<'_>,
    window: &Window,
    time: Option<Duration>,
    stop: &AtomicBool,
    scribe: &mut dyn Scribe,
) -> Result<Written, TraceError> {
    let position = &*subject.named.position;
    let path = match window.from() {
        1 => Vec::new(),
        from => ancestry::path_to_expansion(position, subject.plan, from, stop)?,
    };
    scribe.begin(subject)?;
    let halt = Cell::new(false);
    let mut recorder = Recorder::new(scribe, window, path, &halt);
    let driver = Driver { time, stop };
    let run = driver.solve_until(&|| halt.get(), position, subject.plan, Some(&mut recorder), &mut |_| ())?;
    let Recorder { nodes, expanded, error, state, solved, full, .. } = recorder;
    if let Some(error) = error {
        return Err(error.into());
    }
    let line = match solved {
        Some((_, line)) if run.finding.answer.is_some() => ancestry::completed(position, subject.plan, line, stop)?,
        _ => Vec::new(),
    };
    let (status, limit) = match (full, state) {
        (Some(_), _) => ("limit", Some("format")),
        (_, State::Over) => ("stopped", None),
        _ => status_of(&run),
    };
    let last = Last { status, limit, nodes, expanded, line };
    scribe.end(&last)?;
    Ok(Written { last, run, full })
}

fn status_of(run: &Run) -> (&'static str, Option<&'static str>) {
    match run.end {
        End::Solved => ("solved", None),
        End::Stopped(limit) => ("solved", Some(limit_name(limit))),
        End::Exhausted => ("unsolvable", None),
        End::Limit(limit) => ("limit", Some(limit_name(limit))),
        End::Interrupted if run.finding.answer.is_some() => ("solved", None),
        End::Interrupted => ("interrupted", None),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Open,
    Over,
}

/// Hands what a search tells to whoever writes it, within the window.
struct Recorder<'a> {
    scribe: &'a mut dyn Scribe,
    window: &'a Window,
    /// Leads to the first node of the window; ascending.
    path: Vec<NodeId>,
    state: State,
    nodes: u64,
    expanded: u64,
    ancestry: Ancestry,
    /// The first of the shortest solutions, and the end of the line that leads to it.
    solved: Option<(u64, Vec<NodeId>)>,
    error: Option<io::Error>,
    full: Option<&'static str>,
    halt: &'a Cell<bool>,
}

impl<'a> Recorder<'a> {
    fn new(scribe: &'a mut dyn Scribe, window: &'a Window, path: Vec<NodeId>, halt: &'a Cell<bool>) -> Self {
        let state = if window.from() == 1 { State::Open } else { State::Before };
        Recorder {
            scribe,
            window,
            path,
            state,
            nodes: 0,
            expanded: 0,
            ancestry: Ancestry::default(),
            solved: None,
            error: None,
            full: None,
            halt,
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.error = Some(error);
            self.close();
        }
    }

    fn close(&mut self) {
        self.state = State::Over;
        self.halt.set(true);
    }

    fn count(&mut self, event: &Event<'_>) {
        match *event {
            Event::Node(node) => {
                self.full = self.scribe.full();
                if self.full.is_some() {
                    return self.close();
                }
                self.nodes += 1;
                self.ancestry.add(&node);
            }
            Event::Expand { .. } if self.expanded >= self.window.to() => self.close(),
            Event::Expand { .. } => {
                self.expanded += 1;
                if self.state == State::Before && self.expanded == self.window.from() {
                    self.state = State::Open;
                    let opened = self.scribe.open();
                    self.note(opened);
                }
            }
            Event::Solution { id, length } if self.solved.as_ref().is_none_or(|(shortest, _)| length < *shortest) => {
                self.solved = Some((length, self.ancestry.line(id)));
            }
            _ => {}
        }
    }
}

impl Observer for Recorder<'_> {
    fn on(&mut self, event: &Event<'_>) {
        if self.state != State::Over {
            self.count(event);
        }
        match (self.state, event) {
            (State::Before, Event::Node(node)) => {
                self.scribe.before(node, self.path.binary_search(&node.id).is_ok());
            }
            (State::Open, event) => {
                let written = self.scribe.event(event);
                self.note(written);
            }
            _ => {}
        }
    }
}
