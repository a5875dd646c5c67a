//! Containers under a cap: each asks the budget before it grows, so that the cap holds even while it grows.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::ops::{Deref, DerefMut};

use rustc_hash::FxHasher;

use super::Limit;

/// Bytes that a search's tables hold, and may hold.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    used: usize,
    cap: usize,
}

impl Budget {
    pub fn new(cap: usize) -> Self {
        Budget { used: 0, cap }
    }

    pub fn used(&self) -> usize {
        self.used
    }

    pub fn take(&mut self, bytes: usize) -> Result<(), Limit> {
        if bytes > self.cap.saturating_sub(self.used) {
            return Err(Limit::Memory);
        }
        self.used += bytes;
        Ok(())
    }

    pub fn give(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// Makes room for `more` items. While a vector moves, its old and its new block exist at once: both count.
    #[inline]
    pub fn reserve<T>(&mut self, items: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        if items.capacity() - items.len() >= more { Ok(()) } else { self.grow(items, more) }
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, items: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        let old = items.capacity();
        let new = (old * 2).max(items.len() + more).max(8);
        // Places in lists are kept in 32 bits.
        if new > u32::MAX as usize {
            return Err(Limit::Memory);
        }
        self.take(new * size_of::<T>())?;
        items.reserve_exact(new - items.len());
        self.give(old * size_of::<T>());
        self.settle(items, new)
    }

    /// Counts a vector that may have grown on its own, beyond the `counted` items that were asked for.
    #[inline]
    pub fn settle<T>(&mut self, items: &Vec<T>, counted: usize) -> Result<(), Limit> {
        if items.capacity() > counted { self.take((items.capacity() - counted) * size_of::<T>()) } else { Ok(()) }
    }
}

/// A vector whose clone has as much room as the original, so that a budget that was cloned with it goes on as before.
#[derive(Debug)]
pub struct Roomy<T>(Vec<T>);

impl<T> Roomy<T> {
    pub fn new() -> Self {
        Roomy(Vec::new())
    }

    pub fn with_capacity(items: usize) -> Self {
        Roomy(Vec::with_capacity(items))
    }
}

impl<T> Default for Roomy<T> {
    fn default() -> Self {
        Roomy::new()
    }
}

impl<T: Clone> Clone for Roomy<T> {
    fn clone(&self) -> Self {
        let mut items = Vec::with_capacity(self.0.capacity());
        items.extend_from_slice(&self.0);
        Roomy(items)
    }
}

impl<T> Deref for Roomy<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Roomy<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

/// A list that never moves what it holds: its chunks stay where they are, so growing needs no second copy.
#[derive(Clone)]
struct Arena<T> {
    chunks: Roomy<Roomy<T>>,
    len: usize,
}

impl<T> Arena<T> {
    const CHUNK: usize = 256;

    fn new() -> Self {
        Arena { chunks: Roomy::new(), len: 0 }
    }

    fn push(&mut self, item: T, budget: &mut Budget) -> Result<usize, Limit> {
        if self.len == self.chunks.len() * Self::CHUNK {
            budget.reserve(&mut self.chunks, 1)?;
            budget.take(Self::CHUNK * size_of::<T>())?;
            self.chunks.push(Roomy::with_capacity(Self::CHUNK));
        }
        let index = self.len;
        self.chunks[index / Self::CHUNK].push(item);
        self.len += 1;
        Ok(index)
    }

    #[inline]
    fn get(&self, index: usize) -> &T {
        &self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }

    #[inline]
    fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / Self::CHUNK][index % Self::CHUNK]
    }
}

/// States that a search has met, numbered in order of arrival, with something known of each.
///
/// The hash table holds only numbers and 32 bits of each hash, so that the states are kept once and a search for a
/// state rarely touches another one.
#[derive(Clone)]
pub(super) struct Store<S, V> {
    entries: Arena<(S, V)>,
    /// 0 where free, else the hash in the upper half and the number plus one in the lower.
    slots: Vec<u64>,
}

/// A state's hash as [`Store`] uses it, worked out once for a search and the entry that may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag(u32);

impl Tag {
    #[inline]
    pub fn of<S: Hash>(state: &S) -> Self {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(state);
        Tag((hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32)
    }
}

impl<S: Eq, V> Store<S, V> {
    const FIRST_SLOTS: usize = 64;

    pub fn new() -> Self {
        Store { entries: Arena::new(), slots: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.entries.len
    }

    #[inline]
    pub fn find(&self, state: &S, tag: Tag) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut place = tag.0 as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == tag.0 && self.entries.get((slot as u32 - 1) as usize).0 == *state {
                return Some(slot as u32 - 1);
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds a state that [`Store::find`] does not find, with `heap` bytes outside itself.
    pub fn add(&mut self, entry: (S, V), tag: Tag, heap: usize, budget: &mut Budget) -> Result<u32, Limit> {
        // Numbers are 32 bits wide, and their last two values have other uses.
        if self.len() >= u32::MAX as usize - 2 {
            return Err(Limit::Memory);
        }
        if (self.len() + 1) * 4 > self.slots.len() * 3 {
            self.widen(budget)?;
        }
        budget.take(heap)?;
        let index = self.entries.push(entry, budget)? as u32;
        Self::put(&mut self.slots, u64::from(tag.0) << 32 | u64::from(index + 1));
        Ok(index)
    }

    fn put(slots: &mut [u64], slot: u64) {
        let mask = slots.len() - 1;
        let mut place = (slot >> 32) as usize & mask;
        while slots[place] != 0 {
            place = (place + 1) & mask;
        }
        slots[place] = slot;
    }

    #[cold]
    fn widen(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        let wider = (self.slots.len() * 2).max(Self::FIRST_SLOTS);
        budget.take(wider * size_of::<u64>())?;
        let mut slots = vec![0; wider];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            Self::put(&mut slots, slot);
        }
        budget.give(self.slots.len() * size_of::<u64>());
        self.slots = slots;
        Ok(())
    }

    #[inline]
    pub fn state(&self, index: u32) -> &S {
        &self.entries.get(index as usize).0
    }

    #[inline]
    pub fn value(&self, index: u32) -> &V {
        &self.entries.get(index as usize).1
    }

    #[inline]
    pub fn value_mut(&mut self, index: u32) -> &mut V {
        &mut self.entries.get_mut(index as usize).1
    }
}
