//! Which moves may follow which: not the way back, and of two sequences that lead to the same board only the first
//! (Taylor and Korf, "Pruning duplicate nodes in depth-first search", 1993).
//!
//! The sequences left out are found once by breadth-first search on a board without borders. A sequence may go only if
//! the one that stays keeps within the same rectangle, so that it can be made wherever the other can. Of all shortest
//! solutions the first in order U L R D holds no sequence that is left out, so one is always left.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rules::Dir;

/// No sequence goes on this way.
pub const NEVER: u16 = u16::MAX;

/// A machine that reads moves: from the state after some of them to the state after one more.
pub struct Sequences {
    /// By state and direction; the first state is "no move yet".
    pub next: Vec<[u16; 4]>,
    /// By state: the last move; for the first state any.
    pub last: Vec<Dir>,
}

/// Longer ones would leave out still more, but the machine would not fit into the nearest cache.
const LONGEST: usize = 10;

static WITHOUT_TWINS: LazyLock<Sequences> = LazyLock::new(|| Sequences::without(&twins(LONGEST)));
static PLAIN: LazyLock<Sequences> = LazyLock::new(|| Sequences::without(&BTreeSet::new()));

impl Sequences {
    pub fn get(without_twins: bool) -> &'static Sequences {
        if without_twins { &WITHOUT_TWINS } else { &PLAIN }
    }

    /// All sequences without a way back and without any of these words (Aho and Corasick 1975).
    fn without(words: &BTreeSet<Word>) -> Sequences {
        let mut prefixes: BTreeSet<(usize, Word)> = Dir::ULRD.into_iter().map(|dir| (1, vec![dir as u8])).collect();
        prefixes.insert((0, Vec::new()));
        prefixes.extend(words.iter().flat_map(|word| (1..word.len()).map(|n| (n, word[..n].to_vec()))));
        let prefixes: Vec<Word> = prefixes.into_iter().map(|(_, word)| word).collect();
        let number: FxHashMap<&[u8], u16> = prefixes.iter().map(Vec::as_slice).zip(0..).collect();
        let mut next: Vec<[u16; 4]> = Vec::with_capacity(prefixes.len());
        for prefix in &prefixes {
            let ways = Dir::ULRD.map(|dir| {
                let longer: Word = prefix.iter().copied().chain([dir as u8]).collect();
                let back = prefix.last().is_some_and(|&last| Dir::ULRD[last as usize] == dir.opposite());
                if back || words.contains(&longer) {
                    return NEVER;
                }
                // Shorter prefixes stand before longer ones: what the longest known end of this one does is settled.
                number.get(&longer[..]).copied().unwrap_or_else(|| {
                    let end = (1..=prefix.len()).find_map(|n| number.get(&prefix[n..]));
                    next[*end.expect("the empty one is known") as usize][dir as usize]
                })
            });
            next.push(ways);
        }
        let last = prefixes.iter().map(|prefix| prefix.last().map_or(Dir::U, |&dir| Dir::ULRD[dir as usize]));
        Sequences { next, last: last.collect() }
    }
}

/// Directions as numbers.
type Word = Vec<u8>;

/// Room for rectangles of up to four cells a side around the start.
const SIDE: usize = 7;
const REACH: usize = 4;

/// The cells of a walk lie between these rows and columns.
#[derive(Clone, Copy)]
struct Rectangle {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Rectangle {
    fn with(self, row: usize, col: usize) -> Rectangle {
        let wider = |(low, high): (usize, usize), at: usize| (low.min(at), high.max(at));
        Rectangle { rows: wider(self.rows, row), cols: wider(self.cols, col) }
    }

    fn holds(self, other: Rectangle) -> bool {
        let within = |(low, high), (a, b)| low <= a && b <= high;
        within(self.rows, other.rows) && within(self.cols, other.cols)
    }

    fn is_small(self) -> bool {
        self.rows.1 - self.rows.0 < REACH && self.cols.1 - self.cols.0 < REACH
    }
}

/// A walk of the blank and the board that it makes.
#[derive(Clone)]
struct Walk {
    word: Word,
    board: [u8; SIDE * SIDE],
    blank: usize,
    rectangle: Rectangle,
}

impl Walk {
    fn start() -> Walk {
        let middle = (SIDE / 2, SIDE / 2);
        Walk {
            word: Vec::new(),
            board: std::array::from_fn(|cell| cell as u8),
            blank: middle.0 * SIDE + middle.1,
            rectangle: Rectangle { rows: (middle.0, middle.0), cols: (middle.1, middle.1) },
        }
    }

