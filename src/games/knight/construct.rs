//! A tour of a large board, joined from tours of small ones.
//!
//! The board is cut into blocks of 5 to 11 squares a side, each of which has a closed tour because one of its sides is
//! even (Schwenk 1991). Two closed tours side by side become one where a leap a-b of the one and a leap c-d of the other
//! lie so that a-c and b-d are leaps too: take the first two out and put the last two in. On a board with an odd number
//! of squares, which has no closed tour, the block around the start has an odd number too and gets an open tour; it is
//! joined to the others in the same way, since what is taken out and put in lies between its ends.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex};

use super::rules::{Knight, Tour};
use crate::games::squares::Grid;
use crate::search::{Plan, Rules as _};

/// A tour of the board from `start` (or from its first corner); a closed one where the number of squares is even. `None`
/// where a side is too short, or no tour begins there.
pub fn path(grid: Grid, start: Option<u16>) -> Option<Vec<u16>> {
    let start = start.unwrap_or(0);
    let (row, col) = (grid.row(start.into()), grid.col(start.into()));
    let odd = grid.cells() % 2 == 1;
    if odd && (row + col) % 2 == 1 {
        return None;
    }
    // One side at least is cut into even parts; both, but for the block around the start, where both are odd.
    let (rows, cols) = match (grid.rows % 2, grid.cols % 2) {
        (0, _) => (even_parts(grid.rows)?, any_parts(grid.cols)?),
        (_, 0) => (any_parts(grid.rows)?, even_parts(grid.cols)?),
        _ => (parts_around(grid.rows, row)?, parts_around(grid.cols, col)?),
    };
    let mut links = Links::new(grid);
    for rows in &rows {
        for cols in &cols {
            let block = Block { rows: rows.clone(), cols: cols.clone() };
            links.put(&block, (odd && block.has(row, col)).then_some((row, col)))?;
        }
    }
    links.join_all(&rows, &cols)?;
    links.walk(start)
}

fn even_parts(side: usize) -> Option<Vec<Range<usize>>> {
    let count = side / 6;
    if count == 0 {
        return None;
    }
    // Six each, and the rest, two by two, on one after the other.
    let rest = (side - 6 * count) / 2;
    Some(ranges((0..count).map(|i| 6 + 2 * (rest / count + usize::from(i < rest % count)))))
}

fn any_parts(side: usize) -> Option<Vec<Range<usize>>> {
    if side.is_multiple_of(2) {
        return even_parts(side);
    }
    odd_and_even(side).map(|(odd, evens)| ranges(std::iter::once(odd).chain(evens)))
}

/// One odd part and the others even.
fn odd_and_even(side: usize) -> Option<(usize, Vec<usize>)> {
    [5, 7, 9].into_iter().filter(|&odd| odd <= side).find_map(|odd| match side - odd {
        0 => Some((odd, Vec::new())),
        rest => even_parts(rest).map(|parts| (odd, parts.iter().map(ExactSizeIterator::len).collect())),
    })
}

/// The same with the odd part around a place.
fn parts_around(side: usize, place: usize) -> Option<Vec<Range<usize>>> {
    let (odd, evens) = odd_and_even(side)?;
    (0..=evens.len()).find_map(|before| {
        let parts = evens[..before].iter().chain([&odd]).chain(&evens[before..]).copied();
        let parts = ranges(parts);
        parts[before].contains(&place).then_some(parts)
    })
}

fn ranges(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut from = 0;
    let next = |length| {
        from += length;
        from - length..from
    };
    lengths.map(next).collect()
}

struct Block {
    rows: Range<usize>,
    cols: Range<usize>,
}

impl Block {
    fn has(&self, row: usize, col: usize) -> bool {
        self.rows.contains(&row) && self.cols.contains(&col)
    }
}

/// A tour as the two neighbours of each square; `NOBODY` beyond its ends.
struct Links {
    grid: Grid,
    next_to: Vec<[u16; 2]>,
}

const NOBODY: u16 = u16::MAX;

impl Links {
    fn new(grid: Grid) -> Self {
        Links { grid, next_to: vec![[NOBODY; 2]; grid.cells()] }
    }

    fn link(&mut self, a: u16, b: u16) {
        for (from, to) in [(a, b), (b, a)] {
            let place = self.next_to[usize::from(from)].iter_mut().find(|near| **near == NOBODY);
            *place.expect("a square has two neighbours on a tour") = to;
        }
    }

