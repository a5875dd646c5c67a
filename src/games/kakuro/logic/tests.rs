use super::*;
use crate::games::digits::{Allowed, Paper as _};
use crate::games::kakuro::text;

const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";

fn rules(text: &str) -> Kakuro {
    Kakuro::new(text::read(text).unwrap())
}

#[test]
fn the_published_5x5_needs_no_guess() {
    let rules = rules(FIVE);
    let rating = rate(&rules, &rules.start());
    assert!(rating.solved, "{rating}");
}

#[test]
fn two_solutions_leave_only_guessing() {
    let rules = rules("# 12\\ 3\\\n\\9 . .\n\\6 . .");
    let rating = rate(&rules, &rules.start());
    assert_eq!(rating.to_string(), "beyond expert: needs guessing");
}

#[test]
fn a_hint_tells_place_technique_and_digit() {
    let rules = rules(FIVE);
    let hint = hint(&rules, &rules.start()).unwrap();
    let solution = &rules.fillings(&rules.start(), 1).unwrap()[0];
    assert_eq!(solution[hint.cell as usize], hint.digit);
    assert!(hint.region.contains(&hint.cell));
    assert!(!hint.reason.is_empty());
}

/// The published 3x3 has two solutions: neither digit is called the one.
#[test]
fn a_hint_names_the_digits_of_all_solutions() {
    let rules = rules("# 12\\ 3\\\n\\9 . .\n\\6 . .");
    let told = hint(&rules, &rules.start()).unwrap();
    assert_eq!(told.claim, "r2c2 can be 7 or 8");
    for digit in [7, 8] {
        let mut state = rules.start();
        state.digits[told.cell as usize] = digit;
        assert!(hint(&rules, &state).unwrap().claim.starts_with("r2c3 is "), "after {digit}");
    }
}

#[test]
fn hints_lead_to_the_solution() {
    let rules = rules(FIVE);
    let mut state = rules.start();
    for _ in 0..rules.grid.whites() {
        let hint = hint(&rules, &state).unwrap();
        state.digits[hint.cell as usize] = hint.digit;
    }
    assert!(rules.is_solved(&state));
    assert_eq!(super::hint(&rules, &state).unwrap_err(), "the puzzle is solved");
}

#[test]
fn automatic_notes_are_what_clues_and_digits_leave() {
    let rules = rules(FIVE);
    let notes = run_candidates(&rules, &rules.start()).unwrap();
    // 17 in two is 8 9, 24 in three is 7 8 9.
    assert_eq!(notes[4 * 5 + 1], 0b1_1000_0000);
    // 3 in two is 1 2.
    assert_eq!(notes[5 + 3], 0b11);
}

#[test]
fn a_step_is_a_sentence_with_technique_run_and_cells() {
    let rules = rules(FIVE);
    let paper = Worksheet::new(&rules);
    let mut sheet = paper.sheet(&rules.start()).unwrap();
    let mut said = Vec::new();
    while let Ok(step) = paper.step(&mut sheet, Allowed::ALL) {
        said.push(paper.sentence(&sheet, &step));
    }
    assert_eq!(said[0], "3 across at r2c4 in two cells is 1 2; r2c4, r2c5 lose 3 4 5 6 7 8 9");
    assert!(said.contains(&"17 across at r5c2 in two cells is 8 9; r5c2 is 9".to_string()), "{said:#?}");
}

/// Every step of a puzzle with these techniques, with the sheet before it.
fn steps(
    rules: &Kakuro,
    allowed: Allowed<Technique>,
    mut look: impl FnMut(&Worksheet<&Kakuro>, &Sheet, &super::sheet::Step),
) {
    let paper = Worksheet::new(rules);
    let mut sheet = paper.sheet(&rules.start()).unwrap();
    loop {
        let before = sheet.clone();
        match paper.step(&mut sheet, allowed) {
            Ok(step) => look(&paper, &before, &step),
            Err(_) => return,
        }
    }
}

/// What a step rests on suffices for it, and with any member left out it does not.
#[test]
fn nothing_can_be_left_out_of_what_a_step_rests_on() {
    let (mut told, mut by_cut) = (0, 0);
    let dealt = ["8x8,medium:1", "9x9,expert:3"]
        .map(|name| crate::games::Game::deal(&crate::games::kakuro::GAME, name).unwrap());
    let dealt = dealt.iter().map(|position| crate::games::Placed::<Kakuro>::parts(&**position).0);
    // Cuts are looked for last but one, so that they come into play where the others are left out.
    let one_run = [Technique::Combinations, Technique::Subsets, Technique::Bounds, Technique::Consistency];
    let cuts = one_run.into_iter().fold(Allowed::ALL, |set, technique| set.with(technique, false));
    let small = rules(FIVE);
    let all = dealt.chain([&small]).flat_map(|rules| [(rules, Allowed::ALL), (rules, cuts)]);
    for (rules, allowed) in all {
        steps(rules, allowed, |paper, before, step| {
            let claims = super::smallest::Claims::of(&paper.field, &paper.cuts, before, step);
            let grounds = paper.grounds(before, step).unwrap_or_else(|| panic!("{step:?} rests on nothing"));
            told += 1;
            by_cut += u32::from(step.reason.technique == Technique::Cut);
            assert_eq!(claims.follows(&grounds), Some(true), "{step:?}");
            for at in 0..grounds.runs.len() {
                let mut fewer = grounds.clone();
                fewer.runs.remove(at);
                assert_eq!(claims.follows(&fewer), Some(false), "{step:?} without run {at} of {grounds:?}");
            }
            for at in 0..grounds.cells.len() {
                let mut fewer = grounds.clone();
                fewer.cells.remove(at);
                assert_eq!(claims.follows(&fewer), Some(false), "{step:?} without cell {at} of {grounds:?}");
            }
        });
    }
    assert!(told > 300 && by_cut > 0, "{told} told, {by_cut} by cuts");
}

#[test]
fn a_hint_shows_just_the_cells_that_it_takes() {
    let rules = rules(FIVE);
    let hint = hint(&rules, &rules.start()).unwrap();
    let reason = "17 across at r5c2 in two cells is 8 9; the crossing 11 down at r3c3 in three cells has no 9";
    assert_eq!(hint.reason, reason, "both runs are named once");
    assert_eq!(hint.region, [hint.cell], "the clues alone tell it");
}

/// The largest set that a step rests on stands beside the level, which is the ladder's.
#[test]
fn the_largest_grounds_stand_beside_the_level() {
    use crate::games::{Game as _, kakuro::GAME};
    use crate::search::{Detail, Outcome, Plan};
    let small = rules(FIVE);
    let mut largest = 0;
    steps(&small, Allowed::ALL, |paper, before, step| {
        let grounds = paper.grounds(before, step).expect("every step rests on something");
        largest = largest.max(grounds.runs.len() + grounds.cells.len());
    });
    let position = GAME.read(FIVE, &crate::games::Options::new()).unwrap();
    let mut engine = position.engine(&Plan::new(GAME.strategy("logic").unwrap())).unwrap();
    while engine.run(1_000, None) == Outcome::MoreWork {}
    let lines: Vec<String> = engine
        .details()
        .into_iter()
        .filter_map(|detail| if let Detail::Line(line) = detail { Some(line) } else { None })
        .collect();
    let beside = format!("; at most {largest} runs and cells at a time");
    assert!(lines.iter().any(|line| line.ends_with(&beside)), "{beside} in {lines:?}");
}
