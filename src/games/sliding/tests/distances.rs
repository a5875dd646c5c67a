//! Every heuristic against exhaustive distances.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::canon::{Canon, Labels, goal_labels};
use super::super::kernel::Grid;
use super::super::rules::{Dir, Goal, MAX_CELLS, Size, Sliding};
use super::super::solve::judge_of;
use super::{GAME, plan, solve};
use crate::games::Game;
use crate::search::{Plan, Rules};

/// Positions of the 8-puzzle by distance (OEIS A089473).
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// All positions of a small board with the goal 0 1 2 …, by layers.
fn layers(size: Size) -> Vec<Vec<u64>> {
    let mut distance = FxHashMap::default();
    let goal = u64::pack(&goal_labels(size));
    let mut layers = vec![vec![(goal, 0_usize)]];
    distance.insert(goal, 0);
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        let depth = layers.len();
        let mut next = Vec::new();
        for &(grid, blank) in layer {
            for to in Dir::ULRD.into_iter().filter_map(|dir| size.neighbour(blank, dir)) {
                let grid = grid.slid(blank, to, grid.label(to), 0);
                distance.entry(grid).or_insert_with(|| {
                    next.push((grid, to));
                    depth
                });
            }
        }
        layers.push(next);
    }
    layers.pop();
    layers.into_iter().map(|layer| layer.into_iter().map(|(grid, _)| grid).collect()).collect()
}

fn labels_of(grid: u64, size: Size) -> Labels {
    let mut labels = [0; MAX_CELLS];
    for (cell, label) in labels.iter_mut().enumerate().take(size.cells()) {
        *label = grid.label(cell) as u8;
    }
    labels
}

fn line_of(grid: u64, size: Size) -> String {
    labels_of(grid, size)[..size.cells()].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const HEURISTICS: [&[&str]; 6] = [
    &["manhattan"],
    &["manhattan", "linear-conflict"],
    &["walking-distance"],
    &["pdb-small", "reflection"],
    &["pdb", "reflection"],
    &["manhattan", "linear-conflict", "walking-distance", "pdb-small", "reflection"],
];

fn check_admissible(size: Size, layers: &[Vec<u64>], take_every: usize) {
    let rules = Arc::new(Sliding::new(size, Goal::BlankFirst));
    for only in HEURISTICS {
        let estimate = judge_of(&rules, &plan("ida*", only));
        for (distance, layer) in layers.iter().enumerate() {
            for &grid in layer.iter().step_by(take_every) {
                let value = estimate.of(&labels_of(grid, size)) as usize;
                assert!(
                    value <= distance && (distance - value).is_multiple_of(2),
                    "{only:?} says {value} of {distance}"
                );
            }
        }
    }
}

#[test]
fn the_whole_eight_puzzle_agrees() {
    let size = Size::new(3, 3).unwrap();
    let layers = layers(size);
    assert_eq!(layers.iter().map(Vec::len).collect::<Vec<_>>(), EIGHT_PUZZLE);
    check_admissible(size, &layers, 1);
    // One pattern holds all eight tiles, so the default's estimate is the distance itself, and IDA* walks straight.
    let rules = Arc::new(Sliding::new(size, Goal::BlankFirst));
    let exact = judge_of(&rules, &plan("ida*", &["pdb"]));
    for (distance, layer) in layers.iter().enumerate() {
        for &grid in layer {
            assert_eq!(exact.of(&labels_of(grid, size)) as usize, distance);
        }
    }
}

#[test]
fn every_position_of_the_eight_puzzle_comes_out_optimal() {
    let size = Size::new(3, 3).unwrap();
    let plan = Plan::new(GAME.strategy("ida*").unwrap());
    for (distance, layer) in layers(size).iter().enumerate() {
        for &grid in layer {
            let (answer, _) = solve(&*super::read_blank_first(&line_of(grid, size)), &plan);
            assert_eq!((answer.length() as usize, answer.optimal), (distance, true));
        }
    }
}

#[test]
fn farthest_positions_of_narrow_boards() {
    for (cols, farthest) in [(2, 6), (3, 21), (4, 36)] {
        let layers = layers(Size::new(2, cols).unwrap());
        assert_eq!(layers.len() - 1, farthest, "2x{cols} (OEIS A151943)");
        check_admissible(Size::new(2, cols).unwrap(), &layers, 1);
    }
}

#[test]
fn two_by_five_sampled() {
    let size = Size::new(2, 5).unwrap();
    let layers = layers(size);
    assert_eq!(layers.len() - 1, 55);
    check_admissible(size, &layers, 17);
}

#[test]
fn three_by_four_sampled_and_every_goal_alike() {
    for (number, goal) in [(1, "blank-last"), (2, "blank-first"), (3, "blank-last"), (4, "blank-first")] {
        let position = GAME.deal(&format!("3x4,goal={goal}:{number}")).unwrap();
        let (shortest, _) = solve(&*position, &plan("ida*", &["manhattan", "linear-conflict"]));
        for only in HEURISTICS {
            let (answer, _) = solve(&*position, &plan("ida*", only));
            assert_eq!((answer.length(), answer.optimal), (shortest.length(), true), "{only:?}");
        }
    }
}

#[test]
fn a_goal_with_the_blank_in_the_middle_works_with_every_heuristic() {
    let text = "2 1 3 4 5 6 7 8 0";
    let position = GAME.read(text, &super::options(&[("goal", "1 2 3 8 0 4 7 6 5")])).unwrap();
    let (shortest, _) = solve(&*position, &plan("bfs", &[]));
    for only in HEURISTICS {
        assert_eq!(solve(&*position, &plan("ida*", only)).0.length(), shortest.length(), "{only:?}");
    }
}

#[test]
fn estimates_follow_moves_as_if_made_anew() {
    // The kernel keeps estimates up to date move by move: were one of them off, answers on other boards would be
    // longer than these, or node counts differ between orders of summing.
    let rules = Arc::new(Sliding::new(Size::new(4, 4).unwrap(), Goal::BlankLast));
    let canon = Canon::new(&rules);
    for only in HEURISTICS {
        let plan = plan("ida*", only);
        let estimate = judge_of(&rules, &plan);
        let mut board = *rules.goal_board();
        let mut random = crate::games::SplitMix(5);
        for step in 1..=30_u32 {
            let mut moves = Vec::new();
            rules.moves(&board, &mut moves);
            rules.apply(&mut board, &moves[random.below(moves.len())]);
            assert!(estimate.of(&canon.labels(&board)) <= step, "{only:?}");
        }
    }
}
