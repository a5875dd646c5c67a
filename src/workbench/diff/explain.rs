//! What two searches differ in, in words: the event of each side, its node with figures and board, and the reason.

use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::told::{Kind, Kinds, Sieve};
use super::{Equal, Standing};
use crate::games::Position;
use crate::search::{Event, NodeId, Plan, PlanError};
use crate::workbench::trace::{line_to, run_while, write_event};

/// The first difference.
pub struct Difference {
    /// Its number, from 1: so many events less one are equal.
    pub event: u64,
    pub sides: [Side; 2],
    /// One sentence of both.
    pub why: String,
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
    node: Option<NodeId>,
}

/// What has to be run again to say more than was compared.
pub(super) struct Plans<'a> {
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
        let first = self.side(Some(self.first), first, event)?;
        let second = self.side(self.second, second, event)?;
        let same = first.node.is_some() && first.line == second.line;
        let why = format!("A {}; B {}", first.words(None), second.words(same.then_some("it")));
        Ok(Difference { event, sides: [first, second], why, estimates_differ_at: equal.estimates_differ_at })
    }

    fn side(&self, plan: Option<&Plan>, (standing, line): State<'_>, number: u64) -> Result<Side, PlanError> {
        let (kind, node, parent, mv) = match standing {
            Standing::Decides { kind, node, parent, mv } => (kind, node, parent, mv),
            Standing::Ended(how) => {
                let event = serde_json::json!({ "e": "end", "status": how });
                return Ok(Side { event, line: Vec::new(), board: self.position.boxed_clone(), node: None });
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
        let mut board = self.position.boxed_clone();
        for mv in moves.iter().flat_map(|mv| mv.split_whitespace()) {
            // A decision may be no move of the game.
            let _ = board.play(mv);
        }
        event["line"] = moves.clone().into();
        Ok(Side { event, line: moves, board, node: (kind != Kind::Bound).then_some(node) })
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
    /// `entered L with f 43`; the node under another name where it was named before.
    pub fn words(&self, named: Option<&str>) -> String {
        let event = &self.event;
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let node = match (named, self.line.last()) {
            (Some(named), _) => named.to_owned(),
            (None, Some(mv)) => mv.clone(),
            (None, None) => "the start".into(),
        };
        let value = self.value();
        match event["e"].as_str().and_then(Kind::read) {
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
            Some(Kind::Leave) => format!("left {node} for good"),
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
