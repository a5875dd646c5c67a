//! Long work that is no search (dealing a puzzle, above all) asks now and then whether anybody still waits for it.
//!
//! Who waits knows the clock and the interruption; a game knows neither. Work that nobody wants any more is left by
//! unwinding, as by a panic that nobody reports, and what it had made is dropped.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

type Wanted = Rc<dyn Fn() -> bool>;

thread_local! {
    /// Who waits for what this thread is making.
    static WAITING: RefCell<Option<Wanted>> = const { RefCell::new(None) };
}

struct Unwanted;

/// What `work` makes; `None` if it was not wanted any more before it was done.
pub fn while_wanted<T>(wanted: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Option<T> {
    let before = WAITING.replace(Some(Rc::new(wanted)));
    let made = catch_unwind(AssertUnwindSafe(work));
    WAITING.set(before);
    match made {
        Ok(made) => Some(made),
        Err(end) if end.is::<Unwanted>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// To be called every few microseconds to milliseconds of long work; does not return if nobody waits any more.
pub fn still_wanted() {
    let waiting = WAITING.with_borrow(Clone::clone);
    if waiting.is_some_and(|wanted| !wanted()) {
        resume_unwind(Box::new(Unwanted));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn work_ends_when_nobody_waits() {
        let left = Rc::new(Cell::new(3));
        let count = Rc::clone(&left);
        let wanted = move || {
            count.set(count.get() - 1);
            count.get() > 0
        };
        let made: Option<()> = while_wanted(wanted, || {
            loop {
                still_wanted();
            }
        });
        assert_eq!((made, left.get()), (None, 0));
        assert_eq!(while_wanted(|| true, || (still_wanted(), 7).1), Some(7));
        // Without anybody who could go away, work is done.
        still_wanted();
    }
}
