//! Kakuro: digits 1 to 9 into the white cells, so that every run has different digits and its sum.

pub mod classic;
mod deadlock;
mod desk;
mod editor;
pub mod fast;
pub mod field;
mod filter;
pub mod generate;
pub mod grid;
mod learn;
pub mod logic;
mod puzzle;
pub mod rules;
pub mod solve;
mod study;
mod sums;
pub mod text;
mod view;
mod xray;

use rules::Kakuro;

use crate::games::digits::certificate::Proofs;
use crate::games::digits::{Answers, DigitHand};
use crate::games::view::View;
use crate::games::{
    Certificates, Claims, Field, Game, Hand, Kind, NewPuzzle, Options, ParamError, Part, Placed, Position, Profile,
    Settings, Stage, Stages, TextError, VerdictWish, Workshop, Xray, digits,
};
use crate::search::{Strategy, Toggle};

static STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "fast",
        about: "exact run consistency, fewest alternatives, independent parts, learning; proves uniqueness",
        toggles: &[
            Toggle::on("run-consistency", "keep only candidates of some filling of their run"),
            Toggle::on("fewest", "choose the cell with the fewest candidates, hard runs first"),
            Toggle::on("split", "solve parts that no longer touch one by one"),
            Toggle::on("learn", "learn from dead ends where a part is hard"),
        ],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "classic",
        about: "the 2021 classroom method in its nineteen stages: permutations of spaces; complete",
        toggles: classic::TOGGLES,
        anytime: false,
        weight: None,
    },
    digits::logic_strategy(logic::TOGGLES),
];

/// The game as the registry knows it.
pub struct KakuroGame;

pub static GAME: KakuroGame = KakuroGame;

static FIELDS: &[Field] = &[
    Field {
        label: "size, with clues",
        word: "",
        values: &[("10x10", "10x10"), ("6x6", "6x6"), ("8x8", "8x8"), ("12x12", "12x12"), ("16x16", "16x16")],
        is_open: true,
    },
    digits::LEVELS,
];

static PROFILE: Profile = Profile {
    name: "kakuro",
    title: "Kakuro",
    about: "cross sums: different digits in every run, with the sum of its clue",
    gist: "Fill the white cells with digits 1 to 9. The digits of a run \
           differ and add up to the clue to its left or above it.",
    help: "Fill every white cell with a digit 1 to 9. A run is a line of white cells,\n\
     across or down; its digits differ and add up to its clue. A clue cell 17\\3\n\
     has 17 for the run below it and 3 for the run to its right.\n\
     \n\
     1-9 write a digit, 0 or Backspace erases, p (pencil) turns to notes and\n\
     back. a fills in notes: all candidates of a cell without notes; of yours those\n\
     go that no longer fit, and u brings them back. w says whether anything is\n\
     wrong but not where, f shows conflicts at once or only on w, B sets a bookmark\n\
     and z comes back to it. L explains how notes are shown. H hints in three levels: where to look, which technique,\n\
     the placement. Under the board are the digit sets that fit the two runs at\n\
     the cursor.\n\
     e sets a grid up: f turns a square (with its image under a half turn; i: or\n\
     without), digits write clues (o: down or across) or a solution, d takes the\n\
     clues from it, c clears it, w shows solutions to look at; whether there is none,\n\
     one or several stands above the board. f2 saves it, f3 is another size.",
    names: &[
        ("kakuro:ROWSxCOLS,LEVEL:SEED", "a generated puzzle, clue row and column included; easy, medium, hard, expert"),
        ("kakuro:SEED", "the same as kakuro:10x10,medium:SEED"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, ..NewPuzzle::NUMBERED },
    packs: &[
        include_str!("../../../puzzles/kakuro/classroom.toml"),
        include_str!("../../../puzzles/kakuro/small.toml"),
        include_str!("../../../puzzles/kakuro/large.toml"),
    ],
    forms: text::FORMS,
    largest_text: 1 << 20,
    strategies: STRATEGIES,
    settings: digits::SETTINGS,
    text_options: &[],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::OnRequest,
};

impl Game for KakuroGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&editor::GridWorkshop)
    }

    fn study(&self) -> Option<&'static dyn crate::games::Study> {
        Some(&study::Lisbon)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        let params = generate::Params::read(params).map_err(ParamError)?;
        Ok(Kind::numbered(params.to_string(), 0..=u64::MAX))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let asked = generate::Params::read(params).map_err(ParamError)?.asked();
        let rules = Kakuro::new(generate::deal(asked, number.unwrap_or_default()).map_err(ParamError)?);
        let start = rules.start();
        Ok(Placed::boxed(rules, start))
    }

    fn read_form(&self, text: &str, _options: &Options) -> Result<Box<dyn Position>, TextError> {
        let rules = Kakuro::new(text::read(text)?);
        let start = rules.start();
        Ok(Placed::boxed(rules, start))
    }

    fn view(&self) -> &'static dyn View {
        &view::KakuroView
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&Proofs::<Kakuro>::OF)
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::RunRays)
    }

    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        Box::new(DigitHand::<Kakuro>::new(settings))
    }

    fn has_notes(&self) -> bool {
        true
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&Answers::<Kakuro>::OF)
    }

    fn stages(&self) -> Option<&'static dyn Stages> {
        Some(&GAME)
    }
}

impl Stages for KakuroGame {
    fn list(&self) -> &'static [Stage] {
        &classic::STAGES
    }

    fn part_word(&self) -> &'static str {
        "space"
    }

    fn parts(&self, position: &dyn Position) -> Vec<Part> {
        let (rules, _) = Placed::<Kakuro>::parts(position);
        rules.runs.iter().map(|run| Part { name: rules.grid.run_name(run), cells: run.cells.clone() }).collect()
    }

    fn input(&self, position: &dyn Position, stage: usize, part: usize) -> Vec<String> {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        classic::Bench::new(rules, state, true).input(stage, part)
    }

    fn output(
        &self,
        position: &dyn Position,
        stage: usize,
        part: Option<usize>,
        is_quick: bool,
    ) -> Result<Vec<String>, String> {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        let bench = classic::Bench::new(rules, state, is_quick);
        bench.output(stage, part).map(|output| output.lines(&bench, stage))
    }

    fn fault(
        &self,
        position: &dyn Position,
        stage: usize,
        part: Option<usize>,
        text: &str,
    ) -> Result<Option<String>, TextError> {
        let (rules, state) = Placed::<Kakuro>::parts(position);
        classic::first_fault(rules, &classic::Bench::new(rules, state, false), (stage, part), text)
    }
}

#[cfg(test)]
mod tests;
