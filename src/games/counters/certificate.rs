//! Why no solution of a row is shorter, and why some rows have none, for others to check.
//!
//! A move makes at most two new pairs of equal neighbours, where the group lands, so a row that lacks many takes many
//! moves; how many the first can make, and how many the last into the goal, is looked up. The proof of the kind
//! `neighbours` is these four numbers: pairs at the start, pairs at the goal, most by the first move, most by the last.

use super::game::CountersGame;
use super::rules::{Counters, State};
use crate::games::certificate::{CLOSED, Explored, LAYERS, invalid};
use crate::games::{Case, Certificates, Checked, Claim, Effort, NoProof, Placed, Position, Proof};
use crate::search::Rules as _;

const NEIGHBOURS: &str = "neighbours";

impl Certificates for CountersGame {
    fn least_moves(&self, position: &dyn Position) -> u64 {
        let (rules, state) = Placed::<Counters>::parts(position);
        Count::of(rules, state).bound()
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[NEIGHBOURS, CLOSED, LAYERS]
    }

    fn make(&self, case: &Case<'_>, _room: usize) -> Result<Proof, NoProof> {
        let (rules, state) = Placed::<Counters>::parts(case.position);
        if case.claim == Claim::Optimal {
            let count = Count::of(rules, state);
            if count.bound() >= case.moves.len() as u64 {
                return Ok(Proof::new(NEIGHBOURS, count.to_string()));
            }
        }
        explored(rules, state).make(case)
    }

    fn check(&self, case: &Case<'_>, proof: &Proof, effort: Effort) -> Checked {
        let (rules, state) = Placed::<Counters>::parts(case.position);
        if proof.kind != NEIGHBOURS {
            return explored(rules, state).check(case, proof, effort);
        }
        if case.claim != Claim::Optimal {
            return invalid("neighbours say only that no solution is shorter");
        }
        let count = Count::of(rules, state);
        if count.to_string() != proof.text {
            return invalid(format!("expected \"{count}\""));
        }
        match count.bound() {
            bound if bound < case.moves.len() as u64 => {
                invalid(format!("by its neighbours it needs {bound} moves at least, not {}", case.moves.len()))
            }
            _ => Ok(()),
        }
    }
}

fn explored<'a>(rules: &'a Counters, state: &'a State) -> Explored<'a, Counters> {
    let goal = rules.target.row.clone().map(State::new);
    // The row, where it is free, and the moves that led to it.
    Explored { rules, start: state, goal, bytes: 256 + 2 * state.row.len() }
}

/// Pairs of equal neighbours, and how many more a move can make.
struct Count {
    start: u32,
    goal: u32,
    first: u32,
    last: u32,
}

impl Count {
    /// What a move makes at most: where its group lands it has two new neighbours.
    const MOST: u32 = 2;

    fn of(rules: &Counters, state: &State) -> Count {
        let start = state.pairs();
        let (goal, _) = rules.goal_pairs();
        let first = changes(rules, state).map(|pairs| pairs.saturating_sub(start)).max().unwrap_or(0);
        let last = rules.target.row.clone().map_or(Count::MOST, |row| {
            let end = State::new(row);
            changes(rules, &end).map(|pairs| goal.saturating_sub(pairs)).max().unwrap_or(0)
        });
        Count { start, goal, first, last }
    }

    /// The least number of moves that can make the missing pairs.
    fn bound(&self) -> u64 {
        let missing = self.goal.saturating_sub(self.start);
        let rest = |made: u32| u64::from(missing.saturating_sub(made).div_ceil(Count::MOST));
        match missing {
            0 => 0,
            // One move is the first and the last.
            _ if missing <= self.first.min(self.last) => 1,
            _ => 2 + rest(self.first + self.last),
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.start, self.goal, self.first, self.last)
    }
}

/// The pairs after each legal move; back along a move one goes by another, so these are also the rows before it.
fn changes<'a>(rules: &'a Counters, state: &State) -> impl Iterator<Item = u32> + use<'a> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let mut state = state.clone();
    moves.into_iter().map(move |mv| {
        rules.apply(&mut state, &mv);
        let pairs = state.pairs();
        rules.undo(&mut state, &mv, &());
        pairs
    })
}

#[cfg(test)]
mod tests {
    use super::super::GAME;
    use super::*;
    use crate::games::{Game as _, Objection, Options, certificate};

    fn row(name: &str) -> Box<dyn Position> {
        GAME.deal(name).unwrap()
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn proof(position: &dyn Position, claim: Claim, moves: &[String]) -> Proof {
        let case = Case { position, claim, moves };
        let proof = certificate::make(&case, 1 << 20).unwrap();
        assert_eq!(certificate::check(&case, &proof), Ok(()), "{proof:?}");
        proof
    }

    #[test]
    fn no_solution_of_n_counters_has_less_than_n_moves() {
        let shortest = proof(&*row("4"), Claim::Optimal, &moves("7 4 1 8"));
        assert_eq!(shortest, Proof::new(NEIGHBOURS, "0 6 1 2"));
        let five = moves("9 4 7 1 10");
        let case = Case { position: &*row("5"), claim: Claim::Optimal, moves: &five };
        let expected = "expected \"0 8 1 2\"".to_owned();
        assert_eq!(certificate::check(&case, &shortest), Err(Objection::Invalid(expected)));
    }

    #[test]
    fn where_neighbours_say_too_little_the_rows_are_looked_at() {
        // Three of each need four moves, one more than their neighbours ask for.
        let three = moves("2 5 0 6");
        let layers = proof(&*row("3"), Claim::Optimal, &three);
        assert_eq!(layers.kind, LAYERS);
        let longer = moves("2 2 2 5 0 6");
        let position = row("3");
        let case = Case { position: &*position, claim: Claim::Optimal, moves: &longer };
        assert!(certificate::check(&case, &layers).is_err(), "the way to and fro is no shortest one");
    }

    #[test]
    fn two_of_each_cannot_be_sorted() {
        let closed = proof(&*row("2"), Claim::Unsolvable, &[]);
        assert_eq!(closed.kind, CLOSED);
        let one = row("1");
        let case = Case { position: &*one, claim: Claim::Unsolvable, moves: &[] };
        assert!(certificate::check(&case, &closed).is_err(), "of another row");
        let solvable = GAME.read("__BBAA", &Options::new()).unwrap();
        let case = Case { position: &*solvable, claim: Claim::Unsolvable, moves: &[] };
        for text in ["", "1", "1 0", "1 2 3", "99999999999999999999", "1 2|1", "x"] {
            assert!(certificate::check(&case, &Proof::new(CLOSED, text)).is_err(), "{text}");
        }
    }
}
