use std::sync::Arc;

use super::stages::*;
use crate::games::Game;
use crate::games::Puzzle;
use crate::games::kakuro::grid::{Direction, Grid, Square};
use crate::games::kakuro::rules::Kakuro;
use crate::games::kakuro::{GAME, text};
use crate::search::{Engine, Outcome, Plan};

/// `puzzle_publico(2)`: the 5×5 of the course's paper.
const FIVE: &str = "# # # 17\\ 10\\\n# 24\\ 11\\3 . .\n\\16 . . . .\n\\26 . . . .\n\\17 . . # #\n";
const THREE: &str = "# 12\\ 3\\\n\\9 . .\n\\6 . .";
const ALL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

fn grid(text: &str) -> Grid {
    text::read(text).unwrap()
}

fn empty(grid: &Grid) -> Vec<u8> {
    vec![0; grid.squares().len()]
}

/// `r2c4` of a 5×5 as a square number.
fn p(name: u32) -> u32 {
    (name / 10 - 1) * 5 + name % 10 - 1
}

fn cells(names: &[u32]) -> Vec<u32> {
    names.iter().map(|&name| p(name)).collect()
}

fn perms(lists: &[&[u8]]) -> Vec<Permutation> {
    lists.iter().map(|list| Permutation::new(list)).collect()
}

fn sizes(list: &[Possible]) -> Vec<usize> {
    list.iter().map(|possible| possible.permutations.len()).collect()
}

/// The line `[[5,13],_,_,[0,0],[6,9],_,_,_]` of the paper.
fn published_line() -> Vec<(u32, Square)> {
    let black = |down, right| Square::Black { down, right };
    let (o, line) = (Square::OPEN, [black(5, 13), Square::OPEN, Square::OPEN, black(0, 0), black(6, 9)]);
    line.into_iter().chain([o, o, o]).enumerate().map(|(i, square)| (i as u32, square)).collect()
}

#[test]
fn stage_1_sum_combinations() {
    assert_eq!(sum_combinations(2, &ALL, 13), [[4, 9], [5, 8], [6, 7]]);
}

#[test]
fn stage_2_sum_permutations() {
    assert_eq!(sum_permutations(2, &ALL, 13), perms(&[&[4, 9], &[5, 8], &[6, 7], &[7, 6], &[8, 5], &[9, 4]]));
}

#[test]
fn stage_3_a_space_of_a_line() {
    let line = published_line();
    let mut across = space_of_line(&line, Direction::Across);
    assert_eq!(across.next(), Some(Space { sum: 13, cells: vec![1, 2] }));
    assert_eq!(across.next(), Some(Space { sum: 9, cells: vec![5, 6, 7] }));
    assert_eq!(across.next(), None);
    let mut down = space_of_line(&line, Direction::Down);
    assert_eq!(down.next(), Some(Space { sum: 5, cells: vec![1, 2] }));
}

#[test]
fn stage_4_spaces_of_a_line() {
    let line = published_line();
    let sums = |direction| spaces_of_line(&line, direction).iter().map(|space| space.sum).collect::<Vec<_>>();
    assert_eq!(sums(Direction::Across), [13, 9]);
    assert_eq!(sums(Direction::Down), [5, 6]);
    let blacks =
        [(0, Square::Black { down: 5, right: 13 }), (1, Square::BLANK), (2, Square::Black { down: 6, right: 9 })];
    assert_eq!(spaces_of_line(&blacks, Direction::Down), []);
}

#[test]
fn stage_5_spaces_of_the_puzzle() {
    let spaces = spaces_of_puzzle(&grid(FIVE));
    let published: [(u8, &[u32]); 8] = [
        (3, &[24, 25]),
        (16, &[32, 33, 34, 35]),
        (26, &[42, 43, 44, 45]),
        (17, &[52, 53]),
        (24, &[32, 42, 52]),
        (11, &[33, 43, 53]),
        (17, &[24, 34, 44]),
        (10, &[25, 35, 45]),
    ];
    let published: Vec<Space> = published.iter().map(|(sum, names)| Space { sum: *sum, cells: cells(names) }).collect();
    assert_eq!(spaces, published);
}

#[test]
fn stage_6_spaces_sharing_cells() {
    let spaces = spaces_of_puzzle(&grid(FIVE));
    assert_eq!(spaces_sharing_cells(&spaces, &spaces[0]), [6, 7]);
}

