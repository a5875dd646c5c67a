//! The ladder of techniques: what a person has on paper, the next step by the easiest technique, how hard a puzzle is.

use std::fmt;
use std::marker::PhantomData;

use super::filling::Filling;
use crate::games::patience::still_wanted;
use crate::games::{Deadlock, Field};
use crate::search::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Expert,
}

/// The levels, as the dialog for a new puzzle asks for them.
pub const LEVELS: Field = Field {
    label: "level",
    word: "",
    values: &[("medium", "medium"), ("easy", "easy"), ("hard", "hard"), ("expert", "expert")],
    is_open: false,
};

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

    pub fn read(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == word)
    }
}

/// A rung of a game's ladder.
pub trait Technique: Copy + Ord + Send + Sync + 'static {
    /// From the easiest.
    const LADDER: &'static [Self];

    /// Its place in the ladder.
    fn rung(self) -> usize;
    fn name(self) -> &'static str;
    fn level(self) -> Level;
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed<T>(u32, PhantomData<T>);

impl<T: Technique> Allowed<T> {
    pub const ALL: Allowed<T> = Allowed(u32::MAX, PhantomData);

    pub fn up_to(level: Level) -> Allowed<T> {
        T::LADDER.iter().fold(Allowed::ALL, |set, &technique| set.with(technique, technique.level() <= level))
    }

    #[must_use]
    pub fn with(self, technique: T, on: bool) -> Allowed<T> {
        let bit = 1 << technique.rung();
        Allowed(if on { self.0 | bit } else { self.0 & !bit }, PhantomData)
    }

    pub fn has(self, technique: T) -> bool {
        self.0 >> technique.rung() & 1 == 1
    }
}

/// One step of the ladder. Cells are numbered as the game's [`Sheet`] numbers them.
#[derive(Clone, Debug)]
pub struct Step<R> {
    pub reason: R,
    /// Cells and the candidates they lost.
    pub removed: Vec<(u16, u16)>,
    /// The cell and the digit placed.
    pub placed: Option<(u16, u8)>,
}

/// How a look for the next step ended without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<F> {
    Solved,
    /// No technique finds anything.
    Stuck,
    Contradiction(F),
}

/// What a person has on paper: candidates, and digits placed.
pub trait Sheet: Clone + Send {
    fn candidates(&self) -> &[u16];
    /// 0 where nothing is placed yet.
    fn placed(&self) -> &[u8];
    /// Candidates that went so far.
    fn removed(&self) -> u64;

    /// Cells without a digit.
    fn left(&self) -> usize {
        self.placed().iter().map(|&digit| usize::from(digit == 0)).sum()
    }

    /// The open cell with the fewest candidates, to guess at.
    fn tightest(&self) -> Option<u16> {
        let open = (0..self.placed().len()).filter(|&cell| self.placed()[cell] == 0);
        open.min_by_key(|&cell| self.candidates()[cell].count_ones()).map(|cell| cell as u16)
    }
}

/// What a step rests on: a set from which nothing can be left out.
#[derive(Clone, Debug)]
pub struct RestsOn {
    pub words: String,
    /// The units in it by name: a sentence that names them all need not say what it rests on.
    pub units: Vec<String>,
    /// The cells of it, as squares of the board.
    pub cells: Vec<Cell>,
    pub size: usize,
}

impl RestsOn {
    /// The reason, and behind it what it rests on, where that names something new.
    pub fn behind(&self, reason: &str) -> String {
        let is_told = self.units.iter().all(|unit| reason.contains(unit));
        if is_told { reason.to_owned() } else { format!("{reason}; rests on {}", self.words) }
    }
}

/// A puzzle as someone works on it with pencil and paper.
pub trait Paper: Clone + Send + Sync {
    type Technique: Technique;
    type Sheet: Sheet;
    /// Why candidates go or a digit is placed.
    type Reason: Clone + Send;
    /// What is wrong where there is a contradiction.
    type Fault: Copy + Send + PartialEq;

