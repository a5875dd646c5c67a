//! What every engine is held to, for the tests of games: call [`check`] for each strategy and each of its toggles.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

use super::{Engine, Event, Node, NodeId, Observer, Outcome, Plan, Strategy};

/// The strategy as it comes, and with each of its toggles switched.
pub fn plans(strategy: &'static Strategy) -> impl Iterator<Item = Plan> {
    let plain = Plan::new(strategy);
    let switched = strategy.toggles.iter().map(move |toggle| Plan::new(strategy).with(toggle.name, !toggle.default));
    std::iter::once(plain).chain(switched)
}

/// Holds the engines that `start` makes to the laws, for `fuel` units of work:
///
/// - who is watched counts, ends and answers like who is not;
/// - the trace is whole, see `search/trace.rs`, and the same whether it was told at once or in slices;
/// - `run(a); run(b)` is `run(a + b)`;
/// - `run(1)` expands one node at most, and ends with more to do only where the fuel is spent;
/// - run leg by leg it comes to the same, and makes no nodes but the root while it makes tables;
/// - a fork goes on as the original does;
/// - what is over stays over.
///
/// # Panics
///
/// Where one is broken; the message begins with `name`.
pub fn check(name: &str, start: &dyn Fn() -> Box<dyn Engine>, fuel: u64) {
    let mut plain = start();
    let outcome = plain.run(fuel, None);
    let portrait = portrait(&*plain);

    let (mut watched, mut ledger) = (start(), Ledger::default());
    assert_eq!(watched.run(fuel, Some(&mut ledger)), outcome, "{name}: watched, it ends differently");
    assert_eq!(self::portrait(&*watched), portrait, "{name}: watched, it differs");
    ledger.close(name, &*watched);

    check_slices(name, start, fuel, (outcome, &portrait), &ledger);
    check_units(name, &mut *start());
    check_legs(name, &mut *start(), (outcome, &portrait));
    if outcome != Outcome::MoreWork {
        assert_eq!(plain.run(5, None), outcome, "{name}: what is over goes on");
        assert_eq!(self::portrait(&*plain), portrait, "{name}: what is over changes");
    }
}

/// Everything one can see of an engine, as text.
pub fn portrait(engine: &dyn Engine) -> String {
    let (counters, answer, focus) = (engine.counters(), engine.answer(), engine.focus());
    let (bound, measure, reason) = (engine.lower_bound(), engine.measure(), engine.refutation());
    let (details, standing) = (engine.details(), engine.standing());
    format!("{counters:?} {answer:?} {bound:?} {measure:?} {reason:?} {details:?} {focus:?} {standing:?}")
}

/// Slices of odd lengths, each by the engine and by a fork of it.
fn check_slices(
    name: &str,
    start: &dyn Fn() -> Box<dyn Engine>,
    fuel: u64,
    (whole, portrait): (Outcome, &str),
    told: &Ledger,
) {
    let (mut engine, mut ledger) = (start(), Ledger::default());
    let (mut left, mut last, mut dice) = (fuel, Outcome::MoreWork, 1_u64);
    while left > 0 && last == Outcome::MoreWork {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Mostly short, now and then long.
        let slice = ((dice >> 33) % (1 << (1 + (dice >> 59) % 14))).min(left);
        let mut fork = engine.fork();
        last = engine.run(slice, Some(&mut ledger));
        left -= slice;
        assert_eq!(fork.run(slice, None), last, "{name}: a fork ends differently after {} units", fuel - left);
        assert_eq!(self::portrait(&*fork), self::portrait(&*engine), "{name}: a fork differs");
        if slice % 3 == 0 {
            engine = fork;
        }
    }
    assert_eq!(last, whole, "{name}: in slices, it ends differently");
    assert_eq!(self::portrait(&*engine), portrait, "{name}: in slices, it differs");
    assert_eq!(ledger.digest, told.digest, "{name}: in slices, it tells something else");
}

fn check_units(name: &str, engine: &mut dyn Engine) {
    let mut before = engine.counters().expanded;
    for unit in 1..=200 {
        let outcome = engine.run(1, None);
        let now = engine.counters().expanded;
        assert!(now <= before + 1, "{name}: unit {unit} expands {} nodes", now - before);
        before = now;
        if outcome != Outcome::MoreWork {
            break;
        }
    }
}

/// Leg by leg to the end, where a run came to its end.
fn check_legs(name: &str, engine: &mut dyn Engine, (whole, portrait): (Outcome, &str)) {
    let mut outcome = Outcome::MoreWork;
    while whole != Outcome::MoreWork && outcome == Outcome::MoreWork {
        let (prepares, before) = (engine.is_preparing(), engine.counters());
        outcome = engine.run_leg(64, None);
        if prepares {
            let now = engine.counters();
            // The root is there with the search.
            let made = now.generated - before.generated.max(1).min(now.generated);
            assert_eq!((made, now.expanded), (0, before.expanded), "{name}: nodes made while tables are made");
        }
    }
    if whole != Outcome::MoreWork {
        assert_eq!(outcome, whole, "{name}: leg by leg, it ends differently");
        assert_eq!(self::portrait(engine), portrait, "{name}: leg by leg, it differs");
    }
}

