//! `exact`: decides every position by matching the cards; the boards on the way are made at the end.

use std::fmt;

use super::deadlock;
use super::matching::{COUPLES, Match, Partial, Slots, Starved, high, low};
use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use crate::search::{
    Answer, Branch, Cell, Counters, Detail, Domain, Event, Focus, Kernel, Limit, Mark, MarkKind, NoObserver, Node,
    NodeId, Observer, Outcome, Plan, Refutation, Rules, Standing, Strategy, Toggle,
};

pub const STRATEGY: Strategy = Strategy {
    name: "exact",
    about: "matches the cards so that no circle of waiting is left; decides every position, with a proof",
    toggles: &[
        Toggle::on("common", "a card waits for whatever all its possible partners wait for"),
        Toggle::on("weights", "chooses cards that led to failures first"),
        Toggle::on("restart", "begins again after a few failures, with what was learned"),
    ],
    anytime: false,
    weight: None,
};

/// Failures that each attempt may meet; the last attempt goes on to the end.
const QUICK_FAILURES: u64 = 8;
const FIRM_FAILURES: u64 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// Without `common`: most deals that can be won are won here.
    Quick,
    Firm,
    Last,
}

/// A match that is being tried, and the node without it.
#[derive(Clone)]
struct Frame {
    from: Here,
    tried: Match,
}

/// A node and how many decisions lead to it. Where a match failed, that its cards are not matched is one of them.
#[derive(Clone, Copy, Default)]
struct Here {
    id: NodeId,
    depth: u32,
}

/// A decision: column and rank of two cards that are matched, or that are not. It is no move, since the cards may lie
/// under others. `{:#}` tells cards of one rank in a column apart: `1:11(2)` is the second 11 from the head.
struct Decision<'a> {
    rules: &'a Fourteen,
    slots: &'a Slots,
    tried: Match,
    is_matched: bool,
}

impl fmt::Display for Decision<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = columns(self.rules, self.slots, self.tried);
        let [one, other] = self.tried.slots().map(Slots::rank);
        let not = if self.is_matched { "" } else { "not " };
        let places = self.tried.slots().map(|slot| place_among_equals(self.rules, self.slots, slot));
        let [first, second] = places.map(|place| match place {
            Some(place) if f.alternate() => format!("({place})"),
            _ => String::new(),
        });
        write!(f, "{not}{}:{one}{first}-{}:{other}{second}", columns[0], columns[1])
    }
}

/// The search tree is binary: a node is a partial matching with everything that follows from it, its children are
/// "these two cards are matched" and, if that fails, "they are not". `nodes` counts the root, and each child when it
/// is made; one unit of fuel is one node whose first child is made.
#[derive(Clone)]
pub struct Exact {
    rules: Fourteen,
    start: State,
    slots: Slots,
    /// The partial matchings from the root to the current node: one more than there are frames.
    partials: Vec<Partial>,
    frames: Vec<Frame>,
    here: Here,
    /// Whether an observer was told of the root.
    begun: bool,
    attempt: Attempt,
    common: bool,
    use_weights: bool,
    weights: [u32; 52],
    limit_nodes: u64,
    generated: u64,
    expanded: u64,
    deepest: u32,
    failures: u64,
    stop_at: u64,
    backtracks: u64,
    forced: u64,
    restarts: u64,
    outcome: Outcome,
}

impl fmt::Display for Starved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&deadlock::starved(self.0))
    }
}

impl Exact {
    pub fn new(rules: &Fourteen, start: State, plan: &Plan) -> Self {
        let (slots, root) = Partial::new(rules, &start);
        let restart = plan.is_on("restart");
        let mut engine = Exact {
            rules: rules.clone(),
            start,
            slots,
            partials: Vec::new(),
            frames: Vec::new(),
            here: Here::default(),
            begun: false,
            attempt: if restart { Attempt::Quick } else { Attempt::Last },
            common: plan.is_on("common"),
            use_weights: plan.is_on("weights"),
            weights: [0; 52],
            limit_nodes: plan.nodes.unwrap_or(u64::MAX),
            generated: 1,
            expanded: 0,
            deepest: 0,
            failures: 0,
            stop_at: if restart { QUICK_FAILURES } else { u64::MAX },
            backtracks: 0,
            forced: 0,
            restarts: 0,
            outcome: Outcome::MoreWork,
        };
        engine.partials.reserve_exact(engine.most_partials());
        engine.partials.push(root);
        if slots.unequal().is_some() {
            engine.outcome = Outcome::Exhausted;
        } else if plan.max_moves.is_some_and(|most| most < rules.cards_left(&start) as u64 / 2) {
            engine.outcome = Outcome::Limit(Limit::Depth);
        }
        engine
    }

