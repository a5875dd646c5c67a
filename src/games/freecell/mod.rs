//! Free cells: the standard game with Microsoft's deal numbers, and the general one of the 2021 classroom.

mod certificate;
pub mod rules;
mod screen;
mod search;
mod study;
#[cfg(test)]
mod tests;
mod text;
mod xray;

use std::sync::Arc;

use serde_json::Value;

use self::rules::cards::{Build, Home, Variant};
use self::rules::deal::{self, Params};
use self::rules::{Board, FreeCell, Move, classroom, deadlock, layout, reason};
use self::screen::{hand, setter, view};
use self::search::strategies;
use super::view::View;
use super::{
    Certificates, Claims, Deadlock, Field, Form, Game, Hand, Kind, NewPuzzle, Options, ParamError, Placed, Position,
    Profile, Puzzle, Region, Setting, Settings, TextError, TextOption, VerdictWish, Viewers, Workshop, Xray,
};
use crate::search::{Cell, Engine, Mark, MarkKind, Plan, PlanError, Rules as _, Status, Value as Figure, count};

pub struct FreeCellGame;

pub static GAME: FreeCellGame = FreeCellGame;

/// In the rules of every deck.
const TOGETHER: &str = "Several cards in order move together if cells and columns are free for it: with C free cells and E \
    empty columns beside the target, (C + 1) times 2 to the E.";

const HELP: &str = "\
All cards are dealt open into columns. Bring them home, suit by suit, from the
ace up to the king. A card moves to a free cell (one card each), onto a card one
higher of the other colour, into an empty column, or home. With the classroom's
rules it goes onto a card one higher of any other suit, and the ace is the
highest card in a column but the first one home. Several cards in order move
together if cells and columns are free for it: with C free cells and E empty
columns beside the target, (C + 1) times 2 to the E.

Moves are written as in 26 (column 2 to column 6), 3a (to cell a), a5, bh and 7h
(home), 26v3 (three cards into the empty column 6), and typed the same way; into
an empty column 2 2 6 takes two cards. Onto a card as many go as fit. With the
mouse a click picks and the next one drops; a double click sends a card home, or
else to a cell. After a move cards that nothing can need go home by themselves;
A changes that to all cards, or none (autoplay in the configuration).

