//! The printed board, as `show` prints it: columns side by side, with their numbers below. A deal in a book or a newspaper
//! looks alike, so the numbers decide: without them a line is a column.

use super::{Draft, Seen, parse_suit, read_card, read_numbers, say, segments, words};
use crate::games::TextError;

/// The place and text of each word of a line.
struct Line<'a> {
    number: usize,
    words: Vec<(usize, &'a str)>,
}

impl Line<'_> {
    fn all(&self, is: impl Fn(&str) -> bool) -> bool {
        self.words.iter().all(|&(_, word)| is(word))
    }
}

/// What a printed board says; `None` where the text is none.
pub fn draft(text: &str) -> Result<Option<Draft>, TextError> {
    let mut lines: Vec<Line<'_>> = segments(text)
        .map(|(number, at, part)| Line { number, words: words(at, part) })
        .filter(|line| !line.words.is_empty() && !line.all(is_marker))
        .collect();
    let Some(numbers) = lines.pop_if(|line| is_numbers(line)) else { return Ok(None) };
    let mut draft = Draft { columns: numbers.words.iter().map(|_| Vec::new()).collect(), ..Draft::default() };
    while let Some(line) = lines.first().filter(|line| line.words[0].1.contains('=')) {
        line.words.iter().try_for_each(|&(column, word)| say(&mut draft.said, line.number, column, word))?;
        lines.remove(0);
    }
    if let [places, names, ..] = &*lines
        && names.all(|name| is_cell(name) || home(name).is_some())
        && names.words.len() == places.words.len()
    {
        read_places(&mut draft, places, names)?;
        lines.drain(..2);
    }
    if lines.is_empty() {
        return Ok(None);
    }
    read_columns(&mut draft, &lines, &numbers)?;
    Ok(Some(draft))
}

/// What the next move takes is marked above it.
fn is_marker(word: &str) -> bool {
    word == "_"
}

fn is_numbers(line: &Line<'_>) -> bool {
    line.words.iter().enumerate().all(|(n, &(_, word))| word.parse() == Ok(n + 1))
}

fn is_cell(name: &str) -> bool {
    let numbered = name.strip_prefix('c').is_some_and(|number| number.parse::<u8>().is_ok());
    numbered || matches!(name.as_bytes(), [b'a'..=b'h'])
}

/// The suit of a home pile's name: a letter, or `/7` where suits have none.
fn home(name: &str) -> Option<u8> {
    let mut letters = name.chars();
    match (letters.next()?, letters.as_str()) {
        ('/', number) => number.parse().ok(),
        (letter, "") if letter.is_ascii_uppercase() => parse_suit(letter),
        _ => None,
    }
}

fn is_free(word: &str) -> bool {
    word == "--"
}

/// Cells and homes above their names.
fn read_places(draft: &mut Draft, places: &Line<'_>, names: &Line<'_>) -> Result<(), TextError> {
    draft.tells_cells = true;
    for (&(column, word), &(_, name)) in places.words.iter().zip(&names.words) {
        let card = if is_free(word) { None } else { Some(read_card(places.number, column, word)?) };
        let Some(suit) = home(name) else {
            draft.cells.push(card);
            continue;
        };
        let Some(pile) = draft.homes.get_mut(usize::from(suit)) else {
            return read_numbers(names.number, column, name).map(drop);
        };
        *pile = Some((card.map(|card| card.said), places.number, column));
    }
    Ok(())
}

/// Cards by their place above the numbers where they stand there, or else by their order in the row.
fn read_columns(draft: &mut Draft, rows: &[Line<'_>], numbers: &Line<'_>) -> Result<(), TextError> {
    let above = |at: usize| numbers.words.iter().position(|&(column, _)| column == at);
    let stands = rows.iter().all(|row| row.words.iter().all(|&(at, _)| above(at).is_some()));
    for row in rows {
        for (n, &(at, word)) in row.words.iter().enumerate().filter(|(_, (_, word))| !is_free(word)) {
            let card: Seen = read_card(row.number, at, word)?;
            let column = if stands { above(at) } else { Some(n) };
            let Some(column) = column.and_then(|column| draft.columns.get_mut(column)) else {
                let message = format!("`{word}` stands in no column: expected {} cards in a row", numbers.words.len());
                return Err(TextError::at(row.number, at, message));
            };
            column.push(card);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::games::freecell::FreeCellGame;
    use crate::games::{Game as _, Options};

    /// Microsoft's deal 617 as a book prints it.
    const ROWS: &str = "7D AD 5C 3S 5S 8C 2D AH\nTD 7S QD AC 6D 8H AS KH\nTH QC 3H 9D 6S 8D 3D TC\n\
        KD 5H 9S 3C 8S 7H 4D JS\n4C QS 9C 9H 7C 6H 2C 2S\n4S TS 2H 5D JC 6C JH QH\nJD KS KC 4H\n";

    fn line(text: &str) -> Result<String, String> {
        let read = FreeCellGame.read(text, &Options::new());
        read.map(|position| position.whole_line()).map_err(|error| error.in_file("x"))
    }

    #[test]
    fn rows_are_read_by_the_numbers_below_them_and_refused_without() {
        let deal = line(
            "7D TD TH KD 4C 4S JD|AD 7S QC 5H QS TS KS|5C QD 3H 9S 9C 2H KC|3S AC 9D 3C 9H 5D 4H|\
            5S 6D 6S 8S 7C JC|8C 8H 8D 7H 6H 6C|2D AS 3D 4D 2C JH|AH KH TC JS 2S QH",
        );
        assert_eq!(line(&format!("{ROWS}1 2 3 4 5 6 7 8")), deal);
        let refused = line(ROWS).expect_err("seven columns of a full deck are no deal");
        assert!(refused.contains("rows of eight cards, or seven columns?"), "{refused}");
        assert!(line(&format!("{ROWS}columns=7")).is_ok());
    }

    #[test]
    fn a_card_keeps_its_column_and_what_has_none_is_told() {
        let read = line("cells=1\n -- AC --\n a  C  D\n 2D    2C\n AD\n 1  2  3").unwrap();
        assert_eq!(read, line("Foundations: C-A D-0\nFreecells: -\n2D AD\n:\n2C").unwrap());
        let too_many = line("2D AD 2C AC\n1 2 3").expect_err("there are three columns");
        assert!(too_many.contains("x:1:10: `AC` stands in no column: expected 3 cards in a row"), "{too_many}");
        assert_eq!(line("1 2 3").expect_err("no cards").lines().count(), 1);
    }
}
