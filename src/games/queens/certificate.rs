//! Why queens cannot be added any more: a tree of all ways, each branch of which ends at a row without a free square.
//!
//! A word is the row that the next queen is placed in. Whoever checks it places one on every free square of that row in
//! turn, from the right, and goes on below with the next row that is named. Since a solution has a queen in every row, it
//! may be any row: the fewer free squares, the smaller the tree.

use super::QueensGame;
use super::rules::{Board, Queens};
use crate::games::certificate::{
    Case, Checked, Claim, Effort, NoProof, Proof, TREE, Ways, check_tree, grow_tree, invalid,
};
use crate::games::{Certificates, Placed};

impl Certificates for QueensGame {
    fn kinds(&self) -> &'static [&'static str] {
        &[TREE]
    }

    fn make(&self, case: &Case<'_>, room: usize) -> Result<Proof, NoProof> {
        if case.claim != Claim::Unsolvable {
            return Err(NoProof::Unknown);
        }
        let (rules, board) = Placed::<Queens>::parts(case.position);
        grow_tree(Attacks::of(*rules, board), room).map(|text| Proof::new(TREE, text))
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, _effort: Effort) -> Checked {
        if case.claim != Claim::Unsolvable {
            return invalid(format!("a tree proves that there is no solution, not \"{}\"", case.claim.name()));
        }
        let (rules, board) = Placed::<Queens>::parts(case.position);
        check_tree(Attacks::of(*rules, board), &proof.text)
    }
}

/// Queens in any rows, and the lines that they attack.
struct Attacks {
    size: usize,
    /// By row: whether it has a queen.
    has_queen: Vec<bool>,
    columns: Vec<bool>,
    rising: Vec<bool>,
    falling: Vec<bool>,
}

impl Attacks {
    fn of(rules: Queens, board: &Board) -> Attacks {
        let size = usize::from(rules.size);
        let lines = || vec![false; 2 * size];
        let (columns, rising, falling) = (lines(), lines(), lines());
        let mut attacks = Attacks { size, has_queen: vec![false; size], columns, rising, falling };
        for (row, &column) in board.queens().iter().enumerate() {
            attacks.mark(row, column.into(), true);
        }
        attacks
    }

    /// The places of a square in the lists of columns and diagonals.
    fn lines(&self, row: usize, column: usize) -> [usize; 3] {
        [column, row + column, self.size + column - row]
    }

    fn mark(&mut self, row: usize, column: usize, taken: bool) {
        let [file, rising, falling] = self.lines(row, column);
        self.has_queen[row] = taken;
        self.columns[file] = taken;
        self.rising[rising] = taken;
        self.falling[falling] = taken;
    }

    fn free_in(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.size).filter(move |&square| {
            let [column, rising, falling] = self.lines(row, square);
            !self.columns[column] && !self.rising[rising] && !self.falling[falling]
        })
    }
}

impl Ways for Attacks {
    /// Row and column of a queen.
    type Way = (usize, usize);

    fn make(&mut self, (row, column): (usize, usize)) {
        self.mark(row, column, true);
    }

    fn take_back(&mut self, (row, column): (usize, usize)) {
        self.mark(row, column, false);
    }

    fn is_solution(&self) -> bool {
        self.has_queen.iter().all(|&has_queen| has_queen)
    }

    fn read(&self, word: &str) -> Result<Vec<(usize, usize)>, String> {
        let row = word.parse().ok().and_then(|row: usize| row.checked_sub(1));
        let row = row.filter(|&row| self.has_queen.get(row) == Some(&false));
        let row = row.ok_or("expected a row without a queen")?;
        Ok(self.free_in(row).map(|column| (row, column)).collect())
    }

    /// The tightest row.
    fn word(&self) -> String {
        let open = (0..self.size).filter(|&row| !self.has_queen[row]);
        let row = open.min_by_key(|&row| self.free_in(row).count()).expect("a row without a queen");
        (row + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::certificate::{Objection, check, make, refuses, wandered};
    use crate::games::{Game, Options, SplitMix};
    use crate::search::{Outcome, Plan};

    const ROOM: usize = 1 << 20;

    #[test]
    fn two_and_three_queens_have_no_place() {
        for (size, text) in [("2", "1 2 2"), ("3", "1 2 3 3 2 3")] {
            let position = GAME.deal(size).expect("a board");
            let proof = make(&Case::unsolvable(&*position), ROOM).expect("a proof");
            assert_eq!(check(&Case::unsolvable(&*position), &proof), Ok(()), "{}", proof.text);
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
            let size = 4 + dice.below(5);
            let queens = dice.below(size);
            let position = wandered(GAME.deal(&size.to_string()).expect("a board"), queens, &mut dice);
            let plan = Plan::new(GAME.strategy("classic").expect("a strategy"));
            let mut engine = position.engine(&plan).expect("an engine");
            let case = Case::unsolvable(&*position);
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
        let trees = [
            ("", "ends before every way"),
            ("3", "ends before every way"),
            ("1", "expected a row without a queen"),
            ("6", "expected a row without a queen"),
            ("3 x", "word 2 of the tree, \"x\""),
            ("3 4 5 5 4 5 5", "a solution"),
        ];
        refuses(&*position, &trees);
        refuses(&*GAME.deal("2").expect("a board"), &[("1 2 2 2", "one too many")]);
    }
}
