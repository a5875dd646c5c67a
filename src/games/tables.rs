//! Large tables that a game can build once and keep: the game knows what is in them, the workbench owns the files.

use super::Position;
use crate::search::{Plan, Tables};

/// A set of tables.
#[derive(Clone, Debug)]
pub struct TableSet {
    /// As the command line calls it behind the game's name: `4x4`.
    pub name: &'static str,
    pub about: &'static str,
    /// Says exactly what is in it, on one line: a file with another identity is foreign.
    pub identity: String,
    /// Bytes of each part.
    pub parts: Vec<usize>,
}

impl TableSet {
    pub fn bytes(&self) -> usize {
        self.parts.iter().sum()
    }
}

/// Does independent pieces of work, in any order, perhaps on several threads: games start none themselves.
pub trait Crew: Sync {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync));
}

/// One piece after the other, here.
pub struct Alone;

impl Crew for Alone {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(work);
    }
}

pub trait TableMaker: Send + Sync {
    fn sets(&self) -> Vec<TableSet>;
    /// The set that a plan could use for a position.
    fn wanted(&self, position: &dyn Position, plan: &Plan) -> Option<TableSet>;
    /// Builds a set; `progress` is told how much is done, of how much.
    fn build(&self, set: &TableSet, crew: &dyn Crew, progress: &mut dyn FnMut(u64, u64)) -> Vec<Vec<u8>>;
    /// What an engine gets of a set that was read from a file.
    fn open(&self, set: &TableSet, parts: Vec<Vec<u8>>) -> Tables;
}
