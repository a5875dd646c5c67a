//! What a step leads to, and how promising that looks: what the best-first searches go by.

use super::field::{AT_HOME_COLUMN, Field, NO_COLUMN, ROOM};
use super::packed::{AS_DEALT, AT_BASE, AT_HOME, Deal, IN_CELL, Key};
use super::steps::Step;
use super::width::{Set as _, Width};

/// What each trait of a position costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Per card that is not home.
    pub not_home: i32,
    /// Per card that lies over the next home card of a suit.
    pub blockers: i32,
    /// Per card that lies over a lower card of its own suit, and so cannot go home from where it is.
    pub must_move: i32,
    /// Per card that lies over a lower card of any suit.
    pub over_lower: i32,
    /// Per card that lies on a card which it does not fit.
    pub unsorted: i32,
    /// Per card in a cell.
    pub in_cell: i32,
    /// Per column that is not empty.
    pub column: i32,
    /// Where neither a cell nor a column is free; halved by each that is.
    pub cramped: i32,
    /// Per step from the start.
    pub step: i32,
}

/// The traits of a position, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub away: i32,
    pub blockers: i32,
    pub must_move: i32,
    pub over_lower: i32,
    pub unsorted: i32,
    pub cells: i32,
    pub columns: i32,
}

impl Sums {
    pub fn of<W: Width>(deal: &Deal<W>, field: &Field<W>) -> Sums {
        let mut sums = Sums {
            away: i32::from(deal.cards) - field.cards_home() as i32,
            cells: field.cell_count as i32,
            columns: field.column_count as i32,
            ..Sums::default()
        };
        for column in 0..field.column_count {
            sums.must_move += i32::from(field.must_move[column][W::at(field.heights[column])]);
            sums.over_lower += i32::from(field.over_lower[column][W::at(field.heights[column])]);
            sums.unsorted += i32::from(field.unsorted[column]);
            let mut rows = field.next_rows[column];
            while let Some(row) = rows.pop() {
                sums.blockers += i32::from(field.heights[column]) - 1 - i32::from(row);
            }
        }
        sums
    }

    /// Whether all cards can go home one by one: then no card lies over one that goes home before it.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.over_lower == 0
    }

    /// At least so many single-card moves are left: each card goes home, and those over a lower card of their suit
    /// must go somewhere else before.
    #[inline]
    pub fn least_moves(&self) -> i32 {
        self.away + self.must_move
    }

    #[inline]
    pub fn weigh<W: Width>(&self, weights: &Weights, deal: &Deal<W>) -> i32 {
        let variant = &deal.tables.variant;
        let room = i32::from(variant.cells) - self.cells + i32::from(variant.columns) - self.columns;
        let cramped = weights.cramped >> room.min(16);
        weights.not_home * self.away
            + weights.blockers * self.blockers
            + weights.must_move * self.must_move
            + weights.over_lower * self.over_lower
            + weights.unsorted * self.unsorted
            + weights.in_cell * self.cells
            + weights.column * self.columns
            + cramped
    }
}

