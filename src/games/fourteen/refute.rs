//! Looks for a short refutation in the form of [`certificate`](super::certificate): a search of its own, cruder than the
//! solver's, that leaves out every case which its refutation did not need.

use super::certificate::Table;
use crate::games::NoProof;
use crate::games::patience::still_wanted;

/// Attempts, each with what those before it learned of which cards fail; the shortest counts.
const ATTEMPTS: usize = 4;

/// The text of a refutation. Of a deal that can be won there is none.
pub fn refute(table: &Table, room: usize) -> Result<String, NoProof> {
    let mut search = Search {
        table,
        partners: (0..table.cards()).map(|card| table.partners(card).collect()).collect(),
        partner: vec![None; table.cards()],
        weights: vec![0; table.cards()],
        text: String::new(),
        room,
        nodes: 0,
        most_nodes: u64::MAX,
    };
    let mut best: Option<String> = None;
    let mut failed = NoProof::Unknown;
    for _ in 0..ATTEMPTS {
        match search.attempt() {
            Ok(text) => {
                let is_better = best.as_ref().is_none_or(|best| text.len() < best.len());
                best = if is_better { Some(text) } else { best };
                search.most_nodes = search.nodes;
            }
            Err(why) => failed = why,
        }
    }
    best.ok_or(failed)
}

/// Which cards must leave before and after each.
#[derive(Clone)]
struct Order {
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Order {
    fn of(table: &Table) -> Order {
        let set = |is_in: &dyn Fn(usize) -> bool| (0..table.cards()).filter(|&card| is_in(card)).map(bit).sum();
        let before = |card| set(&|other| table.is_behind(other, card));
        let after = |card| set(&|other| table.is_behind(card, other));
        Order { before: (0..table.cards()).map(before).collect(), after: (0..table.cards()).map(after).collect() }
    }

    /// Whether the two cannot leave together.
    fn parts(&self, a: usize, b: usize) -> bool {
        (self.before[a] | self.after[a]) & bit(b) != 0
    }

    /// The two leave together: what waits for one waits for the other.
    fn join(&mut self, a: usize, b: usize) {
        let both = bit(a) | bit(b);
        let (before, after) = (self.before[a] | self.before[b], self.after[a] | self.after[b]);
        for card in cards_of(before) {
            self.after[card] |= after | both;
        }
        for card in cards_of(after) {
            self.before[card] |= before | both;
        }
        for card in [a, b] {
            (self.before[card], self.after[card]) = (before, after);
        }
    }
}

fn bit(card: usize) -> u64 {
    1 << card
}

fn cards_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let card = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (card < 64).then_some(card)
    })
}

struct Search<'a> {
    table: &'a Table,
    partners: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
    /// How often a card was part of a failure: such cards are better asked early.
    weights: Vec<u64>,
    text: String,
    room: usize,
    nodes: u64,
    /// An attempt that needs more is no better than one before it.
    most_nodes: u64,
}

impl Search<'_> {
    fn attempt(&mut self) -> Result<String, NoProof> {
        self.text.clear();
        self.partner.fill(None);
        self.nodes = 0;
        self.case(&Order::of(self.table))?;
        Ok(std::mem::take(&mut self.text))
    }

    /// Writes the refutation of the case at hand, and says which cards' partners it rests on.
    fn case(&mut self, order: &Order) -> Result<u64, NoProof> {
        still_wanted();
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.text.len() > self.room {
            return Err(NoProof::TooLarge);
        }
        // Without a card to ask for, the deal is won.
        let card = self.choose(order).ok_or(NoProof::Unknown)?;
        let start = self.text.len();
        self.text.push(Table::letter(card));
        // That some partners are taken is used, too.
        let taken = self.partners[card].iter().filter_map(|&p| Some(bit(p) | bit(self.partner[p]?)));
        let mut rests_on = taken.fold(0, |set, pair| set | pair);
        for i in 0..self.partners[card].len() {
            let partner = self.partners[card][i];
            if self.partner[partner].is_some() {
                continue;
            }
            let case_start = self.text.len();
            (self.partner[card], self.partner[partner]) = (Some(partner), Some(card));
            let used = if order.parts(card, partner) {
                self.write_circle(card, partner)
            } else {
                let mut joined = order.clone();
                joined.join(card, partner);
                self.case(&joined)?
            };
            (self.partner[card], self.partner[partner]) = (None, None);
            if used & bit(card) == 0 {
                // It fails whomever this card leaves with: nobody needs to ask.
                self.text.drain(start..case_start);
                return Ok(used);
            }
            self.weights[card] += 1;
            self.weights[partner] += 1;
            rests_on |= used & !(bit(card) | bit(partner));
        }
        Ok(rests_on)
    }

    /// The free card with the fewest partners for the failures that it had part in; one without any, whose circles are
    /// the shortest, before all.
    fn choose(&self, order: &Order) -> Option<usize> {
        /// How soon failures count against the number of partners.
        const CALM: u64 = 8;
        /// Above any length of circles.
        const OPEN: u64 = 1 << 32;
        let free = |card: &usize| self.partner[*card].is_none();
        (0..self.table.cards()).filter(free).min_by_key(|&card| {
            let partners = self.partners[card].iter().copied().filter(free);
            match partners.clone().filter(|&partner| !order.parts(card, partner)).count() as u64 {
                0 => partners.map(|partner| self.circle(card, partner).len() as u64).sum(),
                open => OPEN + open * OPEN / (CALM + self.weights[card]),
            }
        })
    }

    fn write_circle(&mut self, a: usize, b: usize) -> u64 {
        let circle = self.circle(a, b);
        self.text.push('(');
        self.text.extend(circle.iter().map(|&card| Table::letter(card)));
        self.text.push(')');
        circle.into_iter().map(bit).fold(0, |set, card| set | card)
    }

    /// A shortest circle through two cards that leave together.
    fn circle(&self, a: usize, b: usize) -> Vec<usize> {
        let ways = [self.way(a, b), self.way(b, a)].into_iter().flatten();
        ways.min_by_key(Vec::len).expect("the order says that one leaves before the other")
    }

    /// From a card down its column to one with a partner, on from there, and so on until `to` lies behind.
    fn way(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut came_from: Vec<Option<usize>> = vec![None; self.table.cards()];
        let (mut queue, mut seen, mut next) = (vec![from], bit(from), 0);
        while let Some(&card) = queue.get(next) {
            next += 1;
            if self.table.is_behind(card, to) {
                let mut way = vec![to, card];
                let mut at = card;
                while let Some(before) = came_from[at] {
                    way.extend([self.partner[at].expect("one comes to a partner"), before]);
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            for partner in self.table.behind(card).filter_map(|behind| self.partner[behind]) {
                if seen & bit(partner) == 0 {
                    seen |= bit(partner);
                    came_from[partner] = Some(card);
                    queue.push(partner);
                }
            }
        }
        None
    }
}
