//! Sets of databases: making them step by step, and remembering those of this run.

use std::sync::Arc;

use super::super::canon::Canon;
use super::super::made::Made;
use super::super::rules::Size;
use super::shape::{Lane, step_index};
use super::{Build, Scope, Shape, partition};
use crate::games::{Alone, Crew};

/// One pattern's database: for each placement of its tiles and each part of the free cells that the blank may be in,
/// how many moves of these tiles lead to the goal.
///
/// A move changes that number by one, up or down, so that along a line of moves one bit tells it: whether its half is
/// odd. Where a line begins it is counted once, see [`Database::distance`].
#[derive(Clone)]
pub struct Database {
    pub shape: Arc<Shape>,
    /// The goal cells of its tiles, ascending.
    pub tiles: Vec<u8>,
    goal_blank: usize,
    pub odd: Arc<Vec<u8>>,
}

impl Database {
    /// Whether the half of a state's distance is odd.
    #[inline(always)]
    fn is_odd(&self, area: usize, perm: usize) -> bool {
        let at = perm * self.shape.stride() + area;
        self.odd[at / 8] >> (at % 8) & 1 == 1
    }

    /// The moves left from a placement, `occupied` and `perm`, with the blank in a cell, counted by making them: from
    /// every state some move leads one nearer.
    pub fn distance(&self, occupied: u64, perm: usize, blank: usize) -> u32 {
        let shape = &*self.shape;
        let home = shape.block_of(self.tiles.iter().fold(0, |occ, &tile| occ | 1 << tile));
        let goal = (shape.area[home].of(self.goal_blank), 0);
        let mut at = Standing { occupied, block: shape.block_of(occupied), perm, blank };
        let mut nearer = (2 * u32::from(self.is_odd(at.area(shape), perm)) + self.parity(&at) + 3) % 4;
        let mut steps = 0;
        while (at.area(shape), at.perm) != goal {
            let parity = nearer % 2;
            let next = shape.lanes.iter().find_map(|lane| {
                let next = at.slid(shape, lane)?;
                let distance = 2 * u32::from(self.is_odd(next.area(shape), next.perm)) + parity;
                (distance == nearer).then_some(next)
            });
            at = next.expect("a state that the goal can be reached from");
            nearer = (nearer + 3) % 4;
            steps += 1;
        }
        steps
    }

    /// Each move changes a placement's Manhattan distance by one as well.
    fn parity(&self, at: &Standing) -> u32 {
        let cells = (0..self.shape.size.cells()).filter(|cell| at.occupied >> cell & 1 == 1);
        let tiles = self.shape.perms[at.perm].iter().map(|&tile| self.tiles[tile as usize] as usize);
        cells.zip(tiles).map(|(cell, home)| self.shape.size.distance(cell, home) as u32).sum::<u32>() % 2
    }
}

/// Where the tiles of a pattern stand, and the blank.
#[derive(Clone, Copy)]
struct Standing {
    occupied: u64,
    block: usize,
    perm: usize,
    blank: usize,
}

impl Standing {
    fn area(&self, shape: &Shape) -> usize {
        shape.area[self.block].of(self.blank)
    }

    /// After a tile's move along `lane`, if there is one and the blank can come to where it goes.
    fn slid(&self, shape: &Shape, lane: &Lane) -> Option<Standing> {
        let from = usize::from(lane.from);
        let to = (lane.flip ^ 1 << from).trailing_zeros() as usize;
        let free = |cell: usize| self.occupied >> cell & 1 == 0;
        let areas = shape.area[self.block];
        if free(from) || !free(to) || areas.part(to) != areas.part(self.blank) {
            return None;
        }
        let step = shape.step[step_index(self.occupied, lane)];
        let perm = shape.turn[(step & 0xff) as usize * shape.permutations() + self.perm] as usize;
        let block = self.block.wrapping_add_signed((step >> 8) as isize);
        Some(Standing { occupied: self.occupied ^ lane.flip, block, perm, blank: from })
    }
}

/// A partition's databases.
pub struct Databases {
    pub key: Key,
    pub patterns: Vec<Database>,
}

/// Which databases: the board, the blank's goal cell, how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub size: Size,
    pub goal_blank: usize,
    pub scope: Scope,
}

impl Key {
    pub fn of(canon: &Canon, scope: Scope) -> Key {
        Key { size: canon.size, goal_blank: canon.goal_blank, scope }
    }
}

impl Databases {
    /// As people call it: `6-6-3`.
    pub fn name(&self) -> String {
        name_of(self.patterns.iter().map(|p| p.tiles.len()))
    }
}

fn name_of(sizes: impl Iterator<Item = usize>) -> String {
    sizes.map(|k| k.to_string()).collect::<Vec<_>>().join("-")
}

