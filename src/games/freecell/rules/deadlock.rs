//! Why a position is lost, where a cheap look can tell.
//!
//! Only positions without a free cell and without an empty column are looked at. Let every card leave that could if
//! nothing were in its way but the cards over it; if even then no cell and no column gets free, no real play does
//! better: the cards block each other in a circle. Where this finds nothing the position may still be lost.

use super::cards::Card;
use super::layout::{Spot, cell_of_card};
use super::{Board, FreeCell};
use crate::games::Deadlock;
use crate::search::{Cell, Mark, MarkKind, Rules, Status};

pub fn deadlock(rules: &FreeCell, board: &Board) -> Option<Deadlock> {
    if rules.status(board) == Status::Solved || rules.free_cells(board) > 0 || board.empty_columns() > 0 {
        return None;
    }
    let escape = Escape::new(rules, board);
    let stuck = rules.status(board) == Status::Stuck;
    if !stuck && escape.frees_something() {
        return None;
    }
    let circle = escape.circle();
    let story = match (stuck, circle.as_slice()) {
        (true, []) => "No move is left.".into(),
        (true, circle) => format!("No move is left. {}", tell(rules, circle)),
        (false, circle) => format!("No cell and no column can ever get free. {}", tell(rules, circle)),
    };
    let dead = |cell: Cell| Mark::new(cell, MarkKind::Dead);
    let marks = if circle.is_empty() {
        (0..board.columns.len()).map(|column| dead(end_of(board, column))).collect()
    } else {
        circle.iter().flat_map(|link| [link.blocked, link.wanted]).map(|card| dead(place_of(board, card))).collect()
    };
    Some(Deadlock { story, marks })
}

fn end_of(board: &Board, column: usize) -> Cell {
    cell_of_card(column, board.columns[column].len().saturating_sub(1))
}

fn place_of(board: &Board, card: Card) -> Cell {
    for (column, cards) in board.columns.iter().enumerate() {
        if let Some(row) = cards.iter().position(|&other| other == card) {
            return cell_of_card(column, row);
        }
    }
    let cell = board.cells.iter().position(|&cell| cell == Some(card));
    Spot::Cell(cell.unwrap_or(0)).into()
}

/// A blocked card, a card that it waits for, and the blocked card that lies over that one.
struct Link {
    blocked: Card,
    wanted: Card,
}

fn tell(rules: &FreeCell, circle: &[Link]) -> String {
    let name = |card: Card| rules.variant.name(card);
    let parts: Vec<String> = circle
        .iter()
        .enumerate()
        .map(|(i, link)| {
            let over = circle[(i + 1) % circle.len()].blocked;
            if over == link.wanted {
                format!("{} waits for {}", name(link.blocked), name(over))
            } else {
                format!("{} waits for {} under {}", name(link.blocked), name(link.wanted), name(over))
            }
        })
        .collect();
    match parts.len() {
        0 => String::new(),
        _ => format!("{}.", parts.join(", ")),
    }
}

/// The cards that could leave their places if only what lies over them counted.
struct Escape<'a> {
    rules: &'a FreeCell,
    board: &'a Board,
    leaves: Vec<Card>,
    goes_home: Vec<Card>,
}

impl<'a> Escape<'a> {
    fn new(rules: &'a FreeCell, board: &'a Board) -> Self {
        let mut escape = Escape { rules, board, leaves: Vec::new(), goes_home: Vec::new() };
        while escape.grow() {}
        escape
    }

    fn is_home(&self, card: Card) -> bool {
        card.rank() < self.board.homes[card.suit() as usize]
    }

    /// The cards over a card in its column.
    fn over(&self, card: Card) -> &[Card] {
        for column in &self.board.columns {
            if let Some(row) = column.iter().position(|&other| other == card) {
                return &column[row + 1..];
            }
        }
        &[]
    }

    fn can_be_uncovered(&self, card: Card) -> bool {
        self.over(card).iter().all(|other| self.leaves.contains(other))
    }

    /// In a cell a card takes no other: it must have left it.
    fn can_be_a_target(&self, card: Card) -> bool {
        let in_cell = self.rules.cells(self.board).contains(&Some(card));
        if in_cell { self.leaves.contains(&card) } else { self.can_be_uncovered(card) }
    }

    fn under(&self, card: Card) -> Option<Card> {
        let column = self.board.columns.iter().find(|column| column.contains(&card))?;
        let row = column.iter().position(|&other| other == card)?;
        row.checked_sub(1).map(|below| column[below])
    }

    /// What a card could go on, other than what it lies on.
    fn targets(&self, card: Card) -> impl Iterator<Item = Card> + '_ {
        let under = self.under(card);
        let deck = self.rules.variant.deck();
        deck.filter(move |&onto| self.rules.variant.fits(card, onto) && Some(onto) != under && !self.is_home(onto))
    }

    fn previous(card: Card) -> Option<Card> {
        card.rank().checked_sub(1).map(|rank| Card::new(rank, card.suit()))
    }

    fn grow(&mut self) -> bool {
        let before = (self.leaves.len(), self.goes_home.len());
        for card in self.rules.variant.deck().filter(|&card| !self.is_home(card)).collect::<Vec<_>>() {
            if !self.can_be_uncovered(card) {
                continue;
            }
            let next = Self::previous(card).is_none_or(|last| self.is_home(last) || self.goes_home.contains(&last));
            if next && !self.goes_home.contains(&card) {
                self.goes_home.push(card);
            }
            let moves = next || self.targets(card).any(|onto| self.can_be_a_target(onto));
            if moves && !self.leaves.contains(&card) {
                self.leaves.push(card);
            }
        }
        before != (self.leaves.len(), self.goes_home.len())
    }

    fn frees_something(&self) -> bool {
        let cells = self.rules.cells(self.board).iter().flatten();
        cells.into_iter().any(|card| self.leaves.contains(card))
            || self.board.columns.iter().any(|column| column.iter().all(|card| self.leaves.contains(card)))
    }

    /// The uppermost card over `card` (or itself) that cannot leave.
    fn blocker(&self, card: Card) -> Option<Card> {
        let over = self.over(card).iter().rev().find(|other| !self.leaves.contains(other)).copied();
        over.or_else(|| (!self.leaves.contains(&card)).then_some(card))
    }

    /// Follows from a blocked card to one that it waits for, to what blocks that, until the way closes.
    fn circle(&self) -> Vec<Link> {
        let Some(first) = self.board.columns.iter().find_map(|column| self.blocker(*column.first()?)) else {
            return Vec::new();
        };
        let mut way: Vec<Link> = Vec::new();
        let mut blocked = first;
        loop {
            if let Some(start) = way.iter().position(|link| link.blocked == blocked) {
                return way.split_off(start);
            }
            let home = (0..blocked.rank()).map(|rank| Card::new(rank, blocked.suit()));
            let waits = home.filter(|&card| !self.is_home(card)).chain(self.targets(blocked));
            let link = waits.into_iter().find_map(|wanted| {
                let blocker = self.blocker(wanted).filter(|&blocker| blocker != blocked)?;
                Some((wanted, blocker))
            });
            let Some((wanted, blocker)) = link else { return Vec::new() };
            way.push(Link { blocked, wanted });
            blocked = blocker;
        }
    }
}
