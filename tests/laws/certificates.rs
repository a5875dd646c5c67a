//! Certificates of small puzzles against brute force: every claim has one, what is proven is true, and no change of a
//! proof proves anything that is false.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use rompicapo::cli::certificates::check_line;
use rompicapo::cli::claims;
use rompicapo::games::certificate::{self, Case};
use rompicapo::games::{Claim, Effort, Position, Proof, SplitMix};
use rompicapo::search::Plan;
use rompicapo::workbench::certificates::{self, Certificate};
use rompicapo::workbench::drive::Driver;
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::packs::Library;
use rompicapo::workbench::report::Report;

use crate::claims::{Small, Truth, explored};
use crate::instances::instances;

/// What the default strategy comes to, asked for uniqueness where that means something.
fn claimed(position: &dyn Position) -> Option<(Claim, Vec<String>)> {
    let plain = Plan::new(position.default_strategy());
    let asked = Plan { unique: true, ..plain.clone() };
    let plan = if position.engine(&asked).is_ok() { asked } else { plain };
    let stop = AtomicBool::new(false);
    let run = Driver { time: None, stop: &stop }.solve(position, &plan, None, &mut |_| ()).ok()?;
    let report = Report::of(run)?;
    report.claim(position).map(|(claim, moves)| (claim, moves.to_vec()))
}

impl Truth {
    fn allows(&self, claim: Claim, moves: &[String]) -> bool {
        match claim {
            Claim::Unsolvable => self.shortest.is_none(),
            Claim::Unique => self.ends.is_none_or(|ends| ends == 1),
            Claim::Several => self.ends.is_none_or(|ends| ends > 1),
            Claim::Optimal => self.shortest == Some(moves.len() as u64),
        }
    }
}

/// A puzzle with what is claimed of it, and why.
struct Proven {
    position: Box<dyn Position>,
    truth: Truth,
    claim: Claim,
    moves: Vec<String>,
    proof: Proof,
}

impl Proven {
    fn case(&self) -> Case<'_> {
        Case { position: &*self.position, claim: self.claim, moves: &self.moves }
    }
}

/// All claims about puzzles of games that have certificates, proven, checked and true.
fn proven(puzzles: Vec<Small>) -> Vec<Proven> {
    let certified = puzzles.into_iter().filter(|(position, _)| position.game().certificates().is_some());
    certified.filter_map(|(position, truth)| prove(position, truth)).collect()
}

fn prove(position: Box<dyn Position>, truth: Truth) -> Option<Proven> {
    let (claim, moves) = claimed(&*position)?;
    let case = Case { position: &*position, claim, moves: &moves };
    let what = format!("{} {}: {}", position.game().name(), claim.name(), position.whole_line());
    let proof = match certificate::make(&case, 1 << 20) {
        Ok(proof) => proof,
        // Not every game can prove that nothing is shorter.
        Err(_) if claim == Claim::Optimal => return None,
        Err(why) => panic!("{what}: {why:?}"),
    };
    assert_eq!(certificate::check(&case, &proof), Ok(()), "{what}: {proof:?}");
    assert!(truth.allows(claim, &moves), "{what}: {proof:?}");
    Some(Proven { position, truth, claim, moves, proof })
}

/// One character of a proof changed into another one that such proofs have, left out, or put in.
fn changed(proof: &Proof, dice: &mut SplitMix) -> Proof {
    const SPICES: &[u8] = b"abcdz()0123456789 |.=rc;-";
    let mut text = proof.text.clone().into_bytes();
    let own = proof.text.as_bytes();
    let spice = if own.is_empty() || dice.below(3) == 0 {
        SPICES[dice.below(SPICES.len())]
    } else {
        own[dice.below(own.len())]
    };
    let at = dice.below(text.len() + 1);
    match dice.below(3) {
        0 if at < text.len() => text[at] = spice,
        1 if at < text.len() => drop(text.remove(at)),
        _ => text.insert(at, spice),
    }
    Proof { text: String::from_utf8_lossy(&text).into_owned(), ..proof.clone() }
}

