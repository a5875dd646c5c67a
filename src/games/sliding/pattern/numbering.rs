//! Two ways to keep the number of a pattern's state up to date while a search slides its tiles.
//!
//! [`Linked`] goes from area to area by a table of all ways, for boards of up to sixteen cells; [`Ranked`] computes its
//! way with small tables where that one would be too large.

use std::marker::PhantomData;
use std::sync::Arc;

use super::super::canon::Canon;
use super::super::kernel::Slide;
use super::super::rules::{Dir, MAX_CELLS, Size};
use super::shape::{Areas, LANES, Lane, Shape, perm_rank, permutations, step_index};
use super::store::{Database, Databases};

/// Where the tiles of one pattern stand, and in the lowest two bits how many moves of them are left, modulo 4. Above
/// that each [`Numbering`] has its own.
#[derive(Clone, Copy, Default)]
pub struct Placement(u64);

const DISTANCE_BITS: u32 = 2;

impl Placement {
    #[inline(always)]
    fn above(self) -> u64 {
        self.0 >> DISTANCE_BITS
    }

    #[inline(always)]
    fn new(above: u64) -> Placement {
        Placement(above << DISTANCE_BITS)
    }

    /// Modulo 4.
    #[inline(always)]
    pub fn distance(self) -> u32 {
        self.0 as u32 & 3
    }

    #[inline(always)]
    pub fn at_distance(self, distance: u32) -> Placement {
        Placement(self.0 & !3 | u64::from(distance & 3))
    }
}

/// How the board is seen through a group of patterns: as it is, or with rows and columns exchanged.
#[derive(Clone)]
pub struct Look {
    pub cell: [u8; MAX_CELLS],
    /// By the blank's direction and the cell that the tile leaves, both as they are on the board.
    pub lane: [[Lane; MAX_CELLS]; 4],
    /// By label: which pattern, counted over both groups.
    pub owner: [u8; MAX_CELLS],
    /// By label: which of its pattern's tiles.
    pub tile: [u8; MAX_CELLS],
}

pub trait Numbering: Send + Sync + Sized + 'static {
    /// `used` patterns, the reflected ones behind the others.
    fn new(canon: &Canon, databases: &Databases, looks: &[Look; 2], used: usize) -> Self;
    /// A placement of pattern `index` from its cells, its permutation and the blank's cell; its distance still open.
    fn placement(&self, index: usize, shape: &Shape, occupied: u64, perm: usize, blank: usize) -> Placement;
    /// The placement after a slide of one of its tiles, seen through `look`, the group's number `group`; its distance
    /// still open, but in the lowest bit whether its half is odd.
    fn slid(&self, group: usize, look: &Look, owner: usize, before: Placement, slide: Slide) -> (Placement, u32);
}

/// Which bits of a [`Ranked`] placement have what: occupied cells, block, permutation.
pub trait Width: Copy + Send + Sync + 'static {
    const PERM_BITS: u32;
    const BLOCK_BITS: u32;
}

/// Up to 25 cells, six tiles.
#[derive(Clone, Copy)]
pub struct Middle;

impl Width for Middle {
    const PERM_BITS: u32 = 10;
    const BLOCK_BITS: u32 = 18;
}

/// Up to 36 cells, four tiles.
#[derive(Clone, Copy)]
pub struct Wide;

impl Width for Wide {
    const PERM_BITS: u32 = 5;
    const BLOCK_BITS: u32 = 16;
}

/// As the databases have it.
pub struct Ranked<W: Width> {
    lookups: Vec<Lookup>,
    width: PhantomData<W>,
}

/// A database's parts side by side, so that a look-up follows as few pointers as possible.
struct Lookup {
    step: Arc<[i32]>,
    turn: Arc<[u16]>,
    area: Arc<[Areas]>,
    odd: Arc<[u8]>,
    permutations: usize,
    /// Bits from one area to the next.
    stride: usize,
}

