//! The databases as an estimate: one look-up a move in the pattern of the moved tile, and one in its reflection.

use super::super::canon::{Canon, Labels};
use super::super::kernel::{Estimate, Grid, Manhattan, Slide, Tell};
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::numbering::{Numbering, Placement};
use super::shape::{Lane, perm_rank};
use super::store::{Database, Databases};

/// A child: the two placements that its move changes, and the sums.
#[derive(Clone, Copy)]
pub struct Step {
    changed: [Placement; 2],
    manhattan: i16,
    /// Of the distances of all patterns, and of the reflected ones.
    sums: [i16; 2],
    /// Which placements changed.
    owner: [u8; 2],
}

/// A Manhattan distance that no line of moves brings above any room.
const NO_CREDIT: i16 = i16::MIN / 2;

/// How the board is seen through a group of patterns: as it is, or with rows and columns exchanged.
#[derive(Clone)]
struct Look {
    cell: [u8; MAX_CELLS],
    /// By the blank's direction and the cell that the tile leaves, both as they are on the board.
    lane: [[Lane; MAX_CELLS]; 4],
    /// By label: which pattern, counted over both groups.
    owner: [u8; MAX_CELLS],
    /// By label: which of its pattern's tiles.
    tile: [u8; MAX_CELLS],
}

/// The parts of the sum, by name and the letter that x-ray writes on their tiles: as many as any board is divided into.
const PATTERNS: [&str; 12] = [
    "pattern a",
    "pattern b",
    "pattern c",
    "pattern d",
    "pattern e",
    "pattern f",
    "pattern g",
    "pattern h",
    "pattern i",
    "pattern j",
    "pattern k",
    "pattern l",
];

/// Up to `P` patterns, reflected ones counted too.
#[derive(Clone)]
pub struct Patterns<N: Numbering, const P: usize> {
    manhattan: Manhattan,
    size: Size,
    goal_blank: usize,
    databases: Vec<Database>,
    /// By pattern, the reflected ones behind the others.
    numbering: Vec<N>,
    looks: [Look; 2],
    reflection: bool,
    /// Whether Manhattan distance takes the credit for cuts that it alone would make.
    credits_manhattan: bool,
}

impl<N: Numbering, const P: usize> Patterns<N, P> {
    pub fn new(canon: &Canon, databases: &Databases, reflection: bool) -> Self {
        let count = databases.patterns.len();
        let reflection = reflection && canon.reflects();
        let used = count * (1 + usize::from(reflection));
        assert!(used <= P, "room for every pattern");
        let plain = look(canon.size, databases, 0, false);
        // Without a reflection the second look repeats the first, which changes nothing.
        let second = if reflection { look(canon.size, databases, count, true) } else { plain.clone() };
        let looks = [plain, second];
        let numbering = databases.patterns.iter().cycle().take(used).map(N::new).collect();
        let manhattan = Manhattan::new(canon.size, canon.goal_blank);
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        let databases = databases.patterns.clone();
        Patterns { manhattan, size, goal_blank, databases, numbering, looks, reflection, credits_manhattan: false }
    }

    #[must_use]
    pub fn crediting_manhattan(self, credits_manhattan: bool) -> Self {
        Patterns { credits_manhattan, ..self }
    }

    /// Where the tiles of a pattern stand, and how many moves of them are left.
    fn placement(&self, labels: &Labels, look: &Look, index: usize) -> (Placement, u32) {
        let database = &self.databases[index % self.databases.len()];
        let mut standing: Vec<(u8, u8)> = Vec::new();
        let mut blank = 0;
        for (cell, &label) in labels[..self.size.cells()].iter().enumerate() {
            if label as usize == self.goal_blank {
                blank = usize::from(look.cell[cell]);
            } else if look.owner[label as usize] as usize == index {
                standing.push((look.cell[cell], look.tile[label as usize]));
            }
        }
        standing.sort_unstable();
        let occupied = standing.iter().fold(0_u64, |occ, &(cell, _)| occ | 1 << cell);
        let tiles: Vec<u8> = standing.iter().map(|&(_, tile)| tile).collect();
        let perm = perm_rank(&tiles);
        let distance = database.distance(occupied, perm, blank);
        let placement = N::placement(&database.shape, occupied, perm);
        (placement.at_distance(distance), distance)
    }

    /// The placement of the moved tile's pattern after a slide, and by how much its distance changes.
    #[inline(always)]
    fn slid_in(&self, group: usize, placements: &[Placement; P], slide: Slide) -> (u8, Placement, i16) {
        let look = &self.looks[group];
        let owner = look.owner[slide.label];
        let (before, numbering) = (placements[owner as usize], &self.numbering[owner as usize]);
        let (after, bit) = numbering.slid(before, &look.lane[slide.dir as usize][slide.from]);
        // One more, or else one less.
        let change = 1 - 2 * (((before.distance() + 1) >> 1 ^ bit.of(numbering.odd())) & 1) as i32;
        (owner, after.at_distance(before.distance().wrapping_add_signed(change)), change as i16)
    }
}

