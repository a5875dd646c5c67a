//! The databases as an estimate: one look-up a move in the pattern of the moved tile, and one in its reflection.

use std::marker::PhantomData;
use std::sync::Arc;

use super::super::canon::{Canon, Labels};
use super::super::kernel::{Estimate, Grid, Manhattan, Slide};
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::build::nibble;
use super::shape::{Lane, step_index};
use super::store::{Database, Databases};

/// How a placement is packed into 64 bits: occupied cells, block, permutation and, lowest, the excess.
pub trait Width: Copy + Send + Sync + 'static {
    const PERM_BITS: u32;
    const BLOCK_BITS: u32;
}

/// Boards of up to sixteen cells, patterns of up to eight tiles.
#[derive(Clone, Copy)]
pub struct Small;

impl Width for Small {
    const PERM_BITS: u32 = 16;
    const BLOCK_BITS: u32 = 14;
}

/// Up to 25 cells, six tiles.
#[derive(Clone, Copy)]
pub struct Middle;

impl Width for Middle {
    const PERM_BITS: u32 = 10;
    const BLOCK_BITS: u32 = 18;
}

const EXCESS_BITS: u32 = 4;

/// Where the tiles of one pattern stand, and what its database says of it.
#[derive(Clone, Copy, Default)]
pub struct Placement(u64);

impl Placement {
    #[inline(always)]
    fn pack<W: Width>(occupied: u64, block: u32, perm: u16, excess: u8) -> Placement {
        let above = occupied << W::BLOCK_BITS | u64::from(block);
        Placement((above << W::PERM_BITS | u64::from(perm)) << EXCESS_BITS | u64::from(excess))
    }

    #[inline(always)]
    fn excess(self) -> i32 {
        (self.0 & ((1 << EXCESS_BITS) - 1)) as i32
    }

    #[inline(always)]
    fn perm<W: Width>(self) -> usize {
        (self.0 >> EXCESS_BITS & ((1 << W::PERM_BITS) - 1)) as usize
    }

    #[inline(always)]
    fn block<W: Width>(self) -> u32 {
        (self.0 >> (EXCESS_BITS + W::PERM_BITS) & ((1 << W::BLOCK_BITS) - 1)) as u32
    }

    #[inline(always)]
    fn occupied<W: Width>(self) -> u64 {
        self.0 >> (EXCESS_BITS + W::PERM_BITS + W::BLOCK_BITS)
    }
}

/// A child: the two placements that its move changes, and the sums.
#[derive(Clone, Copy)]
pub struct Step {
    changed: [Placement; 2],
    manhattan: i16,
    excess: [i16; 2],
    /// Which placements changed.
    owner: [u8; 2],
}

/// How the board is seen through a group of patterns: as it is, or with rows and columns exchanged.
#[derive(Clone)]
struct Look {
    cell: [u8; MAX_CELLS],
    /// By the blank's direction and the cell that the tile leaves, both as they are on the board.
    lane: [[Lane; MAX_CELLS]; 4],
    /// By label: which pattern, counted over both groups, and which of its tiles.
    owner: [(u8, u8); MAX_CELLS],
}

/// A database's parts side by side, so that a look-up follows as few pointers as possible.
struct Lookup {
    place: Arc<[u8]>,
    step: Arc<[i32]>,
    turn: Arc<[u16]>,
    excess: Arc<[u8]>,
    permutations: usize,
}

/// Up to `P` patterns, reflected ones counted too.
pub struct Patterns<W: Width, const P: usize> {
    manhattan: Manhattan,
    size: Size,
    goal_blank: usize,
    databases: Vec<Database>,
    lookups: Vec<Lookup>,
    looks: [Look; 2],
    reflection: bool,
    width: PhantomData<W>,
}

const NOBODY: (u8, u8) = (u8::MAX, 0);

impl<W: Width, const P: usize> Patterns<W, P> {
    pub fn new(canon: &Canon, databases: &Databases, reflection: bool) -> Self {
        let count = databases.patterns.len();
        let reflection = reflection && canon.reflects();
        let used = count * (1 + usize::from(reflection));
        assert!(used <= P, "room for every pattern");
        let plain = look(canon.size, databases, 0, false);
        // Without a reflection the second look repeats the first, which changes nothing.
        let second = if reflection { look(canon.size, databases, count, true) } else { plain.clone() };
        let lookups = (0..used).map(|i| Lookup::new(&databases.patterns[i % count])).collect();
        let manhattan = Manhattan::new(canon.size, canon.goal_blank);
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        let looks = [plain, second];
        let databases = databases.patterns.clone();
        Patterns { manhattan, size, goal_blank, databases, lookups, looks, reflection, width: PhantomData }
    }

    fn placement(&self, labels: &Labels, look: &Look, index: usize) -> Placement {
        let database = &self.databases[index % self.databases.len()];
        let mut standing: Vec<(u8, u8)> = Vec::new();
        for (cell, &label) in labels[..self.size.cells()].iter().enumerate() {
            let (owner, tile) = look.owner[label as usize];
            if owner as usize == index && label as usize != self.goal_blank {
                standing.push((look.cell[cell], tile));
            }
        }
        standing.sort_unstable();
        let occupied = standing.iter().fold(0_u64, |occ, &(cell, _)| occ | 1 << cell);
        let tiles: Vec<u8> = standing.iter().map(|&(_, tile)| tile).collect();
        let (block, perm) = (database.shape.block_of(occupied), database.shape.perm_of(&tiles));
        let excess = nibble(&database.excess, block * database.shape.permutations() + perm);
        Placement::pack::<W>(occupied, block as u32, perm as u16, excess)
    }

