//! The rules as examples, and properties on random play.

mod certificate;
mod play;
mod search;

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;

use super::FreeCellGame;
use super::rules::cards::{Card, Variant, capacity, single_moves};
use super::rules::deal::Params;
use super::rules::{Board, FreeCell, Move};
use crate::games::{Game, Options, Placed, Position, TextError};
use crate::search::{Rules, Status};

pub fn dealt(params: &str, number: u64) -> (FreeCell, Board) {
    let params = Params::read(params).expect("the parameters are good");
    let board = params.deal(number);
    (FreeCell { variant: params.variant }, board)
}

fn column(board: &Board, column: usize) -> String {
    Variant::STANDARD.names(&board.columns[column])
}

fn read(text: &str) -> Result<Box<dyn Position>, TextError> {
    FreeCellGame.read(text, &Options::new())
}

fn error(text: &str) -> String {
    read(text).err().expect("the text is malformed").in_file("x")
}

#[test]
fn microsoft_deals() {
    for (number, first, last) in [
        (1, "JD KD 2S 4C 3S 6D 6S", "5H 3H 3C 7S 7D TC"),
        (617, "7D TD TH KD 4C 4S JD", "AH KH TC JS 2S QH"),
        (11982, "AH 3D KD JC 6C JD KC", "JS KS 3C 7C 7S 5H"),
    ] {
        let (_, board) = dealt("", number);
        assert_eq!((column(&board, 0).as_str(), column(&board, 7).as_str()), (first, last));
    }
}

/// Made with make-microsoft-freecell-board of Debian's freecell-solver-bin.
#[test]
fn deals_beyond_two_to_the_31st() {
    for (number, first, second) in DEALS_BEYOND {
        let (_, board) = dealt("", number);
        assert_eq!((column(&board, 0).as_str(), column(&board, 1).as_str()), (first, second), "{number}");
    }
}

#[test]
fn smaller_decks_are_pinned() {
    let (rules, board) = dealt("classroom,suits=2,ranks=4", 7);
    assert_eq!(rules.variant, Variant::classroom(2, 4));
    assert_eq!(FreeCellGame.deal("classroom,suits=2,ranks=4:7").unwrap().text("list").unwrap(), CLASSROOM_7);
    assert_eq!(board.columns.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2, 2]);
    let (_, board) = dealt("columns=6,suits=3,ranks=5", 3);
    assert_eq!(board.columns.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 3, 2, 2, 2]);
}

#[test]
fn the_largest_deck_is_pinned() {
    let (rules, board) = dealt("classroom,suits=8,ranks=20", 7);
    assert_eq!(rules.variant, Variant::classroom(8, 20));
    assert_eq!(rules.variant.names(&board.columns[0]), "17/3 10/4 1/5 2/4 3/5 0/0 6/3 5/6 17/7 6/5");
    assert_eq!(rules.variant.names(&board.columns[15]), "15/0 0/4 13/1 9/5 7/5 16/5 8/0 8/4 16/3 14/5");
    let (rules, board) = dealt("columns=16", 1);
    assert_eq!(
        rules.variant.names(&board.columns[0]),
        "10/1 1/3 2/3 5/3",
        "JD 2S 3S 6S: every other card of the first column"
    );
}