    fn step(&self, dir: Dir) -> Option<Walk> {
        let (row, col) = (self.blank / SIDE, self.blank % SIDE);
        let (row, col) = match dir {
            Dir::U => (row.checked_sub(1)?, col),
            Dir::L => (row, col.checked_sub(1)?),
            Dir::R => (row, col + 1),
            Dir::D => (row + 1, col),
        };
        let rectangle = self.rectangle.with(row, col);
        if !rectangle.is_small() {
            return None;
        }
        let mut walk = Walk { rectangle, blank: row * SIDE + col, ..self.clone() };
        walk.word.push(dir as u8);
        walk.board.swap(self.blank, walk.blank);
        Some(walk)
    }
}

/// Sequences of up to so many moves that an earlier one, no longer and within the same rectangle, stands for.
fn twins(longest: usize) -> BTreeSet<Word> {
    let mut words: FxHashSet<Word> = FxHashSet::default();
    let mut known: HashMap<[u8; SIDE * SIDE], Vec<Rectangle>, rustc_hash::FxBuildHasher> = HashMap::default();
    let mut level = vec![Walk::start()];
    known.insert(level[0].board, vec![level[0].rectangle]);
    for _ in 0..longest {
        let mut deeper = Vec::new();
        for (walk, dir) in level.iter().flat_map(|walk| Dir::ULRD.map(|dir| (walk, dir))) {
            let back = walk.word.last().is_some_and(|&last| Dir::ULRD[last as usize] == dir.opposite());
            let Some(next) = walk.step(dir).filter(|_| !back) else { continue };
            if (1..next.word.len()).any(|n| words.contains(&next.word[n..])) {
                continue;
            }
            let ways = known.entry(next.board).or_default();
            if ways.iter().any(|way| next.rectangle.holds(*way)) {
                words.insert(next.word);
            } else {
                ways.push(next.rectangle);
                deeper.push(next);
            }
        }
        level = deeper;
    }
    words.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_twins_go_round_two_by_two_cells() {
        let words: Vec<String> =
            twins(6).iter().map(|word| word.iter().map(|&dir| Dir::ULRD[dir as usize].to_string()).collect()).collect();
        assert_eq!(words, ["LURDLU", "RULDRU", "DLURDL", "DRULDR"]);
    }

    #[test]
    fn the_machine_forgets_the_way_back_only() {
        let plain = Sequences::get(false);
        assert_eq!(plain.next.len(), 5);
        assert_eq!(plain.next[0], [1, 2, 3, 4]);
        assert_eq!(plain.next[1], [1, 2, 3, NEVER]);
    }

    /// Every sequence that the machine lets through, by the boards that it leads to: each board is still reached, by
    /// as few moves.
    #[test]
    fn no_board_is_lost() {
        let sequences = Sequences::get(true);
        let reach = |machine: &Sequences| {
            let mut reached: Vec<BTreeSet<[u8; SIDE * SIDE]>> = Vec::new();
            let mut level = vec![(Walk::start(), 0_u16)];
            for _ in 0..=11 {
                reached.push(level.iter().map(|(walk, _)| walk.board).collect());
                let steps = level.iter().flat_map(|(walk, state)| {
                    Dir::ULRD.map(|dir| {
                        let next = machine.next[*state as usize][dir as usize];
                        (next != NEVER).then(|| walk.step(dir)).flatten().map(|walk| (walk, next))
                    })
                });
                level = steps.flatten().collect();
            }
            reached
        };
        let (all, kept) = (reach(Sequences::get(false)), reach(sequences));
        let mut before: BTreeSet<[u8; SIDE * SIDE]> = BTreeSet::new();
        for (all, kept) in all.iter().zip(&kept) {
            let new: Vec<_> = all.difference(&before).collect();
            assert!(new.iter().all(|board| kept.contains(*board)));
            before.extend(all);
        }
    }
}
