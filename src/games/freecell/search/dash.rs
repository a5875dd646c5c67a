//! Best-first search over positions that are spread out: the quick kernel behind `fast`.
//!
//! A child is judged from its parent without being made; only when its turn comes is the parent copied and the hop
//! made. Positions met before are told by a part of their hash, so that two may be taken for one: a dash proves
//! nothing.

use std::sync::Arc;

use super::hunt::{End, Figures, Limits, Open, in_turn};
use super::judge::{Sums, Weights};
use super::packed::{Deal, Tables, packed_step};
use super::spread::{Hop, Spread};
use super::tell::{Child, Parent, tell_met, tell_stuck};
use super::width::{Set as _, Width};
use crate::games::freecell::rules::Board;
use crate::games::freecell::rules::cards::capacity;
use crate::search::{Event, Observer, Roomy};

/// How many cards a hop carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carry {
    Single,
    /// As many as lie in order.
    Runs,
    /// The same, but a run that lies well is not broken up.
    WholeRuns,
}

/// How a dash goes about it.
#[derive(Clone, Debug)]
pub struct Style {
    pub weights: Weights,
    pub carry: Carry,
    /// By how much of the priority the hops into cells wait, since the others often lead on alone (partial
    /// expansion, after Yoshizumi, Miura and Ishida 2000).
    pub wait: usize,
    /// Safe moves home are made at once.
    pub safe_home: bool,
    /// Positions that differ only in the order of their columns are one.
    pub canonical: bool,
    /// Give up after this many turns: a node has one for each half of its hops.
    pub most: u64,
}

const NONE: u32 = u32::MAX;
/// Marks an open node of which only the hops into cells are left to make.
const INTO_CELLS: u32 = 1 << 31;

/// Marks a node whose position was not spread out yet.
const UNMADE: u32 = 1 << 31;

/// A position by the hop that leads to it.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    parent: u32,
    /// Its place among the positions that are spread out, once it is; until then [`UNMADE`] and its number.
    spread: u32,
    /// The open node behind it in its bucket.
    link: u32,
    hop: Hop,
    cost: u16,
}

/// The positions met, by pieces of their hashes.
#[derive(Clone)]
struct Met {
    slots: Vec<u32>,
}

impl Met {
    const FIRST: usize = 2048;

    /// Whether it is new; then it is entered.
    #[inline]
    fn meet(&mut self, hash: u64) -> bool {
        let tag = (hash >> 32) as u32 | 1;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == tag {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = tag;
        true
    }

    #[cold]
    fn grow(&mut self, nodes: &[Node]) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for node in nodes {
            self.meet(node.hash);
        }
    }
}

/// More than any position has.
const MOST_CHILDREN: usize = 256;

/// All nodes, and those to be taken up next.
#[derive(Clone)]
struct Agenda {
    nodes: Roomy<Node>,
    met: Met,
    /// The latest open node of each priority.
    heads: Vec<u32>,
    lowest: usize,
    /// Children; the last one's number.
    generated: u64,
    known: u64,
    deepest: u16,
    won: Option<u32>,
}

