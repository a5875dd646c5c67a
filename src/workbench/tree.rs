//! The tree of a search, as its trace tells it, within a bounded memory.
//!
//! Nodes are kept in the order in which they were made, so a parent stands before its children. Where there is no room
//! left, finished subtrees are folded to counts, the lowest first (`fold.rs`): what is kept and what is folded always add
//! up to the counters of the search.

mod counts;
mod fold;
mod node;
mod sight;
mod walk;

use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use self::counts::Counts;
pub use self::node::Fate;
use self::node::{BEST, CUT, DEAD, EXPANDED, LEFT, Node, PINNED, REASONS, SEEN, SOLVED};
pub use self::sight::{Card, Row, Standing, TreeView};
pub use self::walk::{Find, Place, Step};
use crate::search::{Event, Node as Told, NodeId, Observer};

/// What a tree may take where the configuration does not say.
pub const DEFAULT_MEMORY: usize = 64 << 20;
const NONE: u32 = u32::MAX;
/// Deeper levels count as the last one.
const MOST_LEVELS: usize = 1 << 10;
/// So many solutions are never folded.
const KEPT_SOLUTIONS: usize = 64;

/// Which of a node's counts something told adds to.
type Part = fn(&mut Counts) -> &mut u64;

/// Texts by number, each kept once.
#[derive(Default)]
struct Texts {
    numbers: FxHashMap<Arc<str>, u32>,
    list: Vec<Arc<str>>,
    scratch: String,
    bytes: usize,
}

impl Texts {
    fn number(&mut self, text: &dyn std::fmt::Display) -> u32 {
        self.scratch.clear();
        let _ = write!(self.scratch, "{text:#}");
        if let Some(&number) = self.numbers.get(self.scratch.as_str()) {
            return number;
        }
        let (text, number) = (Arc::<str>::from(self.scratch.as_str()), self.list.len() as u32);
        // The text itself, its place in the list, and about two entries of the table.
        self.bytes += text.len() + 96;
        self.numbers.insert(Arc::clone(&text), number);
        self.list.push(text);
        number
    }

    fn text(&self, number: u32) -> &str {
        self.list.get(number as usize).map_or("", |text| text)
    }
}

/// An iteration of a search that begins again at its root: the bound, and the first node that it makes.
#[derive(Clone, Copy, Debug)]
struct Iteration {
    bound: u64,
    first: NodeId,
}

/// Records the trace of a search.
pub struct Tree {
    memory: usize,
    nodes: Vec<Node>,
    folds: Vec<Counts>,
    free_folds: Vec<u32>,
    /// Cuts that are no fate of a kept node: children that were not made, and nodes that were cut more than once.
    more_cuts: FxHashMap<u32, u64>,
    moves: Texts,
    /// The names of what cuts.
    names: Vec<&'static str>,
    cuts: Vec<u64>,
    levels: Vec<Counts>,
    iterations: Vec<Iteration>,
    raised: Option<u64>,
    /// Nodes whose parents are folded.
    beyond: Counts,
    totals: Counts,
    /// How many expansions were told.
    clock: u64,
    /// The node that was expanded last.
    now: NodeId,
    /// The last node made, for what is told of it though it is not kept.
    last_made: (NodeId, u32),
    last_unkept_cut: Option<NodeId>,
    /// Whether the strategy tells when it leaves a node.
    tells_leaving: bool,
    best: Option<(u64, NodeId)>,
    solutions: Vec<NodeId>,
    marks: Vec<NodeId>,
    /// The node that somebody looks at.
    chosen: Option<NodeId>,
    /// Nodes that were made since nothing was left to fold, until the next try.
    refused: u64,
}

impl Tree {
    /// Takes at most about so many bytes.
    pub fn new(memory: usize) -> Self {
        Tree {
            memory,
            nodes: Vec::new(),
            folds: Vec::new(),
            free_folds: Vec::new(),
            more_cuts: FxHashMap::default(),
            moves: Texts::default(),
            names: Vec::new(),
            cuts: Vec::new(),
            levels: Vec::new(),
            iterations: Vec::new(),
            raised: None,
            beyond: Counts::default(),
            totals: Counts::default(),
            clock: 0,
            now: 0,
            last_made: (0, 0),
            last_unkept_cut: None,
            tells_leaving: false,
            best: None,
            solutions: Vec::new(),
            marks: Vec::new(),
            chosen: None,
            refused: 0,
        }
    }

    /// How many expansions were recorded.
    pub fn expanded(&self) -> u64 {
        self.clock
    }

    /// All that was told, whether kept, folded or neither.
    pub fn totals(&self) -> Counts {
        self.totals
    }

