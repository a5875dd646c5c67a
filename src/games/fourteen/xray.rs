//! What the deadlock checks see: heads that wait for a partner, where the nearest lies, and what stays out of reach.

use super::deadlock::out_of_reach;
use super::rules::{COLUMNS, Fourteen, SUM, State};
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Cell, Mark, MarkKind, Plan};

pub struct PairRays;

impl Xray for PairRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules, state } = Placed::<Fourteen>::of(position);
        let mut sight = Sight::default();
        reach(rules, state, &mut sight);
        arrows(rules, state, &mut sight);
        sight
    }
}

/// Cards that stay even if every card that can be reached served as a partner any number of times.
fn reach(rules: &Fourteen, state: &State, sight: &mut Sight) {
    let out = out_of_reach(rules, state);
    let mut ranks: Vec<u8> = out.iter().map(|&card| rules.rank(card)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    sight.marks.extend(out.iter().map(|&card| Mark::new(card as Cell, MarkKind::Dead)));
    let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
    sight.lines.push(if ranks.is_empty() {
        "out of reach: no rank, if a partner could serve more than once".into()
    } else {
        format!("out of reach (#), even if partners served more than once: ranks {}", ranks.join(", "))
    });
}

/// Each head without a partner among the heads waits: an arrow from it to the nearest partner and what lies over that.
fn arrows(rules: &Fourteen, state: &State, sight: &mut Sight) {
    let columns: Vec<Vec<usize>> = (0..COLUMNS).map(|column| rules.left(state, column).collect()).collect();
    let mut pairs = 0;
    let mut arrows = Vec::new();
    for (column, cards) in columns.iter().enumerate() {
        let Some(&head) = cards.first() else { continue };
        let wanted = SUM - rules.rank(head);
        let others = columns.iter().enumerate().filter(|(other, _)| *other != column);
        let nearest = others
            .filter_map(|(other, cards)| {
                let depth = cards.iter().position(|&card| rules.rank(card) == wanted)?;
                Some((depth, other, cards[depth]))
            })
            .min();
        match nearest {
            Some((0, ..)) => pairs += 1,
            Some((depth, other, card)) => {
                sight.marks.push(Mark::new(head as Cell, MarkKind::Besides));
                sight.marks.push(Mark::new(card as Cell, MarkKind::Counted));
                let over = rules.rank(columns[other][depth - 1]);
                arrows.push(format!("{}:{} -> {}:{wanted} behind {over}", column + 1, rules.rank(head), other + 1));
            }
            None => {
                sight.marks.push(Mark::new(head as Cell, MarkKind::Besides));
                arrows.push(format!("{}:{} -> no {wanted} in another column", column + 1, rules.rank(head)));
            }
        }
    }
    sight.lines.push(format!("{pairs} heads have a partner among the heads, {} wait (^)", arrows.len()));
    if !arrows.is_empty() {
        sight.lines.push(format!("column:head -> nearest partner (~): {}", arrows.join(", ")));
    }
}
