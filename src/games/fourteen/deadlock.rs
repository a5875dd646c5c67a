//! Why a position is lost: the cards that wait for each other, or the ranks that cannot be paired.

use super::matching::{COUPLES, Partial};
use super::rules::{COLUMNS, Fourteen, SUM, State, article};
use super::solve;
use crate::games::Deadlock;
use crate::search::{Cell, Mark, MarkKind};

/// Nodes that the proof may take, and each try to make it smaller.
const PROOF_NODES: u64 = 1_000_000;
const SHRINK_NODES: u64 = 2_000;
const EVERY_COUPLE: u32 = (1 << COUPLES) - 1;

/// Why this position is lost; `None` where it can be won (or has been).
pub fn explain(rules: &Fourteen, state: &State) -> Option<Deadlock> {
    quick_story(rules, state)
        .or_else(|| (is_lost(rules, state) == Some(true)).then(|| impossible_couples(rules, state)))
}

/// Whether a position is lost, by the exact method; unknown where that takes too long.
pub fn is_lost(rules: &Fourteen, state: &State) -> Option<bool> {
    solve::is_winnable(rules, state, EVERY_COUPLE, PROOF_NODES).map(|won| !won)
}

/// The reasons that need no search; each is a proof by itself.
pub fn quick_story(rules: &Fourteen, state: &State) -> Option<Deadlock> {
    unequal(rules, state)
        .or_else(|| Blockade::find(rules, state, Direction::Forwards).map(|blockade| blockade.deadlock()))
        .or_else(|| Blockade::find(rules, state, Direction::Backwards).map(|blockade| blockade.deadlock()))
}

/// The cards that relaxed play does not reach from the heads, with all behind them.
pub fn out_of_reach(rules: &Fourteen, state: &State) -> Vec<usize> {
    let Some(blockade) = Blockade::find(rules, state, Direction::Forwards) else { return Vec::new() };
    let behind = |column: usize| {
        let first = blockade.blocker[column];
        rules.left(state, column).filter(move |&card| first.is_some_and(|first| card >= first))
    };
    (0..COLUMNS).flat_map(behind).collect()
}

/// "the 6s with the 8s", "the 7s with each other".
fn couple_words(couple: usize) -> String {
    match couple {
        6 => "the 7s with each other".to_string(),
        low => format!("the {}s with the {}s", low + 1, SUM as usize - low - 1),
    }
}

/// What a search says when a pair of ranks has run out of matchings.
pub fn starved(couple: usize) -> String {
    format!("no way is left to pair {}", couple_words(couple))
}

fn dead_marks(cards: impl Iterator<Item = usize>) -> Vec<Mark> {
    cards.map(|card| Mark::new(card as Cell, MarkKind::Dead)).collect()
}

/// The cards on the table, column by column.
fn on_table<'a>(rules: &'a Fourteen, state: &'a State) -> impl Iterator<Item = usize> + 'a {
    (0..COLUMNS).flat_map(move |column| rules.left(state, column))
}

fn cards_of<'a>(rules: &'a Fourteen, state: &'a State, rank: u8) -> impl Iterator<Item = usize> + 'a {
    on_table(rules, state).filter(move |&card| rules.rank(card) == rank)
}

/// Ranks whose numbers alone cannot pair up.
fn unequal(rules: &Fourteen, state: &State) -> Option<Deadlock> {
    let (slots, _) = Partial::new(rules, state);
    let low = slots.unequal()? as u8 + 1;
    let many = |rank: u8| match slots.count[rank as usize] {
        0 => format!("no {rank}"),
        1 => format!("one {rank}"),
        n => format!("{} {rank}s", ["two", "three", "four"][n as usize - 2]),
    };
    let story = match low {
        7 => format!("{} cannot pair up: one is left over", many(7)),
        low => format!("{} and {} cannot pair up: their numbers differ", many(low), many(SUM - low)),
    };
    let cards = on_table(rules, state).filter(|&card| [low, SUM - low].contains(&rules.rank(card)));
    Some(Deadlock { story, marks: dead_marks(cards) })
}

