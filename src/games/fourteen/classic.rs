//! `classic`: the program of F. Duchi's report (2007), step by step.
//!
//! Depth first over the boards. Each move is tested in advance (*avoid*); what is left is tried in order of priority;
//! when a move has failed, the board it was made on is tested (*full check*) before the next is tried.

use std::fmt;

use rustc_hash::FxHashSet;

use super::checks::Checks;
use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use super::text;
use crate::search::{
    Answer, Branch, Counters, Detail, Event, Focus, Keeps, Kernel, Limit, Node, NodeId, Observer, Outcome, Plan,
    Refutation, Rules, Standing, Strategy, Toggle,
};

pub const STRATEGY: Strategy = Strategy {
    name: "classic",
    about: "the 2007 program: depth first with its two deadlock checks, which can miss solutions",
    toggles: &[
        Toggle::on("avoid", "skips moves after which some rank seems out of reach").keeping(Keeps::Nothing),
        Toggle::on("full-check", "after a failed move, gives a board up if some card seems out of reach")
            .keeping(Keeps::Nothing),
        Toggle::on("step-quirk", "avoid mistakes the step for a column, as the original did").keeping(Keeps::Nothing),
        Toggle::on("order-longest", "moves on the longest column first").among("order"),
        Toggle::off("order-sum", "moves on the longest two columns together first").among("order"),
        Toggle::off("order-distinct", "moves that leave the most different heads first").among("order"),
        Toggle::off("memory", "never enters a board again that it has left"),
    ],
    anytime: false,
    weight: None,
};

#[derive(Clone, Copy)]
enum Order {
    None,
    Longest,
    Sum,
    Distinct,
}

/// A board on the way.
#[derive(Clone)]
struct Frame {
    node: NodeId,
    /// Its moves wait in `Classic::queue` from here to the next frame's; the last is tried first.
    from: usize,
    /// How many moves it had after *avoid*.
    moves: usize,
    /// The verdict of the full check, once it was asked for.
    passed: Option<bool>,
}

#[derive(Clone, Default)]
struct Figures {
    generated: u64,
    expanded: u64,
    deepest: u32,
    made: u64,
    back: u64,
    deadlocks: u64,
    avoided: u64,
    abandoned: u64,
    repeats: u64,
    gave_up: u64,
}

#[expect(clippy::struct_excessive_bools, reason = "three of them are the toggles, as the report names them")]
#[derive(Clone)]
pub struct Classic {
    rules: Fourteen,
    start: State,
    state: State,
    path: Vec<Pair>,
    frames: Vec<Frame>,
    queue: Vec<(Pair, NodeId)>,
    /// The node that is expanded next.
    node: NodeId,
    /// Whether an observer was told of the root.
    begun: bool,
    avoid: bool,
    full_check: bool,
    quirk: bool,
    order: Order,
    seen: Option<FxHashSet<State>>,
    limit_nodes: u64,
    limit_memory: usize,
    figures: Figures,
    /// A deadlock was just reported; the search stands on its board until the next unit of fuel.
    rests: bool,
    outcome: Outcome,
}

/// The board between rules, as the original printed it.
struct Detected<'a> {
    rules: &'a Fourteen,
    state: &'a State,
}

impl fmt::Display for Detected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, rows) = (self.rules.step(self.state), text::rows(self.rules, self.state));
        let rule = "-".repeat(19);
        write!(f, "no way on at step {step}\n/*deadlock detected {rule}\n{rows}{rule}{rule}*/")
    }
}

