//! Keeps the tree of a run while somebody looks at it: a second engine of the same search tells it what the run has done.
//!
//! The run itself goes on unwatched, back and forth; the scribe follows it to the furthest place that it has reached.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::search::{Engine, Event, Focus, NodeId, Observer, Outcome};
use crate::workbench::pace::Pace;
use crate::workbench::timeline::Timeline;
use crate::workbench::tree::{Card, Fate, Find, Place, Step, Tree, TreeView};

/// While a search runs, so often a second is often enough.
const VIEW_EVERY: Duration = Duration::from_millis(50);

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
            missed: String::new(),
            probed: Probe::default(),
            view: Arc::default(),
            viewed: None,
        }
    }

    /// Whether there is more to read of a run that has come so far, and to its end or not.
    pub fn lags(&self, furthest: u64, has_ended: bool) -> bool {
        !self.is_over && (self.tree.expanded() < furthest || has_ended)
    }

    /// Reads on for a slice.
    pub fn read(&mut self, furthest: u64, has_ended: bool) {
        let left = furthest.saturating_sub(self.tree.expanded());
        let (engine, tree) = (&mut self.engine, &mut self.tree);
        let outcome = if left > 0 {
            self.pace.slice(|fuel| engine.run(fuel.min(left), Some(tree)))
        } else if has_ended {
            engine.run(1, Some(tree))
        } else {
            Outcome::MoreWork
        };
        self.is_over = outcome != Outcome::MoreWork;
    }

    pub fn obey(&mut self, wish: TreeWish, time: &Timeline) {
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
        match (found, wish) {
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

    /// The node at which the search stands.
    fn now(&self, time: &Timeline) -> Place {
        self.tree.locate(&time.engine().focus().path, time.expanded()).unwrap_or(Place::Node(0))
    }

    /// Looks at the tree anew, where that is due.
    pub fn look(&mut self, time: &mut Timeline, is_running: bool, has_ended: bool) {
        let now = Instant::now();
        if is_running && self.viewed.is_some_and(|viewed| now < viewed + VIEW_EVERY) {
            return;
        }
        self.viewed = Some(now);
        let (expanded, furthest) = (time.expanded(), time.furthest());
        let search = self.now(time);
        let mut view = self.tree.view(self.chosen.unwrap_or(search), search, expanded);
        if !is_running || self.chosen.is_some() {
            self.probe(time, &view.card);
            view.card.terms.clone_from(&self.probed.terms);
            view.card.why.clone_from(&self.probed.why);
            view.card.focus = self.probed.focus(&view.card.path);
        }
        view.follows = self.chosen.is_none();
        view.missed.clone_from(&self.missed);
        let behind = self.lags(furthest, has_ended) && self.tree.expanded() < furthest;
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
        if self.probed.is_of(card) {
            return;
        }
        self.probed = Probe {
            of: Some((id, card.settled_at)),
            waits_for_why: card.fate == Some(Fate::Dead),
            waits_for_focus: card.is_expanded || card.fate == Some(Fate::Solved),
            ..Probe::default()
        };
        self.probed.hear(time, card.made_at, card.made_at);
        if !self.probed.is_enough() {
            self.probed.hear(time, card.settled_at, card.settled_at.saturating_add(1));
        }
    }
}

/// What was told of one node.
#[derive(Default)]
struct Probe {
    of: Option<(NodeId, u64)>,
    waits_for_why: bool,
    waits_for_focus: bool,
    is_told: bool,
    parent: Option<NodeId>,
    terms: Vec<(&'static str, u64)>,
    why: String,
    /// The last solution that was told.
    solution: Option<NodeId>,
    /// How the search shows it where it stands at it, or at its parent; and where it stood last.
    own: Option<Focus>,
    above: Option<Focus>,
    stood: Option<(NodeId, Focus)>,
}

impl Probe {
    fn is_of(&self, card: &Card) -> bool {
        self.of.is_some() && self.of == card.id.map(|id| (id, card.settled_at))
    }

    /// Listens to the search from where so many expansions begin.
    fn hear(&mut self, time: &mut Timeline, from: u64, until: u64) {
        let mut engine = time.glance(from.saturating_sub(1));
        loop {
            self.stand(&*engine);
            let outcome = engine.run(1, Some(&mut *self));
            self.stand(&*engine);
            if self.is_enough() || outcome != Outcome::MoreWork || engine.counters().expanded > until {
                return;
            }
        }
    }

    fn is_enough(&self) -> bool {
        let has_why = !self.waits_for_why || !self.why.is_empty();
        self.is_told && has_why && (!self.waits_for_focus || self.own.is_some())
    }

    /// Looks where the search stands now.
    fn stand(&mut self, engine: &dyn Engine) {
        let Some((wanted, _)) = self.of.filter(|_| self.own.is_none()) else { return };
        if self.solution == Some(wanted) {
            self.own = solution(engine);
            return;
        }
        match engine.standing().node {
            Some(node) if node == wanted => self.own = Some(engine.focus()),
            Some(node) if self.above.is_none() => self.stood = Some((node, engine.focus())),
            _ => {}
        }
        self.take_above();
    }

    /// Where it stood may turn out to be the parent.
    fn take_above(&mut self) {
        if let Some((_, focus)) = self.stood.take_if(|(node, _)| self.is_told && self.parent == Some(*node)) {
            self.above = Some(focus);
        }
    }

    /// How the node of this path is shown, where that is not just the board to which its moves lead.
    fn focus(&self, path: &[String]) -> Option<Focus> {
        if let Some(own) = &self.own {
            return Some(own.clone());
        }
        let (above, (mv, before)) = (self.above.as_ref()?, path.split_last()?);
        if above.path == before {
            return None;
        }
        Some(Focus { path: [&above.path[..], std::slice::from_ref(mv)].concat(), ..above.clone() })
    }
}

impl Observer for Probe {
    fn on(&mut self, event: &Event<'_>) {
        let Some((wanted, _)) = self.of else { return };
        match event {
            Event::Node(node) if node.id == wanted => {
                (self.is_told, self.parent) = (true, node.parent);
                self.take_above();
                let terms = &mut self.terms;
                terms.clear();
                if let Some(tell) = node.terms {
                    tell(&mut |name, value| terms.push((name, value)));
                }
            }
            Event::Dead { id, why, .. } if *id == wanted => self.why = why.to_string(),
            Event::Solution { id, .. } => self.solution = Some(*id),
            _ => {}
        }
    }
}

/// The solution that a search has just met, where it keeps it.
fn solution(engine: &dyn Engine) -> Option<Focus> {
    let answer = engine.answer()?;
    let count = answer.solutions.unwrap_or(1).max(1);
    let path = match answer.all.len() as u64 {
        0 if count == 1 => answer.moves,
        listed if listed == count => answer.all.last()?.clone(),
        _ => return None,
    };
    Some(Focus { path, ..Focus::default() })
}
