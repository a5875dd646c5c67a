//! Closed sets of boards: written for what cannot be won, and refused wherever they prove less.

use proptest::prelude::*;

use super::all_variants;
use crate::games::certificate::{self, Case, Claim, Effort, NoProof, Objection, Proof};
use crate::games::freecell::FreeCellGame;
use crate::games::{Game, Position};
use crate::search::{Outcome, Plan};

fn deal(name: &str) -> Box<dyn Position> {
    FreeCellGame.deal(name).expect("it is a deal")
}

fn unsolvable(position: &dyn Position) -> Case<'_> {
    Case { position, claim: Claim::Unsolvable, moves: &[] }
}

fn objection(position: &dyn Position, proof: &Proof) -> String {
    match certificate::check(&unsolvable(position), proof) {
        Err(Objection::Invalid(why)) => why,
        other => panic!("expected it to be invalid: {other:?}"),
    }
}

/// An exhaustive search with single cards settles it in 83 thousand states: these are all of them.
#[test]
fn the_famous_impossible_deal_has_a_certificate() {
    let position = deal("11982");
    let proof = certificate::make(&unsolvable(&*position), 1 << 30).expect("it fits");
    assert_eq!((proof.kind.as_str(), proof.text.as_str()), ("closed-set", "83,239 boards"));
    assert_eq!(proof.states.as_ref().map(Vec::len), Some(375_211));
    assert_eq!(certificate::check(&unsolvable(&*position), &proof), Ok(()));
    assert_eq!(objection(&*deal("1"), &proof), "the start is not in the set");
    assert_eq!(certificate::make(&unsolvable(&*position), 1 << 20), Err(NoProof::TooLarge));
}

/// With room for the boards, but not for a file of them.
#[test]
fn a_set_too_large_to_write_is_counted() {
    let position = deal("11982");
    let proof = certificate::make(&unsolvable(&*position), 2_200_000).expect("it fits");
    assert_eq!((proof.kind.as_str(), &proof.states), ("counted-set", &None));
    let (boards, sum) = proof.text.split_once(", sum ").expect("a digest");
    assert_eq!((boards, sum), ("83,239 boards", DIGEST));
    assert_eq!(certificate::check(&unsolvable(&*position), &proof), Ok(()));
    let least = |nodes, memory| certificate::check_within(&unsolvable(&*position), &proof, Effort { memory, nodes });
    assert_eq!(least(83_239, 2_200_000), Ok(()));
    assert!(matches!(least(83_238, usize::MAX), Err(Objection::Unchecked(_))));
    assert!(matches!(least(u64::MAX, 1 << 20), Err(Objection::Unchecked(_))));
    assert!(objection(&*deal("781948"), &proof).starts_with("expected \"7,736 boards, sum "));
    assert_eq!(objection(&*deal("1"), &proof), "there are more boards than 83,239");
}

/// Added up from the file of the same set by another program.
const DIGEST: &str = "bfee6e5edb23089a7935e53daa2b629f5794604718d1824933279873c9c86b2c";

const LOST: &str = "classroom,suits=1,ranks=8:2";

#[test]
fn a_set_that_is_not_closed_proves_nothing() {
    let position = deal(LOST);
    let proof = certificate::make(&unsolvable(&*position), 1 << 20).expect("it fits");
    assert_eq!(certificate::check(&unsolvable(&*position), &proof), Ok(()));
    let states = proof.states.clone().expect("a set of boards");
    let with = |states: &[u8], text: &str| Proof { states: Some(states.to_vec()), ..Proof::new(&proof.kind, text) };
    assert_eq!(objection(&*position, &Proof { states: None, ..proof.clone() }), "the set of boards is missing");
    assert_eq!(objection(&*position, &with(&states, "3 boards")), format!("there are {} in the set", proof.text));
    assert!(objection(&*position, &with(&states[1..], &proof.text)).contains("does not begin as such files do"));
    assert!(objection(&*position, &with(&states[..states.len() - 1], &proof.text)).contains("ends in the middle"));
    // The head, and the start alone: each of its eight cards with its place.
    let start = &states[..18 + 1 + 2 * 8];
    assert!(objection(&*position, &with(start, "1 board")).contains("leads out of the set"));
    let mut solved = start.to_vec();
    solved.push(8);
    solved.extend((0..8).flat_map(|card| [card, 255]));
    assert!(objection(&*position, &with(&solved, "2 boards")).contains("leads out of the set"));
    let mut circle = states.clone();
    circle.extend([2, 0, 1, 1, 0]);
    let more = circle.len();
    assert!(
        more > states.len()
            && objection(&*position, &with(&circle, &plus_one(&proof.text))).contains("cannot be laid out")
    );
    let claim = Case { claim: Claim::Optimal, ..unsolvable(&*position) };
    assert!(certificate::check(&claim, &proof).is_err());
}

fn plus_one(text: &str) -> String {
    let (number, words) = text.split_once(' ').expect("a number of boards");
    format!("{} {words}", number.parse::<u64>().expect("a small number") + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// There is a certificate for what cannot be won, none for what can, and a search says the same.
    #[test]
    fn certificates_agree_with_searches(params in all_variants(), number in 1..100_000u64) {
        let position = deal(&format!("{params}:{number}"));
        let case = unsolvable(&*position);
        match certificate::make(&case, 1 << 20) {
            Ok(proof) => {
                prop_assert_eq!(certificate::check(&case, &proof), Ok(()));
                let plan = Plan::new(FreeCellGame.strategy("prove").expect("it is there"));
                prop_assert_eq!(position.engine(&plan).expect("it is possible").run(u64::MAX, None), Outcome::Exhausted);
            }
            Err(NoProof::TooLarge) => {}
            Err(NoProof::Unknown) => {
                let plan = Plan::new(FreeCellGame.strategy("fast").expect("it is there"));
                prop_assert_eq!(position.engine(&plan).expect("it is possible").run(1 << 20, None), Outcome::Solved);
            }
        }
    }

    /// No bytes make a checker panic, and none prove that a deal cannot be won which can.
    #[test]
    fn no_bytes_prove_what_is_wrong(number in 1..2_000u64, changes in prop::collection::vec((any::<usize>(), any::<u8>()), 0..6)) {
        let lost = deal(LOST);
        let mut proof = certificate::make(&unsolvable(&*lost), 1 << 20).expect("it fits");
        if let Some(states) = &mut proof.states {
            let length = states.len();
            for &(at, byte) in &changes {
                states[at % length] = byte;
            }
        }
        let _ = certificate::check(&unsolvable(&*lost), &proof);
        let other = deal(&format!("classroom,suits=1,ranks=8:{number}"));
        let solvable = certificate::make(&unsolvable(&*other), 1 << 20).is_err();
        prop_assert!(!solvable || certificate::check(&unsolvable(&*other), &proof).is_err());
    }
}
