//! The solution by induction, for any number of counters.
//!
//! Four more counters of each colour cost four more moves: two at the right end and one pair deep in the left, then
//! the smaller row in between, then two to close (classic goal: `2N-1, 4, [N-4, each +4], 1, 2N`). The other three
//! goals wrap a classic or a mirrored classic solution.
//!
//! **None is shorter.** Count equal neighbours: 0 at the start, 2N-2 when sorted. A move fills a gap and makes at
//! most two equal pairs there, one if the gap is at an end, as it is at first: so at least N moves, which the classic
//! goal meets. For the other three goals and N >= 7, suppose N moves are enough. The gains add up to 2N-2 out of
//! at most 2N-1, so exactly one move loses, and loses one. A move without loss fits both neighbours of the gap, `L?R`,
//! taking the pair LR from between unequal neighbours; if L differs from R the next gap is `R?L`, if they are equal so
//! are the neighbours of the next gap (or it is at an end, and filling that loses).
//! - The first move loses (it brings AB to the left end): then all later gaps are unlike, each filling leaves LLRR, none
//!   of which can ever be taken again without loss, and the end has one border between colours: N <= 2.
//! - It brings BA in front of an A. Until the loss all pairs taken are unlike and from between unequal neighbours, so
//!   the A A at places 1, 2 stay. *Goal A first, gap right*: place 0 must become A, so 0-1 leaves early; that breaks AA
//!   and leaves a gap at the end: two losses. *Gap left*: 0-1 leaves last and, by the same, not before, so place 0
//!   stays B. If the gaps after the loss are unlike, or the loss comes last, N-2 fillings leave LLRR and the one loss
//!   undoes at most three of these borders: N <= 6. Else the gaps are alike after the loss and the last pair at 0-1 is
//!   BB; so 1-2 was taken as AA from `B??B` and filled with BB. Now places 0 to 3 are B, and neither 0-1, 1-2 nor 2-3
//!   can be taken without a second loss.
//!
//! Up to N = 14 an exhaustive search says the same; below N = 8 each row is simply searched.

use super::goal::{Gap, Goal};
use super::row::Place;
use super::rules::{Counters, State, Step};
use super::shortest::search_small;
use crate::search::{self, Engine, Known, Plan, PlanError, Refutation};

/// Where the induction begins.
const SMALL: usize = 8;

/// The puzzles that are solved for any N: the alternating start, a sorted goal, two counters a move in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    pub n: usize,
    first: Place,
    /// The gap ends on the side where it began.
    returns: bool,
    /// The start has its gap at the right. Mirrored and with the colours exchanged it is the usual one.
    mirrored: bool,
    /// The goal asks for no side, so a shorter solution may exist.
    open: bool,
}

impl Family {
    pub fn of(rules: &Counters, start: &[Place]) -> Option<Family> {
        let Goal::Sorted { first, gap } = rules.goal else { return None };
        if rules.k != 2 || rules.reversed || !rules.one_gap() || start.len() % 2 == 1 {
            return None;
        }
        let n = start.len() / 2 - 1;
        let mirrored = start[0].is_counter();
        let counters = if mirrored { &start[..2 * n] } else { &start[2..] };
        let alternates = counters.iter().enumerate().all(|(i, &c)| c == if i % 2 == 0 { Place::A } else { Place::B });
        let open = gap == Gap::Anywhere;
        // Without a side, B first goes across (N moves) and A first comes back (N + 1).
        let returns = if open { first == Place::A } else { (gap == Gap::Right) == mirrored };
        alternates.then_some(Family { n, first, returns, mirrored, open })
    }

    /// How many moves the solution from the start has, where there is one.
    pub fn length(self, rules: &Counters, start: &[Place]) -> Option<usize> {
        if self.n < SMALL {
            return search_small(rules, start).map(|steps| steps.len());
        }
        Some(self.n + usize::from(self.first == Place::A || self.returns))
    }

