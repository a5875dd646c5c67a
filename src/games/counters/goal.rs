//! What counts as solved.

use std::fmt;

use super::row::{Place, colours, letters, pairs};

/// Where the free places must be at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    Left,
    Right,
    Anywhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All counters of `first`, then all of the other colour.
    Sorted { first: Place, gap: Gap },
    /// Exactly this row.
    Row(Vec<Place>),
}

impl Goal {
    /// The published goal: black first, the gap at the right.
    pub const CLASSIC: Goal = Goal::Sorted { first: Place::B, gap: Gap::Right };
    pub const WORDS: &str = "ab-left, ab-right, ab-any, ba-left, ba-right, ba-any";

    pub fn from_word(word: &str) -> Option<Goal> {
        let (order, gap) = word.split_once('-')?;
        let first = match order {
            "ab" => Place::A,
            "ba" => Place::B,
            _ => return None,
        };
        let gap = match gap {
            "left" => Gap::Left,
            "right" => Gap::Right,
            "any" => Gap::Anywhere,
            _ => return None,
        };
        Some(Goal::Sorted { first, gap })
    }

    /// The row to reach from `start`, where it is a single one.
    pub fn row(&self, start: &[Place]) -> Option<Vec<Place>> {
        match self {
            Goal::Row(row) => Some(row.clone()),
            Goal::Sorted { gap: Gap::Anywhere, .. } => None,
            Goal::Sorted { first, gap } => {
                let (a, b) = colours(start);
                let white = std::iter::repeat_n(Place::A, a);
                let black = std::iter::repeat_n(Place::B, b);
                let free = std::iter::repeat_n(Place::Free, start.len() - a - b);
                let sorted: Vec<Place> =
                    if *first == Place::A { white.chain(black).collect() } else { black.chain(white).collect() };
                Some(if *gap == Gap::Left {
                    free.chain(sorted).collect()
                } else {
                    sorted.into_iter().chain(free).collect()
                })
            }
        }
    }

    /// One sentence for people.
    pub fn words(&self) -> String {
        match self {
            Goal::Row(row) => format!("goal {}", letters(row)),
            Goal::Sorted { first, gap } => {
                let order = if *first == Place::A { "A before B" } else { "B before A" };
                let gap = match gap {
                    Gap::Left => "gap left",
                    Gap::Right => "gap right",
                    Gap::Anywhere => "gap anywhere",
                };
                format!("{order}, {gap}")
            }
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Row(row) => f.write_str(&letters(row)),
            Goal::Sorted { first, gap } => {
                let order = if *first == Place::A { "ab" } else { "ba" };
                let gap = match gap {
                    Gap::Left => "left",
                    Gap::Right => "right",
                    Gap::Anywhere => "any",
                };
                write!(f, "{order}-{gap}")
            }
        }
    }
}

/// A goal made ready for one puzzle: cheap to test against, and with the equal pairs that it has.
#[derive(Clone, Debug)]
pub struct Target {
    /// The one row to reach; without it any row with the `first` colour before the other.
    pub row: Option<Vec<Place>>,
    pub first: Place,
    /// Equal neighbours of the rows to reach: at least, at most.
    pub pairs: (u32, u32),
    /// Whether every row to reach has its only gap at an end.
    pub gap_at_end: bool,
}

impl Target {
    /// `gaps`: how many gaps there can be between counters.
    pub fn new(goal: &Goal, start: &[Place], gaps: usize) -> Self {
        let first = match goal {
            Goal::Sorted { first, .. } => *first,
            Goal::Row(_) => Place::Free,
        };
        let row = goal.row(start);
        if let Some(row) = row {
            let pairs = pairs(&row);
            let gap_at_end = gaps == 1 && (row[0].is_free() || row[row.len() - 1].is_free());
            return Target { row: Some(row), first, pairs: (pairs, pairs), gap_at_end };
        }
        let (a, b) = colours(start);
        let most = (a.saturating_sub(1) + b.saturating_sub(1)) as u32;
        Target { row: None, first, pairs: (most.saturating_sub(gaps as u32), most), gap_at_end: false }
    }

    pub fn is_met(&self, row: &[Place], pairs: u32) -> bool {
        if pairs < self.pairs.0 || pairs > self.pairs.1 {
            return false;
        }
        match &self.row {
            Some(goal) => goal == row,
            None => row.iter().filter(|p| p.is_counter()).map(|&p| p != self.first).is_sorted(),
        }
    }

    /// Moves needed at least from a row with so many equal pairs: a move makes or breaks at most two of them, and
    /// only one where the gap that it fills (or, at the end, leaves) lies at an end of the row.
    pub fn bound(&self, pairs: u32, gap_at_end: bool) -> u32 {
        let (missing, single) = self.missing(pairs, gap_at_end);
        if single { 1 + (missing - 1).div_ceil(2) } else { missing.div_ceil(2) }
    }

    /// How many pairs are to be made or broken, and whether the first move that makes some, or the last one that breaks
    /// some, counts for one alone.
    fn missing(&self, pairs: u32, gap_at_end: bool) -> (u32, bool) {
        match pairs {
            p if p < self.pairs.0 => (self.pairs.0 - p, gap_at_end),
            p if p > self.pairs.1 => (p - self.pairs.1, self.gap_at_end),
            _ => (0, false),
        }
    }

    /// The reason for the bound in words; that a move counts less is told where the bound is greater by it.
    pub fn reason(&self, pairs: u32, gap_at_end: bool) -> String {
        let which = match self.missing(pairs, gap_at_end) {
            (missing, true) if missing % 2 == 0 && pairs < self.pairs.0 => {
                ", the first just one as the gap is at the row's end"
            }
            (missing, true) if missing % 2 == 0 => ", the last just one as the gap is then at the row's end",
            _ => "",
        };
        format!("a move makes or breaks at most two of them{which}")
    }
}