    /// Deep enough for any search: a match that is tried settles two cards.
    fn most_partials(&self) -> usize {
        self.rules.cards_left(&self.start) / 2 + 1
    }

    fn uses_common(&self) -> bool {
        self.common && self.attempt != Attempt::Quick
    }

    fn partial(&self) -> &Partial {
        self.partials.last().expect("the root is always there")
    }

    fn partial_mut(&mut self) -> &mut Partial {
        self.partials.last_mut().expect("the root is always there")
    }

    /// Draws everything that follows at the root.
    fn begin(&mut self) -> Result<(), Starved> {
        let common = self.uses_common();
        self.forced += u64::from(self.partial_mut().settle(common)?);
        Ok(())
    }

    fn choose(&self) -> Match {
        let chosen = match self.attempt {
            Attempt::Quick => self.partial().tightest(),
            _ => self.partial().weightiest(&self.weights),
        };
        chosen.expect("an incomplete matching has an open card")
    }

    fn follow(&mut self) -> Result<(), Starved> {
        let common = self.uses_common();
        self.forced += u64::from(self.partial_mut().propagate(common)?);
        Ok(())
    }

    /// One node: chooses a match and makes its children, the second where the first fails at once, and goes back as
    /// far as needed.
    fn step<O: Observer>(&mut self, watch: &mut O) -> Outcome {
        let at = self.frames.len();
        self.expanded += 1;
        watch.on(&Event::Expand { id: self.here.id, depth: self.here.depth });
        if self.expanded == 1 {
            if let Err(starved) = self.begin() {
                watch.on(&Event::Dead { id: 0, depth: 0, why: &starved });
                return Outcome::Exhausted;
            }
            if self.partial().is_complete() {
                return self.found(watch);
            }
        }
        let tried = self.choose();
        self.frames.push(Frame { from: self.here, tried });
        self.partials.extend_from_within(at..);
        self.deepest = self.deepest.max(at as u32 + 1);
        self.make_child(self.here, tried, true, watch);
        if let Err(starved) = self.partial_mut().take(tried).and_then(|()| self.follow())
            && !self.go_back(starved, watch)
        {
            return Outcome::Exhausted;
        }
        if !self.partial().is_complete() && self.failures >= self.stop_at && !self.restart(watch) {
            return Outcome::Exhausted;
        }
        match () {
            () if self.partial().is_complete() => self.found(watch),
            () if self.generated >= self.limit_nodes => Outcome::Limit(Limit::Nodes),
            () => Outcome::MoreWork,
        }
    }

    /// Makes the child of a node in which these two cards are matched, or are not.
    fn make_child<O: Observer>(&mut self, parent: Here, tried: Match, is_matched: bool, watch: &mut O) {
        self.here = Here { id: self.generated, depth: parent.depth + 1 };
        self.generated += 1;
        let decision = Decision { rules: &self.rules, slots: &self.slots, tried, is_matched };
        watch.on(&Event::Node(Node::child(self.here.id, parent.id, &decision, self.here.depth)));
    }

    fn found<O: Observer>(&self, watch: &mut O) -> Outcome {
        watch.on(&Event::Solution { id: self.here.id, length: self.rules.cards_left(&self.start) as u64 / 2 });
        Outcome::Solved
    }

    /// Makes second children until one holds; false where none is left.
    fn go_back<O: Observer>(&mut self, mut starved: Starved, watch: &mut O) -> bool {
        loop {
            let Here { id, depth } = self.here;
            watch.on(&Event::Dead { id, depth, why: &starved });
            let Some(Frame { from, tried }) = self.frames.pop() else { return false };
            self.partials.pop();
            self.blame(tried, starved);
            self.backtracks += 1;
            watch.on(&Event::Leave { id, depth });
            self.make_child(from, tried, false, watch);
            match self.partial_mut().forbid(tried).and_then(|()| self.follow()) {
                Ok(()) => return true,
                Err(next) => starved = next,
            }
        }
    }

    /// The cards of a failed match, and of the couple that ran dry, are better decided early.
    fn blame(&mut self, tried: Match, starved: Starved) {
        self.failures += 1;
        if self.use_weights && self.attempt != Attempt::Quick {
            for slot in tried.slots() {
                self.weights[slot] += 2;
            }
            for i in 0..4 {
                self.weights[low(starved.0) + i] += 1;
                self.weights[high(starved.0) + i] += 1;
            }
        }
    }

