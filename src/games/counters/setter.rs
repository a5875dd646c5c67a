//! Setting a row up: counters and free places typed along it, the row made longer and shorter, the goal chosen.

use super::goal::{Gap, Goal};
use super::row::{Place, letters};
use super::rules::{Counters, State};
use super::text::{self, Said};
use crate::games::{Hand, Input, KeyHint, Placed, Position, Puzzle as _, Reply, Workshop};
use crate::search::Cell;

pub struct RowWorkshop;

/// Longer rows are better written than set up.
const LONGEST: usize = 400;
/// What a text begins with that is no puzzle yet.
const DRAFT: &str = "draft ";

impl Workshop for RowWorkshop {
    fn hand(&self) -> Box<dyn Hand> {
        Box::<RowSetter>::default()
    }

    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        text::ready(&state.row, rules.goal.clone(), &said(rules)).err()
    }

    fn sizes(&self) -> Option<&'static str> {
        Some("how many places, 4 to 400")
    }

    fn emptied(&self, position: &dyn Position, size: Option<&str>) -> Result<Box<dyn Position>, String> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let places = size.map_or(Some(state.row.len()), |text| text.parse().ok());
        let places = places.filter(|places| ((rules.k + 1).max(4)..=LONGEST).contains(places));
        let places = places.ok_or_else(|| format!("expected {}", self.sizes().unwrap_or_default()))?;
        Ok(placed(rules, vec![Place::Free; places], rules.goal.clone()))
    }

    fn draft(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        self.missing(position).map(|_| format!("{DRAFT}{}", rules.whole_line(state)))
    }

    fn read_draft(&self, text: &str) -> Option<Box<dyn Position>> {
        let (row, said) = text.strip_prefix(DRAFT)?.split_once(' ').unwrap_or((text.strip_prefix(DRAFT)?, ""));
        let row = row.chars().map(place).collect::<Option<Vec<Place>>>()?;
        let mut told = Said::default();
        for word in said.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            told.put(name, value).ok()?;
        }
        let goal = told.goal.as_deref().map_or(Some(Goal::CLASSIC), |goal| text::read_goal(goal).ok())?;
        let k = told.k.unwrap_or(2);
        (row.len() > k).then(|| Placed::boxed(Counters::new(&row, goal, k, told.reversed), State::new(row)))
    }
}

fn place(letter: char) -> Option<Place> {
    match letter {
        'A' => Some(Place::A),
        'B' => Some(Place::B),
        '_' => Some(Place::Free),
        _ => None,
    }
}

fn said(rules: &Counters) -> Said {
    Said { goal: None, k: Some(rules.k), reversed: rules.reversed }
}

fn placed(rules: &Counters, row: Vec<Place>, goal: Goal) -> Box<dyn Position> {
    Placed::boxed(Counters::new(&row, goal, rules.k, rules.reversed), State::new(row))
}

/// The goals in words, one after the other.
fn next_goal(goal: &Goal) -> Goal {
    let goals = [Place::B, Place::A]
        .into_iter()
        .flat_map(|first| [Gap::Right, Gap::Left, Gap::Anywhere].map(|gap| Goal::Sorted { first, gap }));
    let goals: Vec<Goal> = goals.collect();
    let at = goals.iter().position(|known| known == goal);
    goals[at.map_or(0, |at| (at + 1) % goals.len())].clone()
}

#[derive(Default)]
struct RowSetter {
    cursor: usize,
}

impl RowSetter {
    fn here(&self, state: &State) -> usize {
        self.cursor.min(state.row.len().saturating_sub(1))
    }

    fn go(&mut self, state: &State, to: isize) -> Reply {
        self.cursor = to.clamp(0, state.row.len() as isize - 1) as usize;
        Reply::Cursor
    }

    /// Puts something down and goes on to the next place.
    fn put(&mut self, rules: &Counters, state: &State, what: Place) -> Reply {
        let (mut row, here) = (state.row.clone(), self.here(state));
        row[here] = what;
        self.cursor = (here + 1).min(row.len() - 1);
        Reply::Replace(placed(rules, row, rules.goal.clone()))
    }

