//! Search over any puzzle: the contract of rules and engines, and the generic engines.
//!
//! Nothing here reads a file or a clock or starts a thread. The driver (the worker of the workstation, or the
//! command line) owns time and interruption and hands an engine fuel, slice by slice.

mod answer;
mod engine;
mod observer;
mod plan;
mod rules;

pub use answer::{Answer, Refutation};
pub use engine::{Counters, Engine, Focus, Iteration, Limit, Outcome};
pub use observer::{Event, NoObserver, NodeId, Observer};
pub use plan::{Keeps, Plan, PlanError, Strategy, Tables, Toggle, ToggleSet};
pub use rules::{Cell, Mark, MarkKind, Rules, Status};
