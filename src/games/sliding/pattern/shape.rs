//! Where `k` distinct tiles can stand on a board, as a number.
//!
//! Index = rank of the set of occupied cells (the *block*) × k! + rank of the permutation, the tiles listed by ascending
//! cell. A horizontal move keeps the permutation; a vertical one passes the tiles that stand between, which turns a
//! few places of the list round: both ranks change by one look-up.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::rules::{Dir, MAX_CELLS, MAX_SIDE, Size};
use super::listed::Lists;

/// Permutation ranks fit 16 bits.
pub const MAX_TILES: usize = 8;
/// Sets of cells that a vertical move passes.
pub const MAX_BETWEEN: usize = 1 << (MAX_SIDE - 1);
/// Steps between rows of look-up tables by place in the list.
const PLACES: usize = MAX_TILES;

/// The numbering of all placements of `k` tiles.
pub struct Shape {
    pub size: Size,
    pub k: usize,
    /// Permutations of `0..k` in lexicographic order.
    pub perms: Vec<[u8; MAX_TILES]>,
    /// The occupied cells of each block, as bits.
    pub occupied: Vec<u64>,
    /// `binomial[n][r]`, for ranking sets of cells in colexicographic order.
    binomial: Vec<[u32; MAX_TILES + 1]>,
    /// By block: the connected parts of the cells that its tiles leave free.
    pub area: Arc<[Areas]>,
    /// How many parts all blocks have.
    pub areas: usize,
    /// All ways from a cell to its neighbours.
    pub lanes: Vec<Lane>,
    /// By `Lane`, pattern of the cells between, place: how the block's rank changes (upper 24 bits) and which row of
    /// `turn` gives the permutation (lower 8).
    pub step: Arc<[i32]>,
    /// Rows of k! permutation ranks; the first is the identity.
    pub turn: Arc<[u16]>,
    /// The same for lists of tiles, on boards of up to sixteen cells.
    pub lists: Option<Arc<Lists>>,
}

/// The connected parts of the cells that a block leaves free, numbered through all blocks: the number of the first
/// one, and below it for each cell, in three bits, how many further its part is.
#[derive(Clone, Copy)]
pub struct Areas(u128);

const FIRST_SHIFT: usize = 3 * MAX_CELLS;

impl Areas {
    fn new(first: usize, parts: &[u64]) -> Areas {
        assert!(parts.len() <= 8 && first >> (128 - FIRST_SHIFT) == 0, "parts have three bits, areas twenty");
        let mut packed = (first as u128) << FIRST_SHIFT;
        for (number, part) in parts.iter().enumerate() {
            for cell in (0..MAX_CELLS).filter(|cell| part >> cell & 1 == 1) {
                packed |= (number as u128) << (3 * cell);
            }
        }
        Areas(packed)
    }

    /// The number of the first.
    pub fn first(self) -> usize {
        (self.0 >> FIRST_SHIFT) as usize
    }

    /// Which part of its block a free cell is in.
    #[inline(always)]
    pub fn part(self, cell: usize) -> usize {
        (self.0 >> (3 * cell)) as usize & 7
    }

    /// The number of a free cell's part.
    #[inline(always)]
    pub fn of(self, cell: usize) -> usize {
        self.first() + self.part(cell)
    }
}

/// What a move from one cell in one direction has to look at.
#[derive(Clone, Copy, Default)]
pub struct Lane {
    /// Brings the cells between, which a vertical move passes, lowest.
    shift: u8,
    mask: u8,
    base: u16,
    /// The cell that the tile leaves to the blank.
    pub from: u8,
    /// Whether the tile goes to a smaller number.
    up: bool,
    /// The cells below it, so to say: those with smaller numbers.
    pub below: u64,
    /// The cell left and the cell reached.
    pub flip: u64,
}

/// Occupied cells are moved up by this before [`Lane::shift`] moves them down, so that no shift is negative.
const HEADROOM: usize = MAX_SIDE;

impl Lane {
    /// `dir` is the way the tile goes.
    pub fn new(size: Size, from: usize, dir: Dir) -> Option<Lane> {
        let to = size.neighbour(from, dir)?;
        let vertical = matches!(dir, Dir::U | Dir::D);
        Some(Lane {
            shift: (from.min(to) + 1 + HEADROOM) as u8,
            mask: if vertical { (1 << (size.cols - 1)) - 1 } else { 0 },
            base: ((dir as usize * size.cells() + from) << (size.cols - 1)) as u16,
            from: from as u8,
            up: to < from,
            below: (1 << from) - 1,
            flip: 1 << from | 1 << to,
        })
    }
}

