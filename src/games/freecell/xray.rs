//! What the estimates see: cards over the next ones home, cards over lower ones of their suit, and the room left.

use super::rules::cards::Card;
use super::rules::layout::cell_of_card;
use super::rules::{Board, FreeCell};
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct CardRays;

impl Xray for CardRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules, state: board } = Placed::<FreeCell>::of(position);
        let mut sight = Sight::default();
        blockers(rules, board, &mut sight);
        order(board, &mut sight);
        sight.lines.push(space(rules, board));
        sight
    }
}

fn mark(sight: &mut Sight, column: usize, row: usize, kind: MarkKind) {
    let mark = Mark::new(cell_of_card(column, row), kind);
    if !sight.marks.contains(&mark) {
        sight.marks.push(mark);
    }
}

/// Cards that lie over the next home card of a suit, once for each such card.
fn blockers(rules: &FreeCell, board: &Board, sight: &mut Sight) {
    let is_next = |card: &Card| board.homes[usize::from(card.suit())] == card.rank();
    let (mut blockers, mut next) = (0, Vec::new());
    for (column, cards) in board.columns.iter().enumerate() {
        for (row, card) in cards.iter().enumerate().filter(|(_, card)| is_next(card)) {
            next.push(format!("{} under {}", rules.variant.name(*card), cards.len() - 1 - row));
            for above in row + 1..cards.len() {
                blockers += 1;
                mark(sight, column, above, MarkKind::Counted);
            }
        }
    }
    let where_they_lie = if next.is_empty() { String::new() } else { format!(": {}", next.join(", ")) };
    sight.lines.push(format!("blockers {blockers} (~) unweighed, cards over the next one home{where_they_lie}"));
}

/// Cards that lie over a lower card of their own suit: they must go elsewhere before they go home.
fn order(board: &Board, sight: &mut Sight) {
    let (mut must_move, mut both) = (0, 0);
    for (column, cards) in board.columns.iter().enumerate() {
        for (row, card) in cards.iter().enumerate() {
            let is_over_lower =
                cards[..row].iter().any(|below| below.suit() == card.suit() && below.rank() < card.rank());
            if is_over_lower {
                must_move += 1;
                both += usize::from(sight.marks.contains(&Mark::new(cell_of_card(column, row), MarkKind::Counted)));
                mark(sight, column, row, MarkKind::Besides);
            }
        }
    }
    let home: u32 = board.homes.iter().map(|&home| u32::from(home)).sum();
    let held = board.cells.iter().flatten().count() + board.columns.iter().map(Vec::len).sum::<usize>();
    // A card has room for one sign.
    let both = if both > 0 { format!("; {both} of them show ~") } else { String::new() };
    sight.lines.push(format!(
        "order {must_move} (^{both}), cards over a lower one of their suit: {} at least, {home} home",
        count((held + must_move) as u64, "card move", "card moves")
    ));
}

fn space(rules: &FreeCell, board: &Board) -> String {
    let cells = usize::from(rules.variant.cells) - board.cells.iter().flatten().count();
    let columns = board.columns.iter().filter(|cards| cards.is_empty()).count();
    format!("space: {cells} of {} cells and {} free", rules.variant.cells, count(columns as u64, "column", "columns"))
}
