//! The searches.

pub mod beam;
pub mod classic;
pub mod dash;
pub mod field;
pub mod hunt;
pub mod judge;
pub mod line;
pub mod optimal;
pub mod orders;
pub mod packed;
pub mod short;
pub mod solve;
pub mod spread;
pub mod steps;
pub mod store;
pub mod strategies;
