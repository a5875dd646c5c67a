//! Values of options, read and refused in words.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::games::{self, GAMES, Game};

pub(super) fn game_parser() -> impl TypedValueParser<Value = &'static dyn Game> {
    let names = PossibleValuesParser::new(GAMES.iter().map(|game| game.name()));
    names.map(|name| games::find(&name).expect("the parser only lets games through"))
}

pub(super) fn positive_usize(text: &str) -> Result<usize, String> {
    positive(text).map(|number| number as usize)
}

pub(super) fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a whole number above 0".into()),
        Ok(number) => Ok(number),
    }
}

/// More threads than this are no help on any machine.
const MOST_JOBS: u64 = 256;

pub(super) fn jobs(text: &str) -> Result<usize, String> {
    match positive(text)? {
        jobs @ 1..=MOST_JOBS => Ok(jobs as usize),
        _ => Err(format!("expected at most {MOST_JOBS}")),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected seconds above 0".to_owned();
    let number: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero()).ok_or_else(expected)
}

pub(super) fn weight(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number, 0 or above".into())
}