#[test]
fn a_wide_table_is_told_by_numbers() {
    let (rules, mut board) = dealt("classroom,suits=8,ranks=20", 7);
    let mut play = |text: &str| {
        let mv = rules.read_move(&board, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(mv.to_string(), text);
        rules.apply(&mut board, &mv);
    };
    play("6>h");
    play("12>c1");
    play("6>c8");
    let say = |text: &str| rules.read_move(&board, text).expect_err("it is illegal");
    assert_eq!(say("2>c8"), "cell c8 holds 0/3");
    assert_eq!(say("12>12"), "12 is both source and target");
    assert_eq!(say("17>3"), "there is no column 17: there are 16");
    assert_eq!(say("3>c9"), "there is no cell c9: there are 8");
    assert_eq!(say("c3>1"), "c3 is empty");
    assert_eq!(say("1>x"), "`x` is no place: expected a column 12, a cell c3 or h for home");
    assert_eq!(say("26"), "`26` is no move: expected as in 12>3, 3>c8, c2>5, c2>h or 12>3v5");
    assert_eq!(say("1>h"), "6/5 does not go home: the next of its suit is 19/5");
    assert_eq!(say("1>2"), "nothing at the end of 1 goes on 10/3");
}

/// Twenty cards of one suit after another: how many is told in hexadecimal, as in the standard notation.
#[test]
fn long_runs_are_counted_in_hexadecimal() {
    let run: Vec<String> = (0..19).rev().map(|value| format!("{value}/{}", value % 2)).collect();
    let rest: Vec<String> = (0..19).map(|value| format!("{value}/{}", 1 - value % 2)).collect();
    let text = format!(
        "Freecells: - - - - - - - -\n19/0 {}\n19/1 {}\n:\n:\nsuits=2 ranks=20 build=suit-other home=classroom",
        rest.join(" "),
        run.join(" ")
    );
    let position = read(&text).expect("it is well-formed");
    let moves = position.moves();
    assert!(moves.contains(&"2>3v12".to_owned()) && moves.contains(&"2>3v2".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"2>3v13".to_owned()), "nine cells' worth and a column carry eighteen");
    let mut position = position;
    position.play("2>3v12").expect("it is legal");
    assert!(position.moves().contains(&"3>2".to_owned()), "and back onto what is left");
}

#[test]
fn wide_boards_say_what_is_wrong_with_them() {
    let (rules, board) = dealt("classroom,suits=5,ranks=3", 1);
    let good = super::text::followed(
        super::text::write_board(&rules, &board, "\n"),
        "\n",
        &super::text::board_words(&rules, &board),
    );
    assert!(read(&good).is_ok());
    let first = good.lines().nth(2).expect("a column").split(' ').next().expect("a card").to_owned();
    assert!(error(&good.replacen(&first, "3/1", 1)).ends_with("3/1 is not of this deck of 5 suits and 3 ranks"));
    assert!(
        error(&good.replacen(&first, "2/8", 1))
            .ends_with("`2/8` is no card: expected a value 0-19 and a suit 0-7, as in 12/3")
    );
    assert!(error(&good.replacen(&first, "", 1)).ends_with(&format!("{first} is missing")));
    assert!(error(&good.replacen("- -", "2/0 -", 1)).contains("2/0 is here and also home: the home pile says 2/0"));
    assert!(error(&good.replacen("ranks=3", "ranks=21", 1)).contains("ranks=21 is out of range: expected 1 to 20"));
}

#[test]
fn a_deal_knows_the_parameters_of_its_kind() {
    for text in [
        "",
        "cells=2",
        "cells=0,suits=2,ranks=8,columns=3",
        "classroom",
        "classroom,suits=2,ranks=4",
        "classroom,cells=3,suits=2,ranks=4,columns=5",
        "build=suit-other",
        "home=classroom",
        "classroom,suits=8,ranks=20",
        "cells=8,columns=16",
    ] {
        let params = Params::read(text).unwrap();
        assert_eq!(params.to_string(), text);
        assert_eq!(Params::of(&params.variant).to_string(), text);
    }
    // How cards are dealt is a matter of the name, and no longer of the table.
    for text in ["classroom,build=colour", "classroom,home=standard", "build=suit-other,home=classroom"] {
        assert_eq!(Params::read(text).unwrap().to_string(), text);
    }
}

#[test]
fn bad_parameters_say_what_is_possible() {
    let error = |params: &str, number: &str| {
        FreeCellGame.deal(&format!("{params}:{number}")).err().expect("it is bad").to_string()
    };
    assert!(error("cells=9", "1").contains("expected 0 to 8"));
    assert!(error("suits=0", "1").contains("expected 1 to 8"));
    assert!(error("columns=1", "1").contains("expected 2 to 16"));
    assert!(error("build=red", "1").contains("colour (alternating) or suit-other"));
    assert!(error("wide", "1").contains("expected cells=0..8"));
    assert!(error("", "0").contains("from 1 to 8589934591"));
    assert!(error("", "x").contains("`x`"));
}

#[test]
fn notation_of_a_few_moves() {
    let (rules, mut board) = dealt("", 617);
    let mut play = |text: &str| {
        let mv = rules.read_move(&board, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(mv.to_string(), text);
        rules.apply(&mut board, &mv);
    };
    play("8a");
    play("1b");
    let say = |text: &str| rules.read_move(&board, text).expect_err("it is illegal");
    assert_eq!(say("2a"), "cell a holds QH");
    assert_eq!(say("22"), "2 is both source and target");
    assert_eq!(say("h1"), "cards never leave home");
    assert_eq!(say("9a"), "there is no column 9: there are 8");
    assert_eq!(say("1e"), "there is no cell e: there are 4");
    assert_eq!(say("c1"), "c is empty");
    assert_eq!(say("ab"), "a card does not go from cell to cell");
    assert_eq!(say("2"), "`2` is no move: expected as in 26, 3a, a5, bh, 7h or 26v3");
    assert!(say("8h").starts_with("2S does not go home: the next of its suit is AS"));
}

#[test]
fn several_cards_go_by_the_capacity_rule() {
    let text = "Foundations: C-0 D-0 H-0 S-0\nFreecells: AC AD AH -\n9H 8S 7H\nTS\n:\n:";
    let rest = ["\n2C 2D 2H 2S AS 3C 3D 3H 3S 4C 4D 4H 4S", "\n5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7S 8C 8D 8H 9C"];
    let tail = "\n9D 9S TC TD TH JC JD JH JS QC QD QH QS KC KD KH KS";
    let position = read(&format!("{text}{}{}{tail}", rest[0], rest[1])).expect("it is well-formed");
    let moves = position.moves();
    assert!(moves.contains(&"12".to_string()), "three cards onto the ten");
    assert!(moves.contains(&"13v3".to_string()) && moves.contains(&"13v2".to_string()) && moves.contains(&"13".into()));
    let mut position = position;
    position.play("1d").expect("a cell is free");
    position.play("2d").expect_err("no cell is free");
    assert!(position.play("13v3").unwrap_err().contains("only 2 cards lie in order"));
}

#[test]
fn malformed_boards_are_told_with_their_place() {
    let (rules, board) = dealt("", 1);
    let good = super::text::write_board(&rules, &board, "\n");
    assert!(read(&good).is_ok());
    assert_eq!(error(&good.replace("JD KD", "JD KX")), "x:3:4: `KX`: `X` is no suit, expected C, D, H or S");
    assert_eq!(error(&good.replace("JD KD", "JD KD KD")), "x:3:7: KD is there twice, first in line 3, column 4");
    assert_eq!(error(&good.replace("JD KD", "JD 4K")), "x:3:4: `4K`: `K` is no suit, expected C, D, H or S");
    assert_eq!(error(&good.replace("JD KD", "JD")), "x: KD is missing");
    let home = error(&good.replace("S-0", "S-3"));
    assert_eq!(home, "x:3:7: 2S is here and also home: the home pile says S-3");
    assert!(error(&good.replace("S-0", "S-Z")).starts_with("x:1:26: `S-Z` is no home pile"));
    assert!(error("").contains("no columns"));
    assert!(error("[[[0,0],[1,0]],[[2,0]").contains("expected `,` or `]`"));
    assert!(error("[[[0,0],[1,0]],[[2,0],[2,0]]]").contains("twice"));
    assert!(error("[[[0,0],[1,0]],[[2,8]]]").starts_with("x:1:17: "));
}

#[test]
fn the_classroom_list_is_read_and_written() {
    let text = "[[[0,0],[2,1]],[[2,0],[3,0]],[[1,1],[3,1]],[[1,0],[0,1]]]";
    let position = read(text).expect("the published example is well-formed");
    assert_eq!(position.text("list").as_deref(), Some(text));
    assert_eq!(position.line_options().len(), 5);
    let again = FreeCellGame.read(&position.line(), &position.line_options()).expect("the line is read");
    assert!(again.same_as(&*position));
    let one_suit = read("[[3,2,1,9,4],[8,7,5,0,6]]").expect("plain numbers are cards of one suit");
    assert_eq!(one_suit.moves().len(), 2);
}

#[test]
fn cards_are_counted_by_their_cheapest_sequence() {
    assert_eq!(single_moves(1, 0, 0), 1);
    assert_eq!(single_moves(3, 2, 0), 5);
    assert_eq!(single_moves(3, 1, 1), 5);
    assert_eq!(single_moves(4, 1, 1), 9);
}

/// Carries a run card by card through cells and empty columns, breadth first: the capacity rule and the cost of a
/// supermove against real sequences of single-card moves.
fn fewest_by_search(count: usize, free: usize, empty: usize) -> Option<usize> {
    // Piles hold ranks, the playable last: source, target, spare columns; then the cells as a bit set.
    type Piles = (Vec<Vec<u8>>, Vec<u8>);
    let run: Vec<u8> = (0..count as u8).rev().collect();
    let mut start: Vec<Vec<u8>> = vec![run.clone(), Vec::new()];
    start.resize(2 + empty, Vec::new());
    let first: Piles = (start, Vec::new());
    let mut seen = HashMap::from([(first.clone(), 0usize)]);
    let mut queue = VecDeque::from([first]);
    while let Some(state) = queue.pop_front() {
        let depth = seen[&state];
        if state.0[1] == run {
            return Some(depth);
        }
        let mut next = Vec::new();
        let takes = (0..state.0.len()).filter(|&p| !state.0[p].is_empty()).map(|p| (p, 0));
        for (pile, cell) in takes.chain((0..state.1.len()).map(|cell| (usize::MAX, cell))) {
            let (mut piles, mut cells) = state.clone();
            let card = if pile == usize::MAX { cells.remove(cell) } else { piles[pile].pop().expect("it has cards") };
            for to in (0..piles.len()).filter(|&to| to != pile) {
                // The target's own top is one above the run; the source's rest takes nothing back but the run.
                let fits = match piles[to].last() {
                    Some(&top) => top == card + 1,
                    None => to >= 2 || card as usize == count - 1,
                };
                if fits {
                    let mut piles = piles.clone();
                    piles[to].push(card);
                    next.push((piles, cells.clone()));
                }
            }
            if pile != usize::MAX && cells.len() < free {
                cells.push(card);
                cells.sort_unstable();
                next.push((piles, cells));
            }
        }
        for mut state in next {
            state.0[2..].sort();
            if !seen.contains_key(&state) {
                seen.insert(state.clone(), depth + 1);
                queue.push_back(state);
            }
        }
    }
    None
}

#[test]
fn the_capacity_rule_is_what_single_cards_can_do() {
    for (free, empty) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)] {
        for count in 1..=capacity(free, empty) + 1 {
            let found = fewest_by_search(count, free, empty);
            let told = (count <= capacity(free, empty)).then(|| single_moves(count, free, empty));
            assert_eq!(found, told, "{count} cards, {free} cells, {empty} columns");
        }
    }
}