impl Sums {
    /// What the weights make of each trait, by the name of its toggle.
    pub fn terms<W: Width>(&self, weights: &Weights, deal: &Deal<W>, tell: &mut dyn FnMut(&'static str, u64)) {
        let none = Weights { not_home: 0, blockers: 0, must_move: 0, over_lower: 0, unsorted: 0, ..weights.clone() };
        let order = weights.must_move * self.must_move + weights.over_lower * self.over_lower;
        for (name, value) in [
            ("cards", weights.not_home * self.away),
            ("blockers", weights.blockers * self.blockers),
            ("order", order),
            ("runs", weights.unsorted * self.unsorted),
            ("space", self.weigh(&none, deal)),
        ] {
            if value > 0 {
                tell(name, value as u64);
            }
        }
    }
}

/// What a step leads to: the key, and the sums that `base` of the field before it becomes. With `safe` every safe
/// move home follows the step.
#[inline]
pub fn try_step<W: Width>(deal: &Deal<W>, field: &Field<W>, base: &Sums, step: Step, safe: bool) -> (Key<W>, Sums) {
    if sends_home(deal, field, step, safe) {
        let trial = Trial::new(deal, field, base, step, safe);
        (trial.key, trial.sums)
    } else {
        after_plain(field, base, step)
    }
}

/// The single-card moves that a step of one card stands for: itself, and what went home after it.
#[inline]
pub fn moves_made(step: Step, before: &Sums, after: &Sums) -> u16 {
    (before.away - after.away) as u16 + u16::from(step.code != AT_HOME)
}

/// A step that sends no card home: the key and the sums that it leads to.
#[inline]
fn after_plain<W: Width>(field: &Field<W>, base: &Sums, step: Step) -> (Key<W>, Sums) {
    let (mut key, mut sums) = (field.key, *base);
    let count = i32::from(step.count);
    sums.unsorted -= i32::from(key.code(step.card) == AS_DEALT);
    key.put(step.card, step.code);
    if step.from == NO_COLUMN {
        sums.cells -= 1;
    } else {
        let from = step.from as usize & (ROOM - 1);
        let height = field.heights[from];
        let first = height - step.count;
        let prefix = &field.must_move[from];
        sums.must_move -= i32::from(prefix[W::at(height)]) - i32::from(prefix[W::at(first)]);
        let over = &field.over_lower[from];
        sums.over_lower -= i32::from(over[W::at(height)]) - i32::from(over[W::at(first)]);
        sums.columns -= i32::from(first == 0);
        let stay = field.next_rows[from] & W::Set::below(first);
        if !stay.is_empty() {
            sums.blockers -= count * stay.len() as i32;
        }
    }
    match step.code {
        IN_CELL => sums.cells += 1,
        AT_BASE => {
            sums.columns += 1;
            if W::rank(step.card) == 0 {
                count_over_ace(field, &mut sums, step);
            }
        }
        _ => {
            let to = step.to as usize & (ROOM - 1);
            if !field.next_rows[to].is_empty() {
                sums.blockers += count * field.next_rows[to].len() as i32;
            }
            let mut card = step.card;
            for _ in 0..step.count {
                sums.must_move += i32::from(W::rank(card) > field.least[to][W::suit(card)]);
                sums.over_lower += i32::from(W::rank(card) > field.lowest[to]);
                card = field.above[W::at(card)];
            }
        }
    }
    (key, sums)
}

/// The classroom's ace is the first card home but the highest of a run: the rest of its run lies over a lower card.
fn count_over_ace<W: Width>(field: &Field<W>, sums: &mut Sums, step: Step) {
    let mut card = step.card;
    for _ in 1..step.count {
        card = field.above[W::at(card)];
        sums.over_lower += 1;
        sums.must_move += i32::from(W::suit(card) == W::suit(step.card));
    }
}

/// Whether a step lets cards go home: it is one home, or (with `safe`) uncovers a card that goes home safely.
/// Nothing else can set that off, since safe cards went home before.
#[inline]
fn sends_home<W: Width>(deal: &Deal<W>, field: &Field<W>, step: Step, safe: bool) -> bool {
    if step.code == AT_HOME {
        return true;
    }
    if !safe || step.from == NO_COLUMN {
        return false;
    }
    let from = step.from as usize & (ROOM - 1);
    let first = field.heights[from] - step.count;
    if first == 0 {
        return false;
    }
    let card = field.columns[from][W::at(first - 1)];
    field.homes[W::suit(card)] == W::rank(card) && deal.tables.is_safe(field.homes, card)
}

/// As [`after_plain`], or for a step home; blockers are left to the caller then.
fn after_plain_or_home<W: Width>(field: &Field<W>, base: &Sums, step: Step) -> (Key<W>, Sums) {
    if step.code != AT_HOME {
        return after_plain(field, base, step);
    }
    let (mut key, mut sums) = (field.key, *base);
    sums.unsorted -= i32::from(key.code(step.card) == AS_DEALT);
    key.send_home(step.card);
    sums.away -= 1;
    if step.from == NO_COLUMN {
        sums.cells -= 1;
    } else {
        let height = field.heights[step.from as usize];
        let over = &field.over_lower[step.from as usize];
        sums.over_lower -= i32::from(over[W::at(height)]) - i32::from(over[W::at(height - 1)]);
        sums.columns -= i32::from(height == 1);
    }
    (key, sums)
}

/// A step after which cards go home, tried out without laying the position out.
struct Trial<'a, W: Width> {
    deal: &'a Deal<W>,
    field: &'a Field<W>,
    step: Step,
    key: Key<W>,
    sums: Sums,
    homes: W::BySuit<u8>,
    /// What is left of the columns, the moved run not counted.
    heights: [u8; ROOM],
    /// How many cards of the run lie on its new column.
    carried: u8,
    /// The row in the old column from which cards were taken.
    first: u8,
}