impl Agenda {
    fn new(buckets: usize) -> Agenda {
        Agenda {
            nodes: Roomy::with_capacity(1024),
            met: Met { slots: vec![0; Met::FIRST] },
            heads: vec![NONE; buckets],
            lowest: buckets,
            generated: 0,
            known: 0,
            deepest: 0,
            won: None,
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.met.slots.truncate(Met::FIRST);
        self.met.slots.fill(0);
        self.heads.fill(NONE);
        self.lowest = self.heads.len();
        (self.generated, self.known, self.deepest, self.won) = (0, 0, 0, None);
    }

    /// Enters a new node, and opens it.
    #[inline]
    fn enter(&mut self, node: Node, priority: i32) {
        let bucket = (priority.max(0) as usize).min(self.heads.len() - 1);
        let place = self.nodes.len() as u32;
        self.nodes.push(Node { link: self.heads[bucket], ..node });
        self.heads[bucket] = place;
        self.lowest = self.lowest.min(bucket);
        if self.nodes.len() * 4 > self.met.slots.len() * 3 {
            self.met.grow(&self.nodes);
        }
    }

    /// Opens the node at hand again, for its hops into cells.
    fn put_off(&mut self, place: u32, wait: usize) {
        let bucket = (self.lowest + wait).min(self.heads.len() - 1);
        self.nodes[place as usize].link = self.heads[bucket];
        self.heads[bucket] = place | INTO_CELLS;
    }

    fn take(&mut self) -> Option<u32> {
        while self.lowest < self.heads.len() {
            let entry = self.heads[self.lowest];
            if entry != NONE {
                self.heads[self.lowest] = self.nodes[(entry & !INTO_CELLS) as usize].link;
                return Some(entry);
            }
            self.lowest += 1;
        }
        None
    }
}

/// A dash runs for the goal and gives up after [`Style::most`] turns, where a [hunt](super::hunt::Hunt) goes on.
#[derive(Clone)]
pub struct Dash<W: Width> {
    deal: Arc<Deal<W>>,
    style: Style,
    agenda: Agenda,
    /// The positions of the nodes that were taken up, and their numbers.
    spreads: Roomy<Spread<W>>,
    numbers: Vec<u32>,
    /// Whether the root is a new state of the run.
    counted: bool,
    expanded: u64,
    /// Nodes without any move.
    dead: u64,
    /// Nodes taken up, those that were put off once more.
    turns: u64,
    /// The node expanded last.
    pub current: u32,
    end: End,
}

impl<W: Width> Dash<W> {
    /// `counted`: whether the root is a new state of the run (only in its first search).
    pub fn new(deal: Arc<Deal<W>>, board: &Board, style: Style, counted: bool) -> Self {
        let mut spreads = Roomy::with_capacity(256);
        spreads.push(Spread::new(&deal, board, style.canonical));
        let agenda = Agenda::new(W::BUCKETS);
        let (numbers, end) = (vec![0], End::More);
        let mut dash =
            Dash { deal, style, agenda, spreads, numbers, counted, expanded: 0, dead: 0, turns: 0, current: 0, end };
        dash.begin();
        dash
    }

    /// Another dash from the same start, in the same room.
    pub fn again(&mut self, style: Style) {
        self.style = style;
        self.spreads.truncate(1);
        self.numbers.truncate(1);
        self.agenda.clear();
        self.counted = false;
        (self.expanded, self.dead, self.turns, self.current, self.end) = (0, 0, 0, 0, End::More);
        self.begin();
    }

    fn begin(&mut self) {
        let root = &self.spreads[0];
        self.agenda.met.meet(root.hash);
        let node =
            Node { hash: root.hash, parent: 0, spread: 0, link: NONE, hop: Hop { card: 0, to: W::HOME }, cost: 0 };
        self.agenda.enter(node, root.sums.weigh(&self.style.weights, &self.deal));
        if root.sums.is_won() {
            self.end = End::Solved(0);
        }
    }

    /// Works for at most `fuel` turns, which it takes from it.
    pub fn run<O: Observer>(&mut self, fuel: &mut u64, limits: Limits, watch: &mut O) -> End {
        while self.end == End::More && *fuel > 0 {
            if self.turns >= self.style.most {
                self.end = End::Tired;
            } else if self.generated() >= limits.nodes {
                self.end = End::Nodes;
            } else if self.memory() + self.growth() > limits.memory {
                self.end = End::Memory;
            } else if let Some(entry) = self.agenda.take() {
                *fuel -= 1;
                self.turns += 1;
                self.expand(entry & !INTO_CELLS, entry & INTO_CELLS != 0, watch);
            } else {
                self.end = End::Exhausted;
            }
        }
        self.end
    }