#[test]
fn stage_7_sum_permutations_of_all_spaces() {
    let sums = sum_permutations_of_spaces(&spaces_of_puzzle(&grid(FIVE)));
    assert_eq!(sums[0][..], perms(&[&[1, 2], &[2, 1]]));
    assert_eq!(sums[1][..2], perms(&[&[1, 2, 4, 9], &[1, 2, 5, 8]]));
    assert_eq!(sums[2][..2], perms(&[&[2, 7, 8, 9], &[2, 7, 9, 8]]));
    assert_eq!(sums[3][..], perms(&[&[8, 9], &[9, 8]]));
    assert_eq!(sums[4][..3], perms(&[&[7, 8, 9], &[7, 9, 8], &[8, 7, 9]]));
    assert_eq!(sums[5][..3], perms(&[&[1, 2, 8], &[1, 3, 7], &[1, 4, 6]]));
    assert_eq!(sums[6][..3], perms(&[&[1, 7, 9], &[1, 9, 7], &[2, 6, 9]]));
    assert_eq!(sums[7][..3], perms(&[&[1, 2, 7], &[1, 3, 6], &[1, 4, 5]]));
}

#[test]
fn stage_8_permutation_possible() {
    let grid = grid(FIVE);
    let spaces = spaces_of_puzzle(&grid);
    let sums = sum_permutations_of_spaces(&spaces);
    let possible = |list: &[u8], space: usize| {
        permutation_possible(&Permutation::new(list), &spaces[space], &spaces, &sums, &empty(&grid))
    };
    assert!(possible(&[9, 8], 3));
    assert!(!possible(&[8, 9], 3));
    // The example of figure 3: no permutation of a sum of 3 has a 9.
    assert!(!possible(&[9, 6, 2], 6));
}

#[test]
fn stage_9_possible_permutations_of_a_space() {
    let grid = grid(FIVE);
    let spaces = spaces_of_puzzle(&grid);
    let sums = sum_permutations_of_spaces(&spaces);
    let of = |space| possible_of_space(space, &spaces, &sums, &empty(&grid), true);
    assert_eq!(of(0).permutations[..], perms(&[&[1, 2], &[2, 1]]));
    assert_eq!(of(0).cells, cells(&[24, 25]));
    assert_eq!(of(3).permutations[..], perms(&[&[9, 8]]));
}

#[test]
fn stage_10_possible_permutations_of_all_spaces() {
    let five = grid(FIVE);
    let list = possible_of_spaces(&spaces_of_puzzle(&five), &empty(&five));
    assert_eq!(sizes(&list), [2, 36, 37, 1, 4, 1, 6, 9]);
    assert_eq!(list[1].permutations[..4], perms(&[&[7, 1, 2, 6], &[7, 1, 3, 5], &[7, 1, 5, 3], &[7, 1, 6, 2]]));
    assert_eq!(list[2].permutations[..4], perms(&[&[7, 4, 9, 6], &[7, 5, 8, 6], &[7, 6, 8, 5], &[7, 6, 9, 4]]));
    assert_eq!(list[4].permutations[..], perms(&[&[7, 8, 9], &[7, 9, 8], &[8, 7, 9], &[9, 7, 8]]));
    let seventeen = [[1, 7, 9], [1, 9, 7], [2, 6, 9], [2, 7, 8], [2, 8, 7], [2, 9, 6]];
    assert_eq!(list[6].permutations[..], perms(&seventeen.each_ref().map(|list| &list[..])));

    let three = grid(THREE);
    let list = possible_of_spaces(&spaces_of_puzzle(&three), &empty(&three));
    assert_eq!(list[0].permutations[..], perms(&[&[7, 2], &[8, 1]]));
    assert_eq!(list[1].permutations[..], perms(&[&[4, 2], &[5, 1]]));
    assert_eq!(list[2].permutations[..], perms(&[&[7, 5], &[8, 4]]));
    assert_eq!(list[3].permutations[..], perms(&[&[1, 2], &[2, 1]]));
}

