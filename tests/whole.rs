//! What a player asked for is read in full: hints, refusals, verdicts and the words of a win, in every window.

mod common;

use common::{Desk, keys};

const SIZES: [(u16, u16); 4] = [(60, 16), (80, 24), (120, 40), (200, 60)];
/// A puzzle of each game with keys: moves, and what is refused.
const PLAYED: [(&str, &str); 9] = [
    ("fourteen/duchi-1", "=36=12=99<enter><enter><right><right><enter><enter>"),
    ("freecell/617", "83888a8b8c8d8a12<enter><enter>44h"),
    ("kakuro/easy-9x9", "<right>9<down>1w9f9<up>p12Bz"),
    ("counters/classic-5", "<enter><right><right><enter><enter><right><enter><enter>"),
    ("sliding/classroom", "<left><up><up><up><up><right><right><right>"),
    ("sudoku/hard-1", "<right>9<down>8wf<up>p12a<left>5"),
    ("queens/bezzel", "<enter><right><enter><down><enter><enter>"),
    ("knight/corner", "<enter><right><enter><down><down><enter><enter>"),
    ("maze/second", "<up><left><right><right><right><down><down><enter>"),
];
/// What any game is asked, or is asked too early.
const ASKED: &str = "WF'\">JJJPPmm!!!XXvx1b?pbd{d";
/// Puzzles with long hints.
const HINTED: [&str; 14] = [
    "fourteen/duchi-1",
    "freecell/617",
    "kakuro/easy-9x9",
    "kakuro/expert-9x9",
    "kakuro/expert-20x20",
    "counters/classic-5",
    "sliding/classroom",
    "sudoku/hard-1",
    "sudoku/expert-1",
    "queens/bezzel",
    "knight/corner",
    "maze/second",
    "maze/huge",
    "maze/shut",
];

/// In every size with both charsets.
fn everywhere(name: &str, look: impl Fn(&mut Desk)) {
    for (width, height) in SIZES {
        for keys in ["", "U"] {
            let mut desk = Desk::at(name);
            desk.resize(width, height);
            desk.keys(keys);
            look(&mut desk);
        }
    }
}

/// Fails where what was just said, or the verdict, cannot be read to its end.
fn check_told(desk: &mut Desk, what: &str) {
    let screen = desk.screen();
    let (said, verdict) = desk.told();
    for text in [said, verdict] {
        assert!(has_whole(&screen, &text), "{what}: {text}\n{screen}");
    }
}

/// Whether the words of a text stand on the screen one after the other, broken into rows that begin in one column.
fn has_whole(screen: &str, text: &str) -> bool {
    let rows: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins = |x: usize, row: &[char]| row[x] != ' ' && (x == 0 || !row[x - 1].is_alphanumeric());
    let places = (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)));
    words.is_empty() || places.filter(|&(x, y)| begins(x, &rows[y])).any(|(x, y)| is_read_from(&rows, &words, (x, y)))
}

fn is_read_from(rows: &[Vec<char>], words: &[&str], (x, y): (usize, usize)) -> bool {
    let mut left = words;
    for row in &rows[y..] {
        let rest: String = row.iter().skip(x).collect();
        let read = rest.split_whitespace().zip(left).take_while(|(shown, word)| is_same(shown, word)).count();
        left = &left[read..];
        if left.is_empty() || read == 0 {
            break;
        }
    }
    left.is_empty()
}

/// Signs of relations and arrows differ with the charset; a sentence begins with a capital.
fn is_same(shown: &str, word: &str) -> bool {
    let shown = shown.trim_end_matches(['|', '│']).replace('≥', ">=").replace('→', "->").replace('←', "<-");
    shown.eq_ignore_ascii_case(word)
}

#[test]
fn hints_are_read_in_full() {
    for name in HINTED {
        everywhere(name, |desk| {
            for step in 0..4 {
                for level in 1..=3 {
                    desk.keys("H");
                    desk.settle();
                    check_told(desk, &format!("{name}, hint {level} after {step} steps"));
                }
                desk.keys(if step == 0 { "s" } else { ">" });
                desk.settle();
                // The strategy of its own choice ends at once; its solution has moves to hint at.
                check_told(desk, &format!("{name}, step {step}"));
            }
        });
    }
}

#[test]
fn refusals_and_questions_are_read_in_full() {
    for (name, played) in PLAYED {
        everywhere(name, |desk| {
            for key in keys(played).chain(keys(ASKED)) {
                desk.keys(key);
                desk.settle();
                check_told(desk, &format!("{name} at {key}"));
            }
        });
    }
}

