//! The two deadlock checks of the 2007 program, as it had them: neither sound nor complete, although the report says so.
//!
//! Both play in a sandbox. To uncover a rank in a column, the cards above it are taken one by one, each with a partner
//! that is a head, or else with one that is uncovered in another column first.

use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use crate::search::Rules;

/// A check is given up as passed after so many calls: the original could go on for hours.
const PATIENCE: u32 = 100_000;

/// A set of columns, one bit each.
type Columns = u16;

fn each(columns: Columns) -> impl Iterator<Item = usize> {
    (0..COLUMNS).filter(move |column| columns >> column & 1 == 1)
}

/// The ranks being uncovered on the way, each with its columns: what the original called Exclude.
#[derive(Clone, Copy, Default)]
struct Exclude([Columns; SUM as usize]);

impl Exclude {
    fn has(&self, rank: u8, column: usize) -> bool {
        self.0[rank as usize] >> column & 1 == 1
    }

    fn with(mut self, rank: u8, column: usize) -> Self {
        self.0[rank as usize] |= 1 << column;
        self
    }
}

/// What follows when a card is uncovered; false asks for another way to do it.
type Then<'a, 'b> = &'b mut dyn FnMut(&mut Checks<'a>, &State) -> bool;

pub struct Checks<'a> {
    rules: &'a Fourteen,
    calls: u32,
}

impl<'a> Checks<'a> {
    pub fn new(rules: &'a Fourteen) -> Self {
        Checks { rules, calls: 0 }
    }

    pub fn gave_up(&self) -> bool {
        self.calls > PATIENCE
    }

    /// *Avoid*: each rank still on the table has a card that can be uncovered.
    ///
    /// The original kept the step in a thirteenth list, in which it looked for ranks as in a column but never found a
    /// head: with the `quirk`, a rank that has left the table is missed when it equals the `step`.
    pub fn avoid(&mut self, state: &State, step: usize, quirk: bool) -> bool {
        (1..SUM).all(|rank| match self.columns_with(state, rank) {
            0 => !(quirk && rank as usize == step),
            columns => self.uncover_any(state, rank, columns, 0, Exclude::default()).is_some() || self.gave_up(),
        })
    }

    /// *Full check*: every card can be uncovered, and of several cards of a rank in one column each can be taken and
    /// the next one uncovered from there.
    pub fn full(&mut self, state: &State) -> bool {
        let passed = (1..SUM).all(|rank| {
            (0..COLUMNS).all(|column| {
                let cards = self.rules.left(state, column).filter(|&card| self.rules.rank(card) == rank).count();
                cards == 0 || self.take_all(state, rank, column, cards)
            })
        });
        passed || self.gave_up()
    }

    fn columns_with(&self, state: &State, rank: u8) -> Columns {
        let holds = |&c: &usize| self.rules.left(state, c).any(|card| self.rules.rank(card) == rank);
        (0..COLUMNS).filter(holds).fold(0, |columns, c| columns | 1 << c)
    }

    fn partners(&self, state: &State, column: usize) -> Columns {
        self.rules.partners(state, column).fold(0, |columns, c| columns | 1 << c)
    }

    fn after(&self, state: &State, one: usize, other: usize) -> State {
        let mut state = *state;
        self.rules.apply(&mut state, &Pair::new(one, other));
        state
    }

    /// Whether this call goes too far.
    fn is_too_far(&mut self) -> bool {
        self.calls += 1;
        self.gave_up()
    }

    /// Uncovers a rank in the first of these columns where that works; a rank that is being uncovered already (one of
    /// the bits of `visited`) fails.
    fn uncover_any(
        &mut self,
        state: &State,
        rank: u8,
        columns: Columns,
        visited: u16,
        exclude: Exclude,
    ) -> Option<State> {
        if visited >> rank & 1 == 1 {
            return None;
        }
        each(columns).find_map(|column| self.uncover(state, rank, column, visited | 1 << rank, exclude))
    }