With more than nine columns, seven cells, four suits or thirteen ranks cards are
written as value/suit from 0 (the classroom's ace has the highest value), moves as
12>3, 3>c8, c2>h and 12>3v5 (N behind v in hex). Typed: 1 2 picks column 12, c 8
drops on cell c8; a 1 that might be 10 or more waits for a digit, > or enter.";

static FIELDS: &[Field] = &[
    Field { label: "rules", word: "", values: &[("", "standard"), ("classroom", "the classroom's")], is_open: false },
    Field {
        label: "free cells",
        word: "cells=",
        values: &[
            ("", "by the rules"),
            ("0", "0"),
            ("1", "1"),
            ("2", "2"),
            ("3", "3"),
            ("5", "5"),
            ("6", "6"),
            ("8", "8"),
        ],
        is_open: true,
    },
    Field {
        label: "suits",
        word: "suits=",
        values: &[("", "four"), ("1", "1"), ("2", "2"), ("3", "3"), ("5", "5"), ("6", "6"), ("7", "7"), ("8", "8")],
        is_open: true,
    },
    Field {
        label: "ranks",
        word: "ranks=",
        values: &[("", "thirteen"), ("4", "4"), ("7", "7"), ("10", "10"), ("16", "16"), ("20", "20")],
        is_open: true,
    },
    Field {
        label: "columns",
        word: "columns=",
        values: &[("", "by the rules"), ("6", "6"), ("7", "7"), ("9", "9"), ("12", "12"), ("16", "16")],
        is_open: true,
    },
    Field {
        label: "built on",
        word: "build=",
        values: &[("", "by the rules"), ("suit-other", "any other suit"), ("colour", "the other colour")],
        is_open: false,
    },
];

static PROFILE: Profile = Profile {
    name: "freecell",
    title: "FreeCell",
    about: "all cards open, a few cells to park them: bring the suits home",
    gist: "Bring each suit home from the ace up. Columns build down in \
        turning colours; a free cell holds one card.",
    help: HELP,
    names: &[
        ("freecell:617", "Microsoft's deal 617; numbers up to 8589934591"),
        ("freecell:cells=2:617", "the same with two cells; also suits=, ranks=, columns="),
        ("freecell:build=suit-other:5", "on any other suit; also home=classroom"),
        ("freecell:classroom,suits=2,ranks=4:7", "all of the classroom's rules at once"),
        ("freecell:classroom,suits=8,ranks=20:1", "the largest deck: 160 cards in 16 columns"),
    ],
    new_puzzle: NewPuzzle { fields: FIELDS, can_be_lost: true, ..NewPuzzle::NUMBERED },
    packs: &[
        include_str!("../../../puzzles/freecell/famous.toml"),
        include_str!("../../../puzzles/freecell/graded.toml"),
        include_str!("../../../puzzles/freecell/few-cells.toml"),
        include_str!("../../../puzzles/freecell/classroom.toml"),
    ],
    forms: &[
        Form::new("board", "Foundations, Freecells, then a line a column, playable card last", |position| {
            let (rules, board) = Placed::<FreeCell>::parts(position);
            Some(text::followed(text::write_board(rules, board, "\n"), "\n", &text::board_words(rules, board)))
        }),
        Form::new("list", "nested list of [value,colour], playable card first", |position| {
            let (rules, board) = Placed::<FreeCell>::parts(position);
            Some(text::followed(text::write_list(rules, board), " ", &text::list_words(rules)))
        }),
    ],
    largest_text: 64 << 10,
    strategies: &strategies::STRATEGIES,
    settings: &[Setting {
        name: "autoplay",
        values: &["none", "safe", "all"],
        default: "safe",
        about: "which cards go home by themselves after a move",
    }],
    text_options: &[
        TextOption { name: "cells", value: "0..8", about: "how many cells there are" },
        TextOption { name: "suits", value: "1..8", about: "how many suits the deck has" },
        TextOption { name: "ranks", value: "1..20", about: "how many ranks the deck has" },
        TextOption { name: "columns", value: "2..16", about: "how many columns there are, where not all are written" },
        TextOption { name: "build", value: "colour|suit-other", about: "which cards go on each other" },
        TextOption { name: "home", value: "standard|classroom", about: "the ace is low, or high, in a column" },
    ],
    generate_options: &[],
    seeks_shortest: false,
    verdict: VerdictWish::Always,
};

impl Game for FreeCellGame {
    fn workshop(&self) -> Option<&'static dyn Workshop> {
        Some(&setter::CardWorkshop)
    }

    fn study(&self) -> Option<&'static dyn crate::games::Study> {
        Some(&study::Moscow)
    }

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        let params = Params::read(params).map_err(ParamError)?;
        Ok(Kind::numbered(params.to_string(), 1..=deal::LAST_DEAL))
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        let params = Params::read(params).map_err(ParamError)?;
        let board = params.deal(number.unwrap_or(1));
        Ok(Placed::boxed(FreeCell { variant: params.variant }, board))
    }

    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        let (rules, board) = text::read(text, options)?;
        Ok(Placed::boxed(rules, board))
    }

    fn view(&self) -> &'static dyn View {
        &view::FreeCellView
    }

    fn xray(&self) -> Option<&'static dyn Xray> {
        Some(&xray::CardRays)
    }

    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        Box::new(hand::FreeCellHand::new(settings))
    }

    fn viewers(&self) -> Option<&'static dyn Viewers> {
        Some(&GAME)
    }

    fn certificates(&self) -> Option<&'static dyn Certificates> {
        Some(&GAME)
    }

    fn claims(&self) -> Option<&'static dyn Claims> {
        Some(&GAME)
    }
}

impl Claims for FreeCellGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        let left = rules.variant.cards() - state.cards_home();
        Some(count(left as u64, "card not home", "cards not home"))
    }

    /// Each move with the single-card moves that it stands for.
    fn extras(&self, start: &dyn Position, moves: &[String]) -> Vec<(&'static str, Figure)> {
        let Placed { rules, state } = Placed::<FreeCell>::of(start);
        let (mut board, mut cards) = (state.clone(), 0);
        for text in moves {
            let Ok(mv) = rules.read_move(&board, text) else { return Vec::new() };
            cards += rules.cost(&board, &mv) as u64;
            rules.apply(&mut board, &mv);
        }
        vec![("cards", Figure::Number(cards))]
    }
}

