//! Additive pattern databases (Korf and Felner 2002): each counts the moves of its own tiles alone, so sums are lower
//! bounds. Unlike theirs these tell apart where the blank is, which makes a third fewer nodes, in a bit a state.

mod build;
mod estimate;
mod listed;
mod numbering;
mod partition;
mod shape;
mod store;

pub use build::Build;
pub use estimate::Patterns;
pub use listed::Listed;
pub use numbering::{Middle, Numbering, Ranked, Wide};
pub use partition::{Scope, partition};
pub use shape::Shape;
pub use store::{Databases, Key, Making, build_large, open_large, placements, ready};
