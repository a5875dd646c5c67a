//! How hard a puzzle is, and hints.

use std::fmt;

use super::cut::{Cut, cuts};
use super::sheet::{End, Sheet, Step};
use super::words::Words;
use super::{Allowed, Technique};
use crate::games::kakuro::deadlock;
use crate::games::kakuro::field::Field;
use crate::games::kakuro::rules::{Filling, Kakuro};
use crate::search::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }
}

/// The hardest technique that a puzzle needs and how often; `solved` is false where the ladder is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    pub solved: bool,
    pub hardest: Technique,
    pub times: u32,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.solved {
            return write!(f, "beyond expert: needs guessing");
        }
        let times = if self.times == 1 { "once".to_string() } else { format!("{} times", self.times) };
        write!(f, "{}: needs {} {times}", self.hardest.level().name(), self.hardest.name())
    }
}

pub fn rate(rules: &Kakuro, start: &Filling) -> Rating {
    let field = Field::new(rules);
    rate_field(&field, rules.grid.cols(), start, Allowed::ALL)
}

/// The same for a field at hand, with these techniques only.
pub fn rate_field(field: &Field, columns: usize, start: &Filling, allowed: Allowed) -> Rating {
    let cuts = if allowed.has(Technique::Cut) { cuts(field, columns) } else { Vec::new() };
    let mut rating = Rating { solved: false, hardest: Technique::Single, times: 0 };
    let Ok(mut sheet) = Sheet::new(field, start) else { return rating };
    loop {
        match sheet.step(field, &cuts, allowed) {
            Ok(step) if step.reason.technique > rating.hardest => {
                (rating.hardest, rating.times) = (step.reason.technique, 1);
            }
            Ok(step) if step.reason.technique == rating.hardest => rating.times += 1,
            Ok(_) => {}
            Err(end) => {
                rating.solved = end == End::Solved;
                return rating;
            }
        }
    }
}

/// A placement that follows, told in three levels.
#[derive(Clone, Debug)]
pub struct Hint {
    /// "24 across at r3c2"
    pub place: String,
    pub region: Vec<Cell>,
    pub technique: &'static str,
    pub reason: String,
    pub cell: Cell,
    pub digit: u8,
}

/// The next placement by the ladder; what is wrong or missing, in words, where there is none.
pub fn hint(rules: &Kakuro, state: &Filling) -> Result<Hint, String> {
    if let Some(why) = deadlock::explain(rules, state) {
        return Err(format!("something is wrong: {}", why.story));
    }
    let field = Field::new(rules);
    let cuts = cuts(&field, rules.grid.cols());
    let words = Words { rules, field: &field, cuts: &cuts };
    let mut sheet =
        Sheet::new(&field, state).map_err(|_| "something is wrong: a digit stands twice in a run".to_string())?;
    let mut hardest = Technique::LastCell;
    loop {
        match sheet.step(&field, &cuts, Allowed::ALL) {
            Ok(Step { placed: Some((cell, digit)), .. }) => {
                return Ok(placement(&words, &sheet, cell, digit, hardest));
            }
            Ok(step) => hardest = hardest.max(step.reason.technique),
            Err(End::Solved) => return Err("the puzzle is solved".into()),
            Err(End::Contradiction { run }) => {
                return Err(format!("something is wrong: {} has no filling left", words.run(run as u32)));
            }
            Err(End::Stuck) => return guess(rules, &field, &sheet, state),
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
    Hint {
        place: words.run(run),
        region: words.rules.runs[run as usize].cells.clone(),
        technique: technique.name(),
        reason: if why.is_empty() { "the digits placed leave one candidate".into() } else { why },
        cell: square,
        digit,
    }
}

/// Where the ladder ends, the solution itself is the hint.
fn guess(rules: &Kakuro, field: &Field, sheet: &Sheet, state: &Filling) -> Result<Hint, String> {
    let solution = rules.fillings(state, 1).and_then(|all| all.into_iter().next());
    let (Some(cell), Some(solution)) = (sheet.tightest(), solution) else {
        return Err("only guessing is left, and the solver has no quick answer; press s".into());
    };
    let square = field.squares[cell as usize];
    let run = rules.runs_of(square)[0];
    Ok(Hint {
        place: rules.grid.run_name(run),
        region: run.cells.clone(),
        technique: "bifurcation",
        reason: format!("only trying is left; {} has the fewest candidates", rules.grid.place(square)),
        cell: square,
        digit: solution[square as usize],
    })
}

/// The cuts of a puzzle, for whoever steps through it.
pub fn cuts_of(rules: &Kakuro, field: &Field) -> Vec<Cut> {
    cuts(field, rules.grid.cols())
}
