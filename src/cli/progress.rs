//! How far long work is, on standard error, only where that is a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::search::Engine;
use crate::workbench::words::grouped;

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

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template of our own");
    bar.with_style(style.progress_chars("=> "))
}