/// Databases made in this run, so that each is made once. Only sets that are small enough to keep: a megabyte or so.
static MADE: Made<Key, Databases> = Made::new(8);

/// The databases of this key, if this run has made them.
pub fn ready(key: Key) -> Option<Arc<Databases>> {
    MADE.get(&key)
}

/// Databases in the making.
#[derive(Clone)]
pub struct Making {
    key: Key,
    waiting: Vec<Vec<u8>>,
    build: Option<(Build, Arc<Shape>, Vec<u8>)>,
    done: Vec<Database>,
    name: String,
    total: usize,
}

impl Making {
    pub fn new(key: Key) -> Option<Making> {
        let mut waiting = partition(key.size, key.goal_blank, key.scope)?;
        let name = name_of(waiting.iter().map(Vec::len));
        let total = waiting.iter().map(|tiles| placements(key.size, tiles.len())).sum();
        waiting.reverse();
        Some(Making { key, waiting, build: None, done: Vec::new(), name, total })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Placements done, of how many.
    pub fn progress(&self) -> (usize, usize) {
        let done: usize = self.done.iter().map(|d| d.shape.placements()).sum();
        (done + self.build.as_ref().map_or(0, |(build, ..)| build.progress()), self.total)
    }

    /// Works for at most `fuel` steps and takes off what it used; the databases when all are there.
    pub fn advance(&mut self, fuel: &mut u64) -> Option<Arc<Databases>> {
        while *fuel > 0 {
            let Some((build, shape, tiles)) = &mut self.build else {
                let Some(tiles) = self.waiting.pop() else { return Some(self.keep()) };
                let shape = self.shape(tiles.len());
                *fuel = fuel.saturating_sub(long_step(&shape));
                self.build = Some((Build::new(Arc::clone(&shape), &tiles, self.key.goal_blank), shape, tiles));
                continue;
            };
            *fuel -= 1;
            if build.advance(BLOCKS_A_STEP, &Alone) {
                let (shape, tiles) = (Arc::clone(shape), std::mem::take(tiles));
                let (build, ..) = self.build.take().expect("it was just at work");
                *fuel = fuel.saturating_sub(long_step(&shape));
                self.done.push(Database { shape, tiles, goal_blank: self.key.goal_blank, odd: build.finish().into() });
            }
        }
        None
    }

    fn shape(&self, k: usize) -> Arc<Shape> {
        let same = self.done.iter().find(|d| d.shape.k == k);
        same.map_or_else(|| Arc::new(Shape::new(self.key.size, k)), |d| Arc::clone(&d.shape))
    }

    fn keep(&mut self) -> Arc<Databases> {
        let made = Arc::new(Databases { key: self.key, patterns: std::mem::take(&mut self.done) });
        MADE.keep(self.key, &made);
        made
    }
}

/// Builds the large databases of a board in one go; `progress` is told placements done, of how many.
pub fn build_large(size: Size, crew: &dyn Crew, progress: &mut dyn FnMut(u64, u64)) -> Vec<Vec<u8>> {
    let patterns = partition(size, 0, Scope::Large).unwrap_or_default();
    let total: usize = patterns.iter().map(|tiles| placements(size, tiles.len())).sum();
    let mut before = 0;
    let mut parts = Vec::new();
    for tiles in patterns {
        let mut build = Build::new(Arc::new(Shape::new(size, tiles.len())), &tiles, 0);
        while !build.advance(usize::MAX, crew) {
            progress((before + build.progress()) as u64, total as u64);
        }
        before += build.progress();
        parts.push(build.finish());
    }
    parts
}

/// Large databases out of their parts.
pub fn open_large(size: Size, parts: Vec<Vec<u8>>) -> Option<Arc<Databases>> {
    let patterns = partition(size, 0, Scope::Large)?.into_iter().zip(parts).map(|(tiles, odd)| {
        let shape = Arc::new(Shape::new(size, tiles.len()));
        (odd.len() == shape.bytes()).then_some(Database { shape, tiles, goal_blank: 0, odd: odd.into() })
    });
    let patterns: Vec<Database> = patterns.collect::<Option<_>>()?;
    Some(Arc::new(Databases { key: Key { size, goal_blank: 0, scope: Scope::Large }, patterns }))
}

/// One unit of fuel: this many blocks of one level, some microseconds.
const BLOCKS_A_STEP: usize = 16;

/// What beginning or end of a build takes: about as long as some levels. Whoever gives fuel by the clock must not get
/// the idea that there was hardly anything to do.
fn long_step(shape: &Shape) -> u64 {
    4 * shape.occupied.len().div_ceil(BLOCKS_A_STEP) as u64
}

/// Ways to put `k` tiles on a board.
pub fn placements(size: Size, k: usize) -> usize {
    (0..k).map(|i| size.cells() - i).product()
}
