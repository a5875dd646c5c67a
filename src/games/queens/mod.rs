//! The sample game: n queens, small but complete. CONTRIBUTING.md walks through it. It is compiled and tested like
//! any other game, and not listed in the browser.

mod hand;
mod rules;
mod solve;
mod text;
mod view;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use rules::{Board, LARGEST, Place, Queens};

use super::view::View;
use super::{
    Deadlock, Form, Game, Hand, Kind, Numbers, Options, ParamError, Placed, Position, Profile, Puzzle, Settings,
    TextError,
};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError};

pub struct QueensGame;

pub static GAME: QueensGame = QueensGame;

static PROFILE: Profile = Profile {
    name: "queens",
    title: "Queens",
    about: "place n queens so that none attacks another",
    help: "Place a queen in every row, from the top, so that no two share a row,\na column or a diagonal.",
    names: &[("queens:N", "N queens on a board of N by N, N from 1 to 16")],
    packs: &[include_str!("../../../puzzles/queens/boards.toml")],
    forms: &[Form { name: "rows", about: "a row of Q and . a line" }],
    strategies: solve::STRATEGIES,
    settings: &[],
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
};

impl Game for QueensGame {
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
            _ => Err(ParamError(format!("`{params}` queens: expected 1 to {LARGEST}"))),
        }
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let size = number.or_else(|| params.parse().ok()).and_then(|size| size.try_into().ok());
        let size = size.ok_or_else(|| ParamError("how many queens?".into()))?;
        Ok(Placed::boxed(Queens { size }, Board::default()))
    }

    fn read(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(|(rules, board)| Placed::boxed(rules, board))
    }

    fn view(&self) -> &'static dyn View {
        &view::QueensView
    }

    fn hand(&self, _settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::QueensHand::default())
    }
}

impl Puzzle for Queens {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn text(&self, board: &Board, form: &str) -> Option<String> {
        (form == "rows").then(|| text::line(*self, board).replace('/', "\n") + "\n")
    }

    fn line(&self, board: &Board) -> String {
        text::line(*self, board)
    }

    fn board(&self, board: &Board, next: Option<&Place>) -> String {
        text::board(*self, board, next)
    }

    fn markers(&self, board: &Board, mv: &Place) -> Vec<Cell> {
        vec![view::cell(board.next_row(), mv.0, self.size)]
    }

    fn changed(&self, before: &Board, after: &Board) -> Vec<Cell> {
        let new = after.queens().iter().enumerate().filter(|&(row, queen)| before.queens().get(row) != Some(queen));
        new.map(|(row, &column)| view::cell(row as u8, column, self.size)).collect()
    }

    fn deadlock(&self, board: &Board) -> Option<Deadlock> {
        let row = solve::empty_row(*self, board)?;
        let marks = (0..self.size).map(|column| Mark::new(view::cell(row, column, self.size), MarkKind::Dead));
        Some(Deadlock { story: format!("every square of row {} is attacked", row + 1), marks: marks.collect() })
    }

    fn headline(&self, board: &Board, _made: &[String]) -> String {
        format!("{} of {} queens", board.queens().len(), self.size)
    }

    fn engine(rules: &Arc<Self>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        solve::engine(rules, board, plan)
    }
}
