//! What two searches differ in, in words: the event of each side, its node with figures and board, and the reason.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::parting::Parting;
use super::told::{Batch, Gatherer, Kind, Kinds, Sieve};
use super::{Equal, Standing};
use crate::games::Position;
use crate::search::{Event, Mark, NodeId, Outcome, Plan, PlanError};
use crate::workbench::trace::{line_to, run_while, write_event};

/// The first difference.
pub struct Difference {
    /// Its number, from 1: so many events less one are equal.
    pub event: u64,
    pub sides: [Side; 2],
    /// One sentence of both.
    pub why: String,
    /// Where they part and what it comes from, in plain sentences.
    pub parting: String,
    pub estimates_differ_at: Option<u64>,
}

/// What one side did there.
pub struct Side {
    /// The event as in a trace, with what is known of its node: `line`, `g`, `h`, `f`, `terms`.
    pub event: Value,
    /// The moves that lead to the node from the root.
    pub line: Vec<String>,
    /// The board of the node, as far as the line consists of moves.
    pub board: Box<dyn Position>,
    /// Where the search decides something else than moves: its node, as it marks it on that board.
    pub marks: Vec<Mark>,
    /// Whether the line consists of moves.
    pub is_of_moves: bool,
    /// Its last move in words, for a reader who compares it with what is no move.
    told: Option<String>,
    node: Option<NodeId>,
}

/// What has to be run again to say more than was compared.
pub(super) struct Plans<'a> {
    /// What the two are called.
    pub names: [char; 2],
    pub position: &'a dyn Position,
    pub first: &'a Plan,
    /// `None` where the other side is a file.
    pub second: Option<&'a Plan>,
    pub kinds: Kinds,
    pub stop: &'a AtomicBool,
}

type State<'a> = (Standing, Option<&'a str>);

impl Plans<'_> {
    pub fn difference(&self, first: State<'_>, second: State<'_>, equal: Equal) -> Result<Difference, PlanError> {
        let event = equal.events + 1;
        let mut first = self.side(Some(self.first), first, event)?;
        let mut second = self.side(self.second, second, event)?;
        if first.is_of_moves == second.is_of_moves {
            (first.told, second.told) = (None, None);
        }
        let same = first.node.is_some() && first.line == second.line;
        let [a, b] = self.names;
        let why = format!("{a} {}; {b} {}", first.words(None), second.words(same.then_some("it")));
        let line = if equal.expansions > 0 { self.line(Some(self.first), equal.expanded)? } else { Vec::new() };
        let sides = [first, second];
        let parting = Parting::new(equal, line).sentence(self.names, &sides, &why);
        Ok(Difference { event, sides, why, parting, estimates_differ_at: equal.estimates_differ_at })
    }

    fn side(&self, plan: Option<&Plan>, (standing, line): State<'_>, number: u64) -> Result<Side, PlanError> {
        let (kind, node, parent, mv) = match standing {
            Standing::Decides { kind, node, parent, mv } => (kind, node, parent, mv),
            Standing::Ended(how) => {
                let event = serde_json::json!({ "e": "end", "status": how });
                return Ok(Side { event, line: Vec::new(), node: None, ..self.at_the_start() });
            }
        };
        let mut event = match (plan, line) {
            (Some(plan), _) => self.witnessed(plan, node, number)?,
            (None, line) => line.and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default(),
        };
        let moves = if kind == Kind::Bound {
            Vec::new()
        } else if kind == Kind::Node {
            let mut moves = self.line(plan, parent.unwrap_or(0))?;
            moves.extend(parent.map(|_| mv));
            moves
        } else {
            self.line(plan, node)?
        };
        event["line"] = moves.clone().into();
        let node = (kind != Kind::Bound).then_some(node);
        let side = Side { event, line: moves, node, ..self.at_the_start() };
        let side = side.played();
        match plan {
            Some(plan) if !side.is_of_moves => self.marked(side, plan, number),
            _ => Ok(side),
        }
    }

    fn at_the_start(&self) -> Side {
        Side {
            event: Value::Null,
            line: Vec::new(),
            board: self.position.boxed_clone(),
            marks: Vec::new(),
            is_of_moves: true,
            told: None,
            node: None,
        }
    }

    /// The node as the search itself shows it when it has come to the event of this number.
    fn marked(&self, side: Side, plan: &Plan, number: u64) -> Result<Side, PlanError> {
        let mut engine = self.position.engine(&Plan { cores: 1, ..plan.clone() })?;
        let (mut sieve, mut batch, mut events) = (Sieve::new(self.kinds), Batch::default(), 0);
        // A unit at a time, so that it is not beyond it.
        let mut outcome = Outcome::MoreWork;
        while events < number && outcome == Outcome::MoreWork && !self.stop.load(Ordering::Relaxed) {
            batch.clear();
            outcome = engine.run(1, Some(&mut Gatherer { batch: &mut batch, sieve: &mut sieve }));
            events += batch.len() as u64;
        }
        let focus = engine.focus();
        let mut board = self.position.boxed_clone();
        for mv in &focus.path {
            // What is no move is among the marks.
            let _ = board.play(mv);
        }
        Ok(Side { board, marks: focus.marks, ..side })
    }

    /// Nodes that were told before the difference are the same on both sides.
    fn line(&self, plan: Option<&Plan>, node: NodeId) -> Result<Vec<String>, PlanError> {
        line_to(self.position, plan.unwrap_or(self.first), node, self.stop)
    }

    /// The event of this number, with what was told of its node when it was made.
    fn witnessed(&self, plan: &Plan, node: NodeId, number: u64) -> Result<Value, PlanError> {
        let (mut sieve, mut events, mut made, mut found) = (Sieve::new(self.kinds), 0, Value::Null, Value::Null);
        run_while(self.position, plan, self.stop, &mut |event| {
            if matches!(event, Event::Node(told) if told.id == node) {
                made = as_value(event);
            }
            if sieve.decision(event).is_some() {
                events += 1;
                if events == number {
                    found = as_value(event);
                }
            }
            events < number
        })?;
        if found["e"] != "bound" {
            for field in ["g", "h", "f", "terms"] {
                if found.get(field).is_none() && made.get(field).is_some() {
                    found[field] = made[field].clone();
                }
            }
        }
        Ok(found)
    }
}

