//! Exact consistency of one run, sum and all-different together: a candidate stays if and only if some filling of the
//! run with different digits and the right sum has it.
//!
//! Two and three open cells have closed forms; four loop over the tightest of them; longer ones go through the sets
//! of used digits, a bit for each set, first cell by cell forward, then backward (the usual layered graph of a
//! `regular` constraint, with all its states of a layer in one machine word where six digits are left or fewer).

use super::sums::{ANY_SUM, Sums, sum_left};

/// Bit i of the index to bit 8 − i.
static REVERSED: [u16; 512] = reversed();

const fn reversed() -> [u16; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = (set as u16).reverse_bits() >> 7;
        set += 1;
    }
    table
}

/// Without the digit that would be its own partner.
static NO_TWIN: [u16; 25] = no_twin();

const fn no_twin() -> [u16; 25] {
    let mut table = [0x1ff; 25];
    let mut sum = 2;
    while sum <= 18 {
        table[sum] &= !(1 << (sum / 2 - 1));
        sum += 2;
    }
    table
}

/// `{sum − d : d in set}`, for sums up to 23.
#[inline]
fn partners(set: u16, sum: usize) -> u16 {
    (((REVERSED[set as usize & 511] as u32) << sum >> 10) & 0x1ff) as u16
}

#[inline]
fn two(a: u16, b: u16, sum: usize) -> (u16, u16) {
    let a = a & partners(b, sum) & NO_TWIN[sum];
    (a, partners(a, sum))
}

#[inline]
fn three(a: u16, b: u16, c: u16, sum: usize) -> (u16, u16, u16) {
    let (mut all_a, mut all_b, mut all_c) = (0, 0, 0);
    let mut rest = c;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        let digit = bit.trailing_zeros() as usize + 1;
        if digit >= sum {
            break;
        }
        let (x, y) = two(a & !bit, b & !bit, sum - digit);
        if x != 0 {
            all_a |= x;
            all_b |= y;
            all_c |= bit;
        }
    }
    (all_a, all_b, all_c)
}

fn four(cells: &mut [u16; 9], sum: usize) {
    let tightest = (0..4).min_by_key(|&i| cells[i].count_ones()).unwrap_or(0);
    cells.swap(tightest, 3);
    let [a, b, c, d, ..] = *cells;
    let (mut all_a, mut all_b, mut all_c, mut all_d) = (0, 0, 0, 0);
    let mut rest = d;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        let digit = bit.trailing_zeros() as usize + 1;
        // Three digits have a sum of 6 to 24.
        if digit + 6 > sum || digit + 24 < sum {
            continue;
        }
        let (x, y, z) = three(a & !bit, b & !bit, c & !bit, sum - digit);
        if z != 0 {
            all_a |= x;
            all_b |= y;
            all_c |= z;
            all_d |= bit;
        }
    }
    (cells[0], cells[1], cells[2], cells[3]) = (all_a, all_b, all_c, all_d);
    cells.swap(tightest, 3);
}

/// A quick look at a run of any length: the digits of the sets that fit the sum and the union of the candidates.
/// `None` where no filling is left, else whether the candidates are exact already.
#[inline]
pub fn quick(sums: &Sums, cells: &mut [u16; 9], open: usize, sum: usize) -> Option<bool> {
    let mut union = cells[..open].iter().fold(0, |union, &cell| union | cell);
    loop {
        let usable = sums.usable(open, sum, union);
        let (mut same, mut again, mut empty) = (true, 0, usable == 0);
        for cell in &mut cells[..open] {
            *cell &= usable;
            again |= *cell;
            empty |= *cell == 0;
            same &= *cell == usable;
        }
        if empty {
            return None;
        }
        if same || again == union {
            return Some(same);
        }
        union = again;
    }
}

/// What the smallest and the largest candidates of the other cells leave; false where that is nothing.
pub fn bounds(cells: &mut [u16], sum: usize) -> bool {
    if sum == ANY_SUM {
        return true;
    }
    let smallest = |set: u16| set.trailing_zeros() as i32 + 1;
    let largest = |set: u16| 16 - set.leading_zeros() as i32;
    let (low, high) = cells.iter().fold((0, 0), |(low, high), &set| (low + smallest(set), high + largest(set)));
    let sum = sum as i32;
    cells.iter_mut().all(|set| {
        let at_least = (sum - (high - largest(*set))).max(1);
        let at_most = (sum - (low - smallest(*set))).min(9);
        if at_least > at_most {
            return false;
        }
        *set &= 0x1ff << (at_least - 1) & 0x1ff >> (9 - at_most);
        *set != 0
    })
}