    /// What each name has cut.
    pub fn cuts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.names.iter().copied().zip(self.cuts.iter().copied())
    }

    /// Nodes that are kept one by one.
    pub fn kept(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// What was told of nodes whose parents were folded before they were made.
    pub fn beyond(&self) -> Counts {
        self.beyond
    }

    /// About how many bytes it takes.
    pub fn memory(&self) -> usize {
        let folds = self.folds.capacity() * size_of::<Counts>();
        let extra = self.more_cuts.capacity() * 16 + self.levels.capacity() * size_of::<Counts>();
        self.nodes.capacity() * size_of::<Node>() + folds + extra + self.moves.bytes
    }

    /// Whether this node is kept.
    pub fn has(&self, id: NodeId) -> bool {
        self.find(id).is_some()
    }

    /// The kept node of this number.
    fn find(&self, id: NodeId) -> Option<u32> {
        let last = self.nodes.last()?.id;
        let behind = usize::try_from(last.checked_sub(id)?).ok()?;
        // The newest stand without gaps; before them some are folded.
        if let Some(guess) = (self.nodes.len() - 1).checked_sub(behind)
            && self.nodes[guess].id == id
        {
            return Some(guess as u32);
        }
        self.nodes.binary_search_by_key(&id, |node| node.id).ok().map(|index| index as u32)
    }

    fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// What was told of a kept node itself, without what is below it.
    fn own(&self, index: u32) -> Counts {
        let node = self.node(index);
        let one = |flag| u64::from(node.has(flag));
        let more_cuts = self.more_cuts.get(&index).copied().unwrap_or(0);
        Counts {
            nodes: 1,
            expanded: node.expansions.into(),
            cut: one(CUT) + more_cuts,
            cut_beside: u64::from(node.has_reason_for_cut()) + more_cuts,
            seen: one(SEEN),
            dead: one(DEAD),
            left: one(LEFT),
            solved: one(SOLVED),
        }
    }

    fn folded(&self, index: u32) -> Counts {
        self.folds.get(self.node(index).fold as usize).copied().unwrap_or_default()
    }

    /// Everything below a kept node, itself included.
    pub(super) fn below(&self, index: u32) -> Counts {
        let mut counts = Counts::default();
        let mut left = vec![index];
        while let Some(at) = left.pop() {
            counts.add(&self.own(at));
            counts.add(&self.folded(at));
            left.extend(self.children(at));
        }
        counts
    }

    /// The sum over all that is kept and folded, which is to be what was told.
    pub fn sum(&self) -> Counts {
        let mut counts = self.beyond;
        for index in 0..self.nodes.len() as u32 {
            counts.add(&self.own(index));
            counts.add(&self.folded(index));
        }
        counts
    }

    fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        let mut at = self.node(index).first;
        std::iter::from_fn(move || {
            let found = (at != NONE).then_some(at)?;
            at = self.node(found).next;
            Some(found)
        })
    }

    fn level(&mut self, depth: u32) -> &mut Counts {
        let level = (depth as usize).min(MOST_LEVELS - 1);
        if level >= self.levels.len() {
            self.levels.resize(level + 1, Counts::default());
        }
        &mut self.levels[level]
    }

    /// Counts something that was told of the node of this number, if it is news of it.
    fn count(&mut self, id: NodeId, part: Part, flag: u8) {
        let index = self.find(id);
        let mut has_reason = false;
        let is_news = match index {
            Some(index) => {
                let clock = self.clock;
                let node = self.node_mut(index);
                let is_news = !node.has(flag);
                let had_reason = node.has_reason_for_cut();
                node.flags |= flag;
                has_reason = node.has_reason_for_cut() && !had_reason;
                if !node.has(EXPANDED) {
                    node.settle(clock);
                }
                is_news
            }
            None => true,
        };
        if !is_news {
            return;
        }
        if index.is_none() {
            has_reason = flag & REASONS != 0 && self.last_unkept_cut == Some(id);
            self.last_unkept_cut = Some(id).filter(|_| flag == CUT);
            Self::tell(&mut self.beyond, part, has_reason);
        }
        Self::tell(&mut self.totals, part, has_reason);
        let depth = index.map(|index| self.node(index).depth);
        if let Some(depth) = depth.or((self.last_made.0 == id).then_some(self.last_made.1)) {
            Self::tell(self.level(depth), part, has_reason);
        }
    }

    fn tell(counts: &mut Counts, part: Part, has_reason: bool) {
        *part(counts) += 1;
        counts.cut_beside += u64::from(has_reason);
    }

    fn make(&mut self, told: &Told<'_>) {
        self.totals.nodes += 1;
        self.level(told.depth).nodes += 1;
        self.last_made = (told.id, told.depth);
        if !self.has_room() {
            let parent = told.parent.and_then(|parent| self.find(parent));
            return self.count_unkept(parent);
        }
        let parent = told.parent.map(|parent| self.find(parent));
        if parent == Some(None) {
            self.beyond.nodes += 1;
            return;
        }
        let (parent, index) = (parent.flatten().unwrap_or(NONE), self.nodes.len() as u32);
        self.nodes.push(Node {
            id: told.id,
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            fold: NONE,
            mv: told.mv.map_or(NONE, |mv| self.moves.number(mv)),
            depth: told.depth,
            h: told.h.map_or(NONE, |h| u32::try_from(h).unwrap_or(NONE - 1)),
            f: told.f.map_or(f32::NAN, |f| f as f32),
            expansions: 0,
            made_at: self.clock,
            later: 0,
            flags: 0,
            cut_by: 0,
        });
        self.link(index);
    }

    /// Puts a node behind its parent's other children.
    fn link(&mut self, index: u32) {
        let parent = self.node(index).parent;
        if parent == NONE {
            return;
        }
        match self.node(parent).last {
            NONE => self.node_mut(parent).first = index,
            last => self.node_mut(last).next = index,
        }
        self.node_mut(parent).last = index;
    }

    fn expand(&mut self, id: NodeId, depth: u32) {
        self.clock += 1;
        self.now = id;
        self.totals.expanded += 1;
        self.level(depth).expanded += 1;
        if id == 0 && (self.iterations.is_empty() || self.raised.is_some()) {
            let first = self.last_made.0 + 1;
            self.iterations.push(Iteration { bound: self.raised.unwrap_or(0), first });
        }
        self.raised = None;
        let clock = self.clock;
        match self.find(id) {
            Some(index) => {
                let node = self.node_mut(index);
                node.flags |= EXPANDED;
                node.expansions += 1;
                node.settle(clock);
            }
            None => self.beyond.expanded += 1,
        }
    }

    fn name(&mut self, by: &'static str) -> usize {
        self.names.iter().position(|known| *known == by).unwrap_or_else(|| {
            self.names.push(by);
            self.cuts.push(0);
            self.names.len() - 1
        })
    }

    fn cut(&mut self, id: NodeId, by: &'static str) {
        let name = self.name(by);
        self.cuts[name] += 1;
        match self.find(id) {
            // A fate that it had before: the cut is counted beside it.
            Some(index) if self.node(index).has(CUT) => self.more_cut(index),
            Some(index) => {
                self.node_mut(index).cut_by = name as u8;
                self.count(id, |counts| &mut counts.cut, CUT);
            }
            None => self.count(id, |counts| &mut counts.cut, CUT),
        }
    }

    fn more_cut(&mut self, index: u32) {
        *self.more_cuts.entry(index).or_default() += 1;
        self.totals.cut += 1;
        self.totals.cut_beside += 1;
    }

    fn skip(&mut self, parent: NodeId, by: &'static str) {
        let name = self.name(by);
        self.cuts[name] += 1;
        match self.find(parent) {
            Some(index) => self.more_cut(index),
            None => {
                for counts in [&mut self.beyond, &mut self.totals] {
                    counts.cut += 1;
                    counts.cut_beside += 1;
                }
            }
        }
    }

    fn solution(&mut self, id: NodeId, length: u64) {
        self.count(id, |counts| &mut counts.solved, SOLVED);
        let Some(index) = self.find(id) else { return };
        if self.solutions.len() < KEPT_SOLUTIONS {
            self.solutions.push(id);
            self.node_mut(index).flags |= PINNED;
        }
        if self.best.is_none_or(|(best, _)| length < best) {
            if let Some((_, before)) = self.best {
                self.shade_line(before, false);
            }
            self.best = Some((length, id));
            self.shade_line(id, true);
        }
    }

    /// Marks the way to a node as the best line, or no longer.
    fn shade_line(&mut self, id: NodeId, is_best: bool) {
        let mut at = self.find(id).unwrap_or(NONE);
        while at != NONE {
            let node = self.node_mut(at);
            node.flags = if is_best { node.flags | BEST } else { node.flags & !BEST };
            at = node.parent;
        }
    }
}

impl Observer for Tree {
    fn on(&mut self, event: &Event<'_>) {
        match *event {
            Event::Node(node) => self.make(&node),
            Event::Expand { id, depth } => self.expand(id, depth),
            Event::Cut { id, by } => self.cut(id, by),
            Event::Skip { parent, by } => self.skip(parent, by),
            Event::Seen { id } => self.count(id, |counts| &mut counts.seen, SEEN),
            Event::Dead { id, .. } => self.count(id, |counts| &mut counts.dead, DEAD),
            Event::Leave { id, .. } => {
                self.tells_leaving = true;
                // What is dead is left without saying.
                if !self.find(id).is_some_and(|index| self.node(index).has(DEAD)) {
                    self.count(id, |counts| &mut counts.left, LEFT);
                }
            }
            Event::Bound { bound } => self.raised = Some(bound),
            Event::Solution { id, length } => self.solution(id, length),
            Event::Note { .. } => {}
        }
    }
}