    /// The next attempt from the root; false where the root itself is refuted.
    fn restart<O: Observer>(&mut self, watch: &mut O) -> bool {
        self.restarts += 1;
        self.frames.clear();
        self.partials.truncate(1);
        self.here = Here::default();
        (self.attempt, self.stop_at) = match self.attempt {
            Attempt::Quick => (Attempt::Firm, self.failures + FIRM_FAILURES),
            _ => (Attempt::Last, u64::MAX),
        };
        watch.on(&Event::Note { text: &"begins again" });
        match self.follow() {
            Ok(()) => true,
            Err(starved) => {
                watch.on(&Event::Dead { id: 0, depth: 0, why: &starved });
                false
            }
        }
    }

    /// Tells of the root, and of what is known of it without any search.
    #[cold]
    fn tell_root<O: Observer>(&self, watch: &mut O) {
        watch.on(&Event::Node(Node::root()));
        if self.outcome == Outcome::Exhausted
            && let Some(deadlock) = deadlock::quick_story(&self.rules, &self.start)
        {
            watch.on(&Event::Dead { id: 0, depth: 0, why: &deadlock.story });
        }
    }

    /// The matched pairs in an order in which they can be taken: from left to right, each column as far as it goes.
    fn moves(&self) -> Vec<Pair> {
        let mut partner = [usize::MAX; 52];
        for [a, b] in self.partial().pairs(&self.slots) {
            if let (Some(a), Some(b)) = (self.slots.card(a), self.slots.card(b)) {
                partner[a] = b;
                partner[b] = a;
            }
        }
        let mut state = self.start;
        let mut column_of = [0; 52];
        for column in 0..COLUMNS {
            column_of[self.rules.left(&state, column)].fill(column);
        }
        let mut heads: [Option<usize>; COLUMNS] = std::array::from_fn(|c| self.rules.head(&state, c));
        let pairs = self.rules.cards_left(&state) / 2;
        let mut moves = Vec::with_capacity(pairs);
        while moves.len() < pairs {
            let before = moves.len();
            for column in 0..COLUMNS {
                while let Some(partner) = heads[column].map(|card| partner[card]) {
                    let other = column_of[partner];
                    if heads[other] != Some(partner) {
                        break;
                    }
                    let pair = Pair::new(column, other);
                    self.rules.apply(&mut state, &pair);
                    moves.push(pair);
                    heads[column] = self.rules.head(&state, column);
                    heads[other] = self.rules.head(&state, other);
                }
            }
            assert!(moves.len() > before, "a matching without a circle can be played");
        }
        moves
    }

    fn words(&self, chosen: Match) -> String {
        let name = |slot: usize| {
            let column = self.slots.card(slot).map_or(0, |card| self.rules.column_of(card) + 1);
            let place = match place_among_equals(&self.rules, &self.slots, slot) {
                Some(1) => "the 1st ",
                Some(2) => "the 2nd ",
                Some(3) => "the 3rd ",
                Some(_) => "the 4th ",
                None => "",
            };
            format!("{place}{} of column {column}", Slots::rank(slot))
        };
        let [a, b] = chosen.slots();
        format!("{} with {}", name(a), name(b))
    }
}

