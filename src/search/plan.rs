//! Which strategy to run and how: strategies, their toggles, their limits.

use std::any::Any;
use std::sync::Arc;

/// What a toggle keeps of the answer's guarantees while it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Neither a shortest answer nor completeness is lost.
    Everything,
    /// Still finds a solution if there is one, but maybe a longer one.
    Completeness,
    /// May miss solutions: with it on, "none found" is no proof.
    Nothing,
}

impl Keeps {
    pub fn words(self) -> &'static str {
        match self {
            Keeps::Everything => "loses nothing",
            Keeps::Completeness => "complete, may be longer",
            Keeps::Nothing => "can miss solutions",
        }
    }
}

/// A heuristic or another part of a strategy that can be switched.
#[derive(Debug)]
pub struct Toggle {
    pub name: &'static str,
    /// One line: what it does.
    pub about: &'static str,
    pub keeps: Keeps,
    pub default: bool,
    /// Toggles of one group exclude each other: switching one on switches the others off.
    pub group: Option<&'static str>,
}

impl Toggle {
    /// On by default; neither on nor off loses anything of the answer.
    pub const fn on(name: &'static str, about: &'static str) -> Toggle {
        Toggle { name, about, keeps: Keeps::Everything, default: true, group: None }
    }

    /// Off by default; neither on nor off loses anything of the answer.
    pub const fn off(name: &'static str, about: &'static str) -> Toggle {
        Toggle { default: false, ..Toggle::on(name, about) }
    }

    #[must_use]
    pub const fn keeping(self, keeps: Keeps) -> Toggle {
        Toggle { keeps, ..self }
    }

    /// One of several that exclude each other.
    #[must_use]
    pub const fn among(self, group: &'static str) -> Toggle {
        Toggle { group: Some(group), ..self }
    }
}

#[derive(Debug)]
pub struct Strategy {
    pub name: &'static str,
    /// One line: what it does and what its verdicts are worth.
    pub about: &'static str,
    pub toggles: &'static [Toggle],
    /// Goes on improving after its first answer, until proven optimal or stopped.
    pub anytime: bool,
    /// The default of `--weight`, for strategies that have one.
    pub weight: Option<f64>,
}

impl Strategy {
    pub fn defaults(&self) -> ToggleSet {
        let mut set = ToggleSet::default();
        for (i, toggle) in self.toggles.iter().enumerate() {
            set.put(i, toggle.default);
        }
        set
    }

    pub fn toggle_index(&self, name: &str) -> Option<usize> {
        self.toggles.iter().position(|t| t.name == name)
    }

    /// `set` with toggle `index` switched; the rest of its group goes off when it goes on.
    pub fn switched(&self, mut set: ToggleSet, index: usize, on: bool) -> ToggleSet {
        if on && let Some(group) = self.toggles[index].group {
            for (i, other) in self.toggles.iter().enumerate() {
                if other.group == Some(group) {
                    set.put(i, false);
                }
            }
        }
        set.put(index, on);
        set
    }
}

/// Which toggles of a strategy are on, by their place in its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToggleSet(u64);

impl ToggleSet {
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    pub fn put(&mut self, index: usize, on: bool) {
        if on {
            self.0 |= 1 << index;
        } else {
            self.0 &= !(1 << index);
        }
    }
}

/// Large tables that the workbench read or built; a game knows the type behind its own.
pub type Tables = Option<Arc<dyn Any + Send + Sync>>;

/// A strategy with everything that is set about it. Time is not here: only the driver has a clock.
#[derive(Clone)]
pub struct Plan {
    pub strategy: &'static Strategy,
    pub on: ToggleSet,
    pub weight: Option<f64>,
    pub max_moves: Option<u64>,
    /// Look for all solutions.
    pub all: bool,
    /// Of several solutions that are found at most so many are handed out; whoever walks through them sets it, and is then
    /// handed those too that are found without asking for all.
    pub listed: Option<usize>,
    /// Prove that the solution is the only one.
    pub unique: bool,
    /// Give up when this many states were generated.
    pub nodes: Option<u64>,
    /// Bytes that the search's own tables may take.
    pub memory: usize,
    pub tables: Tables,
    /// How many cores a search may share its work among. One that does so tells an observer less, and its figures are
    /// those of a search on one core only when it has ended.
    pub cores: usize,
}

