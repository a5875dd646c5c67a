//! Why queens cannot be added any more: a tree of all ways, each branch of which ends at a row without a free square.
//!
//! The text names a row for every node of the tree, from the top and each branch to its end before the next. Whoever
//! checks it places a queen on every free square of that row in turn, from the right, and goes on below with the next row
//! that is named. Since a solution has a queen in every row, it may be any row: the fewer free squares, the smaller the tree.

use std::fmt::Write as _;

use super::QueensGame;
use super::rules::{Board, Queens};
use crate::games::certificate::{Case, Checked, Claim, NoProof, Proof, invalid};
use crate::games::patience::still_wanted;
use crate::games::{Certificates, Placed, quoted};

const TREE: &str = "tree";

impl Certificates for QueensGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[TREE]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, board) = Placed::<Queens>::parts(case.position);
        grown(*rules, board, room).map(|text| Proof::new(TREE, text))
    }

    fn check(&self, case: &Case<'_>, proof: &Proof) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid(format!("a tree proves that there is no solution, not \"{}\"", case.claim.name()));
        }
        let (rules, board) = Placed::<Queens>::parts(case.position);
        let mut tree = Tree::of(*rules, board);
        for (number, word) in (1..).zip(proof.text.split_ascii_whitespace()) {
            if tree.is_over() {
                return invalid(format!("row {number} of the tree is one too many: every way has ended"));
            }
            let row = word.parse().ok().and_then(|row: u16| row.checked_sub(1)).filter(|&row| tree.is_open(row));
            match row {
                Some(row) => tree.choose(row),
                None if tree.open == 0 => return invalid(format!("before row {number} of the tree: a solution")),
                None => {
                    let word = quoted(word);
                    return invalid(format!("row {number} of the tree, \"{word}\": expected one without a queen"));
                }
            }
        }
        if tree.is_over() { Ok(()) } else { invalid("the tree ends before every way has") }
    }
}

/// The tree with the tightest row at each node.
fn grown(rules: Queens, board: &Board, room: usize) -> Result<String, NoProof> {
    let mut tree = Tree::of(rules, board);
    let mut text = String::new();
    while !tree.is_over() {
        still_wanted();
        let open = (0..rules.size).filter(|&row| tree.is_open(row));
        // Without one there is a solution, and nothing to prove.
        let row = open.min_by_key(|&row| tree.free_in(row).count()).ok_or(NoProof::Unknown)?;
        let between = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{between}{}", row + 1);
        if text.len() > room {
            return Err(NoProof::TooLarge);
        }
        tree.choose(row);
    }
    Ok(text)
}

/// A walk through the ways to place queens.
struct Tree {
    size: usize,
    /// By row: its queen.
    queens: Vec<Option<u16>>,
    /// Rows without one.
    open: usize,
    columns: Vec<bool>,
    rising: Vec<bool>,
    falling: Vec<bool>,
    /// The rows that were chosen on the way here, with the squares that are still to be tried.
    branches: Vec<(u16, Vec<u16>)>,
    has_begun: bool,
}

impl Tree {
    fn of(rules: Queens, board: &Board) -> Tree {
        let size = usize::from(rules.size);
        let lines = || vec![false; 2 * size];
        let mut tree = Tree {
            size,
            queens: vec![None; size],
            open: size,
            columns: lines(),
            rising: lines(),
            falling: lines(),
            branches: Vec::new(),
            has_begun: false,
        };
        for (row, &column) in board.queens().iter().enumerate() {
            tree.put(row as u16, column);
        }
        tree
    }

    fn is_open(&self, row: u16) -> bool {
        self.queens.get(usize::from(row)).is_some_and(Option::is_none)
    }

    fn is_over(&self) -> bool {
        self.has_begun && self.branches.is_empty()
    }

    /// The places of a square in the lists of columns and diagonals.
    fn lines(&self, row: u16, column: u16) -> [usize; 3] {
        let (row, column) = (usize::from(row), usize::from(column));
        [column, row + column, self.size + column - row]
    }

    fn mark(&mut self, row: u16, column: u16, taken: bool) {
        let [column, rising, falling] = self.lines(row, column);
        self.columns[column] = taken;
        self.rising[rising] = taken;
        self.falling[falling] = taken;
    }

    fn put(&mut self, row: u16, column: u16) {
        self.mark(row, column, true);
        self.queens[usize::from(row)] = Some(column);
        self.open -= 1;
    }

    fn take(&mut self, row: u16) {
        if let Some(column) = self.queens[usize::from(row)].take() {
            self.mark(row, column, false);
            self.open += 1;
        }
    }

