//! The text forms: columns of ranks, and the nested list, bare or in a call of the 2007 program.

use super::printout;
use super::rules::{COLUMNS, Fourteen, State, article};
use crate::games::{Form, Placed, TextError, quoted};

pub static FORMS: [Form; 3] = [
    Form::new("columns", "a line a column, head first, `-` for an empty one", |position| {
        let (rules, state) = Placed::<Fourteen>::parts(position);
        Some(joined(rules, state, "\n") + "\n")
    }),
    Form::new("line", "the same on one line, `|` between the columns", |position| Some(position.line() + "\n")),
    Form::new("list", "the nested list, heads first", |position| {
        let (rules, state) = Placed::<Fourteen>::parts(position);
        Some(list(rules, state) + "\n")
    }),
];

/// The position on one line.
pub fn line(rules: &Fourteen, state: &State) -> String {
    joined(rules, state, "|")
}

fn joined(rules: &Fourteen, state: &State, between: &str) -> String {
    let column = |ranks: &Vec<u8>| match ranks.as_slice() {
        [] => "-".to_string(),
        ranks => ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    };
    rules.columns(state).iter().map(column).collect::<Vec<_>>().join(between)
}

fn list(rules: &Fourteen, state: &State) -> String {
    let column = |ranks: &Vec<u8>| ranks.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let columns: Vec<_> = rules.columns(state).iter().map(|ranks| format!("[{}]", column(ranks))).collect();
    format!("[{}]", columns.join(","))
}

/// Reads any of the forms.
pub fn read(text: &str) -> Result<Fourteen, TextError> {
    let mut reader = Reader { columns: Vec::new(), seen: [0; 14] };
    if printout::is_one(text) {
        printout::read(text, &mut reader)?;
    } else if text.trim_start().starts_with(['[', '?']) || text.contains('(') {
        reader.list(text)?;
    } else {
        reader.lines(text)?;
    }
    if reader.columns.iter().all(Vec::is_empty) {
        return Err(TextError::whole("no card at all; expected up to twelve columns of ranks, head first"));
    }
    Ok(Fourteen::new(&reader.columns))
}

/// A place in the text, both from 1.
#[derive(Clone, Copy)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    pub fn error(self, message: impl Into<String>) -> TextError {
        TextError::at(self.line, self.column, message)
    }
}

pub struct Reader {
    columns: Vec<Vec<u8>>,
    /// How many cards of each rank were read.
    seen: [u8; 14],
}

impl Reader {
    pub fn column(&mut self, place: Place) -> Result<(), TextError> {
        if self.columns.len() == COLUMNS {
            return Err(place.error("a thirteenth column; expected at most twelve"));
        }
        self.columns.push(Vec::new());
        Ok(())
    }

    pub fn card(&mut self, word: &str, place: Place) -> Result<(), TextError> {
        let Some(rank) = rank(word) else {
            return Err(place.error(format!(
                "expected a rank (1 to 13, or A 2 … 10 T J Q K), found `{word}`",
                word = quoted(word)
            )));
        };
        self.seen[rank as usize] += 1;
        if self.seen[rank as usize] > 4 {
            return Err(place.error(format!("{} too many: at most four of a rank", article(rank))));
        }
        self.columns.last_mut().expect("a card is read into a column").push(rank);
        Ok(())
    }

    /// Columns between `|` or line breaks; an empty line, nothing between two `|`, or `-` is an empty column.
    fn lines(&mut self, text: &str) -> Result<(), TextError> {
        let lines: Vec<_> = text.lines().enumerate().collect();
        let blank = |line: &str| line.trim().is_empty();
        let start = lines.iter().position(|(_, line)| !blank(line)).unwrap_or(lines.len());
        let end = lines.iter().rposition(|(_, line)| !blank(line)).map_or(start, |last| last + 1);
        for &(number, line) in &lines[start..end] {
            let mut column = 1;
            // A `|` at the end of a line and the line break behind it are one border, not two.
            let row = if number + 1 < end { line.trim_end().strip_suffix('|').unwrap_or(line) } else { line };
            for part in row.split('|') {
                let indent = part.chars().take_while(|c| c.is_whitespace()).count();
                self.column(Place { line: number + 1, column: column + indent })?;
                self.words(part, Place { line: number + 1, column })?;
                column += part.chars().count() + 1;
            }
        }
        Ok(())
    }