impl Shape {
    pub fn new(size: Size, k: usize) -> Shape {
        assert!((2..=MAX_TILES).contains(&k) && k < size.cells(), "a pattern has 2 to 8 tiles and leaves the blank");
        let perms = permutations(k);
        let binomial = binomials(size.cells());
        let occupied = sets_of_cells(size.cells(), k);
        let mut areas = 0;
        let area = occupied.iter().map(|&occupied| {
            let parts = parts_of(size, occupied);
            areas += parts.len();
            Areas::new(areas - parts.len(), &parts)
        });
        let area = area.collect();
        let cells = (0..size.cells()).flat_map(|cell| Dir::ULRD.map(|dir| (cell, dir)));
        let lanes = cells.filter_map(|(cell, dir)| Lane::new(size, cell, dir)).collect();
        let (step, turn) = ([].into(), [].into());
        let mut shape = Shape { size, k, perms, occupied, binomial, area, areas, lanes, step, turn, lists: None };
        shape.prepare_moves();
        shape.lists = (size.cells() <= 16).then(|| Arc::new(Lists::new(&shape)));
        shape
    }

    pub fn permutations(&self) -> usize {
        self.perms.len()
    }

    pub fn placements(&self) -> usize {
        self.occupied.len() * self.perms.len()
    }

    /// How many parts the free cells of a block are in.
    pub fn parts(&self, block: usize) -> usize {
        self.area.get(block + 1).map_or(self.areas, |next| next.first()) - self.area[block].first()
    }

    /// Words of 64 bits that hold a bit for each permutation.
    pub fn words(&self) -> usize {
        self.perms.len().div_ceil(64)
    }

    /// Bits from one permutation's areas to the next one's in a database.
    pub fn stride(&self) -> usize {
        self.areas.next_multiple_of(64)
    }

    /// Bytes of a database with a bit for each permutation and area.
    pub fn bytes(&self) -> usize {
        self.permutations() * self.stride() / 8
    }

    /// The rank of a set of cells.
    pub fn block_of(&self, occupied: u64) -> usize {
        let mut rank = 0;
        let mut rest = occupied;
        let mut nth = 1;
        while rest != 0 {
            rank += self.binomial[rest.trailing_zeros() as usize][nth];
            rest &= rest - 1;
            nth += 1;
        }
        rank as usize
    }

    /// The permutation after such a move, for a whole block: `None` where nothing turns round.
    pub fn turned(&self, occupied: u64, lane: &Lane) -> Option<&[u16]> {
        let row = (self.step[step_index(occupied, lane)] & 0xff) as usize * self.perms.len();
        (row > 0).then(|| &self.turn[row..row + self.perms.len()])
    }

    /// Fills in what moves do.
    fn prepare_moves(&mut self) {
        let cells = self.size.cells();
        let mut steps = vec![0; ((4 * cells) << (self.size.cols - 1)) * PLACES];
        let mut turns: Vec<u16> = (0..self.perms.len() as u16).collect();
        let swaps = self.swaps();
        let mut rows = BTreeMap::new();
        for (from, dir) in (0..cells).flat_map(|from| Dir::ULRD.map(|dir| (from, dir))) {
            let Some(lane) = Lane::new(self.size, from, dir) else { continue };
            let to = self.size.neighbour(from, dir).expect("a lane leads somewhere");
            for between in 0..=u64::from(lane.mask) {
                let occupied = between << (from.min(to) + 1);
                for place in 0..self.k {
                    let passed = between.count_ones() as usize;
                    let Some((block, new_place)) = self.step_of(place, from, to, occupied, passed) else { continue };
                    let count = rows.len() as i32 + 1;
                    let row = if passed == 0 { 0 } else { *rows.entry((place, new_place)).or_insert(count) };
                    if row == count {
                        turns.extend(turn_of(&swaps, place, new_place));
                    }
                    steps[lane.index(occupied, place)] = block << 8 | row;
                }
            }
        }
        (self.step, self.turn) = (steps.into(), turns.into());
    }

    /// The change of the block's rank and the new place; `None` where so many tiles cannot stand there.
    fn step_of(&self, place: usize, from: usize, to: usize, between: u64, passed: usize) -> Option<(i32, usize)> {
        let choose = |cell: usize, nth: usize| i64::from(self.binomial[cell][nth]);
        let down = to > from;
        let new_place = if down { place + passed } else { place.checked_sub(passed)? };
        if new_place >= self.k {
            return None;
        }
        let mut change = choose(to, new_place + 1) - choose(from, place + 1);
        let mut rest = between;
        // The tiles passed each move one place against the way of the tile.
        let first = if down { place + 1 } else { new_place };
        for nth in first..first + passed {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let after = if down { nth } else { nth + 2 };
            change += choose(cell, after) - choose(cell, nth + 1);
        }
        Some((change as i32, new_place))
    }

