//! A node of the recorded tree, and what became of it.

use super::NONE;
use crate::search::NodeId;

/// What became of a node, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// Made, and waiting.
    Open,
    /// Its children were made; the search is below it, or may come back.
    Entered,
    /// On the way to the best solution so far.
    Best,
    Solved,
    Dead,
    Cut,
    /// Another node stands for the same position.
    Seen,
    /// Searched, and left for good.
    Left,
}

impl Fate {
    pub const ALL: [Fate; 8] =
        [Fate::Entered, Fate::Open, Fate::Solved, Fate::Best, Fate::Dead, Fate::Cut, Fate::Seen, Fate::Left];

    pub fn glyph(self) -> char {
        match self {
            Fate::Open => '.',
            Fate::Entered => 'o',
            Fate::Best => '+',
            Fate::Solved => '*',
            Fate::Dead => '#',
            Fate::Cut => 'x',
            Fate::Seen => '=',
            Fate::Left => '-',
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Fate::Open => "open",
            Fate::Entered => "entered",
            Fate::Best => "best line",
            Fate::Solved => "solution",
            Fate::Dead => "dead",
            Fate::Cut => "cut",
            Fate::Seen => "met before",
            Fate::Left => "done",
        }
    }
}

impl Fate {
    /// The same for who asks what a sign means.
    pub fn meaning(self) -> &'static str {
        match self {
            Fate::Open => "made, and waiting",
            Fate::Entered => "entered: its children were made",
            Fate::Best => "on the way to the best solution so far",
            Fate::Solved => "a solution",
            Fate::Dead => "a dead end",
            Fate::Cut => "cut by a heuristic",
            Fate::Seen => "met before: another node stands for the same position",
            Fate::Left => "done: nothing was found below it",
        }
    }
}

/// Why a node may be cut, and its fate then.
pub(super) const REASONS: u8 = SEEN | DEAD | SOLVED;
pub(super) const EXPANDED: u8 = 1;
pub(super) const CUT: u8 = 2;
pub(super) const SEEN: u8 = 4;
pub(super) const DEAD: u8 = 8;
pub(super) const LEFT: u8 = 16;
pub(super) const SOLVED: u8 = 32;
pub(super) const BEST: u8 = 64;
/// Bookmarked, or otherwise never folded.
pub(super) const PINNED: u8 = 128;

/// A node in 64 bytes; a million of them are the default memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) id: NodeId,
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) next: u32,
    /// What was folded below it.
    pub(super) fold: u32,
    pub(super) mv: u32,
    pub(super) depth: u32,
    pub(super) h: u32,
    pub(super) f: f32,
    pub(super) expansions: u32,
    /// How many expansions there were when it was made …
    pub(super) made_at: u64,
    /// … and how many more when it was last expanded, or its fate was told.
    pub(super) later: u32,
    pub(super) flags: u8,
    pub(super) cut_by: u8,
}

impl Node {
    pub(super) fn has(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    pub(super) fn has_reason_for_cut(&self) -> bool {
        self.has(CUT) && self.has(REASONS)
    }

    pub(super) fn settled_at(&self) -> u64 {
        self.made_at + u64::from(self.later)
    }

    pub(super) fn settle(&mut self, clock: u64) {
        self.later = u32::try_from(clock - self.made_at).unwrap_or(NONE);
    }

    pub(super) fn fate(&self) -> Fate {
        match self.flags {
            flags if flags & SOLVED != 0 => Fate::Solved,
            flags if flags & BEST != 0 => Fate::Best,
            flags if flags & DEAD != 0 => Fate::Dead,
            flags if flags & SEEN != 0 => Fate::Seen,
            flags if flags & CUT != 0 => Fate::Cut,
            flags if flags & LEFT != 0 => Fate::Left,
            flags if flags & EXPANDED != 0 => Fate::Entered,
            _ => Fate::Open,
        }
    }
}