#[test]
fn stage_11_common_numbers() {
    assert_eq!(common_numbers(&perms(&[&[7, 1, 5, 3], &[7, 5, 1, 3], &[7, 4, 2, 3]])), [(1, 7), (4, 3)]);
    assert_eq!(common_numbers(&perms(&[&[7, 1, 5, 3], &[7, 5, 1, 3], &[9, 4, 2, 1]])), []);
}

#[test]
fn stage_12_assign_common() {
    let five = grid(FIVE);
    let mut digits = empty(&five);
    let list = possible_of_spaces(&spaces_of_puzzle(&five), &digits);
    let mut order = Vec::new();
    assign_common(&list, &mut digits, &mut order).unwrap();
    assert_eq!(order, cells(&[52, 53, 33, 43]));
    assert_eq!(order.iter().map(|&cell| digits[cell as usize]).collect::<Vec<_>>(), [9, 8, 1, 2]);
}

#[test]
fn stage_13_remove_impossible() {
    let five = grid(FIVE);
    let mut digits = empty(&five);
    let mut list = possible_of_spaces(&spaces_of_puzzle(&five), &digits);
    assign_common(&list, &mut digits, &mut Vec::new()).unwrap();
    remove_impossible(&mut list, &digits);
    assert_eq!(sizes(&list), [2, 10, 2, 1, 2, 1, 6, 9]);
    assert_eq!(list[2].permutations[..], perms(&[&[8, 2, 9, 7], &[9, 2, 8, 7]]));
}

#[test]
fn stage_14_simplify() {
    let five = grid(FIVE);
    let mut digits = empty(&five);
    let mut list = possible_of_spaces(&spaces_of_puzzle(&five), &digits);
    simplify(&mut list, &mut digits, &mut Vec::new()).unwrap();
    assert_eq!(sizes(&list), [2, 10, 2, 1, 2, 1, 6, 2]);
    assert_eq!(digits[p(45) as usize], 7);
    assert_eq!(list[7].permutations[..], perms(&[&[1, 2, 7], &[2, 1, 7]]));
}

#[test]
fn stage_15_initialise() {
    let five = grid(FIVE);
    let list = initialise(&five, &mut empty(&five), &mut Vec::new()).unwrap();
    assert_eq!(sizes(&list), [2, 10, 2, 1, 2, 1, 6, 2]);
}

#[test]
fn stage_16_choose_fewest_alternatives() {
    let five = grid(FIVE);
    let list = initialise(&five, &mut empty(&five), &mut Vec::new()).unwrap();
    assert_eq!(fewest_alternatives(&list), Some(0));
    let settled = |list: &[u8]| Possible { cells: vec![0, 1], permutations: perms(&[list]).into() };
    assert_eq!(fewest_alternatives(&[settled(&[3, 6]), settled(&[6, 1]), settled(&[3, 6]), settled(&[6, 1])]), None);
}

#[test]
fn stage_17_try_a_permutation() {
    let five = grid(FIVE);
    let mut digits = empty(&five);
    let mut order = Vec::new();
    let mut list = initialise(&five, &mut digits, &mut order).unwrap();
    let first = list[0].permutations[0];
    assert!(try_permutation(&mut list, 0, first, &mut digits, &mut order));
    assert_eq!(sizes(&list), [1, 10, 2, 1, 2, 1, 6, 2]);
    assert_eq!((digits[p(24) as usize], digits[p(25) as usize]), (1, 2));
}

#[test]
fn stage_18_resolve_the_list() {
    let five = grid(FIVE);
    let (mut digits, mut order, mut tries) = (empty(&five), Vec::new(), Vec::new());
    let list = initialise(&five, &mut digits, &mut order).unwrap();
    let solved = resolve_list(list, &mut digits, &mut order, &mut tries, usize::MAX).unwrap();
    let lists: Vec<Permutation> = solved.iter().map(|possible| possible.permutations[0]).collect();
    let published: [&[u8]; 8] =
        [&[2, 1], &[7, 1, 6, 2], &[8, 2, 9, 7], &[9, 8], &[7, 8, 9], &[1, 2, 8], &[2, 6, 9], &[1, 2, 7]];
    assert_eq!(lists, perms(&published));
    let tried = perms(&[&[1, 2], &[2, 1], &[8, 2, 9, 7]]);
    assert_eq!(tries, [(0, tried[0]), (0, tried[1]), (2, tried[2])]);
}

