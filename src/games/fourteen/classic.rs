//! `classic`: the program of F. Duchi's report (2007), step by step.
//!
//! Depth first over the boards. Each move is tested in advance (*avoid*); what is left is tried in order of priority;
//! when a move has failed, the board it was made on is tested (*full check*) before the next is tried.

use std::fmt;

use rustc_hash::FxHashSet;

use super::checks::{Check, PATIENCE, Table, Verdict};
use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use super::{deadlock, printout};
use crate::search::{
    Answer, Branch, Counters, Detail, Event, Focus, Keeps, Kernel, Limit, Node, NodeId, Observer, Outcome, Plan,
    Refutation, Rules, Standing, Strategy, Toggle, count, grouped,
};

/// Calls of a check that one unit of fuel pays for: a check that takes more is gone on with in the next.
const CALLS: u32 = 2_000;

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
        Toggle::off(
            "order-distinct",
            "moves that leave the most different heads first, after the other order where both are on",
        ),
        Toggle::off("memory", "never enters a board again that it has left"),
    ],
    anytime: false,
    weight: None,
};

/// Which moves are tried first. The report names two and says that they may be used "alone or in conjunction".
#[derive(Clone, Copy)]
struct Order {
    height: Option<Height>,
    distinct: bool,
}

#[derive(Clone, Copy)]
enum Height {
    Longest,
    Sum,
}

/// What the next unit of fuel goes into.
#[derive(Clone)]
enum Next {
    /// The board that was reached: its moves are tested in advance, then made.
    Expand(Ahead),
    /// The board on which a move has failed: its full check.
    Check(Check),
    /// The way on: the next move that is left to try.
    GoOn,
}

/// The moves of a board, and what *avoid* says of the first of them; nothing is made before all are known.
#[derive(Clone, Default)]
struct Ahead {
    moves: Option<Vec<Pair>>,
    avoided: Vec<bool>,
    check: Option<Check>,
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
    /// Of the deadlocks: how many boards were lost, and how many could still be won.
    right: u64,
    wrong: u64,
}

#[expect(clippy::struct_excessive_bools, reason = "three of them are the toggles, as the report names them")]
#[derive(Clone)]
pub struct Classic {
    rules: Fourteen,
    table: Table,
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
    /// The calls after which a check is given up.
    pub(super) patience: u32,
    figures: Figures,
    next: Next,
    /// A deadlock was just reported: the search stands on its board until the next unit of fuel.
    rests: bool,
    /// Whether the board of the last deadlock was really lost, where that is known.
    lost: Option<bool>,
    outcome: Outcome,
}

/// What is told of a deadlock: the step, the board as the original printed it, and whether it was right.
struct Detected<'a> {
    rules: &'a Fourteen,
    state: &'a State,
    lost: Option<bool>,
}

impl fmt::Display for Detected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&printout::deadlock(self.rules, self.state));
        }
        let (step, board) = (self.rules.step(self.state), printout::page(self.rules, self.state, None));
        write!(
            f,
            "no way on at step {step}, by the checks of 2007; exact: {}\n{}",
            judgement(self.lost),
            board.trim_end()
        )
    }
}

fn judgement(lost: Option<bool>) -> &'static str {
    match lost {
        Some(true) => "really lost",
        Some(false) => "a mistake, this board can still be won",
        None => "not known whether this board is lost",
    }
}