    fn words(&mut self, part: &str, start: Place) -> Result<(), TextError> {
        if part.trim() == "-" {
            return Ok(());
        }
        let is_gap = |c: char| c.is_whitespace() || c == ',';
        let (mut word, mut place) = (String::new(), start);
        for (i, c) in part.chars().chain([' ']).enumerate() {
            if is_gap(c) {
                if !word.is_empty() {
                    self.card(&std::mem::take(&mut word), place)?;
                }
                place.column = start.column + i + 1;
            } else {
                word.push(c);
            }
        }
        Ok(())
    }

    /// The nested list; a goal of the 2007 program around it (`?- risolvi_stampa([[…]]).`) is read too.
    fn list(&mut self, text: &str) -> Result<(), TextError> {
        let mut tokens = Tokens { rest: text, place: Place { line: 1, column: 1 } };
        let is_call = tokens.call()?;
        tokens.expect("[")?;
        while let Some(place) = tokens.item("[")? {
            if self.columns.len() == COLUMNS {
                tokens.step_list(place)?;
                tokens.expect("]")?;
                break;
            }
            self.column(place)?;
            while let Some((word, place)) = tokens.element()? {
                self.card(&word, place)?;
            }
        }
        if is_call {
            tokens.end_of_call()?;
        }
        // A full stop ends a Prolog term.
        match tokens.next() {
            None => Ok(()),
            Some((word, _)) if word == "." && tokens.next().is_none() => Ok(()),
            Some((word, place)) => {
                Err(place.error(format!("expected nothing behind the list, found `{word}`", word = quoted(word))))
            }
        }
    }
}

/// `A`, `10`, `T`, `Kh`: a rank with or without a suit behind it.
fn rank(word: &str) -> Option<u8> {
    let bare = word.strip_suffix(['c', 'd', 'h', 's', 'C', 'D', 'H', 'S', '♣', '♦', '♥', '♠']).unwrap_or(word);
    match bare {
        "A" | "a" => Some(1),
        "T" | "t" => Some(10),
        "J" | "j" => Some(11),
        "Q" | "q" => Some(12),
        "K" | "k" => Some(13),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok().filter(|r| (1..=13).contains(r)),
        _ => None,
    }
}

/// The nested list, token by token.
struct Tokens<'a> {
    rest: &'a str,
    place: Place,
}

