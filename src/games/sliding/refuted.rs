//! The verdict on a position of the wrong parity: nothing to search.

use super::certificate::parity;
use super::rules::{Board, ParityFault, Sliding};
use crate::search::{Mark, MarkKind, Refutation};

/// The two tiles that stand the wrong way round, marked, with the certificate.
pub fn refutation(rules: &Sliding, board: &Board, fault: &ParityFault) -> Refutation {
    let cells = (0..rules.size.cells()).filter(|&cell| fault.pair.contains(&board.tile(cell)));
    let marks = cells.map(|cell| Mark::new(cell as u32, MarkKind::Dead)).collect();
    Refutation { reason: fault.to_string(), certificate: Some(parity(fault).inline()), marks }
}