/// The smallest set of couples that cannot be paired at the same time, found by leaving out one after the other.
fn impossible_couples(rules: &Fourteen, state: &State) -> Deadlock {
    let mut core = EVERY_COUPLE;
    for couple in 0..COUPLES {
        let rest = core & !(1 << couple);
        if solve::is_winnable(rules, state, rest, SHRINK_NODES) == Some(false) {
            core = rest;
        }
    }
    let couples: Vec<usize> = (0..COUPLES).filter(|c| core >> c & 1 == 1).collect();
    let words: Vec<String> = couples.iter().map(|&couple| couple_words(couple)).collect();
    let story = match words.as_slice() {
        [only] => format!("every way to pair {only} closes a circle of cards that wait for each other"),
        [rest @ .., last] if rest.len() < 4 => {
            format!("whoever pairs {} and {last} closes a circle of cards that wait for each other", rest.join(", "))
        }
        _ => "every way to pair the cards closes a circle of cards that wait for each other".to_string(),
    };
    let is_in_core = |rank: u8| couples.contains(&(rank.min(SUM - rank) as usize - 1));
    Deadlock { story, marks: dead_marks(on_table(rules, state).filter(|&card| is_in_core(rules.rank(card)))) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// From the heads, as the game is played.
    Forwards,
    /// From the empty table: cards are put back, the last cards of the columns first.
    Backwards,
}

/// Cards that hold each other: every partner of one lies behind another, as seen from where play comes.
///
/// Found by relaxed play: whatever can be reached serves as a partner any number of times. Cards that are out of reach
/// even so never leave (forwards) or never were there (backwards).
struct Blockade<'a> {
    rules: &'a Fourteen,
    state: &'a State,
    direction: Direction,
    /// The first card of each column that is out of reach.
    blocker: [Option<usize>; COLUMNS],
}

impl<'a> Blockade<'a> {
    fn find(rules: &'a Fourteen, state: &'a State, direction: Direction) -> Option<Self> {
        let mut reached = [0; COLUMNS];
        let mut blockade = Blockade { rules, state, direction, blocker: [None; COLUMNS] };
        loop {
            // The columns in which each rank can be reached.
            let mut seen = [0_u16; SUM as usize];
            for (column, &reached) in reached.iter().enumerate() {
                for card in blockade.column(column).take(reached + 1) {
                    seen[rules.rank(card) as usize] |= 1 << column;
                }
            }
            let mut again = false;
            for (column, reached) in reached.iter_mut().enumerate() {
                while let Some(card) = blockade.column(column).nth(*reached)
                    && seen[(SUM - rules.rank(card)) as usize] & !(1 << column) != 0
                {
                    *reached += 1;
                    again = true;
                }
            }
            if !again {
                break;
            }
        }
        blockade.blocker = std::array::from_fn(|column| blockade.column(column).nth(reached[column]));
        blockade.blocker.iter().any(Option::is_some).then_some(blockade)
    }

    /// A column's cards in the order in which play reaches them.
    fn column(&self, column: usize) -> impl Iterator<Item = usize> + use<> {
        let cards = self.rules.left(self.state, column);
        let (start, end, backwards) = (cards.start, cards.end, self.direction == Direction::Backwards);
        (0..cards.len()).map(move |i| if backwards { end - 1 - i } else { start + i })
    }

