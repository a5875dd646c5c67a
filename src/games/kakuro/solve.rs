//! The modern solver: exact run consistency, the cell with the fewest alternatives, and a grid that falls into
//! independent parts is solved part by part, again and again on the way down.

use super::field::{Depth, Field, Propagator};
use super::learn::Learner;
use super::sums::Sums;

/// The digits of some cells of a part, in the order of its cells.
type Digits = Vec<u8>;

/// What is known when the search is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// This run has no filling left before anything was tried.
    Contradiction { run: usize },
    /// Everything was tried.
    None,
    /// Solutions, by cell, as many as were asked for or all there are.
    Solutions(Vec<Digits>),
}

/// A part of the grid under one choice: `cell` has the digits in `left` still to be tried.
#[derive(Clone)]
struct Node {
    cells: Vec<u16>,
    /// The candidates of `cells` when the node was made.
    before: Vec<u16>,
    cell: u16,
    left: u16,
    digit: u8,
    found: Vec<Digits>,
    /// Independent parts under the current digit: still to be solved, and solved.
    parts: Vec<Vec<u16>>,
    solved: Vec<(Vec<u16>, Vec<Digits>)>,
    id: u64,
}

/// A node of the search: its number, and how many digits were tried on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub id: u64,
    pub depth: u32,
}

impl Place {
    pub const ROOT: Place = Place { id: 0, depth: 0 };
}

/// A digit that was tried in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    pub at: Place,
    pub parent: u64,
    pub cell: u16,
    pub digit: u8,
}

/// What one step of the search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A digit was tried, perhaps the first in a part of `opened`; the run that it leaves without a filling, if any.
    Tried {
        opened: Option<Place>,
        tried: Tried,
        failed: Option<usize>,
    },
    /// A part is exhausted or has solutions enough; the digit that this refutes, if any.
    Left {
        refuted: Option<Place>,
    },
    /// The learning search went on from a node: whether that was a dead end, and the digit tried next.
    Learned {
        from: Place,
        dead: bool,
        tried: Option<Tried>,
    },
    Done,
}

/// A search that can be stepped.
#[derive(Clone)]
pub struct Search {
    pub propagator: Propagator,
    stack: Vec<Node>,
    /// Solutions wanted.
    limit: usize,
    /// How often each run had no filling left: where it is hard, the search goes first (Boussemart et al. 2004).
    weights: Vec<u32>,
    fewest: bool,
    split: bool,
    learn: bool,
    /// Takes over where the parts are too hard for the plain search.
    learner: Option<Box<Learner>>,
    /// Nodes of the plain search when it did.
    plain: u64,
    /// The last node without an open cell.
    pub leaf: Place,
    pub generated: u64,
    pub expanded: u64,
    pub dead: u64,
    pub backtracks: u64,
    pub deepest: usize,
    pub conclusion: Option<Conclusion>,
}

/// What can be switched.
#[expect(clippy::struct_excessive_bools, reason = "independent switches, each with its own toggle")]
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    pub exact: bool,
    pub fewest: bool,
    pub split: bool,
    pub learn: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Choices { exact: true, fewest: true, split: true, learn: true }
    }
}

impl Search {
    /// Looks for up to `limit` solutions with these candidates to start from.
    pub fn new(field: &Field, candidates: &[u16], limit: usize, choices: Choices) -> Search {
        let mut propagator = Propagator::new(field, if choices.exact { Depth::Exact } else { Depth::Union });
        propagator.candidates.copy_from_slice(candidates);
        Search {
            propagator,
            stack: Vec::new(),
            limit,
            weights: vec![1; field.runs()],
            fewest: choices.fewest,
            split: choices.split,
            learn: choices.learn && limit <= 2,
            learner: None,
            plain: 0,
            leaf: Place::ROOT,
            generated: 1,
            expanded: 0,
            dead: 0,
            backtracks: 0,
            deepest: 0,
            conclusion: None,
        }
    }

    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The node on top of the stack, under its current digit.
    fn here(&self) -> Place {
        self.stack.last().map_or(Place::ROOT, |top| Place { id: top.id, depth: self.stack.len() as u32 - 1 })
    }

    /// The number of the node at which it stands; the learning search jumps about, and its last node says more.
    pub fn node(&self) -> Option<u64> {
        self.learner.is_none().then(|| self.here().id)
    }

