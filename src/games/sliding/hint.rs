//! What a move is good for, seen from the way that it begins, and where to look for it.

use super::rules::{BLANK, Board, Dir, Sliding};
use crate::games::Region;
use crate::search::{Cell, Rules as _, count};

/// The tile that comes home next for good, and after how many moves.
fn next_home(rules: &Sliding, board: &Board, way: &[Dir]) -> Option<(u8, usize)> {
    let is_home = |board: &Board, tile: u8| board.tile(rules.home(tile)) == tile;
    let (mut now, mut boards) = (*board, Vec::new());
    for dir in way {
        rules.apply(&mut now, dir);
        boards.push(now);
    }
    let tiles = board.tiles(rules.size).iter().copied().filter(|&tile| tile != BLANK && !is_home(board, tile));
    let since = |tile: u8| {
        let away = boards.iter().rposition(|board| !is_home(board, tile)).map_or(0, |last| last + 1);
        (away < boards.len()).then_some((tile, away + 1))
    };
    tiles.filter_map(since).min_by_key(|&(_, moves)| moves)
}

pub fn region(rules: &Sliding, board: &Board, way: &[Dir]) -> Option<Region> {
    let (tile, _) = next_home(rules, board, way)?;
    let cell = board.tiles(rules.size).iter().position(|&other| other == tile)?;
    Some(Region { words: format!("the {tile}, which comes home next"), cells: vec![cell as Cell] })
}

/// In words that go on from the move's own.
pub fn reason(rules: &Sliding, board: &Board, way: &[Dir]) -> Option<String> {
    let (tile, moves) = next_home(rules, board, way)?;
    Some(match moves {
        1 => format!("the {tile} comes home with it"),
        _ => format!("it is the first of {} that bring the {tile} home for good", count(moves as u64, "move", "moves")),
    })
}
