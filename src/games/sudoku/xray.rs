//! What propagation sees: the digits that each cell may still have.

use super::logic::Sheet;
use super::rules::Sudoku;
use crate::games::digits::view::SHORT_NOTES;
use crate::games::{Placed, Position, Sight, Xray};
use crate::search::{Mark, MarkKind, Plan, count};

pub struct CellRays;

impl Xray for CellRays {
    fn look(&self, position: &dyn Position, _marks: &[Mark], _plan: &Plan) -> Sight {
        let Placed { state, .. } = Placed::<Sudoku>::of(position);
        let Ok(sheet) = Sheet::new(&state.digits) else {
            return Sight {
                lines: vec!["a cell has no digit left, or a digit stands twice".into()],
                ..Sight::default()
            };
        };
        let open: Vec<(u32, u16)> =
            (0_u32..).zip(sheet.candidates).filter(|(cell, _)| sheet.placed[*cell as usize] == 0).collect();
        let marks = open.iter().map(|&(cell, set)| Mark::new(cell, MarkKind::Candidates(set))).collect();
        let fewest = open.iter().map(|(_, set)| set.count_ones()).min().unwrap_or(0);
        let tightest = open.iter().filter(|(_, set)| set.count_ones() == fewest).count();
        let line = match open.len() {
            0 => "every cell has its digit".into(),
            _ => format!(
                "candidates in {}; fewest in a cell: {fewest}, so in {}",
                count(open.len() as u64, "open cell", "open cells"),
                count(tightest as u64, "cell", "cells")
            ),
        };
        let explained = (!open.is_empty()).then(|| SHORT_NOTES.to_owned());
        Sight { marks, lines: std::iter::once(line).chain(explained).collect() }
    }
}
