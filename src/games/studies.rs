//! Figures of the report that a game comes from, with our own numbers: what is run, and what is drawn of it. A game says
//! both; the workbench runs, and draws.

use super::Position;

/// Name and words of a figure.
#[derive(Debug)]
pub struct Figure {
    /// The word of the command line, and of the files: `turin`.
    pub name: &'static str,
    pub title: &'static str,
    /// Who reported, where and when.
    pub report: &'static str,
    /// How many nodes each run may take where nothing else is said.
    pub nodes: u64,
}

/// A figure of a report.
pub trait Study: Send + Sync {
    fn figure(&self) -> &'static Figure;
    /// The runs, in the order in which they are handed to [`Study::panels`].
    fn trials(&self) -> Vec<Trial>;
    fn panels(&self, tried: &[Tried]) -> Vec<Panel>;
    /// What stands below the picture beside the limit.
    fn caption(&self, tried: &[Tried]) -> Vec<String>;
}

/// A run: a puzzle and an entry as one writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    pub puzzle: String,
    pub entry: String,
    pub max_moves: Option<u64>,
}

impl Trial {
    pub fn new(puzzle: impl Into<String>, entry: impl Into<String>) -> Self {
        Trial { puzzle: puzzle.into(), entry: entry.into(), max_moves: None }
    }
}

/// What came of a run.
pub struct Tried {
    pub trial: Trial,
    pub position: Box<dyn Position>,
    /// The shortest length that the puzzle's pack knows of.
    pub known: Option<u64>,
    pub length: Option<u64>,
    pub solutions: Option<u64>,
    /// Proven to have no solution.
    pub unsolvable: bool,
    /// Given up at the limit of nodes or of memory: nothing is known of the rest.
    pub gave_up: bool,
    pub nodes: u64,
    pub backtracks: u64,
    pub seconds: f64,
}

/// A plot with its axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
}

/// What the numbers along an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things that are counted.
    Count,
    Seconds,
    /// A number without a unit.
    Plain,
    Percent,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub label: String,
    pub unit: Unit,
    pub is_log: bool,
}

impl Axis {
    fn new(label: &str, unit: Unit) -> Self {
        Axis { label: label.to_owned(), unit, is_log: false }
    }

    pub fn count(label: &str) -> Self {
        Self::new(label, Unit::Count)
    }

    pub fn seconds(label: &str) -> Self {
        Self::new(label, Unit::Seconds)
    }

    pub fn plain(label: &str) -> Self {
        Self::new(label, Unit::Plain)
    }

    pub fn percent(label: &str) -> Self {
        Self::new(label, Unit::Percent)
    }

    #[must_use]
    pub fn log(self) -> Self {
        Axis { is_log: true, ..self }
    }
}

/// Points that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

impl Series {
    /// Along the axis from left to right.
    pub fn new(name: &str, mut points: Vec<Point>) -> Self {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series { name: name.to_owned(), points }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// A limit was reached there: an open mark that no line leads to.
    pub open: bool,
}

impl Point {
    pub fn at(x: f64, y: f64) -> Self {
        Point { x, y, open: false }
    }

    pub fn open(x: f64, y: f64) -> Self {
        Point { x, y, open: true }
    }
}