impl Lookup {
    fn new(database: &Database) -> Lookup {
        let shape = &database.shape;
        Lookup {
            step: Arc::clone(&shape.step),
            turn: Arc::clone(&shape.turn),
            area: Arc::clone(&shape.area),
            odd: Arc::clone(&database.odd),
            permutations: shape.permutations(),
            stride: shape.words() * 64,
        }
    }
}

impl<W: Width> Ranked<W> {
    #[inline(always)]
    fn pack(occupied: u64, block: u32, perm: u16) -> Placement {
        Placement::new((occupied << W::BLOCK_BITS | u64::from(block)) << W::PERM_BITS | u64::from(perm))
    }
}

impl<W: Width> Numbering for Ranked<W> {
    fn new(_: &Canon, databases: &Databases, _: &[Look; 2], used: usize) -> Self {
        let patterns = databases.patterns.iter().cycle().take(used);
        Ranked { lookups: patterns.map(Lookup::new).collect(), width: PhantomData }
    }

    fn placement(&self, _: usize, shape: &Shape, occupied: u64, perm: usize, _: usize) -> Placement {
        Self::pack(occupied, shape.block_of(occupied) as u32, perm as u16)
    }

    #[inline(always)]
    fn slid(&self, _: usize, look: &Look, owner: usize, before: Placement, slide: Slide) -> (Placement, u32) {
        let lookup = &self.lookups[owner];
        let lane = &look.lane[slide.dir as usize][slide.from];
        let perm = (before.above() & ((1 << W::PERM_BITS) - 1)) as usize;
        let block = (before.above() >> W::PERM_BITS & ((1 << W::BLOCK_BITS) - 1)) as u32;
        let occupied = before.above() >> (W::PERM_BITS + W::BLOCK_BITS);
        let step = lookup.step[step_index(occupied, lane)];
        let perm = lookup.turn[(step & 0xff) as usize * lookup.permutations + perm];
        let block = block.wrapping_add_signed(step >> 8);
        let at = lookup.area[block as usize].of(lane.from.into()) * lookup.stride + perm as usize;
        let odd = u32::from(lookup.odd[at / 8]) >> (at % 8);
        (Self::pack(occupied ^ lane.flip, block, perm), odd)
    }
}

/// By area and lane; see [`Shape::links`].
pub struct Linked {
    lookups: Vec<LinkLookup>,
    /// By group, the blank's direction and the cell that the tile leaves: which lane.
    lane: [[[u8; BASE]; 4]; 2],
}

struct LinkLookup {
    link: Arc<[u32]>,
    turn: Arc<[u16]>,
    odd: Arc<[u8]>,
    permutations: usize,
    stride: usize,
}

/// The most cells.
const BASE: usize = 16;
const PERM_BITS: u32 = 16;

impl Numbering for Linked {
    fn new(canon: &Canon, databases: &Databases, looks: &[Look; 2], used: usize) -> Self {
        let mut lane = [[[0; BASE]; 4]; 2];
        let lanes = &databases.patterns[0].shape.lanes;
        for (look, numbers) in looks.iter().zip(&mut lane) {
            for (dir, from) in (0..4).flat_map(|dir| (0..canon.size.cells()).map(move |from| (dir, from))) {
                let there = &look.lane[dir][from];
                let number = lanes.iter().position(|lane| (lane.flip, lane.from) == (there.flip, there.from));
                numbers[dir][from] = number.unwrap_or(0) as u8;
            }
        }
        let lookup = |database: &Database| LinkLookup {
            link: Arc::clone(&database.shape.link),
            turn: Arc::clone(&database.shape.turn),
            odd: Arc::clone(&database.odd),
            permutations: database.shape.permutations(),
            stride: database.shape.words() * 64,
        };
        Linked { lookups: databases.patterns.iter().cycle().take(used).map(lookup).collect(), lane }
    }

    fn placement(&self, _: usize, shape: &Shape, occupied: u64, perm: usize, blank: usize) -> Placement {
        let area = shape.area[shape.block_of(occupied)].of(blank);
        Placement::new((area << PERM_BITS | perm) as u64)
    }

