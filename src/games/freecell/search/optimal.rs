//! `optimal`: A* in single-card moves, with a proof.
//!
//! The estimate counts a move for each card that is not home, and one more for each card over a lower card of its
//! suit. One move lowers it by at most one, so a position is settled when its turn comes. Safe moves home are made at
//! once: each is a move that every solution makes, and making it early takes nothing away.
//!
//! What is proven is the number of cards moved. A list that carries runs can have fewer moves, and more cards.

use std::sync::Arc;

use super::field::Field;
use super::hunt::Limits;
use super::judge::{Sums, moves_made, try_step};
use super::line::Scribe;
use super::orders::Orders;
use super::packed::{Deal, Key};
use super::solve::answer;
use super::steps::{Step, Steps, keep_only_safe};
use super::store::{Met, Node, Store};
use super::tell::{Child, MET_BEFORE, Parent, tell_met};
use super::width::Width;
use crate::games::freecell::rules::{Board, FreeCell};
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Iteration, Kernel, Limit, Measure, NAMED, Node as Told, Observer, Outcome,
    Plan, Queue, Refutation, Standing, Waiting, grouped,
};

#[derive(Clone)]
pub struct Optimal<W: Width> {
    rules: Arc<FreeCell>,
    start: Board,
    deal: Arc<Deal<W>>,
    store: Store<W>,
    /// Where columns are not canonical.
    orders: Option<Orders<W>>,
    /// Open positions by moves made plus estimate.
    open: Vec<Vec<u32>>,
    least: usize,
    field: Field<W>,
    sums: Sums,
    steps: Vec<Step>,
    safe_home: bool,
    order: bool,
    most_moves: usize,
    limits: Limits,
    /// The best solution so far: where it ends, and its moves.
    goal: Option<(u32, u16)>,
    current: u32,
    generated: u64,
    expanded: u64,
    known: u64,
    deepest: u16,
    iterations: Vec<Iteration>,
    begun: bool,
    outcome: Outcome,
}

impl<W: Width> Optimal<W> {
    pub fn new(rules: &Arc<FreeCell>, start: &Board, plan: &Plan) -> Self {
        let deal = Arc::new(Deal::new(rules, start));
        let (key, orders) = Orders::begin(&deal, plan.is_on("canonical-columns"));
        let mut optimal = Optimal {
            rules: Arc::clone(rules),
            start: start.clone(),
            store: Store::new(),
            orders,
            open: Vec::new(),
            least: 0,
            field: Field::new(),
            sums: Sums::default(),
            steps: Vec::new(),
            safe_home: plan.is_on("safe-home"),
            order: plan.is_on("order"),
            most_moves: plan.max_moves.map_or(usize::MAX, |most| most as usize),
            limits: Limits { nodes: plan.nodes.unwrap_or(u64::MAX), memory: plan.memory },
            goal: None,
            current: 0,
            generated: 1,
            expanded: 0,
            known: 0,
            deepest: 0,
            iterations: Vec::new(),
            begun: false,
            outcome: Outcome::MoreWork,
            deal,
        };
        optimal.enter_start(key);
        optimal
    }

    fn enter_start(&mut self, key: Key<W>) {
        self.store.meet(&key, 0, || Node { key, parent: 0, step: 0, cost: 0 });
        self.field.unpack(&self.deal, key);
        let sums = Sums::of(&self.deal, &self.field);
        if sums.is_won() {
            self.goal = Some((0, sums.away as u16));
        }
        self.least = self.estimate(&sums);
        self.push(0, self.least);
    }

    fn estimate(&self, sums: &Sums) -> usize {
        if self.order { sums.least_moves() as usize } else { sums.away as usize }
    }

    fn push(&mut self, place: u32, total: usize) {
        if self.open.len() <= total {
            self.open.resize(total + 1, Vec::new());
        }
        self.open[total].push(place);
        self.least = self.least.min(total);
    }

    fn memory(&self) -> usize {
        self.store.memory() + self.store.len() * 4 + self.orders.as_ref().map_or(0, Orders::memory)
    }

