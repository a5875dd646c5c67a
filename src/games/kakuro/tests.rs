//! All strategies against each other and against brute force.

use std::sync::Arc;

use super::field::{Depth, Field, Propagator};
use super::grid::{Grid, Square};
use super::learn::Learner;
use super::rules::{DigitGrid as _, Filling, Kakuro};
use super::sums::Sums;
use super::{GAME, text};
use crate::games::SplitMix;
use crate::games::digits::Technique as _;
use crate::games::{Game, HintLevel, Input, Placed, Puzzle, Reply, Settings};
use crate::search::{Engine, MarkKind, Outcome, Plan, Rules, Status, Value, laws};

const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";

/// Grids up to 5×5: clues of random digits, some of them wrong or missing, some digits given.
fn random_grid(random: &mut SplitMix) -> Option<Grid> {
    let (rows, cols) = (2 + random.below(4), 2 + random.below(4));
    let mut squares = vec![Square::BLANK; rows * cols];
    let blacks = random.below(45);
    for row in 1..rows {
        for col in 1..cols {
            if random.below(100) >= blacks {
                squares[row * cols + col] = Square::OPEN;
            }
        }
    }
    let mut grid = Grid::new(cols, squares).ok()?;
    let rules = Kakuro::new(grid.clone());
    let mut state = rules.start();
    for cell in (0..state.digits.len() as u32).filter(|&cell| grid.is_white(cell)) {
        let free: Vec<u8> = super::rules::digits_of(rules.unused(&state, cell)).collect();
        state.digits[cell as usize] = *free.get(random.below(free.len()))?;
    }
    grid.derive_clues(&state.digits);
    let (wrong, missing, given) = (random.below(3) * 4, random.below(2) * 6, random.below(2) * 10);
    for (cell, square) in grid.squares_mut().iter_mut().enumerate() {
        match square {
            Square::Black { down, right } => {
                for clue in [down, right].into_iter().filter(|clue| **clue > 0) {
                    if random.below(100) < wrong {
                        *clue = 1 + random.below(24) as u8;
                    } else if random.below(100) < missing {
                        *clue = 0;
                    }
                }
            }
            Square::White { given: digit } if random.below(100) < given => *digit = state.digits[cell],
            Square::White { .. } => {}
        }
    }
    Some(grid)
}

/// Counts solutions up to 3, cell by cell, with nothing but the rules.
fn brute_force(rules: &Kakuro, state: &mut Filling, cells: &[u32], found: &mut usize) {
    let Some((&cell, rest)) = cells.split_first() else {
        *found += usize::from(rules.is_solved(state));
        return;
    };
    for digit in super::rules::digits_of(rules.unused(state, cell)) {
        state.digits[cell as usize] = digit;
        let hopeless = rules.runs_of(cell).into_iter().any(|run| {
            let digits = run.cells.iter().map(|&cell| state.digits[cell as usize]);
            let (sum, open) = (digits.clone().sum::<u8>(), digits.filter(|&digit| digit == 0).count());
            run.sum > 0 && (sum > run.sum || open == 0 && sum != run.sum)
        });
        if !hopeless {
            brute_force(rules, state, rest, found);
        }
        state.digits[cell as usize] = 0;
        if *found > 2 {
            return;
        }
    }
}

fn engine(rules: &Arc<Kakuro>, strategy: &str) -> Box<dyn Engine> {
    let mut plan = Plan::new(GAME.strategy(strategy).unwrap());
    plan.unique = true;
    if strategy == "logic" {
        plan = plan.with("guess", true);
    }
    Kakuro::engine(rules, &rules.start(), &plan).unwrap()
}

/// 0, 1 or 2 for several; the answer must replay.
fn solutions(rules: &Arc<Kakuro>, strategy: &str) -> usize {
    let mut engine = engine(rules, strategy);
    match engine.run(u64::MAX, None) {
        Outcome::Exhausted => 0,
        Outcome::Solved => {
            let answer = engine.answer().unwrap();
            let mut state = rules.start();
            for mv in &answer.moves {
                let mv = rules.read_move(&state, mv).unwrap();
                rules.apply(&mut state, &mv);
            }
            assert_eq!(rules.status(&state), Status::Solved);
            let open =
                rules.start().digits.iter().zip(rules.grid.squares()).filter(|(d, s)| **d == 0 && s.is_white()).count();
            assert_eq!(answer.moves.len(), open);
            if answer.extra[0].1 == Value::Flag(Some(true)) { 1 } else { 2 }
        }
        other => panic!("{strategy}: {other:?}"),
    }
}