/// Keeps what a search tells, and the first thing in it that does not fit.
#[derive(Default)]
pub struct Ledger {
    /// By number: how deep each node lies.
    depths: Vec<u32>,
    expanded: u64,
    cuts: BTreeMap<&'static str, u64>,
    has_bound: bool,
    digest: u64,
    wrong: Option<String>,
}

impl Ledger {
    /// Holds what was told against what the engine counts.
    ///
    /// # Panics
    ///
    /// Where they differ, or something told did not fit.
    pub fn close(&self, name: &str, engine: &dyn Engine) {
        assert!(self.wrong.is_none(), "{name}: {}", self.wrong.as_deref().unwrap_or_default());
        assert!(!self.has_bound || engine.raises_bound(), "{name}: a bound told by who raises none");
        let counters = engine.counters();
        assert_eq!(self.depths.len() as u64, counters.generated, "{name}: nodes told and generated");
        assert_eq!(self.expanded, counters.expanded, "{name}: expansions told and counted");
        let counted: BTreeMap<_, _> = counters.cuts.into_iter().filter(|&(_, n)| n > 0).collect();
        assert_eq!(self.cuts, counted, "{name}: cuts told and counted");
    }

    /// A number that stands for all that was told, in its order.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    fn check(&mut self, fits: bool, what: impl FnOnce() -> String) {
        if !fits && self.wrong.is_none() {
            self.wrong = Some(what());
        }
    }

    fn check_known(&mut self, id: NodeId, what: &str) {
        self.check(id < self.depths.len() as u64, || format!("{what} {id}, which was not made"));
    }

    fn check_depth(&mut self, id: NodeId, depth: u32, what: &str) {
        let made = self.depths.get(id as usize).copied();
        self.check(made == Some(depth), || format!("{what} {id} at depth {depth}, made at {made:?}"));
    }

    fn node(&mut self, node: &Node<'_>) {
        let (id, depth) = (node.id, node.depth);
        self.check(id == self.depths.len() as u64, || format!("node {id} out of turn"));
        match (node.parent, node.mv) {
            (None, None) => self.check(id == 0 && depth == 0, || format!("node {id} without a parent")),
            (Some(parent), Some(mv)) => {
                let above = self.depths.get(parent as usize).copied();
                let fits = parent < id && above.is_some_and(|above| above < depth);
                self.check(fits, || format!("node {id} at depth {depth} under {parent} at {above:?}"));
                self.check(!mv.to_string().is_empty(), || format!("node {id} by a move without words"));
            }
            _ => self.check(false, || format!("node {id} with a parent or a move, but not both")),
        }
        self.depths.push(depth);
    }
}

impl Observer for Ledger {
    fn on(&mut self, event: &Event<'_>) {
        let mut hasher = FxHasher::default();
        (self.digest, words(event)).hash(&mut hasher);
        self.digest = hasher.finish();
        match *event {
            Event::Node(node) => self.node(&node),
            Event::Expand { id, depth } => {
                self.expanded += 1;
                self.check_depth(id, depth, "expands");
            }
            Event::Cut { id, by } => {
                *self.cuts.entry(by).or_default() += 1;
                self.check_known(id, "cuts");
            }
            Event::Skip { parent, by } => {
                *self.cuts.entry(by).or_default() += 1;
                self.check_known(parent, "skips a child of");
            }
            Event::Seen { id } => self.check_known(id, "has seen"),
            Event::Dead { id, depth, why } => {
                self.check_depth(id, depth, "calls dead");
                self.check(!why.to_string().is_empty(), || format!("no reason why {id} is dead"));
            }
            Event::Leave { id, depth } => self.check_depth(id, depth, "leaves"),
            Event::Solution { id, .. } => self.check_known(id, "solves at"),
            Event::Bound { .. } => self.has_bound = true,
            Event::Note { .. } => {}
        }
    }
}

fn words(event: &Event<'_>) -> String {
    match *event {
        Event::Node(Node { id, parent, mv, depth, h, f, terms }) => {
            let mut text = format!("node {id} {parent:?} {depth} {h:?} {f:?} ");
            if let Some(mv) = mv {
                let _ = write!(text, "{mv} ");
            }
            if let Some(terms) = terms {
                terms(&mut |name, value| {
                    let _ = write!(text, "{name} {value} ");
                });
            }
            text
        }
        Event::Expand { id, depth } => format!("expand {id} {depth}"),
        Event::Cut { id, by } => format!("cut {id} {by}"),
        Event::Skip { parent, by } => format!("skip {parent} {by}"),
        Event::Seen { id } => format!("seen {id}"),
        Event::Dead { id, depth, why } => format!("dead {id} {depth} {why}"),
        Event::Leave { id, depth } => format!("leave {id} {depth}"),
        Event::Bound { bound } => format!("bound {bound}"),
        Event::Solution { id, length } => format!("solution {id} {length}"),
        Event::Note { text } => format!("note {text}"),
    }
}