    /// The parts of the estimate, by name.
    fn terms(&self, sums: &Sums, tell: &mut dyn FnMut(&'static str, u64)) {
        tell("cards", sums.away as u64);
        if self.order {
            tell("order", sums.must_move as u64);
        }
    }

    fn begin<O: Observer>(&mut self, watch: &mut O) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let sums = Sums::of(&self.deal, &self.field);
        let terms = |tell: &mut dyn FnMut(&'static str, u64)| self.terms(&sums, tell);
        watch.on(&Event::Node(Told { h: Some(self.estimate(&sums) as u64), terms: Some(&terms), ..Told::root() }));
        if let Some((_, length)) = self.goal {
            watch.on(&Event::Solution { id: 0, length: length.into() });
        }
    }

    /// False for a position that was reached sooner since it was put there.
    fn expand<O: Observer>(&mut self, place: u32, watch: &mut O) -> bool {
        let node = *self.store.node(place);
        self.field.unpack(&self.deal, node.key);
        self.sums = Sums::of(&self.deal, &self.field);
        if node.cost as usize + self.estimate(&self.sums) < self.least {
            return false;
        }
        if self.iterations.last().is_none_or(|last| last.bound < self.least as u64) {
            let nodes = self.iterations.is_empty().into();
            self.iterations.push(Iteration { bound: self.least as u64, nodes });
            watch.on(&Event::Bound { bound: self.least as u64 });
        }
        self.current = place;
        self.expanded += 1;
        self.deepest = self.deepest.max(node.cost);
        watch.on(&Event::Expand { id: self.store.number(place), depth: node.cost.into() });
        let mut list = std::mem::take(&mut self.steps);
        list.clear();
        Steps { deal: &self.deal, field: &self.field, into: &mut list }.single();
        if place == 0 && self.safe_home {
            keep_only_safe(&self.deal, &self.field, &mut list);
        }
        let deal = watch.listens().then(|| Arc::clone(&self.deal));
        let parent = deal
            .as_ref()
            .map(|deal| Parent::new(self.store.number(place), deal, &self.store.steps(place), self.safe_home));
        for &step in &list {
            self.child(place, node.cost, step, parent.as_ref(), watch);
        }
        self.steps = list;
        true
    }

    fn child<O: Observer>(&mut self, parent: u32, cost: u16, step: Step, told: Option<&Parent<'_, W>>, watch: &mut O) {
        let id = self.generated;
        self.generated += 1;
        if let Some(last) = self.iterations.last_mut() {
            last.nodes += 1;
        }
        let (mut key, sums) = try_step(&self.deal, &self.field, &self.sums, step, self.safe_home);
        if let Some(orders) = &mut self.orders {
            key = orders.follow(parent, step, key);
        }
        let cost = cost + moves_made(step, &self.sums, &sums);
        if watch.listens()
            && let Some(told) = told
        {
            let terms = |tell: &mut dyn FnMut(&'static str, u64)| self.terms(&sums, tell);
            let h = self.estimate(&sums) as i32;
            let f = h + i32::from(cost);
            told.tell(&Child { id, step: step.packed::<W>(), depth: cost, h, f, terms: &terms }, watch);
        }
        let node = Node { key, parent, step: step.packed::<W>(), cost };
        let place = match self.store.meet(&key, id, || node) {
            Met::New(place) => place,
            Met::Known(place) => {
                self.known += 1;
                let known = self.store.node_mut(place);
                if known.cost <= cost {
                    tell_met(id, watch);
                    return;
                }
                *known = node;
                // The longer way is not followed any more.
                tell_met(self.store.number(place), watch);
                self.store.renumber(place, id);
                place
            }
        };
        if let Some(orders) = &mut self.orders {
            orders.keep(place);
        }
        if sums.is_won() {
            let whole = cost + sums.away as u16;
            if self.goal.is_none_or(|(_, best)| whole < best) {
                self.goal = Some((place, whole));
                watch.on(&Event::Solution { id, length: whole.into() });
            }
            return;
        }
        let total = cost as usize + self.estimate(&sums);
        if self.goal.is_none_or(|(_, best)| total < best as usize) {
            self.push(place, total);
        }
    }

    /// Cards go home one a move: no list, with runs or without, has fewer moves than there are cards.
    fn goes_straight_home(&self, moves: usize) -> bool {
        moves == self.rules.variant.cards() - self.start.cards_home()
    }

    fn scribe(&self, place: u32) -> Scribe<'_, W> {
        let mut scribe = Scribe::new(&self.deal);
        scribe.play_all(&self.store.steps(place), self.safe_home);
        scribe
    }
}

impl<W: Width> Kernel for Optimal<W> {
    fn work<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Outcome {
        self.begin(watch);
        while self.outcome == Outcome::MoreWork && fuel > 0 {
            while self.least < self.open.len() && self.open[self.least].is_empty() {
                self.open[self.least] = Vec::new();
                self.least += 1;
            }
            if self.goal.is_some_and(|(_, cost)| cost as usize <= self.least) {
                self.outcome = Outcome::Solved;
            } else if self.least >= self.open.len() {
                self.outcome = Outcome::Exhausted;
            } else if self.least > self.most_moves {
                self.outcome = Outcome::Limit(Limit::Depth);
            } else if self.generated >= self.limits.nodes {
                self.outcome = Outcome::Limit(Limit::Nodes);
            } else if self.memory() > self.limits.memory || self.store.is_full() {
                self.outcome = Outcome::Limit(Limit::Memory);
            } else if let Some(place) = self.open[self.least].pop() {
                fuel -= u64::from(self.expand(place, watch));
            }
        }
        self.outcome
    }