    /// The state in which this rank is the head of the column; the first way that works is final.
    fn uncover(&mut self, state: &State, rank: u8, column: usize, visited: u16, exclude: Exclude) -> Option<State> {
        if self.is_too_far() || exclude.has(rank, column) {
            return None;
        }
        let head = self.rules.rank(self.rules.head(state, column)?);
        if head == rank {
            return Some(*state);
        }
        let in_sight = self.rules.partners(state, column).next();
        if let Some(partner) = in_sight {
            let next = self.after(state, column, partner);
            if let Some(found) = self.uncover(&next, rank, column, visited, exclude) {
                return Some(found);
            }
        }
        let complement = SUM - head;
        let columns = self.columns_with(state, complement) & !(1 << column);
        let freed = self.uncover_any(state, complement, columns, visited, exclude.with(rank, column))?;
        let partner = self.rules.partners(&freed, column).next()?;
        let next = self.after(&freed, column, partner);
        self.uncover(&next, rank, column, visited, exclude)
    }

    /// Uncovers `cards` cards of a rank in one column one after the other, taking each but the last.
    fn take_all(&mut self, state: &State, rank: u8, column: usize, cards: usize) -> bool {
        self.uncover_fully(state, rank, column, Exclude::default(), &mut |checks, reached| {
            cards == 1
                || each(checks.partners(reached, column)).any(|partner| {
                    let next = checks.after(reached, column, partner);
                    checks.take_all(&next, rank, column, cards - 1)
                })
        })
    }

    /// Every state in which this rank is the head of the column, one by one, until `then` is content with one.
    fn uncover_fully(&mut self, state: &State, rank: u8, column: usize, exclude: Exclude, then: Then<'a, '_>) -> bool {
        if self.is_too_far() || exclude.has(rank, column) {
            return false;
        }
        let Some(head) = self.rules.head(state, column).map(|card| self.rules.rank(card)) else { return false };
        if head == rank {
            return then(self, state);
        }
        if self.take_with_any(state, rank, column, exclude, then) {
            return true;
        }
        let (columns, count) = self.shallowest_first(state, head, column);
        columns[..count].iter().any(|&partner| {
            // The complement is uncovered while this rank is barred in this column; what follows is not barred.
            let barred = exclude.with(rank, column);
            self.uncover_fully(state, SUM - head, partner, barred, &mut |checks, freed| {
                checks.take_with_any(freed, rank, column, exclude, then)
            })
        })
    }

    /// Takes a column's head with each visible partner in turn and goes on; an excluded partner ends the list.
    fn take_with_any(&mut self, state: &State, rank: u8, column: usize, exclude: Exclude, then: Then<'a, '_>) -> bool {
        for partner in each(self.partners(state, column)) {
            if exclude.has(self.rules.head_rank(state, partner), partner) {
                return false;
            }
            let next = self.after(state, column, partner);
            if self.uncover_fully(&next, rank, column, exclude, then) {
                return true;
            }
        }
        false
    }

    /// The columns in which the complement of `head` lies above every card of the head's own rank, but the head's
    /// column, the shallowest first; and how many they are.
    fn shallowest_first(&self, state: &State, head: u8, column: usize) -> ([usize; COLUMNS], usize) {
        let complement = SUM - head;
        let mut found = [(usize::MAX, 0); COLUMNS];
        let mut count = 0;
        for c in (0..COLUMNS).filter(|&c| c != column) {
            let ranks = || self.rules.left(state, c).map(|card| self.rules.rank(card));
            if let Some(depth) = ranks().position(|rank| rank == complement || rank == head)
                && ranks().nth(depth) == Some(complement)
            {
                found[count] = (depth, c);
                count += 1;
            }
        }
        // Columns differ, so the order is that of the columns where the depths are equal.
        found[..count].sort_unstable();
        (found.map(|(_, c)| c), count)
    }
}
