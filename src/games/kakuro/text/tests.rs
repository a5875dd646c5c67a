use proptest::prelude::*;

use super::{line, read};
use crate::games::Placed;
use crate::games::kakuro::grid::{Grid, Square};
use crate::games::kakuro::rules::{Filling, Kakuro};

fn write(grid: &Grid, digits: &[u8], form: &str) -> Option<String> {
    Placed::boxed(Kakuro::new(grid.clone()), Filling::of(digits.into())).text(form)
}

const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";

const FIVE_LIST: &str = "[[[0, 0], [0, 0], [0, 0], [17, 0], [10, 0]],
 [[0, 0], [24, 0], [11, 3], P24, P25],
 [[0, 16], P32, P33, P34, P35],
 [[0, 26], P42, P43, P44, P45],
 [[0, 17], P52, P53, [0, 0], [0, 0]]]";

const FIVE_PRINTED: &str = "\
-----
| \\  | \\  | \\  |17\\ |10\\ |
-----
| \\  |24\\ |11\\3| ?  | ?  |
-----
| \\16| ?  | ?  | ?  | ?  |
-----
| \\26| ?  | ?  | _  | ?  |
-----
| \\17| ?  | ?  | \\  | \\  |
-----
";

fn blank_digits(grid: &Grid) -> Vec<u8> {
    vec![0; grid.squares().len()]
}

fn refused(text: &str) -> (usize, usize, String) {
    let error = read(text).expect_err("malformed");
    (error.line, error.column, error.message)
}

#[test]
fn the_three_published_forms_are_one_puzzle() {
    let grid = read(FIVE).unwrap();
    assert_eq!(grid, read(FIVE_LIST).unwrap());
    assert_eq!(grid, read(FIVE_PRINTED).unwrap());
    assert_eq!((grid.rows(), grid.cols(), grid.whites()), (5, 5, 12));
    let sums: Vec<u8> = grid.runs().iter().map(|run| run.sum).collect();
    assert_eq!(sums, [3, 16, 26, 17, 24, 11, 17, 10]);
}

#[test]
fn every_form_is_read_back() {
    let grid = read(FIVE).unwrap();
    for form in ["grid", "list", "printed", "link"] {
        let text = write(&grid, &blank_digits(&grid), form).unwrap();
        assert_eq!(read(&text).unwrap(), grid, "{form}: {text}");
    }
    assert_eq!(read(&line(&grid, &blank_digits(&grid))).unwrap(), grid);
    assert!(write(&grid, &blank_digits(&grid), "printed").unwrap().contains("\n| \\  |24\\ |11\\3| ?  | ?  |\n"));
}

#[test]
fn the_published_address() {
    let grid = read("https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG").unwrap();
    assert_eq!((grid.rows(), grid.cols()), (6, 7));
    let link = write(&grid, &blank_digits(&grid), "link").unwrap();
    assert_eq!(link.trim_end(), "https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG");
    assert_eq!(grid.at(1, 1), Square::Black { down: 23, right: 12 });
}

#[test]
fn givens_and_rows_on_one_line() {
    let grid = read("# 9\\ 7\\/\\9 7 ./\\7 . 5").unwrap();
    assert_eq!(grid.at(1, 1), Square::White { given: 7 });
    assert_eq!(grid.at(2, 2), Square::White { given: 5 });
    assert_eq!(grid, read("[[[0,0],[9,0],[7,0]],[[0,9],7,_],[[0,7],Var,5]].").unwrap());
}