impl Kernel for Exact {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if !std::mem::replace(&mut self.begun, true) && watch.listens() {
            self.tell_root(watch);
        }
        for _ in 0..fuel {
            if self.outcome != Outcome::MoreWork {
                break;
            }
            self.outcome = self.step(watch);
        }
        self.outcome
    }

    fn shows_moves(&self) -> bool {
        false
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            depth: self.frames.len() as u32,
            deepest: self.deepest,
            dead: self.failures,
            backtracks: self.backtracks,
            memory: size_of::<Exact>() + self.most_partials() * size_of::<Partial>(),
            more: vec![("only pair left", self.forced), ("restarts", self.restarts)],
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        // Every solution takes all cards, so each is as short as any other.
        let moves = || self.moves().into_iter().map(Pair::text).collect();
        (self.outcome == Outcome::Solved).then(|| Answer { moves: moves(), optimal: true, ..Answer::default() })
    }

    fn refutation(&self) -> Option<Refutation> {
        let story = deadlock::quick_story(&self.rules, &self.start);
        let (reason, marks) = story.map_or_else(
            || {
                (
                    format!(
                        "every way to pair the cards closes a circle (partial pairings refuted: {})",
                        self.generated
                    ),
                    vec![],
                )
            },
            |story| (story.story, story.marks),
        );
        Some(Refutation { reason, certificate: None, marks })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.rules.cards_left(&self.start) as u64 / 2)
    }

    fn focus(&self) -> Focus {
        let mut marks = Vec::new();
        for card in self.partial().pairs(&self.slots).flatten().filter_map(|slot| self.slots.card(slot)) {
            marks.push(Mark::new(card as Cell, MarkKind::Settled));
        }
        let tried = self.frames.last().map(|frame| frame.tried);
        for card in tried.into_iter().flat_map(Match::slots).filter_map(|slot| self.slots.card(slot)) {
            marks.retain(|mark| mark.cell != card as Cell);
            marks.push(Mark::new(card as Cell, MarkKind::Choice));
        }
        let pairs =
            format!("{} of {} pairs", self.partial().matched(&self.slots) / 2, self.rules.cards_left(&self.start) / 2);
        let note = match (self.outcome, tried) {
            (Outcome::Solved, _) => format!("{pairs} matched, no circle left: won"),
            (Outcome::Exhausted, _) => "every way to pair the cards closes a circle".to_string(),
            (_, Some(tried)) => format!("tries {}; {pairs} matched", self.words(tried)),
            (_, None) => format!("{pairs} matched without any choice"),
        };
        Focus { path: Vec::new(), marks, note }
    }

    fn standing(&self) -> Standing {
        let rule = "It decides the card that is hardest to match: 4:3-6:11 pairs the 3 of column 4 with the 11 of column 6, and (2) is \
                    the second such card from the head; the pair is tried first, then not that pair";
        let words =
            |tried, is_matched| format!("{:#}", Decision { rules: &self.rules, slots: &self.slots, tried, is_matched });
        let choices = self.frames.iter().rev().map(|frame| Branch {
            depth: frame.from.depth + 1,
            tried: vec![words(frame.tried, true)],
            left: vec![words(frame.tried, false)],
        });
        let domains = self.partial().smallest(|couple, matchings| {
            Domain::new(
                format_args!("{couple} with {}", SUM - couple),
                crate::search::count(matchings.into(), "matching", "matchings"),
                matchings,
            )
        });
        Standing { stack: Branch::few(choices), domains, ..Standing::at(self.here.id, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        let attempt = match self.attempt {
            Attempt::Quick => "try 1 of 3, few nodes",
            Attempt::Firm => "try 2 of 3, more nodes",
            Attempt::Last => "try 3 of 3, to the end",
        };
        let tried = self.frames.iter().rev().take(6).map(|frame| {
            let couple = frame.tried.couple + 1;
            let [one, other] = columns(&self.rules, &self.slots, frame.tried);
            Detail::Line(format!("{couple} with {}: cols {one} {other}", SUM - couple))
        });
        [Detail::line(attempt)].into_iter().chain(tried).collect()
    }
}

/// Which of the cards of its rank in its column a card is, from the head, where there are several.
fn place_among_equals(rules: &Fourteen, slots: &Slots, slot: usize) -> Option<usize> {
    let card = slots.card(slot)?;
    let of_rank = slot / 4 * 4..slot / 4 * 4 + 4;
    let beside = of_rank.filter_map(|other| slots.card(other)).filter(|&o| rules.column_of(o) == rules.column_of(card));
    let equals: Vec<usize> = beside.collect();
    (equals.len() > 1).then(|| equals.iter().filter(|&&other| other <= card).count())
}

/// The columns of two cards, from 1.
fn columns(rules: &Fourteen, slots: &Slots, chosen: Match) -> [usize; 2] {
    chosen.slots().map(|slot| slots.card(slot).map_or(0, |card| rules.column_of(card) + 1))
}

/// Whether a position can be won, looking only at the couples of ranks in the set `couples`; unknown after `nodes`
/// nodes.
pub fn is_winnable(rules: &Fourteen, state: &State, couples: u32, nodes: u64) -> Option<bool> {
    let mut plan = Plan::new(&super::STRATEGIES[0]);
    plan.nodes = Some(nodes);
    let mut engine = Exact::new(rules, *state, &plan);
    if couples != (1 << COUPLES) - 1 {
        engine.partial_mut().keep_only(couples);
    }
    match engine.work(u64::MAX, &mut NoObserver) {
        Outcome::Solved => Some(true),
        Outcome::Exhausted => Some(false),
        _ => None,
    }
}
