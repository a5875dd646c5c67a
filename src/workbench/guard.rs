//! A fault of ours caught where it can be told: a panic becomes its message.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` comes to, or the message with which it panicked.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}
