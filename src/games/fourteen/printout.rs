//! The printout of the 2007 program, to the column: what it printed can be read, and what it would print is printed. And
//! the board for people, who get its columns numbered and the thirteenth number named.

use std::fmt::Write;

use super::rules::{COLUMNS, Fourteen, Pair, State};
use super::text::{Place, Reader};
use crate::games::TextError;

/// Two characters and a blank.
const FIELD: usize = 3;

/// The board before a move: the underscores above the columns that it takes, the rows with the heads at the bottom and
/// the step behind them, two blank lines.
pub fn board(rules: &Fourteen, state: &State, next: Option<&Pair>) -> String {
    let mut out = String::new();
    for column in 0..=COLUMNS {
        let taken = next.is_some_and(|pair| pair.columns().contains(&column));
        out.push_str(if taken { " _ " } else { "   " });
    }
    out + "\n" + &printed_state(rules, state)
}

/// A board that is given up, in a comment. As in the original, its first row stands behind the opening words: mostly
/// blanks, since no column has five cards any more.
pub fn deadlock(rules: &Fourteen, state: &State) -> String {
    let rule = "-----";
    format!("/*deadlock detected{rule}{}{rule}*/\n", printed_state(rules, state))
}

/// `stampa_stato`: at least five rows of thirteen fields, and two blank lines.
fn printed_state(rules: &Fourteen, state: &State) -> String {
    let mut out = String::new();
    for row in (0..rules.tallest(state).max(5)).rev() {
        out.push_str(&cards(rules, state, row));
        match row {
            0 => writeln!(out, "{:>2} ", rules.step(state)).expect("a string takes all"),
            _ => out.push_str("   \n"),
        }
    }
    out + "\n\n"
}

/// The fields of a row, 0 for the heads.
fn cards(rules: &Fourteen, state: &State, row: usize) -> String {
    let mut out = String::new();
    for column in 0..COLUMNS {
        match rules.left(state, column).nth(row) {
            Some(card) => write!(out, "{:>2} ", rules.rank(card)).expect("a string takes all"),
            None => out.push_str("   "),
        }
    }
    out
}

/// The last word of a board for people.
const COLUMNS_WORD: &str = "columns";

/// The board for people: as printed, with the step named and the columns numbered, and no blanks at the ends of lines.
pub fn page(rules: &Fourteen, state: &State, next: Option<&Pair>) -> String {
    let mut lines = Vec::new();
    if let Some(pair) = next {
        let marks = (0..COLUMNS).map(|c| if pair.columns().contains(&c) { " _ " } else { "   " });
        lines.push(marks.collect());
    }
    for row in (0..rules.tallest(state).max(1)).rev() {
        let named = if row == 0 { format!("  step {}", rules.step(state)) } else { String::new() };
        lines.push(cards(rules, state, row) + &named);
    }
    let width = rules.width();
    lines.push("-- ".repeat(width));
    let numbers: Vec<String> = (1..=width).map(|c| format!("{c:>2}")).collect();
    lines.push(format!("{}   {COLUMNS_WORD}", numbers.join(" ")));
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n") + if next.is_some() { "\n\n" } else { "\n" }
}

/// Underscores and nothing else.
fn is_markers(line: &str) -> bool {
    line.contains('_') && line.chars().all(|c| c == '_' || c == ' ')
}

/// Whether a text is a printout, of the original or of ours.
pub fn is_one(text: &str) -> bool {
    text.lines().any(|line| is_markers(line) || line.trim_end().ends_with(COLUMNS_WORD))
}

/// Reads the first board of a printout; deadlocks before it are passed over.
pub fn read(text: &str, reader: &mut Reader) -> Result<(), TextError> {
    let mut in_comment = false;
    let mut lines = text.lines().enumerate().filter(|(_, line)| {
        let is_part = in_comment || line.starts_with("/*");
        in_comment = is_part && !line.trim_end().ends_with("*/");
        !is_part
    });
    let mut rows: Vec<(usize, &str)> = Vec::new();
    if text.lines().any(is_markers) {
        lines.find(|(_, line)| is_markers(line));
    }
    for (number, line) in lines {
        let is_end = line.trim().is_empty() || line.starts_with("--") || is_markers(line);
        if is_end && !rows.is_empty() {
            break;
        }
        if !is_end {
            rows.push((number + 1, line));
        }
    }
    rows.reverse();
    let widest = rows.iter().map(|(_, line)| line.trim_end().chars().count().div_ceil(FIELD)).max().unwrap_or(0);
    // A line under the heads tells how many columns there are, whatever is printed beside them.
    let ruled = text.lines().map(|line| line.split_whitespace());
    let ruled = ruled.filter(|dashes| dashes.clone().all(|dash| dash == "--")).map(Iterator::count).find(|&n| n > 0);
    let width = ruled.unwrap_or(widest);
    for column in 0..width.min(COLUMNS) {
        reader.column(Place { line: rows[0].0, column: column * FIELD + 1 })?;
        read_column(&rows, column, reader)?;
    }
    Ok(())
}

