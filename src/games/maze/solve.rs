//! The strategies.

use std::sync::Arc;

use super::explore::{Explorer, Order};
use super::rules::{Dir, Maze, Walk};
use super::wall::WallFollower;
use crate::search::{self, Engine, Guide, Keeps, Plan, PlanError, Remember, Strategy, Toggle};

const fn strategy(name: &'static str, about: &'static str, toggles: &'static [Toggle]) -> Strategy {
    Strategy { name, about, toggles, anytime: false, weight: None }
}

const MANHATTAN: &str = "manhattan";
const RIGHT_HAND: &str = "right-hand";

pub static STRATEGIES: &[Strategy] = &[
    strategy(
        "a*",
        "first where moves made plus rows and columns to the goal are least: a shortest way",
        &[Toggle::on(MANHATTAN, "rows and columns to the goal; without it all around alike")],
    ),
    strategy("bfs", "breadth first, the nearest squares first: a shortest way", &[]),
    strategy("dfs", "depth first, no square twice: some way, in little time", &[]),
    strategy(
        "wall",
        "one hand on the wall; finds the goal where no loop lies between, and proves nothing",
        &[Toggle::off(RIGHT_HAND, "the right hand, not the left").keeping(Keeps::Nothing)],
    ),
    strategy("classic", "the classroom's search: depth first, no square twice on the way; complete", &[]),
    strategy("classic-all", "the classroom's search, on to all ways within M moves (M sets it)", &[]),
];

pub fn engine(maze: &Arc<Maze>, walk: &Walk, plan: &Plan) -> Result<Box<dyn Engine>, PlanError> {
    let order = match plan.strategy.name {
        "bfs" => Order::Breadth,
        "dfs" => Order::Depth,
        "wall" => return Ok(search::engine(WallFollower::new(maze, walk, plan.is_on(RIGHT_HAND), plan)?)),
        name @ ("classic" | "classic-all") => {
            let plan = Plan { all: plan.all || name == "classic-all", ..plan.clone() };
            let start = Walk::without_trail(walk.at);
            return search::depth_first(maze, &start, Distance, &plan, Remember::Path);
        }
        _ => Order::Best { manhattan: plan.is_on(MANHATTAN) },
    };
    Ok(search::engine(Explorer::new(maze, walk, order, plan)?))
}

/// Leaves out what cannot come to the goal within the moves that are allowed.
#[derive(Clone)]
struct Distance;

impl Guide<Maze> for Distance {
    fn estimate(&mut self, maze: &Maze, walk: &Walk) -> u32 {
        maze.distance(walk.at)
    }

    fn undoes(&self, last: &Dir, next: &Dir) -> bool {
        last.turned(2) == *next
    }
}
