//! Why a tour cannot be finished.
//!
//! *Tree*: a tree of all tours. The word `+` says that every leap from here is looked at below, in the order of the rules
//! (where there is none, the tour ends here unfinished). All other words end a branch, because no tour goes on from here:
//!
//! | word | why |
//! | --- | --- |
//! | `=` | every leap changes the colour, and the squares left do not come out even |
//! | `r3c2` | nothing leads to this square any more (of a closed tour: fewer than two ways; or it is the start, which nothing leads back to) |
//! | `r3c2,r5c4` | both have but one way left, and only one square can be the last |
//! | `\|r3c2` | no leaps over squares that are left lead from the knight to this one |
//!
//! *Halves*: half of all squares, none a leap from another, and not of one colour. A closed tour would go from one half to
//! the other all the time, as it does from colour to colour, so that the two would be the same.

use super::KnightGame;
use super::rules::{Knight, Tour};
use crate::games::certificate::{
    Case, Checked, Claim, Effort, NoProof, Proof, TREE, Ways, check_tree, grow_tree, invalid,
};
use crate::games::{Certificates, Placed, quoted};
use crate::search::{Rules as _, Status};

const HALVES: &str = "halves";

impl Certificates for KnightGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[TREE, HALVES]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, tour) = Placed::<Knight>::parts(case.position);
        match outer_rows(rules).filter(|_| colours(rules, tour).is_err()) {
            Some(squares) => Ok(Proof::new(HALVES, squares)),
            None => grow_tree(Leaps { rules, tour: tour.clone() }, room).map(|text| Proof::new(TREE, text)),
        }
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, _effort: Effort) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid(format!("this proves that there is no tour, not \"{}\"", case.claim.name()));
        }
        let (rules, tour) = Placed::<Knight>::parts(case.position);
        match &*proof.kind {
            HALVES => check_halves(rules, &proof.text),
            _ => check_tree(Leaps { rules, tour: tour.clone() }, &proof.text),
        }
    }
}

/// A tour that goes on in all ways.
struct Leaps<'a> {
    rules: &'a Knight,
    tour: Tour,
}

impl Ways for Leaps<'_> {
    type Way = u16;

    fn make(&mut self, to: u16) {
        self.rules.apply(&mut self.tour, &self.rules.leap(to));
    }

    fn take_back(&mut self, to: u16) {
        self.rules.undo(&mut self.tour, &self.rules.leap(to), &());
    }

    fn is_solution(&self) -> bool {
        self.rules.status(&self.tour) == Status::Solved
    }

    fn read(&self, word: &str) -> Result<Vec<u16>, String> {
        if word != "+" {
            return ends(self.rules, &self.tour, word).map(|()| Vec::new());
        }
        let mut leaps: Vec<u16> = self.rules.next(&self.tour).collect();
        leaps.reverse();
        Ok(leaps)
    }

    /// Each branch ends as soon as a look at the board tells.
    fn word(&self) -> String {
        end_of(self.rules, &self.tour).unwrap_or_else(|| "+".into())
    }
}

/// Whether a word says why no tour goes on from here; if not, what is wrong with it.
fn ends(rules: &Knight, tour: &Tour, word: &str) -> Result<(), String> {
    if word == "=" {
        return colours(rules, tour);
    }
    let Some(here) = tour.here() else { return Err("expected `+`, since the knight may begin anywhere".into()) };
    let named = |name: &str| rules.grid.named(name).map(|square| square as u16);
    if let Some(name) = word.strip_prefix('|') {
        return apart(rules, tour, here, named(name)?);
    }
    match word.split_once(',') {
        None => lonely(rules, tour, named(word)?),
        Some((one, other)) => last_ones(rules, tour, [named(one)?, named(other)?]),
    }
}

/// Light and dark squares are visited in turn.
fn colours(rules: &Knight, tour: &Tour) -> Result<(), String> {
    let (Some(here), Some(&start)) = (tour.here(), tour.path.first()) else {
        return Err("there is no knight yet".into());
    };
    let mut counts = [0_usize; 2];
    for square in (0..rules.grid.cells() as u16).filter(|&square| tour.is_open(square)) {
        counts[usize::from(rules.is_dark(square) == rules.is_dark(here))] += 1;
    }
    let [other, same] = counts;
    if other != same && other != same + 1 {
        return Ok(());
    }
    // The last square is of the other colour where there is one more of that; home leads a leap to the start's.
    let last_is_dark = rules.is_dark(here) ^ (other > same);
    if rules.closed && last_is_dark == rules.is_dark(start) {
        return Ok(());
    }
    Err("the colours of the squares left come out even".into())
}