    /// The placement of the moved tile's pattern after a slide.
    #[inline(always)]
    fn slid_in(&self, look: &Look, placements: &[Placement; P], slide: Slide) -> (u8, Placement, i32) {
        let (owner, tile) = look.owner[slide.label];
        let before = placements[owner as usize];
        let lookup = &self.lookups[owner as usize];
        let lane = &look.lane[slide.dir as usize][slide.from];
        let (occupied, perm) = (before.occupied::<W>(), before.perm::<W>());
        let place = lookup.place[perm * 8 + tile as usize] as usize;
        let step = lookup.step[step_index(occupied, place, lane)];
        let perm = lookup.turn[(step & 0xff) as usize * lookup.permutations + perm];
        let block = before.block::<W>().wrapping_add_signed(step >> 8);
        let excess = nibble(&lookup.excess, block as usize * lookup.permutations + perm as usize);
        let after = Placement::pack::<W>(occupied ^ lane.flip, block, perm, excess);
        (owner, after, i32::from(excess) - before.excess())
    }
}

impl Lookup {
    fn new(database: &Database) -> Lookup {
        let shape = &database.shape;
        Lookup {
            place: Arc::clone(&shape.place),
            step: Arc::clone(&shape.step),
            turn: Arc::clone(&shape.turn),
            excess: Arc::clone(&database.excess),
            permutations: shape.permutations(),
        }
    }
}

fn look(size: Size, databases: &Databases, first: usize, reflected: bool) -> Look {
    let seen = |cell: usize| if reflected { size.col(cell) * size.cols + size.row(cell) } else { cell };
    let seen_dir = |dir: Dir| if reflected { [Dir::L, Dir::U, Dir::D, Dir::R][dir as usize] } else { dir };
    let lane = [[Lane::default(); MAX_CELLS]; 4];
    let mut look = Look { cell: [0; MAX_CELLS], lane, owner: [NOBODY; MAX_CELLS] };
    for cell in 0..size.cells() {
        look.cell[cell] = seen(cell) as u8;
        for dir in Dir::ULRD {
            // The tile goes against the blank.
            look.lane[dir as usize][cell] = Lane::new(size, seen(cell), seen_dir(dir).opposite()).unwrap_or_default();
        }
        for (index, pattern) in databases.patterns.iter().enumerate() {
            if let Some(tile) = pattern.tiles.iter().position(|&home| home as usize == seen(cell)) {
                look.owner[cell] = ((first + index) as u8, tile as u8);
            }
        }
    }
    look
}

impl<W: Width, const P: usize> Estimate for Patterns<W, P> {
    type Node = [Placement; P];
    type Step = Step;
    const CUTS: &'static [&'static str] = &["manhattan", "pdb", "reflection"];
    const STEP: u32 = 2;
    const EAGER: bool = true;

    fn root(&self, labels: &Labels) -> ([Placement; P], Step) {
        let mut node = [Placement::default(); P];
        let mut excess = [0; 2];
        let count = self.databases.len();
        for (group, look) in self.looks.iter().enumerate().take(1 + usize::from(self.reflection)) {
            for (index, placement) in node.iter_mut().enumerate().skip(group * count).take(count) {
                *placement = self.placement(labels, look, index);
                excess[group] += placement.excess() as i16;
            }
        }
        if !self.reflection {
            excess[1] = excess[0];
        }
        let step = Step { changed: [node[0]; 2], manhattan: self.manhattan.of(labels) as i16, excess, owner: [0; 2] };
        (node, step)
    }

    #[inline(always)]
    fn slid<G: Grid>(&self, node: &[Placement; P], step: &Step, slide: Slide, _: &G) -> Step {
        let manhattan = i32::from(step.manhattan) + self.manhattan.change(slide);
        let (owner, after, change) = self.slid_in(&self.looks[0], node, slide);
        let (mirrored_owner, mirrored_after, mirrored_change) = self.slid_in(&self.looks[1], node, slide);
        let plain = i32::from(step.excess[0]) + change;
        let mirrored = i32::from(step.excess[1]) + mirrored_change;
        Step {
            changed: [after, mirrored_after],
            manhattan: manhattan as i16,
            excess: [plain as i16, mirrored as i16],
            owner: [owner, mirrored_owner],
        }
    }

    fn credit(step: &Step, room: i32) -> usize {
        let manhattan = i32::from(step.manhattan);
        if manhattan > room { 0 } else { 2 - usize::from(manhattan + 2 * i32::from(step.excess[0]) > room) }
    }

    #[inline(always)]
    fn enter(node: &mut [Placement; P], step: &Step) {
        node[step.owner[0] as usize] = step.changed[0];
        node[step.owner[1] as usize] = step.changed[1];
    }

    #[inline(always)]
    fn value(step: &Step) -> i32 {
        i32::from(step.manhattan) + 2 * i32::from(step.excess[0].max(step.excess[1]))
    }

    /// Both sums together tell more than the larger one.
    fn rank(step: &Step) -> i32 {
        i32::from(step.manhattan) + i32::from(step.excess[0]) + i32::from(step.excess[1])
    }
}
