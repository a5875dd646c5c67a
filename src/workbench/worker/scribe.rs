//! Keeps the tree of a run while somebody looks at it: a second engine of the same search tells it what the run has done.
//!
//! The run itself goes on unwatched, back and forth; the scribe follows it to the furthest place that it has reached.

use std::cmp::Ordering;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::probe::Probe;
use crate::search::{Counters, Engine, NodeId, Outcome};
use crate::workbench::pace::Pace;
use crate::workbench::timeline::Timeline;
use crate::workbench::tree::{Card, Fate, Find, Place, Standing, Step, Tree, TreeView};

/// While a search runs, so often a second is often enough.
const VIEW_EVERY: Duration = Duration::from_millis(50);

/// So long it reads at a time.
const SLICE: Duration = Duration::from_millis(8);

/// How far a run has come: by expansions, by what it told of nodes, and whether it is over.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub expanded: u64,
    pub told: u64,
    pub has_ended: bool,
}

/// What only grows while a search tells of its nodes: it may tell of dead ends and cuts long after an expansion.
pub(super) fn told(counters: &Counters) -> u64 {
    let cuts: u64 = counters.cuts.iter().map(|(_, count)| count).sum();
    counters.generated + counters.dead + counters.backtracks + cuts
}

/// What is asked of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeWish {
    /// With so many bytes at most.
    Open(usize),
    Close,
    Step(Step),
    Choose(Place),
    /// The chosen place follows the search, or stays.
    Follow,
    Mark,
    NextMark,
    Find(Find),
}

pub(super) struct Scribe {
    engine: Box<dyn Engine>,
    tree: Tree,
    pace: Pace,
    is_over: bool,
    /// None follows the search.
    chosen: Option<Place>,
    /// What the search was told to run to, where it stands just behind it.
    met: Option<NodeId>,
    missed: String,
    probed: Probe,
    view: Arc<TreeView>,
    viewed: Option<Instant>,
}

impl Scribe {
    /// From an engine that has not run yet.
    pub fn new(engine: Box<dyn Engine>, memory: usize) -> Self {
        Scribe {
            engine,
            tree: Tree::new(memory),
            pace: Pace::attentive(None),
            is_over: false,
            chosen: None,
            met: None,
            missed: String::new(),
            probed: Probe::default(),
            view: Arc::default(),
            viewed: None,
        }
    }

    /// Whether there is more to read of a run that has come so far.
    pub fn lags(&self, run: Reach) -> bool {
        !self.is_over
            && match self.tree.expanded().cmp(&run.expanded) {
                Ordering::Less => true,
                Ordering::Equal => run.has_ended || told(&self.engine.counters()) < run.told,
                Ordering::Greater => run.has_ended,
            }
    }

    /// Reads on for a slice.
    pub fn read(&mut self, run: Reach) {
        let left = run.expanded.saturating_sub(self.tree.expanded());
        if left > 0 {
            let (engine, tree) = (&mut self.engine, &mut self.tree);
            let outcome = self.pace.slice(|fuel| engine.run(fuel.min(left), Some(tree)));
            self.is_over = outcome != Outcome::MoreWork;
            return;
        }
        let end = Instant::now() + SLICE;
        while self.lags(run) && Instant::now() < end {
            self.is_over = self.engine.run(1, Some(&mut self.tree)) != Outcome::MoreWork;
        }
    }