impl Classic {
    pub fn new(rules: &Fourteen, start: State, plan: &Plan) -> Self {
        Classic {
            rules: rules.clone(),
            table: Table::new(rules),
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
            order: Order {
                height: match () {
                    () if plan.is_on("order-longest") => Some(Height::Longest),
                    () if plan.is_on("order-sum") => Some(Height::Sum),
                    () => None,
                },
                distinct: plan.is_on("order-distinct"),
            },
            seen: plan.is_on("memory").then(FxHashSet::default),
            limit_nodes: plan.nodes.unwrap_or(u64::MAX),
            limit_memory: plan.memory,
            patience: PATIENCE,
            figures: Figures { generated: 1, ..Figures::default() },
            next: Next::Expand(Ahead::default()),
            rests: false,
            lost: None,
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

    /// Tests the moves of the board that is next, with the `calls` of this unit: first column from 12 down to 1, second
    /// column ascending. False where they did not suffice.
    fn look_ahead(&mut self, calls: &mut u32) -> bool {
        let Next::Expand(ahead) = &mut self.next else { unreachable!("called to expand") };
        let (rules, state) = (&self.rules, &self.state);
        let moves = ahead.moves.get_or_insert_with(|| {
            let mut moves = Vec::new();
            rules.moves(state, &mut moves);
            moves.sort_by_key(|pair| (COLUMNS - pair.low as usize, pair.high));
            // The last two cards leave in the one way there is.
            moves.truncate(if rules.cards_left(state) == 2 { 1 } else { moves.len() });
            moves
        });
        if !self.avoid {
            ahead.avoided = vec![false; moves.len()];
        }
        while let Some(pair) = moves.get(ahead.avoided.len()) {
            let check = ahead.check.get_or_insert_with(|| {
                let mut after = *state;
                rules.apply(&mut after, pair);
                Check::avoid(after, self.quirk.then(|| rules.step(state))).with_patience(self.patience)
            });
            let Some(verdict) = check.run(&self.table, calls) else { return false };
            self.figures.gave_up += u64::from(verdict == Verdict::GivenUp);
            ahead.avoided.push(verdict == Verdict::Failed);
            ahead.check = None;
        }
        true
    }

    /// The moves that were not avoided, by priority, the highest first, stable. They are told of in that order, in which
    /// they are tried.
    fn candidates<O: Observer>(&mut self, ahead: &Ahead, watch: &mut O) -> Vec<(Pair, NodeId)> {
        let moves = ahead.moves.as_deref().unwrap_or_default().iter().zip(&ahead.avoided);
        let mut ranked: Vec<_> = moves.map(|(&pair, &avoided)| (self.priority(pair), pair, avoided)).collect();
        ranked.sort_by_key(|&(priority, _, _)| std::cmp::Reverse(priority));
        let mut candidates = Vec::with_capacity(ranked.len());
        for (_, pair, avoided) in ranked {
            let id = self.figures.generated;
            self.figures.generated += 1;
            watch.on(&Event::Node(Node::child(id, self.node, &pair, self.path.len() as u32 + 1)));
            if avoided {
                self.figures.avoided += 1;
                watch.on(&Event::Cut { id, by: "avoid" });
            } else {
                candidates.push((pair, id));
            }
        }
        candidates
    }

    fn priority(&self, pair: Pair) -> (usize, usize) {
        let [one, other] = pair.columns().map(|column| self.rules.height(&self.state, column));
        let height = self.order.height.map_or(0, |height| match height {
            Height::Longest => one.max(other),
            Height::Sum => one + other,
        });
        (height, if self.order.distinct { self.heads_after(pair) } else { 0 })
    }

    /// How many different heads a move leaves.
    fn heads_after(&self, pair: Pair) -> usize {
        let mut after = self.state;
        self.rules.apply(&mut after, &pair);
        let heads = (0..COLUMNS).map(|c| self.rules.head_rank(&after, c)).filter(|&rank| rank > 0);
        heads.fold(0_u32, |seen, rank| seen | 1 << rank).count_ones() as usize
    }

    /// A unit of fuel.
    fn unit<O: Observer>(&mut self, watch: &mut O) -> Outcome {
        let mut calls = CALLS;
        match &mut self.next {
            Next::Expand(_) => {
                if self.look_ahead(&mut calls) {
                    self.expand(watch);
                    return self.advance(&mut calls, watch);
                }
                Outcome::MoreWork
            }
            Next::Check(_) | Next::GoOn => self.advance(&mut calls, watch),
        }
    }

    /// One expansion: the moves of the board that is next.
    fn expand<O: Observer>(&mut self, watch: &mut O) {
        let depth = self.path.len() as u32;
        self.figures.expanded += 1;
        self.figures.deepest = self.figures.deepest.max(depth);
        watch.on(&Event::Expand { id: self.node, depth });
        let Next::Expand(ahead) = std::mem::replace(&mut self.next, Next::GoOn) else { unreachable!("looked ahead") };
        let candidates = self.candidates(&ahead, watch);
        let frame = Frame { node: self.node, from: self.queue.len(), moves: candidates.len(), passed: None };
        self.frames.push(frame);
        self.queue.extend(candidates.into_iter().rev());
        if let Some(seen) = &mut self.seen {
            seen.insert(self.state);
        }
    }

    /// Makes the next move that is left to try, taking back as many as needed; rests at a deadlock, and where the
    /// `calls` of this unit do not suffice for a check.
    fn advance<O: Observer>(&mut self, calls: &mut u32, watch: &mut O) -> Outcome {
        self.rests = false;
        loop {
            if matches!(self.next, Next::Check(_)) && (!self.finish_check(calls, watch) || self.rests) {
                return Outcome::MoreWork;
            }
            let Some(frame) = self.frames.last() else { return self.nothing_found() };
            if self.queue.len() == frame.from {
                if self.give_up_board(watch) {
                    return Outcome::MoreWork;
                }
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
                self.after_failure();
                continue;
            }
            self.figures.made += 1;
            self.node = node;
            if self.rules.is_cleared(&self.state) {
                watch.on(&Event::Solution { id: node, length: self.path.len() as u64 });
                return Outcome::Solved;
            }
            self.next = Next::Expand(Ahead::default());
            return Outcome::MoreWork;
        }
    }

    /// A board without a move left to try: reported (true) if it had passed its check, else left.
    fn give_up_board<O: Observer>(&mut self, watch: &mut O) -> bool {
        let frame = self.frames.last_mut().expect("a board to give up");
        if frame.passed != Some(true) {
            self.leave(watch);
            return false;
        }
        // The original reports such a board once for each of its moves.
        frame.passed = Some(false);
        let (node, times) = (frame.node, frame.moves);
        self.report(node, times, watch);
        true
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
        self.after_failure();
    }

    fn take_back(&mut self) {
        let pair = self.path.pop().expect("a move to take back");
        self.rules.undo(&mut self.state, &pair, &());
    }

    /// A board on which a move has failed is to be checked, unless it has passed before.
    fn after_failure(&mut self) {
        let frame = self.frames.last().expect("the board on which the move was made");
        if self.full_check && frame.passed != Some(true) {
            self.next = Next::Check(Check::full(self.state).with_patience(self.patience));
        }
    }

    /// Goes on with the full check of a board; if it fails, the other moves are not tried. False where the `calls` did
    /// not suffice.
    fn finish_check<O: Observer>(&mut self, calls: &mut u32, watch: &mut O) -> bool {
        let Next::Check(check) = &mut self.next else { unreachable!("called to check") };
        let Some(verdict) = check.run(&self.table, calls) else { return false };
        self.figures.gave_up += u64::from(verdict == Verdict::GivenUp);
        self.next = Next::GoOn;
        let frame = self.frames.last_mut().expect("the board that was checked");
        frame.passed = Some(verdict != Verdict::Failed);
        if verdict == Verdict::Failed {
            let (node, from) = (frame.node, frame.from);
            for (_, id) in self.queue.drain(from..) {
                self.figures.abandoned += 1;
                watch.on(&Event::Cut { id, by: "full-check" });
            }
            self.report(node, 1, watch);
        }
        true
    }

    /// Reports the board as a deadlock so many times, and asks the exact method whether it is one.
    fn report<O: Observer>(&mut self, node: NodeId, times: usize, watch: &mut O) {
        let lost = deadlock::is_lost(&self.rules, &self.state);
        match lost {
            Some(true) => self.figures.right += times as u64,
            Some(false) => self.figures.wrong += times as u64,
            None => {}
        }
        self.figures.deadlocks += times as u64;
        (self.next, self.lost, self.rests) = (Next::GoOn, lost, true);
        let why = Detected { rules: &self.rules, state: &self.state, lost };
        for _ in 0..times {
            watch.on(&Event::Dead { id: node, depth: self.path.len() as u32, why: &why });
        }
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
            self.outcome = match self.unit(watch) {
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
        Counters {
            generated: figures.generated,
            expanded: figures.expanded,
            depth: self.path.len() as u32,
            deepest: figures.deepest.max(self.path.len() as u32),
            cuts,
            dead: figures.deadlocks,
            backtracks: figures.back,
            memory: self.memory(),
            more: vec![("moves made", figures.made), ("taken back", figures.back)],
            remarks: vec![
                ("checks_given_up", figures.gave_up),
                ("deadlocks_right", figures.right),
                ("deadlocks_wrong", figures.wrong),
            ],
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
            _ if self.rests => {
                let right = judgement(self.lost);
                format!("step {step}: a deadlock, {left} cards left ({right}); the next step takes moves back")
            }
            _ => match self.check_under_way() {
                Some(check) => {
                    format!("step {step}: {left} cards left, a check is at its call {}", grouped(check.calls().into()))
                }
                None => {
                    let waiting = count(self.queue.len() as u64, "move", "moves");
                    format!("step {step}: {left} cards left, {waiting} waiting")
                }
            },
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
    /// A check that did not end within its unit of fuel.
    fn check_under_way(&self) -> Option<&Check> {
        match &self.next {
            Next::Expand(ahead) => ahead.check.as_ref(),
            Next::Check(check) => Some(check),
            Next::GoOn => None,
        }
    }

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