pub fn variants() -> impl proptest::strategy::Strategy<Value = String> {
    (0..4u8, 1..=4u8, 1..=6u8, 2..=6u8, any::<bool>(), any::<bool>()).prop_map(
        |(cells, suits, ranks, columns, colour, standard)| {
            let build = if colour { "colour" } else { "suit-other" };
            let home = if standard { "standard" } else { "classroom" };
            format!("cells={cells},suits={suits},ranks={ranks},columns={columns},build={build},home={home}")
        },
    )
}

/// Decks and tables of every size that can be drawn, with the classroom's rules and others.
pub fn all_variants() -> impl proptest::strategy::Strategy<Value = String> {
    let large = (0..=8u8, 1..=8u8, 1..=20u8, 2..=16u8, any::<bool>(), any::<bool>()).prop_map(
        |(cells, suits, ranks, columns, colour, standard)| {
            let build = if colour { "colour" } else { "suit-other" };
            let home = if standard { "standard" } else { "classroom" };
            format!("cells={cells},suits={suits},ranks={ranks},columns={columns},build={build},home={home}")
        },
    );
    let classroom = (1..=8u8, 1..=20u8).prop_map(|(suits, ranks)| format!("classroom,suits={suits},ranks={ranks}"));
    prop_oneof![variants(), large, classroom]
}

