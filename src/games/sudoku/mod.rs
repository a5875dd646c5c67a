//! Sudoku: digits 1 to 9 into nine rows, columns and boxes, each digit once in each.

mod bands;
mod desk;
mod engine;
mod fault;
pub mod generate;
mod hint;
mod logic;
mod puzzle;
pub mod rules;
mod setter;
pub mod solve;
pub mod text;
mod view;
mod xray;

use rules::{Digits, Sudoku};

use crate::games::digits::certificate::Proofs;
use crate::games::digits::{Answers, DigitHand};
use crate::games::view::View;
use crate::games::{
    Certificates, Claims, Field, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position, Profile, Settings,
    TextError, VerdictWish, Workshop, Xray, digits,
};
use crate::search::{Strategy, Toggle};

const FEWEST: &str = "choose the cell with the fewest candidates, not the first";
const CLASSIC: &[Toggle] = &[Toggle::off("fewest", FEWEST)];

static STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "fast",
        about: "bit masks: singles and locked candidates, then the tightest cell; complete, proves uniqueness",
        toggles: &[
            Toggle::on("hidden-singles", "a digit with one place left in a unit goes there"),
            Toggle::on("locked", "candidates that leave a digit no place where a box meets lines"),
            Toggle::on("fewest", FEWEST),
        ],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "classic",
        about: "the classroom's backtracking: the first empty cell, its digits ascending; first solution, complete",
        toggles: CLASSIC,
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "classic-all",
        about: "the classroom's backtracking, on to all solutions",
        toggles: CLASSIC,
        anytime: false,
        weight: None,
    },
    digits::logic_strategy(logic::TOGGLES),
];

/// The game as the registry knows it.
pub struct SudokuGame;

pub static GAME: SudokuGame = SudokuGame;

static FIELDS: &[Field] = &[digits::LEVELS];

static PROFILE: Profile = Profile {
    name: "sudoku",
    title: "Sudoku",
    about: "each digit once in every row, column and box",
    gist: "Fill every cell so that each row, each column and each box of \
           nine has every digit from 1 to 9 once.",
    help: "Fill every cell with a digit 1 to 9, so that each row, each column and each\n\
     of the nine boxes has every digit once. What is given stays.\n\
     \n\
     1-9 write a digit, 0 or Backspace erases, p (pencil) turns to notes and\n\
     back. a fills in notes: all candidates of a cell without notes; of yours those\n\
     go that no longer fit, and u brings them back. w says whether anything is\n\
     wrong but not where, f shows conflicts at once or only on w, B sets a bookmark\n\
     and z comes back to it. L explains how notes are shown. H hints in three levels: where to look, which technique\n\
     and why, the placement. Under the board is what the row, column and box at\n\
     the cursor miss, and what is free for the cell.",
    names: &[
        ("sudoku:LEVEL:SEED", "a generated puzzle with one solution; easy, medium, hard, expert"),
        ("sudoku:SEED", "the same as sudoku:medium:SEED"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, ..NewPuzzle::NUMBERED },
    packs: &[
        include_str!("../../../puzzles/sudoku/graded.toml"),
        include_str!("../../../puzzles/sudoku/published.toml"),
    ],
    forms: text::FORMS,
    largest_text: 16 << 10,
    strategies: STRATEGIES,
    settings: digits::SETTINGS,
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::OnRequest,
};

fn placed(givens: Digits) -> Box<dyn Position> {
    let rules = Sudoku::new(givens);
    let start = rules.start();
    Placed::boxed(rules, start)
}

impl Game for SudokuGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::GivenWorkshop)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        generate::level(params).map_err(ParamError)?;
        Ok(Kind::numbered(params.to_owned(), 0..=u64::MAX))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let level = generate::level(params).map_err(ParamError)?;
        generate::deal(level, number.unwrap_or_default()).map(placed).map_err(ParamError)
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        text::read(text).map(placed)
    }

    fn view(&self) -> &'static dyn View {
        &view::SudokuView
    }

    fn has_notes(&self) -> bool {
        true
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&Answers::<Sudoku>::OF)
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&Proofs::<Sudoku>::OF)
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::CellRays)
    }

    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        Box::new(DigitHand::<Sudoku>::new(settings))
    }
}

#[cfg(test)]
mod tests;
