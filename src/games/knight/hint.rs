//! Why the knight leaps where it does, and where to look for the leap.

use super::dead;
use super::rules::{Knight, Leap, Tour};
use crate::games::Region;
use crate::search::{Rules as _, count};

pub fn region(rules: &Knight, tour: &Tour) -> Option<Region> {
    let Some(here) = tour.here() else { return first_region(rules) };
    let words = format!("the squares a leap from {}", rules.grid.name(here.into()));
    Some(Region { words, cells: rules.next(tour).map(Into::into).collect() })
}

/// A tour of a board with an odd number of squares begins and ends on the colour of which there is one more.
fn has_odd_square(rules: &Knight) -> bool {
    rules.grid.cells() % 2 == 1
}

fn first_region(rules: &Knight) -> Option<Region> {
    let cells = (0..rules.grid.cells() as u16).filter(|&square| !rules.is_dark(square)).map(Into::into).collect();
    let words = "the squares of the corners' colour".into();
    has_odd_square(rules).then_some(Region { words, cells })
}

fn first_reason(rules: &Knight) -> &'static str {
    if has_odd_square(rules) {
        "there is one square more of this colour, so a tour begins and ends on it"
    } else {
        "a tour from there is known"
    }
}

/// In words that go on from the move's own: what another leap would lose, or Warnsdorff's advice.
pub fn reason(rules: &Knight, tour: &Tour, leap: Leap) -> String {
    let name = |square: u16| rules.grid.name(square.into());
    if tour.here().is_none() {
        return first_reason(rules).into();
    }
    let others: Vec<u16> = rules.next(tour).filter(|&square| square != leap.to).collect();
    if others.is_empty() {
        return "no other square is a leap away".into();
    }
    let ways = tour.exits(leap.to);
    let words = |ways: u8| count(ways.into(), "way", "ways");
    if others.iter().all(|&other| tour.exits(other) >= ways) {
        return format!("nowhere else in reach do fewer ways lead on ({})", words(ways));
    }
    let loses = |&&other: &&u16| {
        let mut after = tour.clone();
        rules.apply(&mut after, &rules.leap(other));
        dead::look(rules, &after).is_some()
    };
    match others.iter().filter(|&&other| tour.exits(other) < ways).find(loses) {
        Some(&other) => format!("{} has fewer ways on, but it would be lost there", name(other)),
        None => format!("{} on; a square with fewer is left for later", words(ways)),
    }
}
