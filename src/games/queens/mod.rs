//! N queens. Small but complete: CONTRIBUTING.md walks through it.

mod certificate;
mod construct;
mod hand;
mod hint;
mod repair;
mod rows;
mod rules;
mod setter;
mod solve;
mod symmetry;
mod text;
mod view;
mod xray;

#[cfg(test)]
mod tests;

use crate::games::quoted;
use std::sync::Arc;

use rules::{Board, LARGEST, Place, Queens};

use super::view::View;
use super::{
    Certificates, Claims, Deadlock, Form, Game, Hand, Kind, NewPuzzle, Numbers, Options, ParamError, Placed, Position,
    Profile, Puzzle, Region, Settings, TextError, VerdictWish, Workshop, Xray,
};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Strategy, count, grouped};

pub struct QueensGame;

pub static GAME: QueensGame = QueensGame;

/// Boards up to this size are searched without being asked; larger ones have their construction.
const SEARCHED: u16 = 30;

static PROFILE: Profile = Profile {
    name: "queens",
    title: "Queens",
    about: "place n queens so that none attacks another",
    gist: "Place a queen in every row, from the top, so that no two share \
           a column or a diagonal.",
    help: "Place a queen in every row, from the top, so that no two share a row, a\n\
     column or a diagonal. Max Bezzel asked for it on the chess board in 1848;\n\
     it has 92 solutions there, or 12 where turned and mirrored ones are one.\n\
     \n\
     left right choose a square of the next row, enter places the queen, u takes\n\
     it back. A row in which every square is attacked loses, and is shown.\n\
     \n\
     fewest goes on where the fewest squares are free; classic is the classroom's\n\
     search and classic-all its list of all solutions; count counts them;\n\
     construct needs no search, and is taken at once from 31 queens on.",
    names: &[("queens:N", "N queens on a board of N by N, N from 1 to 1000")],
    new_puzzle: NewPuzzle { number: "queens", ..NewPuzzle::NUMBERED },
    packs: &[include_str!("../../../puzzles/queens/boards.toml")],
    forms: &[Form::new("rows", "a row of Q and . a line", |position| Some(position.line().replace('/', "\n") + "\n"))],
    largest_text: 2 << 20,
    strategies: solve::STRATEGIES,
    settings: &[],
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::Always,
};

impl Game for QueensGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::QueensWorkshop)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        let sizes = Numbers { all: 1..=LARGEST.into(), usual: 4..=12 };
        if params.is_empty() {
            return Ok(Kind { params: String::new(), numbers: Some(sizes) });
        }
        match params.parse() {
            Ok(size) if sizes.all.contains(&size) => Ok(Kind { params: size.to_string(), numbers: None }),
            _ => Err(ParamError(format!("`{params}` queens: expected 1 to {LARGEST}", params = quoted(params)))),
        }
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let size = number.or_else(|| params.parse().ok()).and_then(|size| size.try_into().ok());
        let size = size.ok_or_else(|| ParamError("how many queens?".into()))?;
        Ok(Placed::boxed(Queens { size }, Board::default()))
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(|(rules, board)| Placed::boxed(rules, board))
    }

    fn view(&self) -> &'static dyn View {
        &view::QueensView
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::QueenRays)
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::QueensHand::default())
    }
}

impl Claims for QueensGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let (rules, board) = Placed::<Queens>::parts(position);
        Some(count((rules.size - board.next_row()).into(), "queen missing", "queens missing"))
    }

    /// Every solution places every queen.
    fn are_all_of_one_length(&self) -> bool {
        true
    }
}

impl Puzzle for Queens {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, board: &Board) -> String {
        text::line(*self, board)
    }

    fn board(&self, board: &Board, next: Option<&Place>) -> String {
        text::board(*self, board, next)
    }

    fn markers(&self, board: &Board, mv: &Place) -> Vec<Cell> {
        vec![self.grid().cell(board.next_row().into(), mv.0.into())]
    }

    fn words(&self, board: &Board, mv: &Place) -> Option<String> {
        let square = self.grid().cell(board.next_row().into(), mv.0.into());
        Some(format!("a queen on {}", self.grid().name(square)))
    }

    fn reason(&self, board: &Board, way: &[Place]) -> Option<String> {
        hint::reason(*self, board, *way.first()?)
    }

    fn region(&self, board: &Board, _way: &[Place]) -> Option<Region> {
        Some(hint::region(*self, board))
    }

    fn changed(&self, before: &Board, after: &Board) -> Vec<Cell> {
        let new = after.queens().iter().enumerate().filter(|&(row, queen)| before.queens().get(row) != Some(queen));
        new.map(|(row, &column)| self.grid().cell(row, column.into())).collect()
    }

    fn deadlock(&self, board: &Board) -> Option<Deadlock> {
        let row = solve::empty_row(*self, board)?;
        let cells = (0..self.size).map(|column| self.grid().cell(row.into(), column.into()));
        let marks = cells.map(|cell| Mark::new(cell, MarkKind::Dead));
        Some(Deadlock { story: format!("every square of row {} is attacked", row + 1), marks: marks.collect() })
    }

    fn headline(&self, board: &Board, _made: &[String]) -> String {
        format!("{} of {} queens", grouped(board.queens().len() as u64), grouped(self.size.into()))
    }

    fn default_strategy(&self, board: &Board) -> &'static Strategy {
        let is_on_its_way = || construct::columns(self.size).starts_with(board.queens());
        let name = if self.size > SEARCHED && is_on_its_way() { "construct" } else { "fewest" };
        self.game().strategy(name).unwrap_or(&self.game().strategies()[0])
    }

    fn check_plan(&self, board: &Board) -> Plan {
        let mut plan = Plan::new(self.default_strategy(board));
        plan.nodes = Some(200_000);
        if self.size > SEARCHED && plan.strategy.name == "fewest" { plan.with("min-conflicts", true) } else { plan }
    }

    fn engine(rules: &Arc<Self>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        solve::engine(rules, board, plan)
    }
}
