//! A search that learns from its dead ends, for large loose grids: every removal is explained by the run that made it,
//! a dead end is analysed to the first unique implication point, and what it taught is kept as a nogood
//! (Ohrimenko, Stuckey and Codish 2009: propagation via lazy clause generation).

use super::field::Field;
use super::filter::whole;
use super::solve::{Place, Tried};
use super::sums::Sums;

/// "This cell is not d" (18 c + d − 1) or "this cell is d" (18 c + 9 + d − 1), a fact that holds or does not.
type Fact = u32;

fn is_not(cell: u16, digit: u16) -> Fact {
    u32::from(cell) * 18 + u32::from(digit)
}

fn is(cell: u16, digit: u16) -> Fact {
    u32::from(cell) * 18 + 9 + u32::from(digit)
}

fn cell_of(fact: Fact) -> u16 {
    (fact / 18) as u16
}

fn opposite(fact: Fact) -> Fact {
    if fact % 18 < 9 { fact + 9 } else { fact - 9 }
}

/// Why a fact holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Choice,
    Run(u16),
    /// All facts of a nogood but this one held.
    Nogood(u32),
    /// The cell is another digit.
    Other(Fact),
    /// The cell has no other digit left.
    Last,
}

/// What cannot go on.
enum Clash {
    Run(u16),
    Nogood(u32),
}

/// A choice that holds.
#[derive(Clone, Copy)]
struct Chosen {
    number: u64,
    cell: u16,
    digit: u16,
}

/// A node by the choice that led to it; none for the root.
#[derive(Clone, Copy)]
pub struct Leaf {
    number: Option<u64>,
    depth: u32,
}

impl Leaf {
    /// The node, where `before` nodes were made before the first choice.
    pub fn behind(self, before: u64) -> Place {
        Place { id: self.number.map_or(0, |number| before + number), depth: self.depth }
    }
}

/// One by the number of candidates.
const SHARE: [f64; 10] = [0.0, 1.0, 1.0 / 2.0, 1.0 / 3.0, 0.25, 0.2, 1.0 / 6.0, 1.0 / 7.0, 0.125, 1.0 / 9.0];

#[derive(Clone)]
struct Nogood {
    facts: Vec<Fact>,
    /// Levels it spans: the fewer, the more useful.
    levels: u32,
}

#[derive(Clone)]
pub struct Learner {
    candidates: Vec<u16>,
    /// The candidates before any choice.
    root: Vec<u16>,
    /// The cells that propagation left open.
    open: Vec<u16>,
    trail: Vec<Fact>,
    why: Vec<Why>,
    level_of: Vec<u32>,
    /// Where each level begins on the trail.
    levels: Vec<usize>,
    /// The choice of each level: which one it was, from 0, and what it chose.
    chosen: Vec<Chosen>,
    /// Where the last solution was found.
    pub leaf: Option<Leaf>,
    /// By fact: its place on the trail, from 1; 0 where it does not hold.
    held: Vec<u32>,
    seen_trail: usize,
    runs: Vec<u16>,
    waits: Vec<bool>,
    nogoods: Vec<Nogood>,
    watches: Vec<Vec<u32>>,
    /// How often a cell was part of a dead end, lately.
    heat: Vec<f64>,
    warmth: f64,
    last_digit: Vec<u16>,
    conflicts_left: u64,
    restarts: u64,
    marked: Vec<bool>,
    pub found: Vec<Vec<u8>>,
    pub choices: u64,
    pub conflicts: u64,
    pub propagations: u64,
    pub removed: u64,
    /// Nothing more can be found.
    pub exhausted: bool,
    size: usize,
}