fn as_value(event: &Event<'_>) -> Value {
    let mut text = Vec::new();
    write_event(event, &mut text).expect("memory takes what is written");
    serde_json::from_slice(&text).expect("an event is JSON")
}

impl Side {
    pub(super) fn is_node(&self) -> bool {
        self.node.is_some()
    }

    /// What it did; none where it had ended.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.event["e"].as_str().and_then(Kind::read)
    }

    /// The board after the line, as far as it consists of moves.
    fn played(mut self) -> Side {
        for mv in self.line.iter().flat_map(|mv| mv.split_whitespace()) {
            self.told = self.board.words(mv);
            self.is_of_moves &= self.board.play(mv).is_ok();
        }
        self
    }

    /// `entered L with f 43`; the node under another name where it was named before.
    pub fn words(&self, named: Option<&str>) -> String {
        let event = &self.event;
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let node = match (named, self.line.last()) {
            (Some(named), _) => named.to_owned(),
            (None, Some(mv)) => match &self.told {
                Some(told) => format!("{mv} ({told})"),
                None => mv.clone(),
            },
            (None, None) => "the start".into(),
        };
        let value = self.value();
        match self.kind() {
            Some(Kind::Node) => format!("made {node}{}", with(value)),
            Some(Kind::Expand) => format!("entered {node}{}", with(value)),
            Some(Kind::Cut) => {
                let by = match &*text("by") {
                    "" => String::new(),
                    by => format!(" by {by}"),
                };
                format!("cut {node}{by}{}", value.map(|value| format!(": {value}")).unwrap_or_default())
            }
            Some(Kind::Skip) => format!("made no child of {node} (skipped by {})", text("by")),
            Some(Kind::Seen) => format!("had met {node} before"),
            Some(Kind::Dead) => format!("found {node} dead: {}", text("why")),
            Some(Kind::Leave) => format!("was done with {node}"),
            Some(Kind::Bound) => format!("began again with bound {}", event["bound"]),
            Some(Kind::Solution) => format!("found a solution at {node}"),
            None => format!("ended ({})", text("status")),
        }
    }

    /// What the node is ranked by: f, or at least how deep it lies.
    fn value(&self) -> Option<String> {
        let number = |key: &str| self.event[key].as_f64();
        match (number("f"), number("g"), number("h")) {
            (Some(f), ..) => Some(format!("f {f}")),
            (None, Some(g), Some(h)) => Some(format!("f {}", g + h)),
            (None, Some(g), None) => Some(format!("g {g}")),
            _ => None,
        }
    }
}

fn with(value: Option<String>) -> String {
    value.map(|value| format!(" with {value}")).unwrap_or_default()
}