    #[inline(always)]
    fn slid(&self, group: usize, _: &Look, owner: usize, before: Placement, slide: Slide) -> (Placement, u32) {
        let lookup = &self.lookups[owner];
        let lane = self.lane[group][slide.dir as usize][slide.from & (BASE - 1)];
        let perm = (before.above() & ((1 << PERM_BITS) - 1)) as usize;
        let area = (before.above() >> PERM_BITS) as usize;
        let link = lookup.link[area * LANES + lane as usize];
        let perm = lookup.turn[(link & 0xff) as usize * lookup.permutations + perm];
        let area = (link >> 8) as usize;
        let at = area * lookup.stride + perm as usize;
        (Placement::new((area << PERM_BITS | perm as usize) as u64), u32::from(lookup.odd[at / 8]) >> (at % 8))
    }
}

/// Small databases laid out by the tiles' cells as digits in base 16, so that a move adds a number that depends on
/// nothing but the tile and its direction: eight times the room, half of the time.
pub struct Layout {
    /// By place and part.
    odd: Vec<u8>,
    /// Where each pattern begins.
    first: Vec<u64>,
    /// By occupied cells: the part of each free cell, three bits each.
    parts: Vec<u64>,
}

/// Bits for the parts of one place: six tiles cut sixteen cells into at most six parts.
const PARTS: usize = 6;
const MOST_TILES: usize = 6;

/// A place has so many bits of a [`Placement`], below those of the occupied cells.
const PLACE_BITS: u32 = 26;

impl Layout {
    /// `None` where it would be too large.
    pub fn new(size: Size, patterns: &[Database]) -> Option<Layout> {
        if size.cells() > BASE || patterns.iter().any(|pattern| pattern.tiles.len() > MOST_TILES) {
            return None;
        }
        let mut layout = Layout { odd: Vec::new(), first: Vec::new(), parts: vec![0; 1 << size.cells()] };
        for pattern in patterns {
            layout.first.push((layout.odd.len() / ROW * BASE) as u64);
            layout.spread(pattern);
        }
        assert!(layout.odd.len() / ROW * BASE <= 1 << PLACE_BITS, "places have {PLACE_BITS} bits");
        // A look-up reads two bytes.
        layout.odd.push(0);
        Some(layout)
    }

    fn spread(&mut self, pattern: &Database) {
        let shape = &*pattern.shape;
        let cells = shape.size.cells();
        let mut blocks = vec![0; 1 << cells];
        for (block, &occupied) in shape.occupied.iter().enumerate() {
            blocks[occupied as usize] = block as u16;
            let free = (0..cells).filter(|cell| occupied >> cell & 1 == 0);
            self.parts[occupied as usize] = free.map(|cell| (shape.area[block].part(cell) as u64) << (3 * cell)).sum();
        }
        let inserted = (0..shape.k).map(inserted).collect();
        let mut spreading = Spreading { shape, odd: &pattern.odd, blocks, inserted, into: &mut self.odd };
        spreading.lay(0, 0, 0);
    }
}

/// Bytes for the sixteen cells of a pattern's first tile.
const ROW: usize = BASE * PARTS / 8;

/// A [`Layout`] of one pattern in the making, in the order of its places.
struct Spreading<'a> {
    shape: &'a Shape,
    odd: &'a [u8],
    /// By occupied cells.
    blocks: Vec<u16>,
    /// By the number of tiles already there.
    inserted: Vec<Vec<u16>>,
    into: &'a mut Vec<u8>,
}

/// By rank of a permutation of `count` tiles and a place: its rank once a tile before all of them is put there.
fn inserted(count: usize) -> Vec<u16> {
    let with = |perm: &[u8], place: usize| {
        let mut longer: Vec<u8> = perm.iter().map(|tile| tile + 1).collect();
        longer.insert(place, 0);
        perm_rank(&longer) as u16
    };
    permutations(count).iter().flat_map(|perm| (0..=count).map(move |place| with(&perm[..count], place))).collect()
}

