//! Why a filling cannot be completed: the run without a filling, and the placements that leave it none.

use super::field::{Depth, Field, Propagator};
use super::rules::{DigitGrid as _, Filling, Kakuro};
use crate::games::{Deadlock, digits};
use crate::search::{Mark, MarkKind};

/// With more placements than this, only those close to the run are looked at.
const FEW_PLACEMENTS: usize = 120;

/// The run that propagation leaves without a filling, if any.
pub fn contradiction(field: &Field, state: &Filling) -> Option<usize> {
    let mut propagator = Propagator::new(field, Depth::Exact);
    propagator.candidates = field.candidates(state);
    propagator.settle(field).err()
}

/// What a look at the runs can tell.
pub fn explain(rules: &Kakuro, state: &Filling) -> Option<Deadlock> {
    let field = Field::new(rules);
    let run = contradiction(&field, state)?;
    let plain = plain_fault(rules, state);
    let (run, causes) = causes(rules, &field, state, run);
    if let Some((faulty, words)) = plain {
        let cells = &rules.runs[faulty].cells;
        let marks = cells.iter().copied().chain(rules.grid.clue_square(&rules.runs[faulty]));
        let follows = match rules.grid.run_name(&rules.runs[run]) {
            _ if run == faulty => String::new(),
            name => format!(" It follows that {name} has no filling left."),
        };
        let marks = marks.map(|cell| Mark::new(cell, MarkKind::Dead)).collect();
        return Some(Deadlock { story: format!("{words}.{follows}"), marks });
    }
    let name = rules.grid.run_name(&rules.runs[run]);
    let story = if causes.is_empty() {
        format!("{name} has no filling left, whatever is placed")
    } else {
        digits::with_placements(&format!("{name} has no filling left"), rules.grid.cols(), state, &causes)
    };
    let mut cells: Vec<u32> = rules.runs[run].cells.clone();
    cells.extend(rules.grid.clue_square(&rules.runs[run]));
    cells.extend(&causes);
    cells.sort_unstable();
    cells.dedup();
    Some(Deadlock { story, marks: cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)).collect() })
}

/// What anybody sees who adds up a run: a wrong sum, or a digit twice.
fn plain_fault(rules: &Kakuro, state: &Filling) -> Option<(usize, String)> {
    rules.runs.iter().enumerate().find_map(|(number, run)| {
        let digits: Vec<u8> = run.cells.iter().map(|&cell| state.digits[cell as usize]).filter(|&d| d > 0).collect();
        let sum: u32 = digits.iter().map(|&digit| u32::from(digit)).sum();
        let name = || rules.grid.run_name(run);
        let twice = digits.iter().enumerate().find(|(at, digit)| digits[..*at].contains(digit));
        if let Some((_, digit)) = twice {
            return Some((number, format!("{} has the {digit} twice", name())));
        }
        let clue = u32::from(run.sum);
        let is_full = digits.len() == run.cells.len();
        let is_wrong = clue > 0 && if is_full { sum != clue } else { sum >= clue };
        let already = if is_full { "" } else { " already" };
        is_wrong.then(|| (number, format!("{} makes {sum}{already}", name())))
    })
}

/// Takes placements away as long as the contradiction stays; what is left causes it. Also the run that is empty then.
fn causes(rules: &Kakuro, field: &Field, state: &Filling, run: usize) -> (usize, Vec<u32>) {
    let placed = |cell: u32| state.digits[cell as usize] > 0 && !rules.is_given(cell);
    let mut suspects: Vec<u32> = (0..state.digits.len() as u32).filter(|&cell| placed(cell)).collect();
    let mut tried = state.clone();
    let mut run = run;
    if suspects.len() > FEW_PLACEMENTS {
        let near: Vec<u32> = neighbourhood(rules, run).into_iter().filter(|&cell| placed(cell)).collect();
        for &cell in suspects.iter().filter(|cell| !near.contains(cell)) {
            tried.digits[cell as usize] = 0;
        }
        match contradiction(field, &tried) {
            Some(other) => (run, suspects) = (other, near),
            None => return (run, near),
        }
    }
    let run = digits::causes(&mut tried, &mut suspects, run, |tried| contradiction(field, tried));
    (run, suspects)
}

/// The cells of a run and of the runs that cross it.
fn neighbourhood(rules: &Kakuro, run: usize) -> Vec<u32> {
    let mut cells: Vec<u32> = Vec::new();
    for &cell in &rules.runs[run].cells {
        cells.extend(rules.runs_of(cell).iter().flat_map(|run| run.cells.iter()));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rules;

    const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";

    fn played(moves: &[&str]) -> (Kakuro, Filling) {
        let rules = Kakuro::new(crate::games::kakuro::text::read(FIVE).unwrap());
        let mut state = rules.start();
        for mv in moves {
            let mv = rules.read_move(&state, mv).unwrap();
            rules.apply(&mut state, &mv);
        }
        (rules, state)
    }

    #[test]
    fn a_position_on_the_way_to_the_solution_is_fine() {
        let (rules, state) = played(&["r2c4=2", "r5c2=9"]);
        assert!(explain(&rules, &state).is_none());
    }

    #[test]
    fn the_plain_fault_is_told_first() {
        let story = |moves: &[&str]| {
            let (rules, state) = played(moves);
            explain(&rules, &state).unwrap().story
        };
        assert!(
            story(&["r2c4=2", "r2c5=4"]).starts_with("3 across at r2c4 makes 6."),
            "{}",
            story(&["r2c4=2", "r2c5=4"])
        );
        assert!(story(&["r2c4=3"]).starts_with("3 across at r2c4 makes 3 already."));
        assert!(story(&["r5c2=8", "r5c3=8"]).starts_with("17 across at r5c2 has the 8 twice."));
    }

    #[test]
    fn the_cause_is_named_and_what_is_right_is_not() {
        // 17 in two cells is 8 and 9; an 8 at r5c2 leaves a 9 at r5c3, too much for 11 with two more cells of 1 and 1.
        let (rules, state) = played(&["r2c4=2", "r5c2=8"]);
        let deadlock = explain(&rules, &state).unwrap();
        assert!(deadlock.story.contains("r5c2=8"), "{}", deadlock.story);
        assert!(!deadlock.story.contains("r2c4"), "{}", deadlock.story);
        assert!(deadlock.marks.contains(&Mark::new(
            rules.grid.number(crate::games::kakuro::grid::Place { row: 4, col: 1 }),
            MarkKind::Dead
        )));
    }
}