    /// By place and permutation: its rank after the tile there has changed places with the next one.
    fn swaps(&self) -> Vec<Vec<u16>> {
        let swapped = |perm: &[u8; MAX_TILES], place: usize| {
            let mut tiles = *perm;
            tiles.swap(place, place + 1);
            perm_rank(&tiles[..self.k]) as u16
        };
        (1..self.k).map(|next| self.perms.iter().map(|perm| swapped(perm, next - 1)).collect()).collect()
    }
}

/// By permutation: its rank after the tile at `place` went to `new_place`, past one tile after the other.
fn turn_of(swaps: &[Vec<u16>], place: usize, new_place: usize) -> Vec<u16> {
    let passed: Vec<usize> =
        if place < new_place { (place..new_place).collect() } else { (new_place..place).rev().collect() };
    let turn = |perm: u16| passed.iter().fold(perm, |perm, &swap| swaps[swap][perm as usize]);
    (0..swaps[0].len() as u16).map(turn).collect()
}

/// Where [`Shape::step`] has the move along `lane`.
#[inline(always)]
pub fn step_index(occupied: u64, lane: &Lane) -> usize {
    lane.index(occupied, (occupied & lane.below).count_ones() as usize)
}

impl Lane {
    /// `place` is the moved tile's in the list.
    #[inline(always)]
    fn index(&self, occupied: u64, place: usize) -> usize {
        (self.base as usize + self.between(occupied)) * PLACES + place
    }

    /// The tiles between, as bits.
    #[inline(always)]
    fn between(&self, occupied: u64) -> usize {
        usize::from(((occupied << HEADROOM) >> self.shift) as u8 & self.mask)
    }

    /// The tiles between and the way up or down as one number.
    #[inline(always)]
    pub fn turn(&self, occupied: u64) -> usize {
        self.between(occupied) + usize::from(self.up) * MAX_BETWEEN
    }
}

/// The rank of a permutation, given as the list of tiles, among all in lexicographic order.
pub fn perm_rank(tiles: &[u8]) -> usize {
    let mut rank = 0;
    for (i, &tile) in tiles.iter().enumerate() {
        let smaller = tiles[i + 1..].iter().filter(|&&later| later < tile).count();
        rank = rank * (tiles.len() - i) + smaller;
    }
    rank
}

/// All of `0..k` in lexicographic order.
pub fn permutations(k: usize) -> Vec<[u8; MAX_TILES]> {
    fn extend(k: usize, at: usize, perm: &mut [u8; MAX_TILES], into: &mut Vec<[u8; MAX_TILES]>) {
        if at == k {
            into.push(*perm);
            return;
        }
        for tile in 0..k as u8 {
            if !perm[..at].contains(&tile) {
                perm[at] = tile;
                extend(k, at + 1, perm, into);
            }
        }
    }
    let mut all = Vec::new();
    extend(k, 0, &mut [0; MAX_TILES], &mut all);
    all
}

fn binomials(n: usize) -> Vec<[u32; MAX_TILES + 1]> {
    let mut rows = vec![[0; MAX_TILES + 1]; n + 1];
    for i in 0..=n {
        rows[i][0] = 1;
        for r in 1..=MAX_TILES.min(i) {
            rows[i][r] = rows[i - 1][r - 1] + rows[i - 1][r];
        }
    }
    rows
}

/// All sets of `k` of `n` cells in colexicographic order, which is the order of the sets as numbers.
fn sets_of_cells(n: usize, k: usize) -> Vec<u64> {
    let mut sets = Vec::new();
    let mut set: u64 = (1 << k) - 1;
    while set >> n == 0 {
        sets.push(set);
        // Gosper: the next number with as many bits.
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        set = ripple | ((set ^ ripple) / lowest) >> 2;
    }
    sets
}

/// The connected parts of the cells that are not occupied.
fn parts_of(size: Size, occupied: u64) -> Vec<u64> {
    let column = (0..size.rows).fold(0_u64, |column, row| column | 1 << (row * size.cols));
    let mut free = !occupied & ((1 << size.cells()) - 1);
    let mut parts = Vec::new();
    while free != 0 {
        let mut part = free & free.wrapping_neg();
        loop {
            let upright = part << size.cols | part >> size.cols;
            let sideways = part << 1 & !column | (part & !column) >> 1;
            let grown = (part | upright | sideways) & free;
            if grown == part {
                break;
            }
            part = grown;
        }
        parts.push(part);
        free &= !part;
    }
    parts
}
