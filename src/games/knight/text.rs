//! Boards as text: rows of step numbers, `.` for squares that were not visited yet, `closed` behind them for a closed
//! tour.

use std::fmt::Write as _;

use super::rules::{Knight, LONGEST, Leap, Tour};
use crate::games::squares::Grid;
use crate::games::{TextError, quoted, words};
use crate::search::Rules;

/// The word behind the rows of a closed tour.
const CLOSED: &str = "closed";

struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// The words of each row; rows end with their line or at a `/`.
fn rows_of(text: &str) -> Vec<Vec<Word<'_>>> {
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut before = 0;
        for part in line.split('/') {
            let row = words(part, char::is_whitespace);
            let place = |(column, text)| Word { text, line: number + 1, column: before + column };
            rows.push(row.map(place).collect());
            before += part.chars().count() + 1;
            // One row too many, with `closed` behind it, is enough to know.
            if rows.len() > LONGEST + 1 {
                return rows;
            }
        }
    }
    rows
}

/// Reads a board with a tour that has begun, or an empty one where the first move chooses the start.
pub fn read(text: &str) -> Result<(Knight, Tour), TextError> {
    let mut rows = rows_of(text.trim());
    let closed = rows.last().and_then(|row| row.last()).is_some_and(|word| word.text == CLOSED);
    if closed && let Some(row) = rows.last_mut() {
        row.pop();
        if row.is_empty() {
            rows.pop();
        }
    }
    let cols = rows.first().map_or(0, Vec::len);
    if rows.is_empty() || cols == 0 || rows.len() > LONGEST || cols > LONGEST {
        return Err(TextError::whole(format!("expected 1 to {LONGEST} rows of at most {LONGEST} squares each")));
    }
    let rules = Knight::new(Grid::new(rows.len(), cols), closed);
    let mut steps = steps(&rules, &rows)?;
    steps.sort_by_key(|&(step, ..)| step);
    let mut tour = rules.start(None);
    for (due, (step, square, word)) in (1..).zip(steps) {
        let wrong = |why: String| TextError::at(word.line, word.column, why);
        if step < due {
            return Err(wrong(format!("step {step} stands twice")));
        }
        if step > due {
            return Err(wrong(format!("step {step}, but there is no step {due}: expected 1, 2, 3 and so on")));
        }
        let leap = rules.read_move(&tour, &rules.leap(square).to_string()).map_err(wrong)?;
        rules.apply(&mut tour, &leap);
    }
    Ok((rules, tour))
}

fn steps<'a>(rules: &Knight, rows: &'a [Vec<Word<'a>>]) -> Result<Vec<(u32, u16, &'a Word<'a>)>, TextError> {
    let mut steps = Vec::new();
    for (row, words) in rows.iter().enumerate() {
        if words.len() != rules.grid.cols {
            let line = words.first().map_or(row + 1, |word| word.line);
            let (found, expected) = (words.len(), rules.grid.cols);
            return Err(TextError::at(line, 0, format!("{found} squares in row {}: expected {expected}", row + 1)));
        }
        for (col, word) in words.iter().enumerate() {
            if matches!(word.text, "." | "_" | "0") {
                continue;
            }
            let step = word.text.parse().ok().filter(|step| (1..=rules.grid.cells() as u32).contains(step));
            let step = step.ok_or_else(|| {
                let most = rules.grid.cells();
                let found = word.text;
                TextError::at(
                    word.line,
                    word.column,
                    format!("`{}`: expected a step from 1 to {most}, or `.`", quoted(found)),
                )
            })?;
            steps.push((step, rules.grid.cell(row, col) as u16, word));
        }
    }
    Ok(steps)
}

/// The board on one line.
pub fn line(rules: &Knight, tour: &Tour) -> String {
    rows(rules, tour, "/") + if rules.closed { " closed" } else { "" }
}

/// The board with a row a line.
pub fn lines(rules: &Knight, tour: &Tour) -> String {
    rows(rules, tour, "\n") + if rules.closed { "\nclosed\n" } else { "\n" }
}

fn rows(rules: &Knight, tour: &Tour, between: &str) -> String {
    let square = |row, col| match tour.step_at(rules.grid.cell(row, col)) {
        0 => ".".to_owned(),
        step => step.to_string(),
    };
    let row = |row| (0..rules.grid.cols).map(|col| square(row, col)).collect::<Vec<_>>().join(" ");
    (0..rules.grid.rows).map(row).collect::<Vec<_>>().join(between)
}

/// The printed board, with an underscore before the square that `next` visits.
pub fn board(rules: &Knight, tour: &Tour, next: Option<&Leap>) -> String {
    let width = rules.grid.cells().to_string().len().max(1) + 1;
    let mut text = String::new();
    for row in 0..rules.grid.rows {
        for col in 0..rules.grid.cols {
            let cell = rules.grid.cell(row, col);
            let square = match tour.step_at(cell) {
                0 if next.is_some_and(|next| u32::from(next.to) == cell) => "_.".to_owned(),
                0 => ".".to_owned(),
                step => step.to_string(),
            };
            let _ = write!(text, "{square:>width$}");
        }
        text.push('\n');
    }
    text
}
