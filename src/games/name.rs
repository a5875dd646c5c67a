//! The name of a puzzle that a game makes itself: `GAME:NUMBER`, `GAME:PARAMS:NUMBER`, or `GAME:PARAMS` where these
//! parameters have but one puzzle. Here alone names are taken apart and put together.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use super::contract::Game;
use super::errors::ParamError;
use super::find;
use super::position::Position;
use super::quote::quoted;

/// What parameters stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The parameters as the game writes them: each word once, in the order of the documentation, and what was not
    /// said left unsaid.
    pub params: String,
    /// The numbers that go with them; none where the parameters alone are one puzzle.
    pub numbers: Option<Numbers>,
}

/// The numbers of the puzzles of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub all: RangeInclusive<u64>,
    /// Where a new puzzle's number is drawn from.
    pub usual: RangeInclusive<u64>,
}

impl Numbers {
    /// All of these; a new puzzle has one of the first million from 1 on, which is short enough to be remembered.
    pub fn new(all: RangeInclusive<u64>) -> Self {
        let usual = *all.start().max(&1)..=*all.end().min(&1_000_000);
        Numbers { all, usual }
    }

    /// One of the usual numbers, out of a casual random value.
    pub fn draw(&self, random: u64) -> u64 {
        let (first, last) = (*self.usual.start(), *self.usual.end());
        (last - first).checked_add(1).map_or(random, |count| first + random % count)
    }

    /// The number behind this one; the first behind the last.
    pub fn after(&self, number: u64) -> u64 {
        if number < *self.all.end() { number + 1 } else { *self.all.start() }
    }
}

impl Kind {
    /// Puzzles with numbers, under these parameters.
    pub fn numbered(params: String, all: RangeInclusive<u64>) -> Self {
        Kind { params, numbers: Some(Numbers::new(all)) }
    }

    /// Refuses a number that is missing, too much, or beyond the first or the last.
    pub fn check(&self, game: &str, number: Option<u64>) -> Result<(), ParamError> {
        let kind = quoted(joined(game, &self.params));
        let why = match (&self.numbers, number) {
            (None, None) => return Ok(()),
            (None, Some(_)) => format!("{kind} is one puzzle already and takes no number: write {kind}"),
            (Some(numbers), Some(number)) if numbers.all.contains(&number) => return Ok(()),
            (Some(Numbers { all, .. }), Some(number)) => {
                format!("{kind} has no number {number}: expected a number from {} to {}", all.start(), all.end())
            }
            (Some(Numbers { all, .. }), None) => {
                format!("which one? Expected {kind}:NUMBER, from {} to {}", all.start(), all.end())
            }
        };
        Err(ParamError(why))
    }
}

fn joined(game: &str, params: &str) -> String {
    if params.is_empty() { game.to_owned() } else { format!("{game}:{params}") }
}

/// What stands behind `GAME:` as parameters and the text of the number, or of a range `A..B`.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((params, number)) => (params, Some(number)),
        None if text.parse::<u64>().is_ok() || (text.contains("..") && !text.contains('=')) => ("", Some(text)),
        None => (text, None),
    }
}

fn read_number(text: &str) -> Result<u64, ParamError> {
    text.parse().map_err(|_| ParamError(format!("expected a number, found `{text}`", text = quoted(text))))
}

/// Parameters as the game writes them and the number, checked: the halves of a [`Deal`].
pub fn read(game: &(impl Game + ?Sized), text: &str) -> Result<(String, Option<u64>), ParamError> {
    let (params, number) = split(text);
    let kind = game.kind(params).map_err(|error| match number {
        Some(_) => error,
        None => ParamError(format!("expected a number, or parameters and a number: {error}")),
    })?;
    let number = number.map(read_number).transpose()?;
    kind.check(game.name(), number)?;
    Ok((kind.params, number))
}

/// A puzzle that a game makes itself, by its name. One name gives one puzzle, for ever.
#[derive(Clone)]
pub struct Deal {
    game: &'static dyn Game,
    params: Arc<str>,
    number: Option<u64>,
}

