//! Proofs that go through all ways on from a position: a word for every node of the tree, from the top and each branch
//! to its end before the next. A word says how a branch ends, or which ways on are looked at below it; what words there
//! are is the game's own.

use super::{Checked, NoProof, invalid};
use crate::games::patience::still_wanted;
use crate::games::quoted;

/// The kind of such a proof.
pub const TREE: &str = "tree";

/// A board on which ways are tried.
pub trait Ways {
    type Way: Copy;

    fn make(&mut self, way: Self::Way);
    /// Takes back the way that was made last.
    fn take_back(&mut self, way: Self::Way);
    fn is_solution(&self) -> bool;
    /// What a word says here: the ways on that are all there are, the one to be tried first last; none where the branch
    /// ends. Otherwise what is wrong with it.
    fn read(&self, word: &str) -> Result<Vec<Self::Way>, String>;
    /// The word for a board that is no solution.
    fn word(&self) -> String;
}

/// A walk through the tree.
struct Walk<W: Ways> {
    board: W,
    /// Of each node on the way here the ways that are left; the last of them is the one that was made.
    left: Vec<Vec<W::Way>>,
    is_over: bool,
}

impl<W: Ways> Walk<W> {
    fn new(board: W) -> Self {
        Walk { board, left: Vec::new(), is_over: false }
    }

    /// To the first of these ways, or to the next branch where there is none.
    fn enter(&mut self, ways: Vec<W::Way>) {
        if let Some(&way) = ways.last() {
            self.board.make(way);
            self.left.push(ways);
            return;
        }
        while let Some(ways) = self.left.last_mut() {
            if let Some(made) = ways.pop() {
                self.board.take_back(made);
            }
            if let Some(&way) = ways.last() {
                return self.board.make(way);
            }
            self.left.pop();
        }
        self.is_over = true;
    }
}

/// Checks a tree from a board on.
pub fn check_tree<W: Ways>(board: W, text: &str) -> Checked {
    let mut walk = Walk::new(board);
    for (number, word) in (1..).zip(text.split_ascii_whitespace()) {
        if walk.is_over {
            return invalid(format!("word {number} of the tree is one too many: every way has ended"));
        }
        if walk.board.is_solution() {
            return invalid(format!("before word {number} of the tree: a solution"));
        }
        match walk.board.read(word) {
            Ok(ways) => walk.enter(ways),
            Err(why) => return invalid(format!("word {number} of the tree, \"{}\": {why}", quoted(word))),
        }
    }
    if walk.is_over { Ok(()) } else { invalid("the tree ends before every way has") }
}

/// The tree from a board on, where there is no solution and the text takes at most `room` bytes.
pub fn grow_tree<W: Ways>(board: W, room: usize) -> Result<String, NoProof> {
    let mut walk = Walk::new(board);
    let mut text = String::new();
    while !walk.is_over {
        still_wanted();
        if walk.board.is_solution() {
            return Err(NoProof::Unknown);
        }
        let word = walk.board.word();
        text += if text.is_empty() { "" } else { " " };
        text += &word;
        if text.len() > room {
            return Err(NoProof::TooLarge);
        }
        let ways = walk.board.read(&word).expect("a board's own word holds there");
        walk.enter(ways);
    }
    Ok(text)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::games::certificate::{Case, Objection, Proof, check};
    use crate::games::{Position, SplitMix};

    /// Moves made at random, at most so many.
    pub fn wandered(mut position: Box<dyn Position>, moves: usize, dice: &mut SplitMix) -> Box<dyn Position> {
        for _ in 0..moves {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(&moves[dice.below(moves.len())]).expect("a listed move is legal");
        }
        position
    }

    /// Holds that each of these trees is refused with a reason that has these words in it.
    pub fn refuses(position: &dyn Position, trees: &[(&str, &str)]) {
        for (text, part) in trees {
            match check(&Case::unsolvable(position), &Proof::new(TREE, *text)) {
                Err(Objection::Invalid(why)) => assert!(why.contains(part), "{text}: {why}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    /// Sums of 2 and 3 that make a total: a word is the sum so far where two ways go on, `-` where it is too large.
    #[derive(Clone)]
    struct Sum {
        total: u32,
        so_far: u32,
    }

    impl Ways for Sum {
        type Way = u32;

        fn make(&mut self, way: u32) {
            self.so_far += way;
        }

        fn take_back(&mut self, way: u32) {
            self.so_far -= way;
        }

        fn is_solution(&self) -> bool {
            self.so_far == self.total
        }

        fn read(&self, word: &str) -> Result<Vec<u32>, String> {
            match word {
                "-" if self.so_far > self.total => Ok(Vec::new()),
                "-" => Err("it is not too large".into()),
                sum if sum == self.so_far.to_string() => Ok(vec![3, 2]),
                _ => Err(format!("expected {}", self.so_far)),
            }
        }

        fn word(&self) -> String {
            if self.so_far > self.total { "-".into() } else { self.so_far.to_string() }
        }
    }

    #[test]
    fn every_way_is_looked_at() {
        let (one, five) = (Sum { total: 1, so_far: 0 }, Sum { total: 5, so_far: 0 });
        assert_eq!(grow_tree(one.clone(), 100), Ok("0 - -".into()));
        assert_eq!(grow_tree(one.clone(), 3), Err(NoProof::TooLarge));
        assert_eq!(grow_tree(five.clone(), 100), Err(NoProof::Unknown));
        assert_eq!(check_tree(one.clone(), "0 - -"), Ok(()));
        let wrong = |board: &Sum, text| match check_tree(board.clone(), text) {
            Err(Objection::Invalid(why)) => why,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(wrong(&one, ""), "the tree ends before every way has");
        assert_eq!(wrong(&one, "0 -"), "the tree ends before every way has");
        assert_eq!(wrong(&one, "-"), "word 1 of the tree, \"-\": it is not too large");
        assert_eq!(wrong(&one, "0 3"), "word 2 of the tree, \"3\": expected 2");
        assert_eq!(wrong(&one, "0 - - -"), "word 4 of the tree is one too many: every way has ended");
        assert_eq!(wrong(&five, "0 2 4 - - 5"), "before word 6 of the tree: a solution");
    }
}