impl Classic {
    pub fn new(rules: &Fourteen, start: State, plan: &Plan) -> Self {
        Classic {
            rules: rules.clone(),
            start,
            state: start,
            path: Vec::new(),
            frames: Vec::new(),
            queue: Vec::new(),
            node: 0,
            begun: false,
            avoid: plan.is_on("avoid"),
            full_check: plan.is_on("full-check"),
            quirk: plan.is_on("step-quirk"),
            order: match () {
                () if plan.is_on("order-longest") => Order::Longest,
                () if plan.is_on("order-sum") => Order::Sum,
                () if plan.is_on("order-distinct") => Order::Distinct,
                () => Order::None,
            },
            seen: plan.is_on("memory").then(FxHashSet::default),
            limit_nodes: plan.nodes.unwrap_or(u64::MAX),
            limit_memory: plan.memory,
            figures: Figures { generated: 1, ..Figures::default() },
            rests: false,
            outcome: match rules.cards_left(&start) as u64 / 2 {
                0 if rules.is_cleared(&start) => Outcome::Solved,
                moves if plan.max_moves.is_some_and(|most| most < moves) => Outcome::Limit(Limit::Depth),
                _ => Outcome::MoreWork,
            },
        }
    }

    fn memory(&self) -> usize {
        self.seen.as_ref().map_or(0, |seen| seen.capacity() * (size_of::<State>() + 1) * 8 / 7)
    }

    /// First column from 12 down to 1, second column ascending; then by priority, the highest first, stable.
    fn candidates<O: Observer>(&mut self, watch: &mut O) -> Vec<(Pair, NodeId)> {
        let mut moves = Vec::new();
        self.rules.moves(&self.state, &mut moves);
        moves.sort_by_key(|pair| (COLUMNS - pair.low as usize, pair.high));
        let mut ranked = Vec::with_capacity(moves.len());
        for pair in moves {
            let id = self.figures.generated;
            self.figures.generated += 1;
            watch.on(&Event::Node(Node::child(id, self.node, &pair, self.path.len() as u32 + 1)));
            if self.is_avoided(pair) {
                self.figures.avoided += 1;
                watch.on(&Event::Cut { id, by: "avoid" });
            } else {
                ranked.push((self.priority(pair), pair, id));
            }
            if self.rules.cards_left(&self.state) == 2 {
                break;
            }
        }
        ranked.sort_by_key(|&(priority, _, _)| std::cmp::Reverse(priority));
        ranked.into_iter().map(|(_, pair, id)| (pair, id)).collect()
    }

    fn is_avoided(&mut self, pair: Pair) -> bool {
        if !self.avoid {
            return false;
        }
        let step = self.rules.step(&self.state);
        let mut after = self.state;
        self.rules.apply(&mut after, &pair);
        let mut checks = Checks::new(&self.rules);
        let passed = checks.avoid(&after, step, self.quirk);
        self.figures.gave_up += u64::from(checks.gave_up());
        !passed
    }

    fn priority(&self, pair: Pair) -> usize {
        let [one, other] = pair.columns().map(|column| self.rules.height(&self.state, column));
        match self.order {
            Order::None => 0,
            Order::Longest => one.max(other),
            Order::Sum => one + other,
            Order::Distinct => {
                let mut after = self.state;
                self.rules.apply(&mut after, &pair);
                let heads = (0..COLUMNS).map(|c| self.rules.head_rank(&after, c)).filter(|&rank| rank > 0);
                heads.fold(0_u32, |seen, rank| seen | 1 << rank).count_ones() as usize
            }
        }
    }

    /// One expansion: the moves of the board that is next, and the way to the board after it.
    fn step<O: Observer>(&mut self, watch: &mut O) -> Outcome {
        let depth = self.path.len() as u32;
        self.figures.expanded += 1;
        self.figures.deepest = self.figures.deepest.max(depth);
        watch.on(&Event::Expand { id: self.node, depth });
        let candidates = self.candidates(watch);
        let frame = Frame { node: self.node, from: self.queue.len(), moves: candidates.len(), passed: None };
        self.frames.push(frame);
        self.queue.extend(candidates.into_iter().rev());
        if let Some(seen) = &mut self.seen {
            seen.insert(self.state);
        }
        self.advance(watch)
    }

