//! The search with bit masks: a row at a time, and of its free squares one after the other.
//!
//! A square is free where its column, its diagonal and its antidiagonal are. Diagonals are bits of one number each, by
//! row + column and by column - row, so that a shift by the row lays them over its columns.

use std::fmt;

use super::rules::{Board, Place, Queens};
use super::symmetry::is_first_of_its_kind;
use crate::search::{
    Answer, Branch, Counters, Detail, Domain, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, NodeId, Observer,
    Outcome, Plan, PlanError, Refutation, Standing, count, listed_bytes,
};

/// The largest board that the masks have room for.
const WIDEST: u16 = 64;
const NOBODY: u16 = u16::MAX;

#[derive(Clone)]
struct Frame {
    id: NodeId,
    /// The square that was taken to come here.
    taken: Option<(u16, u16)>,
    row: u16,
    untried: u64,
    expanded: bool,
}

/// A square that a queen is placed on.
struct Square {
    /// Where it is not the next one from the top.
    row: Option<u16>,
    column: u16,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            Some(row) => write!(f, "r{}c{}", row + 1, self.column + 1),
            None => write!(f, "{}", Place(self.column)),
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The row with the fewest free squares comes next, and not the next from the top.
    pub fewest: bool,
    /// All solutions, and not only the first.
    pub all: bool,
    /// Of solutions that are turned or mirrored into each other only one.
    pub symmetry: bool,
}

#[derive(Clone)]
pub struct RowSearch {
    rules: Queens,
    given: usize,
    aim: Aim,
    /// How many solutions are kept.
    lists: usize,
    /// The column of each row's queen.
    queens: Vec<u16>,
    columns: u64,
    falling: u128,
    rising: u128,
    stack: Vec<Frame>,
    generated: u64,
    expanded: u64,
    dead: u64,
    backtracks: u64,
    deepest: u32,
    node_limit: u64,
    memory: usize,
    max_moves: u64,
    first: Option<Vec<u16>>,
    listed: Vec<Vec<u16>>,
    solutions: u64,
}

impl RowSearch {
    pub fn new(rules: Queens, board: &Board, plan: &Plan, aim: Aim) -> Result<Self, PlanError> {
        if rules.size > WIDEST {
            let name = plan.strategy.name;
            return Err(PlanError(format!("`{name}` searches boards of up to {WIDEST} queens; try `construct`")));
        }
        if plan.unique {
            return Err(PlanError("`--unique` is not for queens; `--all` counts the solutions".into()));
        }
        let given = board.queens().len();
        let mut search = RowSearch {
            rules,
            given,
            aim: Aim { all: aim.all || plan.all, ..aim },
            lists: plan.lists(),
            queens: vec![NOBODY; rules.size.into()],
            columns: 0,
            falling: 0,
            rising: 0,
            stack: Vec::new(),
            generated: 0,
            expanded: 0,
            dead: 0,
            backtracks: 0,
            deepest: 0,
            node_limit: plan.nodes.unwrap_or(u64::MAX),
            memory: plan.memory,
            max_moves: plan.max_moves.unwrap_or(u64::MAX),
            first: None,
            listed: Vec::new(),
            solutions: 0,
        };
        for (row, &column) in board.queens().iter().enumerate() {
            search.put(row as u16, column);
        }
        Ok(search)
    }

    fn flip(&mut self, row: u16, column: u16) {
        self.columns ^= 1 << column;
        self.rising ^= 1 << (row + column);
        self.falling ^= 1 << (column + self.rules.size - 1 - row);
    }

    fn put(&mut self, row: u16, column: u16) {
        self.flip(row, column);
        self.queens[usize::from(row)] = column;
    }

    fn take(&mut self, row: u16, column: u16) {
        self.flip(row, column);
        self.queens[usize::from(row)] = NOBODY;
    }

    /// The free squares of a row.
    fn free(&self, row: u16) -> u64 {
        let n = self.rules.size;
        let attacked = self.columns | (self.rising >> row) as u64 | (self.falling >> (n - 1 - row)) as u64;
        !attacked & (u64::MAX >> (64 - n))
    }

    fn is_open(&self, row: u16) -> bool {
        self.queens[usize::from(row)] == NOBODY
    }

    /// The row whose queen comes next.
    fn next_row(&self) -> u16 {
        let mut open = (0..self.rules.size).filter(|&row| self.is_open(row));
        let next = if self.aim.fewest {
            let middle = |row: u16| (2 * row + 1).abs_diff(self.rules.size);
            open.min_by_key(|&row| (self.free(row).count_ones(), middle(row)))
        } else {
            open.next()
        };
        next.unwrap_or(0)
    }

    /// The square of a row as nodes are named: by the column alone, which is the move, where the rows come in turn.
    fn square(&self, row: u16, column: u16) -> Square {
        Square { row: self.aim.fewest.then_some(row), column }
    }

