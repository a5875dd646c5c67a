//! The stages as they are printed, and as a student's are checked, held to the examples of the course's paper
//! (Lógica para Programação, IST Lisbon, 2021): whole lists, with `P24` where the paper has `_206`.

use crate::games::Stages as _;
use crate::games::kakuro::rules::Kakuro;
use crate::games::kakuro::{GAME, text};
use crate::games::{Placed, Position};

const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";
const THREE: &str = "# 12\\ 3\\\n\\9 . .\n\\6 . .";

fn position(text: &str) -> Box<dyn Position> {
    let rules = Kakuro::new(text::read(text).unwrap());
    let start = rules.start();
    Placed::boxed(rules, start)
}

fn shown(text: &str, stage: usize, space: Option<usize>) -> Vec<String> {
    GAME.output(&*position(text), stage, space.map(|space| space - 1), false).unwrap()
}

fn fault(stage: usize, space: Option<usize>, file: &str) -> Option<String> {
    GAME.fault(&*position(FIVE), stage, space.map(|space| space - 1), file).unwrap()
}

const SPACES: [&str; 8] = [
    "espaco(3,[P24,P25])",
    "espaco(16,[P32,P33,P34,P35])",
    "espaco(26,[P42,P43,P44,P45])",
    "espaco(17,[P52,P53])",
    "espaco(24,[P32,P42,P52])",
    "espaco(11,[P33,P43,P53])",
    "espaco(17,[P24,P34,P44])",
    "espaco(10,[P25,P35,P45])",
];

/// Sections 3.1.14 and 3.1.15.
const SIMPLIFIED: [&str; 8] = [
    "[[P24,P25],[[1,2],[2,1]]]",
    "[[P32,1,P34,P35],[[7,1,2,6],[7,1,3,5],[7,1,5,3],[7,1,6,2],[8,1,2,5],[8,1,3,4],[8,1,4,3],[8,1,5,2],[9,1,2,4],[9,1,4,2]]]",
    "[[P42,2,P44,7],[[8,2,9,7],[9,2,8,7]]]",
    "[[9,8],[[9,8]]]",
    "[[P32,P42,9],[[7,8,9],[8,7,9]]]",
    "[[1,2,8],[[1,2,8]]]",
    "[[P24,P34,P44],[[1,7,9],[1,9,7],[2,6,9],[2,7,8],[2,8,7],[2,9,6]]]",
    "[[P25,P35,7],[[1,2,7],[2,1,7]]]",
];

#[test]
fn spaces_and_lines_are_printed_as_in_the_paper() {
    assert_eq!(shown(FIVE, 3, None), SPACES);
    assert_eq!(shown(FIVE, 5, None), SPACES);
    assert_eq!(shown(FIVE, 5, Some(4)), SPACES[3..4]);
    let lines = shown(FIVE, 4, None);
    assert_eq!((lines.len(), &*lines[0], &*lines[1]), (10, "[]", "[espaco(3,[P24,P25])]"));
    assert_eq!(shown(FIVE, 4, Some(8)), ["[espaco(10,[P25,P35,P45])]"]);
    assert_eq!(shown(FIVE, 6, Some(1)), ["[espaco(17,[P24,P34,P44]),espaco(10,[P25,P35,P45])]"]);
}

/// All lists of different digits, by brute force.
fn lists(length: usize) -> Vec<Vec<u8>> {
    let shorter = if length == 0 { return vec![Vec::new()] } else { lists(length - 1) };
    let longer =
        |list: &Vec<u8>| (1..=9).filter(|d| !list.contains(d)).map(|d| [&list[..], &[d]].concat()).collect::<Vec<_>>();
    shorter.iter().flat_map(longer).collect()
}

