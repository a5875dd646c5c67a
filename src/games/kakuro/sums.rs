//! Digit sets by size and sum: the 502 sets of two to nine digits, the nine single digits, and tables over them.

use std::sync::LazyLock;

use super::rules::ALL_DIGITS;

/// The row of runs without a clue: any sum.
pub const ANY_SUM: usize = 46;

/// What is left of a run's sum when some of its cells are settled; `None` where they are too much already.
#[inline]
pub fn sum_left(sum: usize, settled: usize) -> Option<usize> {
    if sum == ANY_SUM { Some(ANY_SUM) } else { sum.checked_sub(settled) }
}

/// Which digits a run can still use, by how many cells are left, their sum, and the union of their candidates.
pub struct Sums {
    /// `[cells][sum]`: the digit sets, ascending as numbers.
    sets: Vec<Vec<Vec<u16>>>,
    /// `[cells][sum]`: its place in `usable`.
    rows: [[u16; ANY_SUM + 1]; 10],
    /// The union of all digit sets of the row within a given union.
    usable: Vec<[u16; 512]>,
}

static SUMS: LazyLock<Sums> = LazyLock::new(Sums::build);

impl Sums {
    pub fn get() -> &'static Sums {
        &SUMS
    }

    fn build() -> Sums {
        let mut sets = vec![vec![Vec::new(); ANY_SUM + 1]; 10];
        for set in 0..=ALL_DIGITS {
            let size = set.count_ones() as usize;
            sets[size][sum_of(set)].push(set);
            sets[size][ANY_SUM].push(set);
        }
        let mut usable = vec![[0; 512]];
        let mut rows = [[0; ANY_SUM + 1]; 10];
        for (size, by_sum) in sets.iter().enumerate() {
            for (sum, sets) in by_sum.iter().enumerate().filter(|(_, sets)| !sets.is_empty()) {
                rows[size][sum] = usable.len() as u16;
                usable.push(unions_within(sets));
            }
        }
        Sums { sets, rows, usable }
    }

    /// The digit sets of this many digits with this sum ([`ANY_SUM`] for any).
    pub fn sets(&self, cells: usize, sum: usize) -> &[u16] {
        self.sets.get(cells).and_then(|by_sum| by_sum.get(sum)).map_or(&[], Vec::as_slice)
    }

    /// The digits of the sets of `cells` digits with this sum that lie within `union`; 0 where there are none.
    #[inline]
    pub fn usable(&self, cells: usize, sum: usize, union: u16) -> u16 {
        self.usable[self.rows[cells][sum] as usize][union as usize & 511]
    }
}

pub fn sum_of(set: u16) -> usize {
    (0..9).filter(|i| set >> i & 1 == 1).map(|i| i + 1).sum()
}

/// For every union, the digits of the sets within it: a sum over subsets, one digit at a time.
fn unions_within(sets: &[u16]) -> [u16; 512] {
    let mut within = [0; 512];
    for &set in sets {
        within[set as usize] = set;
    }
    for digit in 0..9 {
        for union in 0..512 {
            if union >> digit & 1 == 1 {
                within[union] |= within[union ^ 1 << digit];
            }
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_502_sets_of_two_to_nine_digits() {
        let sums = Sums::get();
        let sets: usize = (2..=9).map(|cells| (1..=45).map(|sum| sums.sets(cells, sum).len()).sum::<usize>()).sum();
        assert_eq!(sets, 502);
        assert_eq!(sums.sets(3, 24), [0b1_1100_0000]);
        assert_eq!(sums.usable(2, 17, ALL_DIGITS), 0b1_1000_0000);
        assert_eq!(sums.usable(2, 17, 0b0_1111_1111), 0);
        assert_eq!(sums.usable(2, ANY_SUM, 0b11), 0b11);
        assert_eq!(sums.usable(3, ANY_SUM, 0b11), 0);
    }
}
