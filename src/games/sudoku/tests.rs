use proptest::prelude::*;

use super::*;
use crate::games::digits::{Allowed, Desk as _, DigitGrid as _, Filling, Level, Paper as _, Technique as _, rate};
use crate::games::view::sight::{cell_at, drawn};
use crate::games::{HintLevel, Input, Reply};
use crate::search::{Engine, Limit, MarkKind, Outcome, Plan, Rules as _, Status, Value, laws};
use crate::workbench::packs::Pack;

const FIRST: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Arto Inkala 2006.
const ESCARGOT: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
/// 1 and 3 can change places in two rows: two solutions.
const TWO: &str = "53467891267219534819834256785976.42.42685.79.713924856961537284287419635345286179";

fn open(text: &str) -> Box<dyn Position> {
    GAME.read(text, &Options::new()).expect("a puzzle")
}

fn plan(strategy: &str) -> Plan {
    Plan::new(GAME.strategy(strategy).expect("a strategy"))
}

fn solved(text: &str, plan: &Plan) -> (Outcome, Box<dyn Engine>) {
    let mut engine = open(text).engine(plan).expect("the plan is fine");
    (engine.run(u64::MAX, None), engine)
}

fn extra<'a>(extra: &'a [(&'static str, Value)], name: &str) -> &'a Value {
    &extra.iter().find(|(key, _)| *key == name).expect("there").1
}

/// A second solver that shares nothing with the first: cells in order, digits as characters, all solutions up to two.
fn brute(cells: &mut [char], found: &mut Vec<String>) {
    let Some(at) = cells.iter().position(|&c| c == '.') else {
        found.push(cells.iter().collect());
        return;
    };
    for digit in '1'..='9' {
        let (row, col) = (at / 9, at % 9);
        let clashes = (0..9).any(|i| {
            let block = (row / 3 * 3 + i / 3) * 9 + col / 3 * 3 + i % 3;
            cells[row * 9 + i] == digit || cells[i * 9 + col] == digit || cells[block] == digit
        });
        if !clashes && found.len() < 2 {
            cells[at] = digit;
            brute(cells, found);
            cells[at] = '.';
        }
    }
}

fn by_brute_force(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    brute(&mut text.chars().collect::<Vec<_>>(), &mut found);
    found
}

#[test]
fn published_puzzles_have_one_solution() {
    let mut seen = 0;
    for pack in GAME.profile().packs {
        for entry in Pack::read(pack).expect("a pack").puzzles {
            let position = entry.open(&GAME).expect("a puzzle");
            let mut asked = plan("fast");
            asked.unique = true;
            let mut engine = position.engine(&asked).expect("the plan is fine");
            assert_eq!(engine.run(u64::MAX, None), Outcome::Solved, "{}", entry.name);
            let answer = engine.answer().expect("solved");
            assert_eq!(*extra(&answer.extra, "unique"), Value::Flag(Some(true)), "{}", entry.name);
            assert_eq!(Some(answer.length()), entry.best, "{}", entry.name);
            seen += 1;
        }
    }
    assert_eq!(seen, 42);
}

#[test]
fn the_first_row_of_the_one_against_the_grain_is_987654321() {
    // Wikipedia, "Sudoku solving algorithms": 17 givens, made against digits in rising order.
    let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    assert_eq!(text.chars().filter(|&c| c != '.').count(), 17);
    let (_, engine) = solved(text, &plan("fast"));
    let answer = engine.answer().expect("solved");
    let Value::Text(grid) = extra(&answer.extra, "grid") else { panic!("a text") };
    assert!(grid.starts_with("987654321"), "{grid}");
}

#[test]
fn every_strategy_gives_the_same_grid_and_moves_that_replay() {
    let brute = by_brute_force(FIRST);
    for strategy in STRATEGIES {
        let (outcome, engine) = solved(FIRST, &plan(strategy.name));
        assert_eq!(outcome, Outcome::Solved, "{}", strategy.name);
        let answer = engine.answer().expect("solved");
        assert_eq!(*extra(&answer.extra, "grid"), Value::Text(brute[0].clone()), "{}", strategy.name);
        let mut position = open(FIRST);
        for mv in &answer.moves {
            position.play(mv).expect("legal");
        }
        assert_eq!(position.status(), Status::Solved);
        assert_eq!(answer.moves.len(), 51);
    }
}

#[test]
fn uniqueness_is_claimed_only_by_a_search_that_ended() {
    let flag = |text: &str, plan: &Plan| {
        let (_, engine) = solved(text, plan);
        extra(&engine.answer().expect("solved").extra, "unique").clone()
    };
    assert_eq!(flag(ESCARGOT, &plan("fast")), Value::Flag(None));
    let mut asked = plan("fast");
    asked.unique = true;
    assert_eq!(flag(ESCARGOT, &asked), Value::Flag(Some(true)));
    assert_eq!(flag(TWO, &asked), Value::Flag(Some(false)));
    let mut asked = plan("classic");
    asked.unique = true;
    assert_eq!(flag(FIRST, &asked), Value::Flag(Some(true)));
    // Deduction alone is a proof.
    assert_eq!(flag(FIRST, &plan("logic")), Value::Flag(Some(true)));
}

#[test]
fn all_solutions_within_the_memory() {
    for strategy in ["classic-all", "fast"] {
        let mut asked = plan(strategy);
        asked.all = true;
        let (outcome, engine) = solved(TWO, &asked);
        assert_eq!(outcome, Outcome::Solved);
        let answer = engine.answer().expect("solved");
        assert_eq!(answer.solutions, Some(by_brute_force(TWO).len() as u64));
        assert_eq!(answer.all.len(), 2);
        asked.memory = 10_000;
        let (outcome, engine) = solved(&".".repeat(81), &asked);
        assert_eq!(outcome, Outcome::Limit(Limit::Memory));
        assert!(engine.counters().memory <= 10_000 + 1_000);
    }
}

#[test]
fn contradictory_givens_are_read_and_have_no_solution_for_a_reason() {
    for (text, reason) in [
        (
            "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "5 stands twice in row 1",
        ),
        (
            // The solution has a 6 at r1c2.
            "18...7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "no solution is left",
        ),
        (
            "12345678.........9...............................................................",
            "no digit is left for r1c9",
        ),
    ] {
        for strategy in ["fast", "classic", "logic"] {
            let plan = if strategy == "logic" { plan("logic").with("guess", true) } else { plan(strategy) };
            let (outcome, engine) = solved(text, &plan);
            assert_eq!(outcome, Outcome::Exhausted, "{strategy}: {text}");
            let told = engine.refutation().expect("a reason").reason;
            assert!(told.contains(reason) || told.contains("was tried"), "{strategy}: {told}");
        }
    }
}

#[test]
fn limits_stop_a_search_and_say_which() {
    let mut asked = plan("fast");
    asked.nodes = Some(3);
    let (outcome, engine) = solved(ESCARGOT, &asked);
    assert_eq!(outcome, Outcome::Limit(Limit::Nodes));
    assert_eq!(engine.counters().generated, 3);
    let mut asked = plan("classic");
    asked.max_moves = Some(50);
    assert_eq!(solved(FIRST, &asked).0, Outcome::Limit(Limit::Depth));
    asked.max_moves = Some(51);
    assert_eq!(solved(FIRST, &asked).0, Outcome::Solved);
}

/// Every strategy with every toggle, for one solution, for a proof that there is no other, and for all.
#[test]
fn every_strategy_with_every_toggle_keeps_the_laws() {
    for text in [FIRST, ESCARGOT, TWO, &FIRST.replacen('3', "5", 1)] {
        let position = open(text);
        for plan in STRATEGIES.iter().flat_map(laws::plans) {
            for (all, unique) in [(false, false), (false, true), (true, false)] {
                let plan = Plan { all, unique, ..plan.clone() };
                let name = format!("{} {:?} {all} {unique}: {text}", plan.strategy.name, plan.heuristics());
                laws::check(&name, &|| position.engine(&plan).expect("the plan is fine"), 400);
            }
        }
    }
}

#[test]
fn toggles_change_the_work_and_not_the_answer() {
    let grid = |engine: &dyn Engine| extra(&engine.answer().expect("solved").extra, "grid").clone();
    let (_, best) = solved(ESCARGOT, &plan("fast"));
    for toggle in ["hidden-singles", "locked", "fewest"] {
        let (_, without) = solved(ESCARGOT, &plan("fast").with(toggle, false));
        assert_eq!(grid(&*without), grid(&*best), "{toggle}");
        assert_ne!(without.counters().generated, best.counters().generated, "{toggle}");
    }
}

#[test]
fn malformed_text_is_told_with_its_place() {
    let short = "53..7....\n6..195...\n.98....6\n".to_string();
    for (text, place) in [
        (String::new(), (0, 0)),
        ("53..x".to_string(), (1, 5)),
        (FIRST[..80].to_string(), (1, 0)),
        (format!("{FIRST}."), (1, 82)),
        (short, (3, 0)),
        ("123456789\n".repeat(8), (0, 0)),
        (format!("{}\n.", "123456789\n".repeat(9).trim_end()), (10, 1)),
    ] {
        let error = GAME.read(&text, &Options::new()).err().expect("malformed");
        assert_eq!((error.line, error.column), place, "{text:?}: {error}");
    }
}

#[test]
fn every_form_reads_back_the_same() {
    let position = open(FIRST);
    for form in ["line", "grid"] {
        let text = position.text(form).expect("a form");
        assert_eq!(open(&text).line(), FIRST, "{text}");
    }
    assert_eq!(open(&position.board(None)).line(), FIRST);
    assert_eq!(open(&FIRST.replace('.', "0")).line(), FIRST);
    let rows: Vec<&str> = (0..9).map(|row| &FIRST[row * 9..row * 9 + 9]).collect();
    assert_eq!(open(&rows.join("/")).line(), FIRST);
    assert_eq!(open(&position.text("solution").expect("a form")).status(), Status::Solved);
}

#[test]
fn generated_puzzles_are_what_was_asked_for() {
    for level in Level::ALL {
        for seed in [7, 1_000_000] {
            let givens = generate::puzzle(level, seed).expect("every level has puzzles");
            assert!((0..81).all(|cell| (givens[cell] > 0) == (givens[80 - cell] > 0)), "symmetric");
            assert!(solve::is_unique(&givens));
            let rating = rate(&logic::Worksheet { givens }, &Filling::of(givens.into()), Allowed::ALL);
            assert!(rating.solved);
            assert_eq!(rating.hardest.level(), level);
        }
    }
    assert!(GAME.deal("harder:1").is_err());
    assert!(GAME.deal("hard:x").is_err());
}

/// The level that the list shows is the rating; what the whole ladder leaves open is for experts too.
#[test]
fn packs_tell_the_level_of_their_puzzles() {
    for pack in GAME.profile().packs {
        for entry in Pack::read(pack).expect("a pack").puzzles {
            let position = entry.open(&GAME).expect("a puzzle");
            let givens = Placed::<Sudoku>::of(&*position).rules.givens;
            let rating = rate(&logic::Worksheet { givens }, &Filling::of(givens.into()), Allowed::ALL);
            let level = if rating.solved { rating.hardest.level() } else { Level::Expert };
            assert_eq!(entry.level, level.name(), "{}: {rating}", entry.name);
        }
    }
}

/// The packs say which names their puzzles were made under: those names give these puzzles for ever.
#[test]
fn names_are_pinned() {
    let mut checked = 0;
    for pack in GAME.profile().packs {
        for entry in Pack::read(pack).expect("a pack").puzzles {
            let Some((_, name)) = entry.about.split_once("Made as sudoku:") else { continue };
            let dealt = GAME.deal(name.split(';').next().expect("a name")).expect("a puzzle");
            assert_eq!(dealt.line(), entry.open(&GAME).expect("a puzzle").line(), "{name}");
            checked += 1;
        }
    }
    assert_eq!(checked, 32);
}

fn against_brute_force(puzzles: u64) {
    for seed in 0..puzzles {
        let level = Level::ALL[(seed % 2) as usize];
        let mut givens = generate::puzzle(level, seed + 5_000).expect("a puzzle");
        if seed % 3 == 0 {
            // Two givens less: often several solutions.
            let given: Vec<usize> = (0..81).filter(|&cell| givens[cell] > 0).collect();
            givens[given[seed as usize % given.len()]] = 0;
        }
        let mut ours: Vec<String> =
            solve::solutions(&givens, 2).iter().map(|solution| text::line(&solution.digits)).collect();
        let theirs = by_brute_force(&text::line(&givens));
        assert_eq!(ours.len(), theirs.len(), "seed {seed}");
        if let ([_], [only]) = (&ours[..], &theirs[..]) {
            assert_eq!(ours.pop().as_ref(), Some(only), "seed {seed}");
        }
    }
}

#[test]
fn puzzles_agree_with_a_second_solver() {
    against_brute_force(60);
}

/// `cargo test --release --lib a_thousand_sudokus -- --ignored`
#[test]
#[ignore = "takes some seconds in the release profile"]
fn a_thousand_sudokus_agree_with_a_second_solver() {
    against_brute_force(1_000);
}

#[test]
fn a_step_is_a_sentence() {
    let givens = generate::puzzle(Level::Medium, 1).expect("a puzzle");
    let paper = logic::Worksheet { givens };
    let mut sheet = paper.sheet(&Filling::of(givens.into())).expect("no contradiction");
    let mut said = Vec::new();
    while let Ok(step) = paper.step(&mut sheet, Allowed::ALL) {
        said.push(paper.sentence(&sheet, &step));
    }
    assert!(said[0].starts_with("in box ") && said[0].contains(" only "), "{}", said[0]);
    assert!(said.iter().any(|step| step.starts_with("locked candidates: the ")), "{said:#?}");
}

#[test]
fn no_step_takes_a_digit_of_the_solution() {
    for level in Level::ALL {
        for seed in 1..=3 {
            let givens = generate::puzzle(level, seed).expect("a puzzle");
            let solution = solve::solutions(&givens, 1)[0].digits;
            let paper = logic::Worksheet { givens };
            let mut sheet = paper.sheet(&Filling::of(givens.into())).expect("no contradiction");
            while let Ok(step) = paper.step(&mut sheet, Allowed::ALL) {
                for (cell, gone) in &step.removed {
                    let digit = solution[*cell as usize];
                    assert_eq!(gone >> (digit - 1) & 1, 0, "{}", paper.sentence(&sheet, &step));
                }
                assert!(step.placed.is_none_or(|(cell, digit)| solution[cell as usize] == digit));
            }
        }
    }
}

#[test]
fn hints_lead_to_the_solution_in_three_levels() {
    let givens = generate::puzzle(Level::Hard, 1).expect("a puzzle");
    let rules = Sudoku::new(givens);
    let mut state = rules.start();
    while let Ok(hint) = rules.hint(&state) {
        assert!(!hint.reason.is_empty() && !hint.region.is_empty());
        state.digits[hint.cell as usize] = hint.digit;
    }
    assert!(rules.is_solved(&state));

    let mut position = open(FIRST);
    let mut hand = GAME.hand(&Settings::new());
    let said: Vec<String> = [HintLevel::Where, HintLevel::Why]
        .into_iter()
        .map(|level| match hand.hint(&*position, level) {
            Some(Ok(Reply::Say(text))) => text,
            _ => panic!("expected a sentence"),
        })
        .collect();
    assert!(said[0].starts_with("Look at "), "{said:?}");
    assert!(
        said[1].starts_with("Hidden single: one of the digits") && said[1].ends_with(". H again: which digit."),
        "{said:?}"
    );
    let Some(Ok(Reply::Say(what))) = hand.hint(&*position, HintLevel::What) else { panic!("a hint makes no move") };
    let (told, why) = what.split_once(", by hidden single: in ").expect("the digit and why");
    let (place, digit) = told.strip_prefix("Hint: ").and_then(|told| told.split_once(" is ")).expect("where and what");
    assert!(why.contains(place) && !said[1].contains(place) && !said[1].contains(digit), "{said:?} {what}");
    // The cursor waits at the cell.
    let key = Input::Char(digit.chars().next().expect("a digit"));
    let Reply::Move(mv) = hand.input(&*position, key) else { panic!("expected a move") };
    assert_eq!(mv, format!("{place}={digit}"));
    position.play(&mv).expect("legal");
}

#[test]
fn a_lost_position_names_the_placements_that_lost_it() {
    let mut position = open(FIRST);
    for mv in ["r1c3=4", "r1c4=2"] {
        position.play(mv).expect("legal");
    }
    assert!(position.deadlock().is_none_or(|why| !why.story.contains("r1c3=4")));
    let mut position = open(FIRST);
    for mv in ["r1c3=4", "r1c4=6", "r1c6=2"] {
        position.play(mv).expect("legal");
    }
    let why = position.deadlock().expect("row 1 of the solution is 534678912");
    assert!(why.story.contains("r1c6=2"), "{}", why.story);
    assert!(!why.story.contains("r1c3=4"), "{}", why.story);
    assert!(why.marks.iter().all(|mark| mark.kind == MarkKind::Dead));
}

#[test]
fn the_pencil_writes_digits_and_notes() {
    let mut position = open(FIRST);
    let mut hand = GAME.hand(&Settings::new());
    let mut press = |position: &mut Box<dyn Position>, key| match hand.input(&**position, key) {
        Reply::Move(mv) => position.play(&mv).expect("legal"),
        Reply::Moves(moves) => moves.iter().map(|mv| position.play(mv).expect("legal")).collect::<Vec<_>>().join(" "),
        Reply::Say(text) => text,
        _ => String::new(),
    };
    assert_eq!(press(&mut position, Input::Char('1')), "the digit at r1c1 is given");
    press(&mut position, Input::Right);
    press(&mut position, Input::Right);
    press(&mut position, Input::Char('p'));
    assert_eq!(press(&mut position, Input::Char('4')), "r1c3?4");
    press(&mut position, Input::Down);
    press(&mut position, Input::Char('p'));
    // Placing takes the note from the same column.
    assert_eq!(press(&mut position, Input::Char('4')), "r2c3=4 r1c3?");
    // Notes are filled in; what a player has ruled out stays so.
    press(&mut position, Input::Char('a'));
    assert_eq!(press(&mut position, Input::Up), "");
    press(&mut position, Input::Char('p'));
    assert_eq!(press(&mut position, Input::Char('1')), "r1c3?2");
    assert!(press(&mut position, Input::Char('a')).starts_with("every empty cell has its notes"));
    assert_eq!(press(&mut position, Input::Char('0')), "r1c3?");
    assert_eq!(press(&mut position, Input::Char('a')), "r1c3?12");
}

#[test]
fn the_board_is_drawn_at_every_size_and_clicks_find_their_cells() {
    let mut position = open(FIRST);
    position.play("r1c3?124").expect("legal");
    let small = drawn(&*position, &[], None, (42, 12));
    let expected = ["    1   2   3    4   5   6    7   8   9", "1   5   3  124|  .   7   . |  .   .   ."];
    assert_eq!(small.lines().take(2).collect::<Vec<_>>(), expected, "{small}");
    for size in [(24, 10), (42, 12), (60, 18), (78, 30), (95, 39), (115, 50)] {
        let board = drawn(&*position, &[], None, size);
        let first = board.lines().find(|line| line.starts_with('1')).expect("the number of the first row");
        assert!(["5", "3", "7"].iter().all(|digit| first.contains(digit)), "{board}");
    }
    for size in [(42, 9), (42, 10), (42, 12), (60, 12), (60, 18), (78, 30)] {
        let found: Vec<_> = (0..size.1)
            .flat_map(|y| (0..size.0).map(move |x| (x, y)))
            .filter_map(|(x, y)| cell_at(&*position, size, i32::from(x), i32::from(y)))
            .collect();
        assert!((0..81).all(|cell| found.contains(&cell)), "{size:?}");
    }
    for width in 0..85 {
        for height in 0..32 {
            drawn(&*position, &[], Some(2), (width, height));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_takes_back_what_apply_did(picks in prop::collection::vec(0usize..500, 0..60)) {
        let rules = Sudoku::new(text::read(FIRST).expect("a puzzle"));
        let mut state = rules.start();
        for pick in picks {
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            let Some(mv) = moves.get(pick % moves.len().max(1)) else { break };
            let before = state.clone();
            let undo = rules.apply(&mut state, mv);
            let mut back = state.clone();
            rules.undo(&mut back, mv, &undo);
            prop_assert_eq!(back, before);
        }
    }
}
