//! Rows and names as people write them.

use super::goal::Goal;
use super::row::{Place, colours};
use super::rules::Counters;
use crate::games::{Options, TextError, quoted, words};

/// A puzzle as read: the rules with their goal, and the start.
pub type Puzzle = (Counters, Vec<Place>);

/// One character of a row and where it stands.
#[derive(Clone, Copy)]
struct Sign {
    shape: char,
    /// In 32 bits each, since a row may have millions of them.
    line: u32,
    column: u32,
}

impl Sign {
    fn error(self, message: String) -> TextError {
        TextError::at(self.line as usize, self.column as usize, message)
    }
}

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
                let k = value.parse().ok().filter(|&k| k >= 2);
                self.k = Some(k.ok_or_else(|| {
                    format!("k={value}: expected a number from 2, the counters a move", value = quoted(value))
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
    let mut rows: Vec<Vec<Sign>> = Vec::new();
    for (line, content) in text.lines().enumerate().filter(|(_, content)| !content.starts_with("# ")) {
        let mut fresh = true;
        for (column, word) in words(content, |c| c.is_whitespace() || c == ',') {
            let place = |message| TextError::at(line + 1, column, message);
            if matches!(word, "->" | ">") {
                fresh = true;
            } else if let Some((name, value)) = word.split_once('=') {
                said.put(name, value).map_err(place)?;
            } else if word == "reversed" {
                said.reversed = true;
            } else {
                if fresh {
                    rows.push(Vec::new());
                    fresh = false;
                }
                let signs = word.chars().enumerate();
                let signs = signs.map(|(i, shape)| Sign { shape, line: line as u32 + 1, column: (column + i) as u32 });
                rows.last_mut().expect("pushed above").extend(signs);
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
        [_, _, third, ..] => return Err(third[0].error("a third row: expected the start and at most a goal".into())),
    };
    puzzle(start, goal, &said)
}

/// A puzzle whose start is said in a name.
pub fn with_start(row: &str, said: &Said) -> Result<Puzzle, String> {
    puzzle(&signs(row), None, said).map_err(|error| error.message)
}

/// A row said in a word, which has no place in a text.
fn signs(row: &str) -> Vec<Sign> {
    row.chars().map(|shape| Sign { shape, line: 0, column: 0 }).collect()
}

/// A goal's word, or the row that it is.
pub fn read_goal(text: &str) -> Result<Goal, String> {
    if let Some(goal) = Goal::from_word(text) {
        return Ok(goal);
    }
    let signs = signs(text);
    let mut palette = Palette::default();
    let checked = palette.look(&signs);
    checked.map_err(|error| format!("goal={}: {}; a goal is {} or a row", quoted(text), error.message, Goal::WORDS))?;
    Ok(Goal::Row(palette.row(&signs)))
}

fn puzzle(start: &[Sign], goal: Option<&Vec<Sign>>, said: &Said) -> Result<Puzzle, TextError> {
    let mut palette = Palette::default();
    palette.look(start)?;
    let option: Vec<Sign>;
    let mut wanted = Goal::CLASSIC;
    let mut goal_row = goal.map(Vec::as_slice);
    if let Some(text) = &said.goal {
        if goal.is_some() {
            return Err(TextError::whole("two goals: expected a goal row or goal=…, and not both"));
        }
        if let Some(goal) = Goal::from_word(text) {
            wanted = goal;
        } else {
            option = signs(text);
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
    let rules = ready(&row, wanted, said).map_err(|message| TextError::at(start[0].line as usize, 0, message))?;
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
    fn look(&mut self, signs: &[Sign]) -> Result<(), TextError> {
        for &at in signs {
            let sign = at.shape.to_ascii_uppercase();
            if Self::is_free(sign) || self.signs.contains(&sign) {
                continue;
            }
            if !(sign.is_alphabetic() || matches!(sign, '1' | '2' | '○' | '●')) {
                let expected = "expected a letter (or 1, 2) for a counter, `_`, `.` or 0 for a free place";
                return Err(at.error(format!("`{sign}` is no place: {expected}", sign = quoted(sign))));
            }
            if let [one, two] = self.signs[..] {
                return Err(at.error(format!(
                    "`{sign}` is a third colour: a row has two, here {one} and {two}",
                    sign = quoted(sign)
                )));
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
    fn row(&self, signs: &[Sign]) -> Vec<Place> {
        let first = match self.signs.iter().map(|&sign| Self::natural(sign)).collect::<Vec<_>>()[..] {
            [Some(one), Some(two)] if one != two => one,
            [Some(one)] => one,
            _ => Place::A,
        };
        let second = if first == Place::A { Place::B } else { Place::A };
        let place = |at: &Sign| match at.shape.to_ascii_uppercase() {
            sign if Self::is_free(sign) => Place::Free,
            sign if self.signs.first() == Some(&sign) => first,
            _ => second,
        };
        signs.iter().map(place).collect()
    }
}
