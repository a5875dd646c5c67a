//! Why a board cannot be solved, or not in fewer moves, for others to check.
//!
//! `parity`: each move changes the parity of the permutation and that of the blank's way home, so they stay equal or
//! different for ever. `bounded`: nobody gets home in fewer moves than the tiles' steps add up to; a search that leaves
//! a line as soon as its moves and those steps are too many meets so many boards, and the goal is not among them. The
//! checker makes that search again.

use super::SlidingGame;
use super::rules::{BLANK, Board, Dir, ParityFault, Sliding};
use crate::games::certificate::{invalid, unchecked};
use crate::games::patience::still_wanted;
use crate::games::{Case, Certificates, Checked, Claim, Effort, NoProof, Placed, Position, Proof, quoted};

const PARITY: &str = "parity";
const BOUNDED: &str = "bounded";

/// How many boards a search may meet: a second or two.
const MOST_BOARDS: u64 = 50_000_000;

pub fn parity(fault: &ParityFault) -> Proof {
    Proof::new(PARITY, fault.parities())
}

impl Certificates for SlidingGame {
    fn is_solvable(&self, position: &dyn Position) -> Option<bool> {
        let Placed { rules, state } = Placed::<Sliding>::of(position);
        Some(rules.parity_fault(state).is_none())
    }

    fn least_moves(&self, position: &dyn Position) -> u64 {
        let (rules, board) = Placed::<Sliding>::parts(position);
        Bounded::new(rules, board, 0).steps as u64
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[PARITY, BOUNDED]
    }

    fn make(&self, case: &Case<'_>, _room: usize) -> Result<Proof, NoProof> {
        let (rules, board) = Placed::<Sliding>::parts(case.position);
        match case.claim {
            Claim::Unsolvable => rules.parity_fault(board).map(|fault| parity(&fault)).ok_or(NoProof::Unknown),
            Claim::Optimal => match Bounded::new(rules, board, case.moves.len()).run(MOST_BOARDS) {
                Found::Nothing(boards) => Ok(Proof::new(BOUNDED, boards.to_string())),
                Found::Goal | Found::TooMany => Err(NoProof::Unknown),
            },
            Claim::Unique | Claim::Several => Err(NoProof::Unknown),
        }
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked {
        let (rules, board) = Placed::<Sliding>::parts(case.position);
        match (&*proof.kind, case.claim) {
            (PARITY, Claim::Unsolvable) => check_parity(rules, board, &proof.text),
            (BOUNDED, Claim::Optimal) => {
                check_bounded(Bounded::new(rules, board, case.moves.len()), &proof.text, effort)
            }
            (kind, claim) => invalid(format!("a proof of the kind \"{kind}\" does not prove {}", claim.name())),
        }
    }
}

/// Counts inversions, the blank as one of the tiles; two boards differ by an even permutation if their inversions do.
fn check_parity(rules: &Sliding, board: &Board, text: &str) -> Checked {
    let inversions = |board: &Board| {
        let tiles = board.tiles(rules.size);
        (0..tiles.len()).map(|i| tiles[i..].iter().filter(|&&tile| tile < tiles[i]).count()).sum::<usize>()
    };
    let (from, to) = (board.blank(), rules.goal_board().blank());
    let size = rules.size;
    let steps = size.row(from).abs_diff(size.row(to)) + size.col(from).abs_diff(size.col(to));
    let exchanges = inversions(board) + inversions(rules.goal_board());
    if exchanges % 2 == steps % 2 {
        return invalid("the parity is right: this position can be solved");
    }
    let fault = ParityFault { exchanges, blank_steps: steps, pair: [0, 0] };
    if fault.parities() == text { Ok(()) } else { invalid(format!("expected \"{}\"", fault.parities())) }
}

fn check_bounded(bounded: Bounded<'_>, text: &str, effort: Effort) -> Checked {
    let Ok(boards) = text.parse::<u64>() else {
        return invalid(format!("expected the number of boards, found \"{}\"", quoted(text)));
    };
    let allowed = MOST_BOARDS.min(effort.nodes);
    if boards > allowed {
        return unchecked(format!("it speaks of {boards} boards, and at most {allowed} are looked at"));
    }
    let most = bounded.most;
    match bounded.run(boards) {
        Found::Nothing(met) if met == boards => Ok(()),
        Found::Nothing(met) => invalid(format!("the search meets {met} boards, not {boards}")),
        Found::TooMany => invalid(format!("the search meets more than {boards} boards")),
        Found::Goal => invalid(format!("the goal is reached in {most} moves or fewer")),
    }
}

enum Found {
    /// Not the goal, in so many boards.
    Nothing(u64),
    Goal,
    TooMany,
}

/// A depth-first search for a solution that is shorter than one which is known.
struct Bounded<'a> {
    rules: &'a Sliding,
    board: Board,
    /// Moves that a solution may have; below zero where the known one has none.
    most: i64,
    /// Steps of all tiles to their places.
    steps: i64,
}

