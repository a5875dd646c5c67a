//! Min-conflicts: all queens at once, and one that is attacked goes where the fewest attack it.
//!
//! S. Minton, M. Johnston, A. Philips and P. Laird, "Minimizing conflicts", Artificial Intelligence 58, 1992. It walks
//! about at random (the same way every time), so that it can miss solutions and never proves that there is none.

use super::rules::{Board, Place, Queens};
use crate::games::SplitMix;
use crate::search::{
    Answer, Counters, Detail, Event, Focus, Kernel, Limit, Mark, MarkKind, Node, Observer, Outcome, Plan, PlanError,
    Standing,
};

#[derive(Clone)]
pub struct Repair {
    rules: Queens,
    given: usize,
    queens: Vec<u16>,
    /// How many queens stand on each column and diagonal.
    columns: Vec<u16>,
    rising: Vec<u16>,
    falling: Vec<u16>,
    random: SplitMix,
    /// Queens moved so far, and since the last fresh start.
    moved: u64,
    since: u64,
    begun: bool,
    last: usize,
    node_limit: u64,
    max_moves: u64,
}

impl Repair {
    pub fn new(rules: Queens, board: &Board, plan: &Plan) -> Result<Self, PlanError> {
        if plan.all || plan.unique {
            return Err(PlanError("min-conflicts looks for one solution; switch it off to count".into()));
        }
        let n = usize::from(rules.size);
        let mut repair = Repair {
            rules,
            given: board.queens().len(),
            queens: board.queens().to_vec(),
            columns: vec![0; n],
            rising: vec![0; 2 * n],
            falling: vec![0; 2 * n],
            random: SplitMix(n as u64),
            moved: 0,
            since: 0,
            begun: false,
            last: 0,
            node_limit: plan.nodes.unwrap_or(u64::MAX),
            max_moves: plan.max_moves.unwrap_or(u64::MAX),
        };
        for row in 0..repair.given {
            repair.count(row, true);
        }
        repair.fill();
        Ok(repair)
    }

    /// The counts of one queen, added or taken away.
    fn count(&mut self, row: usize, add: bool) {
        let column = usize::from(self.queens[row]);
        let falling = row + self.queens_wanted() - column;
        let lines = [&mut self.columns[column], &mut self.rising[row + column], &mut self.falling[falling]];
        for line in lines {
            *line = if add { *line + 1 } else { *line - 1 };
        }
    }

    /// How many queens attack a square that is empty.
    fn attackers(&self, row: usize, column: usize) -> u16 {
        let n = self.queens_wanted();
        self.columns[column] + self.rising[row + column] + self.falling[row + n - column]
    }

    fn queens_wanted(&self) -> usize {
        usize::from(self.rules.size)
    }

    /// A column of the row with the fewest attackers.
    fn best(&mut self, row: usize) -> u16 {
        let attackers: Vec<u16> = (0..self.queens_wanted()).map(|column| self.attackers(row, column)).collect();
        let least = attackers.iter().min().copied().unwrap_or(0);
        let ties: Vec<usize> = (0..attackers.len()).filter(|&column| attackers[column] == least).collect();
        ties[self.random.below(ties.len())] as u16
    }

    /// Gives every row below the given ones a queen.
    fn fill(&mut self) {
        while self.queens.len() > self.given {
            self.count(self.queens.len() - 1, false);
            self.queens.pop();
        }
        for row in self.given..self.queens_wanted() {
            let column = self.best(row);
            self.queens.push(column);
            self.count(row, true);
        }
        self.since = 0;
    }

    /// The queens that may be moved and are attacked; a queen stands on three lines itself.
    fn attacked(&self) -> Vec<usize> {
        let is_attacked = |row: &usize| self.attackers(*row, usize::from(self.queens[*row])) > 3;
        (self.given..self.queens_wanted()).filter(is_attacked).collect()
    }

    fn is_solved(&self) -> bool {
        self.attacked().is_empty()
    }

    /// Moves one attacked queen; after long without success all begin anew.
    fn step(&mut self, attacked: &[usize]) {
        let patience = 50 * self.queens.len() as u64 + 50;
        if self.since >= patience {
            self.fill();
        }
        let row = attacked[self.random.below(attacked.len())];
        self.count(row, false);
        self.queens[row] = self.best(row);
        self.count(row, true);
        self.last = row;
        self.since += 1;
        self.moved += 1;
    }

    /// More moves than any board of this size has been seen to need.
    fn most(&self) -> u64 {
        20_000 + 200 * self.queens.len() as u64
    }
}

impl Kernel for Repair {
    fn work<O: Observer>(&mut self, fuel: u64, watch: &mut O) -> Outcome {
        if !self.begun {
            if self.node_limit == 0 {
                return Limit::Nodes.into();
            }
            self.begun = true;
            watch.on(&Event::Node(Node::root()));
        }
        if ((self.queens.len() - self.given) as u64) > self.max_moves {
            return Limit::Depth.into();
        }
        let mut fuel = fuel;
        loop {
            let attacked = self.attacked();
            if attacked.is_empty() {
                let length = (self.queens.len() - self.given) as u64;
                watch.on(&Event::Solution { id: self.moved, length });
                return Outcome::Solved;
            }
            if self.moved + 1 >= self.node_limit {
                return Limit::Nodes.into();
            }
            if self.moved >= self.most() {
                return Limit::Incomplete.into();
            }
            if fuel == 0 {
                return Outcome::MoreWork;
            }
            fuel -= 1;
            let id = self.moved;
            watch.on(&Event::Expand { id, depth: id as u32 });
            self.step(&attacked);
            let name = format_args!("r{}c{}", self.last + 1, self.queens[self.last] + 1);
            watch.on(&Event::Node(Node::child(id + 1, id, &name, id as u32 + 1)));
        }
    }

    fn shows_moves(&self) -> bool {
        false
    }

    fn counters(&self) -> Counters {
        Counters {
            generated: u64::from(self.begun) + self.moved,
            expanded: self.moved,
            depth: self.moved as u32,
            deepest: self.moved as u32,
            ..Counters::default()
        }
    }

    fn answer(&self) -> Option<Answer> {
        let fits = (self.queens.len() - self.given) as u64 <= self.max_moves;
        let moves: Vec<Place> = self.queens[self.given..].iter().map(|&column| Place(column)).collect();
        (self.begun && fits && self.is_solved()).then(|| Answer { optimal: true, ..Answer::of_moves(&moves) })
    }

    fn lower_bound(&self) -> Option<u64> {
        Some((self.queens.len() - self.given) as u64)
    }

    fn focus(&self) -> Focus {
        if let Some(answer) = self.answer() {
            return Focus { path: answer.moves, ..Focus::default() };
        }
        let grid = self.rules.grid();
        let cell = |row: usize| grid.cell(row, self.queens[row].into());
        let attacked = self.attacked();
        let kind = |row| if attacked.contains(&row) { MarkKind::Dead } else { MarkKind::Settled };
        let marks = (self.given..self.queens.len()).map(|row| Mark::new(cell(row), kind(row))).collect();
        Focus { path: Vec::new(), marks, note: format!("{} queens are attacked", attacked.len()) }
    }

    fn standing(&self) -> Standing {
        let rule = "A queen that is attacked, drawn by lot, goes where the fewest attack it";
        Standing { is_by_lot: true, ..Standing::at(self.moved, rule) }
    }

    fn details(&self) -> Vec<Detail> {
        vec![Detail::figure("attacked queens", self.attacked().len())]
    }
}