impl<'a, W: Width> Trial<'a, W> {
    /// `base` are the sums of `field`. With `safe` every safe move home follows the step.
    fn new(deal: &'a Deal<W>, field: &'a Field<W>, base: &Sums, step: Step, safe: bool) -> Self {
        let mut trial = Trial {
            deal,
            field,
            step,
            key: field.key,
            sums: *base,
            homes: field.homes,
            heights: field.heights,
            carried: 0,
            first: u8::MAX,
        };
        (trial.key, trial.sums) = after_plain_or_home(field, base, step);
        if step.code == AT_HOME {
            trial.homes[W::suit(step.card)] += 1;
        } else if step.code != IN_CELL {
            trial.carried = step.count;
        }
        if step.from != NO_COLUMN {
            trial.first = field.heights[step.from as usize] - step.count;
            trial.heights[step.from as usize] = trial.first;
        }
        if safe {
            trial.follow();
        }
        trial.count_blockers();
        trial
    }

    /// Whether a card is part of the moved run, and if so at which place of it.
    fn place_in_run(&self, card: u8) -> Option<u8> {
        let (column, row) = self.field.place[W::at(card)];
        if self.step.from == NO_COLUMN {
            (card == self.step.card).then_some(0)
        } else {
            (column == self.step.from && row >= self.first).then(|| row - self.first)
        }
    }

    /// How many cards lie on the next home card of a suit, and whether it lies in a column at all.
    fn cards_over(&self, card: u8) -> Option<u8> {
        if let Some(place) = self.place_in_run(card) {
            return (self.step.code != IN_CELL).then(|| self.carried - 1 - place);
        }
        let (column, row) = self.field.place[W::at(card)];
        if column >= AT_HOME_COLUMN {
            return None;
        }
        let over = if column == self.step.to { self.carried } else { 0 };
        Some(self.heights[column as usize] - 1 - row + over)
    }

    fn send_home(&mut self, card: u8) {
        self.sums.away -= 1;
        self.homes[W::suit(card)] += 1;
        self.sums.unsorted -= i32::from(self.key.code(card) == AS_DEALT);
        self.key.send_home(card);
        if self.place_in_run(card).is_some() && self.step.code != IN_CELL {
            self.carried -= 1;
            let to = self.step.to;
            let over_lower = match to {
                NO_COLUMN => W::rank(self.step.card) == 0 && card != self.step.card,
                _ => W::rank(card) > self.field.lowest[to as usize],
            };
            self.sums.over_lower -= i32::from(over_lower);
            let emptied = self.carried == 0 && (to == NO_COLUMN || self.heights[to as usize] == 0);
            self.sums.columns -= i32::from(emptied);
            return;
        }
        let (column, _) = self.field.place[W::at(card)];
        if column == NO_COLUMN || self.place_in_run(card).is_some() {
            self.sums.cells -= 1;
        } else {
            let over = &self.field.over_lower[column as usize];
            let height = self.heights[column as usize];
            self.sums.over_lower -= i32::from(over[W::at(height)]) - i32::from(over[W::at(height - 1)]);
            self.heights[column as usize] -= 1;
            let emptied = height == 1;
            self.sums.columns -= i32::from(emptied);
        }
    }

    fn follow(&mut self) {
        let variant = &self.deal.tables.variant;
        let (mut suit, mut idle) = (0, 0);
        while idle < variant.suits {
            let next = W::numbered(self.homes[suit], suit);
            if self.homes[suit] < variant.ranks
                && self.cards_over(next).is_none_or(|over| over == 0)
                && self.deal.tables.is_safe(self.homes, next)
            {
                self.send_home(next);
                idle = 0;
            } else {
                idle += 1;
                suit = (suit + 1) % variant.suits as usize;
            }
        }
    }

    fn count_blockers(&mut self) {
        let variant = &self.deal.tables.variant;
        let mut blockers = 0;
        for suit in 0..variant.suits as usize {
            if self.homes[suit] < variant.ranks {
                let next = W::numbered(self.homes[suit], suit);
                blockers += i32::from(self.cards_over(next).unwrap_or(0));
            }
        }
        self.sums.blockers = blockers;
    }
}