/// The ways to an open square: from others that are left, from the knight, and of a closed tour home.
fn ways(rules: &Knight, tour: &Tour, square: u16) -> usize {
    let leaps = rules.leaps_from(square);
    let open = leaps.iter().filter(|&&near| tour.is_open(near)).count();
    let from_here = tour.here().is_some_and(|here| leaps.contains(&here));
    let home = rules.closed && tour.path.first().is_some_and(|start| leaps.contains(start));
    open + usize::from(from_here) + usize::from(home)
}

fn lonely(rules: &Knight, tour: &Tour, square: u16) -> Result<(), String> {
    if !tour.is_open(square) {
        let is_shut = rules.leaps_from(square).iter().all(|&near| !tour.is_open(near));
        let shuts = rules.closed && tour.path.first() == Some(&square) && tour.left() > 0 && is_shut;
        return if shuts { Ok(()) } else { Err("it was visited".into()) };
    }
    let (ways, needed) = (ways(rules, tour, square), if rules.closed { 2 } else { 1 });
    if ways < needed { Ok(()) } else { Err(format!("{ways} ways lead to it")) }
}

fn last_ones(rules: &Knight, tour: &Tour, squares: [u16; 2]) -> Result<(), String> {
    let can_be = |square: u16| !tour.is_open(square) || ways(rules, tour, square) > 1;
    if rules.closed || squares[0] == squares[1] || squares.into_iter().any(can_be) {
        return Err("expected two squares of an open tour with one way each".into());
    }
    Ok(())
}

/// The squares that leaps over open squares lead to from the knight.
fn reached(rules: &Knight, tour: &Tour, here: u16) -> Vec<bool> {
    let mut reached = vec![false; rules.grid.cells()];
    let mut open = vec![here];
    while let Some(square) = open.pop() {
        for &near in rules.leaps_from(square).iter().filter(|&&near| tour.is_open(near)) {
            if !std::mem::replace(&mut reached[usize::from(near)], true) {
                open.push(near);
            }
        }
    }
    reached
}

fn apart(rules: &Knight, tour: &Tour, here: u16, square: u16) -> Result<(), String> {
    if tour.is_open(square) && !reached(rules, tour, here)[usize::from(square)] {
        return Ok(());
    }
    Err("it was visited, or leaps lead to it".into())
}

fn check_halves(rules: &Knight, text: &str) -> Checked {
    let cells = rules.grid.cells();
    let mut is_in = vec![false; cells];
    for name in text.split_ascii_whitespace() {
        let square = rules.grid.named(name).or_else(|why| invalid(format!("\"{}\": {why}", quoted(name))))? as usize;
        if std::mem::replace(&mut is_in[square], true) {
            return invalid(format!("{} stands there twice", quoted(name)));
        }
    }
    let squares: Vec<u16> = (0..cells as u16).filter(|&square| is_in[usize::from(square)]).collect();
    if !rules.closed || cells < 4 || 2 * squares.len() != cells {
        return invalid("expected half of the squares of a board with a closed tour");
    }
    for &square in &squares {
        if let Some(&near) = rules.leaps_from(square).iter().find(|&&near| is_in[usize::from(near)]) {
            let (one, other) = (rules.grid.name(square.into()), rules.grid.name(near.into()));
            return invalid(format!("{one} and {other} are a leap apart"));
        }
    }
    if squares.iter().all(|&square| rules.is_dark(square) == rules.is_dark(squares[0])) {
        return invalid("the squares are of one colour, as every tour has them");
    }
    Ok(())
}

/// The outer rows of four, whose squares have all their leaps into the inner ones (A. J. Schwenk, 1991).
fn outer_rows(rules: &Knight) -> Option<String> {
    let grid = rules.grid;
    let is_outer = |square: u32| match (grid.rows, grid.cols) {
        (4, _) => Some(matches!(grid.row(square), 0 | 3)),
        (_, 4) => Some(matches!(grid.col(square), 0 | 3)),
        _ => None,
    };
    is_outer(0).filter(|_| rules.closed)?;
    let squares = (0..grid.cells() as u32).filter(|&square| is_outer(square) == Some(true));
    Some(squares.map(|square| grid.name(square)).collect::<Vec<_>>().join(" "))
}