fn learned(rules: &Kakuro) -> usize {
    let field = Field::new(rules);
    let mut propagator = Propagator::new(&field, Depth::Exact);
    propagator.candidates = field.candidates(&rules.start());
    if propagator.settle(&field).is_err() {
        return 0;
    }
    let mut learner = Learner::new(&field, &propagator.candidates);
    while !learner.exhausted && learner.found.len() < 2 {
        learner.step(&field, Sums::get());
    }
    learner.found.len()
}

#[test]
fn all_strategies_agree_with_brute_force() {
    let mut random = SplitMix(5);
    let mut seen = [0; 3];
    let mut grids = 0;
    while grids < 2000 {
        let Some(grid) = random_grid(&mut random) else { continue };
        grids += 1;
        let line = text::line(&grid, &vec![0; grid.squares().len()]);
        let rules = Arc::new(Kakuro::new(grid));
        let mut state = rules.start();
        let cells: Vec<u32> = (0..state.digits.len() as u32)
            .filter(|&cell| rules.grid.is_white(cell) && state.digits[cell as usize] == 0)
            .collect();
        let mut found = 0;
        brute_force(&rules, &mut state, &cells, &mut found);
        let expected = found.min(2);
        seen[expected] += 1;
        for strategy in ["fast", "logic", "classic"] {
            assert_eq!(solutions(&rules, strategy), expected, "{strategy}: {line}");
        }
        assert_eq!(learned(&rules), expected, "learning: {line}");
    }
    assert!(seen.iter().all(|&count| count > 200), "a fair mix: {seen:?}");
}

/// Every strategy with every toggle, for one solution, for a proof that there is no other, and for all.
fn check_laws(line: &str, rules: &Arc<Kakuro>, fuel: u64) {
    for plan in GAME.strategies().iter().flat_map(laws::plans) {
        for (all, unique) in [(false, false), (false, true), (true, false)] {
            let plan = Plan { all, unique, ..plan.clone() };
            let name = format!("{} {:?} {all} {unique}: {line}", plan.strategy.name, plan.heuristics());
            laws::check(&name, &|| Kakuro::engine(rules, &rules.start(), &plan).unwrap(), fuel);
        }
    }
}

#[test]
fn every_strategy_with_every_toggle_keeps_the_laws() {
    let mut random = SplitMix(8);
    for grid in std::iter::repeat_with(|| random_grid(&mut random)).flatten().take(12) {
        let line = text::line(&grid, &vec![0; grid.squares().len()]);
        check_laws(&line, &Arc::new(Kakuro::new(grid)), 400);
    }
}

/// Large enough for the search that learns to take over.
#[test]
fn large_grids_keep_the_laws() {
    let position = GAME.deal("10x10,hard:7").unwrap();
    let rules = Arc::clone(&Placed::<Kakuro>::of(&*position).rules);
    check_laws("10x10", &rules, 1_500);
    let plain = Plan::new(GAME.strategy("fast").unwrap()).with("run-consistency", false).with("fewest", false);
    let plan = Plan { unique: true, ..plain };
    laws::check("learning", &|| Kakuro::engine(&rules, &rules.start(), &plan).unwrap(), 8_000);
}

#[test]
fn sums_that_cannot_be_reached_are_unsolvable_with_a_reason() {
    let rules = Arc::new(Kakuro::new(text::read("# 9\\ 7\\\n\\18 . .\n\\7 . .").unwrap()));
    for strategy in ["fast", "logic", "classic"] {
        let mut engine = engine(&rules, strategy);
        assert_eq!(engine.run(u64::MAX, None), Outcome::Exhausted, "{strategy}");
        let why = engine.refutation().unwrap();
        assert!(why.reason.contains("18 across at r2c2"), "{strategy}: {}", why.reason);
        assert!(why.marks.iter().all(|mark| mark.kind == MarkKind::Dead));
    }
}

#[test]
fn logic_without_guessing_says_that_only_guessing_is_left() {
    let rules = Arc::new(Kakuro::new(text::read("# 12\\ 3\\\n\\9 . .\n\\6 . .").unwrap()));
    let plan = Plan::new(GAME.strategy("logic").unwrap());
    let mut engine = Kakuro::engine(&rules, &rules.start(), &plan).unwrap();
    assert!(matches!(engine.run(u64::MAX, None), Outcome::Limit(_)));
    assert!(engine.focus().note.contains("only guessing is left"));
}

