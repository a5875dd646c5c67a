//! The two deadlock checks of the 2007 program, as it had them: neither sound nor complete, although the report says so.
//!
//! Both play in a sandbox. To uncover a rank in a column, the cards above it are taken one by one, each with a partner
//! that is a head, or else with one that is uncovered in another column first.

use super::rules::{COLUMNS, Fourteen, Pair, SUM, State};
use crate::search::Rules;

/// A check is given up as passed after so many calls: the original could go on for hours.
const PATIENCE: u32 = 100_000;

/// Ranks to be uncovered and their columns, on the way: what the original called Exclude.
type Exclude = Vec<(u8, usize)>;

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
        (1..SUM).all(|rank| {
            let columns = self.columns_with(state, rank);
            if columns.is_empty() {
                return !(quirk && rank as usize == step);
            }
            self.uncover_any(state, rank, &columns, &mut Vec::new(), &mut Exclude::new()).is_some() || self.gave_up()
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

    fn columns_with(&self, state: &State, rank: u8) -> Vec<usize> {
        let holds = |&c: &usize| self.rules.left(state, c).any(|card| self.rules.rank(card) == rank);
        (0..COLUMNS).filter(holds).collect()
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

    /// Uncovers a rank in the first of these columns where that works; a rank that is being uncovered already fails.
    fn uncover_any(
        &mut self,
        state: &State,
        rank: u8,
        columns: &[usize],
        visited: &mut Vec<u8>,
        exclude: &mut Exclude,
    ) -> Option<State> {
        if visited.contains(&rank) {
            return None;
        }
        visited.push(rank);
        let found = columns.iter().find_map(|&column| self.uncover(state, rank, column, visited, exclude));
        visited.pop();
        found
    }

    /// The state in which this rank is the head of the column; the first way that works is final.
    fn uncover(
        &mut self,
        state: &State,
        rank: u8,
        column: usize,
        visited: &mut Vec<u8>,
        exclude: &mut Exclude,
    ) -> Option<State> {
        if self.is_too_far() || exclude.contains(&(rank, column)) {
            return None;
        }
        let head = self.rules.head_rank(state, column);
        if head == rank {
            return Some(*state);
        }
        self.rules.head(state, column)?;
        if let Some(partner) = self.leftmost_partner(state, column) {
            let next = self.after(state, column, partner);
            if let Some(found) = self.uncover(&next, rank, column, visited, exclude) {
                return Some(found);
            }
        }
        let complement = SUM - head;
        let columns: Vec<usize> = self.columns_with(state, complement).into_iter().filter(|&c| c != column).collect();
        exclude.push((rank, column));
        let freed = self.uncover_any(state, complement, &columns, visited, exclude);
        exclude.pop();
        let freed = freed?;
        let partner = self.leftmost_partner(&freed, column)?;
        let next = self.after(&freed, column, partner);
        self.uncover(&next, rank, column, visited, exclude)
    }

    fn leftmost_partner(&self, state: &State, column: usize) -> Option<usize> {
        self.rules.partners(state, column).next()
    }

    /// Uncovers `cards` cards of a rank in one column one after the other, taking each but the last.
    fn take_all(&mut self, state: &State, rank: u8, column: usize, cards: usize) -> bool {
        self.uncover_fully(state, rank, column, &mut Exclude::new(), &mut |checks, reached| {
            if cards == 1 {
                return true;
            }
            let partners: Vec<usize> = checks.rules.partners(reached, column).collect();
            partners.into_iter().any(|partner| {
                let next = checks.after(reached, column, partner);
                checks.take_all(&next, rank, column, cards - 1)
            })
        })
    }

    /// Every state in which this rank is the head of the column, one by one, until `then` is content with one.
    fn uncover_fully(
        &mut self,
        state: &State,
        rank: u8,
        column: usize,
        exclude: &mut Exclude,
        then: &mut dyn FnMut(&mut Self, &State) -> bool,
    ) -> bool {
        if self.is_too_far() || exclude.contains(&(rank, column)) || self.rules.head(state, column).is_none() {
            return false;
        }
        let head = self.rules.head_rank(state, column);
        if head == rank {
            return then(self, state);
        }
        if self.take_with_any(state, rank, column, exclude, then) {
            return true;
        }
        let complement = SUM - head;
        for partner in self.shallowest_first(state, head, column) {
            // The complement is uncovered while this rank is barred in this column; what follows is not barred.
            let mut barred = exclude.clone();
            barred.push((rank, column));
            let found = self.uncover_fully(state, complement, partner, &mut barred, &mut |checks, freed| {
                checks.take_with_any(freed, rank, column, exclude, then)
            });
            if found {
                return true;
            }
        }
        false
    }

    /// Takes a column's head with each visible partner in turn and goes on; an excluded partner ends the list.
    fn take_with_any(
        &mut self,
        state: &State,
        rank: u8,
        column: usize,
        exclude: &mut Exclude,
        then: &mut dyn FnMut(&mut Self, &State) -> bool,
    ) -> bool {
        if self.rules.head(state, column).is_none() {
            return false;
        }
        let partners: Vec<usize> = self.rules.partners(state, column).collect();
        for partner in partners {
            if exclude.contains(&(self.rules.head_rank(state, partner), partner)) {
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
    /// column, the shallowest first.
    fn shallowest_first(&self, state: &State, head: u8, column: usize) -> Vec<usize> {
        let complement = SUM - head;
        let depth = |c: usize| self.rules.left(state, c).position(|card| self.rules.rank(card) == complement);
        let is_above = |c: usize| {
            let first = self.rules.left(state, c).map(|card| self.rules.rank(card));
            first.into_iter().find(|&rank| rank == complement || rank == head) == Some(complement)
        };
        let mut columns: Vec<usize> = (0..COLUMNS).filter(|&c| c != column && is_above(c)).collect();
        columns.sort_by_key(|&c| depth(c));
        columns
    }
}
