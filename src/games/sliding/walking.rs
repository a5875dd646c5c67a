//! Walking distance (K. Takahashi): forget the columns and ask how many vertical moves bring every tile into its goal
//! row, given that a tile moves only into the row of the blank; the same for columns; the two add up.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::canon::{Labels, blank_of};
use super::kernel::Slide;
use super::rules::{Dir, MAX_SIDE, Size};

/// Larger tables take longer than they are worth: 4×4 has 24,964 entries, but 5×5 has 24.6 million, a gigabyte with its
/// links.
const MOST_STATES: usize = 400_000;
/// The boards whose tables are below that.
pub const BOARDS: &str = "boards up to 4x4, 2x6 and 3x5";

/// Counts of tiles by line and goal line, and the blank's line.
type Matrix = [[u8; MAX_SIDE]; MAX_SIDE];

/// One direction: lines across it, and the moves between them.
pub struct Walk {
    distance: Vec<u8>,
    /// By state, whether the blank goes to the next line (or the one before), and the moved tile's goal line.
    link: Vec<[[u32; MAX_SIDE]; 2]>,
    index: BTreeMap<(Matrix, u8), u32>,
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
    /// `None` where the tables would be too large.
    pub fn new(size: Size, goal_blank: usize) -> Option<Arc<Walking>> {
        let rows = Walk::new(size.rows, size.cols, size.row(goal_blank))?;
        let cols = Walk::new(size.cols, size.rows, size.col(goal_blank))?;
        Some(Arc::new(Walking { size, goal_blank, rows, cols }))
    }

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

impl Walk {
    /// `lines` lines of `width` cells; the blank's goal is in line `goal`.
    fn new(lines: usize, width: usize, goal: usize) -> Option<Walk> {
        let mut matrix = Matrix::default();
        for (line, row) in matrix.iter_mut().enumerate().take(lines) {
            row[line] = (width - usize::from(line == goal)) as u8;
        }
        let mut walk = Walk { distance: Vec::new(), link: Vec::new(), index: BTreeMap::new() };
        let mut states = vec![(matrix, goal as u8)];
        walk.index.insert(states[0], 0);
        walk.distance.push(0);
        let mut at = 0;
        while at < states.len() {
            let (matrix, blank) = states[at];
            let mut links = [[u32::MAX; MAX_SIDE]; 2];
            for (on, links) in links.iter_mut().enumerate() {
                let other = if on == 1 { blank + 1 } else { blank.wrapping_sub(1) };
                if other as usize >= lines {
                    continue;
                }
                for home in (0..lines).filter(|&home| matrix[other as usize][home] > 0) {
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
            if states.len() > MOST_STATES {
                return None;
            }
            at += 1;
        }
        Some(walk)
    }
}