    fn expand<O: Observer>(&mut self, place: u32, into_cells: bool, watch: &mut O) {
        self.current = place;
        let at = self.spread_out(place);
        let Node { cost, .. } = self.agenda.nodes[place as usize];
        if !into_cells {
            self.expanded += 1;
            if watch.listens() {
                watch.on(&Event::Expand { id: self.number(place), depth: cost.into() });
            }
        }
        let (spread, style) = (&self.spreads[at as usize], &self.style);
        let deal = &*self.deal;
        let has_cells = spread.free_cells(&deal.tables) > 0;
        let safe = if style.safe_home { spread.safe & (spread.ends | spread.held) } else { W::Set::NONE };
        let told = watch.listens().then(|| Parent::new(self.number(place), deal, &self.line(place), style.safe_home));
        let agenda = &mut self.agenda;
        let before = agenda.generated;
        if !into_cells && has_cells && safe.is_empty() {
            agenda.put_off(place, style.wait);
        }
        let (tables, cost) = (&*deal.tables, cost + 1);
        let mut brood = Brood { deal, tables, style, spread, parent: place, cost, agenda, told: told.as_ref(), watch };
        let first_safe = { safe }.pop();
        if into_cells {
            brood.all(spread.ends, W::CELL);
        } else if let Some(card) = first_safe {
            // Only at the start: after a hop the safe moves home are made with it.
            brood.child(Hop { card, to: W::HOME });
        } else {
            brood.onto_columns();
        }
        if let Some(won) = agenda.won {
            self.end = End::Solved(won);
        }
        // What the cells can take waits for its own turn.
        if !into_cells && !has_cells && self.agenda.generated == before {
            self.dead += 1;
            tell_stuck(self.number(place), cost - 1, watch);
        }
    }

    /// Makes the position of a node, unless that was done before.
    #[inline]
    fn spread_out(&mut self, place: u32) -> u32 {
        let node = self.agenda.nodes[place as usize];
        if node.spread & UNMADE == 0 {
            return node.spread;
        }
        let parent = self.agenda.nodes[node.parent as usize].spread as usize;
        let at = self.spreads.len();
        self.spreads.extend_from_within(parent..=parent);
        let spread = &mut self.spreads[at];
        spread.make(&self.deal.tables, node.hop, self.style.safe_home);
        debug_assert_eq!(spread.hash, node.hash);
        debug_assert_eq!(spread.sums, spread.count(&self.deal));
        self.agenda.nodes[place as usize].spread = at as u32;
        self.numbers.push(node.spread & !UNMADE);
        at as u32
    }

    /// The number of a node among all that this dash made; the root is 0.
    pub fn number(&self, place: u32) -> u64 {
        let spread = self.agenda.nodes[place as usize].spread;
        u64::from(if spread & UNMADE == 0 { self.numbers[spread as usize] } else { spread & !UNMADE })
    }

    /// The first few open nodes with their priority, and how many there are.
    pub fn open(&self, most: usize) -> (Vec<Open>, u64) {
        let Agenda { heads, lowest, nodes, .. } = &self.agenda;
        in_turn(heads, *lowest, most, |place| nodes[place as usize].link)
    }

    /// What the start is judged by.
    pub fn root(&self) -> (Sums, &Weights) {
        (self.spreads[0].sums, &self.style.weights)
    }

    fn generated(&self) -> u64 {
        self.agenda.generated + u64::from(self.counted)
    }

    pub fn figures(&self) -> Figures {
        let Agenda { nodes, known, deepest, .. } = &self.agenda;
        Figures {
            generated: self.generated(),
            expanded: self.expanded,
            dead: self.dead,
            known: *known,
            depth: nodes[self.current as usize].cost,
            deepest: *deepest,
            held: nodes.len(),
            memory: self.memory(),
        }
    }

    fn memory(&self) -> usize {
        self.agenda.nodes.capacity() * size_of::<Node>()
            + self.spreads.capacity() * (size_of::<Spread<W>>() + size_of::<u32>())
            + (self.agenda.met.slots.len() + self.agenda.heads.len()) * size_of::<u32>()
    }