    fn free_in(&self, row: u16) -> impl Iterator<Item = u16> + '_ {
        (0..self.size as u16).filter(move |&square| {
            let [column, rising, falling] = self.lines(row, square);
            !self.columns[column] && !self.rising[rising] && !self.falling[falling]
        })
    }

    /// Tries the squares of a row from here on: goes on to the next queen that can be placed, here or further back.
    fn choose(&mut self, row: u16) {
        self.has_begun = true;
        self.branches.push((row, self.free_in(row).collect()));
        while let Some((row, squares)) = self.branches.last_mut() {
            let (row, next) = (*row, squares.pop());
            self.take(row);
            match next {
                Some(column) => return self.put(row, column),
                None => drop(self.branches.pop()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::certificate::{Objection, check, make};
    use crate::games::{Game, Options, Position, SplitMix};
    use crate::search::{Outcome, Plan};

    const ROOM: usize = 1 << 20;

    fn unsolvable(position: &dyn Position) -> Case<'_> {
        Case { position, claim: Claim::Unsolvable, moves: &[] }
    }

    /// Some queens at random, from the top, none attacking another.
    fn wandered(size: u16, dice: &mut SplitMix) -> Box<dyn Position> {
        let mut position = GAME.deal(&size.to_string()).expect("a board");
        for _ in 0..dice.below(usize::from(size)) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(&moves[dice.below(moves.len())]).expect("a listed move is legal");
        }
        position
    }

    #[test]
    fn two_and_three_queens_have_no_place() {
        for (size, text) in [("2", "1 2 2"), ("3", "1 2 3 3 2 3")] {
            let position = GAME.deal(size).expect("a board");
            let proof = make(&unsolvable(&*position), ROOM).expect("a proof");
            assert_eq!(check(&unsolvable(&*position), &proof), Ok(()), "{}", proof.text);
            assert_eq!(proof.text.split(' ').count(), text.split(' ').count(), "{}", proof.text);
        }
    }

    /// Every `unsolvable` of a thousand boards has a tree that holds, and no board with a solution has one, whatever
    /// byte of another board's is changed.
    #[test]
    fn a_thousand_boards() {
        let mut dice = SplitMix(8);
        let (mut refuted, mut last) = (0, String::new());
        for _ in 0..1000 {
            let position = wandered(4 + dice.below(5) as u16, &mut dice);
            let plan = Plan::new(GAME.strategy("classic").expect("a strategy"));
            let mut engine = position.engine(&plan).expect("an engine");
            let case = unsolvable(&*position);
            if engine.run(u64::MAX, None) == Outcome::Exhausted {
                refuted += 1;
                let proof = make(&case, ROOM).expect("a proof");
                assert_eq!(check(&case, &proof), Ok(()), "{}\n{}", position.board(None), proof.text);
                last = proof.text;
                continue;
            }
            assert_eq!(make(&case, ROOM), Err(NoProof::Unknown));
            for _ in 0..20 {
                let mut bytes = last.clone().into_bytes();
                if let Some(byte) = (!bytes.is_empty()).then(|| dice.below(bytes.len())) {
                    bytes[byte] = b"0123456789 "[dice.below(11)];
                }
                let proof = Proof::new(TREE, String::from_utf8_lossy(&bytes));
                assert!(matches!(check(&case, &proof), Err(Objection::Invalid(_))), "{}", proof.text);
            }
        }
        assert!(refuted > 300, "only {refuted}");
    }

    #[test]
    fn what_is_wrong_with_a_tree_is_told() {
        let position = GAME.read("Q..../...Q./...../...../.....", &Options::new()).expect("a board");
        for (text, part) in [
            ("", "ends before every way"),
            ("3", "ends before every way"),
            ("1", "expected one without a queen"),
            ("6", "expected one without a queen"),
            ("3 x", "row 2 of the tree, \"x\""),
            ("3 4 5 5 4 5 5", "a solution"),
        ] {
            let Err(Objection::Invalid(why)) = check(&unsolvable(&*position), &Proof::new(TREE, text)) else {
                panic!("{text} passes")
            };
            assert!(why.contains(part), "{text}: {why}");
        }
        let lost = GAME.deal("2").expect("a board");
        let Err(Objection::Invalid(why)) = check(&unsolvable(&*lost), &Proof::new(TREE, "1 2 2 2")) else {
            panic!("it passes")
        };
        assert!(why.contains("one too many"), "{why}");
    }
}
