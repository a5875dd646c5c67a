//! Setting a tour up: the board, the square to begin on, and whether the tour closes.

use super::rules::{Knight, LONGEST, Tour};
use crate::games::squares::{Cursor, Grid};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Reply, Workshop};
use crate::search::Cell;

pub struct KnightWorkshop;

impl Workshop for KnightWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<KnightSetter>::default()
    }

    fn sets_the_start(&self) -> bool {
        true
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("ROWSxCOLUMNS, 1x1 to 50x50")
    }

    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let old = &Placed::<Knight>::of(position).rules;
        let fits = |grid: &Grid| [grid.rows, grid.cols].into_iter().all(|side| (1..=LONGEST).contains(&side));
        let grid = size.map_or(Some(old.grid), Grid::sized).filter(fits);
        let grid = grid.ok_or_else(|| format!("expected {}", self.sizes().unwrap_or_default()))?;
        Ok(begun(grid, old.closed, old.closed.then_some(0)))
    }
}

fn begun(grid: Grid, closed: bool, start: Option<u16>) -> Box<dyn Position> {
    let rules = Knight::new(grid, closed);
    let tour = rules.start(start);
    Placed::boxed(rules, tour)
}

#[derive(Default)]
struct KnightSetter {
    cursor: Cursor,
}

impl KnightSetter {
    /// A closed tour passes every square, so it has a start to come back to.
    fn turn(&self, rules: &Knight, tour: &Tour) -> Reply {
        let here = self.cursor.cell(rules.grid) as u16;
        Reply::Replace(begun(rules.grid, !rules.closed, tour.path.first().copied().or(Some(here))))
    }
}

impl Hand for KnightSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Knight>::of(position);
        let start = |cell: Cell| Reply::Replace(begun(rules.grid, rules.closed, Some(cell as u16)));
        match input {
            Input::Pick => start(self.cursor.cell(rules.grid)),
            Input::Char('o') => self.turn(rules, state),
            Input::Backspace | Input::Delete if rules.closed => {
                Reply::Say("a closed tour has a start to come back to; o opens it".into())
            }
            Input::Backspace | Input::Delete => Reply::Replace(begun(rules.grid, false, None)),
            Input::Click(cell) if self.cursor.walk(rules.grid, input) => start(cell),
            input if self.cursor.walk(rules.grid, input) => Reply::Cursor,
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.cursor.cell(Placed::<Knight>::of(position).rules.grid))
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Knight>::of(position);
        let kind = if rules.closed { "a closed tour" } else { "an open tour" };
        let from = state.path.first().map_or_else(|| "anywhere".into(), |&square| rules.grid.name(square.into()));
        vec![format!("{kind}, from {from}")]
    }

    fn begin_at(&mut self, cell: Cell) {
        self.cursor = Cursor(cell);
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "enter", does: "begin here" },
            KeyHint { keys: "o", does: "open or closed tour" },
            KeyHint { keys: "backspace", does: "begin anywhere" },
            KeyHint { keys: "arrows", does: "move" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        c == 'o'
    }
}