/// How cells and columns are written.
fn signs(variant: &Variant) -> (impl Fn(usize) -> String, impl Fn(usize) -> String) {
    let wide = variant.suits > 4 || variant.ranks > 13 || variant.columns > 9 || variant.cells > 7;
    let cell = move |cell: usize| {
        if wide { format!("c{}", cell + 1) } else { ["a", "b", "c", "d", "e", "f", "g"][cell].into() }
    };
    (cell, |column: usize| (column + 1).to_string())
}

/// The legal moves by the letter: every source, target and count, tried out as single cards are told by the rules.
fn obvious_moves(rules: &FreeCell, board: &Board) -> Vec<String> {
    let variant = &rules.variant;
    let next_home = |card: Card| board.homes[card.suit() as usize] == card.rank();
    let value = |card: Card| match variant.home {
        super::rules::cards::Home::Standard => card.rank(),
        super::rules::cards::Home::Classroom => (card.rank() + variant.ranks - 1) % variant.ranks,
    };
    let fits = |card: Card, onto: Card| {
        let other = match variant.build {
            super::rules::cards::Build::Colour => card.is_red() != onto.is_red(),
            super::rules::cards::Build::SuitOther => card.suit() != onto.suit(),
        };
        other && value(onto) == value(card) + 1
    };
    let (cell_sign, column_sign) = signs(variant);
    let between = if variant.is_wide() { ">" } else { "" };
    let free = (0..variant.cells as usize).filter(|&cell| board.cells[cell].is_none()).count();
    let mut found = Vec::new();
    for cell in 0..variant.cells as usize {
        let Some(card) = board.cells[cell] else { continue };
        let name = cell_sign(cell);
        if next_home(card) {
            found.push(format!("{name}{between}h"));
        }
        for (to, column) in board.columns.iter().enumerate() {
            if column.last().is_none_or(|&top| fits(card, top)) {
                found.push(format!("{name}{between}{}", column_sign(to)));
            }
        }
    }
    for (from, column) in board.columns.iter().enumerate() {
        let Some(&top) = column.last() else { continue };
        if next_home(top) {
            found.push(format!("{}{between}h", column_sign(from)));
        }
        if let Some(cell) = (0..variant.cells as usize).find(|&cell| board.cells[cell].is_none()) {
            found.push(format!("{}{between}{}", column_sign(from), cell_sign(cell)));
        }
        for count in 1..=column.len() {
            let cards = &column[column.len() - count..];
            if cards.windows(2).any(|pair| !fits(pair[1], pair[0])) {
                break;
            }
            for (to, target) in board.columns.iter().enumerate().filter(|&(to, _)| to != from) {
                let empty = board.columns.iter().enumerate().filter(|&(i, c)| i != to && c.is_empty()).count();
                let room = (free + 1) * (1 << empty);
                if count <= room && target.last().is_none_or(|&onto| fits(cards[0], onto)) {
                    let many = if target.is_empty() && count > 1 { format!("v{count:x}") } else { String::new() };
                    found.push(format!("{}{between}{}{many}", column_sign(from), column_sign(to)));
                }
            }
        }
    }
    found
}

