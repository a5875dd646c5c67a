//! Additive pattern databases (Korf and Felner 2002): each counts the moves of its own tiles alone, so sums are lower
//! bounds. They are kept as what they add to the Manhattan distance.

mod build;
mod direct;
mod estimate;
mod partition;
mod shape;
mod store;

pub use build::Build;
pub use direct::{Direct, Spread};
pub use estimate::{Middle, Patterns, Small};
pub use partition::{Scope, partition};
pub use shape::Shape;
pub use store::{Databases, Key, Making, build_large, open_large, placements, ready};