fn look(size: Size, databases: &Databases, first: usize, reflected: bool) -> Look {
    let seen = |cell: usize| if reflected { size.col(cell) * size.cols + size.row(cell) } else { cell };
    let seen_dir = |dir: Dir| if reflected { [Dir::L, Dir::U, Dir::D, Dir::R][dir as usize] } else { dir };
    let (lane, none) = ([[Lane::default(); MAX_CELLS]; 4], [0; MAX_CELLS]);
    let mut look = Look { cell: none, lane, owner: none, tile: none };
    for cell in 0..size.cells() {
        look.cell[cell] = seen(cell) as u8;
        for dir in Dir::ULRD {
            // The tile goes against the blank.
            look.lane[dir as usize][cell] = Lane::new(size, seen(cell), seen_dir(dir).opposite()).unwrap_or_default();
        }
        for (index, pattern) in databases.patterns.iter().enumerate() {
            if let Some(tile) = pattern.tiles.iter().position(|&home| home as usize == seen(cell)) {
                look.owner[cell] = (first + index) as u8;
                look.tile[cell] = tile as u8;
            }
        }
    }
    look
}

impl<N: Numbering, const P: usize> Estimate for Patterns<N, P> {
    type Node = [Placement; P];
    type Step = Step;
    const CUTS: &'static [&'static str] = &["manhattan", "pdb", "reflection"];
    const STEP: u32 = 2;

    fn root(&self, labels: &Labels) -> ([Placement; P], Step) {
        let mut node = [Placement::default(); P];
        let mut sums = [0; 2];
        let count = self.databases.len();
        for (group, look) in self.looks.iter().enumerate().take(1 + usize::from(self.reflection)) {
            for (index, placement) in node.iter_mut().enumerate().skip(group * count).take(count) {
                let distance;
                (*placement, distance) = self.placement(labels, look, index);
                sums[group] += distance as i16;
            }
        }
        if !self.reflection {
            sums[1] = sums[0];
        }
        let manhattan = if self.credits_manhattan { self.manhattan.of(labels) as i16 } else { NO_CREDIT };
        let step = Step { changed: [node[0]; 2], manhattan, sums, owner: [0; 2] };
        (node, step)
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, node: &[Placement; P], step: &Step, slide: Slide, _: &G, room: i32) -> Step {
        let manhattan = step.manhattan + self.manhattan.change(slide) as i16;
        let (owner, after, change) = self.slid_in(0, node, slide);
        let plain = step.sums[0] + change;
        if i32::from(plain) > room {
            return Step { manhattan, sums: [plain; 2], ..*step };
        }
        let (mirrored_owner, mirrored_after, mirrored_change) = self.slid_in(1, node, slide);
        Step {
            changed: [after, mirrored_after],
            manhattan,
            sums: [plain, step.sums[1] + mirrored_change],
            owner: [owner, mirrored_owner],
        }
    }

    /// Two patterns and their reflections are the large databases of 4×4, which no cache holds.
    const AHEAD: bool = P == 4;

    #[inline(always)]
    fn soon(&self, node: &[Placement; P], step: &Step, slide: Slide) {
        for (group, look) in self.looks.iter().enumerate() {
            let owner = look.owner[slide.label];
            let changed = owner == step.owner[group];
            let before = if changed { step.changed[group] } else { node[owner as usize] };
            let numbering = &self.numbering[owner as usize];
            numbering.slid(before, &look.lane[slide.dir as usize][slide.from]).1.fetch(numbering.odd());
        }
    }

    #[inline(always)]
    fn credit(step: &Step, room: i32) -> usize {
        if i32::from(step.manhattan) > room { 0 } else { 2 - usize::from(i32::from(step.sums[0]) > room) }
    }

    #[inline(always)]
    fn enter(node: &mut [Placement; P], step: &Step) {
        node[step.owner[0] as usize] = step.changed[0];
        node[step.owner[1] as usize] = step.changed[1];
    }

    #[inline(always)]
    fn value(step: &Step) -> i32 {
        i32::from(step.sums[0].max(step.sums[1]))
    }

    fn terms(&self, labels: &Labels, tell: Tell<'_>) {
        if self.credits_manhattan {
            tell(Self::CUTS[0], self.manhattan.of(labels) as u64);
        }
        let count = self.databases.len();
        let mut sum = 0;
        for (index, name) in PATTERNS.into_iter().enumerate().take(count) {
            let distance = u64::from(self.placement(labels, &self.looks[0], index).1);
            sum += distance;
            tell(name, distance);
        }
        tell(Self::CUTS[1], sum);
        if self.reflection {
            let distances = (count..2 * count).map(|index| self.placement(labels, &self.looks[1], index).1);
            tell(Self::CUTS[2], distances.sum::<u32>().into());
        }
    }

    /// Both sums together tell more than the larger one.
    fn rank(step: &Step) -> i32 {
        i32::from(step.sums[0] + step.sums[1]) / 2
    }
}