fn solved_by(
    position: &dyn Position,
    strategy: &'static crate::search::Strategy,
    toggles: &[(&str, bool)],
) -> Vec<String> {
    let plan = toggles.iter().fold(crate::search::Plan::new(strategy), |plan, &(toggle, on)| plan.with(toggle, on));
    let mut engine = position.engine(&plan).expect("the plan is possible");
    assert_eq!(engine.run(u64::MAX, None), crate::search::Outcome::Solved);
    engine.answer().expect("it is solved").moves
}

/// The run printed in the 2021 report, newest state first; the call passed two columns as targets.
const GOLDEN: &str = "
[[[[2,1],[1,1],[0,1],[3,1]],[[2,0],[1,0],[0,0],[3,0]]],[],[[],[],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[[1,0],[0,0],[3,0]]],[[2,0]],[[],[],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[[0,0],[3,0]]],[[1,0],[2,0]],[[],[],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[[3,0]]],[[1,0],[2,0]],[[[0,0]],[],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[]],[[1,0],[2,0]],[[[0,0]],[[3,0]],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[]],[[1,0]],[[[0,0]],[[2,0],[3,0]],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[]],[[0,0],[1,0]],[[],[[2,0],[3,0]],[],[]]]
[[[[2,1],[1,1],[0,1],[3,1]],[]],[[0,0]],[[[1,0]],[[2,0],[3,0]],[],[]]]
[[[[1,1],[0,1],[3,1]],[]],[[2,1],[0,0]],[[[1,0]],[[2,0],[3,0]],[],[]]]
[[[[0,1],[3,1]],[]],[[2,1],[0,0]],[[[1,0]],[[1,1],[2,0],[3,0]],[],[]]]
[[[[0,1],[3,1]],[]],[[2,1]],[[[1,0]],[[0,0],[1,1],[2,0],[3,0]],[],[]]]
[[[[0,1],[3,1]],[]],[[1,0],[2,1]],[[],[[0,0],[1,1],[2,0],[3,0]],[],[]]]
[[[[0,1],[3,1]],[]],[[1,0]],[[[2,1]],[[0,0],[1,1],[2,0],[3,0]],[],[]]]
[[[[0,1],[3,1]],[]],[],[[[1,0],[2,1]],[[0,0],[1,1],[2,0],[3,0]],[],[]]]
[[[[3,1]],[]],[],[[[1,0],[2,1]],[[0,0],[1,1],[2,0],[3,0]],[],[[0,1]]]]
[[[[3,1]],[]],[],[[[2,1]],[[0,0],[1,1],[2,0],[3,0]],[],[[1,0],[0,1]]]]
[[[[3,1]],[]],[],[[[0,0],[2,1]],[[1,1],[2,0],[3,0]],[],[[1,0],[0,1]]]]
[[[],[]],[],[[[0,0],[2,1]],[[1,1],[2,0],[3,0]],[[3,1]],[[1,0],[0,1]]]]";