impl Learner {
    /// Starts from candidates that propagation has settled.
    pub fn new(field: &Field, candidates: &[u16]) -> Learner {
        let cells = field.cells();
        Learner {
            candidates: candidates.to_vec(),
            root: candidates.to_vec(),
            open: (0..cells as u16).filter(|&cell| !candidates[cell as usize].is_power_of_two()).collect(),
            trail: Vec::new(),
            why: Vec::new(),
            level_of: Vec::new(),
            levels: Vec::new(),
            chosen: Vec::new(),
            leaf: None,
            held: vec![0; cells * 18],
            seen_trail: 0,
            runs: Vec::new(),
            waits: vec![false; field.runs()],
            nogoods: Vec::new(),
            watches: vec![Vec::new(); cells * 18],
            heat: vec![0.0; cells],
            warmth: 1.0,
            last_digit: vec![u16::MAX; cells],
            conflicts_left: 64,
            restarts: 0,
            marked: vec![false; cells * 18],
            found: Vec::new(),
            choices: 0,
            conflicts: 0,
            propagations: 0,
            removed: 0,
            exhausted: false,
            size: 0,
        }
    }

    pub fn memory(&self) -> usize {
        self.size * 4 + self.nogoods.len() * 48 + self.held.len() * 32
    }

    pub fn candidates(&self) -> &[u16] {
        &self.candidates
    }

    /// The current node, where `before` nodes were made before the first choice.
    pub fn here(&self, before: u64) -> Place {
        Leaf { number: self.chosen.last().map(|last| last.number), depth: self.chosen.len() as u32 }.behind(before)
    }

    /// The choice that led to the current node.
    pub fn tried(&self, before: u64) -> Option<Tried> {
        let &Chosen { cell, digit, .. } = self.chosen.last()?;
        let above = self.chosen.len().checked_sub(2).map(|above| self.chosen[above].number);
        let parent = above.map_or(0, |number| before + number);
        Some(Tried { at: self.here(before), parent, cell, digit: digit as u8 + 1 })
    }

    /// One choice with all that follows from it; dead ends on the way are learned from.
    pub fn step(&mut self, field: &Field, sums: &Sums) {
        while let Err(clash) = self.settle(field, sums) {
            self.conflicts += 1;
            if self.levels.is_empty() {
                self.exhausted = true;
                return;
            }
            self.learn(field, sums, &clash);
            self.conflicts_left = self.conflicts_left.saturating_sub(1);
        }
        if self.conflicts_left == 0 {
            self.restart(field);
            return;
        }
        match self.choose() {
            None => self.record(field),
            Some((cell, digit)) => {
                self.chosen.push(Chosen { number: self.choices, cell, digit });
                self.choices += 1;
                self.levels.push(self.trail.len());
                self.assign(field, cell, digit, Why::Choice);
            }
        }
    }

    /// The cell that was hot in dead ends and has few candidates, with the digit it had last.
    fn choose(&self) -> Option<(u16, u16)> {
        let mut best: Option<(f64, usize)> = None;
        for &cell in &self.open {
            let cell = cell as usize;
            let set = self.candidates[cell];
            if set.is_power_of_two() {
                continue;
            }
            let score = (self.heat[cell] + 1e-9) * SHARE[set.count_ones() as usize];
            if best.is_none_or(|(other, _)| score > other) {
                best = Some((score, cell));
            }
        }
        let (_, cell) = best?;
        let set = self.candidates[cell];
        let digit = self.last_digit[cell];
        let digit = if digit < 9 && set >> digit & 1 == 1 { digit } else { set.trailing_zeros() as u16 };
        Some((cell as u16, digit))
    }

    /// A solution; from now on another is looked for.
    fn record(&mut self, field: &Field) {
        let digits = self.candidates.iter().map(|set| set.trailing_zeros() as u8 + 1).collect();
        self.found.push(digits);
        self.leaf = Some(Leaf { number: self.chosen.last().map(|last| last.number), depth: self.chosen.len() as u32 });
        let facts: Vec<Fact> =
            self.open.iter().map(|&cell| is(cell, self.candidates[cell as usize].trailing_zeros() as u16)).collect();
        self.back_to(0);
        self.keep_at_root(field, facts, u32::MAX);
    }

    fn restart(&mut self, field: &Field) {
        self.back_to(0);
        self.restarts += 1;
        self.conflicts_left = 64 * luby(self.restarts);
        if self.nogoods.len() > 20_000 {
            self.forget(field);
        }
    }