    /// Makes the next move that is left to try, taking back as many as needed; rests at a deadlock.
    fn advance<O: Observer>(&mut self, watch: &mut O) -> Outcome {
        while !self.rests {
            let Some(frame) = self.frames.last() else { return self.nothing_found() };
            if self.queue.len() == frame.from {
                self.give_up_board(watch);
                continue;
            }
            let (pair, node) = self.queue.pop().expect("the frame has moves left");
            self.rules.apply(&mut self.state, &pair);
            self.path.push(pair);
            if self.seen.as_ref().is_some_and(|seen| seen.contains(&self.state)) {
                self.figures.repeats += 1;
                watch.on(&Event::Cut { id: node, by: "memory" });
                watch.on(&Event::Seen { id: node });
                self.take_back();
                self.after_failure(watch);
                continue;
            }
            self.figures.made += 1;
            self.node = node;
            if self.rules.is_cleared(&self.state) {
                watch.on(&Event::Solution { id: node, length: self.path.len() as u64 });
                return Outcome::Solved;
            }
            return Outcome::MoreWork;
        }
        Outcome::MoreWork
    }

    /// A board without a move left to try: reported if it had passed its check, then left.
    fn give_up_board<O: Observer>(&mut self, watch: &mut O) {
        let frame = self.frames.last_mut().expect("a board to give up");
        if frame.passed != Some(true) {
            return self.leave(watch);
        }
        // The original reports such a board once for each of its moves.
        frame.passed = Some(false);
        let (node, times) = (frame.node, frame.moves);
        for _ in 0..times {
            self.report(node, watch);
        }
    }

    /// Leaves a board for good and goes back to the one before it, on which a move has now failed.
    fn leave<O: Observer>(&mut self, watch: &mut O) {
        let frame = self.frames.pop().expect("a board to leave");
        let depth = self.path.len() as u32;
        watch.on(&Event::Leave { id: frame.node, depth });
        if self.path.is_empty() {
            return;
        }
        self.figures.back += 1;
        self.take_back();
        self.after_failure(watch);
    }

    fn take_back(&mut self) {
        let pair = self.path.pop().expect("a move to take back");
        self.rules.undo(&mut self.state, &pair, &());
    }

    /// The full check of a board on which a move has failed: if it fails too, the other moves are not tried.
    fn after_failure<O: Observer>(&mut self, watch: &mut O) {
        let frame = self.frames.last_mut().expect("the board on which the move was made");
        if !self.full_check || frame.passed == Some(true) {
            return;
        }
        let mut checks = Checks::new(&self.rules);
        let passed = checks.full(&self.state);
        frame.passed = Some(passed);
        self.figures.gave_up += u64::from(checks.gave_up());
        if !passed {
            let (node, from) = (frame.node, frame.from);
            for (_, id) in self.queue.drain(from..) {
                self.figures.abandoned += 1;
                watch.on(&Event::Cut { id, by: "full-check" });
            }
            self.report(node, watch);
        }
    }

    fn report<O: Observer>(&mut self, node: NodeId, watch: &mut O) {
        self.figures.deadlocks += 1;
        self.rests = true;
        let why = Detected { rules: &self.rules, state: &self.state };
        watch.on(&Event::Dead { id: node, depth: self.path.len() as u32, why: &why });
    }

    /// The end without a solution: a proof only where no unsound check was on.
    fn nothing_found(&self) -> Outcome {
        if self.avoid || self.full_check { Outcome::Limit(Limit::Incomplete) } else { Outcome::Exhausted }
    }

    /// Tells of the root.
    fn begin<O: Observer>(&mut self, watch: &mut O) {
        if !std::mem::replace(&mut self.begun, true) {
            watch.on(&Event::Node(Node::root()));
            if self.outcome == Outcome::Solved {
                watch.on(&Event::Solution { id: 0, length: 0 });
            }
        }
    }
}

