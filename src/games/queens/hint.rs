//! Why a queen goes where she goes, and where to look for her place.

use super::rules::{Board, Place, Queens};
use super::solve::empty_row;
use crate::games::Region;
use crate::search::{Rules as _, count};

pub fn region(rules: Queens, board: &Board) -> Region {
    let row = board.next_row();
    let cells = rules.free_in(board, row).map(|column| rules.grid().cell(row.into(), column.into())).collect();
    Region { words: format!("the free squares of row {}", row + 1), cells }
}

/// In words that go on from the move's own.
pub fn reason(rules: Queens, board: &Board, place: Place) -> Option<String> {
    let with = |column: u16| {
        let mut after = board.clone();
        rules.apply(&mut after, &Place(column));
        after
    };
    let others: Vec<u16> = rules.free_in(board, board.next_row()).filter(|&column| column != place.0).collect();
    if others.is_empty() {
        return Some("no other square of the row is free".into());
    }
    let shut = others.iter().find_map(|&column| Some((column, empty_row(rules, &with(column))?)));
    if let Some((column, row)) = shut {
        return Some(format!("on column {} she would leave no free square in row {}", column + 1, row + 1));
    }
    let after = with(place.0);
    let free = |row: u16| rules.free_in(&after, row).count() as u64;
    let tightest = (after.next_row()..rules.size).min_by_key(|&row| free(row))?;
    let squares = count(free(tightest), "free square", "free squares");
    Some(format!("the solver has a solution with her there; row {} is then the narrowest, {squares}", tightest + 1))
}
