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

/// The run that comes to nothing, the first to be seen, and the runs that are to be looked at before, each with the cells
/// that it narrows: those that it follows from.
fn runs_into(field: &Field, state: &Filling) -> Option<(usize, Vec<Look>)> {
    let mut propagator = Propagator::new(field, Depth::Exact);
    propagator.candidates = field.candidates(state);
    let mut looks: Vec<Look> = Vec::new();
    loop {
        let mut found = Vec::new();
        for run in 0..field.runs() {
            let members = field.members(run);
            let old: Vec<u16> = members.iter().map(|&cell| propagator.candidates[cell as usize]).collect();
            if !propagator.filter(field, run) {
                return Some((run, needed(field, run, looks)));
            }
            // What it finds holds from the next round on, so that what is seen at once is seen in the first.
            for (&cell, old) in members.iter().zip(old) {
                let new = std::mem::replace(&mut propagator.candidates[cell as usize], old);
                if new != old {
                    found.push((run, cell, new));
                }
            }
        }
        if found.is_empty() {
            return None;
        }
        for (run, cell, new) in found {
            propagator.candidates[cell as usize] &= new;
            match looks.last_mut().filter(|look| look.run == run) {
                Some(look) => look.narrowed.push((cell, new)),
                None => looks.push(Look { run, narrowed: vec![(cell, new)] }),
            }
        }
    }
}

/// A look at a run that took candidates from these cells, and what it left them.
struct Look {
    run: usize,
    narrowed: Vec<(u16, u16)>,
}

/// The looks that this run's coming to nothing rests on.
fn needed(field: &Field, run: usize, looks: Vec<Look>) -> Vec<Look> {
    let mut cells = field.members(run).to_vec();
    let mut kept: Vec<Look> = Vec::new();
    for look in looks.into_iter().rev() {
        if look.narrowed.iter().any(|(cell, _)| cells.contains(cell)) {
            cells.extend(field.members(look.run));
            kept.push(look);
        }
    }
    kept.reverse();
    kept
}

/// The same of some digits of a board, where it is true of the whole board: the run has a cell to be filled there, and no
/// look leaves out a digit that stands.
fn seen_on(board: &Filling, field: &Field, state: &Filling) -> Option<(usize, Vec<Look>)> {
    let (run, looks) = runs_into(field, state)?;
    let at = |cell: u16| board.digits[field.squares[cell as usize] as usize];
    let is_open = field.members(run).iter().any(|&cell| at(cell) == 0);
    let fits = |&(cell, left): &(u16, u16)| at(cell) == 0 || left & digits::digit_bit(at(cell)) != 0;
    let is_true = is_open && looks.iter().all(|look| look.narrowed.iter().all(fits));
    is_true.then_some((run, looks))
}

/// What a look at the runs can tell.
pub fn explain(rules: &Kakuro, state: &Filling) -> Option<Deadlock> {
    if let Some((faulty, words)) = plain_fault(rules, state) {
        let cells = &rules.runs[faulty].cells;
        let marks = cells.iter().copied().chain(rules.grid.clue_square(&rules.runs[faulty]));
        let marks = marks.map(|cell| Mark::new(cell, MarkKind::Dead)).collect();
        return Some(Deadlock { story: words, marks });
    }
    let field = Field::new(rules);
    let run = contradiction(&field, state)?;
    let (run, causes) = causes(rules, &field, state, run);
    let (run, looks) = seen_first(rules, &field, state, &causes).unwrap_or((run, Vec::new()));
    let name = rules.grid.run_name(&rules.runs[run]);
    let story = digits::with_placements(&format!("{name} has no filling left"), rules.grid.cols(), state, &causes);
    let story = match &looks[..] {
        _ if causes.is_empty() => format!("{story}, whatever is placed"),
        [] => story,
        [first, rest @ ..] => {
            let first = rules.grid.run_name(&rules.runs[first.run]);
            format!("{story}: that follows {}look at {first}", digits::follows_in(1 + rest.len()))
        }
    };
    let mut cells: Vec<u32> = rules.runs[run].cells.clone();
    cells.extend(rules.grid.clue_square(&rules.runs[run]));
    cells.extend(&causes);
    cells.sort_unstable();
    cells.dedup();
    Some(Deadlock { story, marks: cells.into_iter().map(|cell| Mark::new(cell, MarkKind::Dead)).collect() })
}