    /// Whether all was tried.
    fn is_over(&self) -> bool {
        let is_tried = |root: &Frame| root.expanded && root.untried == 0;
        self.stack.len() <= 1 && self.stack.first().is_none_or(is_tried)
    }

    fn missing(&self) -> u64 {
        (self.queens.len() - self.given) as u64
    }

    fn depth(&self) -> u32 {
        self.stack.len().saturating_sub(1) as u32
    }

    fn start<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        if self.node_limit == 0 {
            return Err(Limit::Nodes.into());
        }
        self.generated = 1;
        watch.on(&Event::Node(Node::root()));
        if self.missing() == 0 {
            self.solution(0, watch)?;
            return Err(Outcome::Solved);
        }
        if self.missing() > self.max_moves {
            return Err(Limit::Depth.into());
        }
        self.stack.push(Frame { id: 0, taken: None, row: 0, untried: 0, expanded: false });
        Ok(())
    }

    fn expand<O: Observer>(&mut self, watch: &mut O) {
        let row = self.next_row();
        let untried = self.free(row);
        let depth = self.depth();
        self.expanded += 1;
        if let Some(frame) = self.stack.last_mut() {
            (frame.row, frame.untried, frame.expanded) = (row, untried, true);
            watch.on(&Event::Expand { id: frame.id, depth });
            if untried == 0 {
                self.dead += 1;
                watch.on(&Event::Dead {
                    id: frame.id,
                    depth,
                    why: &format_args!("row {} has no free square", row + 1),
                });
            }
        }
    }

    /// Places a queen on the next untried square.
    fn child<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        if self.generated >= self.node_limit {
            return Err(Limit::Nodes.into());
        }
        let depth = self.stack.len() as u32;
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let (row, parent) = (frame.row, frame.id);
        let column = self.middle_of(self.stack[self.stack.len() - 1].untried);
        if let Some(frame) = self.stack.last_mut() {
            frame.untried &= !(1 << column);
        }
        let id = self.generated;
        self.generated += 1;
        self.deepest = self.deepest.max(depth);
        watch.on(&Event::Node(Node::child(id, parent, &self.square(row, column), depth)));
        self.put(row, column);
        if u64::from(depth) == self.missing() {
            self.solution(id, watch)?;
            self.take(row, column);
        } else {
            self.stack.push(Frame { id, taken: Some((row, column)), row: 0, untried: 0, expanded: false });
        }
        Ok(())
    }

    /// From the left or, where rows are chosen, the square nearest to the middle, which leads to a solution sooner.
    fn middle_of(&self, squares: u64) -> u16 {
        if !self.aim.fewest {
            return squares.trailing_zeros() as u16;
        }
        let columns = (0..self.rules.size).filter(|&column| squares >> column & 1 == 1);
        columns.min_by_key(|&column| (2 * column + 1).abs_diff(self.rules.size)).unwrap_or(0)
    }

    fn solution<O: Observer>(&mut self, id: NodeId, watch: &mut O) -> Result<(), Outcome> {
        if self.aim.symmetry && !is_first_of_its_kind(&self.queens, self.given) {
            return Ok(());
        }
        self.solutions += 1;
        watch.on(&Event::Solution { id, length: self.missing() });
        if self.first.is_none() {
            self.first = Some(self.queens.clone());
        }
        if !self.aim.all {
            return Err(Outcome::Solved);
        }
        if self.listed.len() < self.lists {
            self.listed.push(self.queens.clone());
            if self.held() > self.memory {
                return Err(Limit::Memory.into());
            }
        }
        Ok(())
    }

    fn held(&self) -> usize {
        let each = 2 * size_of::<Vec<u16>>() + 2 * self.queens.len() + listed_bytes(self.queens.len());
        self.listed.len() * each + self.stack.len() * size_of::<Frame>()
    }

    fn back<O: Observer>(&mut self, watch: &mut O) -> Result<(), Outcome> {
        let depth = self.depth();
        let Some((row, column)) = self.stack.last().and_then(|frame| frame.taken) else {
            // The root stays, to be shown.
            return Err(if self.solutions > 0 { Outcome::Solved } else { Outcome::Exhausted });
        };
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        self.backtracks += 1;
        watch.on(&Event::Leave { id: frame.id, depth });
        self.take(row, column);
        Ok(())
    }

    fn drive<O: Observer>(&mut self, mut fuel: u64, watch: &mut O) -> Result<(), Outcome> {
        if self.generated == 0 {
            self.start(watch)?;
        }
        while let Some(frame) = self.stack.last() {
            if !frame.expanded {
                if fuel == 0 {
                    return Ok(());
                }
                fuel -= 1;
                self.expand(watch);
            } else if frame.untried > 0 {
                self.child(watch)?;
            } else {
                self.back(watch)?;
            }
        }
        Ok(())
    }

    fn moves(&self, queens: &[u16]) -> Vec<String> {
        queens[self.given..].iter().map(|&column| Place(column).to_string()).collect()
    }
}

