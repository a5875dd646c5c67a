//! Walking distance (K. Takahashi): forget the columns and ask how many vertical moves bring every tile into its goal
//! row, given that a tile moves only into the row of the blank; the same for columns; the two add up.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::canon::{Labels, blank_of};
use super::kernel::Slide;
use super::rules::{Dir, MAX_SIDE, Size};

/// The boards whose tables are worth their making: 4×4 has 24,964 entries and 3×5 some 220,000, but 5×5 has 24.6 million, a gigabyte with its links.
pub const BOARDS: &str = "boards up to 4x4, 2x6 and 3x5";

/// Whether a board is one of [`BOARDS`].
pub fn fits(size: Size) -> bool {
    let (short, long) = (size.rows.min(size.cols), size.rows.max(size.cols));
    long <= 4 || short * long <= 15
}

/// Counts of tiles by line and goal line, and the blank's line.
type Matrix = [[u8; MAX_SIDE]; MAX_SIDE];

/// One direction: lines across it, and the moves between them.
#[derive(Clone)]
struct Walk {
    distance: Vec<u8>,
    /// By state, whether the blank goes to the next line (or the one before), and the moved tile's goal line.
    link: Vec<[[u32; MAX_SIDE]; 2]>,
    index: FxHashMap<(Matrix, u8), u32>,
}

/// Both directions of one board.
pub struct Walking {
    size: Size,
    goal_blank: usize,
    rows: Walk,
    cols: Walk,
}

/// A node's place in both walks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    rows: u32,
    cols: u32,
}

impl Walking {
    pub fn root(&self, labels: &Labels) -> Place {
        let size = self.size;
        let blank = blank_of(labels, size, self.goal_blank);
        let count = |line: &dyn Fn(usize) -> usize| {
            let mut matrix = Matrix::default();
            for cell in (0..size.cells()).filter(|&cell| cell != blank) {
                matrix[line(cell)][line(labels[cell] as usize)] += 1;
            }
            (matrix, line(blank) as u8)
        };
        Place {
            rows: self.rows.index[&count(&|cell| size.row(cell))],
            cols: self.cols.index[&count(&|cell| size.col(cell))],
        }
    }

    pub fn distance(&self, place: Place) -> i32 {
        i32::from(self.rows.distance[place.rows as usize]) + i32::from(self.cols.distance[place.cols as usize])
    }

    #[inline(always)]
    pub fn slid(&self, mut place: Place, slide: Slide) -> Place {
        let on = usize::from(matches!(slide.dir, Dir::D | Dir::R));
        if matches!(slide.dir, Dir::U | Dir::D) {
            place.rows = self.rows.link[place.rows as usize][on][self.size.row(slide.label)];
        } else {
            place.cols = self.cols.link[place.cols as usize][on][self.size.col(slide.label)];
        }
        place
    }
}

/// A walk in the making.
#[derive(Clone)]
struct Growing {
    walk: Walk,
    lines: usize,
    states: Vec<(Matrix, u8)>,
}

impl Growing {
    /// `lines` lines of `width` cells; the blank's goal is in line `goal`.
    fn new(lines: usize, width: usize, goal: usize) -> Growing {
        let mut matrix = Matrix::default();
        for (line, row) in matrix.iter_mut().enumerate().take(lines) {
            row[line] = (width - usize::from(line == goal)) as u8;
        }
        let start = (matrix, goal as u8);
        let walk = Walk { distance: vec![0], link: Vec::new(), index: FxHashMap::from_iter([(start, 0)]) };
        Growing { walk, lines, states: vec![start] }
    }

    /// Links one more state to its neighbours; false where none is left.
    fn grow(&mut self) -> bool {
        let Growing { walk, lines, states } = self;
        let at = walk.link.len();
        let Some(&(matrix, blank)) = states.get(at) else { return false };
        let mut links = [[u32::MAX; MAX_SIDE]; 2];
        for (on, links) in links.iter_mut().enumerate() {
            let other = if on == 1 { blank + 1 } else { blank.wrapping_sub(1) };
            if other as usize >= *lines {
                continue;
            }
            for home in (0..*lines).filter(|&home| matrix[other as usize][home] > 0) {
                let mut next = (matrix, other);
                next.0[other as usize][home] -= 1;
                next.0[blank as usize][home] += 1;
                links[home] = *walk.index.entry(next).or_insert_with(|| {
                    states.push(next);
                    walk.distance.push(walk.distance[at] + 1);
                    states.len() as u32 - 1
                });
            }
        }
        walk.link.push(links);
        true
    }
}

/// Tables in the making.
#[derive(Clone)]
pub struct Making {
    size: Size,
    goal_blank: usize,
    rows: Growing,
    cols: Growing,
}

impl Making {
    pub fn new(size: Size, goal_blank: usize) -> Making {
        let rows = Growing::new(size.rows, size.cols, size.row(goal_blank));
        let cols = Growing::new(size.cols, size.rows, size.col(goal_blank));
        Making { size, goal_blank, rows, cols }
    }

    /// States linked so far.
    pub fn done(&self) -> usize {
        self.rows.walk.link.len() + self.cols.walk.link.len()
    }

    /// Works for at most `fuel` states and takes off what it used; the tables when they are there.
    pub fn advance(&mut self, fuel: &mut u64) -> Option<Arc<Walking>> {
        while *fuel > 0 {
            if !self.rows.grow() && !self.cols.grow() {
                let [rows, cols] = [&mut self.rows, &mut self.cols].map(|growing| growing.walk.clone());
                return Some(Arc::new(Walking { size: self.size, goal_blank: self.goal_blank, rows, cols }));
            }
            *fuel -= 1;
        }
        None
    }
}
