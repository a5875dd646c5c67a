//! How promising a position looks: what the best-first searches go by.

use super::cards::MAX_COLUMNS;
use super::packed::{AS_DEALT, AT_BASE, Deal, Field, IN_CELL, NO_CARD};
use super::steps::{NO_COLUMN, Step};

/// What each trait of a position costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Per card that is not home.
    pub not_home: i32,
    /// Per card that lies over the next home card of a suit.
    pub blockers: i32,
    /// Per card that lies over a lower card of its own suit, and so cannot go home from where it is.
    pub must_move: i32,
    /// Per card that lies on a card which it does not fit.
    pub unsorted: i32,
    /// Per card in a cell.
    pub in_cell: i32,
    /// Per column that is not empty.
    pub column: i32,
    /// Where neither a cell nor a column is free.
    pub cramped: i32,
    /// Per step from the start.
    pub step: i32,
}

/// Sums over a field that make it cheap to judge what one step more leads to.
pub struct Judge {
    /// For each column and row, how many cards below it (in the column's order) must move.
    must_move: [[u8; 65]; MAX_COLUMNS],
    /// The lowest rank of each suit in each column.
    least: [[u8; 4]; MAX_COLUMNS],
    /// Column and row of the next home card of each suit, where it lies in a column.
    next: [(u8, u8); 4],
    base: Sums,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    away: i32,
    blockers: i32,
    must_move: i32,
    unsorted: i32,
    cells: i32,
    columns: i32,
}

impl Judge {
    pub fn new() -> Judge {
        Judge {
            must_move: [[0; 65]; MAX_COLUMNS],
            least: [[0; 4]; MAX_COLUMNS],
            next: [(NO_COLUMN, 0); 4],
            base: Sums::default(),
        }
    }

    pub fn look(&mut self, deal: &Deal, field: &Field) {
        self.next = [(NO_COLUMN, 0); 4];
        let mut sums = Sums {
            away: i32::from(deal.cards) - field.cards_home() as i32,
            unsorted: field.unsorted as i32,
            cells: field.cell_count as i32,
            columns: field.column_count as i32,
            ..Sums::default()
        };
        for column in 0..field.column_count {
            let height = field.heights[column] as usize;
            let mut least = [NO_CARD; 4];
            let mut count = 0;
            let prefix = &mut self.must_move[column];
            for (row, &card) in field.columns[column][..height].iter().enumerate() {
                let (suit, rank) = (card as usize & 3, card >> 2);
                if rank > least[suit] {
                    count += 1;
                } else {
                    least[suit] = rank;
                    if field.homes[suit] == rank {
                        self.next[suit] = (column as u8, row as u8);
                        sums.blockers += (height - 1 - row) as i32;
                    }
                }
                prefix[row + 1] = count;
            }
            sums.must_move += i32::from(count);
            self.least[column] = least;
        }
        self.base = sums;
    }

    fn weigh(weights: &Weights, deal: &Deal, sums: Sums) -> i32 {
        let variant = &deal.tables.variant;
        let room = i32::from(variant.cells) - sums.cells + i32::from(variant.columns) - sums.columns;
        let cramped = if room == 0 { weights.cramped } else { 0 };
        weights.not_home * sums.away
            + weights.blockers * sums.blockers
            + weights.must_move * sums.must_move
            + weights.unsorted * sums.unsorted
            + weights.in_cell * sums.cells
            + weights.column * sums.columns
            + cramped
    }

    /// The field that [`Judge::look`] saw.
    pub fn value(&self, weights: &Weights, deal: &Deal) -> i32 {
        Self::weigh(weights, deal, self.base)
    }

    /// The field after a step that moves nothing home.
    pub fn after(&self, weights: &Weights, deal: &Deal, field: &Field, step: Step) -> i32 {
        let mut sums = self.base;
        let count = i32::from(step.count);
        let mut first_moved = 64;
        if step.from == NO_COLUMN {
            sums.cells -= 1;
        } else {
            let from = step.from as usize;
            let height = field.heights[from];
            first_moved = height - step.count;
            let prefix = &self.must_move[from];
            sums.must_move -= i32::from(prefix[height as usize]) - i32::from(prefix[first_moved as usize]);
            sums.columns -= i32::from(first_moved == 0);
        }
        for &(column, row) in &self.next {
            if column == NO_COLUMN {
                continue;
            }
            if column == step.to {
                sums.blockers += count;
            } else if column == step.from && row < first_moved {
                sums.blockers -= count;
            }
        }
        sums.unsorted -= i32::from(field.key.code(step.card) == AS_DEALT);
        match step.code {
            IN_CELL => sums.cells += 1,
            AT_BASE => sums.columns += 1,
            _ => {
                let least = &self.least[step.to as usize];
                let mut card = step.card;
                for _ in 0..step.count {
                    sums.must_move += i32::from(card >> 2 > least[card as usize & 3]);
                    card = field.above[card as usize & 63];
                }
            }
        }
        Self::weigh(weights, deal, sums)
    }
}
