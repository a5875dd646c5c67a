//! How far long work is, on standard error, only where that is a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::search::Engine;
use crate::workbench::words::{duration, grouped};

const EVERY: Duration = Duration::from_millis(100);
/// Quick work needs no bar.
const QUIET: Duration = Duration::from_millis(500);

/// The bar or the turning sign, where anybody sees it.
pub struct Meter {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Instant,
    done: u64,
    single: bool,
}

impl Meter {
    /// For so many puzzles, where their number is known. In a batch on a terminal the verdicts are the progress.
    pub fn new(total: Option<u64>) -> Self {
        let single = total == Some(1);
        let wanted = io::stderr().is_terminal() && (single || !io::stdout().is_terminal());
        let bar = wanted.then(|| match total {
            Some(total) if !single => styled(ProgressBar::new(total), "{bar:30} {pos}/{len}  {elapsed}  {eta} to go"),
            Some(_) => styled(ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed}"),
            None => styled(ProgressBar::new_spinner(), "{spinner} {pos} puzzles  {elapsed}"),
        });
        let now = Instant::now();
        Meter { bar, started: now, shown: now, done: 0, single }
    }

    /// A puzzle is done.
    pub fn done(&mut self) {
        self.done += 1;
        if self.due()
            && let Some(bar) = &self.bar
        {
            bar.set_position(self.done);
            bar.tick();
        }
    }

    /// A puzzle is still being worked on.
    pub fn working(&mut self, engine: &dyn Engine) {
        if self.due()
            && let Some(bar) = &self.bar
        {
            if self.single {
                bar.set_message(format!("{} nodes", grouped(engine.counters().generated)));
            }
            bar.set_position(self.done);
            bar.tick();
        }
    }

    fn due(&mut self) -> bool {
        if self.bar.is_none() {
            return false;
        }
        let now = Instant::now();
        let due = now - self.started > QUIET && now - self.shown > EVERY;
        if due {
            self.shown = now;
        }
        due
    }

    /// A single puzzle's verdict goes to the place where its bar is.
    pub fn make_room(&mut self) {
        if self.single {
            self.clear();
        }
    }

    /// Takes the bar off the screen.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// How many runs of a race are over, with an estimate of the rest: from those that are over, and at most what the limit
/// of time allows.
pub struct RunsMeter {
    bar: Option<ProgressBar>,
    runs: Option<u64>,
    time: Option<Duration>,
    jobs: u64,
    started: Instant,
}

impl RunsMeter {
    pub fn new(runs: Option<u64>, time: Option<Duration>, jobs: usize) -> Self {
        let bar = io::stderr().is_terminal().then(|| match runs {
            Some(runs) => {
                styled(ProgressBar::new(runs), "{bar:24} {pos}/{len} runs  {elapsed}  about {eta} to go{msg}")
            }
            None => styled(ProgressBar::new_spinner(), "{spinner} {pos} runs  {elapsed}"),
        });
        RunsMeter { bar, runs, time, jobs: jobs as u64, started: Instant::now() }
    }

    /// So many are over.
    pub fn show(&self, over: u64) {
        let Some(bar) = self.bar.as_ref().filter(|_| self.started.elapsed() > QUIET) else { return };
        if let (Some(runs), Some(time)) = (self.runs, self.time) {
            let most = time.as_secs_f64() * runs.saturating_sub(over).div_ceil(self.jobs) as f64;
            bar.set_message(format!(", at most {}", duration(most, false)));
        }
        bar.set_position(over);
        bar.tick();
    }

    /// Writes something else while the bar is away.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template of our own");
    bar.with_style(style.progress_chars("=> "))
}