/// A word that ends this branch, where there is one.
fn end_of(rules: &Knight, tour: &Tour) -> Option<String> {
    let here = tour.here()?;
    if colours(rules, tour).is_ok() {
        return Some("=".into());
    }
    let name = |square: u16| rules.grid.name(square.into());
    let open = || (0..rules.grid.cells() as u16).filter(|&square| tour.is_open(square));
    let candidates = open().chain(tour.path.first().copied());
    if let Some(square) = candidates.into_iter().find(|&square| lonely(rules, tour, square).is_ok()) {
        return Some(name(square));
    }
    let mut few = open().filter(|&square| !rules.closed && ways(rules, tour, square) == 1);
    if let (Some(one), Some(other)) = (few.next(), few.next()) {
        return Some(format!("{},{}", name(one), name(other)));
    }
    let reached = reached(rules, tour, here);
    open().find(|&square| !reached[usize::from(square)]).map(|square| format!("|{}", name(square)))
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::certificate::{Objection, check, make, refuses, wandered};
    use crate::games::{Game, Options, Position, SplitMix};
    use crate::search::{Outcome, Plan};

    const ROOM: usize = 1 << 20;

    fn outcome(position: &dyn Position) -> Outcome {
        // Without any cut: nothing that the proofs know is known to this search.
        let plan = Plan::new(GAME.strategy("classic").expect("a strategy"));
        position.engine(&plan).expect("an engine").run(2_000_000, None)
    }

    /// A tour that has begun at random on a small board.
    fn begun(dice: &mut SplitMix) -> Box<dyn Position> {
        let (rows, cols) = (2 + dice.below(3), 3 + dice.below(3));
        let closed = if dice.below(3) == 0 { ",closed" } else { "" };
        let start = 1 + dice.below(rows * cols);
        let position = GAME.deal(&format!("{rows}x{cols}{closed}:{start}")).expect("a board");
        let leaps = dice.below(rows * cols / 2);
        wandered(position, leaps, dice)
    }

    #[test]
    fn colours_four_rows_and_small_boards() {
        for (name, kind) in [
            ("5x5:2", TREE),
            ("1x1,closed:1", TREE),
            ("5x5,closed:1", TREE),
            ("4x7,closed:1", HALVES),
            ("6x4,closed:3", HALVES),
            ("3x3,any", TREE),
            ("4x4:1", TREE),
            ("3x5:1", TREE),
            ("3x6:2", TREE),
        ] {
            let position = GAME.deal(name).expect("a board");
            let proof = make(&Case::unsolvable(&*position), ROOM).expect("a proof");
            assert_eq!(
                (&*proof.kind, check(&Case::unsolvable(&*position), &proof)),
                (kind, Ok(())),
                "{name}: {}",
                proof.text
            );
        }
    }

    /// Every `unsolvable` of a thousand tours begun has a proof that holds; one with a tour has none, whatever byte is changed.
    #[test]
    fn a_thousand_tours() {
        let mut dice = SplitMix(64);
        let (mut refuted, mut forged, mut last) = (0, 0, "+".to_owned());
        for _ in 0..1000 {
            let position = begun(&mut dice);
            let case = Case::unsolvable(&*position);
            match outcome(&*position) {
                Outcome::Exhausted => {
                    refuted += 1;
                    let proof = make(&case, ROOM).expect("a proof");
                    assert_eq!(check(&case, &proof), Ok(()), "{}\n{}", position.board(None), proof.text);
                    last = proof.text;
                }
                Outcome::Solved => {
                    if position.status() != Status::Solved {
                        assert_eq!(make(&case, ROOM), Err(NoProof::Unknown));
                    }
                    for _ in 0..50 {
                        let mut bytes = last.clone().into_bytes();
                        let at = dice.below(bytes.len());
                        bytes[at] = b"+=|,rc12345 "[dice.below(12)];
                        let proof = Proof::new([TREE, HALVES][dice.below(2)], String::from_utf8_lossy(&bytes));
                        assert!(matches!(check(&case, &proof), Err(Objection::Invalid(_))), "{}", proof.text);
                        forged += 1;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(refuted > 500 && forged > 1000, "{refuted}, {forged}");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let open = GAME.read("1 . . ./. . . ./. . . .", &Options::new()).expect("a board");
        let trees = [
            ("", "ends before every way"),
            ("+", "ends before every way"),
            ("=", "come out even"),
            ("r1c1", "it was visited"),
            ("r1c3", "ways lead to it"),
            ("r1c3,r1c3", "expected two squares"),
            ("|r1c4", "leaps lead to it"),
            ("r9c9", "word 1 of the tree, \"r9c9\""),
        ];
        refuses(&*open, &trees);
        let closed = GAME.deal("5x6,closed:1").expect("a board");
        for text in ["", "r1c1 r1c2", "r1c1 r1c1", "x"] {
            assert!(check(&Case::unsolvable(&*closed), &Proof::new(HALVES, text)).is_err(), "{text}");
        }
    }
}
