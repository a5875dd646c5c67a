//! The sliding block puzzle, from 2×2 to 6×6: a player's toy and a classroom for heuristics.

#![expect(clippy::inline_always, reason = "the kernels live by it: each call saved is a tenth of the node rate")]

mod beam;
mod canon;
mod certificate;
mod conflict;
mod deal;
mod extensions;
mod guide;
mod hand;
mod hint;
mod ida;
mod kernel;
mod large;
mod made;
mod mixed;
mod numbers;
mod packing;
mod page;
pub mod pattern;
mod prepare;
mod puzzle;
mod refuted;
pub mod rules;
mod setter;
mod short;
mod solve;
mod study;
mod text;
mod twins;
mod view;
mod walking;
mod xray;

#[cfg(test)]
mod tests;

use super::view::View;
use super::{
    Certificates, Citing, Claims, Field, Form, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position,
    Profile, Setting, Settings, TableMaker, TextError, TextOption, Usage, VerdictWish, Viewers, Workshop, Xray,
};
use std::sync::Arc;

use crate::search::{Strategy, Toggle};
use rules::Sliding;

pub struct SlidingGame;

pub static GAME: SlidingGame = SlidingGame;

const HELP: &str = "\
Slide tiles into the blank until they stand in order: 1 2 3 ... with the
blank last, or as the goal by the board says. An arrow slides a tile into the
blank, and a click all tiles between it and the blank. A move is one tile;
U D L R say where the blank goes. Half of all arrangements cannot be solved.

The solver counts a node for the start and for every board that it looks at
after that. ida* looks for short solutions first and for longer ones round by
round: the pane lists each round with its most moves, its nodes, s for its
seconds, and how many times the nodes grow with each move more.

S chooses another strategy. Compare: what do linear conflicts save, and what
do they cost? How much longer are the solutions of weighted?";

const fn order(name: &'static str, about: &'static str) -> Toggle {
    Toggle::off(name, about).among("order")
}

const MANHATTAN: Toggle = Toggle::on("manhattan", "steps of every tile to its goal cell");
const PDB: Toggle = Toggle::on(
    "pdb",
    "additive pattern databases: 6-6-3 on 4x4, built in half a second; larger ones where they are on disk",
)
.among("pdb");
const PDB_SMALL: Toggle =
    Toggle::off("pdb-small", "additive pattern databases, smaller ones: 5-5-5 on 4x4").among("pdb");
const REFLECTION: Toggle = Toggle::on("reflection", "look the board up with rows and columns exchanged as well");
const TWINS: Toggle =
    Toggle::on(kernel::TWINS, "of two sequences of moves to the same board try only one (Taylor and Korf 1993)");
const ORDER_UDLR: Toggle = order("order-udlr", "try the blank's moves in the order U D L R, not U L R D");
const ORDER_LRUD: Toggle = order("order-lrud", "try the blank's moves in the order L R U D, not U L R D");
const ORDER_DRLU: Toggle = order("order-drlu", "try the blank's moves in the order D R L U, not U L R D");

const CONFLICT: Toggle =
    Toggle::off("linear-conflict", "two moves more for a tile that must step aside in its goal row or column");
const WALKING: Toggle = Toggle::off(
    "walking-distance",
    "moves between rows, and between columns, with the rest forgotten; up to 4x4, 2x6, 3x5",
);
const PROVE: Toggle = Toggle::on("prove", "spend a part of the time on IDA*, which raises the proven lower bound");
const fn off(mut toggle: Toggle) -> Toggle {
    toggle.default = false;
    toggle
}

/// What the estimates that are weighted are made of.
const WEIGHTED: &[Toggle] =
    &[MANHATTAN, CONFLICT, WALKING, off(PDB), PDB_SMALL, REFLECTION, ORDER_UDLR, ORDER_LRUD, ORDER_DRLU];

pub static STRATEGIES: [Strategy; 7] = [
    Strategy {
        name: "ida*",
        about: "iterative deepening on moves made plus moves at least left: shortest answers in little memory",
        toggles: &[MANHATTAN, CONFLICT, WALKING, PDB, PDB_SMALL, REFLECTION, TWINS, ORDER_UDLR, ORDER_LRUD, ORDER_DRLU],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "short",
        about: "wider and wider beams for shorter answers, and IDA* for the bound below: goes on until they meet",
        toggles: &[PDB, PDB_SMALL, REFLECTION, PROVE],
        anytime: true,
        weight: None,
    },
    Strategy {
        name: "a*",
        about: "best first, with all positions in memory: shortest answers",
        toggles: &[MANHATTAN, CONFLICT, WALKING, off(PDB), PDB_SMALL, REFLECTION, ORDER_UDLR, ORDER_LRUD, ORDER_DRLU],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "weighted",
        about: "the classroom's overhead: IDA* with estimates times a weight; at most that many times the shortest length",
        toggles: WEIGHTED,
        anytime: false,
        weight: Some(1.5),
    },
    Strategy {
        name: "weighted-a*",
        about: "A*, with all positions in memory, and estimates times a weight; at most that many times the shortest length",
        toggles: WEIGHTED,
        anytime: false,
        weight: Some(1.5),
    },
    Strategy {
        name: "id",
        about: "blind iterative deepening, as in the classroom: shortest answers, up to some 20 moves",
        toggles: &[ORDER_UDLR, ORDER_LRUD, ORDER_DRLU],
        anytime: false,
        weight: None,
    },
    Strategy {
        name: "bfs",
        about: "breadth first, for small boards: shortest answers",
        toggles: &[ORDER_UDLR, ORDER_LRUD, ORDER_DRLU],
        anytime: false,
        weight: None,
    },
];