    /// The digits that are still to be tried at a chosen cell.
    pub fn left(&self, cell: u16) -> u16 {
        self.stack.iter().rev().find(|node| node.digit > 0 && node.cell == cell).map_or(0, |node| node.left)
    }

    /// Bytes held.
    pub fn memory(&self) -> usize {
        // A solution of so many cells, with what its list takes beside them.
        let solutions = |cells: &[u16], found: &[Vec<u8>]| (cells.len() + 40) * found.len();
        let of_node = |node: &Node| {
            let parts: usize = node.solved.iter().map(|(cells, found)| solutions(cells, found)).sum();
            4 * node.cells.len() + solutions(&node.cells, &node.found) + parts
        };
        let plain: usize = self.stack.iter().map(of_node).sum();
        plain + self.learner.as_ref().map_or(0, |learner| learner.memory())
    }

    /// Dead ends that were learned from.
    pub fn learned(&self) -> u64 {
        self.learner.as_ref().map_or(0, |learner| learner.conflicts)
    }

    pub fn propagations(&self) -> u64 {
        self.propagator.propagations + self.learner.as_ref().map_or(0, |learner| learner.propagations)
    }

    pub fn removed(&self) -> u64 {
        self.propagator.removed + self.learner.as_ref().map_or(0, |learner| learner.removed)
    }

    /// The candidates at the current node.
    pub fn candidates(&self) -> &[u16] {
        self.learner.as_ref().map_or(&self.propagator.candidates, |learner| learner.candidates())
    }