#[test]
fn stage_19_solve() {
    let five = grid(FIVE);
    let digits = solve(&five, &empty(&five)).unwrap();
    assert_eq!(text::joined(&five, &digits), "# # # 17\\ 10\\/# 24\\ 11\\3 2 1/\\16 7 1 6 2/\\26 8 2 9 7/\\17 9 8 # #");
    let three = grid(THREE);
    let first = solve(&three, &empty(&three)).unwrap();
    assert_eq!(text::joined(&three, &first), "# 12\\ 3\\/\\9 7 2/\\6 5 1");
}

fn engine(text: &str, change: impl Fn(Plan) -> Plan) -> Box<dyn Engine> {
    let rules = Arc::new(Kakuro::new(grid(text)));
    let start = rules.start();
    let plan = change(Plan::new(GAME.strategy("classic").unwrap()));
    Kakuro::engine(&rules, &start, &plan).unwrap()
}

#[test]
fn the_stepper_makes_the_published_tries() {
    let mut engine = engine(FIVE, |plan| plan);
    let mut tried = Vec::new();
    while engine.run(1, None) == Outcome::MoreWork {
        let note = engine.focus().note;
        if let Some(rest) = note.split("tries ").nth(1) {
            tried.push(rest.to_string());
        }
    }
    assert_eq!(
        tried,
        [
            "[1,2] in space 1 (3 across at r2c4)",
            "[2,1] in space 1 (3 across at r2c4)",
            "[8,2,9,7] in space 3 (26 across at r4c2)"
        ]
    );
    assert_eq!(engine.counters().generated, 4);
    assert!(engine.answer().is_some());
}

#[test]
fn both_solutions_of_the_3x3() {
    let mut engine = engine(THREE, |mut plan| {
        plan.all = true;
        plan
    });
    assert_eq!(engine.run(u64::MAX, None), Outcome::Solved);
    assert_eq!(engine.answer().unwrap().solutions, Some(2));
}

#[test]
fn without_its_stages_it_is_slower_but_right() {
    for off in ["crossing-filter", "common-numbers", "removal", "fewest"] {
        let mut engine = engine(FIVE, |plan| plan.with(off, false));
        assert_eq!(engine.run(u64::MAX, None), Outcome::Solved, "{off}");
        let grid = engine.answer().unwrap().extra[1].1.clone();
        assert!(grid.words().unwrap().ends_with("\\26 8 2 9 7/\\17 9 8 # #"), "{off}");
    }
}

/// A node with the depth at which it was told, and the nodes that were left.
#[derive(Default)]
struct Told {
    made: Vec<(u64, Option<u64>, String)>,
    at_work: Vec<u64>,
    dead: Vec<u64>,
    left: Vec<u64>,
}

impl crate::search::Observer for Told {
    fn on(&mut self, event: &crate::search::Event<'_>) {
        use crate::search::Event;
        match event {
            Event::Node(node) => {
                self.made.push((node.id, node.parent, node.mv.map(ToString::to_string).unwrap_or_default()));
            }
            Event::Expand { id, .. } => self.at_work.push(*id),
            Event::Dead { id, .. } => self.dead.push(*id),
            Event::Leave { id, .. } => self.left.push(*id),
            _ => {}
        }
    }
}

/// Section 2.2 on the published 5×5: `[1,2]` fails, `[2,1]` leads to the choice of space 3.
#[test]
fn node_numbers_are_those_of_their_node() {
    let mut told = Told::default();
    assert_eq!(engine(FIVE, |plan| plan).run(u64::MAX, Some(&mut told)), Outcome::Solved);
    let made: Vec<_> = told.made.iter().map(|(id, parent, mv)| (*id, *parent, &**mv)).collect();
    let tries = [
        (0, None, ""),
        (1, Some(0), "r2c4=1 r2c5=2"),
        (2, Some(0), "r2c4=2 r2c5=1"),
        (3, Some(2), "r4c2=8 r4c3=2 r4c4=9 r4c5=7"),
    ];
    assert_eq!(made, tries);
    assert_eq!((told.dead, told.left), (vec![1], vec![1]));
    let mut at_work = told.at_work;
    at_work.dedup();
    // A permutation is tried in the node in which its space was chosen.
    assert_eq!(at_work, [0, 1, 0, 2, 3]);
}