    /// The sheet with the digits of `state`; an error where they contradict each other.
    fn sheet(&self, state: &Filling) -> Result<Self::Sheet, End<Self::Fault>>;
    /// The next step by the easiest technique that finds one.
    fn step(
        &self,
        sheet: &mut Self::Sheet,
        allowed: Allowed<Self::Technique>,
    ) -> Result<Step<Self::Reason>, End<Self::Fault>>;
    fn place(&self, sheet: &mut Self::Sheet, cell: u16, digit: u8) -> Result<(), End<Self::Fault>>;

    fn technique(reason: &Self::Reason) -> Self::Technique;
    /// One step in one sentence: technique, where, and what follows.
    fn sentence(&self, sheet: &Self::Sheet, step: &Step<Self::Reason>) -> String;
    /// The cells that a step rests on.
    fn region(&self, reason: &Self::Reason) -> Vec<Cell>;
    /// The smallest set that a step rests on, where the game can tell; `before` is the sheet before the step.
    fn rests_on(&self, _before: &Self::Sheet, _step: &Step<Self::Reason>) -> Option<RestsOn> {
        None
    }
    fn fault_words(&self, fault: Self::Fault) -> String;
    fn fault_cells(&self, fault: Self::Fault) -> Vec<Cell>;

    /// The square of the board that a cell of the sheet is.
    fn square(&self, cell: u16) -> Cell;
    /// Columns of the board.
    fn cols(&self) -> usize;
    /// Digits by cell of the sheet as digits by square.
    fn spread(&self, digits: &[u8]) -> Vec<u8>;
    /// The solved board on one line, as `grid` of an answer.
    fn solved(&self, digits: &[u8]) -> String;
    /// Why a position is lost, where that can be told.
    fn explain(&self, state: &Filling) -> Option<Deadlock>;
}

/// The hardest technique that a puzzle needs and how often; `solved` is false where the ladder is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating<T> {
    pub solved: bool,
    pub hardest: T,
    pub times: u32,
}

impl<T: Technique> fmt::Display for Rating<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.solved {
            return write!(f, "beyond expert: needs guessing");
        }
        let times = if self.times == 1 { "once".to_string() } else { format!("{} times", self.times) };
        write!(f, "{}: needs {} {times}", self.hardest.level().name(), self.hardest.name())
    }
}

/// Climbs the ladder as far as these techniques go.
pub fn rate<P: Paper>(paper: &P, start: &Filling, allowed: Allowed<P::Technique>) -> Rating<P::Technique> {
    let mut rating = Rating { solved: false, hardest: P::Technique::LADDER[0], times: 0 };
    let Ok(mut sheet) = paper.sheet(start) else { return rating };
    loop {
        still_wanted();
        match paper.step(&mut sheet, allowed) {
            Ok(step) => {
                let technique = P::technique(&step.reason);
                if technique > rating.hardest {
                    (rating.hardest, rating.times) = (technique, 1);
                } else if technique == rating.hardest {
                    rating.times += 1;
                }
            }
            Err(end) => {
                rating.solved = end == End::Solved;
                return rating;
            }
        }
    }
}

/// How hard a puzzle is, and the size of the largest set that one of its steps rests on, where the game can tell.
pub fn rate_by_grounds<P: Paper>(
    paper: &P,
    start: &Filling,
    allowed: Allowed<P::Technique>,
) -> Option<(Rating<P::Technique>, usize)> {
    let mut sheet = paper.sheet(start).ok()?;
    let (mut before, mut largest) = (sheet.clone(), None);
    while let Ok(step) = paper.step(&mut sheet, allowed) {
        largest = largest.max(paper.rests_on(&before, &step).map(|grounds| grounds.size));
        before.clone_from(&sheet);
    }
    largest.map(|largest| (rate(paper, start, allowed), largest))
}

/// A placement that follows, told in three levels: where to look, why, what.
#[derive(Clone, Debug)]
pub struct Hint {
    /// "24 across at r3c2"
    pub place: String,
    /// The cells of that place.
    pub around: Vec<Cell>,
    /// The cells that the reason takes.
    pub region: Vec<Cell>,
    pub technique: &'static str,
    /// Why, as long as the digit itself is not to be told.
    pub why: String,
    /// What is so there: "r2c2 is 7, by last cell".
    pub claim: String,
    /// Why that is so, in full.
    pub reason: String,
    pub cell: Cell,
    /// A digit that leads to a solution; where there are several, `claim` tells them.
    pub digit: u8,
}
