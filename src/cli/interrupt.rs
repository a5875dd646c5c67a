//! Signals that end a run: what it leaves behind, and the exit code that a script expects.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::out::tell;

const CONTEXT: &str = "cannot listen for interruption";

/// Nobody reads a terminal that is gone: what waits to be written there must not keep the program.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The signals that end a run, but for a hang-up that the caller has had ignored (`nohup`).
fn ending() -> Vec<i32> {
    [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal)).collect()
}

/// Whether this process was started with the signal ignored, where the system tells.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// What a signal did to the run, in a word.
fn words(signal: i32) -> &'static str {
    match signal {
        SIGTERM => "terminated",
        SIGHUP => "the terminal is gone",
        _ => "interrupted",
    }
}

/// Ends the program at such a signal, after tidying up, for commands that have nothing to finish.
pub fn leave_on_interrupt(tidy: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let mut signals = Signals::new(ending()).context(CONTEXT)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            tidy();
            if signal != SIGHUP {
                tell(words(signal));
            }
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Ends the program when its terminal is gone, even where a write waits there for ever. It takes a thread, beside which
/// every allocation is locked: only for who writes to a terminal.
fn leave_on_hang_up() -> anyhow::Result<()> {
    let mut hang_up = Signals::new([SIGHUP]).context(CONTEXT)?;
    std::thread::spawn(move || {
        if hang_up.forever().next().is_some() {
            std::thread::sleep(LAST_WORDS);
            std::process::exit(128 + SIGHUP);
        }
    });
    Ok(())
}

/// For commands that end by themselves: the first signal raises a flag, the second ends the program at once.
pub struct Stop {
    pub flag: Arc<AtomicBool>,
    /// The signal that raised it.
    signal: Arc<AtomicUsize>,
    /// Whether nothing has run yet, so that the first one may end the program too.
    early: Arc<AtomicBool>,
}

impl Stop {
    pub fn listen() -> anyhow::Result<Stop> {
        let (stop, early) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(true)));
        let which = Arc::new(AtomicUsize::new(0));
        let ending = ending();
        for &signal in &ending {
            for condition in [&early, &stop] {
                let condition = Arc::clone(condition);
                flag::register_conditional_shutdown(signal, 128 + signal, condition).context(CONTEXT)?;
            }
            flag::register_usize(signal, Arc::clone(&which), signal as usize).context(CONTEXT)?;
            flag::register(signal, Arc::clone(&stop)).context(CONTEXT)?;
        }
        if ending.contains(&SIGHUP) && (io::stdout().is_terminal() || io::stderr().is_terminal()) {
            leave_on_hang_up()?;
        }
        Ok(Stop { flag: stop, signal: which, early })
    }

    /// From now on there is something to finish.
    pub fn begin(&self) {
        self.early.store(false, Ordering::Relaxed);
    }

    /// Whether somebody still waits for what was begun then: nobody has interrupted, and the time is not up.
    pub fn waits(&self, began: Instant, time: Option<Duration>) -> impl Fn() -> bool + use<> {
        let flag = Arc::clone(&self.flag);
        move || !flag.load(Ordering::Relaxed) && time.is_none_or(|most| began.elapsed() < most)
    }

    /// The signal that ends this run, if one came.
    pub fn signal(&self) -> Option<i32> {
        let signal = self.signal.load(Ordering::Relaxed) as i32;
        self.flag.load(Ordering::Relaxed).then_some(if signal == 0 { SIGINT } else { signal })
    }

    /// Whether the terminal is gone, so that nothing can be written any more.
    pub fn is_hung_up(&self) -> bool {
        self.signal.load(Ordering::Relaxed) == SIGHUP as usize
    }

    /// Says that the run was ended, where somebody may hear it; the signal.
    pub fn tell(&self) -> Option<i32> {
        let signal = self.signal()?;
        if signal != SIGHUP {
            tell(words(signal));
        }
        Some(signal)
    }
}
