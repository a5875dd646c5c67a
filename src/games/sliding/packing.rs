//! The classroom's packing: a board as one integer, and what a move does to it, digit by digit (Turin, 2023).

use std::fmt::Write as _;

use super::rules::{BLANK, Board, Dir, Sliding};
use super::text;
use crate::search::{Rules as _, count};

/// The blank is 16 in two hexadecimal digits.
const BLANK_VALUE: u8 = 0x10;

/// The board with its integer, and each move on it; `None` where it does not fit the integer.
pub fn page(rules: &Sliding, board: &Board) -> Option<String> {
    let packed = text::packed(board, rules.size)?;
    let values = values(rules, board);
    let mut out = String::from("Two hexadecimal digits a cell, 10 (16) for the blank; the last is cell 0.\n\n");
    let columns = rules.size.cols;
    let cells = values.len();
    for (r, row) in values.chunks(columns).enumerate() {
        let tiles: String =
            row.iter().map(|&value| if value == BLANK_VALUE { "  .".into() } else { format!("{value:>3}") }).collect();
        let digits: Vec<String> = row.iter().map(|value| format!("{value:02x}")).collect();
        let numbers: Vec<String> = (0..row.len()).map(|c| format!("{:>2}", cells - 1 - (r * columns + c))).collect();
        let _ = writeln!(out, "{tiles}     {}     cells {}", digits.join(" "), numbers.join(" "));
    }
    let _ = write!(out, "\n   {}\n = {packed:#x}\n = {packed}\n", spaced(&values));
    let mut moves = Vec::new();
    rules.moves(board, &mut moves);
    for dir in moves {
        out.push_str(&told(rules, board, dir));
    }
    Some(out)
}

fn values(rules: &Sliding, board: &Board) -> Vec<u8> {
    board.tiles(rules.size).iter().map(|&tile| if tile == BLANK { BLANK_VALUE } else { tile }).collect()
}

fn spaced(values: &[u8]) -> String {
    values.iter().map(|value| format!("{value:02x}")).collect::<Vec<_>>().join(" ")
}

/// One move: where the blank goes, what is taken out, added and taken away, and the integer after it.
fn told(rules: &Sliding, board: &Board, dir: Dir) -> String {
    let before = values(rules, board);
    let mut next = *board;
    rules.apply(&mut next, &dir);
    let after = values(rules, &next);
    let place = |values: &[u8]| values.iter().position(|&value| value == BLANK_VALUE).unwrap_or(0);
    let (from, to) = (place(&before), place(&after));
    let [from_cell, to_cell] = [from, to].map(|place| before.len() - 1 - place);
    let (swap, diff) = (before[to], BLANK_VALUE - before[to]);
    let carets: String = (0..before.len()).map(|i| if i == from || i == to { "^^ " } else { "   " }).collect();
    let new = text::packed(&next, rules.size).unwrap_or_default();
    let steps = count(from.abs_diff(to) as u64, "cell", "cells");
    format!(
        "\n{dir}  the blank goes {steps} from cell {from_cell} to cell {to_cell}\n   \
         swap = (pos & (0xff << 8*{to_cell})) >> 8*{to_cell} = {swap}, diff = 16 - {swap} = {diff}\n   \
         cell {to_cell}: {swap:02x} + {diff} = 10    cell {from_cell}: 10 - {diff} = {swap:02x}\n   \
         {}\n   {}\n   {}\n = {new:#x}\n",
        spaced(&before),
        carets.trim_end(),
        spaced(&after),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Options;

    /// The slides' own example: the position, its integer in both forms, and the move U.
    #[test]
    fn the_example_of_the_slides() {
        let (rules, board) = text::read("2,4,1,3,14,12,v,8,7,5,13,15,11,6,10,9", &Options::new()).unwrap();
        let page = page(&rules, &board).unwrap();
        for line in [
            " = 0x20401030e0c100807050d0f0b060a09",
            " = 2679245703445435204062882741413612041",
            "U  the blank goes 4 cells from cell 9 to cell 13",
            "   swap = (pos & (0xff << 8*13)) >> 8*13 = 1, diff = 16 - 1 = 15",
            "   cell 13: 01 + 15 = 10    cell 9: 10 - 15 = 01",
            " = 0x20410030e0c010807050d0f0b060a09",
        ] {
            assert!(page.lines().any(|found| found == line), "{line}\n{page}");
        }
        assert!(page.lines().all(|line| line.len() <= 90));
    }

    #[test]
    fn the_integer_has_room_for_fifteen_tiles() {
        let tiles: Vec<String> = (0..25).map(|n| n.to_string()).collect();
        let (rules, board) = text::read(&tiles.join(" "), &Options::new()).unwrap();
        assert_eq!(page(&rules, &board), None);
    }
}