impl Deal {
    /// Checks both: the game must read the parameters, and have this number of them.
    pub fn new(game: &'static dyn Game, params: &str, number: Option<u64>) -> Result<Deal, ParamError> {
        let kind = game.kind(params)?;
        kind.check(game.name(), number)?;
        Ok(Deal { game, params: kind.params.into(), number })
    }

    /// What stands behind `GAME:` in a name.
    pub fn read(game: &'static dyn Game, text: &str) -> Result<Deal, ParamError> {
        let (params, number) = read(game, text)?;
        Ok(Deal { game, params: params.into(), number })
    }

    /// A new puzzle of this kind, out of a casual random value; the only one where there is but one.
    pub fn random(game: &'static dyn Game, params: &str, random: u64) -> Result<Deal, ParamError> {
        let kind = game.kind(params)?;
        let number = kind.numbers.map(|numbers| numbers.draw(random));
        Ok(Deal { game, params: kind.params.into(), number })
    }

    /// A new puzzle of the same kind; none where the kind has this one alone.
    pub fn another(&self, random: u64) -> Option<Deal> {
        let deal = Deal::random(self.game, &self.params, random).ok()?;
        deal.number.is_some().then_some(deal)
    }

    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    pub fn params(&self) -> &str {
        &self.params
    }

    pub fn number(&self) -> Option<u64> {
        self.number
    }

    /// The name without its number.
    pub fn kind_words(&self) -> String {
        joined(self.game.name(), &self.params)
    }

    /// The puzzle of the number behind this one, after the last the first; itself where there is but one.
    #[must_use]
    pub fn next(&self) -> Deal {
        let numbers = self.game.kind(&self.params).ok().and_then(|kind| kind.numbers);
        let number = self.number.zip(numbers).map(|(number, numbers)| numbers.after(number));
        Deal { number: number.or(self.number), ..self.clone() }
    }

    /// Makes the puzzle; some numbers of some kinds have none.
    pub fn open(&self) -> Result<Box<dyn Position>, ParamError> {
        self.game.make(&self.params, self.number)
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind_words())?;
        self.number.map_or(Ok(()), |number| write!(f, ":{number}"))
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Deal {
    type Err = ParamError;

    fn from_str(name: &str) -> Result<Deal, ParamError> {
        let (word, rest) = name.split_once(':').unwrap_or((name, ""));
        let game = find(word).ok_or_else(|| ParamError(format!("no game is called `{word}`", word = quoted(word))))?;
        Deal::read(game, rest)
    }
}

/// The deals of `GAME:A..B` or `GAME:PARAMS:A..B`, in their order; a single name is a range of one.
#[derive(Clone)]
pub struct Deals {
    next: Option<Deal>,
    last: Option<u64>,
}

impl Deals {
    /// What stands behind `GAME:`.
    pub fn read(game: &'static dyn Game, text: &str) -> Result<Deals, ParamError> {
        let (params, number) = split(text);
        let Some((first, last)) = number.and_then(|number| number.split_once("..")) else {
            return Ok(Deals { next: Some(Deal::read(game, text)?), last: None });
        };
        let (Ok(first), Ok(last)) = (first.parse(), last.parse()) else {
            let found = format!("{first}..{last}");
            return Err(ParamError(format!(
                "expected a range A..B of two whole numbers, not `{found}`",
                found = quoted(found)
            )));
        };
        if first > last {
            return Err(ParamError("the range is empty; its first number must not be above its last".into()));
        }
        let deal = Deal::new(game, params, Some(first))?;
        Deal::new(game, params, Some(last))?;
        Ok(Deals { next: Some(deal), last: Some(last) })
    }

    /// The one deal of a name without a range.
    pub fn single(&self) -> Option<&Deal> {
        self.next.as_ref().filter(|_| self.last.is_none())
    }

    pub fn peek(&self) -> Option<&Deal> {
        self.next.as_ref()
    }

    /// How many are to come; none where that is more than 64 bits hold.
    pub fn count_left(&self) -> Option<u64> {
        let Some(deal) = &self.next else { return Some(0) };
        let (Some(next), Some(last)) = (deal.number, self.last) else { return Some(1) };
        (last - next).checked_add(1)
    }
}

impl Iterator for Deals {
    type Item = Deal;