    /// What the lists that are about to grow take beside themselves while they move.
    fn growth(&self) -> usize {
        let growth = |left: usize, bytes: usize| if left < MOST_CHILDREN { 2 * bytes } else { 0 };
        let (nodes, spreads) = (&self.agenda.nodes, &self.spreads);
        growth(nodes.capacity() - nodes.len(), nodes.capacity() * size_of::<Node>())
            + growth(spreads.capacity() - spreads.len(), spreads.capacity() * size_of::<Spread<W>>())
    }

    /// The steps from the start to a node, as [`super::steps::Step::packed`].
    pub fn line(&self, mut place: u32) -> Vec<u16> {
        let nodes = &self.agenda.nodes;
        let mut line = Vec::with_capacity(nodes[place as usize].cost.into());
        while place != 0 {
            let node = &nodes[place as usize];
            let before = &self.spreads[nodes[node.parent as usize].spread as usize];
            line.push(packed_step::<W>(node.hop.card, before.code(&self.deal.tables, node.hop)));
            place = node.parent;
        }
        line.reverse();
        line
    }
}

/// The children of a node; those to a base once.
struct Brood<'a, W: Width, O> {
    deal: &'a Deal<W>,
    tables: &'a Tables<W>,
    style: &'a Style,
    spread: &'a Spread<W>,
    parent: u32,
    cost: u16,
    agenda: &'a mut Agenda,
    /// Where somebody watches.
    told: Option<&'a Parent<'a, W>>,
    watch: &'a mut O,
}

