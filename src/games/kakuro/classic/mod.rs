//! The strategy `classic`: the method of the logic programming course of IST Lisbon, 2021, stage by stage.
//!
//! Its nineteen stages are the functions of [`stages`] under their own names; [`engine()`] steps through them.

mod engine;
pub mod stages;

pub use engine::{TOGGLES, engine};

#[cfg(test)]
mod tests;
