//! Names: `counters:7`, `counters:7,goal=ab-left`, `counters:goal=ab-left:7`, `counters:start=__ABBA,goal=BBAA__`.

use std::fmt;

use super::goal::{Gap, Goal};
use super::row::Place;
use super::rules::{Counters, MOST_COUNTERS};
use super::text::{self, Puzzle, Said};
use crate::games::{Kind, Numbers, ParamError, quoted};

/// What stands behind `counters:`.
#[derive(Clone, Debug, Default)]
struct Params {
    /// Counters of each colour.
    n: Option<String>,
    /// `left`, `right` or a row.
    start: Option<String>,
    free: Option<String>,
    said: Said,
}

/// How many counters a new puzzle has: fewer are too easy, and more do not fit on every screen.
const USUAL: (u64, u64) = (3, 12);

impl Params {
    fn read(text: &str) -> Result<Params, String> {
        let mut params = Params::default();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let (name, value) = match word.split_once('=') {
                Some(parts) => parts,
                None if word == "reversed" => ("reversed", ""),
                None => ("n", word),
            };
            let place = match name {
                "n" => &mut params.n,
                "start" => &mut params.start,
                "free" => &mut params.free,
                _ => {
                    let put = params.said.put(name, value);
                    put.map_err(|why| why.replace("goal, k or reversed", "goal, start, k, free or reversed"))?;
                    continue;
                }
            };
            *place = Some(value.to_owned());
        }
        Ok(params)
    }

    /// The row that a name has for a start, where it says no side.
    fn row(&self) -> Option<&str> {
        self.start.as_deref().filter(|start| !matches!(*start, "left" | "right"))
    }

    fn k(&self) -> usize {
        self.said.k.unwrap_or(2)
    }

    fn free(&self) -> Result<usize, String> {
        let k = self.k();
        let Some(value) = &self.free else { return Ok(k) };
        value.parse().ok().filter(|free| (k..=MOST_COUNTERS).contains(free)).ok_or_else(|| {
            format!("free={}: expected {k} to {MOST_COUNTERS}, the free places ({k} counters need {k})", quoted(value))
        })
    }

    /// How many counters of each colour there may be where the name does not say it.
    fn numbers(&self) -> Result<Numbers, String> {
        let free = self.free()?;
        let fewest = self.k().div_ceil(2) as u64;
        let goal = self.said.goal.as_deref().map(text::read_goal).transpose()?;
        let all = match goal {
            // A goal row has as many places as its start.
            Some(Goal::Row(row)) => {
                let n = row.len().saturating_sub(free) as u64 / 2;
                self.puzzle(Some(n))?;
                n..=n
            }
            _ => fewest..=MOST_COUNTERS as u64,
        };
        let usual = USUAL.0.clamp(*all.start(), *all.end())..=USUAL.1.max(fewest + 9).clamp(*all.start(), *all.end());
        Ok(Numbers { all, usual })
    }

    fn puzzle(&self, number: Option<u64>) -> Result<Puzzle, String> {
        if let Some(row) = self.row() {
            let too_much = [("the number of counters", &self.n), ("free=…", &self.free)];
            if let Some((what, _)) = too_much.iter().find(|(_, said)| said.is_some()) {
                return Err(format!("start={row} is a whole row: {what} is too much beside it"));
            }
            if row.is_empty() {
                return Err("start= is empty: expected left, right or a row".into());
            }
            return text::with_start(row, &self.said);
        }
        let n = match (&self.n, number) {
            (Some(word), _) => word.parse().ok().filter(|n| (1..=MOST_COUNTERS).contains(n)).ok_or_else(|| {
                format!("`{word}`: expected 1 to {MOST_COUNTERS}, the counters of each colour", word = quoted(word))
            })?,
            (None, Some(number)) => number as usize,
            (None, None) => return Err("how many counters of each colour? Expected something like counters:7".into()),
        };
        self.alternating(n)
    }

    /// The start of the classroom: A and B in turn, the free places at one end.
    fn alternating(&self, n: usize) -> Result<Puzzle, String> {
        let k = self.k();
        if k > 2 * n {
            return Err(format!("k = {k} is larger than the row: it has {} counters", 2 * n));
        }
        let left = self.start.as_deref() != Some("right");
        let gap = std::iter::repeat_n(Place::Free, self.free()?);
        let counters = [Place::A, Place::B].into_iter().cycle().take(2 * n);
        let row: Vec<Place> = if left { gap.chain(counters).collect() } else { counters.chain(gap).collect() };
        let across = if left { Gap::Right } else { Gap::Left };
        let goal = match &self.said.goal {
            None => Goal::Sorted { first: Place::B, gap: across },
            Some(text) => text::read_goal(text)?,
        };
        Ok((text::ready(&row, goal, &self.said)?, row))
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name}={value}"));
        let k = self.said.k.filter(|&k| k != 2).map(|k| k.to_string());
        let reversed = self.said.reversed.then(|| "reversed".to_owned());
        let said = [
            self.n.clone(),
            word("start", &self.start),
            word("goal", &self.said.goal),
            word("k", &k),
            word("free", &self.free),
            reversed,
        ];
        f.write_str(&said.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// One puzzle where the counters are counted or a row is given, else one for each number of counters.
pub fn kind(params: &str) -> Result<Kind, ParamError> {
    let params = Params::read(params).map_err(ParamError)?;
    let numbers = if params.n.is_some() || params.row().is_some() {
        params.puzzle(None).map(|_| None)
    } else {
        params.numbers().map(Some)
    };
    Ok(Kind { params: params.to_string(), numbers: numbers.map_err(ParamError)? })
}

/// The parameters for more rows of this kind, with other numbers of counters; none where the start or the goal is a row
/// of its own.
pub fn params_of(rules: &Counters, start: &[Place]) -> Option<String> {
    let counters = start.iter().filter(|place| place.is_counter()).count();
    let free = start.len() - counters;
    let left = start.first() == Some(&Place::Free);
    let params = Params {
        n: None,
        start: (!left).then(|| "right".to_owned()),
        free: (free != rules.k).then(|| free.to_string()),
        said: Said { goal: Some(rules.goal.to_string()), k: Some(rules.k), reversed: rules.reversed },
    };
    let (_, row) = params.alternating(counters / 2).ok()?;
    let is_usual = rules.goal == Goal::Sorted { first: Place::B, gap: if left { Gap::Right } else { Gap::Left } };
    let goal = params.said.goal.clone().filter(|_| !is_usual);
    let whole = row == start && !matches!(rules.goal, Goal::Row(_));
    let words = Params { said: Said { goal, ..params.said }, ..params }.to_string();
    (whole && !words.is_empty()).then_some(words)
}

pub fn puzzle(params: &str, number: Option<u64>) -> Result<Puzzle, ParamError> {
    Params::read(params).and_then(|params| params.puzzle(number)).map_err(ParamError)
}