/// Holds a proof against every claim about a puzzle: what it proves is true.
fn proves_nothing_false(proof: &Proof, puzzle: &Proven) {
    for claim in Claim::ALL {
        let moves: &[String] = if claim == Claim::Unsolvable { &[] } else { &puzzle.moves };
        let accepted = certificate::check(&Case { claim, moves, ..puzzle.case() }, proof).is_ok();
        assert!(
            !accepted || puzzle.truth.allows(claim, moves),
            "{} is called {}: {}\n{proof:?}",
            puzzle.position.game().name(),
            claim.name(),
            puzzle.position.whole_line()
        );
    }
}

fn hold(rounds: u64, changes: usize) {
    let all = proven(instances(rounds));
    let mut dice = SplitMix(23);
    let mut numbers: BTreeMap<_, u64> = BTreeMap::new();
    for (i, puzzle) in all.iter().enumerate() {
        *numbers.entry((puzzle.position.game().name(), puzzle.claim.name())).or_default() += 1;
        // Of its own puzzle, and of the next ones of the same game.
        let same_game = |other: &&Proven| other.position.game().name() == puzzle.position.game().name();
        for other in all[i..].iter().filter(same_game).take(4) {
            proves_nothing_false(&puzzle.proof, other);
            for _ in 0..changes {
                proves_nothing_false(&changed(&puzzle.proof, &mut dice), other);
            }
        }
    }
    println!("{numbers:?}");
    for expected in [
        ("fourteen", "unsolvable"),
        ("kakuro", "unsolvable"),
        ("kakuro", "unique"),
        ("kakuro", "several"),
        ("counters", "unsolvable"),
        ("counters", "optimal"),
        ("sliding", "unsolvable"),
        ("sliding", "optimal"),
        ("sudoku", "unsolvable"),
        ("sudoku", "unique"),
        ("sudoku", "several"),
    ] {
        assert!(numbers.contains_key(&expected), "{expected:?} is not among them");
    }
}

/// The line that `solve --certificate` writes.
fn line(puzzle: &Proven) -> String {
    let named = Named::new("x".into(), puzzle.position.game(), puzzle.position.boxed_clone());
    certificates::line(&named, puzzle.claim, &puzzle.moves, &puzzle.proof, None)
}

/// Whether what a line claims is so, by brute force; the line was called valid.
fn is_true(library: &Library, line: &str) -> bool {
    let object = claims::read(line, "").ok().expect("an object");
    let position = claims::position(library, &object).ok().expect("a puzzle");
    let Certificate { claim, moves, .. } = Certificate::of(&object).expect("a certificate");
    explored(&*position).is_none_or(|truth| truth.allows(claim, &moves))
}

#[test]
fn no_line_with_a_changed_byte_proves_what_is_false() {
    let library = Library::new(None);
    let mut dice = SplitMix(31);
    let (mut valid, mut refused) = (0, 0);
    for puzzle in proven(instances(4)) {
        let whole = line(&puzzle);
        assert_eq!(check_line(&library, &whole, None, Effort::default()).ok(), Some(None), "{whole}");
        for at in 0..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] = whole.as_bytes()[dice.below(whole.len())];
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            if matches!(check_line(&library, &changed, None, Effort::default()), Ok(None)) {
                assert!(is_true(&library, &changed), "{changed}");
                valid += 1;
            } else {
                refused += 1;
            }
        }
    }
    // What is valid still has changes where they do not matter: in the puzzle's name, in the version.
    assert!(refused > 3 * valid, "{valid} valid, {refused} refused");
}

#[test]
fn certificates_of_small_puzzles_prove_what_is_true() {
    hold(12, 6);
}

#[test]
#[ignore = "a thousand puzzles of each game"]
fn certificates_of_a_thousand_puzzles_prove_what_is_true() {
    hold(1000, 20);
}
