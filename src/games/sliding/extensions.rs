//! What sliding puzzles have beyond what every game has: tables to cite, a goal to print.

use super::canon::Canon;
use super::pattern::{Key, partition};
use super::rules::{BLANK, Sliding};
use super::{SlidingGame, packing, solve, text};
use crate::games::{Citing, Claims, Method, Options, Placed, Position, TextError, Usage, Viewers};
use crate::search::{Plan, PlanError, count};

impl Claims for SlidingGame {
    fn missing(&self, position: &dyn Position) -> Option<String> {
        let Placed { rules, state } = Placed::<Sliding>::of(position);
        let astray = |&&tile: &&u8| tile != BLANK && state.tile(rules.home(tile)) != tile;
        let astray = state.tiles(rules.size).iter().filter(astray).count();
        Some(count(astray as u64, "tile not home", "tiles not home"))
    }
}

impl Usage for SlidingGame {
    fn check_options(&self, options: &Options) -> Result<(), TextError> {
        text::check_options(options)
    }

    fn elsewhere(&self, strategy: &str, toggle: &str) -> Option<&'static str> {
        let is_old = strategy == "weighted" && toggle == "open-list";
        is_old.then_some("A* with a weight is the strategy `weighted-a*`")
    }

    fn check_plan(&self, plan: &Plan) -> Result<(), PlanError> {
        if plan.all || plan.unique {
            return Err(PlanError("a sliding puzzle has endlessly many solutions; a strategy looks for one".into()));
        }
        match plan.weight() {
            weight if (1.0..=10.0).contains(&weight) => Ok(()),
            weight => Err(PlanError(format!("weight {weight}: expected 1 to 10"))),
        }
    }
}

impl Citing for SlidingGame {
    fn method(&self, position: &dyn Position, plan: &Plan) -> Method {
        let Placed { rules, state } = Placed::<Sliding>::of(position);
        if rules.parity_fault(state).is_some() {
            // Parity alone refutes it: nothing was estimated, and no table looked up.
            return Method::default();
        }
        let with_tables = plan.has("pdb") || plan.has("pdb-small");
        let idle = |name: &str| name == "reflection" && !with_tables;
        let heuristics = plan.heuristics().into_iter().filter(|name| !idle(name)).collect();
        let tables = with_tables.then(|| match solve::databases(&Canon::new(rules), plan) {
            Ok(databases) => databases.name(),
            Err(Key { size, goal_blank, scope }) => {
                let patterns = partition(size, goal_blank, scope).unwrap_or_default();
                patterns.iter().map(|tiles| tiles.len().to_string()).collect::<Vec<_>>().join("-")
            }
        });
        let factor = plan.strategy.weight.map(|_| plan.weight());
        Method { heuristics, tables, factor }
    }
}

impl Viewers for SlidingGame {
    fn inside(&self, position: &dyn Position) -> Option<(&'static str, String)> {
        let (rules, board) = Placed::<Sliding>::parts(position);
        packing::page(rules, board).map(|page| ("The board as one integer", page))
    }

    fn has_inside(&self) -> bool {
        true
    }

    fn heading(&self, position: &dyn Position) -> String {
        text::heading(&Placed::<Sliding>::of(position).rules)
    }
}
