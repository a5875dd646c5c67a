//! Why a tour cannot be finished, as far as a look at the board tells.

use super::rules::{Knight, Tour};
use crate::games::Deadlock;
use crate::search::{Mark, MarkKind};

/// A reason why no way on visits all squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dead {
    /// A tour takes light and dark squares in turn, and there are too many of one colour.
    Colours { same: usize, other: usize },
    /// A closed tour ends on the other colour than it began on.
    Closing,
    /// Nothing leads to this square any more.
    Lonely { square: u16 },
    /// Squares with one way to them can only be the last one, and there is but one last one.
    Ends { squares: [u16; 2] },
    /// The squares left fall apart into parts that no leap joins.
    Apart { reached: usize, left: usize, square: u16 },
    /// A closed tour must come back to its start, whose neighbours were all visited.
    ShutStart,
    /// Nothing leads on from here.
    NoWayOn,
    /// On four rows a closed tour would have to go between the inner and the outer rows all the time.
    FourRows,
}

/// The colours of the squares left never fit again once they do not: every leap changes the colour.
pub fn colours(rules: &Knight, tour: &Tour) -> Option<Dead> {
    let here = tour.here()?;
    let open = (0..rules.grid.cells() as u16).filter(|&square| tour.is_open(square));
    let same = open.filter(|&square| rules.is_dark(square) == rules.is_dark(here)).count();
    let other = tour.left() - same;
    if other != same && other != same + 1 {
        return Some(Dead::Colours { same, other });
    }
    // With one more of the other colour the last square is of that colour, else of this one.
    let last_is_dark = rules.is_dark(here) ^ (other > same);
    let closes = tour.path.first().is_some_and(|&start| rules.is_dark(start) != last_is_dark);
    (rules.closed && !closes).then_some(Dead::Closing)
}

/// No closed tour of a 4 by n board (Schwenk 1991): a square of an outer row has all its neighbours in the inner ones,
/// and there are as many of the first as of the second, so that a closed tour would go from the one to the other all
/// the time. But so it does with the colours, and the two ways to halve the board are not the same.
pub fn four_rows(rules: &Knight) -> Option<Dead> {
    (rules.closed && (rules.grid.rows == 4 || rules.grid.cols == 4)).then_some(Dead::FourRows)
}

/// Whether a leap goes from where the knight stands to this square.
fn is_next(rules: &Knight, tour: &Tour, square: u16) -> bool {
    tour.here().is_none_or(|here| rules.leaps_from(here).contains(&square))
}

/// A closed tour's start counts as the square behind the last one.
fn leads_home(rules: &Knight, tour: &Tour, square: u16) -> bool {
    rules.closed && tour.path.first().is_some_and(|&start| rules.leaps_from(start).contains(&square))
}

/// Ways to and from an open square.
pub fn ways(rules: &Knight, tour: &Tour, square: u16) -> u32 {
    let ends = [is_next(rules, tour, square), leads_home(rules, tour, square)];
    u32::from(tour.exits(square)) + ends.map(u32::from).iter().sum::<u32>()
}

/// Squares that can no longer be visited on the way through all others: each needs a way to it and, but for the last
/// one, a way from it.
pub fn dead_end(rules: &Knight, tour: &Tour) -> Option<Dead> {
    let start = *tour.path.first()?;
    if tour.left() == 0 {
        return None;
    }
    if rules.closed && tour.exits(start) == 0 {
        return Some(Dead::ShutStart);
    }
    let mut last = None;
    let needed = if rules.closed { 2 } else { 1 };
    let few = |&square: &u16| tour.is_open(square) && tour.exits(square) < 2;
    for square in (0..rules.grid.cells() as u16).filter(few) {
        let ways = ways(rules, tour, square);
        if ways < needed {
            return Some(Dead::Lonely { square });
        }
        if !rules.closed
            && ways == 1
            && let Some(other) = last.replace(square)
        {
            return Some(Dead::Ends { squares: [other, square] });
        }
    }
    None
}

/// Whether the open squares hang together, as they must to be visited in one go.
pub fn apart(rules: &Knight, tour: &Tour) -> Option<Dead> {
    let first = (0..rules.grid.cells() as u16).find(|&square| tour.is_open(square))?;
    let mut reached = vec![false; rules.grid.cells()];
    reached[usize::from(first)] = true;
    let (mut stack, mut count) = (vec![first], 1);
    while let Some(square) = stack.pop() {
        for &near in rules.leaps_from(square) {
            if tour.is_open(near) && !std::mem::replace(&mut reached[usize::from(near)], true) {
                count += 1;
                stack.push(near);
            }
        }
    }
    let square =
        (0..rules.grid.cells() as u16).find(|&square| tour.is_open(square) && !reached[usize::from(square)])?;
    Some(Dead::Apart { reached: count, left: tour.left(), square })
}

/// The first reason that a cheap look at the whole board finds.
pub fn look(rules: &Knight, tour: &Tour) -> Option<Dead> {
    if tour.path.is_empty() {
        return None;
    }
    let stuck = tour.left() > 0 && rules.next(tour).next().is_none();
    // What one sees at once is told before what has to be counted.
    let at_once = stuck.then_some(Dead::NoWayOn);
    at_once
        .or_else(|| colours(rules, tour))
        .or_else(|| four_rows(rules))
        .or_else(|| dead_end(rules, tour))
        .or_else(|| apart(rules, tour))
}

impl Dead {
    pub fn words(&self, rules: &Knight) -> String {
        let name = |square: u16| rules.grid.name(square.into());
        match self {
            Dead::Colours { same, other } => format!(
                "every leap changes the colour of the square, and {same} of this colour and {other} of the other are left"
            ),
            Dead::Closing => {
                "every leap changes the colour of the square, so the last one has the colour of the first: \
                              no leap leads home"
                    .to_owned()
            }
            Dead::Lonely { square } if rules.closed => {
                format!("{} has fewer than two ways left, one to it and one from it", name(*square))
            }
            Dead::Lonely { square } => format!("nothing leads to {} any more", name(*square)),
            Dead::Ends { squares: [one, two] } => {
                format!(
                    "{} and {} have one way left each, and only one of them can be the last",
                    name(*one),
                    name(*two)
                )
            }
            Dead::Apart { reached, left, square } => {
                format!(
                    "no leap joins the squares left: {} is not among the {reached} of {left} around the first",
                    name(*square)
                )
            }
            Dead::ShutStart => "nothing leads back to the start any more".to_owned(),
            Dead::NoWayOn => "nothing leads on from here, and not every square was visited".to_owned(),
            Dead::FourRows => {
                "a board of four rows or columns has no closed tour: it would go between outer and inner rows \
                               all the time, and between light and dark, which are not the same halves (Schwenk 1991)"
                    .to_owned()
            }
        }
    }

    pub fn deadlock(&self, rules: &Knight) -> Deadlock {
        let squares: Vec<u16> = match self {
            Dead::Lonely { square } | Dead::Apart { square, .. } => vec![*square],
            Dead::Ends { squares } => squares.to_vec(),
            _ => Vec::new(),
        };
        let marks = squares.into_iter().map(|square| Mark::new(square.into(), MarkKind::Dead)).collect();
        Deadlock { story: self.words(rules), marks }
    }
}
