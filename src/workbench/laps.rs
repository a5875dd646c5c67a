//! Seconds of each iteration of a strategy that raises a bound. Engines read no clock, so the driver shares out the
//! time of each slice by the nodes that came of it.

use std::time::Duration;

use crate::search::{Counters, Iteration};

/// A lap is one iteration, as of a runner who goes round again with a higher bound: the seconds of each so far, beside [`Counters::iterations`].
#[derive(Clone, Debug, Default)]
pub struct Laps {
    seconds: Vec<f64>,
    /// What the iterations had generated when the last slice ended, and what the whole search had.
    nodes: Vec<u64>,
    generated: u64,
}

impl Laps {
    /// Takes in the counters after a slice that took so long.
    pub fn note(&mut self, counters: &Counters, took: Duration) {
        let new = counters.generated.saturating_sub(self.generated).max(1) as f64;
        self.generated = counters.generated;
        self.seconds.resize(counters.iterations.len(), 0.0);
        self.nodes.resize(counters.iterations.len(), 0);
        for (i, iteration) in counters.iterations.iter().enumerate() {
            let made = iteration.nodes.saturating_sub(self.nodes[i]);
            self.nodes[i] = iteration.nodes;
            self.seconds[i] += took.as_secs_f64() * (made as f64 / new).min(1.0);
        }
    }

    pub fn seconds(&self) -> &[f64] {
        &self.seconds
    }
}

/// The effective branching factor by which iteration `i` has outgrown the one before it: for each move, since two
/// bounds may lie more than one apart. The last iteration is unfinished and has none.
pub fn branching_factor(iterations: &[Iteration], i: usize) -> Option<f64> {
    let (before, this) = (iterations.get(i.checked_sub(1)?)?, iterations.get(i)?);
    let gap = this.bound.checked_sub(before.bound).filter(|gap| *gap > 0)?;
    let finished = i + 1 < iterations.len() && before.nodes > 0;
    finished.then(|| (this.nodes as f64 / before.nodes as f64).powf(1.0 / gap as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(iterations: &[(u64, u64)]) -> Counters {
        let iterations: Vec<Iteration> = iterations.iter().map(|&(bound, nodes)| Iteration { bound, nodes }).collect();
        Counters { generated: iterations.iter().map(|it| it.nodes).sum(), iterations, ..Counters::default() }
    }

    #[test]
    fn a_slice_is_shared_by_the_iterations_that_it_worked_on() {
        let mut laps = Laps::default();
        laps.note(&counters(&[(10, 30), (12, 10)]), Duration::from_secs(4));
        assert_eq!(laps.seconds(), [3.0, 1.0]);
        laps.note(&counters(&[(10, 30), (12, 50), (14, 60)]), Duration::from_secs(10));
        assert_eq!(laps.seconds(), [3.0, 5.0, 6.0]);
        laps.note(&counters(&[(10, 30), (12, 50), (14, 60)]), Duration::from_secs(10));
        assert_eq!(laps.seconds(), [3.0, 5.0, 6.0]);
    }

    #[test]
    fn the_branching_factor_is_for_one_move() {
        let iterations = counters(&[(41, 100), (43, 900), (45, 5)]).iterations;
        assert_eq!([0, 1, 2, 3].map(|i| branching_factor(&iterations, i)), [None, Some(3.0), None, None]);
    }
}