#[test]
fn what_is_said_while_one_is_asked_is_read_in_full() {
    for (name, _) in PLAYED {
        everywhere(name, |desk| {
            desk.keys("C");
            for key in ["1", "9", "C"] {
                desk.settle();
                desk.keys(key);
                desk.settle();
                // How one answers stands in the line of keys.
                if !desk.told().0.starts_with("Conduct: what does the search do next?") {
                    check_told(desk, &format!("{name}, conduct at {key}"));
                }
            }
        });
    }
}

#[test]
fn the_words_of_the_end_are_read_in_full() {
    for (name, _) in PLAYED {
        everywhere(name, |desk| {
            desk.keys("s");
            desk.settle();
            desk.keys("]");
            desk.settle();
            check_told(desk, &format!("{name} at its end"));
        });
    }
}

#[test]
fn the_least_window_names_how_one_chooses_and_what_makes_a_move() {
    for (name, named) in [
        ("counters/classic-5", "arrows enter move"),
        ("knight/corner", "arrows enter leap"),
        ("fourteen/duchi-1", "arrows enter pick"),
        ("sliding/classroom", "arrows slide"),
    ] {
        let mut desk = Desk::at(name);
        desk.resize(60, 16);
        let screen = desk.screen();
        let keys = screen.lines().last().unwrap();
        assert!([named, "u undo", "H hint", "? help"].iter().all(|key| keys.contains(key)), "{name}: {keys}");
    }
}

/// Where the end has no pane of its own, its figures stand under the board.
#[test]
fn the_end_tells_of_hints_and_of_ones_own_best_in_every_window() {
    let ways: String =
        ["5", "2", "0", "6"].map(|place| format!("<home>{}<enter>", "<right>".repeat(place.parse().unwrap()))).concat();
    for hints in ["", "H"] {
        everywhere("counters/classic-3", |desk| {
            desk.keys(hints);
            desk.settle();
            desk.keys(&ways);
            desk.settle();
            let screen = desk.screen();
            check_told(desk, "the end");
            let is_told = if hints.is_empty() {
                screen.contains("No hints,")
            } else {
                desk.told().0.contains("1 hint: it counts as")
            };
            assert!(is_told || screen.contains("hints     "), "{screen}");
            // A game with hints is no best of one's own.
            let has_best = ["our fewest moves", "our best time"].map(|best| screen.contains(best));
            assert_eq!(has_best, [hints.is_empty(); 2], "{screen}");
        });
    }
}

#[test]
fn the_preview_names_the_goal_in_the_least_window() {
    let mut desk = Desk::new(60, 16);
    desk.keys("<tab><tab><tab>");
    let screen = desk.screen();
    assert!(screen.contains("Goal: B before A, gap right") && screen.contains("You have not tried it yet"), "{screen}");
}

/// What is open has the keys, and the line of keys names them and no others.
#[test]
fn the_line_of_keys_is_that_of_what_is_open() {
    for (open, named) in [
        ("n", "esc no"),
        ("N", "esc no"),
        ("?", "esc close"),
        ("L", "esc close"),
        ("t", "esc back"),
        ("S", "esc leave"),
        ("E", "esc back"),
        ("M", "esc no"),
        ("b", "esc no"),
        ("I", "esc back"),
        ("#", "esc close"),
        ("V", "esc leave"),
    ] {
        everywhere("sliding/eight-4", |desk| {
            desk.keys(open);
            let screen = desk.screen();
            let below: Vec<&str> = screen.lines().rev().take(3).collect();
            assert!(!below[0].contains("q leave") && !below[0].contains("u undo"), "{open}:\n{screen}");
            // A box in the corner of the window has its keys in its last row, and so has one that fills it.
            assert!(below.iter().any(|line| line.contains(named)), "{open}: {named}\n{screen}");
        });
    }
}

/// Before a search the rules stand somewhere in every window that has room for them.
#[test]
fn the_rules_are_told_beside_a_board_that_was_just_opened() {
    for (name, _) in PLAYED {
        for (width, height) in [(120, 40), (200, 60)] {
            let mut desk = Desk::at(name);
            desk.resize(width, height);
            let screen = desk.screen();
            assert!(screen.contains("- Rules -"), "{name} in {width}x{height}:\n{screen}");
        }
    }
}
