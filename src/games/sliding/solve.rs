//! From a plan to the engine that carries it out.

use std::sync::Arc;

use super::GAME;
use super::canon::{Canon, Labels};
use super::conflict::Conflicts;
use super::guide::{Judge, TileGuide};
use super::ida::{Deepening, Limits};
use super::kernel::{Blind, Estimate, Grid, Manhattan, Pace, Scale, TWINS};
use super::mixed::Mixed;
use super::pattern::{Databases, Key, Listed, Middle, Numbering, Patterns, Ranked, Scope, Wide, ready};
use super::prepare::{Needed, Prepared, Ready};
use super::refuted::refutation;
use super::rules::{Board, Dir, Sliding};
use super::short::Short;
use crate::games::Usage;
use crate::search::{self, Engine, Known, Plan, PlanError};

type Started = Result<Box<dyn Engine>, PlanError>;

pub fn engine(rules: &Arc<Sliding>, board: &Board, plan: &Plan) -> Started {
    GAME.check_plan(plan)?;
    let canon = Canon::new(rules);
    let labels = canon.labels(board);
    let job = Job { rules: Arc::clone(rules), board: *board, canon, labels, plan: plan.clone() };
    job.check()?;
    if let Some(fault) = rules.parity_fault(board) {
        return Ok(search::engine(Known::refuted(refutation(rules, board, &fault), plan)));
    }
    if plan.strategy.name == "short" {
        return Ok(search::engine(Short::new(job.canon, labels, plan)));
    }
    match Needed::of(&job.canon, plan) {
        Ok(ready) => job.start(&ready),
        Err(needed) => Ok(search::engine(Prepared::new(needed, job))),
    }
}

/// The databases that a plan can use at once, or the key of those that must be made first.
pub fn databases(canon: &Canon, plan: &Plan) -> Result<Arc<Databases>, Key> {
    let scope = if plan.has("pdb-small") { Scope::Small } else { Scope::Normal };
    let on_disk = plan.tables.clone().and_then(|tables| tables.downcast::<Databases>().ok());
    let fits = |d: &Arc<Databases>| d.key == Key::of(canon, Scope::Large);
    match on_disk.filter(|d| scope == Scope::Normal && fits(d)) {
        Some(databases) => Ok(databases),
        None => ready(Key::of(canon, scope)).ok_or(Key::of(canon, scope)),
    }
}

/// A search that is ready to start as soon as its tables are there.
#[derive(Clone)]
pub struct Job {
    rules: Arc<Sliding>,
    board: Board,
    canon: Canon,
    labels: Labels,
    plan: Plan,
}

impl Job {
    /// What the plan asks and this board cannot do.
    fn check(&self) -> Result<(), PlanError> {
        if self.plan.has("walking-distance") && !super::walking::fits(self.canon.size) {
            return Err(PlanError(format!(
                "walking-distance: its table would be too large on {}; it works on {}",
                self.canon.size,
                super::walking::BOARDS
            )));
        }
        Ok(())
    }

    pub fn start(&self, ready: &Ready) -> Started {
        let with_memory = matches!(self.plan.strategy.name, "a*" | "weighted-a*");
        match self.plan.strategy.name {
            "bfs" => search::breadth_first(
                &self.rules,
                &self.board,
                TileGuide::new(&self.plan, self.canon.clone(), None),
                &self.plan,
            ),
            _ if with_memory => {
                let judge = self.choose(ready, AsJudge);
                let guide = TileGuide::new(&self.plan, self.canon.clone(), Some(judge));
                search::a_star(&self.rules, &self.board, guide, &self.plan)
            }
            "id" => Ok(AsEngine(self).by_size(Blind)),
            _ => Ok(self.choose(ready, AsEngine(self))),
        }
    }

    /// The estimate that the toggles say, handed to `user`.
    fn choose<U: User>(&self, ready: &Ready, user: U) -> U::Out {
        let canon = &self.canon;
        match &ready.databases {
            None if self.plan.has("manhattan") => self.mix(Manhattan::new(canon.size, canon.goal_blank), ready, user),
            None => self.mix(Blind, ready, user),
            Some(d) => match (canon.size.cells(), d.key.scope) {
                (..=16, Scope::Large) => self.mix_patterns::<u64, Listed, 4, _>(d, ready, user),
                (..=16, _) => self.mix_patterns::<u64, Listed, 6, _>(d, ready, user),
                (17..=25, Scope::Large) => self.mix_patterns::<Labels, Ranked<Middle>, 8, _>(d, ready, user),
                (17..=25, _) => self.mix_patterns::<Labels, Ranked<Middle>, 12, _>(d, ready, user),
                _ => self.mix_patterns::<Labels, Ranked<Wide>, 24, _>(d, ready, user),
            },
        }
    }

