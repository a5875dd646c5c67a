//! What a look ahead sees: how many queens attack each square, and how many squares are left in each row.

use super::rules::{Board, Queens};
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct QueenRays;

/// Larger boards are told of in words alone.
const LARGEST: u16 = 100;
/// So many rows are told of one by one.
const MOST_ROWS: usize = 16;

impl Xray for QueenRays {
    fn look(&self, position: &dyn Position, marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { rules, state: board } = Placed::<Queens>::of(position);
        let queens = queens(**rules, board, marks);
        let has_queen = |row: u16| queens.iter().any(|&(taken, _)| taken == row);
        let mut sight = Sight::default();
        let mut free: Vec<(usize, u16)> = Vec::new();
        for row in 0..rules.size {
            let attacked: Vec<u16> = (0..rules.size).map(|column| attackers(&queens, row, column)).collect();
            let left = || (attacked.iter().filter(|&&attackers| attackers == 0).count(), row + 1);
            free.extend((!has_queen(row)).then(left));
            if rules.size <= LARGEST {
                let squares = (0..).zip(attacked).filter(|(_, attackers)| *attackers > 0);
                let squares = squares.filter(|&(column, _)| !queens.contains(&(row, column)));
                sight.marks.extend(squares.map(|(column, attackers)| {
                    Mark::new(rules.grid().cell(row.into(), column.into()), MarkKind::Figure(attackers))
                }));
            }
        }
        free.sort_unstable();
        let placed = count(queens.len() as u64, "queen", "queens");
        sight.lines.push(format!("{placed} placed; the number in a square is how many attack it"));
        let mut told: Vec<String> =
            free.iter().take(MOST_ROWS).map(|(free, row)| format!("row {row}: {free}")).collect();
        told.extend((free.len() > MOST_ROWS).then(|| "...".to_owned()));
        if !told.is_empty() {
            sight.lines.push(format!("free squares, fewest first: {}", told.join(", ")));
        }
        sight
    }
}

/// Row and column of every queen: those on the board, and those that a search has put into rows further down.
pub fn queens(rules: Queens, board: &Board, marks: &[Mark]) -> Vec<(u16, u16)> {
    let mut queens: Vec<(u16, u16)> = (0..).zip(board.queens().iter().copied()).collect();
    for mark in marks.iter().filter(|mark| mark.kind == MarkKind::Settled) {
        let (row, column) = (rules.grid().row(mark.cell) as u16, rules.grid().col(mark.cell) as u16);
        if queens.iter().all(|(taken, _)| *taken != row) {
            queens.push((row, column));
        }
    }
    queens
}

/// How many of them attack a square, or stand on it.
pub fn attackers(queens: &[(u16, u16)], row: u16, column: u16) -> u16 {
    let attacks = |&&(queen_row, queen): &&(u16, u16)| {
        let (down, across) = (row.abs_diff(queen_row), column.abs_diff(queen));
        across == 0 || down == 0 || across == down
    };
    queens.iter().filter(attacks).count() as u16
}