    /// Keeps the half of the nogoods that spans the fewest levels; only at the root, where none is a reason.
    fn forget(&mut self, field: &Field) {
        let mut nogoods = std::mem::take(&mut self.nogoods);
        nogoods.sort_by_key(|nogood| if nogood.levels == u32::MAX { 0 } else { nogood.levels });
        nogoods.truncate(nogoods.len() / 2);
        self.watches.iter_mut().for_each(Vec::clear);
        self.size = 0;
        for nogood in nogoods {
            self.keep_at_root(field, nogood.facts, nogood.levels);
        }
    }

    /// Before any choice: what holds for good is left out, and a nogood of one fact is acted on.
    fn keep_at_root(&mut self, field: &Field, mut facts: Vec<Fact>, levels: u32) {
        if facts.iter().any(|&fact| self.holds(opposite(fact))) {
            return;
        }
        facts.retain(|&fact| !self.holds(fact));
        match facts[..] {
            [] => self.exhausted = true,
            [only] => self.refute(field, only, Why::Choice),
            _ => {
                self.keep(facts, levels);
            }
        }
    }

    /// Adds a nogood of two facts or more, watched at its first two.
    fn keep(&mut self, facts: Vec<Fact>, levels: u32) -> u32 {
        let number = self.nogoods.len() as u32;
        self.watches[facts[0] as usize].push(number);
        self.watches[facts[1] as usize].push(number);
        self.size += facts.len();
        self.nogoods.push(Nogood { facts, levels });
        number
    }

    fn holds(&self, fact: Fact) -> bool {
        self.held[fact as usize] > 0
    }

    fn put(&mut self, fact: Fact, why: Why) {
        self.trail.push(fact);
        self.why.push(why);
        self.level_of.push(self.levels.len() as u32);
        self.held[fact as usize] = self.trail.len() as u32;
    }

    fn wake(&mut self, field: &Field, cell: u16) {
        for run in field.runs_of[cell as usize] {
            if !self.waits[run as usize] {
                self.waits[run as usize] = true;
                self.runs.push(run);
            }
        }
    }

    /// The cell is this digit, which is a candidate.
    fn assign(&mut self, field: &Field, cell: u16, digit: u16, why: Why) {
        let fact = is(cell, digit);
        self.put(fact, why);
        let mut others = self.candidates[cell as usize] & !(1 << digit);
        self.removed += u64::from(others.count_ones());
        while others != 0 {
            let other = others.trailing_zeros() as u16;
            others &= others - 1;
            self.put(is_not(cell, other), Why::Other(fact));
        }
        self.candidates[cell as usize] = 1 << digit;
        self.last_digit[cell as usize] = digit;
        self.wake(field, cell);
    }

    /// The cell is not this digit, which is a candidate and not the only one.
    fn remove(&mut self, field: &Field, cell: u16, digit: u16, why: Why) {
        self.put(is_not(cell, digit), why);
        self.removed += 1;
        self.candidates[cell as usize] &= !(1 << digit);
        let left = self.candidates[cell as usize];
        if left.is_power_of_two() {
            let digit = left.trailing_zeros() as u16;
            self.put(is(cell, digit), Why::Last);
            self.last_digit[cell as usize] = digit;
        }
        self.wake(field, cell);
    }

    /// A fact that is open must not hold.
    fn refute(&mut self, field: &Field, fact: Fact, why: Why) {
        let (cell, digit) = (cell_of(fact), (fact % 9) as u16);
        if fact % 18 < 9 { self.assign(field, cell, digit, why) } else { self.remove(field, cell, digit, why) }
    }

    fn settle(&mut self, field: &Field, sums: &Sums) -> Result<(), Clash> {
        loop {
            while self.seen_trail < self.trail.len() {
                let fact = self.trail[self.seen_trail];
                self.seen_trail += 1;
                self.visit_watches(field, fact)?;
            }
            let Some(run) = self.runs.pop() else { return Ok(()) };
            self.waits[run as usize] = false;
            self.look(field, sums, run)?;
        }
    }

