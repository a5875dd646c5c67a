//! The ways on from a cell.

use std::sync::Arc;

use super::super::made::Made;
use super::super::rules::{Dir, Size};
use super::super::twins::{NEVER, Sequences};

#[derive(Clone, Copy)]
pub struct Way {
    pub to: u8,
    pub dir: Dir,
    /// Where the ways on from there stand in [`all_ways`].
    pub next: u16,
}

/// The ways on from a cell after a sequence of moves, last one first, since a stack turns them round.
#[derive(Clone, Copy)]
pub struct Ways {
    /// Where the blank is.
    pub cell: u8,
    /// The direction that led there.
    pub last: Dir,
    count: u8,
    /// How many were left out for a twin.
    pub twins: u8,
    way: [Way; 4],
}

impl Ways {
    #[inline(always)]
    pub fn on(&self) -> &[Way] {
        &self.way[..self.count as usize]
    }
}

/// What cuts are called that an equal sequence of moves makes needless.
pub const TWINS: &str = "twins";

/// In which order moves are tried, and which are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace {
    /// Canonical.
    pub order: [Dir; 4],
    pub without_twins: bool,
}

/// Some hundred kilobytes each.
const MOST_KEPT: usize = 8;

/// Made for each board once, since a machine without twins has many states.
pub fn all_ways(size: Size, pace: Pace) -> Arc<[Ways]> {
    static MADE: Made<(Size, Pace), [Ways]> = Made::new(MOST_KEPT);
    let make = || {
        let Sequences { next: states, last } = Sequences::get(pace.without_twins);
        assert!(states.len() * size.cells() < 1 << 16, "places of ways have sixteen bits");
        let states = states.iter().zip(last);
        let places = states.flat_map(|state| (0..size.cells()).map(move |cell| (cell, state)));
        places.map(|(cell, (&next, &last))| ways_from(size, cell, last, next, pace.order)).collect()
    };
    MADE.get_or_make((size, pace), make)
}

fn ways_from(size: Size, cell: usize, last: Dir, next: [u16; 4], order: [Dir; 4]) -> Ways {
    let no_way = Way { to: 0, dir: Dir::U, next: 0 };
    let mut ways = Ways { cell: cell as u8, last, count: 0, twins: 0, way: [no_way; 4] };
    let mut closed = 0;
    for dir in order.into_iter().rev() {
        let Some(to) = size.neighbour(cell, dir) else { continue };
        let next = next[dir as usize];
        if next == NEVER {
            closed += 1;
        } else {
            let next = next as usize * size.cells() + to;
            ways.way[ways.count as usize] = Way { to: to as u8, dir, next: next as u16 };
            ways.count += 1;
        }
    }
    // One of them is the way back, except where there was no move yet; then none is closed.
    ways.twins = u8::saturating_sub(closed, 1);
    ways
}