/// The run that is seen first to come to nothing by these placements alone, and the looks that lead to it, without those
/// that only find what stands on the board.
fn seen_first(rules: &Kakuro, field: &Field, state: &Filling, causes: &[u32]) -> Option<(usize, Vec<Look>)> {
    let mut alone = state.clone();
    for cell in (0..state.digits.len() as u32).filter(|cell| !rules.is_given(*cell) && !causes.contains(cell)) {
        alone.digits[cell as usize] = 0;
    }
    let (run, mut looks) = seen_on(state, field, &alone)?;
    let is_open = |&(cell, _): &(u16, u16)| state.digits[field.squares[cell as usize] as usize] == 0;
    looks.retain(|look| look.narrowed.iter().any(is_open));
    Some((run, looks))
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
    let find = |tried: &Filling| {
        contradiction(field, tried)?;
        seen_on(state, field, tried).map(|(run, _)| run)
    };
    if suspects.len() > FEW_PLACEMENTS {
        let near: Vec<u32> = neighbourhood(rules, run).into_iter().filter(|&cell| placed(cell)).collect();
        for &cell in suspects.iter().filter(|cell| !near.contains(cell)) {
            tried.digits[cell as usize] = 0;
        }
        match find(&tried) {
            Some(other) => (run, suspects) = (other, near),
            None => return (run, near),
        }
    }
    let run = digits::causes(&mut tried, &mut suspects, run, find);
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
    use crate::games::SplitMix;
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
    fn the_plain_fault_is_told_alone() {
        let story = |moves: &[&str]| {
            let (rules, state) = played(moves);
            explain(&rules, &state).unwrap().story
        };
        assert_eq!(story(&["r2c4=2", "r2c5=4"]), "3 across at r2c4 makes 6");
        assert_eq!(story(&["r2c4=3"]), "3 across at r2c4 makes 3 already");
        assert_eq!(story(&["r5c2=8", "r5c3=8"]), "17 across at r5c2 has the 8 twice");
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

    /// The digits of a solution, some of them wrong and some left out.
    fn random_filling(rules: &Kakuro, solution: &[u8], random: &mut SplitMix) -> Filling {
        let mut state = rules.start();
        let open = [0, 10, 40, 80][random.below(4)];
        let cells: Vec<usize> = (0..solution.len()).filter(|&cell| solution[cell] > 0).collect();
        for &cell in cells.iter().filter(|&&cell| !rules.is_given(cell as u32)) {
            state.digits[cell] = if random.below(100) < open { 0 } else { solution[cell] };
        }
        for _ in 0..=random.below(3) {
            state.digits[cells[random.below(cells.len())]] = 1 + random.below(9) as u8;
        }
        state
    }

    #[test]
    fn what_is_told_is_true_of_the_board_as_it_stands() {
        let (rules, _) = played(&[]);
        let field = Field::new(&rules);
        let mut solver = Propagator::new(&field, Depth::Exact);
        solver.candidates = field.candidates(&rules.start());
        solver.settle(&field).expect("it has a solution");
        let mut solution = vec![0; rules.start().digits.len()];
        for (&square, &set) in field.squares.iter().zip(&solver.candidates) {
            solution[square as usize] = digits::only_digit(set).expect("propagation solves it");
        }
        let (mut random, mut plain, mut deep) = (SplitMix(7), 0, 0);
        for _ in 0..300 {
            let state = random_filling(&rules, &solution, &mut random);
            let Some(told) = explain(&rules, &state).map(|why| why.story) else { continue };
            if let Some((_, fault)) = plain_fault(&rules, &state) {
                assert_eq!(told, fault);
                plain += 1;
                continue;
            }
            deep += 1;
            let (fault, placed) = told.split_once(" has no filling left").expect("a run");
            let run = rules.runs.iter().find(|run| rules.grid.run_name(run) == fault).expect("a run by its name");
            assert!(run.cells.iter().any(|&cell| state.digits[cell as usize] == 0), "{told}");
            let placed = placed.split(": ").next().unwrap_or(placed);
            for (place, digit) in placed.split([' ', ',']).filter_map(|word| word.split_once('=')) {
                let place = digits::Place::read(place, rules.grid.rows(), rules.grid.cols()).expect("a place");
                assert_eq!(state.digits[rules.grid.number(place) as usize].to_string(), digit, "{told}");
            }
        }
        assert!(plain > 20 && deep > 20, "{plain} plain, {deep} deep");
    }
}