    fn visit_watches(&mut self, field: &Field, fact: Fact) -> Result<(), Clash> {
        let mut list = std::mem::take(&mut self.watches[fact as usize]);
        let mut kept = 0;
        let mut clash = None;
        for i in 0..list.len() {
            let number = list[i];
            if clash.is_some() {
                list[kept] = number;
                kept += 1;
                continue;
            }
            let held = &self.held;
            let facts = &mut self.nogoods[number as usize].facts;
            if facts[0] == fact {
                facts.swap(0, 1);
            }
            let other = facts[0];
            if held[opposite(other) as usize] == 0
                && let Some(free) = (2..facts.len()).find(|&i| held[facts[i] as usize] == 0)
            {
                facts.swap(1, free);
                let watched = facts[1];
                self.watches[watched as usize].push(number);
                continue;
            }
            list[kept] = number;
            kept += 1;
            if self.holds(other) {
                clash = Some(Clash::Nogood(number));
            } else if !self.holds(opposite(other)) {
                self.refute(field, other, Why::Nogood(number));
            }
        }
        list.truncate(kept);
        self.watches[fact as usize] = list;
        clash.map_or(Ok(()), Err)
    }

    fn look(&mut self, field: &Field, sums: &Sums, run: u16) -> Result<(), Clash> {
        self.propagations += 1;
        let members = field.members(run as usize);
        let mut sets = [0; 9];
        for (set, &cell) in sets.iter_mut().zip(members) {
            *set = self.candidates[cell as usize];
        }
        let before = sets;
        if !whole(sums, &mut sets[..members.len()], field.sum(run as usize)) {
            return Err(Clash::Run(run));
        }
        for (i, &cell) in members.iter().enumerate() {
            let mut gone = before[i] & !sets[i];
            while gone != 0 {
                self.remove(field, cell, gone.trailing_zeros() as u16, Why::Run(run));
                gone &= gone - 1;
            }
        }
        Ok(())
    }

    fn back_to(&mut self, level: usize) {
        let Some(&from) = self.levels.get(level) else { return };
        for i in (from..self.trail.len()).rev() {
            let fact = self.trail[i];
            self.held[fact as usize] = 0;
            if fact % 18 < 9 {
                self.candidates[cell_of(fact) as usize] |= 1 << (fact % 9);
            }
        }
        self.trail.truncate(from);
        self.why.truncate(from);
        self.level_of.truncate(from);
        self.levels.truncate(level);
        self.chosen.truncate(level);
        self.seen_trail = from;
        for run in self.runs.drain(..) {
            self.waits[run as usize] = false;
        }
    }

    /// Candidates of a cell when the trail had `before` facts.
    fn candidates_at(&self, cell: u16, before: u32) -> u16 {
        let mut set = self.root[cell as usize];
        for digit in 0..9 {
            let held = self.held[is_not(cell, digit) as usize];
            if held > 0 && held < before {
                set &= !(1 << digit);
            }
        }
        set
    }

    /// The facts about the other cells of a run that leave `cell` without `digit` (or the run without a filling):
    /// cells that can have all their candidates back are left out.
    fn explain_run(&self, field: &Field, sums: &Sums, run: u16, target: Option<(u16, u16)>, before: u32) -> Vec<Fact> {
        let members = field.members(run as usize);
        let mut sets = [0; 9];
        for (set, &cell) in sets.iter_mut().zip(members) {
            *set = match target {
                Some((target, digit)) if target == cell => 1 << digit,
                _ => self.candidates_at(cell, before),
            };
        }
        let mut facts = Vec::new();
        for (i, &cell) in members.iter().enumerate() {
            let (now, root) = (sets[i], self.root[cell as usize]);
            if now == root || target.is_some_and(|(target, _)| target == cell) {
                continue;
            }
            sets[i] = root;
            let mut trial = sets;
            if !whole(sums, &mut trial[..members.len()], field.sum(run as usize)) {
                continue;
            }
            sets[i] = now;
            let settled = now.is_power_of_two().then(|| is(cell, now.trailing_zeros() as u16));
            match settled.filter(|&fact| self.holds(fact) && self.held[fact as usize] < before) {
                Some(fact) => facts.push(fact),
                None => facts
                    .extend((0..9).filter(|digit| (root & !now) >> digit & 1 == 1).map(|digit| is_not(cell, digit))),
            }
        }
        facts
    }