    /// While the student is asked what comes next, nobody comes to what was made later.
    pub fn obey(&mut self, wish: TreeWish, time: &Timeline, is_asked: bool) {
        self.missed.clear();
        self.viewed = None;
        let here = self.chosen.unwrap_or_else(|| self.now(time));
        let found = match wish {
            TreeWish::Open(_) | TreeWish::Close => return,
            TreeWish::Follow => {
                self.chosen = if self.chosen.is_some() { None } else { Some(here) };
                return;
            }
            TreeWish::Mark => {
                if let Place::Node(id) = here {
                    self.tree.mark(id);
                    self.chosen = Some(here);
                }
                return;
            }
            TreeWish::Choose(place) => Some(place),
            // A step that leads nowhere stays where it is.
            TreeWish::Step(step) => Some(self.tree.step(here, step).unwrap_or(here)),
            TreeWish::NextMark => self.tree.next_mark(here),
            TreeWish::Find(find) => self.tree.seek(here, find),
        };
        let is_hidden = |place: &Place| is_asked && self.tree.is_later(*place, time.expanded());
        match (found.filter(|place| !is_hidden(place)), wish) {
            (None, TreeWish::Step(_) | TreeWish::Choose(_)) => {}
            (Some(place), _) => {
                self.tree.choose(place);
                self.chosen = Some(place);
            }
            (None, TreeWish::Find(Find { what, back })) => {
                let side = if back { "before" } else { "behind" };
                self.missed = format!("No {} {side} this node in the tree.", what.words());
            }
            (None, _) => self.missed = "No bookmark is set: a sets one.".into(),
        }
    }

    /// The node at which the search stands, or what it has just met.
    fn now(&self, time: &Timeline) -> Place {
        if let Some(met) = self.met {
            return Place::Node(met);
        }
        // Where it knows its node it need not stand where its last expansion was.
        let standing = time.engine().standing().node.filter(|&node| self.tree.has(node));
        if let Some(node) = standing {
            return Place::Node(node);
        }
        self.tree.locate(&time.engine().focus().path, time.expanded()).unwrap_or(Place::Node(0))
    }

    /// Looks at the tree anew, where that is due.
    pub fn look(&mut self, time: &mut Timeline, met: Option<NodeId>, is_running: bool, is_asked: bool) {
        self.met = met.filter(|&met| self.tree.has(met));
        let now = Instant::now();
        if is_running && self.viewed.is_some_and(|viewed| now < viewed + VIEW_EVERY) {
            return;
        }
        self.viewed = Some(now);
        let (expanded, furthest) = (time.expanded(), time.furthest());
        let search = self.now(time);
        self.chosen = self.chosen.filter(|&place| !(is_asked && self.tree.is_later(place, expanded)));
        let mut view = self.tree.view(self.chosen.unwrap_or(search), search, expanded);
        if !is_running || self.chosen.is_some() {
            self.probe(time, &view.card);
            view.card.terms.clone_from(&self.probed.terms);
            view.card.why.clone_from(&self.probed.why);
            view.card.focus = self.probed.focus(&view.card.path);
        }
        view.follows = self.chosen.is_none();
        view.missed.clone_from(&self.missed);
        let behind = !self.is_over && self.tree.expanded() < furthest;
        if behind {
            // Where the search stands now is not read yet.
            for row in view.rows.iter_mut().filter(|row| row.standing == Standing::Now) {
                row.standing = Standing::LeadsThere;
            }
        }
        view.reading = behind.then(|| self.tree.expanded() as f64 / furthest.max(1) as f64);
        self.view = Arc::new(view);
    }

    pub fn view(&self) -> Arc<TreeView> {
        Arc::clone(&self.view)
    }

    /// Hears once more what was told of a node: the words and terms of a million nodes are not kept.
    fn probe(&mut self, time: &mut Timeline, card: &Card) {
        let Some(id) = card.id else {
            self.probed = Probe::default();
            return;
        };
        let fate_at = if card.fate == Some(Fate::Dead) { card.done_at } else { card.settled_at };
        if self.probed.is_of((id, fate_at)) {
            return;
        }
        let waits_for_focus = card.is_expanded || card.fate == Some(Fate::Solved);
        self.probed = Probe::of((id, fate_at), card.fate == Some(Fate::Dead), waits_for_focus);
        self.probed.hear(time, card.made_at, card.made_at);
        if !self.probed.is_enough() {
            self.probed.hear(time, card.settled_at, card.settled_at.saturating_add(1));
        }
        if !self.probed.is_enough() && card.done_at > card.settled_at {
            self.probed.hear(time, card.done_at, card.done_at.saturating_add(1));
        }
    }
}