impl<'a> Bounded<'a> {
    fn new(rules: &'a Sliding, board: &Board, length: usize) -> Bounded<'a> {
        let cells = 0..rules.size.cells();
        let tiles = cells.map(|cell| (cell, board.tile(cell))).filter(|&(_, tile)| tile != BLANK);
        let steps = tiles.map(|(cell, tile)| rules.size.distance(cell, rules.home(tile)) as i64).sum();
        Bounded { rules, board: *board, most: length as i64 - 1, steps }
    }

    /// Meets at most `boards` boards.
    fn run(mut self, boards: u64) -> Found {
        let mut met = 1;
        if self.steps > self.most {
            return Found::Nothing(met);
        }
        // The moves made, and how many ways out of each board were tried.
        let mut line: Vec<Dir> = Vec::new();
        let mut tried = vec![0];
        while let Some(next) = tried.last_mut() {
            if self.board == *self.rules.goal_board() {
                return Found::Goal;
            }
            let Some(&dir) = Dir::ULRD.get(*next) else {
                tried.pop();
                if let Some(last) = line.pop() {
                    self.slide(last.opposite());
                }
                continue;
            };
            *next += 1;
            if line.last() == Some(&dir.opposite()) || !self.slide(dir) {
                continue;
            }
            met += 1;
            if met > boards {
                return Found::TooMany;
            }
            if met.is_multiple_of(1 << 12) {
                still_wanted();
            }
            if line.len() as i64 + 1 + self.steps > self.most {
                self.slide(dir.opposite());
            } else {
                line.push(dir);
                tried.push(0);
            }
        }
        Found::Nothing(met)
    }

    /// Moves the blank, where it can go there, and keeps the steps up to date.
    fn slide(&mut self, dir: Dir) -> bool {
        let from = self.board.blank();
        let Some(to) = self.rules.size.neighbour(from, dir) else { return false };
        let home = self.rules.home(self.board.tile(to));
        let distance = |cell| self.rules.size.distance(cell, home) as i64;
        self.steps += distance(from) - distance(to);
        self.board.slide(to);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::{Game as _, Objection, Options, certificate};

    fn read(text: &str) -> Box<dyn Position> {
        GAME.read(text, &Options::new()).unwrap()
    }

    #[test]
    fn parity_is_counted_by_inversions_too() {
        for text in ["1 2 3 4 5 6 8 7 0", "8 1 2 0 4 3 7 6 5", "2 1 4 3 6 5 8 7 0", "0 1 2 3 4 5 6 7 8", "1 0 3 2"] {
            let position = read(text);
            let case = Case { position: &*position, claim: Claim::Unsolvable, moves: &[] };
            match certificate::make(&case, 0) {
                Ok(proof) => assert_eq!(certificate::check(&case, &proof), Ok(()), "{text}"),
                Err(_) => {
                    for parity in ["permutation odd, blank even", "permutation even, blank odd"] {
                        assert!(certificate::check(&case, &Proof::new(PARITY, parity)).is_err(), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_shorter_than_a_shortest_solution() {
        let position = read("1 2 3 4 0 6 7 5 8");
        let shortest: Vec<String> = ["D", "R"].map(str::to_owned).to_vec();
        let case = Case { position: &*position, claim: Claim::Optimal, moves: &shortest };
        let proof = certificate::make(&case, 0).unwrap();
        assert_eq!((&*proof.text, certificate::check(&case, &proof)), ("1", Ok(())), "the tiles alone need two");
        let longer: Vec<String> = ["U", "D", "D", "R"].map(str::to_owned).to_vec();
        let case = Case { moves: &longer, ..case };
        let told = |boards: &str| match certificate::check(&case, &Proof::new(BOUNDED, boards)) {
            Err(Objection::Invalid(why)) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(told("1000"), "the goal is reached in 3 moves or fewer");
        assert_eq!(told("2"), "the search meets more than 2 boards");
        assert_eq!(told("many"), "expected the number of boards, found \"many\"");
        let most = Proof::new(BOUNDED, (MOST_BOARDS + 1).to_string());
        assert!(matches!(certificate::check(&case, &most), Err(Objection::Unchecked(_))));
    }
}
