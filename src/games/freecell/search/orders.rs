//! Where the columns stand.
//!
//! A packed position does not tell that, so positions that differ only in the order of their columns are one: columns
//! are canonical. A search that is to tell them apart keeps the order beside each node and a hash of it in the key.
//! Where two hashes are equal by chance, positions become one that may be one anyway, so proofs stay proofs.

use super::packed::{AT_BASE, Deal, Key, NO_CARD};
use super::steps::Step;
use crate::search::Roomy;

/// The base card of each column, six bits each, [`NO_CARD`] where it is empty.
type Order = u64;
const BITS: usize = 6;

#[derive(Clone)]
pub struct Orders {
    columns: usize,
    /// By the place of the node.
    of: Roomy<Order>,
    /// The order that the last step led to.
    latest: Order,
}

fn base(order: Order, column: usize) -> u8 {
    (order >> (BITS * column)) as u8 & NO_CARD
}

fn with_base(order: Order, column: usize, card: u8) -> Order {
    order & !(Order::from(NO_CARD) << (BITS * column)) | Order::from(card) << (BITS * column)
}

fn mark(key: Key, order: Order) -> Key {
    key.marked((order.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16)
}

impl Orders {
    /// The key of the start, and where columns are not `canonical` also their order.
    pub fn begin(deal: &Deal, canonical: bool) -> (Key, Option<Orders>) {
        if canonical {
            return (deal.start, None);
        }
        let columns = deal.tables.variant.columns as usize;
        let order = (0..columns).fold(0, |order, column| with_base(order, column, deal.bases[column]));
        let mut of = Roomy::new();
        of.push(order);
        (mark(deal.start, order), Some(Orders { columns, of, latest: order }))
    }

    /// The key of what a step from a node leads to, with the order of its columns in it. A column is opened at the
    /// first place that is empty, as the moves will say it.
    pub fn follow(&mut self, parent: u32, step: Step, key: Key) -> Key {
        let mut order = self.of[parent as usize];
        if step.code == AT_BASE
            && let Some(column) = (0..self.columns).find(|&column| base(order, column) == NO_CARD)
        {
            order = with_base(order, column, step.card);
        }
        for column in 0..self.columns {
            let card = base(order, column);
            if card != NO_CARD && key.code(card) != AT_BASE {
                order = with_base(order, column, NO_CARD);
            }
        }
        self.latest = order;
        mark(key, order)
    }

    /// Keeps the order that the last step led to, for the node at this place.
    pub fn keep(&mut self, place: u32) {
        let place = place as usize;
        if place == self.of.len() {
            self.of.push(self.latest);
        } else {
            self.of[place] = self.latest;
        }
    }

    pub fn memory(&self) -> usize {
        self.of.capacity() * size_of::<Order>()
    }
}
