//! Rows and names as people write them.

use super::goal::Goal;
use super::row::{Place, colours};
use super::rules::{Counters, MOST_COUNTERS};
use crate::games::{Options, TextError, quoted, words};

/// A puzzle as read: the rules with their goal, and the start.
pub type Puzzle = (Counters, Vec<Place>);

/// The characters of a row. There may be millions of them, so where one stands is found again when it is asked for.
#[derive(Default)]
struct Signs<'a> {
    shapes: String,
    /// The line that it stands on, from 1, and how many signs of it come before; 0 where it has no place in a text.
    line: usize,
    content: &'a str,
    before: usize,
}

impl Signs<'_> {
    /// A row said in a word, which has no place in a text.
    fn of_word(row: &str) -> Self {
        Signs { shapes: row.to_owned(), ..Signs::default() }
    }

    fn error(&self, index: usize, message: String) -> TextError {
        let signs = line_words(self.content).filter(|(_, word)| matches!(word, Word::Signs(_)));
        let columns = signs.flat_map(|(column, word)| column..column + word.signs().chars().count());
        TextError::at(self.line, columns.into_iter().nth(self.before + index).unwrap_or(0), message)
    }
}

/// What a word of a line is.
#[derive(Clone, Copy)]
enum Word<'a> {
    Arrow,
    Said(&'a str, &'a str),
    Signs(&'a str),
}

impl<'a> Word<'a> {
    fn signs(self) -> &'a str {
        match self {
            Word::Signs(signs) => signs,
            _ => "",
        }
    }
}

/// The words of a line with their columns.
fn line_words(content: &str) -> impl Iterator<Item = (usize, Word<'_>)> {
    words(content, |c| c.is_whitespace() || c == ',').map(|(column, word)| {
        let word = match word {
            "->" | ">" => Word::Arrow,
            "reversed" => Word::Said("reversed", ""),
            _ => word.split_once('=').map_or(Word::Signs(word), |(name, value)| Word::Said(name, value)),
        };
        (column, word)
    })
}

/// All counters of the largest row.
const MOST_A_MOVE: usize = 2 * MOST_COUNTERS;

/// What is said beside the rows: in the text, as an option, or in a name.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub goal: Option<String>,
    pub k: Option<usize>,
    pub reversed: bool,
}

impl Said {
    pub fn put(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "goal" => self.goal = Some(value.to_string()),
            "k" => {
                let k = value.parse().ok().filter(|k| (2..=MOST_A_MOVE).contains(k));
                self.k = Some(k.ok_or_else(|| {
                    format!("k={}: expected a number from 2 to {MOST_A_MOVE}, the counters a move", quoted(value))
                })?);
            }
            "reversed" => {
                self.reversed = match value {
                    "" | "yes" | "true" => true,
                    "no" | "false" => false,
                    _ => return Err(format!("reversed={value}: expected yes or no", value = quoted(value))),
                }
            }
            _ => return Err(format!("`{name}` is unknown: expected goal, k or reversed", name = quoted(name))),
        }
        Ok(())
    }
}

/// Reads a row, with the goal row behind `->` or on a second line, and `k=3`, `reversed`, `goal=ab-left` anywhere.
pub fn read(text: &str, options: &Options) -> Result<Puzzle, TextError> {
    let mut said = Said::default();
    let mut rows: Vec<Signs<'_>> = Vec::new();
    for (line, content) in text.lines().enumerate().filter(|(_, content)| !content.starts_with("# ")) {
        let (mut fresh, mut before) = (true, 0);
        for (column, word) in line_words(content) {
            match word {
                Word::Arrow => fresh = true,
                Word::Said(name, value) => {
                    said.put(name, value).map_err(|message| TextError::at(line + 1, column, message))?;
                }
                // A third row is one too many, and no more are looked at.
                Word::Signs(_) if fresh && rows.len() == 3 => {}
                Word::Signs(signs) => {
                    if std::mem::take(&mut fresh) {
                        rows.push(Signs { shapes: String::new(), line: line + 1, content, before });
                    }
                    before += signs.chars().count();
                    rows.last_mut().expect("pushed above").shapes.push_str(signs);
                }
            }
        }
    }
    for (name, value) in options {
        said.put(name, value).map_err(TextError::whole)?;
    }
    let (start, goal) = match &rows[..] {
        [] => return Err(TextError::whole("no row: expected something like __ABABAB")),
        [start] => (start, None),
        [start, goal] => (start, Some(goal)),
        [_, _, third, ..] => return Err(third.error(0, "a third row: expected the start and at most a goal".into())),
    };
    puzzle(start, goal, &said)
}

/// A puzzle whose start is said in a name.
pub fn with_start(row: &str, said: &Said) -> Result<Puzzle, String> {
    puzzle(&Signs::of_word(row), None, said).map_err(|error| error.message)
}

