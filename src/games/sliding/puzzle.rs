//! Positions of this game as the workbench handles them.

use std::sync::Arc;

use super::rules::{Board, Dir, Goal, Sliding};
use super::{GAME, STRATEGIES, hint, solve, text};
use crate::games::{Deadlock, Game, Options, Puzzle, Region};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Rules, Status, Strategy, count};

impl Puzzle for Sliding {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, board: &Board) -> String {
        text::line(board, self.size)
    }

    fn line_options(&self, _board: &Board) -> Options {
        let mut options = Options::new();
        if self.size.rows != self.size.cols {
            options.insert("size".into(), self.size.to_string());
        }
        options.extend(text::goal_words(self).map(|goal| ("goal".into(), goal)));
        options
    }

    fn whole_line(&self, board: &Board) -> String {
        text::whole_line(&text::line(board, self.size), self)
    }

    fn board(&self, board: &Board, next: Option<&Dir>) -> String {
        text::rows(board, self.size, '.', next.and_then(|&dir| self.size.neighbour(board.blank(), dir)))
    }

    fn markers(&self, board: &Board, dir: &Dir) -> Vec<Cell> {
        self.size.neighbour(board.blank(), *dir).map(|cell| cell as Cell).into_iter().collect()
    }

    /// Both of what the player sees move, since an arrow may mean the tile or the blank, and a move's letter the blank.
    fn words(&self, board: &Board, dir: &Dir) -> Option<String> {
        let tile = board.tile(self.size.neighbour(board.blank(), *dir)?);
        Some(format!("slide the {tile} {}, blank {}", dir.opposite().words(), dir.words()))
    }

    fn reason(&self, board: &Board, way: &[Dir]) -> Option<String> {
        hint::reason(self, board, way)
    }

    fn region(&self, board: &Board, way: &[Dir]) -> Option<Region> {
        hint::region(self, board, way)
    }

    fn changed(&self, before: &Board, after: &Board) -> Vec<Cell> {
        (0..self.size.cells()).filter(|&cell| before.tile(cell) != after.tile(cell)).map(|cell| cell as Cell).collect()
    }

    fn deadlock(&self, board: &Board) -> Option<Deadlock> {
        let fault = self.parity_fault(board)?;
        let cells = (0..self.size.cells()).filter(|&cell| fault.pair.contains(&board.tile(cell)));
        let marks = cells.map(|cell| Mark::new(cell as Cell, MarkKind::Dead)).collect();
        Some(Deadlock { story: fault.to_string(), marks })
    }

    fn aim(&self) -> Option<String> {
        match self.goal {
            Goal::BlankLast => None,
            Goal::BlankFirst => Some("the blank first, then 1, 2, 3 and so on".into()),
            Goal::Given(_) => Some("an order of its own".into()),
        }
    }

    fn headline(&self, board: &Board, made: &[String]) -> String {
        let slides = 1 + made.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let slides = if made.is_empty() { 0 } else { slides };
        let moves = count(made.len() as u64, "move", "moves");
        let counts = format!("{moves}, {}", count(slides as u64, "slide", "slides"));
        if self.status(board) == Status::Solved { format!("solved in {counts}") } else { counts }
    }

    /// Numbered boards have one of two goals; a goal of the board's own is left out.
    fn params(&self, _board: &Board) -> Option<String> {
        let goal = if self.goal == Goal::BlankFirst { ",goal=blank-first" } else { "" };
        Some(format!("{}{goal}", self.size))
    }

    fn default_strategy(&self, _board: &Board) -> &'static Strategy {
        let name = if self.size.cells() > 16 { "short" } else { "ida*" };
        STRATEGIES.iter().find(|s| s.name == name).expect("a strategy of this game")
    }

    /// Above 3x3 the strategy that has an answer at once: what is not proven in time is still known from both sides.
    fn check_plan(&self, board: &Board) -> Plan {
        let (name, nodes) = match self.size.cells() {
            ..=9 => (self.default_strategy(board).name, 2_000_000),
            10..=16 => ("short", 20_000_000),
            _ => ("short", 4_000_000),
        };
        let strategy = STRATEGIES.iter().find(|s| s.name == name).expect("a strategy of this game");
        Plan { nodes: Some(nodes), memory: 256 << 20, ..Plan::new(strategy) }
    }

    fn engine(rules: &Arc<Self>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        solve::engine(rules, board, plan)
    }
}
