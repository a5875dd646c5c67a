//! Why a deal cannot be won, for others to check: a tree of cases over who leaves with whom, with circles at its leaves.
//!
//! A card is a letter, `a` to `z` and then `A` to `Z`, in the order of the columns, heads first. The text of a case is
//! either a card or a circle. A card stands for "with whom does it leave?": the cases follow, one for each card of the
//! complementary rank that has no partner yet, in the order of the cards; where there is none, the card starves. A
//! circle `(abcd)` goes down a column from `a` to `b`, which leaves with `c`, down from there to `d`, which leaves with
//! `a`: each card leaves before the next or together with it, so the first would have to leave before itself.

use super::FourteenGame;
use super::refute;
use super::rules::{COLUMNS, Fourteen, SUM, State};
use crate::games::certificate::{Case, Checked, Claim, Effort, NoProof, Objection, Proof, invalid};
use crate::games::{Certificates, Placed};

const CIRCLES: &str = "circles";

impl Certificates for FourteenGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[CIRCLES]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, state) = Placed::<Fourteen>::parts(case.position);
        refute::refute(&Table::new(rules, state), room).map(|text| Proof::new(CIRCLES, text))
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, _effort: Effort) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid("circles say only that there is no solution");
        }
        let (rules, state) = Placed::<Fourteen>::parts(case.position);
        Check { table: &Table::new(rules, state), partner: Vec::new(), text: proof.text.as_bytes(), at: 0 }.run()
    }
}

/// The cards on the table, numbered in the order of the columns, heads first.
pub struct Table {
    ranks: Vec<u8>,
    columns: Vec<usize>,
}

impl Table {
    pub fn new(rules: &Fourteen, state: &State) -> Table {
        let cards = (0..COLUMNS).flat_map(|column| rules.left(state, column).map(move |card| (card, column)));
        let (ranks, columns) = cards.map(|(card, column)| (rules.rank(card), column)).unzip();
        Table { ranks, columns }
    }

    pub fn cards(&self) -> usize {
        self.ranks.len()
    }

    /// The cards that go with this one, in their order.
    pub fn partners(&self, card: usize) -> impl Iterator<Item = usize> + '_ {
        let wanted = SUM - self.ranks[card];
        (0..self.cards()).filter(move |&other| other != card && self.ranks[other] == wanted)
    }

    /// Whether `other` lies behind `card` in the same column, and so leaves after it.
    pub fn is_behind(&self, card: usize, other: usize) -> bool {
        self.columns[card] == self.columns[other] && card < other
    }

    /// The cards behind this one in its column.
    pub fn behind(&self, card: usize) -> impl Iterator<Item = usize> + '_ {
        (card + 1..self.cards()).take_while(move |&other| self.columns[other] == self.columns[card])
    }

    pub fn letter(card: usize) -> char {
        char::from(if card < 26 { b'a' + card as u8 } else { b'A' + (card - 26) as u8 })
    }

    fn card(&self, letter: u8) -> Option<usize> {
        let card = match letter {
            b'a'..=b'z' => letter - b'a',
            b'A'..=b'Z' => letter - b'A' + 26,
            _ => return None,
        };
        (usize::from(card) < self.cards()).then_some(card.into())
    }
}

/// A card and its cases: those before `next` are closed or being looked at.
struct Frame {
    card: usize,
    partners: Vec<usize>,
    next: usize,
}

struct Check<'a> {
    table: &'a Table,
    /// Who leaves with whom in the case that is being looked at.
    partner: Vec<Option<usize>>,
    text: &'a [u8],
    at: usize,
}

