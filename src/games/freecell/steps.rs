//! Steps between packed positions: single cards, or whole runs as far as the capacity allows.

use super::field::{AT_HOME_COLUMN, Field, NO_COLUMN};
use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL};

/// A step: a card, with whatever lies on it, gets a new place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub card: u8,
    pub code: Code,
    pub count: u8,
    /// The column it leaves, [`NO_COLUMN`] for a cell.
    pub from: u8,
    /// The column it joins, [`NO_COLUMN`] for a cell, an empty column, or home.
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

    /// Cards and runs onto cards, at most `most` together. With `whole` a run is not broken up to lie elsewhere,
    /// unless that lets a card go home.
    pub fn onto_cards(&mut self, most: usize, whole: bool) {
        let (field, tables) = (self.field, &*self.deal.tables);
        for to in 0..field.column_count {
            let target = field.top(to);
            for &card in &tables.riders[target as usize & 63] {
                let (from, row) = field.place[card as usize & 63];
                let count = match from {
                    AT_HOME_COLUMN => continue,
                    NO_COLUMN => 1,
                    _ => {
                        let height = field.heights[from as usize & 15];
                        let count = height - row;
                        let run = field.runs[from as usize & 15];
                        if count > run || count as usize > most || from as usize == to {
                            continue;
                        }
                        if whole && count < run {
                            let left = field.columns[from as usize & 15][(row as usize - 1) & 63];
                            if field.homes[left as usize & 3] != left >> 2 {
                                continue;
                            }
                        }
                        count
                    }
                };
                let code = tables.fit[card as usize & 63][target as usize & 63];
                self.into.push(Step { card, code, count, from, to: to as u8 });
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

    /// All but the steps into cells, with single cards.
    pub fn single_onto_columns(&mut self) {
        self.cells_to_base();
        self.columns_to_base(1);
        self.onto_cards(1, false);
        self.home();
    }

    /// Every move of a single card: what a proof needs.
    pub fn single(&mut self) {
        self.columns_to_cells();
        self.single_onto_columns();
    }
}

/// Where a card can go home safely, that is the only step worth a try. After a step searches make such moves by
/// themselves, so only the start can have one. Tells whether there was one.
pub fn keep_only_safe(deal: &Deal, field: &Field, list: &mut Vec<Step>) -> bool {
    let safe = |step: &Step| step.code == AT_HOME && deal.tables.is_safe(field.homes, step.card);
    let found = list.iter().copied().find(safe);
    if let Some(step) = found {
        list.clear();
        list.push(step);
    }
    found.is_some()
}