impl Spreading<'_> {
    /// Lays out all places of the next tile and those before it, the last `count` standing on `occupied` in the order
    /// that has `rank`.
    fn lay(&mut self, count: usize, occupied: usize, rank: usize) {
        let cells = self.shape.size.cells();
        let mut row = 0_u128;
        for cell in 0..BASE {
            if cell >= cells || occupied >> cell & 1 == 1 {
                if count + 1 < self.shape.k {
                    self.into.resize(self.into.len() + (ROW << (4 * (self.shape.k - count - 2))), 0);
                }
                continue;
            }
            let place = (occupied & ((1 << cell) - 1)).count_ones() as usize;
            let rank = self.inserted[count][rank * (count + 1) + place] as usize;
            let occupied = occupied | 1 << cell;
            if count + 1 < self.shape.k {
                self.lay(count + 1, occupied, rank);
            } else {
                row |= self.bits(occupied, rank) << (PARTS * cell);
            }
        }
        if count + 1 == self.shape.k {
            self.into.extend_from_slice(&row.to_le_bytes()[..ROW]);
        }
    }

    /// A bit for each part.
    #[inline(always)]
    fn bits(&self, occupied: usize, perm: usize) -> u128 {
        let block = self.blocks[occupied] as usize;
        let first = self.shape.area[block].first();
        (0..self.shape.parts(block)).fold(0, |bits, part| {
            let at = (first + part) * self.shape.words() * 64 + perm;
            bits | u128::from(self.odd[at / 8] >> (at % 8) & 1) << part
        })
    }
}

/// By [`Layout`].
pub struct Spread {
    layout: Arc<Layout>,
    /// By group, the blank's direction and label: what a slide adds to the place.
    add: [[[u64; BASE]; 4]; 2],
}

impl Numbering for Spread {
    fn new(canon: &Canon, databases: &Databases, looks: &[Look; 2], _: usize) -> Self {
        let layout = databases.layout.clone().expect("small databases are laid out");
        let size = canon.size;
        let mut add = [[[0; BASE]; 4]; 2];
        for (look, add) in looks.iter().zip(&mut add) {
            for dir in Dir::ULRD {
                // The same from every cell that a tile can leave this way.
                let ends = (0..size.cells()).find_map(|to| Some((size.neighbour(to, dir)?, to)));
                let (from, to) = ends.expect("every board has two rows and columns");
                let step = i64::from(look.cell[to]) - i64::from(look.cell[from]);
                for label in 0..size.cells() {
                    add[dir as usize][label] = (step << (4 * look.tile[label])) as u64;
                }
            }
        }
        Spread { layout, add }
    }

    fn placement(&self, index: usize, shape: &Shape, occupied: u64, perm: usize, _: usize) -> Placement {
        let cells = (0..shape.size.cells() as u64).filter(|cell| occupied >> cell & 1 == 1);
        let place: u64 = cells.zip(shape.perms[perm]).map(|(cell, tile)| cell << (4 * tile)).sum();
        let first = self.layout.first[index % self.layout.first.len()];
        Placement::new(occupied << PLACE_BITS | (first + place))
    }

    #[inline(always)]
    fn slid(&self, group: usize, look: &Look, _: usize, before: Placement, slide: Slide) -> (Placement, u32) {
        let lane = &look.lane[slide.dir as usize][slide.from];
        let above = before.above().wrapping_add(self.add[group][slide.dir as usize][slide.label & (BASE - 1)]);
        let above = above ^ lane.flip << PLACE_BITS;
        let bit = (above & ((1 << PLACE_BITS) - 1)) as usize * PARTS;
        // All parts at once, so that neither look-up waits for the other.
        let at = bit / 8;
        let odd = u32::from(u16::from_le_bytes([self.layout.odd[at], self.layout.odd[at + 1]]));
        let part = self.layout.parts[(above >> PLACE_BITS) as usize] >> (3 * lane.from) & 7;
        (Placement::new(above), odd >> (bit as u32 % 8 + part as u32))
    }
}
