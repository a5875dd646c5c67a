//! What a look ahead sees: how many queens attack each square, and how many squares are left in each row.

use super::rules::{Board, Queens};
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct QueenRays;

/// Larger boards are told of in words alone.
const LARGEST: u16 = 100;

impl Xray for QueenRays {
    fn look(&self, position: &dyn Position, _plan: &Plan) -> Sight {
        let Placed { rules, state: board } = Placed::<Queens>::of(position);
        let rows = || board.next_row()..rules.size;
        let mut free: Vec<(usize, u16)> = rows().map(|row| (rules.free_in(board, row).count(), row + 1)).collect();
        free.sort_unstable();
        let mut sight = Sight::default();
        if rules.size <= LARGEST {
            let squares = rows().flat_map(|row| (0..rules.size).map(move |column| (row, column)));
            for (row, column) in squares {
                let attackers = attackers(board, row, column);
                if attackers > 0 {
                    let cell = rules.grid().cell(row.into(), column.into());
                    sight.marks.push(Mark::new(cell, MarkKind::Figure(attackers)));
                }
            }
        }
        let placed = count(board.next_row().into(), "queen", "queens");
        sight.lines.push(format!("{placed} placed; the number in a square is how many attack it"));
        let told: Vec<String> = free.iter().take(6).map(|(free, row)| format!("row {row}: {free}")).collect();
        if !told.is_empty() {
            sight.lines.push(format!("free squares, fewest first: {}", told.join(", ")));
        }
        sight
    }
}

fn attackers(board: &Board, row: u16, column: u16) -> u16 {
    let attacks = |(queen_row, &queen): (usize, &u16)| {
        let (down, across) = (row.abs_diff(queen_row as u16), column.abs_diff(queen));
        across == 0 || across == down
    };
    board.queens().iter().enumerate().map(attacks).filter(|&attacks| attacks).count() as u16
}