    fn next(&mut self) -> Option<Deal> {
        let deal = self.next.take()?;
        if let (Some(number), Some(last)) = (deal.number, self.last)
            && number < last
        {
            self.next = Some(Deal { number: Some(number + 1), ..deal.clone() });
        }
        Some(deal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Result<String, String> {
        name.parse::<Deal>().map(|deal| deal.to_string()).map_err(|error| error.to_string())
    }

    /// Every documented form of parameters: what is read is written the same, or as short and in order.
    #[test]
    fn names_are_written_as_they_are_read() {
        for name in [
            "fourteen:0",
            "fourteen:18446744073709551615",
            "freecell:617",
            "freecell:cells=2:8589934591",
            "freecell:classroom,suits=2,ranks=4:7",
            "freecell:build=suit-other,home=classroom:5",
            "kakuro:7",
            "kakuro:hard:7",
            "kakuro:12x10,hard:7",
            "counters:7",
            "counters:7,goal=ab-left",
            "counters:goal=ab-left:7",
            "counters:5,start=right,goal=ab-any,k=3,free=4,reversed",
            "counters:start=__ABBA,goal=BBAA__",
            "sliding:42",
            "sliding:4x4:42",
            "sliding:3x3,goal=blank-first,moves=4..9:1",
        ] {
            assert_eq!(read(name).as_deref(), Ok(name));
        }
        for (name, written) in [
            ("freecell:cells=4:0617", "freecell:617"),
            ("kakuro:hard, 12x10:7", "kakuro:12x10,hard:7"),
            ("sliding:size=3x3,moves=7:1", "sliding:3x3,moves=7..7:1"),
            ("counters:reversed=yes,k=2,7", "counters:7,reversed"),
        ] {
            assert_eq!(read(name).as_deref(), Ok(written));
        }
    }

    #[test]
    fn names_that_are_none_say_the_right_form() {
        for (name, part) in [
            ("counters:5:11", "counters:5 is one puzzle already and takes no number: write counters:5"),
            ("counters:5,goal=ab-left:3", "write counters:5,goal=ab-left"),
            ("counters:k=9:4", "from 5 to 1000000"),
            ("counters:goal=AABB__:3", "from 2 to 2"),
            ("freecell:0", "freecell has no number 0: expected a number from 1 to 8589934591"),
            ("freecell:cells=2:8589934592", "freecell:cells=2 has no number 8589934592"),
            ("freecell:cells=2", "which one? Expected freecell:cells=2:NUMBER, from 1 to 8589934591"),
            ("sliding:3x3,moves=3..5", "Expected sliding:3x3,moves=3..5:NUMBER"),
            ("sliding:3x3,moves=40..50:1", "every 3x3 board is solved in 31 moves or fewer"),
            ("kakuro:hard:x", "expected a number, found `x`"),
            ("chess:1", "no game is called `chess`"),
        ] {
            let why = read(name).expect_err(name);
            assert!(why.contains(part), "{name}: {why}");
        }
    }

    #[test]
    fn a_range_is_its_deals_in_order() {
        let game = |name| find(name).expect("a game");
        let names = |of, text| -> Vec<String> {
            let deals = Deals::read(game(of), text).expect("a range");
            let count = deals.count_left();
            let names: Vec<String> = deals.map(|deal| deal.to_string()).collect();
            assert_eq!(count, Some(names.len() as u64));
            names
        };
        assert_eq!(
            names("freecell", "cells=2:9..11"),
            ["freecell:cells=2:9", "freecell:cells=2:10", "freecell:cells=2:11"]
        );
        assert_eq!(names("counters", "3..4"), ["counters:3", "counters:4"]);
        assert_eq!(names("counters", "4,goal=ab-left"), ["counters:4,goal=ab-left"]);
        let last = names("fourteen", "18446744073709551614..18446744073709551615");
        assert_eq!(last, ["fourteen:18446744073709551614", "fourteen:18446744073709551615"]);
        assert_eq!(Deals::read(game("fourteen"), "0..18446744073709551615").expect("all").count_left(), None);
        assert!(Deals::read(game("freecell"), "8589934591..8589934592").is_err());
    }
}