/// Leaves exactly the candidates of some filling of the `open` first cells; false where there is none. `sum` is what
/// these cells must add up to, or [`ANY_SUM`].
pub fn exact(sums: &Sums, cells: &mut [u16; 9], open: usize, sum: usize) -> bool {
    match open {
        0 => sum == 0 || sum == ANY_SUM,
        1 if sum == ANY_SUM => cells[0] != 0,
        1 => {
            cells[0] &= if sum.wrapping_sub(1) < 9 { 1 << (sum - 1) } else { 0 };
            cells[0] != 0
        }
        2 if sum <= 17 => {
            (cells[0], cells[1]) = two(cells[0], cells[1], sum);
            cells[0] != 0
        }
        3 if sum <= 24 => {
            (cells[0], cells[1], cells[2]) = three(cells[0], cells[1], cells[2], sum);
            cells[2] != 0
        }
        4 if sum <= 30 => {
            four(cells, sum);
            cells[0] != 0
        }
        _ => layered(sums, cells, open, sum),
    }
}

/// The same for a whole run, settled cells among its open ones: leaves exactly the candidates of some filling.
pub fn whole(sums: &Sums, sets: &mut [u16], sum: usize) -> bool {
    let (mut open, mut places) = ([0; 9], [0; 9]);
    let (mut count, mut used, mut settled) = (0, 0, 0);
    for (i, &set) in sets.iter().enumerate() {
        if set.is_power_of_two() {
            if used & set != 0 {
                return false;
            }
            used |= set;
            settled += set.trailing_zeros() as usize + 1;
        } else {
            (open[count], places[count]) = (set, i);
            count += 1;
        }
    }
    let Some(sum) = sum_left(sum, settled) else { return false };
    for set in &mut open[..count] {
        *set &= !used;
    }
    let possible = match quick(sums, &mut open, count, sum) {
        _ if count == 0 => return sum == 0 || sum == ANY_SUM,
        None => false,
        Some(done) => done || exact(sums, &mut open, count, sum),
    };
    for i in 0..count {
        sets[places[i]] = open[i];
    }
    possible
}

fn layered(sums: &Sums, cells: &mut [u16; 9], open: usize, sum: usize) -> bool {
    let union = cells[..open].iter().fold(0, |union, &cell| union | cell);
    let digits = union.count_ones() as usize;
    if digits < open {
        return false;
    }
    match digits {
        0..=6 => through_sets::<u64>(sums, cells, open, sum, union),
        7 => through_sets::<u128>(sums, cells, open, sum, union),
        _ => through_sets::<[u64; 8]>(sums, cells, open, sum, union),
    }
}

/// A set of digit sets: bit n stands for the digit set whose bits are n.
trait Sets: Copy {
    const NONE: Self;
    fn insert(&mut self, set: usize);
    fn unite(&mut self, other: Self);
    fn meet(self, other: Self) -> Self;
    fn is_none(self) -> bool;
    /// The sets without the digit, each with the digit added.
    fn add(self, digit: usize) -> Self;
    /// The sets with the digit, each with the digit taken out.
    fn remove(self, digit: usize) -> Self;
}

/// Bit patterns of the numbers 0..64 that have bit 0, 1, … 5.
const HAVING: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Sets for u64 {
    const NONE: Self = 0;
    fn insert(&mut self, set: usize) {
        *self |= 1 << set;
    }
    fn unite(&mut self, other: Self) {
        *self |= other;
    }
    fn meet(self, other: Self) -> Self {
        self & other
    }
    fn is_none(self) -> bool {
        self == 0
    }
    #[inline]
    fn add(self, digit: usize) -> Self {
        (self & !HAVING[digit]) << (1 << digit)
    }
    #[inline]
    fn remove(self, digit: usize) -> Self {
        (self & HAVING[digit]) >> (1 << digit)
    }
}

impl Sets for u128 {
    const NONE: Self = 0;
    fn insert(&mut self, set: usize) {
        *self |= 1 << set;
    }
    fn unite(&mut self, other: Self) {
        *self |= other;
    }
    fn meet(self, other: Self) -> Self {
        self & other
    }
    fn is_none(self) -> bool {
        self == 0
    }
    #[inline]
    fn add(self, digit: usize) -> Self {
        if digit == 6 {
            return self << 64;
        }
        let having = HAVING[digit] as u128 | (HAVING[digit] as u128) << 64;
        (self & !having) << (1 << digit)
    }
    #[inline]
    fn remove(self, digit: usize) -> Self {
        if digit == 6 {
            return self >> 64;
        }
        let having = HAVING[digit] as u128 | (HAVING[digit] as u128) << 64;
        (self & having) >> (1 << digit)
    }
}

