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
