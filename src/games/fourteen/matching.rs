//! Partial matchings of the cards, and what follows from them.
//!
//! A position can be won if and only if its cards can be matched, each with one of the complementary rank, so that
//! the order of the columns with every matched pair drawn together into one point has no circle. So a position is a
//! matching problem, one for each pair of ranks, under one common order, and the boards on the way do not matter.
//!
//! A card has a slot: four for each rank, in the order of the ranks, so that the possible partners of a card are four
//! neighbouring bits of a word. A *couple* is a pair of ranks: couple 0 is 1 and 13, couple 5 is 6 and 8, couple 6 is
//! the sevens. What is left of a couple is a set of its 24 perfect matchings (permutations of four), one bit each: an
//! empty set is Hall's condition broken, and a partner that no permutation of the set gives is no partner.

use super::rules::{COLUMNS, Fourteen, SUM, State};
use crate::search::Domain;

pub const COUPLES: usize = 7;
const SLOTS: usize = 52;
const ALL: u32 = (1 << 24) - 1;
const EVERY_COUPLE: u32 = (1 << COUPLES) - 1;
/// The set of a couple that is left out of the problem: never empty, never open.
const LEFT_OUT: u32 = 1 << 31;

struct Tables {
    /// The permutations that match low card `i` with high card `j`.
    with: [[u32; 4]; 4],
    /// The permutations without any match from this set of low cards to that set of high cards.
    without: [[u32; 16]; 16],
    /// The matches in sets of permutations, eight permutations at a time: four bits for each low card, then four for
    /// each high card.
    matches: [[u32; 256]; 3],
    /// The three ways to pair four sevens among themselves.
    sevens: u32,
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables { with: [[0; 4]; 4], without: [[!0; 16]; 16], matches: [[0; 256]; 3], sevens: 0 };
    let (mut code, mut bit) = (0, 0);
    while code < 256 {
        let image = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if 1 << image[0] | 1 << image[1] | 1 << image[2] | 1 << image[3] == 15 {
            tables = with_permutation(tables, image, bit);
            bit += 1;
        }
        code += 1;
    }
    tables
}

const fn with_permutation(mut tables: Tables, image: [usize; 4], bit: usize) -> Tables {
    let (mut matches, mut pairs_up, mut i) = (0, true, 0);
    while i < 4 {
        let j = image[i];
        tables.with[i][j] |= 1 << bit;
        matches |= 1 << (4 * i + j) | 1 << (16 + 4 * j + i);
        pairs_up &= j != i && image[j] == i;
        let mut sets = 0;
        while sets < 256 {
            if sets >> 4 >> i & 1 == 1 && sets >> j & 1 == 1 {
                tables.without[sets >> 4][sets & 15] &= !(1 << bit);
            }
            sets += 1;
        }
        i += 1;
    }
    if pairs_up {
        tables.sevens |= 1 << bit;
    }
    let mut byte = 0;
    while byte < 256 {
        if byte >> (bit % 8) & 1 == 1 {
            tables.matches[bit / 8][byte] |= matches;
        }
        byte += 1;
    }
    tables
}

/// The possible partners of a couple's cards: of low card `i` at bit `4 * i`, of high card `j` at bit `16 + 4 * j`.
#[inline]
fn matches(set: u32) -> u32 {
    let [low, middle, high] = &TABLES.matches;
    low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
}

/// The first slot of a couple's lower rank.
#[inline]
pub fn low(couple: usize) -> usize {
    4 * couple
}

/// The first slot of a couple's higher rank; the sevens are both.
#[inline]
pub fn high(couple: usize) -> usize {
    48 - 4 * couple
}

#[inline]
fn nibble(cards: u64, slot: usize) -> usize {
    (cards >> slot & 15) as usize
}

/// How many bits are set in each group of four, in the same place.
#[inline]
fn bits_of_nibbles(bits: u32) -> u32 {
    let pairs = bits - (bits >> 1 & 0x5555_5555);
    (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333)
}

