//! Positions that a search has met: an arena of small nodes and a table of their places.

use super::packed::Key;
use super::width::Width;

/// A position with the step that led to it. 32 bytes for a narrow deck.
#[derive(Clone, Copy, Debug)]
pub struct Node<W: Width> {
    pub key: Key<W>,
    pub parent: u32,
    /// As [`super::packed::packed_step`].
    pub step: u16,
    /// Steps, or single-card moves, from the start: as the search counts.
    pub cost: u16,
}

const CHUNK_BITS: usize = 10;
const CHUNK: usize = 1 << CHUNK_BITS;
/// A slot holds the place of a node plus one, and in its upper bits a piece of the hash.
const TAG_SHIFT: u32 = 27;
const PLACE: u32 = (1 << TAG_SHIFT) - 1;

/// Grows in chunks, so that no growth ever copies nodes.
#[derive(Clone)]
pub struct Store<W: Width> {
    chunks: Vec<Vec<Node<W>>>,
    /// By place: which state of the search it is, in the order of making; equal ones were made in between.
    numbers: Vec<Vec<u32>>,
    len: usize,
    slots: Vec<u32>,
}

pub enum Met {
    New(u32),
    Known(u32),
}

impl<W: Width> Store<W> {
    /// No more nodes than this fit, whatever the memory.
    const MOST: usize = PLACE as usize - 1;
    /// More children than any position has.
    const BROOD: usize = 256;

    pub fn new() -> Self {
        Store { chunks: Vec::new(), numbers: Vec::new(), len: 0, slots: vec![0; 2 * CHUNK] }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there may be no room for the children of another node.
    pub fn is_full(&self) -> bool {
        self.len + Self::BROOD > Self::MOST
    }

    /// Bytes held, with what the next growth will take.
    pub fn memory(&self) -> usize {
        let node = size_of::<Node<W>>() + size_of::<u32>();
        let slots = if self.len * 3 > self.slots.len() * 2 { self.slots.len() * 3 } else { self.slots.len() };
        (self.chunks.len() + 1) * CHUNK * node + slots * 4
    }

    #[inline]
    pub fn node(&self, place: u32) -> &Node<W> {
        &self.chunks[place as usize >> CHUNK_BITS][place as usize & (CHUNK - 1)]
    }

    pub fn node_mut(&mut self, place: u32) -> &mut Node<W> {
        &mut self.chunks[place as usize >> CHUNK_BITS][place as usize & (CHUNK - 1)]
    }

    /// The number under which a position was made last.
    pub fn number(&self, place: u32) -> u64 {
        self.numbers[place as usize >> CHUNK_BITS][place as usize & (CHUNK - 1)].into()
    }

    pub fn renumber(&mut self, place: u32, number: u64) {
        self.numbers[place as usize >> CHUNK_BITS][place as usize & (CHUNK - 1)] = number as u32;
    }

    /// Finds a position or enters it under a number.
    #[inline]
    pub fn meet(&mut self, key: &Key<W>, number: u64, make: impl FnOnce() -> Node<W>) -> Met {
        let hash = key.hash();
        let mask = self.slots.len() - 1;
        let tag = (hash >> 59) as u32;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            if entry >> TAG_SHIFT == tag && self.node((entry & PLACE) - 1).key == *key {
                return Met::Known((entry & PLACE) - 1);
            }
            slot = (slot + 1) & mask;
        }
        let place = self.len as u32;
        self.slots[slot] = tag << TAG_SHIFT | (place + 1);
        self.push(make(), number as u32);
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Met::New(place)
    }

    fn push(&mut self, node: Node<W>, number: u32) {
        if self.len & (CHUNK - 1) == 0 {
            self.chunks.push(Vec::with_capacity(CHUNK));
            self.numbers.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[self.len >> CHUNK_BITS].push(node);
        self.numbers[self.len >> CHUNK_BITS].push(number);
        self.len += 1;
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots = Vec::new();
        self.slots.resize(size, 0);
        let mask = size - 1;
        for (place, node) in self.chunks.iter().flatten().enumerate() {
            let hash = node.key.hash();
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = ((hash >> 59) as u32) << TAG_SHIFT | (place as u32 + 1);
        }
    }

    /// The steps from the start to this node.
    pub fn steps(&self, place: u32) -> Vec<u16> {
        self.line(place)[1..].iter().map(|&place| self.node(place).step).collect()
    }

    /// The nodes from the start to this one.
    fn line(&self, mut place: u32) -> Vec<u32> {
        let mut line = vec![place];
        while place != 0 {
            place = self.node(place).parent;
            line.push(place);
        }
        line.reverse();
        line
    }
}
