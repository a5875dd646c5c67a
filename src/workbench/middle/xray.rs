//! What the strategy estimates: of a single board, and along a solution against the moves that are really left.

use super::Middle;
use crate::games::Position;
use crate::search::{Event, Observer, Plan, Status};

/// What a strategy says of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// What the search ranks the board by: the estimate, times its weight where there is one.
    pub value: f64,
    pub h: u64,
    pub terms: Vec<(&'static str, u64)>,
}

/// Estimates along a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Which steps were looked at, and what the strategy says there.
    pub estimates: Vec<(usize, f64)>,
    /// Moves of the solution, and whether it is proven that none is shorter.
    pub length: usize,
    pub is_shortest: bool,
    /// The estimate ranks boards on a scale of its own; it does not count moves.
    pub is_rank: bool,
}

impl Course {
    /// Steps at which the estimate is larger than the number of moves that lead to the goal.
    pub fn overestimates(&self) -> impl Iterator<Item = usize> {
        let is_over = |(step, value): &&(usize, f64)| *value > (self.length - step) as f64;
        self.estimates.iter().filter(is_over).map(|(step, _)| *step)
    }
}

/// So many boards of a solution are looked at.
const MOST_BOARDS: usize = 96;

impl Middle {
    /// The plan whose estimates count: that of the run, or of the next one.
    pub fn judging_plan(&self) -> &Plan {
        self.desk.running_plan().unwrap_or(&self.desk.plan)
    }

    /// The estimates along the solution that the run has found.
    pub fn course(&self) -> Option<Course> {
        let (root, snapshot) = (self.desk.root()?, self.desk.snapshot()?);
        let answer = snapshot.finding.answer.as_ref()?;
        course(root, &answer.moves, answer.optimal, self.judging_plan())
    }
}

/// The estimates of a plan along moves that lead to the goal; `None` where it makes none.
pub fn course(root: &dyn Position, moves: &[String], is_shortest: bool, plan: &Plan) -> Option<Course> {
    let length = moves.len();
    let every = length.div_ceil(MOST_BOARDS).max(1);
    let mut board = root.boxed_clone();
    let mut estimates = Vec::new();
    for step in 0..=length {
        if step % every == 0 || step == length {
            estimates.push((step, estimate(&*board, plan)?.value));
        }
        if let Some(mv) = moves.get(step) {
            board.play(mv).ok()?;
        }
    }
    let course = Course { estimates, length, is_shortest, is_rank: false };
    // Without a weight only what was never meant as a number of moves says too much.
    let is_rank = plan.strategy.weight.is_none() && course.overestimates().next().is_some();
    Some(Course { is_rank, ..course })
}

/// What a plan says of a board at once, without making tables for it.
pub fn estimate(position: &dyn Position, plan: &Plan) -> Option<Estimate> {
    if position.status() == Status::Solved {
        return Some(Estimate::default());
    }
    let mut first = First::default();
    position.engine(&Plan { nodes: None, ..plan.clone() }).ok()?.run(1, Some(&mut first));
    first.0
}

/// Hears of the root.
#[derive(Default)]
struct First(Option<Estimate>);

impl Observer for First {
    fn on(&mut self, event: &Event<'_>) {
        let Event::Node(node) = event else { return };
        let (None, Some(h), None) = (node.parent, node.h, &self.0) else { return };
        let mut terms = Vec::new();
        if let Some(tell) = node.terms {
            tell(&mut |name, value| terms.push((name, value)));
        }
        self.0 = Some(Estimate { value: node.f.unwrap_or(h as f64), h, terms });
    }
}
