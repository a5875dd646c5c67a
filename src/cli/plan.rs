//! From options to plans: strategies and heuristics by name, checked before anything runs.

use super::args::{LimitArgs, PlanArgs};
use crate::games::{Game, Position};
use crate::search::{Plan, Strategy};
use crate::workbench::entry::{find_strategy, set_exactly, switch};

/// Everything about a plan that the command line says, apart from time.
pub struct PlanMaker<'a> {
    pub args: &'a PlanArgs,
    pub limits: &'a LimitArgs,
}

impl PlanMaker<'_> {
    /// Whether the strategy runs as it comes, so that there is nothing it could object to.
    pub fn is_plain(&self) -> bool {
        let PlanArgs { strategy, with, without, only, weight, max_moves, all, unique } = self.args;
        let named = strategy.is_some() || only.is_some() || !with.is_empty() || !without.is_empty();
        !named && weight.is_none() && max_moves.is_none() && !all && !unique
    }

    /// Checks the names against a game as a whole, for puzzles that are still to be read.
    pub fn check(&self, game: &dyn Game) -> Result<(), String> {
        if let Some(strategy) = self.named_strategy(game)? {
            let plan = self.make(strategy)?;
            return game.check_usage(&plan).map_err(|error| error.to_string());
        }
        let default = Plan { all: self.args.all, unique: self.args.unique, ..Plan::new(&game.strategies()[0]) };
        game.check_usage(&default).map_err(|error| error.to_string())?;
        if self.args.weight.is_some() && default.strategy.weight.is_none() {
            return Err(format!("strategy `{}` has no weight", default.strategy.name));
        }
        // Which strategy it will be depends on the puzzle, so any of them may know the heuristics.
        let mut first_error = None;
        for strategy in game.strategies() {
            match self.make(strategy) {
                Ok(_) => return Ok(()),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        first_error.map_or(Ok(()), Err)
    }

    /// The plan for one puzzle.
    pub fn plan(&self, position: &dyn Position) -> Result<Plan, String> {
        let named = self.named_strategy(position.game())?;
        self.make(named.unwrap_or_else(|| position.default_strategy()))
    }

    fn named_strategy(&self, game: &dyn Game) -> Result<Option<&'static Strategy>, String> {
        self.args.strategy.as_deref().map(|name| find_strategy(game, name)).transpose()
    }

    fn make(&self, strategy: &'static Strategy) -> Result<Plan, String> {
        let args = self.args;
        let mut plan = Plan::new(strategy);
        if let Some(only) = &args.only {
            set_exactly(&mut plan, only)?;
        }
        switch(&mut plan, &args.with, true)?;
        switch(&mut plan, &args.without, false)?;
        if args.weight.is_some() && strategy.weight.is_none() {
            return Err(format!("strategy `{}` has no weight", strategy.name));
        }
        plan.weight = args.weight;
        plan.max_moves = args.max_moves;
        plan.all = args.all;
        plan.unique = args.unique;
        self.limits.apply(&mut plan);
        Ok(plan)
    }
}

impl LimitArgs {
    /// All limits but that of time, which only the driver keeps.
    pub fn apply(&self, plan: &mut Plan) {
        plan.nodes = self.nodes;
        if let Some(mib) = self.memory {
            plan.memory = memory(mib);
        }
    }
}

/// Bytes of so many MiB.
pub fn memory(mib: u64) -> usize {
    usize::try_from(mib).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}
