//! The figure of the Lisbon project (2021): how many permutations are left after each stage of the classroom's method.

use super::classic::stages::{Possible, initialise, possible_of_spaces, spaces_of_puzzle, sum_permutations_of_spaces};
use super::grid::Grid;
use super::rules::Kakuro;
use crate::games::studies::{Axis, Figure, Panel, Point, Series, Study, Trial, Tried};
use crate::games::{Placed, Position};

pub struct Lisbon;

static FIGURE: Figure = Figure {
    name: "lisbon",
    title: "Kakuro: permutations left after each stage",
    report: "Lógica para Programação, IST Lisbon 2021",
    nodes: 100_000,
};

const PUZZLES: [&str; 6] = ["ist-3x3", "ist-5x5", "easy-9x9", "medium-9x9", "hard-9x9", "expert-9x9"];

impl Study for Lisbon {
    fn figure(&self) -> &'static Figure {
        &FIGURE
    }

    fn trials(&self) -> Vec<Trial> {
        PUZZLES.iter().map(|name| Trial::new(format!("kakuro/{name}"), "classic")).collect()
    }

    fn panels(&self, tried: &[Tried]) -> Vec<Panel> {
        let series = tried.iter().zip(PUZZLES).map(|(run, name)| {
            let left = left_after_stages(grid(&*run.position));
            let spaces = left.spaces as f64;
            let points = [(7.0, left.sums), (10.0, left.possible), (15.0, left.initialised), (19.0, left.spaces)];
            let points = points.map(|(stage, count)| Point::at(stage, count as f64 / spaces));
            Series::new(name, points.to_vec())
        });
        vec![Panel {
            title: "Permutations left, per space".into(),
            x: Axis::count("stage: 7 sums, 10 possible, 15 simplified, 19 solved"),
            y: Axis::count("permutations per space (1 is solved)").log(),
            series: series.collect(),
        }]
    }

    fn caption(&self, tried: &[Tried]) -> Vec<String> {
        let lines = tried.iter().zip(PUZZLES).map(|(run, name)| {
            let left = left_after_stages(grid(&*run.position));
            format!(
                "{name}: {} spaces, {} permutations with the sums, {} possible, {} after simplifying; then {} nodes of trying.",
                left.spaces, left.sums, left.possible, left.initialised, run.nodes
            )
        });
        lines.collect()
    }
}

struct Left {
    spaces: usize,
    sums: usize,
    possible: usize,
    initialised: usize,
}

fn grid(position: &dyn Position) -> &Grid {
    &Placed::<Kakuro>::of(position).rules.grid
}

fn left_after_stages(grid: &Grid) -> Left {
    let spaces = spaces_of_puzzle(grid);
    let mut digits = vec![0; grid.squares().len()];
    let sums = sum_permutations_of_spaces(&spaces).iter().map(|permutations| permutations.len()).sum();
    let count = |list: &[Possible]| list.iter().map(|possible| possible.permutations.len()).sum();
    let possible = count(&possible_of_spaces(&spaces, &digits));
    // A grid without a solution may leave a space without any.
    let initialised = initialise(grid, &mut digits, &mut Vec::new()).map_or(0, |list| count(&list));
    Left { spaces: spaces.len(), sums, possible, initialised }
}
