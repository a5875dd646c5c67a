//! SIGINT: what a run leaves behind, and the exit code that a script expects.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::out::tell;

const CONTEXT: &str = "cannot listen for interruption";

/// Ends the program at SIGINT, after tidying up, for commands that have nothing to finish.
pub fn leave_on_interrupt(tidy: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT]).context(CONTEXT)?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            tidy();
            tell("interrupted");
            std::process::exit(130);
        }
    });
    Ok(())
}

/// For commands that end by themselves: the first SIGINT raises a flag, the second ends the program at once.
pub struct Stop {
    pub flag: Arc<AtomicBool>,
    /// Whether nothing has run yet, so that the first one may end the program too.
    early: Arc<AtomicBool>,
}

impl Stop {
    pub fn listen() -> anyhow::Result<Stop> {
        let (stop, early) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        for condition in [&early, &stop] {
            flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(condition)).context(CONTEXT)?;
        }
        flag::register(SIGINT, Arc::clone(&stop)).context(CONTEXT)?;
        Ok(Stop { flag: stop, early })
    }

    /// From now on there is something to finish.
    pub fn begin(&self) {
        self.early.store(false, std::sync::atomic::Ordering::Relaxed);
    }
}