#[test]
fn apply_and_undo() {
    let rules = Kakuro::new(text::read(FIVE).unwrap());
    let mut state = rules.start();
    for text in ["r2c4=2", "r2c4=1", "r2c4?129", "r2c4=0", "r2c4?"] {
        let before = state.clone();
        let mv = rules.read_move(&state, text).unwrap();
        assert_eq!(mv.to_string(), text);
        let undo = rules.apply(&mut state, &mv);
        let after = state.clone();
        rules.undo(&mut state, &mv, &undo);
        assert_eq!(state, before);
        state = after;
    }
    for (text, why) in
        [("r1c1=2", "black"), ("r9c1=2", "outside"), ("r2c4=x", "digit"), ("r2c4", "no move"), ("r2c5=0", "empty")]
    {
        let error = rules.read_move(&state, text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// Plays inputs and follows the replies.
fn played(text: &str, inputs: &[Input]) -> (Box<dyn crate::games::Position>, Box<dyn crate::games::Hand>, Vec<String>) {
    with_hand(GAME.hand(&Settings::new()), text, inputs)
}

fn set_up(text: &str, inputs: &[Input]) -> (Box<dyn crate::games::Position>, Box<dyn crate::games::Hand>, Vec<String>) {
    with_hand(GAME.workshop().unwrap().hand(), text, inputs)
}

fn with_hand(
    mut hand: Box<dyn crate::games::Hand>,
    text: &str,
    inputs: &[Input],
) -> (Box<dyn crate::games::Position>, Box<dyn crate::games::Hand>, Vec<String>) {
    let mut position = GAME.read(text, &crate::games::Options::new()).unwrap();
    let mut said = Vec::new();
    for &input in inputs {
        match hand.input(&*position, input) {
            Reply::Move(mv) => drop(position.play(&mv).unwrap()),
            Reply::Moves(moves) => moves.iter().for_each(|mv| drop(position.play(mv).unwrap())),
            Reply::Say(text) => said.push(text),
            Reply::Replace(other) => position = other,
            Reply::Cursor | Reply::Ignored => {}
        }
    }
    (position, hand, said)
}

fn digits(position: &dyn crate::games::Position) -> &Filling {
    &Placed::<Kakuro>::of(position).state
}

#[test]
fn digits_notes_and_bookmarks() {
    let keys = |text: &str| text.chars().map(Input::Char).collect::<Vec<_>>();
    let (position, hand, _) = played(FIVE, &keys("2"));
    assert_eq!(digits(&*position).digits[8], 2);
    assert!(
        hand.lines(&*position)[1].contains("across 3 in 2 cells, 1 left in 1: digits 1"),
        "{:?}",
        hand.lines(&*position)
    );
    // A digit that stands twice is told before what would fit, and its mark goes with f and without another key.
    let inputs = [Input::Char('9'), Input::Right, Input::Char('9')];
    let (position, mut hand, _) = played(FIVE, &inputs);
    assert!(hand.lines(&*position)[1].contains("across 3 in 2 cells: 9 stands twice"), "{:?}", hand.lines(&*position));
    let is_red = |hand: &dyn crate::games::Hand| hand.marks(&*position).iter().any(|mark| mark.kind == MarkKind::Dead);
    assert!(is_red(&*hand));
    for (key, red) in [('w', true), ('f', false), ('f', true), ('f', false), ('w', true)] {
        hand.input(&*position, Input::Char(key));
        assert_eq!(is_red(&*hand), red, "{key}");
    }
    // Notes of a digit go from the run when it is placed.
    let mut inputs = vec![Input::Right, Input::Char('p'), Input::Char('1'), Input::Char('2'), Input::Char('p')];
    inputs.extend([Input::Left, Input::Char('2')]);
    let (position, ..) = played(FIVE, &inputs);
    assert_eq!(digits(&*position).notes[9], 0b01);
    let (position, _, said) = played(FIVE, &keys("B1z"));
    assert_eq!(digits(&*position).digits[8], 0);
    assert!(said[0].contains("bookmark 1"));
    let (_, _, said) = played(FIVE, &keys("2w1w"));
    assert_eq!(said, ["nothing is wrong so far", "something is wrong: this cannot be completed any more"]);
    let (position, ..) = played(FIVE, &keys("a"));
    assert_eq!(digits(&*position).notes[8], 0b11);
}

#[test]
fn the_cursor_skips_black_squares_and_jumps_to_the_ends() {
    let at = |inputs: &[Input]| {
        let (position, hand, _) = played(FIVE, inputs);
        let cell = hand.cursor(&*position).unwrap();
        Placed::<Kakuro>::of(&*position).rules.grid.place(cell).to_string()
    };
    assert_eq!(at(&[]), "r2c4");
    assert_eq!(at(&[Input::End]), "r2c5");
    assert_eq!(at(&[Input::PageDown]), "r4c4");
    assert_eq!(at(&[Input::Down, Input::Home]), "r3c2");
    assert_eq!(at(&[Input::Left]), "r2c4");
}

#[test]
fn hints_come_in_three_levels() {
    let (position, mut hand, _) = played(FIVE, &[]);
    let mut said = |level| match hand.hint(&*position, level).unwrap().unwrap() {
        Reply::Say(text) => text,
        _ => panic!("a hint makes no move"),
    };
    assert!(said(HintLevel::Where).starts_with("Look at "));
    assert!(said(HintLevel::Why).contains(':'));
    assert!(said(HintLevel::What).contains(" is "));
}

#[test]
fn the_editor_turns_squares_types_clues_and_judges() {
    let three = "# 12\\ 3\\\n\\9 . .\n\\6 . .";
    let judged = |position: &dyn crate::games::Position| GAME.workshop().unwrap().standing(position).unwrap().0;
    let (position, hand, _) = set_up(three, &[]);
    assert_eq!(judged(&*position), "several solutions");
    assert!(hand.lines(&*position)[0].starts_with("two solutions differ in 4 cells: "), "{:?}", hand.lines(&*position));
    assert_eq!(hand.marks(&*position).iter().filter(|mark| mark.kind == MarkKind::Hint).count(), 4);
    // The clue 9 becomes 8, the clue 6 becomes 7: one solution.
    let inputs = [Input::Down, Input::Tab, Input::Char('8'), Input::Down, Input::Char('7')];
    let (position, ..) = set_up(three, &inputs);
    assert_eq!(judged(&*position), "exactly one solution");
    // Black and white again, with the image.
    let (position, ..) = set_up(three, &[Input::Down, Input::Right, Input::Char('f')]);
    let grid = &Placed::<Kakuro>::of(&*position).rules.grid;
    assert_eq!(grid.whites(), 2);
    let emptied =
        |size| GAME.workshop().unwrap().emptied(&*GAME.read(FIVE, &crate::games::Options::new()).unwrap(), size);
    assert_eq!(Placed::<Kakuro>::of(&*emptied(None).unwrap()).rules.grid.whites(), 16);
    assert_eq!(Placed::<Kakuro>::of(&*emptied(Some("3x4")).unwrap()).rules.grid.whites(), 6);
    assert!(emptied(Some("200x3")).is_err_and(|why| why.contains("2x2 to 150x150")));
    // A typed solution gives its clues, and goes again.
    let mut inputs = vec![Input::Down, Input::Right];
    for (digit, step) in [('1', Input::Right), ('3', Input::Down), ('2', Input::Left), ('4', Input::Up)] {
        inputs.extend([Input::Char(digit), step]);
    }
    inputs.push(Input::Char('d'));
    let (position, ..) = set_up(three, &inputs);
    assert_eq!(position.text("grid").unwrap(), "# 5\\ 5\\\n\\4 1 3\n\\6 4 2\n");
    inputs.push(Input::Char('c'));
    let (position, ..) = set_up(three, &inputs);
    assert_eq!(position.text("grid").unwrap(), "# 5\\ 5\\\n\\4 . .\n\\6 . .\n");
}

#[test]
fn pictures_and_solutions_are_text_forms() {
    let position = GAME.read(FIVE, &crate::games::Options::new()).unwrap();
    let svg = position.text("svg-solution").unwrap();
    assert!(svg.starts_with("<svg") && svg.matches("<text").count() == 12 + 8, "{svg}");
    assert!(position.text("solution").unwrap().ends_with("\\17 9 8 # #\n"));
    assert!(position.board(Some("r5c2=9")).contains("| \\17|_?  |"));
    assert!(position.text("nothing").is_none());
}

#[test]
fn packs_hold_sixty_puzzles_of_their_level() {
    let mut names = std::collections::BTreeSet::new();
    let mut count = 0;
    for pack in GAME.profile().packs {
        let pack = crate::workbench::packs::Pack::read(pack).unwrap();
        for entry in &pack.puzzles {
            assert!(names.insert(entry.name.clone()), "{} twice", entry.name);
            let position = entry.open(&GAME).unwrap();
            let placed = Placed::<Kakuro>::of(&*position);
            let found = placed.rules.fillings(&placed.state, 2).unwrap().len();
            // The published one with two solutions has no rating.
            if entry.name == "ist-3x3" {
                continue;
            }
            count += 1;
            assert_eq!(found, 1, "{}", entry.name);
            let rating = super::logic::rate(&placed.rules, &placed.state);
            assert_eq!(rating.hardest.level().name(), entry.level, "{}", entry.name);
        }
    }
    assert!(count >= 60);
}