#[test]
fn malformed_texts_are_told_with_their_place() {
    assert_eq!(refused("# 3\\\n\\3 x").0, 2);
    assert_eq!(refused("# 3\\\n\\3 x").1, 4);
    assert_eq!(refused("# 46\\\n\\3 ."), (1, 3, "clue 46, expected at most 45".into()));
    assert_eq!(refused("# 3\\\n\\3 . .").2, "a row of 3 cells, expected 2 as in the first row");
    assert!(refused("# #\n# #").2.contains("no white cell"));
    let (row, col, message) = refused("# # # # # # # # # # #\n\\3 . . . . . . . . . .");
    assert_eq!((row, col), (2, 4));
    assert!(message.contains("10 cells"), "{message}");
    assert!(refused("").2.contains("nothing here"));
    assert_eq!(refused("[[[0,0],[46,0]],[[0,3],_]]").1, 10);
    assert!(refused("[[[0,0],[4,0]],[[0,3],_]").2.contains("the text ends"));
    assert!(refused("[[[0,0],[4,0]],[[0,3],p]]").2.contains("expected `[V,H]`"));
    assert_eq!(refused("| \\  |3\\  |\n-----\n| \\3 | x  |").0, 3);
    assert!(refused("kakuro/2/2/n3").2.contains("the address ends"));
    assert!(refused("kakuro/2/2/z3").2.contains("more than are left"));
    assert!(refused("kakuro/99999999999999999999/2/z").2.contains("larger than 150x150"));
    assert!(refused("kakuro/150/2/z").2.contains("larger than 150x150"));
    assert!(refused("kakuro/2/2/n3333x").2.contains("expected the end"));
}

#[test]
fn a_grid_of_150_by_150_is_read_and_a_larger_one_is_not() {
    let square = |rows: usize, cols: usize| {
        let row = |r: usize| (0..cols).map(|c| if r % 2 == 1 && c % 2 == 1 { "." } else { "#" }).collect::<Vec<_>>();
        (0..rows).map(|r| row(r).join(" ")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(read(&square(150, 150)).unwrap().rows(), 150);
    assert!(refused(&square(151, 2)).2.contains("larger than 150x150"));
    assert!(refused(&square(2, 151)).2.contains("larger than 150x150"));
}

#[test]
fn oddities_are_told_with_their_place() {
    let grid = read("# 9\\ 7\\\n\\9 . .\n\\7 . #").unwrap();
    assert_eq!(
        grid.oddities(),
        [
            "r3c2: a run across of one cell: its digit is the clue 7",
            "r2c3: a run down of one cell: its digit is the clue 7"
        ]
    );
    let grid = read(". .\n\\7 5\\5").unwrap();
    let odd = grid.oddities().join("\n");
    assert!(odd.contains("r1c1: a run across without a clue"), "{odd}");
    assert!(odd.contains("r2c1: a clue across, 7, without a run"), "{odd}");
    assert!(odd.contains("r2c2: a clue down, 5, without a run"), "{odd}");
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (1usize..8, 1usize..8).prop_flat_map(|(rows, cols)| {
        let square = prop_oneof![
            (0u8..=45, 0u8..=45).prop_map(|(down, right)| Square::Black { down, right }),
            Just(Square::BLANK),
            (0u8..=9).prop_map(|given| Square::White { given }),
            Just(Square::OPEN),
        ];
        proptest::collection::vec(square, rows * cols)
            .prop_filter_map("no white cell", move |squares| Grid::new(cols, squares).ok())
    })
}

fn givens(grid: &Grid) -> Vec<u8> {
    grid.squares().iter().map(|s| if let Square::White { given } = s { *given } else { 0 }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_grid_is_read_back(grid in any_grid()) {
        for form in ["grid", "list", "printed"] {
            let text = write(&grid, &givens(&grid), form).unwrap();
            prop_assert_eq!(&read(&text).unwrap(), &grid, "{}: {}", form, text);
        }
        if let Some(link) = write(&grid, &givens(&grid), "link") {
            prop_assert_eq!(&read(&link).unwrap(), &grid);
        }
    }

    #[test]
    fn readers_never_panic(text in "\\PC{0,60}") {
        let _ = read(&text);
    }

    #[test]
    fn readers_never_panic_on_what_looks_right(
        start in prop_oneof![Just(""), Just("["), Just("[["), Just("|"), Just("kakuro/"), Just("kakuro/3/3/")],
        rest in "[\\[\\],0-9a-zA-Z_|?\\\\ ./#\n-]{0,60}",
    ) {
        let _ = read(&format!("{start}{rest}"));
    }
}