static FIELDS: &[Field] = &[
    Field {
        label: "rows x columns",
        word: "",
        values: &[
            ("4x4", "4x4"),
            ("3x3", "3x3"),
            ("2x3", "2x3"),
            ("3x4", "3x4"),
            ("4x5", "4x5"),
            ("5x5", "5x5"),
            ("6x6", "6x6"),
        ],
        is_open: true,
    },
    Field {
        label: "goal",
        word: "goal=",
        values: &[("", "blank last"), ("blank-first", "blank first")],
        is_open: false,
    },
    Field {
        label: "shortest solution",
        word: "moves=",
        values: &[
            ("", "any length"),
            ("10..15", "10 to 15 moves"),
            ("20..25", "20 to 25 moves"),
            ("30..35", "30 to 35 moves"),
            ("40..45", "40 to 45 moves"),
        ],
        is_open: true,
    },
];

static PROFILE: Profile = Profile {
    name: "sliding",
    title: "Sliding",
    about: "the 8-, 15-, 24-puzzle and every board from 2x2 to 6x6",
    gist: "Slide tiles into the blank until all stand in order, in as few \
           moves as you can.",
    help: HELP,
    names: &[
        ("sliding:N", "4x4 board number N"),
        ("sliding:RxC:N", "the same with R rows and C columns, 2x2 to 6x6"),
        ("sliding:RxC,goal=blank-first:N", "with the goal blank 1 2 3 ..."),
        ("sliding:RxC,moves=A..B:N", "a board whose shortest solution has A to B moves"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, ..NewPuzzle::NUMBERED },
    packs: &[
        include_str!("../../../puzzles/sliding/classroom.toml"),
        include_str!("../../../puzzles/sliding/graded.toml"),
        include_str!("../../../puzzles/sliding/ladder.toml"),
        include_str!("../../../puzzles/sliding/rectangles.toml"),
        include_str!("../../../puzzles/sliding/korf100.toml"),
        include_str!("../../../puzzles/sliding/korf50.toml"),
        include_str!("../../../puzzles/sliding/large.toml"),
    ],
    forms: &[
        Form::new("rows", "the tiles row by row, 0 for the blank; the goal above them if not blank-last", |position| {
            let (rules, board) = Placed::<Sliding>::parts(position);
            Some(text::heading(rules) + &text::rows(board, rules.size, '0', None))
        }),
        Form::new("line", "all tiles on one line, with size= and goal= behind them where needed", |position| {
            Some(position.whole_line())
        }),
        Form::new("packed", "two hexadecimal digits a cell, 10 for the blank; up to 4x4", |position| {
            let (rules, board) = Placed::<Sliding>::parts(position);
            text::packed(board, rules.size).map(|packed| text::whole_line(&format!("{packed:#x}"), rules))
        }),
        Form::new("decimal", "the packed integer in decimal", |position| {
            let (rules, board) = Placed::<Sliding>::parts(position);
            text::packed(board, rules.size).map(|packed| text::whole_line(&packed.to_string(), rules))
        }),
        Form::shown(
            "packing",
            "the board with its integer, and what each move does to it, digit by digit",
            |position| {
                let (rules, board) = Placed::<Sliding>::parts(position);
                packing::page(rules, board)
            },
        ),
    ],
    largest_text: 16 << 10,
    strategies: &STRATEGIES,
    settings: &[Setting {
        name: "arrows",
        values: &["tile", "blank"],
        default: "tile",
        about: "what an arrow key moves: the tile next to the blank, or the blank",
    }],
    text_options: &[
        TextOption { name: "size", value: "RxC", about: "rows and columns, where line breaks do not tell" },
        TextOption { name: "goal", value: "GOAL", about: "blank-last (the default), blank-first, or a board" },
    ],
    generate_options: &[TextOption { name: "moves", value: "A..B", about: "shortest solutions of A to B moves" }],
    seeks_shortest: true,
    verdict: VerdictWish::Always,
};

impl Game for SlidingGame {
    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }

    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::TileWorkshop)
    }

    fn study(&self) -> Option<&'static dyn crate::games::Study> {
        Some(&study::Turin)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        Ok(Kind::numbered(deal::Params::read(params)?.to_string(), 0..=u64::MAX))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let params = deal::Params::read(params)?;
        let number = number.unwrap_or_default();
        let rules = Sliding::new(params.size(), params.goal);
        let board = match params.moves {
            None => deal::shuffled(&rules, number),
            Some(range) => deal::of_length(&Arc::new(rules.clone()), number, range)?,
        };
        Ok(Placed::boxed(rules, board))
    }

    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        let (rules, board) = text::read(text, options)?;
        Ok(Placed::boxed(rules, board))
    }

    fn view(&self) -> &'static dyn View {
        &view::TileView
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::TileRays)
    }

    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::TileHand::new(settings))
    }

    fn tables(&self) -> Option<&'static dyn TableMaker> {
        Some(&large::LargeTables)
    }

    fn usage(&self) -> Option<&'static dyn Usage> {
        Some(&GAME)
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn rivals(&self) -> &'static [&'static str] {
        &["ida*+manhattan", "ida*+manhattan,linear-conflict", "ida*", "id", "a*+manhattan", "weighted+manhattan@1.5"]
    }

    fn citing(&self) -> Option<&'static dyn Citing> {
        Some(&GAME)
    }

    fn viewers(&self) -> Option<&'static dyn Viewers> {
        Some(&GAME)
    }
}
