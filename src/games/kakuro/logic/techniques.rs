//! The techniques that look at one run.

use super::Technique;
use super::sheet::Open;
use crate::games::kakuro::filter::{bounds, exact};
use crate::games::kakuro::rules::ALL_DIGITS;
use crate::games::kakuro::sums::{ANY_SUM, Sums};

impl Technique {
    /// Narrows the candidates of a run's open cells; returns the digits to tell about, `None` for a contradiction.
    pub(super) fn filter(self, open: &Open, kept: &mut [u16; 9]) -> Option<u16> {
        let sums = Sums::get();
        let free = ALL_DIGITS & !open.used;
        match self {
            Technique::Single | Technique::Cut => Some(0),
            Technique::LastCell => {
                if open.count == 1 && open.sum != ANY_SUM {
                    let digit = sums.usable(1, open.sum, free);
                    return keep(open, kept, digit);
                }
                Some(0)
            }
            Technique::UniqueSum => {
                let mut sets = sums.sets(open.count, open.sum).iter().filter(|&&set| set & !free == 0);
                let first = *sets.next()?;
                if sets.next().is_none() { keep(open, kept, first) } else { Some(first) }
            }
            Technique::Crossing => keep(open, kept, sums.usable(open.count, open.sum, free)),
            Technique::Combinations => {
                let union = fitting(open).fold(0, |union, set| union | set);
                keep(open, kept, union)
            }
            Technique::Subsets => subsets(open, kept),
            Technique::Bounds => bounds(&mut kept[..open.count], open.sum).then_some(0),
            Technique::Consistency => exact(sums, kept, open.count, open.sum).then_some(0),
        }
    }
}

fn keep(open: &Open, kept: &mut [u16; 9], digits: u16) -> Option<u16> {
    for set in &mut kept[..open.count] {
        *set &= digits;
        if *set == 0 {
            return None;
        }
    }
    Some(digits)
}

/// The digit sets that have a digit for every cell and a cell for every digit.
fn fitting(open: &Open) -> impl Iterator<Item = u16> + '_ {
    let cells = &open.sets[..open.count];
    let union = cells.iter().fold(0, |union, &cell| union | cell);
    let sets = Sums::get().sets(open.count, open.sum).iter().copied();
    sets.filter(move |&set| set & !(union & !open.used) == 0 && cells.iter().all(|&cell| cell & set != 0))
}

/// Naked and hidden subsets of up to three cells; the first that removes something.
fn subsets(open: &Open, kept: &mut [u16; 9]) -> Option<u16> {
    let needed = fitting(open).fold(ALL_DIGITS, |needed, set| needed & set);
    let cells = open.count;
    for chosen in (1u16..1 << cells).filter(|chosen| chosen.count_ones() <= 3) {
        let size = chosen.count_ones();
        let inside = |i: usize| chosen >> i & 1 == 1;
        let union = (0..cells).filter(|&i| inside(i)).fold(0, |union, i| union | open.sets[i]);
        if union.count_ones() < size {
            return None;
        }
        let outside = (0..cells).filter(|&i| !inside(i)).fold(0, |union, i| union | open.sets[i]);
        if union.count_ones() == size && outside & union != 0 {
            for i in (0..cells).filter(|&i| !inside(i)) {
                kept[i] &= !union;
            }
            return kept[..cells].iter().all(|&set| set != 0).then_some(union);
        }
        // Digits that the run needs and that only these cells can have.
        let only_here = needed & !outside;
        if only_here.count_ones() > size {
            return None;
        }
        if only_here.count_ones() == size && union != only_here {
            for i in (0..cells).filter(|&i| inside(i)) {
                kept[i] &= only_here;
            }
            return kept[..cells].iter().all(|&set| set != 0).then_some(only_here);
        }
    }
    Some(0)
}