    fn mix_patterns<G: Grid, N: Numbering, const P: usize, U: User>(
        &self,
        databases: &Databases,
        ready: &Ready,
        user: U,
    ) -> U::Out {
        let patterns = Patterns::<N, P>::new(&self.canon, databases, self.plan.has("reflection"));
        self.mix_in::<G, _, _>(patterns.crediting_manhattan(self.plan.has("manhattan")), ready, user)
    }

    fn mix<E: Estimate, U: User>(&self, inner: E, ready: &Ready, user: U) -> U::Out {
        if self.canon.size.cells() <= 16 {
            self.mix_in::<u64, E, U>(inner, ready, user)
        } else {
            self.mix_in::<Labels, E, U>(inner, ready, user)
        }
    }

    fn mix_in<G: Grid, E: Estimate, U: User>(&self, inner: E, ready: &Ready, user: U) -> U::Out {
        let Canon { size, goal_blank, .. } = self.canon;
        let conflicts = self.plan.has("linear-conflict").then(|| Conflicts::new(size, goal_blank));
        let walking = ready.walking.clone();
        if conflicts.is_none() && walking.is_none() {
            return user.with::<G, E>(inner);
        }
        let manhattan = Manhattan::new(size, goal_blank);
        user.with::<G, Mixed<E>>(Mixed { inner, manhattan, conflicts, walking })
    }

    /// The plan's weight as a fraction of whole numbers, rounded down so that its promise holds.
    fn scale(&self) -> Scale {
        let hundredths = (self.plan.weight() * 100.0 + 1e-6) as u32;
        let common = (1..=100).rev().find(|n| hundredths.is_multiple_of(*n) && 100_u32.is_multiple_of(*n)).unwrap_or(1);
        Scale { g: 100 / common, h: hundredths / common }
    }
}

/// Does something with an estimate whose type is chosen while running.
trait User {
    type Out;
    fn with<G: Grid, E: Estimate>(self, estimate: E) -> Self::Out;
}

/// Makes an engine of it.
struct AsEngine<'a>(&'a Job);

impl AsEngine<'_> {
    fn by_size<E: Estimate>(self, estimate: E) -> Box<dyn Engine> {
        if self.0.canon.size.cells() <= 16 { self.with::<u64, E>(estimate) } else { self.with::<Labels, E>(estimate) }
    }
}

impl User for AsEngine<'_> {
    type Out = Box<dyn Engine>;

    fn with<G: Grid, E: Estimate>(self, estimate: E) -> Box<dyn Engine> {
        let Job { canon, labels, plan, .. } = self.0;
        let limits = Limits { nodes: plan.nodes, max_moves: plan.max_moves, cores: plan.cores };
        search::engine(Deepening::<G, E>::new(canon.clone(), labels, estimate, self.0.scale(), pace_of(plan), limits))
    }
}

/// Makes a judge of whole boards of it, for engines that keep those.
struct AsJudge;

impl User for AsJudge {
    type Out = Arc<dyn Judge>;

    fn with<G: Grid, E: Estimate>(self, estimate: E) -> Self::Out {
        Arc::new(estimate)
    }
}

/// The order of moves that the toggles say, and whether twins are left out.
pub fn pace_of(plan: &Plan) -> Pace {
    Pace { order: order_of(plan), without_twins: plan.has(TWINS) }
}

/// U L R D where no toggle says otherwise.
pub fn order_of(plan: &Plan) -> [Dir; 4] {
    use Dir::{D, L, R, U};
    let orders = [("order-udlr", [U, D, L, R]), ("order-lrud", [L, R, U, D]), ("order-drlu", [D, R, L, U])];
    orders.into_iter().find(|(name, _)| plan.has(name)).map_or(Dir::ULRD, |(_, order)| order)
}

/// The estimate of a plan by itself, where the tables that it needs are there.
pub fn judge_at_hand(rules: &Arc<Sliding>, board: &Board, plan: &Plan) -> Option<Arc<dyn Judge>> {
    let canon = Canon::new(rules);
    let (labels, ready) = (canon.labels(board), Needed::of(&canon, plan).ok()?);
    let job = Job { rules: Arc::clone(rules), board: *board, canon, labels, plan: plan.clone() };
    Some(job.choose(&ready, AsJudge))
}

/// The estimate of a plan by itself; makes the tables that it needs.
#[cfg(test)]
pub fn judge_of(rules: &Arc<Sliding>, plan: &Plan) -> Arc<dyn Judge> {
    let canon = Canon::new(rules);
    let (board, labels) = (*rules.goal_board(), canon.labels(rules.goal_board()));
    let ready = Needed::of(&canon, plan).unwrap_or_else(|mut needed| {
        std::iter::repeat_with(|| needed.advance(&mut u64::MAX.clone())).find_map(|made| made).expect("no end of tries")
    });
    Job { rules: Arc::clone(rules), board, canon, labels, plan: plan.clone() }.choose(&ready, AsJudge)
}
