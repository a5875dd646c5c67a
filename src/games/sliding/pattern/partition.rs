//! Which tiles go into which pattern.

use super::super::rules::{MAX_CELLS, Size};

/// How large the patterns may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Built in an instant: 5-5-5 on 4×4.
    Small,
    /// Built in about half a second: 6-6-3 on 4×4.
    Normal,
    /// Built on request and kept on disk: 7-8 on 4×4, 6-6-6-6 on 5×5.
    Large,
}

/// The patterns, each the goal cells of its tiles, ascending. `None` where there is nothing of this scope.
pub fn partition(size: Size, goal_blank: usize, scope: Scope) -> Option<Vec<Vec<u8>>> {
    let known: Option<&[&[u8]]> = match (size.rows, size.cols, goal_blank, scope) {
        (4, 4, 0, Scope::Small) => Some(&[&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]]),
        // Of the 6-6-3 partitions tried this one needs the fewest nodes on Korf's hundred, by a wide margin.
        (4, 4, 0, Scope::Normal) => Some(&[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]]),
        // Korf and Felner 2002.
        (4, 4, 0, Scope::Large) => Some(&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
        (5, 5, 0, Scope::Large) => {
            Some(&[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]])
        }
        (_, _, _, Scope::Large) => return None,
        _ => None,
    };
    match known {
        Some(patterns) => Some(patterns.iter().map(|tiles| tiles.to_vec()).collect()),
        None => Some(bands(size, goal_blank, largest(size, scope))),
    }
}

/// The most tiles of a pattern on a board of this size.
fn largest(size: Size, scope: Scope) -> usize {
    let normal = match size.cells() {
        // The whole board in one: every estimate is exact.
        ..=9 => 8,
        10..=12 => 6,
        13..=25 => 5,
        _ => 4,
    };
    if scope == Scope::Small { (normal - 1).max(3) } else { normal }
}

/// Cuts the board into patterns of at most `most` tiles along a path through bands of two rows, so that each pattern
/// holds together.
fn bands(size: Size, goal_blank: usize, most: usize) -> Vec<Vec<u8>> {
    let mut path: Vec<u8> = Vec::with_capacity(MAX_CELLS);
    for (band, top) in (0..size.rows).step_by(2).enumerate() {
        let cols: Vec<usize> = if band % 2 == 0 { (0..size.cols).collect() } else { (0..size.cols).rev().collect() };
        for col in cols {
            let rows = top..(top + 2).min(size.rows);
            path.extend(rows.map(|row| (row * size.cols + col) as u8));
        }
    }
    path.retain(|&cell| cell as usize != goal_blank);
    let count = path.len().div_ceil(most);
    let mut patterns = Vec::new();
    let mut rest = &path[..];
    for left in (1..=count).rev() {
        let (tiles, later) = rest.split_at(rest.len().div_ceil(left));
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        patterns.push(tiles);
        rest = later;
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_partition_holds_each_tile_once() {
        for rows in 2..=6 {
            for cols in 2..=6 {
                let size = Size::new(rows, cols).unwrap();
                for scope in [Scope::Small, Scope::Normal, Scope::Large] {
                    for blank in [0, size.cells() / 2, size.cells() - 1] {
                        let Some(patterns) = partition(size, blank, scope) else { continue };
                        assert!(patterns.iter().all(|tiles| (2..=8).contains(&tiles.len()) && tiles.is_sorted()));
                        let mut all = patterns.concat();
                        all.push(blank as u8);
                        all.sort_unstable();
                        assert_eq!(all, (0..size.cells() as u8).collect::<Vec<_>>(), "{size} {scope:?}");
                    }
                }
            }
        }
    }
}