impl Kernel for RowSearch {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        match self.drive(fuel, watch) {
            Ok(()) => Outcome::MoreWork,
            Err(outcome) => outcome,
        }
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: self.generated,
            expanded: self.expanded,
            depth: self.depth(),
            deepest: self.deepest,
            dead: self.dead,
            backtracks: self.backtracks,
            memory: self.held(),
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let moves = self.moves(self.first.as_ref()?);
        let all = self.listed.iter().map(|queens| self.moves(queens)).collect();
        // Every solution places every missing queen.
        Some(Answer {
            moves,
            optimal: true,
            solutions: self.aim.all.then_some(self.solutions),
            up_to: self.aim.symmetry.then_some("symmetry"),
            all,
            ..Answer::default()
        })
    }

    fn refutation(&self) -> Option<Refutation> {
        let reason = match (self.given, self.missing()) {
            (0, missing) => format!("every way to place {} was tried", queens_words(missing)),
            (_, 1) => "every way to place the last queen was tried".into(),
            (_, missing) => format!("every way to place the {missing} queens left was tried"),
        };
        Some(Refutation { reason, ..Refutation::default() })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some(self.missing())
    }

    fn focus(&self) -> Focus {
        if let (true, Some(first)) = (self.is_over(), &self.first) {
            return Focus { path: self.moves(first), ..Focus::default() };
        }
        let grid = self.rules.grid();
        let mark = |row: u16, column: u16, kind| Mark::new(grid.cell(row.into(), column.into()), kind);
        let mut marks: Vec<Mark> = Vec::new();
        let mut taken = self.stack.iter().filter_map(|frame| frame.taken);
        // Rows that come in turn are moves; others are only marked.
        let in_turn = taken.clone().filter(|_| !self.aim.fewest);
        let path = in_turn.map(|(row, column)| self.square(row, column).to_string()).collect();
        marks.extend(taken.clone().map(|(row, column)| mark(row, column, MarkKind::Settled)));
        marks.extend(taken.next_back().map(|(row, column)| mark(row, column, MarkKind::Changed)));
        let Some(frame) = self.stack.last().filter(|frame| frame.expanded) else {
            return Focus { path, marks, ..Focus::default() };
        };
        let untried = (0..self.rules.size).filter(|&column| frame.untried >> column & 1 == 1);
        marks.extend(untried.map(|column| mark(frame.row, column, MarkKind::Choice)));
        let left = count(frame.untried.count_ones().into(), "square", "squares");
        let note = format!("row {}: {left} left to try", frame.row + 1);
        Focus { path, marks, note }
    }

    fn standing(&self) -> Standing {
        let rule = if self.aim.fewest {
            "It takes the row with the fewest free squares, tries them from the middle outwards, and goes back where none is left"
        } else {
            "It tries the free squares of the row from left to right, and goes back where none is left"
        };
        let words = |row: u16, column: u16| self.square(row, column).to_string();
        let columns = |row: u16, set: u64| {
            let mut columns: Vec<u16> = (0..self.rules.size).filter(|&column| set >> column & 1 == 1).collect();
            if self.aim.fewest {
                columns.sort_by_key(|&column| (2 * column + 1).abs_diff(self.rules.size));
            }
            columns.into_iter().map(|column| words(row, column)).collect()
        };
        let taken = |depth: usize| self.stack.get(depth).and_then(|frame| frame.taken);
        let chosen = self.stack.iter().enumerate().rev().filter(|(_, frame)| frame.expanded);
        let choices = chosen.map(|(depth, frame)| Branch {
            depth: depth as u32 + 1,
            tried: taken(depth + 1).map(|(row, column)| words(row, column)).into_iter().collect(),
            left: columns(frame.row, frame.untried),
        });
        let open = (0..self.rules.size).filter(|&row| self.is_open(row));
        let domains = Domain::smallest(open.map(|row| (self.free(row).count_ones(), row.into())), |row| {
            let free = self.free(row as u16).count_ones();
            Domain::new(format_args!("row {}", row + 1), count(free.into(), "square", "squares"), free)
        });
        // In the end the board shows the first solution.
        let shown = self.stack.last().filter(|_| !self.is_over() || self.first.is_none());
        let node = shown.map(|frame| frame.id);
        Standing { node, rule, stack: Branch::few(choices), domains, ..Standing::default() }
    }

    fn details(&self) -> Vec<Detail> {
        self.aim.all.then(|| Detail::figure("solutions", self.solutions)).into_iter().collect()
    }
}

fn queens_words(count: u64) -> String {
    if count == 1 { "one queen".into() } else { format!("{count} queens") }
}