/// A goal's word, or the row that it is.
pub fn read_goal(text: &str) -> Result<Goal, String> {
    if let Some(goal) = Goal::from_word(text) {
        return Ok(goal);
    }
    let signs = Signs::of_word(text);
    let mut palette = Palette::default();
    let checked = palette.look(&signs);
    checked.map_err(|error| format!("goal={}: {}; a goal is {} or a row", quoted(text), error.message, Goal::WORDS))?;
    Ok(Goal::Row(palette.row(&signs)))
}

fn puzzle(start: &Signs<'_>, goal: Option<&Signs<'_>>, said: &Said) -> Result<Puzzle, TextError> {
    let mut palette = Palette::default();
    palette.look(start)?;
    let option: Signs<'_>;
    let mut wanted = Goal::CLASSIC;
    let mut goal_row = goal;
    if let Some(text) = &said.goal {
        if goal.is_some() {
            return Err(TextError::whole("two goals: expected a goal row or goal=…, and not both"));
        }
        if let Some(goal) = Goal::from_word(text) {
            wanted = goal;
        } else {
            option = Signs::of_word(text);
            goal_row = Some(&option);
        }
    }
    if let Some(signs) = goal_row {
        palette.look(signs).map_err(|error| TextError {
            message: format!("goal: {}; a goal is {} or a row", error.message, Goal::WORDS),
            ..error
        })?;
        wanted = Goal::Row(palette.row(signs));
    }
    let row = palette.row(start);
    let rules = ready(&row, wanted, said).map_err(|message| TextError::at(start.line, 0, message))?;
    Ok((rules, row))
}

/// Everything that must hold before a puzzle can be played.
pub fn ready(row: &[Place], goal: Goal, said: &Said) -> Result<Counters, String> {
    let k = said.k.unwrap_or(2);
    let (a, b) = colours(row);
    let free = row.len() - a - b;
    if a + b == 0 {
        return Err("no counters in the row".into());
    }
    if k > a + b {
        return Err(format!("k = {k} is larger than the row: it has {} counters", a + b));
    }
    if free < k {
        return Err(format!("no room to move: {k} counters need {k} free places, the row has {free}"));
    }
    if !row.windows(k).any(|places| places.iter().all(|place| place.is_free())) {
        return Err(format!("no room to move: {k} free places must lie side by side"));
    }
    if let Goal::Row(goal) = &goal {
        let (goal_a, goal_b) = colours(goal);
        if goal.len() != row.len() {
            let words = Goal::WORDS;
            let (has, needs) = (goal.len(), row.len());
            return Err(format!(
                "the goal has {has} places, the start {needs}; a goal is {words} or a row like the start"
            ));
        }
        if (goal_a, goal_b) != (a, b) {
            return Err(format!("the goal has {goal_a} A and {goal_b} B, the start {a} A and {b} B"));
        }
    }
    Ok(Counters::new(row, goal, k, said.reversed))
}

/// Which sign is which colour.
#[derive(Default)]
struct Palette {
    signs: Vec<char>,
}

impl Palette {
    fn is_free(sign: char) -> bool {
        matches!(sign, '_' | '.' | '0')
    }

    /// Learns the colours of these signs.
    fn look(&mut self, signs: &Signs<'_>) -> Result<(), TextError> {
        for (index, shape) in signs.shapes.chars().enumerate() {
            let sign = shape.to_ascii_uppercase();
            if Self::is_free(sign) || self.signs.contains(&sign) {
                continue;
            }
            if !(sign.is_alphabetic() || matches!(sign, '1' | '2' | '○' | '●')) {
                let expected = "expected a letter (or 1, 2) for a counter, `_`, `.` or 0 for a free place";
                return Err(signs.error(index, format!("`{sign}` is no place: {expected}", sign = quoted(sign))));
            }
            if let [one, two] = self.signs[..] {
                return Err(signs.error(
                    index,
                    format!("`{sign}` is a third colour: a row has two, here {one} and {two}", sign = quoted(sign)),
                ));
            }
            self.signs.push(sign);
        }
        Ok(())
    }

    fn natural(sign: char) -> Option<Place> {
        match sign {
            'A' | 'O' | 'W' | '1' | '○' => Some(Place::A),
            'B' | 'X' | '2' | '●' => Some(Place::B),
            _ => None,
        }
    }

    /// A B, o x, W B, 1 2 as everybody means them; of other letters the first one met is A.
    fn row(&self, signs: &Signs<'_>) -> Vec<Place> {
        let first = match self.signs.iter().map(|&sign| Self::natural(sign)).collect::<Vec<_>>()[..] {
            [Some(one), Some(two)] if one != two => one,
            [Some(one)] => one,
            _ => Place::A,
        };
        let second = if first == Place::A { Place::B } else { Place::A };
        let place = |shape: char| match shape.to_ascii_uppercase() {
            sign if Self::is_free(sign) => Place::Free,
            sign if self.signs.first() == Some(&sign) => first,
            _ => second,
        };
        signs.shapes.chars().map(place).collect()
    }
}
