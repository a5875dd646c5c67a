//! Nodes a second, over windows of the solver's own time.

use std::time::Duration;

/// One point of the rate's sparkline.
const RATE_WINDOW: Duration = Duration::from_millis(250);
const RATE_POINTS: usize = 64;

#[derive(Default)]
pub(super) struct Meter {
    window_start: (u64, Duration),
    latest: (u64, Duration),
    pub history: Vec<u64>,
}

impl Meter {
    pub fn note(&mut self, nodes: u64, spent: Duration) {
        self.latest = (nodes, spent);
        let (before, since) = self.window_start;
        let took = spent.saturating_sub(since);
        if took >= RATE_WINDOW {
            self.history.push(((nodes - before) as f64 / took.as_secs_f64()) as u64);
            if self.history.len() > RATE_POINTS {
                self.history.remove(0);
            }
            self.window_start = self.latest;
        }
    }

    pub fn rate(&self) -> f64 {
        if let Some(&rate) = self.history.last() {
            return rate as f64;
        }
        self.mean()
    }

    pub fn mean(&self) -> f64 {
        let (nodes, spent) = self.latest;
        if spent.is_zero() { 0.0 } else { nodes as f64 / spent.as_secs_f64() }
    }
}