/// Whether more than one matching is left.
#[inline]
fn is_open(set: u32) -> bool {
    !set.is_power_of_two()
}

/// At most one partner.
#[inline]
fn is_single(nibble: u32) -> bool {
    nibble & nibble.wrapping_sub(1) == 0
}

/// Which card has which slot.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// The card in a slot, `NONE` where the slot is empty.
    card: [u8; SLOTS],
    /// How many cards of each rank are left.
    pub count: [u8; 14],
}

impl Slots {
    const NONE: u8 = u8::MAX;

    pub fn card(&self, slot: usize) -> Option<usize> {
        (self.card[slot] != Self::NONE).then_some(self.card[slot] as usize)
    }

    pub fn rank(slot: usize) -> u8 {
        (slot / 4) as u8 + 1
    }

    /// The first couple whose ranks cannot pair up by their numbers alone.
    pub fn unequal(&self) -> Option<usize> {
        (0..COUPLES).find(|&couple| {
            let low = couple + 1;
            self.count[low] != self.count[SUM as usize - low] || (low == 7 && self.count[low] % 2 == 1)
        })
    }
}

/// Two cards to match: couple, low card and high card of it, each from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub couple: u8,
    pub low: u8,
    pub high: u8,
}

impl Match {
    pub fn slots(self) -> [usize; 2] {
        [low(self.couple as usize) + self.low as usize, high(self.couple as usize) + self.high as usize]
    }

    #[inline]
    fn permutations(self) -> u32 {
        TABLES.with[self.low as usize][self.high as usize]
    }
}

/// A contradiction: the couple that ran out of matchings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starved(pub usize);

/// Some cards are matched, some matches are ruled out, and everything that follows is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    /// The slots that must leave the table before this one. Transitive; matched cards share theirs.
    before: [u64; SLOTS],
    after: [u64; SLOTS],
    sets: [u32; COUPLES],
    matched: u64,
    /// The couples in which a card has no partner yet.
    unsettled: u32,
    /// The couples whose sets shrank since their single partners were last matched.
    changed: u32,
    /// The couples whose sets shrank, and the cards that found a new place in the order, since the last look at what
    /// partners have in common.
    narrowed: u32,
    moved: u64,
}

impl Partial {
    /// A position with no two cards matched.
    pub fn new(rules: &Fourteen, state: &State) -> (Slots, Partial) {
        let mut slots = Slots { card: [Slots::NONE; SLOTS], count: [0; 14] };
        let mut root = Partial {
            before: [0; SLOTS],
            after: [0; SLOTS],
            sets: [ALL; COUPLES],
            matched: 0,
            unsettled: 0,
            changed: EVERY_COUPLE,
            narrowed: EVERY_COUPLE,
            moved: !0,
        };
        let mut present = 0;
        for column in 0..COLUMNS {
            let mut above = 0;
            for card in rules.left(state, column) {
                let rank = rules.rank(card) as usize;
                let slot = 4 * (rank - 1) + slots.count[rank] as usize;
                slots.count[rank] += 1;
                slots.card[slot] = card as u8;
                root.before[slot] = above;
                above |= 1 << slot;
            }
            present |= above;
            let mut cards = above;
            while cards != 0 {
                let slot = cards.trailing_zeros() as usize;
                cards &= cards - 1;
                root.after[slot] = above & !root.before[slot] & !(1 << slot);
            }
        }
        for couple in 0..COUPLES {
            let count = slots.count[couple + 1] as usize;
            root.sets[couple] = full_set(count, couple == 6);
            root.unsettled |= u32::from(count > 0) << couple;
        }
        root.matched = !present;
        (slots, root)
    }

    /// Leaves out every couple that is not in `couples`: their cards lie in the way, but need no partner.
    pub fn keep_only(&mut self, couples: u32) {
        for couple in (0..COUPLES).filter(|c| couples >> c & 1 == 0) {
            self.sets[couple] = LEFT_OUT;
            self.unsettled &= !(1 << couple);
            self.matched |= 15 << low(couple) | 15 << high(couple);
        }
    }

