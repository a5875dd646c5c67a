//! Steps between packed positions: single cards, or whole runs as far as the capacity allows.

use super::cards::capacity;
use super::packed::{AT_BASE, AT_HOME, Code, Deal, Field, IN_CELL, Key, NO_CARD};

/// No column: the card comes from a cell, or goes to one, or home.
pub const NO_COLUMN: u8 = 15;

/// A step: a card, with whatever lies on it, gets a new place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub card: u8,
    pub code: Code,
    pub count: u8,
    pub from: u8,
    pub to: u8,
}

impl Step {
    /// Card and code in one number, as nodes keep it.
    pub fn packed(self) -> u16 {
        u16::from(self.card) << 3 | u16::from(self.code)
    }
}

/// The steps that can be made in a field, those into empty columns once.
pub struct Steps<'a> {
    pub deal: &'a Deal,
    pub field: &'a Field,
    pub into: &'a mut Vec<Step>,
}

impl Steps<'_> {
    /// Home steps that are not safe (the safe ones were made already, where the search makes them by itself).
    pub fn home(&mut self) {
        let field = self.field;
        for column in 0..field.column_count {
            let card = field.top(column);
            if field.homes[card as usize & 3] == card >> 2 {
                self.into.push(Step { card, code: AT_HOME, count: 1, from: column as u8, to: NO_COLUMN });
            }
        }
        for &card in &field.cells[..field.cell_count] {
            if field.homes[card as usize & 3] == card >> 2 {
                self.into.push(Step { card, code: AT_HOME, count: 1, from: NO_COLUMN, to: NO_COLUMN });
            }
        }
    }

    pub fn columns_to_cells(&mut self) {
        if self.field.free_cells(self.deal) == 0 {
            return;
        }
        for column in 0..self.field.column_count {
            let card = self.field.top(column);
            self.into.push(Step { card, code: IN_CELL, count: 1, from: column as u8, to: NO_COLUMN });
        }
    }

    pub fn cells_to_base(&mut self) {
        if self.field.empty_columns(self.deal) == 0 {
            return;
        }
        for &card in &self.field.cells[..self.field.cell_count] {
            self.into.push(Step { card, code: AT_BASE, count: 1, from: NO_COLUMN, to: NO_COLUMN });
        }
    }

    pub fn cells_to_columns(&mut self) {
        let field = self.field;
        for &card in &field.cells[..field.cell_count] {
            for to in 0..field.column_count {
                let code = self.deal.tables.fit[card as usize & 63][field.top(to) as usize & 63];
                if code != 0 {
                    self.into.push(Step { card, code, count: 1, from: NO_COLUMN, to: to as u8 });
                }
            }
        }
    }

    /// Runs onto cards, at most `most` cards together.
    pub fn between_columns(&mut self, most: usize) {
        let (field, tables) = (self.field, &*self.deal.tables);
        for to in 0..field.column_count {
            let target = field.top(to);
            let wanted = tables.height[target as usize & 63];
            for from in (0..field.column_count).filter(|&from| from != to) {
                let count = wanted.wrapping_sub(tables.height[field.top(from) as usize & 63]);
                if count == 0 || count > field.runs[from] || count as usize > most {
                    continue;
                }
                let card = field.columns[from][(field.heights[from] - count) as usize & 63];
                let code = tables.fit[card as usize & 63][target as usize & 63];
                if code != 0 {
                    self.into.push(Step { card, code, count, from: from as u8, to: to as u8 });
                }
            }
        }
    }

    /// Runs into an empty column: as long as possible with `most` > 1, else single cards; never a whole column.
    pub fn columns_to_base(&mut self, most: usize) {
        let field = self.field;
        if field.empty_columns(self.deal) == 0 {
            return;
        }
        for from in 0..field.column_count {
            let count = field.runs[from].min(most as u8);
            if count < field.heights[from] {
                let card = field.columns[from][(field.heights[from] - count) as usize & 63];
                self.into.push(Step { card, code: AT_BASE, count, from: from as u8, to: NO_COLUMN });
            }
        }
    }

    /// Everything with whole runs as one step.
    pub fn with_runs(&mut self) {
        let (free, empty) = (self.field.free_cells(self.deal), self.field.empty_columns(self.deal));
        self.columns_to_cells();
        self.cells_to_base();
        if empty > 0 {
            self.columns_to_base(capacity(free, empty - 1));
        }
        self.between_columns(capacity(free, empty));
        self.cells_to_columns();
        self.home();
    }

    /// Every move of a single card: what a proof needs.
    pub fn single(&mut self) {
        self.columns_to_cells();
        self.cells_to_base();
        self.columns_to_base(1);
        self.between_columns(1);
        self.cells_to_columns();
        self.home();
    }
}

/// Carries out a step on a key, and with `safe` every safe move home that follows.
///
/// `field` is the unpacked position before it; its `above` is used and restored. Returns the new key, the sizes of
/// the home piles, and how many cards went home by themselves.
pub fn follow(deal: &Deal, field: &mut Field, step: Step, safe: bool) -> (Key, [u8; 4], u32) {
    let mut key = field.key;
    let mut homes = field.homes;
    let left = deal.under[step.card as usize & 63][key.code(step.card) as usize & 7];
    key.put(step.card, step.code);
    if step.code == AT_HOME {
        homes[step.card as usize & 3] += 1;
    }
    if !safe {
        return (key, homes, 0);
    }
    let tables = &*deal.tables;
    // Only a step home, or the card that this step uncovers, can set off more.
    let uncovers = left != NO_CARD && homes[left as usize & 3] == left >> 2 && tables.is_safe(homes, left);
    if step.code != AT_HOME && !uncovers {
        return (key, homes, 0);
    }
    let joined = deal.under[step.card as usize & 63][step.code as usize & 7];
    let mut log = [(0u8, NO_CARD); 64];
    let mut logged = 0;
    let mut change = |above: &mut [u8; 64], at: u8, card: u8| {
        log[logged & 63] = (at, above[at as usize & 63]);
        logged += 1;
        above[at as usize & 63] = card;
    };
    if left != NO_CARD {
        change(&mut field.above, left, NO_CARD);
    }
    if joined != NO_CARD {
        change(&mut field.above, joined, step.card);
    }
    let mut went = 0;
    let mut suit = 0;
    let mut idle = 0;
    while idle < tables.variant.suits {
        let next = homes[suit] << 2 | suit as u8;
        if homes[suit] < tables.variant.ranks
            && field.above[next as usize & 63] == NO_CARD
            && tables.is_safe(homes, next)
        {
            let under = deal.under[next as usize & 63][key.code(next) as usize & 7];
            if under != NO_CARD {
                change(&mut field.above, under, NO_CARD);
            }
            key.put(next, AT_HOME);
            homes[suit] += 1;
            went += 1;
            idle = 0;
        } else {
            idle += 1;
            suit = (suit + 1) % tables.variant.suits as usize;
        }
    }
    for &(at, card) in log[..logged].iter().rev() {
        field.above[at as usize & 63] = card;
    }
    (key, homes, went)
}