impl Sets for [u64; 8] {
    const NONE: Self = [0; 8];
    fn insert(&mut self, set: usize) {
        self[set / 64] |= 1 << (set % 64);
    }
    fn unite(&mut self, other: Self) {
        for (word, other) in self.iter_mut().zip(other) {
            *word |= other;
        }
    }
    fn meet(mut self, other: Self) -> Self {
        for (word, other) in self.iter_mut().zip(other) {
            *word &= other;
        }
        self
    }
    fn is_none(self) -> bool {
        self == [0; 8]
    }
    #[inline]
    fn add(self, digit: usize) -> Self {
        if digit < 6 {
            return self.map(|word| (word & !HAVING[digit]) << (1 << digit));
        }
        let step = 1 << (digit - 6);
        std::array::from_fn(|i| if i & step != 0 { self[i ^ step] } else { 0 })
    }
    #[inline]
    fn remove(self, digit: usize) -> Self {
        if digit < 6 {
            return self.map(|word| (word & HAVING[digit]) >> (1 << digit));
        }
        let step = 1 << (digit - 6);
        std::array::from_fn(|i| if i & step == 0 { self[i ^ step] } else { 0 })
    }
}

fn through_sets<S: Sets>(sums: &Sums, cells: &mut [u16; 9], open: usize, sum: usize, union: u16) -> bool {
    // Digits are renumbered, so that the sets of those in play fill the word from its low end.
    let mut rank = [0; 9];
    let mut digits = 0;
    for (digit, rank) in rank.iter_mut().enumerate() {
        *rank = digits;
        digits += (union >> digit & 1) as usize;
    }
    let renumbered = |set: u16| bits(set).fold(0, |out, digit| out | 1 << rank[digit]);

    let mut layers = [S::NONE; 10];
    layers[0].insert(0);
    for i in 0..open {
        let mut next = S::NONE;
        for digit in bits(cells[i]) {
            next.unite(layers[i].add(rank[digit]));
        }
        layers[i + 1] = next;
    }
    let mut goal = S::NONE;
    for &set in sums.sets(open, sum) {
        if set & !union == 0 {
            goal.insert(renumbered(set));
        }
    }
    let mut back = layers[open].meet(goal);
    for i in (0..open).rev() {
        let (mut kept, mut before) = (0, S::NONE);
        for digit in bits(cells[i]) {
            let reached = back.remove(rank[digit]).meet(layers[i]);
            if !reached.is_none() {
                kept |= 1 << digit;
                before.unite(reached);
            }
        }
        cells[i] = kept;
        if kept == 0 {
            return false;
        }
        back = before;
    }
    true
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let digit = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            digit
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every filling.
    fn by_hand(cells: &[u16], sum: usize) -> Vec<u16> {
        fn go(cells: &[u16], used: u16, sum: usize, picked: &mut Vec<u16>, kept: &mut Vec<u16>) {
            let Some(&cell) = cells.get(picked.len()) else {
                if sum == ANY_SUM || crate::games::kakuro::sums::sum_of(used) == sum {
                    kept.iter_mut().zip(picked).for_each(|(kept, bit)| *kept |= *bit);
                }
                return;
            };
            for digit in bits(cell & !used) {
                picked.push(1 << digit);
                go(cells, used | 1 << digit, sum, picked, kept);
                picked.pop();
            }
        }
        let mut kept = vec![0; cells.len()];
        go(cells, 0, sum, &mut Vec::new(), &mut kept);
        kept
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn exact_is_what_trying_everything_leaves(
            cells in proptest::collection::vec((1u16..512, 0u16..512).prop_map(|(a, b)| if b % 3 == 0 { a } else { a & b | 1 << (b % 9) }), 1..8),
            sum in prop_oneof![4 => 1usize..46, 1 => Just(ANY_SUM)],
        ) {
            let kept = by_hand(&cells, sum);
            let mut filtered = [0; 9];
            filtered[..cells.len()].copy_from_slice(&cells);
            let mut quickly = filtered;
            let sums = Sums::get();
            let possible = exact(sums, &mut filtered, cells.len(), sum);
            prop_assert_eq!(possible, kept.iter().all(|&set| set != 0));
            if possible {
                prop_assert_eq!(&filtered[..cells.len()], &kept[..]);
            }
            match quick(sums, &mut quickly, cells.len(), sum) {
                None => prop_assert!(!possible),
                Some(true) => prop_assert_eq!(&quickly[..cells.len()], &kept[..]),
                Some(false) => for (quick, kept) in quickly.iter().zip(&kept) {
                    prop_assert_eq!(quick & kept, *kept);
                },
            }
        }
    }
}