    /// Draws what follows from the columns alone.
    pub fn settle(&mut self, common: bool) -> Result<u32, Starved> {
        let mut heads = !self.matched;
        while heads != 0 {
            let slot = heads.trailing_zeros() as usize;
            heads &= heads - 1;
            // Two cards of one column are never matched: once for each column, at its head.
            if self.before[slot] == 0 {
                let column = 1 << slot | self.after[slot];
                self.exclude(column, column, 0)?;
            }
        }
        self.propagate(common)
    }

    /// Everything in `before` leaves before everything in `after`: no card of one is matched with one of the other.
    /// The couples in `but` are passed over.
    #[inline]
    fn exclude(&mut self, before: u64, after: u64, but: u32) -> Result<(), Starved> {
        // A couple whose cards are all matched has its place in the order and cannot be excluded any more.
        let mut couples = self.unsettled & !but;
        while couples != 0 {
            let couple = couples.trailing_zeros() as usize;
            couples &= couples - 1;
            let left = self.sets[couple] & without(couple, before, after);
            self.narrow(couple, left)?;
        }
        Ok(())
    }

    #[inline]
    fn narrow(&mut self, couple: usize, left: u32) -> Result<(), Starved> {
        if left != self.sets[couple] {
            self.sets[couple] = left;
            self.changed |= 1 << couple;
            self.narrowed |= 1 << couple;
            if left == 0 {
                return Err(Starved(couple));
            }
        }
        Ok(())
    }

    /// Everything in `before` leaves before everything in `middle`, and that before everything in `after`.
    #[inline]
    fn order(&mut self, before: u64, middle: u64, after: u64) {
        self.moved |= before | middle | after;
        let mut cards = after;
        while cards != 0 {
            self.before[cards.trailing_zeros() as usize] |= before | middle;
            cards &= cards - 1;
        }
        cards = before;
        while cards != 0 {
            self.after[cards.trailing_zeros() as usize] |= after | middle;
            cards &= cards - 1;
        }
        cards = middle;
        while cards != 0 {
            let slot = cards.trailing_zeros() as usize;
            self.before[slot] = before;
            self.after[slot] = after;
            cards &= cards - 1;
        }
    }

    /// Matches two cards: from now on they are one point of the order.
    pub fn take(&mut self, chosen: Match) -> Result<(), Starved> {
        let [a, b] = chosen.slots();
        let pair = 1 << a | 1 << b;
        let (before, after) = (self.before[a] | self.before[b], self.after[a] | self.after[b]);
        self.order(before, pair, after);
        self.matched |= pair;
        let couple = chosen.couple as usize;
        self.narrow(couple, self.sets[couple] & chosen.permutations() & without(couple, before, after))?;
        if nibble(self.matched, low(couple)) == 15 {
            self.unsettled &= !(1 << couple);
        }
        self.exclude(before | pair, after | pair, 1 << couple)
    }

    /// Rules a match out.
    pub fn forbid(&mut self, chosen: Match) -> Result<(), Starved> {
        let couple = chosen.couple as usize;
        self.narrow(couple, self.sets[couple] & !chosen.permutations())
    }

    /// Matches every card that has one partner left, until nothing more follows; says how many pairs that were. With
    /// `common`, a card also waits for whatever all of its possible partners wait for.
    pub fn propagate(&mut self, common: bool) -> Result<u32, Starved> {
        let mut forced = 0;
        loop {
            while self.changed != 0 {
                let couple = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                let partners = matches(self.sets[couple]);
                for i in 0..4 {
                    let mine = partners >> (4 * i) & 15;
                    if is_single(mine) && self.matched >> (low(couple) + i) & 1 == 0 {
                        let high = mine.trailing_zeros() as u8;
                        self.take(Match { couple: couple as u8, low: i as u8, high })?;
                        forced += 1;
                    }
                }
            }
            if !common {
                return Ok(forced);
            }
            // One round, unless it leaves a card with a single partner: what more a second would find is not worth it.
            self.wait_in_common()?;
            if self.changed == 0 {
                return Ok(forced);
            }
        }
    }