impl Check<'_> {
    /// Closes one case after the other; all are closed exactly at the end of the text.
    fn run(mut self) -> Checked {
        self.partner = vec![None; self.table.cards()];
        let mut frames = Vec::new();
        loop {
            match self.text.get(self.at) {
                None => return self.wrong("the proof ends before every case is closed"),
                Some(b'(') => self.circle()?,
                Some(_) => frames.push(self.card()?),
            }
            while !self.next_case(&mut frames) {
                frames.pop();
                if frames.is_empty() {
                    let is_end = self.at == self.text.len();
                    return if is_end { Ok(()) } else { self.wrong("all cases are closed, but the proof goes on") };
                }
            }
        }
    }

    /// Leaves the case of the innermost card and begins its next; false where it has no more.
    fn next_case(&mut self, frames: &mut [Frame]) -> bool {
        let Some(Frame { card, partners, next }) = frames.last_mut() else { return false };
        if let Some(&last) = next.checked_sub(1).and_then(|last| partners.get(last)) {
            (self.partner[*card], self.partner[last]) = (None, None);
        }
        let Some(&partner) = partners.get(*next) else { return false };
        (self.partner[*card], self.partner[partner]) = (Some(partner), Some(*card));
        *next += 1;
        true
    }

    fn card(&mut self) -> Result<Frame, Objection> {
        let Some(card) = self.table.card(self.text[self.at]) else { return self.wrong("expected a card or a circle") };
        if self.partner[card].is_some() {
            return self.wrong("the card has a partner already");
        }
        self.at += 1;
        let partners = self.table.partners(card).filter(|&other| self.partner[other].is_none()).collect();
        Ok(Frame { card, partners, next: 0 })
    }

    fn circle(&mut self) -> Checked {
        let inside = &self.text[self.at + 1..];
        let Some(length) = inside.iter().position(|&byte| byte == b')') else {
            return self.wrong("the circle has no end");
        };
        let cards: Option<Vec<usize>> = inside[..length].iter().map(|&letter| self.table.card(letter)).collect();
        let Some(cards) = cards.filter(|cards| !cards.is_empty() && cards.len().is_multiple_of(2)) else {
            return self.wrong("expected an even number of cards");
        };
        for (i, &card) in cards.iter().enumerate() {
            let next = cards[(i + 1) % cards.len()];
            if i % 2 == 0 && !self.table.is_behind(card, next) {
                return self.wrong(&format!("card {} of the circle does not lie before the next", i + 1));
            }
            if i % 2 == 1 && self.partner[card] != Some(next) {
                return self.wrong(&format!("card {} of the circle does not leave with the next", i + 1));
            }
        }
        self.at += length + 2;
        Ok(())
    }

    fn wrong<T>(&self, why: &str) -> Result<T, Objection> {
        invalid(format!("at character {}: {why}", self.at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GAME, deal, text};
    use super::*;
    use crate::games::certificate;

    fn check(columns: &str, proof: &str) -> Checked {
        let position = Placed::boxed(text::read(columns).unwrap(), State::default());
        let case = Case { position: &*position, claim: Claim::Unsolvable, moves: &[] };
        certificate::check(&case, &Proof::new(CIRCLES, proof))
    }

    fn why(columns: &str, proof: &str) -> String {
        match check(columns, proof) {
            Err(Objection::Invalid(why)) => why,
            other => panic!("{proof}: {other:?}"),
        }
    }

    #[test]
    fn a_card_starves_or_closes_a_circle() {
        assert_eq!(check("1|2", "a"), Ok(()), "the ace has no king");
        assert_eq!(check("7 7", "a(ab)"), Ok(()), "one seven lies behind the other");
        // The 6 leaves with the 8 behind the 4, which leaves with the 10 behind the 6.
        assert_eq!(check("6 10|4 8", "ab(abcd)"), Ok(()));
        assert_eq!(check("6 10|4 8", "ba(abcd)"), Ok(()));
    }

    #[test]
    fn what_is_wrong_with_a_proof_is_told_with_its_place() {
        for (columns, proof, expected) in [
            ("1|13", "a", "at character 2: the proof ends before every case is closed"),
            ("1|13", "a(ab)", "at character 2: card 1 of the circle does not lie before the next"),
            ("6 10|4 8", "ab(abcd)a", "at character 9: all cases are closed, but the proof goes on"),
            ("6 10|4 8", "a(abcd)", "at character 2: card 2 of the circle does not leave with the next"),
            ("6 10|4 8", "ab(abc)", "at character 3: expected an even number of cards"),
            ("6 10|4 8", "ab()", "at character 3: expected an even number of cards"),
            ("6 10|4 8", "ab(abcd", "at character 3: the circle has no end"),
            ("6 10|4 8", "ad", "at character 2: the card has a partner already"),
            ("6 10|4 8", "ae", "at character 2: expected a card or a circle"),
            ("6 10|4 8", "", "at character 1: the proof ends before every case is closed"),
        ] {
            assert_eq!(why(columns, proof), expected, "{proof}");
        }
    }

    #[test]
    fn lost_deals_are_refuted_and_won_ones_are_not() {
        // Of the first 60 these have no solution.
        for number in 1..=60 {
            let position = Placed::boxed(deal(number), State::default());
            let case = Case { position: &*position, claim: Claim::Unsolvable, moves: &[] };
            let lost = super::super::solve::is_winnable(&deal(number), &State::default(), (1 << 7) - 1, u64::MAX);
            if lost == Some(false) {
                let proof = certificate::make(&case, 1 << 20).unwrap();
                assert_eq!(certificate::check(&case, &proof), Ok(()), "{number}");
            } else if number <= 3 {
                assert_eq!(GAME.make(&case, 1 << 20), Err(NoProof::Unknown), "{number}");
            }
        }
    }
}
