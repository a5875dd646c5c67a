//! What came of a race: a row for each entry and puzzle, and how the entries stand at the end.

use crate::search::{Answer, Limit};
use crate::workbench::report::{Report, Verdict};

/// One entry on one puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub puzzle: String,
    /// The place of the entry in the race.
    pub entry: usize,
    /// As in `solve --json`; `invalid` where the strategy objects to the puzzle.
    pub status: &'static str,
    pub length: Option<u64>,
    /// How many solutions there are, where it counted them to the end.
    pub solutions: Option<u64>,
    /// The shortest length that the puzzle's pack knows of.
    pub known: Option<u64>,
    /// Proven to be of the least length, where solutions differ in length.
    pub is_shortest: bool,
    pub nodes: u64,
    pub expanded: u64,
    pub seconds: f64,
    /// Ended by the clock or by hand, and not by itself: its figures do not repeat.
    pub is_cut: bool,
    /// The words for a limit that was reached.
    pub limit: Option<&'static str>,
}

impl Row {
    /// `has_one_length`: no solution of this game's puzzles is shorter than another.
    pub fn new(puzzle: &str, entry: usize, report: &Report, has_one_length: bool) -> Self {
        let verdict = report.verdict();
        let answer = match verdict {
            Verdict::Solved(answer) => Some(answer),
            _ => None,
        };
        Row {
            puzzle: puzzle.to_owned(),
            entry,
            status: verdict.status(),
            length: answer.map(Answer::length),
            solutions: answer.and_then(|answer| answer.solutions).filter(|_| report.stopped().is_none()),
            known: None,
            is_shortest: report.finding.is_optimal() && !has_one_length,
            nodes: report.finding.counters.generated,
            expanded: report.finding.counters.expanded,
            seconds: report.seconds,
            is_cut: report.is_cut(),
            limit: match verdict {
                Verdict::Limit(limit) => Some(limit_word(limit)),
                _ => None,
            },
        }
    }

    /// An entry that this puzzle does not go with.
    pub fn refused(puzzle: &str, entry: usize) -> Self {
        Row { puzzle: puzzle.to_owned(), entry, status: "invalid", ..Row::default() }
    }

    /// An entry that never began: the puzzle took all of its time to be made.
    pub fn undealt(puzzle: &str, entry: usize) -> Self {
        let limit = Some(limit_word(Limit::Time));
        Row { puzzle: puzzle.to_owned(), entry, status: "limit", is_cut: true, limit, ..Row::default() }
    }

    /// Whether it came to a verdict by itself.
    pub fn is_decided(&self) -> bool {
        matches!(self.status, "solved" | "unsolvable") && !self.is_cut
    }

    /// Whether its figures repeat: it ended by itself, be it at a limit of nodes or of memory.
    pub fn is_repeatable(&self) -> bool {
        self.status != "invalid" && !self.is_cut
    }
}

fn limit_word(limit: Limit) -> &'static str {
    crate::workbench::report::limit_name(limit)
}

/// How an entry stands at the end. Runs that were cut by time are in the totals, and in nothing else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    pub solved: u64,
    /// Proven to have no solution.
    pub unsolvable: u64,
    /// Runs whose figures repeat.
    pub ended: u64,
    /// Runs cut by time.
    pub cut: u64,
    pub nodes: u64,
    pub seconds: f64,
    /// Over the puzzles that every entry ended, since others would not compare.
    pub median_nodes: Option<f64>,
    pub median_seconds: Option<f64>,
    /// On how many puzzles it was among those with the fewest nodes to a verdict.
    pub best: u64,
}

/// The middle value, or the mean of the two in the middle.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// The entries that came to a verdict on a puzzle with the fewest nodes: of `rows` of that puzzle.
pub fn best_of<'a>(rows: impl IntoIterator<Item = &'a Row> + Clone) -> Vec<usize> {
    let decided = rows.into_iter().filter(|row| row.is_decided());
    let decided: Vec<&Row> = decided.collect();
    let fewest = decided.iter().map(|row| row.nodes).min();
    decided.into_iter().filter(|row| Some(row.nodes) == fewest).map(|row| row.entry).collect()
}

/// The rows of each puzzle, of rows that come puzzle by puzzle.
pub fn heats_of(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| a.puzzle == b.puzzle && a.entry < b.entry)
}

/// The heats that every one of so many entries has ended.
pub fn common(rows: &[Row], entries: usize) -> impl Iterator<Item = &[Row]> {
    heats_of(rows).filter(move |heat| heat.len() == entries && heat.iter().all(Row::is_repeatable))
}

/// How `entries` entries stand after these rows, which come puzzle by puzzle.
pub fn standings(rows: &[Row], entries: usize) -> Vec<Standing> {
    let mut standings: Vec<Standing> = (0..entries).map(|entry| standing(rows, entries, entry)).collect();
    for heat in heats_of(rows) {
        for entry in best_of(heat) {
            standings[entry].best += 1;
        }
    }
    standings
}

fn standing(rows: &[Row], entries: usize, entry: usize) -> Standing {
    let own = || rows.iter().filter(move |row| row.entry == entry);
    let number = |test: fn(&Row) -> bool| own().filter(|row| test(row)).count() as u64;
    let compared = || common(rows, entries).map(|heat| &heat[entry]);
    Standing {
        solved: number(|row| row.status == "solved"),
        unsolvable: number(|row| row.status == "unsolvable"),
        ended: number(Row::is_repeatable),
        cut: number(|row| row.is_cut),
        nodes: own().map(|row| row.nodes).sum(),
        seconds: own().map(|row| row.seconds).sum(),
        median_nodes: median(compared().map(|row| row.nodes as f64).collect()),
        median_seconds: median(compared().map(|row| row.seconds).collect()),
        best: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(puzzle: &str, entry: usize, nodes: u64, is_cut: bool) -> Row {
        let status = if is_cut { "limit" } else { "solved" };
        Row { puzzle: puzzle.into(), entry, status, nodes, seconds: nodes as f64, is_cut, ..Row::default() }
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn what_is_cut_by_time_is_in_the_totals_and_in_nothing_else() {
        let rows = [row("a", 0, 10, false), row("a", 1, 10, false), row("b", 0, 30, false), row("b", 1, 7, true)];
        let standings = standings(&rows, 2);
        let figures = standings.iter().map(|s| (s.solved, s.ended, s.cut, s.nodes, s.median_nodes, s.best));
        let expected = [(2, 2, 0, 40, Some(10.0), 2), (1, 1, 1, 17, Some(10.0), 1)];
        assert_eq!(figures.collect::<Vec<_>>(), expected);
    }
}