impl Tokens<'_> {
    fn step(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
    }

    /// The next bracket, comma, full stop or word, and its place.
    fn next(&mut self) -> Option<(String, Place)> {
        while let Some(c) = self.rest.chars().next().filter(|c| c.is_whitespace()) {
            self.step(c);
        }
        let place = self.place;
        let mut word = String::new();
        while let Some(c) = self.rest.chars().next() {
            let is_sign = matches!(c, '[' | ']' | ',' | '.' | '(' | ')');
            if (is_sign && !word.is_empty()) || c.is_whitespace() {
                break;
            }
            word.push(c);
            self.step(c);
            if is_sign {
                break;
            }
        }
        (!word.is_empty()).then_some((word, place))
    }

    /// Passes over `?-` and the name of a predicate with its bracket, where there is one.
    fn call(&mut self) -> Result<bool, TextError> {
        if self.rest.trim_start().starts_with("?-") {
            while !self.rest.starts_with('-') {
                let c = self.rest.chars().next().unwrap_or('-');
                self.step(c);
            }
            self.step('-');
        }
        if self.rest.trim_start().starts_with('[') {
            return Ok(false);
        }
        let end = self.place;
        match self.next() {
            Some((word, _)) if word.starts_with(|c: char| c.is_ascii_lowercase()) => self.expect("(").map(|_| true),
            Some((word, place)) => Err(place.error(format!("expected `[` or a predicate, found `{}`", quoted(word)))),
            None => Err(end.error("expected `[` or a predicate, found the end of the text")),
        }
    }

    /// What may stand behind the list in a call: a variable for the moves, and the bracket.
    fn end_of_call(&mut self) -> Result<(), TextError> {
        let end = self.place;
        match self.next() {
            Some((word, _)) if word == ")" => Ok(()),
            Some((word, _)) if word == "," => {
                self.next();
                self.expect(")").map(|_| ())
            }
            Some((word, place)) => Err(place.error(format!("expected `)`, found `{}`", quoted(word)))),
            None => Err(end.error("expected `)`, found the end of the text")),
        }
    }

    /// The rest of the thirteenth list, in which the 2007 program keeps the step: at most one number.
    fn step_list(&mut self, place: Place) -> Result<(), TextError> {
        let first = self.element()?;
        let is_step = |word: &str| word.parse::<u8>().is_ok();
        match first {
            None => Ok(()),
            Some((word, _)) if is_step(&word) && self.element()?.is_none() => Ok(()),
            Some(_) => Err(place.error("a thirteenth column; expected at most twelve, and the step alone behind them")),
        }
    }

    fn expect(&mut self, wanted: &str) -> Result<Place, TextError> {
        let end = self.place;
        match self.next() {
            Some((word, place)) if word == wanted => Ok(place),
            Some((word, place)) => {
                Err(place.error(format!("expected `{wanted}`, found `{word}`", word = quoted(word))))
            }
            None => Err(end.error(format!("expected `{wanted}`, found the end of the text"))),
        }
    }

    /// The next item of a list, or nothing at its closing bracket; a comma before it is passed over.
    fn element(&mut self) -> Result<Option<(String, Place)>, TextError> {
        loop {
            let end = self.place;
            match self.next() {
                None => return Err(end.error("expected a rank or `]`, found the end of the text")),
                Some((word, _)) if word == "]" => return Ok(None),
                Some((word, _)) if word == "," => {}
                Some(found) => return Ok(Some(found)),
            }
        }
    }

    fn item(&mut self, wanted: &str) -> Result<Option<Place>, TextError> {
        match self.element()? {
            None => Ok(None),
            Some((word, place)) if word == wanted => Ok(Some(place)),
            Some((word, place)) => {
                Err(place.error(format!("expected `{wanted}` or `]`, found `{word}`", word = quoted(word))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str) -> Vec<Vec<u8>> {
        read(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}")).columns(&State::default())
    }

    #[test]
    fn columns_come_between_bars_or_line_breaks() {
        let expected = vec![vec![7, 10], vec![1, 13], vec![4]];
        for text in ["7 10|1 13|4", "7 10\n1 13\n4\n", "7,10 | A K |\n4", "\n7h TD\nAs Kc\n4\u{2665}\n\n", "07 t|a k|4"]
        {
            assert_eq!(columns(text), expected, "{text:?}");
        }
        for text in ["[[7,10],[1,13],[4]]", " [ [7, 10],\n [A,K],[4] ].\n", "[[7 10],[1 13],[4]]"] {
            assert_eq!(columns(text), expected, "{text:?}");
        }
    }

    #[test]
    fn columns_may_be_empty() {
        let expected = vec![vec![], vec![7], vec![], vec![7]];
        for text in ["|7||7", "- | 7 | - | 7", "-\n7\n\n7\n", "[[],[7],[],[7]]"] {
            assert_eq!(columns(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_malformed_is_told_with_its_place() {
        for (text, line, column, part) in [
            ("7 10|1 x", 1, 8, "found `x`"),
            ("7\n14 3", 2, 1, "found `14`"),
            ("0", 1, 1, "found `0`"),
            ("7 7|7\n7 1|  7", 2, 7, "at most four"),
            ("1|1|2|2|3|3|4|4|5|5|6|6|7", 1, 25, "thirteenth column"),
            ("[[7,10],[1,y]]", 1, 12, "found `y`"),
            ("[[7,10],\n3]", 2, 1, "expected `[` or `]`"),
            ("[[7,10]", 1, 8, "end of the text"),
            ("[[7]] 7", 1, 7, "nothing behind the list"),
            ("", 0, 0, "no card at all"),
            (" \n\n", 0, 0, "no card at all"),
            ("[[],[]]", 0, 0, "no card at all"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
            assert!(error.message.contains(part), "{text:?}: {error}");
        }
    }

    /// F. Duchi's report, sections 1.2 and 3: how a deal is given to the program, and the list with its thirteenth.
    #[test]
    fn a_goal_of_the_2007_program_is_read_as_it_stands() {
        let expected = vec![vec![7, 10], vec![1, 13], vec![4]];
        for text in [
            "?- risolvi_stampa(\n  [[7,10],\n   [1,13],\n   [4]]).\n",
            "risolvi_stampa([[7,10],[1,13],[4]]).",
            "risolvi([[7,10],[1,13],[4]], Mosse).",
            "?- [[7,10],[1,13],[4]].",
        ] {
            assert_eq!(columns(text), expected, "{text:?}");
        }
        let twelve = "[[7],[7],[],[],[],[],[],[],[],[],[],[]";
        for step in ["[]", "[1]", "[25]"] {
            assert_eq!(columns(&format!("{twelve},{step}]")).len(), 12, "{step}");
        }
        let error = read(&format!("{twelve},[1,2]]")).expect_err("two steps");
        assert!(error.message.contains("the step alone"), "{error}");
        let error = read("risolvi_stampa([[7],[7]]").expect_err("a bracket is missing");
        assert!(error.message.contains("expected `)`"), "{error}");
    }
}
