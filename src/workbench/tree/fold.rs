//! Bounds the memory of a tree: finished subtrees are folded to counts, the lowest first, so that the upper tree stays.

use super::{BEST, CUT, Counts, DEAD, EXPANDED, LEFT, NONE, Node, PINNED, SEEN, Tree};

/// The newest nodes are not folded: whoever pauses looks at them.
const RECENT: usize = 10_000;
/// A subtree this high or higher counts as one of this height.
const HIGHEST: u8 = 250;
/// Not finished, or not to be folded.
const OPEN: u8 = 255;

/// Which nodes go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// What is below finished subtrees of at most this height.
    Below(u8),
    /// Everything that is finished: its nearest unfinished ancestor counts it.
    Finished,
}

impl Tree {
    /// Nodes and folds that the memory has places for.
    fn most_nodes(&self) -> usize {
        let other = self.moves.bytes + self.more_cuts.capacity() * 16 + self.levels.capacity() * size_of::<Counts>();
        // Folds take a place of the same size, and folding needs a little for itself.
        (self.memory.saturating_sub(other) / (size_of::<Node>() + 8)).max(16)
    }

    /// Whether one more node may be kept; folds where that makes room.
    pub(super) fn has_room(&mut self) -> bool {
        let most = self.most_nodes();
        if self.taken() < most {
            if self.nodes.len() == self.nodes.capacity() {
                let more = self.nodes.len().max(16).min(most - self.taken());
                self.nodes.reserve_exact(more);
            }
            return true;
        }
        if self.refused > 0 {
            self.refused -= 1;
            return false;
        }
        self.fold(most);
        // With next to nothing freed, the next try waits until more is finished.
        self.refused = if self.taken() > most - most / 8 { most as u64 / 8 } else { 0 };
        self.taken() < most
    }

    fn taken(&self) -> usize {
        self.nodes.len() + self.folds.capacity()
    }

    /// Counts a node that is not kept: with its parent where that has counts or room for them.
    pub(super) fn count_unkept(&mut self, parent: Option<u32>) {
        let is_possible = |&parent: &u32| self.node(parent).fold != NONE || self.taken() < self.most_nodes();
        match parent.filter(is_possible) {
            Some(parent) => self.fold_of(parent).nodes += 1,
            None => self.beyond.nodes += 1,
        }
    }

    /// The counts of what is folded below a node.
    pub(super) fn fold_of(&mut self, index: u32) -> &mut Counts {
        if self.node(index).fold == NONE {
            let place = self.free_folds.pop().unwrap_or_else(|| {
                if self.folds.len() == self.folds.capacity() {
                    self.folds.reserve_exact(16 + self.folds.len() / 8);
                }
                self.folds.push(Counts::default());
                self.folds.len() as u32 - 1
            });
            self.node_mut(index).fold = place;
        }
        let place = self.node(index).fold;
        &mut self.folds[place as usize]
    }

    fn fold(&mut self, most: usize) {
        let heights = self.heights();
        let extent = self.extent(&heights, most);
        let goes = |nodes: &[Node], index: usize| match extent {
            Extent::Finished => heights[index] != OPEN,
            Extent::Below(height) => {
                let parent = nodes[index].parent;
                parent != NONE && heights[parent as usize] <= height
            }
        };
        for index in (0..self.nodes.len()).rev() {
            if goes(&self.nodes, index) {
                self.fold_into_parent(index as u32);
            }
        }
        self.keep_only(|nodes, index| !goes(nodes, index));
    }

    /// For each node how high the finished subtree below it is, or that it is not finished.
    fn heights(&self) -> Vec<u8> {
        let mut heights = vec![0_u8; self.nodes.len()];
        let recent = self.nodes.len().saturating_sub(RECENT.min(self.nodes.len() / 8));
        let chosen = self.chosen.and_then(|id| self.find(id)).unwrap_or(NONE);
        let now = self.find(self.now).unwrap_or(NONE);
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            let is_held = index >= recent || index as u32 == chosen || index as u32 == now || node.parent == NONE;
            if is_held || !self.is_finished(node) {
                heights[index] = OPEN;
            }
            if node.parent != NONE {
                let above = if heights[index] == OPEN { OPEN } else { (heights[index] + 1).min(HIGHEST) };
                let parent = &mut heights[node.parent as usize];
                *parent = (*parent).max(above);
            }
        }
        heights
    }

    /// Whether nothing more will be told of a node, if nothing more is told of those below it.
    fn is_finished(&self, node: &Node) -> bool {
        let is_entered = node.has(EXPANDED) && !node.has(LEFT | DEAD | SEEN);
        let is_settled = node.has(CUT | SEEN | DEAD | LEFT) || node.has(EXPANDED);
        is_settled && !node.has(PINNED | BEST) && !(is_entered && self.tells_leaving)
    }

    /// As little as leaves half of the places, or all that is finished.
    fn extent(&self, heights: &[u8], most: usize) -> Extent {
        let mut freed = [0_usize; 256];
        for node in self.nodes.iter().filter(|node| node.parent != NONE) {
            freed[heights[node.parent as usize] as usize] += 1;
        }
        let mut left = self.taken();
        for height in 1..=HIGHEST {
            left -= freed[height as usize];
            // Those whose children go need a place for the counts.
            if left + left / 4 <= most / 2 {
                return Extent::Below(height);
            }
        }
        Extent::Finished
    }

    fn fold_into_parent(&mut self, index: u32) {
        let mut counts = self.own(index);
        counts.add(&self.folded(index));
        let node = *self.node(index);
        if node.fold != NONE {
            self.folds[node.fold as usize] = Counts::default();
            self.free_folds.push(node.fold);
        }
        self.more_cuts.remove(&index);
        self.fold_of(node.parent).add(&counts);
    }

    /// Drops nodes in place, and sets all that refers to places anew.
    fn keep_only(&mut self, stays: impl Fn(&[Node], usize) -> bool) {
        let mut places = vec![NONE; self.nodes.len()];
        let mut kept = 0;
        for (index, place) in places.iter_mut().enumerate() {
            if stays(&self.nodes, index) {
                *place = kept;
                kept += 1;
            }
        }
        let mut index = 0;
        self.nodes.retain(|_| {
            index += 1;
            places[index - 1] != NONE
        });
        for node in &mut self.nodes {
            (node.first, node.last, node.next) = (NONE, NONE, NONE);
            if node.parent != NONE {
                node.parent = places[node.parent as usize];
            }
        }
        for index in 0..self.nodes.len() as u32 {
            self.link(index);
        }
        let cuts = std::mem::take(&mut self.more_cuts);
        self.more_cuts = cuts.into_iter().map(|(index, count)| (places[index as usize], count)).collect();
        self.pack_folds();
    }

    /// Gives the places of folds that went back to the nodes.
    fn pack_folds(&mut self) {
        let mut folds = Vec::with_capacity(self.folds.len() - self.free_folds.len());
        for node in self.nodes.iter_mut().filter(|node| node.fold != NONE) {
            folds.push(self.folds[node.fold as usize]);
            node.fold = folds.len() as u32 - 1;
        }
        self.folds = folds;
        self.free_folds = Vec::new();
        self.nodes.shrink_to(self.nodes.len() + self.nodes.len() / 4);
    }
}
