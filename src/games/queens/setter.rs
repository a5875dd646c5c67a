//! Setting queens up: a queen of any row that has one can be put elsewhere, and the next row gets one.

use super::rules::{Board, LARGEST, Place, Queens};
use crate::games::squares::{Cursor, Grid};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::{Cell, Rules as _};

pub struct QueensWorkshop;

impl Workshop for QueensWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<QueensSetter>::default()
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("how many queens, 1 to 1000")
    }

    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let old = Placed::<Queens>::of(position).rules.size;
        let size = size.map_or(Some(old), |text| text.parse().ok()).filter(|size| (1..=LARGEST).contains(size));
        let size = size.ok_or_else(|| format!("expected {}", self.sizes().unwrap_or_default()))?;
        Ok(Placed::boxed(Queens { size }, Board::default()))
    }
}

#[derive(Default)]
struct QueensSetter {
    cursor: Cursor,
}

/// The queens of these columns, or which of them attacks another.
fn placed(rules: Queens, columns: &[u16]) -> Result<Board, String> {
    let mut board = Board::default();
    for &column in columns {
        let row = board.next_row() + 1;
        let place = rules.read_move(&board, &Place(column).to_string());
        let place = place.map_err(|why| format!("{why} in row {row}"))?;
        rules.apply(&mut board, &place);
    }
    Ok(board)
}

impl QueensSetter {
    fn put(&self, rules: Queens, board: &Board) -> Reply {
        let grid = rules.grid();
        let here = self.cursor.cell(grid);
        let (row, column) = (grid.row(here), grid.col(here) as u16);
        let mut columns = board.queens().to_vec();
        match columns.get(row) {
            None if row > columns.len() => {
                return Reply::Say(format!("queens stand from the top: row {} has none yet", columns.len() + 1));
            }
            None => columns.push(column),
            Some(&there) if there == column && row + 1 < columns.len() => {
                return Reply::Say(format!("take the queens below first, the lowest in row {}", columns.len()));
            }
            Some(&there) if there == column => columns.truncate(row),
            Some(_) => columns[row] = column,
        }
        match placed(rules, &columns) {
            Ok(board) => Reply::Replace(Placed::boxed(rules, board)),
            Err(why) => Reply::Say(why),
        }
    }
}

impl Hand for QueensSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Queens>::of(position);
        let grid: Grid = rules.grid();
        match input {
            Input::Pick => self.put(**rules, state),
            Input::Click(_) if self.cursor.walk(grid, input) => self.put(**rules, state),
            input if self.cursor.walk(grid, input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(Placed::<Queens>::of(position).rules.grid()))
    }

    fn begin_at(&mut self, cell: Cell) {
        self.cursor = Cursor(cell);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![KeyHint { keys: "enter", does: "queen here, or off" }, KeyHint { keys: "arrows", does: "move" }]
    }
}
