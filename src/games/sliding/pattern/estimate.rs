//! The databases as an estimate: one look-up a move in the pattern of the moved tile, and one in its reflection.

use std::sync::Arc;

use super::super::canon::{Canon, Labels};
use super::super::kernel::{Cut, Estimate, Grid, Manhattan, Slide};
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::build::nibble;
use super::shape::Lane;
use super::store::Databases;

/// How wide the numbers of a placement must be: a node is copied for every child, so every byte counts.
pub trait Width: Copy + Send + Sync + 'static {
    type Cells: Copy + Send + Default + Into<u64> + TryFrom<u64>;
    type Block: Copy + Send + Default + Into<u32> + TryFrom<u32>;
}

/// Boards of up to sixteen cells.
#[derive(Clone, Copy)]
pub struct Small;

impl Width for Small {
    type Cells = u16;
    type Block = u16;
}

/// All others.
#[derive(Clone, Copy)]
pub struct Wide;

impl Width for Wide {
    type Cells = u64;
    type Block = u32;
}

/// Where the tiles of one pattern stand.
#[derive(Clone, Copy)]
pub struct Placement<W: Width> {
    occupied: W::Cells,
    block: W::Block,
    perm: u16,
    excess: u8,
}

impl<W: Width> Default for Placement<W> {
    fn default() -> Self {
        Placement { occupied: W::Cells::default(), block: W::Block::default(), perm: 0, excess: 0 }
    }
}

/// What a node carries: a placement for each pattern, plain ones first, then reflected ones.
#[derive(Clone, Copy)]
pub struct Node<W: Width, const P: usize> {
    placements: [Placement<W>; P],
    manhattan: i16,
    /// Sums of the plain and of the reflected patterns.
    excess: [u8; 2],
}

/// How the board is seen through a group of patterns: as it is, or with rows and columns exchanged.
struct Look {
    cell: [u8; MAX_CELLS],
    /// By the blank's direction and the cell that the tile leaves, both as they are on the board.
    lane: [[Lane; MAX_CELLS]; 4],
    /// By label: which pattern, counted over both groups, and which of its tiles.
    owner: [(u8, u8); MAX_CELLS],
}

pub struct Patterns<W: Width, const P: usize> {
    manhattan: Manhattan,
    size: Size,
    goal_blank: usize,
    databases: Arc<Databases>,
    looks: Vec<Look>,
    width: std::marker::PhantomData<W>,
}

const NOBODY: (u8, u8) = (u8::MAX, 0);

impl<W: Width, const P: usize> Patterns<W, P> {
    /// At most `P` patterns, reflected ones counted too.
    pub fn new(canon: &Canon, databases: Arc<Databases>, reflection: bool) -> Self {
        let count = databases.patterns.len();
        let mut looks = vec![look(canon.size, &databases, 0, false)];
        if reflection && canon.reflects() {
            looks.push(look(canon.size, &databases, count, true));
        }
        assert!(count * looks.len() <= P, "room for every pattern");
        let manhattan = Manhattan::new(canon.size, canon.goal_blank);
        let (size, goal_blank) = (canon.size, canon.goal_blank);
        Patterns { manhattan, size, goal_blank, databases, looks, width: std::marker::PhantomData }
    }

    fn placement(&self, labels: &Labels, look: &Look, index: usize) -> Placement<W> {
        let database = &self.databases.patterns[index % self.databases.patterns.len()];
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
        let fits = "a board of this width";
        Placement {
            occupied: W::Cells::try_from(occupied).ok().expect(fits),
            block: W::Block::try_from(block as u32).ok().expect(fits),
            perm: perm as u16,
            excess,
        }
    }

    /// The placement of the moved tile's pattern after a slide.
    #[inline(always)]
    fn slid_in(&self, look: &Look, placements: &[Placement<W>; P], slide: Slide) -> (usize, Placement<W>) {
        let (owner, tile) = look.owner[slide.label];
        let owner = owner as usize;
        let before = placements[owner];
        let count = self.databases.patterns.len();
        let database = &self.databases.patterns[if owner >= count { owner - count } else { owner }];
        let lane = &look.lane[slide.dir as usize][slide.from];
        let shape = &*database.shape;
        let occupied: u64 = before.occupied.into();
        let place = shape.place(before.perm as usize, tile as usize);
        let (block, perm) = shape.moved(occupied, before.block.into(), before.perm, place, lane);
        let excess = nibble(&database.excess, block as usize * shape.permutations() + perm as usize);
        let occupied = W::Cells::try_from(occupied ^ lane.flip).unwrap_or_default();
        let block = W::Block::try_from(block).unwrap_or_default();
        (owner, Placement { occupied, block, perm, excess })
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
    type Node = Node<W, P>;
    const CUTS: &'static [&'static str] = &["manhattan", "pdb", "reflection"];
    const STEP: u32 = 2;

    fn root(&self, labels: &Labels) -> Node<W, P> {
        let mut node =
            Node { placements: [Placement::default(); P], manhattan: self.manhattan.of(labels) as i16, excess: [0; 2] };
        let count = self.databases.patterns.len();
        for (group, look) in self.looks.iter().enumerate() {
            for index in group * count..(group + 1) * count {
                node.placements[index] = self.placement(labels, look, index);
                node.excess[group] += node.placements[index].excess;
            }
        }
        node
    }

    #[inline(always)]
    fn slid<G: Grid>(
        &self,
        node: &Node<W, P>,
        slide: Slide,
        _grid: &G,
        room: i32,
        next: &mut Node<W, P>,
    ) -> Result<(), Cut> {
        let manhattan = i32::from(node.manhattan) + self.manhattan.change(slide);
        let (plain, placement) = self.slid_in(&self.looks[0], &node.placements, slide);
        let excess = node.excess[0] - node.placements[plain].excess + placement.excess;
        let value = manhattan + 2 * i32::from(excess);
        if value > room {
            return Err(Cut { value, credit: u8::from(manhattan <= room) });
        }
        let mut mirrored = None;
        if let Some(look) = self.looks.get(1) {
            let (owner, placement) = self.slid_in(look, &node.placements, slide);
            let excess = node.excess[1] - node.placements[owner].excess + placement.excess;
            let value = manhattan + 2 * i32::from(excess);
            if value > room {
                return Err(Cut { value, credit: 2 });
            }
            mirrored = Some((owner, placement, excess));
        }
        next.placements = node.placements;
        next.placements[plain] = placement;
        next.manhattan = manhattan as i16;
        next.excess[0] = excess;
        if let Some((owner, placement, excess)) = mirrored {
            next.placements[owner] = placement;
            next.excess[1] = excess;
        }
        Ok(())
    }

    fn value(node: &Node<W, P>) -> i32 {
        i32::from(node.manhattan) + 2 * i32::from(node.excess[0].max(node.excess[1]))
    }
}
