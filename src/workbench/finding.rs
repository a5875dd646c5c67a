//! What a search has found, and how it ended: the same to the screen and to a report.

use crate::search::{Answer, Counters, Engine, Limit, Measure, Outcome, Plan, Refutation, count, grouped};

/// All that an engine knows, taken from it once.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The solution, or the best so far of a strategy that goes on improving.
    pub answer: Option<Answer>,
    pub refutation: Option<Refutation>,
    pub lower_bound: Option<u64>,
    /// What the proof counts, where that is not moves.
    pub measure: Option<Measure>,
    pub counters: Counters,
}

impl Finding {
    pub fn of(engine: &dyn Engine) -> Self {
        Finding {
            answer: engine.answer(),
            refutation: engine.refutation(),
            lower_bound: engine.lower_bound(),
            measure: engine.measure(),
            counters: engine.counters(),
        }
    }

    /// Lets go of an answer that is longer than the plan allows: `--max-moves` is kept by every strategy, also by one that
    /// does not look for short solutions. Returns what is left of the outcome.
    pub fn keep_to(&mut self, plan: &Plan, outcome: Outcome) -> Outcome {
        let Some(most) = plan.max_moves else { return outcome };
        match (self.answer.take_if(|answer| answer.length() > most), outcome) {
            (Some(answer), Outcome::Solved) if answer.optimal => Limit::Depth.into(),
            (Some(_), Outcome::Solved) => Limit::Incomplete.into(),
            _ => outcome,
        }
    }

    /// The length of the answer in hand.
    pub fn length(&self) -> Option<u64> {
        self.answer.as_ref().map(Answer::length)
    }

    /// Whether the answer in hand is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.optimal)
    }
}

/// The limit of moves within which a search found nothing: the one that was set, or the one that its proof went to.
pub fn most_moves(plan: Option<&Plan>, finding: &Finding) -> Option<u64> {
    plan.and_then(|plan| plan.max_moves).or_else(|| finding.lower_bound?.checked_sub(1))
}

/// Whether it is proven that no solution has so few moves, or so little of what the strategy measures.
pub fn is_proven_within(most: u64, finding: &Finding) -> bool {
    let least = finding.measure.map_or(finding.lower_bound, |measure| Some(measure.least));
    least.is_some_and(|least| least > most)
}

/// Why nothing was found. A limit of moves is told by its number, as the classroom did ("Nessuna soluzione in M mosse o
/// meno"), and as a proof only where there is one: a search that enters no position twice can miss the short way.
pub fn limit_words(limit: Limit, plan: Option<&Plan>, finding: &Finding) -> String {
    match most_moves(plan, finding) {
        Some(most) if limit == Limit::Depth => {
            let what = match finding.measure {
                Some(measure) => format!("{} {}", grouped(most), measure.name),
                None => count(most, "move", "moves"),
            };
            let found = if is_proven_within(most, finding) { "no solution" } else { "nothing found" };
            format!("{found} in {what} or fewer")
        }
        _ => limit.words().into(),
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Solved,
    /// A solution is in hand, but the strategy was stopped while it looked for more or for a better one.
    Stopped(Limit),
    /// Proven to have no solution.
    Exhausted,
    Limit(Limit),
    Interrupted,
}

impl End {
    /// What a slice's outcome makes of the run; `None` where it goes on. A limit, be it the engine's or that of time, is
    /// only a limit where no solution is in hand.
    pub fn after(outcome: Outcome, time_is_up: bool, finding: &Finding) -> Option<End> {
        let limit = match outcome {
            Outcome::Solved => return Some(End::Solved),
            Outcome::Exhausted => return Some(End::Exhausted),
            Outcome::Limit(limit) => limit,
            Outcome::MoreWork if time_is_up => Limit::Time,
            Outcome::MoreWork => return None,
        };
        Some(if finding.answer.is_some() { End::Stopped(limit) } else { End::Limit(limit) })
    }

    /// Whether it ended with a solution in hand.
    pub fn has_answer(self) -> bool {
        matches!(self, End::Solved | End::Stopped(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_with_an_answer_in_hand_is_no_verdict_unknown() {
        let nothing = Finding::default();
        let something = Finding { answer: Some(Answer::default()), ..Finding::default() };
        let time = End::after(Outcome::MoreWork, true, &something);
        assert_eq!(time, Some(End::Stopped(Limit::Time)));
        assert_eq!(End::after(Outcome::MoreWork, true, &nothing), Some(End::Limit(Limit::Time)));
        assert_eq!(End::after(Limit::Memory.into(), false, &something), Some(End::Stopped(Limit::Memory)));
        assert_eq!(End::after(Limit::Memory.into(), false, &nothing), Some(End::Limit(Limit::Memory)));
        assert_eq!(End::after(Outcome::MoreWork, false, &something), None);
        assert_eq!(End::after(Outcome::Exhausted, true, &nothing), Some(End::Exhausted));
    }
}