    fn lengthen(&self, rules: &Counters, state: &State) -> Reply {
        if state.row.len() >= LONGEST {
            return Reply::Say(format!("a row that is set up has at most {LONGEST} places"));
        }
        let mut row = state.row.clone();
        row.insert(self.here(state), Place::Free);
        Reply::Replace(placed(rules, row, rules.goal.clone()))
    }

    fn shorten(&self, rules: &Counters, state: &State) -> Reply {
        if state.row.len() <= (rules.k + 1).max(4) {
            return Reply::Say("a row has no fewer places than this".into());
        }
        let mut row = state.row.clone();
        row.remove(self.here(state));
        Reply::Replace(placed(rules, row, rules.goal.clone()))
    }

    fn with_k(rules: &Counters, state: &State, k: usize) -> Reply {
        if k >= state.row.len() {
            return Reply::Say(format!("the row has {} places", state.row.len()));
        }
        let rules = Counters::new(&state.row, rules.goal.clone(), k, rules.reversed);
        Reply::Replace(Placed::boxed(rules, State::new(state.row.clone())))
    }
}

impl Hand for RowSetter {
    fn input(&mut self, position: &dyn Position, input: Input) -> Reply {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        if state.row.len() > LONGEST {
            return Reply::Say(format!("rows of more than {LONGEST} places are better pasted than set up"));
        }
        let by = |step: isize| self.here(state) as isize + step;
        match input {
            Input::Left => self.go(state, by(-1)),
            Input::Right | Input::Tab => self.go(state, by(1)),
            Input::PageUp => self.go(state, by(-10)),
            Input::PageDown => self.go(state, by(10)),
            Input::Home => self.go(state, 0),
            Input::End => self.go(state, isize::MAX),
            Input::Click(cell) => self.go(state, cell as isize),
            Input::Char('a') => self.put(rules, state, Place::A),
            Input::Char('b') => self.put(rules, state, Place::B),
            Input::Char('_') | Input::Backspace | Input::Delete => self.put(rules, state, Place::Free),
            Input::Char('+') => self.lengthen(rules, state),
            Input::Char('-') => self.shorten(rules, state),
            Input::Char('g') => Reply::Replace(placed(rules, state.row.clone(), next_goal(&rules.goal))),
            Input::Char('G') => Reply::Replace(placed(rules, state.row.clone(), Goal::Row(state.row.clone()))),
            Input::Char('o') => {
                let turned = Counters::new(&state.row, rules.goal.clone(), rules.k, !rules.reversed);
                Reply::Replace(Placed::boxed(turned, State::new(state.row.clone())))
            }
            Input::Char(c @ '2'..='9') => Self::with_k(rules, state, usize::from(c as u8 - b'0')),
            _ => Reply::Ignored,
        }
    }

    fn cursor(&self, position: &dyn Position) -> Option<Cell> {
        Some(self.here(&Placed::<Counters>::of(position).state) as Cell)
    }

    fn lines(&self, position: &dyn Position) -> Vec<String> {
        let Placed { rules, state } = Placed::<Counters>::of(position);
        let (a, b) = super::row::colours(&state.row);
        let goal = match &rules.goal {
            Goal::Row(row) => format!("goal {}", letters(row)),
            goal @ Goal::Sorted { .. } => format!("goal {}", goal.words()),
        };
        let turned = if rules.reversed { ", turned around" } else { "" };
        vec![
            format!("place {}: {a} A, {b} B, {} free", self.here(state), rules.free),
            format!("{goal}; {} counters a move{turned}", rules.k),
        ]
    }

    fn keys(&self) -> Vec<KeyHint> {
        vec![
            KeyHint { keys: "a b _", does: "counter or free place" },
            KeyHint { keys: "+ -", does: "a place more, less" },
            KeyHint { keys: "g", does: "next goal" },
            KeyHint { keys: "G", does: "this row is the goal" },
            KeyHint { keys: "2-9", does: "counters a move" },
            KeyHint { keys: "o", does: "groups turn around or not" },
        ]
    }

    fn wants(&self, c: char) -> bool {
        matches!(c, 'a' | 'b' | '_' | '+' | '-' | 'g' | 'G' | 'o' | '2'..='9')
    }
}