impl Viewers for FreeCellGame {
    fn heading(&self, position: &dyn Position) -> String {
        let Placed { rules, state } = Placed::<FreeCell>::of(position);
        let words = text::board_words(rules, state);
        if words.is_empty() { String::new() } else { words.join(" ") + "\n" }
    }

    /// The classroom's viewer gets lists `[homes, cells, columns]`, the newest first.
    fn states(&self, start: &dyn Position, moves: &[String]) -> Option<Value> {
        let Placed { rules, state } = Placed::<FreeCell>::of(start);
        let classroom = rules.variant.home == Home::Classroom;
        classroom.then(|| classroom::states(rules, state, moves)).flatten()
    }
}

impl Puzzle for FreeCell {
    fn game(&self) -> &'static dyn Game {
        &GAME
    }

    fn line(&self, board: &Board) -> String {
        text::write_board(self, board, " | ")
    }

    fn whole_line(&self, board: &Board) -> String {
        text::followed(self.line(board), " | ", &text::board_words(self, board))
    }

    fn line_options(&self, _board: &Board) -> Options {
        text::line_options(&self.variant)
    }

    fn board(&self, board: &Board, next: Option<&Move>) -> String {
        let marks: Vec<Mark> = match next {
            Some(mv) => layout::touched(board, *mv).into_iter().map(|cell| Mark::new(cell, MarkKind::Next)).collect(),
            None => Vec::new(),
        };
        layout::print(self, board, &marks)
    }

    fn markers(&self, board: &Board, mv: &Move) -> Vec<Cell> {
        layout::touched(board, *mv)
    }

    fn words(&self, board: &Board, mv: &Move) -> Option<String> {
        Some(FreeCell::words(self, board, mv))
    }

    fn reason(&self, board: &Board, way: &[Move]) -> Option<String> {
        reason::reason(self, board, way)
    }

    fn region(&self, board: &Board, way: &[Move]) -> Option<Region> {
        reason::region(self, board, *way.first()?)
    }

    /// Where every card that is still to go home can go in its turn.
    fn finish(&self, board: &Board) -> Option<Vec<Move>> {
        let (mut board, mut moves) = (board.clone(), Vec::new());
        while let Some(mv) = self.autoplay(&board, true) {
            self.apply(&mut board, &mv);
            moves.push(mv);
        }
        (self.status(&board) == Status::Solved && !moves.is_empty()).then_some(moves)
    }

    fn changed(&self, before: &Board, after: &Board) -> Vec<Cell> {
        layout::changed(self, before, after)
    }

    fn deadlock(&self, board: &Board) -> Option<Deadlock> {
        deadlock::deadlock(self, board)
    }

    fn headline(&self, board: &Board, made: &[String]) -> String {
        let left = self.variant.cards() - board.cards_home();
        let (cards, moves) = (count(left as u64, "card", "cards"), count(made.len() as u64, "move", "moves"));
        if left == 0 { format!("solved in {moves}") } else { format!("{cards} to go, {moves}") }
    }

    fn own_rules(&self) -> Option<String> {
        let Variant { suits, ranks, build, home, .. } = self.variant;
        if (build, home) == (Build::Colour, Home::Standard) {
            return None;
        }
        let (suits, ranks) = (count(suits.into(), "suit", "suits"), count(ranks.into(), "rank", "ranks"));
        let onto = if build == Build::Colour { "the other colour" } else { "any other suit" };
        let (order, ace) = match home {
            Home::Standard => ("from the ace up", ""),
            Home::Classroom => {
                ("the ace first, then from the lowest up", " In a column the ace is higher than all other cards.")
            }
        };
        Some(format!(
            "This deck has {suits} of {ranks}, all dealt open into columns. Bring them home, suit by suit, {order}. A card \
             moves to a free cell (one card each), onto a card one higher of {onto}, into an empty column, or home.{ace} \
             {TOGETHER}"
        ))
    }

    fn params(&self, _board: &Board) -> Option<String> {
        Some(Params::of(&self.variant).to_string()).filter(|params| !params.is_empty())
    }

    fn engine(rules: &Arc<Self>, board: &Board, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
        if plan.all || plan.unique {
            return Err(PlanError("FreeCell has too many solutions to list them".into()));
        }
        if plan.max_moves.is_some() && !matches!(plan.strategy.name, "classic" | "optimal") {
            return Err(PlanError("--max-moves goes with the strategies classic and optimal".into()));
        }
        Ok(search::engine(rules, board, plan))
    }
}
