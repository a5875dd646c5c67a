//! Where the columns stand.
//!
//! A packed position does not tell that, so positions that differ only in the order of their columns are one: columns
//! are canonical. A search that is to tell them apart keeps the order beside each node and a hash of it in the key.
//! Where two hashes are equal by chance, positions become one that may be one anyway, so proofs stay proofs.

use super::packed::{AT_BASE, Deal, Key};
use super::steps::Step;
use super::width::{Order as _, Width};
use crate::search::Roomy;

#[derive(Clone)]
pub struct Orders<W: Width> {
    columns: usize,
    /// The base card of each column, [`Width::NO_CARD`] where it is empty; by the place of the node.
    of: Roomy<W::Order>,
    /// The order that the last step led to.
    latest: W::Order,
}

impl<W: Width> Orders<W> {
    /// The key of the start, and where columns are not `canonical` also their order.
    pub fn begin(deal: &Deal<W>, canonical: bool) -> (Key<W>, Option<Self>) {
        if canonical {
            return (deal.start, None);
        }
        let columns = deal.tables.variant.columns as usize;
        let bases = (0..columns).map(|column| (column, deal.bases[column]));
        let order = bases.fold(W::Order::EMPTY, |order, (column, card)| order.with_base(column, card));
        let mut of = Roomy::new();
        of.push(order);
        (deal.start.marked(order.hash()), Some(Orders { columns, of, latest: order }))
    }

    /// The key of what a step from a node leads to, with the order of its columns in it. A column is opened at the
    /// first place that is empty, as the moves will say it.
    pub fn follow(&mut self, parent: u32, step: Step, key: Key<W>) -> Key<W> {
        let mut order = self.of[parent as usize];
        if step.code == AT_BASE
            && let Some(column) = (0..self.columns).find(|&column| order.base(column) == W::NO_CARD)
        {
            order = order.with_base(column, step.card);
        }
        for column in 0..self.columns {
            let card = order.base(column);
            if card != W::NO_CARD && key.code(card) != AT_BASE {
                order = order.with_base(column, W::NO_CARD);
            }
        }
        self.latest = order;
        key.marked(order.hash())
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
        self.of.capacity() * size_of::<W::Order>()
    }
}