    fn change(&mut self, of: u16, from: u16, to: u16) {
        let place = self.next_to[usize::from(of)].iter_mut().find(|near| **near == from);
        *place.expect("they are linked") = to;
    }

    /// Puts the tour of a block down, an open one from `begin` or a closed one.
    fn put(&mut self, block: &Block, begin: Option<(usize, usize)>) -> Option<()> {
        let small = Grid::new(block.rows.len(), block.cols.len());
        let begin = begin.map(|(row, col)| small.cell(row - block.rows.start, col - block.cols.start) as u16);
        let path = small_tour(small, begin)?;
        let place = |&square: &u16| {
            let (row, col) = (small.row(square.into()), small.col(square.into()));
            self.grid.cell(block.rows.start + row, block.cols.start + col) as u16
        };
        let path: Vec<u16> = path.iter().map(place).collect();
        for pair in path.windows(2) {
            self.link(pair[0], pair[1]);
        }
        if begin.is_none() {
            self.link(path[0], path[path.len() - 1]);
        }
        Some(())
    }

    /// Joins each block to the one on its left, and the first of each row of blocks to the one above.
    fn join_all(&mut self, rows: &[Range<usize>], cols: &[Range<usize>]) -> Option<()> {
        for (r, of_rows) in rows.iter().enumerate() {
            for (c, of_cols) in cols.iter().enumerate() {
                let block = Block { rows: of_rows.clone(), cols: of_cols.clone() };
                let near = match (r, c) {
                    (0, 0) => continue,
                    (_, 0) => Block { rows: rows[r - 1].clone(), cols: of_cols.clone() },
                    _ => Block { rows: of_rows.clone(), cols: cols[c - 1].clone() },
                };
                self.join(&block, &near)?;
            }
        }
        Some(())
    }

    /// Finds leaps a-b of the one and c-d of the other with a-c and b-d a leap apart, and exchanges them.
    fn join(&mut self, block: &Block, near: &Block) -> Option<()> {
        let rules = Knight::new(self.grid, false);
        let inside = |block: &Block, square: u16| block.has(self.grid.row(square.into()), self.grid.col(square.into()));
        let squares = (0..self.grid.cells() as u16).filter(|&square| inside(block, square));
        let (a, b, c, d) = squares
            .flat_map(|a| self.next_to[usize::from(a)].map(|b| (a, b)))
            .filter(|&(_, b)| b != NOBODY && inside(block, b))
            .find_map(|(a, b)| {
                let from_a = rules.leaps_from(a).iter().copied().filter(|&c| inside(near, c));
                from_a.flat_map(|c| self.next_to[usize::from(c)].map(|d| (c, d))).find_map(|(c, d)| {
                    let fits = d != NOBODY && inside(near, d) && rules.leaps_from(b).contains(&d);
                    fits.then_some((a, b, c, d))
                })
            })?;
        for (of, from, to) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            self.change(of, from, to);
        }
        Some(())
    }

    /// The squares in their order from `start`.
    fn walk(&self, start: u16) -> Option<Vec<u16>> {
        let (mut path, mut before, mut here) = (vec![start], NOBODY, start);
        while path.len() < self.next_to.len() {
            let [one, two] = self.next_to[usize::from(here)];
            let next = if one == before || one == NOBODY { two } else { one };
            if next == NOBODY || next == start {
                return None;
            }
            (before, here) = (here, next);
            path.push(next);
        }
        Some(path)
    }
}

type Tours = HashMap<(usize, usize, Option<u16>), Option<Arc<[u16]>>>;

/// Tours of small boards, found once by the search.
fn small_tour(grid: Grid, begin: Option<u16>) -> Option<Arc<[u16]>> {
    static FOUND: LazyLock<Mutex<Tours>> = LazyLock::new(Mutex::default);
    let mut found = FOUND.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.entry((grid.rows, grid.cols, begin)).or_insert_with(|| search_small(grid, begin)).clone()
}

fn search_small(grid: Grid, begin: Option<u16>) -> Option<Arc<[u16]>> {
    let rules = Arc::new(Knight::new(grid, begin.is_none()));
    let mut tour: Tour = rules.start(Some(begin.unwrap_or(0)));
    let mut engine = super::solve::engine(&rules, &tour, &Plan::new(&super::solve::STRATEGIES[0])).ok()?;
    engine.run(u64::MAX, None);
    for mv in engine.answer()?.moves {
        let leap = rules.read_move(&tour, &mv).ok()?;
        rules.apply(&mut tour, &leap);
    }
    Some(tour.path.into())
}