    fn raises_bound(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            depth: self.store.node(self.current).cost.into(),
            deepest: self.deepest.into(),
            cuts: vec![(MET_BEFORE, self.known)],
            memory: self.memory(),
            iterations: self.iterations.clone(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let (place, _) = self.goal.filter(|_| self.outcome == Outcome::Solved)?;
        let mut scribe = self.scribe(place);
        scribe.finish();
        let mut answer = answer(&scribe.moves, scribe.cards);
        answer.optimal = self.goes_straight_home(scribe.moves.len());
        Some(answer)
    }

    fn measure(&self) -> Option<Measure> {
        Some(Measure { name: "cards", least: self.least as u64, is_reached: self.outcome == Outcome::Solved })
    }

    fn refutation(&self) -> Option<Refutation> {
        Some(Refutation {
            reason: format!(
                "the search went through all {} positions: no order of moves brings all cards home",
                grouped(self.store.len() as u64)
            ),
            ..Refutation::default()
        })
    }

    fn focus(&self) -> Focus {
        let path = self.scribe(self.current).moves.iter().map(ToString::to_string).collect();
        Focus { path, marks: Vec::new(), note: format!("no solution has fewer than {} cards moved", self.least) }
    }

    fn standing(&self) -> Standing {
        let rule = "A* takes the smallest f = g + h that waits, in cards moved; among equals the latest";
        let in_turn = self.open.iter().enumerate().skip(self.least);
        let in_turn = in_turn.flat_map(|(total, places)| places.iter().rev().map(move |&place| (total, place)));
        let first = in_turn.take(NAMED).map(|(total, place)| {
            let depth = u32::from(self.store.node(place).cost);
            let mv = Parent::last_moves(&self.deal, &self.store.steps(place), self.safe_home);
            Waiting {
                id: self.store.number(place),
                mv,
                depth,
                h: Some((total as u64).saturating_sub(depth.into())),
                f: None,
            }
        });
        let first = first.collect();
        let len = self.open.iter().skip(self.least).map(|places| places.len() as u64).sum();
        let queue = Queue { name: "open list".into(), len, first };
        Standing { queue: Some(queue), ..Standing::at(self.store.number(self.current), rule) }
    }

    fn details(&self) -> Vec<Detail> {
        let cards = if self.outcome == Outcome::Solved { "cards, none fewer" } else { "cards at least" };
        vec![Detail::Line(format!("{} {cards}", self.least)), Detail::figure("held", self.store.len())]
    }
}