    /// A card leaves with one of its possible partners, so whatever lies before (behind) all of these lies before
    /// (behind) it: constructive disjunction. Only cards whose partners changed or moved are looked at.
    fn wait_in_common(&mut self) -> Result<(), Starved> {
        let (narrowed, moved) = (self.narrowed, self.moved);
        (self.narrowed, self.moved) = (0, 0);
        for couple in 0..COUPLES {
            let set = self.sets[couple];
            if !is_open(set) {
                continue;
            }
            let partners = matches(set);
            let (low, high) = (low(couple), high(couple));
            let (low_news, high_news) = match narrowed >> couple & 1 {
                1 => (15, 15),
                _ => (nibble(moved, low) as u32, nibble(moved, high) as u32),
            };
            self.wait_for_partners(couple, partners, low, high, high_news)?;
            if couple < COUPLES - 1 {
                self.wait_for_partners(couple, partners >> 16, high, low, low_news)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn wait_for_partners(
        &mut self,
        couple: usize,
        partners: u32,
        mine: usize,
        theirs: usize,
        news: u32,
    ) -> Result<(), Starved> {
        if news == 0 {
            return Ok(());
        }
        let all_before = in_common(&self.before[theirs..theirs + 4]);
        let all_after = in_common(&self.after[theirs..theirs + 4]);
        for i in 0..4 {
            let choice = partners >> (4 * i) & 15;
            if is_single(choice) || choice & news == 0 {
                continue;
            }
            let (mut before, mut after) = (all_before[choice as usize], all_after[choice as usize]);
            let slot = mine + i;
            if (before & !self.before[slot]) | (after & !self.after[slot]) != 0 {
                before |= self.before[slot];
                after |= self.after[slot];
                let card = 1 << slot;
                if before & after | (before | after) & card != 0 {
                    return Err(Starved(couple));
                }
                self.order(before, card, after);
                self.exclude(before | card, after | card, 0)?;
            }
        }
        Ok(())
    }

    /// The couples of ranks with the fewest matchings left, told by the lower rank and how many those are.
    pub fn smallest(&self, tell: impl Fn(u8, u32) -> Domain) -> Vec<Domain> {
        let open = (0..COUPLES).filter(|&c| is_open(self.sets[c])).map(|c| (self.sets[c].count_ones(), c));
        Domain::smallest_undecided(open, |c| tell(c as u8 + 1, self.sets[c].count_ones()))
    }

    /// A card of the couple with the fewest matchings left: quick to find, good while nothing has failed.
    pub fn tightest(&self) -> Option<Match> {
        let open = (0..COUPLES).filter(|&c| is_open(self.sets[c]));
        let couple = open.min_by_key(|&c| self.sets[c].count_ones())?;
        let partners = matches(self.sets[couple]);
        let counts = bits_of_nibbles(partners);
        let open_cards = (0..8).filter(|&q| counts >> (4 * q) & 15 > 1);
        let q = open_cards.min_by_key(|&q| counts >> (4 * q) & 15)?;
        Some(self.best_match(couple, q, partners >> (4 * q) & 15))
    }

    /// The card with the fewest partners for the weight of its failures so far.
    pub fn weightiest(&self, weights: &[u32; SLOTS]) -> Option<Match> {
        /// How soon failures count against the number of partners.
        const CALM: u32 = 4;
        let (mut best_partners, mut best_weight, mut best_set) = (u64::MAX >> 32, 1, 0);
        let mut found = None;
        for couple in (0..COUPLES).filter(|&c| is_open(self.sets[c])) {
            let choices = matches(self.sets[couple]);
            let counts = bits_of_nibbles(choices);
            let sides = if couple == COUPLES - 1 { 4 } else { 8 };
            for q in 0..sides {
                let partners = u64::from(counts >> (4 * q) & 15);
                if partners < 2 {
                    continue;
                }
                let slot = if q < 4 { low(couple) + q } else { high(couple) + q - 4 };
                let weight = u64::from(CALM + weights[slot]);
                // Compares partners by weight, without dividing.
                let (mine, its) = (partners * best_weight, best_partners * weight);
                if mine < its || (mine == its && self.sets[couple].count_ones() < best_set) {
                    (best_partners, best_weight, best_set) = (partners, weight, self.sets[couple].count_ones());
                    found = Some((couple, q, choices >> (4 * q) & 15));
                }
            }
        }
        found.map(|(couple, q, choice)| self.best_match(couple, q, choice))
    }

    /// Of a card's possible partners the one that puts the fewest cards in order.
    fn best_match(&self, couple: usize, q: usize, choice: u32) -> Match {
        let (slot, theirs) = if q < 4 { (low(couple) + q, high(couple)) } else { (high(couple) + q - 4, low(couple)) };
        let ordered = |j: usize| {
            let before = self.before[slot] | self.before[theirs + j];
            let after = self.after[slot] | self.after[theirs + j];
            before.count_ones() * after.count_ones()
        };
        let partners = (0..4).filter(|j| choice >> j & 1 == 1);
        let partner = partners.min_by_key(|&j| ordered(j)).expect("an open card has partners") as u8;
        let couple = couple as u8;
        match q {
            0..4 => Match { couple, low: q as u8, high: partner },
            _ => Match { couple, low: partner, high: q as u8 - 4 },
        }
    }

    /// Whether every card is matched.
    pub fn is_complete(&self) -> bool {
        !self.sets.iter().any(|&set| is_open(set))
    }

    /// How many cards are matched, of those on the table.
    pub fn matched(&self, slots: &Slots) -> usize {
        (0..SLOTS).filter(|&slot| slots.card(slot).is_some() && self.matched >> slot & 1 == 1).count()
    }

    /// The matched pairs, as slots.
    pub fn pairs<'a>(&'a self, slots: &'a Slots) -> impl Iterator<Item = [usize; 2]> + 'a {
        (0..COUPLES).flat_map(move |couple| {
            let partners = matches(self.sets[couple]);
            (0..4).filter_map(move |i| {
                let mine = partners >> (4 * i) & 15;
                let pair = [low(couple) + i, high(couple) + mine.trailing_zeros() as usize % 4];
                let is_pair = self.matched >> pair[0] & 1 == 1 && slots.card(pair[0]).is_some();
                // Each pair of sevens comes from both ends.
                (is_pair && pair[0] < pair[1]).then_some(pair)
            })
        })
    }
}

/// For each set of four cards, the cards that all of the set wait for.
#[inline]
fn in_common(cards: &[u64]) -> [u64; 16] {
    let mut common = [!0; 16];
    for (j, card) in cards.iter().enumerate() {
        for set in 0..1 << j {
            common[set | 1 << j] = common[set] & card;
        }
    }
    common
}

#[inline]
fn without(couple: usize, before: u64, after: u64) -> u32 {
    let (low, high) = (low(couple), high(couple));
    TABLES.without[nibble(before, low)][nibble(after, high)] & TABLES.without[nibble(after, low)][nibble(before, high)]
}

/// The matchings of `count` cards of each rank: the empty slots are matched among themselves.
fn full_set(count: usize, sevens: bool) -> u32 {
    if count == 0 {
        return LEFT_OUT;
    }
    match (sevens, count) {
        (true, 2) => TABLES.sevens & TABLES.with[2][3],
        (true, _) => TABLES.sevens,
        (false, _) => (count..4).fold(ALL, |set, i| set & TABLES.with[i][i]),
    }
}