    /// The cell and the digit of every choice on the way here.
    pub fn choices(&self) -> impl Iterator<Item = (u16, u8)> + '_ {
        self.stack.iter().filter(|node| node.digit > 0).map(|node| (node.cell, node.digit))
    }

    /// The root: propagation, and the parts that it leaves.
    pub fn start(&mut self, field: &Field) {
        if let Err(run) = self.propagator.settle(field) {
            self.conclusion = Some(Conclusion::Contradiction { run });
            return;
        }
        let open: Vec<u16> = (0..field.cells() as u16).filter(|&cell| self.is_open(cell)).collect();
        if open.is_empty() {
            self.conclusion = Some(Conclusion::Solutions(vec![self.digits(0..field.cells() as u16)]));
            return;
        }
        let parts = self.parts(field, &open);
        let all: Vec<u16> = (0..field.cells() as u16).collect();
        let before = self.propagator.candidates.clone();
        // The root chooses nothing: its one alternative is the grid as it is.
        self.stack.push(Node {
            cells: all,
            before,
            cell: 0,
            left: 0,
            digit: 0,
            found: Vec::new(),
            parts,
            solved: Vec::new(),
            id: 0,
        });
    }

    #[inline]
    fn is_open(&self, cell: u16) -> bool {
        let set = self.propagator.candidates[cell as usize];
        set & (set - 1) != 0
    }

    fn digits(&self, cells: impl Iterator<Item = u16>) -> Digits {
        cells.map(|cell| self.propagator.candidates[cell as usize].trailing_zeros() as u8 + 1).collect()
    }

    /// Goes on by one digit tried or one part left.
    pub fn step(&mut self, field: &Field) -> Step {
        if self.learner.is_some() {
            return self.learn(field);
        }
        if self.learn && self.generated >= PLAIN_NODES && !self.stack.is_empty() {
            self.learner = Some(Box::new(Learner::new(field, &self.stack[0].before)));
            self.plain = self.generated;
            self.stack.clear();
            return self.learn(field);
        }
        let Some(top) = self.stack.last_mut() else {
            return Step::Done;
        };
        if let Some(part) = top.parts.pop() {
            let opened = self.here();
            self.open(field, part);
            return self.try_next(field, Some(opened));
        }
        if top.digit > 0 || self.stack.len() == 1 {
            self.combine();
        }
        let top = self.stack.last().expect("combining pops nothing");
        if top.left == 0 || top.found.len() >= self.limit {
            return self.leave();
        }
        self.try_next(field, None)
    }

    /// One step of the learning search.
    fn learn(&mut self, field: &Field) -> Step {
        let Some(learner) = &mut self.learner else { return Step::Done };
        let (from, conflicts, choices) = (learner.here(self.plain), learner.conflicts, learner.choices);
        learner.step(field, Sums::get());
        self.generated = self.plain + learner.choices;
        self.expanded += 1;
        self.leaf = learner.leaf.map_or(self.leaf, |leaf| leaf.behind(self.plain));
        let tried = if learner.choices > choices { learner.tried(self.plain) } else { None };
        let dead = learner.conflicts > conflicts;
        if learner.exhausted || learner.found.len() >= self.limit {
            let found = std::mem::take(&mut learner.found);
            self.conclusion = Some(if found.is_empty() { Conclusion::None } else { Conclusion::Solutions(found) });
        }
        Step::Learned { from, dead, tried }
    }

    /// A new node for a part: chooses its cell.
    fn open(&mut self, field: &Field, cells: Vec<u16>) {
        let cell = self.choose(field, &cells);
        let before = cells.iter().map(|&cell| self.propagator.candidates[cell as usize]).collect();
        let left = self.propagator.candidates[cell as usize];
        self.expanded += 1;
        let (found, parts, solved) = (Vec::new(), Vec::new(), Vec::new());
        self.stack.push(Node { cells, before, cell, left, digit: 0, found, parts, solved, id: 0 });
        self.deepest = self.deepest.max(self.stack.len() - 1);
    }

    fn choose(&self, field: &Field, cells: &[u16]) -> u16 {
        if !self.fewest {
            return cells[0];
        }
        let score = |cell: u16| {
            let weight: u32 = field.runs_of[cell as usize].iter().map(|&run| self.weights[run as usize]).sum();
            (self.propagator.candidates[cell as usize].count_ones(), weight)
        };
        let mut best = cells[0];
        let mut best_score = score(best);
        for &cell in &cells[1..] {
            let this = score(cell);
            // a.0 / a.1 < b.0 / b.1
            if u64::from(this.0) * u64::from(best_score.1) < u64::from(best_score.0) * u64::from(this.1) {
                (best, best_score) = (cell, this);
            }
        }
        best
    }

    /// Tries the next digit of the top node.
    fn try_next(&mut self, field: &Field, opened: Option<Place>) -> Step {
        let parent = self.stack.len().checked_sub(2).map_or(0, |above| self.stack[above].id);
        let top = self.stack.last_mut().expect("a node is open");
        let bit = top.left & top.left.wrapping_neg();
        top.left ^= bit;
        top.digit = bit.trailing_zeros() as u8 + 1;
        top.solved.clear();
        top.parts.clear();
        (top.id, self.generated) = (self.generated, self.generated + 1);
        let (cell, digit) = (top.cell, top.digit);
        let at = self.here();
        let tried = Tried { at, parent, cell, digit };
        self.propagator.set(field, cell as usize, bit);
        if let Err(run) = self.propagator.settle(field) {
            self.weights[run] += 1;
            self.dead += 1;
            self.fail();
            return Step::Tried { opened, tried, failed: Some(run) };
        }
        let top = self.stack.last().expect("a node is open");
        let open: Vec<u16> = top.cells.iter().copied().filter(|&cell| self.is_open(cell)).collect();
        if open.is_empty() {
            self.leaf = at;
        }
        let parts = self.parts(field, &open);
        self.stack.last_mut().expect("a node is open").parts = parts;
        Step::Tried { opened, tried, failed: None }
    }

    /// The current digit of the top node has no solution.
    fn fail(&mut self) {
        let top = self.stack.last_mut().expect("a node is open");
        restore(&mut self.propagator, top);
        top.digit = 0;
        top.parts.clear();
        top.solved.clear();
    }

    /// All parts under the current digit are solved: what that makes of the whole.
    fn combine(&mut self) {
        let top = self.stack.last().expect("a node is open");
        let base = self.digits(top.cells.iter().copied());
        let mut whole = combined(top, base, None, self.limit - top.found.len());
        let top = self.stack.last_mut().expect("a node is open");
        top.solved.clear();
        top.found.append(&mut whole);
        top.digit = 0;
        restore(&mut self.propagator, top);
    }

    /// Solutions of the whole grid that are known before the search is over, at most so many.
    pub fn in_hand(&self, most: usize) -> Vec<Digits> {
        if let Some(learner) = &self.learner {
            return learner.found.iter().take(most).cloned().collect();
        }
        // What the node behind has found stands for a solved part.
        let mut behind: Option<(&[u16], Vec<Digits>)> = None;
        for (depth, node) in self.stack.iter().enumerate().rev() {
            let mut found: Vec<Digits> = node.found.iter().take(most).cloned().collect();
            let is_tried = node.digit > 0 || depth == 0;
            if is_tried && node.parts.is_empty() && found.len() < most {
                let base = self.digits(node.cells.iter().copied());
                found.extend(combined(node, base, behind.as_ref(), most - found.len()));
            }
            behind = Some((&node.cells, found));
        }
        behind.map(|(_, found)| found).unwrap_or_default()
    }

    /// The top node is done: its cells as they were, its solutions to the one above.
    fn leave(&mut self) -> Step {
        let node = self.stack.pop().expect("a node is open");
        restore(&mut self.propagator, &node);
        let found = node.found.len();
        self.backtracks += 1;
        if self.stack.is_empty() {
            self.conclusion = Some(if found == 0 { Conclusion::None } else { Conclusion::Solutions(node.found) });
            return Step::Done;
        }
        if found == 0 && self.stack.len() == 1 {
            // A part of the grid as it is given has no solution, so the grid has none.
            self.conclusion = Some(Conclusion::None);
            self.stack.clear();
            return Step::Done;
        }
        if found == 0 {
            self.fail();
            return Step::Left { refuted: Some(self.here()) };
        }
        if let Some(above) = self.stack.last_mut() {
            above.solved.push((node.cells, node.found));
        }
        Step::Left { refuted: None }
    }

    /// The independent parts of these open cells, smallest first at the end of the list.
    fn parts(&self, field: &Field, open: &[u16]) -> Vec<Vec<u16>> {
        if open.is_empty() {
            return Vec::new();
        }
        if !self.split {
            return vec![open.to_vec()];
        }
        let mut seen = vec![true; field.cells()];
        for &cell in open {
            seen[cell as usize] = false;
        }
        let mut parts = Vec::new();
        for &first in open {
            if seen[first as usize] {
                continue;
            }
            seen[first as usize] = true;
            let mut part = vec![first];
            let mut next = 0;
            while next < part.len() {
                for run in field.runs_of[part[next] as usize] {
                    for &cell in field.members(run as usize) {
                        if !seen[cell as usize] {
                            seen[cell as usize] = true;
                            part.push(cell);
                        }
                    }
                }
                next += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts
    }
}

/// The candidates of a node's cells as they were when it was made.
fn restore(propagator: &mut Propagator, node: &Node) {
    for (&cell, &before) in node.cells.iter().zip(&node.before) {
        propagator.candidates[cell as usize] = before;
    }
}

/// What the solved parts of a node, and one more, make of its cells together: at most so many.
fn combined(node: &Node, base: Digits, more: Option<&(&[u16], Vec<Digits>)>, most: usize) -> Vec<Digits> {
    let solved = node.solved.iter().map(|(cells, found)| (&cells[..], found));
    let mut whole = vec![base];
    for (cells, found) in solved.chain(more.map(|(cells, found)| (*cells, found))) {
        let mut next = Vec::new();
        'combined: for digits in found {
            for base in &whole {
                let mut base = base.clone();
                overlay(&node.cells, &mut base, cells, digits);
                next.push(base);
                if next.len() >= most {
                    break 'combined;
                }
            }
        }
        whole = next;
    }
    whole
}

/// Puts `digits` of `cells` into `base`, which belongs to `all`; both lists of cells ascend.
fn overlay(all: &[u16], base: &mut [u8], cells: &[u16], digits: &[u8]) {
    let mut at = 0;
    for (&cell, &digit) in cells.iter().zip(digits) {
        while all[at] != cell {
            at += 1;
        }
        base[at] = digit;
    }
}

/// Nodes after which the plain search gives way to the one that learns.
const PLAIN_NODES: u64 = 2_000;

/// Nodes after which a look in passing gives up.
pub const QUICK_NODES: u64 = 10_000;

/// Up to `limit` solutions.
pub fn solutions(field: &Field, candidates: &[u16], limit: usize) -> Conclusion {
    within(field, candidates, limit, u64::MAX).expect("there is no limit")
}

/// The same, or nothing when this many nodes are not enough.
pub fn within(field: &Field, candidates: &[u16], limit: usize, nodes: u64) -> Option<Conclusion> {
    let mut search = Search::new(field, candidates, limit, Choices::default());
    search.start(field);
    while search.conclusion.is_none() && search.generated < nodes {
        search.step(field);
    }
    search.conclusion
}
