//! Rows of up to 64 places in two words, for the searches that hold millions of them.

use super::goal::Target;
use super::row::Place;
use super::rules::Counters;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed {
    /// Places with a B.
    pub black: u64,
    /// Places without a counter.
    pub free: u64,
}

impl Packed {
    pub const MOST_PLACES: usize = 64;

    pub fn new(row: &[Place]) -> Self {
        let mask = |what| (0..row.len()).filter(|&i| row[i] == what).fold(0, |mask, i| mask | 1 << i);
        Packed { black: mask(Place::B), free: mask(Place::Free) }
    }
}

/// The rules over packed rows.
#[derive(Clone, Debug)]
pub struct PackedRules {
    pub k: u32,
    reversed: bool,
    one_gap: bool,
    width: u32,
    target: Target,
    goal: Option<Packed>,
}

impl PackedRules {
    /// `None` where the row is too wide.
    pub fn new(rules: &Counters, width: usize) -> Option<Self> {
        (width <= Packed::MOST_PLACES).then(|| PackedRules {
            k: rules.k as u32,
            reversed: rules.reversed,
            one_gap: rules.one_gap(),
            width: width as u32,
            target: rules.target.clone(),
            goal: rules.target.row.as_deref().map(Packed::new),
        })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// Left ends of stretches of `k` places that are all in `places`.
    fn stretches(&self, places: u64) -> u64 {
        (1..self.k).fold(places, |left, i| left & places >> i)
    }

    /// Left places of the groups that can be taken.
    pub fn groups(&self, row: Packed) -> u64 {
        self.stretches(self.all() & !row.free)
    }

    /// Left places of the gaps that can be filled.
    pub fn gaps(&self, row: Packed) -> u64 {
        self.stretches(row.free)
    }

    #[inline]
    pub fn apply(&self, row: Packed, from: u32, to: u32) -> Packed {
        let ones = u64::MAX >> (64 - self.k);
        let mut group = row.black >> from & ones;
        if self.reversed {
            group = group.reverse_bits() >> (64 - self.k);
        }
        Packed { black: row.black & !(ones << from) | group << to, free: row.free & !(ones << to) | ones << from }
    }

    /// Neighbours of one colour.
    #[inline]
    pub fn pairs(&self, row: Packed) -> u32 {
        let counters = self.all() & !row.free;
        (!(row.black ^ row.black >> 1) & counters & counters >> 1).count_ones()
    }

    #[inline]
    pub fn is_solved(&self, row: Packed) -> bool {
        match self.goal {
            Some(goal) => goal == row,
            None => {
                let white = self.all() & !row.free & !row.black;
                let (first, second) =
                    if self.target.first == Place::A { (white, row.black) } else { (row.black, white) };
                first == 0 || second == 0 || first.ilog2() < second.trailing_zeros()
            }
        }
    }

    /// Moves needed at least, by counting equal neighbours; 0 does not mean solved.
    #[inline]
    pub fn bound(&self, row: Packed) -> u32 {
        let ends = 1 | 1 << (self.width - 1);
        self.target.bound(self.pairs(row), self.one_gap && row.free & ends != 0)
    }
}

/// The places of a mask, ascending.
pub fn places(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