    fn partners(&self, blocker: usize) -> impl Iterator<Item = usize> + '_ {
        cards_of(self.rules, self.state, SUM - self.rules.rank(blocker)).filter(move |&card| card != blocker)
    }

    /// The blockers that stand before a blocker's partners, itself included where they are in its own column.
    fn needs(&self, blocker: usize) -> Vec<usize> {
        let mut needs: Vec<usize> =
            self.partners(blocker).filter_map(|partner| self.blocker[self.rules.column_of(partner)]).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// The smallest set of blockers that hold each other.
    fn smallest_ring(&self) -> Vec<usize> {
        let needs = self.blocker.map(|blocker| blocker.map_or_else(Vec::new, |blocker| self.needs(blocker)));
        let rings = self.blocker.iter().flatten().map(|&first| {
            let mut ring = vec![first];
            let mut next = 0;
            while next < ring.len() {
                for &needed in &needs[self.rules.column_of(ring[next])] {
                    if !ring.contains(&needed) {
                        ring.push(needed);
                    }
                }
                next += 1;
            }
            ring
        });
        rings.min_by_key(Vec::len).unwrap_or_default()
    }

    fn deadlock(&self) -> Deadlock {
        let ring = self.smallest_ring();
        let partners = ring.iter().flat_map(|&blocker| self.partners(blocker));
        let mut cards: Vec<usize> = ring.iter().copied().chain(partners).collect();
        cards.sort_unstable();
        cards.dedup();
        Deadlock { story: self.story(&ring), marks: dead_marks(cards.into_iter()) }
    }

    fn name(&self, card: usize) -> String {
        format!("{} in column {}", self.rules.rank(card), self.rules.column_of(card) + 1)
    }

    fn story(&self, ring: &[usize]) -> String {
        let is_circle = ring.iter().all(|&blocker| self.needs(blocker).len() == 1);
        match ring {
            [only] => format!(
                "{} can never be paired: every {} left lies in the same column",
                self.name(*only),
                SUM - self.rules.rank(*only)
            ),
            ring if is_circle && ring.len() <= 4 => self.circle(ring),
            ring => self.mutual(ring),
        }
    }

    /// Several cards that hold each other in more ways than one circle.
    fn mutual(&self, ring: &[usize]) -> String {
        const NAMED: usize = 4;
        let mut names: Vec<String> = ring.iter().take(NAMED).map(|&card| self.name(card)).collect();
        match ring.len().saturating_sub(NAMED) {
            0 => {}
            1 => names.push("another card".to_string()),
            more => names.push(format!("{more} more cards")),
        }
        let (last, rest) = names.split_last().expect("a ring has cards");
        let all = format!("{} and {last}", rest.join(", "));
        let own = ring.iter().any(|&blocker| self.needs(blocker).contains(&blocker));
        let or_own = if own { " or in its own column" } else { "" };
        match self.direction {
            Direction::Forwards => {
                format!("{all} hold each other: every card that one of them waits for lies behind another{or_own}")
            }
            Direction::Backwards => format!(
                "{all} cannot all leave: every card that one of them can leave with lies on another{or_own} and goes first"
            ),
        }
    }

    /// "6 in column 3 waits for an 8; the 8 in column 6 lies behind a 4; the 4 waits for the 10 in column 3, behind
    /// that same 6".
    fn circle(&self, ring: &[usize]) -> String {
        let forwards = self.direction == Direction::Forwards;
        let waits = if forwards { "waits for" } else { "can only leave with" };
        let mut clauses = Vec::new();
        for (i, &blocker) in ring.iter().enumerate() {
            let rank = self.rules.rank(blocker);
            let subject = if i == 0 { self.name(blocker) } else { format!("the {rank}") };
            let (partners, many) = self.partner_words(blocker);
            let before = self.rules.rank(ring[(i + 1) % ring.len()]);
            if i + 1 < ring.len() {
                clauses.push(format!("{subject} {waits} {}", article(SUM - rank)));
                clauses.push(match (forwards, many) {
                    (true, false) => format!("the {partners} lies behind {}", article(before)),
                    (true, true) => format!("the {partners} lie behind {}", article(before)),
                    (false, false) => format!("the {partners} must go before the {before} behind it"),
                    (false, true) => format!("the {partners} must go before the {before} behind them"),
                });
            } else if forwards {
                clauses.push(format!("{subject} {waits} the {partners}, behind that same {before}"));
            } else {
                clauses.push(format!("{subject} {waits} the {partners}, which must go before that same {before}"));
            }
        }
        clauses.join("; ")
    }

    /// "8 in column 6", "8s in column 6", and whether it is the second: the partners of a blocker of a circle, which
    /// are all in one column.
    fn partner_words(&self, blocker: usize) -> (String, bool) {
        let partners: Vec<usize> = self.partners(blocker).collect();
        let many = partners.len() > 1;
        let name = partners.first().map(|&partner| self.name(partner)).unwrap_or_default();
        (if many { name.replacen(' ', "s ", 1) } else { name }, many)
    }
}