impl<W: Width, O: Observer> Brood<'_, W, O> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the kind of hop is known where it is called; see the bench")]
    fn child(&mut self, hop: Hop) {
        let (agenda, style) = (&mut *self.agenda, self.style);
        if agenda.won.is_some() {
            return;
        }
        agenda.generated += 1;
        let number = agenda.generated;
        let (spread, tables) = (self.spread, self.tables);
        let (hash, sums) = if spread.sends_home(hop, style.safe_home) {
            let (hash, sums) = spread.after_home(tables, hop, style.safe_home);
            (hash, Some(sums))
        } else {
            (spread.hash_after(hop), None)
        };
        // Nobody asks for the sums of what was met before.
        let sums = || sums.unwrap_or_else(|| spread.sums_after(tables, hop));
        if self.watch.listens()
            && let Some(told) = self.told
        {
            let (weights, deal, sums) = (&style.weights, self.deal, sums());
            let terms = |tell: &mut dyn FnMut(&'static str, u64)| sums.terms(weights, deal, tell);
            let h = sums.weigh(weights, deal);
            let f = h + weights.step * i32::from(self.cost);
            let step = packed_step::<W>(hop.card, self.spread.code(self.tables, hop));
            told.tell(&Child { id: number, step, depth: self.cost, h, f, terms: &terms }, self.watch);
        }
        if !agenda.met.meet(hash) {
            agenda.known += 1;
            tell_met(number, self.watch);
            return;
        }
        let sums = sums();
        agenda.deepest = agenda.deepest.max(self.cost);
        if sums.is_won() {
            agenda.won = Some(agenda.nodes.len() as u32);
        }
        let priority = sums.weigh(&style.weights, self.deal) + style.weights.step * i32::from(self.cost);
        let spread = UNMADE | number as u32;
        agenda.enter(Node { hash, parent: self.parent, spread, link: NONE, hop, cost: self.cost }, priority);
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the kind of hop is known where it is called; see the bench")]
    fn all(&mut self, mut cards: W::Set, to: u8) {
        while let Some(card) = cards.pop() {
            self.child(Hop { card, to });
        }
    }

    /// All hops but those into cells.
    fn onto_columns(&mut self) {
        let (spread, carry) = (self.spread, self.style.carry);
        let (free, empty) = (spread.free_cells(self.tables), spread.empty_columns(self.tables));
        let most = |empty| if carry == Carry::Single { 1 } else { capacity(free, empty) as u32 };
        if empty > 0 {
            self.all(spread.held, W::BASE);
            self.runs_to_base(most(empty - 1));
        }
        self.onto_cards(most(empty), carry == Carry::WholeRuns);
        self.all(spread.next & (spread.ends | spread.held), W::HOME);
    }

    /// Runs, as long as they can be; never a whole column.
    fn runs_to_base(&mut self, most: u32) {
        let spread = self.spread;
        let mut ends = spread.ends;
        while let Some(end) = ends.pop() {
            let column = spread.columns[spread.column_of(end) as usize];
            let count = (column & spread.loose).few().min(most);
            let card = (1..count).fold(end, |card, _| spread.under(card));
            if spread.under(card) < W::BASE {
                self.child(Hop { card, to: W::BASE });
            }
        }
    }

    /// With `whole` a run is not broken up to lie elsewhere, unless that lets a card go home.
    fn onto_cards(&mut self, most: u32, whole: bool) {
        let (spread, tables) = (self.spread, self.tables);
        let mut wanted = W::Set::NONE;
        let mut ends = spread.ends;
        while let Some(end) = ends.pop() {
            wanted |= tables.takes[W::at(end)];
        }
        let mut cards = wanted & (spread.loose | spread.held);
        while let Some(card) = cards.pop() {
            let onto = tables.onto[W::at(card)];
            let breaks = whole && (onto & !spread.next).has(spread.under(card));
            if breaks || spread.run_from(tables, card).few() > most {
                continue;
            }
            let mut targets = onto & spread.ends;
            while let Some(target) = targets.pop() {
                self.child(Hop { card, to: spread.column_of(target) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::line::Scribe;
    use super::super::width::{Narrow, Wide};
    use super::*;
    use crate::games::freecell::rules::FreeCell;
    use crate::games::freecell::tests::{all_variants, dealt};
    use crate::search::NoObserver;

    const WEIGHTS: Weights = Weights {
        not_home: 10,
        blockers: 4,
        must_move: 2,
        over_lower: 1,
        unsorted: 19,
        in_cell: 24,
        column: 14,
        cramped: 10,
        step: 6,
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn hops_lead_where_the_moves_lead(
            params in all_variants(),
            number in 1..100_000u64,
            turns in 1..120u64,
            carry in prop::sample::select(vec![Carry::Single, Carry::Runs, Carry::WholeRuns]),
            safe_home: bool,
            canonical: bool,
        ) {
            let (rules, board) = dealt(&params, number);
            let style = Style { weights: WEIGHTS, carry, wait: 16, safe_home, canonical, most: turns };
            if !rules.variant.is_wide() {
                leads_where_the_moves_lead::<Narrow>(&rules, &board, style.clone());
            }
            leads_where_the_moves_lead::<Wide>(&rules, &board, style);
        }
    }

    /// What hops made of a position is what spreading the board out anew gives, whatever the variant.
    fn leads_where_the_moves_lead<W: Width>(rules: &FreeCell, board: &Board, style: Style) {
        let Style { safe_home, canonical, .. } = style;
        let deal = Arc::new(Deal::<W>::new(rules, board));
        let mut dash = Dash::new(Arc::clone(&deal), board, style, true);
        let mut fuel = u64::MAX;
        dash.run(&mut fuel, Limits { nodes: u64::MAX, memory: usize::MAX }, &mut NoObserver);
        let mut scribe = Scribe::new(&deal);
        scribe.play_all(&dash.line(dash.current), safe_home);
        let anew = Spread::new(&deal, &scribe.board, canonical);
        let made = &dash.spreads[dash.agenda.nodes[dash.current as usize].spread as usize];
        assert_eq!(made.hash, anew.hash);
        assert_eq!(made.sums, anew.sums);
        assert_eq!((made.ends, made.held, made.loose), (anew.ends, anew.held, anew.loose));
        assert_eq!((made.next, made.safe), (anew.next, anew.safe));
        assert_eq!(scribe.cards, rules.total_cost(board, &scribe.moves));
    }
}
