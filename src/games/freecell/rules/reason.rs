//! What a move is good for, seen from the way that it begins.

use super::cards::Card;
use super::layout::touched;
use super::{Board, FreeCell, Move, Place};
use crate::games::Region;
use crate::search::Rules as _;

/// The place that a card is to be taken from.
pub fn region(rules: &FreeCell, board: &Board, mv: Move) -> Option<Region> {
    let words = match mv.from {
        Place::Cell(_) => format!("cell {}", rules.sign(mv.from)),
        Place::Column(_) => format!("column {}", rules.sign(mv.from)),
        Place::Home => return None,
    };
    Some(Region { words, cells: touched(board, mv).into_iter().take(1).collect() })
}

/// In words that go on from "5H to cell a:"; nothing where the move says it all.
pub fn reason(rules: &FreeCell, board: &Board, way: &[Move]) -> Option<String> {
    let (first, rest) = way.split_first()?;
    if first.to == Place::Home {
        return None;
    }
    let freed = match first.from {
        Place::Column(column) => {
            let column = &board.columns[column as usize];
            column.len().checked_sub(1 + first.count as usize).map(|at| column[at])
        }
        Place::Cell(_) | Place::Home => None,
    };
    let mut after = board.clone();
    rules.apply(&mut after, first);
    match (first.from, freed) {
        (Place::Column(column), None) => Some(format!("it empties column {}", column + 1)),
        (Place::Column(_), Some(card)) => Some(freed_words(rules, &mut after, *first, rest, card)),
        (cell, _) => Some(format!("it frees cell {}", rules.sign(cell))),
    }
}

/// What becomes of the card that lay under, or of the place where it lies.
fn freed_words(rules: &FreeCell, board: &mut Board, first: Move, rest: &[Move], card: Card) -> String {
    let name = |card: Card| rules.variant.name(card);
    let card = name(card);
    for mv in rest {
        let moved = rules.at_the_end(board, mv.from, mv.count as usize).first().copied();
        if mv.from == first.from {
            return match (mv.to, rules.playable(board, mv.to)) {
                (Place::Home, _) => format!("it frees {card}, which then goes home"),
                (Place::Column(_), Some(onto)) => format!("it frees {card}, which then goes onto {}", name(onto)),
                (Place::Column(_), None) => format!("it frees {card}, which then goes into an empty column"),
                (Place::Cell(_), _) => format!("it is on the way to what lies under {card}"),
            };
        }
        if let (true, Some(moved)) = (mv.to == first.from, moved) {
            return format!("it frees {card}, onto which then goes {}", name(moved));
        }
        if let (true, Some(moved)) = (mv.to == first.to, moved) {
            return format!("it makes a place for {}", name(moved));
        }
        rules.apply(board, mv);
    }
    format!("it frees {card}")
}

#[cfg(test)]
mod tests {
    use crate::games::{self, Options};

    #[test]
    fn a_move_is_good_for_what_it_frees() {
        let game = games::find("freecell").unwrap();
        let eight = Options::from([("columns".to_owned(), "8".to_owned())]);
        let text = "Foundations: H-J C-K D-K S-K\nQH KH\n";
        let position = game.read(text, &eight).unwrap();
        let reason = |way: &[&str]| position.reason(&way.iter().map(|mv| (*mv).to_owned()).collect::<Vec<_>>());
        assert_eq!(reason(&["1a", "1h", "ah"]).as_deref(), Some("it frees QH, which then goes home"));
        let text = "Foundations: H-J C-K D-K S-K\nQH\nKH\n";
        let position = game.read(text, &eight).unwrap();
        let reason = |way: &[&str]| position.reason(&way.iter().map(|mv| (*mv).to_owned()).collect::<Vec<_>>());
        assert_eq!(reason(&["2a", "1h", "ah"]).as_deref(), Some("it empties column 2"));
        assert_eq!(reason(&["1h", "2h"]), None);
        assert_eq!(position.finish().unwrap(), ["1h", "2h"]);
    }
}