fn written(lists: &[Vec<u8>]) -> String {
    let one = |list: &Vec<u8>| format!("[{}]", list.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
    format!("[{}]", lists.iter().map(one).collect::<Vec<_>>().join(","))
}

/// Stages 1, 2, 7 to 11 of both published puzzles against a second way to find the same lists.
#[test]
fn whole_lists_agree_with_brute_force() {
    for puzzle in [FIVE, THREE] {
        let rules = Kakuro::new(text::read(puzzle).unwrap());
        let sums = |k: usize| {
            let (length, sum) = (rules.runs[k].cells.len(), rules.runs[k].sum);
            lists(length).into_iter().filter(|list| list.iter().sum::<u8>() == sum).collect::<Vec<_>>()
        };
        for (k, run) in rules.runs.iter().enumerate() {
            let all = sums(k);
            let rising: Vec<_> = all.iter().filter(|list| list.is_sorted()).cloned().collect();
            assert_eq!(shown(puzzle, 1, Some(k + 1)), [written(&rising)]);
            assert_eq!(shown(puzzle, 2, Some(k + 1)), [written(&all)]);
            assert!(shown(puzzle, 7, Some(k + 1))[0].ends_with(&format!(",{}]", written(&all))));
            // A digit of a crossing space's list, at the cell that both share.
            let fits = |cell: u32, digit: u8| {
                let crossing = (0..rules.runs.len()).find(|&o| o != k && rules.runs[o].cells.contains(&cell)).unwrap();
                let at = rules.runs[crossing].cells.iter().position(|&c| c == cell).unwrap();
                sums(crossing).iter().any(|list| list[at] == digit)
            };
            let possible: Vec<_> =
                all.into_iter().filter(|list| run.cells.iter().zip(list).all(|(&c, &d)| fits(c, d))).collect();
            let each: Vec<String> = possible.iter().map(|list| written(std::slice::from_ref(list))).collect();
            let each: Vec<String> = each.iter().map(|list| list[1..list.len() - 1].to_owned()).collect();
            assert_eq!(shown(puzzle, 8, Some(k + 1)), each);
            for stage in [9, 10] {
                assert!(shown(puzzle, stage, Some(k + 1))[0].ends_with(&format!(",{}]", written(&possible))));
            }
            let common = (0..run.cells.len()).filter(|&i| possible.iter().all(|list| list[i] == possible[0][i]));
            let common: Vec<String> = common.map(|i| format!("({},{})", i + 1, possible[0][i])).collect();
            assert_eq!(shown(puzzle, 11, Some(k + 1)), [format!("[{}]", common.join(","))]);
        }
    }
}

/// Figure 4 of the paper.
#[test]
fn the_list_of_the_3x3_is_that_of_the_paper() {
    let published = [
        "[[P22,P23],[[7,2],[8,1]]]",
        "[[P32,P33],[[4,2],[5,1]]]",
        "[[P22,P32],[[7,5],[8,4]]]",
        "[[P23,P33],[[1,2],[2,1]]]",
    ];
    assert_eq!(shown(THREE, 10, None), published);
}

#[test]
fn the_stages_from_12_on_are_printed_as_in_the_paper() {
    let assigned = shown(FIVE, 12, None);
    assert!(assigned[1].starts_with("[[P32,1,P34,P35],[[7,1,2,6],[7,1,3,5],[7,1,5,3],[7,1,6,2],"));
    assert!(assigned[2].starts_with("[[P42,2,P44,P45],[[7,4,9,6],[7,5,8,6],[7,6,8,5],[7,6,9,4],"));
    assert_eq!(assigned[3..6], ["[[9,8],[[9,8]]]", "[[P32,P42,9],[[7,8,9],[7,9,8],[8,7,9],[9,7,8]]]", SIMPLIFIED[5]]);
    let removed = shown(FIVE, 13, None);
    assert_eq!([&removed[..2], &removed[3..7]].concat(), [&SIMPLIFIED[..2], &SIMPLIFIED[3..7]].concat());
    assert_eq!(removed[2], "[[P42,2,P44,P45],[[8,2,9,7],[9,2,8,7]]]");
    let last = "[[P25,P35,P45],[[1,2,7],[1,3,6],[1,4,5],[1,5,4],[1,6,3],[1,7,2],[2,1,7],[2,3,5],[2,5,3]]]";
    assert_eq!(removed[7], last);
    assert_eq!(shown(FIVE, 14, None), SIMPLIFIED);
    assert_eq!(shown(FIVE, 15, None), SIMPLIFIED);
    assert_eq!(shown(FIVE, 16, None), SIMPLIFIED[..1]);
    let tried = shown(FIVE, 17, None);
    assert_eq!(tried[0], "[[1,2],[[1,2]]]");
    assert_eq!(tried[1..6], SIMPLIFIED[1..6]);
    assert_eq!(
        tried[6..],
        ["[[1,P34,P44],[[1,7,9],[1,9,7],[2,6,9],[2,7,8],[2,8,7],[2,9,6]]]", "[[2,P35,7],[[1,2,7],[2,1,7]]]"]
    );
    let solved = ["2,1", "7,1,6,2", "8,2,9,7", "9,8", "7,8,9", "1,2,8", "2,6,9", "1,2,7"];
    assert_eq!(shown(FIVE, 18, None), solved.map(|list| format!("[[{list}],[[{list}]]]")));
    let grid = shown(FIVE, 19, None);
    assert_eq!(grid[1], "| \\  | \\  | \\  |17\\ |10\\ |");
    assert_eq!(grid[3], "| \\  |24\\ |11\\3| 2  | 1  |");
}

#[test]
fn every_stage_of_every_classroom_puzzle_has_output_that_passes_its_own_check() {
    for puzzle in [FIVE, THREE] {
        for stage in 1..=19 {
            let lines = shown(puzzle, stage, None);
            assert!(!lines.is_empty(), "stage {stage}");
            let fault = GAME.fault(&*position(puzzle), stage, None, &lines.join("\n")).unwrap();
            assert_eq!(fault, None, "stage {stage}");
        }
    }
}

#[test]
fn a_students_output_may_have_other_variables_blanks_and_brackets() {
    let theirs = "[[_206,_212],[[1, 2],[2, 1]]]";
    assert_eq!(fault(9, Some(1), theirs), None);
    assert_eq!(fault(9, Some(1), "Perms_poss = [[_206, _212], [[1, 2], [2, 1]]]."), None);
    let whole = format!("Perms = [{}].", SIMPLIFIED.join(",\n  ").replace('P', "_G"));
    assert_eq!(fault(14, None, &whole), None);
    assert_eq!(fault(2, Some(4), "[[8,9],[9,8]]"), None);
}

#[test]
fn the_first_fault_is_named() {
    for (stage, space, file, words) in [
        (9, Some(1), "[[A,B],[[2,1]]]", "space 1 (3 across at r2c4): [1,2] is missing at the beginning"),
        (9, Some(1), "[[A,B],[[1,2]]]", "space 1 (3 across at r2c4): [2,1] is missing behind [1,2]"),
        (
            9,
            Some(1),
            "[[A,B],[[2,1],[1,2]]]",
            "space 1 (3 across at r2c4): [2,1] is out of order, expected [1,2] at the beginning",
        ),
        (
            9,
            Some(4),
            "[[A,B],[[8,9],[9,8]]]",
            "space 4 (17 across at r5c2): [8,9] is wrong, expected [9,8] at the beginning",
        ),
        (9, Some(4), "[[A,B],[[9,8],[8,9]]]", "space 4 (17 across at r5c2): [8,9] is one too many behind the last"),
        (
            9,
            Some(1),
            "[[A,A],[[1,2],[2,1]]]",
            "space 1 (3 across at r2c4): A in the place of P25: one variable for each cell, the same wherever the cell stands",
        ),
        (8, Some(4), "[8,9]", "space 4 (17 across at r5c2): [8,9] is wrong, expected [9,8] at the beginning"),
        (16, None, "false", "space 1 (3 across at r2c4): expected [[P24,P25],[[1,2],[2,1]]], found false"),
        (
            19,
            None,
            "# # # 17\\ 10\\\n# 24\\ 11\\3 2 1\n\\16 7 1 2 6\n\\26 8 2 9 7\n\\17 9 8 # #",
            "r3c4 is 2, expected 6",
        ),
    ] {
        assert_eq!(fault(stage, space, file).as_deref(), Some(words), "stage {stage}: {file}");
    }
    let short = SIMPLIFIED[..7].join("\n");
    let missing = "space 8 (10 down at r2c5): missing, expected [[P25,P35,7],[[1,2,7],[2,1,7]]]";
    assert_eq!(fault(14, None, &short).as_deref(), Some(missing));
    let wrong = SIMPLIFIED.join("\n").replace("[8,1,4,3],", "");
    let words = "space 2 (16 across at r3c2): [8,1,4,3] is missing behind [8,1,3,4]";
    assert_eq!(fault(14, None, &wrong).as_deref(), Some(words));
}