impl Kernel for Classic {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        self.begin(watch);
        for _ in 0..fuel {
            if self.outcome != Outcome::MoreWork {
                break;
            }
            // A unit is an expansion, or the way on from a deadlock.
            let outcome = if std::mem::take(&mut self.rests) { self.advance(watch) } else { self.step(watch) };
            self.outcome = match outcome {
                Outcome::MoreWork if self.figures.generated >= self.limit_nodes => Outcome::Limit(Limit::Nodes),
                Outcome::MoreWork if self.memory() > self.limit_memory => Outcome::Limit(Limit::Memory),
                outcome => outcome,
            };
        }
        self.outcome
    }

    fn counters(&self) -> Counters {
        let figures = &self.figures;
        let mut cuts = Vec::new();
        cuts.extend(self.avoid.then_some(("avoid", figures.avoided)));
        cuts.extend(self.full_check.then_some(("full-check", figures.abandoned)));
        cuts.extend(self.seen.as_ref().map(|_| ("memory", figures.repeats)));
        let mut more = vec![("moves made", figures.made), ("taken back", figures.back)];
        more.extend((figures.gave_up > 0).then_some(("checks given up", figures.gave_up)));
        Counters {
            generated: figures.generated,
            expanded: figures.expanded,
            depth: self.path.len() as u32,
            deepest: figures.deepest.max(self.path.len() as u32),
            cuts,
            dead: figures.deadlocks,
            backtracks: figures.back,
            memory: self.memory(),
            more,
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        // Every solution takes all cards, so each is as short as any other.
        (self.outcome == Outcome::Solved).then(|| Answer { optimal: true, ..Answer::of_moves(&self.path) })
    }

    fn refutation(&self) -> Option<Refutation> {
        Some(Refutation {
            reason: format!(
                "every line of play was tried: {} boards, none leads to an empty table",
                self.figures.expanded
            ),
            ..Refutation::default()
        })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.rules.cards_left(&self.start) as u64 / 2)
    }

    fn focus(&self) -> Focus {
        let (step, left) = (self.rules.step(&self.state), self.rules.cards_left(&self.state));
        let note = match self.outcome {
            Outcome::Solved => "the table is empty".to_string(),
            _ if self.rests => format!("step {step}: a deadlock, {left} cards left; the next step takes moves back"),
            _ => format!("step {step}: {left} cards left, {} moves waiting", self.queue.len()),
        };
        Focus { path: self.path.iter().map(ToString::to_string).collect(), marks: Vec::new(), note }
    }

    fn standing(&self) -> Standing {
        let rule = "The 2007 program makes the first move in its order that is left, and goes back where none is";
        let mut end = self.queue.len();
        let choices = self.frames.iter().enumerate().rev().map(|(depth, frame)| {
            // The last in the queue is tried first.
            let left = self.queue[frame.from..end].iter().rev().map(|(pair, _)| pair.to_string()).collect();
            let tried = self.path.get(depth).map(ToString::to_string).into_iter().collect();
            end = frame.from;
            Branch { depth: depth as u32 + 1, tried, left }
        });
        let stack = Branch::few(choices);
        let resting = self.frames.last().filter(|_| self.rests).map(|frame| frame.node);
        Standing { stack, ..Standing::at(resting.unwrap_or(self.node), rule) }
    }

    fn details(&self) -> Vec<Detail> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let waiting = self.queue[frame.from..].iter().rev().take(4);
        let line = |(pair, _): &(Pair, NodeId)| {
            let rank = self.rules.head_rank(&self.parent_state(), pair.low as usize);
            Detail::Line(format!("then {pair} ({rank} and {})", SUM - rank))
        };
        waiting.map(line).collect()
    }
}

impl Classic {
    /// The board on which the waiting moves of the last frame are made.
    fn parent_state(&self) -> State {
        let mut state = self.state;
        if self.path.len() == self.frames.len()
            && let Some(last) = self.path.last()
        {
            self.rules.undo(&mut state, last, &());
        }
        state
    }
}
