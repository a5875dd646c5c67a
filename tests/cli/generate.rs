//! `generate`: puzzles of the parameters asked for, under names that give them again.

use crate::{run, run_with};

/// Every documented form of parameters.
const KINDS: [&str; 17] = [
    "fourteen",
    "freecell",
    "freecell:cells=2",
    "freecell:classroom,suits=2,ranks=4",
    "freecell:suits=3,ranks=5,build=suit-other,home=classroom",
    "kakuro",
    "kakuro:hard",
    "kakuro:5x6,easy",
    "counters",
    "counters:goal=ab-left",
    "counters:k=7",
    "counters:start=right,reversed",
    "counters:free=4",
    "sliding",
    "sliding:2x5",
    "sliding:3x3,goal=blank-first",
    "sliding:3x3,moves=9..12",
];

fn names(out: &str) -> Vec<&str> {
    out.lines().map(|line| line.split(' ').next().unwrap()).collect()
}

#[test]
fn every_kind_makes_puzzles_whose_names_and_lines_give_them_again() {
    for kind in KINDS {
        let made = run(&["generate", kind, "--count", "3"]).expect(0);
        assert!(made.err.is_empty(), "{kind}: {}", made.err);
        let mut different = names(&made.out);
        different.dedup();
        assert_eq!(different.len(), 3, "{kind}: {}", made.out);
        for line in made.out.lines() {
            let (name, text) = line.split_once(' ').unwrap();
            assert!(name.starts_with(&format!("{kind}:")), "{kind}: {name}");
            let game = kind.split(':').next().unwrap();
            let by_name = run(&["show", name]).expect(0).out;
            let by_text = run_with(&["show", "-", "--game", game], text).expect(0).out;
            assert_eq!(by_name, by_text, "{line}");
        }
    }
}

#[test]
fn a_kind_with_one_puzzle_is_written_once() {
    for (kind, name) in [
        ("counters:5", "counters:5"),
        ("counters:goal=ab-left,5", "counters:5,goal=ab-left"),
        ("counters:start=__ABBA,goal=BBAA__", "counters:start=__ABBA,goal=BBAA__"),
        ("counters:goal=BBAA__", "counters:goal=BBAA__:2"),
    ] {
        let made = run(&["generate", kind, "--count", "2"]).expect(0);
        assert_eq!(names(&made.out), [name]);
        assert!(made.err.contains("there is no other"), "{}", made.err);
        assert!(run(&["generate", kind]).expect(0).err.is_empty());
    }
    run(&["generate", "counters:5", "--seed", "3"]).refused(&["counters:5", "one puzzle", "--seed"]);
}

#[test]
fn numbers_beyond_the_last_are_refused_by_name() {
    run(&["generate", "freecell", "--seed", "8589934591", "--count", "2"]).refused(&["up to 8589934591"]);
    run(&["generate", "freecell", "--seed", "0"]).refused(&["freecell:0: ", "from 1 to 8589934591"]);
    run(&["solve", "freecell:8589934592"]).refused(&["freecell:8589934592: ", "from 1 to 8589934591"]);
    run(&["solve", "counters:5:11"]).refused(&["counters:5:11: ", "write counters:5"]);
    run(&["solve", "counters:goal=ab-left:0..3"]).refused(&["counters:goal=ab-left:0..3: ", "from 1 to 1000000"]);
}

/// Few numbers have a hard puzzle of this size: the others give way.
#[test]
fn a_number_without_a_puzzle_gives_way_to_the_next() {
    let made = run(&["generate", "kakuro:4x4,hard", "--count", "4"]).expect(0);
    assert_eq!(made.out.lines().count(), 4);
    let made = run(&["generate", "kakuro:4x4,expert", "--seed", "501", "--count", "2"]).expect(0);
    assert_eq!(names(&made.out), ["kakuro:4x4,expert:502", "kakuro:4x4,expert:503"]);
    assert!(made.err.contains("kakuro:4x4,expert:501: no expert puzzle"), "{}", made.err);
    run(&["generate", "kakuro:3x3,expert"]).refused(&["kakuro:3x3,expert", "no expert puzzle"]);
}