/// A column's cards, from the head up.
fn read_column(rows: &[(usize, &str)], column: usize, reader: &mut Reader) -> Result<(), TextError> {
    let mut has_ended = false;
    for &(line, row) in rows {
        let place = Place { line, column: column * FIELD + 1 };
        let field: String = row.chars().skip(column * FIELD).take(FIELD).collect();
        if field.chars().nth(FIELD - 1).is_some_and(|c| c != ' ') {
            return Err(place.error("expected fields of two characters and a blank, as the program prints them"));
        }
        match field.trim() {
            "" => has_ended = true,
            _ if has_ended => return Err(place.error("a card without one under it: expected a printed board")),
            word => reader.card(word, place)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fourteen::text::read;

    #[test]
    fn the_printout_is_that_of_2007() {
        let rules = read("[[10,3],[7],[4],[],[1,2,3,4,5,6]]").unwrap();
        let expected = [
            " _     _                               ",
            "             6                         ",
            "             5                         ",
            "             4                         ",
            "             3                         ",
            " 3           2                         ",
            "10  7  4     1                       1 ",
            "",
            "",
            "",
        ];
        let printed = board(&rules, &State::default(), Some(&Pair::new(0, 2)));
        assert_eq!(printed, expected.join("\n"));
    }

    /// The end of the report's first example (section 3): step 25 with its underscores, and step 26.
    #[test]
    fn a_printout_is_read_from_its_first_board_on() {
        let text = concat!(
            "/*deadlock detected-----                                       \n",
            " 3                 4        4          \n",
            "13 12  2  6  7  7  9  3  6 10  3 13 11 \n",
            "\n\n-----*/\n",
            "                _              _       \n",
            "                                       \n",
            "      11  3     8              6    25 \n",
            "\n\n",
            "       _  _ \n",
            "      11  3                         26 \n",
        );
        let columns = read(text).unwrap().columns(&State::default());
        let cards: Vec<_> = columns.iter().enumerate().filter(|(_, cards)| !cards.is_empty()).collect();
        assert_eq!(cards, [(2, &vec![11]), (3, &vec![3]), (5, &vec![8]), (10, &vec![6])]);
    }

    #[test]
    fn what_is_printed_reads_back() {
        for text in ["[[10,3],[7],[4],[],[1,2,3,4,5,6]]", "[[7],[7,1,13]]"] {
            let rules = read(text).unwrap();
            let first = State::default();
            let mut moves = Vec::new();
            crate::search::Rules::moves(&rules, &first, &mut moves);
            let cards = |text: &str| {
                let mut columns = read(text).unwrap().columns(&first);
                columns.truncate(rules.width());
                columns
            };
            assert_eq!(cards(&page(&rules, &first, None)), rules.columns(&first), "{text}");
            assert_eq!(cards(&page(&rules, &first, moves.first())), rules.columns(&first), "{text}");
            assert_eq!(cards(&board(&rules, &first, moves.first())), rules.columns(&first), "{text}");
        }
        let error = read(" _  _ \n 7\n 7  7\n   7\n").expect_err("misplaced");
        assert_eq!((error.line, error.column), (3, 1), "{error}");
    }

    #[test]
    fn people_read_numbered_columns_and_a_named_step() {
        let rules = read("[[10,3],[7],[4]]").unwrap();
        let expected = " _     _\n 3\n10  7  4                              step 1\n-- -- --\n 1  2  3   columns\n\n";
        assert_eq!(page(&rules, &State::default(), Some(&Pair::new(0, 2))), expected);
    }
}