impl Plan {
    pub const DEFAULT_MEMORY: usize = 2 << 30;

    /// Whether the other one expands the same nodes, as long as no limit of nodes or memory stops it.
    pub fn searches_like(&self, other: &Plan) -> bool {
        let told = |plan: &Plan| (plan.strategy.name, plan.on, plan.weight, plan.max_moves);
        told(self) == told(other)
    }

    /// The strategy as it comes.
    pub fn new(strategy: &'static Strategy) -> Self {
        Plan {
            strategy,
            on: strategy.defaults(),
            weight: None,
            max_moves: None,
            all: false,
            listed: None,
            unique: false,
            nodes: None,
            memory: Self::DEFAULT_MEMORY,
            tables: None,
            cores: 1,
        }
    }

    /// Whether the toggle of this name is on. The strategy must have one of the name: see [`Plan::has`].
    pub fn is_on(&self, toggle: &str) -> bool {
        self.on.has(self.place_of(toggle))
    }

    /// The plan with the toggle of this name switched; the strategy must have one.
    #[must_use]
    pub fn with(mut self, toggle: &str, on: bool) -> Self {
        self.on = self.strategy.switched(self.on, self.place_of(toggle), on);
        self
    }

    /// Whether the strategy has a toggle of this name and it is on, for code that serves several strategies.
    pub fn has(&self, toggle: &str) -> bool {
        self.strategy.toggle_index(toggle).is_some_and(|i| self.on.has(i))
    }

    fn place_of(&self, toggle: &str) -> usize {
        self.strategy.toggle_index(toggle).unwrap_or_else(|| {
            let known: Vec<&str> = self.strategy.toggles.iter().map(|toggle| toggle.name).collect();
            panic!("strategy {} has no toggle {toggle}; it has: {}", self.strategy.name, known.join(", "))
        })
    }

    /// The names of the toggles that are on, in the strategy's order.
    pub fn heuristics(&self) -> Vec<&'static str> {
        let toggles = self.strategy.toggles.iter().enumerate();
        toggles.filter(|&(i, _)| self.on.has(i)).map(|(_, t)| t.name).collect()
    }

    /// Whether the move lists of several solutions are handed out, and of how many.
    pub fn lists(&self) -> usize {
        self.listed.unwrap_or(if self.all { usize::MAX } else { 0 })
    }

    pub fn weight(&self) -> f64 {
        self.weight.or(self.strategy.weight).unwrap_or(1.0)
    }
}

/// A plan that this strategy cannot carry out (a weight below 1, `--all` where it cannot enumerate, …), in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    static STRATEGY: Strategy =
        Strategy { name: "dfs", about: "", toggles: &[Toggle::on("memory", "")], anytime: false, weight: None };

    #[test]
    fn a_toggle_is_known_by_its_name() {
        let plan = Plan::new(&STRATEGY).with("memory", false);
        assert!(!plan.is_on("memory") && !plan.has("twins"));
    }

    #[test]
    #[should_panic(expected = "strategy dfs has no toggle memroy; it has: memory")]
    fn a_toggle_that_is_not_there_is_an_error() {
        let _ = Plan::new(&STRATEGY).is_on("memroy");
    }

    #[test]
    #[should_panic(expected = "strategy dfs has no toggle memroy; it has: memory")]
    fn a_toggle_that_is_not_there_cannot_be_switched() {
        let _ = Plan::new(&STRATEGY).with("memroy", true);
    }
}
