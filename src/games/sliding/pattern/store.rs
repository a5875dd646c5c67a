//! Sets of databases: making them step by step, and remembering those of this run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::canon::Canon;
use super::super::rules::Size;
use super::{Build, Scope, Shape, Spread, partition};
use crate::games::{Alone, Crew};

/// One pattern's database.
#[derive(Clone)]
pub struct Database {
    pub shape: Arc<Shape>,
    /// The goal cells of its tiles, ascending.
    pub tiles: Vec<u8>,
    /// Half of what the distance is above Manhattan, four bits a placement; empty where it is spread out.
    pub excess: Arc<[u8]>,
}

/// A partition's databases.
pub struct Databases {
    pub key: Key,
    pub patterns: Vec<Database>,
    /// The same, quicker to look up, where that takes little room.
    pub spread: Option<Arc<Spread>>,
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

/// Databases made in this run, so that each is made once. Only sets that are small enough to keep.
static MADE: Mutex<BTreeMap<Key, Arc<Databases>>> = Mutex::new(BTreeMap::new());

/// The databases of this key, if this run has made them.
pub fn ready(key: Key) -> Option<Arc<Databases>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
}

/// Databases in the making.
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
        (done + self.build.as_ref().map_or(0, |(build, ..)| build.progress().0), self.total)
    }

    /// Works for at most `fuel` blocks and takes off what it used; the databases when all are there.
    pub fn advance(&mut self, fuel: &mut u64) -> Option<Arc<Databases>> {
        while *fuel > 0 {
            let Some((build, shape, tiles)) = &mut self.build else {
                let Some(tiles) = self.waiting.pop() else { return Some(self.keep()) };
                let shape = self.shape(tiles.len());
                self.build = Some((Build::new(Arc::clone(&shape), &tiles, self.key.goal_blank), shape, tiles));
                continue;
            };
            *fuel -= 1;
            if build.advance(BLOCKS_A_STEP, &Alone) {
                let (shape, tiles) = (Arc::clone(shape), std::mem::take(tiles));
                let (build, ..) = self.build.take().expect("it was just at work");
                self.done.push(Database { shape, tiles, excess: build.finish(&Alone).into() });
            }
        }
        None
    }

    fn shape(&self, k: usize) -> Arc<Shape> {
        let same = self.done.iter().find(|d| d.shape.k == k);
        same.map_or_else(|| Arc::new(Shape::new(self.key.size, k)), |d| Arc::clone(&d.shape))
    }

    fn keep(&mut self) -> Arc<Databases> {
        let mut patterns = std::mem::take(&mut self.done);
        let spread = Spread::new(self.key.size, &patterns).map(Arc::new);
        if spread.is_some() {
            for pattern in &mut patterns {
                pattern.excess = [].into();
            }
        }
        let made = Arc::new(Databases { key: self.key, patterns, spread });
        MADE.lock().unwrap_or_else(PoisonError::into_inner).insert(self.key, Arc::clone(&made));
        made
    }
}

/// Builds the large databases of a board in one go; `progress` is told placements done, of how many.
pub fn build_large(size: Size, crew: &dyn Crew, progress: &mut dyn FnMut(u64, u64)) -> Vec<Arc<[u8]>> {
    let patterns = partition(size, 0, Scope::Large).unwrap_or_default();
    let total: usize = patterns.iter().map(|tiles| placements(size, tiles.len())).sum();
    let mut before = 0;
    let mut parts = Vec::new();
    for tiles in patterns {
        let mut build = Build::new(Arc::new(Shape::new(size, tiles.len())), &tiles, 0);
        while !build.advance(usize::MAX, crew) {
            progress((before + build.progress().0) as u64, total as u64);
        }
        before += build.progress().1;
        parts.push(build.finish(crew).into());
    }
    parts
}

/// Large databases out of their parts.
pub fn open_large(size: Size, parts: Vec<Arc<[u8]>>) -> Option<Arc<Databases>> {
    let patterns = partition(size, 0, Scope::Large)?.into_iter().zip(parts).map(|(tiles, excess)| {
        let shape = Arc::new(Shape::new(size, tiles.len()));
        (excess.len() == shape.placements() / 2).then_some(Database { shape, tiles, excess })
    });
    let patterns: Vec<Database> = patterns.collect::<Option<_>>()?;
    Some(Arc::new(Databases { key: Key { size, goal_blank: 0, scope: Scope::Large }, patterns, spread: None }))
}

/// One unit of fuel: this many blocks of one level, some microseconds.
const BLOCKS_A_STEP: usize = 16;

/// Ways to put `k` tiles on a board.
pub fn placements(size: Size, k: usize) -> usize {
    (0..k).map(|i| size.cells() - i).product()
}
