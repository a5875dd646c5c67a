//! Where two searches part, in plain sentences: at which expansion, of which node, and what it comes from.

use super::Equal;
use super::explain::Side;
use super::told::Kind;
use crate::search::grouped;

/// So many moves of a long line are named.
const MOVES_NAMED: usize = 6;

/// What both did before they part.
pub(super) struct Parting {
    /// How many expansions are the same.
    pub expansions: u64,
    /// The moves to the node that was expanded last.
    pub line: Vec<String>,
    /// They estimate differently.
    weighs_otherwise: bool,
}

impl Parting {
    pub fn new(equal: Equal, line: Vec<String>) -> Self {
        Parting { expansions: equal.expansions, line, weighs_otherwise: equal.estimates_differ_at.is_some() }
    }

    /// The place, what each did there, and why.
    pub fn sentence(&self, names: [char; 2], sides: &[Side; 2], why: &str) -> String {
        let ([one, other], [a, b]) = (names, sides);
        let reason = self.reason((one, a), (other, b)).or_else(|| self.reason((other, b), (one, a)));
        let reason = reason.unwrap_or_else(|| "They go through the same nodes in another order".into());
        format!("They part {}: {why}. {reason}.", self.place())
    }

    fn place(&self) -> String {
        if self.expansions == 0 {
            return "before the first expansion".into();
        }
        let from = self.line.len().saturating_sub(MOVES_NAMED);
        let dots = if from > 0 { "... " } else { "" };
        let node = if self.line.is_empty() { "the start".into() } else { self.line[from..].join(" ") };
        format!("at expansion {}, of {dots}{node}", grouped(self.expansions))
    }

    /// What it comes from that `x` did this and `y` did that, if it is known this way round.
    fn reason(&self, (a, x): (char, &Side), (b, y): (char, &Side)) -> Option<String> {
        let same_node = x.is_node() && x.line == y.line;
        let is_child = |side: &Side| side.line.strip_prefix(&self.line[..]).is_some_and(|rest| rest.len() == 1);
        let are_children = is_child(x) && is_child(y);
        let by = x.event["by"].as_str().filter(|by| !by.is_empty());
        let reason = match (x.kind(), y.kind()) {
            (Some(Kind::Cut), Some(Kind::Expand)) if same_node && self.weighs_otherwise => {
                "Their estimates differ, and with them the bound and what it cuts".into()
            }
            (Some(Kind::Cut), Some(Kind::Expand)) if same_node => match by {
                Some(by) => format!("{a} cuts by {by} what {b} goes into"),
                None => format!("{a} cuts a node that {b} goes into"),
            },
            (Some(Kind::Skip), _) => match by {
                Some(by) => format!("{a} does not even make a child, by {by}; {b} does not do so here"),
                None => format!("{a} does not even make a child; {b} does not do so here"),
            },
            (Some(Kind::Seen), _) => format!("{a} knows that it has met this position; {b} does not ask here"),
            (Some(Kind::Dead), _) => {
                format!("{a} finds a dead end here; {b} does not look for one here, or finds none")
            }
            (Some(Kind::Expand), Some(Kind::Node)) if are_children => {
                format!("{a} goes into a child as soon as it is made; {b} makes the other children first")
            }
            (Some(Kind::Node), Some(Kind::Node)) if x.is_of_moves != y.is_of_moves => {
                let [moves, others] = if x.is_of_moves { [a, b] } else { [b, a] };
                format!("{moves} goes on by moves of play, {others} by other decisions, in the words of its search")
            }
            (Some(Kind::Node), Some(Kind::Node)) if are_children => {
                "They make the children of this node in another order, or not the same ones".into()
            }
            (Some(Kind::Expand), Some(Kind::Expand)) if self.weighs_otherwise => {
                "Their estimates differ, and with them what is taken first".into()
            }
            (Some(Kind::Expand), Some(Kind::Expand)) => "Of what waits they take different nodes".into(),
            (Some(Kind::Bound), _) => format!("{a} has found nothing within its bound; {b} goes on"),
            (Some(Kind::Leave), _) => format!("{a} is done with a node; {b} is not"),
            // What the other came to was said with the place.
            (Some(Kind::Solution), _) | (None, Some(_)) => format!("{b} goes on"),
            _ => return None,
        };
        Some(reason)
    }
}