    fn explain(&self, field: &Field, sums: &Sums, fact: Fact) -> Vec<Fact> {
        let place = self.held[fact as usize];
        match self.why[place as usize - 1] {
            Why::Choice => Vec::new(),
            Why::Run(run) => self.explain_run(field, sums, run, Some((cell_of(fact), (fact % 9) as u16)), place),
            Why::Nogood(number) => {
                let facts = &self.nogoods[number as usize].facts;
                facts.iter().copied().filter(|&other| other != opposite(fact)).collect()
            }
            Why::Other(other) => vec![other],
            Why::Last => {
                let cell = cell_of(fact);
                let others =
                    (0..9).filter(|&digit| is(cell, digit) != fact && self.root[cell as usize] >> digit & 1 == 1);
                others.map(|digit| is_not(cell, digit)).collect()
            }
        }
    }

    /// From a dead end to the fact of this level that everything goes through; the nogood is kept and acted on.
    fn learn(&mut self, field: &Field, sums: &Sums, clash: &Clash) {
        let mut facts = match clash {
            Clash::Run(run) => self.explain_run(field, sums, *run, None, u32::MAX),
            Clash::Nogood(number) => self.nogoods[*number as usize].facts.clone(),
        };
        let level = self.levels.len() as u32;
        let (mut learned, mut marked) = (Vec::new(), Vec::new());
        let (mut open, mut at) = (0, self.trail.len());
        let asserted = loop {
            for fact in facts {
                let fact_level = self.level_of[self.held[fact as usize] as usize - 1];
                if fact_level == 0 || std::mem::replace(&mut self.marked[fact as usize], true) {
                    continue;
                }
                marked.push(fact);
                self.heat[cell_of(fact) as usize] += self.warmth;
                if fact_level == level {
                    open += 1;
                } else {
                    learned.push(fact);
                }
            }
            loop {
                at -= 1;
                if self.marked[self.trail[at] as usize] {
                    break;
                }
            }
            open -= 1;
            if open <= 0 {
                break self.trail[at];
            }
            facts = self.explain(field, sums, self.trail[at]);
        };
        for fact in marked {
            self.marked[fact as usize] = false;
        }
        self.cool();
        self.act(field, asserted, learned);
    }

    fn cool(&mut self) {
        self.warmth /= 0.95;
        if self.warmth > 1e100 {
            self.heat.iter_mut().for_each(|heat| *heat *= 1e-100);
            self.warmth *= 1e-100;
        }
    }

    fn act(&mut self, field: &Field, asserted: Fact, learned: Vec<Fact>) {
        let level_of = |learner: &Learner, fact: Fact| learner.level_of[learner.held[fact as usize] as usize - 1];
        let mut levels: Vec<u32> = learned.iter().map(|&fact| level_of(self, fact)).collect();
        let back = levels.iter().copied().max().unwrap_or(0);
        if learned.is_empty() {
            self.back_to(0);
            self.refute(field, asserted, Why::Choice);
            return;
        }
        let mut facts = vec![asserted];
        facts.extend(learned);
        let deepest = (1..facts.len()).max_by_key(|&i| level_of(self, facts[i])).unwrap_or(1);
        facts.swap(1, deepest);
        levels.sort_unstable();
        levels.dedup();
        self.back_to(back as usize);
        let number = self.keep(facts, levels.len() as u32 + 1);
        self.refute(field, asserted, Why::Nogood(number));
    }
}

/// 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman 1993), from 1.
fn luby(n: u64) -> u64 {
    let mut size = 1;
    while size < n + 1 {
        size *= 2;
    }
    if size == n + 1 { size / 2 } else { luby(n - (size / 2 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_restart_sequence() {
        assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
