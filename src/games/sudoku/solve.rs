//! Depth-first search over cells and digits, stepped: what `fast` and the `classic` pair have in common.

use super::bands::{Bands, Dead, Parts};
use super::fault::Fault;
use super::rules::{CELLS, Digits, Layout, Sudoku};
use crate::games::digits::{ALL_DIGITS, digit_bit};

/// A position of the search.
pub trait Node: Clone + Send {
    /// Draws what follows.
    fn settle(&mut self) -> Result<(), Dead>;
    /// The open cell to branch at, and the digits to try there; `None` where every cell has its digit.
    fn choice(&self) -> Option<(u8, u16)>;
    fn place(&mut self, cell: u8, digit: u8);
    /// The digits that an open cell can still have.
    fn set_of(&self, cell: u8) -> u16;
    /// Cells in the order in which they were placed, givens left out.
    fn order(&self) -> &[u8];
    /// The digits so far, givens included.
    fn digits(&self) -> Digits;
    /// Candidates that propagation took out on the way here.
    fn removed(&self) -> u64;
    /// What is wrong, in words, with a position that contradicts itself.
    fn fault(&self) -> Option<Fault>;
}

impl Node for Bands {
    fn settle(&mut self) -> Result<(), Dead> {
        Bands::settle(self)
    }

    fn choice(&self) -> Option<(u8, u16)> {
        Bands::choice(self)
    }

    fn place(&mut self, cell: u8, digit: u8) {
        Bands::place(self, cell, digit);
    }

    fn set_of(&self, cell: u8) -> u16 {
        Bands::set_of(self, cell)
    }

    fn order(&self) -> &[u8] {
        Bands::order(self)
    }

    fn digits(&self) -> Digits {
        Bands::digits(self)
    }

    fn removed(&self) -> u64 {
        u64::from(self.removed)
    }

    fn fault(&self) -> Option<Fault> {
        Bands::fault(self)
    }
}

/// A grid that is only filled: the classroom's search draws no conclusions.
#[derive(Clone, Debug)]
pub struct Plain {
    digits: Digits,
    order: Vec<u8>,
    fewest: bool,
}

impl Plain {
    /// `None` where the digits break a rule.
    pub fn new(digits: &Digits, fewest: bool) -> Option<Plain> {
        Sudoku::conflicts(digits).is_empty().then(|| Plain { digits: *digits, order: Vec::new(), fewest })
    }

    fn free(&self, cell: usize) -> u16 {
        let peers = Layout::get().peers[cell].iter().map(|&peer| self.digits[peer as usize]);
        peers.filter(|&digit| digit > 0).fold(ALL_DIGITS, |set, digit| set & !digit_bit(digit))
    }
}

impl Node for Plain {
    fn settle(&mut self) -> Result<(), Dead> {
        Ok(())
    }

    /// The first empty cell row by row, or the first with the fewest digits.
    fn choice(&self) -> Option<(u8, u16)> {
        let mut open = (0..CELLS).filter(|&cell| self.digits[cell] == 0);
        let cell = if self.fewest { open.min_by_key(|&cell| self.free(cell).count_ones()) } else { open.next() }?;
        Some((cell as u8, self.free(cell)))
    }

    fn place(&mut self, cell: u8, digit: u8) {
        self.digits[cell as usize] = digit;
        self.order.push(cell);
    }

    fn set_of(&self, cell: u8) -> u16 {
        self.free(cell.into())
    }

    fn order(&self) -> &[u8] {
        &self.order
    }

    fn digits(&self) -> Digits {
        self.digits
    }

    fn removed(&self) -> u64 {
        0
    }

    fn fault(&self) -> Option<Fault> {
        self.choice().map(|(cell, _)| Fault::NoDigit { cell })
    }
}

/// A node whose children are being tried.
#[derive(Clone, Debug)]
pub struct Frame<N> {
    pub node: N,
    pub id: u64,
    pub cell: u8,
    /// The digit tried last.
    pub digit: u8,
    /// The digits still to be tried.
    pub left: u16,
}

/// A solution, and the cells in the order in which they were placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub digits: Digits,
    pub order: Vec<u8>,
}

