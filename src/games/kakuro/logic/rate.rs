//! How hard a puzzle is, and hints.

use super::Technique;
use super::sheet::{End, Sheet, Step};
use super::words::Words;
use super::worksheet::Worksheet;
use crate::games::digits::{self, Allowed, Hint, Paper as _, Rating, Sheet as _, Technique as _, Trial};
use crate::games::kakuro::deadlock;
use crate::games::kakuro::rules::{Filling, Kakuro};

pub fn rate(rules: &Kakuro, start: &Filling) -> Rating<Technique> {
    digits::rate(&Worksheet::new(rules), start, Allowed::ALL)
}

/// The next placement by the ladder; what is wrong or missing, in words, where there is none.
pub fn hint(rules: &Kakuro, state: &Filling) -> Result<Hint, String> {
    if let Some(why) = deadlock::explain(rules, state) {
        return Err(format!("something is wrong: {}", why.story));
    }
    let paper = Worksheet::new(rules);
    let words = paper.words();
    let mut sheet = paper.sheet(state).map_err(|_| "something is wrong: a digit stands twice in a run".to_string())?;
    let mut hardest = Technique::LastCell;
    loop {
        let before = sheet.clone();
        match paper.step(&mut sheet, Allowed::ALL) {
            Ok(step @ Step { placed: Some((cell, digit)), .. }) => {
                let hint = placement(&words, &sheet, cell, digit, hardest);
                return Ok(match paper.rests_on(&before, &step) {
                    // Just the cells that it takes, and the one that is found.
                    Some(grounds) => {
                        let region = grounds.cells.iter().copied().chain([hint.cell]).collect();
                        // Of a run's last cell the sum alone tells, whatever else goes through it.
                        let tells_all = hardest == Technique::LastCell && hint.reason.contains("one cell");
                        let reason = if tells_all { hint.reason.clone() } else { grounds.behind(&hint.reason) };
                        Hint { region, why: reason.clone(), reason, ..hint }
                    }
                    None => hint,
                });
            }
            Ok(step) => hardest = hardest.max(step.reason.technique),
            Err(End::Solved) => return Err("the puzzle is solved".into()),
            Err(End::Contradiction(run)) => return Err(format!("something is wrong: {}", paper.fault_words(run))),
            Err(End::Stuck) => return tried(&paper, &sheet, state),
        }
    }
}

fn placement(words: &Words<'_>, sheet: &Sheet, cell: u16, digit: u8, hardest: Technique) -> Hint {
    let blame = sheet.blame[cell as usize];
    let last = blame[1].or(blame[0]);
    let run = match last {
        Some(reason) if reason.technique != Technique::Cut => reason.of,
        _ => u32::from(words.field.runs_of[cell as usize][0]),
    };
    let technique = blame.iter().flatten().map(|reason| reason.technique).max().unwrap_or(hardest);
    let square = words.field.squares[cell as usize];
    let why = words.why_cell(sheet, cell);
    let reason = if why.is_empty() { "the digits placed leave one candidate".into() } else { why };
    let around = words.rules.runs[run as usize].cells.clone();
    Hint {
        place: words.run(run),
        region: around.clone(),
        around,
        technique: technique.name(),
        claim: format!("{} is {digit}, by {}", words.rules.grid.place(square), technique.name()),
        why: reason.clone(),
        reason,
        cell: square,
        digit,
    }
}

/// Where the ladder ends, the digits of the tightest cell are tried.
fn tried(paper: &Worksheet<&Kakuro>, sheet: &Sheet, state: &Filling) -> Result<Hint, String> {
    let rules = paper.rules;
    let Some(cell) = sheet.tightest() else { return Err("the puzzle is solved".into()) };
    let square = paper.square(cell);
    let run = rules.runs_of(square)[0];
    let mut with = state.clone();
    let trial = Trial::of(sheet.candidates()[cell as usize], |digit| {
        with.digits[square as usize] = digit;
        rules.fillings(&with, 1).map(|found| !found.is_empty())
    });
    trial.hint(square, rules.grid.place(square), rules.grid.run_name(run), run.cells.clone())
}