    /// The number of shortest solutions of the classic goal by a formula that fits N = 4 to 18: a conjecture, for
    /// N = 4k + r with b = C(2k - 2, k - 1).
    pub fn conjecture(self) -> Option<u128> {
        let (k, r) = ((self.n / 4) as u128, self.n % 4);
        if !(1..=8).contains(&k) || self.first != Place::B || self.returns || self.open {
            return None;
        }
        let b = (1..k).fold(1, |b, i| b * (k - 1 + i) / i);
        let factor = match r {
            0 => b / k,
            1 => b,
            2 => (2 * k - 1) * b,
            _ => (k + 1) * (2 * k - 1) * b,
        };
        Some((1..=k).product::<u128>().pow(4) * factor)
    }

    /// The left places in order. Only from N = 8.
    fn moves(self) -> Vec<usize> {
        let n = self.n;
        let moves: Vec<usize> = match (self.first, self.returns) {
            (Place::A, true) => {
                let inner = across(n - 3).into_iter().map(|i| 2 * (n - 3) - i + 3);
                [2 * n - 3].into_iter().chain(inner).chain([1, 2 * n - 1, 0]).collect()
            }
            (Place::A, false) => {
                let inner = across(n - 4).into_iter().map(|i| i + 5);
                [2, 5].into_iter().chain(inner).chain([1, n - 1, 2 * n]).collect()
            }
            (_, true) => {
                let inner = across(n - 4).into_iter().map(|i| 2 * (n - 4) - i + 4);
                [2 * n, 1, 2 * n - 4].into_iter().chain(inner).chain([2 * n - 1, 0]).collect()
            }
            (_, false) => across(n),
        };
        let mirror = |i: usize| if self.mirrored { 2 * n - i } else { i };
        moves.into_iter().map(mirror).collect()
    }
}

/// The classic: B first, the gap goes from the left end to the right; N moves, from N = 4.
fn across(n: usize) -> Vec<usize> {
    let core = 4 + n % 4;
    let layers = (n - core) / 4;
    let row: Vec<Place> =
        [Place::Free; 2].into_iter().chain([Place::A, Place::B].into_iter().cycle().take(2 * core)).collect();
    let rules = Counters::new(&row, Goal::CLASSIC, 2, false);
    let inner = search_small(&rules, &row).expect("four counters of each colour and more can be sorted");
    // From the outside in: layer j has its places 4 j further right and 4 j counters of each colour less.
    let opening = (0..layers).flat_map(|j| [2 * n - 4 * j - 1, 4 + 4 * j]);
    let closing = (0..layers).rev().flat_map(|j| [1 + 4 * j, 2 * n - 4 * j]);
    opening.chain(inner.iter().map(|step| step.from as usize + 4 * layers)).chain(closing).collect()
}

/// The solution written down. From a row that was reached by moves, the way back to the construction comes first.
pub fn engine(rules: &Counters, state: &State, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let family = rules.family.ok_or_else(|| {
        let known = "the alternating start with a sorted goal, two counters a move";
        PlanError(format!("`construct` knows {known}; try `shortest`"))
    })?;
    let bound = u64::from(rules.bound(state));
    let Some(steps) = steps(rules, state, family) else {
        let reason = "every row that can be reached was looked at, and none is sorted".to_string();
        return Ok(search::engine(Known::refuted(Refutation { reason, ..Refutation::default() }, plan)));
    };
    let common = steps.iter().zip(&state.trail).take_while(|(a, b)| a == b).count();
    let steps = if state.trail.is_empty() {
        steps
    } else {
        let back = state.trail[common..].iter().rev().map(|step| step.back());
        back.chain(steps[common..].iter().copied()).collect()
    };
    let proven = family.n < SMALL || !family.open;
    let optimal = (proven && common == state.trail.len()) || steps.len() as u64 == bound;
    Ok(search::engine(Known::solution(steps, optimal, plan).at_least(bound)))
}

/// The solution of the row that the play began with; `None` where there is none.
pub fn steps(rules: &Counters, state: &State, family: Family) -> Option<Vec<Step>> {
    let start = rules.start_of(state);
    if family.n < SMALL {
        return search_small(rules, &start.row);
    }
    let mut gap = rules.targets(&start)[0];
    let steps = family.moves().into_iter().map(|from| {
        let step = rules.step(from, gap);
        gap = from;
        step
    });
    Some(steps.collect())
}
