//! Steps between packed positions: single cards.

use super::field::{AT_HOME_COLUMN, Field, NO_COLUMN, ROOM};
use super::packed::{AT_BASE, AT_HOME, Code, Deal, IN_CELL, packed_step};
use super::width::{Row as _, Width};

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
    pub fn packed<W: Width>(self) -> u16 {
        packed_step::<W>(self.card, self.code)
    }
}

/// The steps that can be made in a field, those into empty columns once.
pub struct Steps<'a, W: Width> {
    pub deal: &'a Deal<W>,
    pub field: &'a Field<W>,
    pub into: &'a mut Vec<Step>,
}

impl<W: Width> Steps<'_, W> {
    /// Home steps that are not safe (the safe ones were made already, where the search makes them by itself).
    pub fn home(&mut self) {
        let field = self.field;
        for column in 0..field.column_count {
            let card = field.top(column);
            if field.homes[W::suit(card)] == W::rank(card) {
                self.into.push(Step { card, code: AT_HOME, count: 1, from: column as u8, to: NO_COLUMN });
            }
        }
        for &card in &field.cells[..field.cell_count] {
            if field.homes[W::suit(card)] == W::rank(card) {
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

    fn onto_cards(&mut self) {
        let (field, tables) = (self.field, &*self.deal.tables);
        for to in 0..field.column_count {
            let target = field.top(to);
            for &card in tables.riders[W::at(target)].as_slice() {
                let (from, row) = field.place[W::at(card)];
                let free = match from {
                    AT_HOME_COLUMN => false,
                    NO_COLUMN => true,
                    _ => field.heights[from as usize & (ROOM - 1)] == row + 1 && from as usize != to,
                };
                if free {
                    let code = tables.fit[W::at(card)][W::at(target)];
                    self.into.push(Step { card, code, count: 1, from, to: to as u8 });
                }
            }
        }
    }

    /// Into an empty column, but not out of one with a single card.
    fn columns_to_base(&mut self) {
        let field = self.field;
        if field.empty_columns(self.deal) == 0 {
            return;
        }
        for from in 0..field.column_count {
            if field.heights[from] > 1 {
                let card = field.top(from);
                self.into.push(Step { card, code: AT_BASE, count: 1, from: from as u8, to: NO_COLUMN });
            }
        }
    }

    /// All but the steps into cells, with single cards.
    pub fn single_onto_columns(&mut self) {
        self.cells_to_base();
        self.columns_to_base();
        self.onto_cards();
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
pub fn keep_only_safe<W: Width>(deal: &Deal<W>, field: &Field<W>, list: &mut Vec<Step>) -> bool {
    let safe = |step: &Step| step.code == AT_HOME && deal.tables.is_safe(field.homes, step.card);
    let found = list.iter().copied().find(safe);
    if let Some(step) = found {
        list.clear();
        list.push(step);
    }
    found.is_some()
}