/// What became of a node that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is open: its children come next.
    Open,
    /// It contradicts itself; propagation says what it lacks.
    Dead(Option<Dead>),
    Solution,
}

/// One thing that the search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    Made(Fate),
    /// The last node has no digit left to try and is given up.
    Left {
        node: u64,
    },
    /// Nothing is left to do.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Search<N> {
    root: Option<N>,
    /// The last node, where it contradicts itself.
    pub failed: Option<N>,
    pub frames: Vec<Frame<N>>,
    pub solutions: Vec<Solution>,
    pub generated: u64,
    pub expanded: u64,
    pub dead: u64,
    /// Dead ends that propagation recognised: cells without a digit, digits without a place.
    pub cuts: [u64; 2],
    pub left: u64,
    pub deepest: usize,
    pub removed: u64,
    started: bool,
}

impl<N: Node> Search<N> {
    /// `None` for a root that breaks a rule.
    pub fn new(root: Option<N>) -> Search<N> {
        Search {
            root,
            failed: None,
            frames: Vec::new(),
            solutions: Vec::new(),
            generated: 1,
            expanded: 0,
            dead: 0,
            cuts: [0; 2],
            left: 0,
            deepest: 0,
            removed: 0,
            started: false,
        }
    }

    /// The next node, or one step back.
    pub fn advance(&mut self) -> Did {
        if !self.started {
            self.started = true;
            return Did::Made(match self.root.take() {
                Some(root) => self.meet(root, 0),
                None => self.bury(None, None),
            });
        }
        let Some(frame) = self.frames.last_mut() else { return Did::Nothing };
        if frame.left == 0 {
            let node = frame.id;
            self.frames.pop();
            self.left += 1;
            return Did::Left { node };
        }
        frame.digit = frame.left.trailing_zeros() as u8 + 1;
        frame.left &= frame.left - 1;
        let mut child = frame.node.clone();
        child.place(frame.cell, frame.digit);
        let id = self.generated;
        self.generated += 1;
        Did::Made(self.meet(child, id))
    }

    fn meet(&mut self, mut node: N, id: u64) -> Fate {
        let before = node.removed();
        self.failed = None;
        let settled = node.settle();
        self.removed += node.removed() - before;
        if let Err(dead) = settled {
            return self.bury(Some(node), Some(dead));
        }
        match node.choice() {
            None => {
                self.solutions.push(Solution { digits: node.digits(), order: node.order().to_vec() });
                Fate::Solution
            }
            Some((_, 0)) => self.bury(Some(node), None),
            Some((cell, left)) => {
                self.expanded += 1;
                self.frames.push(Frame { node, id, cell, digit: 0, left });
                self.deepest = self.deepest.max(self.frames.len());
                Fate::Open
            }
        }
    }

    fn bury(&mut self, node: Option<N>, dead: Option<Dead>) -> Fate {
        self.dead += 1;
        self.failed = node;
        if let Some(dead) = dead {
            self.cuts[dead as usize] += 1;
        }
        Fate::Dead(dead)
    }

    /// Whether the next advance makes a node.
    pub fn makes_node(&self) -> bool {
        !self.started || self.frames.last().is_some_and(|frame| frame.left != 0)
    }

    /// Bytes that the search holds.
    pub fn memory(&self) -> usize {
        self.frames.len() * (size_of::<Frame<N>>() + CELLS) + self.solutions.len() * (size_of::<Solution>() + CELLS)
    }
}

/// Up to `limit` solutions, by propagation and search.
pub fn solutions(digits: &Digits, limit: usize) -> Vec<Solution> {
    within(digits, limit, u64::MAX).unwrap_or_default()
}

/// The same; `None` where it takes more nodes than these to tell.
pub fn within(digits: &Digits, limit: usize, nodes: u64) -> Option<Vec<Solution>> {
    let mut search = Search::new(Bands::new(digits, Parts::ALL));
    while search.solutions.len() < limit && search.advance() != Did::Nothing {
        if search.generated > nodes {
            return None;
        }
    }
    Some(search.solutions)
}

/// Whether there is exactly one solution.
pub fn is_unique(digits: &Digits) -> bool {
    solutions(digits, 2).len() == 1
}