const PUBLISHED: &str = "[[[0,0],[2,1]],[[2,0],[3,0]],[[1,1],[3,1]],[[1,0],[0,1]]]";

#[test]
fn the_published_run_of_the_classroom() {
    let position = read(PUBLISHED).expect("it is well-formed");
    let classic = FreeCellGame.strategy("classic").expect("it is there");
    let moves = solved_by(&*position, classic, &[("half-targets", true)]);
    assert_eq!(moves.len(), 18);
    let states = position.states(&moves).expect("the moves are legal");
    let told: Vec<String> = states.as_array().expect("a list").iter().map(ToString::to_string).collect();
    assert_eq!(told[..18], GOLDEN.trim().lines().map(String::from).collect::<Vec<_>>());
    assert_eq!(told[18], format!("[[[],[]],[],{PUBLISHED}]"), "the start is the oldest");
    assert_eq!(solved_by(&*position, classic, &[]).len(), 22, "with all four columns as targets");
}

#[test]
fn the_classroom_search_never_claims_a_proof() {
    use crate::search::{Limit, Outcome, Plan};
    let position = read("[[3,2,1,9,4],[8,7,5,0,6]]").expect("it is well-formed");
    for (strategy, expected) in
        [("classic", Outcome::Limit(Limit::Incomplete)), ("prove", Outcome::Exhausted), ("fast", Outcome::Exhausted)]
    {
        let plan = Plan::new(FreeCellGame.strategy(strategy).expect("it is there"));
        let mut engine = position.engine(&plan).expect("the plan is possible");
        assert_eq!(engine.run(u64::MAX, None), expected, "{strategy}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn random_play_follows_the_rules(params in all_variants(), number in 1..100_000u64, picks in prop::collection::vec(any::<u32>(), 40)) {
        let (rules, mut board) = dealt(&params, number);
        // Long lines of play on large tables take long.
        let most = 400 / rules.variant.cards().max(10);
        for pick in picks.into_iter().take(most) {
            let mut moves: Vec<Move> = Vec::new();
            rules.moves(&board, &mut moves);
            let mut told: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let mut obvious = obvious_moves(&rules, &board);
            told.sort();
            obvious.sort();
            prop_assert_eq!(&told, &obvious);
            for mv in &moves {
                prop_assert_eq!(rules.read_move(&board, &mv.to_string()), Ok(*mv));
                let mut after = board.clone();
                let undo = rules.apply(&mut after, mv);
                let line = super::text::write_board(&rules, &after, " | ");
                let again = FreeCellGame.read(&line, &super::text::line_options(&rules.variant));
                prop_assert_eq!(again.map(|p| p.line()), Ok(line));
                let position = Placed::boxed(rules.clone(), after.clone());
                for form in ["board", "list"] {
                    let again = read(&position.text(form).expect("a form of the game")).expect("it is well-formed");
                    prop_assert_eq!(again.moves(), position.moves(), "{}", form);
                }
                rules.undo(&mut after, mv, &undo);
                prop_assert_eq!(&after, &board);
            }
            if moves.is_empty() {
                prop_assert!(rules.status(&board) != Status::Open);
                break;
            }
            rules.apply(&mut board, &moves[pick as usize % moves.len()]);
        }
    }
}

const CLASSROOM_7: &str = "[[[1,1],[3,1]],[[2,0],[1,0]],[[2,1],[0,0]],[[3,0],[0,1]]]";
const DEALS_BEYOND: [(u64, &str, &str); 5] = [
    (2_147_483_647, "9S JH 7S 5S 5D 5C 7D", "2H TC 6C AD QH JD 9C"),
    (2_147_483_648, "QH 3H 7D 4D TS QD 6D", "QC JD 3C 5D 7H 6H 4S"),
    (4_294_967_295, "JS QH TC 7S KC 3H QS", "9C TH 8C 8D 5D 3D TS"),
    (4_294_967_296, "TS 3S KC 4H 9H 3H 4D", "5S QD 3D 9S 2H 6H KH"),
    (6_000_000_000, "2D 2C QS 8D KD 8C 4C", "3D AH 2H 4H TS 6H QD"),
];
